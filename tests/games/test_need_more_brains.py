"""Corners of Zombies! Need more Brains: cards within cards, the Horde, and the last chance."""

import pytest

from tests.games.scripted import Scene, judge, lines

THREE = ("Ann", "Ben", "Cid")


def basic(*said: str, players: tuple[str, ...] = ("Ann", "Ben"), **rules: object) -> Scene:
    return judge("need-more-brains", lines(*said), players, **rules)


def horde(*said: str, **rules: object) -> Scene:
    return judge("need-more-brains", lines(*said), THREE, zb_mode="horde", **rules)


def test_a_double_as_the_last_forced_card_doubles_the_next_one_that_is_chosen() -> None:
    """Step 6 and Double Rampage: "the next card flipped, no matter what it is"; house rule Z4."""
    scene = basic(
        "> chase humans", "Ben: more brains", "> one brain", "> double rampage", "Ben: more brains", "> three brains",
        "Ben: no more brains",
    )  # fmt: skip
    assert scene.all_of("card/brains", "points") == [1, 6]
    assert scene.scores["Ben"] == 7


def test_a_double_lapses_when_its_player_stops() -> None:
    """Double Rampage: "You suffer double its effects", so the next player's card counts once."""
    scene = basic("> two brains", "Ben: more brains", "> double rampage", "Ben: no more brains", "> three brains")
    assert scene.all_of("card/brains", "points") == [2, 3]
    assert scene.all_of("bank/made", "points") == [2]


def test_a_chase_that_is_doubled_takes_four_cards_and_one_among_them_two_more() -> None:
    """Step 6: "must flip the next 4 cards"; a Chase among them adds its two (house rule Z4)."""
    cards = ("> double rampage", "Ben: more brains", "> chase humans", "Ben: more brains", "> chase humans")
    scene = basic(*cards, *["> one brain"] * 5, "Ben: no more brains", zb_tracking="board")
    assert scene.all_of("card/chase", "cards") == [4, 5]
    assert scene.scores["Ben"] == 5
    early = basic(*cards, *["> one brain"] * 4, "Ben: no more brains", zb_tracking="board")
    assert early.codes[-1] == "decision/card-first"


def test_two_bullets_of_one_round_are_enough_and_one_of_each_round_is_not() -> None:
    """Gunfire: "If you take 2x Bullet Hits your Zombie ... ends the round with NO points"."""
    twice = basic("> gunfire", "Ben: more brains", "> three brains", "Ben: more brains", "> gunfire")
    assert (twice.players_of("bullets/out"), twice.scores["Ben"]) == (["Ben"], 0)
    apart = basic(
        "> gunfire", "Ben: no more brains", "> two brains", "Ann: no more brains", "> gunfire", "Ben: more brains"
    )
    assert apart.players_of("bullets/out") == []


def test_bullets_hit_everybody_who_is_still_in_and_nobody_who_left() -> None:
    """Gunfire in Horde Mode: "all Zombies that are still in ... but not those that have left the hunt"."""
    scene = horde("> three brains", "Ann: no more brains", "Ben: more brains", "Cid: need more brains", "> head shot")
    assert scene.players_of("bullets/out") == ["Ben", "Cid"]
    assert scene.scores == {"Ann": 3, "Ben": 1, "Cid": 1}  # each of the last gets a Pity Brain


def test_the_leader_of_the_horde_deals_and_decides_first_in_the_next_round() -> None:
    """Horde Mode: "The Player with the most Brain Points is now the new dealer and decides first"."""
    scene = horde(
        "> two brains", "Ann: no more brains", "Ben: more brains", "Cid: more brains", "> one brain",
        "Ben: more brains", "Cid: no more brains", "> head shot",
    )  # fmt: skip
    assert scene.scores == {"Ann": 2, "Ben": 1, "Cid": 3}
    assert scene.players_of("round/begins")[-1] == "Cid"
    assert scene.all_of("round/begins", "row")[-1] == "Cid, Ann, Ben"
    assert scene.players_of("pink/moves") == ["Ben"]


def test_of_two_who_cross_the_line_in_one_round_the_higher_leads_and_of_equals_the_first_in_the_row() -> None:
    """House rule Z7."""
    both = ("> three brains", "Ann: no more brains", "Ben: no more brains", "Cid: no more brains")
    equal = horde(*both, zb_target_score=3)
    assert equal.winner == "Ann"
    later = horde(
        "> three brains", "Ann: no more brains", "Ben: more brains", "Cid: no more brains", "> one brain",
        "Ben: no more brains", zb_target_score=3,
    )  # fmt: skip
    assert later.winner == "Ben"


@pytest.mark.parametrize(
    ("ben", "cid", "ann", "winner"),
    [(3, 3, 3, "Ben"), (2, 3, 3, "Cid"), (3, 2, 1, "Ben")],
)
def test_who_wins_after_the_last_chance(ben: int, cid: int, ann: int, winner: str) -> None:
    """Step 8: "They must not equal the provisional winners score, they must pass it"; of equals, the first (Z6)."""
    words = {1: "one brain", 2: "two brains", 3: "three brains"}
    said = []
    for player, brains in (("Ben", ben), ("Cid", cid), ("Ann", ann)):
        said += [f"> {words[brains]}", f"{player}: no more brains"]
    scene = basic(*said, players=THREE, zb_target_score=2)
    assert (scene.winner, scene.codes.count("final/begins"), scene.codes.count("match/won")) == (winner, 1, 1)


def test_who_has_the_target_already_gets_no_last_chance() -> None:
    """Step 8: "every other Player that still has a score under 30, gets one more Turn"."""
    scene = basic("> ann has thirty one points", "> one brain", "Ben: more brains", "> head shot", players=THREE)
    assert scene.players_of("turn/begins") == ["Ben", "Cid"]
    assert scene.players_of("final/begins") == ["Ann"]


def test_the_end_waits_for_brains_that_were_not_told() -> None:
    """Step 4: brains are collected on stopping; how many is asked, and decides who wins."""
    said = ("> ann has twenty nine points", "Ben: more brains", "Ben: no more brains")
    open_end = basic(*said)
    assert open_end.codes[-2:] == ["bank/ask", "turn/begins"]
    told = basic(*said, "> ben banks thirty")
    assert told.codes[-1] == "final/begins"
