"""What the study runs: the full plan, and the quick one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import kmax
import networks
import repeats
import synthetic
from cases import CLIENTS


@dataclass(frozen=True)
class Plan:
    """The networks and numbers of clients, and how often what is repeated."""

    names: tuple[str, ...] = networks.NAMES
    clients: tuple[int, ...] = CLIENTS
    rows: int = networks.ROWS
    times: int = repeats.TIMES
    kmax_network: str = kmax.NETWORK
    kmax_values: tuple[int, ...] = kmax.VALUES
    synthetic_sizes: tuple[int, ...] = synthetic.NODES
    synthetic_times: int = synthetic.TIMES


FULL = Plan()
QUICK = Plan(
    names=("asia", "sachs", "child", "insurance", "alarm", "hepar2"),
    clients=(5, 10, 20),
    times=3,
    kmax_network="hepar2",
    kmax_values=(0, 2, 10),
    synthetic_sizes=(10, 30),
    synthetic_times=2,
)

Exclusion = dict[str, Any]
"""Which methods are not run where: their names, the networks, the least number of clients, and the reason."""

TIES = (
    "to draw among the tied deletions the search has to find them all, which takes minutes for each run "
    "where the fusion is dense; the first of them alone takes a second"
)


def _not(method: str, network: str, from_clients: int, why: str) -> Exclusion:
    return {"methods": [method], "networks": [network], "from_clients": from_clients, "why": why}


LONG_BY_DEFAULT = {
    "barley": 100, "hailfinder": 100, "hepar2": 100, "win95pts": 100,
    "pathfinder": 20, "andes": 20, "diabetes": 5, "pigs": 10,
}  # fmt: skip
"""From how many clients on the methods by mcbnc's defaults are not run."""

LEFT_OUT: list[Exclusion] = [
    _not("repeats: ties", "win95pts", 50, TIES),
    _not("repeats: ties", "pathfinder", 50, TIES),
    _not("repeats: ties", "andes", 30, TIES),
    _not("repeats: ties", "diabetes", 100, TIES),
    _not("jointly", "diabetes", 20, "8 s of a core for each client: minutes for each case"),
    _not("pooled", "diabetes", 30, "2.6 s of a core for each client: minutes for each case"),
    *(
        _not(method, network, start, "by default a client takes up to 34 s of a core: minutes for each case")
        for method in ("mcbnc auto, defaults", "jointly, defaults")
        for network, start in LONG_BY_DEFAULT.items()
    ),
    _not("bounded inputs", "diabetes", 50, "a fusion again for each arc of 50 inputs and more: minutes"),
]


def left_out(method: str, network: str, clients: int) -> bool:
    return any(
        method in one["methods"] and network in one["networks"] and clients >= one["from_clients"]
        for one in LEFT_OUT
    )
