"""The drill itself: ask, listen, answer at once, ask the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Tick
from assistant.errors import RefereeError
from assistant.practice.attempts import Attempt, Best
from assistant.practice.choosing import Chooser
from assistant.practice.drill import Cue, Pace, is_answer, is_lapsed, next_cue_ms
from assistant.practice.ear import Ear
from assistant.practice.prompts import Prompt
from assistant.practice.scoring import Measured, Stretch, attempt_of, silence
from assistant.practice.sources import Source
from assistant.practice.store import Saved
from engines.base import SAMPLE_RATE_HZ, Samples

BEFORE_MS = 150
AFTER_MS = 200
"""So much around a call belongs to its recording."""
SETTLE_MS = 500
"""So much of the room is heard before the first cue, so that its noise is not taken for speech."""
ROOM_MS = 2_000
"""While the referee speaks, the quietest piece of the last so much sound stands for the room."""
PIECE_MS = 100


class Key(StrEnum):
    """What a player may press."""

    SKIP = "s"
    """Ask something else."""
    REPEAT = "r"
    """Ask the phrase before once more."""
    MODEL = "m"
    """Hear how it is said."""
    BACK = "b"
    """Hear oneself."""
    QUIT = "q"
    """End the drill."""


NOTHING_YET: Mapping[Key, str] = MappingProxyType(
    {
        Key.REPEAT: "no phrase was answered yet, so there is none to repeat",
        Key.BACK: "you have said nothing yet that could be played",
    }
)
"""What is told when a key comes too early."""


@dataclass(frozen=True, slots=True)
class Answer:
    """All that a player is told after an attempt."""

    number: int
    """Which round it was, from 1."""
    attempt: Attempt
    """The attempt."""
    saved: Saved
    """The bests and the streak with it."""
    measured: Measured | None
    """What was measured on its sound; None for silence."""
    answer_ms: int | None
    """How long after its end the answer came; None where there is no hurry (a recording read at once)."""


class Screen(Protocol):
    """What the player sees."""

    def ask(self, cue: Cue) -> None:
        """Show a prompt."""

    def tell(self, answer: Answer) -> None:
        """Show what became of an attempt."""

    def note(self, text: str) -> None:
        """Show a word of advice."""


class Mouth(Protocol):
    """What the player hears."""

    @property
    def busy(self) -> bool:
        """Whether it sounds, or did just now."""

    def say(self, text: str) -> None:
        """Speak a sentence in the background."""

    def play(self, samples: Samples) -> None:
        """Play a recording in the background."""


class Keyboard(Protocol):
    """What the player presses."""

    def pressed(self) -> Key | None:
        """Return the key that was pressed since the last time, if any."""


Measure = Callable[[Prompt, Stretch, Samples], Measured]
"""Measures the sound of an attempt."""

Keep = Callable[[Attempt, Samples], Saved]
"""Keeps an attempt and, where it is the best so far, its sound."""


@dataclass(slots=True)
class Practice:
    """One drill."""

    source: Source
    """What it listens to."""
    ear: Ear
    """What hears."""
    chooser: Chooser
    """What is asked."""
    screen: Screen
    """What the player sees."""
    measure: Measure
    """What measures."""
    keep: Keep
    """Where attempts go."""
    now: Callable[[], datetime]
    """The time of day, in UTC."""
    pace: Pace = field(default=Pace())
    """How cues follow on each other."""
    rounds: int | None = None
    """How many rounds there are; None: until the sound ends, or the player has had enough."""
    mouth: Mouth | None = None
    """What speaks; None: nothing."""
    speaks_prompts: bool = False
    """Whether every prompt is spoken, too."""
    keyboard: Keyboard | None = None
    """What the player presses; None: nothing."""
    _cue: Cue | None = None
    _waiting: Prompt | None = None
    _answered: int = 0
    _last: Prompt | None = None
    _sound: Samples | None = None
    _trouble: str = ""
    _begun: bool = False
    _over: bool = False

    def run(self) -> None:
        """Drill until the rounds, the order or the sound are over, or the player quits.

        Raises:
            RefereeError: the sound or the ears break off, or an attempt cannot be kept.
        """
        self.ear.warm_up()
        if not self.source.live:
            self._begun = True
            self._next(0)
        for block in self.source.blocks():
            self._hear(self._gated(block))
            if self._over:
                return
        for told in self.ear.finish():
            self._take(told)

    def _hear(self, block: NDArray[np.float32]) -> None:
        for told in self.ear.push(block, patient=not self.source.paced):
            self._take(told)
        if not self._begun and self.ear.heard_ms >= SETTLE_MS:
            self._begun = True
            self._next(self._now_ms())
        self._watch(self.source.trouble)
        key = self.keyboard.pressed() if self.keyboard else None
        if key is not None and not self._over:
            self._press(key)
        if self._waiting is not None and not self._speaking and not self._trouble:
            self._give_cue(self._waiting, self._now_ms())

    def _watch(self, trouble: str) -> None:
        """While sound is lost nothing is judged; afterwards the same is asked again."""
        if trouble and not self._trouble and self._begun and not self._over:
            self.screen.note(f"the microphone is not heard ({trouble}): this attempt does not count")
            self._waiting = self._cue.prompt if self._cue else self._waiting
            self._cue = None
        self._trouble = trouble

    @property
    def _speaking(self) -> bool:
        return self.mouth is not None and self.mouth.busy

    def _now_ms(self) -> int:
        return self.source.now_ms(self.ear.heard_ms)

    def _gated(self, block: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the block, or the room alone while the referee's own voice is in it; the clock goes on."""
        if not self._speaking:
            return block
        heard_ms = self.ear.heard_ms
        before = self.ear.cut(heard_ms - ROOM_MS, heard_ms)
        length = SAMPLE_RATE_HZ * PIECE_MS // 1000
        pieces = before[: len(before) // length * length].reshape(-1, length)
        if not len(pieces):
            return np.zeros_like(block)
        room = pieces[np.square(pieces).mean(axis=1).argmin()]
        return np.asarray(np.resize(room, len(block))[:, None], dtype=np.float32)

    def _take(self, told: Stretch | Tick) -> None:
        if self._over or self._cue is None:
            return
        known_ms = told.at_ms if isinstance(told, Tick) else told.start_ms
        while self._cue is not None and is_lapsed(self._cue, known_ms, self.pace):
            self._answer(silence(self._cue.prompt, self.pace.cued), None, None, None)
        if isinstance(told, Tick) or told.is_noise or self._cue is None:
            return
        if is_answer(self._cue, told.start_ms):
            sound = self.ear.cut(told.start_ms - BEFORE_MS, told.end_ms + AFTER_MS)
            measured = self.measure(self._cue.prompt, told, sound)
            attempt = attempt_of(self._cue.prompt, told, self._cue.at_ms, measured, self.pace.cued)
            self._answer(attempt, sound, told.end_ms, measured)

    def _answer(self, attempt: Attempt, sound: Samples | None, ended_ms: int | None, measured: Measured | None) -> None:
        cue = self._cue
        if cue is None:
            return
        self._sound = sound if sound is not None else self._sound
        moment = self.now()
        attempt = replace(attempt, at=moment.isoformat(timespec="milliseconds"))
        silent = np.zeros(0, dtype=np.float32)
        try:
            saved = self.keep(attempt, silent if sound is None else sound)
        except RefereeError:  # the player is owed the verdict all the same
            self.screen.tell(Answer(cue.number, attempt, Saved(Best(attempt.phrase), None, 0), measured, None))
            raise
        late_ms = self._now_ms() - ended_ms if self.source.paced and ended_ms is not None else None
        self.screen.tell(Answer(cue.number, attempt, saved, measured, late_ms))
        self._answered, self._last = cue.number, cue.prompt
        self.chooser.learn(attempt, moment.timestamp())
        self._next(next_cue_ms(cue, ended_ms, self._now_ms(), self.pace))

    def _next(self, at_ms: int) -> None:
        if self.rounds is not None and self._answered >= self.rounds:
            self._cue, self._over = None, True
            return
        prompt = self.chooser.choose(self.now().timestamp())
        if prompt is None:
            self._cue, self._over = None, True
            return
        self._ask(prompt, at_ms)

    def _ask(self, prompt: Prompt, at_ms: int) -> None:
        """Ask at once, or, where the prompt is spoken, once it has been heard."""
        self._cue = None
        if self.speaks_prompts and self.mouth is not None:
            self._waiting = prompt
            self.screen.note(f"listen: {prompt.text}")
            self.mouth.say(prompt.text)
        else:
            self._give_cue(prompt, at_ms)

    def _give_cue(self, prompt: Prompt, at_ms: int) -> None:
        self._waiting = None
        self._cue = Cue(prompt, at_ms, self._answered + 1)
        self.screen.ask(self._cue)

    def _press(self, key: Key) -> None:
        asked = self._cue.prompt if self._cue else self._waiting
        match key:
            case Key.QUIT:
                self._cue, self._over = None, True
            case Key.SKIP:
                self.screen.note("skipped")
                self._next(self._now_ms())
            case Key.REPEAT if self._last is not None:
                self._ask(self._last, self._now_ms())
            case Key.MODEL if asked is not None and self.mouth is not None:
                self._cue, self._waiting = None, asked
                self.mouth.say(asked.text)
                if self.mouth.busy:
                    self.screen.note(f"listen: {asked.text}")
            case Key.BACK if self._sound is not None and self.mouth is not None:
                self._cue, self._waiting = None, asked
                self.screen.note("you, the last time")
                self.mouth.play(self._sound)
            case _:
                self.screen.note(NOTHING_YET.get(key, "nothing was asked yet"))
