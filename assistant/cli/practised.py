"""What practice knows of the players of a table, for its setup."""

from collections.abc import Sequence

from assistant.practice.database import StoreError
from assistant.practice.store import FILE_NAME, Store, default_folder
from assistant.practice.warnings import warnings_of


def warnings_for(game: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return what to tell a table about those of its players who have practised, a sentence each.

    A database that cannot be read is told and stops nobody from playing.
    """
    if not (default_folder() / FILE_NAME).is_file():
        return ()
    try:
        with Store() as store:
            wanted = {name.casefold() for name in names}
            known = [player for player in store.players() if player.name.casefold() in wanted]
            return tuple(line for player in known for line in warnings_of(player.name, game, store.attempts(player)))
    except StoreError as error:
        return (str(error),)
