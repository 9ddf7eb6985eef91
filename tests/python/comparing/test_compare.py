"""Comparison of methods. The tests compute every number of the table in another way."""

from __future__ import annotations

import pickle

import networkx as nx
import numpy as np
import pytest
from helpers import cpdag_of, digraph, moral_graph, names, noisy_copies, random_dag, random_dags

import mcbnc

N = 5
NODES = names(N)
DAGS = noisy_copies(3, 5, N, 0.4, 4)
GOLD = random_dag(np.random.default_rng(8), N)
WEIGHTS = [1, 2, 0.5, 1, 3]


def smhd(a, b):
    edges = [{frozenset(e) for e in moral_graph(digraph(g)).edges} for g in (a, b)]
    return len(edges[0] ^ edges[1])


def shd(a, b):
    differ = cpdag_of(np.asarray(a)) != cpdag_of(np.asarray(b))
    return int(np.triu(differ | differ.T).sum())


@pytest.fixture(scope="module")
def comparison():
    return mcbnc.compare(DAGS, GOLD, nodes=NODES, weights=WEIGHTS)


def test_the_methods_are_the_public_functions(comparison):
    options = {"nodes": NODES, "weights": WEIGHTS}
    expected = {
        "mcbnc auto": mcbnc.consensus(DAGS, "auto", **options),
        "mcbnc 0.5": mcbnc.consensus(DAGS, 0.5, **options),
        "mcbnc cap 1": mcbnc.consensus(DAGS, "auto", cap=1, **options),
        "fusion": mcbnc.fusion(DAGS, nodes=NODES),
        "vote arcs": mcbnc.baselines.vote(DAGS, **options),
        "vote skeleton": mcbnc.baselines.vote(DAGS, kind="skeleton", **options),
        "averaged": mcbnc.baselines.averaged(DAGS, **options),
        "climb": mcbnc.baselines.climb(DAGS, **options),
    }
    assert list(comparison.results) == list(expected)
    assert [row["method"] for row in comparison.table] == [*expected, "mean input", "median input"]
    for name, graph in expected.items():
        assert comparison.results[name].edges == graph.edges
        assert comparison.results[name].nodes == NODES


def test_methods_that_are_not_in_the_table_unless_asked_for():
    extra = mcbnc.compare(DAGS, methods=["climb shd", "dsep vote"], nodes=NODES, weights=WEIGHTS).results
    options = {"nodes": NODES, "weights": WEIGHTS}
    assert extra["climb shd"].edges == mcbnc.baselines.climb(DAGS, "shd", **options).edges
    assert extra["dsep vote"].edges == mcbnc.baselines.dsep_vote(DAGS, **options).edges
    assert extra["dsep vote"].share == 0.5


def test_the_columns_have_their_documented_values(comparison):
    rows = {row["method"]: row for row in comparison.table}
    for name, result in comparison.results.items():
        row, graph = rows[name], np.asarray(result)
        assert row["mean_smhd"] == pytest.approx(np.average([smhd(graph, g) for g in DAGS], weights=WEIGHTS))
        assert row["mean_shd"] == pytest.approx(np.average([shd(graph, g) for g in DAGS], weights=WEIGHTS))
        assert row["smhd_to_gold"] == smhd(graph, GOLD)
        assert row["shd_to_gold"] == shd(graph, GOLD)
        ours, true = (set(map(frozenset, digraph(g).edges)) for g in (graph, GOLD))
        assert row["precision"] == pytest.approx(len(ours & true) / len(ours))
        assert row["recall"] == pytest.approx(len(ours & true) / len(true))
        assert row["f1"] == pytest.approx(2 * len(ours & true) / (len(ours) + len(true)))
        assert row["edges"] == graph.sum()
        assert row["treewidth"] == mcbnc.metrics.treewidth(graph)
        assert row["seconds"] > 0


def test_the_last_rows_are_mean_and_median_of_the_inputs(comparison):
    assert len(comparison.inputs) == 5
    for row, dag in zip(comparison.inputs, DAGS, strict=True):
        assert row["mean_smhd"] == pytest.approx(np.average([smhd(dag, g) for g in DAGS], weights=WEIGHTS))
        assert row["shd_to_gold"] == shd(dag, GOLD)
        assert row["edges"] == dag.sum()
    mean, median = comparison.table[-2:]
    for key in comparison.inputs[0]:
        values = np.array([row[key] for row in comparison.inputs], float)
        assert mean[key] == pytest.approx(np.average(values, weights=WEIGHTS))
        copies = np.repeat(values, (2 * np.array(WEIGHTS)).astype(int))  # 15 values have a middle one
        assert median[key] == np.median(copies)
    assert mean["seconds"] is None


