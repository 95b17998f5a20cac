"""The corpus: matches of three microphones with their truth, planned by a seed and rendered when they are needed.

A plan is small and holds every choice (who says what, when, in what kind of evening), so that a worker process can
render it anew, to the sample the same. Nothing but the voices' cached speech lies on the disk.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from assistant.core.games.registry import GAMES
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.normalise import plain_words
from assistant.phrasebook import load_phrase_book
from bench.accents import ACCENTS
from bench.conditions import SPEECH_DBFS, Block, Condition, apply, at_level
from bench.items import TALK, Kind, Line, calls, lines_in, near_misses, table_talk
from bench.voices import SHOUT_WORDS, VOICES, Voice, speak, voices_of
from engines.base import SAMPLE_RATE_HZ, Samples

PLAYERS = ("Ann", "Ben", "Cid")
"""Who sits at every table, a microphone each."""
LINES_A_MATCH = 20
LEAD_S = 1.0
TAIL_S = 1.2
GAP_S = (1.0, 1.6)
"""The silence between two lines: longer than an unfinished phrase waits for its rest."""
TALKERS = 6
"""So many people babble: fewer can be understood, more sound like noise."""
FULL_CONDITION = "quiet"
"""The condition in which every line is said; the others get a share of them, drawn anew for each."""
CALL_SHARE = 0.4
NEAR_SHARE = 0.15
TALK_SHARE = 0.1
BABBLE_SHARE = 0.3
"""Of that, for babble: so many people talk without a pause that hearing it takes four times as long."""
QUICK_SHARE = 0.2
"""What is left of everything for a quick look."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One line of a match."""

    seat: int
    """Which player says it, from 0."""
    voice: Voice
    """In what voice."""
    line: Line
    """What."""
    start_sample: int
    """When it begins."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One match, before it is rendered."""

    name: str
    """Unique."""
    game: str
    """The game's id."""
    condition: Condition
    """What kind of evening."""
    seed: int
    """Its noise."""
    turns: tuple[Turn, ...]
    """What is said."""
    one_microphone: bool = False
    """Whether all players share a microphone."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What was really said: one call, one near miss, or one line of talk."""

    kind: Kind
    """What it is."""
    player: str
    """Who said it."""
    voice: str
    """In what voice."""
    text: str
    """The words."""
    phrase: str | None
    """The phrase of a call, or the one that a near miss misses."""
    slots: tuple[tuple[str, int | str], ...]
    """The slots of a call."""
    start_ms: int
    """Where its first sound is."""
    end_ms: int
    """Where its last sound is."""


@dataclass(frozen=True, slots=True)
class Match:
    """One match to listen to."""

    name: str
    """The plan's name."""
    game: str
    """The game's id."""
    condition: str
    """The condition's name."""
    samples: Block
    """The sound, shape (n, channels), 16 kHz."""
    truths: tuple[Truth, ...]
    """What is in it, in the order of the beginnings."""


def book_of(game: str) -> GameBook:
    """Return a game's phrase book as the recommended house rules have it, for PLAYERS."""
    book = load_phrase_book().games[game].at_table(PLAYERS)
    if game in GAMES:
        for name, sources in GAMES[game].word_lists(GAMES[game].rules_type()).items():
            book = book.with_list(name, sources)
    return book


def plans(
    games: Sequence[str], conditions: Iterable[Condition], split: str, quick: bool = False, whole: bool = False
) -> Iterator[Plan]:
    """Yield the matches of some games in some conditions.

    Args:
        games: the ids of the games.
        conditions: the kinds of evening.
        split: whose voices are heard, see `bench.voices.SPLITS`.
        quick: a share of everything only.
        whole: every line in every condition, as for fitting.
    """
    voices = voices_of(split)
    for game in games:
        book = book_of(game)
        for how in conditions:
            rng = random.Random(f"{game} {how.name} {split}")
            full = whole or how.name == FULL_CONDITION
            shares = (1.0, 1.0, 1.0) if full else (CALL_SHARE, NEAR_SHARE, TALK_SHARE)
            part = (QUICK_SHARE if quick else 1.0) * (BABBLE_SHARE if how.noise == "babble" and not full else 1.0)
            said = list(_said(book, voices, rng, *(share * part for share in shares)))
            for index, (table, lines) in enumerate(_tables(said, voices, rng)):
                turns = _turns(
                    [(seat, table[seat], replace(line, tempo=line.tempo * how.tempo)) for seat, line in lines], rng
                )
                yield Plan(f"{game}-{how.name}-{split}-{index:02}", game, how, rng.randrange(2**31), turns)


def _said(
    book: GameBook, voices: Sequence[Voice], rng: random.Random, call: float, near: float, talk: float
) -> Iterator[tuple[Voice, Line]]:
    """Yield who says what: every voice its share of the calls and near misses; all voices one of the talk together."""
    for voice in voices:
        for line in list(lines_of(voice, book, rng)):
            if rng.random() < (call if line.kind is Kind.CALL else near):
                yield voice, line
    for index, line in enumerate(table_talk(book)):
        voice = voices[index % len(voices)]
        if rng.random() < talk and says(voice, line):
            yield voice, line


