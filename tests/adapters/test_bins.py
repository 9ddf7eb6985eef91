"""The whole chain: rows of numbers, bins, one network of all sites, its BIF, and the readers of others."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyagrum
import pytest
from pgmpy.inference import VariableElimination
from pgmpy.readwrite import BIFReader

import mcbnc


def sites(seed: int) -> list[pd.DataFrame]:
    """Three sites of 400 rows: decimals below 0, tiny and huge numbers, gaps."""
    rng = np.random.default_rng(seed)
    tables = []
    for _ in range(3):
        dose = rng.normal(0, 40, 400)
        level = dose * 1e-7 + rng.normal(0, 2e-6, 400)
        count = np.exp(dose / 10 + rng.normal(0, 1, 400)) * 1e17
        level[rng.random(400) < 0.1] = np.nan
        frame = pd.DataFrame({"dose": dose.round(1), "level": level, "count": count})
        tables.append(frame.assign(sex=rng.choice(["f", "m"], 400)))
    return tables


@pytest.mark.parametrize("bins", [2, 3, 12])
@pytest.mark.parametrize("method", ["quantile", "width"])
@pytest.mark.parametrize("shared", [True, False])
def test_other_readers_take_the_bins(bins, method, shared, tmp_path):
    cut = mcbnc.discretize(mcbnc.Rows(sites(bins), missing="state"), bins, method, shared)
    network = mcbnc.learn_jointly(cut, pairs="all")
    assert len(network.edges) > 0
    path = str(tmp_path / "network.bif")
    network.to_bif(path)

    theirs = BIFReader(path).get_model()
    assert set(theirs.edges()) == set(network.edges)
    agrum = pyagrum.loadBN(path)
    for node in network.nodes:
        table = theirs.get_cpds(node)
        assert table.state_names[node] == network.states[node]
        assert list(agrum[node].labels()) == network.states[node]
        assert np.allclose(table.values.sum(axis=0), 1)
        for parent in theirs.get_parents(node):
            assert table.state_names[parent] == network.states[parent]
    evidence = {"dose": network.states["dose"][0]}
    inference = pyagrum.LazyPropagation(agrum)
    inference.setEvidence(evidence)
    inference.makeInference()
    assert inference.posterior("level").tolist() == pytest.approx(
        [theirs_of(theirs, evidence, "level", state) for state in network.states["level"]], abs=1e-6
    )
    assert mcbnc.read_bif(path).edges == network.edges


def theirs_of(model, evidence, node, state) -> float:
    found = VariableElimination(model).query([node], evidence, show_progress=False)
    return float(found.get_value(**{node: state}))


def test_bins_of_given_points_of_every_size(tmp_path):
    points = [-1e300, -2.5, -1e-9, 0, 1e-300, 0.1, 18, 1e15, 1e20, 1.7976931348623157e308]
    cut = mcbnc.discretize({"x": [*points, 3] * 3}, {"x": points})
    network = mcbnc.learn_jointly([cut])
    network.to_bif(tmp_path / "x.bif")
    theirs = BIFReader(str(tmp_path / "x.bif")).get_model()
    assert theirs.get_cpds("x").state_names["x"] == network.states["x"]
    agrum = pyagrum.loadBN(str(tmp_path / "x.bif"))  # kept, because its variables die with it
    assert list(agrum["x"].labels()) == network.states["x"]
    for state in network.states["x"]:
        assert state.isascii()
        assert state[0].isalpha()
