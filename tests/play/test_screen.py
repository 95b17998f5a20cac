"""The screen, driven by Textual's pilot: keys reach the match, and what the match brings is shown."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

import pytest
from textual.pilot import Pilot
from textual.widgets import Digits, Static

from assistant.announce.console import UNICODE_MARKS
from assistant.core.observations import Verdict
from assistant.core.refold import scores
from assistant.errors import RefereeError
from assistant.eventlog.reader import read_log
from assistant.live.manner import Manner
from assistant.screen.app import RefereeApp
from assistant.screen.dialogs import Consent, Override
from assistant.screen.drawing import line_text
from assistant.screen.widgets import Account, Card
from tests.play.scripted_table import ReadyPool, ScriptedTable, Stepped, scripted_table
from tests.play.table import call

SIZES = [(80, 24), (120, 36)]
BRAINS = call("Ann", "brains", 500)
CLAIM = call("Ann", "graveyard", 1_500, heard="five to the graveyard", n=5)


@asynccontextmanager
async def playing(
    table: ScriptedTable, keep_sound: bool | None = False, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[RefereeApp, "Pilot[None]"]]:
    app = RefereeApp(table, Manner(keep_sound=keep_sound), ReadyPool())
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: app.drawable)
        yield app, pilot
        table.sound.stop()
        await until(pilot, lambda: app.ended)


async def until(pilot: "Pilot[None]", true: Callable[[], bool]) -> None:
    deadline_s = monotonic() + 30
    while not true():
        assert monotonic() < deadline_s, "what was waited for never came"
        await pilot.pause(0.02)


def heard(table: ScriptedTable, at_ms: int) -> None:
    assert isinstance(table.sound, Stepped)
    table.sound.until(at_ms)


def lines(app: RefereeApp) -> list[str]:
    """Return what was heard and ruled: all but the first line, which tells the house rules."""
    return [line_text(line, UNICODE_MARKS).plain[16:] for line in app.ledger.lines[1:]]


def text_of(app: RefereeApp, selector: str) -> str:
    return str(app.table.query_one(selector, Static).render())


@pytest.mark.parametrize("size", SIZES)
async def test_a_claim_is_shown_with_its_countdown_and_its_score(tmp_path: Path, size: tuple[int, int]) -> None:
    table = scripted_table(tmp_path / "log", BRAINS, CLAIM)
    async with playing(table, size=size) as (app, pilot):
        heard(table, 4_000)
        await until(pilot, lambda: "2.5 s" in text_of(app, "#windows"))
        assert "Ann: preacher" in text_of(app, "#windows")
        heard(table, 7_000)
        await until(pilot, lambda: app.table.query(Card).first().query_one(Digits).value == "5")
        assert lines(app)[-1] == "▶ Ann scores 5, total 5."
        account = app.table.query_one(Account)
        assert account.option_count == len(app.ledger.lines)
        assert account.region.right <= size[0]
        legend = app.table.query_one("#legend", Static)
        assert legend.region.bottom == size[1]
        assert max(len(line) for line in str(legend.render()).splitlines()) <= size[0] - 2


@pytest.mark.parametrize(("key", "keeps"), [("y", True), ("n", False), ("escape", False)])
async def test_nothing_is_recorded_before_everybody_has_agreed(tmp_path: Path, key: str, keeps: bool) -> None:
    table = scripted_table(tmp_path / "log", BRAINS)
    async with playing(table, keep_sound=None) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Consent))
        await pilot.pause(0.1)
        assert table.kept == []
        await pilot.press(key)
        await until(pilot, lambda: app.ready)
        assert table.kept == [keeps]
        await until(pilot, lambda: ("● REC" in text_of(app, "#status")) is keeps)


async def test_undo_redo_and_the_undo_of_a_chosen_line(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", BRAINS, CLAIM)
    async with playing(table) as (app, pilot):
        heard(table, 3_000)
        await until(pilot, lambda: len(lines(app)) == 4)
        await pilot.press("u")
        heard(table, 3_200)
        await until(pilot, lambda: "▶ Undone: five to the graveyard." in lines(app))
        await pilot.press("r")
        heard(table, 3_400)
        await until(pilot, lambda: "▶ Counts again: five to the graveyard." in lines(app))
        await pilot.press("home")
        assert app.table.query_one(Account).chosen is None
        await pilot.press("down")
        assert app.table.query_one(Account).chosen == 1
        await pilot.press("u")
        heard(table, 3_600)
        await until(pilot, lambda: "▶ Undone: brains." in lines(app))
        assert app.table.query_one(Account).chosen is None


async def test_pause_and_go_on(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log")
    async with playing(table) as (app, pilot):
        heard(table, 500)
        await until(pilot, lambda: app.ready)
        await pilot.press("p")
        heard(table, 1_000)
        await until(pilot, lambda: "PAUSED" in text_of(app, "#status"))
        await pilot.press("p")
        heard(table, 1_500)
        await until(pilot, lambda: "PAUSED" not in text_of(app, "#status"))


async def test_a_key_says_who_called_on_a_shared_microphone_and_who_challenges(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", call(None, "brains", 1_000), shared=True)
    async with playing(table) as (app, pilot):
        heard(table, 800)
        await until(pilot, lambda: app.now_ms >= 700)
        await pilot.press("2")
        heard(table, 1_500)
        await until(pilot, lambda: "▶ Ben's zombie feeds." in lines(app))
        assert app.table.query(Card)[1].has_class("calls")
        await pilot.press("3", "c")
        heard(table, 2_000)
        await until(pilot, lambda: any(line.who == "Cid" and line.text == "challenge" for line in app.ledger.lines))


@pytest.mark.parametrize(
    ("key", "ruled"), [("y", "▶ Confirmed: Ann's call counts."), ("n", "▶ Denied: that was no call.")]
)
async def test_an_unsure_call_is_confirmed_or_denied(tmp_path: Path, key: str, ruled: str) -> None:
    table = scripted_table(tmp_path / "log", call("Ann", "brains", 500, Verdict.UNSURE))
    async with playing(table) as (app, pilot):
        heard(table, 1_000)
        await until(pilot, lambda: "Ann, say it again" in text_of(app, "#notice"))
        await pilot.press(key)
        heard(table, 1_500)
        await until(pilot, lambda: ruled in lines(app))


async def test_the_table_overrides_a_call(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", BRAINS)
    async with playing(table) as (app, pilot):
        heard(table, 1_000)
        await until(pilot, lambda: bool(lines(app)))
        await pilot.press("o")
        await until(pilot, lambda: isinstance(app.screen, Override))
        await pilot.press("2")
        heard(table, 1_500)
        await until(pilot, lambda: "▶ Ben's zombie feeds." in lines(app))


async def test_facts_are_typed_and_keys_are_letters_meanwhile(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", BRAINS)
    async with playing(table) as (app, pilot):
        heard(table, 1_000)
        await until(pilot, lambda: bool(lines(app)))
        await pilot.press("t", *"ann has fiv", "q")
        await pilot.press("backspace", "e", "enter")
        heard(table, 1_500)
        await until(pilot, lambda: "· ann has five" in lines(app))
        await pilot.press("t", *"nonsense", "enter")
        await until(pilot, lambda: "'nonsense' means nothing here" in text_of(app, "#notice"))


async def test_the_score_and_the_latest_ruling_are_told_again(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", BRAINS)
    async with playing(table) as (app, pilot):
        heard(table, 1_000)
        await until(pilot, lambda: bool(lines(app)))
        await pilot.press("a")
        heard(table, 1_200)
        await until(pilot, lambda: lines(app).count("▶ Ann's zombie feeds.") == 2)
        await pilot.press("w")
        heard(table, 1_300)
        await until(pilot, lambda: len(lines(app)) == 6 and lines(app)[-1].startswith("▶"))
        await pilot.press("s")
        heard(table, 1_400)
        await until(pilot, lambda: lines(app)[-1].startswith("▶") and "Ben 0" in lines(app)[-1])


async def test_leaving_hears_out_what_was_said_and_closes_the_log(tmp_path: Path) -> None:
    table = scripted_table(tmp_path / "log", BRAINS)
    async with playing(table) as (app, pilot):
        heard(table, 500)
        await until(pilot, lambda: app.ready)
        await pilot.press("q")
        await until(pilot, lambda: app.ended)
    assert app.fault is None
    log = read_log(tmp_path / "log")
    assert log.closed
    assert [ruling.code for ruling in log.standing] == ["eater/feeding", "pause/on"]


async def test_a_match_that_breaks_closes_the_screen_and_tells_why(tmp_path: Path) -> None:
    class Breaking(Stepped):
        def _wait(self, number: int) -> None:
            raise RefereeError("the disk is full")

    table = scripted_table(tmp_path / "log", sound=Breaking())
    async with playing(table) as (app, pilot):
        await until(pilot, lambda: app.fault is not None)
    assert str(app.fault) == "the disk is full"


async def test_six_players_fit_side_by_side(tmp_path: Path) -> None:
    names = ("Ann", "Ben", "Cid", "Dora the Explorer", "Eve", "Fay")
    table = scripted_table(tmp_path / "log", players=names)
    async with playing(table) as (app, pilot):
        heard(table, 300)
        await until(pilot, lambda: app.ready)
        cards = app.table.query(Card)
        assert cards.last().region.right <= 80
        assert min(card.query_one(Digits).region.width for card in cards) >= 9
        assert list(scores(table.state)) == list(names)
