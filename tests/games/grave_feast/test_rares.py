"""The rare cards: every ability, every way to die, every coin (section 6)."""

import pytest

from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.mechanics.coin import HEADS, TAILS, flip
from assistant.core.observations import CommandName, End, Fact, Observation, Tick
from tests.games.grave_feast.said import Judged, call, command, fact, judge
from tests.games.grave_feast.test_board import cards, lays, rules_broken, stored

END = End(600_000)
BOARD = GraveFeastRules(tracking="board")


def seed_for(*sides: str) -> int:
    """Return a seed whose first coins show these sides."""
    return next(seed for seed in range(1000) if tuple(flip(seed, n) for n in range(len(sides))) == sides)


def tosses(judged: Judged) -> list[object]:
    return [dict(ruling.data)["side"] for ruling in judged.rulings if ruling.code == "coin/tossed"]


def wife(at_ms: int, player: str = "Ann") -> Fact:
    return fact(at_ms, "places-wife", player=player)


def lures(at_ms: int, player: str, **slots: str | int) -> Fact:
    return fact(at_ms, "lures", None, player=player, **slots)


def hands(judged: Judged) -> list[int]:
    return [seat.hand for seat in judged.state.seats]


def begins(player: str = "Ann") -> Fact:
    return fact(0, "begins", player=player)


def end_turn(at_ms: int) -> Observation:
    return command(at_ms, CommandName.END_TURN)


def test_a_seeded_coin_is_fair_and_the_same_every_time() -> None:
    sides = [flip(7, number) for number in range(1000)]
    assert sides == [flip(7, number) for number in range(1000)]
    assert 450 < sides.count(HEADS) < 550


def test_a_devil_wife_cannot_be_stolen() -> None:
    judged = judge(begins(), wife(1000), call("Ben", "seduce", 2000), Tick(3000), rules=BOARD)
    assert judged.codes[1:] == ["wife/placed", "steal/no-target"]
    assert judged.state.seat("Ann").wives == 1
    assert hands(judged) == [4, 5, 5]


def test_she_takes_one_card_in_each_own_turn_from_a_hand_a_mash_a_family_or_the_discard_pile() -> None:
    told = (begins("Ben"), lays(100, "Ben", "brains", 3, 4, 5), end_turn(200), end_turn(300), wife(1000))
    hand = judge(*told, lures(2000, "Ann", card="card", place="hand", victim="Ben"), rules=BOARD)
    assert hands(hand) == [5, 1, 5]
    family = judge(*told, lures(2000, "Ann", suit="brains", human=4, victim="Ben"), rules=BOARD)
    assert cards(family, "Ben") == [(3,), (5,)]
    again = judge(
        *told,
        lures(2000, "Ann", card="card", place="hand", victim="Ben"),
        lures(3000, "Ann", card="card", place="hand", victim="Cid"),
        rules=BOARD,
    )
    assert rules_broken(again) == ["once-a-turn"]
    other = judge(*told, end_turn(1500), lures(2000, "Ann", card="card", place="hand", victim="Ben"), rules=BOARD)
    assert rules_broken(other) == ["not-your-turn"]


def test_she_takes_from_a_mash_and_from_the_discard_pile() -> None:
    told = (begins("Ben"), stored(100, "Ben", "zombie"), end_turn(200), end_turn(300), wife(1000))
    mash = judge(*told, lures(2000, "Ann", card="zombie", place="mash", victim="Ben"), rules=BOARD)
    assert mash.state.seat("Ben").cards == ()
    assert rules_broken(judge(*told, lures(2000, "Ann", card="vampire", place="mash", victim="Ben"), rules=BOARD)) == [
        "not-there"
    ]
    thrown = (begins("Cid"), fact(100, "discards", player="Cid", card="succubus"), end_turn(200), wife(1000))
    pile = judge(*thrown, lures(2000, "Ann", card="succubus"), rules=BOARD)
    assert pile.state.discard == ()
    assert hands(pile) == [5, 5, 4]


def test_what_she_takes_comes_before_the_hand_is_filled() -> None:
    told = (begins(), wife(1000), end_turn(2000), end_turn(2100), end_turn(2200))
    judged = judge(*told, lures(3000, "Ann", card="card", place="hand", victim="Ben"), rules=BOARD)
    assert hands(judged) == [5, 4, 5]
    assert judged.data("wife/lures")["draws"] == ""


