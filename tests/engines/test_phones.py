"""The ear for sounds: what follows what, in quiet and in noise, and how probable given sounds are."""

import itertools
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from bench.conditions import pink_noise
from engines import network
from engines.base import SAMPLE_RATE_HZ, EngineError, Samples
from engines.phones import IMPOSSIBLE_NATS, PHONES, PhoneEar, log_probabilities
from tests.engines.clips import clip

EAR = PhoneEar()
STOP, TOP, STOPPED = ("S T AA P", "T AA P", "S T AA P T")
SEDUCE, PRODUCE, REDUCE = ("S IH D UW S", "P R AH D UW S", "R IH D UW S")


def spelled(*sentences: str) -> list[list[str]]:
    return [sentence.split() for sentence in sentences]


def by_hand(chances: np.ndarray, labelling: Sequence[int]) -> float:
    """Sum the probability of every path that makes the labelling (Graves et al. 2006, equations 2 and 3)."""
    total = 0.0
    for path in itertools.product(range(chances.shape[1]), repeat=len(chances)):
        kept = [one for one, before in zip(path, (-1, *path), strict=False) if one != before and one]
        if kept == list(labelling):
            total += float(np.prod([chances[at, label] for at, label in enumerate(path)]))
    return float(np.log(total))


@pytest.mark.parametrize("labelling", [(), (2,), (1, 1), (1, 2, 3), (3, 3, 2, 1), (1, 2, 1, 2, 1, 2)])
def test_a_labelling_is_as_probable_as_all_its_paths_together(labelling: Sequence[int]) -> None:
    chances = np.random.default_rng(0).dirichlet(np.ones(4), 6)
    alone = log_probabilities(np.log(chances), [labelling])
    beside = log_probabilities(np.log(chances), [(1, 2, 3, 1, 2), labelling, ()])
    assert alone == pytest.approx([by_hand(chances, labelling)])
    assert beside[1] == pytest.approx(alone[0])


def test_what_is_longer_than_the_sound_is_impossible() -> None:
    assert log_probabilities(np.log(np.full((2, 4), 0.25)), [(1, 2, 3), (1, 1)]) == [IMPOSSIBLE_NATS] * 2
    assert EAR.scores(np.zeros(0, np.float32), spelled(STOP)) == (0.0, (IMPOSSIBLE_NATS,))


@pytest.mark.parametrize(
    ("name", "sentences"), [("en-stop", (STOP, TOP, STOPPED)), ("en-seduce", (SEDUCE, PRODUCE, REDUCE))]
)
@pytest.mark.parametrize("snr_db", [40.0, 10.0], ids=["quiet", "noisy"])
def test_it_hears_what_people_say_that_it_never_heard(name: str, sentences: tuple[str, ...], snr_db: float) -> None:
    """The Scotsman awb is nobody's teacher."""
    best, each = EAR.scores(in_noise(clip(name), snr_db), spelled(*sentences))
    assert each[0] == max(each)
    assert each[0] > best - 12.0


def in_noise(sound: Samples, snr_db: float) -> Samples:
    power = float((sound**2).mean())
    noise = pink_noise(len(sound), 1) * np.sqrt(power * 10 ** (-snr_db / 10))
    return np.asarray(sound + noise, dtype=np.float32)


def test_every_phone_of_a_frame_together_is_all_there_is() -> None:
    chances = np.exp(EAR.log_chances(clip("en-stop")))
    assert chances.shape == (len(clip("en-stop")) // (SAMPLE_RATE_HZ // 50), 1 + len(PHONES))
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(chances)), abs=1e-4)


def test_its_two_networks_are_heard_together_or_one_alone() -> None:
    sound = clip("en-stop")
    alone = [np.exp(PhoneEar(only).log_chances(sound)) for only in (0, 1)]
    assert not np.allclose(alone[0], alone[1])
    assert np.exp(EAR.log_chances(sound)) == pytest.approx((alone[0] + alone[1]) / 2, abs=1e-5)


def test_it_does_not_depend_on_the_level() -> None:
    sound = clip("en-seduce")
    loud, soft = (EAR.scores((sound * gain).astype(np.float32), spelled(SEDUCE))[1][0] for gain in (1.0, 0.05))
    assert soft == pytest.approx(loud, abs=0.5)


def test_a_sound_that_no_phone_stands_for_is_impossible() -> None:
    assert EAR.scores(clip("en-stop"), [["S", "T", "o"], STOP.split()])[1][0] == IMPOSSIBLE_NATS


@pytest.mark.parametrize("samples", [0, 1, 159, 160, 319, 320, 321])
def test_any_length_is_taken(samples: int) -> None:
    assert len(EAR.log_chances(clip("en-stop")[:samples])) == samples // 320


def test_a_broken_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "phones.npz").write_bytes(b"nothing")
    real = files("engines")
    monkeypatch.setattr(network, "files", lambda _: tmp_path)
    with pytest.raises(EngineError, match=r"phones\.npz: not readable .* install the referee again"):
        PhoneEar().log_chances(clip("en-stop"))
    assert (real / "phones.npz").is_file()
