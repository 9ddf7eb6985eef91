"""The evidence for one edge: which inputs have it, how strong it is, and what became of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import Adjacency, Stack, having
from .._base.arrays import ReadOnlyArrays, read_only
from .._base.extras import import_extra
from .._base.names import find_pair
from .._base.show import listed, printed, shown
from .._engine.request import execute
from .._results.over_nodes import Joins
from .criticality import cuts_of
from .edge_summary import EdgeSummary
from .fusion import told_imaps
from .run import Run

_ROWS = 20  # of the table, at most


@dataclass(frozen=True, repr=False, eq=False)  # eq: arrays have no truth value to compare by
class Explanation(ReadOnlyArrays):
    """Why a consensus joins u and v, or does not. Made by :meth:`mcbnc.ConsensusResult.explain`.

    ``S``, ``H``, ``psi``, ``per_dag`` and ``cuts`` describe one deletion of the edge, on the inputs as
    the steps before it left them.

    - If the edge was deleted, it is the deletion that was made.
    - If the edge is still there, it is the best deletion now, of lowest psi. ``k_max`` is ignored only
      if every H has more nodes than ``k_max`` allows. For a required edge, it is the deletion that
      would be the best.
    - If the pair is not in the fusion, there is no deletion. S then is all else that precedes the later
      node of the pair in the order: given S, no I-map joins the pair. All cuts are empty.
    """

    u: Hashable
    v: Hashable
    present: bool
    """Does the consensus join them?"""
    edge: str
    """How its class does: ``"->"`` from u to v, ``"<-"``, ``"--"`` for either way, ``""`` for not at all."""
    in_fusion: bool
    step: int | None
    """Which step deleted it, an index of ``result.trajectory``; None where none did."""
    psi: float
    """The criticality: the (weighted) mean of `per_dag`."""
    S: tuple[Hashable, ...]
    """The conditioning set."""
    H: tuple[Hashable, ...]
    """The nodes that the deletion makes u and v point at (Chickering 2002, definition 13)."""
    per_dag: NDArray[np.int64]
    """(r,) int64, read-only: what each input's minimum cut between u and v given S counts.

    Its size, or the run's ``cap`` if that is less. -1 where the input lacks u or v.
    """
    cuts: list[list[tuple[Hashable, Hashable]]]
    """For each input that cut, as edges of the moral graph, a before b in sorted order.

    The whole of it, whatever the cap.
    """
    blind: NDArray[np.bool_]
    """(r,) bool, read-only: does the input join u and v given S, and lack a node of S?

    Then its cut counts an eighth.
    """
    directions: NDArray[np.str_]
    """(r,) str, read-only: each input's own edge, ``"->"``, ``"<-"`` or ``""``."""
    imaps: NDArray[np.bool_]
    """(r,) bool, read-only: does the input's I-map along the order join them?"""
    words: str
    """The answer in words."""
    sites: list[Hashable]
    """The names of the sites that the r inputs are of. Inputs without site names have 0..r-1."""

    def __repr__(self) -> str:
        return "\n".join([self.words, *self._table()])

    def to_frame(self) -> Any:
        """A :class:`pandas.DataFrame`, one row for each input, in the order they were given.

        Columns: ``direction``, ``imap``, ``cut`` and ``cut_edges``, as :attr:`directions`,
        :attr:`imaps`, :attr:`per_dag` and :attr:`cuts`. The index is :attr:`sites`. Needs pandas.
        """
        return import_extra("pandas").DataFrame(self._columns(), index=self.sites)

    def _columns(self) -> dict[str, Any]:
        """The columns of :meth:`to_frame`."""
        return {
            "direction": self.directions,
            "imap": self.imaps,
            "cut": self.per_dag,
            "cut_edges": self.cuts,
        }

    def _table(self) -> list[str]:
        """The lines about the inputs that have something of the edge."""
        has = np.flatnonzero((self.directions != "") | self.imaps | (self.per_dag > 0)).tolist()
        if not has:
            return []
        rows = [("input", "edge", "I-map", "cut", "cut edges")]
        for i in has[:_ROWS]:
            edges = listed([f"{shown(a)} -- {shown(b)}" for a, b in self.cuts[i]])
            imap = "yes" if self.imaps[i] else ""
            cut = f"{self.per_dag[i]} / 8" if self.blind[i] else str(max(0, self.per_dag[i]))
            rows.append((printed(self.sites[i]), str(self.directions[i]), imap, cut, edges))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
        ]
        if len(has) > _ROWS:
            lines.append(f"... and {len(has) - _ROWS} more: to_frame() has all")
        if len(has) < len(self.cuts):
            lines.append(f"None of these in {len(self.cuts) - len(has)} of {len(self.cuts)} inputs.")
        return ["", *lines]


