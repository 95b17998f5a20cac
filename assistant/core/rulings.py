"""What the referee says: rulings with a code from a closed list, and the values that its sentence needs."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision."""

    code: str
    """From the closed list of the game (`GameInfo.codes`) or of the referee itself, such as "steal/made"."""
    at_ms: int
    """The moment that it is about: the end of the deciding call, or the deadline that passed."""
    player: str | None = None
    """Whom it is about, when known."""
    margin_ms: int | None = None
    """By how much the race behind it was decided; None where there was no race."""
    tie_band_ms: int | None = None
    """The margin below which this race would have been too close to call; None where there was no race."""
    calls: tuple[int, ...] = ()
    """The ids of the calls that it rests on, in the order of their ends."""
    data: tuple[tuple[str, int | str], ...] = field(default=(), metadata={"pairs": "by name"})
    """Values for the sentence, by name, sorted by name: for example (("count", 5), ("victim", "Ann"))."""
    id: int = 0
    """Its number in the match, given by the referee; 0 until then."""


def ruling_data(**values: int | str) -> tuple[tuple[str, int | str], ...]:
    """Return keyword values as the sorted pairs that `Ruling.data` holds."""
    return tuple(sorted(values.items()))
