"""Strengths and averaged networks beside those of bnlearn, by its port to Python (bnlearn-port)."""

from __future__ import annotations

import numpy as np
import pybnlearn
import pytest
from helpers import names, noisy_copies

import mcbnc
from mcbnc import baselines


@pytest.mark.parametrize("cpdag", [True, False])
def test_strengths_of_the_same_dags(cpdag, states):
    """The port counts the networks of `custom_strength` as it counts those of `boot_strength`."""
    boot = mcbnc.bootstrap(states[:60], 50, seed=1, cpdag=cpdag)  # few rows, so that the resamples disagree
    assert len(np.unique(boot.strength)) > 4
    nodes = boot.nodes
    ours = boot.to_frame().drop(columns="chance_true")  # which bnlearn has not
    arcs = [[(nodes[u], nodes[v]) for u, v in np.argwhere(dag)] for dag in boot.dags]
    theirs = pybnlearn.custom_strength(arcs, nodes, cpdag=cpdag)
    assert list(ours) == list(theirs)
    for column in ("from", "to"):
        assert ours[column].tolist() == theirs[column].tolist()
    for column in ("strength", "direction"):  # their strengths are sums of rounded shares
        assert np.allclose(ours[column], theirs[column], rtol=0, atol=1e-12)


def test_averaged_networks():
    """The strengths, the threshold and the network are bnlearn's, except where the docstring documents it."""
    compared = 0
    for seed in range(100):
        dags = noisy_copies(seed, 8, 8, 0.3, 5)  # with 8 DAGs bnlearn's sums of shares are exact
        nodes = names(8)
        arcs = [[(nodes[u], nodes[v]) for u, v in np.argwhere(g)] for g in dags]
        theirs = pybnlearn.custom_strength(arcs, nodes)
        knots = np.unique(theirs["strength"])
        ours = baselines.averaged(dags, nodes=nodes)
        if (knots <= 0.5).any():
            assert theirs.attrs["threshold"] in knots[np.searchsorted(knots, ours.threshold) :][:2]
        decided = set(zip(*(theirs[theirs["direction"] > 0.5][end] for end in ("from", "to")), strict=True))
        for threshold in (ours.threshold, theirs.attrs["threshold"], 0.25, 0.75):
            result = baselines.averaged(dags, threshold, nodes=nodes)
            network = set(pybnlearn.averaged_network(theirs, threshold).arcs)
            pairs = [{frozenset(arc) for arc in graph} for graph in (network, result.edges)]
            if result.left_out or pairs[0] < pairs[1]:
                continue  # one of the two left out an arc because of a cycle
            assert pairs[0] == pairs[1]
            assert network & decided == set(result.edges) & decided
            compared += 1
    assert compared > 300
