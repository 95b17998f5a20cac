"""Who was first: announcements against succubi, succubi against one another (sections 4 and 5)."""

from dataclasses import replace

import pytest

from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.observations import End, Tick, Verdict
from tests.games.grave_feast.said import call, judge

END = End(60_000)


def test_the_worked_example_gf_01() -> None:
    judged = judge(call("Ann", "brains", 1000), call("Ben", "seduce", 1600), call("Ann", "graveyard", 2400), END)
    assert judged.lines == [
        ("eater/feeding", "Ann", 1000),
        ("steal/made", "Ben", 1600),
        ("claim/void", "Ann", 2400),
    ]
    assert judged.data("steal/made")["victim"] == "Ann"
    void = judged.ruling("claim/void")
    assert (void.margin_ms, void.tie_band_ms, judged.data("claim/void")["late_ms"]) == (800, 50, 800)
    assert judged.state.discard == ("succubus",)


def test_an_announcement_complete_first_blocks_by_its_margin_gf_05() -> None:
    judged = judge(call("Ann", "brains", 1000), call("Ann", "graveyard", 1900), call("Ben", "seduce", 2100), END)
    assert judged.codes == ["eater/feeding", "claim/stands", "steal/blocked", "claim/scored"]
    assert judged.ruling("steal/blocked").margin_ms == 200
    assert judged.scores == {"Ann": 5, "Ben": 0, "Cid": 0}
    assert judged.state.discard == ("succubus", "zombie")


def test_a_blocked_succubus_goes_back_to_the_hand_where_the_table_wants_it() -> None:
    rules = GraveFeastRules(blocked_card="return")
    stream = (call("Ann", "brains", 1000), call("Ann", "graveyard", 1900), call("Ben", "seduce", 2100))
    judged = judge(*stream, END, rules=rules)
    assert judged.data("steal/blocked")["card"] == "return"
    assert judged.state.discard == ("zombie",)


@pytest.mark.parametrize(("gap_ms", "close"), [(49, True), (50, False)])
@pytest.mark.parametrize("first", ["seduce", "graveyard"])
def test_the_tie_band_is_50_ms_on_separate_microphones(gap_ms: int, close: bool, first: str) -> None:
    second = "graveyard" if first == "seduce" else "seduce"
    players = {"seduce": "Ben", "graveyard": "Ann"}
    stream = (
        call("Ann", "brains", 1000),
        call(players[first], first, 2000),
        call(players[second], second, 2000 + gap_ms),
    )
    assert ("race/too-close" in judge(*stream, END).codes) is close


@pytest.mark.parametrize(("gap_ms", "close"), [(149, True), (150, False)])
def test_the_tie_band_is_150_ms_on_a_shared_microphone(gap_ms: int, close: bool) -> None:
    stream = (call("Ann", "brains", 1000), call("Ann", "graveyard", 2000), call("Ben", "seduce", 2000 + gap_ms), END)
    assert ("race/too-close" in judge(*stream, shared_microphone=True).codes) is close


@pytest.mark.parametrize(("gap_ms", "close"), [(70, True), (71, False)])
def test_measured_errors_widen_the_band_as_the_root_of_their_squares(gap_ms: int, close: bool) -> None:
    claim = call("Ann", "graveyard", 2000, error_ms=50)
    seduce = call("Ben", "seduce", 2000 + gap_ms, error_ms=50)
    judged = judge(call("Ann", "brains", 1000), claim, seduce, END)
    assert ("race/too-close" in judged.codes) is close
    race = judged.ruling("race/too-close" if close else "steal/blocked")
    assert race.tie_band_ms == 71


def test_after_a_tie_nothing_is_lost_and_whoever_says_it_again_first_has_it() -> None:
    stream = (call("Ann", "brains", 1000), call("Ann", "graveyard", 2000), call("Ben", "seduce", 2030))
    judged = judge(*stream, call("Ann", "graveyard", 3500), call("Ben", "seduce", 3800), END)
    assert judged.codes == ["eater/feeding", "race/too-close", "claim/stands", "steal/blocked", "claim/scored"]
    again = judge(*stream, call("Ben", "seduce", 3200), call("Ann", "graveyard", 3500), END)
    assert again.codes == ["eater/feeding", "race/too-close", "steal/made", "claim/void"]
    assert again.state.discard == ("succubus",)


@pytest.mark.parametrize(("tie", "owner"), [("defender", "Ann"), ("attacker", "Ben")])
def test_a_tie_may_be_the_defenders_or_the_attackers(tie: str, owner: str) -> None:
    rules = GraveFeastRules(race_tie=tie)  # type: ignore[arg-type]
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 2000), call("Ann", "graveyard", 2030))
    judged = judge(*stream, Tick(3000), rules=rules)
    assert judged.state.families[0].owner == owner
    assert judged.data("race/too-close")["decision"] == tie


def test_a_coin_decides_the_same_for_the_same_seed() -> None:
    rules = GraveFeastRules(race_tie="coin")
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 2000), call("Ann", "graveyard", 2030), END)
    owners = [judge(*stream, rules=rules, seed=seed).data("race/too-close")["decision"] for seed in range(20)]
    assert owners == [judge(*stream, rules=rules, seed=seed).data("race/too-close")["decision"] for seed in range(20)]
    assert set(owners) == {"coin-defender", "coin-attacker"}