def explain(
    run: Run, graph: Adjacency, cpdag: Adjacency, theta: float, u: Any, v: Any, joins: Joins | None = None
) -> Explanation:
    """The explanation of the pair u, v in the consensus that `run` ended in.

    `joins` are those of DAGs over different nodes.
    """
    nodes = run.nodes
    i, j = find_pair(u, v, {name: k for k, name in enumerate(nodes)})
    pairs = run.steps["step_edges"][:, :2]
    deleted = np.flatnonzero((pairs == (i, j)).all(axis=1) | (pairs == (j, i)).all(axis=1))
    step = int(deleted[0]) if len(deleted) else None
    ways = np.array([(i, j), (j, i)])
    in_fusion = bool(run.fusion.has(ways).any())
    if not in_fusion:
        found = _apart(run, i, j)
    elif step is None:
        found = _best(run, i, j)
    else:
        found = _made(run, step)
    a, b, H, S = found
    cut = run.ask_after(len(pairs) if step is None else step, "criticality", u=a, v=b, s=S)
    inputs = run.inputs
    blind = cut.arrays.get("blind", np.zeros(run.r)).astype(bool)
    summary = EdgeSummary(
        run=run,
        theta=theta,
        u=shown(nodes[i]),
        v=shown(nodes[j]),
        edge=_sign(cpdag.has(ways)),
        in_fusion=in_fusion,
        required=frozenset((i, j)) in run.required,
        step=step,
        psi=float(cut.info["psi"]),
        S=[shown(nodes[k]) for k in S],
        H=[shown(nodes[k]) for k in H],
        directions=[_sign(has) for has in having(inputs.stack, ways)],
        imaps=having(find_imaps(run), ways).max(axis=1).astype(bool),
        both=cut.arrays["per_dag"] >= 0 if run.unlike else None,
        blind=np.flatnonzero(blind).tolist(),
        unsure=joins is not None and bool(joins.unsure(ways[:1])[0]),
    )
    return Explanation(
        u=nodes[i],
        v=nodes[j],
        present=bool(graph.has(ways).any()),
        edge=summary.edge,
        in_fusion=in_fusion,
        step=step,
        psi=summary.psi,
        S=tuple(nodes[k] for k in S),
        H=tuple(nodes[k] for k in H),
        per_dag=read_only(cut.arrays["per_dag"]),
        cuts=cuts_of(cut, nodes),
        blind=read_only(blind),
        directions=read_only(np.array(summary.directions, "U2")),
        imaps=read_only(summary.imaps),
        words=summary.text(),
        sites=run.site_names(),
    )


def criticalities(run: Run, graph: Adjacency) -> dict[str, Any]:
    """The criticality of each edge of the graph after the run, NaN for an edge that the run has not.

    Of DAGs over different nodes there are more columns: the fraction, and what the DAGs say there.
    """
    found = run.ask_after(len(run.psi), "criticalities").arrays
    rows = {frozenset(ends): row for row, ends in enumerate(found["edges"].tolist())}
    at = np.array([rows.get(frozenset(arc), -1) for arc in graph.arcs.tolist()], np.intp)
    columns: dict[str, Any] = {"psi": np.append(found["psi"], np.nan)[at]}
    if "joined" in found:
        columns["fraction"] = [*map(fraction, found["score"].tolist(), found["step_weight"].tolist()), ""]
        columns["fraction"] = [columns["fraction"][row] for row in at.tolist()]
        for name in ("joined", "blind", "apart"):
            columns[name] = np.append(found[name], 0)[at]
    return columns


def fraction(score: int, weight: int) -> str:
    """A criticality in lowest terms. It is 0 if no DAG has a say."""
    part = gcd(score, weight) or 1
    return f"{score // part}/{weight // part or 1}"


_Deletion = tuple[int, int, list[int], list[int]]
"""u, v, H and S, as indices of nodes; the cut is nearest v."""


def _made(run: Run, step: int) -> _Deletion:
    """The deletion that a step made."""
    u, v, _ = run.steps["step_edges"][step].tolist()
    return u, v, run.members("h", step), run.members("s", step)


def _best(run: Run, i: int, j: int) -> _Deletion:
    """The best deletion of an edge that is still there after the last step."""
    found = run.ask_after(len(run.psi), "deletion", u=i, v=j).arrays
    u, v, _ = found["edge"].tolist()
    return u, v, found["h"].tolist(), found["s"].tolist()


def _apart(run: Run, i: int, j: int) -> _Deletion:
    """The set that separates two nodes in every input if no I-map joins them: all that precedes the later."""
    order = run.order.tolist()
    u, v = sorted((i, j), key=order.index)
    return u, v, [], [k for k in order[: order.index(v)] if k != u]


def find_imaps(run: Run) -> Stack:
    """Each input's I-map along the order."""
    inputs = run.inputs
    request = inputs.request("fusion", workers=run.options.workers)
    arrays = {**inputs.arrays, **inputs.rank(), "order": np.ascontiguousarray(run.order)}
    return told_imaps(execute(inputs.nodes, request, arrays), inputs.n)


def _sign(has: NDArray[Any]) -> str:
    """The edge between two nodes of a graph that has an arc from the first, and one to it."""
    return {(0, 0): "", (1, 0): "->", (0, 1): "<-", (1, 1): "--"}[int(has[0]), int(has[1])]
