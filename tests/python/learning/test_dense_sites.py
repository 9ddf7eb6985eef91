"""A site whose columns are equal is too dense to search exactly. It keeps to few parents."""

import warnings

import by_ges
import numpy as np
import pytest

import mcbnc
from mcbnc import DataWarning

N = 22
RNG = np.random.default_rng(3)
PLAIN = RNG.integers(0, 2, (60, N))
COPIES = np.repeat(RNG.integers(0, 2, (50, 1)), N, axis=1)
SITES = {"north": PLAIN[:30], "south": COPIES, "east": PLAIN[30:]}


def silent(call, *arguments, **options):
    """Call without any warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".* rows are few for ")
        return call(*arguments, **options)


def only_warning(call, *arguments, **options):
    with pytest.warns(DataWarning) as caught:
        result = call(*arguments, **options)
    (told,) = [str(each.message) for each in caught if " rows are few for " not in str(each.message)]
    return result, told


def test_the_site_is_named_and_the_others_are_as_alone():
    found, told = only_warning(by_ges.learn_many, SITES)
    assert "in datasets['south'] (at " in told
    assert "no node more than 4 parents. Leave out columns" in told
    for each, table in zip(found, SITES.values(), strict=True):
        alone = silent(by_ges.learn, table, max_parents=4 if table is COPIES else None)
        assert np.array_equal(each, alone)
    assert found[1].score == pytest.approx(mcbnc.metrics.score(found[1], COPIES), rel=1e-12)


def test_sites_without_names_and_in_chunks():
    from concurrent.futures import ThreadPoolExecutor

    tables = [*SITES.values(), COPIES[:-1]]
    found, told = only_warning(by_ges.learn_many, tables)
    assert "in datasets[1] (at 11), datasets[3] (at 11):" in told
    with ThreadPoolExecutor(2) as pool:
        again, told_again = only_warning(by_ges.learn_many, tables, executor=pool, chunks=2)
    assert told_again == told
    assert all(map(np.array_equal, found, again))


def test_one_dense_site_of_those_that_learn_jointly():
    found, told = only_warning(by_ges.learn_jointly, SITES, outliers="keep")
    assert "datasets['south']" in told
    assert found.status == "complete"
    limited = silent(by_ges.learn_jointly, SITES, outliers="keep", max_parents=4)
    assert [np.asarray(a).sum() for a in found.sites][1] == np.asarray(limited.sites[1]).sum()


def test_a_limit_of_the_callers_is_kept_without_a_word():
    found = silent(by_ges.learn_many, SITES, max_parents=2)
    assert max(np.asarray(each).sum(axis=0).max() for each in found) <= 2


def test_resamples():
    boot, told = only_warning(by_ges.bootstrap, COPIES, 8, seed=1)
    assert "in resample 0 (at 11), resample 1 (at 11), " in told
    assert told.count("resample ") == 5
    assert "and 3 more" in told
    assert boot.resamples == 8
    assert silent(by_ges.bootstrap, PLAIN, 8, seed=1).resamples == 8


LIMITS = mcbnc.federated.Limits(variables=N, numbers=10**9, message=10**9)


def test_sums_over_dense_sites():
    """One row shows nothing. Sites of one row each show, together, that all columns are copies of one."""
    tables = [np.full((1, N), k % 2) for k in range(8)]
    report, told = only_warning(
        mcbnc.federated.simulate_learning, tables, score="bdeu", prior=None, pairs="all", limits=LIMITS
    )
    assert "in the rows of all sites together (at 11)" in told
    with pytest.warns(DataWarning):
        whole = by_ges.learn_jointly(tables, pairs="all", own=False, outliers="keep")
    assert np.array_equal(report.result, whole)
