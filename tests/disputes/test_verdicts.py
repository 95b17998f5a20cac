"""What an appeal decides, by values: for every kind of ruling, what the ears must say for it to fall, and just not."""

from dataclasses import replace

import pytest

from assistant.core.observations import Call, Verdict, WordDiff
from assistant.disputes.verdicts import (
    NO_CALL,
    NOT_CLEAR,
    Decision,
    Outcome,
    Witness,
    decide,
    evidence,
    missed_calls,
    overlap_ms,
)

UPHELD, OVERTURNED, TOO_CLOSE = Outcome.UPHELD, Outcome.OVERTURNED, Outcome.TOO_CLOSE

EXACT = Call("Cid", "christ", Verdict.EXACT, "the power of christ compels you", 9600, 11_240, error_ms=30, channel=2)
INEXACT = replace(EXACT, verdict=Verdict.INEXACT, heard="power of christ compels you", diff=WordDiff(missing=("the",)))
UNSURE = replace(EXACT, verdict=Verdict.UNSURE, reason="the ears do not agree")
FIVE = Call("Cid", "graveyard", Verdict.EXACT, "five to the graveyard", 9600, 11_240, (("n", 5),), None, 30, 2)
NINE = replace(FIVE, heard="nine to the graveyard", slots=(("n", 9),))


def heard(grammar: Call | None, open_ear: Call | None, both: Call | None) -> list[Witness]:
    return [Witness("pocketsphinx", grammar), Witness("whisper", open_ear), Witness("both together", both, joint=True)]


@pytest.mark.parametrize(
    ("on_file", "grammar", "open_ear", "both", "outcome", "now"),
    [
        # a penalty falls when the joint hearing and one ear find the call exact, and no ear finds the same fault
        (INEXACT, EXACT, EXACT, EXACT, OVERTURNED, Verdict.EXACT),
        (INEXACT, EXACT, UNSURE, EXACT, OVERTURNED, Verdict.EXACT),
        (INEXACT, None, EXACT, EXACT, OVERTURNED, Verdict.EXACT),
        (INEXACT, EXACT, INEXACT, EXACT, TOO_CLOSE, Verdict.UNSURE),
        (INEXACT, UNSURE, UNSURE, EXACT, TOO_CLOSE, Verdict.UNSURE),
        (INEXACT, UNSURE, INEXACT, UNSURE, TOO_CLOSE, Verdict.UNSURE),
        (INEXACT, UNSURE, INEXACT, INEXACT, UPHELD, Verdict.INEXACT),
        (INEXACT, EXACT, INEXACT, INEXACT, UPHELD, Verdict.INEXACT),
        (INEXACT, EXACT, EXACT, INEXACT, TOO_CLOSE, Verdict.UNSURE),
        # a good call falls only when no ear at all finds it good
        (EXACT, EXACT, EXACT, EXACT, UPHELD, Verdict.EXACT),
        (EXACT, UNSURE, EXACT, EXACT, UPHELD, Verdict.EXACT),
        (EXACT, UNSURE, INEXACT, INEXACT, OVERTURNED, Verdict.INEXACT),
        (EXACT, EXACT, INEXACT, INEXACT, TOO_CLOSE, Verdict.EXACT),
        (EXACT, UNSURE, INEXACT, UNSURE, TOO_CLOSE, Verdict.EXACT),
        (EXACT, None, None, UNSURE, TOO_CLOSE, Verdict.EXACT),
        # what was not clear becomes clear when two agree
        (UNSURE, EXACT, EXACT, EXACT, OVERTURNED, Verdict.EXACT),
        (UNSURE, UNSURE, INEXACT, INEXACT, OVERTURNED, Verdict.INEXACT),
        (UNSURE, EXACT, INEXACT, INEXACT, TOO_CLOSE, Verdict.UNSURE),
        (UNSURE, EXACT, INEXACT, UNSURE, UPHELD, Verdict.UNSURE),
        # what nobody hears any more counts for nothing; one ear that does is doubt
        (EXACT, None, None, None, OVERTURNED, Verdict.UNSURE),
        (INEXACT, None, None, None, OVERTURNED, Verdict.UNSURE),
        (INEXACT, None, INEXACT, None, TOO_CLOSE, Verdict.UNSURE),
        (EXACT, EXACT, None, None, TOO_CLOSE, Verdict.EXACT),
        (UNSURE, None, None, None, UPHELD, Verdict.UNSURE),
    ],
)
def test_what_was_said(
    on_file: Call, grammar: Call | None, open_ear: Call | None, both: Call | None, outcome: Outcome, now: Verdict
) -> None:
    decision = decide(on_file, heard(grammar, open_ear, both))
    assert (decision.outcome, decision.now.verdict) == (outcome, now)


def test_another_number_is_another_call() -> None:
    assert decide(NINE, heard(FIVE, FIVE, FIVE)) == Decision(
        OVERTURNED, FIVE, "pocketsphinx and whisper and both together heard “five to the graveyard” (exact)"
    )
    assert decide(NINE, heard(NINE, FIVE, FIVE)).outcome is TOO_CLOSE
    assert decide(NINE, heard(FIVE, FIVE, NINE)).outcome is TOO_CLOSE
    assert decide(NINE, heard(UNSURE, FIVE, NINE)).outcome is UPHELD