def test_played_once_she_takes_as_many_cards_as_are_discarded_and_they_wait_for_the_next_turn() -> None:
    told = (begins(), fact(1000, "plays-wife", player="Ann", n=2))
    taken = (
        *told,
        lures(2000, "Ann", card="zombie", place="hand", victim="Ben"),
        lures(2500, "Ann", card="preacher", place="hand", victim="Cid"),
    )
    judged = judge(*taken, rules=BOARD)
    assert hands(judged) == [4, 4, 4]
    assert judged.state.seat("Ann").frozen == 2
    assert judged.state.discard == ("devil wife",)
    third = judge(*taken, lures(2600, "Ann", card="card", place="hand", victim="Ben"), rules=BOARD)
    assert rules_broken(third) == ["no-devil-wife"]
    frozen = judge(*taken, lays(3000, "Ann", "brains", 3, 4, 5), rules=BOARD)
    assert rules_broken(frozen) == ["hand-empty"]
    later = judge(*taken, *map(end_turn, (3000, 3100, 3200)), lays(4000, "Ann", "brains", 3, 4, 5), rules=BOARD)
    assert cards(later, "Ann") == [(3, 4, 5)]


@pytest.mark.parametrize(("side", "code", "wives"), [(TAILS, "wife/died", 0), (HEADS, "wife/survived", 1)])
def test_two_preachers_and_a_coin(side: str, code: str, wives: int) -> None:
    told = (begins(), wife(1000), call("Ben", "christ", 3000), call("Cid", "christ", 9000))
    judged = judge(*told, Tick(10_000), rules=BOARD, seed=seed_for(side))
    assert judged.codes[2:] == ["combo/begun", "coin/tossed", code]
    assert judged.state.seat("Ann").wives == wives
    assert judged.state.discard[:2] == ("preacher", "preacher")
    assert hands(judged) == ([4, 4, 4] if side == TAILS else [6, 3, 3])


def test_she_who_survived_may_discard_down_to_four_in_the_next_turn() -> None:
    told = (begins("Cid"), end_turn(100), wife(1000), end_turn(2000))
    prayed = (call("Ben", "christ", 3000), call("Cid", "christ", 4000), end_turn(5000), end_turn(5100))
    sheds = (fact(6000 + step, "discards", player="Ann") for step in range(3))
    judged = judge(*told, *prayed, *sheds, rules=BOARD, seed=seed_for(HEADS))
    # She had four cards and picked one from each of two hands; six, five, four, and then the turn's own discard.
    assert hands(judged)[0] == 3
    assert rules_broken(judged) == []


def test_the_second_preacher_must_follow_in_time() -> None:
    told = (begins(), wife(1000), call("Ben", "christ", 3000), call("Cid", "christ", 13_000))
    judged = judge(*told, Tick(14_000), rules=BOARD)
    assert judged.codes[2:] == ["combo/begun", "combo/lapsed", "combo/begun"]


def test_a_contested_eater_comes_first_unless_the_devil_wife_is_named() -> None:
    table = (wife(500), call("Cid", "brains", 1000))
    plain = judge(*table, call("Ben", "christ", 3000))
    assert plain.codes[-1] == "preach/played"
    named = judge(
        *table, fact(1500, "aims", player="Ben", target="devil wife", victim="Ann"), call("Ben", "christ", 3000)
    )
    assert named.codes[-1] == "combo/begun"


def test_she_dies_of_a_preacher_that_she_steals_from_a_hand() -> None:
    told = (begins(), wife(1000), lures(2000, "Ann", card="preacher", place="hand", victim="Ben"))
    judged = judge(*told, rules=BOARD)
    assert judged.codes[-2:] == ["wife/lures", "wife/died"]
    assert judged.state.seat("Ann").wives == 0
    coin = GraveFeastRules(tracking="board", devilwife_preacher="coin")
    assert judge(*told, rules=coin, seed=seed_for(HEADS)).state.seat("Ann").wives == 1
    assert judge(*told, rules=coin, seed=seed_for(TAILS)).state.seat("Ann").wives == 0


