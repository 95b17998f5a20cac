"""Moments and lengths of time in words."""

import pytest

from assistant.core.times import clock, seconds, seconds_to_ms


@pytest.mark.parametrize(("ms", "text"), [(0, "0:00"), (59_999, "0:59"), (3_600_000, "1:00:00"), (754_000, "12:34")])
def test_whole_seconds(ms: int, text: str) -> None:
    assert clock(ms) == text


@pytest.mark.parametrize(
    ("at_ms", "text"), [(0, "0:00.00"), (59_999, "0:59.99"), (61_230, "1:01.23"), (3_600_000, "60:00.00")]
)
def test_hundredths(at_ms: int, text: str) -> None:
    assert clock(at_ms, 2) == text


def test_a_minute_is_never_sixty_seconds() -> None:
    assert clock(59_999, 1) == "0:59.9"
    assert clock(60_000, 1) == "1:00.0"


@pytest.mark.parametrize(
    ("ms", "text"), [(0, "0"), (1500, "1.5"), (12_000, "12"), (100, "0.1"), (1_234_567, "1234.567"), (-40, "-0.04")]
)
def test_seconds_are_exact(ms: int, text: str) -> None:
    assert seconds(ms) == text


def test_seconds_of_file_formats_have_three_decimals() -> None:
    assert seconds_to_ms(1500) == "1.500"
