"""What can be solved for from the sums of each kind of answer that goes through a mask, for 3 to 6 sites.

The attacker is an honest coordinator who knows all that a site may have (`tests/python/solving.py`). The
measure is how many multisets of these are consistent with the sums. What one row or one structure tells,
summed over all, allows some number of them, by plain Python. Nothing that is sent may leave fewer.
"""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from solving import by_lattice, reduced, shortest_relation, solutions, told

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._tasks.consensus import ConsensusSite
from mcbnc.federated._tasks.rows import RowSite
from mcbnc.federated._tasks.vote import VoteSite

STATES = {"sick": ["no", "yes"], "old": ["no", "yes"]}


def total(vectors):
    return [sum(each) for each in zip(*vectors, strict=True)]


def with_cells(cells):
    """A table with these numbers of rows of (no, no), (no, yes), (yes, no) and (yes, yes)."""
    words = STATES["sick"]
    return {
        "sick": np.repeat([words[0], words[0], words[1], words[1]], cells),
        "old": np.repeat(words * 2, cells),
    }


def of_rows(states, numbers=False):
    def open_site(hello, table):
        data = table if numbers else mcbnc.Rows(table, states=states)
        return RowSite(data, numbers=numbers, codebook=states).open(hello)

    return open_site


def counted(data, truth, **options):
    """What a session of learning from counts tells: the vectors of all data, and the true ones' sum."""
    masks = not options.get("own", False)
    coordinator = fed.Coordinator(
        list(STATES), len(truth), task="learning", states=STATES, masks=masks, **options
    )
    return told(coordinator, of_rows(STATES), [data[k] for k in truth], data)


def test_reduction_is_that_of_the_lattice():
    """Of small lattices: the same points, by determinants, and a first vector as short as is proved."""
    rng = random.Random(0)
    for n in range(2, 7):
        basis = [[rng.randrange(-50, 50) for _ in range(n)] for _ in range(n)]
        if round(abs(np.linalg.det(np.array(basis, float)))) == 0:
            continue
        short = reduced(basis)
        change = np.linalg.solve(np.array(basis, float).T, np.array(short, float).T)
        np.testing.assert_allclose(change, change.round(), atol=1e-6)
        assert abs(np.linalg.det(change)) == pytest.approx(1)
        shortest = min(
            sum(x * x for x in point)
            for scale in itertools.product(range(-2, 3), repeat=n)
            if any(point := (np.array(scale) @ np.array(short)).tolist())
        )
        assert sum(x * x for x in short[0]) <= 2 ** (n - 1) * shortest


# --- rows: joint states


@pytest.mark.parametrize("sites", [3, 4, 5, 6])
@pytest.mark.parametrize("score", ["bdeu", "bic"])
def test_a_lattice_solves_own_scores_and_not_counts(score, sites):
    """All sites have 40 rows, which the attacker knows. Without masks own scores show each site's counts."""
    tables = [with_cells((30 - count, 5, count, 5)) for count in range(14)]
    rng = random.Random(sites)
    for _ in range(3):
        truth = [rng.randrange(14) for _ in range(sites)]
        want = [truth.count(k) for k in range(14)]
        vectors, sums = counted(tables, truth, own=True, tables=False, pairs="all", score=score)
        assert by_lattice(vectors, sums, sites) == want
        assert solutions(vectors, sums, sites) == 1
        vectors, sums = counted(tables, truth, pairs="all", score=score)
        counts = [[k] for k in range(14)]
        level = solutions(counts, [sum(truth)], sites)
        assert solutions(vectors, sums, sites) == level
        assert shortest_relation(vectors) <= 4  # one more here and one less there change no sum


@pytest.mark.parametrize("sites", [3, 4, 5, 6])
@pytest.mark.parametrize("pairs", ["all", "votes", "union"])
def test_counts_show_all_rows_together_and_nothing_else(pairs, sites):
    """Of 24 tables of 8 to 13 rows: as many are consistent as have the same rows together.

    Votes are of the sites' structures. Besides the rows, their sum shows how many of them join the pair.
    """
    cells = [*itertools.product((2, 3, 4), (2, 3), (2, 3), (2, 3))]
    tables, rng = [with_cells(each) for each in cells], random.Random(sites)
    truth = rng.sample(range(len(cells)), sites)
    vectors, sums = counted(tables, truth, pairs=pairs, score="bdeu")
    known = [list(each) for each in cells]
    if pairs == "votes":
        joined = [len(mcbnc.learn(mcbnc.Rows(table, states=STATES), score="bdeu").edges) for table in tables]
        known = [[*each, edges] for each, edges in zip(known, joined, strict=True)]
    if pairs != "union":
        level = solutions(known, total([known[k] for k in truth]), sites)
        assert solutions(vectors, sums, sites) == level > 1
    assert solutions(vectors, sums, sites) >= solutions(known, total([known[k] for k in truth]), sites)


# --- rows: products


