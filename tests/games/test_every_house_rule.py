"""Every house rule does something: each value gives a scene rulings of its own; a key that nobody reads is red.

The scenes are worked out from the rulebooks; what a value stands for is told in docs/house-rules.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from assistant.app import book_for
from assistant.core import referee
from assistant.core.games.base import Table
from assistant.core.games.registry import GAMES
from assistant.core.house_rules import Setting, from_mapping
from assistant.core.house_rules import settings as declared
from assistant.core.observations import Amendment, Call, Verdict
from assistant.core.rulings import Ruling
from assistant.script_source import read_script

THREE, TWO = ("Ann", "Ben", "Cid"), ("Ann", "Ben")


@dataclass(frozen=True)
class Scene:
    """A scene in which a house rule matters."""

    script: str
    """What is said and told."""
    rulings: Mapping[object, str]
    """By value: the codes of all rulings, in order, each with the values of `show` behind it; acknowledgements are
    left out."""
    show: tuple[str, ...] = ()
    """Values of the rulings that are compared, too; "player" for whom they are about."""
    also: Mapping[str, object] = field(default_factory=dict)
    """Other house rules of the scene."""
    players: tuple[str, ...] = THREE
    """Who plays."""
    appeal: bool = False
    """Whether Ann appeals, instead of a script."""


CLAIM = "0.6-1.0 Ann: Brains!\n1.2-2.0 Ann: 5 to the graveyard\n"
FED = "0.6-1.0 Ann: Brains!\n"
CHRIST = "2.0-3.0 Ben: The power of Christ compels you!\n"

GRAVE_FEAST: Mapping[str, Scene] = {
    "race.tie_band_ms": Scene(
        f"{CLAIM}1.5-2.04 Ben: Seduce\n",
        {
            None: "eater/feeding race/too-close",
            30: "eater/feeding claim/stands steal/blocked claim/scored",
        },
    ),
    "race.reference": Scene(
        f"{CLAIM}1.7-2.3 Ben: Seduce\n",
        {
            "end_vs_end": "eater/feeding claim/stands steal/blocked claim/scored",
            "start_vs_end": "eater/feeding steal/made claim/void",
        },
    ),
    "race.tie": Scene(
        f"{CLAIM}1.5-2.04 Ben: Seduce\n",
        {
            "redo": "eater/feeding race/too-close:redo",
            "defender": "eater/feeding race/too-close:defender claim/stands claim/scored",
            "attacker": "eater/feeding race/too-close:attacker steal/made",
            "coin": "eater/feeding race/too-close:coin-attacker steal/made",
        },
        ("decision",),
    ),
    "gf.tracking": Scene(FED, {"calls": "eater/feeding", "board": "eater/no-family"}),
    "gf.mash_needs_word": Scene(
        "1.0 > ann stores a zombie\n3.0-3.6 Ben: I call it!\n",
        {False: "challenge/rejected", True: "eater/silent eater/lost"},
    ),
    "gf.eater_word_enforcement": Scene(
        "0.5-1.0 Ann: Brain!\n3.0-3.6 Ben: I call it!\n",
        {
            "on_challenge": "eater/inexact eater/lost",
            "auto": "eater/lost challenge/rejected",
            "advisory": "eater/inexact challenge/rejected",
        },
    ),
    "gf.challenge_window_s": Scene(
        "1.0 > ann attaches a zombie\n3.0-3.6 Ben: I call it!\n",
        {5.0: "eater/silent eater/lost", 1.0: "eater/silent eater/stands challenge/rejected"},
    ),
    "gf.creepy": Scene(
        f"{FED}2.0 Ben ! challenge\n3.0 > ann was not creepy\n",
        {
            "off": "eater/feeding challenge/rejected challenge/rejected",
            "advisory": "eater/feeding creepy/remark creepy/remark",
            "on_challenge_vote": "eater/feeding creepy/vote eater/lost",
        },
    ),
    "gf.count_must_match": Scene(
        f"{FED}1.5 > ann has five\n2.0-3.0 Ann: 4 to the graveyard\n",
        {True: "eater/feeding claim/miscounted", False: "eater/feeding claim/stands claim/scored"},
    ),
    "gf.announce_required": Scene(
        f"{FED}3.0 > ann scoops three\n",
        {True: "eater/feeding fact/refused", False: "eater/feeding claim/stands claim/scored"},
    ),
    "gf.preacher_window_s": Scene(
        f"{CLAIM}3.0-4.0 Ben: The power of Christ compels you!\n",
        {
            5.0: "eater/feeding claim/stands preach/played preach/destroyed",
            1.0: "eater/feeding claim/stands claim/scored preach/no-target",
        },
    ),
    "gf.reply_window_s": Scene(
        f"{FED}{CHRIST}4.5-5.5 Ann: The power of evil compels you, rats!\n",
        {
            5.0: "eater/feeding preach/played preach/negated preach/survived",
            1.0: "eater/feeding preach/played preach/destroyed evil/no-target",
        },
    ),
    "gf.evil_tail": Scene(
        f"{FED}{CHRIST}3.5-4.5 Ann: The power of evil compels you, rats!\n"
        "5.0-6.0 Ben: The power of Christ compels you!\n6.5-7.5 Ann: The power of evil compels you, devil!\n",
        {
            "either": "eater/feeding preach/played preach/negated preach/played preach/negated preach/survived",
            "swear": "eater/feeding preach/played preach/negated preach/played evil/asked evil/unanswered "
            "preach/destroyed",
            "evil_synonym": "eater/feeding preach/played evil/asked preach/waits preach/negated evil/unanswered "
            "preach/survived",
        },
    ),
    "gf.evil_words": Scene(
        f"{FED}{CHRIST}3.5-4.5 Ann: The power of evil compels you, damn!\n"
        "5.0-6.0 Ben: The power of Christ compels you!\n6.5-7.5 Ann: The power of evil compels you, shit!\n",
        {
            "family": "eater/feeding preach/played evil/asked preach/waits evil/lost evil/unanswered preach/destroyed",
            "mild": "eater/feeding preach/played preach/negated preach/played evil/asked evil/unanswered "
            "preach/destroyed",
            "full": "eater/feeding preach/played preach/negated preach/played preach/negated preach/survived",
        },
    ),
    "gf.evil_unknown": Scene(
        f"{FED}{CHRIST}3.5-4.5 Ann: The power of evil compels you, banana!\n",
        {
            "ask": "eater/feeding preach/played evil/asked evil/unanswered preach/destroyed",
            "reject": "eater/feeding preach/played evil/lost preach/destroyed",
        },
    ),
    "gf.blocked_card": Scene(
        f"{CLAIM}1.7-2.3 Ben: Seduce\n",
        {
            "discard": "eater/feeding claim/stands steal/blocked:discard claim/scored",
            "return": "eater/feeding claim/stands steal/blocked:return claim/scored",
        },
        ("card",),
    ),
    "gf.target_score": Scene(
        CLAIM,
        {9: "eater/feeding claim/stands claim/scored", 5: "eater/feeding claim/stands claim/scored game/won"},
    ),
    "gf.set_games": Scene(
        "".join(f"{at}.0-{at}.9 Ann: Nine to the graveyard!\n" for at in (1, 11, 21)),
        {
            1: "claim/stands claim/scored game/won match/over match/over",
            3: "claim/stands claim/scored game/won claim/stands claim/scored game/won set/won match/over",
            5: "claim/stands claim/scored game/won claim/stands claim/scored game/won claim/stands claim/scored "
            "game/won set/won",
        },
    ),
    "gf.combo_window_s": Scene(
        "1.0 > ann places the devil wife\n3.0-4.0 Ben: The power of Christ compels you!\n"
        "7.0-8.0 Cid: The power of Christ compels you!\n",
        {
            10.0: "wife/placed combo/begun coin/tossed wife/died",
            2.0: "wife/placed combo/begun combo/lapsed combo/begun combo/lapsed",
        },
    ),
    "gf.exorcist_split": Scene(
        "1.0 > ben lays brains 3 4 5\n2.0 > ann plays the exorcist\n3.0 > ben lays brains 4\n",
        {"units": "exorcist/played", "discard": "exorcist/played fact/refused"},
    ),
    "gf.devilwife_preacher": Scene(
        "1.0 > ann places the devil wife\n2.0 > ann lures a preacher from the hand of ben\n",
        {
            "dies": "wife/placed wife/lures wife/died",
            "coin": "wife/placed wife/lures coin/tossed wife/died",
        },
    ),
    "rares.utterance": Scene(
        "1.0 > ann places the devil wife\n2.0 Ann > ann places the devil wife\n",
        {"none": "wife/placed wife/placed", "announce": "fact/refused wife/placed"},
    ),
}

HORDE: Mapping[str, object] = {"zb.mode": "horde"}
BRAINS_BOARD: Mapping[str, object] = {"zb.tracking": "board"}
BUST = "2.0-3.0 Ben: More brains!\n4.0 > head shot\n"

NEED_MORE_BRAINS: Mapping[str, Scene] = {
    "zb.mode": Scene("", {"basic": "turn/begins", "horde": "round/begins", "solo": "solo/round"}),
    "zb.tracking": Scene(
        "2.0-3.0 Ben: More brains!\n",
        {"calls": "turn/begins decision/more", "board": "turn/begins decision/card-first"},
    ),
    "zb.target_score": Scene(
        "1.0 > two brains\n2.0-3.0 Ben: No more brains!\n",
        {
            30: "turn/begins card/brains bank/made turn/begins",
            2: "turn/begins card/brains bank/made final/begins turn/begins",
        },
    ),
    "zb.first_card_forced": Scene(
        "2.0-3.0 Ben: More brains!\n",
        {True: "turn/begins decision/card-first", False: "turn/begins decision/more"},
        also=BRAINS_BOARD,
    ),
    "zb.horde_order": Scene(
        "1.0 > the row is cid ben ann\n",
        {
            "score": "round/begins:Ann horde/row:None round/begins:Cid",
            "clockwise": "round/begins:Ann horde/row:None round/begins:Ann",
        },
        ("player",),
        HORDE,
    ),
    "zb.first_row": Scene(
        "",
        {"table": "round/begins:Ann, Ben, Cid", "shuffle": "round/begins:Ann, Cid, Ben"},
        ("row",),
        HORDE,
    ),
    "zb.double_on_double": Scene(
        "1.0 > double rampage\n2.0-3.0 Ben: More brains!\n4.0 > double rampage\n5.0-6.0 Ben: More brains!\n"
        "7.0 > one brain\n8.0-9.0 Ben: More brains!\n10.0 > one brain\n11.0-12.0 Ben: No more brains!\n",
        {
            "x4_next": "turn/begins card/double decision/more card/double decision/more card/brains:4 decision/more "
            "card/brains:1 bank/made:5 turn/begins",
            "next_two": "turn/begins card/double decision/more card/double decision/more card/brains:2 decision/more "
            "card/brains:2 bank/made:4 turn/begins",
            "no_effect": "turn/begins card/double decision/more card/double decision/more card/brains:2 decision/more "
            "card/brains:1 bank/made:3 turn/begins",
        },
        ("points",),
    ),
    "zb.chase_in_chase": Scene(
        "1.0 > chase humans\n2.0-3.0 Ben: More brains!\n4.0 > chase humans\n5.0 > one brain\n"
        "6.0-7.0 Ben: No more brains!\n",
        {
            "add": "turn/begins card/chase decision/more card/chase card/brains decision/card-first",
            "wait": "turn/begins card/chase decision/more card/chase card/brains bank/made turn/begins",
        },
        also=BRAINS_BOARD,
    ),
    "zb.pity_tie": Scene(
        "1.0 > head shot\n5.0 > head shot\n",
        {
            "all": "turn/begins bullets/out turn/begins bullets/out pity/given pity/given turn/begins",
            "none": "turn/begins bullets/out turn/begins bullets/out turn/begins",
        },
        players=TWO,
    ),
    "zb.pity_can_trigger_end": Scene(
        "1.0 > head shot\n5.0 > head shot\n",
        {
            False: "turn/begins bullets/out turn/begins bullets/out turn/begins",
            True: "turn/begins bullets/out turn/begins bullets/out pity/given pity/given final/begins match/won",
        },
        also={"zb.target_score": 1},
        players=TWO,
    ),
    "zb.pity_final": Scene(
        "1.0 > two brains\n2.0-3.0 Ben: No more brains!\n5.0 > head shot\n9.0 > head shot\n",
        {
            False: "turn/begins card/brains bank/made final/begins turn/begins bullets/out turn/begins bullets/out "
            "match/won",
            True: "turn/begins card/brains bank/made final/begins turn/begins bullets/out turn/begins bullets/out "
            "pity/given pity/given match/won",
        },
        also={"zb.target_score": 2},
    ),
    "zb.solo_20": Scene(
        "0.5 > ann has twenty\n" + "".join(f"{at}.0 > head shot\n" for at in range(1, 7)),
        {
            "winner": f"solo/round score/set {'bullets/out solo/round ' * 2}bullets/out solo/shuffle solo/round "
            f"{'bullets/out solo/round ' * 2}bullets/out solo/ended:winner",
            "fun": f"solo/round score/set {'bullets/out solo/round ' * 2}bullets/out solo/shuffle solo/round "
            f"{'bullets/out solo/round ' * 2}bullets/out solo/ended:fun",
        },
        ("title",),
        {"zb.mode": "solo"},
        ("Ann",),
    ),
    "zb.prompt_s": Scene(
        "1.0 > one brain\n6.0 .\n",
        {8.0: "turn/begins card/brains", 4.0: "turn/begins card/brains decision/ask"},
    ),
    "zb.timeout": Scene(
        "1.0 > one brain\n20.0 .\n",
        {
            "ask": "turn/begins card/brains decision/ask decision/ask",
            "stop": "turn/begins card/brains decision/ask decision/timeout bank/made turn/begins",
        },
    ),
    "zb.card_input": Scene(
        "1.0 > one brain\n2.0-3.0 Ben: More brains!\n12.0 .\n",
        {
            "voice": "turn/begins card/brains decision/more card/ask:voice",
            "key": "turn/begins card/brains decision/more card/ask:key",
        },
        ("how",),
        BRAINS_BOARD,
    ),
}

STOPPED = "1.0-1.5 Ann: Go!\n60.0-60.4 Ben: Stop!\n"

HOUSE_BLITZ: Mapping[str, Scene] = {
    "race.tie_band_ms": Scene(
        f"{STOPPED}60.02-60.44 Cid: Stop!\n",
        {None: "round/live round/frozen stop/together", 30: "round/live round/frozen stop/late"},
    ),
    "hb.tracking": Scene(
        f"{STOPPED}70.0-70.5 Ann: Go!\n",
        {
            "calls": "round/live round/frozen score/missing score/missing round/live",
            "board": "round/live round/frozen round/unscored",
        },
        players=TWO,
    ),
    "hb.target_score": Scene(
        f"{STOPPED}70.0 > ann saved two zero in house zero dead\n71.0 > ben saved one zero in house zero dead\n",
        {
            66: "round/live round/frozen score/round score/round",
            4: "round/live round/frozen score/round score/round match/won",
        },
        players=TWO,
    ),
    "hb.countdown_s": Scene(
        "1.0 > everybody is ready\n9.0 .\n",
        {3: "round/countdown round/countdown round/countdown round/live", 0: "round/live"},
    ),
    "hb.false_stop": Scene(
        f"{STOPPED}65.0 > false stop\n90.0-90.4 Ann: Stop!\n",
        {
            "resume": "round/live round/frozen stop/false:0 round/frozen",
            "-2": "round/live round/frozen stop/false:-2 round/frozen",
            "round_void": "round/live round/frozen stop/false:0 stop/idle",
        },
        ("total",),
    ),
    "hb.stop_words": Scene(
        "1.0-1.5 Ann: Go!\n20.0-20.4 Ben: Freeze!\n60.0-60.4 Ben: Stop!\n",
        {("stop",): "round/live round/frozen", ("freeze", "stop"): "round/live round/frozen stop/late"},
    ),
    "hb.stop_lead_s": Scene(
        "1.0-1.5 Ann: Go!\n30.0-31.0 Ben: Go! Stop!\n",
        {0.3: "round/live round/already stop/not-alone", 0.0: "round/live round/already round/frozen"},
    ),
}

REVEALED = "1.0 > ann reveals level two attrition one\n"
TURN = "{at}.0 > {who} reveals level one attrition one\n{at}.1 > {other} adds nothing\n{at}.2-{at}.5 {who}: Fight!\n"
TURN += "{at}.6 > fight is one\n{at}.7 > scavenging is done\n{at}.8 > drawing is done\n"
TURNS = "".join(TURN.format(at=10 + 10 * turn, who=TWO[turn % 2], other=TWO[(turn + 1) % 2]) for turn in range(15))

IN_CAHOOTS: Mapping[str, Scene] = {
    "ez.tracking": Scene("1.0-1.5 Ann: Fight!\n", {"calls": "choice/made", "board": "step/refused"}, players=TWO),
    "ez.zombie_set": Scene(
        TURNS,
        {
            False: f"{'zombie/revealed choice/made fight/won ' * 15}match/both-win",
            True: "zombie/revealed choice/made fight/won " * 15,
        },
        also={"ez.tracking": "board"},
        players=TWO,
    ),
    "ez.choice_words": Scene(
        f"{REVEALED}2.0-2.5 Ann: Stand!\n3.0-3.5 Ann: Flee!\n",
        {("fight", "flee"): "zombie/revealed choice/made:flee", ("stand", "run"): "zombie/revealed choice/made:fight"},
        ("choice",),
        players=TWO,
    ),
    "ez.choice_binding": Scene(
        f"{REVEALED}2.0-2.5 Ann: Fight!\n3.0-3.5 Ann: Flee!\n",
        {
            "after_echo_2s": "zombie/revealed choice/made choice/changed",
            "first": "zombie/revealed choice/made choice/bound",
        },
        players=TWO,
    ),
    "ez.fight_spent": Scene(
        "1.0 > ann reveals level four attrition two with reveal sign\n1.5 > ann reveals level two attrition one\n"
        "2.0-2.5 Ann: Fight!\n5.0 > fight is five\n",
        {
            True: "zombie/revealed zombie/revealed choice/made fight/lost",
            False: "zombie/revealed zombie/revealed choice/made fight/won",
        },
        players=TWO,
    ),
    "ez.scavenge": Scene(
        f"{REVEALED}2.0-2.5 Ann: Fight!\n5.0 > fight is three\n6.0 > ann scavenges find two\n",
        {
            "at_most": "zombie/revealed choice/made fight/won scavenge/taken",
            "equal": "zombie/revealed choice/made fight/won fact/refused",
        },
        players=TWO,
    ),
    "ez.flee_success": Scene(
        "1.0 > ann reveals level four attrition two with reveal sign\n1.5 > ann reveals level two attrition one\n"
        "2.0-2.5 Ann: Flee!\n5.0 > flee is five\n6.0 > scavenging is done\n7.0 > ann loses two\n",
        {
            "dissipate_oldest": "zombie/revealed:1 zombie/revealed:0 choice/made flee/escaped attrition/paid:0 "
            "horde/dissipated:1",
            "clear": "zombie/revealed:1 zombie/revealed:0 choice/made flee/escaped attrition/paid:0 horde/dissipated:0",
        },
        ("left",),
        players=TWO,
    ),
    "ez.reshuffle_counts": Scene(
        f"0.5 > the zombies are reshuffled\n{REVEALED}",
        {
            "at_once": "zombie/reshuffled zombie/revealed:1",
            "next_turn": "zombie/reshuffled zombie/revealed:0",
        },
        ("left",),
        players=TWO,
    ),
}


def exactness(
    exact: str, call: str, near: str, fillers: tuple[str, str, str], form: str, **more: object
) -> dict[str, Scene]:
    """Return the scenes of the house rules of every game about how exactly a call must be said.

    Args:
        exact: what is ruled about an exact call.
        call: the words of the call with the moment before it, as `0.5-1.5 Ann: {words}`.
        near: what is ruled about an inexact one.
        fillers: the words with a filler before, within, and begun twice.
        form: the words in another form.
        more: further fields of the scenes.
    """
    leading, inner, restart = fillers

    def scene(words: str, lenient: object, strict: object) -> Scene:
        return Scene(call.format(words=words), {lenient: exact, strict: near}, **more)  # type: ignore[arg-type]

    return {
        "exact.leading_filler": scene(leading, "allow", "reject"),
        "exact.inner_filler": scene(inner, "allow", "reject"),
        "exact.restart": scene(restart, "allow", "reject"),
        "exact.morphology": scene(form, "lenient", "strict"),
    }


SCENES: Mapping[str, Mapping[str, Scene]] = {
    "grave-feast": {
        **exactness(
            "claim/stands claim/scored",
            "0.5-2.5 Ann: {words}\n",
            "claim/inexact",
            ("oh, five to the graveyard", "five to the uh graveyard", "five to, five to the graveyard"),
            "five to the graveyards",
        ),
        **GRAVE_FEAST,
    },
    "need-more-brains": {
        **exactness(
            "turn/begins decision/more",
            "0.5-2.5 Ben: {words}\n",
            "turn/begins call/inexact",
            ("oh, more brains", "more uh brains", "more, more brains"),
            "more brain",
        ),
        **NEED_MORE_BRAINS,
    },
    "house-blitz": {
        **exactness(
            "round/live round/frozen",
            "1.0-1.5 Ann: Go!\n30.0-32.0 Ben: {words}\n",
            "round/live call/inexact",
            ("oh, stop everybody", "stop uh everybody", "stop, stop everybody"),
            "",
            also={"hb.stop_words": ["stop everybody"]},
        ),
        "exact.morphology": Scene(
            "1.0-1.5 Ann: Go!\n30.0-30.5 Ben: Stopped!\n",
            {"lenient": "round/live round/frozen", "strict": "round/live call/inexact"},
        ),
        **HOUSE_BLITZ,
    },
    "in-cahoots": {
        **exactness(
            "choice/made",
            "0.5-2.5 Ann: {words}\n",
            "call/inexact",
            ("oh, I fight", "I uh fight", "I, I fight"),
            "Fights",
            players=TWO,
        ),
        **IN_CAHOOTS,
    },
}
APPEALS = Scene("", {2: "appeal/overturned", 0: "appeal/none-left"}, appeal=True)
UNTOLD = ("board/noted", "step/next", "player/ready", "call/unclear")
"""Acknowledgements, which say nothing of a rule."""
EVERY_KEY = [(game, setting) for game in SCENES for setting in declared(GAMES[game].rules_type)]


def judged(game: str, key: str, value: object, scene: Scene, folder: Path) -> str:
    """Return the codes of a scene's rulings under one value of a house rule."""
    rules = from_mapping(
        GAMES[game].rules_type, {**scene.also, key: list(value) if isinstance(value, tuple) else value}
    )
    match = referee.MatchSetup(GAMES[game], Table(scene.players, 5), rules)
    path = folder / "scene.script"
    path.write_text(f"0.0 .\n{scene.script}", encoding="utf-8")
    if scene.appeal:
        return appealed(match)
    heard = read_script(path, book_for(match), scene.players)
    rulings = [ruling for step in referee.fold(match, heard) for ruling in step.rulings]
    return " ".join(shown(ruling, scene.show) for ruling in rulings if ruling.code not in UNTOLD)


