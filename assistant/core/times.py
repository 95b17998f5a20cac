"""Moments and lengths of time as people read them; every one of them is kept in whole milliseconds."""

_WHOLE_S = 1000
"""Milliseconds in a second."""


def clock(at_ms: int, decimals: int = 0) -> str:
    """Return a moment as minutes and seconds such as 1:05, cut and never rounded up.

    Whole seconds are shown with hours where there are any (1:00:05); with fractions the minutes run on (60:05.25), so
    that columns of moments stay narrow.

    Args:
        at_ms: the moment; not negative.
        decimals: how many digits of the second's fraction are shown, 0 to 3.
    """
    minutes, ms = divmod(at_ms, 60 * _WHOLE_S)
    if decimals:
        return f"{minutes}:{ms // _WHOLE_S:02d}." + f"{ms % _WHOLE_S:03d}"[:decimals]
    hours, minutes = divmod(minutes, 60)
    begin = f"{hours}:{minutes:02d}" if hours else str(minutes)
    return f"{begin}:{ms // _WHOLE_S:02d}"


def seconds(ms: int) -> str:
    """Return a length of time in seconds, exact, without zeros at the end: 1.5, 12, 4000.001."""
    return f"{ms / _WHOLE_S:.3f}".rstrip("0").rstrip(".")


def seconds_to_ms(ms: int) -> str:
    """Return a moment in seconds, always with three decimals, as file formats want it: 1.500."""
    return f"{ms / _WHOLE_S:.3f}"
