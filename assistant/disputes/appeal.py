"""An appeal: the moment is heard again by fresh ears, call by call, and what they say is weighed.

Nothing here knows whether the sound comes from a log or from a match that is played now, nor which engines there are:
both are handed in. What comes out are observations for the referee; history is never rewritten.
"""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from assistant.core.observations import Amendment, Call, Observation
from assistant.core.refold import RefereeState, RulesT, StateT
from assistant.core.rulings import Ruling
from assistant.core.spoken import NEVER_SPOKEN, SpokenTimes
from assistant.disputes.cases import CallOnFile
from assistant.disputes.sound import Sound
from assistant.disputes.verdicts import Decision, Outcome, Witness, decide, missed_calls, overlap_ms
from assistant.eventlog.reader import Log
from assistant.eventlog.records import Head, LogError
from assistant.eventlog.sound_left import why_soundless
from assistant.hearing.decoding import VoiceOf
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Ears, Heard
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.own_words import GatedPool
from assistant.hearing.pool import InlinePool
from assistant.hearing.timing import TimingFit
from engines.base import SAMPLE_RATE_HZ, Samples
from engines.gtcrn import Gtcrn

BEFORE_MS = 4_000
"""So much sound before the moment lets the ears get used to the room, as they were in the match."""
AFTER_MS = 1_500
"""So much after it lets a phrase that is broken off find its rest."""
GRID_MS = 1_000
"""Listening begins at a whole second, so that the frames lie as they did in the match."""
BLOCK_SAMPLES = SAMPLE_RATE_HZ // 10
"""100 ms: how much the ears get at once; they hear the same whatever it is."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """One way to listen again."""

    name: str
    """For people, such as "whisper"."""
    build: Callable[[], Ears]
    """Builds fresh ears: what they heard before must not matter."""
    joint: bool = False
    """Whether several engines weigh their evidence together."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What an appeal is about."""

    calls: tuple[CallOnFile, ...]
    """The calls that are judged again."""
    around: tuple[Call, ...]
    """Every call on file near them: what is heard there and is not among these was missed."""
    from_ms: int
    """Where it begins."""
    to_ms: int
    """Where it ends."""
    spoken: SpokenTimes = NEVER_SPOKEN
    """When the referee itself spoke in the match."""

    @property
    def heard_from_ms(self) -> int:
        """Where listening begins."""
        return max(0, self.from_ms - BEFORE_MS) // GRID_MS * GRID_MS

    @property
    def heard_to_ms(self) -> int:
        """Where listening ends."""
        return self.to_ms + AFTER_MS


@dataclass(frozen=True, slots=True)
class Finding:
    """What an appeal finds about one call."""

    on_file: CallOnFile
    """The call as it counted."""
    witnesses: tuple[Witness, ...]
    """What every ear heard."""
    decision: Decision
    """What follows."""


@dataclass(frozen=True, slots=True)
class Appeal:
    """A whole appeal, decided."""

    findings: tuple[Finding, ...]
    """One a call, in the order of their ends."""
    missed: tuple[Call, ...]
    """Calls that the match had passed over."""

    @property
    def outcome(self) -> Outcome:
        """What is said of it as a whole."""
        outcomes = {finding.decision.outcome for finding in self.findings}
        if self.missed or Outcome.OVERTURNED in outcomes:
            return Outcome.OVERTURNED
        return Outcome.TOO_CLOSE if Outcome.TOO_CLOSE in outcomes else Outcome.UPHELD

    def observations(self, at_ms: int, player: str | None = None) -> tuple[Observation, ...]:
        """Return what the referee is told.

        Args:
            at_ms: the moment of the appeal, on the clock of the match.
            player: who appealed; None: the table.
        """
        found = [
            Amendment(
                at_ms,
                each.on_file.id,
                each.decision.now,
                each.decision.reason,
                player,
                too_close=each.decision.outcome is Outcome.TOO_CLOSE,
            )
            for each in self.findings
        ]
        return (*found, *self.missed)


def moment_of(ruling: Ruling, state: RefereeState[StateT, RulesT]) -> Moment:
    """Return the moment behind a ruling, with its calls as they count now.

    Raises:
        LogError: the ruling rests on no call.
    """
    calls = tuple(each for each in calls_counting(state) if each.id in ruling.calls)
    if not calls:
        raise LogError(f"ruling #{ruling.id} rests on no call: there is nothing to hear again; use undo instead")
    from_ms = min(each.call.start_ms for each in calls)
    to_ms = max(each.call.end_ms for each in calls)
    return _moment(calls, state, from_ms, to_ms)


def moment_between(state: RefereeState[StateT, RulesT], from_ms: int, to_ms: int) -> Moment:
    """Return a stretch of the match with all the calls that were complete in it."""
    calls = tuple(each for each in calls_counting(state) if from_ms <= each.call.end_ms <= to_ms)
    return _moment(calls, state, from_ms, to_ms)


def calls_counting(state: RefereeState[StateT, RulesT]) -> tuple[CallOnFile, ...]:
    """Return every call as it counts now, in the order of their ends."""
    effective = ((each.id, each.observation) for each in state.history.effective())
    return tuple(CallOnFile(number, call) for number, call in effective if isinstance(call, Call))


def seats_of(head: Head, calls: Iterable[Call], channels: int) -> tuple[Seat, ...]:
    """Return whose microphone each channel is: by the calls that it heard, else player i's is channel i."""
    by_channel: dict[int, Seat] = {}
    for call in calls:
        if call.channel is not None:
            by_channel[call.channel] = Seat(None if call.shared_microphone else call.player)
    own = len(head.players) <= channels
    players = [head.players[channel] if own and channel < len(head.players) else None for channel in range(channels)]
    return tuple(by_channel.get(channel, Seat(players[channel])) for channel in range(channels))


