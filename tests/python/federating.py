"""What the tests of ``mcbnc federate`` share: a federation on loopback, each party in its own process."""

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

import mcbnc
from mcbnc import cli

SITES = ["hospital-01", "hospital-02", "hospital-03"]
_PATIENCE = 120  # seconds
_HASTY = """import runpy
from mcbnc._https import coordinating
coordinating._FAREWELL = 0.2
runpy.run_module("mcbnc", run_name="__main__", alter_sys=True)
"""


def make_parties(folder: Path, sites=SITES) -> None:
    """Keys, peers and certificates."""
    for site in sites:
        assert cli.main(["federate", "keys", "--out", f"{folder}/keys", "--name", site]) == 0
    (folder / "peers").mkdir()
    for path in (folder / "keys").glob("*.pub"):
        (folder / "peers" / path.name).write_bytes(path.read_bytes())
    assert cli.main(["federate", "certificates", "--out", f"{folder}/tls", "coordinator", *sites]) == 0


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def tls(folder: Path, name: str) -> list[str]:
    """The options of a party about its certificate and its peers."""
    own = f"{folder}/tls/{name}"
    return [
        *("--certificate", f"{own}.pem", "--key", f"{own}.tls.key", "--ca", f"{folder}/tls/ca.pem"),
        *("--peers", f"{folder}/peers"),
    ]


class Party:
    """A process of ``mcbnc``. Its standard error is a file.

    `hasty`: a coordinator does not wait for seconds until sites that never came hear of the end.
    """

    def __init__(self, log: Path, *arguments: str, hasty: bool = False) -> None:
        self.log = log
        environment = {**os.environ, "PYTHONPATH": str(Path(mcbnc.__file__).parent.parent)}
        with open(log, "ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, *(["-c", _HASTY] if hasty else ["-m", "mcbnc"]), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=file,
                env=environment,
            )

    @property
    def said(self) -> str:
        return self.log.read_text()

    def until(self, line: str) -> None:
        """Wait until the process says a line."""
        end = time.monotonic() + _PATIENCE
        while line not in self.said:
            assert self.process.poll() is None or line in self.said, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.005)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def wait(self) -> int:
        return self.process.wait(_PATIENCE)


class Federation:
    """A coordinator and three sites, which can be started in any order and again."""

    def __init__(self, folder: Path, task: str, data: list[Path], *options: str, names=()) -> None:
        self.folder = folder
        self.port = free_port()
        self._task, self._data, self._options = task, data, options
        self._started: list[Party] = []
        make_parties(folder)
        files = map(str, data)
        listed = ["federate", "names", "--task", task, *files, *names, "--out", f"{folder}/names.json"]
        assert cli.main(listed) == 0

    def coordinator(self, *options: str, hasty: bool = False) -> Party:
        return self._start(
            "coordinator",
            *("federate", "coordinator", "--task", self._task, "--names", f"{self.folder}/names.json"),
            *(
                "--listen",
                f"127.0.0.1:{self.port}",
                "--sites",
                "3",
                "--journal",
                f"{self.folder}/run.journal",
            ),
            *("--out", f"{self.folder}/coordinator.json", "--patience", str(_PATIENCE)),
            *tls(self.folder, "coordinator"),
            *self._options,
            *options,
            hasty=hasty,
        )

    def site(self, k: int, *options: str) -> Party:
        name = SITES[k]
        return self._start(
            name,
            *("federate", "site", "--task", self._task, "--data", str(self._data[k])),
            *("--coordinator", f"https://127.0.0.1:{self.port}", "--patience", str(_PATIENCE)),
            *("--identity", f"{self.folder}/keys/{name}.key", "--state", f"{self.folder}/{name}.state"),
            *("--out", f"{self.folder}/{name}.json"),
            *tls(self.folder, name),
            *options,
        )

    def sites(self, *options: str) -> list[Party]:
        return [self.site(k, *options) for k in range(3)]

    def results(self) -> list[dict]:
        """What the coordinator and the sites have written, without times."""
        return [_timeless(self.folder / f"{name}.json") for name in ("coordinator", *SITES)]

    def _start(self, name: str, *arguments: str, hasty: bool = False) -> Party:
        party = Party(self.folder / f"{name}.err", *arguments, hasty=hasty)
        self._started.append(party)
        return party

    def close(self) -> None:
        for party in self._started:
            if party.process.poll() is None:
                party.kill()


def _timeless(path: Path) -> dict:
    record = json.loads(path.read_text())
    record.pop("seconds", None)
    return record


def finish(*parties: Party) -> None:
    """Wait until all have ended, well."""
    for party in parties:
        assert party.wait() == 0, party.said
