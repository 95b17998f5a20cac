"""Whether a folder holds a Vosk model that can take a grammar: checked before native code opens it.

Kaldi answers a wrong folder with a page of stderr, and a cut-off graph with a segmentation fault that no Python can
catch. So what is missing is named here, with the path that was probably meant.
"""

import struct
from pathlib import Path

from engines.base import EngineError

MODEL_FILES = (
    "am/final.mdl",
    "conf/mfcc.conf",
    "conf/model.conf",
    "graph/Gr.fst",
    "graph/HCLr.fst",
    "graph/disambig_tid.int",
)
"""What every Vosk model has that can take a grammar (model.cc of vosk-api 0.3.45, `ConfigureV2`)."""
LOOKAHEAD_FILES = frozenset({"graph/Gr.fst", "graph/HCLr.fst", "graph/disambig_tid.int"})
"""Those of a graph that is put together at run time; without them the vocabulary is baked in."""
IVECTOR_FILES = (
    "ivector/final.dubm",
    "ivector/final.ie",
    "ivector/final.mat",
    "ivector/global_cmvn.stats",
    "ivector/online_cmvn.conf",
    "ivector/splice.conf",
)
"""All or none of these: the part that adapts to the speaker's voice."""
STATIC_GRAPH = "graph/HCLG.fst"
"""The graph of a model whose vocabulary is fixed."""
OTHER_KINDS = {
    "mean.vec": "a Vosk speaker model, which tells voices apart and hears no words",
    "final.ext.raw": "a Vosk speaker model, which tells voices apart and hears no words",
    "model.onnx": "a speech synthesis model, which speaks and does not hear",
    "model.bin": "a Whisper model; use it with the engine whisper",
    "mdef": "a PocketSphinx model; that engine carries its own",
}
"""Files that give away another kind of model."""

FST_MAGIC = 2125659606
"""The first four bytes of every OpenFst file, little-endian (fst.cc)."""
CONST_STATE_BYTES = 20
"""A state of a constant FST: its weight, the place of its arcs, and three counts (const-fst.h)."""
CONST_ARC_BYTES = 16
"""An arc: two labels, a weight, and the next state."""
HEADER_BYTES = 4096
"""More than any FST header."""
ADD_ON_MAGIC = struct.pack("<i", 446681434)
"""What stands between the header of an FST with an add-on and the FST inside (add-on.h)."""


def check_folder(model_dir: Path) -> None:
    """Check that native code can open this folder.

    Raises:
        EngineError: it cannot: says what is missing, and the path that was probably meant.
    """
    if not model_dir.is_dir():
        raise EngineError(f"{model_dir}: {_not_a_folder(model_dir)}")
    missing = _missing(model_dir)
    if missing:
        raise EngineError(f"{model_dir}: {_why_no_model(model_dir, missing)}")
    for name in ("graph/HCLr.fst", "graph/Gr.fst"):
        if fault := _graph_fault(model_dir / name):
            raise EngineError(f"{model_dir / name}: {fault}; {_again()}")
    for path in sorted((*model_dir.glob("conf/*.conf"), *model_dir.glob("ivector/*.conf"))):
        if not _is_settings(path):
            raise EngineError(f"{path}: no file of Kaldi settings; {_again()}")


def _again() -> str:
    return "the model is damaged: fetch it again with `referee models get`"


def _missing(folder: Path) -> tuple[str, ...]:
    wanted = MODEL_FILES + (IVECTOR_FILES if (folder / "ivector").is_dir() else ())
    return tuple(name for name in wanted if not _is_filled(folder / name))


def _is_filled(path: Path) -> bool:
    return path.is_file() and (path.suffix == ".conf" or path.stat().st_size > 0)


def _not_a_folder(path: Path) -> str:
    if path.suffix.casefold() == ".zip" and path.is_file():
        return f"is a zip: unpack it with `referee models add {path}`"
    if path.is_file():
        within = next((parent for parent in path.parents if not _missing(parent)), None)
        return f"is a file; the model is the folder {within}" if within else "is a file; give the model's folder"
    near = next((parent for parent in path.parents if parent.is_dir()), None)
    return f"no such folder ({near} is there); see `referee models list`"


def _why_no_model(folder: Path, missing: tuple[str, ...]) -> str:
    if nested := [child for child in sorted(folder.iterdir()) if child.is_dir() and not _missing(child)]:
        return f"holds the model one folder deeper: use {nested[0]}"
    if not _missing(folder.parent):
        return f"is a part of a Vosk model: use {folder.parent}"
    if zips := sorted(folder.glob("*.zip")):
        return f"holds a zip and no model: unpack it with `referee models add {zips[0]}`"
    if not any(folder.iterdir()):
        return "the folder is empty; get a model with `referee models get vosk-small-en`"
    for name, kind in OTHER_KINDS.items():
        if (folder / name).is_file():
            return f"is {kind}"
    if set(missing) <= LOOKAHEAD_FILES and (folder / STATIC_GRAPH).is_file():
        return (
            f"this Vosk model cannot take a grammar ({', '.join(missing)} missing, its graph is fixed); "
            "use a small model, such as vosk-small-en"
        )
    return f"no Vosk model ({', '.join(missing)} missing); see `referee models list`"


def _graph_fault(path: Path) -> str | None:
    """Return what is wrong with an OpenFst file, as far as its header and its size can tell."""
    with path.open("rb") as file:
        head = file.read(HEADER_BYTES)
    try:
        needed = _bytes_needed(head)
    except (struct.error, ValueError):
        return "no graph of OpenFst"
    held = path.stat().st_size
    return f"cut off ({held} bytes of at least {needed})" if held < needed else None


def _bytes_needed(head: bytes) -> int:
    """Return how many bytes an FST must have at least, by its header; raises ValueError when it is none."""
    kind, states, arcs, offset = _fst_header(head)
    if kind == "const":
        return offset + states * CONST_STATE_BYTES + arcs * CONST_ARC_BYTES
    if head[offset : offset + len(ADD_ON_MAGIC)] == ADD_ON_MAGIC:
        return offset + len(ADD_ON_MAGIC) + _bytes_needed(head[offset + len(ADD_ON_MAGIC) :])
    return offset


def _fst_header(head: bytes) -> tuple[str, int, int, int]:
    """Return an FST's type, its numbers of states and arcs, and where its header ends."""
    (magic,) = struct.unpack_from("<i", head)
    if magic != FST_MAGIC:
        raise ValueError("not the magic number of an FST")
    kind, offset = _string(head, 4)
    _, offset = _string(head, offset)
    numbers = struct.Struct("<iiQqqq")
    _, _, _, _, states, arcs = numbers.unpack_from(head, offset)
    return kind, states, arcs, offset + numbers.size


def _string(head: bytes, offset: int) -> tuple[str, int]:
    (length,) = struct.unpack_from("<i", head, offset)
    text = head[offset + 4 : offset + 4 + length]
    if not 0 < length == len(text):
        raise ValueError("no name of an FST type")
    return text.decode("ascii"), offset + 4 + length


def _is_settings(path: Path) -> bool:
    """Return whether every line is a comment or `--name=value`; Kaldi prints pages about any other."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return False
    settings = [line.partition("#")[0].strip() for line in lines]
    return all(line.startswith("--") and "=" in line for line in settings if line)
