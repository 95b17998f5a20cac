"""Commands whose modules are imported when they are run: what one command needs, no other waits for."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup


class LateCommand(TyperCommand):
    """Stands for a command, or a group of commands, until it is run; then only its module is imported.

    The command NAME is the function, or the `typer.Typer`, called NAME in `assistant.cli.NAME`.
    """

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Take the arguments of the command as the command itself does."""
        return self._command().make_context(*arguments, **options)

    def _command(self) -> Any:
        part = getattr(import_module(f"assistant.cli.{self.name}"), self.name or "")
        if isinstance(part, typer.Typer):
            return typer.main.get_group(part)
        alone = typer.Typer(add_completion=False)
        alone.command(self.name)(part)
        return typer.main.get_command(alone)


class LateGroup(TyperGroup):
    """A group of late commands; each subclass names them."""

    titles: Mapping[str, str] = MappingProxyType({})
    """What each command is for, by its name: the first sentence of its own help."""

    def __init__(self, **attributes: Any) -> None:
        """Stand in for every command of `titles`."""
        commands = {name: LateCommand(name, help=title) for name, title in self.titles.items()}
        super().__init__(**{**attributes, "commands": commands})
