"""Grave Feast, judged by what is said (calls tracking): who feeds, claims, steals and prays, and what it is worth."""

from dataclasses import replace

from assistant.core.games.base import GameInfo, GameStep, Table, Window
from assistant.core.games.grave_feast import bids, eaters, prayers, scoring
from assistant.core.games.grave_feast.bids import Settled
from assistant.core.games.grave_feast.codes import CODES
from assistant.core.games.grave_feast.rules import EVIL_WORD_LISTS, GraveFeastRules
from assistant.core.games.grave_feast.state import Bid, BidKind, Claim, Family, GraveFeastState
from assistant.core.games.mechanics.race import Finish
from assistant.core.observations import Call, Command, CommandName, End, Fact, Numbered, Verdict, WordDiff, moment_ms
from assistant.core.phrases.judge import FILLERS
from assistant.core.rulings import Ruling, ruling_data

FOREVER_MS = 1 << 60
"""Later than every deadline: what the end of a recording counts as."""


class GraveFeast:
    """The game; see `assistant.core.games.base.Game`."""

    info = GameInfo(id="grave-feast", title="Grave Feast", min_players=2, max_players=8, codes=CODES)
    rules_type = GraveFeastRules

    def start(self, table: Table, rules: GraveFeastRules) -> GraveFeastState:
        """Return the empty table."""
        nobody = (0,) * len(table.players)
        return GraveFeastState(table, rules, nobody, nobody)

    def step(self, state: GraveFeastState, numbered: Numbered) -> GameStep[GraveFeastState]:
        """Judge one observation; time passes first."""
        observation = numbered.observation
        now_ms = FOREVER_MS if isinstance(observation, End) else moment_ms(observation)
        state, rulings = _pass_time(state, now_ms)
        more: tuple[Ruling, ...] = ()
        match observation:
            case Call() if observation.verdict is not Verdict.UNSURE:
                state, more = _call(state, numbered.id, observation)
            case Fact():
                state, more = _fact(state, numbered.id, observation)
            case Command(name=CommandName.DONE):
                state, more = _done(state, observation.player, observation.at_ms)
            case Command(name=CommandName.CHALLENGE):
                state, more = eaters.challenge(state, observation.player, observation.at_ms)
        return GameStep(state, (*rulings, *more))

    def deadline_ms(self, state: GraveFeastState) -> int | None:
        """Return when the next thing is decided by time alone."""
        return _deadline_ms(state)

    def scores(self, state: GraveFeastState) -> dict[str, int]:
        """Return the humans in each graveyard."""
        return dict(zip(state.table.players, state.scores, strict=True))

    def winner(self, state: GraveFeastState) -> str | None:
        """Return who has won the set."""
        return state.set_winner

    def windows(self, state: GraveFeastState) -> tuple[Window, ...]:
        """Return what may still be answered."""
        found = [Window("call it", fault.player, fault.opens_ms, fault.closes_ms) for fault in state.faults]
        if state.prayer is not None:
            prayer = state.prayer
            found.append(Window("answer the preacher", prayer.player, prayer.opens_ms, prayer.closes_ms))
        for family in state.families:
            if family.claim is not None:
                claim = family.claim
                found.append(Window("preacher", family.owner, claim.finish.at_ms, claim.closes_ms))
        return tuple(sorted(found, key=lambda window: (window.closes_ms, window.name)))

    def word_lists(self, rules: GraveFeastRules) -> dict[str, tuple[str, ...]]:
        """Return which lists of the phrase book fill its list "evil-words" under these house rules."""
        return {"evil-words": EVIL_WORD_LISTS[rules.evil_tail]}

    def expected_player(self, state: GraveFeastState, phrase: str) -> str | None:
        """Return the owner of the only fed family for an announcement; every other call is anybody's."""
        fed = [family for family in state.families if family.fed and family.claim is None]
        return fed[0].owner if phrase == "grave-feast.graveyard" and len(fed) == 1 else None


