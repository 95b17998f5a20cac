"""Corners of Zombie House Blitz: Stops that are false, late or together, scores below zero, and ties at 66."""

from tests.games.scripted import Scene, judge, lines

THREE = ("Ann", "Ben", "Cid")


def blitz(*said: str, players: tuple[str, ...] = ("Ann", "Ben"), **rules: object) -> Scene:
    return judge("house-blitz", lines(*said), players, **rules)


def test_of_two_stops_together_a_false_one_leaves_the_other() -> None:
    """House rules H1 and H2: the round ends at the earlier of the two that is no false stop."""
    script = "1.0-1.5 Ann: Go!\n60.0-60.40 Ben: Stop!\n60.02-60.44 Cid: Stop!\n65.0 > ben has cards in the house\n"
    scene = judge("house-blitz", script + "66.0 > cid saved one zero in house zero dead\n", THREE)
    assert scene.codes == ["round/live", "round/frozen", "stop/together", "stop/false", "score/round"]
    assert scene.all_of("stop/false", "consequence") == ["stands"]


def test_false_stops_may_cost_a_score_below_zero() -> None:
    """House rule H1: -2, and the round goes on."""
    said = ("Ann: Go", "Ben: Stop", "> false stop", "Ben: Stop", "> false stop", "Ann: Stop")
    scene = blitz(*said, hb_false_stop="-2")
    assert scene.scores == {"Ann": 0, "Ben": -4}
    assert scene.codes[-1] == "round/frozen"


def test_a_player_may_score_below_zero() -> None:
    """Scoring Points: cards in the House and people in the Dead Pile cost a point each."""
    scene = blitz("Ann: Go", "Ben: Stop", "> ann saved zero ten in house three dead")
    assert scene.scores["Ann"] == -13


def test_after_a_tie_at_the_target_the_next_leader_alone_wins_even_with_less_than_the_other_had() -> None:
    """Winning the Game: "Ties are broken by playing another round", and then whoever has the most has won."""
    tie = (
        "> ann has sixty four points", "> ben has sixty four points", "Ann: Go", "Ben: Stop",
        "> ann saved one zero in house zero dead", "> ben saved one zero in house zero dead",
    )  # fmt: skip
    scene = blitz(*tie)
    assert (scene.codes[-1], scene.winner) == ("round/tie", None)
    again = (*tie, "Ben: Go", "Ann: Stop", "> ann saved zero zero in house one dead")
    assert blitz(*again).winner is None  # Ben's result is not told
    decided = blitz(*again, "> ben saved zero two in house zero dead")
    assert decided.scores == {"Ann": 65, "Ben": 64}
    assert decided.winner == "Ann"


def test_the_highest_of_all_wins_and_not_who_was_told_first() -> None:
    """Scene HB-04: 70 against 68, whichever is told first."""
    scene = blitz(
        "> ann has fifty eight points", "> ben has sixty points", "Ann: Go", "Ann: Stop",
        "> ann saved five zero in house zero dead", "> ben saved five zero in house zero dead",
    )  # fmt: skip
    assert scene.winner == "Ben"
    assert scene.players_of("match/won") == ["Ben"]


def test_a_result_is_told_once_and_only_of_a_round_that_is_over() -> None:
    """Ending a Round: players move on to scoring when it is over; a House has ten cards, a deck 36."""
    told = "> ann saved one zero in house zero dead"
    scene = blitz("Ann: Go", told, "Ben: Stop", told, told, "> ben saved thirty six one in house zero dead")
    assert scene.all_of("fact/refused", "rule") == ["stop-first", "scored-already", "deck-cards"]
    assert scene.scores["Ann"] == 2


def test_who_stops_alone_has_an_empty_house() -> None:
    """Ending a Round: "When any player has removed the last card from his/her House, they call Stop"."""
    scene = blitz("Ann: Go", "Ben: Stop", "> ben saved one one in house zero dead")
    assert scene.all_of("fact/refused", "rule") == ["house-not-empty"]
