"""The Creepy-O-Meter of a live match: shown beside the call, never judged, and never waited for."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from assistant.core.observations import Call
from assistant.core.refold import RefereeState, RulesT, StateT, Step
from assistant.live.match import Pulse
from assistant.practice.creepy import CREEPY_PHRASES, Creepiness, VoiceMeasure
from assistant.practice.kept_voices import kept_voices
from assistant.practice.loop import AFTER_MS, BEFORE_MS
from assistant.practice.voices import VoiceMeter, voice_meter
from engines.base import Samples

OWN_CALLS = 3
"""Without an everyday voice on file, the player's latest other calls stand for it; so many."""

Remark = Callable[[int, Call, str], None]
"""Takes the number of a call, the call, and how creepy it was, in a few words; called from another thread."""


class Remembers(Protocol):
    """What is needed of a match; `assistant.live.match.LiveMatch` is one."""

    def heard_lately(self, from_ms: int, to_ms: int) -> NDArray[np.float32] | None:
        """Return the sound between two moments, or None once it is forgotten."""


class Creeping:
    """A watcher of the match that measures every "Brains!" and "Blood!", in a thread of its own."""

    def __init__(
        self, live: Remembers, meter: VoiceMeter, voices: dict[str, VoiceMeasure], remark: Remark, learns: bool = False
    ) -> None:
        """Wait for calls.

        Args:
            live: the match.
            meter: what measures.
            voices: everyday voices by casefolded name.
            remark: is told how creepy a call was.
            learns: whether players without such a voice are compared with their own other calls.
        """
        self._live = live
        self._meter = meter
        self._voices = voices
        self._remark = remark
        self._learns = learns
        self._others: dict[str, list[Samples]] = {}
        self._waiting: list[tuple[int, Call]] = []
        self._calls: SimpleQueue[tuple[int, Call]] = SimpleQueue()
        self._thread: Thread | None = None

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Note a call; it is measured once all of its sound is there."""
        call = step.judged.observation
        if isinstance(call, Call) and call.player is not None and call.channel is not None:
            self._waiting.append((step.judged.id, call))

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Nobody looks any more."""

    def pulse(self, pulse: Pulse) -> None:
        """Have those calls measured whose sound is all there."""
        due = [each for each in self._waiting if each[1].end_ms + AFTER_MS <= pulse.now_ms]
        self._waiting = [each for each in self._waiting if each not in due]
        for each in due:
            self._calls.put(each)
        if not self._calls.empty() and (self._thread is None or not self._thread.is_alive()):
            self._thread = Thread(target=self._measure_all, name="creepiness", daemon=True)
            self._thread.start()

    def wait(self) -> None:
        """Wait until what has begun is measured."""
        if self._thread is not None:
            self._thread.join()

    def _measure_all(self) -> None:
        while True:
            try:
                number, call = self._calls.get_nowait()
            except Empty:
                return
            self._measure(number, call)

    def _measure(self, number: int, call: Call) -> None:
        sound = self._live.heard_lately(max(0, call.start_ms - BEFORE_MS), call.end_ms + AFTER_MS)
        if sound is None or call.channel is None or call.channel >= sound.shape[1]:
            return
        samples = np.ascontiguousarray(sound[:, call.channel])
        player = (call.player or "").casefold()
        if call.phrase not in CREEPY_PHRASES:
            self._others[player] = [*self._others.get(player, []), samples][-OWN_CALLS:]
            return
        everyday = self._voices.get(player) or self._learned(player)
        creepy = self._meter.against(everyday, samples) if everyday is not None else None
        if creepy is not None:
            self._remark(number, call, creepy_text(creepy))

    def _learned(self, player: str) -> VoiceMeasure | None:
        others = self._others.get(player)
        return self._meter.measure(np.concatenate(others)) if self._learns and others else None


def creepy_text(creepy: Creepiness) -> str:
    """Return how creepy a call was, in a few words."""
    advice = f": {', '.join(creepy.advice)}" if creepy.advice else ""
    return f"creepy {creepy.score}{advice}"


def creeping(live: Remembers, rules: Any, remark: Remark) -> list[Creeping]:
    """Return what measures creepiness in a match: where a house rule asks for it, or a player's voice is on file.

    Args:
        live: the match.
        rules: its house rules.
        remark: is told how creepy a call was; called from another thread.
    """
    asked = getattr(rules, "creepy", None)
    if asked is None:  # a game in which nothing need be creepy
        return []
    meter = voice_meter()
    voices = kept_voices(meter)
    learns = asked != "off"
    return [Creeping(live, meter, voices, remark, learns)] if voices or learns else []
