"""What the ears make of evidence: plain values in, one outcome out."""

from concurrent.futures import Future

import pytest

from assistant.app import phrase_book
from assistant.core.observations import Call, Verdict
from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import Words
from assistant.hearing.candidates import Hearings, Lineup, call_of
from assistant.hearing.ears import Ears, Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.fusion import FEATURES, Candidate, Features, Fusion, Kind, Outcome
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.sounds import Pronouncer
from engines.base import Samples
from engines.scripted import ScriptedEngine, said
from tests.engines.clips import noise

FUSION = Fusion(
    {name: float(name == "score") for name in FEATURES},
    exact_from=0.6,
    shout_from=0.7,
    inexact_below=0.1,
    talk_from=0.8,
)
"""Only the score counts, so that a score is the logarithm of the odds."""
GAME = phrase_book("grave-feast").at_table(("Ann", "Ben"))
LINEUP = Lineup(GAME, Pronouncer(None))


def words(text: str) -> Words:
    return tuple(text.split())


def candidate(text: str, kind: Kind, score: float, call: str = "") -> Candidate:
    zeros = dict.fromkeys(FEATURES, 0.0)
    return Candidate(words(text), kind, (call,) if call else (), Features(**{**zeros, "score": score}))


def test_probabilities_are_the_softmax_of_the_scores() -> None:
    chances = FUSION.probabilities([candidate("a", Kind.LEGAL, 0.0), candidate("b", Kind.TALK, -1.0986)])
    assert chances == pytest.approx((0.75, 0.25), abs=1e-4)


@pytest.mark.parametrize(
    ("candidates", "outcome", "heard"),
    [
        ([candidate("stop", Kind.LEGAL, 0.0, "stop"), candidate("top", Kind.NEAR, -3.0)], Outcome.LEGAL, "stop"),
        ([candidate("stop", Kind.LEGAL, 0.0, "stop"), candidate("top", Kind.NEAR, 0.0)], Outcome.DOUBT, "stop"),
        ([candidate("stop", Kind.LEGAL, -5.0, "stop"), candidate("top", Kind.NEAR, 0.0)], Outcome.RIVAL, "top"),
        ([candidate("stop", Kind.LEGAL, -5.0, "stop"), candidate("mop", Kind.TALK, 0.0)], Outcome.TALK, "stop"),
        ([candidate("stop", Kind.LEGAL, -1.7, "stop"), candidate("mop", Kind.TALK, 0.0)], Outcome.TALK, "stop"),
        ([candidate("stop", Kind.LEGAL, -1.0, "stop"), candidate("mop", Kind.TALK, 0.0)], Outcome.DOUBT, "stop"),
        ([candidate("mop", Kind.TALK, 0.0)], Outcome.TALK, ""),
    ],
)
def test_outcomes(candidates: list[Candidate], outcome: Outcome, heard: str) -> None:
    decision = FUSION.decide(candidates)
    assert (decision.outcome, decision.words) == (outcome, words(heard))


def test_a_shout_must_be_more_probable_than_a_sentence() -> None:
    near, shout = candidate("top", Kind.NEAR, -0.62), candidate("stop", Kind.LEGAL, 0.0, "stop")
    sentence = candidate("no more brains", Kind.LEGAL, 0.0, "no more")
    assert FUSION.probabilities([shout, near])[0] == pytest.approx(0.65, abs=0.01)
    assert FUSION.decide([shout, near]).outcome is Outcome.DOUBT
    assert FUSION.decide([sentence, near]).outcome is Outcome.LEGAL


def test_the_spellings_of_one_call_count_together_and_two_calls_do_not() -> None:
    near = candidate("no brains", Kind.NEAR, 0.0)
    alike = [candidate(text, Kind.LEGAL, 0.0, "no more") for text in ("no more brains", "know more brains")]
    others = [candidate(text, Kind.LEGAL, 0.0, text) for text in ("five to the graveyard", "nine to the graveyard")]
    assert FUSION.decide([*alike, near]).outcome is Outcome.LEGAL
    assert FUSION.decide([*others, near]).outcome is Outcome.DOUBT


