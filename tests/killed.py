"""Kills a program, and tells what it leaves behind."""

import subprocess
import sys

PATIENCE_S = 60.0
"""A busy machine takes seconds to start a process, and to end one."""


def output_of_killed(program: str, ready: str) -> str:
    """Run a program until it prints a line, kill it, and return all that it and what it started print after that.

    What it started holds the same pipe, so this ends only with the last of these processes.

    Raises:
        subprocess.TimeoutExpired: one of them stayed behind.
    """
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    assert parent.stdout.readline() == f"{ready}\n"
    parent.kill()
    rest, _ = parent.communicate(timeout=PATIENCE_S)
    return rest
