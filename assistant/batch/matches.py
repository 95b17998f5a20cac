"""Who played on which recording of a folder: the file `matches.toml` in it.

```toml
["monday.flac"]
players = "Ann,Ben,Cid"

["late/*.wav"]
players = "Dee,Eve"
house_rules = "strict.yaml"
```

A section is a path below the folder, or a pattern of paths; the first one that fits a recording holds. What it leaves
out is as on the command line.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path

from assistant.batch.judging import Wishes
from assistant.errors import RefereeError

MATCHES_FILE = "matches.toml"
"""Its name in the folder of the recordings."""

Section = Mapping[str, str | int]
"""What a section says, by its keys."""

_KINDS: Mapping[str, type] = {"game": str, "players": str, "house_rules": str, "seed": int}
"""What a section may say, and as what."""


def wishes_for(folder: Path, found: Sequence[Path], usual: Wishes) -> dict[Path, Wishes]:
    """Return how every recording is to be judged.

    Args:
        folder: where the recordings lie, and `matches.toml`, if there is one.
        found: the recordings.
        usual: what holds where the file says nothing.

    Raises:
        RefereeError: the file is wrong, a section fits no recording, or nobody says who played on one.
    """
    file = folder / MATCHES_FILE
    sections = _sections(file)
    names = {path: path.relative_to(folder).as_posix() for path in found}
    for pattern in sections:
        if not any(fnmatchcase(name, pattern) for name in names.values()):
            raise RefereeError(f"{file}: [{pattern!r}] fits no recording in {folder}: mend the name, or take it out")
    chosen = {path: _wishes(name, folder, sections, usual) for path, name in names.items()}
    for path, wishes in chosen.items():
        _check(path, file, wishes, usual)
    return chosen


def _sections(file: Path) -> Mapping[str, Section]:
    if not file.exists():
        return {}
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise RefereeError(f"{file}: cannot be read ({error.strerror}): mend its permissions") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RefereeError(f"{file}: is no TOML ({error}): see `referee judge --help`") from error
    return {pattern: _section(file, pattern, told[pattern]) for pattern in told}


def _section(file: Path, pattern: str, section: object) -> Section:
    if not isinstance(section, dict):
        raise RefereeError(f'{file}: {pattern!r} stands outside of a section: begin one with ["NAME OF A RECORDING"]')
    for key, value in section.items():
        kind = _KINDS.get(key)
        if isinstance(value, dict):
            raise RefereeError(f'{file}: [{pattern}.{key}]: put the name in quotes: ["{pattern}.{key}"]')
        if kind is None:
            raise RefereeError(f"{file}: [{pattern!r}]: unknown key {key!r}: the known ones are {', '.join(_KINDS)}")
        if type(value) is not kind:
            wanted = "a whole number" if kind is int else 'text in quotes, such as "Ann,Ben"'
            raise RefereeError(f"{file}: [{pattern!r}]: {key} must be {wanted}")
    return section


def _wishes(name: str, folder: Path, sections: Mapping[str, Section], usual: Wishes) -> Wishes:
    section = next((each for pattern, each in sections.items() if fnmatchcase(name, pattern)), {})
    rules = section.get("house_rules")
    return replace(
        usual,
        game=str(section.get("game", usual.game)),
        players=str(section.get("players", usual.players)),
        house_rules=usual.house_rules if rules is None else folder / str(rules),
        seed=int(section.get("seed", usual.seed)),
    )


def _check(path: Path, file: Path, wishes: Wishes, usual: Wishes) -> None:
    """Make sure that wishes name a match that there can be.

    Raises:
        RefereeError: they do not.
    """
    for key, value in (("game", wishes.game), ("players", wishes.players)):
        if not value:
            raise RefereeError(f"{path}: which {key}? give --{key}, or name them in {file}")
    try:
        wishes.match()
    except RefereeError as error:
        if wishes == usual:
            raise
        raise RefereeError(f"{file}, of {path.name}: {error}") from error
