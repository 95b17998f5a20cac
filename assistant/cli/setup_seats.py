"""The first steps of `referee setup`: who plays what, and whose microphone is whose."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from assistant import app
from assistant.audio.devices import InputDevice, Microphone
from assistant.cli.setup_questions import Questions, choose, until_right
from assistant.cli.setup_screen import Screen, microphone_text
from assistant.core.games.registry import AnyGame
from assistant.table import PlayerSeat, TableError, checked_name
from assistant.table_capture import TRIES, Hearing, Sound, chosen_devices, heard_whole, parse_seat
from assistant.table_sound import Found, find_microphone


def table_name(questions: Questions, wish: str | None, usual: str) -> str:
    """Return what the table is called."""
    if wish is not None:
        return checked_name(wish)
    return until_right(questions, lambda: questions.text("What is this table called?", usual, "--name"), checked_name)


def game_of(questions: Questions, wish: str | None, usual: str | None) -> AnyGame:
    """Return the game that is played."""
    if wish is not None:
        return app.game_named(wish)
    options = [f"{game.info.id}  {game.info.title}" for game in app.games()]
    return app.game_named(choose(questions, "Which game?", options, usual, "--game"))


def players_of(questions: Questions, game: AnyGame, wish: str | None, usual: Sequence[str]) -> tuple[str, ...]:
    """Return who plays, in clockwise order."""
    if wish is not None:
        return app.players_named(wish, game)
    least, most = game.info.min_players, game.info.max_players
    question = f"Who plays, clockwise, such as Ann,Ben,Cid ({least} to {most})?"
    default = ",".join(usual) or None
    return until_right(
        questions, lambda: questions.text(question, default, "--players"), lambda names: app.players_named(names, game)
    )


def seats_by_ear(
    questions: Questions, screen: Screen, hearing: Hearing, players: Sequence[str], first_words_ms: int
) -> tuple[PlayerSeat, ...]:
    """Return whose microphone is whose: the loudest one while the player speaks.

    Raises:
        RefereeError: nothing is heard from a player, or two microphones are equally loud, or sound is lost.
    """
    seats: list[PlayerSeat] = []
    for player in players:
        microphone = _microphone_of(questions, screen, hearing, player, first_words_ms)
        sharing = [seat.player for seat in seats if seat.microphone == microphone]
        said = f"{player}: {microphone_text(microphone)}"
        screen.line(said + (f", shared with {', '.join(sharing)}" if sharing else ""), "yellow" if sharing else "")
        seats.append(PlayerSeat(player, microphone))
    return tuple(seats)


def seats_by_flag(players: Sequence[str], flags: Sequence[str], hearing: Hearing) -> tuple[PlayerSeat, ...]:
    """Return the seats that flags such as "Ann=Mixer [ALSA]:1" give; none without flags.

    Raises:
        RefereeError: a flag is wrong, names nobody at the table, or a player is left without a microphone.
    """
    if not flags:
        return ()
    given = dict(parse_seat(flag, hearing.microphones) for flag in flags)
    strangers = [name for name in given if name not in players]
    if strangers:
        raise TableError(f"--microphone {strangers[0]}=...: the players are {', '.join(players)}")
    without = [name for name in players if name not in given]
    if without:
        raise TableError(f"{', '.join(without)}: no microphone: give --microphone for every player, or for none")
    return tuple(PlayerSeat(player, given[player]) for player in players)


def devices_of(questions: Questions, offered: Sequence[InputDevice], wanted: Sequence[str]) -> tuple[InputDevice, ...]:
    """Return the devices that stand on the table: those wanted, or else chosen from a list, or else the usual one.

    Raises:
        MicrophoneError: one is missing, or its name fits several.
    """
    usual = chosen_devices(offered, wanted)
    if wanted or len(offered) == 1 or not questions.asked:
        return usual
    for number, device in enumerate(offered, start=1):
        questions.note(f"  {number}  {device.name}, {device.channels} channels{', default' * device.default}")
    default = str(offered.index(usual[0]) + 1)

    def read(answer: str) -> tuple[InputDevice, ...]:
        numbers = [part.strip() for part in answer.split(",")]
        if not all(part.isdecimal() and 1 <= int(part) <= len(offered) for part in numbers):
            raise TableError(f"{answer!r}: write numbers of the list, such as 1,{len(offered)}")
        return tuple(dict.fromkeys(offered[int(part) - 1] for part in numbers))

    question = "Which of them stand on the table (numbers, with commas)?"
    return until_right(questions, lambda: questions.text(question, default, "--device"), read)


def _microphone_of(
    questions: Questions, screen: Screen, hearing: Hearing, player: str, first_words_ms: int
) -> Microphone:
    if len(hearing.microphones) == 1:
        return hearing.microphones[0]
    for tried in range(1, TRIES + 1):
        questions.ready(player)
        listen = partial(_heard, screen, hearing, f"{player}, say something", first_words_ms)
        found = find_microphone(heard_whole(listen, screen.line))
        if found.channel is not None:
            return hearing.microphones[found.channel]
        problem = _unclear(player, found, hearing.microphones)
        if not questions.asked or tried == TRIES:
            break
        questions.note(problem, wrong=True)
    raise TableError(f"{problem}, or name the microphones with --microphone")


def _unclear(player: str, found: Found, microphones: Sequence[Microphone]) -> str:
    if not found.rivals:
        return f"nothing was heard from {player}: speak up, unmute the microphone"
    rivals = " and ".join(microphone_text(microphones[channel]) for channel in found.rivals)
    return f"{player} is equally loud on {rivals}: speak right into one"


def _heard(screen: Screen, hearing: Hearing, what: str, duration_ms: int) -> Sound:
    blocks: list[Sound] = []
    with screen.meter(what, duration_ms) as meter:
        for block in hearing.listen(duration_ms):
            meter(block)
            blocks.append(block)
    return np.concatenate(blocks)