def test_a_median_of_an_even_number():
    comparison = mcbnc.compare(DAGS[:4], methods=["fusion"])
    values = [row["mean_smhd"] for row in comparison.inputs]
    assert comparison.table[-1]["mean_smhd"] == np.median(values)


@pytest.mark.parametrize("share", [0.1, 0.7, 3, 1e-9])
def test_of_weights_only_proportions_matter(share):
    """Sums of floats miss the half: five times 0.1 is 0.5, but ten times 0.1 is 0.9999999999999999."""
    dags = np.concatenate([DAGS, 1 - np.tri(N, dtype=np.uint8)[None].repeat(5, 0)])
    expected = mcbnc.compare(dags, GOLD, methods=["fusion"])
    comparison = mcbnc.compare(dags, GOLD, methods=["fusion"], weights=[share] * 10)
    for key in expected.inputs[0]:
        assert comparison.table[-1][key] == expected.table[-1][key]
        assert comparison.table[-2][key] == expected.table[-2][key]


def test_methods_of_the_callers_own():
    seen = []

    def first(dags):
        seen.append(dags)
        return dags[0].to_networkx()

    methods = {
        "mine": first,
        "ready": nx.relabel_nodes(digraph(GOLD), dict(enumerate(NODES))),
        "unnamed": GOLD,
        "class": mcbnc.metrics.cpdag(GOLD),
        "known": "climb",
    }
    columns = np.random.default_rng(0).permutation(N)
    moved = DAGS[:, columns][:, :, columns]
    comparison = mcbnc.compare(moved, methods=methods, nodes=[NODES[i] for i in columns])
    rows = {row["method"]: row for row in comparison.table}
    assert [dag.nodes for dag in seen[0]] == [comparison.nodes] * 5
    assert rows["mine"]["mean_smhd"] == pytest.approx(np.mean([smhd(DAGS[0], g) for g in DAGS]))
    assert rows["ready"]["mean_shd"] == pytest.approx(np.mean([shd(GOLD, g) for g in DAGS]))
    assert rows["ready"]["seconds"] is None
    again = mcbnc.compare(DAGS, methods=methods, nodes=NODES).table
    assert again[2]["mean_smhd"] == again[3]["mean_smhd"] == rows["ready"]["mean_smhd"]
    assert comparison.results["known"].method == "climb by SMHD"


def test_a_structure_learned_from_the_rows_of_all_sites_is_a_row():
    rows = mcbnc.datasets.load_rows("alarm")
    together = mcbnc.learn_jointly(
        mcbnc.Rows([table[:300] for table in rows.data[:4]], names=rows.nodes, states=rows.states)
    )
    comparison = mcbnc.compare(together.sites, rows.gold, {"vote": "vote skeleton", "jointly": together})
    vote, jointly = comparison.table[:2]
    assert jointly["shd_to_gold"] == mcbnc.metrics.shd(together, rows.gold) < vote["shd_to_gold"]
    assert comparison.results["jointly"] is together


def test_dropped_outliers_have_no_effect():
    dags = np.concatenate([noisy_copies(1, 8, 12, 0.3, 3), random_dags(2, 1, 12, 0.3)])
    counted = []
    methods = {
        "fusion": "fusion",
        "vote": "vote arcs",
        "mine": lambda kept: counted.append(len(kept)) or kept[0],
    }
    comparison = mcbnc.compare(dags, methods=methods, outliers="drop")
    assert comparison.dropped == [8]
    assert "dropped: 8" in repr(comparison)
    assert counted == [8]
    without = mcbnc.compare(dags[:8], methods=methods)
    keys = [key for key in comparison.table[0] if key != "seconds"]
    assert [[row[key] for key in keys] for row in comparison.table] == [
        [row[key] for key in keys] for row in without.table
    ]


def test_the_time_limit_holds_for_each_consensus_and_climb():
    seen = []
    comparison = mcbnc.compare(
        random_dags(0, 5, 60, 0.2),
        methods=["mcbnc auto", "climb", "vote arcs"],
        time_limit=1e-6,
        progress=lambda left, start, psi: seen.append(start),
    )
    assert [result.status for result in comparison.results.values()] == [
        "time_limit",
        "time_limit",
        "complete",
    ]
    assert seen


def test_empty_skeletons():
    empty = np.zeros((3, 3), np.uint8)
    arc = empty.copy()
    arc[0, 1] = 1
    methods = {"empty": empty, "arc": arc}

    def measures(gold):
        table = mcbnc.compare([arc], gold, methods).table
        return [[row[key] for key in ("precision", "recall", "f1")] for row in table[:2]]

    assert measures(empty) == [[1, 1, 1], [0, 1, 0]]
    assert measures(arc) == [[1, 0, 0], [1, 1, 1]]


