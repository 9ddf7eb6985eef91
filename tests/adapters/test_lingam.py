"""What lingam learns."""

from __future__ import annotations

import lingam
import numpy as np
import pytest
from conftest import NODES

import mcbnc

ARCS = [("a", "b"), ("b", "d"), ("c", "d"), ("d", "e")]


def test_direct_lingam_finds_the_arcs_and_they_keep_their_direction(numbers):
    model = lingam.DirectLiNGAM()
    model.fit(numbers)
    graph = mcbnc.from_lingam(model.adjacency_matrix_, names=NODES, threshold=0.2)
    assert graph.edges == ARCS
    assert mcbnc.consensus([graph, ARCS]).extended == []
    assert set(ARCS) <= set(mcbnc.consensus([model], nodes=NODES).edges)
    assert mcbnc.metrics.shd(model, mcbnc.from_lingam(model.adjacency_matrix_)) == 0
    with pytest.raises(mcbnc.InvalidInputError, match=r"mcbnc\.from_lingam"):
        mcbnc.consensus([model.adjacency_matrix_])


def test_models_without_one_graph_are_refused(numbers):
    several = lingam.MultiGroupDirectLiNGAM()
    several.fit([numbers.to_numpy()] * 2)
    with pytest.raises(mcbnc.InvalidInputError, match="for a matrix B of its adjacency_matrices_"):
        mcbnc.consensus([several])
    with pytest.raises(mcbnc.InvalidInputError, match="fit it to rows first"):
        mcbnc.consensus([lingam.DirectLiNGAM()])


def test_latent_common_causes_are_refused():
    rng = np.random.default_rng(0)
    hidden = rng.uniform(size=2000)
    data = np.column_stack([hidden + 0.3 * rng.uniform(size=2000) for _ in range(3)])
    model = lingam.BottomUpParceLiNGAM()
    model.fit(data)
    assert np.isnan(model.adjacency_matrix_).any()
    with pytest.raises(mcbnc.InvalidInputError, match=r"is NaN: .* latent common cause"):
        mcbnc.from_lingam(model.adjacency_matrix_)


def test_lags_are_refused(numbers):
    model = lingam.VARLiNGAM(lags=1)
    model.fit(numbers.to_numpy())
    with pytest.raises(mcbnc.InvalidInputError, match=r"VARLiNGAM's adjacency_matrices_\[0\]"):
        mcbnc.from_lingam(model.adjacency_matrices_)
    assert mcbnc.from_lingam(model.adjacency_matrices_[0], names=NODES, threshold=0.2).edges == ARCS
