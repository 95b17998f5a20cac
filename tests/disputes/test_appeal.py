"""Appeals against rulings: heard again, decided, derived anew, and written behind what stands in the log."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile

from assistant import app, listening_careful
from assistant.__main__ import run
from assistant.core import referee
from assistant.core.observations import Amendment, Call, Verdict, moment_ms
from assistant.core.phrases.book import GameBook
from assistant.disputes.appeal import Hearing, Moment, hear_again, moment_between, moment_of, seats_of, weigh
from assistant.disputes.cases import CallOnFile, case_file
from assistant.disputes.playback import SLOW, playable
from assistant.disputes.sound import LogSound
from assistant.disputes.verdicts import Outcome
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.bundle import make_bundle
from assistant.eventlog.reader import read_log
from assistant.eventlog.records import LogError
from assistant.eventlog.replay import replay, setup_of
from assistant.eventlog.verify import verify
from assistant.eventlog.writer import LogWriter
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Ears, Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.listener import Seat
from engines.base import Propose, Samples, Settle, Transcript, Word, never_settled
from engines.gtcrn import Gtcrn
from engines.whisper import window_frames
from tests.disputes.match import OBSERVATIONS, PLAYERS, ROOT, SHORT_PRAYER, write_match

SCENE = ROOT / "tests" / "recordings" / "grave-feast" / "GF-04.flac"
"""Ben has stolen a family and announced it; Cid prays in too few words, then in all: the zombie is destroyed."""


class Deaf(Ears):
    """Ears that hear nothing, or one call with certain words, for what needs no engine."""

    def __init__(self, *utterances: Utterance) -> None:
        self.heard = Heard(utterances, ())
        self.closed = False

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        return self.heard

    def close(self) -> None:
        self.closed = True


def standing(folder: Path) -> tuple[list[tuple[str, str | None]], dict[str, int]]:
    """Return the rulings that stand and the scores of a log, derived anew."""
    log = read_log(folder)
    *_, last = replay(log, setup_of(log.head, app.game_named(log.head.game)))
    rulings = [(each.code, each.player) for each in referee.standing_rulings(last.state)]
    return rulings, referee.scores(last.state)


def heard_and_logged(heard: Path, kept: Path, folder: Path) -> None:
    """Judge one recording and keep another beside the log: what the ears got was worse than what was recorded."""
    match = app.match_setup(app.game_named("grave-feast"), PLAYERS, None, 0)
    source = app.open_source(heard, match, None, "auto")
    observations = list(source.observations(None))
    samples, rate_hz = soundfile.read(kept, dtype="float32", always_2d=True)
    with LogWriter.begin(folder, app.log_head(match, source, kept.name)) as writer:
        with AudioLog(writer, samples.shape[1], rate_hz) as audio:
            audio.write(samples)
        for step in referee.fold(match, observations):
            writer.step(step)


def degraded(target: Path, from_ms: int, to_ms: int) -> Path:
    """Write the scene with a stretch of it lost on every microphone."""
    samples, rate_hz = soundfile.read(SCENE, dtype="float32", always_2d=True)
    noise = np.random.default_rng(3).normal(0, 1e-4, samples.shape)
    samples[from_ms * rate_hz // 1000 : to_ms * rate_hz // 1000] = 0.0
    soundfile.write(target, samples + noise, rate_hz)
    return target


def test_a_ruling_on_degraded_sound_is_overturned_and_the_scores_are_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = json.loads(SCENE.with_suffix(".truth.json").read_text(encoding="utf-8"))
    prayer = truth[-1]
    assert prayer["text"].lower().startswith("the power of christ")
    lost_to_ms = prayer["start_ms"] + 500  # "the power of" is gone, "Christ compels you" is left
    log = tmp_path / "log"
    heard_and_logged(degraded(tmp_path / "bad.flac", prayer["start_ms"] - 100, lost_to_ms), SCENE, log)
    before, scores = standing(log)
    assert ("preach/played", "Cid") not in before
    assert scores == {"Ann": 0, "Ben": 5, "Cid": 0}
    wrong = [each.id for each in read_log(log).standing if each.code in ("preach/lost", "call/unclear")][-1]
    written = (log / "events.jsonl").read_bytes()

    assert run(["appeal", str(log), "--ruling", str(wrong), "--by", "Cid", "--no-play"]) == 0

    after, scores = standing(log)
    assert scores == {"Ann": 0, "Ben": 0, "Cid": 0}
    assert [ruling for ruling in after if ruling[0].startswith("preach")] == [
        ("preach/lost", "Cid"),
        ("preach/played", "Cid"),
        ("preach/destroyed", "Cid"),
    ]
    assert ("appeal/overturned", "Cid") in after
    out = capsys.readouterr().out
    assert "overturned" in out
    assert "Ben 5 to 0" in out
    assert (log / "events.jsonl").read_bytes().startswith(written)
    assert verify(log).faults == ()
    assert read_log(log).lost == ""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return write_match(tmp_path / "log")


@pytest.fixture
def ears_say(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let all ears of an appeal hear certain words in every stretch of speech, or nothing."""

    def say(words: str) -> None:
        said = [Utterance("grave-feast.christ", Verdict.EXACT, words, words.split()[-1], 0, 0)] if words else []
        hearings = (
            Hearing("pocketsphinx", lambda: Deaf(*said)),
            Hearing("both together", lambda: Deaf(*said), joint=True),
        )
        monkeypatch.setattr(listening_careful, "careful_hearings", lambda book: hearings)

    return say


