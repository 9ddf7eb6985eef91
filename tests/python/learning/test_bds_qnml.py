"""BDs and qNML are their formulas, in every function that scores, also from sums over sites."""

import math
from collections import Counter
from decimal import Decimal, localcontext

import numpy as np
import pytest
from scores import classes, total

import mcbnc
from mcbnc import QNML, BDeu, BDs


def bds_of(node, parents, rows, arity, ess=1.0) -> float:
    """BDs of a node (Scutari 2016), from counts of the states of the node and of its parents."""
    joint = Counter((tuple(row[p] for p in parents), row[node]) for row in rows)
    alone = Counter(tuple(row[p] for p in parents) for row in rows)
    a, b = ess / max(len(alone), 1), ess / max(len(alone) * arity[node], 1)
    return math.fsum(
        [math.lgamma(a) - math.lgamma(a + count) for count in alone.values()]
        + [math.lgamma(b + count) - math.lgamma(b) for count in joint.values()]
    )


def regret(n: int, states: int) -> float:
    """R(n, K) of Silander and others (2018), in 80 digits and more than K has."""
    if states == 1 or n == 0:
        return 0.0
    with localcontext(prec=80 + 2 * len(str(states))):
        a = Decimal(states) / n
        c = (1 + (1 + 4 / a).sqrt()) / 2
        return float(n * (a.ln() + (a + 2) * c.ln() - 1 / c) - (c + 2 / a).ln() / 2)


def qnml_of(node, parents, rows, arity) -> float:
    joint = Counter((tuple(row[p] for p in parents), row[node]) for row in rows)
    alone = Counter(tuple(row[p] for p in parents) for row in rows)
    fit = math.fsum(count * math.log(count / alone[given]) for (given, _), count in joint.items())
    q = math.prod(arity[p] for p in parents)
    return fit - regret(len(rows), q * arity[node]) + regret(len(rows), q)


LOCAL = {"bds": bds_of, "qnml": qnml_of}


def table(arity, *sites):
    """The rows, with the states that none of them has."""
    sets = [np.array(cells).reshape(len(cells), len(arity)) for cells in sites]
    return mcbnc.Rows(sets[0] if len(sets) == 1 else sets, states=[list(range(k)) for k in arity])


def drawn(rng, n, rows, most):
    """Skewed rows. Many joint states never occur."""
    arity = [int(k) for k in rng.integers(1, most + 1, n)]
    cells = np.column_stack([np.floor(k * rng.random(rows) ** 4).astype(int) for k in arity])
    return cells.tolist(), arity


def random_dag(rng, n, share):
    dag = np.triu(rng.random((n, n)) < share, 1).astype(np.uint8)
    order = rng.permutation(n)
    return dag[np.ix_(order, order)]


