"""Facts from words that an open ear may write: the nearest sentence of the grammar, and when it is clear enough."""

from collections.abc import Sequence
from concurrent.futures import Future
from functools import cache

import numpy as np
import pytest

from assistant.core.observations import Call, Command, CommandName, Fact, Verdict, WordDiff
from assistant.core.phrases.book import GameBook
from assistant.core.phrases.normalise import plain_words
from assistant.core.phrases.template import parse_template
from assistant.core.told import observation_told
from assistant.hearing.addressing import addressed, one_round
from assistant.hearing.denoise import Cleaned
from assistant.hearing.ears import Heard, Utterance
from assistant.hearing.fitted import load_fitted
from assistant.hearing.letters import sound_of_letters
from assistant.hearing.listener import Listener, Seat
from assistant.hearing.nearest_sentence import Sounding, nearest_sentence, phone_distance
from assistant.hearing.sounds import Pronouncer
from assistant.hearing.tellings import (
    MOST_DISTANCE,
    AttentiveEars,
    FactEar,
    Weighed,
    neighbours,
    telling_prompt,
)
from assistant.phrasebook import load_phrase_book
from engines.base import Propose, Samples, Settle, Transcript, Word, never_settled, said_once

PLAYERS = ("Ann", "Ben", "Cid")
SOUND = Pronouncer(sound_of_letters).sounds
SILENCE = np.zeros(16_000, dtype=np.float32)


@cache
def book(game: str = "grave-feast") -> GameBook:
    return load_phrase_book().games[game].at_table(PLAYERS)


def heard_as(text: str, most: float = 99.0) -> Sounding:
    return Sounding(SOUND(plain_words(text)), book().list_map, SOUND, most)


class Scripted:
    """An open ear that writes one text, and finds sentences to fit as told; -5 nats where nothing is told."""

    name = "scripted"

    def __init__(self, text: str, **scores: float) -> None:
        self.text, self.scores = text, {key.replace("_", " "): score for key, score in scores.items()}
        self.asked: Sequence[str] = ()

    def transcribe(self, samples: Samples, start_ms: int) -> Transcript:
        return Transcript(self.name, tuple(Word(word, 0, 0) for word in self.text.split()))

    def transcribe_and_score(
        self, samples: Samples, start_ms: int, propose: Propose, settle: Settle = never_settled
    ) -> tuple[Transcript, Transcript, dict[str, float]]:
        transcript = self.transcribe(samples, start_ms)
        self.asked = propose(transcript, transcript)
        return transcript, transcript, {sentence: self.scores.get(sentence, -5.0) for sentence in self.asked}

    def unknown_words(self, words: Sequence[str]) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass


def weigh(ear: Scripted, game: str = "grave-feast") -> Weighed:
    return FactEar(book(game), ear, Pronouncer(sound_of_letters)).weigh(SILENCE)


@pytest.mark.parametrize(
    ("heard", "nearest"),
    [
        ("ann lays brains three four five", "ann lays brains three four five"),
        ("and lays brains tree for five", "ann lays brains three four five"),
        ("anelays brains three four five", "ann lays brains three four five"),
        ("ben lays blood nine", "ben lays blood nine"),
    ],
)
def test_the_nearest_sentence_is_found_among_thousands(heard: str, nearest: str) -> None:
    tree = parse_template("{player:@players} lays {suit:@suits} {cards:1-9+}")
    assert " ".join(nearest_sentence(tree, heard_as(heard))[1]) == nearest


def test_its_distance_is_the_edit_distance_of_its_sounds() -> None:
    tree = parse_template("(stop|go) [now]")
    assert nearest_sentence(tree, heard_as("stop")) == (0.0, ("stop",))
    assert nearest_sentence(tree, heard_as("go now")) == (0.0, ("go", "now"))
    cost, words = nearest_sentence(tree, heard_as("stob"))
    assert (cost, words) == (0.5, ("stop",))


def test_what_is_too_far_is_given_up() -> None:
    tree = parse_template("{player:@players} lays {suit:@suits} {cards:1-9+}")
    assert nearest_sentence(tree, heard_as("what a lovely evening", most=4.0))[0] > 4.0
    assert nearest_sentence(parse_template("{who:@players}"), Sounding(("AE",), {}, SOUND, 9.0))[0] == float("inf")


def test_phones_that_blur_are_nearer_than_others() -> None:
    assert [phone_distance(*pair) for pair in (("S", "S"), ("S", "Z"), ("AE", "IY"), ("S", "K"))] == [0, 0.5, 0.5, 1]


