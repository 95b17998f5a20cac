"""The warm-up of `referee setup`: each player says the game's calls, and the microphone is measured."""

from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from assistant.cli.setup_questions import Questions
from assistant.cli.setup_screen import Screen
from assistant.core.observations import Call
from assistant.core.phrases.book import GameBook
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.pool import Pool
from assistant.listening import EarPlan, build_listener
from assistant.table import PlayerSeat, TableProfile
from assistant.table_advice import Advice, Grade, advise, grade
from assistant.table_capture import Hearing, Sound, heard_whole
from assistant.table_sound import measure
from assistant.table_warmup import Line, lines_to_say, understood


@dataclass(frozen=True, slots=True)
class Ears:
    """What understands the calls of a warm-up."""

    plan: EarPlan
    """Which engines."""
    book: GameBook
    """What can be said."""


@dataclass(slots=True)
class WarmUp:
    """The warm-ups of a table's players, one after another, by one pair of ears."""

    profile: TableProfile
    """The table, every seat with its microphone."""
    hearing: Hearing
    """Its microphones, and no others."""
    ears: Ears
    """What understands the calls."""
    screen: Screen
    """Where it is shown."""
    pool: Pool | None = None
    """The workers, once there are any."""

    def of(self, number: int, duration_ms: int) -> tuple[PlayerSeat, tuple[Advice, ...]]:
        """Have a player warm up.

        Args:
            number: the seat, from 0.
            duration_ms: for how long.

        Returns:
            The seat with what was measured, and what is to be mended.

        Raises:
            RefereeError: sound is lost, or the ears break down.
        """
        seat = self.profile.seats[number]
        lines = lines_to_say(self.ears.book)
        listen = partial(self._listen, f"{seat.player} warms up", duration_ms)
        sound, calls = heard_whole(listen, self.screen.line)
        return self._judged(seat, sound, calls, lines)

    def until_content(
        self, questions: Questions, number: int, duration_ms: int
    ) -> tuple[PlayerSeat, tuple[Advice, ...]]:
        """Have a player warm up, and again as long as the player wants to; see `of`."""
        player = self.profile.seats[number].player
        while True:
            self.screen.head(f"{player} has {duration_ms / 1000:.0f} seconds to say, with a pause after each:")
            for line in lines_to_say(self.ears.book):
                self.screen.line(f"    {line.text}")
            questions.ready(player)
            seat, advice = self.of(number, duration_ms)
            if not questions.asked:
                return seat, advice
            self.screen.seats([seat], [advice])
            if not advice or not questions.yes("Once more?", grade(advice) is Grade.POOR):
                return seat, advice

    def close(self) -> None:
        """Stop the workers."""
        if self.pool is not None:
            self.pool.close()

    def _listener(self) -> Listener:
        channels = tuple(Seat(player) for player in self.profile.channel_players)
        listener = build_listener(self.ears.plan, self.ears.book, channels, self.pool)
        self.pool = listener.pool
        return listener

    def _listen(self, what: str, duration_ms: int) -> tuple[Sound, list[Call]]:
        listener = self._listener()
        blocks: list[Sound] = []
        calls: list[Call] = []
        with self.screen.meter(what, duration_ms) as meter:
            for block in self.hearing.listen(duration_ms):
                meter(block)
                blocks.append(block)
                calls += [each for each in listener.push(block) if isinstance(each, Call)]
        calls += [each for each in listener.finish() if isinstance(each, Call)]
        return np.concatenate(blocks), calls

    def _judged(
        self, seat: PlayerSeat, sound: Sound, calls: list[Call], lines: tuple[Line, ...]
    ) -> tuple[PlayerSeat, tuple[Advice, ...]]:
        channel = self.hearing.microphones.index(seat.microphone) if seat.microphone else 0
        measured = measure(sound, channel)
        if measured is None:
            return seat, advise(None)
        found = understood(lines, calls, self.profile.channel_players[channel])
        measured = replace(measured, calls_heard=len(found.heard), calls_asked=len(lines))
        missed = tuple(line.text for line in found.missed)
        return replace(seat, measured=measured), advise(measured, missed, found.strayed)
