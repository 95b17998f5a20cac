"""Board tracking: hands as counts, turns, families, eaters that are bound, Mashes (sections 3 to 5)."""

import pytest

from assistant.core.games.grave_feast.laying import is_run, runs
from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.observations import CommandName, End, Fact, Observation, Tick, WordDiff
from tests.games.grave_feast.said import Judged, call, command, fact, inexact
from tests.games.grave_feast.said import judge as judge_any

BOARD = GraveFeastRules(tracking="board")
END = End(600_000)


def judge(*observations: Observation, rules: GraveFeastRules = BOARD) -> Judged:
    return judge_any(*observations, rules=rules)


def begins(player: str = "Ann") -> Fact:
    return fact(0, "begins", player=player)


def lays(at_ms: int, player: str, suit: str, *cards: int, name: str = "lays") -> Fact:
    return fact(at_ms, name, player=player, suit=suit, cards=cards)


def end_turn(at_ms: int, player: str | None = None) -> Observation:
    return command(at_ms, CommandName.END_TURN, player)


def rules_broken(judged: Judged) -> list[object]:
    return [dict(ruling.data)["rule"] for ruling in judged.rulings if ruling.code == "fact/refused"]


def cards(judged: Judged, player: str) -> list[tuple[int, ...]]:
    return [family.cards for family in judged.state.families if family.owner == player]


@pytest.mark.parametrize(
    ("told", "run"), [((3, 4, 5), True), ((3, 4, 5, 6, 7), True), ((3, 4, 3), False), ((9, 1, 2), False), ((), False)]
)
def test_what_is_a_run_gf_14(told: tuple[int, ...], run: bool) -> None:
    assert is_run(told) is run


def test_what_humans_fall_into_when_some_leave() -> None:
    assert runs((3, 5, 6, 9)) == ((3,), (5, 6), (9,))


@pytest.mark.parametrize(
    ("told", "rule"), [((3, 4, 3), "not-a-run"), ((9, 1, 2), "not-a-run"), ((3,), "start-needs-two"), ((4, 3), None)]
)
def test_a_family_starts_with_two_that_follow_one_another(told: tuple[int, ...], rule: str | None) -> None:
    judged = judge(begins(), lays(1000, "Ann", "brains", *told))
    assert rules_broken(judged) == ([rule] if rule else [])
    assert cards(judged, "Ann") == ([] if rule else [tuple(sorted(told))])


def test_a_family_grows_one_card_at_a_time_and_only_by_its_own_kind() -> None:
    told = (begins(), lays(1000, "Ann", "brains", 3, 4), lays(2000, "Ann", "brains", 5), lays(3000, "Ann", "blood", 6))
    judged = judge(*told)
    assert cards(judged, "Ann") == [(3, 4, 5)]
    assert rules_broken(judged) == ["start-needs-two"]
    assert judged.state.seat("Ann").hand == 2


def test_hands_are_filled_to_five_and_counted_gf_13() -> None:
    told = (begins("Cid"), fact(1000, "discards", player="Cid"), end_turn(2000, "Cid"), end_turn(3000, "Ann"))
    hands = [judge(*told[:length]).state.seat("Cid").hand for length in (1, 2, 3)]
    assert hands == [5, 4, 4]
    judged = judge(*told, end_turn(4000, "Ben"))
    assert dict(judged.rulings[-1].data) == {"draws": 1}
    assert judge(*told, end_turn(4000, "Ben"), fact(5000, "draws", player="Cid", n=1)).state.seat("Cid").hand == 5
    wrong = judge(*told, end_turn(4000, "Ben"), fact(5000, "draws", player="Cid", n=2))
    assert rules_broken(wrong) == ["draw-to-five"]


