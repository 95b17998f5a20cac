"""The photo finish of any ruling of a log: the sound and the words of its calls, laid out and drawn."""

from collections.abc import Sequence

import numpy as np

from assistant.core.observations import Call
from assistant.core.phrases.normalise import plain_words
from assistant.disputes.cases import Case, CaseFile
from assistant.disputes.photo_drawing import Format, picture
from assistant.disputes.photo_layout import Photo, Span, Spoken, lay_out
from assistant.disputes.sound import LogSound
from assistant.eventlog.records import Head, LogError
from engines.base import SAMPLE_RATE_HZ, Aligner, Samples

SHARED_LANE = "all"
"""The lane of a microphone that several players share."""

AROUND_WORDS_MS = 100
"""So much sound around a call is given to the aligner: soft beginnings lie before what was measured as the start."""


def lanes_of(head: Head, sound: LogSound) -> tuple[str, ...]:
    """Return whose microphone each channel is; without sound, the players."""
    return (SHARED_LANE,) if head.shared_microphone and sound.channels == 1 else head.players


def photo_of(case: Case, file: CaseFile, head: Head, sound: LogSound, aligner: Aligner | None = None) -> Photo:
    """Return what the photo finish of one ruling shows.

    Args:
        case: the ruling.
        file: the whole match: what else was called at that time is shown as well.
        head: the head of the log.
        sound: the sound of the log.
        aligner: finds the words within a call; without one a call is one band.

    Raises:
        LogLossError: the sound is missing or damaged.
    """
    counting = [Spoken(each.call, words_of(each.call, sound, aligner)) for each in case.calls]
    lanes = lanes_of(head, sound)
    bare = lay_out(case.ruling, counting, lanes, case.sentence, case.rule)
    ids = {each.id for each in case.calls}
    beside = [Spoken(each.call, counts=False) for each in file.around(bare.from_ms, bare.to_ms) if each.id not in ids]
    return lay_out(case.ruling, [*counting, *beside], lanes, case.sentence, case.rule)


def words_of(call: Call, sound: LogSound, aligner: Aligner | None) -> tuple[Span, ...]:
    """Return where each word of a call lies, or nothing where no aligner finds them.

    The first word begins and the last one ends where the call does: its energy tells that better than an aligner.
    """
    words = plain_words(call.heard)
    if aligner is None or call.channel is None or call.channel >= sound.channels or sound.rate_hz != SAMPLE_RATE_HZ:
        return ()
    from_ms = max(0, call.start_ms - AROUND_WORDS_MS)
    samples = sound.cut(from_ms, call.end_ms + AROUND_WORDS_MS)[:, call.channel]
    aligned = aligner.align(samples, from_ms, words) or ()
    spans = [
        Span(word.text, min(max(word.start_ms, call.start_ms), call.end_ms), min(word.end_ms, call.end_ms))
        for word in aligned
    ]
    if spans:
        spans[0] = Span(spans[0].text, call.start_ms, spans[0].end_ms)
        spans[-1] = Span(spans[-1].text, spans[-1].start_ms, call.end_ms)
    return tuple(spans)


def sounds_of(photo: Photo, sound: LogSound) -> tuple[Samples, ...]:
    """Return the sound of every lane of a photo; an empty one for a lane that has none."""
    whole = sound.cut(photo.from_ms, photo.to_ms)
    none = np.zeros(0, np.float32)
    return tuple(whole[:, lane] if lane < sound.channels else none for lane in range(len(photo.lanes)))


def photo_picture(photo: Photo, sound: LogSound, form: Format = Format.PNG) -> bytes:
    """Return the photo finish as a picture.

    Raises:
        LogLossError: the sound is missing or damaged.
    """
    return picture(photo, sounds_of(photo, sound), sound.rate_hz or SAMPLE_RATE_HZ, form)


def chosen(file: CaseFile, ruling: int | None, every: bool) -> Sequence[Case]:
    """Return the rulings to be shown: one by its number, all that rest on calls, or the latest race.

    Raises:
        LogError: there is no such ruling, or none that rests on a call.
    """
    if ruling is not None:
        found = [case for case in file.cases if case.ruling.id == ruling]
        if not found:
            raise LogError(f"--ruling {ruling}: there is no such ruling in this log: `referee replay` lists them")
        return found
    called = [case for case in file.cases if case.calls]
    if not called:
        raise LogError("no ruling of this log rests on a call: there is nothing to photograph")
    races = [case for case in called if case.ruling.margin_ms is not None and not case.withdrawn]
    return called if every else (races or called)[-1:]
