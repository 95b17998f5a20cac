"""Names as the open ear writes them: only a word of the same sound, in the same place."""

import pytest

from assistant.hearing.letters import sound_of_letters
from assistant.hearing.namesakes import namesakes
from assistant.hearing.sounds import Pronouncer

NAMES = ("ann", "ben", "cid")
PRONOUNCER = Pronouncer(lambda word: "S IH D" if word == "cid" else sound_of_letters(word))


@pytest.mark.parametrize(
    ("sentence", "heard", "as_written"),
    [
        ("referee ann draws two", "referee and draws two", {"referee and draws two"}),
        ("referee cid draws two", "refery sid draws two", {"referee sid draws two"}),
        ("ben draws two", "been draws two", {"been draws two"}),
        ("the house of ann is empty", "ref re the house of an is empty", {"the house of an is empty"}),
        ("ben draws two", "and draws two", set()),
        ("cid draws two", "send draws two", set()),
        ("ann draws two", "ben draws two", set()),
        ("ann stores a preacher and a vampire", "ben stores a preacher and a vampire", set()),
        ("ann draws two", "ann draws two", set()),
        ("ann draws two", "", set()),
    ],
)
def test_a_word_stands_for_a_name_where_it_sounds_the_same(sentence: str, heard: str, as_written: set[str]) -> None:
    found = namesakes(tuple(sentence.split()), tuple(heard.split()), NAMES, PRONOUNCER)
    assert {" ".join(words) for words in found} == as_written
