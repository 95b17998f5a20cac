"""Where the models lie on this machine, and whether their files are what they should be; never asks the network."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from assistant.models.digests import Digests
from assistant.models.kinds import model_files
from assistant.models.lock import Locked, read_lock
from assistant.models.manifest import Model, ModelError, load_manifest, source_tree

__all__ = ["Found", "ModelError", "Place", "Store", "default_store", "find_model", "weights_sha256"]

APP = "party-referee"
"""The name of the user's folders."""
LOCK_NAME = "lock.json"
"""In the user's folder of models."""


class Place(StrEnum):
    """Where a model may lie; the first that holds it counts."""

    TREE = "in models/ of the source tree"
    """Put there by hand."""
    USER = "in the user's data folder"
    """Added or fetched."""
    PACKAGE = "in a Python package"
    """Installed with pip."""


@dataclass(frozen=True, slots=True)
class Found:
    """A model that is on this machine."""

    model: Model
    """Which."""
    folder: Path
    """Its folder."""
    place: Place
    """Where that is."""


class Store:
    """The models of one machine."""

    def __init__(self, user: Path, tree: Path | None, cache: Path | None, manifest: Mapping[str, Model]) -> None:
        """Look in these folders.

        Args:
            user: the folder for models that are added or fetched; need not exist.
            tree: the folder `models` of a checkout, or None outside of one.
            cache: the file that remembers checksums, or None.
            manifest: the known models by name.
        """
        self.user = user
        """The folder for models that are added or fetched."""
        self.manifest = manifest
        """The known models by name."""
        self._tree = tree
        self.digests = Digests(cache)
        """Reads and remembers checksums."""

    @property
    def lock_file(self) -> Path:
        """The file with the checksums of what was added or fetched."""
        return self.user / LOCK_NAME

    def locked(self) -> dict[str, Locked]:
        """Return what was added or fetched; raises ModelError when its file is damaged."""
        return read_lock(self.lock_file)

    def models(self) -> dict[str, Model]:
        """Return the models of the manifest, then those that the user added besides."""
        added = {name: _model_of(name, one) for name, one in self.locked().items() if name not in self.manifest}
        return {**self.manifest, **dict(sorted(added.items()))}

    def locate(self, model: Model) -> Found | None:
        """Return where a model lies, or None; a folder counts as soon as anything is in it."""
        for folder, place in self._places(model):
            if folder.is_dir() and any(folder.iterdir()):
                return Found(model, folder, place)
        return None

    def find(self, engine: str, language: str = "en") -> Path | None:
        """Return the folder of the first model of an engine that is here, its files checked; None when none is.

        Raises:
            ModelError: it is here, but a file of it is not what it should be.
        """
        for model in self.models().values():
            if (model.engine, model.language) == (engine, language) and (found := self.locate(model)):
                if faults := self.faults(found):
                    raise ModelError(f"{faults[0]}; {self._mend(found)}")
                return found.folder
        return None

    def faults(self, found: Found, fresh: bool = False) -> tuple[str, ...]:
        """Return what is wrong with the files of a model, each in a few words; `fresh` reads every file again."""
        wrong = [
            f"{found.folder / name}: missing from the model {found.model.name}"
            for name in model_files(found.model.engine)
            if name not in self.expected(found) and not (found.folder / name).is_file()
        ]
        for name, expected in self.expected(found).items():
            path = found.folder / name
            try:
                if self.digests.of(path, fresh) != expected:
                    wrong.append(f"{path}: is not the file of the model {found.model.name} (its checksum differs)")
            except FileNotFoundError:
                wrong.append(f"{path}: missing from the model {found.model.name}")
            except OSError as error:
                wrong.append(f"{path}: cannot be read ({error.strerror})")
        self.digests.save()
        return tuple(wrong)

    def expected(self, found: Found) -> Mapping[str, str]:
        """Return the checksums that a model's files must have; empty where nobody recorded any."""
        if found.model.files:
            return found.model.files
        locked = self.locked().get(found.model.name) if found.place is Place.USER else None
        return locked.files if locked else {}

    def _places(self, model: Model) -> list[tuple[Path, Place]]:
        places = []
        if self._tree is not None:
            names = dict.fromkeys(name for name in (model.name, model.archive_folder) if name)
            places += [(self._tree / name, Place.TREE) for name in names]
        places.append((self.user / model.name, Place.USER))
        spec = find_spec(model.package) if model.package else None
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            places.append((Path(folder) / model.package_folder, Place.PACKAGE))
        return places

    def _mend(self, found: Found) -> str:
        if found.place is Place.TREE:
            return f"remove {found.folder} or put the right files there"
        return f"run: {found.model.install}"


def default_store() -> Store:
    """Return the store of this machine's user."""
    root = source_tree()
    return Store(
        user_data_path(APP) / "models",
        root / "models" if root else None,
        user_cache_path(APP) / "checksums.json",
        load_manifest(),
    )


def find_model(engine: str, language: str = "en") -> Path | None:
    """Return the folder of a model for an engine on this machine: see `Store.find`."""
    return default_store().find(engine, language)


def weights_sha256(folder: Path) -> str:
    """Return one checksum for a model's folder: that of its largest file, which holds the weights.

    Raises:
        OSError: it cannot be read.
    """
    largest = max((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.stat().st_size)
    digests = default_store().digests
    digest = digests.of(largest)
    digests.save()
    return digest


def _model_of(name: str, one: Locked) -> Model:
    return Model(name, one.engine, name, "", one.language, 0, f"referee models add PATH --name {name}", one.files)
