"""A call that was still being said when the sound was lost is no call yet, and no failed one."""

import pytest

from assistant.core.history import LOST_SOUND
from assistant.core.observations import Call, Tick, Verdict
from assistant.listening import BROKEN_OFF_MS, broken_off

LOST_FROM_MS = 5_000


@pytest.mark.parametrize("verdict", [Verdict.EXACT, Verdict.INEXACT])
@pytest.mark.parametrize(
    ("end_ms", "unsure"), [(LOST_FROM_MS, True), (LOST_FROM_MS - BROKEN_OFF_MS, True), (4_799, False), (1_000, False)]
)
def test_only_what_ends_where_the_sound_does_is_doubted(verdict: Verdict, end_ms: int, unsure: bool) -> None:
    call = Call("Ann", "grave-feast.graveyard", verdict, "five to the grave", end_ms - 600, end_ms)
    found = broken_off(call, LOST_FROM_MS)
    assert isinstance(found, Call)
    assert (found.verdict, found.reason) == ((Verdict.UNSURE, LOST_SOUND) if unsure else (verdict, ""))


def test_what_is_unsure_already_keeps_its_reason_and_the_clock_runs_on() -> None:
    call = Call("Ann", None, Verdict.UNSURE, "five", 4_000, LOST_FROM_MS, reason="the ears do not agree")
    assert broken_off(call, LOST_FROM_MS) is call
    assert broken_off(Tick(LOST_FROM_MS), LOST_FROM_MS) == Tick(LOST_FROM_MS)
