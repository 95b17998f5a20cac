"""What tests of every room may need."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture
def heeding_ctrl_c() -> Iterator[None]:
    """Tests that run in the background ignore Ctrl-C, and whatever they start would do so, too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
