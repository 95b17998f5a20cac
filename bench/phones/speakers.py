"""Who speaks for the ear for sounds to learn from: the bench's voices, and more people made for this."""

import random
from dataclasses import dataclass

import numpy as np
import soxr

from assistant.core.games.registry import GAMES
from bench import natural
from bench.corpus import book_of, lines_of
from bench.phones.texts import texts
from bench.shouts import lines as shouts
from bench.voices import NATURAL_FIT, NATURAL_SHOUT, VOICES, person_of, speak, told_by
from engines.base import SAMPLE_RATE_HZ, Samples

NATURAL = tuple(sorted((*NATURAL_FIT, *NATURAL_SHOUT)))
GROUP_OF = {"slt": 0, "rms": 1, "ked": 1, **{speaker: place % 2 for place, speaker in enumerate(NATURAL)}}
"""The number of the network that learns from a person; all of one group's people are strangers to the other."""
BOTH = 2
"""The group of those whom both networks learn from: espeak-ng's, who are nobody's voice and not in the fit."""
MADE = 5_300
"""So many utterances are made beside those of the bench."""
NATURAL_SHARE, FLITE_SHARE, ESPEAK_SHARE = 0.18, 0.53, 0.21
"""Of these, by program; the rest by festival. Natural voices take a second each."""
BLENDED = 0.5
"""So many of the natural speakers are blends of two of one group."""
BLEND = (0.3, 0.7)
TEMPO = (0.8, 1.25)
PITCH_HZ = {"slt": 170, "rms": 105}
PITCH = (0.85, 1.2)
FESTIVAL = {"ked": "ked_diphone", "slt": "cmu_us_slt_arctic_hts"}
ESPEAK_ACCENTS = (
    *("en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp", "en-gb-x-gbclan", "en-gb-x-gbcwmd", "en-029", "en-us-nyc"),
)
ESPEAK_BODIES = (
    *("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "f1", "f2", "f3", "f4", "f5"),
    *("klatt", "klatt2", "klatt4", "klatt6", "adam", "aunty", "belinda", "edward", "grandma", "linda", "steph", "zac"),
)
MARKS = "!.?,"


@dataclass(frozen=True, slots=True)
class Spoken:
    """One utterance, dry."""

    text: str
    """The words."""
    group: int
    """Which network learns from it; BOTH for either."""
    samples: Samples
    """Its sound, mono, 16 kHz."""


def stranger_to(person: str) -> int:
    """Return the number of the network that has learned nothing from a person; -1 where neither has."""
    return 1 - GROUP_OF[person] if person in GROUP_OF else -1


def bench_lines() -> list[tuple[str, str]]:
    """Return what the voices of the fitting side say on the bench: each voice's name, and the text."""
    found: dict[tuple[str, str], None] = {}
    for voice in VOICES:
        if voice.split == "report" or voice.resampled != 1.0:
            continue
        spoken = [part.text for line in shouts(voice) for part in line.parts]
        if voice.split == "fit":
            for game in GAMES:
                rng = random.Random(f"{game} {voice.name}")
                spoken += [part.text for line in lines_of(voice, book_of(game), rng) for part in line.parts]
        found.update({(voice.name, text): None for text in spoken})
    return list(found)


def of_bench(line: tuple[str, str]) -> Spoken:
    """Return a line of the bench as it is spoken there."""
    name, text = line
    voice = next(voice for voice in VOICES if voice.name == name)
    return Spoken(text, GROUP_OF[person_of(name)], speak(text, voice))


def made(number: int) -> Spoken:
    """Return one of the utterances that are made beside, always the same for its number."""
    rng = random.Random(number)
    text = texts().draw(rng)
    marked = text.capitalize() + rng.choice(MARKS)
    drawn = rng.random()
    if drawn < NATURAL_SHARE:
        group, samples, rate_hz = _natural(marked, rng)
    elif drawn < NATURAL_SHARE + FLITE_SHARE:
        group, samples, rate_hz = _flite(marked, rng)
    elif drawn < NATURAL_SHARE + FLITE_SHARE + ESPEAK_SHARE:
        group, samples, rate_hz = _espeak(marked, rng)
    else:
        speaker = rng.choice(tuple(FESTIVAL))
        group = GROUP_OF[speaker]
        samples, rate_hz = told_by(["text2wave", "-eval", f"(voice_{FESTIVAL[speaker]})", "-o"], marked)
    return Spoken(text, group, np.asarray(soxr.resample(samples, rate_hz, SAMPLE_RATE_HZ), dtype=np.float32))


def _natural(text: str, rng: random.Random) -> tuple[int, Samples, int]:
    speaker = rng.choice(NATURAL)
    group = GROUP_OF[speaker]
    style = natural.synthesiser().get_voice_style(speaker)
    if rng.random() < BLENDED:
        other = rng.choice([each for each in NATURAL if GROUP_OF[each] == group])
        share = rng.uniform(*BLEND)
        style = (share * style + (1 - share) * natural.synthesiser().get_voice_style(other)).astype(np.float32)
    language = natural.LANGUAGES[speaker[0]]
    samples, rate_hz = natural.synthesiser().create(text, voice=style, speed=rng.uniform(*TEMPO), lang=language)
    return group, np.asarray(samples, dtype=np.float32), rate_hz


def _flite(text: str, rng: random.Random) -> tuple[int, Samples, int]:
    speaker = rng.choice(tuple(PITCH_HZ))
    slower, pitch_hz = rng.uniform(*TEMPO), PITCH_HZ[speaker] * rng.uniform(*PITCH)
    settings = ["--setf", f"duration_stretch={slower:.2f}", "--setf", f"int_f0_target_mean={pitch_hz:.0f}"]
    return GROUP_OF[speaker], *told_by(["flite", "-voice", speaker, *settings, "-t", text, "-o"], "")


def _espeak(text: str, rng: random.Random) -> tuple[int, Samples, int]:
    voice = f"{rng.choice(ESPEAK_ACCENTS)}+{rng.choice(ESPEAK_BODIES)}"
    settings = ["-v", voice, "-s", str(rng.randint(130, 210)), "-p", str(rng.randint(30, 70))]
    return BOTH, *told_by(["espeak-ng", *settings, text, "-w"], "")