def test_she_who_finds_the_exorcist_ruins_her_owner_gf_18() -> None:
    told = (
        call("Ann", "brains", 100),
        call("Ann", "graveyard", 1000, 2),
        Tick(7000),
        fact(7500, "begins", player="Ann"),
        wife(8000),
        lays(8500, "Ann", "blood", 4, 5),
        lures(9000, "Ann", card="exorcist", place="hand", victim="Ben"),
    )
    judged = judge(*told)
    assert judged.scores["Ann"] == -4
    assert judged.codes[-2:] == ["exorcist/found", "turn/next"]
    assert judged.state.turn == "Ben"
    ann, ben, cid = judged.state.seats
    assert (ann.hand, ann.mash, ann.wives, judged.state.families) == (0, (), 0, ())
    # She loses the wife, two humans, and her hand: one eater, one wife and two humans left it before.
    lost = 1 + 2 + (5 - 1 - 1 - 2)
    assert ben.hand + cid.hand == 10 + lost
    assert abs(ben.hand - cid.hand) <= 1


def test_the_exorcist_played_from_the_hand_clears_the_other_areas() -> None:
    told = (
        begins("Ben"),
        lays(100, "Ben", "brains", 3, 4, 5),
        call("Ben", "brains", 1000),
        end_turn(2000),
        stored(3000, "Cid", "zombie", "preacher"),
        end_turn(4000),
        lays(5000, "Ann", "blood", 2, 3),
        fact(6000, "exorcises", player="Ann"),
    )
    judged = judge(*told, rules=BOARD)
    assert judged.data("exorcist/played") == {"monsters": 3, "humans": 1}
    assert cards(judged, "Ben") == [(3,), (5,)]
    assert all(family.eater is None for family in judged.state.families)
    assert judged.state.seat("Cid").cards == ()
    assert cards(judged, "Ann") == [(2, 3)]
    assert "exorcist" not in judged.state.discard
    tidy = GraveFeastRules(tracking="board", exorcist_split="discard")
    assert cards(judge(*told, rules=tidy), "Ben") == []


def test_the_exorcist_played_kills_a_devil_wife_and_voids_an_announcement() -> None:
    told = (wife(500, "Ben"), call("Ben", "brains", 1000), call("Ben", "graveyard", 2000, 3))
    judged = judge(*told, fact(3000, "exorcises", player="Ann"), END)
    assert judged.codes[-2:] == ["exorcist/played", "claim/no-eater"]
    assert judged.state.seat("Ben").wives == 0
    assert "devil wife" not in judged.state.discard
    assert judged.scores["Ben"] == 0


def test_in_the_mash_he_guards_it() -> None:
    told = (begins(), stored(1000, "Ann", "exorcist", "zombie"), lays(1500, "Ann", "brains", 3, 4))
    judged = judge(*told, call("Ben", "seduce", 2000), Tick(3000), rules=BOARD, seed=seed_for(HEADS))
    assert judged.data("steal/made")["loot"] == "family"
    assert judged.state.seat("Ann").cards == ("zombie", "exorcist")


@pytest.mark.parametrize(("side", "codes"), [(TAILS, ["exorcist/confuses"]), (HEADS, ["steal/made"])])
def test_in_the_mash_he_confuses_a_succubus(side: str, codes: list[str]) -> None:
    told = (stored(500, "Cid", "exorcist"), lays(800, "Ann", "brains", 3, 4), call("Ben", "seduce", 2000), Tick(3000))
    judged = judge(*told, seed=seed_for(side))
    assert judged.codes[2:] == ["coin/tossed", *codes]
    assert judged.state.discard == (() if side == TAILS else ("succubus",))


