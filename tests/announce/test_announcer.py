"""What is said when: sentences in the calm, beeps while somebody may answer, and what to say afterwards."""

from dataclasses import replace

from assistant.announce.announcer import MOST_WAITING, Announcement, Announcer, Beep, Hush, Speak, is_hot
from assistant.announce.beeps import Sign
from assistant.announce.verbosity import Verbosity
from assistant.core import referee
from assistant.core.observations import Amendment, Command, CommandName, Gap, Observation, Tick, Verdict
from assistant.core.spoken import SPEAKING
from assistant.core.wording import render
from tests.play.table import call, new_match

BRAINS = call("Ann", "brains", 1_000)
CLAIM = call("Ann", "graveyard", 2_000, heard="five to the graveyard", n=5)
PRAYER = call("Cid", "christ", 4_000, heard="the power of christ compels you")


def announced(
    *observations: Observation, verbosity: Verbosity = Verbosity.NORMAL
) -> tuple[Announcer, list[tuple[Announcement, ...]]]:
    announcer, state, heard = Announcer(render, verbosity), new_match(), []
    for observation in observations:
        step = referee.step(state, observation)
        announcer, announcements = announcer.take(state, step)
        heard.append(announcements)
        state = step.state
    return announcer, heard


def texts(announcements: tuple[Announcement, ...]) -> list[str]:
    return [each.text for each in announcements if isinstance(each, Speak)]


def signs(announcements: tuple[Announcement, ...]) -> list[Sign]:
    return [each.sign for each in announcements if isinstance(each, Beep)]


def test_an_open_claim_is_a_beep_and_is_spoken_when_nobody_may_answer_any_more() -> None:
    announcer, heard = announced(BRAINS, CLAIM, Tick(3_000), Tick(5_000), Tick(8_000))
    assert [texts(each) for each in heard[:4]] == [[], [], [], []]
    assert Hush() in heard[0]
    assert Sign.OPEN in [sign for each in heard for sign in signs(each)]
    assert texts(heard[4]) == ["Ann scores 5, total 5."]  # that they were safe for 5 s is no news any more
    assert announcer.waiting == ()
    assert not announcer.hot


def test_a_routine_ruling_is_for_the_screen_and_a_talkative_referee_says_it() -> None:
    _, [quiet] = announced(BRAINS)
    assert quiet == (Hush(),)  # the announcement is expected now
    _, full = announced(BRAINS, Tick(4_999), Tick(5_000), verbosity=Verbosity.FULL)
    assert [texts(each) for each in full] == [[], [], ["Ann's zombie feeds."]]


def test_a_quiet_referee_says_what_changes_the_score_and_what_it_must_ask() -> None:
    unsure = replace(call("Ben", "brains", 9_000, Verdict.UNSURE), reason="the ears do not agree")
    _, heard = announced(BRAINS, CLAIM, Tick(3_000), Tick(8_000), unsure, verbosity=Verbosity.QUIET)
    assert [text for each in heard for text in texts(each)] == [
        "Ann scores 5, total 5.",
        "Not clear, Ben: say it again.",
    ]


def test_an_unclear_call_in_a_hot_moment_asks_by_its_own_beep() -> None:
    unsure = call("Ben", "seduce", 4_500, Verdict.UNSURE)
    _, heard = announced(BRAINS, CLAIM, Tick(3_000), unsure)
    assert signs(heard[3]) == [Sign.UNCLEAR]
    assert texts(heard[3]) == []


def test_what_holds_no_longer_is_not_said_afterwards() -> None:
    announcer, _ = announced(BRAINS, CLAIM, Tick(3_000))
    assert [each.text for each in announcer.waiting] == ["Ann's 5 are safe from succubi."]
    announcer, heard = announced(BRAINS, CLAIM, Tick(3_000), Command(3_100, CommandName.UNDO))
    assert texts(heard[3]) == ["Undone: five to the graveyard."]
    assert announcer.waiting == ()


def test_both_outcomes_of_an_appeal_about_a_race_are_said_and_tell_whose_call_is_meant() -> None:
    late = call("Ben", "seduce", 2_200)
    appeal = (Amendment(3_000, 1, BRAINS, player="Cid"), Amendment(3_000, 5, late, player="Cid"))
    for moments in ((), (Command(2_900, CommandName.PAUSE),)):
        _, heard = announced(BRAINS, CLAIM, late, *moments, *appeal, Tick(9_000))
        said = [text for each in heard for text in texts(each) if text.startswith("Upheld")]
        assert said == ["Upheld: Ann's call stays exact.", "Upheld: Ben's call stays exact."]


