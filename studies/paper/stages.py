"""The stages of the study in their order: what each one runs."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cases
import curves
import kmax
import learning
import networks
import repeats
import runtime
import synthetic
from methods import FROM_ROWS, METHODS, read_file
from networks import Network
from plan import Plan, left_out
from pool import Run
from store import Params, Stage, Store

Work = tuple[Stage, Run, list[Params]]


@dataclass(frozen=True)
class Setting:
    """Where the results are, what is to run, and a file with more methods."""

    store: Store
    plan: Plan
    file: Path | None = None

    def networks(self) -> Iterator[Network]:
        return (self.network(name) for name in self.plan.names)

    def network(self, name: str) -> Network:
        return networks.load(self.store.folder / "networks", name)

    def pairs(self) -> Iterator[tuple[Network, int]]:
        """The networks and numbers of clients, from small to large."""
        return ((network, clients) for network in self.networks() for clients in self.plan.clients)

    def methods(self) -> dict[str, str | None]:
        """The names of the methods, and for those of the file the hash of the file."""
        code = hashlib.sha256(self.file.read_bytes()).hexdigest()[:16] if self.file else None
        return {**dict.fromkeys(METHODS), **dict.fromkeys(read_file(self.file), code)}


def learn(setting: Setting) -> Work:
    plan = setting.plan
    each = [
        learning.params(network, client, plan.rows)
        for network in setting.networks()
        for client in range(max(plan.clients))
    ]
    return learning.STAGE, learning.run, each


def inputs(setting: Setting) -> Work:
    plan = setting.plan
    each = [cases.input_params(network, max(plan.clients), plan.rows) for network in setting.networks()]
    return cases.INPUTS, cases.run_inputs, each


def trajectories(setting: Setting) -> Work:
    each = [curves.params(network, clients, setting.plan.rows) for network, clients in setting.pairs()]
    return curves.STAGE, curves.run, each


def _cases(setting: Setting, from_rows: bool) -> Work:
    each = [
        cases.params(network, clients, name, setting.plan.rows, code)
        for network, clients in setting.pairs()
        for name, code in setting.methods().items()
        if (name in FROM_ROWS) == from_rows and not left_out(name, network.name, clients)
    ]
    return cases.STAGE, partial(cases.run, file=setting.file), each


def methods(setting: Setting) -> Work:
    return _cases(setting, from_rows=False)


def from_rows(setting: Setting) -> Work:
    return _cases(setting, from_rows=True)


def again(setting: Setting) -> Work:
    plan = setting.plan
    each = [
        repeats.params(network, clients, plan.rows, reading, plan.times)
        for network, clients in setting.pairs()
        for reading in repeats.READINGS
        if not left_out(f"repeats: {reading}", network.name, clients)
    ]
    return repeats.STAGE, repeats.run, each


def ablation(setting: Setting) -> Work:
    plan = setting.plan
    network = setting.network(plan.kmax_network)
    each = [kmax.params(network, r, plan.rows, k) for k in plan.kmax_values for r in plan.clients]
    return kmax.STAGE, kmax.run, each


def drawn(setting: Setting) -> Work:
    plan = setting.plan
    each = [
        synthetic.params(nodes, clients, reading, repetition)
        for nodes in plan.synthetic_sizes
        for clients in plan.synthetic_sizes
        for reading in synthetic.READINGS
        for repetition in range(plan.synthetic_times)
    ]
    return synthetic.STAGE, synthetic.run, each


def timing(setting: Setting) -> Work:
    plan = setting.plan
    each = [
        runtime.params(setting.network(name), clients, plan.rows, method)
        for name in runtime.NETWORKS
        for clients in runtime.CLIENTS
        for method in runtime.METHODS
        if name in plan.names and clients in plan.clients
    ]
    return runtime.STAGE, runtime.run, each


STAGES: dict[str, Callable[[Setting], Work]] = {
    "learn": learn,
    "inputs": inputs,
    "methods": methods,
    "curves": trajectories,
    "synthetic": drawn,
    "k_max": ablation,
    "repeats": again,
    "runtime": timing,
    "rows": from_rows,
}