GRAVE_FEAST = GraveFeast()


def _deadline_ms(state: GraveFeastState) -> int | None:
    moments = [fault.closes_ms for fault in state.faults]
    moments += [moment for family in state.families if (moment := scoring.due_ms(state, family)) is not None]
    if state.prayer is not None:
        moments.append(state.prayer.closes_ms)
    bid_ms = bids.bid_deadline_ms(state)
    if bid_ms is not None:
        moments.append(bid_ms)
    return min(moments, default=None)


def _pass_time(state: GraveFeastState, now_ms: int) -> Settled:
    """Decide everything whose time has come, in the order of the deadlines."""
    rulings: list[Ruling] = []
    while (deadline_ms := _deadline_ms(state)) is not None and deadline_ms <= now_ms:
        state, more = _decide_at(state, deadline_ms)
        rulings.extend(more)
    return state, tuple(rulings)


def _decide_at(state: GraveFeastState, at_ms: int) -> Settled:
    state, rulings = bids.settle(state, at_ms)
    state, more = eaters.expire_faults(state, at_ms)
    rulings = (*rulings, *more)
    if state.prayer is not None and state.prayer.closes_ms <= at_ms:
        state, more = prayers.finish_prayer(state, state.prayer)
        rulings = (*rulings, *more)
    for family in state.families:
        due = scoring.due_ms(state, family)
        if due is not None and due <= at_ms and not state.over:
            state, more = scoring.score(state, family, at_ms)
            rulings = (*rulings, *more)
    return state, rulings


def _call(state: GraveFeastState, number: int, call: Call) -> Settled:
    if state.set_winner is not None:
        return state, (Ruling("match/over", call.end_ms, call.player, calls=(number,)),)
    if state.over:
        state = scoring.next_game(state)
    call = _without_run_up(state, call)
    phrase = (call.phrase or "").rpartition(".")[2]
    exact = call.verdict is Verdict.EXACT
    match phrase:
        case "brains" | "blood":
            return (eaters.feed if exact else eaters.feed_wrongly)(state, number, call, phrase)
        case "graveyard":
            return _announce(state, number, call) if exact else (state, (_inexact("claim/inexact", number, call),))
        case "seduce":
            return _seduce(state, number, call)
        case "christ" | "evil":
            return _pray(state, number, call, phrase)
    return state, ()


def _without_run_up(state: GraveFeastState, call: Call) -> Call:
    """Where the table allows no "oh" before a call, such a call is inexact."""
    first = call.heard.split(maxsplit=1)[0] if call.heard else ""
    if state.rules.leading_filler == "allow" or call.verdict is not Verdict.EXACT or first not in FILLERS:
        return call
    return replace(call, verdict=Verdict.INEXACT, diff=WordDiff(added=(first,)))


def _pray(state: GraveFeastState, number: int, call: Call, phrase: str) -> Settled:
    """A wrong prayer costs the preacher, but only where there was something to pray against."""
    if call.verdict is Verdict.EXACT:
        return (prayers.preach if phrase == "christ" else prayers.answer)(state, number, call)
    no_target = state.prayer is None and (phrase == "evil" or prayers.eater_for(state, call.player) is None)
    card = "preach" if phrase == "christ" else "evil"
    if no_target:
        return state, (Ruling(f"{card}/no-target", call.end_ms, call.player, calls=(number,)),)
    return state, (_inexact(f"{card}/lost", number, call),)


def _announce(state: GraveFeastState, number: int, call: Call) -> Settled:
    count = call.slot("n")
    bid = Bid(
        BidKind.CLAIM, call.player, Finish(number, call.end_ms, call.error_ms), count if isinstance(count, int) else 0
    )
    family = _announced_family(state, call.player)
    if family is None:
        family = Family(state.next_family, call.player, None, True, call.end_ms, number)
        state = replace(state, next_family=state.next_family + 1)
    return _bid(state, family, bid)


