"""Flower's programs, started on free ports of this machine and ended by the tests that started them."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parents[2] / "examples" / "flower"
PROGRAMS = Path(sys.executable).parent
MINUTES = 60.0


class Flower:
    """A home of Flower, and the programs that run in it.

    The time limits suit a busy machine: Flower imports itself anew for each message.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"127.0.0.1:{free_port()}"
        self._running: list[subprocess.Popen] = []
        self._environment = {
            **os.environ,
            "PATH": f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}",
            "FLWR_HOME": str(folder),
            "FLWR_TELEMETRY_ENABLED": "0",
            "FLWR_DISABLE_UPDATE_CHECK": "1",
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        connection = f'[superlink]\ndefault = "here"\n\n[superlink.here]\naddress = "{self.address}"\n'
        (folder / "config.toml").write_text(connection + "insecure = true\n", encoding="utf-8")

    def start_superlink(self, *options: str) -> None:
        self._start(
            "flower-superlink",
            *options,
            *self._port(self.address),
            "--disable-runtime-dependency-installation",
        )
        self._wait_for(self.address)

    def start_supernode(self, **config: str | int) -> None:
        told = " ".join(f'{name}="{value}"' for name, value in config.items())
        address = f"127.0.0.1:{free_port()}"
        self._start(
            "flower-supernode", *self._port(address), "--superlink", self.address, "--node-config", told
        )

    def run(self, *options: str, **config: str | int) -> dict:
        """Run the app, and return its answer."""
        output = self.folder / "answer.json"
        output.unlink(missing_ok=True)
        told = " ".join(f"{name}={json.dumps(value)}" for name, value in config.items())
        command = [PROGRAMS / "flwr", "run", APP, *options, "--stream", "-c", f'{told} output="{output}"']
        done = subprocess.run(
            command,
            env=self._environment,
            timeout=20 * MINUTES,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if not output.exists():
            pytest.fail("\n".join([done.stdout, *self._logs()]))
        return json.loads(output.read_text(encoding="utf-8"))

    def stop(self) -> None:
        """End all that was started. Each program has a group of processes of its own."""
        for program in reversed(self._running):
            os.killpg(program.pid, signal.SIGTERM)
        for program in self._running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(timeout=0.5 * MINUTES)
            kill_group(program.pid)
            program.wait()

    def _start(self, program: str, *options: str) -> None:
        with open(self.folder / f"{len(self._running)}-{program}.log", "wb") as log:
            self._running.append(
                subprocess.Popen(
                    [PROGRAMS / program, "--insecure", *options],
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    start_new_session=True,
                )
            )

    def _wait_for(self, address: str) -> None:
        host, port = address.split(":")
        end = time.monotonic() + 3 * MINUTES
        while True:
            try:
                socket.create_connection((host, int(port)), timeout=1).close()
                return
            except OSError:
                if self._running[-1].poll() is not None or time.monotonic() > end:
                    pytest.fail("\n".join(self._logs()))
                time.sleep(0.5)

    @staticmethod
    def _port(address: str) -> list[str]:
        host, port = address.split(":")
        return ["--host", host, "--port", port]

    def _logs(self) -> list[str]:
        return [
            f"{path.name}\n{path.read_text(encoding='utf-8', errors='replace')}"
            for path in sorted(self.folder.glob("*.log"))
        ]


def kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
