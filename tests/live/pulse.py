"""A sound server of one's own: a daemon with a sink of three channels whose monitor is the only microphone."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

SINK = "table"
CHANNEL_MAP = "front-left,front-right,aux0"
"""What the ALSA plug-in calls three channels; with other names the server would mix them."""
RATE_HZ = 48_000
PROGRAMS = ("pulseaudio", "pactl", "paplay")
START_TIMEOUT_S = 10.0

_ALSA = """
pcm_type.pulse { lib "libasound_module_pcm_pulse.so" }
ctl_type.pulse { lib "libasound_module_ctl_pulse.so" }
pcm.!default { type pulse hint { show on description "Table" } }
pcm.left { type pulse device table.monitor hint { show on description "Table, left" } }
pcm.right { type pulse device table.monitor hint { show on description "Table, right" } }
ctl.!default { type pulse }
"""


def missing_programs() -> tuple[str, ...]:
    """Return what a live test needs and this machine lacks."""
    return tuple(program for program in PROGRAMS if shutil.which(program) is None)


@dataclass(frozen=True, slots=True)
class Pulse:
    """A running server."""

    environment: dict[str, str]
    """What a program needs to talk to it, and to nothing else."""

    def control(self, *arguments: str) -> str:
        """Give the server an order and return its answer."""
        return subprocess.run(
            ["pactl", *arguments], env=self.environment, check=True, capture_output=True, text=True, timeout=10
        ).stdout.strip()

    def plug_in(self) -> None:
        """Give the server its sink, whose monitor is the microphone."""
        self.control(
            "load-module",
            "module-null-sink",
            f"sink_name={SINK}",
            "channels=3",
            f"rate={RATE_HZ}",
            f"channel_map={CHANNEL_MAP}",
        )
        self.control("set-default-source", f"{SINK}.monitor")

    def unplug(self) -> None:
        """Take the sink away, and the microphone with it."""
        self.control("unload-module", "module-null-sink")

    @contextmanager
    def playing(self, path: Path) -> "Iterator[subprocess.Popen[bytes]]":
        """Play a file of three channels into the sink, each into its own."""
        command = ["paplay", f"--device={SINK}", "--latency-msec=50", f"--channel-map={CHANNEL_MAP}", "--no-remix"]
        player = subprocess.Popen([*command, str(path)], env=self.environment, stderr=subprocess.PIPE)
        try:
            yield player
        finally:
            player.terminate()
            player.communicate(timeout=10)


@contextmanager
def pulse_server(folder: Path) -> Iterator[Pulse]:
    """Run a server whose files all lie in `folder`; a short path, because sockets allow no long one."""
    runtime, home, alsa = folder / "run", folder / "home", folder / "alsa.conf"
    for made in (runtime, home):
        made.mkdir(mode=0o700)
    alsa.write_text(_ALSA)
    socket = runtime / "native"
    environment = os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "XDG_RUNTIME_DIR": str(runtime),
        "PULSE_RUNTIME_PATH": str(runtime),
        "PULSE_SERVER": f"unix:{socket}",
        "ALSA_CONFIG_PATH": str(alsa),
    }
    protocol = f"module-native-protocol-unix socket={socket} auth-anonymous=1"
    options = [
        "-n",
        "--daemonize=no",
        "--use-pid-file=no",
        "--exit-idle-time=-1",
        "--realtime=no",
        "--high-priority=no",
    ]
    log = folder / "pulse.log"
    with log.open("wb") as said:
        daemon = subprocess.Popen(["pulseaudio", *options, "-L", protocol], env=environment, stdout=said, stderr=said)
    try:
        deadline_s = monotonic() + START_TIMEOUT_S
        while not socket.exists():
            if daemon.poll() is not None or monotonic() > deadline_s:
                raise RuntimeError(f"pulseaudio does not start: {log.read_text()}")
            sleep(0.05)
        pulse = Pulse(environment)
        pulse.plug_in()
        yield pulse
    finally:
        daemon.terminate()
        daemon.wait(timeout=10)
