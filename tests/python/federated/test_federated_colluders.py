"""Sites that work with the coordinator know their own noise: what is left hides as much as was promised."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from federation import STATES, noisy_coordinator, rows_of, run, table_sites

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated import Limits, Refused, disclosure
from mcbnc.federated._protocol import messages
from mcbnc.federated._secure.noise import told_epsilon
from mcbnc.federated._tasks.private import Privacy, hidden_by

MOST = 1 << 28
TABLES = rows_of(3, 4, n=3)
LISTED = [STATES] * 3


def privacy(epsilon, colluders, sites, delta=1e-6):
    options = {"epsilon": epsilon, "delta": delta, "colluders": colluders, "most_rows": 1 << 20}
    return Privacy(options, LISTED, sites)


@pytest.mark.parametrize("sites", [3, 4, 7])
@pytest.mark.parametrize("epsilon", [0.1, 0.3, 1.0])
def test_the_shares_of_the_others_are_exactly_what_was_promised(sites, epsilon):
    """In fractions: with c colluders n - c sites have the variance that n - c sites alone take."""
    for colluders in range(sites):
        honest = sites - colluders
        ours, alone = privacy(epsilon, colluders, sites), privacy(epsilon, 0, honest)
        assert isinstance(ours.share, Fraction)
        assert ours.share * honest == alone.share * honest
        assert ours.noise == math.sqrt(ours.share * sites)
        assert ours.rho() == alone.rho()
        assert told_epsilon(ours.rho(), 1e-6) <= epsilon
        assert ours.epsilon(colluders) <= epsilon
        epsilons = [ours.epsilon(count) for count in range(sites)]
        assert epsilons == sorted(epsilons)
        assert colluders == sites - 1 or ours.epsilon(colluders + 1) > epsilon


def law(variance, reach):
    """Of a discrete Gaussian, from -reach to reach."""
    weights = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * float(variance)))
    return weights / weights.sum()


@pytest.mark.parametrize(("sites", "colluders"), [(3, 0), (3, 2), (5, 3), (6, 4)])
def test_the_probabilities_with_the_others_noise_keep_the_promise(sites, colluders):
    """By convolution: δ at ε for the sum of the others' shares. Without the scale it is larger."""
    epsilon, delta = 2.0, 1e-3
    ours = privacy(epsilon, colluders, sites, delta)
    shift = math.isqrt(ours._squared)  # a row that changes one number by as much as all numbers together
    reach = math.ceil(9 * ours.noise) + shift

    def least_delta(variance):
        total = share = law(variance, reach)
        for _ in range(sites - colluders - 1):
            total = np.convolve(total, share)
        here, there = total[shift:], total[: len(total) - shift]
        return np.maximum(here - math.exp(epsilon) * there, 0).sum()

    assert least_delta(ours.share) <= delta
    if colluders:
        assert least_delta(privacy(epsilon, 0, sites, delta).share) > delta


def test_drawn_shares_have_the_variance_of_the_account():
    """What a site adds, without its numbers: the sum over the others, and over all."""
    sites, colluders, draws = 5, 2, 120
    ours = privacy(1.0, colluders, sites)
    zeros = np.zeros(ours.numbers, np.uint64)
    shares = np.array(
        [
            [ours.add(zeros, range(3), f"{draw} {k}".encode()).astype(np.int64) for k in range(sites)]
            for draw in range(draws)
        ],
        float,
    )
    for count in (1, sites - colluders, sites):
        drawn = shares[:, :count].sum(axis=1)
        expected = float(ours.share * count)
        assert drawn.var() == pytest.approx(expected, rel=5 * math.sqrt(2 / drawn.size))
    assert float(ours.share * (sites - colluders)) == pytest.approx(
        privacy(1.0, 0, sites).noise ** 2, rel=0.01
    )


