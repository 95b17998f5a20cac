"""Races: two calls of two players, complete 0 to 400 ms apart, in both orders, on two microphones and on one."""

import random
from collections.abc import Iterator
from itertools import product

from bench.conditions import Condition
from bench.corpus import LEAD_S, Plan, Turn, book_of, spoken
from bench.items import Kind, Line, exact_part
from bench.voices import Voice, voices_of
from engines.base import SAMPLE_RATE_HZ

PAIRS = {
    "grave-feast": (
        ("seduce", "five to the graveyard"),
        ("seduce", "seduce"),
        ("five to the graveyard", "three to the graveyard"),
        ("the power of christ compels you", "the power of evil compels you darkness"),
        ("the power of christ compels you", "the power of christ compels you"),
        ("five to the graveyard", "the power of christ compels you"),
    ),
    "house-blitz": (("stop", "stop"),),
}
"""What the rules race, by game: a succubus and a claim, two succubi, a preacher and his answer, two stops, ..."""
LEADS_MS = (0, 20, 40, 60, 80, 100, 150, 200, 300, 400)
"""By how much the first call is complete before the second; each in both orders."""
CONDITIONS = (
    Condition("race", bleed_db=-20.0),
    Condition("race-pink-10", "pink", 10.0, bleed_db=-20.0),
)
"""Rivals sit at one table, so each microphone hears both."""
RACES_A_MATCH = 8
SPACING_S = 4.6
"""From the start of one race to that of the next: every call has ended and been let go by then."""
QUICK_LEADS_MS = (0, 40, 100)


def race_plans(split: str, quick: bool = False) -> Iterator[Plan]:
    """Yield matches that are nothing but races; `turns` come in pairs of rivals."""
    voices = voices_of(split)
    leads = QUICK_LEADS_MS if quick else LEADS_MS
    for game, pairs in PAIRS.items():
        book = book_of(game)
        rng = random.Random(f"races {game} {split}")
        races = [
            (
                tuple(Line(Kind.CALL, (exact_part(book, text),)) for text in pair),
                rng.sample(voices, 2),
                lead_ms * order,
            )
            for pair, lead_ms, order in product(pairs, leads, (1, -1))
            if lead_ms or order > 0
        ]
        rng.shuffle(races)
        races = races[: len(races) // 2] if quick else races
        for how, one in product(CONDITIONS, (False, True)):
            if one and how.noise:
                continue
            for start in range(0, len(races), RACES_A_MATCH):
                some = races[start : start + RACES_A_MATCH]
                turns = tuple(turn for index, race in enumerate(some) for turn in _race(index, *race, rng))
                where = "one" if one else "separate"
                name = f"{game}-{how.name}-{where}-{split}-{start // RACES_A_MATCH:02}"
                yield Plan(name, game, how, rng.randrange(2**31), turns, one)


def _race(index: int, lines: tuple[Line, ...], voices: list[Voice], lead_ms: int, rng: random.Random) -> Iterator[Turn]:
    """Yield two turns of which the first is complete `lead_ms` before the second."""
    lengths = [len(spoken(line, voice)[0]) for line, voice in zip(lines, voices, strict=True)]
    ends = (0, lead_ms * SAMPLE_RATE_HZ // 1000)
    starts = [end - length for end, length in zip(ends, lengths, strict=True)]
    begin = round((LEAD_S + index * SPACING_S) * SAMPLE_RATE_HZ) - min(starts)
    seats = rng.sample(range(3), 2)
    for seat, voice, line, start in zip(seats, voices, lines, starts, strict=True):
        yield Turn(seat, voice, line, begin + start)
