"""Odd corners of Grave Feast, where two rules meet; the right answers are worked out from the rulebook's sections."""

import pytest

from assistant.core.games.grave_feast.rules import GraveFeastRules
from assistant.core.games.mechanics.coin import HEADS, TAILS
from assistant.core.observations import Tick
from tests.games.grave_feast.said import call, fact, judge
from tests.games.grave_feast.test_board import begins, cards, end_turn, lays, rules_broken, stored
from tests.games.grave_feast.test_rares import BOARD, END, hands, lures, seed_for, wife


def test_a_stolen_family_scores_for_its_thief_though_the_graveyards_are_recycled_in_the_same_turn() -> None:
    """Sections 4 and 5: the family is the thief's; corpses go back into the deck, and scores stay on paper."""
    judged = judge(
        begins(),
        lays(100, "Ann", "blood", 1, 2, 3),
        call("Ann", "blood", 500),
        call("Ann", "graveyard", 1000, 3),
        Tick(7000),
        fact(7200, "begins", player="Ann"),
        lays(7500, "Ann", "brains", 4, 5),
        lays(7600, "Ann", "brains", 6),
        call("Ann", "brains", 8000),
        call("Ben", "seduce", 8600),
        fact(8700, "recycled"),
        call("Ann", "graveyard", 9000, 3),
        call("Ben", "graveyard", 9600, 3),
        fact(10_000, "recycled"),
        END,
    )
    assert judged.scores == {"Ann": 3, "Ben": 3, "Cid": 0}
    assert [code for code in judged.codes if code != "board/noted"] == [
        "turn/next",
        "eater/feeding",
        "claim/stands",
        "claim/scored",
        "turn/next",
        "eater/feeding",
        "steal/made",
        "deck/recycled",
        "claim/void",
        "claim/stands",
        "deck/recycled",
        "claim/scored",
    ]
    recycled = [dict(ruling.data)["count"] for ruling in judged.rulings if ruling.code == "deck/recycled"]
    assert recycled == [3, 0]
    assert [seat.buried for seat in judged.state.seats] == [0, 3, 0]


def test_a_preacher_goes_on_praying_at_an_eater_whose_mash_is_stolen() -> None:
    """Section 4: he destroys any one eater visible on the board, whoever has it by the time it explodes."""
    told = (
        stored(500, "Ann", "zombie"),
        call("Ben", "christ", 2000),
        call("Cid", "seduce", 3000),
        fact(3500, "takes", player="Cid", target="mash", victim="Ann"),
        Tick(9000),
    )
    judged = judge(*told)
    assert judged.codes[-1] == "preach/destroyed"
    assert [seat.cards for seat in judged.state.seats] == [(), (), ()]
    assert judged.state.discard == ("preacher", "succubus", "zombie")


def test_a_preacher_goes_on_praying_at_an_eater_that_begins_to_feed() -> None:
    """Section 5 lets an eater leave the Mash for a family; section 4 still lets him be destroyed."""
    told = (
        lays(400, "Ann", "brains", 3, 4),
        stored(500, "Ann", "zombie"),
        call("Ben", "christ", 2000),
        fact(3000, "attaches", player="Ann", eater="zombie", source="mash"),
        call("Ann", "brains", 3600),
        Tick(9000),
    )
    judged = judge(*told)
    assert judged.codes[-1] == "preach/destroyed"
    assert judged.state.families[0].eater is None


def test_a_preacher_is_told_when_the_eater_is_taken_into_a_hand() -> None:
    """Section 6: a Devil Wife takes it, and cannot be countered; nothing is left to destroy, and that is said."""
    told = (
        begins(),
        wife(300),
        fact(350, "begins", player="Ann"),
        stored(500, "Ben", "zombie"),
        call("Cid", "christ", 2000),
        lures(3000, "Ann", card="zombie", place="mash", victim="Ben"),
        Tick(9000),
    )
    judged = judge(*told)
    assert judged.codes[-1] == "preach/missed"
    assert judged.state.discard == ("preacher",)