def test_a_run_has_the_noise_that_all_sites_see(tmp_path):
    for colluders in (0, 3):
        journal = tmp_path / f"{colluders}.journal"
        coordinator = noisy_coordinator(TABLES, 1.0, colluders=colluders, journal=journal)
        sites = table_sites(TABLES, None, Limits(epsilon=1.0, colluders=colluders))
        run(coordinator, sites)
        coordinator.close()
        ours = coordinator._task._privacy
        assert coordinator.options["colluders"] == colluders
        assert all(site._snapshot.spent.rho == ours.rho() for site in sites.values())
        found = disclosure(journal)
        assert found.hidden == hidden_by(coordinator.options, coordinator.nodes, 4)
        assert found.record()["hidden"]["left"] == {k: ours.epsilon(k) for k in found.hidden.left}
        assert f"also if {colluders} of 4 sites work" in str(found)
        assert "(4 - c)/4 of the variance is left" in found.page()
    assert ours.noise == pytest.approx(2 * privacy(1.0, 0, 4).noise, rel=0.02)
    assert found.hidden.left[3] <= 1.0


def test_the_report_of_a_simulation_says_what_is_hidden():
    report = fed.simulate_learning(TABLES, rounds="one", epsilon=1.0, colluders=1, masks=True)
    assert list(report.hidden.left) == [0, 1, 2, 3]
    assert report.hidden.left[0] < report.hidden.left[1] <= 1.0 < report.hidden.left[2]
    said = str(report)
    assert "epsilon is 1, with delta 1e-06, also if 1 of 4 sites works with the coordinator" in said
    assert f"{report.hidden.left[3]:.3g} with 3" in said
    assert fed.simulate_learning(TABLES, rounds="one", masks=True).hidden is None


def test_a_site_demands_colluders_of_its_own():
    limits = Limits(colluders=2)
    for colluders, goes in ((None, False), (1, False), (2, True), (3, True)):
        hello = next(noisy_coordinator(TABLES, 1.0, colluders=colluders)).bytes
        site = table_sites(TABLES, None, limits, only=0)[0]
        if goes:
            site.answer(hello)
            continue
        with pytest.raises(
            Refused, match=r"a coordinator and 2 sites that work with it \(--colluders"
        ) as caught:
            site.answer(hello)
        assert caught.value.reason == "limits"
    # Without noise there is none to take away.
    run(noisy_coordinator(TABLES, None), table_sites(TABLES, None, limits))


@pytest.mark.parametrize("value", [None, -1, 4, 2.0, True, "x", []])
def test_odd_colluders_are_refused_by_a_site(value):
    hello = messages.read(next(noisy_coordinator(TABLES)).bytes, MOST)
    lie = replace(hello, options={**hello.options, "colluders": value})
    site = table_sites(TABLES, only=0)[0]
    with pytest.raises(Refused):
        site.answer(lie.pack())
    assert site._snapshot.spent.rho == 0


@pytest.mark.parametrize("value", [-1, 4, 1.5, "x", True])
def test_bad_colluders(value):
    with pytest.raises(mcbnc.InvalidInputError, match="colluders"):
        noisy_coordinator(TABLES, colluders=value)
    if value != 4:
        with pytest.raises(mcbnc.InvalidInputError, match="colluders"):
            Limits(colluders=value)


def test_colluders_need_noise():
    with pytest.raises(mcbnc.InvalidInputError, match="colluders goes with epsilon"):
        noisy_coordinator(TABLES, None, colluders=1)
    with pytest.raises(mcbnc.InvalidInputError, match="colluders goes with epsilon"):
        fed.Coordinator(["a", "b"], 3, task="learning", states=[STATES] * 2, score="bdeu", colluders=1)


def test_more_noise_has_less_left_of_the_curve():
    tables = [{name: np.repeat(column, 20) for name, column in t.items()} for t in rows_of(4, 5, n=4)]
    (usual,), (more,) = (fed.privacy_curve(tables, (1,), draws=2, colluders=c) for c in (None, 4))
    assert more.noise == pytest.approx(usual.noise * math.sqrt(5), rel=0.02)
