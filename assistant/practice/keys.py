"""Single keys from a terminal, without waiting for them; where there is no terminal there are no keys."""

import sys
from types import TracebackType
from typing import Any, Self

from assistant.practice.loop import Key


class TerminalKeys:
    """Reads keys while it is entered; a context manager, so that the terminal is put back as it was."""

    def __init__(self) -> None:
        """Look whether there is a terminal."""
        self._there = sys.stdin is not None and sys.stdin.isatty()
        self._before: list[Any] | None = None

    @property
    def there(self) -> bool:
        """Whether keys can be pressed at all."""
        return self._there

    def __enter__(self) -> Self:
        """Have the terminal give every key at once, and show none."""
        if self._there and sys.platform != "win32":
            import termios
            import tty

            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Put the terminal back."""
        if self._before is not None and sys.platform != "win32":
            import termios

            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def pressed(self) -> Key | None:
        """See `loop.Keyboard`; keys without a meaning are passed over."""
        while self._there and (character := _waiting()):
            for key in Key:
                if key.value == character.lower():
                    return key
        return None


def _waiting() -> str:
    """Return a character that waits to be read, or nothing."""
    if sys.platform == "win32":
        import msvcrt

        return msvcrt.getwch() if msvcrt.kbhit() else ""
    import os
    import select

    ready, _, _ = select.select([sys.stdin], [], [], 0)
    return os.read(sys.stdin.fileno(), 1).decode("ascii", "ignore") if ready else ""
