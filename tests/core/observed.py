"""Short makers of observations, and a strategy for whole streams of them about the tiny game."""

from hypothesis import strategies as st

from assistant.core.observations import (
    Amendment,
    Call,
    Command,
    CommandName,
    End,
    Fact,
    Gap,
    Observation,
    Tick,
    Verdict,
    moment_ms,
)

PLAYERS = ("Ann", "Ben", "Cid")


def call(
    player: str | None,
    phrase: str | None,
    end_ms: int,
    verdict: Verdict = Verdict.EXACT,
    channel: int | None = None,
    length_ms: int = 400,
) -> Call:
    heard = "" if phrase is None else phrase.partition(".")[2]
    start_ms = max(0, end_ms - length_ms)
    return Call(player, phrase, verdict, heard=heard, start_ms=start_ms, end_ms=end_ms, channel=channel)


def grab(player: str | None, end_ms: int, verdict: Verdict = Verdict.EXACT, channel: int | None = None) -> Call:
    return call(player, "tiny.grab", end_ms, verdict, channel)


def mine(player: str | None, end_ms: int, verdict: Verdict = Verdict.EXACT, channel: int | None = None) -> Call:
    return call(player, "tiny.mine", end_ms, verdict, channel)


_MOMENTS = st.integers(min_value=0, max_value=60_000)
_PEOPLE = st.sampled_from((None, *PLAYERS, "Nobody"))
_CHANNELS = st.sampled_from((None, 0, 1))
_TARGETS = st.none() | st.integers(min_value=0, max_value=30)

CALLS = st.builds(
    call,
    _PEOPLE,
    st.sampled_from((None, "tiny.grab", "tiny.mine")),
    _MOMENTS,
    st.sampled_from(Verdict),
    _CHANNELS,
)
GAPS = st.builds(
    lambda channel, start_ms, length_ms: Gap(channel, start_ms, start_ms + length_ms, "overflow"),
    st.sampled_from((0, 1)),
    _MOMENTS,
    st.integers(min_value=1, max_value=3_000),
)
COMMANDS = st.builds(Command, _MOMENTS, st.sampled_from(CommandName), _PEOPLE, _TARGETS)
TABLE = CALLS | st.builds(Fact, _MOMENTS, st.just("tiny.cookie"), player=_PEOPLE) | GAPS
ANYTHING = (
    TABLE
    | COMMANDS
    | st.builds(Amendment, _MOMENTS, st.integers(min_value=0, max_value=30), CALLS, st.just("heard again"), _PEOPLE)
    | st.builds(Tick, _MOMENTS)
    | st.builds(End, _MOMENTS)
)


def in_order(observations: list[Observation]) -> list[Observation]:
    """Return the observations as a source would give them: by their moments."""
    return sorted(observations, key=moment_ms)


STREAMS = st.lists(ANYTHING, max_size=25)
ORDERED_STREAMS = STREAMS.map(in_order)
