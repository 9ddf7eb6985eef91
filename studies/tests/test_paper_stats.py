"""The statistics of the study of the paper: the printed table, and brute force."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from studied import study_modules

# Ranks of MCBNC, the inputs and the fusion, and in how many cases: the pattern that gives all numbers of
# Table 2.
SMHD = {
    (1, 1, 1): 12, (1, 1, 2): 1, (1, 2, 1): 5, (2, 3, 1): 3, (3, 1, 2): 2, (2, 1, 3): 14, (1, 2, 3): 53,
}  # fmt: skip


@pytest.fixture(scope="module")
def modules():
    with study_modules("paper", "stats", "paired", "table2") as found:
        yield found


@pytest.fixture(scope="module")
def reference():
    return pytest.importorskip("scipy.stats")


@pytest.fixture(scope="module")
def patterns():
    return np.array([pattern for pattern, count in SMHD.items() for _ in range(count)], float)


def test_the_printed_numbers_of_smhd(modules, patterns):
    assert len(patterns) == 90
    ranks, p, adjusted = modules.stats.friedman_holm(patterns)
    assert ranks == pytest.approx([1.4, 1.905556, 2.694444], abs=1e-6)
    assert p == pytest.approx(2.319e-17, rel=1e-3)
    assert adjusted == {1: pytest.approx(6.954e-4, rel=1e-3), 2: pytest.approx(7.682e-18, rel=1e-3)}
    found, paper = modules.table2.tested(patterns, False), modules.table2.PRINTED["smhd"]
    assert found["wins"] == paper["wins"] == [None, [61, 13, 16], [68, 17, 5]]
    assert found["cases"] == paper["cases"]
    assert np.round(found["ranks"], 2).tolist() == paper["ranks"]
    for ours, printed in zip([found["p"], *found["adjusted"]], [paper["p"], *paper["adjusted"]], strict=True):
        assert (None if ours is None else float(f"{ours:.2e}")) == printed


def test_the_printed_numbers_of_bdeu(modules):
    """Mean ranks decide everything, so any 90 cases with the printed ones will do."""
    cases = bdeu_patterns()
    for table, larger in ((cases, False), (-cases, True)):
        ranks, p, adjusted = modules.stats.friedman_holm(table, larger_is_better=larger)
        assert ranks == pytest.approx([1.7, 1.577778, 2.722222], abs=1e-6)
        assert p == pytest.approx(3.658e-16, rel=1e-3)
        assert adjusted == {0: pytest.approx(0.41228, rel=1e-4), 2: pytest.approx(3.2529e-14, rel=1e-4)}
    found, paper = modules.table2.tested(-cases, True), modules.table2.PRINTED["bdeu"]
    assert found["wins"] == paper["wins"]
    for ours, printed in zip([found["p"], *found["adjusted"]], [paper["p"], *paper["adjusted"]], strict=True):
        assert (None if ours is None else float(f"{ours:.2e}")) == printed


def bdeu_patterns() -> np.ndarray:
    """Ranks with the printed wins: the inputs against MCBNC 48/9/33, against the fusion 71/9/10."""
    counts = {(1, 1, 1): 9, (2, 1, 3): 48, (1, 2, 3): 23, (1, 3, 2): 4, (2, 3, 1): 6}
    return np.array([pattern for pattern, count in counts.items() for _ in range(count)], float)


def tables() -> list[np.ndarray]:
    rng = np.random.default_rng(3)
    return [rng.integers(0, high, (cases, k)) for high in (3, 50) for cases in (1, 4, 30) for k in (2, 3, 5)]


@pytest.mark.slow
@pytest.mark.parametrize("table", tables())
def test_ranks_are_scipys(modules, reference, table):
    assert (modules.stats.ranks(table) == np.apply_along_axis(reference.rankdata, 1, table)).all()
    assert (modules.stats.ranks(table, True) == np.apply_along_axis(reference.rankdata, 1, -table)).all()


@pytest.mark.slow
@pytest.mark.parametrize("table", [table for table in tables() if table.max() > 3])
def test_friedman_without_ties_is_scipys(modules, reference, table):
    table = np.apply_along_axis(reference.rankdata, 1, table, method="ordinal")
    if table.shape[1] > 2:
        expected = reference.friedmanchisquare(*table.T).pvalue
        assert modules.stats.friedman_holm(table).p == pytest.approx(expected, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("freedom", range(1, 12))
@pytest.mark.parametrize("x", [0, 0.01, 1, 7.5, 76.6, 400])
def test_the_chi_square_survival_is_scipys(modules, reference, x, freedom):
    expected = reference.chi2.sf(x, freedom)
    assert modules.stats.chi_square_survival(x, freedom) == pytest.approx(expected, rel=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("methods", [2, 3, 4, 10, 18])
@pytest.mark.parametrize("alpha", [0.05, 0.01])
def test_the_critical_difference_is_that_of_the_studentized_range(modules, reference, methods, alpha):
    q = reference.studentized_range.ppf(1 - alpha, methods, np.inf) / np.sqrt(2)
    expected = q * np.sqrt(methods * (methods + 1) / (6 * 15))
    assert modules.stats.nemenyi_difference(methods, 15, alpha) == pytest.approx(expected, rel=1e-6)


def test_holm_by_its_definition(modules):
    assert modules.stats.holm([0.01, 0.04, 0.03, 0.9]) == pytest.approx([0.04, 0.09, 0.09, 0.9])
    assert modules.stats.holm([0.7, 0.6]) == [1.0, 1.0]
    assert modules.stats.holm([]) == []


def test_equal_scores_tie_in_spite_of_the_last_bits(modules):
    noisy = np.array([[-123456.7, -123456.70000001, -123459.0]])
    assert modules.stats.ranks(modules.stats.significant(noisy), True).tolist() == [[1.5, 1.5, 3]]
    assert modules.stats.significant([0.0, -1234567.0, 0.00012345649]).tolist() == [0, -1234570, 0.000123456]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[1, 2], [3, np.nan]], r"x\[1, 1\] is nan"),
        ([1, 2, 3], "shape"),
        (np.zeros((0, 3)), "shape"),
        ([[1], [2]], "two methods"),
    ],
)
def test_bad_tables_are_refused(modules, table, message):
    with pytest.raises(ValueError, match=message):
        modules.stats.friedman_holm(table)


def differences() -> list[list[float]]:
    rng = np.random.default_rng(4)
    drawn = [rng.integers(-4, 5, size).tolist() for size in (1, 2, 3, 5, 8, 11) for _ in range(4)]
    return [*drawn, [0, 0], [0, 0, 3], [1.5, -2.5, 0]]


@pytest.mark.slow
@pytest.mark.parametrize("gaps", differences())
def test_wilcoxon_is_the_share_of_signs_as_extreme(modules, reference, gaps):
    known = np.array([gap for gap in gaps if gap != 0])
    ranks = reference.rankdata(np.abs(known))
    total = ranks.sum()
    extreme = min(ranks[known > 0].sum(), ranks[known < 0].sum())
    sums = [np.array(signs) @ ranks for signs in product((0, 1), repeat=len(known))]
    expected = np.mean([min(s, total - s) <= extreme + 1e-9 for s in sums]) if len(known) else 1.0
    assert modules.paired.wilcoxon(gaps) == pytest.approx(min(1.0, expected), abs=1e-12)
    effect = (ranks[known > 0].sum() - ranks[known < 0].sum()) / total if len(known) else 0.0
    assert modules.paired.rank_biserial(gaps) == pytest.approx(effect)


@pytest.mark.slow
def test_wilcoxon_of_many_cases_is_near_the_normal_approximation(modules, reference):
    gaps = np.random.default_rng(5).normal(0.25, 1, 90)
    approximate = reference.wilcoxon(gaps, method="approx").pvalue
    assert modules.paired.wilcoxon(gaps) == pytest.approx(approximate, rel=0.05)


def test_wins_are_those_of_the_better_side(modules):
    gaps = [-1, -2, 0, 5]
    assert str(modules.paired.record(gaps)) == "2/1/1"
    assert str(modules.paired.record(gaps, larger_is_better=True)) == "1/1/2"
    assert [modules.paired.record(some).ahead for some in (gaps, [0], [1])] == [1, 0, -1]


@pytest.mark.slow
def test_the_interval_of_the_median(modules, reference):
    gaps = np.random.default_rng(6).normal(2, 1, 40)
    first, again = (modules.paired.median_difference(gaps) for _ in range(2))
    assert first == again
    assert first.low < first.middle == np.median(gaps) < first.high
    expected = reference.bootstrap(
        (gaps,), np.median, method="percentile", random_state=0
    ).confidence_interval
    assert (first.low, first.high) == pytest.approx(tuple(expected), abs=0.1)
    assert modules.paired.median_difference([3.0]) == (3.0, 3.0, 3.0)


def case(network: str, clients: int, *smhd: float | None) -> dict:
    names = ("mcbnc auto", "mean input", "fusion")
    found = {name: {"smhd": x, "bdeu": -x} for name, x in zip(names, smhd, strict=True) if x is not None}
    return {"network": network, "clients": clients, "nodes": 5, "found": found}


def test_table_2_of_cases(modules):
    cases = [
        case("asia", 5, 1, 2, 3),
        case("asia", 10, 3, 2, 7),
        case("child", 5, 1, 1, 9),
        case("child", 10, 1, 5, None),
    ]
    found = modules.table2.summary(cases)
    assert found["smhd"]["cases"] == 3
    assert found["smhd"]["ranks"] == pytest.approx([4.5 / 3, 4.5 / 3, 3])
    assert found["smhd"]["wins"] == [None, [1, 1, 1], [3, 0, 0]]
    assert found["bdeu"] == found["smhd"]
    by_network = modules.table2.table2_by_network(cases, "smhd")
    assert by_network["cases"] == 2
    assert by_network["ranks"] == [1.5, 1.5, 3]
    # Mean ranks: 1.5, 1.5, 3 on Asia, and the same on Child, where the fusion is not known for ten clients.
    by_ranks = modules.table2.table2_by_mean_ranks(cases, "smhd")
    assert (by_ranks["cases"], by_ranks["ranks"]) == (2, [1.5, 1.5, 3])
    assert modules.table2.table2_by_mean_ranks(cases, "bdeu")["ranks"] == [1.5, 1.5, 3]
    (pair,) = modules.table2.pairs_by_network(cases, "smhd", ("mcbnc auto", "mean input"))
    assert (pair["networks"], str(pair["wins"])) == (2, "1/1/0")  # means: 2 and 2, then 1 and 3
    assert modules.table2.summary([case("asia", 5, 1, 2, None)]) == {}
