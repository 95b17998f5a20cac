"""What may have been a call, though probably talk, matters where it is said over another's call, and only there."""

from concurrent.futures import Future

import numpy as np
import pytest

from assistant.core.observations import Call, Verdict
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.listener import Listener, Seat
from engines.base import Samples
from tests.hearing.test_early import ONE_MS, voices

SEDUCE, CLAIM = "grave-feast.seduce", "grave-feast.graveyard"


class Ears:
    """Hears a claim in what begins early, and perhaps a seduction in the rest."""

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        end_ms = start_ms + len(samples) // ONE_MS
        said = Utterance(CLAIM, Verdict.EXACT, "five to the graveyard", "graveyard", start_ms, end_ms)
        perhaps = Utterance(SEDUCE, Verdict.UNSURE, "seduce", "seduce", start_ms, end_ms)
        future: Future[Heard] = Future()
        future.set_result(Heard((said,), ()) if start_ms < 2_000 else Heard((), (), muttered=perhaps))
        return future

    def close(self) -> None:
        return


@pytest.mark.parametrize(
    ("muttered_ms", "heard"),
    [
        ((2_600, 2_900), [(SEDUCE, Verdict.UNSURE), (CLAIM, Verdict.EXACT)]),
        ((2_800, 3_300), [(CLAIM, Verdict.EXACT), (SEDUCE, Verdict.UNSURE)]),
        ((3_200, 3_700), [(CLAIM, Verdict.EXACT)]),
    ],
)
def test_muttering_counts_while_another_calls(muttered_ms: tuple[int, int], heard: list[tuple[str, Verdict]]) -> None:
    both = np.concatenate([voices((1_900, 3_000)), voices(muttered_ms)], axis=1)
    listener = Listener((Seat("Ann"), Seat("Ben")), Ears(), load_fitted().timing)
    found = [*listener.push(both), *listener.finish()]
    assert [(call.phrase, call.verdict) for call in found if isinstance(call, Call)] == heard
