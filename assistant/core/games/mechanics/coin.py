"""Chance that anyone can check again: every flip follows from the table's seed and the flip's number."""

import hashlib
from typing import TypeVar

ItemT = TypeVar("ItemT")

HEADS = "heads"
"""One side of the coin."""

TAILS = "tails"
"""The other side."""


def flip(seed: int, number: int) -> str:
    """Return HEADS or TAILS for the flip with this number, from 0: the same for the same seed on every machine."""
    return HEADS if _drawn(f"coin {seed} {number}") % 2 else TAILS


def shuffled(items: tuple[ItemT, ...], seed: int, number: int) -> tuple[ItemT, ...]:
    """Return the items in an order that follows from the seed and the shuffle's number, counted with the flips."""
    keyed = sorted(range(len(items)), key=lambda index: (_drawn(f"card {seed} {number} {index}"), index))
    return tuple(items[index] for index in keyed)


def _drawn(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