def test_a_turn_plays_or_discards_but_not_both() -> None:
    discarded = judge(begins(), fact(1000, "discards", player="Ann"), lays(2000, "Ann", "brains", 3, 4))
    assert rules_broken(discarded) == ["play-or-discard"]
    played = judge(begins(), lays(1000, "Ann", "brains", 3, 4), fact(2000, "discards", player="Ann"))
    assert rules_broken(played) == ["play-or-discard"]
    twice = judge(begins(), fact(1000, "discards", player="Ann"), fact(2000, "discards", player="Ann"))
    assert rules_broken(twice) == ["play-or-discard"]


def test_only_the_player_whose_turn_it_is_plays() -> None:
    judged = judge(begins(), lays(1000, "Ben", "brains", 3, 4), call("Ben", "brains", 2000))
    assert rules_broken(judged) == ["not-your-turn", "not-your-turn"]


def test_the_turn_passes_by_itself_when_the_next_player_plays() -> None:
    judged = judge(begins(), lays(1000, "Ann", "brains", 3, 4), lays(2000, "Ben", "brains", 6, 7))
    assert judged.lines == [
        ("turn/next", "Ann", 0),
        ("board/noted", "Ann", 1000),
        ("turn/next", "Ben", 2000),
        ("board/noted", "Ben", 2000),
    ]


def test_an_eater_needs_a_family_of_its_kind() -> None:
    blood = judge(begins(), lays(1000, "Ann", "blood", 3, 4), call("Ann", "brains", 2000))
    assert blood.codes[-1] == "eater/no-family"
    told = judge(
        begins(), lays(1000, "Ann", "blood", 3, 4), fact(2000, "attaches", player="Ann", eater="zombie", card=3)
    )
    assert rules_broken(told) == ["eater-kind"]


def test_an_eater_by_word_and_told_afterwards_is_one_card() -> None:
    fed = (begins(), lays(1000, "Ann", "brains", 3, 4), call("Ann", "brains", 2000))
    assert judge(*fed).state.seat("Ann").hand == 2
    told = judge(*fed, fact(3000, "attaches", player="Ann", eater="zombie"))
    assert told.state.seat("Ann").hand == 2
    assert "eater/silent" not in told.codes


def test_an_eater_from_the_mash_costs_no_card_of_the_hand() -> None:
    stored = (begins(), fact(500, "stores", player="Ann", monster="zombie"), lays(1000, "Ann", "brains", 3, 4))
    judged = judge(*stored, fact(2000, "attaches", player="Ann", eater="zombie", source="mash"))
    assert judged.state.seat("Ann").hand == 2
    assert judged.state.seat("Ann").cards == ()
    assert judged.codes[-1] == "eater/silent"
    spoken = judge(*stored, call("Ann", "brains", 2000), fact(3000, "uses", player="Ann", card="zombie"))
    assert (spoken.state.seat("Ann").hand, spoken.state.seat("Ann").cards) == (2, ())


def test_feeding_eaters_stay_and_families_are_whole_but_may_be_joined_gf_15() -> None:
    told = (
        begins(),
        lays(1000, "Ann", "brains", 3, 4),
        call("Ann", "brains", 2000),
        end_turn(3000),
        end_turn(4000),
        end_turn(5000),
        lays(6000, "Ann", "brains", 5, 6, name="starts"),
    )
    moved = judge(*told, fact(7000, "moves", player="Ann", eater="zombie", suit="brains", card=5))
    assert rules_broken(moved) == ["eater-bound"]
    assert rules_broken(judge(*told, lays(7000, "Ann", "brains", 5, name="splits"))) == ["family-whole"]
    joined = judge(*told, fact(7000, "joins", player="Ann", suit="brains", first=4, second=5))
    assert cards(joined, "Ann") == [(3, 4, 5, 6)]
    assert joined.state.families[0].eater is not None


def test_the_number_announced_must_be_the_familys_and_three_at_least() -> None:
    pair = (begins(), lays(1000, "Ann", "brains", 3, 4), call("Ann", "brains", 2000))
    assert judge(*pair, call("Ann", "graveyard", 3000, 2), Tick(4000)).codes[-1] == "claim/too-small"
    told = (*pair, lays(3000, "Ann", "brains", 5))
    assert judge(*told, call("Ann", "graveyard", 4000, 4), Tick(5000)).codes[-1] == "claim/miscounted"
    scored = judge(*told, call("Ann", "graveyard", 4000, 3), END)
    assert scored.codes[-3:] == ["claim/stands", "claim/scored", "turn/next"]
    assert scored.state.seat("Ann").buried == 3


