#!/usr/bin/env python3
"""Measure what a federation costs: rounds, numbers, bytes, and the time over HTTPS on loopback.

    PYTHONPATH=scripts python bench/rivals/sample.py build/rows asia alarm --samples 10
    python bench/federated.py build/rows asia alarm

The first command draws the rows of ten sites, in the environment of bench/rivals. Each site learns its DAG
from its own rows. The script prints the numbers of docs/federate.md. The counts are exact. Each run over
loopback has a process for each party, and the masks are on. Learning runs once with each kind of `--pairs`.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import itertools
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import mcbnc
import mcbnc.federated
from mcbnc import cli

sys.path.insert(0, str(Path(__file__).resolve().parent / "rivals"))
import rows

SITES = 10
HEADER = "| network | nodes | pairs | rounds | numbers of a site | kB from a site | kB to a site | seconds |"
PAIRS = {"consensus": ("",), "learning": ("votes", "union")}


class Network:
    """A network's sites: their rows, and the DAGs that they learned from these."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        tables = [rows.read(folder / f"{name}.{seed}.rows") for seed in range(1, SITES + 1)]
        self.nodes, self.arity, _ = tables[0]
        self.tables = [cells.T for *_, cells in tables]
        self.states = [list(range(count)) for count in self.arity]
        self.dags = mcbnc.learn_many(
            mcbnc.Rows(self.tables, names=self.nodes, states=self.states),
            score="bdeu",
            search="ges",
            prior=None,
            progress=False,
        )

    def simulate(self, task: str, pairs: str) -> Any:
        """The task in this process, with masks, and by BDeu, and with defaults but for the pairs."""
        if task == "consensus":
            return mcbnc.federated.simulate(self.dags, 0.5, masks=True)
        return mcbnc.federated.simulate_learning(
            mcbnc.Rows(self.tables, names=self.nodes, states=self.states),
            score="bdeu",
            prior=None,
            pairs=pairs,
            masks=True,
        )

    def export(self, folder: Path, task: str) -> list[Path]:
        """A file of data for each site."""
        paths = []
        for k in range(SITES):
            path = folder / f"site-{k:02}.csv"
            if task == "learning":
                with path.open("w", newline="") as file:
                    csv.writer(file).writerows([self.nodes, *self.tables[k].tolist()])
            else:
                path = path.with_suffix(".dot")
                path.write_text(self.dags[k].to_dot())
            paths.append(path)
        return paths


def over_loopback(network: Network, task: str, pairs: str) -> float:
    """Seconds from the last party's start to the last party's end, with a process for each."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = network.export(folder, task)
        sites = [path.stem for path in data]
        for site in sites:
            _mcbnc("federate", "keys", "--out", f"{folder}/keys", "--name", site)
        (folder / "peers").mkdir()
        for key in (folder / "keys").glob("*.pub"):
            (folder / "peers" / key.name).write_bytes(key.read_bytes())
        _mcbnc("federate", "certificates", "--out", f"{folder}/tls", "coordinator", *sites)
        _mcbnc("federate", "names", "--task", task, *map(str, data), "--out", f"{folder}/names.json")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        common = ["--task", task, "--peers", f"{folder}/peers", "--ca", f"{folder}/tls/ca.pem"]
        asked = ["--pairs", pairs] if pairs else []
        begin = time.perf_counter()
        with _Parties() as parties:
            parties["coordinator"] = _start(
                "coordinator", "coordinator", folder, *common, *asked, "--names", f"{folder}/names.json",
                "--listen", f"127.0.0.1:{port}", "--journal", f"{folder}/journal",
                "--out", f"{folder}/result.json",
            )  # fmt: skip
            for site, path in zip(sites, data, strict=True):
                parties[site] = _start(
                    "site", site, folder, *common, "--data", str(path), "--state", f"{folder}/{site}.state",
                    "--coordinator", f"https://127.0.0.1:{port}", "--identity", f"{folder}/keys/{site}.key",
                )  # fmt: skip
            parties.wait()
        return time.perf_counter() - begin


class _Parties(dict[str, "subprocess.Popen[bytes]"]):
    """The processes by name. At the end of the context none of them runs."""

    def wait(self) -> None:
        """Wait for all to end well. When one fails, do not wait for the others: they wait for it."""
        while any(party.poll() is None for party in self.values()):
            self._check()
            time.sleep(0.01)
        self._check()

    def _check(self) -> None:
        for name, party in self.items():
            if party.poll():
                raise RuntimeError(f"{name} ended with {party.returncode}; its message is above")

    def __enter__(self) -> _Parties:
        return self

    def __exit__(self, *_: object) -> None:
        for party in self.values():
            party.kill()
            party.wait()


def _mcbnc(*arguments: str) -> None:
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        code = cli.main(list(arguments))
    if code:
        raise RuntimeError(f"mcbnc {' '.join(arguments)} ended with {code}: {said.getvalue()}")


def _start(role: str, name: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    own = ["--certificate", f"{folder}/tls/{name}.pem", "--key", f"{folder}/tls/{name}.tls.key", "--quiet"]
    command = [sys.executable, "-m", "mcbnc", "federate", role, *own, *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--tasks", nargs="+", default=PAIRS, choices=PAIRS)
    args = parser.parse_args()
    networks = [Network(args.folder, name) for name in args.networks]
    for task in args.tasks:
        print(f"\n{task}\n")
        print(HEADER)
        print("|---|---:|---|---:|---:|---:|---:|---:|")
        for network, pairs in itertools.product(networks, PAIRS[task]):
            report = network.simulate(task, pairs)
            seconds = over_loopback(network, task, pairs)
            print(
                f"| {network.name.upper()} | {len(network.nodes)} | {pairs} | {report.rounds} "
                f"| {report.numbers:,} | {report.bytes / 1000:,.0f} | {report.received / 1000:,.0f} "
                f"| {seconds:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
