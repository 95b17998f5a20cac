"""Worker processes: they hear, and none of them stays behind, however the program that started them ends."""

import numpy as np

from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard
from assistant.hearing.pool import ProcessPool
from engines.base import Samples
from tests.killed import PATIENCE_S, output_of_killed

PARENT = """
import time
from tests.hearing.test_pool import Deaf, utterance
from assistant.hearing.pool import ProcessPool
if __name__ == "__main__":
    pool = ProcessPool(Deaf, 1)
    pool.submit(utterance(), 0).result()
    print("heard", flush=True)
    time.sleep(600)
"""


class Deaf:
    """Ears that hear nothing."""

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        return Heard((), (), told=("from", str(start_ms)))

    def close(self) -> None:
        pass


def utterance() -> Samples:
    return np.zeros(160, dtype=np.float32)


def test_workers_hear() -> None:
    pool = ProcessPool(Deaf, 1)
    try:
        assert pool.submit(utterance(), 40).result(PATIENCE_S).told == ("from", "40")
    finally:
        pool.close()


def test_no_worker_stays_behind_when_the_program_is_killed() -> None:
    assert output_of_killed(PARENT, "heard") == ""
