"""What a photo finish shows, by values worked out by hand; a race, an inexact call, a window, a tie."""

import pytest

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.rulings import Ruling
from assistant.disputes.photo_layout import LONGEST_MS, Photo, Span, Spoken, lay_out, wrong_words
from assistant.disputes.photo_words import TextSizes, band_texts

LANES = ("Ann", "Ben", "Cid")


def call(
    player: str, channel: int | None, start_ms: int, end_ms: int, heard: str = "brains", error_ms: int = 30
) -> Call:
    return Call(player, "p", Verdict.EXACT, heard, start_ms, end_ms, error_ms=error_ms, channel=channel)


SEDUCE = call("Ben", 1, 2600, 3280, "seduce", error_ms=80)
CLAIM = call("Ann", 0, 3160, 4225, "five to the graveyard")
RACE = Ruling("claim/void", 4225, "Ann", margin_ms=945, tie_band_ms=86, calls=(3, 5), id=6)


def race(*more: Spoken, ruling: Ruling = RACE) -> Photo:
    return lay_out(ruling, [Spoken(SEDUCE), Spoken(CLAIM), *more], LANES, "Void, Ann.", "Stolen before.")


def test_a_race_has_two_finish_lines_and_its_margin_between_them() -> None:
    photo = race()
    assert [(line.lane, line.at_ms, line.error_ms) for line in photo.lines] == [(1, 3280, 80), (0, 4225, 30)]
    assert [line.text for line in photo.lines] == ["3.28 s ± 0.08", "4.225 s ± 0.03"]
    assert photo.margin is not None
    assert (photo.margin.first_ms, photo.margin.second_ms, photo.margin.tie_band_ms) == (3280, 4225, 86)
    assert photo.headline == "by 0.945 s"
    assert photo.deadline_ms is None
    assert (photo.title, photo.rule, photo.code) == ("Void, Ann.", "Stolen before.", "claim/void #6")


def test_the_picture_reaches_300_ms_around_the_calls_and_their_errors() -> None:
    photo = race()
    assert (photo.from_ms, photo.to_ms) == (2600 - 300, 4225 + 30 + 300)


def test_a_short_call_still_gets_a_second_and_a_half() -> None:
    photo = lay_out(Ruling("a/b", 5400), [Spoken(call("Ann", 0, 5000, 5400, error_ms=0))], LANES, "")
    assert (photo.from_ms, photo.to_ms) == (4200, 5700)
    at_the_start = lay_out(Ruling("a/b", 400), [Spoken(call("Ann", 0, 100, 400, error_ms=0))], LANES, "")
    assert (at_the_start.from_ms, at_the_start.to_ms) == (0, 1500)


def test_every_player_has_a_lane_and_every_call_its_band() -> None:
    photo = race()
    assert photo.lanes == LANES
    assert [(band.lane, band.start_ms, band.end_ms, band.text) for band in photo.bands] == [
        (1, 2600, 3280, "✓ seduce"),
        (0, 3160, 4225, "✓ five to the graveyard"),
    ]


def test_what_was_said_beside_has_a_band_and_no_finish_line() -> None:
    beside = Spoken(call("Cid", 2, 4000, 4500, "fight"), counts=False)
    far = Spoken(call("Cid", 2, 9000, 9500, "fight"), counts=False)
    photo = race(beside, far)
    assert [(band.text, band.counts) for band in photo.bands][-1] == ("✓ fight", False)
    assert len(photo.bands) == 3
    assert [line.lane for line in photo.lines] == [1, 0]


@pytest.mark.parametrize(("start_ms", "bands"), [(4_406, 2), (4_405, 3)])
def test_a_call_beside_of_which_only_an_edge_is_seen_is_left_out(start_ms: int, bands: int) -> None:
    """The picture ends at 4555 ms: of the one call 149 ms are within it, of the other 150."""
    assert len(race(Spoken(call("Cid", 2, start_ms, start_ms + 600), counts=False)).bands) == bands


def test_a_short_call_beside_is_shown_whole_and_one_that_counts_is_shown_however_little_of_it() -> None:
    short = Spoken(call("Cid", 2, 4_000, 4_100), counts=False)
    assert len(race(short).bands) == 3
    last = Spoken(call("Cid", 2, 29_000, 30_000, "fight"))
    photo = lay_out(Ruling("a/b", 30_000), [Spoken(call("Ann", 0, 18_000, 18_430)), last], LANES, "")
    assert photo.from_ms == 18_330
    assert [band.text for band in photo.bands] == ["✓ brains", "✓ fight"]


def test_a_race_within_the_margin_is_called_too_close_and_one_at_it_is_not() -> None:
    close = Ruling("race/too-close", 4225, margin_ms=945, tie_band_ms=946, calls=(3, 5))
    clear = Ruling("steal/made", 4225, margin_ms=945, tie_band_ms=945, calls=(3, 5))
    assert race(ruling=close).headline == "0.945 s: too close"
    assert race(ruling=clear).headline == "by 0.945 s"


def test_a_race_that_compares_a_beginning_with_an_end_is_drawn_between_those() -> None:
    margin = race(ruling=Ruling("claim/void", 4225, margin_ms=120, calls=(3, 5))).margin
    assert margin is not None
    assert (margin.first_ms, margin.second_ms) == (3160, 3280)


