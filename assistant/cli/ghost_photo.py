"""The photo finish of a race against a ghost."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from assistant.core.games.base import GameInfo
from assistant.core.wording import render
from assistant.disputes.cases import rule_by_code
from assistant.disputes.photo_drawing import picture
from assistant.disputes.photo_layout import Spoken, lay_out
from assistant.errors import RefereeError
from assistant.practice.duels import Raced, Result
from assistant.practice.ear import Ear
from engines.base import SAMPLE_RATE_HZ

TITLES = {
    Result.WON: "Won",
    Result.LOST: "Lost",
    Result.TIE: "Tie",
    Result.VOID: "Void",
}
"""How a race ended for the player, before the ruling in words."""


def write_photo(folder: Path, game: GameInfo, raced: Raced, player: str, ear: Ear) -> None:
    """Write the photo finish of one race, if the game ruled anything, as the next free number in a folder.

    Args:
        folder: where it goes; made where it is missing.
        game: the game that judged the race, which tells the rule.
        raced: the race.
        player: who raced the ghost.
        ear: what still has the sound of it.

    Raises:
        RefereeError: it cannot be written.
    """
    races = [ruling for ruling in raced.rulings if ruling.margin_ms is not None]
    ruling = races[-1] if races else raced.ruling
    if ruling is None:
        return
    lanes = (*dict.fromkeys(call.player or "" for call in raced.calls if call.player != player), player)
    spoken = [Spoken(replace(call, channel=None), counts=index > 0) for index, call in enumerate(raced.calls)]
    title = f"{TITLES[raced.result]}. {raced.sentence or render(ruling)}"  # the race may lie in the ghost's own ruling
    photo = lay_out(ruling, spoken, lanes, title, rule_by_code(game).get(ruling.code, ""))
    none = np.zeros(0, np.float32)
    heard = ear.cut(photo.from_ms, photo.to_ms)
    whole = (photo.to_ms - photo.from_ms) * SAMPLE_RATE_HZ // 1000
    sounds = [none] * (len(lanes) - 1) + [np.pad(heard, (0, max(0, whole - len(heard))))]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        number = 1 + sum(1 for _ in folder.glob("race-*.png"))
        (folder / f"race-{number:03}-{raced.result.value}.png").write_bytes(picture(photo, sounds, SAMPLE_RATE_HZ))
    except OSError as error:
        raise RefereeError(
            f"{folder}: cannot be written ({error.strerror}); name another place with --photo"
        ) from error
