"""The results as tables: docs/accuracy.md, and a few lines for the terminal."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from assistant.core.observations import Verdict
from assistant.hearing.timing import final_sound
from bench import human, voices
from bench.conditions import CONDITIONS, ROOM_DBFS, SPEECH_DBFS
from bench.endurance import told
from bench.human import QUIET, files
from bench.items import Kind
from bench.measure import Outcome, Race, RaceResult, Result, end_errors, wilson
from bench.phones.speakers import GROUP_OF
from bench.run import GAMES, Report, Results
from bench.voices import VOICES

MS_PER_HOUR = 3_600_000
MOST_EXAMPLES = 12
"""So many mistakes of each kind are shown."""
COLUMNS = (
    "condition",
    "calls",
    "accepted",
    "robbed",
    "confused",
    "unsure",
    "missed",
    "near misses",
    "passed",
    "caught",
    "unsure",
    "left",
)


def outcomes_of(reports: Iterable[Report], engine: str, condition: str | None = None) -> list[Outcome]:
    """Return the outcomes of one engine in one condition (None: in all but real talk)."""
    return [
        outcome
        for report in reports
        if report.engine == engine
        for outcome in report.outcomes
        if (outcome.condition == condition if condition else outcome.condition != QUIET.name)
    ]


def percent(count: int, of: int) -> str:
    """Return a share in percent."""
    return f"{100 * count / of:.1f}" if of else "-"


def summary(results: Results) -> str:
    """Return the results in a few lines."""
    lines = []
    for engine in results.wanted.engines:
        for name in conditions_in(results, engine):
            outcomes = outcomes_of(results.reports, engine, name)
            errors = end_errors(outcomes)
            ends = f"ends {errors.median_ms:.0f}/{errors.p95_ms:.0f} ms bias {errors.bias_ms:+.0f}" if errors else ""
            lines.append(f"{engine:12} {name:10} {_line(outcomes)} {ends}")
    lines += [f"{name}: {value}" for name, value in facts(results)]
    lines += [
        f"races {where}: {dict(counts)}"
        for where, counts in races_by(results, lambda race: f"{race.microphones} {race.condition}")
    ]
    return "\n".join(lines)


def _line(outcomes: Sequence[Outcome]) -> str:
    parts = []
    for kind, wanted in (
        (Kind.CALL, (Result.ACCEPTED, Result.ROBBED, Result.CONFUSED, Result.UNSURE, Result.MISSED)),
        (Kind.NEAR, (Result.PASSED, Result.CAUGHT, Result.UNSURE)),
        (Kind.TALK, (Result.FALSE_EXACT, Result.FALSE_INEXACT, Result.UNSURE)),
    ):
        results = Counter(outcome.result for outcome in outcomes if outcome.kind is kind)
        total = sum(results.values())
        parts.append(
            f"{kind.value} {total}: " + " ".join(f"{one.value} {percent(results[one], total)}" for one in wanted)
        )
    return " | ".join(parts)


def conditions_in(results: Results, engine: str) -> list[str]:
    """Return the conditions that an engine was measured in, in the order of CONDITIONS; real talk is none."""
    found = {outcome.condition for report in results.reports if report.engine == engine for outcome in report.outcomes}
    return [how.name for how in CONDITIONS if how.name in found]


def races_by(results: Results, key: Callable[[Race], str]) -> list[tuple[str, Counter[str]]]:
    """Return how the races of each group came out."""
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    for report in results.reports:
        for race in report.races:
            groups[key(race)][race.result.value] += 1
    return sorted(groups.items())


def facts(results: Results) -> list[tuple[str, str]]:
    """Return single figures: false calls, speed, memory, latency."""
    found = []
    for engine in results.wanted.engines:
        mine = [report for report in results.reports if report.engine == engine]
        sound_s, took_s = sum(report.sound_s for report in mine), sum(report.heard_in_s for report in mine)
        if sound_s:
            found.append((f"real-time factor, {engine}, one process", f"{took_s / sound_s:.3f}"))
    for engine in results.wanted.engines:
        for what, talk in (("synthetic", False), ("real", True)):
            said = [
                outcome
                for report in results.reports
                if report.engine == engine
                for outcome in report.outcomes
                if outcome.kind is Kind.TALK and (outcome.condition == QUIET.name) == talk
            ]
            hours = sum(outcome.length_ms for outcome in said) / MS_PER_HOUR
            if said:
                found.append((f"false calls, {engine}, {what} talk", _false_calls(said, hours)))
    ghosts = Counter(
        (ghost.condition.startswith("babble"), ghost.verdict)
        for report in results.reports
        if report.engine == "fused"
        for ghost in report.ghosts
    )
    for babble, what in ((False, "nothing"), (True, "the babble of other people")):
        told_apart = ", ".join(f"{one.value} {ghosts[babble, one]}" for one in Verdict)
        found.append((f"calls out of {what}, fused", told_apart))
    if results.marks:
        found.append(("a long match, three microphones, fused ears", told(results.marks)))
    if results.latencies_ms:
        median, p95 = (np.percentile(results.latencies_ms, share) for share in (50, 95))
        spread = f"median {median:.0f} ms, 95 % within {p95:.0f} ms ({len(results.latencies_ms)} calls)"
        found.append(("from the end of a call to its coming out, live", spread))
    return found


def _false_calls(said: Sequence[Outcome], hours: float) -> str:
    parts = []
    for result in (Result.FALSE_EXACT, Result.FALSE_INEXACT, Result.UNSURE):
        count = sum(outcome.result is result for outcome in said)
        parts.append(f"{result.value} {count} ({count / hours:.1f} an hour)")
    return f"{', '.join(parts)}, in {hours * 60:.0f} minutes"


def document(results: Results) -> str:
    """Return docs/accuracy.md."""
    sections = [_head(results)]
    for engine in results.wanted.engines:
        sections.append(f"## {engine.capitalize()} ears, by condition\n\n{_condition_table(results, engine)}")
    sections += [
        f"## Fused ears, by game and phrase, quiet\n\n{_phrase_table(results)}",
        f"## Fused ears, by voice, quiet\n\n{_voice_table(results)}",
        f"## When a call was complete\n\n{_end_table(results)}",
        f"## Races\n\n{_race_table(results)}",
        "## Single figures\n\n" + _table(("figure", "value"), facts(results)),
        f"## Mistakes in the quiet room\n\n{_mistakes(results)}",
        f"## How it was measured\n\n{_method()}",
    ]
    return "\n\n".join(sections) + "\n"


def _head(results: Results) -> str:
    quiet = outcomes_of(results.reports, "fused", "quiet")
    calls = [outcome for outcome in quiet if outcome.kind is Kind.CALL]
    accepted = sum(outcome.result is Result.ACCEPTED for outcome in calls)
    low, high = wilson(accepted, len(calls))
    part = "`python -m bench run --quick`, a fifth of the corpus," if results.wanted.quick else "`make bench`"
    if results.wanted.conditions and not results.wanted.quick:
        part = f"`python -m bench run --conditions {','.join(results.wanted.conditions)}`"
    return (
        "# How well the referee hears\n\n"
        f"Written by {part} in {results.took_s / 60:.0f} minutes; do not edit. All figures are of voices that "
        "nothing was fitted on.\n\n"
        f"In a quiet room {percent(accepted, len(calls))} % of {len(calls)} calls are accepted "
        f"(95 % confidence: {100 * low:.1f} to {100 * high:.1f} %).\n\n"
        "![accepted against passed, by condition](accuracy.png)"
    )


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _row(name: str, outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    calls = Counter(outcome.result for outcome in outcomes if outcome.kind is Kind.CALL)
    near = Counter(outcome.result for outcome in outcomes if outcome.kind is Kind.NEAR)
    of_calls, of_near = sum(calls.values()), sum(near.values())
    wanted = (Result.ACCEPTED, Result.ROBBED, Result.CONFUSED, Result.UNSURE, Result.MISSED)
    left = (Result.PASSED, Result.CAUGHT, Result.UNSURE, Result.LEFT)
    return (
        name,
        str(of_calls),
        *(percent(calls[one], of_calls) for one in wanted),
        str(of_near),
        *(percent(near[one], of_near) for one in left),
    )


def _condition_table(results: Results, engine: str) -> str:
    rows = [_row(name, outcomes_of(results.reports, engine, name)) for name in conditions_in(results, engine)]
    return _table(COLUMNS, rows)


def _phrase_table(results: Results) -> str:
    quiet = outcomes_of(results.reports, "fused", "quiet")
    phrases = sorted({outcome.phrase for outcome in quiet if outcome.phrase})
    rows = [_row(name, [outcome for outcome in quiet if outcome.phrase == name]) for name in phrases]
    for game in GAMES:
        mine = [outcome for outcome in quiet if outcome.game == game]
        if mine:
            rows.append(_row(f"**{game}**", mine))
    return _table(("phrase", *COLUMNS[1:]), rows)


def _voice_table(results: Results) -> str:
    quiet = outcomes_of(results.reports, "fused", "quiet")
    names = [voice.name for voice in VOICES if voice.split == results.wanted.split]
    return _table(("voice", *COLUMNS[1:]), [_row(name, [o for o in quiet if o.voice == name]) for name in names])


def _end_table(results: Results) -> str:
    rows = []
    for name in conditions_in(results, "fused"):
        outcomes = outcomes_of(results.reports, "fused", name)
        groups: dict[str, list[Outcome]] = {"all": outcomes}
        for outcome in outcomes:
            last = outcome.text.rstrip("!.?").split()[-1].lower()
            groups.setdefault(final_sound(last).value, []).append(outcome)
        for sound in ("all", *sorted(group for group in groups if group != "all")):
            errors = end_errors(groups[sound])
            if errors:
                spread = (errors.median_ms, errors.p95_ms)
                figures = [str(errors.count), *(f"{value:.0f}" for value in spread), f"{errors.bias_ms:+.0f}"]
                rows.append((name, sound, *figures, f"{100 * errors.covered:.0f}"))
    columns = ("condition", "last sound", "calls", "median ms", "95 % within ms", "bias ms", "within the error told, %")
    return (
        "The error is the end that was found minus the true end; the bias is its median, positive when late. Each call "
        "tells how far its end may be off; the last column is how often that was true (wanted: 95).\n\n"
        + _table(columns, rows)
    )


def _race_table(results: Results) -> str:
    results_in_order = list(RaceResult)
    rows = []
    for by in (
        lambda race: f"{race.microphones}, {race.condition}",
        lambda race: f"{race.microphones}, {race.condition}, {race.lead_ms:3} ms apart",
        lambda race: f"{race.microphones}, {race.pair}",
    ):
        for name, counts in races_by(results, by):
            total = sum(counts.values())
            rows.append((name, str(total), *(str(counts[one.value]) for one in results_in_order)))
    return _table(("races", "count", *(one.value for one in results_in_order)), rows)


def _mistakes(results: Results) -> str:
    parts = []
    quiet = [*outcomes_of(results.reports, "fused", "quiet"), *outcomes_of(results.reports, "fused", QUIET.name)]
    for wrong in (
        Result.ROBBED,
        Result.CONFUSED,
        Result.MISSED,
        Result.PASSED,
        Result.FALSE_EXACT,
        Result.FALSE_INEXACT,
    ):
        found = [outcome for outcome in quiet if outcome.result is wrong]
        shown = "; ".join(f'"{one.text}" ({one.voice}): "{one.heard}"' for one in found[:MOST_EXAMPLES])
        parts.append(f"- **{wrong.value}**, {len(found)}: {shown or 'none'}")
    return "\n".join(parts)


def _method() -> str:
    speakers = _table(
        ("voice", "made by", "pitch and size of the throat", "used for"),
        [
            (one.name, f"{one.program} {one.speaker}", f"× {one.resampled:g}", one.split)
            for one in VOICES
            if one.split != "shout"
        ],
    )
    shouters = voices.voices_of("shout")
    return (
        f"{voices.__doc__}\n{speakers}\n\n"
        f"{len({one.person for one in shouters})} people say shouts for the fit, in {len(shouters)} voices: as Kokoro "
        f"has them, and with these accents: {', '.join(sorted({one.accent for one in shouters if one.accent}))}. "
        f"The ear for sounds has learned from {len(GROUP_OF)} people of the fitting side, and from espeak-ng.\n\n"
        f"Speech is at {SPEECH_DBFS:.0f} dBFS, the quiet room at {ROOM_DBFS:.0f} dBFS; see `bench/conditions.py`. "
        "Every voice says every call of every game (of phrases with many sentences, nine), one sentence of every near "
        "miss of the phrase book, and all voices together the table talk of `bench/table_talk.txt`; outside the quiet "
        "room a share of the near misses and of the talk. Three players, a microphone each.\n\n"
        f"{human.__doc__}\nFiles found here: {sum(1 for _ in files())}."
    )