@pytest.mark.parametrize("sites", [3, 4])
@pytest.mark.parametrize("rounds", ["one", "many"])
def test_products_show_sums_of_products_and_nothing_else(rounds, sites):
    """Tables of three rows of a number from 0 to 2 and a state: as many as have the same moments together."""
    kinds = [(x, s) for x in range(3) for s in range(2)]
    rows = [
        each
        for each in itertools.combinations_with_replacement(kinds, 3)
        if len({x for x, _ in each}) > 1 and len({s for _, s in each}) > 1
    ]
    tables = [
        {"dose": np.array([x + 0.0 for x, _ in each]), "sick": np.array([STATES["sick"][s] for _, s in each])}
        for each in rows
    ]
    states = {"dose": fed.Numbers(0, 2), "sick": STATES["sick"]}
    truth = random.Random(sites).sample(range(len(rows)), sites)
    coordinator = fed.Coordinator(
        list(states), sites, task="learning", states=states, rounds=rounds, pairs="all"
    )
    vectors, sums = told(coordinator, of_rows(states, True), [tables[k] for k in truth], tables)
    moments = [
        [
            sum(x for x, _ in each),
            sum(x * x for x, _ in each),
            sum(s for _, s in each),
            sum(x * s for x, s in each),
        ]
        for each in rows
    ]
    level = solutions(moments, total([moments[k] for k in truth]), sites)
    assert solutions(vectors, sums, sites) == level
    together = [[each.count(kind) for kind in kinds] for each in rows]
    assert level >= solutions(together, total([together[k] for k in truth]), sites) > 1


# --- structures


def dags_of(n):
    pairs = [*itertools.combinations(range(n), 2)]
    for turned in itertools.product(range(3), repeat=len(pairs)):
        dag = np.zeros((n, n), np.uint8)
        for (a, b), way in zip(pairs, turned, strict=True):
            dag[(a, b) if way == 1 else (b, a)] = way > 0
        if not np.linalg.matrix_power(dag.astype(int), n).any():
            yield dag


DAGS = [*dags_of(3)]
NAMES = list("abcd")


def of_dags(task, truth, dags=DAGS, **options):
    site, names = {"consensus": ConsensusSite, "vote": VoteSite}[task], NAMES[: len(dags[0])]
    coordinator = fed.Coordinator(names, len(truth), task=task, **options)
    return told(
        coordinator, lambda hello, dag: site(dag, nodes=names).open(hello), [dags[k] for k in truth], dags
    )


def directs(dag):
    """Which pairs a DAG joins and directs, its paths without a third edge, and their v-structures."""
    told, either = dag.ravel().tolist(), dag | dag.T
    for c, a, b in ((0, 1, 2), (1, 0, 2), (2, 0, 1)):
        path = int(either[a, c] and either[b, c] and not either[a, b])
        told += [path, int(path and dag[a, c] and dag[b, c])]
    return told


@pytest.mark.parametrize("sites", [3, 4, 5])
def test_a_vote_shows_how_many_direct_each_pair_and_nothing_else(sites):
    known = [directs(dag) for dag in DAGS]
    rng, consistent = random.Random(sites), []
    for _ in range(10):
        truth = [rng.randrange(len(DAGS)) for _ in range(sites)]
        vectors, sums = of_dags("vote", truth)
        level = solutions(known, total([known[k] for k in truth]), sites)
        consistent.append(solutions(vectors, sums, sites))
        assert consistent[-1] >= level
    assert np.median(consistent) > 1


@pytest.mark.parametrize("sites", [3, 4])
@pytest.mark.parametrize(
    "options", [{}, {"theta": "auto", "union": "counts"}, {"draft": 1, "member": "lowest"}]
)
def test_sums_of_a_consensus_over_three_nodes_often_fit_one_set_of_structures(options, sites):
    """Whose is whose nothing shows: sums do not depend on it."""
    rng, consistent = random.Random(sites), []
    for _ in range(8):
        truth = [rng.randrange(len(DAGS)) for _ in range(sites)]
        vectors, sums = of_dags("consensus", truth, **options)
        assert of_dags("consensus", truth[::-1], **options) == (vectors, sums)
        consistent.append(solutions(vectors, sums, sites))
    assert min(consistent) == 1
    assert np.median(consistent) <= 2


@pytest.mark.parametrize(("nodes", "draws"), [(3, 40), pytest.param(4, 10, marks=pytest.mark.slow)])
def test_sums_of_a_consensus_of_three_sites_fit_one_set_of_structures_in_9_of_10_cases(nodes, draws):
    """docs/data-protection.md says so."""
    rng, dags, solved = random.Random(3), [*dags_of(nodes)], 0
    for _ in range(draws):
        truth = [rng.randrange(len(dags)) for _ in range(3)]
        solved += solutions(*of_dags("consensus", truth, dags), 3) == 1
    assert 0.9 * draws <= solved < draws
