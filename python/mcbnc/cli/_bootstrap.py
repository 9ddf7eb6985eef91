"""The command line's ``bootstrap``: the strengths of all pairs, and a network made of the resamples."""

from __future__ import annotations

import argparse
from typing import Any, Literal, NamedTuple

from .._base.options import check_share, check_theta
from .._base.show import counted
from .._graphs.graph import Graph
from .._graphs.structures import structures_record
from .._learning.bootstrap import Bootstrap, bootstrap, strength_table
from .._results.result import Result
from ..errors import InvalidInputError
from ._discretize import BINS, rows_of_tables, tables_given
from ._end import Exit, exit_code
from ._files import RESULT_SUFFIXES, SEVERAL, suffix, write, write_text
from ._objects import options_given
from ._options import LIMITS, ROWS, add_options, add_outs, add_search, value, word
from ._streams import print_text, say, warnings_are_lines
from ._text import csv_text, json_text, rows_text
from ._values import file, theta
from ._wording import files_named

_NETWORKS = ("averaged", "consensus")


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", **value(file, "FILE", "CSV as for learn"))
    add_options(
        command,
        resamples=value(
            int, "N", "structures to learn, each of rows that are drawn again (default 200)", default=200
        ),
        seed=value(
            int,
            "N",
            "draw the rows by this seed (default: a new one, shown on stderr)",
            r="draw the rows by this seed (default: a new one, in the element seed)",
        ),
        network=word(
            _NETWORKS,
            "what --out writes: the averaged network, or the consensus of the structures "
            f"(default: {_NETWORKS[0]})",
        ),
        threshold=value(
            theta,
            "auto|X",
            "take the pairs of strength > X, or delete edges of criticality <= X (default: auto)",
            default="auto",
            r="join the pairs of strength > X, from 0 to 1 (default: auto, the estimate of Scutari and "
            "Nagarajan 2013)",
        ),
    )
    what = "the network (.json: the structures of all resamples)"
    add_outs(command, RESULT_SUFFIXES, what, "beside the strengths on")
    add_options(command, "json", "quiet")
    search = command.add_argument_group("the search")
    add_search(search)
    add_options(search, *LIMITS)
    add_options(command.add_argument_group("the rows"), *ROWS, "decimal", "repeats", bins=BINS)


def run(given: argparse.Namespace) -> Exit:
    network = _read_network(given.network, given.threshold)
    (data,) = tables_given(given, [given.file])
    with files_named(data=given.file), warnings_are_lines():
        boot = bootstrap(rows_of_tables(given, data), **options_given(given, bootstrap))
    if not boot.resamples:
        raise InvalidInputError("the time limit came before the first resample was done")
    for path in given.out:
        _write(boot, network, path)
    print_text(json_text(_record(boot, network)) if given.json else csv_text(*_strengths(boot)))
    if not given.quiet:
        say(
            f"{given.file}: {counted(boot.resamples, 'resample')} "
            f"of {rows_text(boot.rows, boot.rows_left_out)} rows "
            f"over {counted(len(boot.nodes), 'node')}, seed {boot.seed}, in {boot.seconds:.3g} s"
        )
    return exit_code(boot.status)


class _Network(NamedTuple):
    """The network that is asked of the resamples."""

    kind: str
    """One of :data:`_NETWORKS`."""
    threshold: float | Literal["auto"]

    def of(self, boot: Bootstrap) -> Result:
        return boot.averaged(self.threshold) if self.kind == "averaged" else boot.consensus(self.threshold)


def _read_network(kind: str, threshold: float | Literal["auto"]) -> _Network:
    """Check the threshold before the run: a share for the averaged network, any theta for a consensus."""
    if threshold == "auto":
        return _Network(kind, "auto")
    check = check_share if kind == "averaged" else check_theta
    return _Network(kind, check(threshold, "threshold"))


def _record(boot: Bootstrap, network: _Network) -> dict[str, Any]:
    result = network.of(boot)
    return {
        "nodes": boot.nodes,
        "strengths": _strengths(boot)[1],
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


def _write(boot: Bootstrap, network: _Network, path: str) -> None:
    """Write the network to a file. JSON holds the structures of all resamples instead."""
    if suffix(path) == SEVERAL:
        structures = [Graph(dag, boot.nodes, named=True) for dag in boot.dags]
        made = {"provenance": boot.provenance.to_dict()}
        write_text(path, json_text({**structures_record(structures), **made}))
    else:
        write(network.of(boot), path)


def _strengths(boot: Bootstrap) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The header and the rows of the table, one for each ordered pair."""
    table = strength_table(boot)
    return list(table), list(zip(*table.values(), strict=True))
