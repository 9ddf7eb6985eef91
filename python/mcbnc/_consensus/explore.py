"""What the explorer shows of a run: its states, and the evidence for every edge of the fusion."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from .._base.adjacency import having
from .._base.arrays import parts
from .._base.paths import PathLike, path_text
from .._explorer.document import Deletion, Edge, Exploration, Facts
from .._explorer.explorer import Explorer, make_explorer
from .._results.chance import Chance, agreement_told
from .._results.edge_table import joining, share_of
from .._results.over_nodes import explained_by, nodes_with_say, seen_together
from .evidence import Evidence, Pair, find_evidence
from .explain import find_imaps
from .run import Run
from .steps import Profile


def explore(
    run: Run,
    states: Profile,
    nearest: float,
    selected: float,
    path: PathLike | None,
    chance: Chance | None = None,
) -> Explorer:
    """The explorer of a run, written to a path if there is one.

    `states` are all states of the run, `nearest` is the threshold of least mean SMHD, and `selected` the one
    to show first, whose `chance` may be known. Takes four requests: the states, the evidence, the I-maps, and
    whether the inputs agree more than chance. Inputs over different nodes take one more for each state.
    The cost is that of pruning the inputs again, plus one search for each edge that the last step leaves.
    """
    if path is not None:
        path_text(path)  # before the work
    explorer = make_explorer(_find_exploration(run, states, nearest, selected, chance))
    if path is not None:
        explorer.save(path)
    return explorer


def _find_exploration(
    run: Run, states: Profile, nearest: float, selected: float, chance: Chance | None
) -> Exploration:
    prefixes = np.array([run.prefix(theta) for theta in states.theta], np.int64)
    return Exploration(
        nodes=run.nodes,
        facts=_facts(run, chance),
        theta=states.theta,
        theta_texts=[run.theta_text(theta) for theta in states.theta],
        edges=states.edges,
        mean_smhd=states.mean_smhd,
        treewidth=states.treewidth,
        prefixes=prefixes,
        nearest=_state_at(states, nearest),
        selected=_state_at(states, selected),
        pairs=_edges(run, prefixes),
    )


def _facts(run: Run, chance: Chance | None) -> Facts:
    return Facts(
        r=run.r,
        sites=None if run.sites is None else [run.site(k) for k in range(run.r)],
        weighted=bool(run.weights),
        dropped=run.dropped,
        extended=run.extended,
        lacks=_lacks(run),
        silent=np.flatnonzero(run.weights["weights"] == 0).tolist() if run.weights else [],
        unseen=_unseen(run),
        cap=run.options.cap,
        k_max=run.options.k_max,
        forced=run.forced,
        steps=len(run.psi),
        status=run.status,
        limit=run.limit,
        limit_text=None if run.limit is None else run.theta_text(run.limit),
        agreement=None if run.resamples or run.unlike else agreement_told(run.inputs, run.weights),
        chance=None if chance is None else str(chance),
    )


def _lacks(run: Run) -> list[list[int]] | None:
    """The nodes that each input lacks."""
    if run.seen is None or not run.unlike:
        return None
    return [np.flatnonzero(own == 0).tolist() for own in run.seen]


def _state_at(states: Profile, theta: float) -> int:
    return int(np.searchsorted(states.theta, theta, side="right")) - 1


def _edges(run: Run, prefixes: NDArray[np.int64]) -> list[Edge]:
    """The edges of the fusion, by their ends."""
    pairs = np.array(sorted(map(sorted, run.fusion.arcs.tolist())), np.int64).reshape(-1, 2)
    graphs, imaps = run.inputs.stack, find_imaps(run)
    forward, backward = having(graphs, pairs), having(graphs, pairs[:, ::-1])
    joined = forward | backward
    married = joining(imaps, pairs) & ~joined & 1
    support = share_of(joined, pairs, run.weights, run.seen)
    looks, deletions, required = _looks(run, prefixes), find_evidence(run), run.required
    edges = [
        Edge(
            i=i,
            j=j,
            support=float(support[k]),
            required=frozenset((i, j)) in required,
            forward=np.flatnonzero(forward[:, k]).tolist(),
            backward=np.flatnonzero(backward[:, k]).tolist(),
            married=np.flatnonzero(married[:, k]).tolist(),
            looks=looks[i, j],
            deletion=_deletion(run, deletions[i, j]),
        )
        for k, (i, j) in enumerate(pairs.tolist())
    ]
    return edges if run.seen is None else _marked(run, edges, pairs, prefixes)


def _unseen(run: Run) -> int | None:
    """The number of pairs that no DAG sees together. None: the DAGs are over the same nodes."""
    if run.seen is None:
        return None
    return seen_together(run.inputs, nodes_with_say(run.inputs, run.weights)).unseen


def _marked(run: Run, edges: list[Edge], pairs: NDArray[np.int64], prefixes: NDArray[np.int64]) -> list[Edge]:
    """The edges of inputs over different nodes, with the looks of those that are unsure at a state."""
    states, inputs = len(prefixes), run.inputs
    has = nodes_with_say(inputs, run.weights)
    looks = np.full((states, len(edges)), -1)
    for k, edge in enumerate(edges):
        step = edge.deletion.step
        here = states if step is None else int(np.searchsorted(prefixes, step, side="right"))
        for since, look in edge.looks:
            looks[since:here, k] = look
    for row in looks:
        graph = np.zeros((1, inputs.n, inputs.n), np.uint8)
        for (i, j), look in zip(pairs.tolist(), row.tolist(), strict=True):
            graph[0, i, j] = look in (0, 2, 3)
            graph[0, j, i] = look in (1, 2, 3)
        row[explained_by({"graphs": graph}, inputs, run.weights, has).unsure(pairs) & (row >= 0)] += 4
    before = np.vstack([np.full((1, len(edges)), -1), looks[:-1]])
    changed = (looks != before) & (looks >= 0)
    return [
        edge._replace(looks=[(s, int(looks[s, k])) for s in np.flatnonzero(changed[:, k]).tolist()])
        for k, edge in enumerate(edges)
    ]


def _looks(run: Run, prefixes: NDArray[np.int64]) -> defaultdict[Pair, list[tuple[int, int]]]:
    """How each edge looks from which state on, as :attr:`Edge.looks` has it."""
    reply = run.ask("states", {"prefixes": prefixes}).arrays
    found: defaultdict[Pair, list[tuple[int, int]]] = defaultdict(list)
    for state, changes in enumerate(parts(reply["change_ptr"], reply["changes"])):
        for u, v, reversible in changes.tolist():
            found[min(u, v), max(u, v)].append((state, 2 * reversible + (u > v)))
    return found


def _deletion(run: Run, told: Evidence) -> Deletion:
    return Deletion(told.step, told.psi, run.theta_text(told.psi), told.H, told.S, told.cuts)