@pytest.mark.parametrize(
    ("word", "phones"),
    [("ship", "SH IH P"), ("make", "M AE K"), ("cheese", "CH IY S"), ("referee", "R EH F ER IY"), ("", "")],
)
def test_an_unknown_word_sounds_as_it_is_spelled(word: str, phones: str) -> None:
    assert sound_of_letters(word) == phones


@pytest.mark.parametrize(
    ("words", "once"),
    [
        ("two brains two brains two brains", "two brains"),
        ("two brains two br", "two brains"),
        ("two brains", "two brains"),
    ],
)
def test_words_that_go_in_circles_are_one_round(words: str, once: str) -> None:
    assert said_once(tuple(words.split())) == tuple(once.split())


def test_neighbours_mean_something_else() -> None:
    found = {" ".join(each) for each in neighbours(book(), ("ann", "lays", "brains", "three", "four"))}
    assert {"ben lays brains three four", "ann lays blood three four", "ann lays brains three"} <= found
    assert "ann lays brains three four" not in found
    assert "ann lays brains three ten" not in found


def test_a_fact_is_clear_when_no_neighbour_fits_nearly_as_well() -> None:
    weighed = weigh(Scripted("ann draws two", ann_draws_two=-1.0, ann_draws_three=-2.5))
    assert (weighed.words, weighed.is_clear) == (("ann", "draws", "two"), True)
    assert (weighed.lead_nats, weighed.against_words_nats) == (1.5, 0.0)
    close = weigh(Scripted("ann draws two", ann_draws_two=-1.0, ann_draws_three=-1.9))
    assert (close.words, close.is_clear) == (("ann", "draws", "two"), False)


def test_another_spelling_of_the_same_fact_is_no_rival() -> None:
    weighed = weigh(Scripted("ann draws two cards", ann_draws_two_cards=-1.0, ann_draws_two=-1.1))
    assert weighed.is_clear


def test_a_fact_that_the_words_themselves_outdo_by_far_is_talk() -> None:
    weighed = weigh(
        Scripted("that was over the top", that_was_over_the_top=-2.0, that_was_a_false_stop=-26.0), "house-blitz"
    )
    assert not weighed.is_clear


def test_a_call_of_one_word_is_no_rival_to_a_long_sentence() -> None:
    """It fits well, for it leaves most of what was said out; to what sounds like it, it is one."""
    long = Scripted("ann plays flee two", ann_plays_flee_two=-3.0, flee=-1.0)
    assert weigh(long, "in-cahoots").is_clear
    assert not weigh(Scripted("full stop", false_stop=-3.0, stop=-2.0), "house-blitz").is_clear


def test_a_call_is_a_rival() -> None:
    weighed = weigh(Scripted("three brains", three_brains=-3.0, more_brains=-2.5), "need-more-brains")
    assert not weighed.is_clear


def test_table_talk_is_not_even_weighed() -> None:
    ear = Scripted("i like the smell of this room")
    assert weigh(ear).words == ()
    assert ear.asked == []


PRONOUNCER = Pronouncer(sound_of_letters)


@pytest.mark.parametrize(
    ("heard", "count"),
    [
        ("referee undo", 1),
        ("refery what is the score", 1),
        ("ref re free plus", 1),
        ("ref referee undo", 2),
        ("really not", 0),
        ("pause referee", 0),
        ("every body is ready", 0),
        ("ready", 0),
        ("free them all", 0),
        ("very well", 0),
        ("", 0),
    ],
)
def test_whether_the_referee_is_spoken_to_however_that_is_written(heard: str, count: int) -> None:
    assert addressed(tuple(heard.split()), PRONOUNCER) == count


@pytest.mark.parametrize(
    ("heard", "once"),
    [
        ("referee pause refery pause refery pause refery", "referee pause"),
        ("referee referee then referee then", "referee then"),
        ("ref referee referee and plays ref referee referee", "referee and plays"),
        ("referee ann lays brains three four", "referee ann lays brains three four"),
        ("ann lays brains three referee", "ann lays brains three referee"),
        ("referee referee", "referee"),
        ("ann banks six and banks six and banks six and", "ann banks six"),
        ("ann deals ann deals and deos ann deals", "ann deals"),
        ("ann plays the one by its text ann plays the", "ann plays the one by its text"),
        ("ann saved five two in house two dead", "ann saved five two in house two dead"),
        ("ann plays fight three ann", "ann plays fight three ann"),
        (
            "referee and joins brains two and one ann joins brains two and one ann",
            "referee and joins brains two and one",
        ),
        ("referee ann moves it ann moves it ann", "referee ann moves it"),
        ("referee ann lays brains three four three four", "referee ann lays brains three four three four"),
        ("", ""),
    ],
)
def test_one_round_of_what_is_written_differently_each_time(heard: str, once: str) -> None:
    assert one_round(tuple(heard.split()), PRONOUNCER) == tuple(once.split())


