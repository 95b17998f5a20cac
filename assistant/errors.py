"""The one family of errors that reaches a user: one line that says what is wrong, where, and what to do."""

from typing import ClassVar

WRONG_INPUT_EXIT = 2
"""The exit code when the input or the settings are wrong."""

SOMETHING_LOST_EXIT = 1
"""The exit code when the work was done, but something was lost on the way."""


class RefereeError(Exception):
    """Something that a user caused or can mend; `str()` is one line: what, where, what to do."""

    exit_code: ClassVar[int] = WRONG_INPUT_EXIT


class LossError(RefereeError):
    """The work began well, but something was lost, such as the end of a log on a full disk."""

    exit_code: ClassVar[int] = SOMETHING_LOST_EXIT
