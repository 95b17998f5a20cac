"""Every call as a sound file of its own, cut from its player's microphone."""

import io
import re

import soundfile

from assistant.core.observations import Call
from assistant.disputes.exports.entries import CallEntry, ClipFormat
from assistant.disputes.sound import LogSound, Sound

AROUND_MS = 200
"""So much is kept before and after a call: enough to hear that it was complete."""
_UNSAFE = re.compile(r"[^\w]+")
LONGEST_WORDS = 40
"""Characters of what was heard that go into a file's name."""


def clip(entry: CallEntry, sound: LogSound, form: ClipFormat) -> bytes:
    """Return a call as the bytes of a file, PCM16 at the log's rate.

    Raises:
        LogLossError: a file of the log's sound is missing or damaged.
    """
    call = entry.call
    heard = sound.cut(max(0, call.start_ms - AROUND_MS), call.end_ms + AROUND_MS)
    out = io.BytesIO()
    soundfile.write(out, _own(heard, call), sound.rate_hz, subtype="PCM_16", format=form.value.upper())
    return out.getvalue()


def clip_name(entry: CallEntry) -> str:
    """Return what a call's file is called, such as "0007-ann-five-to-the-graveyard-exact"; safe on every system."""
    who = _UNSAFE.sub("-", entry.call.player or "unknown").strip("-").casefold()
    words = _UNSAFE.sub("-", entry.call.heard).strip("-")[:LONGEST_WORDS].rstrip("-")
    return "-".join(part for part in (f"{entry.id:04}", who, words, entry.call.verdict.value) if part)


def _own(heard: Sound, call: Call) -> Sound:
    """Return the call's own microphone, or all of them where nobody knows which it was."""
    if call.channel is None or call.channel >= heard.shape[1]:
        return heard
    return heard[:, call.channel : call.channel + 1]
