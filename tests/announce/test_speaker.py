"""The speaker says rulings, and falls back to text with one line of advice where nothing can play."""

from assistant.announce.speaker import Speaker
from assistant.announce.voice import Rendered, VoiceError
from assistant.core.games.base import Table
from assistant.core.games.grave_feast import GRAVE_FEAST
from assistant.core.observations import Call, Verdict
from assistant.core.referee import MatchSetup, fold, start


def test_the_speaker_speaks_rulings_and_advises_once_when_nothing_can_play() -> None:
    match = MatchSetup(GRAVE_FEAST, Table(("Ann", "Ben")), GRAVE_FEAST.rules_type())
    call = Call("Ann", "grave-feast.brains", Verdict.EXACT, "brains", 600, 1000)
    steps = list(fold(match, [call, Call("Ben", "grave-feast.seduce", Verdict.EXACT, "seduce", 3000, 3600)]))
    said: list[str] = []
    advice: list[str] = []

    def play(rendered: Rendered) -> None:
        said.append(rendered.text)
        raise VoiceError("nothing to speak through")

    speaker = Speaker(advice.append, play=play)
    for step in (*steps, steps[0]):
        speaker.take(start(match), step)
    speaker.finish(steps[-1].state)
    assert said == ["Ann's zombie feeds."]
    assert advice == ["nothing to speak through"]