def test_in_the_mash_he_confuses_an_eater_on_its_way_until_the_next_turn() -> None:
    told = (
        begins(),
        lays(500, "Ann", "brains", 3, 4, 5),
        call("Ann", "brains", 1000),
        end_turn(1500),
        stored(1800, "Ben", "exorcist"),
        call("Ann", "graveyard", 3000, 3),
        call("Ann", "graveyard", 5000, 3),
        Tick(6000),
    )
    judged = judge(*told, rules=BOARD, seed=seed_for(TAILS, HEADS, HEADS))
    assert judged.codes[-3:] == ["coin/tossed", "exorcist/confuses", "exorcist/confuses"]
    again = (end_turn(7000), end_turn(7100), call("Ann", "graveyard", 9000, 3), END)
    scored = judge(*told, *again, rules=BOARD, seed=seed_for(TAILS, HEADS, HEADS))
    # The coin for his confusion, the trip, then the coin for the Exorcist's doubt of himself (house rule G16).
    assert scored.codes[-5:] == ["coin/tossed", "claim/stands", "claim/scored", "coin/tossed", "turn/next"]
    assert scored.state.seat("Ben").cards == ("exorcist",)


def test_a_trip_under_his_watch_may_be_the_end_of_him() -> None:
    told = (stored(500, "Ben", "exorcist"), call("Ann", "graveyard", 2000, 3), END)
    judged = judge(*told, seed=seed_for(HEADS, TAILS))
    assert judged.codes[1:] == ["coin/tossed", "claim/stands", "claim/scored", "coin/tossed", "exorcist/removed"]
    assert judged.state.seat("Ben").cards == ()
    assert "exorcist" not in judged.state.discard


def test_preachers_are_not_confused() -> None:
    told = (call("Ann", "brains", 400), stored(500, "Cid", "exorcist"), call("Ben", "christ", 2000))
    assert judge(*told, seed=seed_for(TAILS)).codes[-1] == "preach/played"


def test_a_devil_wife_is_confused_too() -> None:
    told = (begins(), wife(500), stored(600, "Ann", "exorcist"))
    judged = judge(
        *told, lures(2000, "Ann", card="card", place="hand", victim="Ben"), rules=BOARD, seed=seed_for(TAILS)
    )
    assert judged.codes[-2:] == ["coin/tossed", "exorcist/confuses"]
    assert hands(judged)[1] == 5


@pytest.mark.parametrize(("side", "code"), [(TAILS, "exorcist/dragged"), (HEADS, "exorcist/hides")])
def test_two_succubi_and_a_coin(side: str, code: str) -> None:
    told = (stored(500, "Ann", "exorcist"), call("Ben", "seduce", 2000), call("Cid", "seduce", 4000), Tick(5000))
    # Each succubus tosses a coin of her own first, for the Exorcist watches.
    judged = judge(*told, seed=seed_for(HEADS, HEADS, side))
    assert judged.codes[1:] == ["coin/tossed", "combo/begun", "coin/tossed", "coin/tossed", code]
    assert judged.state.seat("Ann").cards == ()
    assert judged.state.discard == ("succubus", "succubus") + (("exorcist",) if side == TAILS else ())
    assert judged.state.seat("Ann").hand == (4 if side == TAILS else 5)


def test_he_hides_for_three_turns_of_his_owner() -> None:
    told = (
        begins(),
        stored(500, "Ann", "exorcist"),
        call("Ben", "seduce", 2000),
        call("Cid", "seduce", 4000),
        Tick(5000),
    )
    turns = [end_turn(6000 + 100 * step) for step in range(12)]
    plays = fact(9000, "exorcises", player="Ann")
    third = judge(*told, *turns[:9], plays, rules=BOARD, seed=seed_for(HEADS, HEADS, HEADS))
    assert rules_broken(third) == ["exorcist-hides"]
    fourth = judge(*told, *turns, plays, rules=BOARD, seed=seed_for(HEADS, HEADS, HEADS))
    assert fourth.codes[-1] == "exorcist/played"


@pytest.mark.parametrize(("side", "code"), [(TAILS, "exorcist/confuses"), (HEADS, "exorcist/removed")])
def test_a_devil_wife_from_the_hand_removes_him(side: str, code: str) -> None:
    told = (stored(500, "Ann", "exorcist"), fact(2000, "sends-wife", player="Ben", victim="Ann"))
    judged = judge(*told, seed=seed_for(side))
    assert judged.codes[1:] == ["coin/tossed", code]
    assert judged.state.seat("Ann").guarded is (side == TAILS)
    assert rules_broken(judge(told[1])) == ["no-exorcist"]