def test_spoken_to_the_referee_weighs_the_commands_and_no_call() -> None:
    ear = Scripted("referee squard", referee_score=-4.5, brains=-1.0)
    assert (weigh(ear).words, weigh(ear).is_clear) == (("referee", "score"), False)
    assert "brains" not in ear.asked
    assert {"referee score", "referee wrong", "referee appeal"} <= set(ear.asked)
    clear = weigh(Scripted("referee squard", referee_score=-1.0))
    assert (clear.words, clear.is_clear) == (("referee", "score"), True)


def test_a_fact_told_to_the_referee_still_has_its_neighbours_for_rivals() -> None:
    ear = Scripted("referee ann draws two", referee_ann_draws_two=-1.0, referee_ann_draws_three=-1.5)
    assert not weigh(ear).is_clear
    assert "referee ann draws three" in ear.asked


def test_a_command_is_no_rival_to_a_fact_of_which_it_leaves_most_out() -> None:
    """One word fits any long sentence well; where no fact is near, or another command sounds nearer, it is weighed."""
    ear = Scripted("referee ann splits brains two", referee_resume=-1.0, referee_ann_splits_brains_two=-3.0)
    assert (weigh(ear).words, weigh(ear).is_clear) == (("referee", "ann", "splits", "brains", "two"), True)
    assert "referee resume" not in ear.asked
    asked = Scripted("referee rezoom", referee_resume=-1.0)
    assert (weigh(asked).words, weigh(asked).is_clear) == (("referee", "resume"), True)


def test_however_the_address_is_written_it_counts_as_heard_right_before_a_fact() -> None:
    plain, odd = (weigh(Scripted(f"{word} ann begans")) for word in ("referee", "ref re free"))
    assert (plain.words, plain.distance) == (("referee", "ann", "begins"), odd.distance)
    assert 0 < plain.distance < MOST_DISTANCE
    done, odd_done = (weigh(Scripted(f"{word} dunn", referee_done=-1.0)) for word in ("referee", "refary"))
    assert (done.words, odd_done.words) == (("referee", "done"), ("referee", "done"))
    assert done.distance < odd_done.distance


def test_a_command_that_leaves_half_of_what_was_said_out_has_to_fit_as_well_as_the_words() -> None:
    """The word by which the referee is spoken to does not bring it nearer then: "draws two" was once "undo"."""
    half = weigh(Scripted("referee undo the lot", referee_undo_the_lot=2.0, referee_undo=-1.0))
    assert (half.words, half.against_words_nats, half.is_clear) == (("referee", "undo"), -3.0, False)
    fitting = weigh(Scripted("referee undo the lot", referee_undo_the_lot=-1.0, referee_undo=-1.0))
    assert (fitting.words, fitting.is_clear) == (("referee", "undo"), True)
    most = weigh(Scripted("referee undo it", referee_undo_it=2.0, referee_undo=-1.0))
    assert (most.words, most.is_clear) == (("referee", "undo"), True)


def test_a_name_is_weighed_as_the_ear_writes_it_too() -> None:
    scores = {"referee_ann_draws_two": -14.0, "referee_ben_draws_two": -13.6, "referee_cid_draws_two": -20.0}
    same = weigh(Scripted("referee and draws two", referee_and_draws_two=-1.0, **scores))
    assert (same.words, same.is_clear) == (("referee", "ann", "draws", "two"), True)
    assert (same.lead_nats, same.against_words_nats) == (4.0, 0.0)
    other = weigh(Scripted("referee send draws two", referee_send_draws_two=-1.0, **scores))
    assert not other.is_clear
    talk = weigh(Scripted("and draws two", and_draws_two=12.0, ann_draws_two=-1.0))
    assert (talk.words, talk.against_words_nats, talk.is_clear) == (("ann", "draws", "two"), -13.0, False)


def test_what_another_sentence_sounds_nearer_to_is_taken_only_with_a_sure_lead() -> None:
    """Undo and redo, of which the wrong one would do harm: "red do" sounds like the one, and fits the other better."""
    small = weigh(Scripted("referee redo", referee_undo=-2.0, referee_redo=-4.0))
    assert (small.words, small.contradicted, small.is_clear) == (("referee", "undo"), True, False)
    sure = weigh(Scripted("referee redo", referee_undo=-2.0, referee_redo=-5.5))
    assert (sure.contradicted, sure.is_clear) == (False, True)
    name = weigh(Scripted("ann begins", ben_begins=-2.0, ann_begins=-3.4))
    assert (name.words, name.is_clear) == (("ben", "begins"), False)


