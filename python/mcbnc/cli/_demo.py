"""The command line's ``demo``: learn from the clients' rows, fuse, and compare with other methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .. import datasets
from .._comparing.compare import METHODS, compare
from .._comparing.comparison import Comparison
from .._consensus.results import ConsensusResult
from .._learning.learn import learn, learn_many
from .._learning.learned import Learned

__all__ = ["Demo", "demo"]

_CONSENSUS = "mcbnc auto"


@dataclass(frozen=True)
class Demo:
    """The results of the demo."""

    network: str
    learned: list[Learned]
    """The structure learned by each client. If only DAGs are bundled, the list is empty."""
    gold: Any
    comparison: Comparison

    @property
    def consensus(self) -> ConsensusResult:
        result: ConsensusResult = self.comparison.results[_CONSENSUS]
        return result

    def summary(self) -> str:
        """A few lines on the run, and the table of the methods."""
        result = self.consensus
        clients, nodes = len(self.comparison.inputs), len(self.comparison.nodes)
        if self.learned:
            rows = [graph.rows for graph in self.learned]
            seconds = sum(graph.seconds for graph in self.learned)
            lines = [
                f"{self.network.upper()}: {sum(rows)} rows of {clients} clients, from {min(rows)} to "
                f"{max(rows)} each, over {nodes} nodes",
                f"learned: a structure from each client's rows, in {seconds:.2g} s of work",
            ]
        else:
            lines = [f"{self.network.upper()}: {clients} client DAGs over {nodes} nodes"]
        lines.append(
            f"fused: {np.count_nonzero(result.fusion)} edges, of which {len(result.edges)} stay at theta "
            f"{result.theta:.3g}, in {result.seconds:.2g} s"
        )
        table = repr(self.comparison).partition("\n")[2]
        return "\n".join([*lines, "", table, ""])

    def record(self) -> dict[str, Any]:
        """The results as an object for JSON."""
        return {
            "network": self.network,
            "learned": [
                {"rows": graph.rows, "edges": len(graph.edges), "bdeu": graph.score, "seconds": graph.seconds}
                for graph in self.learned
            ],
            "theta": self.consensus.theta,
            "methods": self.comparison.table,
            "inputs": self.comparison.inputs,
        }

    def plot(self) -> Any:
        """Draw the consensus beside the truth, and below them the distances of each method."""
        from .._plots.demo import draw

        return draw(self.consensus._picture(self.gold), *self.comparison._picture())


def demo(network: str) -> Demo:
    """Run the demo with a bundled network. If rows are bundled, learn from them, else start from DAGs."""
    methods: dict[str, Any] = {name: name for name in METHODS}
    if network not in datasets.row_names():
        clients = datasets.load(network)
        methods["the truth"] = clients.gold
        comparison = compare(clients.dags, clients.gold, methods, nodes=clients.nodes)
        return Demo(network, [], clients.gold, comparison)
    rows = datasets.load_rows(network)
    about: dict[str, Any] = {"names": rows.nodes, "states": rows.states}
    learned = learn_many(rows.data, **about)
    # For comparison only: in practice no client has the rows of all others.
    methods |= {"all rows in one": learn(np.concatenate(rows.data), **about), "the truth": rows.gold}
    return Demo(network, learned, rows.gold, compare(learned, rows.gold, methods))