def test_what_was_not_told_does_not_exist() -> None:
    judged = judge(begins(), call("Ann", "brains", 1000), call("Ann", "graveyard", 3000, 3), Tick(4000))
    assert judged.codes[1:] == ["eater/no-family", "claim/no-family"]


def test_an_eater_told_without_its_word_may_be_called_gf_17() -> None:
    told = (begins(), lays(500, "Ann", "brains", 3, 4), fact(1000, "attaches", player="Ann", eater="zombie"))
    assert judge(*told, END).codes[-2:] == ["eater/silent", "eater/stands"]
    called = judge(*told, command(3000, CommandName.CHALLENGE, "Ben"))
    assert called.codes[-1] == "eater/lost"
    assert called.state.discard == ("zombie",)
    auto = judge(*told, END, rules=GraveFeastRules(tracking="board", eater_word_enforcement="auto"))
    assert auto.codes[-2:] == ["eater/silent", "eater/lost"]
    said = judge(*told, call("Ann", "brains", 2000), command(3000, CommandName.CHALLENGE, "Ben"))
    assert said.codes[-2:] == ["eater/feeding", "challenge/rejected"]


def stored(at_ms: int, player: str, *monsters: str) -> Fact:
    return fact(at_ms, "stores", player=player, **dict(zip(("monster", "second", "third"), monsters, strict=False)))


def test_a_mash_is_stolen_whole_and_hijacked_whole() -> None:
    told = (begins(), stored(1000, "Ann", "zombie", "preacher"), call("Ben", "seduce", 2000))
    stolen = judge(*told, Tick(3000))
    assert stolen.data("steal/made") == {
        "victim": "Ann",
        "hijack": 0,
        "kind": "",
        "size": 2,
        "loot": "mash",
    }
    assert (stolen.state.seat("Ann").cards, stolen.state.seat("Ben").cards) == ((), ("preacher", "zombie"))
    assert stolen.state.seat("Ben").hand == 4
    hijacked = judge(*told, call("Cid", "seduce", 2600), Tick(3000))
    assert hijacked.state.seat("Ben").cards == ()
    assert hijacked.state.seat("Cid").cards == ("preacher", "zombie")


def test_a_hijack_leaves_the_thiefs_own_mash_alone() -> None:
    told = (begins("Ben"), stored(500, "Ben", "vampire"), end_turn(700), end_turn(800), stored(1000, "Ann", "zombie"))
    aimed = (call("Ben", "seduce", 2000), Tick(2100), call("Cid", "seduce", 2600), Tick(3000))
    judged = judge(*told, *aimed)
    assert judged.state.seat("Ben").cards == ("vampire",)
    assert judged.state.seat("Cid").cards == ("zombie",)


def test_a_succubus_is_asked_which_until_the_player_names_one_thing() -> None:
    told = (begins(), lays(500, "Ann", "brains", 3, 4, 5), stored(1000, "Ann", "zombie"), call("Ben", "seduce", 2000))
    asked = judge(*told, Tick(2100))
    assert asked.codes[-1] == "steal/which"
    assert asked.state.seat("Ben").hand == 5
    named = judge(*told, fact(3000, "takes", player="Ben", target="brains family", victim="Ann"))
    assert named.codes[-1] == "steal/made"
    assert cards(named, "Ben") == [(3, 4, 5)]
    assert judge(*told, fact(3000, "takes", player="Ben", target="both")).codes[-1] == "steal/which"


