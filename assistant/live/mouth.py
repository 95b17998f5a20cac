"""What the announcer decides, heard: rendered, played, and the gate closed meanwhile."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Protocol

from assistant.announce.announcer import Announcement, Beep, Hush, Speak
from assistant.announce.beeps import BEEP_RATE_HZ, MELODIES_HZ, beep
from assistant.announce.player import Played, Player, Queued, Report, Sound, at_rate
from assistant.announce.voice import Rendered, VoiceError
from assistant.hearing.gate import Gate
from engines.base import SAMPLE_RATE_HZ

PATIENCE_S = 30.0
"""A sound of which nothing is reported for so long is given up."""
LOOK_UP_S = 0.2
"""Who waits for sounds to be over looks up so often whether this is the end of the match."""


class Renders(Protocol):
    """What makes sound of sentences; `assistant.announce.voice.Voice` does."""

    def render(self, text: str) -> Rendered:
        """Return a sentence as sound; raises VoiceError where there is no voice."""

    def close(self) -> None:
        """End it."""


@dataclass(slots=True)
class _Waiting:
    """What is being played."""

    over: Event
    report: Report | None = None


@dataclass(frozen=True, slots=True)
class _Recording:
    """Sounds that are played one behind the other, with no sentence between them."""

    sounds: tuple[Sound, ...]
    """What is played."""
    over: Event
    """Set once all of it is over."""


class Mouth:
    """Says one thing after another, in a thread of its own."""

    def __init__(
        self,
        voice: Renders,
        player: Callable[[Callable[[Report], None]], Player],
        gate: Gate,
        cut: Callable[[Speak], None],
        advise: Callable[[str], None],
    ) -> None:
        """Begin to speak when something is to be said.

        Args:
            voice: what makes sound of sentences.
            player: builds what plays, given whom to report to.
            gate: what keeps the ears from hearing it.
            cut: is told of every sentence that was broken off or not begun; called from several threads.
            advise: is told, once, why nothing can be heard.
        """
        self._voice = voice
        self._gate = gate
        self._cut = cut
        self._advise = advise
        self._advised: set[str] = set()
        self._lock = Lock()
        self._queue: SimpleQueue[tuple[int, Speak | Beep | _Recording] | None] = SimpleQueue()
        self._round = 0
        self._closing = False
        self._waiting: dict[int, _Waiting] = {}
        self._early: dict[int, Report] = {}
        self._player = player(self._reported)
        self._thread = Thread(target=self._run, name="mouth", daemon=True)
        self._thread.start()

    @property
    def muted(self) -> bool:
        """Whether nothing is heard."""
        return self._player.muted

    def take(self, announcement: Announcement) -> None:
        """Say, beep or fall silent."""
        if isinstance(announcement, Hush):
            with self._lock:
                self._round += 1
            self._player.interrupt()
        else:
            self._queue.put((self._round, announcement))

    def play(self, sounds: Sequence[Sound]) -> None:
        """Play sounds behind all that is to be said, with the ears closed, and wait until they are over."""
        recording = _Recording(tuple(sounds), Event())
        self._queue.put((self._round, recording))
        while self._thread.is_alive() and not recording.over.wait(LOOK_UP_S):
            continue

    def mute(self, muted: bool) -> None:
        """Fall silent at once, or speak again."""
        self._player.mute(muted)

    def revive(self) -> None:
        """Try again after the loudspeaker was gone; how loud it is now must be learned anew."""
        self._gate.forget()
        self._player.revive()

    def close(self) -> None:
        """End what is being said."""
        with self._lock:
            self._round += 1
        self._closing = True
        self._queue.put(None)
        self._player.close()
        self._thread.join(timeout=5)
        self._voice.close()

    def finish(self) -> None:
        """Say all that waits, then end."""
        self._queue.put(None)
        self._thread.join(timeout=PATIENCE_S)
        self._player.close()
        self._voice.close()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            number, announcement = item
            if isinstance(announcement, _Recording):
                self._play_all(announcement)
            elif isinstance(announcement, Beep):
                pitches_hz = MELODIES_HZ[announcement.sign]
                self._play(Sound(beep(announcement.sign), BEEP_RATE_HZ, pitches_hz=pitches_hz))
            elif number < self._round or self.muted:
                self._lost(announcement)
            else:
                self._speak(number, announcement)

    def _speak(self, number: int, speak: Speak) -> None:
        try:
            rendered = self._voice.render(speak.text)
        except VoiceError as error:
            self._tell(str(error))
            return
        if number < self._round:  # somebody may answer now, since it was decided
            self._lost(speak)
            return
        report = self._play(Sound(rendered.samples, rendered.rate_hz, speak.text))
        if number < self._round and not (isinstance(report, Played) and report.whole):
            self._lost(speak)

    def _play_all(self, recording: _Recording) -> None:
        for sound in recording.sounds:
            if not (self._closing or self.muted):
                self._play(sound)
        recording.over.set()

    def _lost(self, speak: Speak) -> None:
        if not self.muted:
            self._cut(speak)

    def _play(self, sound: Sound) -> Report | None:
        waiting = _Waiting(Event())
        number = self._player.play(sound)
        with self._lock:
            early = self._early.pop(number, None)
            if early is not None:
                waiting.report = early
            else:
                self._waiting[number] = waiting
        if waiting.report is None:
            waiting.over.wait(PATIENCE_S)
        with self._lock:
            self._waiting.pop(number, None)
        report = waiting.report
        if isinstance(report, Played):
            self._gate.learn(number, report.start_ms, at_rate(sound, SAMPLE_RATE_HZ))
        return report

    def _reported(self, report: Report) -> None:
        """Close and open the gate by what the player reports; called from several threads."""
        if isinstance(report, Queued):
            self._gate.close(report.number, report.at_ms, report.text, report.pitches_hz)
            return
        if isinstance(report, Played):
            self._gate.open(report.number, report.end_ms)
        else:
            self._gate.open(report.number, report.at_ms, heard=False)
            if report.advice:
                self._tell(report.advice)
        with self._lock:
            waiting = self._waiting.get(report.number)
            if waiting is None:
                self._early[report.number] = report
                return
            waiting.report = report
        waiting.over.set()

    def _tell(self, advice: str) -> None:
        if advice not in self._advised:
            self._advised.add(advice)
            self._advise(advice)
