"""The referee breaks off in a live match: for a call that is ruled while it speaks, and not for its own voice."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from assistant.announce.announcer import Announcer, Speak
from assistant.announce.player import Player, Report
from assistant.core.observations import Call, Command, CommandName, Verdict
from assistant.core.spoken import SPEAKING
from assistant.core.wording import render
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.gate import Gate
from assistant.hearing.own_words import unechoed
from assistant.live.announcing import Announcing
from assistant.live.match import LiveMatch
from assistant.live.mouth import Mouth
from tests.play.table import BLOCK_MS, QuietSound, ScriptedHearing, call, new_match
from tests.play.test_mouth import FakeLoudspeaker, FakeVoice, until

SCORE = "Ann 0, Ben 0, Cid 0."
ASK_AGAIN = "Not clear, Ben: say it again."
ASKED_MS, CALLED_MS, RULED_MS, STILL_QUIET_MS, END_MS = 1_000, 2_000, 2_500, 5_500, 7_000
"""The score is asked for; a call ends while it is being said, and is ruled; who must say it again may still do so."""
EXACT = call("Ben", "brains", CALLED_MS)
UNSURE = call("Ben", "christ", CALLED_MS, Verdict.UNSURE, "christ compels you")


def played(*said: Call) -> tuple[list[Speak], list[str], list[str]]:
    """Play a match in which the ears hear something while the referee says the score.

    Returns:
        The sentences that were broken off, those begun until STILL_QUIET_MS, and all that were begun.
    """
    voice, loudspeaker = FakeVoice(), FakeLoudspeaker()
    voice.may_render.set()
    loudspeaker.may_play.clear()
    speaks, broken_off, early = Announcing(Announcer(render)), list[Speak](), list[str]()

    def cut(speak: Speak) -> None:
        broken_off.append(speak)
        speaks.cut(speak)

    def player(report: Callable[[Report], None]) -> Player:
        return Player(loudspeaker, lambda moment_s: int(moment_s * 1000), report, lambda: 9.9)

    mouth = Mouth(voice, player, Gate(3), cut, print)
    speaks.speak_through(mouth)

    def during(number: int) -> None:
        at_ms = number * BLOCK_MS
        if at_ms == ASKED_MS:
            live.tell(Command(at_ms, CommandName.SCORE))
        elif at_ms == CALLED_MS:
            until(lambda: loudspeaker.sounds == 1)  # it speaks, and cannot end before it may
        elif at_ms == RULED_MS:
            loudspeaker.may_play.set()
            mouth.play(())  # returns once nothing is left to be said
        elif at_ms == STILL_QUIET_MS:
            mouth.play(())
            early.extend(voice.rendered)

    live = LiveMatch(QuietSound(END_MS // BLOCK_MS, during), ScriptedHearing(said), new_match())
    live.run([speaks])
    mouth.finish()
    return broken_off, early, voice.rendered


@pytest.mark.parametrize("said", [EXACT, replace(UNSURE, reason=SPEAKING)])
def test_a_call_that_waits_for_another_breaks_the_sentence_off_and_it_is_said_once_the_players_are_heard(
    said: Call,
) -> None:
    broken_off, early, begun = played(said)
    assert [each.text for each in broken_off] == [SCORE]
    assert early == [SCORE]
    assert begun == [SCORE, SCORE]


def test_a_call_that_was_unclear_for_another_reason_lets_the_referee_end_its_sentence_and_ask() -> None:
    broken_off, _, begun = played(replace(UNSURE, reason="the ears do not agree"))
    assert broken_off == []
    assert begun == [SCORE, ASK_AGAIN]


@pytest.mark.parametrize(("heard", "own"), [("ann no ben no cid", True), ("christ compels you", False)])
def test_its_own_voice_in_the_microphones_does_not_break_it_off(heard: str, own: bool) -> None:
    words = Utterance("grave-feast.christ", Verdict.INEXACT, heard, "you", CALLED_MS - 300, CALLED_MS)
    passed = unechoed(Heard((words,), ()), SCORE).utterances
    calls = [replace(UNSURE, heard=each.heard, verdict=each.verdict, reason=each.reason) for each in passed]
    broken_off, _, _ = played(*calls)
    assert (broken_off == []) is own
