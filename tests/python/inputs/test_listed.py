"""Graphs that come as arcs: they stay so, and the answers are those for their matrices."""

from __future__ import annotations

import functools
import pickle
import subprocess
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from libraries import slow_ones, sparse

import mcbnc
from mcbnc._base import adjacency
from mcbnc._base.adjacency import ArcLists
from mcbnc._inputs.convert import read_dags
from mcbnc.metrics import cpdag

N, R = 9, 6
NODES = [f"{'zyxwvutsr'[k]}{k}" for k in range(N)]  # whose sorted order is another one


def drawn(seed: int, density: float = 0.3, r: int = R) -> np.ndarray:
    """DAGs along random orders, (r, n, n)."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.random((r, N, N)) < density, 1).astype(np.uint8)
    orders = [rng.permutation(N) for _ in range(r)]
    return np.stack([dag[np.ix_(order, order)] for dag, order in zip(upper, orders, strict=True)])


def pairs(array: np.ndarray) -> list[tuple[str, str]]:
    return [(NODES[i], NODES[j]) for i, j in np.argwhere(array).tolist()]


def network(array: np.ndarray, nodes: list[str] = NODES[::-1]) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(pairs(array)[::-1])
    return graph


def numbered(array: np.ndarray) -> nx.DiGraph:
    """The graph of a matrix without names: its nodes are 0, 1 and so on."""
    return nx.from_numpy_array(array, create_using=nx.DiGraph)


def arc_frame(array: np.ndarray) -> pd.DataFrame:
    alone = pd.DataFrame({"from": NODES, "to": None})
    return pd.concat([pd.DataFrame(pairs(array), columns=["from", "to"]), alone])


SPARSE = {
    "csr": sparse("csr_matrix"),
    "csc": sparse("csc_array"),
    "coo": sparse("coo_array"),
    "lil": sparse("lil_matrix"),
    "bool": lambda array: sparse("csr_matrix")(array.astype(bool)),
    "float": lambda array: sparse("dok_array")(array.astype(float)),
    "zeros that are stored": lambda array: sparse("coo_matrix")(
        (array.ravel(), np.indices(array.shape).reshape(2, -1))
    ),
}
KINDS = {
    **SPARSE,
    "networkx": network,
    "list": lambda array: pairs(array) + pairs(array),
    "table": arc_frame,
}


def facts(answer) -> dict:
    """All that a result tells."""
    run = answer._run
    told = {
        "steps": {name: array.tolist() for name, array in run.steps.items() if name != "step_seconds"},
        "fusion": answer.fusion.tolist(),
        "order": answer.order,
        "extended": answer.extended,
    }
    if isinstance(answer, mcbnc.ConsensusResult):
        told |= {
            "repr": repr(answer).partition(" in ")[0],
            "edges": answer.edges,
            "adjacency": answer.adjacency.tolist(),
            "cpdag": answer.cpdag.tolist(),
            "reversible": answer.reversible,
            "frame": answer.to_frame().fillna(-1).to_dict("list"),
            "near": [(answer.parents(node), answer.children(node)) for node in answer.nodes],
            "has": [(u, v) in answer for u in answer.nodes for v in answer.nodes],
        }
    return told


@pytest.mark.parametrize("kind", slow_ones(KINDS, *SPARSE))
@pytest.mark.parametrize("undirected", [False, True])
def test_answers_are_those_for_the_matrices(kind, undirected):
    arrays = drawn(len(kind))
    if undirected:
        arrays[1::2] = [cpdag(array) for array in arrays[1::2]]
    given = [KINDS[kind](array) for array in arrays]
    named = kind in ("networkx", "table")
    options = {} if named else {"nodes": NODES}
    if named:  # the first graph tells the order of the nodes
        given[0] = network(arrays[0], NODES)
    assert isinstance(read_dags(given, **options).stack, ArcLists)
    weights = np.arange(1, R + 1) / 7
    for theta in (0.0, 0.3, "auto"):
        want = mcbnc.consensus(arrays, theta, nodes=NODES, weights=weights)
        got = mcbnc.consensus(given, theta, weights=weights, **options)
        assert facts(got) == facts(want)
        assert facts(pickle.loads(pickle.dumps(got))) == facts(want)
    u, v = want.nodes[0], want.nodes[4]
    assert str(got.explain(u, v)).splitlines()[1:] == str(want.explain(u, v)).splitlines()[1:]


def test_all_that_is_made_of_dags(tmp_path):
    arrays = drawn(5)
    given = [numbered(array) for array in arrays]
    want, got = mcbnc.trajectory(arrays), mcbnc.trajectory(given)
    assert facts(got) == facts(want)
    assert got.select() == want.select()
    for theta in want.thetas:
        for output in ("extension", "refusion"):
            assert facts(got.at(theta, output)) == facts(want.at(theta, output))
    assert facts(mcbnc.trajectory(given, checkpoint=tmp_path / "kept")) == facts(want)
    assert facts(mcbnc.trajectory(given, checkpoint=tmp_path / "kept")) == facts(want)
    got.save(tmp_path / "run.json")
    assert facts(mcbnc.load(tmp_path / "run.json")) == facts(want)
    assert got.explore()._repr_html_() == want.explore()._repr_html_()
    one, other = mcbnc.fusion(arrays), mcbnc.fusion(given)
    assert (one.edges, one.order) == (other.edges, other.order)
    np.testing.assert_array_equal(one.imaps, other.imaps)
    for name in ("vote", "averaged", "climb", "dsep_vote", "bounded"):
        call = functools.partial(
            getattr(mcbnc.baselines, name), **{"max_treewidth": 2} if name == "bounded" else {}
        )
        one, other = call(arrays), call(given)
        assert (one.edges, one.reversible) == (other.edges, other.reversible)
        pd.testing.assert_frame_equal(one.to_frame(), other.to_frame())
    np.testing.assert_array_equal(mcbnc.agreement(arrays).median, mcbnc.agreement(given).median)
    pd.testing.assert_frame_equal(mcbnc.agreement(arrays).to_frame(), mcbnc.agreement(given).to_frame())
    counts = np.ones((2, R), int)
    assert [run.edges for run in mcbnc.batch(arrays, counts=counts)] == [
        run.edges for run in mcbnc.batch(given, counts=counts)
    ]
    calls = {"resamples": 5, "seed": 1}
    np.testing.assert_array_equal(
        mcbnc.stability(arrays, **calls).joined, mcbnc.stability(given, **calls).joined
    )
    kept = mcbnc.consensus(given, outliers="drop")
    assert (kept.dropped, kept.edges) == (lambda result: (result.dropped, result.edges))(
        mcbnc.consensus(arrays, outliers="drop")
    )


def test_no_matrix_is_made_unless_it_is_asked_for(monkeypatch, tmp_path):
    given = [network(array) for array in drawn(1)]

    def refuse(*_, **__):
        raise AssertionError("a matrix")

    monkeypatch.setattr(adjacency, "zeros", refuse)
    result, whole = mcbnc.consensus(given, 0.3, nodes=NODES), mcbnc.trajectory(given, nodes=NODES)
    assert repr(result)
    assert result.edges
    assert len(result)
    assert result.to_frame() is not None
    assert result.reversible is not None
    assert NODES[0] in result.nodes
    assert result.explain(*NODES[:2])
    assert whole.select() >= 0
    assert whole.at(0.3).edges == result.edges
    assert result.to_networkx().number_of_edges() == len(result) == result.to_dot().count("->")
    assert mcbnc.fusion(given, nodes=NODES).edges
    assert mcbnc.consensus([result, result], 0.3).edges
    result.save(tmp_path / "run.json")
    mcbnc.write(result, tmp_path / "graph.json")
    assert mcbnc.baselines.vote(given, nodes=NODES).to_frame() is not None
    with pytest.raises(AssertionError, match="a matrix"):
        _ = result.adjacency


WRONG = {
    "a cycle": [(0, 1, 1), (1, 4, 1), (4, 0, 1)],
    "a node with itself": [(5, 5, 1), (2, 2, 1), (0, 1, 1)],
    "no extension": [(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1), (2, 3, 1), (3, 2, 1), (3, 0, 1), (0, 3, 1)],
    "a weight": [(3, 4, 1), (3, 2, 0.25)],
    "no number": [(3, 4, 1), (3, 2, np.nan)],
    "marks": [(3, 4, -1), (4, 3, 1)],
    "two at one place": [(3, 4, 1), (3, 4, 1)],
    "complex": [(3, 4, 1j)],
}


@pytest.mark.slow
@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("nodes", [None, NODES])
def test_errors_are_those_for_the_matrices(what, nodes):
    rows, columns, values = zip(*WRONG[what], strict=True)
    wrong = sparse("coo_matrix")((values, (rows, columns)), (N, N))
    good = np.zeros((N, N), np.uint8)
    told = []
    for given in ([good, wrong.toarray()], [sparse("csr_matrix")(good), wrong]):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            mcbnc.consensus(given, nodes=nodes)
        told.append((type(caught.value), str(caught.value), caught.value.dag, caught.value.nodes))
    assert told[0] == told[1]


@pytest.mark.slow
@pytest.mark.parametrize("shape", [(2, 3), (0, 0)])
def test_a_shape_that_no_graph_has(shape):
    with pytest.raises(mcbnc.InvalidInputError, match=r"^dags\[0\]"):
        mcbnc.consensus([sparse("coo_array")(shape)])


def test_a_mix_is_dense_unless_it_is_large():
    one, other = drawn(2)[:2]
    assert isinstance(read_dags([numbered(one), other]).stack, np.ndarray)
    large = np.zeros((3000, 3000), np.uint8)
    large[7, 5] = 1
    inputs = read_dags([numbered(large), large, large.T])
    assert isinstance(inputs.stack, ArcLists)
    assert inputs.stack.arcs.tolist() == [[7, 5], [7, 5], [5, 7]]


def test_blocks_of_many_arcs(monkeypatch):
    arrays = drawn(3, r=40)
    arrays[17, 2, 3] = arrays[17, 3, 2] = 1
    lists = read_dags([numbered(array) for array in np.delete(arrays, 17, 0)]).stack
    whole = ArcLists.of(N, [np.argwhere(array) for array in arrays])
    for block in (1, 7, 50):
        monkeypatch.setattr(adjacency, "_BLOCK", block)
        np.testing.assert_array_equal(whole.dense(), arrays)
        wanted = np.argwhere(np.ones((N, N)))[::-1]
        np.testing.assert_array_equal(whole.has(wanted), arrays[:, wanted[:, 0], wanted[:, 1]])
        assert whole.has(wanted[:0]).shape == (40, 0)
        assert whole.has_undirected()
        assert not lists.has_undirected()


MANY_NODES = """
import tracemalloc
import numpy, scipy.sparse
from mcbnc._inputs.convert import read_dags
from mcbnc._base.adjacency import pack_stack
n = 20_000
tails, steps = numpy.arange(n - 3).repeat(3), numpy.tile([1, 2, 3], n - 3)
dags = [scipy.sparse.csr_matrix((numpy.ones(len(tails)), (tails, tails + steps)), (n, n)) for _ in range(10)]
tracemalloc.start()
inputs = read_dags(dags)
kept = pack_stack(inputs.stack)
print(tracemalloc.get_traced_memory()[1], len(inputs.stack.arcs))
"""


@pytest.mark.slow
def test_many_nodes_take_little_memory():
    done = subprocess.run([sys.executable, "-c", MANY_NODES], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    peak, arcs = map(int, done.stdout.split())
    assert arcs == 10 * 3 * (20_000 - 3)
    assert peak < 20_000**2 / 8  # an eighth of one matrix
