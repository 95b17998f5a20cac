"""The chain: every line of a log ends in the hash of itself and of the line before it.

So no line can be changed, removed, added or moved without every later hash being wrong.
"""

import hashlib
import re

from assistant.core.codec import JsonObject
from assistant.core.output import as_text

GENESIS = "0" * 64
"""What stands for the hash of the line before the first one."""

_SEAL = re.compile(r',"sha256":"([0-9a-f]{64})"\}')
_SEAL_CHARACTERS = len(',"sha256":""}') + 64


def seal(record: JsonObject, previous: str) -> tuple[str, str]:
    """Return a record's line, without its line end, and its hash.

    Args:
        record: anything but an empty object.
        previous: the hash of the line before it, or GENESIS.
    """
    body = as_text(record)
    digest = digest_of(body, previous)
    return f'{body[:-1]},"sha256":"{digest}"}}', digest


def unseal(line: str) -> tuple[str, str] | None:
    """Return the record's own text and the hash that the line carries, or None when it carries none."""
    found = _SEAL.fullmatch(line[-_SEAL_CHARACTERS:])
    return None if found is None else (line[:-_SEAL_CHARACTERS] + "}", found[1])


def digest_of(body: str, previous: str) -> str:
    """Return the hash of a record's own text that follows the line with the hash `previous`."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()
