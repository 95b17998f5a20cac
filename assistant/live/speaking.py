"""Joins voice, player and gate for one live match."""

from collections.abc import Callable
from time import monotonic

from assistant.announce.announcer import Announcer
from assistant.announce.output import Loudspeaker
from assistant.announce.player import Output, Player, Report
from assistant.announce.verbosity import Verbosity
from assistant.announce.voice import Voice
from assistant.core.house_rules import read_aloud
from assistant.core.referee_codes import REFEREE_CODES
from assistant.core.rulings import Ruling
from assistant.core.wording import explain, render
from assistant.hearing.gate import Gate
from assistant.live.announcing import Announcing
from assistant.live.manner import Manner
from assistant.live.mouth import Mouth, Renders
from assistant.live.opening import Table
from assistant.live.sound import Sound

NS_PER_S = 1_000_000_000


def announcing(table: Table, manner: Manner) -> Announcing:
    """Return the watcher that speaks a match."""
    meanings = {info.code: info.meaning for info in (*table.match.game.info.codes, *REFEREE_CODES)}

    def explained(ruling: Ruling) -> str:
        return explain(ruling, meaning=meanings.get(ruling.code, ""))

    return Announcing(Announcer(explained if manner.verbosity is Verbosity.FULL else render, manner.verbosity))


def open_mouth(
    table: Table,
    manner: Manner,
    gate: Gate | None,
    speaks: Announcing,
    advise: Callable[[str], None],
    voice: Renders | None = None,
    output: Output | None = None,
) -> Mouth:
    """Return what says what `speaks` decides; close it at the end.

    Args:
        table: the match.
        manner: how the voice sounds.
        gate: what keeps it from the ears; None where they cannot hear it.
        speaks: decides what is said.
        advise: is told, once, why nothing can be heard.
        voice: what makes sound of sentences; the system's own unless given.
        output: the loudspeaker; the one that is named, or the default, unless given.
    """
    clock = _session_clock(table.sound)

    def player(report: Callable[[Report], None]) -> Player:
        return Player(output or Loudspeaker(manner.output), clock, report, monotonic, manner.volume)

    mouth = Mouth(voice or Voice(manner.voice), player, gate or Gate(table.sound.channels), speaks.cut, advise)
    if manner.muted:
        mouth.mute(True)
    speaks.speak_through(mouth)
    return mouth


def welcome(table: Table) -> str:
    """Return what the referee says first, with the house rules; it also teaches the gate what its echo is like."""
    *others, last = table.players
    names = f"{', '.join(others)} and {last}" if others else last
    title = table.match.game.info.title
    if table.resumed:
        return f"{title}. {names}: we go on."
    return f"{title}. {names}: I am listening. {read_aloud(table.match.rules)}"


def _session_clock(sound: Sound) -> Callable[[float], int]:
    return lambda moment_s: sound.session_ms(int(moment_s * NS_PER_S)) or 0
