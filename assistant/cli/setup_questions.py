"""Questions of the setup: asked on a terminal, or answered by flags and defaults alone."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from assistant.errors import RefereeError
from assistant.table import TableError

AnswerT = TypeVar("AnswerT")


class Questions(Protocol):
    """Who answers what the flags leave open."""

    @property
    def asked(self) -> bool:
        """Whether somebody sits there who can be asked, and asked again."""

    def text(self, question: str, default: str | None, flag: str) -> str:
        """Return an answer in words.

        Args:
            question: what is asked.
            default: the answer of who just presses Enter; None: there is none.
            flag: the flag that would have answered.

        Raises:
            TableError: there is no default, and nobody to ask.
        """

    def yes(self, question: str, default: bool) -> bool:
        """Return whether the answer is yes."""

    def ready(self, who: str) -> None:
        """Wait until somebody is ready to speak."""

    def note(self, text: str, wrong: bool = False) -> None:
        """Show what there is to choose from, or what is wrong with an answer."""


class Unasked:
    """Nobody is asked: every default is taken."""

    asked = False
    """See Questions."""

    def text(self, question: str, default: str | None, flag: str) -> str:
        """See Questions."""
        if default is None:
            raise TableError(f"{question.rstrip('?')}: nobody to ask here: give {flag}")
        return default

    def yes(self, question: str, default: bool) -> bool:
        """See Questions."""
        return default

    def ready(self, who: str) -> None:
        """See Questions; nobody waits."""

    def note(self, text: str, wrong: bool = False) -> None:
        """See Questions; nobody is there to read it."""


class Terminal:
    """Somebody sits at the terminal."""

    asked = True
    """See Questions."""

    def text(self, question: str, default: str | None, flag: str) -> str:
        """See Questions."""
        from rich.prompt import Prompt

        class Question(Prompt):
            prompt_suffix = " "

        while True:
            given = Question.ask(question, default=default) if default is not None else Question.ask(question)
            if given and given.strip():
                return given.strip()

    def yes(self, question: str, default: bool) -> bool:
        """See Questions."""
        from rich.prompt import Confirm

        class Question(Confirm):
            prompt_suffix = " "

        return Question.ask(question, default=default)

    def ready(self, who: str) -> None:
        """See Questions."""
        from rich.console import Console

        Console(highlight=False).input(f"\n{who}, press Enter when you are ready ...")

    def note(self, text: str, wrong: bool = False) -> None:
        """See Questions."""
        from rich.console import Console
        from rich.text import Text

        Console().print(Text(text, "yellow" if wrong else ""))


def until_right(questions: Questions, ask: Callable[[], str], read: Callable[[str], AnswerT]) -> AnswerT:
    """Ask until the answer can be read; who cannot be asked again gets the error.

    Raises:
        RefereeError: the answer is wrong, and nobody sits there.
    """
    while True:
        answer = ask()
        try:
            return read(answer)
        except RefereeError as error:
            if not questions.asked:
                raise
            questions.note(str(error), wrong=True)


def choose(questions: Questions, question: str, options: Sequence[str], default: str | None, flag: str) -> str:
    """Return one of some options, by its number or by its name (what stands before the first blank).

    Raises:
        TableError: there is no default, and nobody to ask.
    """

    def read(answer: str) -> str:
        names = [option.split(" ")[0] for option in options]
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer
        raise TableError(f"{answer!r} is none of them: write a number from 1 to {len(names)}, or a name")

    for number, option in enumerate(options, start=1):
        questions.note(f"  {number}  {option}")
    return until_right(questions, lambda: questions.text(question, default, flag), read)