def lines_of(voice: Voice, book: GameBook, rng: random.Random) -> Iterator[Line]:
    """Yield the calls and near misses that a voice says; one that takes long to make says the same on every evening."""
    says_all = voice.share == 1.0 and voice.split != "shout"
    drawn = rng if says_all else random.Random(f"{book.game} {voice.name}")
    for line in (*calls(book, drawn), *near_misses(book, drawn)):
        if says(voice, line) and (voice.share == 1.0 or drawn.random() < voice.share):
            yield line


def says(voice: Voice, line: Line) -> bool:
    """Tell whether a voice says a line: shouters say nothing longer, and in an accent only what is known of it."""
    words = plain_words(line.text)
    if voice.accent:
        return all(word in ACCENTS[voice.accent] for word in words)
    return voice.split != "shout" or (len(words) <= SHOUT_WORDS and line.kind is not Kind.TALK)


def _tables(
    said: Sequence[tuple[Voice, Line]], voices: Sequence[Voice], rng: random.Random
) -> Iterator[tuple[tuple[Voice, ...], list[tuple[int, Line]]]]:
    """Yield tables of up to three voices, with a match's lines for each and the seat that says it."""
    for first in range(0, len(voices), len(PLAYERS)):
        table = tuple(voices[first : first + len(PLAYERS)])
        lines = [(table.index(voice), line) for voice, line in said if voice in table]
        rng.shuffle(lines)
        for start in range(0, len(lines), LINES_A_MATCH):
            yield table, lines[start : start + LINES_A_MATCH]


def _turns(lines: Sequence[tuple[int, Voice, Line]], rng: random.Random) -> tuple[Turn, ...]:
    """Return the lines one after another."""
    turns = []
    at = round(LEAD_S * SAMPLE_RATE_HZ)
    for seat, voice, line in lines:
        turns.append(Turn(seat, voice, line, at))
        at += len(spoken(line, voice)[0]) + round(rng.uniform(*GAP_S) * SAMPLE_RATE_HZ)
    return tuple(turns)


def spoken(line: Line, voice: Voice) -> tuple[Samples, tuple[tuple[int, int], ...]]:
    """Return a line's sound at SPEECH_DBFS, and the first and the last sample (exclusive) of each of its parts."""
    gap = np.zeros(line.gap_ms * SAMPLE_RATE_HZ // 1000, dtype=np.float32)
    sounds: list[Samples] = []
    bounds = []
    at = 0
    for part in line.parts:
        if sounds:
            sounds.append(gap)
            at += len(gap)
        sound = at_level(speak(part.text, voice, line.tempo), SPEECH_DBFS)
        sounds.append(sound)
        bounds.append((at, at + len(sound)))
        at += len(sound)
    return np.concatenate(sounds), tuple(bounds)


def render(plan: Plan) -> Match:
    """Return a match with its sound and its truth."""
    sounds = [spoken(turn.line, turn.voice) for turn in plan.turns]
    ends = [turn.start_sample + len(sound) for turn, (sound, _) in zip(plan.turns, sounds, strict=True)]
    length = max(ends, default=0) + round(TAIL_S * SAMPLE_RATE_HZ)
    dry = np.zeros((length, 1 if plan.one_microphone else len(PLAYERS)), dtype=np.float32)
    truths: list[Truth] = []
    for turn, (sound, bounds) in zip(plan.turns, sounds, strict=True):
        channel = 0 if plan.one_microphone else turn.seat
        dry[turn.start_sample : turn.start_sample + len(sound), channel] += sound
        truths.extend(truths_of(turn, bounds))
    talkers = (
        babble(length, plan.seed, {turn.voice for turn in plan.turns}) if plan.condition.noise == "babble" else None
    )
    samples = apply(dry, plan.condition, plan.seed, talkers)
    return Match(plan.name, plan.game, plan.condition.name, samples, tuple(truths))


def truths_of(turn: Turn, bounds: Sequence[tuple[int, int]]) -> Iterator[Truth]:
    """Yield the truth of one line: one for each call in it; a beginning without a phrase belongs to what follows."""
    start: int | None = None
    text: list[str] = []
    for part, (first, last) in zip(turn.line.parts, bounds, strict=True):
        start = first if start is None else start
        text.append(part.text)
        if part.phrase is None and turn.line.kind is Kind.CALL:
            continue
        yield Truth(
            turn.line.kind,
            PLAYERS[turn.seat],
            turn.voice.name,
            " ".join(text),
            part.phrase,
            part.slots,
            _ms(turn.start_sample + start),
            _ms(turn.start_sample + last),
        )
        start, text = None, []


def babble(length: int, seed: int, silent: set[Voice]) -> Block:
    """Return people who talk without end, one a column, none of them in the voices of `silent`."""
    rng = random.Random(seed)
    lines = lines_in(TALK)
    voices = [voice for voice in VOICES if voice not in silent]
    talkers = np.zeros((length, TALKERS), dtype=np.float32)
    for column in range(TALKERS):
        voice = voices[column % len(voices)]
        at = 0
        while at < length:
            sound = at_level(speak(rng.choice(lines), voice), SPEECH_DBFS)[: length - at]
            talkers[at : at + len(sound), column] = sound
            at += len(sound) + rng.randrange(SAMPLE_RATE_HZ // 4)
    return talkers


def _ms(sample: int) -> int:
    return round(sample * 1000 / SAMPLE_RATE_HZ)