def test_which_swear_word_it_was_makes_no_other_call_but_a_number_does() -> None:
    def call(text: str) -> tuple[object, ...]:
        return call_of(judge_words(GAME, words(text)))

    assert call("the power of evil compels you rats") == call("the power of evil compels you devil") != ()
    assert call("five to the graveyard") != call("nine to the graveyard")
    assert call("five to the grave") == ()


def test_what_all_ears_hear_needs_no_comparison() -> None:
    heard = words("five to the graveyard")
    assert LINEUP.suspects(Hearings(heard, heard, heard)) == (heard,)


def test_a_doubtful_sentence_is_compared_with_what_sounds_like_it() -> None:
    suspects = LINEUP.suspects(Hearings(words("five to the graveyard"), words("five to the grave"), ()))
    assert {words("five to the graveyard"), words("five to the grave"), words("nine to the graveyard")} <= {*suspects}


def test_plain_table_talk_is_compared_with_nothing_and_a_short_shout_always() -> None:
    talk = words("could somebody pass me the crisps over there")
    assert LINEUP.suspects(Hearings(words("five to the graveyard"), talk, talk)) == ()
    assert words("blood") in LINEUP.suspects(Hearings(words("blood"), words("hm"), words("hm")))


def test_nothing_but_the_forcing_ear_proves_nothing() -> None:
    assert LINEUP.suspects(Hearings(words("blood"), (), ())) == ()


def test_calls_before_a_near_miss_in_one_breath_are_kept() -> None:
    engine = ScriptedEngine(said("brains five to the grave", 0, 2_000), scores={"brains five to the grave": -1.0})
    ears = Ears(GAME, load_fitted().fusion, engine, engine)
    heard = ears.listen(noise(0.1, 2.0), 0)
    assert [(one.phrase, one.verdict) for one in heard.utterances] == [
        ("grave-feast.brains", Verdict.EXACT),
        ("grave-feast.graveyard", Verdict.INEXACT),
    ]
    assert heard.utterances[0].end_ms == heard.utterances[1].start_ms == 400


def test_two_ears_on_a_legal_sentence_of_several_words_are_certain_and_on_a_shout_they_are_not() -> None:
    assert LINEUP.is_certain(words("five to the graveyard"))
    assert not LINEUP.is_certain(words("blood"))
    assert not LINEUP.is_certain(words("five to the grave"))


def test_what_is_certain_needs_no_score() -> None:
    engine = ScriptedEngine(said("five to the graveyard", 0, 2_000))
    heard = Ears(GAME, load_fitted().fusion, engine, engine).listen(noise(0.1, 2.0), 0)
    assert [(one.phrase, one.verdict) for one in heard.utterances] == [("grave-feast.graveyard", Verdict.EXACT)]


@pytest.mark.parametrize(("room", "verdict"), [(1e-4, Verdict.EXACT), (0.02, Verdict.UNSURE)], ids=["quiet", "noisy"])
def test_noise_makes_an_improbable_call_doubtful(room: float, verdict: Verdict) -> None:
    class Pool:
        def submit(self, samples: Samples, start_ms: int, clean: Samples | None = None) -> "Future[Heard]":
            future: Future[Heard] = Future()
            end_ms = start_ms + len(samples) // 16
            said_once = Utterance("grave-feast.blood", Verdict.EXACT, "blood", "blood", start_ms, end_ms)
            future.set_result(Heard((said_once,), (), probability=0.5))
            return future

        def close(self) -> None:
            return

    sound = noise(room, 5.0)
    sound[48_000:56_000] += noise(0.3, 0.5, seed=8)
    listener = Listener((Seat("Ann"),), Pool(), load_fitted().timing, noisy_from=0.54)
    heard = [*listener.push(sound[:, None]), *listener.finish()]
    assert [call.verdict for call in heard if isinstance(call, Call)] == [verdict]
