"""The command line: one file a command, one line here each."""

import typer

from assistant.cli import (
    appeal,
    bundle,
    creepy,
    demo,
    devices,
    doctor,
    export,
    ghost,
    judge,
    logs,
    models,
    photo,
    phrases,
    play,
    players,
    practice,
    progress,
    replay,
    report,
    rules,
    setup,
    verify,
)


def build_app() -> typer.Typer:
    """Return the command line with all its commands."""
    app = typer.Typer(
        name="referee",
        help="An offline referee for card games in which players must say things.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.command("judge")(judge.judge)
    app.command("demo")(demo.demo)
    app.command("play")(play.play)
    app.command("replay")(replay.replay)
    app.command("photo")(photo.photo)
    app.command("appeal")(appeal.appeal)
    app.command("report")(report.report)
    app.command("export")(export.export)
    app.command("verify")(verify.verify)
    app.command("bundle")(bundle.bundle)
    app.command("rules")(rules.rules)
    app.command("setup")(setup.setup)
    app.command("devices")(devices.devices)
    app.command("doctor")(doctor.doctor)
    app.command("practice")(practice.practice)
    app.command("creepy")(creepy.creepy)
    app.command("ghost")(ghost.ghost)
    app.command("progress")(progress.progress)
    app.add_typer(logs.logs)
    app.add_typer(models.models)
    app.add_typer(phrases.phrases)
    app.add_typer(players.players)
    return app
