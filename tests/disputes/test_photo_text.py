"""A photo finish in characters: everything in its column."""

import numpy as np

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.rulings import Ruling
from assistant.disputes.photo_layout import Spoken, lay_out
from assistant.disputes.photo_text import photo_lines

LANES = ("Ann", "Ben")
SEDUCE = Call("Ben", "p", Verdict.EXACT, "seduce", 300, 1000, error_ms=30, channel=1)
CLAIM = Call("Ann", "p", Verdict.EXACT, "five to the graveyard", 500, 1200, error_ms=30, channel=0)
RACE = Ruling("claim/void", 1200, "Ann", margin_ms=200, tie_band_ms=50, calls=(1, 2), id=3)


def sound(from_ms: int, to_ms: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """1530 ms that are loud between two moments."""
    samples = np.zeros(1530 * 16, np.float32)
    samples[from_ms * 16 : to_ms * 16] = 0.5
    return samples


def test_waves_words_and_finish_lines_stand_in_their_columns() -> None:
    photo = lay_out(RACE, [Spoken(SEDUCE), Spoken(CLAIM)], LANES, "Void, Ann.")
    assert (photo.from_ms, photo.to_ms) == (0, 1530)
    lines = photo_lines(photo, [sound(500, 1200), sound(300, 1000)], 9 + 51)  # 30 ms a character
    assert lines[0] == "by 0.20 s: Void, Ann."
    ann, ann_said, ben, ben_said, margin, ends = lines[1:]
    assert ann[:8] == "Ann     "
    assert ann[9 + 16 : 9 + 33] == "█" * 17
    assert (ann[9 + 40], ann[9 + 33]) == ("┃", "┊")
    assert (ben[9 + 33], ben[9 + 40]) == ("┃", "┊")
    assert ann_said[9 + 16 :] == "├✓ five to the graveyard┤"
    assert ben_said[9 + 10 : 9 + 34] == "├───────✓ seduce───────┤"
    assert margin[9 + 33 :] == "├──────┤ by 0.20 s"
    assert ends.strip() == "Ben 1.00 s ± 0.03 · Ann 1.20 s ± 0.03"


def test_what_was_wrong_is_noted_and_silence_is_empty() -> None:
    wrong = Call("Ann", "p", Verdict.INEXACT, "christ", 300, 900, diff=WordDiff(missing=("power",)), channel=0)
    photo = lay_out(Ruling("preach/lost", 900, "Ann", calls=(1,)), [Spoken(wrong)], LANES, "Ann loses.")
    lines = photo_lines(photo, [], 60)
    assert lines[0] == "missing: power: Ann loses."
    assert lines[-1] == "Ann said “christ”: missing: power"
    assert set(lines[1][9:]) == {" ", "┃"}
    assert all(len(line) <= 60 for line in lines)


def test_a_call_too_short_for_its_words_is_cut() -> None:
    short = Call("Ann", "p", Verdict.EXACT, "five to the graveyard", 1000, 1200, channel=0)
    photo = lay_out(Ruling("a/b", 1200), [Spoken(short)], LANES, "")
    said = photo_lines(photo, [], 60)[2]
    assert "…" in said
    assert len(said.strip()) == 7
