"""The ears that are asked where the first two do not settle it: for single words, and for sounds."""

from collections.abc import Mapping, Sequence

import pytest

from assistant.app import phrase_book
from assistant.core.phrases.match import Words
from assistant.hearing.candidates import SOUNDED_FROM_NATS, Hearings, Lineup
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import NOTHING, Ears
from assistant.hearing.fitted import load_fitted
from assistant.hearing.fusion import Candidate, Kind
from assistant.hearing.sounds import Pronouncer
from engines.base import OTHER, Samples
from engines.pocketsphinx import PocketsphinxAligner
from engines.scripted import ScriptedEngine, said
from tests.engines.clips import noise

GAME = phrase_book("grave-feast").at_table(("Ann", "Ben"))
PRONOUNCER = Pronouncer(PocketsphinxAligner().pronunciation)
LINEUP = Lineup(GAME, PRONOUNCER)
BLOOD: Words = ("blood",)
FLOOD: Words = ("flood",)
HM: Words = ("hm",)


class PhoneEar:
    """Fits some sentences so well, and all others badly; remembers what it was given."""

    def __init__(self, fits: Mapping[Words, float]) -> None:
        self._fits = {PRONOUNCER.sounds(words): fit for words, fit in fits.items()}
        self.heard: list[Samples] = []

    def scores(self, samples: Samples, sentences: Sequence[Sequence[str]]) -> tuple[float, tuple[float, ...]]:
        self.heard.append(samples)
        return -3.0, tuple(-3.0 + self._fits.get(tuple(sounds), -50.0) for sounds in sentences)


class Spotter:
    """Hears no word that it knows."""

    def log_chances(self, samples: Samples) -> Mapping[str, float]:
        return {"blood": -9.0, OTHER: -0.001}


def ears(grammar: str, open_ear: str, phone_ear: PhoneEar, spotter: Spotter | None = None) -> Ears:
    scores = {line: -1.0 for line in (grammar, open_ear, "blood", "bloody", "seduce", "brains") if line}
    first, second = (ScriptedEngine(said(text, 0, 600), scores=scores) for text in (grammar, open_ear))
    return Ears(GAME, load_fitted().fusion, first, second, None, PRONOUNCER, spotter, phone_ear)


def chances(candidates: Sequence[Candidate]) -> dict[Words, float]:
    return dict(zip((one.words for one in candidates), load_fitted().fusion.probabilities(candidates), strict=True))


@pytest.mark.parametrize("noisy", [False, True], ids=["quiet", "noisy"])
def test_what_fits_better_to_the_ear_for_sounds_is_likelier(noisy: bool) -> None:
    sound = noise(0.1, 0.6)
    clean = Cleaned(sound, sound) if noisy else None
    as_blood, as_flood = (
        chances(ears("blood", "flood", PhoneEar({fits: 0.0, other: -15.0})).candidates(sound, clean))
        for fits, other in ((BLOOD, FLOOD), (FLOOD, BLOOD))
    )
    assert as_blood[BLOOD] > 2 * as_flood[BLOOD]
    assert as_flood[FLOOD] > 2 * as_blood[FLOOD]


def test_it_hears_the_room_as_it_is() -> None:
    sound, clean = noise(0.1, 0.6), Cleaned(noise(0.1, 0.6, seed=2), noise(0.1, 0.6, seed=3))
    phone_ear = PhoneEar({BLOOD: 0.0})
    ears("blood", "flood", phone_ear).listen(sound, 0, clean)
    assert phone_ear.heard
    assert all(samples is sound for samples in phone_ear.heard)


def test_it_is_not_asked_where_nothing_competes() -> None:
    phone_ear = PhoneEar({})
    ears("five to the graveyard", "five to the graveyard", phone_ear).listen(noise(0.1, 2.0), 0)
    assert not phone_ear.heard


def test_its_misfit_counts_against_what_should_have_been_said_and_not_against_talk() -> None:
    heard = Hearings(BLOOD, HM, HM)
    fitting, misfit = (
        {one.words: one.features for one in LINEUP.candidates(heard, {BLOOD: -1.0, HM: -1.0}, fits)}
        for fits in ({BLOOD: 0.0, HM: -1.0}, {BLOOD: -20.0, HM: -19.0})
    )
    assert (fitting[BLOOD].phones_misfit, misfit[BLOOD].phones_misfit) == (0.0, 5.0)
    assert misfit[HM].phones_misfit == 0.0
    assert (fitting[BLOOD].phones, misfit[BLOOD].phones) == (0.0, -0.2)
    assert misfit[BLOOD].phones_in_noise == 0.0


def test_a_sentence_is_not_judged_more_harshly_for_being_long() -> None:
    """The lead that it lacks is spread over its phones: by the square root, as random errors add up."""
    long, short = ("the", "power", "of", "christ", "compels", "you"), BLOOD
    heard = Hearings(long, BLOOD, BLOOD)
    fits = {long: -5.0, short: -5.0, FLOOD: 0.0}
    found = {one.words: one.features.phones for one in LINEUP.candidates(heard, dict.fromkeys(fits, -1.0), fits)}
    phones = len(PRONOUNCER.sounds(long))
    assert found[short] == -1.0
    assert found[long] == pytest.approx(-((10 / phones) ** 0.5))


@pytest.mark.parametrize(("fit", "competes"), [(SOUNDED_FROM_NATS + 0.1, True), (SOUNDED_FROM_NATS - 0.1, False)])
def test_a_shout_that_only_the_ear_for_sounds_hears_competes_if_it_fits(fit: float, competes: bool) -> None:
    talk = ("could", "somebody", "pass", "me", "the", "crisps")
    heard = Hearings(BLOOD, talk, talk, keywords={"blood": -9.0, OTHER: -0.001}, shout_fits={BLOOD: fit})
    assert (BLOOD in LINEUP.suspects(heard)) is competes


def test_where_the_open_ear_writes_nothing_down_that_competes_too() -> None:
    candidates = ears("blood", "", PhoneEar({BLOOD: 0.0}), Spotter()).candidates(noise(0.1, 0.6))
    nothing = {one.words: one for one in candidates}[NOTHING]
    assert nothing.kind is Kind.TALK
    assert (nothing.features.phones, nothing.features.phones_misfit) == (0.0, 0.0)
    assert BLOOD in {one.words for one in candidates}


def test_what_fits_badly_to_every_ear_but_the_forcing_one_stays_talk() -> None:
    assert ears("blood", "", PhoneEar({}), Spotter()).candidates(noise(0.1, 0.6)) == ()
