#!/usr/bin/env python3
"""Measure what a federation costs: rounds, numbers, bytes, and the time over HTTPS on loopback.

    python bench/federated.py --bundled alarm                      # the ten bundled hospitals
    python bench/federated.py --bundled alarm --sites 50           # fifty, whose rows come again
    PYTHONPATH=scripts python bench/rivals/sample.py build/rows asia alarm --samples 10
    python bench/federated.py --rows build/rows asia alarm         # the numbers of docs/federate.md

sample.py draws the rows of ten sites, in the environment of bench/rivals. Each site learns its DAG from its
own rows. The counts are exact. Each run over loopback has a process for each party, and the masks are on.
Learning runs once with each kind of `--pairs`.

The times are: the run of all parties in one process; the processor's seconds of one site's start, until it
calls the coordinator; the start of all parties, until the last site has called; the session from there to the
result; and to the end of all; and the processor's seconds of all parties together. Those of the processor
depend least on what else runs.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import io
import itertools
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import mcbnc
import mcbnc.datasets
import mcbnc.federated
from mcbnc import cli

sys.path.insert(0, str(Path(__file__).resolve().parent / "rivals"))
import rows

HEADS = (
    *("network", "nodes", "pairs", "rounds", "numbers of a site", "kB from a site", "kB to a site"),
    *("one process", "a start", "all starts", "session", "end", "processor"),
)
NOWHERE = 1  # a port where nothing listens
PAIRS = {"consensus": ("",), "learning": ("votes", "union")}


class Network:
    """A network's sites: their rows, and the DAGs that they learned from these."""

    def __init__(self, folder: Path | None, name: str, sites: int) -> None:
        self.name = name
        if folder is None:
            bundled = mcbnc.datasets.load_rows(name)
            self.nodes, each = bundled.nodes, [bundled.data[k % len(bundled.data)] for k in range(sites)]
            self.tables, arity = each, [len(bundled.states[node]) for node in self.nodes]
        else:
            tables = [rows.read(folder / f"{name}.{seed}.rows") for seed in range(1, sites + 1)]
            self.nodes, arity, _ = tables[0]
            self.tables = [cells.T for *_, cells in tables]
        self.states = [list(range(count)) for count in arity]
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
        for k in range(len(self.tables)):
            path = folder / f"site-{k:02}.csv"
            if task == "learning":
                with path.open("w", newline="") as file:
                    csv.writer(file).writerows([self.nodes, *self.tables[k].tolist()])
            else:
                path = path.with_suffix(".dot")
                path.write_text(self.dags[k].to_dot())
            paths.append(path)
        return paths


class Times(NamedTuple):
    """Seconds of one run, with a process for each party."""

    start: float
    """Of the processor, for one site alone, until it calls the coordinator."""
    starts: float
    """From the first party's start until the last site has called the coordinator."""
    session: float
    """From there to the result."""
    end: float
    """From there to the end of the last party."""
    processor: float
    """Of all processors and parties together."""


def over_loopback(network: Network, task: str, pairs: str) -> Times:
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

        def site(name: str, path: Path, port: int) -> subprocess.Popen[bytes]:
            return _start(
                "site", name, folder, *common, "--data", str(path), "--state", f"{folder}/{name}.state",
                "--coordinator", f"https://127.0.0.1:{port}", "--identity", f"{folder}/keys/{name}.key",
                *(() if port != NOWHERE else ("--patience", "0")),
            )  # fmt: skip

        start = min(_seconds(site(sites[0], data[0], NOWHERE)) for _ in range(3))
        spent, begin = _spent(), time.perf_counter()
        with _Parties() as parties:
            parties["coordinator"] = _start(
                "coordinator", "coordinator", folder, *common, *asked, "--names", f"{folder}/names.json",
                "--listen", f"127.0.0.1:{port}", "--journal", f"{folder}/journal",
                "--out", f"{folder}/result.json",
            )  # fmt: skip
            for name, path in zip(sites, data, strict=True):
                parties[name] = site(name, path, port)
            there, result = parties.wait(folder, f"({len(sites)} of {len(sites)})", "the result is there")
        end = time.perf_counter()
        return Times(start, there - begin, result - there, end - there, _spent() - spent)


def _seconds(party: subprocess.Popen[bytes]) -> float:
    before = _spent()
    party.wait()
    return _spent() - before


def _spent() -> float:
    """The processors' seconds of all processes that have ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


class _Parties(dict[str, "subprocess.Popen[bytes]"]):
    """The processes by name. At the end of the context none of them runs."""

    def wait(self, folder: Path, *lines: str) -> list[float]:
        """Wait for all to end well. When one fails, do not wait for the others: they wait for it.

        The result is when the coordinator said each of the lines, in this order.
        """
        log, times = _log(folder, "coordinator"), []
        while any(party.poll() is None for party in self.values()):
            said = log.read_text() if log.exists() else ""
            times += [time.perf_counter()] * (sum(line in said for line in lines) - len(times))
            self._check(folder)
            time.sleep(0.01)
        self._check(folder)
        return times + [time.perf_counter()] * (len(lines) - len(times))

    def _check(self, folder: Path) -> None:
        for name, party in self.items():
            if party.poll():
                log = _log(folder, name)
                said = log.read_text() if log.exists() else ""
                raise RuntimeError(f"{name} ended with {party.returncode}: {said}")

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


def _log(folder: Path, name: str) -> Path:
    return folder / f"{name}.log"


def _start(role: str, name: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """The process of a party. It has its modules as bytecode, as an installed package has."""
    own = ["--certificate", f"{folder}/tls/{name}.pem", "--key", f"{folder}/tls/{name}.tls.key"]
    command = [sys.executable, "-m", "mcbnc", "federate", role, *own, *arguments]
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    environment["OPENBLAS_NUM_THREADS"] = "1"  # as in examples/federate/mcbnc-site.service
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with _log(folder, name).open("wb") as log:
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=log, env=environment)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--rows", type=Path, metavar="DIR", help="rows that sample.py has drawn")
    source.add_argument("--bundled", action="store_true", help="rows that mcbnc has")
    parser.add_argument("networks", nargs="+")
    parser.add_argument("--sites", type=int, default=10)
    parser.add_argument("--tasks", nargs="+", default=PAIRS, choices=PAIRS)
    args = parser.parse_args()
    networks = [Network(args.rows, name, args.sites) for name in args.networks]
    for task in args.tasks:
        print(f"\n{task}, {args.sites} sites\n")
        print(f"| {' | '.join(HEADS)} |")
        print(f"|{'---|' * len(HEADS)}")
        for network, pairs in itertools.product(networks, PAIRS[task]):
            begin = time.perf_counter()
            report = network.simulate(task, pairs)
            alone = time.perf_counter() - begin
            seconds = " | ".join(f"{each:.2f}" for each in (alone, *over_loopback(network, task, pairs)))
            print(
                f"| {network.name.upper()} | {len(network.nodes)} | {pairs} | {report.rounds} "
                f"| {report.numbers:,} | {report.bytes / 1000:,.0f} | {report.received / 1000:,.0f} "
                f"| {seconds} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
