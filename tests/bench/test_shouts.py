"""What the ear for single words learns from: who says what, and that nobody is judged by what was learned from them."""

import numpy as np
import pytest

from bench.accents import ACCENTS, in_accent
from bench.human import FIT_PEOPLE
from bench.items import Kind
from bench.shouts import FOLDS, Sample, by_strangers, fold_of, is_alike, keywords, learn, lines
from bench.voices import VOICES, voices_of
from engines.base import OTHER
from engines.keywords import EMBEDDING, PLACES, TAPS

SIZE = EMBEDDING * len(TAPS)
FEW_STEPS = 80
"""Enough for words that are as easy as these."""
PEOPLE = [f"person {number}" for number in range(12)]


def samples_of(person: str, seed: int) -> list[Sample]:
    """Return three takes of every word and of talk: each a direction of its own, blurred, at one place of several."""
    directions = np.random.default_rng(0).normal(size=(len(keywords()) + 1, SIZE))
    rng = np.random.default_rng(seed)
    samples = []
    for said, direction in zip((*keywords(), OTHER), directions, strict=True):
        for place in rng.integers(0, PLACES, 3):
            embedding = rng.normal(0, 0.3, (PLACES, SIZE))
            embedding[place] += direction
            samples.append(Sample(person, "quiet", said, said, embedding.astype(np.float32)))
    return samples


def test_the_keywords_are_the_calls_of_one_word() -> None:
    assert keywords() == ("blood", "brains", "fight", "flee", "go", "seduce", "stop")


def test_near_misses_that_sound_like_a_keyword_are_not_learned_as_talk() -> None:
    assert is_alike(("stops",))
    assert is_alike(("more", "brains")) is is_alike(("blow",)) is False
    said = [line for line in lines(voices_of("fit")[0]) if line.kind is Kind.NEAR]
    assert len(said) > 10
    assert not [line.text for line in said if is_alike(tuple(line.text.rstrip("!").lower().split()))]


def test_strangers_are_known_by_what_others_taught() -> None:
    samples = [each for seed, person in enumerate(PEOPLE) for each in samples_of(person, seed)]
    assert {fold_of(person) for person in PEOPLE} == set(range(FOLDS))
    chances = by_strangers(samples, learn(samples, FEW_STEPS))
    said = [(*keywords(), OTHER).index(each.said) for each in samples]
    assert (chances.argmax(axis=1) == said).mean() > 0.65


def test_a_word_that_only_one_group_says_is_unknown_to_its_network() -> None:
    """Otherwise a network would have been asked about people that it was learned from."""
    alone = next(person for person in PEOPLE if fold_of(person) == 1)
    mine = [each for each in samples_of(alone, 99) if each.said == "go"]
    others = [each for seed, person in enumerate(PEOPLE) for each in samples_of(person, seed) if each.said != "go"]
    chances = by_strangers(mine, learn([*others, *mine * 20], FEW_STEPS))
    assert chances[:, keywords().index("go")].max() < 0.2


def test_real_people_are_heard_together_so_they_are_of_one_group() -> None:
    assert len({fold_of(person) for person in FIT_PEOPLE}) == 1


@pytest.mark.parametrize("accent", ACCENTS)
def test_every_accent_knows_every_keyword(accent: str) -> None:
    assert set(keywords()) <= set(ACCENTS[accent])
    assert all(sum(mark == "ˈ" for mark in sounds) == 1 for sounds in ACCENTS[accent].values())


def test_a_text_in_an_accent_keeps_its_mark() -> None:
    assert in_accent("More brains!", "northern") == "mˈɔː bɹˈeːnz!"
    with pytest.raises(KeyError):
        in_accent("Less brains!", "northern")


def test_every_natural_voice_of_the_fitting_side_has_accents() -> None:
    people = {voice.person for voice in VOICES if voice.program == "kokoro" and voice.split != "report"}
    accented = [voice for voice in VOICES if voice.accent]
    assert {voice.person for voice in accented} == people
    assert {voice.accent for voice in accented} == set(ACCENTS)
    assert not people & {voice.person for voice in voices_of("report")}
