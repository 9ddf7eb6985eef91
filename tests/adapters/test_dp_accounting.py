"""The account of a federation's noise, beside Google's dp-accounting."""

from __future__ import annotations

from fractions import Fraction

import dp_accounting
import pytest
from dp_accounting.pld import privacy_loss_distribution
from dp_accounting.rdp import RdpAccountant

from mcbnc.federated._secure.noise import least_noise, spent, told_epsilon

ORDERS = [1 + k / 50 for k in range(1, 5000)]


@pytest.mark.parametrize("delta", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize(("noise", "change"), [(1, 1), (5, 1), (20, 3), (30, 26), (400, 26)])
def test_an_epsilon_is_that_of_its_accountant(noise, change, delta):
    accountant = RdpAccountant(ORDERS)
    accountant.compose(dp_accounting.GaussianDpEvent(noise / change))
    ours = told_epsilon(change**2 / (2 * noise**2), delta)
    assert ours == pytest.approx(accountant.get_epsilon(delta), rel=1e-3)


@pytest.mark.parametrize("delta", [1e-4, 1e-6])
@pytest.mark.parametrize(("noise", "change"), [(2, 1), (20, 3), (30, 26)])
def test_an_epsilon_is_enough_for_the_privacy_loss_of_discrete_noise(noise, change, delta):
    exact = privacy_loss_distribution.from_discrete_gaussian_mechanism(noise, sensitivity=change)
    least = exact.get_epsilon_for_delta(delta)
    assert least <= told_epsilon(change**2 / (2 * noise**2), delta) < 1.2 * least


def test_answers_add_up():
    noise = least_noise(1.0, 1e-6, 704, 2309, 10)
    accountant = RdpAccountant(ORDERS)
    accountant.compose(dp_accounting.GaussianDpEvent(float(noise) / 704**0.5), 3)
    ours = told_epsilon(3 * spent(noise**2 / 10, 704, 2309, 10), 1e-6)
    assert ours == pytest.approx(accountant.get_epsilon(1e-6), rel=1e-3)
    assert isinstance(noise, Fraction)
