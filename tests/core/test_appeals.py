"""How many appeals a player has: spent by what overturns nothing, for ever, and never by the table."""

from dataclasses import replace

from assistant.core import referee
from assistant.core.appeals import appeals_left
from assistant.core.fold import MatchSetup
from assistant.core.games.base import Table
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.registry import GAMES
from assistant.core.observations import Amendment, Call, Command, CommandName, Verdict
from assistant.core.output import step_lines
from assistant.core.wording import explain, render
from assistant.core.wording.meant import meant
from tests.core.observed import grab
from tests.core.tiny_game import TINY, TinyRules

BRAINS = Call("Ann", "grave-feast.brains", Verdict.EXACT, "brains", 1000, 1590)
WRONG = replace(BRAINS, verdict=Verdict.INEXACT)
PLAYERS = ("Ann", "Ben", "Cid")


def match(allowed: int | None = 2) -> MatchSetup[object, object]:
    return MatchSetup(GAMES["grave-feast"], Table(PLAYERS), GraveFeastRules(appeals_per_player=allowed))


def judged(*amendments: Amendment | Command, allowed: int | None = 2) -> referee.RefereeState[object, object]:
    *_, last = referee.fold(match(allowed), [BRAINS, *amendments])
    return last.state


def codes(state: referee.RefereeState[object, object]) -> list[str]:
    return [each.ruling.code for each in state.changes]


def test_what_overturns_nothing_is_spent_and_the_next_one_is_refused() -> None:
    same = [Amendment(at_ms, 1, BRAINS, player="Ben") for at_ms in (5000, 6000, 7000)]
    state = judged(*same[:1])
    assert (appeals_left(state, "Ben"), appeals_left(state, "Ann"), appeals_left(state, None)) == (1, 2, None)
    refused = judged(*same)
    assert codes(refused) == ["appeal/upheld", "appeal/upheld", "appeal/none-left"]
    assert refused.changes[-1].ruling.data == (("limit", 2),)
    assert appeals_left(refused, "Ben") == 0


def test_a_refused_appeal_changes_nothing() -> None:
    state = judged(Amendment(5000, 1, WRONG, player="Ben"), allowed=0)
    assert codes(state) == ["appeal/none-left"]
    assert [each.ruling.code for each in state.standing] == ["eater/feeding"]


def test_what_overturns_is_given_back() -> None:
    state = judged(Amendment(5000, 1, WRONG, player="Ben"))
    assert codes(state) == ["appeal/overturned"]
    assert appeals_left(state, "Ben") == 2


def test_one_appeal_about_two_calls_counts_once_and_not_at_all_if_one_of_them_falls() -> None:
    upheld = [Amendment(5000, 1, BRAINS, player="Ben"), Amendment(5000, 1, BRAINS, player="Ben", too_close=True)]
    assert appeals_left(judged(*upheld), "Ben") == 1
    assert codes(judged(*upheld)) == ["appeal/upheld", "appeal/too-close"]
    assert appeals_left(judged(*upheld, Amendment(5000, 1, WRONG, player="Ben")), "Ben") == 2
    assert codes(judged(*upheld, allowed=1)) == ["appeal/upheld", "appeal/too-close"]


def test_the_table_and_a_house_without_limit_may_go_on() -> None:
    many = [Amendment(at_ms, 1, BRAINS) for at_ms in range(5000, 10_000, 1000)]
    assert codes(judged(*many)) == ["appeal/upheld"] * 5
    named = [replace(each, player="Ben") for each in many]
    assert codes(judged(*named, allowed=None)) == ["appeal/upheld"] * 5


