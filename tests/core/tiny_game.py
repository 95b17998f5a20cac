"""A fifth game, tiny and made up: who says "grab" takes the cookie unless somebody says "mine" within two seconds.

It is one file, as the recipe for a new game asks; tests register it and give it its phrases and its golden.
"""

from dataclasses import dataclass, field, replace

from assistant.core.games.base import CodeInfo, GameInfo, GameStep, Table, Window
from assistant.core.observations import Call, Command, CommandName, End, Fact, Numbered, Tick, Verdict
from assistant.core.rulings import Ruling, ruling_data


@dataclass(frozen=True, slots=True)
class TinyRules:
    """House rules of the cookie game."""

    window_s: int = field(default=2, metadata={"key": "tiny.window_s", "doc": "Seconds to answer.", "range": (0, 60)})
    """Seconds in which a grab may be answered, 0 to 60."""
    answer: str = field(
        default="blocks",
        metadata={"key": "tiny.answer", "doc": "What an answer does.", "choices": ("blocks", "nothing")},
    )
    """What "mine" does to an open grab."""


@dataclass(frozen=True, slots=True)
class TinyState:
    """Where the cookie game stands."""

    players: tuple[str, ...]
    """Who plays."""
    rules: TinyRules
    """The house rules."""
    scores: tuple[int, ...]
    """Cookies, in the order of the players."""
    grab: tuple[int, str, int] | None = None
    """The open grab: call id, player, its end in milliseconds."""


class TinyGame:
    """The cookie game."""

    info = GameInfo(
        id="tiny",
        title="Tiny Cookies",
        min_players=2,
        max_players=4,
        codes=(
            CodeInfo("grab/made", "Somebody grabbed the cookie."),
            CodeInfo("grab/scored", "Nobody answered: the cookie is eaten."),
            CodeInfo("grab/blocked", "Somebody answered in time."),
            CodeInfo("grab/late", "Nothing was there to answer."),
            CodeInfo("cookie/told", "A cookie was put on the table."),
            CodeInfo("done/told", "The grabber was done early."),
        ),
    )
    rules_type = TinyRules

    def start(self, table: Table, rules: TinyRules) -> TinyState:
        return TinyState(table.players, rules, (0,) * len(table.players))

    def step(self, state: TinyState, numbered: Numbered) -> GameStep[TinyState]:
        match numbered.observation:
            case Call(verdict=Verdict.EXACT) as call:
                return self._call(state, numbered.id, call)
            case Tick() if state.grab is not None and self.deadline_ms(state) == numbered.observation.at_ms:
                return self._score(state, numbered.observation.at_ms)
            case Fact(name="tiny.cookie") as fact:
                return GameStep(state, (Ruling("cookie/told", fact.at_ms, fact.player),))
            case Command(name=CommandName.DONE) as command if state.grab is not None:
                return self._score(state, command.at_ms)
            case End() | _:
                return GameStep(state)

    def _call(self, state: TinyState, number: int, call: Call) -> GameStep[TinyState]:
        if call.phrase == "tiny.grab" and call.player is not None and state.grab is None:
            grab = replace(state, grab=(number, call.player, call.end_ms))
            return GameStep(grab, (Ruling("grab/made", call.end_ms, call.player, calls=(number,)),))
        if call.phrase == "tiny.mine" and state.grab is not None and state.rules.answer == "blocks":
            first, victim, at_ms = state.grab
            ruling = Ruling(
                "grab/blocked",
                call.end_ms,
                call.player,
                margin_ms=call.end_ms - at_ms,
                calls=(first, number),
                data=ruling_data(victim=victim),
            )
            return GameStep(replace(state, grab=None), (ruling,))
        return GameStep(state, (Ruling("grab/late", call.end_ms, call.player, calls=(number,)),))

    def _score(self, state: TinyState, at_ms: int) -> GameStep[TinyState]:
        if state.grab is None:
            return GameStep(state)
        number, player, _ = state.grab
        scores = tuple(score + (name == player) for name, score in zip(state.players, state.scores, strict=True))
        ruling = Ruling("grab/scored", at_ms, player, calls=(number,))
        return GameStep(replace(state, grab=None, scores=scores), (ruling,))

    def deadline_ms(self, state: TinyState) -> int | None:
        return None if state.grab is None else state.grab[2] + state.rules.window_s * 1000

    def scores(self, state: TinyState) -> dict[str, int]:
        return dict(zip(state.players, state.scores, strict=True))

    def winner(self, state: TinyState) -> str | None:
        return next((name for name, score in self.scores(state).items() if score >= 9), None)

    def windows(self, state: TinyState) -> tuple[Window, ...]:
        deadline_ms = self.deadline_ms(state)
        if state.grab is None or deadline_ms is None:
            return ()
        return (Window("answer", state.grab[1], state.grab[2], deadline_ms),)

    def word_lists(self, rules: TinyRules) -> dict[str, tuple[str, ...]]:
        return {}

    def expected_player(self, state: TinyState, phrase: str) -> str | None:
        return state.players[0] if phrase == "tiny.grab" and state.grab is None else None


TINY = TinyGame()
