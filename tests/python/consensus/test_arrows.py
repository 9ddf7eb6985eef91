"""The arrows of a result agree with the inputs, as far as its equivalence class allows."""

import itertools

import networkx as nx
import numpy as np
import pytest
from helpers import names, noisy_copies, random_dag, random_dags

import mcbnc
from mcbnc import baselines
from mcbnc.cli import main

OPTIONS = [
    {},
    {"theta": 0},
    {"theta": 0.99},
    {"theta": "auto"},
    {"start": "dag"},
    {"k_max": None},
    {"k_max": 0},
    {"cap": 1},
    {"seed": 3},
    {"workers": 2},
    {"output": "refusion"},
    {"weighted": True},
    {"named": True},
]


def arguments(options, r, n, rng):
    """The options as arguments of mcbnc.consensus."""
    own = dict(options)
    if own.pop("weighted", False):
        own["weights"] = rng.uniform(0.1, 3, r)
    if own.pop("named", False):
        own["nodes"] = names(n)
    return own


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_unanimous_inputs_come_back(options):
    """About 1,000 DAGs in all. Each is given several times, and comes back bit for bit."""
    for seed in range(80):
        rng = np.random.default_rng(seed)
        n, r = int(rng.integers(1, 13)), int(rng.integers(1, 6))
        dag = random_dag(rng, n, rng.uniform(0.1, 0.7))
        result = mcbnc.consensus([dag] * r, **arguments(options, r, n, rng))
        np.testing.assert_array_equal(result.adjacency, dag)


def test_unanimous_inputs_come_back_from_everything_else():
    """The same from a trajectory, a batch, resampled clients, baselines, and with constraints."""
    for seed in range(60):
        rng = np.random.default_rng(seed)
        dag = random_dag(rng, int(rng.integers(2, 12)), rng.uniform(0.1, 0.7))
        dags = [dag] * 3
        arcs = np.argwhere(dag).tolist()
        made = [
            mcbnc.trajectory(dags).at(0.7),
            mcbnc.trajectory(dags).at(0, output="refusion"),
            mcbnc.batch(dags, counts=[[1, 2, 0]])[0],
            mcbnc.stability(dags, 0.5, resamples=5, seed=seed).consensus(),
            baselines.vote(dags),
            baselines.vote(dags, kind="skeleton"),
            baselines.averaged(dags),
            baselines.averaged(dags, cpdag=False),
            baselines.climb(dags, distance="shd"),
            mcbnc.consensus(dags, knowledge={"required": arcs[:2]}),
            mcbnc.consensus(dags, knowledge={"forbidden": [(v, u) for u, v in arcs]}),
        ]
        for result in made:
            np.testing.assert_array_equal(np.asarray(result), dag, err_msg=repr(result))


def members(cpdag):
    """All DAGs of a class."""
    free = [(i, j) for i, j in np.argwhere(cpdag & cpdag.T) if i < j]
    want = mcbnc.metrics.cpdag(cpdag)
    for turned in itertools.product([False, True], repeat=len(free)):
        dag = cpdag.copy()
        for (i, j), other in zip(free, turned, strict=True):
            dag[(i, j) if other else (j, i)] = 0
        acyclic = nx.is_directed_acyclic_graph(nx.from_numpy_array(dag, create_using=nx.DiGraph))
        if acyclic and np.array_equal(mcbnc.metrics.cpdag(dag), want):
            yield dag


def by_definition(cpdag, votes):
    """Dor and Tarsi's algorithm from last to first, each time by a look at all nodes."""
    left, rest, dag = set(range(len(cpdag))), cpdag.copy(), cpdag & ~cpdag.T
    while left:
        keys = []
        for x in left:
            near = [y for y in left if rest[x, y] and rest[y, x]]
            joined = {y for y in left if rest[x, y] or rest[y, x]}
            closed = all(joined - {y} <= {z for z in left if rest[y, z] or rest[z, y]} for y in near)
            if closed and not any(rest[x, y] and not rest[y, x] for y in left):
                keys.append((sum(votes[x, y] for y in near), -sum(votes[y, x] for y in near), x))
        sink = min(keys)[2]
        for y in left:
            if rest[sink, y] and rest[y, sink]:
                dag[y, sink] = 1
        rest[sink], rest[:, sink] = 0, 0
        left.remove(sink)
    return dag


@pytest.mark.parametrize("weighted", [False, True])
def test_the_member_is_that_of_the_definition(weighted):
    """Dissenters too: the result equals the definition, and most often no member has more votes."""
    short = cases = 0
    for seed in range(120):
        rng = np.random.default_rng(seed)
        n = int(rng.integers(3, 7))
        dags = noisy_copies(seed, 5, n, 0.5, flips=2)
        if seed % 3 == 0:
            dags = random_dags(seed, 5, n, 0.5)
        weights = rng.integers(1, 5, 5) if weighted else np.ones(5, np.int64)
        result = mcbnc.consensus(dags, 0.5, weights=weights if weighted else None)
        votes = np.einsum("i,ijk->jk", weights, dags.astype(np.int64))
        np.testing.assert_array_equal(result.adjacency, by_definition(result.cpdag, votes))
        most = max((votes * dag).sum() for dag in members(result.cpdag))
        short += (votes * result.adjacency).sum() < most
        cases += len(result.reversible) > 0
    assert cases > 50
    assert short <= cases / 20


