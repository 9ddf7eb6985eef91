"""A bootstrap's strengths as probabilities: `chance_true`, and the dial `at_most`."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import mcbnc

RNG = np.random.default_rng(3)


def table(rows, n=8):
    cells = RNG.integers(0, 3, (rows, n))
    for j in range(1, n):
        cells[:, j] = np.where(RNG.random(rows) < 0.45, cells[:, RNG.integers(0, j)], cells[:, j])
    return pd.DataFrame(cells, columns=list("abcdefgh")[:n])


BOOTS = [mcbnc.bootstrap(table(rows), 30, seed=1) for rows in (40, 90, 300)]


def joined(graph):
    return np.asarray(graph) | np.asarray(graph).T


@pytest.mark.parametrize("boot", BOOTS)
def test_chance_true(boot):
    assert np.array_equal(boot.chance_true, np.minimum(boot.strength, 0.97))
    frame = boot.to_frame()
    assert list(frame) == ["from", "to", "strength", "direction", "chance_true"]
    assert frame.chance_true.tolist() == np.minimum(frame.strength, 0.97).tolist()


@pytest.mark.parametrize("boot", BOOTS)
@pytest.mark.parametrize("q", [0, 0.01, 0.05, 0.1, 0.2, 0.5, 1])
def test_the_most_pairs_whose_mean_doubt_is_at_most_q(boot, q):
    upper = np.triu_indices(len(boot.nodes), 1)
    strength = boot.strength[upper]
    most = 0
    for least in np.unique(strength[strength > 0]):  # whole ties
        kept = strength[strength >= least]
        if (1 - kept).mean() <= q + 1e-12:
            most = max(most, len(kept))
    found = joined(boot.at_most(q))[upper].astype(bool)
    assert found.sum() == most
    assert not most or strength[found].min() > strength[~found].max(initial=-1)


def test_bad_arguments_and_nothing_done():
    with pytest.raises(mcbnc.InvalidInputError, match="q must be a number from 0 to 1, not 2"):
        BOOTS[0].at_most(2)
    stopped = mcbnc.bootstrap(table(2000), 200, seed=1, time_limit=1e-9)
    assert stopped.resamples == 0
    assert np.isnan(stopped.chance_true).all()
    with pytest.raises(mcbnc.InvalidInputError, match="no resample was done"):
        stopped.at_most(0.1)
