"""Long matches as they might be played: mostly what is due, sometimes anything that the phrase book has."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from assistant.core import referee
from assistant.core.games.grave_feast.state import GraveFeastState
from assistant.core.games.house_blitz.state import BlitzState, Phase
from assistant.core.games.in_cahoots.state import CahootsState, Step
from assistant.core.games.need_more_brains.state import BrainsState
from assistant.core.observations import Call, Command, CommandName, End, Fact, Observation, Verdict, WordDiff
from assistant.core.phrases.book import PLAYERS, GameBook
from assistant.core.phrases.tree import Choice, ListSlot, Maybe, Node, NumberSlot, Row
from tests.core.book_streams import Slots, book

DUE = 0.75
"""How often something happens that is due."""
LONGEST_PAUSE_MS = 4_000

Due = tuple[str, str | None, Slots]
"""What is due: the name of a phrase, fact or command, by whom, and the slots that matter."""


@dataclass(slots=True)
class Walk:
    """A match that goes on at random."""

    game: str
    rng: Random
    state: "referee.RefereeState[Any, Any]"
    now_ms: int = 0

    @property
    def table(self) -> tuple[str, ...]:
        return self.state.match.table.players

    def next(self) -> Observation:
        """Return what happens next."""
        self.now_ms += self.rng.randint(100, LONGEST_PAUSE_MS)
        due = _DUE[self.game](self, self.state.fold.game) if self.rng.random() < DUE else None
        return self._made(*due) if due is not None else self._anything()

    def _anything(self) -> Observation:
        at = book(self.game)
        kind = self.rng.random()
        who = self.rng.choice((*self.table, None))
        if kind < 0.12:
            target = self.rng.choice((None, None, self.rng.randint(1, 40)))
            return Command(self.now_ms, self.rng.choice([*CommandName]), who, target)
        if kind < 0.5:
            phrase = self.rng.choice(at.phrases)
            verdict = self.rng.choice((Verdict.EXACT, Verdict.EXACT, Verdict.INEXACT, Verdict.UNSURE))
            return self._call(phrase.id, who, self._slots(self.rng.choice(phrase.trees)), verdict)
        form = self.rng.choice(at.facts)
        return Fact(self.now_ms, form.id, _pairs(self._slots(self.rng.choice(form.trees))), form.id, who)

    def _made(self, name: str, who: str | None, slots: Slots) -> Observation:
        if name in [each.value for each in CommandName]:
            return Command(self.now_ms, CommandName(name), who)
        phrases = {phrase.id: phrase for phrase in book(self.game).phrases}
        identity = f"{self.game}.{name}"
        if identity in phrases:
            return self._call(identity, who, {**self._slots(phrases[identity].trees[0]), **slots}, Verdict.EXACT)
        return Fact(self.now_ms, identity, _pairs({"player": who, **slots} if who else slots), identity, who)

    def _call(self, phrase: str, who: str | None, slots: Slots, verdict: Verdict) -> Call:
        diff = WordDiff(missing=("the",)) if verdict is Verdict.INEXACT else None
        start_ms = self.now_ms - self.rng.randint(100, 900)
        return Call(who, phrase, verdict, phrase, max(0, start_ms), self.now_ms, _pairs(slots), diff)

    def _slots(self, node: Node) -> Slots:
        at: GameBook = book(self.game)
        match node:
            case NumberSlot(name=name, low=low, high=high, many=many):
                first = self.rng.randint(low, high)
                run = tuple(range(first, min(high, first + self.rng.randint(0, 3)) + 1))
                return {name: run if many else first}
            case ListSlot(name=name, list_name=list_name):
                entries = at.list_map.get(list_name, ())
                known = self.table if list_name == PLAYERS else tuple(" ".join(entry) for entry in entries)
                return {name: self.rng.choice(known)}
            case Maybe(node=inner):
                return self._slots(inner) if self.rng.random() < 0.5 else {}
            case Choice(options=options):
                return self._slots(self.rng.choice(options))
            case Row(nodes=nodes):
                return {name: value for inner in nodes for name, value in self._slots(inner).items()}
            case _:
                return {}


def walk(match: "referee.MatchSetup[Any, Any]", seed: int, length: int) -> "list[referee.Step[Any, Any]]":
    """Return the steps of a match that goes on at random, with its end."""
    going = Walk(match.game.info.id, Random(seed), referee.start(match))
    steps = []
    for _ in range(length):
        steps.append(referee.step(going.state, going.next()))
        going.state = steps[-1].state
    steps.append(referee.step(going.state, End(going.now_ms + 1)))
    return steps


def _pairs(slots: Slots) -> Any:
    return tuple(sorted(slots.items()))


def _grave_feast(walk: Walk, state: GraveFeastState) -> Due | None:
    rng = walk.rng
    player = state.turn or rng.choice(walk.table)
    other = rng.choice([each for each in walk.table if each != player])
    own = [family for family in state.families if family.owner == player]
    if state.prayer is not None and rng.random() < 0.5:
        return ("evil" if state.prayer.chain.stands else "christ"), other, {}
    fed = [family for family in own if family.eater is not None and family.size >= 3]
    if fed and rng.random() < 0.6:
        return "graveyard", player, {"n": fed[-1].size}
    if [family for family in own if family.size >= 3 and family.eater is None] and rng.random() < 0.6:
        return ("brains" if own[-1].kind == "brains" else "blood"), player, {}
    first = rng.randint(1, 6)
    run = tuple(range(first, first + rng.randint(2, 4)))
    suit, place = rng.choice(("brains", "blood")), rng.choice(("hand", "mash"))
    loot = rng.choice(("zombie", "preacher", "exorcist", "card"))
    due: tuple[Due, ...] = (
        ("lays", player, {"suit": suit, "cards": run}),
        ("stores", player, {"monster": rng.choice(("zombie", "vampire", "exorcist", "preacher"))}),
        ("attaches", player, {"eater": rng.choice(("zombie", "vampire"))}),
        ("seduce", other, {}),
        ("takes", other, {"target": rng.choice(("mash", "family")), "victim": player}),
        ("christ", other, {}),
        ("places-wife", player, {}),
        ("lures", player, {"card": loot, "place": place, "victim": other}),
        ("exorcises", other, {}),
        ("discards", player, {"card": "zombie"}),
        ("end-turn", player, {}),
        ("challenge", other, {}),
        ("done", player, {}),
    )
    return rng.choice(due)


def _need_more_brains(walk: Walk, state: BrainsState) -> Due | None:
    rng = walk.rng
    if state.hunt.owed:
        kind = rng.choice(("gunfire", "headshot", "chase", "double", *[""] * 6))
        return "card", None, ({"kind": kind} if kind else {"points": rng.randint(1, 3)})
    if state.unbanked:
        return "banks", state.unbanked[0], {"points": rng.randint(0, 12)}
    return rng.choice(("more", "more", "nomore")), state.decider, {}


def _house_blitz(walk: Walk, state: BlitzState) -> Due | None:
    rng = walk.rng
    if state.unscored:
        player = rng.choice(state.unscored)
        house = 0 if state.stops and state.stops[0].player == player else rng.randint(0, 4)
        if rng.random() < 0.15:
            return "false-stop", None, {}
        return "result", player, {"saved": rng.randint(4, 16), "house": house, "dead": rng.randint(0, 3)}
    return ("stop" if state.phase is Phase.LIVE else "go"), rng.choice(walk.table), {}


def _in_cahoots(walk: Walk, state: CahootsState) -> Due | None:
    rng, turn = walk.rng, state.turn
    other = state.other
    due: dict[Step, tuple[Due, ...]] = {
        Step.REVEAL: (("reveals", turn.player, {"level": rng.randint(1, 4), "attrition": rng.randint(1, 3)}),),
        Step.ADD: (
            ("adds", other, {"level": 2, "attrition": rng.randint(1, 4)}),
            ("adds-nothing", other, {}),
        ),
        Step.CHOICE: (("choice", turn.player, {"choice": rng.choice(("fight", "flee"))}),),
        Step.PLAY: (
            ("plays", turn.player, {"kind": turn.choice or "fight", "value": rng.randint(0, 4)}),
            ("total", None, {"kind": turn.choice or "fight", "value": turn.total}),
        ),
        Step.SCAVENGE: (("scavenges", turn.player, {"find": (1,)}), ("done", turn.player, {})),
        Step.ATTRITION: (
            ("loses", turn.player, {"cards": min(2, turn.lose), "source": rng.choice(("hand", "deck", "discard"))}),
            ("done", turn.player, {}),
        ),
    }
    return rng.choice(due.get(turn.step, (("end-turn", turn.player, {}),)))


_DUE: Mapping[str, Callable[[Walk, Any], Due | None]] = MappingProxyType(
    {
        "grave-feast": _grave_feast,
        "need-more-brains": _need_more_brains,
        "house-blitz": _house_blitz,
        "in-cahoots": _in_cahoots,
    }
)
