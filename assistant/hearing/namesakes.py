"""Names as the open ear writes them: "and" for Ann, "sid" for Cid.

A model of English rates a rare name far below a common word of the same sound, whatever was said. So a sentence with a
name of the table is weighed in the ear's own spelling too, where the word that it wrote in the name's place sounds the
same.
"""

from collections.abc import Collection, Iterator

from assistant.core.phrases.match import Words
from assistant.hearing.nearest_sentence import ALIKE, phone_distance
from assistant.hearing.sounds import Pronouncer, Sounds

NASALS = frozenset(("M", "N"))
"""Behind these a stop at the end of a word is hardly heard: "and" sounds like Ann."""
STOPS = frozenset(("D", "T", "B", "P"))


def namesakes(sentence: Words, heard: Words, names: Collection[str], pronouncer: Pronouncer) -> Iterator[Words]:
    """Yield a sentence with the words that were heard in place of its names, where these sound the same.

    A name and the word stand in one place when as many words come before them, or after them.

    Args:
        sentence: plain words.
        heard: the words that the open ear wrote.
        names: the names of the table, those of one word.
        pronouncer: tells how words sound.
    """
    for at, name in enumerate(sentence):
        if name not in names:
            continue
        for place in {at, at - len(sentence) + len(heard)}:
            word = heard[place] if 0 <= place < len(heard) else name
            if word not in names and sounds_the_same(pronouncer.sounds((name,)), pronouncer.sounds((word,))):
                yield (*sentence[:at], word, *sentence[at + 1 :])


def sounds_the_same(one: Sounds, other: Sounds) -> bool:
    """Return whether two words differ in no more than one phone that is easily taken for the other."""
    one, other = _without_stop(one), _without_stop(other)
    return len(one) == len(other) and sum(map(phone_distance, one, other)) <= ALIKE


def _without_stop(sounds: Sounds) -> Sounds:
    """Return the sounds of a word without a stop that nobody hears behind a nasal."""
    unheard = len(sounds) > 1 and sounds[-1] in STOPS and sounds[-2] in NASALS
    return sounds[:-1] if unheard else sounds
