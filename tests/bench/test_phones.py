"""What the ear for sounds learns from: who, what, and on which evenings."""

import random

import numpy as np
import pytest

from bench.conditions import SPEECH_DBFS, active_level_db
from bench.human import FIT_PEOPLE
from bench.phones.evenings import Evening
from bench.phones.speakers import GROUP_OF, bench_lines, stranger_to
from bench.phones.texts import Texts, labels_of, sounds_of
from bench.voices import VOICES, person_of
from engines.base import SAMPLE_RATE_HZ
from engines.phones import PHONES
from tests.engines.clips import clip

DRAWN = Texts(
    lines=("more brains", "stop"),
    talk=("no way",),
    words=("table", "water"),
    alike={"brains": ("trains", "brain"), "more": (), "stop": ("step",)},
)


def test_nobody_whom_figures_are_reported_on_is_learned_from() -> None:
    reported = {voice.person for voice in VOICES if voice.split == "report"}
    assert not reported & GROUP_OF.keys()
    assert not reported & {person_of(name) for name, _ in bench_lines()}


def test_everybody_on_the_fitting_side_is_a_stranger_to_one_of_the_networks() -> None:
    for voice in VOICES:
        if voice.split != "report":
            assert stranger_to(voice.person) == 1 - GROUP_OF[voice.person]
    assert {stranger_to(person) for person in FIT_PEOPLE} == {-1}


def test_a_person_has_one_group_whatever_the_program() -> None:
    """slt by flite and slt by festival is one woman; the men of flite and festival are on the other side."""
    assert {GROUP_OF[person_of(name)] for name in ("slt", "slt-hts", "slt-deep")} == {0}
    assert {GROUP_OF[name] for name in ("rms", "ked")} == {1}


def test_texts_are_lines_lines_with_another_word_talk_and_words() -> None:
    drawn = {DRAWN.draw(random.Random(seed)) for seed in range(500)}
    assert {"more brains", "more trains", "more brain", "step", "no way"} <= drawn
    others = drawn - {"more brains", "more trains", "more brain", "step", "stop", "no way"}
    assert others
    assert all(set(text.split()) <= {"table", "water"} and len(text.split()) <= 6 for text in others)


def test_labels_are_the_phones_and_a_word_that_is_not_in_the_dictionary_has_none() -> None:
    assert sounds_of("Stop!") == ("S", "T", "AA", "P")
    assert [PHONES[label - 1] for label in labels_of("more brains")] == ["M", "AO", "R", "B", "R", "EY", "N", "Z"]
    assert list(labels_of("brains xyzzyx")) == []


@pytest.mark.parametrize("seed", range(40))
def test_on_every_evening_the_call_is_there_at_its_level(seed: int) -> None:
    sound = clip("en-stop")
    heard = Evening(random.Random(seed), [clip("en-seduce")]).heard(sound)
    assert heard.dtype == np.float32
    assert np.isfinite(heard).all()
    assert np.abs(heard).max() <= 1.0
    assert len(sound) / 3 < len(heard) < 2 * len(sound) + 2 * SAMPLE_RATE_HZ
    assert active_level_db(heard) > SPEECH_DBFS - 12.0


def test_an_evening_is_the_same_for_its_seed_and_another_for_another() -> None:
    one, again, other = (Evening(random.Random(seed), [clip("en-seduce")]).heard(clip("en-stop")) for seed in (1, 1, 2))
    assert np.array_equal(one, again)
    assert not np.array_equal(one, other)
