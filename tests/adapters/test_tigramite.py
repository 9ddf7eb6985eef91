"""tigramite's graphs."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import CLASS, NODES
from tigramite.data_processing import DataFrame
from tigramite.independence_tests.parcorr import ParCorr
from tigramite.pcmci import PCMCI

import mcbnc
from mcbnc import metrics


@pytest.fixture(scope="module")
def search(numbers):
    return PCMCI(dataframe=DataFrame(numbers.to_numpy(), var_names=NODES), cond_ind_test=ParCorr())


def test_pcmci_plus_without_lags(search):
    strings = search.run_pcmciplus(tau_min=0, tau_max=0, pc_alpha=0.001)["graph"]
    with pytest.raises(mcbnc.InvalidInputError, match=r"PCMCI\+ writes o-o"):
        mcbnc.from_tigramite(strings, names=NODES)
    graph = mcbnc.from_tigramite(np.where(strings == "o-o", "---", strings), names=NODES)
    assert metrics.shd(graph, CLASS) == 0
    assert metrics.shd(mcbnc.consensus([graph]), CLASS) == 0
    with pytest.raises(mcbnc.InvalidInputError, match=r"mcbnc\.from_tigramite"):
        mcbnc.consensus([strings])


def test_lags_are_refused_until_they_are_left_out(search):
    strings = search.run_pcmciplus(tau_min=0, tau_max=1, pc_alpha=0.001)["graph"]
    strings = np.where(strings == "o-o", "---", strings)
    strings[0, 0, 1] = "-->"  # a depends on what it was before
    with pytest.raises(mcbnc.InvalidInputError, match=r"the link a\(t-1\) --> a\(t\) is lagged"):
        mcbnc.from_tigramite(strings, names=NODES)
    assert metrics.shd(mcbnc.from_tigramite(strings[:, :, 0], names=NODES), CLASS) == 0
