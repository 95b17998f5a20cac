"""Judging one recording after another in a worker: the JSON Lines of each go into a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from assistant import app, session
from assistant.announce.json_lines import JsonLines
from assistant.batch.crew import Tell
from assistant.batch.finding import SCRIPT
from assistant.batch.jobs import Job, Result
from assistant.batch.record import settings_sha256
from assistant.core.codec import encode
from assistant.core.observations import Call, Gap, Observation, moment_ms
from assistant.core.refold import RefereeState, RulesT, StateT, Step, scores, winner
from assistant.core.wording import render
from assistant.eventlog.records import Head, ModelUse
from assistant.eventlog.writer import LogWriter
from assistant.hearing.fitted import load_fitted
from assistant.hearing.pool import Hearing, InlinePool
from assistant.listening import build_table_ears, models_of, open_recorded, plan_ears

TELL_SHARE = 0.01
"""A recording tells that it gets on after so large a share of it."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """How every recording is judged; picklable."""

    game: str
    """The game's id."""
    players: str
    """The names, separated by commas."""
    house_rules: Path | None
    """A file of house rules."""
    engine: str
    """Which ears listen."""
    seed: int
    """Where every coin flip comes from."""
    phrases: Path | None
    """Another phrase book."""

    def match(self) -> app.AnyMatch:
        """Return the match.

        Raises:
            RefereeError: something that was wished for does not exist or does not fit together.
        """
        game = app.game_named(self.game)
        return app.match_setup(game, app.players_named(self.players, game), self.house_rules, self.seed)


@dataclass(frozen=True, slots=True)
class _Listening:
    """What listens, for the head of a log."""

    engine: str
    """What hears, for people."""
    models: tuple[ModelUse, ...]
    """The models that hear, with their checksums."""


class _Kept(InlinePool):
    """Ears that outlive one recording."""

    def close(self) -> None:
        """Keep the ears for the next recording."""


@dataclass(slots=True)
class Judge:
    """Judges one recording after another, with one pair of ears for all that are alike; lives in a worker."""

    wishes: Mapping[Path, Wishes]
    """How each recording is judged."""
    _ears: Hearing | None = field(default=None)
    _ears_of: Wishes | None = field(default=None)

    def __call__(self, job: Job, tell: Tell) -> Result:
        """Judge a recording; its JSON Lines lie in their file only when they are whole.

        Raises:
            RefereeError: it cannot be judged.
        """
        wishes = self.wishes[job.source]
        match = wishes.match()
        source = self._source(job.source, match, wishes)
        match = app.on_microphones_of(source, match)
        part = job.output.with_name(f".{job.output.name}.part")
        try:
            job.output.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as out:
                tally = _Tally(tell, source.length_ms or 0)
                sinks: list[session.Sink] = [JsonLines(render, out), tally]
                if job.log is None:
                    session.run(match, source.observations(None), sinks)
                else:
                    with LogWriter.begin(job.log, app.log_head(match, source, job.source.name)) as log:
                        session.run(match, source.observations(log), sinks, log)
            part.replace(job.output)
        except OSError as error:
            raise app.SettingsError(f"{job.output}: cannot be written ({error.strerror}): free some space") from error
        finally:
            part.unlink(missing_ok=True)
        return tally.result(job.source)

    def _source(self, path: Path, match: app.AnyMatch, wishes: Wishes) -> app.Source:
        """Return a script or a recording, by what its name says: what calls itself a recording must be one."""
        if path.suffix.lower() == SCRIPT:
            return app.open_source(path, match, wishes.phrases, wishes.engine)
        source = open_recorded(path, match.table.players, app.book_for(match, wishes.phrases), wishes.engine)
        alike = replace(wishes, seed=0)
        if self._ears is None or self._ears_of != alike:
            if self._ears is not None:
                self._ears.close()
            self._ears, self._ears_of = build_table_ears(source.plan, source.book, source.players), alike
        return replace(source, pool=_Kept(self._ears))


@dataclass(slots=True)
class _Tally:
    """Counts what is judged, and tells how far it is."""

    tell: Tell
    """Who is told how far it is."""
    length_ms: int
    """How long the recording is; 0 where nobody knows."""
    calls: int = 0
    """How many calls were judged."""
    rulings: int = 0
    """How many rulings stand."""
    lost_ms: int = 0
    """How much sound was lost."""
    end_ms: int = 0
    """The latest moment that was heard."""
    told: float = 0.0
    """The share that was told last."""
    points: dict[str, int] = field(default_factory=dict)
    """Every player's score at the end."""
    won_by: str | None = None
    """Who won; None while nobody has."""

    def take(self, before: RefereeState[StateT, RulesT], step: Step[StateT, RulesT]) -> None:
        """Count one step."""
        observation: Observation = step.judged.observation
        self.calls += isinstance(observation, Call)
        self.rulings += len(step.rulings) - len(step.withdrawn)
        if isinstance(observation, Gap):
            self.lost_ms += observation.end_ms - observation.start_ms
        self.end_ms = max(self.end_ms, moment_ms(observation))
        share = min(1.0, self.end_ms / self.length_ms) if self.length_ms else 0.0
        if share - self.told >= TELL_SHARE:
            self.told = share
            self.tell(share)

    def finish(self, state: RefereeState[StateT, RulesT]) -> None:
        """Note how it ended."""
        self.points, self.won_by = dict(scores(state)), winner(state)

    def result(self, source: Path) -> Result:
        """Return what is worth telling."""
        lost = f"{source}: {self.lost_ms / 1000:.1f} s of sound were lost: calls across the gaps are unsure"
        return {
            "length_ms": self.end_ms,
            "calls": self.calls,
            "rulings": self.rulings,
            "scores": dict(self.points),
            "winner": self.won_by,
            "lost": lost if self.lost_ms else "",
        }


def settings_of(wishes: Wishes) -> str:
    """Return the hash of all that a result depends on besides its recording: rules, phrases, models, fit, versions.

    Raises:
        RefereeError: something that was wished for does not exist or does not fit together.
    """
    match, plan = wishes.match(), plan_ears(wishes.engine)
    book = app.book_for(match, wishes.phrases)
    head = replace(app.log_head(match, _Listening(plan.title, models_of(plan)), ""), started="")
    return settings_sha256([encode(head, Head), repr(book), repr(load_fitted())])
