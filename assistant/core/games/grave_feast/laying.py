"""Families of humans: laid down, started, joined, and never broken up (sections 3 and 5)."""

from dataclasses import replace

from assistant.core.games.grave_feast.hand import act, may_act, noted, refused
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Ruled

SMALLEST_START = 2
"""Section 3: a family starts with two humans at least."""


def is_run(cards: tuple[int, ...]) -> bool:
    """Return whether humans follow one another without a gap and without a double."""
    return bool(cards) and cards == tuple(range(cards[0], cards[0] + len(cards)))


def lay(state: GraveFeastState, number: int, player: str, suit: str, cards: tuple[int, ...], at_ms: int) -> Ruled:
    """A player lays humans: to a family of his that they continue, or else as a new one."""
    rule = may_act(state, player, len(cards))
    if rule:
        return refused(state, player, rule, at_ms)
    told = tuple(sorted(cards))
    fitting = [family for family in _own(state, player, suit) if is_run(tuple(sorted((*family.cards, *told))))]
    if not fitting:
        return start(state, number, player, suit, cards, at_ms)
    family = max(fitting, key=lambda each: (each.eater is not None, each.touched_ms, each.id))
    longer = _with_cards(family, (*family.cards, *told), at_ms)
    return noted(act(state.put(longer), player, len(cards)), number, player, "lays", at_ms)


def start(state: GraveFeastState, number: int, player: str, suit: str, cards: tuple[int, ...], at_ms: int) -> Ruled:
    """A player starts a new family, with two humans at least."""
    told = tuple(sorted(cards))
    rule = may_act(state, player, len(cards))
    if not rule and len(told) < SMALLEST_START:
        rule = "start-needs-two"
    if not rule and not is_run(told):
        rule = "not-a-run"
    if rule:
        return refused(state, player, rule, at_ms)
    heard = state.latest(lambda family: family.owner == player and family.kind == suit and not family.cards)
    if heard is not None and heard.claim is None:
        state = state.put(_with_cards(heard, told, at_ms))
    else:
        family = Family(state.next_family, player, suit, at_ms, cards=told, size=len(told))
        state = replace(state.put(family), next_family=state.next_family + 1)
    return noted(act(state, player, len(cards)), number, player, "lays", at_ms)


def join(state: GraveFeastState, number: int, player: str, suit: str, cards: tuple[int, int], at_ms: int) -> Ruled:
    """A player joins two families of his, in whole."""
    first, second = (family_with(state, player, suit, card) for card in cards)
    if first is None or second is None or first.id == second.id:
        return refused(state, player, "no-such-family", at_ms)
    if state.board and state.turn not in (None, player):
        return refused(state, player, "not-your-turn", at_ms)
    union = tuple(sorted((*first.cards, *second.cards)))
    if not is_run(union):
        return refused(state, player, "not-a-run", at_ms)
    if first.eater is not None and second.eater is not None:
        return refused(state, player, "two-eaters", at_ms)
    host, guest = (second, first) if second.eater is not None else (first, second)
    state = state.drop(guest.id).put(_with_cards(host, union, at_ms))
    return noted(state, number, player, "joins", at_ms)


def split(state: GraveFeastState, player: str, at_ms: int) -> Ruled:
    """Somebody wants to take humans out of a family: that is never legal."""
    return refused(state, player, "family-whole", at_ms)


def move_eater(state: GraveFeastState, player: str, eater: str, at_ms: int) -> Ruled:
    """Somebody wants to put a feeding eater to another family: that is never legal."""
    return refused(state, player, "eater-bound", at_ms, eater=eater)


def family_with(state: GraveFeastState, player: str, suit: str, card: int) -> Family | None:
    """Return a player's family of a suit that holds a human with this number, or None."""
    return next((family for family in _own(state, player, suit) if card in family.cards), None)


def runs(cards: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return what humans fall into when only those that follow one another stay together."""
    found: list[tuple[int, ...]] = []
    for card in sorted(cards):
        if found and found[-1][-1] + 1 == card:
            found[-1] = (*found[-1], card)
        else:
            found.append((card,))
    return tuple(found)


def _own(state: GraveFeastState, player: str, suit: str) -> list[Family]:
    return [
        family
        for family in state.families
        if family.owner == player and family.kind == suit and family.claim is None and family.cards
    ]


def _with_cards(family: Family, cards: tuple[int, ...], at_ms: int) -> Family:
    ordered = tuple(sorted(cards))
    return replace(family, cards=ordered, size=len(ordered), touched_ms=at_ms)


def tear(state: GraveFeastState, family: Family, leaving: tuple[int, ...]) -> tuple[GraveFeastState, bool]:
    """Take humans out of a family against the rule that it is whole, as only the rare cards can.

    What still follows one another stays together. The eater stays with the largest part, the lowest of equals.

    Returns:
        The state, and whether the eater is left without a family.
    """
    parts = [part for part in runs(tuple(card for card in family.cards if card not in leaving)) if _stays(state, part)]
    state = state.drop(family.id)
    if not parts:
        return state, family.eater is not None
    largest = max(parts, key=len)
    state = state.put(replace(family, cards=largest, size=len(largest)))
    for part in parts:
        if part is not largest:
            piece = Family(state.next_family, family.owner, family.kind, family.touched_ms, cards=part, size=len(part))
            state = replace(state.put(piece), next_family=state.next_family + 1)
    return state, False


def _stays(state: GraveFeastState, part: tuple[int, ...]) -> bool:
    return state.rules.exorcist_split == "units" or len(part) > 1
