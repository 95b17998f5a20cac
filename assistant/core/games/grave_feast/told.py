"""Facts about the table, and commands: what the referee is told or asked besides the calls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from assistant.core.games.grave_feast import challenging, feeding, laying, mash, praying, scoring, stealing, turns
from assistant.core.games.grave_feast.claiming import scoop
from assistant.core.games.grave_feast.hand import refused
from assistant.core.games.grave_feast.rares import exorcist, wife
from assistant.core.games.grave_feast.state import Claim, GraveFeastState, Player, Ruled
from assistant.core.games.mechanics.said import plain_name, player_told
from assistant.core.observations import Command, CommandName, Fact
from assistant.core.referee_codes import COMMAND_NOTHING
from assistant.core.rulings import Ruling, ruling_data


@dataclass(frozen=True, slots=True)
class Telling:
    """A fact whose player is known to sit at the table."""

    number: int
    """The id of the fact."""
    player: str
    """Whom it is about."""
    fact: Fact
    """The fact."""

    @property
    def at_ms(self) -> int:
        """When it was told."""
        return self.fact.at_ms

    def word(self, name: str) -> str:
        """Return a slot that holds words; empty where it was left out."""
        value = self.fact.slot(name)
        return value if isinstance(value, str) else ""

    def number_of(self, name: str) -> int:
        """Return a slot that holds a number; 0 where it was left out."""
        value = self.fact.slot(name)
        return value if isinstance(value, int) else 0

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a slot that holds numbers."""
        value = self.fact.slot(name)
        return value if isinstance(value, tuple) else ()


def obey(state: GraveFeastState, command: Command) -> Ruled:
    """Do what a player asks."""
    match command.name:
        case CommandName.DONE:
            return done(state, command.player, command.at_ms)
        case CommandName.CHALLENGE:
            return challenging.challenge(state, command.player, command.at_ms)
        case CommandName.END_TURN:
            return turns.end_turn(state, command.player, command.at_ms)
        case CommandName.CONFIRM | CommandName.DENY if state.question is not None:
            counts = command.name is CommandName.CONFIRM
            return praying.settle_question(state, state.question, counts, command.at_ms)
    return state, ()


def note(state: GraveFeastState, number: int, fact: Fact) -> Ruled:
    """Take note of what is told about the table, or refuse it with the rule that it breaks."""
    name = plain_name(fact.name)
    player = player_told(fact, state.table.players)
    if name == "recycled":
        return turns.recycle(state, number, fact.at_ms)
    if name == "done":
        return done(state, player, fact.at_ms)
    if player is None:
        return refused(state, None, "who", fact.at_ms)
    passed: tuple[Ruling, ...] = ()
    if name in _ON_OWN_TURN and state.board:
        state, passed = turns.passes_to(state, player, fact.at_ms)
    if name not in _NOTES:
        return state, passed
    if name in _RARE_PLAYS and state.rules.rares_utterance == "announce" and fact.player != player:
        return refused(state, player, "rare-announced", fact.at_ms)
    state, rulings = _NOTES[name](state, Telling(number, player, fact))
    return state, (*passed, *rulings)


def done(state: GraveFeastState, player: Player, at_ms: int) -> Ruled:
    """The taker has scooped his cards: no preacher comes in time any more, unless one already prays."""
    family = state.latest(lambda family: family.claim is not None and (player is None or family.claim.player == player))
    if family is None or not isinstance(family.claim, Claim):
        return state, (Ruling(COMMAND_NOTHING, at_ms, player, data=ruling_data(command="done")),)
    closes_ms = min(family.claim.closes_ms, at_ms)
    return state.put(replace(family, claim=replace(family.claim, closes_ms=closes_ms))), ()


def _begins(state: GraveFeastState, told: Telling) -> Ruled:
    """Somebody's turn begins; the first one of a game has its five cards already."""
    drawn = state.turn is None
    state, rulings = turns.begin_turn(state, told.player, told.at_ms)
    if drawn:
        state = state.sit(replace(state.seat(told.player), drawn=True))
    return state, rulings


def _has(state: GraveFeastState, told: Telling) -> Ruled:
    family = state.latest(lambda family: family.owner == told.player)
    if family is None:
        return refused(state, told.player, "no-such-family", told.at_ms)
    return state.put(replace(family, size=told.number_of("size"))), ()


