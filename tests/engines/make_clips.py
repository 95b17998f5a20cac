"""Makes the recordings of the engines' tests: `python tests/engines/make_clips.py` (needs espeak-ng and flite).

Each clip is one synthetic voice, brought to -6 dBFS, with 300 ms of quiet noise before and after it (-66 dBFS, fixed
seed), 16 kHz, mono, 16 bit. Made with eSpeak NG 1.51; other versions speak a little differently, so the FLACs are kept.
"""

import io
import subprocess
from pathlib import Path

import numpy as np
import soundfile
import soxr

CLIPS = Path(__file__).parent / "recordings"
RATE_HZ = 16_000
QUIET_SAMPLES = RATE_HZ * 3 // 10
NOISE = 5e-4
PEAK = 0.5

SPOKEN = {
    "ko-hello-thanks": ("ko", 150, "안녕하세요 감사합니다"),
    "ko-start-stop-start": ("ko+f3", 150, "시작 그만 시작"),
    "ko-person": ("ko+f3", 150, "사람"),
    "en-five-graveyard": ("en-us", 150, "five to the graveyard"),
    "en-brains": ("en-us", 150, "brains"),
    "en-tonight": ("flite slt", 0, "Where are you going tonight?"),
    "en-stop": ("flite awb", 0, "Stop!"),
    "en-seduce": ("flite awb", 0, "Seduce!"),
    "en-tomorrow": ("flite awb", 0, "Tomorrow!"),
}
"""The voice, the words a minute where it can be told, and the text of each clip."""


def spoken(voice: str, words_per_minute: int, text: str) -> np.ndarray:
    """Return a synthetic sentence at PEAK."""
    command = ["espeak-ng", "-v", voice, "-s", str(words_per_minute), "--stdout", text]
    if voice.startswith("flite "):
        command = ["flite", "-voice", voice.removeprefix("flite "), "-t", text, "-o", "/dev/stdout"]
    wave, rate_hz = soundfile.read(io.BytesIO(subprocess.run(command, check=True, capture_output=True).stdout))
    sound = soxr.resample(wave, rate_hz, RATE_HZ)
    return np.asarray(sound * (PEAK / np.abs(sound).max()))


def main() -> None:
    """Write every clip."""
    for name, (voice, speed, text) in SPOKEN.items():
        noise = np.random.default_rng(len(name))
        quiet = np.zeros(QUIET_SAMPLES)
        clip = np.concatenate((quiet, spoken(voice, speed, text), quiet))
        clip += noise.normal(0.0, NOISE, len(clip))
        soundfile.write(CLIPS / f"{name}.flac", clip, RATE_HZ, subtype="PCM_16")


if __name__ == "__main__":
    main()
