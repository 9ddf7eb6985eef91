"""The vote on d-separation. The Go tests hold its steps to its definition; these hold what it promises."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from helpers import digraph, noisy_copies, random_dags, separation_graph

import mcbnc
from mcbnc.baselines import dsep_vote

X_TO_Y = [[0, 1], [0, 0]]
APART = [[0, 0], [0, 0]]


def separated(dag, u, v, given):
    return not nx.has_path(separation_graph(digraph(dag), u, v, given), u, v)


def is_imap(graph, dag):
    """Whether each node of `graph` is, in `dag`, separated from what is no descendant by its parents."""
    ours = digraph(graph)
    for v in ours:
        parents = set(ours.predecessors(v))
        others = set(ours) - parents - nx.descendants(ours, v) - {v}
        if not all(separated(dag, u, v, parents) for u in others):
            return False
    return True


@pytest.mark.parametrize("seed", range(40))
def test_at_a_share_of_one_it_is_an_imap_of_every_dag(seed):
    """A deletion whose ends all DAGs separate takes no dependence of any DAG away."""
    rng = np.random.default_rng(seed)
    n, r = int(rng.integers(2, 7)), int(rng.integers(1, 5))
    dags = noisy_copies(seed, r, n, 0.5, 1) if seed % 2 else random_dags(seed, r, n, 0.4)
    result = dsep_vote(dags, 1, k_max=None)
    assert all(is_imap(result.adjacency, dag) for dag in dags)
    if r == 1:
        assert mcbnc.metrics.shd(result, dags[0]) == 0
    assert set(map(frozenset, result.edges)) <= set(map(frozenset, mcbnc.fusion(dags).edges))
    assert dsep_vote(dags, 0).edges == []


@pytest.mark.parametrize("r", range(1, 41))
def test_the_share_itself_is_enough(r):
    """1 - 0.9 is less than 0.1 as a float: a test by theta = 1 - share would miss nine of ten."""
    for votes in range(1, r + 1):
        dags = [APART] * votes + [X_TO_Y] * (r - votes)
        assert dsep_vote(dags, votes / r).edges == []
        if votes < r:
            assert dsep_vote(dags, (votes + 0.5) / r).edges == [(0, 1)]
        assert dsep_vote([APART, X_TO_Y], votes / r, weights=[0.25 * votes, 0.25 * (r - votes)]).edges == []


@pytest.mark.parametrize("name", ["alarm", "hepar2"])
def test_it_is_not_the_consensus_with_a_cap(name):
    """There, inputs lose their cuts, and later votes go otherwise."""
    clients = mcbnc.datasets.load(name)
    capped = mcbnc.consensus(clients.dags, 0.5, cap=1, nodes=clients.nodes)
    assert mcbnc.metrics.shd(dsep_vote(clients.dags, nodes=clients.nodes), capped) > 0


def test_what_it_tells():
    result = dsep_vote(noisy_copies(1, 5, 6), 0.6)
    assert result.share == 0.6
    assert result.threshold is None
    assert "vote on d-separation" in repr(result)
    assert "share 0.6" in repr(result)
    assert "share" in result._repr_html_()
    assert mcbnc.baselines.vote([APART]).share is None


def test_progress_and_an_early_end():
    dags = random_dags(0, 6, 40, 0.1)
    calls = []
    whole = dsep_vote(dags, progress=lambda *now: calls.append(now))
    assert whole.status == "complete"
    assert calls
    left, at_start, psi = calls[-1]
    assert left == len(whole.edges) < at_start == mcbnc.fusion(dags).adjacency.sum()
    assert 0 <= psi <= 1
    limited = dsep_vote(random_dags(0, 5, 120, 0.2), time_limit=1e-6)
    assert limited.status == "time_limit"
    assert nx.is_directed_acyclic_graph(digraph(limited.adjacency))
    stopped = dsep_vote(random_dags(0, 6, 150, 0.1), progress=lambda *now: False)
    assert stopped.status in ("cancelled", "complete")
