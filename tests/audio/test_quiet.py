"""What C libraries say does not reach the terminal, and what Python says does."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, subprocess, sys
from pathlib import Path
from assistant.audio.quiet import quiet_libraries
said = Path(sys.argv[1]) if len(sys.argv) > 1 else None
os.write(2, b"before\\n")
try:
    with quiet_libraries(said):
        os.write(2, b"library\\n")
        subprocess.run([sys.executable, "-c", "import sys; print('child', file=sys.stderr)"])
        print("ours", file=sys.stderr)
        print("screen", file=sys.__stderr__)
        raise ValueError
except ValueError:
    pass
os.write(2, b"after\\n")
print("end", file=sys.stderr)
"""


def stderr_of(*arguments: str) -> list[str]:
    ran = subprocess.run([sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=True)
    return ran.stderr.splitlines()


def test_only_python_reaches_the_terminal() -> None:
    assert stderr_of() == ["before", "ours", "screen", "after", "end"]


def test_what_libraries_say_can_be_kept(tmp_path: Path) -> None:
    path = tmp_path / "libraries.log"
    stderr_of(str(path))
    stderr_of(str(path))
    assert path.read_text().splitlines() == ["library", "child"] * 2