def test_a_steal_that_is_named_late_still_counts_from_its_own_moment() -> None:
    told = (
        begins(),
        lays(500, "Ann", "brains", 3, 4, 5),
        stored(1000, "Ann", "vampire"),
        call("Ben", "seduce", 1900),
        call("Ann", "brains", 2000),
        call("Ann", "graveyard", 3000, 3),
        fact(3500, "takes", player="Ben", target="family", victim="Ann"),
        END,
    )
    judged = judge(*told)
    assert judged.codes[-2:] == ["steal/made", "claim/void"]
    assert judged.ruling("claim/void").margin_ms == 1100


def test_a_player_without_cards_cannot_play_a_succubus() -> None:
    told = (begins("Ben"), lays(500, "Ben", "brains", 1, 2, 3, 4, 5), end_turn(600), end_turn(700))
    judged = judge(*told, lays(1000, "Ann", "blood", 3, 4, 5), call("Ben", "seduce", 2000), Tick(3000))
    assert rules_broken(judged) == ["hand-empty"]
    assert cards(judged, "Ann") == [(3, 4, 5)]


def test_a_preacher_destroys_a_visible_eater_in_a_mash_too() -> None:
    told = (begins(), stored(1000, "Ann", "zombie"))
    judged = judge(*told, call("Ben", "christ", 2000), END)
    assert judged.codes[-2:] == ["preach/played", "preach/destroyed"]
    assert judged.state.seat("Ann").cards == ()
    several = judge(begins(), stored(1000, "Ann", "zombie", "vampire"), call("Ben", "christ", 2000))
    assert several.codes[-1] == "preach/which"
    aimed = (fact(3000, "aims", player="Ben", target="vampire", victim="Ann"), call("Ben", "christ", 5000), END)
    named = judge(begins(), stored(1000, "Ann", "zombie", "vampire"), call("Ben", "christ", 2000), *aimed)
    assert named.state.seat("Ann").cards == ("zombie",)


def test_words_for_the_mash_are_asked_for_only_where_the_table_wants_them() -> None:
    assert "eater/silent" not in judge(begins(), stored(1000, "Ann", "zombie"), END).codes
    rules = GraveFeastRules(tracking="board", mash_needs_word=True)
    silent = judge(begins(), stored(1000, "Ann", "zombie"), command(2000, CommandName.CHALLENGE, "Ben"), rules=rules)
    assert silent.codes[-2:] == ["eater/silent", "eater/lost"]
    before = judge(begins(), call("Ann", "brains", 500), stored(1000, "Ann", "zombie"), END, rules=rules)
    assert before.codes[1:] == ["eater/no-family", "board/noted"]


def test_the_draw_pile_is_turned_over_and_scores_stay() -> None:
    told = (
        begins(),
        lays(1000, "Ann", "brains", 3, 4, 5),
        call("Ann", "brains", 2000),
        call("Ann", "graveyard", 3000, 3),
        Tick(9000),
        fact(10_000, "recycled"),
    )
    judged = judge(*told)
    assert judged.data("deck/recycled") == {"count": 3}
    assert judged.scores["Ann"] == 3
    assert (judged.state.discard, judged.state.seat("Ann").buried) == ((), 0)


def test_discards_lie_in_the_order_in_which_they_were_played() -> None:
    told = (
        begins(),
        lays(500, "Ann", "brains", 3, 4, 5),
        call("Ann", "brains", 1000),
        call("Ben", "seduce", 2000),
        inexact("Cid", "christ", 3000, WordDiff(missing=("the",))),
        call("Cid", "christ", 4000),
        END,
    )
    judged = judge(*told)
    assert judged.state.discard == ("succubus", "preacher", "preacher", "zombie")
    assert [judged.state.seat(name).hand for name in ("Ann", "Ben", "Cid")] == [1, 4, 3]


def test_a_new_game_deals_five_cards_to_everybody() -> None:
    rules = GraveFeastRules(set_games=3)
    won = (call("Ann", "graveyard", 1000, 9), Tick(8000), lays(9000, "Ben", "brains", 3, 4))
    judged = judge(*won, rules=rules)
    assert [seat.hand for seat in judged.state.seats] == [5, 3, 5]