def _announced_family(state: GraveFeastState, player: str | None) -> Family | None:
    """Return the family that an announcement is about: his own, one that he is stealing, or one that he lost."""
    stealing = state.latest(
        lambda family: any(bid.kind is BidKind.STEAL and bid.player == player for bid in family.bids)
    )
    if stealing is not None:
        return stealing
    own = state.latest(lambda family: family.owner == player and (player is not None or not family.claim))
    if own is not None:
        return own
    return state.latest(lambda family: any(theft.victim == player for theft in family.thefts))


def _seduce(state: GraveFeastState, number: int, call: Call) -> Settled:
    own = state.latest(
        lambda family: any(bid.kind is BidKind.STEAL and bid.player == call.player for bid in family.bids)
    )
    if own is not None and call.player is not None and call.verdict is Verdict.EXACT:
        return state, ()
    family = state.latest(lambda family: family.owner != call.player or call.player is None)
    if family is None:
        return state, (Ruling("steal/no-target", call.end_ms, call.player, calls=(number,)),)
    if call.verdict is not Verdict.EXACT:
        return state, (_inexact("steal/lost", number, call),)
    begun = state.rules.reference == "start_vs_end"
    finish = Finish(number, call.start_ms if begun else call.end_ms, call.error_ms)
    return _bid(state, family, Bid(BidKind.STEAL, call.player, finish))


def _bid(state: GraveFeastState, family: Family, bid: Bid) -> Settled:
    waiting = tuple(sorted((*family.bids, bid), key=lambda known: (known.finish.at_ms, known.finish.call)))
    return state.put(replace(family, bids=waiting)), ()


def _inexact(code: str, number: int, call: Call) -> Ruling:
    diff = call.diff or WordDiff()
    data = ruling_data(
        heard=call.heard,
        missing=" ".join(diff.missing),
        added=" ".join(diff.added),
        changed=", ".join(f"{said} for {wanted}" for wanted, said in diff.changed),
    )
    return Ruling(code, call.end_ms, call.player, calls=(number,), data=data)


def _done(state: GraveFeastState, player: str | None, at_ms: int) -> Settled:
    """The taker has scooped his cards: no preacher comes in time any more, unless one already prays."""
    family = state.latest(lambda family: family.claim is not None and (family.owner == player or player is None))
    if family is None and not state.rules.announce_required:
        return _score_unannounced(state, player, at_ms)
    if family is None or (state.prayer is not None and state.prayer.family == family.id):
        return state, ()
    return scoring.score(state, family, at_ms)


def _score_unannounced(state: GraveFeastState, player: str | None, at_ms: int) -> Settled:
    """By house rule, a fed family of known size scores without a word when nobody interferes."""
    family = state.latest(lambda family: family.owner == player and family.fed and family.size > 0)
    if family is None or family.bids:
        return state, ()
    claim = Claim(family.call, Finish(family.call, at_ms, 0), family.size, at_ms)
    return scoring.score(state, replace(family, claim=claim), at_ms)


def _fact(state: GraveFeastState, number: int, fact: Fact) -> Settled:
    told = fact.slot("player")
    names = {player.casefold(): player for player in state.table.players}
    player = names.get(str(told).casefold()) if told is not None else fact.player
    eater = str(fact.slot("eater"))
    match fact.name.rpartition(".")[2]:
        case "done":
            return _done(state, player, fact.at_ms)
        case "attaches":
            return eaters.attach_silently(state, number, player, eater, fact.at_ms)
        case "stores" if state.rules.mash_needs_word:
            return eaters.attach_silently(state, number, player, eater, fact.at_ms)
        case "dull":
            return eaters.vote_dull(state, player, fact.at_ms)
        case "has":
            size = fact.slot("size")
            family = state.latest(lambda family: family.owner == player)
            if family is not None and isinstance(size, int):
                return state.put(replace(family, size=size)), ()
    return state, ()