def shown(ruling: Ruling, names: tuple[str, ...]) -> str:
    """Return a ruling's code with those of its values that a scene compares."""
    values = {**dict(ruling.data), "player": ruling.player}
    return ":".join([ruling.code, *(str(values[name]) for name in names if name in values)])


def appealed(match: "referee.MatchSetup[Any, Any]") -> str:
    """Return how Ann's appeal ends, by which a call of hers that was not heard well was inexact."""
    call = Call("Ann", book_for(match).phrases[0].id, Verdict.UNSURE, "", 500, 1000)
    heard = referee.step(referee.start(match), call)
    judged_anew = Amendment(2000, heard.numbered.id, replace(call, verdict=Verdict.INEXACT), player="Ann")
    rulings = referee.step(heard.state, judged_anew).rulings
    return next(ruling.code for ruling in rulings if ruling.code.startswith("appeal/"))


def scene_of(game: str, key: str) -> Scene | None:
    return APPEALS if key == "appeals.per_player" else SCENES[game].get(key)


@pytest.mark.parametrize(("game", "setting"), EVERY_KEY, ids=[f"{game}-{setting.key}" for game, setting in EVERY_KEY])
def test_every_value_of_a_house_rule_gives_rulings_of_its_own(game: str, setting: Setting, tmp_path: Path) -> None:
    scene = scene_of(game, setting.key)
    assert scene is not None, f"no scene shows what {setting.key} does: it may be read by nobody"
    assert setting.default in scene.rulings
    assert len(scene.rulings) > 1
    every = setting.choices or ((True, False) if setting.hint is bool else ())
    assert set(every) <= set(scene.rulings)
    found = {value: judged(game, setting.key, value, scene, tmp_path) for value in scene.rulings}
    assert found == {value: rulings.strip() for value, rulings in scene.rulings.items()}
    assert len(set(found.values())) == len(found)


def test_no_scene_is_left_of_a_house_rule_that_is_gone() -> None:
    for game, scenes in SCENES.items():
        assert set(scenes) <= {setting.key for setting in declared(GAMES[game].rules_type)}
