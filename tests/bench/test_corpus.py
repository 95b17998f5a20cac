"""What the corpus says and what it holds for true, with bursts of noise in place of voices."""

import random
from itertools import pairwise

import numpy as np
import pytest

from assistant.core.phrases.normalise import plain_words
from bench import corpus
from bench.conditions import SPEECH_DBFS, active_level_db, condition
from bench.corpus import PLAYERS, Plan, Truth, Turn, book_of, lines_of, plans, render, spoken, truths_of
from bench.items import RUN_ON_GAP_MS, TALK, Kind, Line, Part, calls, exact_part, is_exact, near_misses, table_talk
from bench.measure import Result, score
from bench.races import LEADS_MS, race_plans
from bench.run import GAMES
from bench.voices import VOICES, voices_of
from engines.base import SAMPLE_RATE_HZ
from tests.bench.bursts import LETTER_MS, burst_of, hear_bursts


@pytest.fixture(autouse=True)
def bursts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus, "speak", burst_of)


def plan_of(*turns: Turn, name: str = "quiet", one: bool = False) -> Plan:
    return Plan("match", "house-blitz", condition(name), 1, turns, one)


def turn(text: str, seat: int = 0, at_s: float = 1.0, tempo: float = 1.0) -> Turn:
    line = Line(Kind.CALL, (exact_part(book_of("house-blitz"), text),), tempo=tempo)
    return Turn(seat, VOICES[seat], line, round(at_s * SAMPLE_RATE_HZ))


def truths_in(plan: Plan) -> list[Truth]:
    return [truth for turn in plan.turns for truth in truths_of(turn, spoken(turn.line, turn.voice)[1])]


@pytest.mark.parametrize("game", GAMES)
def test_every_phrase_is_called_and_every_call_is_exact(game: str) -> None:
    book = book_of(game)
    lines = list(calls(book, random.Random(1)))
    parts = [part for line in lines for part in line.parts if part.phrase]
    assert {part.phrase for part in parts} == {phrase.id for phrase in book.phrases}
    for line in lines:
        assert is_exact(book, line.text), line.text


def test_the_slots_of_a_call_are_known() -> None:
    assert exact_part(book_of("grave-feast"), "five to the graveyard").slots == (("n", 5),)
    with pytest.raises(ValueError, match="0 calls"):
        exact_part(book_of("grave-feast"), "five to the grave")


@pytest.mark.parametrize("game", GAMES)
def test_every_near_miss_template_is_said_and_none_is_a_call(game: str) -> None:
    book = book_of(game)
    lines = list(near_misses(book, random.Random(1)))
    templates = sum(len(phrase.near_misses) for phrase in book.phrases)
    assert 0.9 * templates <= len(lines) <= templates
    assert not [line.text for line in lines if is_exact(book, line.text)]