@pytest.mark.parametrize("name", LOCAL)
@pytest.mark.parametrize("rows", [0, 1, 2, 7, 300, 2000])
def test_the_formula(name, rows):
    rng = np.random.default_rng(rows)
    for most in (2, 3, 9):
        cells, arity = drawn(rng, 7, rows, most)
        dag = random_dag(rng, 7, 0.6)
        found = mcbnc.metrics.score(dag, table(arity, cells), name)
        assert found == pytest.approx(total(LOCAL[name], dag, cells, arity), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("name", LOCAL)
def test_a_family_of_more_joint_states_than_a_float_holds(name):
    """24 parents of 10^9 states are 10^216, and 40 are more than any float."""
    rng = np.random.default_rng(1)
    for parents, states in ((24, 200), (40, 1000), (150, 1000)):
        arity = [2] + [states] * parents
        cells = [[int(s) for s in rng.integers(0, 2, parents + 1)] for _ in range(60)]
        dag = np.zeros((parents + 1,) * 2, np.uint8)
        dag[1:, 0] = 1
        found = mcbnc.metrics.score(dag, table(arity, cells), name)
        assert found == pytest.approx(total(LOCAL[name], dag, cells, arity), rel=1e-12)


def test_the_parameter_of_bds():
    cells, arity = drawn(np.random.default_rng(5), 4, 200, 4)
    dag = random_dag(np.random.default_rng(6), 4, 1)
    for ess in (0.01, 1, 30):
        found = mcbnc.metrics.score(dag, table(arity, cells), BDs(ess))
        assert found == pytest.approx(total(bds_of, dag, cells, arity, ess), rel=1e-12)


def test_qnml_is_equal_within_a_class_and_bds_is_not():
    unequal = 0
    for seed in range(3):
        cells, arity = drawn(np.random.default_rng(seed), 4, 150, 4)
        rows = table(arity, cells)
        for members in list(classes(4).values())[seed::7]:
            scores = [mcbnc.metrics.score(dag, rows, "qnml") for dag in members]
            assert max(scores) - min(scores) <= 1e-9
            scores = [mcbnc.metrics.score(dag, rows, "bds") for dag in members]
            unequal += max(scores) - min(scores) > 1e-6
    assert unequal


def test_bds_is_bdeu_where_all_configurations_occur():
    rng = np.random.default_rng(2)
    cells = [[i % 2, i // 2 % 3, i // 6 % 2] for i in range(12)] + rng.integers(0, 2, (80, 3)).tolist()
    rows = table([2, 3, 2], cells)
    for dag in (random_dag(rng, 3, 1) for _ in range(20)):
        assert mcbnc.metrics.score(dag, rows, "bds") == mcbnc.metrics.score(dag, rows)
    rows = table([2, 3, 2], [row for row in cells if row[:2] != [1, 2]])
    dag = np.array([[0, 0, 1], [0, 0, 1], [0, 0, 0]])
    assert mcbnc.metrics.score(dag, rows, "bds") != pytest.approx(mcbnc.metrics.score(dag, rows))


def sites_of(seed, count=3, rows=120):
    rng = np.random.default_rng(seed)
    arity = [3, 2, 4, 2, 3]
    out = []
    for _ in range(count):
        a = np.floor(3 * rng.random(rows) ** 3).astype(int)
        b = np.where(rng.random(rows) < 0.9, a > 0, rng.random(rows) < 0.5).astype(int)
        c = np.where(rng.random(rows) < 0.8, a + b, rng.integers(0, 4, rows))
        d = np.where(rng.random(rows) < 0.9, c > 1, rng.random(rows) < 0.5).astype(int)
        out.append(np.column_stack([a, b, c, d, rng.integers(0, 3, rows)]).tolist())
    return out, arity


@pytest.mark.parametrize("score", [BDs(), BDs(3), QNML()], ids=repr)
@pytest.mark.parametrize("pairs", ["all", "votes"])
def test_jointly(score, pairs):
    """The mix takes for each family the larger one of the pooled score and the sum of the own scores."""
    sites, arity = sites_of(1)
    rows = table(arity, *sites)
    found = mcbnc.learn_jointly(rows, score=score, prior=None, pairs=pairs, outliers="keep")
    local, more = LOCAL[score.name], [score.ess] if isinstance(score, BDs) else []
    dag = np.asarray(found)
    mix = 0.0
    for v in range(5):
        parents = np.flatnonzero(dag[:, v]).tolist()
        pooled = local(v, parents, [row for cells in sites for row in cells], arity, *more)
        mix += max(pooled, sum(local(v, parents, cells, arity, *more) for cells in sites))
    assert found.score == pytest.approx(mix, rel=1e-12)


@pytest.mark.parametrize("score", [BDs(), QNML()], ids=repr)
@pytest.mark.parametrize(("tables", "own"), [(True, False), (True, True), (False, True)])
def test_sums_over_sites_tell_what_all_rows_tell(score, tables, own):
    sites, arity = sites_of(2)
    rows = table(arity, *sites)
    limits = mcbnc.federated.Limits(tell_scores=own)
    options = {"score": score, "prior": None, "tables": tables, "own": own}
    found = mcbnc.federated.simulate_learning(rows, **options, limits=limits).result
    if tables:
        whole = mcbnc.learn_jointly(rows, outliers="keep", score=score, prior=None, own=own)
        assert found.edges == whole.edges
        assert found.score == whole.score
    else:
        dag, local = np.asarray(found), LOCAL[score.name]
        assert found.score == pytest.approx(
            sum(total(local, dag, cells, arity) for cells in sites), rel=1e-12
        )


@pytest.mark.parametrize("score", [BDs(), QNML(), BDeu()], ids=repr)
def test_no_order_counts(score):
    rng = np.random.default_rng(4)
    for seed in range(4):
        sites, arity = sites_of(seed)
        cells = sites[0]
        states = {f"v{i}": [str(s) for s in range(k)] for i, k in enumerate(arity)}

        def columns(rows, order, cells=cells):
            return {f"v{i}": [str(cells[r][i]) for r in rows] for i in order}

        first = mcbnc.learn(mcbnc.Rows(columns(range(120), range(5)), states=states), score=score)
        other = columns(rng.permutation(120), rng.permutation(5))
        again = mcbnc.learn(mcbnc.Rows(other, states=states), score=score, workers=2)
        assert set(again.edges) == set(first.edges)
        assert again.score == first.score


def near_deterministic(dag, rows, seed):
    """Rows of a DAG with 2 to 5 states a node, and tables in which few states are likely."""
    rng = np.random.default_rng(seed)
    n = len(dag)
    arity, cells, left = rng.integers(2, 6, n), np.zeros((rows, n), int), set(range(n))
    while left:
        for v in sorted(left):
            parents = np.flatnonzero(dag[:, v])
            if left.isdisjoint(parents.tolist()):
                _, key = np.unique(cells[:, parents], axis=0, return_inverse=True)
                for k in range(key.max() + 1):
                    at = key.ravel() == k
                    cells[at, v] = rng.choice(arity[v], at.sum(), p=rng.dirichlet([0.15] * arity[v]))
                left.remove(v)
    return cells.tolist(), arity.tolist()


@pytest.mark.parametrize("search", ["ges", "xges"])
def test_both_searches_end_by_bds(search):
    """Operators can undo one another by BDs, each with a gain. The answer does not depend on workers."""
    gold = np.asarray(mcbnc.datasets.load("insurance").gold)
    cells, arity = near_deterministic(gold, 800, 1)
    rows = table(arity, cells)
    found = mcbnc.learn(rows, score="bds", prior=None, search=search, time_limit=100, workers=1)
    assert found.status == "complete"
    assert found.score == mcbnc.metrics.score(found, rows, "bds")
    again = mcbnc.learn(rows, score="bds", prior=None, search=search, workers=2)
    assert np.array_equal(found, again)
    if search == "xges":
        assert found.score > mcbnc.learn(rows, score="bds", search="ges").score


@pytest.mark.parametrize("score", ["bdeu", "bds", "qnml"])
def test_the_extended_searches_of_all_sites_end(score):
    gold = np.asarray(mcbnc.datasets.load("insurance").gold)
    cells, arity = near_deterministic(gold, 800, 2)
    sites = table(arity, cells[:400], cells[400:])
    found = mcbnc.learn_jointly(sites, score=score, search="xges", time_limit=100)
    assert found.status == "complete"
    assert {*found.scores} == {"pooled", "own", "mixed"}
