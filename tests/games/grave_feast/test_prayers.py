"""Preachers, evil preachers, and what they leave (section 4)."""

import pytest

from assistant.core.games.grave_feast.rules import GraveFeastRules, evil_word_lists
from assistant.core.observations import CommandName, End, Observation, Tick, WordDiff
from tests.games.grave_feast.said import call, command, inexact, judge

END = End(60_000)
NO_SWEAR = WordDiff(missing=("<swear word>",))
NO_POWER = WordDiff(missing=("the", "power", "of"))
CLAIM: tuple[Observation, ...] = (call("Ann", "brains", 1000), call("Ann", "graveyard", 2000))


def friend(player: str, end_ms: int) -> Observation:
    diff = WordDiff(changed=(("<swear word>", "friend"),))
    return inexact(player, "evil", end_ms, diff, "the power of evil compels you friend")


def test_the_worked_example_gf_02_to_gf_04() -> None:
    judged = judge(
        call("Ann", "brains", 1000),
        call("Ben", "seduce", 1600),
        call("Ben", "graveyard", 3200),
        inexact("Cid", "christ", 4000, NO_POWER, "christ compels you"),
        call("Cid", "christ", 5500),
        END,
    )
    assert judged.lines[2:] == [
        ("claim/stands", "Ben", 3200),
        ("preach/lost", "Cid", 4000),
        ("preach/played", "Cid", 5500),
        ("preach/destroyed", "Cid", 10_500),
    ]
    assert judged.data("preach/lost")["missing"] == "the power of"
    assert judged.data("preach/destroyed")["owner"] == "Ben"
    assert judged.scores == {"Ann": 0, "Ben": 0, "Cid": 0}
    assert judged.state.discard == ("succubus", "preacher", "preacher", "zombie")
    family = judged.state.families[0]
    assert (family.owner, family.eater, family.claim) == ("Ben", None, None)


def test_a_family_whose_eater_was_destroyed_needs_a_new_word() -> None:
    stream = (*CLAIM, call("Cid", "christ", 3000))
    bare = judge(*stream, call("Ann", "graveyard", 9000), END)
    assert bare.codes[-1] == "claim/no-eater"
    again = judge(*stream, call("Ann", "brains", 8800), call("Ann", "graveyard", 9800), END)
    assert again.codes[-3:] == ["eater/feeding", "claim/stands", "claim/scored"]
    assert len(again.state.families) == 0


@pytest.mark.parametrize(("links", "destroyed"), [(1, True), (2, False), (3, True), (4, False), (7, True)])
def test_an_odd_number_of_prayers_destroys_gf_10(links: int, destroyed: bool) -> None:
    prayers = [
        call(("Ben", "Ann", "Cid")[link % 3], ("christ", "evil")[link % 2], 3000 + 2000 * link) for link in range(links)
    ]
    judged = judge(*CLAIM, *prayers, END)
    assert ("preach/destroyed" in judged.codes) is destroyed
    assert ("claim/scored" in judged.codes) is not destroyed
    assert judged.codes.count("preach/negated") == links // 2
    assert judged.scores["Ann"] == (0 if destroyed else 5)


def test_the_trip_waits_for_the_last_answer_even_past_its_own_window() -> None:
    judged = judge(*CLAIM, call("Ben", "christ", 6900), call("Ann", "evil", 11_000), END)
    assert judged.lines[3:] == [
        ("preach/negated", "Ann", 11_000),
        ("preach/survived", "Ann", 16_000),
        ("claim/scored", "Ann", 16_000),
    ]


@pytest.mark.parametrize(("end_ms", "codes"), [(6999, ["preach/played", "preach/destroyed"]), (7000, ["claim/scored"])])
def test_the_preachers_window_holds_its_opening_and_not_its_closing_moment(end_ms: int, codes: list[str]) -> None:
    judged = judge(*CLAIM, call("Ben", "christ", end_ms), END)
    assert judged.codes[2 : 2 + len(codes)] == codes


def test_done_closes_the_preachers_window_but_not_a_prayer() -> None:
    done = judge(*CLAIM, command(3000, CommandName.DONE, "Ann"), call("Ben", "christ", 4000), END)
    assert done.lines[2:] == [("claim/scored", "Ann", 3000), ("preach/no-target", "Ben", 4000)]
    praying = judge(*CLAIM, call("Ben", "christ", 3000), command(3500, CommandName.DONE, "Ann"), END)
    assert praying.codes[2:] == ["preach/played", "preach/destroyed"]


def test_without_a_swear_word_the_evil_preacher_is_lost_and_the_first_one_stands_gf_08() -> None:
    evil = inexact("Ann", "evil", 4000, NO_SWEAR, "the power of evil compels you")
    judged = judge(*CLAIM, call("Ben", "christ", 3000), evil, END)
    assert judged.codes[2:] == ["preach/played", "evil/lost", "preach/destroyed"]
    assert judged.data("evil/lost")["missing"] == "<swear word>"


def test_about_a_last_word_that_is_on_no_list_the_table_decides() -> None:
    stream = (*CLAIM, call("Ben", "christ", 3000), friend("Ann", 4000))
    yes = judge(*stream, command(5000, CommandName.CONFIRM, "Ben"), END)
    assert yes.codes[3:] == ["evil/asked", "preach/negated", "preach/survived", "claim/scored"]
    no = judge(*stream, command(5000, CommandName.DENY, "Ben"), END)
    assert no.codes[3:] == ["evil/asked", "evil/lost", "preach/destroyed"]
    silence = judge(*stream, END)
    assert silence.codes[3:] == ["evil/asked", "evil/unanswered", "preach/destroyed"]
    assert silence.state.discard == ("preacher", "zombie")
    strict = judge(*stream, END, rules=GraveFeastRules(evil_unknown="reject"))
    assert strict.codes[3:] == ["evil/lost", "preach/destroyed"]


def test_a_fault_elsewhere_is_no_unlisted_word() -> None:
    diff = WordDiff(changed=(("evil", "devils"), ("<swear word>", "friend")))
    evil = inexact("Ann", "evil", 4000, diff, "the power of devils compels you friend")
    assert judge(*CLAIM, call("Ben", "christ", 3000), evil, END).codes[3] == "evil/lost"


def test_a_prayer_without_a_target_costs_nothing_but_a_wrong_one_always_does() -> None:
    judged = judge(call("Ben", "christ", 2000), call("Ann", "evil", 4000), END)
    assert judged.codes == ["preach/no-target", "evil/no-target"]
    assert judged.state.discard == ()
    assert judge(inexact("Ben", "christ", 2000, NO_POWER), END).codes == ["preach/lost"]


def test_a_second_preacher_while_the_first_still_prays_is_kept() -> None:
    judged = judge(*CLAIM, call("Ben", "christ", 3000), call("Cid", "christ", 3400), Tick(4000))
    assert judged.codes[2:] == ["preach/played", "preach/waits"]
    assert judged.state.discard == ("preacher",)


def test_nobody_destroys_his_own_eater() -> None:
    assert judge(*CLAIM, call("Ann", "christ", 3000), END).codes[2] == "preach/no-target"


def test_house_rules_choose_the_words_that_end_an_evil_prayer() -> None:
    everything = ("evil-family", "evil-mild", "evil-full", "swear-family", "swear-mild", "swear-full")
    assert evil_word_lists(GraveFeastRules()) == everything
    assert evil_word_lists(GraveFeastRules(evil_tail="swear", evil_words="family")) == ("swear-family",)
    assert evil_word_lists(GraveFeastRules(evil_tail="evil_synonym", evil_words="mild")) == ("evil-family", "evil-mild")
