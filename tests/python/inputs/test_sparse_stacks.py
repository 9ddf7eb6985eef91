"""One array (r, n, n) of scipy.sparse: r graphs at once, of which no objects and no matrices are made."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from helpers import noisy_copies

import mcbnc
from mcbnc._base import adjacency
from mcbnc._base.adjacency import ArcLists
from mcbnc._inputs import graphs, named
from mcbnc._inputs.convert import read_dags
from mcbnc.metrics import cpdag, mean_smhd

sparse = pytest.importorskip("scipy.sparse")

R, N = 7, 6
NODES = list("fbdaec")
DAGS = noisy_copies(5, R, N, 0.3)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not hasattr(sparse.coo_array([0]), "coords"),
        reason="scipy.sparse has no arrays of three dimensions here",
    ),
]


def stack(entries, *places, shape=(R, N, N)):
    return sparse.coo_array((np.asarray(entries), tuple(map(np.asarray, places))), shape=shape)


def of(array: np.ndarray):
    """The same in any order of the entries, with zeros among them."""
    places = np.argwhere((array != 0) | (np.random.default_rng(1).random(array.shape) < 0.2))
    np.random.default_rng(2).shuffle(places)
    return stack(array[tuple(places.T)], *places.T, shape=array.shape)


KINDS = {
    "in any order, with zeros": of,
    "in order": sparse.coo_array,
    "bool": lambda array: of(array.astype(bool)),
    "float": lambda array: of(array.astype(float)),
    "halves that add up": lambda array: stack(
        np.full(2 * array.sum(), 0.5), *np.tile(np.argwhere(array).T, 2), shape=array.shape
    ),
}


def told(result) -> tuple:
    return result.nodes, result.edges, result.cpdag.tolist(), result.fusion.tolist(), result.extended


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("nodes", [None, NODES])
def test_the_answers_are_those_for_the_matrices(kind, nodes):
    given = KINDS[kind](DAGS)
    before = [part.copy() for part in (given.data, *given.coords)]
    read = read_dags(given, nodes).stack
    assert isinstance(read, ArcLists)
    np.testing.assert_array_equal(read.dense(), DAGS)
    for theta in (0.2, "auto"):
        want = mcbnc.consensus(DAGS, theta, nodes=nodes, weights=range(1, R + 1))
        assert told(mcbnc.consensus(given, theta, nodes=nodes, weights=range(1, R + 1))) == told(want)
    for part, old in zip((given.data, *given.coords), before, strict=True):
        np.testing.assert_array_equal(part, old)


@pytest.mark.parametrize(
    "call",
    [
        lambda dags: mcbnc.trajectory(dags).thetas.tolist(),
        lambda dags: mcbnc.fusion(dags).imaps.tolist(),
        lambda dags: mcbnc.stability(dags, resamples=5, seed=1).joined.tolist(),
        lambda dags: mcbnc.criticality(dags, 0, 1).per_dag.tolist(),
        lambda dags: mcbnc.agreement(dags).median.tolist(),
        lambda dags: mcbnc.baselines.vote(dags).edges,
        lambda dags: mcbnc.baselines.climb(dags).edges,
        lambda dags: [run.edges for run in mcbnc.batch(dags, counts=np.ones((2, R), int))],
        lambda dags: mcbnc.compare(dags, methods=["mcbnc 0.5"]).to_frame().drop(columns="seconds").to_dict(),
        lambda dags: mean_smhd(DAGS[0], dags),
    ],
)
def test_all_that_takes_dags_takes_it(call):
    assert call(of(DAGS)) == call(DAGS)


def test_a_graph_with_arcs_both_ways_stands_for_its_class():
    classes = np.stack([cpdag(dag) for dag in DAGS])
    want = mcbnc.consensus(classes, 0.3)
    assert want.extended
    assert told(mcbnc.consensus(of(classes), 0.3)) == told(want)


def test_a_graph_with_names_is_measured_against_it():
    names = pd.DataFrame(DAGS[0], NODES, NODES)
    order = list(reversed(NODES))
    assert mean_smhd(names, of(DAGS), nodes=order) == mean_smhd(names, DAGS, nodes=order) > 0
    for wrong, problem in ((DAGS[0][:4, :4], "has 6 nodes, but a has 4"), (names, "has no names, but a has")):
        with pytest.raises(mcbnc.InvalidInputError, match=rf"dags\[0\] {problem}"):
            mean_smhd(wrong, of(DAGS))


def test_neither_objects_nor_matrices_are_made(monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("made for each graph")

    monkeypatch.setattr(graphs, "kind_of", refuse)
    monkeypatch.setattr(named.Place, "graph", refuse)
    monkeypatch.setattr(adjacency, "zeros", refuse)
    assert mcbnc.consensus(of(DAGS), 0.2).edges
    assert mcbnc.agreement(of(DAGS)).median is not None
    assert mcbnc.baselines.vote(of(DAGS)).edges


def changed(*cells: tuple[int, int, int, float]) -> np.ndarray:
    array = np.triu(np.ones((3, 4, 4)), 1)
    for k, i, j, value in cells:
        array[k, i, j] = value
    return array


REFUSED = {
    "a loop": changed((1, 2, 2, 1)),
    "a cycle": changed((1, 0, 1, 0), (1, 1, 0, 1), (1, 0, 3, 0), (1, 3, 0, 1), (2, 3, 0, 1), (2, 0, 3, 0)),
    "a number": changed((2, 0, 1, 0.5)),
    "no number": changed((1, 0, 1, np.nan)),
    "no square": np.zeros((2, 3, 4), np.uint8),
    "no nodes": np.zeros((2, 0, 0), np.uint8),
    "no graphs": np.zeros((0, 3, 3), np.uint8),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("nodes", [None, list("dbca")])
def test_the_errors_are_those_for_the_matrices(name, nodes):
    def refusal(dags):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            mcbnc.consensus(dags, nodes=nodes)
        error = caught.value
        return type(error), str(error), error.argument, error.dag, error.nodes

    assert refusal(of(REFUSED[name])) == refusal(REFUSED[name])


def test_an_arc_that_comes_twice_is_refused():
    given = stack([1, 1, 1], [0, 2, 2], [0, 3, 3], [1, 5, 5])
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[2\]: .* 0 or 1, but \[3, 5\] is 2"):
        mcbnc.consensus(given)
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[2\]: entries .* \['a', 'c'\] is 2") as caught:
        mcbnc.consensus(given, nodes=NODES)
    assert (caught.value.dag, caught.value.nodes) == (2, ["a", "c"])


def test_arrays_of_other_shapes_are_no_graphs():
    for shape in ((4,), (2, 2, 2, 2)):
        with pytest.raises(mcbnc.InvalidInputError, match="shape is"):
            mcbnc.consensus(sparse.coo_array(np.zeros(shape)))
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\] must be a square matrix"):
        mcbnc.consensus([of(DAGS)])
    with pytest.raises(mcbnc.InvalidInputError, match="nodes has 2 names"):
        mcbnc.consensus(of(DAGS), nodes=["a", "b"])
    with pytest.raises(mcbnc.InvalidInputError, match=r"dags\[0\] has no names"):
        mcbnc.baselines.vote(of(DAGS), nodes="union")
    many = stack([1], [0], [0], [1], shape=((1 << 20) + 1, 2, 2))
    with pytest.raises(mcbnc.InvalidInputError, match="at most 1,048,576"):
        mcbnc.consensus(many)


def test_its_graphs_may_be_many():
    times = 3000
    base = np.argwhere(DAGS)
    first = (base[:, 0] + R * np.arange(times)[:, None]).ravel()
    rest = np.tile(base[:, 1:].T, times)
    given = stack(np.ones(len(first)), first, *rest, shape=(times * R, N, N))
    assert mcbnc.consensus(given, 0.4).edges == mcbnc.consensus(DAGS, 0.4).edges
