"""Which files make a model of which engine: asked of the engines' own modules, so a new engine needs no line here."""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules


def model_files(engine: str) -> tuple[str, ...]:
    """Return the files that every model of an engine has; empty for an engine that carries its own."""
    if find_spec(f"engines.{engine}") is None:
        return ()
    return tuple(getattr(import_module(f"engines.{engine}"), "MODEL_FILES", ()))


def folder_engines() -> tuple[str, ...]:
    """Return the engines whose models come as folders, in the order of their names."""
    spec = find_spec("engines")
    names = sorted(module.name for module in iter_modules(spec.submodule_search_locations if spec else ()))
    return tuple(name for name in names if model_files(name) and hasattr(import_module(f"engines.{name}"), "NAME"))


def engine_of(folder: Path) -> str | None:
    """Return the engine that hears with the model in a folder, or None."""
    for engine in folder_engines():
        if all((folder / name).is_file() for name in model_files(engine)):
            return engine
    return None
