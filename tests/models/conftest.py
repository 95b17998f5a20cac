"""A machine with no models, and a publisher's server on loopback."""

import contextlib
import hashlib
import http.server
import io
import threading
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from assistant.models.manifest import Model
from assistant.models.store import Store

FILES = {"config.json": b"{}", "model.bin": b"weights" * 50_000, "tokenizer.json": b"[]", "vocabulary.txt": b"brains"}
"""What the Whisper engine takes for a model until it opens it."""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def zipped(files: Mapping[str, bytes], folder: str = "tiny-1.0") -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"{folder}/{name}" if folder else name, content)
    return buffer.getvalue()


def write_model(folder: Path, files: Mapping[str, bytes] = FILES) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def tiny_model(url: str = "", archive: bytes = b"", files: Mapping[str, bytes] | None = None) -> Model:
    return Model(
        "tiny",
        "whisper",
        "A tiny model",
        "MIT",
        "en",
        len(archive),
        "referee models get tiny",
        {name: sha256(content) for name, content in (files or {}).items()},
        archive=url,
        archive_folder="tiny-1.0",
        archive_sha256=sha256(archive),
    )


def store_with(tmp_path: Path, *models: Model) -> Store:
    tree = tmp_path / "tree"
    return Store(tmp_path / "user", tree, tmp_path / "cache" / "checksums.json", {one.name: one for one in models})


@dataclass
class Publisher:
    """A server that can break off, forget ranges, and change its file."""

    content: bytes = b""
    break_after: list[int] = field(default_factory=list)
    """Bytes to send before the connection breaks, one for each request to come."""
    knows_ranges: bool = True
    says_length: bool = True
    status: int = 200
    redirect: str = ""
    ranges: list[str | None] = field(default_factory=list)
    """The Range header of each request so far."""
    url: str = ""


@pytest.fixture
def publisher() -> Iterator[Publisher]:
    state = Publisher()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            state.ranges.append(self.headers["Range"])
            if state.redirect:
                self.send_response(302)
                self.send_header("Location", state.redirect)
                self.end_headers()
                return
            if state.status != 200:
                self.send_error(state.status)
                return
            wanted = self.headers["Range"] if state.knows_ranges else None
            first = int(wanted.removeprefix("bytes=").rstrip("-")) if wanted else 0
            if wanted and first >= len(state.content):
                self.send_error(416)
                return
            body = state.content[first:]
            self.send_response(206 if wanted else 200)
            if wanted:
                self.send_header("Content-Range", f"bytes {first}-{len(state.content) - 1}/{len(state.content)}")
            if state.says_length:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with contextlib.suppress(ConnectionError):  # whoever asked has gone
                self.wfile.write(body[: state.break_after.pop(0)] if state.break_after else body)
            self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/tiny.zip"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield state
    server.shutdown()
    server.server_close()
    thread.join()
