"""Workers: every task is answered, whatever becomes of its worker, and no process is left behind."""

import multiprocessing
import os

import pytest

from assistant.batch.crew import Crew, Done, Failed, Share
from tests.batch.work import Worker, broken


def run(tasks: list[str], workers: int = 2) -> tuple[dict[int, str], list[Share], set[int]]:
    """Return what became of each task in words, the shares that were told, and the workers that answered."""
    fates: dict[int, str] = {}
    shares: list[Share] = []
    answered: set[int] = set()
    for told in Crew(Worker, workers).run(tasks):
        match told:
            case Share():
                shares.append(told)
            case Done(number, (task, pid, _)):
                fates[number] = f"done {task}"
                answered.add(pid)
            case Failed(number, reason):
                fates[number] = reason
    assert multiprocessing.active_children() == []
    return fates, shares, answered


def test_every_task_is_done_once_by_a_few_workers() -> None:
    fates, shares, answered = run([f"task {number}" for number in range(7)])
    assert fates == {number: f"done task {number}" for number in range(7)}
    assert sorted(share.number for share in shares) == list(range(7))
    assert {share.share for share in shares} == {0.5}
    assert 1 <= len(answered) <= 2
    assert os.getpid() not in answered


def test_what_fails_does_not_stop_the_rest() -> None:
    fates, _, _ = run(["a", "refuse b", "break c", "d"], workers=1)
    assert fates == {
        0: "done a",
        1: "refuse b: is no good: mend it",
        2: "a fault of the program (ZeroDivisionError: by zero): please report it",
        3: "done d",
    }


def test_a_worker_that_dies_takes_only_its_own_task_with_it() -> None:
    fates, _, answered = run(["a", "die b", "leave c", "d", "e"], workers=1)
    assert fates[0] == "done a"
    assert fates[1] == "its process died (SIGKILL): report the file, please"
    assert fates[2] == "its process died (exit code 3): report the file, please"
    assert (fates[3], fates[4]) == ("done d", "done e")
    assert len(answered) == 2


def test_a_worker_that_cannot_begin_says_so_for_each_task() -> None:
    told = [each for each in Crew(broken, 1).run(["a", "b"]) if not isinstance(each, Share)]
    assert told == [Failed(0, "no ears: install them"), Failed(1, "no ears: install them")]


def test_no_tasks_need_no_workers() -> None:
    assert list(Crew(Worker, 2).run([])) == []


def test_whoever_breaks_off_leaves_no_process_behind() -> None:
    running = Crew(Worker, 2).run([f"task {number}" for number in range(50)])
    next(running)
    assert len(multiprocessing.active_children()) == 2
    with pytest.raises(KeyboardInterrupt):
        running.throw(KeyboardInterrupt)  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []
