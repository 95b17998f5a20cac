"""The report of the sample match: statistics and scores by values, and a page that holds everything itself."""

import base64
import io
import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import soundfile
from PIL import Image

from assistant import app
from assistant.__main__ import run
from assistant.core.observations import Call, Verdict
from assistant.core.rulings import Ruling
from assistant.disputes.cases import CallOnFile, Case, CaseFile, case_file
from assistant.disputes.exhibits import Exhibit, exhibits
from assistant.disputes.races import race_of
from assistant.disputes.report import call_told, row_of
from assistant.disputes.score_plot import ScoreStep, score_plot, score_steps
from assistant.disputes.statistics import statistics
from assistant.eventlog.bundle import make_bundle
from assistant.eventlog.reader import read_log
from assistant.eventlog.replay import setup_of
from assistant.listening import build_aligner
from tests.disputes.match import OBSERVATIONS, PLAYERS, SHORT_PRAYER, call, write_match

SEDUCE, CLAIM = OBSERVATIONS[1], OBSERVATIONS[2]


@pytest.fixture(scope="module")
def file(match_log: Path) -> CaseFile:
    log = read_log(match_log)
    return case_file(log, setup_of(log.head, app.game_named(log.head.game)))


@pytest.fixture(scope="module")
def page(match_log: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    target = tmp_path_factory.mktemp("report") / "match.html"
    assert run(["report", str(match_log), "-o", str(target)]) == 0
    return target.read_text(encoding="utf-8")


def test_the_statistics_of_the_sample_match(file: CaseFile) -> None:
    ann, ben, cid = statistics(file, PLAYERS)
    assert (ann.score, ann.calls, ann.exact, ann.inexact, ann.unsure) == (0, 3, 3, 0, 0)
    assert (ben.score, ben.calls, ben.exact) == (5, 5, 5)
    assert (cid.score, cid.calls, cid.exact, cid.inexact) == (4, 5, 4, 1)
    assert cid.exact_share == pytest.approx(0.8)
    assert ann.fastest is not None
    assert (ann.fastest.heard, ann.fastest.end_ms - ann.fastest.start_ms) == ("brains", 590)
    assert (ben.won_ms, ann.lost_ms, cid.won_ms) == ((945,), (945, 990), (990,))
    assert (ann.won_ms, ann.ties) == ((), 0)


def case(ruling: Ruling, *calls: Call, withdrawn: bool = False, scores: tuple[tuple[str, int], ...] = ()) -> Case:
    on_file = tuple(CallOnFile(number, each) for number, each in enumerate(calls, start=1))
    return Case(ruling, on_file, "It is so.", "The rule.", "Because.", scores, withdrawn)


def test_a_tie_is_nobodys_race_and_a_withdrawn_one_nothing() -> None:
    first, second = call("Ann", "brains", "brains", 0, 1000), call("Ben", "seduce", "seduce", 300, 1040)
    tie = Ruling("race/too-close", 1040, margin_ms=40, tie_band_ms=50)
    clear = Ruling("steal/blocked", 1040, margin_ms=40, tie_band_ms=40)
    for ruling, expected in ((tie, ((), (), 1)), (clear, ((40,), (), 0))):
        (ann,) = statistics(CaseFile((case(ruling, first, second),), ()), ("Ann",))
        assert (ann.won_ms, ann.lost_ms, ann.ties) == expected
    (ann,) = statistics(CaseFile((case(clear, first, second, withdrawn=True),), ()), ("Ann",))
    assert (ann.won_ms, ann.calls, ann.exact_share) == ((), 0, None)


def test_two_rulings_about_one_race_count_it_once() -> None:
    first, second = call("Ann", "brains", "brains", 0, 1000), call("Ben", "seduce", "seduce", 300, 1400)
    one, other = (case(Ruling(code, 1400, margin_ms=400), first, second) for code in ("steal/blocked", "claim/stands"))
    (ann,) = statistics(CaseFile((one, other), ()), ("Ann",))
    assert ann.won_ms == (400,)


def test_a_race_is_between_two_calls_not_within_one() -> None:
    only = call("Ann", "brains", "brains", 1000, 1400)
    assert race_of(Ruling("a/b", 1400, margin_ms=400), [only]) is None
    assert race_of(Ruling("a/b", 1400), [only, only]) is None


def test_scores_change_where_they_were_ruled(file: CaseFile) -> None:
    steps = score_steps(file.cases)
    assert [(step.at_ms, dict(step.scores)) for step in steps] == [
        (20_810 + 5000, {"Ann": 0, "Ben": 5, "Cid": 0}),
        (38_635 + 5000, {"Ann": 0, "Ben": 5, "Cid": 4}),
    ]


def test_a_plot_has_a_stepped_line_a_player_and_says_the_end() -> None:
    steps = [ScoreStep(5000, (("Ann", 0), ("Ben", 5))), ScoreStep(7500, (("Ann", 5), ("Ben", 5)))]
    plot = ElementTree.fromstring(score_plot(steps, ("Ann", "Ben"), 10_000))
    assert plot.attrib["aria-label"] == "Scores over time. At the end: Ann 5, Ben 5."
    ann, ben = [path.attrib["d"] for path in plot.iter("path") if "line" in path.attrib["class"]]
    assert ann == "M30 166.0H176.0V166.0H249.0V10.0H322"
    assert ben == "M30 166.0H176.0V10.0H249.0V10.0H322"
    names = [float(text.attrib["y"]) for text in plot.iter("text") if text.attrib["class"] == "label"]
    assert abs(names[0] - names[1]) == 13  # two players with the same score: their names stand one above the other


def test_a_match_without_points_still_has_a_plot() -> None:
    plot = ElementTree.fromstring(score_plot((), ("Ann", "<Ben>"), 0))
    assert plot.attrib["aria-label"] == "Scores over time. At the end: Ann 0, <Ben> 0."


def test_a_row_says_what_decided_and_can_be_found_by_player_and_kind() -> None:
    assert isinstance(SEDUCE, Call)
    assert isinstance(CLAIM, Call)
    race = row_of(case(Ruling("claim/void", 4225, "Ann", margin_ms=945, tie_band_ms=86), SEDUCE, CLAIM), shown=True)
    assert (race.at, race.deciding, race.players, race.kinds) == ("0:04.22", "by 0.945 s", ("Ann", "Ben"), ("race",))
    wrong = row_of(case(Ruling("preach/lost", 8685, "Cid"), SHORT_PRAYER, withdrawn=True), shown=True)
    assert (wrong.deciding, wrong.kinds) == ("missing: the power of", ("inexact", "withdrawn"))
    assert wrong.calls == ("Cid ✗ “christ compels you” inexact (missing: the power of), complete at 0:08.68 ± 0.03 s",)


def test_an_unsure_call_of_nobody_is_told_with_its_reason() -> None:
    unsure = Call(None, None, Verdict.UNSURE, "brains", 0, 61_500, reason="the ears do not agree")
    assert call_told(unsure) == "Somebody ? “brains” unsure (the ears do not agree), complete at 1:01.50"


def test_an_exhibit_holds_a_picture_and_a_clip_that_can_be_read_back(match_log: Path, file: CaseFile) -> None:
    log = read_log(match_log)
    shown = {exhibit.ruling: exhibit for exhibit in exhibits(log, file, build_aligner, workers=0)}
    assert sorted(shown) == [case.ruling.id for case in file.cases if case.calls]
    svg = ElementTree.fromstring(shown[6].svg)
    assert "by 0.945 s" in svg.attrib["aria-label"]
    pitches = [each.attrib["href"] for each in svg.iter("image")]
    pictures = [Image.open(io.BytesIO(base64.b64decode(each.partition(",")[2]))) for each in pitches]
    assert [picture.size for picture in pictures] == [(150, 24)] * 3
    assert pictures[1].convert("L").getextrema()[0] == 0  # the loudest point is black
    clip, rate_hz = soundfile.read(io.BytesIO(base64.b64decode(shown[6].clip)))
    assert rate_hz == 16_000
    assert len(clip) / rate_hz == pytest.approx((4225 + 30 - 2600 + 600 + 600) / 1000, abs=0.1)
    assert 0.5 < abs(clip).max() <= 1.0


def test_a_bundle_on_two_cores_gives_the_same_as_its_folder_on_one(
    match_log: Path, file: CaseFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = replace(file, cases=file.cases[:6])
    alone = list(exhibits(read_log(match_log), few, build_aligner, workers=0))
    monkeypatch.setattr("assistant.disputes.exhibits.CASES_A_CHUNK", 2)
    bundle = read_log(make_bundle(match_log, tmp_path / "match.zip"))
    together = list(exhibits(bundle, few, build_aligner, workers=2))
    assert [each.ruling for each in together] == [2, 4, 6, 8, 10, 12]
    assert together == alone


def test_what_is_in_an_exhibit_never_ends_its_script() -> None:
    text = Exhibit(1, "<svg></script><b>", "audio/mpeg", "QQ==").as_json()
    assert "<" not in text
    assert json.loads(text)["svg"] == "<svg></script><b>"


class Parsed(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_a_match_is_as_long_as_its_last_ruling(page: str) -> None:
    """The last window closes 43.6 s after the begin, when the sound of 42.8 s is over."""
    assert "0:43 min" in page


def test_the_page_refers_to_nothing_outside_of_itself(page: str) -> None:
    tags = Parsed(page).tags
    assert not [tag for tag, _ in tags if tag in ("link", "iframe", "object", "embed", "base")]
    references = [value for _, attributes in tags for name, value in attributes.items() if name in ("href", "src")]
    assert references
    assert all(value and value.startswith("#") for value in references)
    assert not re.search(r"""url\((?!#)|@import|https?://""", page)


def test_the_page_has_landmarks_one_title_and_names_for_what_can_be_used(page: str) -> None:
    tags = Parsed(page).tags
    names = [tag for tag, _ in tags]
    for landmark in ("header", "main", "nav", "footer", "h1", "title"):
        assert names.count(landmark) == 1, landmark
    ids = {attributes["id"] for _, attributes in tags if "id" in attributes}
    sections = [attributes for tag, attributes in tags if tag == "section"]
    assert len(sections) == 4
    assert all(attributes["aria-labelledby"] in ids for attributes in sections)
    images = [attributes for tag, attributes in tags if attributes.get("role") == "img"]
    assert all(attributes.get("aria-label") for attributes in images)


def test_a_name_with_markup_in_it_is_shown_as_it_is(tmp_path: Path) -> None:
    from assistant.core import referee
    from assistant.eventlog.writer import LogWriter

    evil = "<img src=x onerror=alert(1)>"
    game = app.game_named("grave-feast")
    match = app.match_setup(game, ("Ann", evil, "Cid"), None, 0)
    told = tuple(
        replace(each, player=evil) if isinstance(each, Call) and each.player == "Ben" else each for each in OBSERVATIONS
    )
    with LogWriter.begin(tmp_path / "log", app.log_head(match, app.ScriptSource(told), "test")) as writer:
        for step in referee.fold(match, told):
            writer.step(step)
    target = tmp_path / "match.html"
    assert run(["report", str(tmp_path / "log"), "-o", str(target)]) == 0
    page = target.read_text(encoding="utf-8")
    assert "<img src=x" not in page
    assert "&lt;img src=x" in page


def test_a_report_lies_beside_its_log_unless_told_otherwise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_match(tmp_path / "evening", sound=None)
    assert run(["report", str(tmp_path / "evening" / "events.jsonl")]) == 0
    assert (tmp_path / "evening.html").is_file()
    assert run(["report", str(tmp_path / "evening"), "-o", str(tmp_path)]) == 2
    assert "cannot be written" in capsys.readouterr().err