def test_repr_and_pickle(comparison):
    lines = repr(comparison).splitlines()
    assert lines[0] == "<Comparison: 8 methods over 5 nodes and 5 DAGs>"
    assert [line.split("   ")[0].strip() for line in lines[2:]] == [row["method"] for row in comparison.table]
    assert len({len(line) for line in lines[2:-2]}) == 1
    assert pickle.loads(pickle.dumps(comparison)).table == comparison.table


def test_to_frame(comparison):
    pytest.importorskip("pandas")
    frame = comparison.to_frame()
    assert list(frame.index) == [row["method"] for row in comparison.table]
    assert frame.loc["climb", "edges"] == len(comparison.results["climb"].edges)


def test_the_plot(comparison):
    plt = pytest.importorskip("matplotlib.pyplot")
    left = comparison.plot()
    assert left is left.figure.axes[0]
    assert [axes.get_title("left") for axes in left.figure.axes] == ["SMHD", "SHD"]
    labels = [label.get_text() for label in left.get_yticklabels()]
    assert labels == [*comparison.results, "each input"]
    drawn = left.get_lines()[0].get_xdata()
    off_scale = [text.get_text() for text in left.texts]
    values = [row["mean_smhd"] for row in comparison.table[:-2]]
    assert sorted(drawn) == sorted(v for v in values if f"{v:.4g} →" not in off_scale)
    plt.close(left.figure)
    figure, axes = plt.subplots(1, 2)
    assert comparison.plot(axes) is axes[0]
    plt.close(figure)
    assert mcbnc.compare(DAGS, methods=["climb"]).plot().figure
    plt.close("all")
    page = comparison._repr_html_()
    assert "<img" in page
    assert page.count("<tr") == 3 + len(comparison.table)
    for bad in (axes[0], [axes[0]], "xy", 3):
        with pytest.raises(mcbnc.InvalidInputError, match="ax must be"):
            comparison.plot(bad)


def test_a_distance_off_the_scale_is_written_as_text():
    pytest.importorskip("matplotlib")
    full = np.triu(np.ones((20, 20), np.uint8), 1)
    dags = noisy_copies(1, 4, 20, 0.05, 2)
    for gold in (None, dags[0]):
        left = mcbnc.compare(dags, gold, {"full": full, "one": "climb"}).plot()
        left, right = left.figure.axes
        left.figure.canvas.draw()
        for axes in (left, right):
            notes = [text.get_window_extent() for text in axes.texts]
            assert [text.get_text().endswith("→") for text in axes.texts] == [True] * (1 + (gold is not None))
            dots = [axes.transData.transform(line.get_xydata()) for line in axes.get_lines()]
            first = min(note.x0 for note in notes)
            assert max(x for line in dots if len(line) for x, _ in line) < first
            assert max(note.x1 for note in notes) <= axes.get_window_extent().x1 + 1
            assert axes.transData.transform((max(axes.get_xticks()), 0))[0] < first


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"methods": ["vote"]}, "there is no method 'vote'; there are 'mcbnc auto', "),
        ({"methods": {"mean input": "fusion"}}, "another row is named 'mean input'"),
        ({"methods": {1: "fusion", "1": "averaged"}}, "another row is named '1'"),
        (
            {"methods": "climb"},
            "methods must be names, or a mapping of names to methods or graphs, not 'climb'",
        ),
        ({"methods": []}, "methods must be names"),
        ({"methods": 3}, "methods must be names"),
        ({"methods": {"mine": lambda dags: np.ones((2, 2))}}, "methods['mine']"),
        ({"methods": {"mine": lambda dags: None}}, "methods['mine']"),
        ({"methods": {"mine": np.ones((N, N)) - np.eye(N, k=1)}}, "methods['mine']"),
        ({"gold": np.zeros((3, 3))}, f"gold has 3 nodes, but dags[0] has {N}"),
        ({"gold": [[0, 1], [1]]}, "gold"),
        ({"time_limit": -1}, "time_limit must be a number of seconds > 0, not -1"),
        ({"progress": 3}, "progress must be None, True, False or a function"),
        ({"outliers": "lose"}, "outliers must be 'keep' or 'drop'"),
        ({"weights": [1]}, "weights must be 5 numbers"),
    ],
)
def test_bad_arguments(more, message):
    with pytest.raises(mcbnc.InvalidInputError) as error:
        mcbnc.compare(DAGS, nodes=NODES, **more)
    assert message in str(error.value)


def test_a_gold_with_a_cycle():
    cycle = np.roll(np.eye(N, dtype=int), 1, axis=1)
    with pytest.raises(mcbnc.CycleError, match=r"^gold: it has a cycle"):
        mcbnc.compare(DAGS, cycle)
