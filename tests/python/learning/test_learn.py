"""Learning: scores against their definitions, GES against brute force, options, odd data and results."""

from __future__ import annotations

import functools
import itertools
import math
import pickle
import time
import warnings

import by_ges
import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scores
from helpers import cpdag_of, digraph, equivalent, is_dag, names, random_dag

import mcbnc
from mcbnc import metrics


def random_rows(seed, n, rows, most=3, strength=1.0):
    """Return rows of a random network over n nodes, the arity of each node, and the DAG."""
    rng = np.random.default_rng(seed)
    dag = random_dag(rng, n)
    arity = rng.integers(2, most + 1, n).tolist()
    cells = np.zeros((rows, n), int)
    for v in nx.topological_sort(digraph(dag)):
        parents = np.flatnonzero(dag[:, v])
        given = np.ravel_multi_index(cells[:, parents].T, [arity[p] for p in parents]) if len(parents) else 0
        tables = rng.dirichlet([strength] * arity[v], math.prod(arity[p] for p in parents))
        cumulative = np.cumsum(tables, axis=1)[given]
        cells[:, v] = (rng.random((rows, 1)) > np.atleast_2d(cumulative)[:, :-1]).sum(axis=1)
    return cells, arity, dag


# --- the scores ---------------------------------------------------------------------------------------------

SHAPES = [
    (1, 4, 50, 3),
    (2, 5, 500, 4),
    (3, 6, 3, 3),
    (4, 5, 1, 2),
    (5, 4, 40, 40),
    (6, 3, 2000, 2),
    (7, 7, 300, 3),
]


@pytest.mark.parametrize(("seed", "n", "rows", "most"), SHAPES)
@pytest.mark.parametrize("ess", [1.0, 0.01, 10, 123.4])
def test_bdeu_equals_its_formula(seed, n, rows, most, ess):
    cells, arity, dag = random_rows(seed, n, rows, most)
    for graph in (dag, np.zeros_like(dag), np.triu(np.ones_like(dag), 1)):
        expected = scores.total(scores.bdeu_of, graph, cells.tolist(), arity, ess)
        assert metrics.score(graph, mcbnc.Rows(cells, states=arity), mcbnc.BDeu(ess)) == pytest.approx(
            expected, rel=1e-9
        )


