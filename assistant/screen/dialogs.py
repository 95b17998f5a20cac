"""The questions that the screen asks."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from assistant.core.observations import Call


class Consent(ModalScreen[bool]):
    """Asks whether the sound may be kept."""

    DEFAULT_CSS = """
    Consent { align: center middle; }
    Consent Vertical { width: 66; height: auto; padding: 1 2; border: round $warning; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("y", "answer(True)", "keep it"),
        ("n", "answer(False)", "do not keep it"),
        ("escape", "answer(False)", "do not keep it"),
    ]

    def compose(self) -> ComposeResult:
        """Build the question."""
        with Vertical():
            yield Static(
                "[b]May the sound of this match be kept on this computer?[/b]\n\n"
                "With it every ruling can be proved and appealed against. It never leaves this computer, "
                "and can be deleted at any time. Everybody at the table must agree; the referee judges the same "
                "without it.\n\n"
                "[b]y[/b] yes, we all agree      [b]n[/b] no, do not keep it"
            )

    def action_answer(self, keep: bool) -> None:
        """Take the answer."""
        self.dismiss(keep)


class Override(ModalScreen[str | None]):
    """Asks what a call shall count as; the answer is "exact", "none", or a player's name."""

    DEFAULT_CSS = """
    Override { align: center middle; }
    Override Vertical { width: 66; height: auto; padding: 1 2; border: round $accent; background: $surface; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("x", "answer('exact')", "said exactly"),
        ("n", "answer('none')", "no call"),
        ("escape", "dismiss(None)", "leave it"),
        *((str(number), f"player({number})", "") for number in range(1, 9)),
    ]

    def __init__(self, call: Call, players: tuple[str, ...]) -> None:
        """Ask about a call."""
        super().__init__()
        self._call = call
        self._players = players

    def compose(self) -> ComposeResult:
        """Build the question."""
        call = self._call
        text = Text.assemble((f"{call.player or 'Somebody'}: {call.heard!r}", "bold"), f" ({call.verdict.value})\n\n")
        text.append("The table decides:\n")
        if call.phrase is not None:
            text.append("x", "bold").append(" it was said word for word\n")
        text.append("n", "bold").append(" it was no call\n")
        for number, player in enumerate(self._players, start=1):
            text.append(str(number), "bold").append(f" it was {player}'s\n")
        text.append("\nEsc", "bold").append(" leave it")
        with Vertical():
            yield Static(text)

    def action_answer(self, answer: str) -> None:
        """Take the answer, if it fits."""
        if answer != "exact" or self._call.phrase is not None:
            self.dismiss(answer)

    def action_player(self, number: int) -> None:
        """Take a player as the answer."""
        if number <= len(self._players):
            self.dismiss(self._players[number - 1])