def test_an_evil_preacher_stops_the_first_of_two_who_come_for_a_devil_wife() -> None:
    """Section 4: an inverted preacher negates the preacher, whomever he came for; the next one is the first again."""
    told = (begins(), wife(1000), call("Ben", "christ", 3000), call("Ann", "evil", 4000), call("Cid", "christ", 5000))
    judged = judge(*told, Tick(6000), rules=BOARD, seed=seed_for(TAILS))
    assert judged.codes[2:] == ["combo/begun", "preach/negated", "combo/begun"]
    assert judged.state.seat("Ann").wives == 1
    assert judged.state.discard == ("preacher", "preacher", "preacher")
    third = judge(*told, call("Ben", "christ", 6000), Tick(7000), rules=BOARD, seed=seed_for(TAILS))
    assert third.codes[-2:] == ["coin/tossed", "wife/died"]
    wordless = judge(*told[:3], call("Ann", "christ", 4000), rules=BOARD)
    assert wordless.codes[-1] == "preach/no-target"


def test_the_second_preacher_is_answered_though_the_exorcist_was_quicker() -> None:
    """Section 6: the Exorcist removes her; the preacher after that has nobody to come for, and is kept."""
    told = (wife(1000), call("Ben", "christ", 3000), fact(4000, "exorcises", player="Cid"), call("Ben", "christ", 5000))
    judged = judge(*told, Tick(6000))
    assert judged.codes[1:] == ["combo/begun", "exorcist/played", "preach/no-target"]
    assert judged.state.discard == ("preacher",)


def test_only_the_wife_who_steals_the_preacher_dies_of_it() -> None:
    """Section 6: the one played from the hand is spent anyhow; the one who lies on the board has stolen nothing."""
    told = (
        begins(),
        wife(500),
        fact(1000, "plays-wife", player="Ann", n=1),
        lures(2000, "Ann", card="preacher", place="hand", victim="Ben"),
    )
    judged = judge(*told, rules=BOARD)
    assert judged.codes[-1] == "wife/lures"
    assert judged.state.seat("Ann").wives == 1
    placed = judge(*told, lures(3000, "Ann", card="preacher", place="hand", victim="Cid"), rules=BOARD)
    assert placed.codes[-2:] == ["wife/lures", "wife/died"]


def test_discarding_down_to_four_waits_for_the_next_turn() -> None:
    """Section 6: "on her next turn", so not in the turn in which the preachers came."""
    prayed = (begins(), wife(1000), call("Ben", "christ", 3000), call("Cid", "christ", 4000))
    now = judge(*prayed, fact(5000, "discards", player="Ann"), rules=BOARD, seed=seed_for(HEADS))
    assert hands(now)[0] == 6
    assert rules_broken(now) == ["play-or-discard"]
    turns = tuple(end_turn(6000 + step) for step in range(3))
    sheds = tuple(fact(7000 + step, "discards", player="Ann") for step in range(3))
    later = judge(*prayed, *turns, *sheds, rules=BOARD, seed=seed_for(HEADS))
    assert hands(later)[0] == 3  # two shed, and the turn's own discard
    assert rules_broken(later) == []


@pytest.mark.parametrize(("turn", "codes"), [("Ann", ["turn/next"]), ("Cid", ["turn/lost", "turn/next"])])
def test_whose_wife_finds_the_exorcist_loses_a_turn(turn: str, codes: list[str]) -> None:
    """Section 6: "the owner loses a turn, and it is now the Exorcist owner's turn"."""
    found = (
        begins(turn),
        fact(1000, "plays-wife", player="Ann", n=1),
        lures(2000, "Ann", card="exorcist", place="hand", victim="Ben"),
    )
    judged = judge(*found, rules=BOARD)
    assert judged.state.turn == "Ben"
    assert judged.scores["Ann"] == -6
    round_after = judge(*found, end_turn(3000), end_turn(4000), rules=BOARD)
    said = [ruling.code for ruling in round_after.rulings if ruling.at_ms >= 3000]
    assert said == ["turn/next", *codes]
    assert round_after.state.turn == ("Ann" if turn == "Ann" else "Ben")


