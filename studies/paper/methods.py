"""The methods of the study: each makes one graph for a case. A file like example_method.py adds more.

A method is a function of a :class:`Case`. It returns anything that :mod:`mcbnc.metrics` takes, or None if
the method is not run in this case.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from learning import PROTOCOL
from networks import ROWS, Network
from numpy.typing import NDArray

import mcbnc

ONE: dict[str, Any] = {"workers": 1}
BDS: dict[str, Any] = {"score": "bds", "prior": None, **ONE}
"""BDs by the default search: what learned from several tables by default when the study was made."""


@dataclass
class Case:
    """A network and a number of clients, with all that a method may look at, the true network apart."""

    network: Network
    dags: NDArray[np.uint8]
    """The clients' DAGs, (r, n, n)."""
    rows: int = ROWS
    drawing: float = 0.0
    """Seconds of processor time that drawing the rows took so far. They are nobody's time."""

    @property
    def nodes(self) -> list[str]:
        return self.network.nodes

    @property
    def states(self) -> list[int]:
        """The number of states of each node."""
        return self.network.arities.tolist()

    @cached_property
    def tables(self) -> list[NDArray[np.uint8]]:
        """The clients' rows, drawn again at the first look: a (rows, n) array for each client."""
        begin = time.process_time()
        tables = [self.network.sample(client, self.rows) for client in range(len(self.dags))]
        self.drawing += time.process_time() - begin
        return tables

    @property
    def bound(self) -> int:
        """The treewidth of the true network by min-fill, for methods that need a bound."""
        return mcbnc.metrics.treewidth(self.network.gold)

    @property
    def options(self) -> dict[str, Any]:
        """What all functions that take DAGs are given."""
        return {"nodes": self.nodes, **ONE}


Method = Callable[[Case], Any]


def _consensus(theta: Any, **more: Any) -> Method:
    return lambda case: mcbnc.consensus(case.dags, theta, progress=False, **more, **case.options)


def _bounded(kind: Any) -> Method:
    return lambda case: mcbnc.baselines.bounded(case.dags, case.bound, kind, progress=False, **case.options)


def _jointly(case: Case) -> Any:
    return mcbnc.learn_jointly(
        mcbnc.Rows(case.tables, states=case.states, names=case.nodes), progress=False, **ONE, **PROTOCOL
    )


def _pooled(case: Case) -> Any:
    rows = np.concatenate(case.tables)
    return mcbnc.learn(
        mcbnc.Rows(rows, states=case.states, names=case.nodes), progress=False, **ONE, **PROTOCOL
    )


def _auto_by_defaults(case: Case) -> Any:
    """MCBNC, from DAGs that the clients learn by BDs and mcbnc's default search."""
    rows = mcbnc.Rows(case.tables, states=case.states, names=case.nodes)
    return mcbnc.consensus(mcbnc.learn_many(rows, progress=False, **BDS), "auto", progress=False, **ONE)


def _jointly_by_defaults(case: Case) -> Any:
    rows = mcbnc.Rows(case.tables, states=case.states, names=case.nodes)
    return mcbnc.learn_jointly(rows, progress=False, **BDS)


BOUNDED = {f"bounded {kind}": _bounded(kind) for kind in ("fusion", "inputs", "arcs")}

METHODS: dict[str, Method] = {
    "mcbnc auto": _consensus("auto"),
    "mcbnc 0.5": _consensus(0.5),
    "mcbnc refusion": _consensus("auto", output="refusion"),
    "mcbnc cap 1": _consensus("auto", cap=1),
    "fusion": lambda case: mcbnc.fusion(case.dags, **case.options),
    "vote arcs": lambda case: mcbnc.baselines.vote(case.dags, kind="arcs", **case.options),
    "vote skeleton": lambda case: mcbnc.baselines.vote(case.dags, kind="skeleton", **case.options),
    "averaged": lambda case: mcbnc.baselines.averaged(case.dags, **case.options),
    "climb": lambda case: mcbnc.baselines.climb(case.dags, **case.options),
    "dsep vote": lambda case: mcbnc.baselines.dsep_vote(case.dags, progress=False, **case.options),
    **BOUNDED,
    "empty": lambda case: np.zeros_like(case.dags[0]),
    "gold": lambda case: case.network.gold,
    "jointly": _jointly,
    "pooled": _pooled,
    "mcbnc auto, defaults": _auto_by_defaults,
    "jointly, defaults": _jointly_by_defaults,
}

FROM_ROWS = ("jointly", "pooled", "mcbnc auto, defaults", "jointly, defaults")
"""The methods that look at the clients' rows. They take far longer than the others."""


def read_file(path: Path | None) -> dict[str, Method]:
    """The methods of a file, its ``METHODS``."""
    if path is None:
        return {}
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return dict(module.METHODS)