def test_talk_to_the_referee_is_no_command() -> None:
    weighed = weigh(Scripted("referee do the real book", referee_do_the_real_book=1.0, referee_deny=-1.5))
    assert (weighed.words, weighed.against_words_nats) == (("referee", "deny"), -2.5)
    assert weighed.distance > MOST_DISTANCE
    assert not weighed.is_clear
    fitting = weigh(Scripted("ref re free dunn", ref_re_free_dunn=0.5, referee_done=-1.0))
    assert (fitting.words, fitting.is_clear) == (("referee", "done"), True)


def test_the_beginning_of_a_fact_waits_for_its_rest() -> None:
    assert weigh(Scripted("referee")).begun
    assert weigh(Scripted("ann lays")).begun
    assert not weigh(Scripted("ann sings")).begun


def test_the_prompt_has_the_names_of_the_table() -> None:
    prompt = telling_prompt(book(), ("Zoë", "Max"), ("ann", "ben", "cid"))
    assert "Zoë lays brains three four five." in prompt
    assert "Max takes the family from Zoë." in prompt
    assert "Referee, undo." in prompt


class Fixed:
    """Ears that hear one thing."""

    def __init__(self, *utterances: Utterance, unfinished: bool = False) -> None:
        self.heard = Heard(utterances, (), unfinished)

    def listen(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> Heard:
        return self.heard

    def close(self) -> None:
        pass


def utterance(verdict: Verdict) -> Utterance:
    diff = WordDiff(missing=("the",)) if verdict is Verdict.INEXACT else None
    return Utterance("grave-feast.graveyard", verdict, "two to graveyard", "graveyard", 0, 900, diff=diff)


def attentive(inner: Fixed, text: str = "ann draws two") -> Heard:
    facts = FactEar(book(), Scripted(text, ann_draws_two=-1.0), Pronouncer(sound_of_letters))
    return AttentiveEars(inner, facts).listen(SILENCE, 0)


def test_an_exact_call_is_no_fact() -> None:
    heard = attentive(Fixed(utterance(Verdict.EXACT)))
    assert (heard.told, len(heard.utterances)) == ((), 1)


def test_an_unsure_call_that_is_clearly_a_fact_is_the_fact() -> None:
    heard = attentive(Fixed(utterance(Verdict.UNSURE)))
    assert (heard.told, heard.utterances) == (("ann", "draws", "two"), ())


def test_where_the_hearings_contradict_each_other_nobody_is_robbed() -> None:
    heard = attentive(Fixed(utterance(Verdict.INEXACT)))
    assert heard.told == ()
    assert [(each.verdict, each.diff) for each in heard.utterances] == [(Verdict.UNSURE, None)]


def test_without_a_fact_the_calls_stay_as_they_are() -> None:
    inner = Fixed(utterance(Verdict.INEXACT), unfinished=True)
    assert attentive(inner, "what a lovely evening") == inner.heard


class Taps:
    """A pool whose ears hear the same fact in every segment."""

    def submit(self, samples: Samples, start_ms: int, clean: Cleaned | None = None) -> "Future[Heard]":
        future: Future[Heard] = Future()
        future.set_result(Heard((), (), told=("i", "call", "it")))
        return future

    def close(self) -> None:
        pass


def test_the_listener_tells_who_asked_and_takes_bleed_for_what_it_is() -> None:
    rng = np.random.default_rng(3)
    voice = np.zeros((64_000, 2), dtype=np.float32)
    voice[32_000:44_000, 0] = 0.2 * rng.standard_normal(12_000)
    voice[32_000:44_000, 1] = 0.06 * rng.standard_normal(12_000)
    voice += 0.0002 * rng.standard_normal(voice.shape).astype(np.float32)

    def tell(words: tuple[str, ...], at_ms: int, teller: str | None) -> Fact | Command | None:
        return observation_told(book(), PLAYERS, words, at_ms, teller)

    listener = Listener((Seat("Ann"), Seat("Ben")), Taps(), load_fitted().timing, tell)
    heard = [*listener.push(voice), *listener.finish()]
    asked = [each for each in heard if isinstance(each, Command)]
    assert [(each.name, each.player) for each in asked] == [(CommandName.CHALLENGE, "Ann")]
    assert abs(asked[0].at_ms - 2750) <= 20
    assert not [each for each in heard if isinstance(each, Call)]