def test_a_margin_that_no_two_moments_have_is_written_but_not_drawn() -> None:
    photo = race(ruling=Ruling("claim/void", 4225, margin_ms=121, calls=(3, 5)))
    assert photo.margin is None
    assert photo.headline == "by 0.121 s"


def test_an_inexact_call_says_what_was_missing() -> None:
    diff = WordDiff(missing=("the", "power", "of"))
    wrong = Call("Cid", "p", Verdict.INEXACT, "christ compels you", 7400, 8685, diff=diff, channel=2)
    photo = lay_out(Ruling("preach/lost", 8685, "Cid", calls=(9,), id=10), [Spoken(wrong)], LANES, "Cid loses.")
    assert photo.headline == "missing: the power of"
    assert photo.notes == ("Cid said “christ compels you”: missing: the power of",)
    assert photo.bands[0].text == "✗ christ compels you"


def test_an_unsure_call_says_why() -> None:
    unsure = Call("Cid", "p", Verdict.UNSURE, "christ", 7400, 8685, reason="sound was lost", channel=2)
    photo = lay_out(Ruling("call/unclear", 8685, "Cid", calls=(9,)), [Spoken(unsure)], LANES, "")
    assert photo.notes == ("Cid said “christ”: unsure (sound was lost)",)
    assert photo.headline == ""
    assert photo.bands[0].text == "? christ"


def test_what_was_wrong_is_told_in_words() -> None:
    assert wrong_words(WordDiff(("the",), ("yard",), (("graveyard", "grave"),))) == (
        "missing: the; added: yard; “grave” for “graveyard”"
    )
    assert wrong_words(None) == ""


def test_a_window_that_closed_is_shown_where_it_is_near() -> None:
    near = lay_out(Ruling("claim/scored", 9225, calls=(5,)), [Spoken(CLAIM)], LANES, "")
    assert (near.deadline_ms, near.to_ms) == (9225, 9525)
    far = lay_out(Ruling("claim/scored", 34_225, calls=(5,)), [Spoken(CLAIM)], LANES, "")
    assert (far.deadline_ms, far.to_ms) == (None, 4225 + 30 + 300)
    assert far.notes == ("The ruling was due at 34.225 s.",)


def test_calls_too_far_apart_are_said_instead_of_shown() -> None:
    early = call("Ann", 0, 1000, 1590)
    late = call("Ben", 1, 29_000, 30_000, error_ms=0)
    ruling = Ruling("steal/blocked", 30_000, margin_ms=28_410, tie_band_ms=50, calls=(1, 2))
    photo = lay_out(ruling, [Spoken(early), Spoken(late)], LANES, "")
    assert photo.to_ms - photo.from_ms == LONGEST_MS
    assert [line.at_ms for line in photo.lines] == [30_000]
    assert photo.margin is None
    assert photo.notes == ("Not in the picture: Ann “brains”, complete at 1.59 s",)


def test_a_script_has_the_players_for_lanes_and_one_for_a_stranger() -> None:
    told = [Spoken(call("Cid", None, 0, 500)), Spoken(Call(None, "p", Verdict.EXACT, "blood", 600, 900))]
    photo = lay_out(Ruling("a/b", 900), told, LANES, "")
    assert [band.lane for band in photo.bands] == [2, 3]
    assert photo.lanes == (*LANES, "?")


def test_on_a_shared_microphone_a_band_says_who() -> None:
    shared = Call("Ben", "p", Verdict.EXACT, "seduce", 100, 900, channel=0, shared_microphone=True)
    photo = lay_out(Ruling("a/b", 900), [Spoken(shared)], ("all",), "")
    assert photo.bands[0].text == "✓ Ben: seduce"
    assert photo.lanes == ("all",)


SIZES = TextSizes((10.0, 8.0), (6.0, 5.0))


def texts(words: tuple[Span, ...], width: float) -> list[tuple[tuple[str, ...], float]]:
    photo = lay_out(Ruling("a/b", 4225), [Spoken(CLAIM, words)], LANES, "")
    found = band_texts(photo.bands[0], 2860, 4555, width, SIZES)
    return [(text.lines, text.size) for text in found]


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (300, [(("✓ five",), 10.0), (("to",), 10.0), (("the",), 10.0), (("graveyard",), 10.0)]),
        (200, [(("✓ five",), 8.0), (("to",), 8.0), (("the",), 8.0), (("graveyard",), 8.0)]),
        (160, [(("✓ five to the graveyard",), 6.0)]),
        (100, [(("✓ five to the", "graveyard"), 6.0)]),
    ],
)
def test_words_stand_where_they_were_heard_if_they_fit_there(
    width: float, expected: list[tuple[tuple[str, ...], float]]
) -> None:
    words = (Span("five", 3160, 3500), Span("to", 3500, 3700), Span("the", 3700, 3850), Span("graveyard", 3850, 4225))
    assert texts(words, width) == expected


def test_without_an_alignment_a_call_is_one_line_and_too_narrow_a_one_is_cut() -> None:
    assert texts((), 400) == [(("✓ five to the graveyard",), 10.0)]
    ((lines, size),) = texts((), 40)
    assert (len(lines), size) == (2, 5.0)
    assert lines[1].endswith("…")
