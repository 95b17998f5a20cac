"""A rival out of a recording: as fast as somebody once was."""

from pathlib import Path

from assistant.cli.practice_ears import opened_ear, opened_source
from assistant.core.phrases.book import GameBook
from assistant.errors import RefereeError
from assistant.practice.attempts import Outcome
from assistant.practice.duels import Duel, Rival
from assistant.practice.prompts import prompt_for
from assistant.practice.scoring import Stretch, judge
from engines.base import Samples


def recorded_rival(path: Path, duel: Duel, book: GameBook, engine: str) -> tuple[Rival, Samples]:
    """Return the rival of a recording and its call: the cue is its beginning, the call is complete where the ears say.

    Raises:
        RefereeError: the recording cannot be heard, or nobody says the ghost's line in it, word for word.
    """
    prompt = prompt_for(book, duel.ghost.text)
    heard: list[str] = []
    with opened_source(path, None, paced=False) as source, opened_ear(book, path.stem, engine) as (ear, _):
        told = [each for block in source.blocks() for each in ear.push(block, patient=True)]
        for each in (*told, *ear.finish()):
            if not isinstance(each, Stretch):
                continue
            outcome, call, _ = judge(prompt, each)
            if outcome is Outcome.EXACT and call is not None:
                return Rival(path.stem, call.end_ms), ear.cut(call.start_ms, call.end_ms)
            heard.append(call.heard if call else " ".join(each.words))
    what = f'heard "{", ".join(filter(None, heard))}"' if any(heard) else "nobody speaks"
    raise RefereeError(f'{path}: {what}; a rival must say "{duel.ghost.text}" word for word')