CHRIST = "the power of christ compels you"


def test_an_upheld_appeal_is_an_event_and_is_spent(
    log: Path, ears_say: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    ears_say(CHRIST)
    for left in (1, 0):
        assert run(["appeal", str(log), "--ruling", "12", "--by", "Ben", "--no-play"]) == 0
        assert standing(log)[0].count(("appeal/upheld", "Ben")) == 2 - left
        assert standing(log)[1] == {"Ann": 0, "Ben": 5, "Cid": 4}
    assert "Upheld: Cid's call stays exact." in capsys.readouterr().out
    assert run(["appeal", str(log), "--ruling", "12", "--by", "Ben", "--no-play"]) == 2
    assert "no appeals left" in capsys.readouterr().err
    assert run(["appeal", str(log), "--ruling", "12", "--no-play"]) == 0
    assert verify(log).faults == ()


def test_a_penalty_falls_when_no_ear_finds_the_call(log: Path, ears_say: Callable[[str], None]) -> None:
    ears_say("")
    assert run(["appeal", str(log), "--ruling", "10", "--by", "Cid", "--no-play"]) == 0
    rulings, _ = standing(log)
    assert ("preach/lost", "Cid") not in rulings
    assert ("appeal/overturned", "Cid") in rulings


def test_the_last_seconds_are_judged_again_in_one_appeal(
    log: Path, ears_say: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    ears_say(CHRIST)
    assert run(["appeal", str(log), "--last", "10s", "--by", "Ann", "--no-play", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    findings = [line for line in lines if line["type"] == "finding"]
    assert [line["call"] for line in findings] == [25, 27]  # the two prayers that ended in the last ten seconds
    assert [line["outcome"] for line in findings] == ["upheld", "overturned"]
    assert findings[0]["heard"][0]["by"] == "pocketsphinx"
    assert lines[-1]["type"] in ("ruling", "score")
    assert json.loads(json.dumps(lines)) == lines


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "appeal against what?"),
        (["--ruling", "12", "--last", "10s"], "appeal against what?"),
        (["--ruling", "7"], "--ruling 7: no such ruling stands"),
        (["--last", "soon"], "--last soon: expected a number of seconds such as 10s"),
        (["--last", "0"], "--last 0: expected"),
        (["--ruling", "12", "--by", "Zoe"], "--by Zoe: the players are Ann, Ben, Cid"),
    ],
)
def test_a_wrong_wish_is_told_in_one_line(
    match_log: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert run(["appeal", str(match_log), "--no-play", *arguments]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1


def test_a_script_has_nothing_to_be_heard(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    silent = write_match(tmp_path / "log", sound=None)
    assert run(["appeal", str(silent), "--ruling", "12", "--no-play"]) == 2
    assert "there is no sound in this log" in capsys.readouterr().err


def test_a_bundle_and_a_match_that_goes_on_are_refused(
    log: Path, tmp_path: Path, ears_say: Callable[[str], None], capsys: pytest.CaptureFixture[str]
) -> None:
    ears_say(CHRIST)
    bundle = make_bundle(log, tmp_path / "match.zip")
    assert run(["appeal", str(bundle), "--ruling", "12", "--no-play"]) == 2
    assert "a bundle is never changed" in capsys.readouterr().err
    events = log / "events.jsonl"
    events.write_bytes(b"".join(events.read_bytes().splitlines(keepends=True)[:-1]))
    assert run(["appeal", str(log), "--ruling", "12", "--no-play"]) == 2
    assert "its match may still go on" in capsys.readouterr().err


def test_without_a_loudspeaker_the_appeal_goes_on(
    log: Path, ears_say: Callable[[str], None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from assistant.announce import output
    from assistant.announce.player import OutputError

    def none(_: object) -> int:
        raise OutputError("rulings come as text only: nothing can be played (none); or use --no-speak")

    monkeypatch.setattr(output.Loudspeaker, "rate_hz", none)
    ears_say(CHRIST)
    assert run(["appeal", str(log), "--ruling", "12"]) == 0
    captured = capsys.readouterr()
    assert "nothing can be played (none); or leave the sound out" in captured.err
    assert "Upheld" in captured.out


def test_a_moment_holds_the_calls_of_a_ruling_as_they_count_now(match_log: Path) -> None:
    log = read_log(match_log)
    *_, final = replay(log, setup_of(log.head, app.game_named(log.head.game)))
    race = next(each for each in referee.standing_rulings(final.state) if each.code == "claim/void")
    moment = moment_of(race, final.state)
    assert [each.call.player for each in moment.calls] == ["Ben", "Ann"]
    assert (moment.from_ms, moment.to_ms) == (2600, 4225)
    assert moment.heard_from_ms % 1000 == 0
    last = moment_between(final.state, 32_000, 42_000)
    assert [each.call.heard.split()[0] for each in last.calls] == ["seduce", "the", "the"]
    assert isinstance(OBSERVATIONS[1], Call)
    amended = Amendment(50_000, moment.calls[0].id, replace(OBSERVATIONS[1], error_ms=99))
    assert moment_of(race, referee.step(final.state, amended).state).calls[0].call.error_ms == 99
    with pytest.raises(LogError, match="rests on no call"):
        moment_of(replace(race, calls=()), final.state)


def test_fresh_ears_hear_in_a_stretch_what_they_heard_in_the_match(match_log: Path) -> None:
    log = read_log(match_log)
    hearing = next(each for each in listening_careful.careful_hearings(book()) if each.name == "pocketsphinx")
    moment = Moment((), (), 9595, 11_245)
    stretch = LogSound.of(log).cut(moment.heard_from_ms, moment.heard_to_ms)
    seats = seats_of(log.head, (), 3)
    heard = hear_again(moment, stretch, seats, hearing.build(), load_fitted().timing, Gtcrn().voice)
    assert [(call.player, call.heard, call.start_ms) for call in heard] == [("Cid", CHRIST, 9595)]
    assert heard[0].end_ms == pytest.approx(11_244, abs=10)  # examples/grave-feast-match.truth.json


def test_the_open_ear_of_an_appeal_gets_its_longest_window_and_keeps_its_times() -> None:
    class Ear:
        name = "ear"
        heard = 0

        def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
            return self.transcribe_and_score(samples, start_ms, lambda *_: ())[0]

        def transcribe_and_score(
            self, samples: Samples, start_ms: int, propose: Propose, settle: Settle = never_settled
        ) -> tuple[Transcript, Transcript, dict[str, float]]:
            self.heard = len(samples)
            heard = Transcript("ear", (Word("brains", start_ms, start_ms + self.heard // 16),))
            return heard, heard, {"brains": -1.0}

        def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
            return ()

        def close(self) -> None:
            return

    ear = Ear()
    transcript, _, scores = listening_careful.LongWindow(ear).transcribe_and_score(
        np.ones(16_000, np.float32), 5000, lambda *_: ["brains"]
    )
    assert window_frames(16_000) < window_frames(ear.heard) == 3000
    assert transcript.words == (Word("brains", 5000, 6000),)
    assert scores == {"brains": -1.0}


def book() -> GameBook:
    return app.book_for(app.match_setup(app.game_named("grave-feast"), PLAYERS, None, 0))


def test_a_call_is_set_against_what_lies_over_it_the_longest() -> None:
    on_file = replace(SHORT_PRAYER, start_ms=7400, end_ms=8700)
    brief, long = (replace(SHORT_PRAYER, start_ms=7000, end_ms=end_ms) for end_ms in (7500, 8600))
    moment = Moment((CallOnFile(9, on_file),), (on_file,), 7400, 8700)
    both = Hearing("both together", Deaf, joint=True)
    decided = weigh(moment, [(both, [brief, long])])
    assert decided.findings[0].witnesses[0].call == long
    nothing = weigh(moment, [(both, [replace(long, channel=0)])])
    assert nothing.findings[0].witnesses[0].call is None


def test_a_race_whose_moment_was_wrong_is_run_anew() -> None:
    """Ben's steal was timed 1.2 s late, so that Ann's five counted; two ways of hearing agree on when it was."""
    right = OBSERVATIONS[1]
    assert isinstance(right, Call)
    late = replace(right, end_ms=4_500)
    told = sorted((OBSERVATIONS[0], late, *OBSERVATIONS[2:]), key=moment_ms)
    match = app.match_setup(app.game_named("grave-feast"), PLAYERS, None, 0)
    *_, before = referee.fold(match, told)
    assert referee.scores(before.state)["Ann"] == 5
    blocked = next(each for each in referee.standing_rulings(before.state) if each.code == "steal/blocked")
    moment = moment_of(blocked, before.state)
    claim = OBSERVATIONS[2]
    assert isinstance(claim, Call)
    heard = [(Hearing(name, Deaf, name == "both"), [right, claim]) for name in ("pocketsphinx", "whisper", "both")]
    decided = weigh(moment, heard)
    outcomes = {each.on_file.call.player: each.decision.outcome for each in decided.findings}
    assert outcomes == {"Ben": Outcome.OVERTURNED, "Ann": Outcome.UPHELD}
    state = before.state
    for observation in decided.observations(50_000, "Ben"):
        state = referee.step(state, observation).state
    assert referee.scores(state) == {"Ann": 0, "Ben": 5, "Cid": 4}
    codes = [each.code for each in referee.standing_rulings(state)]
    assert "steal/made" in codes
    assert "steal/blocked" not in codes[:5]


def test_an_appeal_about_a_race_tells_whose_call_each_outcome_is_about(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ann's announcement came while Ben stole; both calls are heard as before."""
    (void,) = [each.id for each in read_log(log).standing if each.code == "claim/void"]
    calls = [each for each in OBSERVATIONS if isinstance(each, Call)]
    both = [(Hearing(name, Deaf, joint), calls) for name, joint in (("whisper", False), ("both together", True))]
    monkeypatch.setattr("assistant.disputes.appeal.judge_again", lambda moment, *_: weigh(moment, both))
    assert run(["appeal", str(log), "--ruling", str(void), "--by", "Ann", "--no-play"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if "Upheld" in line]
    assert [line.partition("▶ ")[2].partition(" [")[0] for line in told] == [
        "Upheld: Ben's call stays exact.",
        "Upheld: Ann's call stays exact.",
    ]
    assert verify(log).faults == ()
    (first, second) = [each for each in read_log(log).standing if each.code == "appeal/upheld"]
    assert first.calls != second.calls
    assert {name for name, _ in (*first.data, *second.data)} == {"now", "reason", "was", "withdrawn"}
    told_again = case_file(read_log(log), setup_of(read_log(log).head, app.game_named("grave-feast"))).cases[-1]
    assert told_again.sentence == "Upheld: Ann's call stays exact."
    assert told_again.explanation.startswith("Heard again, the call “five to the graveyard” of Ann is still exact: ")


def test_a_race_whose_moment_is_in_doubt_becomes_too_close_to_call() -> None:
    """Ben's steal stands 125 ms behind Ann's announcement, outside of the margin; one ear of two has it 150 earlier."""
    assert isinstance(OBSERVATIONS[1], Call)
    assert isinstance(OBSERVATIONS[2], Call)
    late, early = replace(OBSERVATIONS[1], end_ms=4_350), replace(OBSERVATIONS[1], end_ms=4_200, error_ms=30)
    told = sorted((OBSERVATIONS[0], late, *OBSERVATIONS[2:]), key=moment_ms)
    match = app.match_setup(app.game_named("grave-feast"), PLAYERS, None, 0)
    *_, before = referee.fold(match, told)
    blocked = next(each for each in referee.standing_rulings(before.state) if each.code == "steal/blocked")
    assert (blocked.margin_ms, blocked.tie_band_ms) == (125, 86)
    claim = OBSERVATIONS[2]
    heard = [
        (Hearing("pocketsphinx", Deaf), [late, claim]),
        (Hearing("whisper", Deaf), [early, claim]),
        (Hearing("both together", Deaf, joint=True), [early, claim]),
    ]
    decided = weigh(moment_of(blocked, before.state), heard)
    assert decided.outcome is Outcome.TOO_CLOSE
    state = before.state
    for observation in decided.observations(50_000, "Ben"):
        state = referee.step(state, observation).state
    (race,) = [each for each in referee.standing_rulings(state) if each.code == "race/too-close"]
    assert (race.margin_ms, race.tie_band_ms) == (50, 86)


def test_what_was_missed_is_told_to_the_referee_as_a_call() -> None:
    assert isinstance(OBSERVATIONS[5], Call)
    prayer: Call = OBSERVATIONS[5]
    moment = Moment((), (), 9000, 12_000)
    one, both = Hearing("whisper", Deaf), Hearing("both together", Deaf, joint=True)
    decided = weigh(moment, [(one, [prayer]), (both, [prayer])])
    assert decided.outcome is Outcome.OVERTURNED
    assert decided.observations(50_000, "Cid") == (prayer,)
    outside = replace(moment, from_ms=11_300)
    assert weigh(outside, [(one, [prayer]), (both, [prayer])]).missed == ()


def test_an_appeal_becomes_one_amendment_a_call() -> None:
    moment = Moment((CallOnFile(9, SHORT_PRAYER),), (SHORT_PRAYER,), 7400, 8685)
    unsure = replace(SHORT_PRAYER, verdict=Verdict.UNSURE, diff=None)
    decided = weigh(moment, [(Hearing("both together", Deaf, joint=True), [unsure])])
    (told,) = decided.observations(50_000, "Cid")
    assert isinstance(told, Amendment)
    assert (told.at_ms, told.target, told.player, told.too_close) == (50_000, 9, "Cid", True)
    assert told.call.verdict is Verdict.UNSURE


def test_seats_are_known_by_their_calls_and_else_by_their_order(match_log: Path) -> None:
    head = read_log(match_log).head
    assert seats_of(head, (), 3) == (Seat("Ann"), Seat("Ben"), Seat("Cid"))
    moved = [replace(SHORT_PRAYER, channel=0), replace(SHORT_PRAYER, player="Ann", channel=2)]
    assert seats_of(head, moved, 3) == (Seat("Cid"), Seat("Ben"), Seat("Ann"))
    shared = [replace(SHORT_PRAYER, channel=0, shared_microphone=True)]
    assert seats_of(head, shared, 1) == (Seat(None),)
    assert seats_of(head, (), 1) == (Seat(None),)


def test_a_third_of_the_speed_takes_three_times_as_long() -> None:
    sound = np.full((1600, 2), 0.1, np.float32)
    normal, slow = playable(sound, 16_000), playable(sound, 16_000, SLOW)
    assert len(normal.samples) / normal.rate_hz == pytest.approx(0.1)
    assert len(slow.samples) / slow.rate_hz == pytest.approx(0.3, rel=0.001)
    assert float(np.abs(normal.samples).max()) == pytest.approx(0.9)
    assert not playable(np.zeros((10, 2), np.float32), 16_000).samples.any()
