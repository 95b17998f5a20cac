"""What `referee replay --play` adds: the sound of a log, and a screen to stop and wind it where there is a terminal."""

import sys
from typing import TYPE_CHECKING

from assistant import app
from assistant.cli.advice import advise
from assistant.eventlog.reader import Log

if TYPE_CHECKING:
    from assistant.disputes.playback import Playback


def can_view(json: bool) -> bool:
    """Return whether there is somebody at a terminal who can press keys."""
    return not json and sys.stdin.isatty() and sys.stdout.isatty()


def playback(read: Log, quiet: bool = False) -> "Playback":
    """Return what plays the sound of a log.

    Args:
        read: the log.
        quiet: whether a missing loudspeaker is passed over in silence; else one line on stderr tells of it.

    Raises:
        LogError: the log has no sound.
    """
    from assistant.announce.output import Loudspeaker
    from assistant.disputes.appeal import check_sound, seats_of
    from assistant.disputes.playback import Playback, playing_advice
    from assistant.disputes.sound import LogSound

    check_sound(read)
    sound = LogSound.of(read)
    seats = seats_of(read.head, read.calls, sound.channels)
    channels = {seat.player: channel for channel, seat in enumerate(seats) if seat.player is not None}

    def tell(advice: str) -> None:
        if not quiet:
            advise(playing_advice(advice))

    return Playback(sound, Loudspeaker(), channels, tell)


def view(read: Log, begin_ms: int, player: str | None, speed: float) -> None:
    """Show a match on a screen of its own until somebody leaves it.

    Raises:
        ReplayError: the log says something else than its observations give.
        LogError: the log has no sound.
    """
    from assistant.core.wording import render
    from assistant.disputes.sound import LogSound
    from assistant.eventlog.replay import replay, setup_of
    from assistant.screen.reel import Playhead, reel
    from assistant.screen.viewer import ViewerApp

    match: app.AnyMatch = setup_of(read.head, app.game_named(read.head.game))
    shown = reel(replay(read, match), render, LogSound.of(read).end_ms)
    sound = playback(read, quiet=True)
    playhead = Playhead(float(begin_ms), shown.end_ms, speed=speed)
    title = f"{match.game.info.title}: {', '.join(read.head.players)}"
    ViewerApp(title, shown, playhead, player, sound).run()