def test_an_appeal_is_about_the_latest_ruling_that_rests_on_calls_or_the_one_that_is_named() -> None:
    other = replace(BRAINS, player="Ben", phrase="grave-feast.seduce", heard="seduce", start_ms=2000, end_ms=2600)
    ask = Command(5000, CommandName.APPEAL, "Cid")
    *_, last = referee.fold(match(), [BRAINS, other, Command(4000, CommandName.SCORE), ask])
    steal = next(each.ruling for each in last.state.standing if each.ruling.code == "steal/made")
    (asked,) = last.rulings
    assert (asked.code, asked.player, asked.calls) == ("appeal/asked", "Cid", steal.calls)
    assert asked.data == (("of", steal.id),)
    assert appeals_left(last.state, "Cid") == 2
    first = referee.step(last.state, replace(ask, target=2)).rulings[-1]
    assert (first.code, first.calls) == ("appeal/asked", (1,))
    assert referee.step(last.state, replace(ask, target=99)).rulings[-1].code == "appeal/nothing"


def test_an_appeal_about_nothing_or_without_any_left_is_answered() -> None:
    ask = Command(5000, CommandName.APPEAL, "Ben")
    assert [each.code for step in referee.fold(match(), [ask]) for each in step.rulings] == ["appeal/nothing"]
    assert codes(judged(ask, allowed=0)) == ["appeal/none-left"]


def test_a_game_without_that_house_rule_has_no_limit() -> None:
    *_, last = referee.fold(MatchSetup(TINY, Table(PLAYERS), TinyRules()), [grab("Ann", 1000)])
    assert appeals_left(last.state, "Ben") is None


SEDUCE = replace(BRAINS, player="Ben", phrase="grave-feast.seduce", heard="seduce", start_ms=2000, end_ms=2600)


def told(*observations: Call | Amendment | Command) -> list[str]:
    """Return what is said of appeals and of questions about them."""
    said = []
    for step in referee.fold(match(), observations):
        said += [render(meant(each, step.state)) for each in step.rulings if each.code.startswith(("appeal", "say"))]
    return said


def test_each_outcome_of_an_appeal_about_two_calls_says_whose_it_is() -> None:
    doubted = replace(SEDUCE, verdict=Verdict.UNSURE)
    assert told(BRAINS, SEDUCE, Amendment(5000, 1, BRAINS, player="Cid"), Amendment(5000, 3, SEDUCE, player="Cid")) == [
        "Upheld: Ann's call stays exact.",
        "Upheld: Ben's call stays exact.",
    ]
    assert told(BRAINS, SEDUCE, Amendment(5000, 1, WRONG), Amendment(5000, 3, doubted, too_close=True)) == [
        "Overturned: Ann's call is now inexact.",
        "Too close: Ben's call counts as unsure.",
    ]


def test_the_call_of_nobody_knows_whom_is_told_by_its_words() -> None:
    shout = replace(SEDUCE, player=None, verdict=Verdict.UNSURE)
    assert told(shout, Amendment(5000, 1, shout)) == ["Upheld: “seduce” stays unsure."]


def test_a_call_that_the_table_gave_to_another_player_is_that_players_from_then_on() -> None:
    bens = replace(BRAINS, player="Ben")
    assert told(BRAINS, Amendment(5000, 1, bens), Amendment(6000, 1, bens)) == [
        "Overturned: Ben's call is now exact.",
        "Upheld: Ben's call stays exact.",
    ]


def test_an_outcome_said_again_is_about_the_same_call_and_why_tells_its_words() -> None:
    again = Command(7000, CommandName.SAY_AGAIN, target=4)
    *_, last = referee.fold(
        match(), [BRAINS, Amendment(5000, 1, BRAINS, "both heard it"), Amendment(6000, 1, WRONG), again]
    )
    *_, repeated = last.rulings
    assert render(meant(repeated, last.state)) == "Upheld: Ann's call stays exact."
    assert explain(meant(repeated, last.state)).endswith(
        "Heard again, the call “brains” of Ann is still exact: both heard it."
    )


def test_what_an_outcome_is_about_is_told_and_not_kept() -> None:
    *_, before, last = referee.fold(match(), [BRAINS, Amendment(5000, 1, BRAINS)])
    (upheld,) = last.rulings
    assert meant(before.rulings[0], last.state) is before.rulings[0]
    assert "whose" not in dict(upheld.data)
    (line,) = step_lines(before.state, last, render)
    assert line["text"] == "Upheld: Ann's call stays exact."
    assert line["data"] == dict(upheld.data)
    assert render(upheld) == "Upheld: it stays exact."