def test_an_announcement_that_ruin_takes_away_is_said_to_be_void() -> None:
    """Section 6: her owner loses all cards on the board, the family on its way to the graveyard among them."""
    judged = judge(
        begins(),
        wife(500),
        lays(600, "Ann", "brains", 3, 4, 5),
        call("Ann", "brains", 1000),
        call("Ann", "graveyard", 2000, 3),
        fact(2500, "begins", player="Ann"),
        lures(3000, "Ann", card="exorcist", place="hand", victim="Ben"),
        END,
    )
    assert judged.codes[-3:] == ["exorcist/found", "claim/no-eater", "turn/next"]
    assert judged.scores["Ann"] == -6


def test_a_devil_wife_who_was_confused_waits_for_the_next_turn() -> None:
    """Section 6: on tails she fails, "and must wait until next turn to try again"."""
    tries = (
        fact(2000, "sends-wife", player="Ben", victim="Ann"),
        fact(3000, "sends-wife", player="Ben", victim="Ann"),
    )
    told = (stored(500, "Ann", "exorcist"), *tries)
    judged = judge(*told, seed=seed_for(TAILS, HEADS))
    assert judged.codes[1:] == ["coin/tossed", "exorcist/confuses", "exorcist/confuses"]
    later = (fact(4000, "begins", player="Ben"), fact(5000, "sends-wife", player="Ben", victim="Ann"))
    assert judge(*told, *later, seed=seed_for(TAILS, HEADS)).codes[-2:] == ["coin/tossed", "exorcist/removed"]


def test_each_exorcist_who_watches_a_trip_doubts_himself() -> None:
    """Section 6: "anyone who takes a family to the graveyard under the Exorcist's watch" forces him to the check."""
    told = (stored(500, "Ben", "exorcist"), stored(600, "Cid", "exorcist"), call("Ann", "graveyard", 2000, 3), END)
    judged = judge(*told, seed=seed_for(HEADS, TAILS, HEADS))
    assert judged.codes[2:] == [
        "coin/tossed",
        "claim/stands",
        "claim/scored",
        "coin/tossed",
        "exorcist/removed",
        "coin/tossed",
    ]
    assert [seat.guarded for seat in judged.state.seats] == [False, False, True]


def test_nine_and_more_in_one_trip_win_at_once_and_a_score_below_zero_needs_as_many_more() -> None:
    """Section 3, and house rule G18: a trip scores as it is; section 6 lets a score be negative."""
    nine = judge(call("Ann", "graveyard", 1000, 9), END)
    assert nine.codes == ["claim/stands", "claim/scored", "game/won"]
    assert nine.winner == "Ann"
    ruined = (
        begins(),
        wife(100),
        lures(200, "Ann", card="exorcist", place="hand", victim="Ben"),
    )
    low = judge(*ruined, call("Ann", "graveyard", 9000, 9), END)
    assert low.scores["Ann"] == 3
    assert low.winner is None


def test_a_trip_of_a_family_that_grew_by_two_decks_is_worth_its_humans() -> None:
    """Section 3: families of the same suit stay apart units until they are joined, in whole."""
    told = (begins(), lays(100, "Ann", "brains", 3, 4), lays(200, "Ann", "brains", 6, 7), lays(300, "Ann", "brains", 5))
    judged = judge(*told, rules=GraveFeastRules())
    assert sorted(cards(judged, "Ann")) in ([(3, 4), (5, 6, 7)], [(3, 4, 5), (6, 7)])
    joined = judge(*told, fact(400, "joins", player="Ann", suit="brains", first=4, second=6), rules=GraveFeastRules())
    assert cards(joined, "Ann") == [(3, 4, 5, 6, 7)]