def test_an_overturned_call_keeps_its_player_and_microphone() -> None:
    stranger = replace(EXACT, player=None, channel=2)
    now = decide(INEXACT, heard(stranger, stranger, stranger)).now
    assert (now.player, now.channel, now.verdict, now.diff) == ("Cid", 2, Verdict.EXACT, None)


def test_what_is_spared_says_why() -> None:
    assert decide(INEXACT, heard(EXACT, INEXACT, UNSURE)).now == replace(
        INEXACT, verdict=Verdict.UNSURE, diff=None, reason=NOT_CLEAR
    )
    assert decide(EXACT, heard(None, None, None)).now.reason == NO_CALL


def test_one_ear_alone_can_uphold_but_never_overturn() -> None:
    assert decide(EXACT, [Witness("pocketsphinx", EXACT)]).outcome is UPHELD
    assert decide(INEXACT, [Witness("pocketsphinx", EXACT)]).outcome is TOO_CLOSE
    assert decide(EXACT, [Witness("pocketsphinx", None)]) == Decision(TOO_CLOSE, EXACT, "pocketsphinx heard no call")
    assert decide(INEXACT, []).now.verdict is Verdict.UNSURE


def at(end_ms: int, error_ms: int = 30) -> Call:
    return replace(EXACT, start_ms=end_ms - 1640, end_ms=end_ms, error_ms=error_ms)


@pytest.mark.parametrize(
    ("grammar", "open_ear", "both", "outcome", "end_ms", "error_ms"),
    [
        (at(11_240), at(11_240), at(11_240), UPHELD, 11_240, 30),
        (at(11_282), at(11_282), at(11_282), UPHELD, 11_240, 30),  # 42 ms, within the root of 30² and 30²
        (at(11_283), at(11_283), at(11_283), OVERTURNED, 11_283, 30),  # 43 ms are not
        (at(11_240), at(11_400), at(11_400), TOO_CLOSE, 11_320, 80),  # one ear finds the moment on file
        (None, None, at(11_400), TOO_CLOSE, 11_320, 80),
        (None, None, at(11_300), TOO_CLOSE, 11_270, 30),
        (None, None, at(11_540), TOO_CLOSE, 11_390, 150),
        (None, None, at(11_542), TOO_CLOSE, 11_240, 30),  # too far off for a measurement: it stays
        (at(11_400), None, at(11_400), OVERTURNED, 11_400, 30),
    ],
)
def test_when_it_was_complete(
    grammar: Call | None, open_ear: Call | None, both: Call, outcome: Outcome, end_ms: int, error_ms: int
) -> None:
    decision = decide(EXACT, heard(grammar, open_ear, both))
    assert (decision.outcome, decision.now.end_ms, decision.now.error_ms) == (outcome, end_ms, error_ms)
    assert decision.now.verdict is Verdict.EXACT


def test_without_any_error_a_frame_still_is_no_difference() -> None:
    sharp = replace(EXACT, error_ms=0)
    near, far = (replace(sharp, end_ms=11_240 + apart) for apart in (10, 11))
    assert decide(sharp, heard(near, near, near)).outcome is UPHELD
    assert decide(sharp, heard(far, far, far)).outcome is OVERTURNED


def test_the_evidence_names_who_heard_what_and_when() -> None:
    told = evidence(EXACT, heard(EXACT, INEXACT, None), UPHELD)
    assert told == (
        "pocketsphinx heard “the power of christ compels you” (exact); "
        "whisper heard “power of christ compels you” (inexact); both together heard no call"
    )
    assert decide(EXACT, heard(at(11_500), at(11_510), at(11_500))).reason.endswith(
        "complete at 11.5 to 11.51 s, not at 11.24 s"
    )


def test_a_missed_call_needs_two_that_hear_it_and_nothing_on_file_there() -> None:
    missed = replace(FIVE, start_ms=2000, end_ms=3000)
    assert missed_calls([EXACT], [missed], [[missed], []]) == (missed,)
    assert missed_calls([EXACT], [missed], [[replace(missed, slots=(("n", 9),))], []]) == ()
    assert missed_calls([EXACT], [replace(missed, verdict=Verdict.UNSURE)], [[missed], []]) == ()
    assert missed_calls([replace(EXACT, start_ms=2900, end_ms=4000)], [missed], [[missed]]) == ()
    assert missed_calls([replace(EXACT, start_ms=2900, end_ms=4000, channel=1)], [missed], [[missed]]) == (missed,)


def test_calls_lie_over_each_other_on_one_microphone_only() -> None:
    early = replace(EXACT, start_ms=9000, end_ms=10_000)
    assert overlap_ms(EXACT, early) == 400
    assert overlap_ms(EXACT, replace(early, channel=1)) == 0
    assert overlap_ms(EXACT, replace(early, end_ms=9500)) < 0
