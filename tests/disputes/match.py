"""The sample match as it was heard once, so that tests have a log with sound without listening again."""

from pathlib import Path

import soundfile

from assistant import app
from assistant.core import referee
from assistant.core.observations import Call, End, Observation, Verdict, WordDiff
from assistant.eventlog.audio import AudioLog
from assistant.eventlog.writer import LogWriter

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "examples" / "grave-feast-match.flac"
PLAYERS = ("Ann", "Ben", "Cid")
CHRIST = "the power of christ compels you"


def call(player: str, phrase: str, heard: str, start_ms: int, end_ms: int, error_ms: int = 30, n: int = 0) -> Call:
    slots = (("n", n),) if n else ()
    channel = PLAYERS.index(player)
    return Call(player, f"grave-feast.{phrase}", Verdict.EXACT, heard, start_ms, end_ms, slots, None, error_ms, channel)


SHORT_PRAYER = Call(
    "Cid",
    "grave-feast.christ",
    Verdict.INEXACT,
    "christ compels you",
    7400,
    8685,
    diff=WordDiff(missing=("the", "power", "of")),
    error_ms=30,
    channel=2,
)

LENGTH_MS = 42_783
"""How long the sample match is."""

OBSERVATIONS: tuple[Observation, ...] = (
    call("Ann", "brains", "brains", 1000, 1590),
    call("Ben", "seduce", "seduce", 2600, 3280, error_ms=80),
    call("Ann", "graveyard", "five to the graveyard", 3160, 4225, n=5),
    call("Ben", "graveyard", "five to the graveyard", 5200, 6610, n=5),
    SHORT_PRAYER,
    call("Cid", "christ", CHRIST, 9595, 11_245),
    call("Ben", "brains", "brains", 17_995, 18_565),
    call("Ben", "graveyard", "five to the graveyard", 19_400, 20_810, n=5),
    call("Cid", "blood", "blood", 28_000, 28_750),
    call("Cid", "graveyard", "four to the graveyard", 29_800, 31_210, n=4),
    call("Ann", "seduce", "seduce", 31_550, 32_200, error_ms=80),
    call("Ben", "christ", CHRIST, 33_590, 35_995),
    call("Cid", "evil", "the power of evil compels you rats", 36_395, 38_635),
    End(LENGTH_MS),
)
"""The calls of the sample match, as both ears heard them."""


def write_match(
    folder: Path, observations: tuple[Observation, ...] = OBSERVATIONS, sound: Path | None = SAMPLE
) -> Path:
    """Write the match as a session would, with the sound of the sample beside it."""
    match = app.match_setup(app.game_named("grave-feast"), PLAYERS, None, 0)
    head = app.log_head(match, app.ScriptSource(observations, engine="test"), "sample")
    with LogWriter.begin(folder, head) as writer:
        if sound is not None:
            samples, rate_hz = soundfile.read(sound, dtype="float32", always_2d=True)
            with AudioLog(writer, samples.shape[1], rate_hz) as audio:
                audio.write(samples)
        for step in referee.fold(match, observations):
            writer.step(step)
    return folder
