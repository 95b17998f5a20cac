"""Joins what a live match needs to settle disputes: photo finishes and appeals."""

from collections.abc import Callable

from assistant.disputes.photo import SHARED_LANE
from assistant.listening_careful import judged_again
from assistant.live.appealing import Appealing
from assistant.live.match import LiveMatch, Watcher
from assistant.live.mouth import Mouth
from assistant.live.opening import Table
from assistant.live.photographing import Photographing


def disputing(
    table: Table,
    live: LiveMatch,
    mouth: Mouth | None,
    show: Callable[[tuple[str, ...]], None],
    advise: Callable[[str], None],
) -> list[Watcher]:
    """Return the watchers that show near races and have appeals heard.

    Args:
        table: the match.
        live: the same, running.
        mouth: plays the moment back; None: it is not played.
        show: takes the lines of a photo finish, or of the evidence of an appeal; called from another thread.
        advise: is told in one line why an appeal is not heard; called from another thread.
    """
    appeals = Appealing(
        live,
        lambda moment, sound: judged_again(moment, sound, table.seats, table.book),
        mouth.play if mouth is not None else None,
        advise,
        show,
    )
    return [Photographing(live, lanes_of(table), show), appeals]


def lanes_of(table: Table) -> tuple[str, ...]:
    """Return whose microphone each channel is, as a photo finish names its lanes."""
    return tuple(seat.player or SHARED_LANE for seat in table.seats)
