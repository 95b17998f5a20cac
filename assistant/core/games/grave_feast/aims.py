"""What a call is about when it does not say so: which family is stolen, announced, fed or prayed at."""

from dataclasses import dataclass
from enum import StrEnum

from assistant.core.games.grave_feast.seat import Seat
from assistant.core.games.grave_feast.state import Family, GraveFeastState, Player, Theft

EATER_CARDS = ("zombie", "vampire")
"""What a preacher destroys."""


class Announced(StrEnum):
    """How an announcement fits the table."""

    OWN = "own"
    """It is about a family of the player's that may go."""
    NEW = "new"
    """It is about a family that the referee knows nothing of yet."""
    REPEATED = "repeated"
    """It stands already."""
    EATERLESS = "eaterless"
    """Nobody feeds on the family."""
    LATE = "late"
    """The family was stolen before."""
    NOTHING = "nothing"
    """The player has no family, as the board is tracked."""
    WHOSE = "whose"
    """Nobody knows who announced, and it matters."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What an announcement is about."""

    how: Announced
    """How it fits."""
    family: Family | None = None
    """The family, where there is one."""
    theft: Theft | None = None
    """For one that comes too late, the steal that was before it."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a succubus may take: a family, or a Monster Mash."""

    family: Family | None
    """The family, with its eater."""
    seat: Seat | None = None
    """Whose Mash, where it is no family."""

    @property
    def owner(self) -> Player:
        """Whose it is now."""
        return self.family.owner if self.family is not None else self.seat.player if self.seat is not None else None

    @property
    def contested_ms(self) -> int | None:
        """When it was last fed, announced or stolen."""
        aim = self.family or self.seat
        return aim.contested_ms if aim is not None else None

    @property
    def order(self) -> tuple[int, int]:
        """By which the latest one is found."""
        if self.family is not None:
            return self.family.touched_ms, self.family.id
        return self.contested_ms or 0, 0


def choices(state: GraveFeastState, player: Player) -> tuple[Aim, ...]:
    """Return all that a succubus of `player` could take: other players' families, and Mashes that nobody guards."""
    families = [Aim(family) for family in state.families if family.owner != player or player is None]
    mashes = [Aim(None, seat) for seat in state.seats if seat.player != player and seat.mash and not seat.guarded]
    return (*families, *mashes)


def stolen_by(state: GraveFeastState, player: Player) -> Aim | None:
    """Return what a succubus of `player` takes: what was fed, announced or stolen last; None where that is open."""
    found = choices(state, player)
    hot = [aim for aim in found if aim.contested_ms is not None and _is_recent(state, aim.contested_ms)]
    if not hot and len(found) == 1:
        hot = list(found)
    if not hot and not state.board:
        hot = [aim for aim in found if aim.family is not None]
    return max(hot, key=lambda aim: aim.order, default=None)


def stealable(state: GraveFeastState, player: Player) -> Family | None:
    """Return the family that a succubus of `player` takes, or None when it is another thing or open."""
    aim = stolen_by(state, player)
    return aim.family if aim is not None else None


def announced(state: GraveFeastState, player: Player, count: int) -> Announcement:
    """Return what "`count` to the graveyard" is about when `player` says it."""
    if player is None:
        return _announced_by_somebody(state)
    own = [family for family in state.families if family.claim is None and _may_be_of(family, player)]
    fed = [family for family in own if family.eater is not None or not (family.orphaned or state.board)]
    if fed:
        return Announcement(Announced.OWN, max(fed, key=lambda family: _preference(family, player, count)))
    claimed = state.latest(lambda family: family.claim is not None and family.owner == player)
    if claimed is not None:
        return Announcement(Announced.REPEATED, claimed)
    if own:
        return Announcement(Announced.EATERLESS, max(own, key=lambda family: _preference(family, player, count)))
    stolen = state.latest(lambda family: _theft_from(family, player) is not None)
    if stolen is not None:
        return Announcement(Announced.LATE, stolen, _theft_from(stolen, player))
    return Announcement(Announced.NOTHING if state.board else Announced.NEW)


def prayed_at(state: GraveFeastState, preacher: Player) -> Family | None:
    """Return the family whose eater a preacher means: the one of another player that was touched last."""
    return state.latest(lambda family: family.eater is not None and (preacher is None or family.owner != preacher))


def stored_eaters(state: GraveFeastState, preacher: Player) -> tuple[tuple[str, str], ...]:
    """Return the eaters in other players' Mashes, as (owner, eater): a preacher may destroy any visible one."""
    return tuple(
        (seat.player, card)
        for seat in state.seats
        if seat.player != preacher
        for card in dict.fromkeys(seat.cards)
        if card in EATER_CARDS
    )


def sure_speaker(state: GraveFeastState, phrase: str) -> Player:
    """Return the only player who could say a phrase by the rules as things stand, or None.

    Args:
        state: where the match stands.
        phrase: the phrase's name without its game, such as "seduce".
    """
    match phrase:
        case "brains" | "blood":
            return state.turn
        case "graveyard":
            return _sure_announcer(state)
        case "seduce":
            aim = stolen_by(state, None)
            return _the_other(state, aim.owner if aim else None)
        case "christ" | "evil":
            return _sure_preacher(state, phrase)
        case _:
            return None


def _is_recent(state: GraveFeastState, at_ms: int) -> bool:
    """Return whether something is still in dispute: in this turn, where turns are followed."""
    return not state.board or at_ms >= state.turn_began_ms


def _may_be_of(family: Family, player: Player) -> bool:
    return family.owner == player or (family.owner is None and not family.thefts)


def _preference(family: Family, player: Player, count: int) -> tuple[bool, bool, int, int]:
    return (family.owner == player, family.size == count, family.touched_ms, family.id)


def _theft_from(family: Family, player: Player) -> Theft | None:
    """Return the latest steal of a family from a player who does not own it now."""
    if family.owner == player:
        return None
    return next((theft for theft in reversed(family.thefts) if theft.victim == player), None)


def _announced_by_somebody(state: GraveFeastState) -> Announcement:
    """Nobody knows who announced: certain only while no steal leaves it open who the family's owner is."""
    waiting = [family for family in state.families if family.claim is None]
    if any(family.thefts for family in waiting) or len({family.owner for family in waiting}) > 1:
        return Announcement(Announced.WHOSE)
    if waiting:
        family = max(waiting, key=lambda family: (family.touched_ms, family.id))
        fed = family.eater is not None or not (family.orphaned or state.board)
        return Announcement(Announced.OWN if fed else Announced.EATERLESS, family)
    claimed = state.latest(lambda family: family.claim is not None)
    if claimed is not None:
        return Announcement(Announced.REPEATED, claimed)
    return Announcement(Announced.WHOSE if state.board else Announced.NEW)


def _sure_announcer(state: GraveFeastState) -> Player:
    about = _announced_by_somebody(state)
    return about.family.owner if about.how is Announced.OWN and about.family is not None else None


def _sure_preacher(state: GraveFeastState, phrase: str) -> Player:
    if state.prayer is not None and (state.prayer.chain.stands is (phrase == "evil")):
        return _the_other(state, state.prayer.chain.last.player)
    target = prayed_at(state, None)
    return _the_other(state, target.owner if target and phrase == "christ" else None)


def _the_other(state: GraveFeastState, player: Player) -> Player:
    """Return the one opponent of a player at a table for two, or None."""
    others = [name for name in state.table.players if name != player]
    return others[0] if player is not None and len(others) == 1 else None
