"""A history folded anew: which rulings stand, which are withdrawn or new, and what that did to the scores."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from assistant.core import fold as folding
from assistant.core.fold import Derived, FoldState, MatchSetup
from assistant.core.history import History
from assistant.core.observations import Numbered, moment_ms
from assistant.core.rulings import Ruling

StateT = TypeVar("StateT")
RulesT = TypeVar("RulesT")

WAS = "was."
"""Key prefix in the data of a ruling that changed history: "was.Ann" is Ann's score before it."""

NOW = "now."
"""Key prefix in the data of a ruling that changed history: "now.Ann" is Ann's score after it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A ruling that was given and has not been withdrawn."""

    ruling: Ruling
    """The ruling with its id."""
    cause: int
    """The id of the observation behind it; 0 when there is none."""


@dataclass(frozen=True, slots=True)
class RefereeState(Generic[StateT, RulesT]):
    """Where the match stands."""

    match: MatchSetup[StateT, RulesT]
    """What was fixed before the first call."""
    fold: FoldState[StateT]
    """The fold over all that counts."""
    history: History = field(default_factory=History)
    """All that was observed, struck and revised."""
    standing: tuple[Standing, ...] = ()
    """The rulings that follow from what counts, in order."""
    changes: tuple[Standing, ...] = ()
    """Rulings about history itself and answers, such as "undo/done" and "score/told"; these are never withdrawn."""
    next_id: int = 1
    """The number that the next observation or ruling gets."""


@dataclass(frozen=True, slots=True)
class Step(Generic[StateT, RulesT]):
    """What one observation brought."""

    state: RefereeState[StateT, RulesT]
    """The state afterwards."""
    numbered: Numbered
    """The observation with its id; 0 for a Tick and the End, which are not numbered."""
    judged: Numbered
    """The same as the game was given it: unsure where sound was lost, with the speaker where only one could be."""
    rulings: tuple[Ruling, ...] = ()
    """The new rulings by id; those of deadlines that passed before have ids below that of the observation."""
    withdrawn: tuple[int, ...] = ()
    """The ids of earlier rulings that stand no more."""
    next_deadline_ms: int | None = None
    """When a Tick would bring something, in table milliseconds; None: not before the next observation."""


def scores(state: RefereeState[StateT, RulesT]) -> dict[str, int]:
    """Return the score of every player, in the order of the table."""
    return state.match.game.scores(state.fold.game)


def winner(state: RefereeState[StateT, RulesT]) -> str | None:
    """Return who has won the match, or None."""
    return state.match.game.winner(state.fold.game)


def next_deadline_ms(state: RefereeState[StateT, RulesT]) -> int | None:
    """Return when a Tick would bring something, in table milliseconds, or None."""
    if state.fold.clock.paused:
        return None
    deadline_ms = state.match.game.deadline_ms(state.fold.game)
    return None if deadline_ms is None else state.fold.clock.to_table(deadline_ms)


def stand(
    state: RefereeState[StateT, RulesT], derived: Iterable[Derived]
) -> tuple[RefereeState[StateT, RulesT], tuple[Ruling, ...]]:
    """Number new rulings and let them stand."""
    given = tuple(
        Standing(replace(each.ruling, id=state.next_id + offset), each.cause) for offset, each in enumerate(derived)
    )
    state = replace(state, standing=(*state.standing, *given), next_id=state.next_id + len(given))
    return state, tuple(each.ruling for each in given)


def finish(
    state: RefereeState[StateT, RulesT],
    numbered: Numbered,
    judged: Numbered,
    rulings: tuple[Ruling, ...],
    withdrawn: tuple[int, ...] = (),
) -> Step[StateT, RulesT]:
    """Return the step that ends in `state`."""
    return Step(state, numbered, judged, rulings, withdrawn, next_deadline_ms(state))


@dataclass(frozen=True, slots=True)
class Refold(Generic[StateT]):
    """A whole history folded anew, set against the rulings that stood before."""

    fold: FoldState[StateT]
    """The fold afterwards."""
    kept: tuple[Standing | Derived, ...]
    """What follows now, in order: rulings that stood before with their ids, new ones without."""
    withdrawn: tuple[int, ...]
    """The ids of those that follow no more."""
    judged: Mapping[int, Numbered]
    """Every numbered observation as the game was given it."""


def refold(state: RefereeState[StateT, RulesT]) -> Refold[StateT]:
    """Fold all that counts from the start, up to the latest moment seen."""
    fold_state = folding.begin(state.match)
    derived: list[Derived] = []
    judged: dict[int, Numbered] = {}
    for numbered in state.history.effective():
        passed = folding.pass_time(state.match, fold_state, moment_ms(numbered.observation))
        taken = folding.take(state.match, passed.state, numbered)
        fold_state = taken.state
        derived.extend((*passed.derived, *taken.derived))
        judged[numbered.id] = taken.judged or numbered
    passed = folding.pass_time(state.match, fold_state, max(state.fold.now_ms, fold_state.now_ms))
    derived.extend(passed.derived)
    stood: dict[Ruling, deque[Standing]] = defaultdict(deque)
    for kept in state.standing:
        stood[replace(kept.ruling, id=0)].append(kept)
    following = tuple(stood[each.ruling].popleft() if stood[each.ruling] else each for each in derived)
    withdrawn = sorted(kept.ruling.id for queue in stood.values() for kept in queue)
    return Refold(passed.state, following, tuple(withdrawn), judged)


def changed(
    state: RefereeState[StateT, RulesT],
    refolded: Refold[StateT],
    numbered: Numbered,
    ruling: Ruling | None,
    cause: int,
) -> Step[StateT, RulesT]:
    """Give the ruling about the change first, then number what newly follows from it."""
    after = replace(state, fold=refolded.fold)
    if ruling is not None:
        data = (*ruling.data, ("withdrawn", len(refolded.withdrawn)), *_score_changes(scores(state), scores(after)))
        ruling = replace(ruling, id=after.next_id, data=tuple(sorted(data)))
        after = replace(after, changes=(*after.changes, Standing(ruling, cause)), next_id=after.next_id + 1)
    given: list[Ruling] = [] if ruling is None else [ruling]
    standing: list[Standing] = []
    next_id = after.next_id
    for each in refolded.kept:
        if isinstance(each, Derived):
            each = Standing(replace(each.ruling, id=next_id), each.cause)
            given.append(each.ruling)
            next_id += 1
        standing.append(each)
    after = replace(after, standing=tuple(standing), next_id=next_id)
    judged = refolded.judged.get(numbered.id, numbered)
    return finish(after, numbered, judged, tuple(given), refolded.withdrawn)


def _score_changes(before: Mapping[str, int], after: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return the scores that differ, as they were and as they are."""
    changed = [player for player in after if before.get(player) != after[player]]
    return tuple(
        (prefix + player, table[player]) for player in changed for prefix, table in ((WAS, before), (NOW, after))
    )
