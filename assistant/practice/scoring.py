"""From what was heard to what the player is told: the verdict on an attempt, its speed, its weakest word."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.core.phrases.near import SMALL_WORDS
from assistant.core.phrases.numbers import spell
from assistant.core.phrases.tree import SlotValue
from assistant.practice.attempts import Attempt, Outcome
from assistant.practice.creepy import Creepiness
from assistant.practice.prompts import Prompt

SHRINK_FRAMES = 15
"""A word's sound is judged as if it had so many more frames of the call's mean: short words vary too much alone."""
VOWELS = frozenset(["AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"])
"""The vowels of the CMU dictionary; each is a syllable."""
_VOWEL_LETTERS = re.compile(r"[aeiouy]+")

Lookup = Callable[[str], str | None]
"""Gives a word's phones, separated by spaces, or None for an unknown word."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """One stretch of speech that the ears have heard out."""

    start_ms: int
    """Where its sound begins, on the session clock."""
    end_ms: int
    """Where its sound ends."""
    words: tuple[str, ...]
    """The words that the better ear wrote down, empty where it heard none."""
    calls: tuple[Call, ...] = ()
    """The calls in it, in the order of their ends."""

    @property
    def is_noise(self) -> bool:
        """Whether no ear heard a word in it: a cough, a chair."""
        return not self.words and not self.calls


@dataclass(frozen=True, slots=True)
class WordScore:
    """How well a word's sound fits it."""

    word: str
    """The word."""
    per_frame: float
    """Log-likelihood below the best-fitting sounds, nats a frame of 10 ms; 0 is perfect, lower is worse."""
    frames: int
    """How many frames it lasts, at least 1."""


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured on the sound of an attempt."""

    syllables: int
    """In the words that were heard."""
    level_dbfs: float | None = None
    """Mean level."""
    scores: tuple[WordScore, ...] = ()
    """Of each word, where the words could be aligned."""
    creepiness: Creepiness | None = None
    """What the Creepy-O-Meter says."""


def judge(prompt: Prompt, stretch: Stretch) -> tuple[Outcome, Call | None, WordDiff]:
    """Judge a stretch of speech as an attempt at a prompt, by the verdicts of its calls.

    A right call in it counts, whatever else was said in the same breath; then the nearest miss; then a doubt.
    Another legal sentence of the phrase is inexact here, with what was changed: another number was asked for.

    Returns:
        The outcome, the call that it rests on, and what was wrong.
    """
    ours = [call for call in stretch.calls if call.phrase == prompt.phrase]
    for call in ours:
        if call.verdict is Verdict.EXACT and _same_slots(prompt, call):
            return Outcome.EXACT, call, WordDiff()
    for call in ours:
        if call.verdict is Verdict.EXACT:
            return Outcome.INEXACT, call, WordDiff(changed=_other_slots(prompt, call))
    for call in ours:
        if call.verdict is Verdict.INEXACT:
            return Outcome.INEXACT, call, _with_slots(prompt, call)
    for call in stretch.calls:
        if call.verdict is Verdict.UNSURE and call.phrase in (prompt.phrase, None):
            return Outcome.UNSURE, call, WordDiff()
    return Outcome.OTHER, stretch.calls[0] if stretch.calls else None, WordDiff()


def attempt_of(prompt: Prompt, stretch: Stretch, cue_ms: int, measured: Measured, cued: bool) -> Attempt:
    """Return an attempt, judged and measured; the caller knows the time of day.

    Args:
        prompt: what was asked for.
        stretch: what was heard.
        cue_ms: when it was asked for, on the session clock.
        measured: what was measured on its sound.
        cued: whether the player saw the cue.
    """
    outcome, call, diff = judge(prompt, stretch)
    start_ms, end_ms = (call.start_ms, call.end_ms) if call else (stretch.start_ms, stretch.end_ms)
    duration_ms = max(0, end_ms - start_ms)
    creepy = measured.creepiness
    return Attempt(
        prompt.phrase,
        prompt.text,
        outcome,
        heard=call.heard if call else " ".join(stretch.words),
        diff=diff,
        weakest=weakest(measured.scores),
        reaction_ms=max(0, start_ms - cue_ms),
        complete_ms=max(0, end_ms - cue_ms),
        duration_ms=duration_ms,
        syllables_per_s=round(measured.syllables * 1000 / duration_ms, 2)
        if measured.syllables and duration_ms
        else None,
        level_dbfs=measured.level_dbfs,
        pitch_hz=_rounded(creepy.pitch_hz) if creepy else None,
        creepy=creepy.score if creepy else None,
        cued=cued,
    )


def _rounded(hz: float | None) -> float | None:
    return None if hz is None else round(hz, 1)


def silence(prompt: Prompt, cued: bool) -> Attempt:
    """Return the attempt of a player who said nothing."""
    return Attempt(prompt.phrase, prompt.text, Outcome.SILENCE, cued=cued)


def weakest(scores: Sequence[WordScore]) -> str:
    """Return the word whose sound fits worst, or nothing where there are not two words to compare.

    Small words are left out: everybody slurs "the" and "of", so they would be the weakest of most good calls.
    """
    scores = [score for score in scores if score.word not in SMALL_WORDS]
    if len(scores) < 2:
        return ""
    frames = sum(score.frames for score in scores)
    mean = sum(score.per_frame * score.frames for score in scores) / frames

    def shrunk(score: WordScore) -> float:
        return (score.per_frame * score.frames + mean * SHRINK_FRAMES) / (score.frames + SHRINK_FRAMES)

    return min(scores, key=shrunk).word


def _same_slots(prompt: Prompt, call: Call) -> bool:
    return not _other_slots(prompt, call)


def _other_slots(prompt: Prompt, call: Call) -> tuple[tuple[str, str], ...]:
    """Return what was asked for and what was said instead, for every slot in which the two differ."""
    said = dict(call.slots)
    return tuple(
        (_in_words(wanted), _in_words(said[name])) for name, wanted in prompt.slots if said.get(name, wanted) != wanted
    )


def _in_words(value: SlotValue) -> str:
    return spell(value) if isinstance(value, int) else str(value)


def _with_slots(prompt: Prompt, call: Call) -> WordDiff:
    """Return a call's diff, and that it has another number than the one that was asked for."""
    diff = call.diff or WordDiff()
    return replace(diff, changed=tuple(dict.fromkeys((*diff.changed, *_other_slots(prompt, call)))))


def syllables_in(words: Iterable[str], pronounce: Lookup) -> int:
    """Return how many syllables some words have: vowels in the dictionary, or groups of vowel letters outside of it."""
    count = 0
    for word in words:
        phones = pronounce(word)
        if phones:
            count += sum(phone.rstrip("012") in VOWELS for phone in phones.split())
        else:
            count += max(1, len(_VOWEL_LETTERS.findall(word)))
    return count
