"""Chance that anyone can check again: every flip follows from the table's seed and the flip's number."""

import hashlib


def flip(seed: int, number: int) -> str:
    """Return "heads" or "tails" for the flip with this number, from 0: the same for the same seed on every machine."""
    digest = hashlib.sha256(f"coin {seed} {number}".encode()).digest()
    return "heads" if digest[0] % 2 else "tails"
