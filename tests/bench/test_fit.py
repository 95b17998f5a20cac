"""How the fit chooses thresholds: as many calls as the harm allows, on plain beliefs."""

from bench.fit import HARM_IN_NOISE, Belief, exactness, inexact_below, talk_from
from bench.items import Kind as Said


def belief(said: Said, best: float, is_shout: bool = False, talk: float = 0.0, near: float = 0.0) -> Belief:
    return Belief(said, best, best, is_shout, said is Said.CALL, talk, near)


def near(*best: float, is_shout: bool = False) -> list[Belief]:
    return [belief(Said.NEAR, each, is_shout) for each in best]


def calls(*best: float, is_shout: bool = False) -> list[Belief]:
    return [belief(Said.CALL, each, is_shout) for each in best]


def test_of_all_pairs_that_do_no_more_harm_the_one_with_the_most_calls_is_taken() -> None:
    """One of 20 near misses may pass: that costs one call of several words, or four shouts."""
    found = [*near(0.60), *near(0.70, is_shout=True), *near(*(0.1,) * 18), *calls(0.55, 0.90)]
    shouts = calls(0.62, 0.65, 0.66, 0.68, 0.95, is_shout=True)
    exact_from, shout_from = exactness(found, shouts, {Said.NEAR: 0.05})
    assert 0.60 < exact_from <= 0.90
    assert 0.30 <= shout_from <= 0.62


def test_shouts_do_not_weigh_more_for_being_more() -> None:
    """Half of all sentences are worth more than a tenth of the shouts."""
    found = [*near(0.60), *near(0.70, is_shout=True), *near(*(0.1,) * 18), *calls(0.55, 0.90)]
    shouts = calls(0.62, *(0.95,) * 9, is_shout=True)
    exact_from, shout_from = exactness(found, shouts, {Said.NEAR: 0.05})
    assert exact_from <= 0.55
    assert shout_from > 0.70


def test_where_all_do_too_much_harm_nothing_is_exact() -> None:
    assert exactness([*near(0.95), *calls(0.99)], [], {Said.NEAR: 0.5}) == (1.0, 1.0)


def test_near_misses_are_all_the_harm_in_noise() -> None:
    """Real people's talk was recorded in quiet rooms: of a handful of lines made noisy, one alone would decide."""
    found = [*near(*(0.1,) * 20), belief(Said.TALK, 0.85, is_shout=True), *calls(0.5, is_shout=True)]
    assert exactness(found, [], HARM_IN_NOISE)[1] <= 0.5


def test_no_more_calls_than_allowed_are_ruled_inexact() -> None:
    """Of 100 doubted calls that look like near misses, one may be ruled inexact."""
    doubted = [belief(Said.CALL, 0.001 * place, near=0.9) for place in range(1, 101)]
    below = inexact_below(doubted, 0.5, 0.5, most_robbed=0.01)
    assert sum(each.legal < below for each in doubted) == 1
    assert inexact_below(calls(0.9), 0.5, 0.5, most_robbed=0.01) == 0.05


def test_no_more_calls_than_allowed_are_passed_over_as_talk() -> None:
    """Of 100 calls that look like talk, 8 may be passed over."""
    doubted = [belief(Said.CALL, 0.0, talk=0.7 + 0.002 * place) for place in range(100)]
    at = talk_from(doubted, 0.5, 0.5)
    assert 1 <= sum(each.talk >= at for each in doubted) <= 9
    assert talk_from(calls(0.9), 0.5, 0.5) == 0.7