def test_only_the_latest_sentences_are_said_afterwards() -> None:
    prayers = [replace(PRAYER, end_ms=4_000 + 100 * number, player="Ben") for number in range(6)]
    announcer, _ = announced(BRAINS, CLAIM, Tick(3_000), *prayers)
    assert len([each for each in announcer.waiting if not each.passing]) == MOST_WAITING


def test_a_pause_is_no_hot_moment_and_what_was_lost_in_it_is_for_the_screen() -> None:
    state = new_match()
    for observation in (BRAINS, CLAIM, Tick(3_000)):
        state = referee.step(state, observation).state
    assert is_hot(state)
    assert not is_hot(referee.step(state, Command(3_100, CommandName.PAUSE)).state)
    gap = Gap(0, 100, 400, "overflow")
    _, heard = announced(gap)
    assert texts(heard[0]) == ["Sound lost on microphone 1."]
    _, heard = announced(Command(50, CommandName.PAUSE), gap, Command(500, CommandName.RESUME))
    assert [texts(each) for each in heard] == [["Paused."], [], ["We go on."]]


def test_a_sentence_that_was_broken_off_is_said_first_when_it_is_calm_again() -> None:
    announcer, _ = announced(BRAINS, CLAIM, Tick(3_000))
    announcer = announcer.later("It is Ben's turn.").cut(Speak("Ben steals the family from Ann.", 4))
    state = new_match()
    step = referee.step(state, Tick(5_500))
    _, announcements = announcer.take(state, step)
    assert texts(announcements) == ["Ben steals the family from Ann.", "It is Ben's turn."]


def test_after_a_theft_the_thief_is_left_the_time_to_announce() -> None:
    theft = call("Ben", "seduce", 1_600)
    _, heard = announced(BRAINS, theft, Tick(2_500), Tick(5_500), Tick(5_600))
    assert [texts(each) for each in heard] == [[], [], [], [], ["Ben steals the family from Ann."]]
    assert [sign for each in heard for sign in signs(each)] == [Sign.STANDS]
    thiefs = call("Ben", "graveyard", 4_900, heard="five to the graveyard", n=5)
    _, heard = announced(BRAINS, theft, Tick(2_500), thiefs, Tick(6_000), Tick(11_000))
    assert [texts(each) for each in heard[:5]] == [[]] * 5
    assert texts(heard[5]) == ["Ben steals the family from Ann.", "Ben scores 5, total 5."]


def test_a_prayer_is_answered_in_silence_and_only_what_came_of_it_is_said() -> None:
    _, heard = announced(BRAINS, CLAIM, Tick(3_000), PRAYER, Tick(6_000), Tick(9_500))
    assert [texts(each) for each in heard[:5]] == [[]] * 5
    assert texts(heard[5]) == ["The zombie dies; Ann keeps the family."]


def test_who_was_drowned_is_left_the_time_to_say_it_again_and_only_then_the_referee_goes_on() -> None:
    unsure = replace(call("Ben", "christ", 2_000, Verdict.UNSURE), reason=SPEAKING)
    for reason, falls_silent in ((SPEAKING, True), ("the ears do not agree", False)):
        announcer, [heard] = announced(replace(unsure, reason=reason))
        assert (Hush() in heard, announcer.hot) == (falls_silent, falls_silent)
        if falls_silent:
            assert heard == (Hush(), Beep(Sign.UNCLEAR))  # the question is not kept waiting by the rest of the sentence
    _, steps = announced(unsure, Command(2_500, CommandName.SCORE), Tick(5_900), Tick(6_000))
    assert [texts(each) for each in steps] == [[], [], [], ["Ann 0, Ben 0, Cid 0."]]
    _, steps = announced(unsure, replace(unsure, end_ms=4_000), Tick(6_000), Tick(8_000))
    assert [Hush() in each for each in steps] == [True, False, False, False]  # it says nothing that could be broken off


def test_who_was_drowned_by_the_referee_is_asked_by_a_beep_and_not_drowned_again() -> None:
    unsure = replace(call("Ben", "christ", 2_000, Verdict.UNSURE), reason=SPEAKING)
    for verbosity in Verbosity:
        _, [drowned] = announced(unsure, verbosity=verbosity)
        assert (texts(drowned), signs(drowned)) == ([], [Sign.UNCLEAR])
        _, [unclear] = announced(replace(unsure, reason="the ears do not agree"), verbosity=verbosity)
        assert texts(unclear) == ["Not clear, Ben: say it again."]
