"""The command line's ``bootstrap``: the strengths of all pairs, and a network made of the resamples."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from .._base.options import check_share, check_theta
from .._graphs.graph import Graph
from .._graphs.structures import structures_record
from .._learning.bootstrap import Bootstrap, strength_table
from .._results.result import Result
from ._files import SEVERAL, suffix, write, write_text
from ._text import json_text

NETWORKS = ("averaged", "consensus")


class Network(NamedTuple):
    """The network that is asked of the resamples."""

    kind: str
    """One of :data:`NETWORKS`."""
    threshold: float | Literal["auto"]

    def of(self, boot: Bootstrap) -> Result:
        return boot.averaged(self.threshold) if self.kind == "averaged" else boot.consensus(self.threshold)


def read_network(kind: str, threshold: float | Literal["auto"]) -> Network:
    """Check the threshold before the run: a share for the averaged network, any theta for a consensus."""
    if threshold == "auto":
        return Network(kind, "auto")
    check = check_share if kind == "averaged" else check_theta
    return Network(kind, check(threshold, "threshold"))


def bootstrap_record(boot: Bootstrap, network: Network) -> dict[str, Any]:
    result = network.of(boot)
    return {
        "nodes": boot.nodes,
        "strengths": strengths(boot)[1],
        "network": network.kind,
        "edges": result.edges,
        "reversible": result.reversible,
        "resamples": boot.resamples,
        "rows": boot.rows,
        "rows_left_out": boot.rows_left_out,
        "seed": boot.seed,
        "status": boot.status,
        "seconds": boot.seconds,
        "provenance": result.provenance.to_dict(),
    }


def write_bootstrap(boot: Bootstrap, network: Network, path: str) -> None:
    """Write the network to a file. JSON holds the structures of all resamples instead."""
    if suffix(path) == SEVERAL:
        structures = [Graph(dag, boot.nodes, named=True) for dag in boot.dags]
        made = {"provenance": boot.provenance.to_dict()}
        write_text(path, json_text({**structures_record(structures), **made}))
    else:
        write(network.of(boot), path)


def strengths(boot: Bootstrap) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The header and the rows of the table, one for each ordered pair."""
    table = strength_table(boot)
    return list(table), list(zip(*table.values(), strict=True))
