"""Where the referee is spoken to, however the open ear writes that word, and where its words go in circles."""

from rapidfuzz.distance import Levenshtein

from assistant.core.phrases.match import Words
from assistant.core.told import ADDRESS
from assistant.hearing.nearest_sentence import ALIKE, phone_distance
from assistant.hearing.sounds import Pronouncer

SOUNDS_LIKE_ADDRESS = 0.4
"""Words no further from "referee" than this are it, in phones, per phone; "prefer" and "really" are further."""
ONSET_PHONES = 3
"""So many phones of the word have to sound right: R, a vowel, F."""
MOST_ADDRESS_WORDS = 3
"""In so many pieces the open ear may write the word, as in "ref re free"."""
SOUNDS_LIKE_A_ROUND = 0.3
"""Words that go in circles come round this near to what they were, in phones, per phone."""
LEAST_ROUND_WORDS, LEAST_CUT_WORDS = 2, 3
"""A round has so many words at least; and of one that is cut off, so many are there."""


def addressed(words: Words, pronouncer: Pronouncer) -> int:
    """Return with how many words, from the first one on, the referee is spoken to; 0 where he is not.

    The beginning has to sound like that of the word: "every" and "ready" do not. It may be written in pieces, or begun
    twice, as in "ref referee"; "pause, referee" is no address.
    """
    onset = pronouncer.sounds((ADDRESS,))[:ONSET_PHONES]
    begun = pronouncer.sounds(words[:MOST_ADDRESS_WORDS])[:ONSET_PHONES]
    if len(begun) < len(onset) or any(phone_distance(*pair) > ALIKE for pair in zip(begun, onset, strict=True)):
        return 0
    found = [(_apart((ADDRESS,), words[:last], pronouncer), last) for last in range(1, MOST_ADDRESS_WORDS + 1)]
    nearest, count = min(found)
    return min(count, len(words)) if nearest <= SOUNDS_LIKE_ADDRESS else 0


def one_round(words: Words, pronouncer: Pronouncer) -> Words:
    """Return one round of words that go in circles, however each round is written.

    An open ear that does so writes "ann banks six and banks six and", or "refery pause refary pause": nobody says the
    same thing twice in one breath from the first word on, or calls the referee twice.
    """
    first = addressed(words, pronouncer)
    while first and (more := addressed(words[first:], pronouncer)):
        words, first = words[first:], more
    words = (*words[:first], *_first_round(words[first:], pronouncer))
    again_at = (at for at in range(first + 1, len(words)) if first and addressed(words[at : at + 1], pronouncer))
    return words[: next(again_at, len(words))]


def _first_round(words: Words, pronouncer: Pronouncer) -> Words:
    """Return the words up to where they come round most exactly, and again until they do not."""
    rounds: list[tuple[float, int]] = []
    for period in range(LEAST_ROUND_WORDS, len(words)):
        again = words[period : 2 * period]
        if len(again) >= min(period, LEAST_CUT_WORDS):
            rounds.append((_apart(words[: len(again)], again, pronouncer), period))
    distance, period = min(rounds, default=(float("inf"), 0))
    return _first_round(words[:period], pronouncer) if distance <= SOUNDS_LIKE_A_ROUND else words


def _apart(words: Words, others: Words, pronouncer: Pronouncer) -> float:
    """Return how far two utterances are apart in sound: in phones, per phone of the longer one."""
    one, other = pronouncer.sounds(words), pronouncer.sounds(others)
    return Levenshtein.distance(one, other) / max(len(one), len(other), 1)
