"""Masks cancel in the sum, and hide everything before it."""

from __future__ import annotations

import numpy as np
import pytest
from federation import coordinate, deliver, make_clients, median, run, site_values

from mcbnc.federated import _messages as messages

MOST = 1 << 28


@pytest.mark.parametrize("sites", [3, 4, 9])
def test_masked_is_plain_and_both_are_right(sites):
    values = site_values(sites, sites)
    masked, plain = coordinate(sites), coordinate(sites, masks=False)
    clients = make_clients(values)
    assert run(masked, clients) == run(plain, make_clients(values, masks=False)) == median(values)
    assert [client.result for client in clients.values()] == [median(values)] * sites
    assert masked.rounds == plain.rounds == 5
    assert masked.numbers == plain.numbers == 5 * 8
    for a, b in zip(masked._journal.history(), plain._journal.history(), strict=True):
        np.testing.assert_array_equal(a.numbers, b.numbers)