@pytest.mark.parametrize("game", GAMES)
def test_table_talk_is_no_call_in_any_game(game: str) -> None:
    written = [line for line in TALK.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    spoken = [line.text for line in table_talk(book_of(game))]
    assert spoken == written
    assert len(spoken) >= 60
    assert len({plain_words(line) for line in spoken}) == len(spoken)


def test_nobody_is_on_both_sides() -> None:
    people = {split: {voice.name.partition("-")[0] for voice in voices_of(split)} for split in ("fit", "report")}
    assert {"slt", "rms", "ked", "am_michael"} <= people["fit"]
    assert {"awb", "kal16", "joe", "bf_isabella"} <= people["report"]
    assert not people["fit"] & people["report"]
    assert all(voice.speaker != "cmu_us_slt_arctic_hts" for voice in voices_of("report"))


def test_a_voice_that_says_a_share_says_the_same_on_every_evening() -> None:
    natural = next(voice for voice in VOICES if voice.share < 1.0)
    book = book_of("grave-feast")
    first, second = (list(lines_of(natural, book, random.Random(seed))) for seed in (1, 2))
    assert first == second
    every = list(lines_of(VOICES[0], book, random.Random(1)))
    assert len(first) == pytest.approx(natural.share * len(every), rel=0.5)


def test_the_truth_lies_where_the_sound_is() -> None:
    match = render(plan_of(turn("stop", at_s=1.5)))
    (truth,) = match.truths
    assert (truth.player, truth.phrase, truth.start_ms) == ("Ann", "house-blitz.stop", 1500)
    assert truth.end_ms == 1500 + 4 * LETTER_MS
    spoken = match.samples[truth.start_ms * 16 : truth.end_ms * 16, 0]
    assert active_level_db(spoken) == pytest.approx(SPEECH_DBFS, abs=0.1)
    assert active_level_db(match.samples[truth.end_ms * 16 + 16 :, 0]) < SPEECH_DBFS - 30
    assert active_level_db(match.samples[: truth.start_ms * 16 - 16, 0]) < SPEECH_DBFS - 30


def test_everybody_speaks_at_the_own_microphone_only() -> None:
    match = render(plan_of(turn("stop", seat=2)))
    levels = [active_level_db(match.samples[16000:19000, channel]) for channel in range(3)]
    assert levels[2] > SPEECH_DBFS - 3
    assert max(levels[:2]) < SPEECH_DBFS - 30
    assert match.truths[0].player == PLAYERS[2]


def test_one_microphone_hears_everybody() -> None:
    match = render(plan_of(turn("stop", 0, 1.0), turn("go", 1, 2.0), one=True))
    assert match.samples.shape[1] == 1
    assert [truth.player for truth in match.truths] == ["Ann", "Ben"]
    assert active_level_db(match.samples[32000:33600, 0]) > SPEECH_DBFS - 3


def test_fast_speech_ends_sooner() -> None:
    (truth,) = render(plan_of(turn("stop", tempo=1.3))).truths
    assert truth.end_ms - truth.start_ms == pytest.approx(4 * LETTER_MS / 1.3, abs=1)


def test_two_calls_in_one_breath_have_two_truths() -> None:
    book = book_of("grave-feast")
    parts = (exact_part(book, "blood"), exact_part(book, "two to the graveyard"))
    line = Line(Kind.CALL, parts, RUN_ON_GAP_MS)
    first, second = render(plan_of(Turn(0, VOICES[0], line, 16000))).truths
    assert (first.phrase, first.start_ms, first.end_ms) == ("grave-feast.blood", 1000, 1300)
    assert (second.phrase, second.start_ms, second.slots) == ("grave-feast.graveyard", 1360, (("n", 2),))


def test_a_call_with_a_pause_has_one_truth_from_its_beginning_to_its_end() -> None:
    line = Line(Kind.CALL, (Part("No!"), Part("More brains!", "need-more-brains.nomore")), 400)
    (truth,) = render(plan_of(Turn(0, VOICES[0], line, 16000))).truths
    assert (truth.start_ms, truth.end_ms) == (1000, 1000 + 2 * LETTER_MS + 400 + 10 * LETTER_MS)
    assert truth.text == "No! More brains!"


def test_babble_is_never_in_the_voices_of_the_table() -> None:
    assert render(plan_of(turn("stop"), name="babble-10")).samples.shape[1] == 3
    talkers = corpus.babble(16000, 1, set(VOICES[1:]))
    assert np.abs(talkers).max(axis=0).min() > 0


def test_the_same_plan_renders_to_the_same_samples() -> None:
    plan = plan_of(turn("stop"), name="babble-10")
    assert np.array_equal(render(plan).samples, render(plan).samples)


def test_the_plans_are_the_same_every_time_and_their_lines_do_not_overlap() -> None:
    wanted = [condition("quiet"), condition("echo")]
    found = list(plans(("house-blitz",), wanted, "report", quick=True))
    assert found == list(plans(("house-blitz",), wanted, "report", quick=True))
    assert {voice.split for plan in found for voice in {turn.voice for turn in plan.turns}} == {"report"}
    for plan in found:
        truths = truths_in(plan)
        assert all(later.start_ms - earlier.end_ms >= 1000 for earlier, later in pairwise(truths))


def test_a_listener_without_ears_accepts_every_call_and_every_shout() -> None:
    talk = Turn(0, VOICES[0], Line(Kind.TALK, (Part("My brain hurts."),)), 4 * SAMPLE_RATE_HZ)
    match = render(plan_of(turn("go"), talk))
    outcomes, ghosts = score(match.truths, hear_bursts(match.samples[:, 0], "house-blitz.go", "Ann"), "g", "quiet")
    assert [one.result for one in outcomes] == [Result.ACCEPTED, Result.FALSE_EXACT]
    assert ghosts == []
    assert outcomes[0].end_error_ms is not None
    assert abs(outcomes[0].end_error_ms) <= 10


def test_races_are_as_close_as_they_say() -> None:
    leads = set()
    for plan in race_plans("report"):
        truths = truths_in(plan)
        for one, other in zip(truths[::2], truths[1::2], strict=True):
            lead_ms = other.end_ms - one.end_ms
            assert min(abs(abs(lead_ms) - wanted) for wanted in LEADS_MS) <= 1
            assert one.player != other.player
            leads.add(round(lead_ms, -1))
    assert leads == {lead for wanted in LEADS_MS for lead in (wanted, -wanted)}