def test_a_seduce_that_began_first_wins_only_where_beginnings_count() -> None:
    stream = (
        call("Ann", "brains", 1000),
        call("Ann", "graveyard", 2000, start_ms=1200),
        call("Ben", "seduce", 2300, start_ms=1700),
        END,
    )
    assert judge(*stream).codes[1:3] == ["claim/stands", "steal/blocked"]
    begun = judge(*stream, rules=GraveFeastRules(race_reference="start_vs_end"))
    assert begun.codes == ["eater/feeding", "steal/made", "claim/void"]
    assert begun.ruling("claim/void").margin_ms == 300


def test_hijacks_go_to_the_last_one_and_discard_three_succubi_gf_11() -> None:
    seduces = [call(player, "seduce", at) for player, at in (("Ben", 2000), ("Cid", 2400), ("Dee", 2800))]
    judged = judge(call("Ann", "brains", 1000), *seduces, END, players=("Ann", "Ben", "Cid", "Dee"))
    assert judged.lines[1:] == [
        ("steal/made", "Ben", 2000),
        ("steal/made", "Cid", 2400),
        ("steal/made", "Dee", 2800),
    ]
    assert judged.state.families[0].owner == "Dee"
    assert judged.state.discard == ("succubus",) * 3


def test_two_succubi_at_once_are_too_close_and_steal_nothing() -> None:
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 2000), call("Cid", "seduce", 2040), Tick(3000))
    judged = judge(*stream)
    assert judged.codes == ["eater/feeding", "race/too-close"]
    assert judged.state.families[0].owner == "Ann"
    assert judged.state.discard == ()


def test_the_owner_may_steal_back_and_then_announces() -> None:
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 2000), call("Ann", "seduce", 2600))
    judged = judge(*stream, call("Ann", "graveyard", 3600), END)
    assert judged.codes[1:] == ["steal/made", "steal/made", "claim/stands", "claim/scored"]
    assert judged.scores["Ann"] == 5


def test_a_thief_announces_at_once_and_is_safe_from_then_on_gf_02() -> None:
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 1600), call("Ben", "graveyard", 3200))
    judged = judge(*stream, call("Cid", "seduce", 3300), END)
    assert judged.lines[2:] == [
        ("claim/stands", "Ben", 3200),
        ("steal/blocked", "Cid", 3300),
        ("claim/scored", "Ben", 8200),
    ]


def test_gf_16_a_ready_eater_beats_the_succubus_and_an_unready_one_does_not() -> None:
    slow = judge(call("Ann", "brains", 1000), call("Ben", "seduce", 1400), call("Ann", "graveyard", 2000, 3), END)
    assert slow.codes == ["eater/feeding", "steal/made", "claim/void"]
    quick = judge(call("Ann", "graveyard", 900, 3), call("Ben", "seduce", 1400), END)
    assert quick.codes == ["claim/stands", "steal/blocked", "claim/scored"]


def test_a_steal_is_not_ruled_while_an_announcement_may_still_come_too_close() -> None:
    stream = (call("Ann", "brains", 1000), call("Ben", "seduce", 1600))
    assert judge(*stream, Tick(1649)).codes == ["eater/feeding"]
    assert judge(*stream, Tick(1650)).lines[1] == ("steal/made", "Ben", 1600)


def test_with_nothing_on_the_table_a_succubus_is_kept() -> None:
    judged = judge(call("Ben", "seduce", 1000), END)
    assert judged.codes == ["steal/no-target"]
    assert judged.state.discard == ()
    own = judge(call("Ben", "brains", 500), call("Ben", "seduce", 1500), END)
    assert own.codes == ["eater/feeding", "steal/no-target"]


@pytest.mark.parametrize(("gap_ms", "close"), [(211, True), (213, False)])
def test_the_greatest_errors_that_count_are_waited_for(gap_ms: int, close: bool) -> None:
    claim = call("Ann", "graveyard", 2000, error_ms=150)
    seduce = call("Ben", "seduce", 2000 + gap_ms, error_ms=150)
    judged = judge(call("Ann", "brains", 1000), claim, seduce, END)
    assert ("race/too-close" in judged.codes) is close


@pytest.mark.parametrize("vague", ["seduce", "graveyard"])
def test_a_call_whose_end_nobody_knows_is_said_again_before_it_wins_or_loses_a_race(vague: str) -> None:
    errors = {"seduce": 30, "graveyard": 30, vague: 151}
    claim = call("Ann", "graveyard", 2000, error_ms=errors["graveyard"])
    seduce = call("Ben", "seduce", 2100, error_ms=errors["seduce"])
    judged = judge(call("Ann", "brains", 1000), claim, seduce, END)
    assert "call/unclear" in judged.codes
    assert "when it was complete is not known" in str(judged.data("call/unclear")["reason"])
    assert judged.state.discard == (("succubus",) if vague == "graveyard" else ("zombie",))
    assert ("steal/made" in judged.codes) is (vague == "graveyard")
    assert ("claim/stands" in judged.codes) is (vague == "seduce")


def test_a_wrong_word_stays_wrong_however_late_it_was() -> None:
    wrong = replace(call("Ben", "seduce", 2100, error_ms=400), verdict=Verdict.INEXACT, heard="seduced")
    judged = judge(call("Ann", "brains", 1000), wrong, END)
    assert "steal/lost" in judged.codes
