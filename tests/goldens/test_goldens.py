"""Every golden script gives its rulings, and every registered game has goldens."""

from pathlib import Path

import pytest

from assistant.core.games.registry import GAMES
from assistant.core.rulings import Ruling
from tests.goldens import golden

SCRIPTS = golden.find()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_script_gives_its_rulings(path: Path) -> None:
    scene = golden.load(path)
    steps = golden.judge(scene, GAMES[scene.game])
    difference = golden.first_difference(scene, [ruling for step in steps for ruling in step.rulings])
    assert difference is None, difference


@pytest.mark.parametrize("game", GAMES)
def test_every_registered_game_has_goldens(game: str) -> None:
    assert [path for path in SCRIPTS if golden.load(path).game == game], f"write a golden for {game}"


def test_every_script_has_its_rulings_and_every_ruling_its_script() -> None:
    scripts = {path.with_suffix("") for path in SCRIPTS}
    assert scripts == {path.with_suffix("") for path in golden.FOLDER.glob("*/*.expected")}


def test_the_first_differing_line_is_shown(tmp_path: Path) -> None:
    script = tmp_path / "tiny" / "a.script"
    script.parent.mkdir()
    script.write_text(
        "# game: tiny\n# players: Ann, Ben\n# house-rules: tiny.window_s: 3, tiny.answer: nothing\n1-2 Ann: x\n"
    )
    script.with_suffix(".expected").write_text("# worked out by hand\nsteal/made Ben 1600\nclaim/void Ann 2400 800\n")
    scene = golden.load(script)
    assert (scene.players, scene.house_rules) == (("Ann", "Ben"), {"tiny.window_s": 3, "tiny.answer": "nothing"})
    made, void = Ruling("steal/made", 1600, "Ben"), Ruling("claim/void", 2400, "Ann", margin_ms=800)
    assert golden.first_difference(scene, [made, void]) is None
    assert golden.first_difference(scene, [made]) == (
        f"{script.with_suffix('.expected')}:3: expected `claim/void Ann 2400 800`, got `no more rulings`"
    )
    assert golden.first_difference(scene, [made, void, made]) == (
        f"{script.with_suffix('.expected')}:4: expected `no more rulings`, got `steal/made Ben 1600`"
    )
    assert golden.first_difference(scene, [void]) == (
        f"{script.with_suffix('.expected')}:2: expected `steal/made Ben 1600`, got `claim/void Ann 2400 800`"
    )
