"""Cut points of counted values: those of NumPy's functions on the values of all rows."""

import numpy as np
import pytest

from mcbnc._rows.cut_points import _quantiles, _raw_points, cut_points, sorted_values

DRAWS = {
    "ages": lambda rng, n: rng.integers(0, 100, n).astype(float),
    "two digits": lambda rng, n: np.round(rng.normal(50, 10, n), 2),
    "all differ": lambda rng, n: rng.normal(0, 1, n),
    "of any size": lambda rng, n: rng.normal(0, 1, n) * 10.0 ** rng.integers(-300, 300, n),
    "near the limit": lambda rng, n: rng.choice([-1.7e308, 1.7e308, 5e-324, 0.0, 1.0], n),
    "few": lambda rng, n: rng.choice([0.1, 0.2, 0.3], n),
    "one": lambda rng, n: np.full(n, 3.5),
}


def counted(values, rng):
    """The values as numbers of states, with the rows of each. Some states are in no row, or equal another."""
    numbers, rows = np.unique(values, return_counts=True)
    split = rng.random(len(numbers)) < 0.2
    some = np.where(split, rows // 2, 0)
    numbers, rows = np.concatenate([numbers, numbers, [7.25]]), np.concatenate([rows - some, some, [0]])
    order = rng.permutation(len(numbers))
    return numbers[order], rows[order]


@pytest.mark.parametrize("name", DRAWS)
def test_cut_points_are_those_of_all_rows(name):
    rng = np.random.default_rng(len(name))
    for _ in range(60):
        sites = [DRAWS[name](rng, int(rng.integers(1, 300))) for _ in range(int(rng.integers(1, 4)))]
        values = np.concatenate(sites)
        found = sorted_values([counted(own, rng) for own in sites])
        np.testing.assert_array_equal(found.distinct, np.unique(values))
        assert found.rows == len(values)
        np.testing.assert_array_equal(found.at(np.arange(len(values))), np.sort(values))
        bins = int(rng.integers(2, 12))
        shares = np.arange(1, bins) / bins
        if name != "near the limit" and len(found.distinct) > 1:
            wanted = np.quantile(values, shares)
            assert _quantiles(found, shares).tobytes() == wanted.tobytes()
            assert _raw_points(found, bins, "quantile").tobytes() == wanted.tobytes()
        for method in ("quantile", "width"):
            points = cut_points(found, bins, method)
            assert points == sorted(set(points))
            assert len(points) < bins
            if len(found.distinct) == 1:
                assert points == []
                continue
            raw = _raw_points(found, bins, method)
            parted = {int(k) for k in (values[:, np.newaxis] <= raw).sum(axis=0)} - {0, len(values)}
            assert {int(k) for k in (values[:, np.newaxis] <= points).sum(axis=0)} == parted
