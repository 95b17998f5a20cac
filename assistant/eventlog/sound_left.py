"""Whether there is sound in a log (still), and what is said where there is none."""

from dataclasses import replace

from assistant.eventlog.reader import Log

NEVER_ANY = "there is no sound in this log: it is of a script, or was made without any"
"""What is said of a log that never had sound."""
THROWN_AWAY = "its sound was thrown away"
"""What is said of a log whose sound is gone, as after `referee logs prune --audio-only`."""


def sound_gone(log: Log) -> bool:
    """Return whether all the sound of a log was thrown away.

    Where only some of the files are missing, something went wrong: then reading them is an error.
    """
    names = set(log.files.names())
    return bool(log.audio) and not any(segment.file in names for segment in log.audio)


def without_gone_sound(log: Log) -> tuple[Log, str]:
    """Return a log as one without sound when all of its sound was thrown away, and say so; else the log as it is."""
    return (replace(log, audio=()), THROWN_AWAY) if sound_gone(log) else (log, "")


def why_soundless(log: Log) -> str:
    """Return why there is nothing to be heard in a log; empty where there is sound."""
    if not log.audio:
        return NEVER_ANY
    return THROWN_AWAY if sound_gone(log) else ""
