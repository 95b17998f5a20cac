"""Keys from a terminal of this test's own."""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress

import pytest

from assistant.practice.keys import TerminalKeys
from assistant.practice.loop import Key

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a thing of Unix")


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Return what keys are written into; standard input is the terminal behind it."""
    keys, terminal = os.openpty()
    with os.fdopen(terminal, "r") as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield keys
    os.close(keys)


def test_keys_come_one_by_one_and_nobody_waits_for_them(keyboard: int) -> None:
    with TerminalKeys() as keys:
        assert keys.there
        assert keys.pressed() is None
        os.write(keyboard, b"sxM\x1bq")
        assert [keys.pressed() for _ in range(4)] == [Key.SKIP, Key.MODEL, Key.QUIT, None]


def test_the_terminal_is_put_back_as_it_was_even_after_a_fault(keyboard: int) -> None:
    import termios

    before = termios.tcgetattr(sys.stdin)
    with TerminalKeys():
        assert termios.tcgetattr(sys.stdin)[3] != before[3]
    assert termios.tcgetattr(sys.stdin) == before
    with suppress(ZeroDivisionError), TerminalKeys():
        raise ZeroDivisionError
    assert termios.tcgetattr(sys.stdin) == before


def test_without_a_terminal_there_are_no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    with open(os.devnull) as nothing:  # noqa: PTH123 - a descriptor that is no terminal
        monkeypatch.setattr(sys, "stdin", nothing)
        with TerminalKeys() as keys:
            assert not keys.there
            assert keys.pressed() is None