class OnlyAround:
    """Decodes what lies around a moment, and passes over the rest: careful ears take seconds for an utterance."""

    def __init__(self, ears: Ears, from_ms: int, to_ms: int) -> None:
        """Decode with `ears` what lies between two moments, on the clock of the sound."""
        self._pool = InlinePool(ears)
        self._from_ms, self._to_ms = from_ms, to_ms

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        """See `assistant.hearing.pool.Pool.submit`."""
        end_ms = start_ms + len(samples) * 1000 // SAMPLE_RATE_HZ
        if start_ms < self._to_ms and end_ms > self._from_ms:
            return self._pool.submit(samples, start_ms, clean)
        nothing: Future[Heard] = Future()
        nothing.set_result(Heard((), ()))
        return nothing

    def close(self) -> None:
        """See `assistant.hearing.pool.Pool.close`."""
        self._pool.close()


def hear_again(
    moment: Moment, sound: Sound, seats: tuple[Seat, ...], ears: Ears, timing: TimingFit, voice_of: VoiceOf
) -> tuple[Call, ...]:
    """Return every call that one pair of ears hears at a moment.

    Args:
        moment: when.
        sound: from `moment.heard_from_ms` on, 16 kHz, shape (frames, channels).
        seats: whose microphone each channel is.
        ears: fresh ones.
        timing: the measured errors of ends.
        voice_of: finds the voice where noise all but drowns it.

    Raises:
        EngineError: an engine broke down.
    """
    begin_ms = moment.heard_from_ms
    pool = OnlyAround(ears, moment.from_ms - begin_ms, moment.to_ms - begin_ms)
    spoken = moment.spoken.between(begin_ms, moment.heard_to_ms)
    listener = Listener(seats, GatedPool(pool, spoken), timing, speaks=spoken, voice_of=voice_of)
    heard: list[Observation] = []
    for first in range(0, len(sound), BLOCK_SAMPLES):
        heard.extend(listener.push(sound[first : first + BLOCK_SAMPLES]))
    heard.extend(listener.finish())
    calls = (each for each in heard if isinstance(each, Call))
    return tuple(replace(call, start_ms=call.start_ms + begin_ms, end_ms=call.end_ms + begin_ms) for call in calls)


def judge_again(
    moment: Moment,
    sound: Sound,
    seats: tuple[Seat, ...],
    hearings: Iterable[Hearing],
    timing: TimingFit,
) -> Appeal:
    """Hear a moment again with every ear, and decide.

    Args:
        moment: what the appeal is about.
        sound: from `moment.heard_from_ms` to `moment.heard_to_ms`, 16 kHz, shape (frames, channels).
        seats: whose microphone each channel is.
        hearings: the ways to listen; each gets ears of its own, which are closed before the next.
        timing: the measured errors of ends.

    Raises:
        EngineError: an engine broke down.
    """
    voice_of = Gtcrn().voice
    heard: list[tuple[Hearing, tuple[Call, ...]]] = []
    for hearing in hearings:
        ears = hearing.build()
        try:
            heard.append((hearing, hear_again(moment, sound, seats, ears, timing, voice_of)))
        finally:
            ears.close()
    return weigh(moment, heard)


def weigh(moment: Moment, heard: Sequence[tuple[Hearing, Sequence[Call]]]) -> Appeal:
    """Return the decision about a moment, from the calls that every way of listening heard around it."""
    findings = []
    for each in moment.calls:
        witnesses = tuple(
            Witness(hearing.name, _counterpart(each.call, calls), hearing.joint) for hearing, calls in heard
        )
        findings.append(Finding(each, witnesses, decide(each.call, witnesses)))
    joint = [call for hearing, calls in heard if hearing.joint for call in calls]
    within = [call for call in joint if moment.from_ms <= call.end_ms <= moment.to_ms]
    missed = missed_calls(moment.around, within, [calls for hearing, calls in heard if not hearing.joint])
    return Appeal(tuple(findings), missed)


def check_sound(log: Log) -> None:
    """Make sure that a log has sound to be heard again, or played.

    Raises:
        LogError: it has none.
    """
    if reason := why_soundless(log):
        raise LogError(
            f"{log.files.where}: {reason}: nothing can be heard again; `referee replay` and `photo` still show what "
            "was judged, `replay --margin` and `--house-rules` what would be otherwise"
        )
    if log.audio[0].rate_hz != SAMPLE_RATE_HZ:
        raise LogError(f"{log.files.where}: its sound is not at {SAMPLE_RATE_HZ} Hz: another program wrote it")


def _moment(calls: tuple[CallOnFile, ...], state: RefereeState[StateT, RulesT], from_ms: int, to_ms: int) -> Moment:
    near = (each.call for each in calls_counting(state))
    low, high = from_ms - BEFORE_MS, to_ms + AFTER_MS
    around = tuple(call for call in near if call.start_ms < high and call.end_ms > low)
    return Moment(calls, around, from_ms, to_ms)


def _counterpart(call: Call, heard: Sequence[Call]) -> Call | None:
    """Return the call that lies over this one the longest on its microphone, or None."""
    near = [other for other in heard if overlap_ms(call, other) > 0]
    return max(near, key=lambda other: overlap_ms(call, other), default=None)
