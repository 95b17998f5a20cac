"""Saying it: rendered, played, the gate closed meanwhile, broken off where somebody may answer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread
from time import monotonic, sleep

import numpy as np

from assistant.announce.announcer import Beep, Hush, Speak
from assistant.announce.beeps import Sign
from assistant.announce.player import Feed, OutputError, Player, Sound
from assistant.announce.voice import Rendered, VoiceError
from assistant.hearing.gate import TAIL_MS, Gate
from assistant.live.mouth import Mouth

RATE_HZ = 48_000


@dataclass
class FakeVoice:
    fault: str = ""
    rendered: list[str] = field(default_factory=list)
    may_render: Event = field(default_factory=Event)

    def render(self, text: str) -> Rendered:
        self.may_render.wait(5)
        if self.fault:
            raise VoiceError(self.fault)
        self.rendered.append(text)
        return Rendered(np.full(RATE_HZ // 10, 0.5, dtype=np.float32), RATE_HZ, text)

    def close(self) -> None:
        return


class FakeLoudspeaker:
    """Plays at once: a sound of 100 ms takes none, by a clock that stands at 10 s; or when it may."""

    def __init__(self) -> None:
        self.may_play = Event()
        self.may_play.set()
        self.sounds = 0
        self.peaks: list[float] = []
        self.fault = ""

    def rate_hz(self) -> int:
        if self.fault:
            raise OutputError(self.fault)
        return RATE_HZ

    def play(self, feed: Feed) -> None:
        out, at_s = np.zeros((480, 2), dtype=np.float32), 10.0
        self.sounds += 1
        while feed.fill(out, at_s):
            if len(self.peaks) < self.sounds:
                self.peaks.append(float(out.max()))
            self.may_play.wait(5)
            at_s += 0.010


@dataclass
class Speaking:
    mouth: Mouth
    voice: FakeVoice
    loudspeaker: FakeLoudspeaker
    gate: Gate
    cuts: list[Speak]
    advice: list[str]


@contextmanager
def speaking() -> Iterator[Speaking]:
    voice, loudspeaker, gate = FakeVoice(), FakeLoudspeaker(), Gate(1)
    voice.may_render.set()
    cuts: list[Speak] = []
    advice: list[str] = []
    mouth = Mouth(
        voice,
        lambda report: Player(loudspeaker, lambda moment_s: int(moment_s * 1000), report, lambda: 9.9),
        gate,
        cuts.append,
        advice.append,
    )
    yield Speaking(mouth, voice, loudspeaker, gate, cuts, advice)
    mouth.close()


def until(true: Callable[[], bool]) -> None:
    deadline_s = monotonic() + 5
    while not true():
        assert monotonic() < deadline_s, "what was waited for never came"
        sleep(0.005)


def test_a_sentence_closes_the_gate_from_when_it_is_queued_to_its_measured_end() -> None:
    with speaking() as table:
        table.mouth.take(Speak("Ben scores five."))
        until(lambda: table.gate.spoken(10_100 + TAIL_MS, 99_999) is None and table.loudspeaker.sounds == 1)
        assert table.gate.spoken(9_800, 9_900) is None
        assert table.gate.spoken(9_900, 9_901) == "Ben scores five."
        assert table.gate.spoken(10_099 + TAIL_MS, 99_999) == "Ben scores five."
    assert table.cuts == []


def test_a_beep_has_no_words() -> None:
    with speaking() as table:
        table.mouth.take(Beep(Sign.STANDS))
        until(lambda: table.loudspeaker.sounds == 1)
        assert table.gate.spoken(9_900, 9_901) == ""


def test_a_hush_breaks_off_what_is_heard_and_gives_back_all_that_waits_but_not_later_beeps() -> None:
    with speaking() as table:
        table.loudspeaker.may_play.clear()
        first, second = Speak("Ben steals the family from Ann.", 4), Speak("Ann's turn.", 5)
        table.mouth.take(first)
        table.mouth.take(second)
        until(lambda: table.loudspeaker.sounds == 1)
        table.mouth.take(Hush())
        table.mouth.take(Beep(Sign.OPEN))
        table.loudspeaker.may_play.set()
        until(lambda: table.loudspeaker.sounds == 2)
        assert table.cuts == [first, second]
        assert table.voice.rendered == [first.text]


def test_a_sentence_is_not_begun_when_somebody_may_answer_by_the_time_it_is_rendered() -> None:
    with speaking() as table:
        table.voice.may_render.clear()
        speak = Speak("Ben steals the family from Ann.", 4)
        table.mouth.take(speak)
        sleep(0.05)
        table.mouth.take(Hush())
        table.voice.may_render.set()
        until(lambda: table.cuts == [speak])
        assert table.loudspeaker.sounds == 0


def test_what_is_played_back_waits_for_what_is_to_be_said_and_is_not_torn_apart() -> None:
    with speaking() as table:
        table.loudspeaker.may_play.clear()
        table.mouth.take(Speak("I listen again."))
        moment = [Sound(np.full(RATE_HZ // 10, peak, np.float32), RATE_HZ, "brains") for peak in (0.25, 0.125)]
        playing = Thread(target=table.mouth.play, args=(moment,))
        playing.start()
        until(lambda: table.loudspeaker.sounds == 1)
        sleep(0.05)
        table.mouth.take(Speak("Paused."))
        table.loudspeaker.may_play.set()
        playing.join(5)
        until(lambda: table.loudspeaker.sounds == 4)
        assert table.loudspeaker.peaks == [0.5, 0.25, 0.125, 0.5]


def test_what_is_played_back_does_not_outlast_the_match() -> None:
    with speaking() as table:
        table.loudspeaker.may_play.clear()
        moment = [Sound(np.full(RATE_HZ, 0.5, np.float32), RATE_HZ, text) for text in ("as it was", "slowly")]
        playing = Thread(target=table.mouth.play, args=(moment,))
        playing.start()
        until(lambda: table.loudspeaker.sounds == 1)
        table.loudspeaker.may_play.set()
        table.mouth.close()
        playing.join(5)
        assert not playing.is_alive()
    assert table.loudspeaker.sounds == 1


def test_a_muted_referee_is_silent_and_does_not_catch_up_later() -> None:
    with speaking() as table:
        table.mouth.mute(True)
        table.mouth.take(Speak("Ben scores five."))
        table.mouth.take(Beep(Sign.OPEN))
        sleep(0.05)
        table.mouth.mute(False)
        table.mouth.take(Speak("Ann scores four."))
        until(lambda: table.loudspeaker.sounds == 1)
        assert table.voice.rendered == ["Ann scores four."]
    assert table.cuts == []


def test_without_a_voice_or_a_loudspeaker_there_is_one_line_of_advice_and_an_open_gate() -> None:
    with speaking() as table:
        table.voice.fault = "the referee has no voice"
        table.mouth.take(Speak("Ben scores five."))
        table.mouth.take(Speak("Ann scores four."))
        until(lambda: table.advice == ["the referee has no voice"])
        table.voice.fault, table.loudspeaker.fault = "", "plug in a loudspeaker"
        table.mouth.take(Speak("Ben scores six."))
        table.mouth.take(Speak("Ann scores two."))
        table.mouth.take(Beep(Sign.OPEN))
        until(lambda: table.advice == ["the referee has no voice", "plug in a loudspeaker"])
        sleep(0.05)
        assert table.advice == ["the referee has no voice", "plug in a loudspeaker"]
        assert table.gate.spoken(0, 99_999) is None
