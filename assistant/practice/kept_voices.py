"""The everyday voices that players had measured, for whoever compares a call with them."""

from assistant.practice.creepy import VoiceMeasure
from assistant.practice.database import StoreError
from assistant.practice.store import FILE_NAME, Store, default_folder
from assistant.practice.voices import VoiceMeter, comparable


def kept_voices(meter: VoiceMeter) -> dict[str, VoiceMeasure]:
    """Return every everyday voice that was kept and that this meter can compare with, by casefolded name."""
    if not (default_folder() / FILE_NAME).is_file():
        return {}
    try:
        with Store() as store:
            voices = {player.name.casefold(): comparable(store.voice(player), meter) for player in store.players()}
    except StoreError:
        return {}
    return {name: voice for name, voice in voices.items() if voice is not None}
