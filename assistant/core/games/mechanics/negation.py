"""Chains of negation: a play, what undoes it, what undoes that, and so on without limit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """One valid play in a chain."""

    player: str | None
    """Who made it, when known."""
    call: int
    """The id of the call."""
    at_ms: int
    """When it was complete."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A play and its answers; every link negates the one before it."""

    links: tuple[Link, ...]
    """The valid links, in order; at least one."""
    closes_ms: int
    """Until when the last link may be answered."""

    @property
    def stands(self) -> bool:
        """Whether the first play takes effect as things are: with an odd number of links it does."""
        return len(self.links) % 2 == 1

    @property
    def last(self) -> Link:
        """The link that an answer would negate."""
        return self.links[-1]

    @property
    def calls(self) -> tuple[int, ...]:
        """The ids of all the calls, in order."""
        return tuple(link.call for link in self.links)

    def answered(self, link: Link, window_ms: int) -> "Chain":
        """Return the chain with one more link, which may itself be answered for `window_ms`."""
        return Chain((*self.links, link), link.at_ms + window_ms)
