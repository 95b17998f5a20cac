"""Worker processes: prepared before their first task, and none stays behind when the program is killed."""

import os

from assistant.workers import worker_processes
from tests.killed import PATIENCE_S, output_of_killed

PARENT = """
import os, time
from assistant.workers import worker_processes
if __name__ == "__main__":
    workers = worker_processes(2)
    workers.submit(os.getpid).result()
    print("at work", flush=True)
    time.sleep(600)
"""


def prepare(name: str, value: str) -> None:
    os.environ[name] = value


def test_a_worker_is_prepared_before_its_first_task() -> None:
    with worker_processes(1, prepare, "REFEREE_TEST", "prepared") as workers:
        assert workers.submit(os.getenv, "REFEREE_TEST").result(PATIENCE_S) == "prepared"
        assert workers.submit(os.getpid).result(PATIENCE_S) != os.getpid()
    assert os.getenv("REFEREE_TEST") is None


def test_no_worker_stays_behind_when_the_program_is_killed() -> None:
    assert output_of_killed(PARENT, "at work") == ""
