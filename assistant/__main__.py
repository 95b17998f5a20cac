"""The command `referee`: whatever goes wrong reaches the user as one line and an exit code."""

import os
import sys
import traceback

from assistant.errors import SOMETHING_LOST_EXIT, WRONG_INPUT_EXIT, RefereeError

DEBUG_VARIABLE = "REFEREE_DEBUG"
"""An environment variable: when set, a fault of the program shows where it happened."""

INTERRUPTED_EXIT = 130
"""The exit code after Ctrl-C, by the shell's custom: 128 and the signal's number."""


def main() -> None:
    """Run the command line and leave with its exit code."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code.

    Args:
        arguments: what stands behind the program's name.
    """
    import typer
    import typer.main

    from assistant.cli import build_app

    command = typer.main.get_command(build_app())
    try:
        result = command.main(args=arguments or ["--help"], prog_name="referee", standalone_mode=False)
    except RefereeError as error:
        return _failed(str(error), error.exit_code)
    except (KeyboardInterrupt, typer.Abort):
        return _failed("interrupted", INTERRUPTED_EXIT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        explained = getattr(error, "format_message", None)  # click's own errors, of click or of typer's copy of it
        if callable(explained):
            said = explained()  # empty where the help was shown, because nothing was asked for
            return _failed(f"{said} (`referee --help` tells more)", WRONG_INPUT_EXIT) if said else 0
        if os.environ.get(DEBUG_VARIABLE):
            traceback.print_exc()
        what = f"{type(error).__name__}: {error}"
        return _failed(
            f"a fault of the program ({what}): please report it; {DEBUG_VARIABLE}=1 shows where", SOMETHING_LOST_EXIT
        )
    return result if isinstance(result, int) else 0


def _failed(message: str, code: int) -> int:
    """Say what went wrong on one line of stderr."""
    sys.stderr.write("referee: " + " ".join(message.split()) + "\n")
    return code


if __name__ == "__main__":
    main()