def _attaches(state: GraveFeastState, told: Telling) -> Ruled:
    human = told.number_of("card") or None
    from_mash = told.word("source") == "mash"
    return feeding.attach(state, told.number, told.player, told.word("eater"), told.at_ms, human, from_mash)


def _stores(state: GraveFeastState, told: Telling) -> Ruled:
    cards = tuple(card for name in ("monster", "second", "third") if (card := told.word(name)))
    return mash.store(state, told.number, told.player, cards, told.at_ms)


def _joins(state: GraveFeastState, told: Telling) -> Ruled:
    cards = (told.number_of("first"), told.number_of("second"))
    return laying.join(state, told.number, told.player, told.word("suit"), cards, told.at_ms)


def _lures(state: GraveFeastState, told: Telling) -> Ruled:
    card, victim, where = told.word("card"), told.word("victim"), told.word("place")
    if told.word("suit"):
        human = told.number_of("human")
        return wife.lure_from_family(state, told.number, told.player, told.word("suit"), human, victim, told.at_ms)
    if where == "hand":
        return wife.lure_from_hand(state, told.number, told.player, card, victim, told.at_ms)
    if where == "mash":
        return wife.lure_from_mash(state, told.number, told.player, card, victim, told.at_ms)
    return wife.lure_from_discard(state, told.number, told.player, card, told.at_ms)


def _lays(state: GraveFeastState, told: Telling) -> Ruled:
    return laying.lay(state, told.number, told.player, told.word("suit"), told.numbers("cards"), told.at_ms)


def _starts(state: GraveFeastState, told: Telling) -> Ruled:
    return laying.start(state, told.number, told.player, told.word("suit"), told.numbers("cards"), told.at_ms)


def _takes(state: GraveFeastState, told: Telling) -> Ruled:
    victim = told.word("victim") or None
    return stealing.name_target(state, told.player, told.word("target"), victim, told.at_ms)


_NOTES: Mapping[str, Callable[[GraveFeastState, Telling], Ruled]] = MappingProxyType(
    {
        "begins": _begins,
        "draws": lambda state, told: turns.draw(state, told.number, told.player, told.number_of("n"), told.at_ms),
        "discards": lambda state, told: turns.discard(state, told.number, told.player, told.word("card"), told.at_ms),
        "lays": _lays,
        "starts": _starts,
        "joins": _joins,
        "splits": lambda state, told: laying.split(state, told.player, told.at_ms),
        "moves": lambda state, told: laying.move_eater(state, told.player, told.word("eater"), told.at_ms),
        "attaches": _attaches,
        "stores": _stores,
        "uses": lambda state, told: mash.use(state, told.number, told.player, told.word("card"), told.at_ms),
        "has": _has,
        "takes": _takes,
        "aims": lambda state, told: praying.aim(
            state, told.player, told.word("target"), told.word("victim"), told.at_ms
        ),
        "scoops": lambda state, told: scoop(state, told.number, told.player, told.number_of("n"), told.at_ms),
        "dull": lambda state, told: challenging.find_dull(state, told.player, told.at_ms),
        "points": lambda state, told: scoring.owned(state, told.player, told.at_ms),
        "places-wife": lambda state, told: wife.place(state, told.number, told.player, told.at_ms),
        "plays-wife": lambda state, told: wife.summon(state, told.number, told.player, told.number_of("n"), told.at_ms),
        "sends-wife": lambda state, told: wife.attack_exorcist(
            state, told.number, told.player, told.word("victim"), told.at_ms
        ),
        "lures": _lures,
        "exorcises": lambda state, told: exorcist.exorcise(state, told.number, told.player, told.at_ms),
    }
)
"""What each fact does, by its name in the phrase book."""

_RARE_PLAYS = ("places-wife", "plays-wife", "sends-wife", "exorcises")
"""Facts that play a rare card, which the house rules may want announced by its owner."""

_ON_OWN_TURN = ("draws", "discards", "lays", "starts", "attaches", "stores", "places-wife")
"""Facts that tell that a player's turn has come, when the one before him has used his."""
