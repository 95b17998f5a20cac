"""Corners of In Cahoots: reveals, totals that are just enough, halves, piles that run out, and every end."""

import pytest

from tests.games.scripted import Scene, judge, lines


def cahoots(*said: str, **rules: object) -> Scene:
    return judge("in-cahoots", lines(*said), ("Ann", "Ben"), **rules)


def board(*said: str, **rules: object) -> Scene:
    return cahoots(*said, ez_tracking="board", **rules)


def refusals(scene: Scene) -> list[object]:
    return scene.all_of("fact/refused", "rule")


def test_a_reshuffle_and_a_reveal_sign_in_one_turn_both_bring_one_more() -> None:
    """Reveal the Horde: one more for every reshuffle; Reveal sign: one more, "Only do this once each turn"."""
    scene = cahoots(
        "> the zombies are reshuffled", "> ann reveals level one attrition one with reveal sign",
        "> ann reveals level one attrition one with reveal sign", "> ann reveals level one attrition one",
        "> ann reveals level one attrition one",
    )  # fmt: skip
    assert scene.all_of("zombie/revealed", "left") == [2, 1, 0]
    assert refusals(scene) == ["enough-revealed"]


def test_a_zombie_is_added_only_if_its_attrition_is_greater_than_the_number_in_the_horde_as_it_grows() -> None:
    """Note: "If there are two zombies in the Horde ... cannot add a zombie with an Attrition less than '3'"."""
    scene = cahoots(
        "> ann reveals level one attrition one", "> ben adds level one attrition one",
        "> ben adds level one attrition two", "> ben adds level one attrition two",
        "> ben adds level one attrition three",
    )  # fmt: skip
    assert scene.codes.count("zombie/too-weak") == 2
    assert scene.all_of("zombie/added", "horde") == [2, 3]


@pytest.mark.parametrize(("attrition", "lose"), [("zero", 0), ("one", 1), ("four", 2), ("five", 3)])
def test_a_successful_flight_costs_half_rounded_up(attrition: str, lose: int) -> None:
    """Attrition sign: "You must also lose half this number (rounded up) if you successfully flee"."""
    scene = cahoots(f"> ann reveals level two attrition {attrition}", "Ann: Flee", "> flee is five")
    assert scene.all_of("flee/escaped", "lose") == [lose]


def test_a_fight_that_is_just_enough_kills_and_one_short_loses_the_attrition_of_all_that_remain() -> None:
    """Fight: "equal to or greater than the Level"; lost are the Attrition values of all the zombies left."""
    horde = ("> ann reveals level two attrition one", "> ben adds level four attrition three", "Ann: Fight")
    assert cahoots(*horde, "> fight is six").codes[-2] == "fight/won"
    short = cahoots(*horde, "> fight is five")
    assert (short.all_of("fight/lost", "killed"), short.all_of("fight/lost", "lose")) == ([1], [3])
    assert cahoots(*horde, "> fight is one").all_of("fight/lost", "lose") == [4]


def test_after_a_failure_the_horde_is_gone_and_after_a_flight_only_its_oldest() -> None:
    """Note: after a failure "all the zombies in the Horde would have been removed"; else the oldest dissipates."""
    horde = ("> ann reveals level two attrition one", "> ben adds level four attrition three", "Ann: Flee")
    failed = cahoots(
        *horde,
        "> flee is three",
        "> ann loses four cards",
        "> drawing is done",
        "> ben reveals level one attrition one",
    )
    assert failed.all_of("zombie/revealed", "horde") == [1, 1]
    fled = cahoots(
        *horde, "> flee is four", "> scavenging is done", "> ann loses two cards", "> drawing is done",
        "> ben reveals level one attrition one",
    )  # fmt: skip
    assert fled.all_of("zombie/revealed", "horde") == [1, 2]
    assert fled.all_of("horde/dissipated", "level") == [2]


def test_the_hand_limit_holds_while_scavenging() -> None:
    """Scavenge: "You cannot scavenge a Swag card if it would cause you to exceed your Hand Limit of 6"."""
    fought = ("> ann reveals level one attrition one", "> ben adds nothing", "Ann: Fight")
    full = board(*fought, "> fight is three", "> ann scavenges find one")
    assert refusals(full) == ["hand-limit"]
    played = board(*fought, "> ann plays fight three", "> total is done", "> ann scavenges find one two")
    assert refusals(played) == ["hand-limit"]
    assert board(*fought, "> ann plays fight three", "> total is done", "> ann scavenges find one").codes[-1] == (
        "scavenge/taken"
    )


def test_zombies_are_lost_from_the_deck_only_and_the_discard_pile_pays_only_for_a_flight() -> None:
    """Note: "you may not choose to lose a zombie from your hand but you may lose a zombie card from the top"."""
    fight = ("> ann reveals level four attrition three", "Ann: Fight", "> fight is one")
    assert refusals(cahoots(*fight, "> ann loses one from the hand one zombie")) == ["zombies-from-deck"]
    assert refusals(cahoots(*fight, "> ann loses one from the discard")) == ["not-from-discard"]
    assert cahoots(*fight, "> ann loses one from the deck one zombie").codes[-1] == "attrition/paid"
    flight = ("> ann reveals level four attrition three", "Ann: Flee", "> flee is one")
    assert cahoots(*flight, "> ann loses one from the discard").codes[-1] == "attrition/paid"


def test_who_must_draw_and_has_nothing_dies_and_the_other_wins() -> None:
    """The End: "You die whenever you need to draw a card but have nothing left"; the discard is shuffled before."""
    turn = ("> ann reveals level one attrition one", "> ben adds nothing", "Ann: Fight", "> fight is one", "Ann ! done")
    poor = board("> ann has two in hand one in deck two in discard", *turn, "> drawing is done")
    # With the zombie that was killed, four cards lie there to be drawn, and four are needed.
    assert poor.winner is None
    poorer = board("> ann has one in hand one in deck two in discard", *turn, "> drawing is done")
    assert (poorer.codes[-2:], poorer.winner) == (["survivor/dies", "match/won"], "Ben")


def test_a_hand_above_six_is_discarded_down() -> None:
    """Draw up to your Current Hand Size: "you must discard cards until you only have 6"."""
    scene = board(
        "> ann has eight in hand", "> ann reveals level one attrition one", "> ben adds nothing", "Ann: Fight",
        "> fight is one", "Ann ! done", "> drawing is done",
    )  # fmt: skip
    assert scene.all_of("hand/drawn", "count") == [-2]


def test_there_is_at_most_one_winner_however_it_ends() -> None:
    """The End: six zombies in a hand, and both lose; no zombie left to reveal, and both win at once."""
    lost = cahoots("> ben shows six zombies", "> no zombies left")
    assert (lost.codes[-2:], lost.winner) == (["match/both-lose", "game/over"], None)
    won = cahoots("> no zombies left", "> ben shows six zombies")
    assert (won.codes[-2:], won.winner) == (["match/both-win", "game/over"], None)
    five = board("> ben has five in hand", "> ben shows six zombies")
    assert refusals(five) == ["not-six"]
