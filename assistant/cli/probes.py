"""Looks at this machine for `referee doctor`: gathers facts, judges nothing, and lets no error of a part escape."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from assistant.audio.devices import InputDevice, Microphone
from assistant.cli.checks import (
    Check,
    ClockFacts,
    DiskFacts,
    EngineFacts,
    Listening,
    ModelFacts,
    PortAudioFacts,
    State,
    TableFacts,
    VoiceFacts,
    check_clock,
    check_disk,
    check_engines,
    check_listening,
    check_microphones,
    check_models,
    check_portaudio,
    check_table,
    check_voice,
)
from assistant.errors import RefereeError

LISTEN_MS = 1_500
"""So long the default microphone is tried."""
ENGINE_LIBRARIES = {"pocketsphinx": ("pocketsphinx",), "whisper": ("ctranslate2", "tokenizers"), "vosk": ("vosk",)}
"""What each engine needs to be loaded."""


def examine() -> Iterator[Check]:
    """Yield every check of this machine, one after another, as soon as it is done."""
    portaudio, devices, can_play = probe_portaudio()
    yield check_portaudio(portaudio)
    if not portaudio.error:
        yield check_microphones(devices)
        if devices:
            yield check_listening(probe_listening(devices))
        yield check_table(probe_table(devices))
    yield check_voice(probe_voice(can_play))
    yield from check_engines([probe_engine(name) for name in ENGINE_LIBRARIES])
    try:
        yield from check_models(probe_models())
    except RefereeError as error:
        yield Check("models", State.BAD, "their list cannot be read", str(error))
    yield check_disk(probe_disk())
    yield check_clock(probe_clock())


def probe_portaudio() -> tuple[PortAudioFacts, tuple[InputDevice, ...], bool]:
    """Return what is known of PortAudio, its microphones, and whether it can play."""
    from assistant.audio.portaudio import PortAudio

    try:
        audio = PortAudio()
        return PortAudioFacts(audio.version), audio.inputs(), audio.can_play()
    except RefereeError as error:
        return PortAudioFacts(error=str(error)), (), False


def probe_listening(devices: tuple[InputDevice, ...]) -> Listening:
    """Record from the default microphone for a moment, all its channels; the loudest counts."""
    import numpy as np

    from assistant.audio.files import MOST_CHANNELS
    from assistant.audio.microphones import Microphones

    device = next((device for device in devices if device.default), devices[0])
    peak, start_ms, gaps, jitter_ms = 0.0, 0, 0, 0.0
    begun_s = time.monotonic()
    try:
        channels = range(min(device.channels, MOST_CHANNELS))
        with Microphones([Microphone(device.name, (channel,)) for channel in channels]) as table:
            for block in table.blocks():
                start_ms = start_ms or round((time.monotonic() - begun_s) * 1000)
                peak = max(peak, float(np.abs(block.samples).max()))
                gaps += len(block.gaps)
                jitter_ms = max(jitter_ms, *(reading.jitter_ms for reading in table.readings))
                if block.end_ms >= LISTEN_MS:
                    break
    except RefereeError as error:
        return Listening(str(device.name), 0.0, 0, 0.0, 0, str(error))
    peak_db = 20 * float(np.log10(peak)) if peak else float("-inf")
    return Listening(str(device.name), peak_db, start_ms, jitter_ms, gaps)


def probe_table(devices: tuple[InputDevice, ...]) -> TableFacts:
    """Look whether the microphones of the table that was saved last are connected."""
    from assistant.audio.devices import MicrophoneError, find_device
    from assistant.table_advice import Grade, advise, grade
    from assistant.table_files import Tables

    try:
        table = Tables().latest()
    except RefereeError as error:
        return TableFacts(error=str(error))
    if table is None:
        return TableFacts()
    missing = []
    for device in dict.fromkeys(microphone.device for microphone in table.microphones):
        try:
            find_device(devices, device)
        except MicrophoneError:
            missing.append(str(device))
    poor = [seat.player for seat in table.seats if seat.measured and grade(advise(seat.measured)) is Grade.POOR]
    return TableFacts(table.name, tuple(missing), tuple(poor))


def probe_voice(can_play: bool) -> VoiceFacts:
    """Let the voice speak a word into a file."""
    from assistant.announce.voice import Voice

    voice = Voice()
    try:
        return VoiceFacts(voice.render("ready").duration_ms, can_play)
    except RefereeError as error:
        return VoiceFacts(can_play=can_play, error=str(error))
    finally:
        voice.close()


def probe_engine(name: str) -> EngineFacts:
    """Load the libraries of an engine."""
    for library in ENGINE_LIBRARIES[name]:
        try:
            import_module(library)
        except Exception as error:  # a library that is broken on this machine may raise anything at import
            return EngineFacts(name, f"{library} cannot be loaded ({' '.join(str(error).split())})")
    return EngineFacts(name)


def probe_models() -> list[ModelFacts]:
    """Look for every known model and check its files; raises RefereeError when the list of models is damaged."""
    from assistant.models.store import default_store

    store = default_store()
    facts = []
    for model in store.models().values():
        found = store.locate(model)
        faults = store.faults(found) if found else ()
        facts.append(ModelFacts(model.name, model.engine, found is not None, faults, model.install))
    return facts


def probe_disk() -> DiskFacts:
    """Look at the place where the user's data lie, or would lie."""
    from platformdirs import user_data_path

    from assistant.models.store import APP

    wanted = user_data_path(APP)
    folder = next((place for place in (wanted, *wanted.parents) if place.is_dir()), Path(os.sep))
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"referee")
        return DiskFacts(str(folder), shutil.disk_usage(folder).free)
    except OSError as error:
        return DiskFacts(str(folder), 0, error.strerror or str(error))


def probe_clock() -> ClockFacts:
    """Ask Python about the clock that times packets."""
    info = time.get_clock_info("monotonic")
    return ClockFacts(info.monotonic, info.resolution * 1000)
