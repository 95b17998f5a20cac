"""A file is read faster than ears can listen: no further ahead than the sound of what waits for them is kept."""

from concurrent.futures import Future

import pytest

from assistant.core.observations import Call, Observation, Verdict
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.recent import KEPT_MS
from engines.base import Samples
from tests.hearing.test_early import ONE_MS, voices


class Late(Future[Heard]):
    """What is only heard when somebody waits for it."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def result(self, timeout: float | None = None) -> Heard:
        if not self.done():
            self.set_result(self._heard)
        return super().result(timeout)


class LateEars:
    """Ears that hear "brains" in everything, as late as they may."""

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Late:
        assert len(samples) > 0, "the sound was forgotten before it was heard"
        end_ms = start_ms + len(samples) // ONE_MS
        said = Utterance("grave-feast.brains", Verdict.EXACT, "brains", "brains", start_ms, end_ms)
        return Late(Heard((said,), ()))

    def close(self) -> None:
        return


@pytest.mark.parametrize("length_ms", [KEPT_MS // 2, 2 * KEPT_MS])
def test_a_long_silence_behind_a_call_does_not_change_when_it_was_complete(length_ms: int) -> None:
    """Its end is taken from its sound: with that forgotten, it would be the segment's, 140 ms of silence later."""
    sound = voices((2_000, 2_500), (2_900, 3_400), length_ms=length_ms)
    listener = Listener((Seat("Ann"),), LateEars(), load_fitted().timing)
    found: list[Observation] = []
    for at in range(0, len(sound), 100 * ONE_MS):
        found.extend(listener.push(sound[at : at + 100 * ONE_MS], patient=True))
    found.extend(listener.finish())
    calls = [each for each in found if isinstance(each, Call)]
    assert [call.start_ms for call in calls] == pytest.approx([2_000, 2_900], abs=20)
    assert [call.end_ms for call in calls] == pytest.approx([2_500, 3_400], abs=20)