@pytest.mark.parametrize(("seed", "n", "rows", "most"), SHAPES)
@pytest.mark.parametrize("score", ["bic", "aic"])
def test_penalised_likelihoods_equal_their_formulas(seed, n, rows, most, score):
    cells, arity, dag = random_rows(seed, n, rows, most)
    for graph in (dag, np.triu(np.ones_like(dag), 1)):
        expected = scores.total(scores.LOCAL[score], graph, cells.tolist(), arity)
        actual = metrics.score(graph, mcbnc.Rows(cells, states=arity), score)
        assert actual == pytest.approx(expected, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize(("seed", "n", "rows", "most"), SHAPES)
@pytest.mark.parametrize("ess", [1.0, 7.5])
def test_log_likelihood_equals_its_formula(seed, n, rows, most, ess):
    cells, arity, dag = random_rows(seed, n, 2 * rows, most)
    train, held_out = cells[:rows], cells[rows:]
    expected = scores.total(scores.likelihood_of, dag, held_out.tolist(), arity, train.tolist(), ess)
    actual = metrics.log_likelihood(dag, mcbnc.Rows(held_out, states=arity), train, ess=ess)
    assert actual == pytest.approx(expected, rel=1e-9)


def test_scores_computed_by_hand():
    one, joined = [[0]], [[0, 1], [0, 0]]
    # A Beta(1/2, 1/2) prior gives the first row the probability 1/2, and the second row 1/4.
    assert metrics.score(one, [[0], [1]]) == pytest.approx(math.log(1 / 8), rel=1e-12)
    assert metrics.score(one, [[0], [1]], "bic") == pytest.approx(
        2 * math.log(1 / 2) - math.log(2) / 2, rel=1e-12
    )
    assert metrics.score(one, [[0], [1]], "aic") == pytest.approx(2 * math.log(1 / 2) - 1, rel=1e-12)
    # The parent's state 1 has the probability (0 + 1/2) / (2 + 1). Given this state, which `train` does
    # not show, the child's state 0 has the probability (0 + 1/4) / (0 + 1/2).
    train, held_out = [[0, 0], [0, 1]], [[1, 0]]
    expected = math.log(0.5 / 3) + math.log(0.5)
    assert metrics.log_likelihood(joined, held_out, train) == pytest.approx(expected, rel=1e-12)
    assert metrics.log_likelihood(joined, held_out, train, ess=0) == -math.inf
    assert metrics.log_likelihood(joined, train, train, ess=0) == pytest.approx(
        2 * math.log(1 / 2), rel=1e-12
    )
    assert metrics.score(joined, mcbnc.Rows(np.zeros((0, 2), int), states=[2, 3])) == 0
    assert metrics.score(joined, [["x", "y"]] * 5) == 0  # each node has one state, which is certain
    assert metrics.score(one, mcbnc.Rows([[0]], states=[4])) == pytest.approx(math.log(1 / 4), rel=1e-12)


def test_the_scores_are_those_of_the_engine():
    """The docstring offers the scores that the engine registers."""
    for about in mcbnc.build_info()["scores"]:
        assert f'"{about["name"]}"' in mcbnc.learn.__doc__
        assert about["title"] in mcbnc.learn.__doc__
        found = by_ges.learn(FRAME, score=about["name"])
        assert f", {about['title']} " in repr(found)
        assert f" {found.score:.8g}, " in repr(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("ess", [1, 10])
def test_scores_equal_pgmpys(seed, ess):
    estimators = pytest.importorskip("pgmpy.estimators")
    models = pytest.importorskip("pgmpy.models")
    cells, arity, dag = random_rows(seed, 6, 400)
    nodes = names(6)
    frame = pd.DataFrame(cells, columns=nodes)
    network = models.DiscreteBayesianNetwork()
    network.add_nodes_from(nodes)
    network.add_edges_from([(nodes[i], nodes[j]) for i, j in np.argwhere(dag)])
    states = {node: list(range(k)) for node, k in zip(nodes, arity, strict=True)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = estimators.BDeu(frame, equivalent_sample_size=ess, state_names=states)
        bic = estimators.BIC(frame, state_names=states)
        aic = estimators.AIC(frame, state_names=states)
        # pgmpy adds a prior over graphs to the score of a graph, but not to the score of a node.
        expected = [sum(s.local_score(v, network.get_parents(v)) for v in nodes) for s in (theirs, bic, aic)]
    assert metrics.score(network, mcbnc.Rows(frame, states=states), mcbnc.BDeu(ess)) == pytest.approx(
        expected[0], rel=1e-9
    )
    assert metrics.score(network, mcbnc.Rows(frame, states=states), "bic") == pytest.approx(
        expected[1], rel=1e-9
    )
    assert metrics.score(network, mcbnc.Rows(frame, states=states), "aic") == pytest.approx(
        expected[2], rel=1e-9
    )


@pytest.mark.parametrize("seed", range(20))
def test_equivalent_graphs_have_one_score(seed):
    rng = np.random.default_rng(seed)
    cells, arity, dag = random_rows(seed, 6, 100)
    other = dag.copy()
    # Reversals of covered arcs lead to every member of the class (Chickering 1995).
    for _ in range(30):
        a, b = rng.permutation(np.argwhere(other))[0] if other.any() else (0, 0)
        if other[a, b] and set(np.flatnonzero(other[:, a])) == set(np.flatnonzero(other[:, b])) - {a}:
            other[a, b], other[b, a] = 0, 1
    assert equivalent(dag, other)
    for graph in (other, metrics.cpdag(dag)):
        rows = mcbnc.Rows(cells, states=arity)
        for score in ("bdeu", "bic", "aic"):
            expected = metrics.score(dag, rows, score)
            assert metrics.score(graph, rows, score) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("ess", [1e6, 1e12, 1e16, 1e20, 1e30])
def test_a_large_ess_outweighs_the_data(ess):
    """Scores tend to the log-likelihood of uniform cells. The difference is of the order of rows^2 / ess."""
    cells, arity, dag = random_rows(9, 5, 300)
    uniform = -300 * sum(map(math.log, arity))
    tolerance = 5 * 300**2 * math.prod(arity) / ess + 1e-6
    bdeu = metrics.score(dag, mcbnc.Rows(cells, states=arity), mcbnc.BDeu(ess))
    assert bdeu == pytest.approx(uniform, abs=tolerance)
    likelihood = metrics.log_likelihood(dag, mcbnc.Rows(cells, states=arity), cells, ess=ess)
    assert likelihood == pytest.approx(uniform, abs=tolerance)


def test_more_parent_configurations_than_a_float_can_count():
    n = 1200
    star = np.zeros((n, n), np.uint8)
    star[:-1, -1] = 1
    train, held_out = np.random.default_rng(4).integers(0, 2, (2, 30, n))
    train[-1], held_out[-1] = 0, 0
    train[-1, -1], held_out[-2] = 1, train[-1]
    alone = metrics.log_likelihood(
        np.zeros((n - 1, n - 1)), mcbnc.Rows(held_out[:, :-1], states=[2] * (n - 1)), train[:, :-1]
    )
    # In the last node's cells, `train` predicts one row, contradicts one row, and says nothing of the others.
    node = 0 + (math.log(0.5) - (n - 1) * math.log(2)) - 28 * math.log(2)
    actual = metrics.log_likelihood(star, mcbnc.Rows(held_out, states=[2] * n), train)
    assert actual == pytest.approx(alone + node, rel=1e-9)


def test_graphs_and_data_are_matched_by_name():
    cells, arity, dag = random_rows(8, 5, 200)
    nodes = names(5)
    expected = metrics.score(dag, mcbnc.Rows(cells, states=arity))
    shuffle = [3, 0, 4, 1, 2]
    frame = pd.DataFrame(cells, columns=nodes).iloc[:, shuffle]
    graph = pd.DataFrame(dag, index=nodes, columns=nodes)
    states = dict(zip(nodes, arity, strict=True))
    assert metrics.score(graph, mcbnc.Rows(frame, states=states)) == pytest.approx(expected, rel=1e-12)
    assert metrics.score(
        graph, mcbnc.Rows(cells[:, shuffle], names=[nodes[i] for i in shuffle], states=states)
    ) == (pytest.approx(expected, rel=1e-12))
    unnamed = dag[np.ix_(shuffle, shuffle)]  # without names, nodes are in the order of the columns
    given = {"names": [nodes[i] for i in shuffle], "states": states}
    assert metrics.score(unnamed, mcbnc.Rows(cells[:, shuffle], **given)) == pytest.approx(
        expected, rel=1e-12
    )
    other = frame.iloc[:, ::-1]
    assert metrics.log_likelihood(graph, mcbnc.Rows(other, states=states), frame) == pytest.approx(
        metrics.log_likelihood(dag, mcbnc.Rows(cells, states=arity), cells), rel=1e-12
    )


def test_states_of_held_out_rows_count():
    train, held_out = [["a"], ["b"]], [["c"]]
    assert metrics.log_likelihood([[0]], held_out, train) == pytest.approx(math.log((1 / 3) / 3), rel=1e-12)


@pytest.mark.parametrize(
    ("call", "argument", "pattern"),
    [
        (lambda: metrics.score([[0, 1], [1, 0]], [[0, 1, 0]]), "a", "2 nodes, but data has 3"),
        (lambda: metrics.score("[a][b]", pd.DataFrame({"a": [1], "c": [1]})), "a", "lacks 'c'"),
        (
            lambda: metrics.log_likelihood([[0]], [[0]], [[0]], ess=-1),
            "ess",
            "must be a number >= 0 and at most .*, not -1",
        ),
        (lambda: metrics.score([[0, 1], [0, 0]], None, "bic"), "data", "NoneType"),
        (lambda: metrics.log_likelihood([[0]], [[None]], [[1]]), "held_out", "column 0, row 0"),
        (lambda: metrics.log_likelihood([[0]], [[0]], [[0, 1]]), "held_out", "1 columns, but train has 2"),
        (lambda: metrics.score([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[0, 1, 0]]), "a", "a"),
    ],
)
def test_bad_arguments_of_metrics(call, argument, pattern):
    with pytest.raises(mcbnc.InvalidInputError, match=pattern) as caught:
        call()
    assert caught.value.argument == argument


# --- the search ---------------------------------------------------------------------------------------------


@functools.cache
def members(n):
    return scores.classes(n)


@pytest.mark.parametrize("score", scores.LOCAL)
@pytest.mark.parametrize("seed", range(25))
def test_learn_equals_ges_by_its_definition(seed, score):
    n = 3 + seed % 2
    cells, arity, _ = random_rows(seed, n, [60, 300, 2000][seed % 3], strength=0.5)
    rows = cells.tolist()
    local = functools.cache(lambda v, parents: scores.LOCAL[score](v, parents, rows, arity))

    def score_of(dag):
        return sum(local(v, tuple(np.flatnonzero(dag[:, v]).tolist())) for v in range(n))

    expected, gains = scores.search(members(n), score_of)
    learned = by_ges.learn(mcbnc.Rows(cells, states=arity), score=score)
    assert scores.signature(learned.adjacency) == expected
    assert [step.gain for step in learned.steps] == pytest.approx(gains, rel=1e-6, abs=1e-6)
    assert learned.score == pytest.approx(score_of(learned.adjacency), rel=1e-9)
    assert [step.kind for step in learned.steps] == sorted(
        (step.kind for step in learned.steps), reverse=True
    )
    np.testing.assert_array_equal(learned.cpdag, cpdag_of(learned.adjacency))


def test_many_rows_give_the_true_class_or_one_next_to_it():
    cells, arity, dag = random_rows(11, 8, 100_000, strength=0.4)
    learned = by_ges.learn(mcbnc.Rows(cells, states=arity))
    assert metrics.smhd(learned, dag) <= 1
    assert learned.score >= metrics.score(dag, mcbnc.Rows(cells, states=arity))
    assert learned.score == metrics.score(learned, mcbnc.Rows(cells, states=arity))


CELLS, ARITY, _ = random_rows(21, 9, 400)
NODES = names(9)
FRAME = pd.DataFrame(CELLS, columns=NODES)
STATES = dict(zip(NODES, ARITY, strict=True))
LEARNED = by_ges.learn(mcbnc.Rows(FRAME, states=STATES))


def same(a, b):
    """Assert that two answers are equal, apart from the order of their nodes."""
    order = [b.nodes.index(node) for node in a.nodes]
    np.testing.assert_array_equal(a.adjacency, b.adjacency[np.ix_(order, order)])
    np.testing.assert_array_equal(a.cpdag, b.cpdag[np.ix_(order, order)])
    assert (a.score, a.rows, a.states) == (b.score, b.rows, b.states)
    key = [(step.kind, step.x, step.y, set(step.subset), step.gain) for step in a.steps]
    assert key == [(step.kind, step.x, step.y, set(step.subset), step.gain) for step in b.steps]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_columns_and_rows_does_not_matter(seed):
    shuffled = FRAME.sample(frac=1, axis=0, random_state=seed).sample(frac=1, axis=1, random_state=seed)
    assert list(shuffled) != NODES
    same(LEARNED, by_ges.learn(mcbnc.Rows(shuffled, states=STATES)))


def test_the_names_and_the_order_of_states_do_not_matter():
    renamed = FRAME.apply(lambda column: column.map(lambda state: f"{(state * 2) % 3}-state"))
    states = {node: [f"{(state * 2) % 3}-state" for state in range(STATES[node])] for node in NODES}
    other = by_ges.learn(mcbnc.Rows(renamed, states=states))
    np.testing.assert_array_equal(other.adjacency, LEARNED.adjacency)
    assert (other.score, other.steps) == (LEARNED.score, LEARNED.steps)


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_the_number_of_workers_does_not_matter(workers):
    same(LEARNED, by_ges.learn(mcbnc.Rows(FRAME, states=STATES), workers=workers))
    rows = mcbnc.datasets.load_rows()
    many = [
        by_ges.learn_many(mcbnc.Rows(rows.data[:4], names=rows.nodes, states=rows.states), workers=w)
        for w in (1, workers)
    ]
    for a, b in zip(*many, strict=True):
        assert a.adjacency.tobytes() == b.adjacency.tobytes()
        assert (a.score, a.steps) == (b.score, b.steps)


@pytest.mark.parametrize("data", [CELLS, CELLS.astype(np.uint8), np.asfortranarray(CELLS), CELLS.tolist()])
def test_the_kind_of_data_does_not_matter(data):
    same(LEARNED, by_ges.learn(mcbnc.Rows(data, names=NODES, states=ARITY)))


def test_wide_codes():
    wide = FRAME.assign(id=[str(i) for i in range(400)])
    learned = by_ges.learn(mcbnc.Rows(wide, states={**STATES, "id": [str(i) for i in range(70_000)]}))
    order = [learned.nodes.index(node) for node in NODES]
    np.testing.assert_array_equal(learned.adjacency[np.ix_(order, order)], LEARNED.adjacency)


# --- many clients -------------------------------------------------------------------------------------------

PARTS = [FRAME.iloc[:150], FRAME.iloc[150:350, ::-1], FRAME.iloc[350:]]


def test_learn_many_equals_learn_of_each_client():
    many = by_ges.learn_many(mcbnc.Rows(PARTS, states=STATES))
    assert [graph.rows for graph in many] == [150, 200, 50]
    for graph, part in zip(many, PARTS, strict=True):
        assert graph.nodes == NODES
        same(graph, by_ges.learn(mcbnc.Rows(part, states=STATES)))


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_order_of_clients_does_not_matter(order):
    many = by_ges.learn_many(PARTS)
    again = by_ges.learn_many([PARTS[i] for i in order])
    for graph, i in zip(again, order, strict=True):
        same(graph, many[i])


def test_clients_share_their_states():
    few, more = [["a", "x"], ["b", "y"], ["a", "y"]], [["c", "x"], ["a", "y"]]
    first, second = by_ges.learn_many([few, more])
    assert first.states == second.states == {0: ["a", "b", "c"], 1: ["x", "y"]}
    assert first.score == by_ges.learn(mcbnc.Rows(few, states=[["a", "b", "c"], ["x", "y"]])).score
    assert first.score != by_ges.learn(few).score


def test_learned_structures_are_inputs_of_a_consensus():
    many = by_ges.learn_many(PARTS)
    result = mcbnc.consensus(many, "auto")
    assert result.nodes == NODES
    again = mcbnc.consensus(np.array([np.asarray(graph) for graph in many]), "auto", nodes=NODES)
    np.testing.assert_array_equal(result.adjacency, again.adjacency)


def test_the_consensus_of_the_bundled_clients_is_nearer_to_the_truth_than_their_mean():
    rows = mcbnc.datasets.load_rows()
    many = by_ges.learn_many(mcbnc.Rows(rows.data, names=rows.nodes, states=rows.states))
    distances = [metrics.smhd(graph, rows.gold) for graph in many]
    assert metrics.smhd(mcbnc.consensus(many, "auto"), rows.gold) < np.mean(distances)
    for graph, data in zip(many, rows.data, strict=True):
        # The search is greedy, so its score may be a little below the score of the truth.
        gold = metrics.score(rows.gold, mcbnc.Rows(data, names=rows.nodes, states=rows.states))
        assert graph.score > gold + 0.005 * gold


# --- options ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("most", [0, 1, 2])
def test_max_parents(most):
    learned = by_ges.learn(mcbnc.Rows(FRAME, states=STATES), max_parents=most)
    assert learned.adjacency.sum(axis=0).max() <= most
    assert metrics.score(learned, mcbnc.Rows(FRAME, states=STATES)) == learned.score <= LEARNED.score


def test_required_and_forbidden():
    u, v = LEARNED.edges[0]
    absent = next(
        (a, b) for a, b in itertools.permutations(NODES, 2) if not {(a, b), (b, a)} & set(LEARNED.edges)
    )
    learned = by_ges.learn(
        mcbnc.Rows(FRAME, states=STATES), knowledge={"required": [absent], "forbidden": [{u, v}]}
    )
    assert absent in learned.edges
    assert not {(u, v), (v, u)} & set(learned.edges)
    assert learned.score == metrics.score(learned, mcbnc.Rows(FRAME, states=STATES))
    without = by_ges.learn(mcbnc.Rows(FRAME, states=STATES), knowledge={"forbidden": [(u, v)]})
    assert (u, v) not in without.edges
    with pytest.raises(mcbnc.InvalidInputError, match="required"):
        by_ges.learn(FRAME, knowledge={"required": [absent], "forbidden": [set(absent)]})
    with pytest.raises(mcbnc.InvalidInputError, match="no node is named 'nobody'"):
        by_ges.learn(FRAME, knowledge={"required": [("nobody", u)]})


def test_too_dense_for_an_exact_search():
    nodes = [f"v{i}" for i in range(22)]
    frame = pd.DataFrame(np.random.default_rng(1).integers(0, 2, (50, 22)), columns=nodes)
    every = [set(pair) for pair in itertools.combinations(nodes[1:], 2)]
    with pytest.warns(mcbnc.DataWarning, match=r"in too many ways to try all, in data \(at 'v\d+'\)"):
        learned = by_ges.learn(frame, knowledge={"required": every})
    assert np.array_equal(learned, by_ges.learn(frame, knowledge={"required": every}, max_parents=4))
    assert set(map(frozenset, every)) <= set(map(frozenset, learned.edges))


@pytest.mark.parametrize("hub", ["a", "m", "z"])
def test_required_pairs_get_the_direction_that_fits_the_data(hub):
    """Requiring the edges that the free search finds changes nothing, whatever the names of the nodes."""
    rng = np.random.default_rng(0)
    table = {hub: rng.integers(0, 2, 2000)}
    for leaf in "bcnxy":
        table[leaf] = np.where(rng.random(2000) < 0.2, 1 - table[hub], table[hub])
    pairs = [{hub, leaf} for leaf in "bcnxy"]
    free = by_ges.learn(table)
    for options in ({}, {"max_parents": 1}):
        learned = by_ges.learn(table, knowledge={"required": pairs}, **options)
        np.testing.assert_array_equal(learned.cpdag, free.cpdag)
        assert (learned.score, learned.steps) == (free.score, free.steps)


def test_requiring_the_learned_edges_does_not_lower_the_score():
    rows = mcbnc.datasets.load_rows("alarm")
    client = {"names": rows.nodes, "states": rows.states}
    free = by_ges.learn(mcbnc.Rows(rows.data[0], **client))
    learned = by_ges.learn(
        mcbnc.Rows(rows.data[0], **client), knowledge={"required": [set(edge) for edge in free.edges]}
    )
    assert learned.score >= free.score


def test_ess_and_score():
    for ess in (0.1, 5, 50):
        learned = by_ges.learn(mcbnc.Rows(FRAME, states=STATES), score=mcbnc.BDeu(ess))
        assert learned.score == metrics.score(learned, mcbnc.Rows(FRAME, states=STATES), mcbnc.BDeu(ess))
    for score in ("bic", "aic"):
        learned = by_ges.learn(mcbnc.Rows(FRAME, states=STATES), score=score)
        assert learned.criterion == score
        assert learned.score == metrics.score(learned, mcbnc.Rows(FRAME, states=STATES), score)


def test_a_seed_draws_ties():
    # All edges between three copies of one column tie.
    copies = pd.DataFrame({name: [0, 1, 1, 0, 1] * 20 for name in "abc"})
    drawn = {tuple(by_ges.learn(copies, seed=seed).steps[0].__dict__.items()) for seed in range(30)}
    assert len(drawn) > 1
    assert by_ges.learn(copies, seed=5).steps == by_ges.learn(copies, seed=5).steps
    assert {by_ges.learn(copies).steps[0].x, by_ges.learn(copies).steps[0].y} == {"a", "b"}


BAD = {
    "score": [{"score": "k2"}, {"score": ""}, {"score": 1}],
    "max_parents": [{"max_parents": -1}, {"max_parents": 1.5}, {"max_parents": "2"}],
    "workers": [{"workers": 0}, {"workers": 1.5}],
    "seed": [{"seed": -1}, {"seed": "x"}],
    "time_limit": [{"time_limit": 0}, {"time_limit": "1"}, {"time_limit": math.nan}],
    "progress": [{"progress": 3}],
    "required": [{"knowledge": {"required": "ab"}}, {"knowledge": {"required": [("a",)]}}],
}


@pytest.mark.parametrize(("argument", "options"), [(name, one) for name, all_ in BAD.items() for one in all_])
def test_bad_options(argument, options):
    for call in (by_ges.learn, lambda data, **given: by_ges.learn_many([data], **given)):
        with pytest.raises(mcbnc.InvalidInputError, match=argument) as caught:
            call(FRAME, **options)
        assert caught.value.argument == argument


# --- odd data -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", scores.LOCAL)
@pytest.mark.parametrize(
    "data",
    [
        np.zeros((1, 3), int),
        np.zeros((50, 3), int),
        np.zeros((50, 1), int),
        FRAME.iloc[:1],
    ],
    ids=["one row", "constant", "one column", "one row of a frame"],
)
def test_data_that_support_no_edge(data, score):
    learned = by_ges.learn(data, score=score)
    assert learned.edges == []
    assert (learned.steps, learned.status, learned.rows) == ((), "complete", len(data))
    assert learned.score == 0


def test_one_row_with_more_states_than_rows():
    learned = by_ges.learn(mcbnc.Rows([[0, 1, 2]], states=[5, 5, 5]))
    assert learned.score == pytest.approx(
        scores.total(scores.bdeu_of, learned.adjacency, [[0, 1, 2]], [5, 5, 5]), rel=1e-9
    )


def test_a_copy_of_a_column_and_a_constant_column():
    copy = pd.DataFrame({"b": CELLS[:, 0], "a": CELLS[:, 0], "constant": 0})
    assert by_ges.learn(copy).edges in ([("a", "b")], [("b", "a")])


# --- results ------------------------------------------------------------------------------------------------


def test_fields():
    assert LEARNED.nodes == NODES
    assert LEARNED.status == "complete"
    began = time.perf_counter()
    again = by_ges.learn(mcbnc.Rows(FRAME, states=STATES))
    assert 0 < again.seconds < time.perf_counter() - began
    assert LEARNED.rows == 400
    assert LEARNED.states == {node: list(range(k)) for node, k in STATES.items()}
    assert LEARNED.criterion == "bdeu"
    assert LEARNED.adjacency.dtype == LEARNED.cpdag.dtype == np.uint8
    np.testing.assert_array_equal(np.asarray(LEARNED), LEARNED.adjacency)
    for array in (LEARNED.adjacency, LEARNED.cpdag):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    assert nx.utils.graphs_equal(LEARNED.to_networkx(), digraph(LEARNED.adjacency, NODES))
    assert set(mcbnc.from_bnlearn(LEARNED.to_bnlearn()).edges) == set(LEARNED.edges)
    counts = f"{len(LEARNED)} edges ({len(LEARNED.reversible)} reversible)"
    assert repr(LEARNED).startswith(f"<Learned: {counts} over 9 nodes from 400 rows, BDeu -")


def test_the_steps_lead_to_the_class():
    """The gains add up to the score, and each step changes one edge."""
    empty = metrics.score(np.zeros((9, 9)), mcbnc.Rows(CELLS, states=ARITY))
    assert empty + sum(step.gain for step in LEARNED.steps) == pytest.approx(LEARNED.score, rel=1e-9)
    joined: set = set()
    for step in LEARNED.steps:
        joined ^= {frozenset((step.x, step.y))}
        assert set(step.subset) <= set(NODES) - {step.x, step.y}
        assert step.gain > 0
    assert joined == {frozenset(edge) for edge in LEARNED.edges}


def test_unnamed():
    learned = by_ges.learn(mcbnc.Rows(CELLS, states=ARITY))
    assert (learned.nodes, learned.named) == (list(range(9)), False)
    assert learned.states[3] == list(range(ARITY[3]))


def test_plots():
    assert "<svg" in LEARNED._repr_html_() or "data:image/svg" in LEARNED._repr_html_()
    pytest.importorskip("matplotlib").use("agg")
    axes = LEARNED.plot(compare=pd.DataFrame(np.zeros((9, 9)), NODES, NODES))
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert not any("of inputs" in label for label in labels)
    assert labels[0] == "in both (0)"


def test_a_learned_structure_can_be_pickled():
    again = pickle.loads(pickle.dumps(LEARNED))
    same(LEARNED, again)
    assert len(pickle.dumps(LEARNED)) < 20_000  # the data are not in it
    with pytest.raises(ValueError, match="read-only"):
        again.adjacency[0, 0] = 1


# --- progress and time limits -------------------------------------------------------------------------------

LONG = np.random.default_rng(5).integers(0, 3, (3000, 60))


def test_progress():
    seen = []
    by_ges.learn_many(PARTS, progress=lambda *now: seen.append(now))
    assert seen[-1] == (0, 3, 0.0)
    assert [left for left, *_ in seen] == sorted((left for left, *_ in seen), reverse=True)


def test_the_time_limit():
    noisy = by_ges.learn(
        LONG, score=mcbnc.BDeu(1e6), time_limit=0.05
    )  # with this prior the search adds many edges
    assert noisy.status == "time_limit"
    assert is_dag(noisy.adjacency)
    assert noisy.score == metrics.score(noisy, LONG, mcbnc.BDeu(1e6))
    assert sum(1 if step.kind == "insert" else -1 for step in noisy.steps) == len(noisy.edges)
    both = by_ges.learn_many(mcbnc.Rows([CELLS[:, :9], CELLS], states=ARITY), time_limit=60)
    assert [graph.status for graph in both] == ["complete"] * 2


def test_progress_can_stop_the_search():
    learned = by_ges.learn(LONG, score=mcbnc.BDeu(1e6), progress=lambda *_: False)
    assert learned.status == "cancelled"
    assert is_dag(learned.adjacency)
