"""What the ears make of evidence: plain values in, one outcome out."""

import pytest

from assistant.app import phrase_book
from assistant.core.observations import Verdict
from assistant.core.phrases.judge import judge_words
from assistant.core.phrases.match import Words
from assistant.hearing.candidates import Hearings, Lineup, call_of
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Ears
from assistant.hearing.fitted import load_fitted
from assistant.hearing.fusion import FEATURES, Candidate, Features, Fusion, Kind, Outcome, Thresholds
from assistant.hearing.sounds import Pronouncer
from engines.scripted import ScriptedEngine, said
from tests.engines.clips import noise

FUSION = Fusion(
    {name: float(name == "score") for name in FEATURES},
    quiet=Thresholds(exact_from=0.6, shout_from=0.7, inexact_below=0.1, talk_from=0.8),
    noisy=Thresholds(exact_from=0.4, shout_from=0.9, inexact_below=0.02, talk_from=0.99),
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


@pytest.mark.parametrize(
    ("candidates", "quiet", "noisy"),
    [
        ([candidate("no stop", Kind.LEGAL, 0.0, "a"), candidate("top", Kind.NEAR, 0.0)], Outcome.DOUBT, Outcome.LEGAL),
        ([candidate("stop", Kind.LEGAL, 1.5, "a"), candidate("top", Kind.NEAR, 0.0)], Outcome.LEGAL, Outcome.DOUBT),
        ([candidate("stop", Kind.LEGAL, -3.0, "a"), candidate("top", Kind.NEAR, 0.0)], Outcome.RIVAL, Outcome.DOUBT),
        ([candidate("stop", Kind.LEGAL, -1.7, "a"), candidate("mop", Kind.TALK, 0.0)], Outcome.TALK, Outcome.DOUBT),
    ],
)
def test_a_noisy_room_has_thresholds_of_its_own(candidates: list[Candidate], quiet: Outcome, noisy: Outcome) -> None:
    assert FUSION.decide(candidates).outcome is quiet
    assert FUSION.decide(candidates, noisy=True).outcome is noisy


def test_ears_take_the_thresholds_of_the_room_that_they_are_in() -> None:
    sound = noise(0.1, 0.6)
    generous, strict = Thresholds(0.0, 0.0, 0.0, 1.0), Thresholds(1.0, 1.0, 0.0, 1.0)
    scores = {"blood": -1.0, "flood": -1.4}
    grammar, open_ear = (ScriptedEngine(said(text, 0, 600), scores=scores) for text in scores)
    for quiet, noisy in ((strict, generous), (generous, strict)):
        ears = Ears(GAME, Fusion(FUSION.weights, quiet, noisy), grammar, open_ear)
        for clean, used in ((None, quiet), (Cleaned(sound, sound), noisy)):
            (heard,) = ears.listen(sound, 0, clean).utterances
            assert heard.verdict is (Verdict.EXACT if used is generous else Verdict.UNSURE)
