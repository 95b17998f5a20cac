"""Downloads a model's archive, on request only: with a checksum, and going on where an earlier try broke off."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from assistant.models.digests import sha256_of
from assistant.models.manifest import ModelError

TIMEOUT_S = 30.0
"""So long may a server say nothing."""
CHUNK_BYTES = 1 << 16
TRIES = 4
"""So often a broken connection is taken up again; a try that brings nothing is the last."""
PARTIAL = 206
"""HTTP: the rest of the file follows."""
RANGE_REFUSED = 416
"""HTTP: there is no such rest."""
LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Where plain http is no risk."""

Progress = Callable[[int, int], None]
"""Told the bytes that are here, and all there are."""


def fetch(url: str, target: Path, size_bytes: int, sha256: str, progress: Progress = lambda _done, _all: None) -> None:
    """Download a file; what is already here of it is kept, `target` appears only when it is whole and checked.

    Args:
        url: https, or http on this machine.
        target: where it goes; beside it lies a part of it, `.part`, until then.
        size_bytes: how large it must be.
        sha256: its checksum.
        progress: told how far it is.

    Raises:
        ModelError: the server cannot be reached, offers another file, or the disk is full.
    """
    _check_url(url)
    part = target.with_name(target.name + ".part")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if _size(target) == size_bytes and sha256_of(target) == sha256:
            return
        _receive(url, part, size_bytes, progress)
        received = sha256_of(part)
        if received != sha256:
            part.unlink()
            raise ModelError(
                f"{url}: the file received is not that of the manifest (sha256 {received} instead of {sha256}); "
                "it was thrown away: try again, or update the referee"
            )
        part.replace(target)
    except OSError as error:
        raise ModelError(f"{part}: cannot be written ({error.strerror or error}); make room and try again") from error


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOOPBACK):
        raise ModelError(f"{url}: models are fetched by https only")


class _HttpsOnly(urllib.request.HTTPRedirectHandler):
    """Follows redirections, but not to an address that could be tampered with on the way."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        """Refuse what `_check_url` refuses."""
        _check_url(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _receive(url: str, part: Path, size_bytes: int, progress: Progress) -> None:
    """Bring `part` to its full size, over several connections if need be."""
    fault = "the connection broke off"
    for _ in range(TRIES):
        before = _size(part)
        if before == size_bytes:
            break
        try:
            _receive_once(url, part, before, size_bytes, progress)
        except urllib.error.HTTPError as error:
            if error.code != RANGE_REFUSED:
                raise ModelError(f"{url}: the server answers {error.code} {error.reason}; try again later") from error
            part.unlink(missing_ok=True)
            continue
        except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as error:
            fault = str(getattr(error, "reason", "") or error or type(error).__name__)
        if _size(part) <= before:
            break
    if _size(part) != size_bytes:
        done = f"{_size(part)} of {size_bytes} bytes are kept"
        raise ModelError(f"{url}: could not be fetched ({fault}); {done}: the same command goes on from there")


def _receive_once(url: str, part: Path, have: int, size_bytes: int, progress: Progress) -> None:
    """Receive what is missing, or the whole where the server or the part do not allow less."""
    if have > size_bytes:
        part.unlink()
        have = 0
    headers = {"User-Agent": "party-referee", "Accept-Encoding": "identity"}
    if have:
        headers["Range"] = f"bytes={have}-"
    opener = urllib.request.build_opener(_HttpsOnly)
    with opener.open(urllib.request.Request(url, headers=headers), timeout=TIMEOUT_S) as response:
        if response.status != PARTIAL or not str(response.headers.get("Content-Range")).startswith(f"bytes {have}-"):
            have = 0
        offered = response.headers.get("Content-Length")
        if offered is not None and have + int(offered) != size_bytes:
            raise ModelError(
                f"{url}: is {have + int(offered)} bytes, not {size_bytes}: it has changed; update the referee"
            )
        with part.open("ab" if have else "wb") as sink:
            while chunk := response.read(CHUNK_BYTES):
                have += len(chunk)
                if have > size_bytes:
                    raise ModelError(
                        f"{url}: sends more than its {size_bytes} bytes: it has changed; update the referee"
                    )
                sink.write(chunk)
                progress(have, size_bytes)


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0