def test_canonical_does_not_look_at_the_members():
    """With canonical, equivalent inputs have one answer, arrows included."""
    chain, back, fork = [[(0, 1), (1, 2)], [(2, 1), (1, 0)], [(1, 0), (1, 2)]]
    results = []
    for arcs in (chain, back, fork):
        dag = np.zeros((3, 3), np.uint8)
        dag[tuple(np.transpose(arcs))] = 1
        results.append(mcbnc.consensus([dag, dag], canonical=True).adjacency)
    np.testing.assert_array_equal(results[0], results[1])
    np.testing.assert_array_equal(results[0], results[2])


def test_order_of_dags_and_columns_does_not_count():
    dags, rng = noisy_copies(5, 6, 9, 0.4), np.random.default_rng(0)
    first = mcbnc.consensus(dags, 0.4, nodes=names(9))
    for _ in range(5):
        columns = rng.permutation(9)
        shuffled = dags[rng.permutation(6)][:, columns][:, :, columns]
        other = mcbnc.consensus(shuffled, 0.4, nodes=[names(9)[k] for k in columns])
        assert set(other.edges) == set(first.edges)


class TestEdges:
    """What a result has of its edges."""

    dags = noisy_copies(2, 7, 8, 0.4)
    weights = np.arange(1.0, 8.0)
    result = mcbnc.consensus(dags, 0.6, nodes=names(8), weights=weights)

    def test_reversible(self):
        free = {e for e in self.result.edges if self.at(self.result.cpdag, e[::-1])}
        assert set(self.result.reversible) == free
        assert f"({len(free)} reversible)" in repr(self.result)
        assert f"({len(free)} reversible)" in self.result._repr_html_()

    def test_frame(self):
        frame = self.result.to_frame()
        columns = ["from", "to", "reversible", "support", "forward", "backward", "psi"]
        assert list(frame.columns) == columns
        assert list(zip(frame["from"], frame["to"], strict=True)) == self.result.edges
        assert set(self.result.reversible) == set(
            map(tuple, frame.loc[frame.reversible, ["from", "to"]].values)
        )
        share = self.weights / self.weights.sum()
        for row in frame.itertuples(index=False, name=None):
            edge, back = row[:2], row[1::-1]
            there = np.array([self.at(dag, edge) for dag in self.dags])
            other = np.array([self.at(dag, back) for dag in self.dags])
            np.testing.assert_allclose(row[3:6], [share @ (there | other), share @ there, share @ other])
            assert row[6] == self.result.explain(*edge).psi

    @pytest.mark.parametrize("weights", [None, [1, 2]])
    def test_frame_of_no_edges(self, weights):
        frame = mcbnc.consensus(["[x][y]", "[x][y]"], weights=weights).to_frame()
        assert len(frame) == 0
        assert len(frame.columns) == 7

    def test_frame_of_a_refusion_and_with_a_small_k_max(self):
        """psi is NaN where the class has no such edge, and ignores a k_max that allows no H."""
        dags = random_dags(3, 5, 9, 0.5)
        for options in (
            {"output": "refusion"},
            {"k_max": 0, "start": "cpdag"},
            {"knowledge": {"required": [(0, 1)]}},
        ):
            result = mcbnc.consensus(dags, 0.7, **options)
            for u, v, psi in result.to_frame()[["from", "to", "psi"]].itertuples(index=False):
                told = result.explain(u, v)
                assert np.isnan(psi) if told.step is not None or not told.in_fusion else psi == told.psi

    @pytest.mark.parametrize("workers", [1, 2, 3])
    def test_workers_do_not_count(self, workers):
        whole = mcbnc.consensus(random_dags(1, 6, 20, 0.3), 0.2, workers=workers).to_frame()
        assert whole.equals(mcbnc.consensus(random_dags(1, 6, 20, 0.3), 0.2, workers=1).to_frame())

    def test_frames_of_baselines_and_learned(self):
        vote = baselines.vote(self.dags).to_frame()
        assert list(vote.columns) == ["from", "to", "reversible", "support", "forward", "backward"]
        assert (vote.forward > 0.5).all()
        rows = np.random.default_rng(0).integers(0, 2, (200, 3))
        learned = mcbnc.learn(np.column_stack([rows, rows[:, 0]]))
        assert list(learned.to_frame().columns) == ["from", "to", "reversible"]
        assert learned.reversible == learned.edges

    def test_collection_of_edges(self):
        graph = self.result
        assert list(graph) == graph.edges
        assert len(graph) == len(graph.edges)
        assert all(edge in graph and edge[::-1] not in graph for edge in graph.edges)
        for nothing in ("q0", ("q0", "nobody"), 3):
            assert nothing not in graph
        for node in graph.nodes:
            assert graph.parents(node) == [u for u in graph.nodes if (u, node) in graph]
            assert graph.children(node) == [v for v in graph.nodes if (node, v) in graph]
        with pytest.raises(mcbnc.InvalidInputError, match="node: no node is named 'nobody'"):
            graph.parents("nobody")
        assert mcbnc.consensus([[[0, 0], [0, 0]]])  # no edges, and still true

    def test_a_listing_is_read_again(self, tmp_path, capsys):
        """The command line says which edges are reversible. Its listing is a list of arcs all the same."""
        self.result.save(tmp_path / "result.json")
        assert main(["consensus", str(tmp_path / "result.json"), "--theta", "0", "--quiet"]) == 0
        (tmp_path / "edges.csv").write_text(capsys.readouterr().out)
        assert set(mcbnc.read(tmp_path / "edges.csv").edges) == set(self.result.edges)

    def at(self, matrix, edge):
        index = {name: k for k, name in enumerate(names(8))}
        return bool(matrix[index[edge[0]], index[edge[1]]])
