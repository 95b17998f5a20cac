"""The last steps of `referee setup`: the house rules, read back, and how the referee speaks."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from assistant import app
from assistant.announce.voice_settings import VoiceSettings
from assistant.cli.setup_questions import Questions, until_right
from assistant.cli.setup_screen import Screen
from assistant.core.games.registry import AnyGame
from assistant.core.house_rules import HouseRuleError, changes, from_mapping, read_aloud, rows, to_mapping
from assistant.table import RuleValue, TableProfile

NO_CHANGE = "none"
"""What somebody answers who wants to change no rule."""


@dataclass(frozen=True, slots=True)
class VoiceWishes:
    """What the flags say of the referee's voice; None: as it was."""

    voice: str | None
    """Which voice."""
    rate_wpm: int | None
    """How fast, in words a minute."""
    volume: float | None
    """How loud, up to 1.0."""

    def over(self, old: VoiceSettings) -> VoiceSettings:
        """Return a voice with what is wished for changed.

        Raises:
            VoiceSettingsError: the rate or the volume lies outside its range.
        """
        return VoiceSettings(
            old.voice if self.voice is None else self.voice,
            old.rate_wpm if self.rate_wpm is None else self.rate_wpm,
            old.volume if self.volume is None else self.volume,
        )


def changed_rules(
    questions: Questions, screen: Screen, game: AnyGame, usual: Any, file: Path | None, single: Sequence[str]
) -> Any:
    """Return the house rules: of a file, or else the usual ones, changed one by one; then they are read back.

    Args:
        questions: who changes them.
        screen: where they are read back.
        game: whose rules.
        usual: what holds without a file.
        file: a YAML file, or None.
        single: single rules, as `key=value`.

    Raises:
        HouseRuleError: a key or a value is wrong.
    """
    rules = usual if file is None else app.house_rules_of(game, file)
    for text in single:
        rules = changed(rules, text)
    screen.head("House rules")
    screen.line(read_aloud(rules))
    if questions.asked and not questions.yes("Keep them?", default=True):
        screen.rules(rows(rules))
        rules = _asked(questions, rules)
        screen.line(read_aloud(rules))
    return rules


def changed(rules: Any, text: str) -> Any:
    """Return the house rules with one changed, given as `key=value`, the value as in a YAML file.

    Raises:
        HouseRuleError: the key or the value is wrong.
    """
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals or not key:
        raise HouseRuleError(f"{text!r}: write a house rule as KEY=VALUE, such as gf.reply_window_s=3")
    try:
        found = yaml.safe_load(value)
    except yaml.YAMLError as error:
        raise HouseRuleError(f"{text!r}: {value!r} is no value: write it as in a file of house rules") from error
    return from_mapping(type(rules), {**to_mapping(rules), key: found}, text)


def as_pairs(rules: object) -> tuple[tuple[str, RuleValue], ...]:
    """Return the house rules that are not the recommended ones, as a table profile keeps them."""
    values = to_mapping(rules)
    kept = sorted(setting.key for setting, _ in changes(rules))
    return tuple((key, _kept(values[key])) for key in kept)


def is_muted(questions: Questions, screen: Screen, wish: bool | None, usual: TableProfile, rules: object) -> bool:
    """Return whether the referee is silent; to try its voice, it reads the house rules out.

    Args:
        questions: who decides.
        screen: where it is shown why nothing can be heard.
        wish: what the flags say; None: nothing.
        usual: the table as it was, with the voice that is to be tried.
        rules: the house rules.
    """
    if wish is not None or not questions.asked:
        return usual.muted if wish is None else wish
    screen.head("The referee's voice")
    if not questions.yes("Shall the referee speak?", default=not usual.muted):
        return True
    speaks = _speaks(screen, usual.voice, f"I am your referee. {read_aloud(rules)}")
    return not speaks and not questions.yes("Nothing to hear. Speak anyway?", default=False)


def _asked(questions: Questions, rules: Any) -> Any:
    """Have somebody change one rule after another."""
    while True:
        after = until_right(
            questions,
            lambda: questions.text("Which one changes, as key=value?", NO_CHANGE, "--rule"),
            lambda text, before=rules: None if text == NO_CHANGE else changed(before, text),  # type: ignore[misc]
        )
        if after is None:
            return rules
        rules = after


def _speaks(screen: Screen, settings: VoiceSettings, text: str) -> bool:
    """Let the referee say something, and return whether it could; why not is said."""
    from assistant.announce.speaker import play_aloud
    from assistant.announce.voice import Voice, VoiceError

    voice = Voice(settings)
    try:
        play_aloud(voice.render(text))
    except VoiceError as error:
        screen.line(str(error), "yellow")
        return False
    finally:
        voice.close()
    return True


def _kept(value: object) -> RuleValue:
    if isinstance(value, list):
        return tuple(item for item in value if isinstance(item, int | str))
    assert value is None or isinstance(value, bool | int | float | str)
    return value
