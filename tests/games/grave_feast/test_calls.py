"""Feeding, challenges, announcements, scores, sets, and players whom nobody knows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assistant.core.games.grave_feast import GRAVE_FEAST
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.observations import CommandName, End, Observation, Tick, Verdict, WordDiff
from tests.games.grave_feast.said import TABLE, call, command, fact, inexact, judge

END = End(600_000)
BRAIN = WordDiff(changed=(("brains", "brain"),))
GRAVE = WordDiff(changed=(("graveyard", "grave"),))


def trip(player: str, at_ms: int, n: int) -> tuple[Observation, ...]:
    return call(player, "brains", at_ms), call(player, "graveyard", at_ms + 1000, n)


def test_the_scoring_example_gf_12() -> None:
    judged = judge(*trip("Ann", 1000, 3), END)
    assert judged.codes == ["eater/feeding", "claim/stands", "claim/scored"]
    assert judged.data("claim/scored") == {"count": 3, "left": 6, "total": 3}


@pytest.mark.parametrize("wrong", [GRAVE, WordDiff(missing=("graveyard",)), WordDiff(missing=("<number>",))])
def test_a_wrong_announcement_blocks_nobody_and_costs_nothing_gf_06_gf_07(wrong: WordDiff) -> None:
    judged = judge(
        call("Ann", "brains", 500), inexact("Ann", "graveyard", 1500, wrong), call("Ben", "seduce", 2000), END
    )
    assert judged.lines[1:] == [("claim/inexact", "Ann", 1500), ("steal/made", "Ben", 2000)]
    unfed = judge(inexact("Ann", "graveyard", 1500, wrong), call("Ben", "seduce", 2000), END)
    assert unfed.codes == ["claim/inexact", "steal/made"]


def test_a_wrong_announcement_may_be_repeated() -> None:
    judged = judge(
        *trip("Ann", 1000, 3)[:1], inexact("Ann", "graveyard", 2000, GRAVE), call("Ann", "graveyard", 3000, 3), END
    )
    assert judged.codes[1:] == ["claim/inexact", "claim/stands", "claim/scored"]
    assert judged.scores["Ann"] == 3


def test_an_announcement_that_stands_is_not_counted_twice() -> None:
    judged = judge(*trip("Ann", 1000, 3), call("Ann", "graveyard", 3000, 3), END)
    assert judged.codes[2:] == ["claim/repeated", "claim/scored"]
    assert judged.scores["Ann"] == 3


def test_a_known_size_must_be_announced_unless_the_table_does_not_mind() -> None:
    stream = (call("Ann", "brains", 1000), fact(1500, "has", player="Ann", size=4), call("Ann", "graveyard", 2000, 5))
    assert judge(*stream, END).codes[-1] == "claim/miscounted"
    lenient = judge(*stream, END, rules=GraveFeastRules(count_must_match=False))
    assert lenient.codes[-1] == "claim/scored"
    assert lenient.scores["Ann"] == 4


def test_a_wrong_eaters_word_stands_until_called_gf_17() -> None:
    said = inexact("Ann", "brains", 1000, BRAIN, "brain")
    assert judge(said, END).codes == ["eater/inexact", "eater/stands"]
    called = judge(said, command(3000, CommandName.CHALLENGE, "Ben"), END)
    assert called.lines == [("eater/inexact", "Ann", 1000), ("eater/lost", "Ann", 3000)]
    assert called.data("eater/lost")["challenger"] == "Ben"
    late = judge(said, command(6000, CommandName.CHALLENGE, "Ben"), END)
    assert late.codes == ["eater/inexact", "eater/stands", "challenge/rejected"]
    own = judge(said, command(3000, CommandName.CHALLENGE, "Ann"), Tick(4000))
    assert own.codes == ["eater/inexact", "challenge/rejected"]


def test_a_wrong_eaters_word_may_be_said_right_before_it_is_called() -> None:
    said = inexact("Ann", "brains", 1000, BRAIN, "brain")
    judged = judge(said, call("Ann", "brains", 2000), command(3000, CommandName.CHALLENGE, "Ben"), END)
    assert judged.codes == ["eater/inexact", "eater/feeding", "challenge/rejected"]


@pytest.mark.parametrize(("how", "codes"), [("auto", ["eater/lost"]), ("advisory", ["eater/inexact"])])
def test_house_rules_say_who_takes_an_eater_away(how: str, codes: list[str]) -> None:
    rules = GraveFeastRules(eater_word_enforcement=how)  # type: ignore[arg-type]
    judged = judge(inexact("Ann", "brains", 1000, BRAIN, "brain"), END, rules=rules)
    assert judged.codes == codes


def test_an_announcement_falls_with_its_eater() -> None:
    judged = judge(call("Ann", "graveyard", 1000), command(2000, CommandName.CHALLENGE, "Ben"), END)
    assert judged.codes == ["claim/stands", "eater/lost", "claim/no-eater"]
    assert judged.scores["Ann"] == 0


def test_the_table_votes_on_creepiness_only_where_it_wants_to() -> None:
    stream = (call("Ann", "brains", 1000), command(2000, CommandName.CHALLENGE, "Ben"))
    assert judge(*stream, END).codes == ["eater/feeding", "challenge/rejected"]
    rules = GraveFeastRules(creepy="on_challenge_vote")
    assert judge(*stream, END, rules=rules).codes == ["eater/feeding", "creepy/vote", "eater/stands"]
    dull = judge(*stream, fact(4000, "dull", player="Ann"), END, rules=rules)
    assert dull.codes == ["eater/feeding", "creepy/vote", "eater/lost"]


def test_a_game_to_nine_and_a_set_of_three() -> None:
    games = [*trip("Ann", 1000, 5), *trip("Ann", 11_000, 4), *trip("Ben", 21_000, 9), *trip("Ann", 31_000, 9)]
    judged = judge(*games, END, rules=GraveFeastRules(set_games=3))
    won = [(ruling.code, ruling.player) for ruling in judged.rulings if ruling.code.endswith("won")]
    assert won == [("game/won", "Ann"), ("game/won", "Ben"), ("game/won", "Ann"), ("set/won", "Ann")]
    assert judged.winner == "Ann"


def test_the_final_scores_stay_until_the_next_game_begins() -> None:
    rules = GraveFeastRules(set_games=3)
    won = judge(*trip("Ann", 1000, 9), Tick(20_000), rules=rules)
    assert (won.scores, won.winner) == ({"Ann": 9, "Ben": 0, "Cid": 0}, None)
    begun = judge(*trip("Ann", 1000, 9), call("Ben", "brains", 20_000), rules=rules)
    assert begun.scores == {"Ann": 0, "Ben": 0, "Cid": 0}


def test_a_trip_beyond_nine_scores_as_it_is_and_ends_the_match() -> None:
    judged = judge(*trip("Ann", 1000, 8), *trip("Ann", 11_000, 9), call("Ben", "brains", 20_000), END)
    assert judged.codes[-3:] == ["claim/scored", "game/won", "match/over"]
    assert judged.scores["Ann"] == 17
    assert judged.winner == "Ann"


def test_an_unsure_call_counts_for_nothing_until_it_is_confirmed() -> None:
    unsure = call("Ben", "seduce", 1600, verdict=Verdict.UNSURE)
    judged = judge(call("Ann", "brains", 1000), unsure, call("Ann", "graveyard", 2400), END)
    assert judged.codes == ["eater/feeding", "call/unclear", "claim/stands", "claim/scored"]
    confirmed = judge(
        call("Ann", "brains", 1000),
        unsure,
        call("Ann", "graveyard", 2400),
        command(3000, CommandName.CONFIRM, "Ben"),
        END,
    )
    assert confirmed.codes[-3:] == ["call/confirmed", "steal/made", "claim/void"]


def test_an_unknown_announcer_is_the_owner_while_only_one_can_be() -> None:
    judged = judge(call("Ann", "brains", 1000), call(None, "graveyard", 2000, 3), END)
    assert judged.lines[1:] == [("claim/stands", "Ann", 2000), ("claim/scored", "Ann", 7000)]


def test_after_a_steal_nobody_guesses_who_announced() -> None:
    judged = judge(call("Ann", "brains", 1000), call("Ben", "seduce", 2000), call(None, "graveyard", 3000), END)
    assert judged.lines[2:] == [("claim/whose", None, 3000)]


def test_points_that_nobody_owns_go_to_whom_the_table_names() -> None:
    stream = (call(None, "brains", 1000), call(None, "graveyard", 2000, 3), Tick(8000))
    assert judge(*stream).codes == ["eater/feeding", "claim/stands", "claim/unowned"]
    told = judge(*stream, fact(9000, "points", player="Cid"), END)
    assert told.codes[-1] == "claim/scored"
    assert told.scores == {"Ann": 0, "Ben": 0, "Cid": 3}


def test_at_a_table_for_two_the_thief_is_the_other_one() -> None:
    judged = judge(call("Ann", "brains", 1000), call(None, "seduce", 2000), END, players=("Ann", "Ben"))
    assert judged.lines[1] == ("steal/made", "Ben", 2000)
    three = judge(call("Ann", "brains", 1000), call(None, "seduce", 2000), END)
    assert three.lines[1] == ("steal/made", None, 2000)


def test_a_succubus_takes_one_thing_only_gf_19() -> None:
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 2000), Tick(2100))
    judged = judge(*stream, fact(2500, "takes", player="Ben", target="both"), END)
    assert judged.codes == ["eater/feeding", "steal/made", "steal/which"]


PLAYERS = st.sampled_from(TABLE)
PHRASES = st.sampled_from(["brains", "blood", "seduce", "christ", "evil", "graveyard"])


@st.composite
def matches(draw: st.DrawFn) -> list[Observation]:
    now_ms = 0
    stream: list[Observation] = []
    for _ in range(draw(st.integers(0, 40))):
        now_ms += draw(st.sampled_from([0, 20, 60, 200, 900, 3000, 6000]))
        stream.append(call(draw(PLAYERS), draw(PHRASES), now_ms, draw(st.integers(1, 9))))
    return stream


@given(matches())
@settings(max_examples=150, deadline=None)
def test_scores_are_the_sum_of_the_trips_and_a_family_never_both_scores_and_is_stolen(
    stream: list[Observation],
) -> None:
    judged = judge(*stream, END)
    trips = [ruling for ruling in judged.rulings if ruling.code == "claim/scored"]
    for player in TABLE:
        assert judged.scores[player] == sum(int(dict(r.data)["count"]) for r in trips if r.player == player)
    winners = [ruling.player for ruling in judged.rulings if ruling.code == "game/won"]
    assert winners == ([judged.winner] if judged.winner else [])
    assert judged.winner is None or judged.scores[judged.winner] >= 9
    assert judged.codes.count("claim/scored") <= judged.codes.count("claim/stands")
    assert not GRAVE_FEAST.windows(judged.state)
