"""Pictures: what is drawn is what is there, and can be read."""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser

import matplotlib
import networkx as nx
import numpy as np
import pandas as pd
import pytest
from helpers import noisy_copies, random_dag, random_dags

import mcbnc
from mcbnc._plots.demo import draw as draw_demo
from mcbnc._plots.heat_map import draw_stability
from mcbnc._plots.html import card
from mcbnc._plots.layout import choose_engine, place
from mcbnc._plots.style import bare_axes

matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")
patches = pytest.importorskip("matplotlib.patches")

pytestmark = pytest.mark.slow

ALARM = mcbnc.datasets.load("alarm")
ASIA = mcbnc.datasets.load("asia")
LIGHT, DARK = "default", "dark_background"


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def available(layout):
    if layout == "dot" and shutil.which("dot") is None:
        pytest.skip("graphviz is not installed")
    return layout


@pytest.fixture(params=["dot", "layered"])
def layers(request):
    return available(request.param)


@pytest.fixture(params=["dot", "layered", "circle"])
def layout(request):
    return available(request.param)


@pytest.fixture(scope="module")
def alarm():
    return mcbnc.trajectory(ALARM.dags, nodes=ALARM.nodes)


def consensus(clients, **options):
    return mcbnc.consensus(clients.dags, "auto", nodes=clients.nodes, **options)


# --- layout -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("density", [0.03, 0.15, 0.4])
def test_layout(seed, density, layers):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 26))
    dag = random_dag(rng, n, density)
    arcs = [tuple(arc) for arc in np.argwhere(dag).tolist()]
    sizes = np.column_stack([rng.uniform(0.3, 1.5, n), np.full(n, 0.25)])
    found = place(sizes, arcs, choose_engine(layers, len(arcs)))
    low, high = found.at - sizes / 2, found.at + sizes / 2
    assert (low >= -1e-6).all()
    assert (high <= found.size + 1e-6).all()
    for a in range(n):
        for b in range(a):
            apart = np.maximum(low[a], low[b]) - np.minimum(high[a], high[b])
            assert apart.max() > 0.05, "boxes overlap"
    assert len(found.routes) == len(arcs)
    for (i, j), route in zip(arcs, found.routes, strict=True):
        assert found.at[i, 1] > found.at[j, 1] + 0.2, "arcs point down"
        assert distance_to_border(route[0], low[i], high[i]) < 0.02
        assert distance_to_border(route[-1], low[j], high[j]) < 0.02
        points = on_curve(route)
        assert (points >= -0.05).all()
        assert (points <= found.size + 0.05).all()
        inside = ((points[:, None] > low + 0.02) & (points[:, None] < high - 0.02)).all(axis=2).any(axis=0)
        assert not inside.any(), "a route crosses a box"
    again = place(sizes, arcs, choose_engine(layers, len(arcs)))
    np.testing.assert_array_equal(again.at, found.at)
    for one, other in zip(found.routes, again.routes, strict=True):
        np.testing.assert_array_equal(one, other)


def test_large_networks_are_not_laid_out_in_layers(monkeypatch):
    """2,017 edges took more than a minute, without a word."""
    rng = np.random.default_rng(0)
    arcs = [tuple(arc) for arc in np.argwhere(random_dag(rng, 300, 0.05)).tolist()][:2017]
    sizes = np.full((300, 2), 0.3)
    with pytest.raises(mcbnc.InvalidInputError, match=r"2017 edges .*layout='circle'.*to_dot\(\)") as caught:
        place(sizes, arcs, choose_engine("layered", len(arcs)))
    assert caught.value.argument == "layout"
    with pytest.warns(UserWarning, match=r"drawn on a circle: .*2017 edges"):
        found = place(sizes, arcs, choose_engine(None, len(arcs)))
    np.testing.assert_array_equal(found.at, place(sizes, arcs, choose_engine("circle", len(arcs))).at)


@pytest.mark.parametrize(("tails", "heads"), [(40, 60), (1, 4000)])
def test_few_layers_may_be_too_much_as_well(tails, heads):
    arcs = [(i, tails + j) for i in range(tails) for j in range(heads)]
    with pytest.raises(mcbnc.InvalidInputError, match="in 2 layers"):
        place(np.full((tails + heads, 2), 0.3), arcs, choose_engine("layered", len(arcs)))


@pytest.mark.parametrize("n", [2, 3, 8, 40])
def test_a_circle(n):
    rng = np.random.default_rng(n)
    dag = random_dag(rng, n, 0.4)
    dag[np.arange(n - 1), np.arange(1, n)] |= ~dag[np.arange(1, n), np.arange(n - 1)] & 1  # of one piece
    arcs = [tuple(arc) for arc in np.argwhere(dag).tolist()]
    sizes = np.column_stack([rng.uniform(0.3, 1.5, n), np.full(n, 0.25)])
    found = place(sizes, arcs, choose_engine("circle", len(arcs)))
    low, high = found.at - sizes / 2, found.at + sizes / 2
    assert np.ptp(np.hypot(*(found.at - found.at.mean(axis=0)).T)) < 1e-9
    for a in range(n):
        for b in range(a):
            assert (np.maximum(low[a], low[b]) - np.minimum(high[a], high[b])).max() > 0.05, "boxes overlap"
    for (i, j), route in zip(arcs, found.routes, strict=True):
        assert distance_to_border(route[0], low[i], high[i]) < 1e-9
        assert distance_to_border(route[-1], low[j], high[j]) < 1e-9
        points = on_curve(route)
        inside = ((points[:, None] > low + 0.02) & (points[:, None] < high - 0.02)).all(axis=2).any(axis=0)
        assert not inside.any(), "a route crosses a box"


def distance_to_border(point, low, high):
    """How far a point is from a rectangle's border."""
    outside = np.maximum(np.maximum(low - point, point - high), 0)
    return np.hypot(*outside) if outside.any() else np.minimum(point - low, high - point).min()


def on_curve(route):
    t = np.linspace(0, 1, 9)[:, None]
    curves = [route[k : k + 4] for k in range(0, len(route) - 1, 3)]
    assert 3 * len(curves) + 1 == len(route)
    weights = np.hstack([(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3])
    return np.concatenate([weights @ curve for curve in curves])


def test_an_arc_that_would_close_a_cycle_points_up(layers):
    sizes = np.full((3, 2), 0.3)
    found = place(sizes, [(0, 1), (1, 2), (2, 0)], choose_engine(layers, 3))
    assert found.at[0, 1] > found.at[1, 1] > found.at[2, 1]
    up = found.routes[2]
    assert distance_to_border(up[0], found.at[2] - 0.15, found.at[2] + 0.15) < 0.02
    assert distance_to_border(up[-1], found.at[0] - 0.15, found.at[0] + 0.15) < 0.02


def test_a_tree_has_no_crossings():
    """Nodes numbered so that the order they come in has many."""
    rng = np.random.default_rng(5)
    name = rng.permutation(31)
    arcs = [(int(name[(k - 1) // 2]), int(name[k])) for k in range(1, 31)]
    found = place(np.full((31, 2), 0.25), arcs, choose_engine("layered", 30))
    spans = [(found.at[[i, j], 0], found.at[[i, j], 1]) for i, j in arcs]
    for (x, y), (other_x, other_y) in ((a, b) for a in spans for b in spans):
        if abs(y[0] - other_y[0]) < 1e-9:
            assert (x[0] - other_x[0]) * (x[1] - other_x[1]) >= -1e-9


PLAIN = """graph 1 1 1.1111
node 1 0.5 0.15278 1 0.30556 "" solid box black lightgrey
node 0 0.5 0.95833 1 0.30556 "" solid box black lightgrey
edge 0 1 4 0.5 0.80134 0.5 0.66009 \\
0.5 0.44554 0.5 0.30572 solid black
stop
"""


def test_what_graphviz_answers_is_read(monkeypatch, tmp_path):
    (tmp_path / "answer").write_text(PLAIN)
    stand_in_for_dot(monkeypatch, tmp_path, f"cat > {tmp_path}/question; cat {tmp_path}/answer")
    at, (route,) = choose_engine("dot", 1)(np.array([[1.0, 0.3], [1.0, 0.3]]), [(0, 1)])
    assert at.tolist() == [[0.5, 0.95833], [0.5, 0.15278]]
    assert route.tolist() == [[0.5, 0.80134], [0.5, 0.66009], [0.5, 0.44554], [0.5, 0.30572]]
    question = (tmp_path / "question").read_text()
    assert "1 [width=1.0000 height=0.3000];" in question
    assert "0 -> 1;" in question


def stand_in_for_dot(monkeypatch, folder, script):
    program = folder / "dot"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin:/usr/bin")


def test_without_graphviz_the_own_layout_is_taken(monkeypatch):
    result = consensus(ASIA)
    monkeypatch.setenv("PATH", "")
    np.testing.assert_array_equal(positions(result.plot()), positions(result.plot(layout="layered")))
    with pytest.raises(mcbnc.InvalidInputError, match="no program dot is on the PATH") as caught:
        result.plot(layout="dot")
    assert caught.value.argument == "layout"


def test_a_broken_graphviz_is_no_obstacle(monkeypatch, tmp_path):
    stand_in_for_dot(monkeypatch, tmp_path, "echo 'no plugins' >&2; exit 1")
    result = consensus(ASIA)
    np.testing.assert_array_equal(positions(result.plot()), positions(result.plot(layout="layered")))
    with pytest.raises(mcbnc.InvalidInputError, match="layout 'dot' failed: no plugins"):
        result.plot(layout="dot")


# --- networks -----------------------------------------------------------------------------------------------


def positions(ax):
    return np.array([text.get_position() for text in ax.texts])


def boxes(ax):
    return [patch for patch in ax.patches if isinstance(patch, patches.FancyBboxPatch)]


def heads(ax):
    return [patch for patch in ax.patches if isinstance(patch, patches.Polygon)]


def drawn(ax):
    """The arcs that a picture shows, by where their lines begin and their heads end; with line and head."""
    names = [text.get_text() for text in ax.texts]
    low = np.array([[box.get_x(), box.get_y()] for box in boxes(ax)])
    high = low + [[box.get_width(), box.get_height()] for box in boxes(ax)]

    def node(point):
        gaps = [distance_to_border(np.asarray(point), a, b) for a, b in zip(low, high, strict=True)]
        assert min(gaps) < 0.02, "an end that meets no node"
        return names[int(np.argmin(gaps))]

    found = {}
    assert len(ax.lines) == len(heads(ax))
    for line, head in zip(ax.lines, heads(ax), strict=True):
        found[node(line.get_xydata()[0]), node(head.get_xy()[0])] = line, head
    assert len(found) == len(ax.lines)
    return found


@pytest.mark.parametrize("style", [LIGHT, DARK])
@pytest.mark.parametrize("clients", [ASIA, ALARM], ids=["asia", "alarm"])
def test_every_node_and_edge_is_drawn(clients, style, layout):
    result = consensus(clients)
    with plt.style.context(style):
        ax = result.plot(layout=layout)
        ground = matplotlib.colors.to_rgba(ax.figure.get_facecolor())
    assert [text.get_text() for text in ax.texts] == result.nodes
    arcs = drawn(ax)
    assert set(arcs) == set(result.edges)
    index = {name: i for i, name in enumerate(result.nodes)}
    joined = np.mean(clients.dags | clients.dags.transpose(0, 2, 1), axis=0)
    looks = {}
    for (u, v), (line, head) in arcs.items():
        directed = not result.cpdag[index[v], index[u]]
        looks.setdefault(line.get_color(), set()).add(directed)
        hollow = matplotlib.colors.to_rgba(head.get_facecolor())[:3] == ground[:3]
        assert hollow != directed
        assert contrast(line.get_color(), ground) > 3
        scale = ax.texts[0].get_fontsize() / 8  # below 1 in a figure that would be too wide
        assert line.get_linewidth() == pytest.approx(scale * (0.6 + 1.5 * joined[index[u], index[v]]))
    assert all(len(meanings) == 1 for meanings in looks.values())  # of a colour
    for text in ax.texts:
        assert contrast(text.get_color(), boxes(ax)[0].get_facecolor()) > 7


def contrast(a, b):
    """WCAG 2's contrast ratio."""

    def luminance(colour):
        channels = np.array(matplotlib.colors.to_rgb(colour))
        linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
        return linear @ [0.2126, 0.7152, 0.0722]

    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("own_axes", [False, True])
def test_texts_are_in_their_boxes_and_nothing_overlaps(own_axes, layout):
    result = consensus(ALARM)
    ax = result.plot(plt.subplots(figsize=(5, 4))[1] if own_axes else None, layout=layout)
    figure = ax.figure
    figure.canvas.draw()
    extents = [box.get_window_extent() for box in boxes(ax)]
    legend = ax.get_legend().get_window_extent()
    assert figure.bbox.containsx(legend.x0)
    assert figure.bbox.containsx(legend.x1)
    assert figure.bbox.containsy(legend.y0)
    for text, box in zip(ax.texts, extents, strict=True):
        inner = text.get_window_extent()
        assert box.x0 <= inner.x0
        assert inner.x1 <= box.x1
        assert box.y0 <= inner.y0
        assert inner.y1 <= box.y1
        assert not box.overlaps(legend)
        assert figure.bbox.x0 <= box.x0 <= box.x1 <= figure.bbox.x1
    assert not any(a.overlaps(b) for k, a in enumerate(extents) for b in extents[:k])


def test_figures_grow_with_the_network():
    small, large = (consensus(clients).plot().figure.get_size_inches() for clients in (ASIA, ALARM))
    assert (large > small).all()
    assert small[0] < 5  # a column of a journal


def test_weights_count():
    dags = noisy_copies(3, 3, 6)
    result = mcbnc.consensus(dags, weights=[1, 0, 3], nodes=list("abcdef"))
    assert result.edges
    joined = dags | dags.transpose(0, 2, 1)
    share = (joined[0] + 3.0 * joined[2]) / 4
    for (u, v), (line, _) in drawn(result.plot()).items():
        assert line.get_linewidth() == pytest.approx(0.6 + 1.5 * share["abcdef".index(u), "abcdef".index(v)])


def kinds(result, ax):
    """The arcs drawn, by the legend's entry whose colour and dashes they have."""
    entries = {}
    legend = ax.get_legend()
    handles = getattr(legend, "legend_handles", None) or legend.legendHandles  # before matplotlib 3.7
    for handle, text in zip(handles, legend.get_texts(), strict=True):
        label = re.sub(r" \(\d+\)$", "", text.get_text())
        entries.setdefault(handle.get_color(), label)
    found = {}
    for arc, (line, _) in drawn(ax).items():
        found.setdefault(entries[line.get_color()], set()).add(arc)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_compare(seed, layout):
    names = list("abcdefghi")
    result = mcbnc.consensus(noisy_copies(seed, 5, 9, 0.3), nodes=names)
    other = random_dag(np.random.default_rng(seed), 9, 0.3)
    other |= result.adjacency * (other.T == 0) * (np.random.default_rng(seed).random((9, 9)) < 0.5)
    other = other if nx.is_directed_acyclic_graph(nx.DiGraph(other)) else random_dags(seed, 1, 9)[0]
    there_named = pd.DataFrame(other, names, names)
    ax = result.plot(compare=there_named, layout=layout)
    found = kinds(result, ax)
    here = {frozenset(edge) for edge in result.edges}
    there = {frozenset((names[i], names[j])) for i, j in np.argwhere(other)}
    pairs = {kind: {frozenset(arc) for arc in arcs} for kind, arcs in found.items()}
    assert pairs.get("only here", set()) == here - there
    assert pairs.get("only there", set()) == there - here
    assert pairs.get("in both", set()) | pairs.get("direction differs", set()) == here & there
    assert len(ax.lines) - len(pairs.get("in both", ())) == mcbnc.metrics.shd(result, there_named)
    assert set(result.edges) <= set(drawn(ax))
    assert found.get("only there", set()) <= {(names[i], names[j]) for i, j in np.argwhere(other)}
    y = dict(zip(names, positions(ax)[:, 1], strict=True))
    assert layout == "circle" or all(y[u] > y[v] for u, v in result.edges)


def test_compared_edges_differ_in_colour_and_in_dashes():
    result = consensus(ALARM)
    ax = result.plot(compare=ALARM.gold)
    looks = {(line.get_color(), str(line._unscaled_dash_pattern)) for line in ax.lines}
    assert len({colour for colour, _ in looks}) == len({dashes for _, dashes in looks}) == len(looks) == 4
    counts = [int(text.get_text().partition("(")[2].rstrip(")")) for text in ax.get_legend().get_texts()[:4]]
    assert sum(counts) == len(ax.lines)
    assert sum(counts[1:]) == mcbnc.metrics.shd(result, ALARM.gold)


def test_compare_takes_what_metrics_takes():
    result = consensus(ASIA)
    shuffle = np.random.default_rng(0).permutation(8)
    frame = pd.DataFrame(ASIA.gold, ASIA.nodes, ASIA.nodes).iloc[shuffle, shuffle]
    reference = kinds(result, result.plot(compare=ASIA.gold))
    network = nx.DiGraph([(ASIA.nodes[i], ASIA.nodes[j]) for i, j in np.argwhere(ASIA.gold)])
    assert kinds(result, result.plot(compare=frame)) == reference
    assert kinds(result, result.plot(compare=network)) == reference
    assert kinds(result, result.plot(compare=result)) == {"in both": set(result.edges)}
    pairs = {kind: {frozenset(arc) for arc in arcs} for kind, arcs in reference.items()}
    cpdag = pd.DataFrame(mcbnc.metrics.cpdag(ASIA.gold), ASIA.nodes, ASIA.nodes)
    by_class = kinds(result, result.plot(compare=cpdag))
    assert {kind: {frozenset(arc) for arc in arcs} for kind, arcs in by_class.items()} == pairs


ODD = ["$x_1$", "a" * 80, "two\nlines", ("a", 1), "", "\ud800", "<b>&", 7]


def test_odd_names(recwarn):
    result = mcbnc.consensus(random_dags(1, 3, 8, 0.3), nodes=ODD)
    recwarn.clear()  # random DAGs agree no more than chance
    ax = result.plot()
    ax.figure.canvas.draw()
    labels = [text.get_text() for text in ax.texts]
    assert labels[0] == "$x_1$"
    assert len(labels[1]) == 32
    assert labels[2:5] == ["two lines", "('a', 1)", ""]
    assert len(ax.lines) == len(result.edges)
    assert not recwarn.list
    parse(result._repr_html_())


def test_a_large_network_is_drawn_within_bounds():
    dag = random_dag(np.random.default_rng(0), 300, 0.05)
    with pytest.warns(UserWarning, match="drawn on a circle|points high") as caught:
        ax = mcbnc.consensus(dag[None], 0).plot()
    assert [warning.filename for warning in caught] == [__file__] * 2
    assert str(caught[0].message).startswith("drawn on a circle")
    assert re.match(r"the names of 300 nodes are only 2 points .* plot\(focus=NODE", str(caught[1].message))
    assert len(boxes(ax)) == 300
    assert len(heads(ax)) == dag.sum()
    width, height = ax.figure.get_size_inches()
    assert width <= 16 + 1e-9
    assert height <= 60 + 1e-9


@pytest.fixture(scope="module")
def chain():
    """a -> b -> c -> d -> e, x -> c, and two nodes apart."""
    names = ["a", "b", "c", "d", "e", "x", "apart", "too"]
    dag = nx.DiGraph([*zip("abcd", "bcde", strict=True), ("x", "c")])
    dag.add_nodes_from(names)
    return mcbnc.consensus([dag], 0, nodes=names)


@pytest.mark.parametrize(
    ("focus", "hops", "near"),
    [
        ("a", 0, "a"),
        ("a", 1, "a b"),
        ("c", 1, "b c d x"),
        ("x", 2, "b c d x"),
        ("d", 2, "b c d e x"),
        ("a", 99, "a b c d e x"),
        ("a", None, "a b c d e x"),
        ("apart", 2, "apart"),
    ],
)
def test_focus(chain, focus, hops, near, layout):
    ax = chain.plot(focus=focus, hops=hops, layout=layout)
    shown = [text.get_text() for text in ax.texts]
    assert shown == near.split()
    assert set(drawn(ax)) == {(u, v) for u, v in chain.edges if u in shown and v in shown}
    borders = {text.get_text(): box.get_linewidth() for text, box in zip(ax.texts, boxes(ax), strict=True)}
    assert [name for name in shown if borders[name] == max(borders.values())] == [focus] or len(shown) == 1
    assert ax.get_legend().get_texts()[-1].get_text() == f"{len(shown)} of 8 nodes are shown"


def test_isolated_nodes_are_left_out_if_asked(chain):
    assert len(boxes(chain.plot())) == 8
    ax = chain.plot(isolated=False)
    assert [text.get_text() for text in ax.texts] == ["a", "b", "c", "d", "e", "x"]
    assert len(drawn(ax)) == 5
    assert [text.get_text() for text in chain.plot(focus="apart", isolated=False).texts] == ["apart"]
    empty = mcbnc.consensus(np.zeros((2, 3, 3))).plot(isolated=False)
    assert not boxes(empty)
    assert "0 of 3 nodes are shown" in [text.get_text() for text in empty.get_legend().get_texts()]


def test_edges_of_the_other_graph_lead_to_neighbours_too(chain):
    other = nx.DiGraph([("apart", "a")])
    other.add_nodes_from(chain.nodes)
    ax = chain.plot(compare=other, focus="a", hops=1)
    assert [text.get_text() for text in ax.texts] == ["a", "b", "apart"]


def test_names_in_chinese_japanese_and_korean_have_glyphs(recwarn):
    from matplotlib.font_manager import fontManager

    if not {font.name for font in fontManager.ttflist} & {"Noto Sans CJK JP", "Noto Sans CJK SC"}:
        pytest.skip("matplotlib knows no Noto Sans CJK")
    names = ["年齢", "血压", "몸무게", "age"]
    dags = random_dags(1, 3, 4, 0.9)
    result = mcbnc.consensus(dags, nodes=names)
    for axes in (result.plot(), mcbnc.agreement(dags, clients=names[:3]).plot()):
        axes.figure.canvas.draw()
    compared = mcbnc.compare(dags, methods={"投票": "vote arcs"})
    compared.plot().figure.canvas.draw()
    assert not [warning for warning in recwarn if "lyph" in str(warning.message)]
    by_name = {text.get_text(): text.get_fontfamily() for text in plt.figure(1).axes[0].texts}
    assert by_name["age"] == plt.rcParams["font.family"]
    assert by_name["年齢"][:1] == by_name["age"]


@pytest.mark.parametrize("n", [1, 2, 5])
def test_without_edges(n, layout):
    result = mcbnc.consensus(np.zeros((2, n, n)))
    ax = result.plot(layout=layout)
    assert [text.get_text() for text in ax.texts] == [str(i) for i in range(n)]
    assert not len(ax.lines)
    run = mcbnc.trajectory(np.zeros((2, n, n)))
    run.plot().figure.canvas.draw()
    parse(result._repr_html_())
    parse(run._repr_html_())


@pytest.mark.parametrize(
    ("argument", "options", "message"),
    [
        ("ax", {"ax": "figure"}, "ax must be a matplotlib Axes or None, not 'figure'"),
        ("layout", {"layout": "round"}, "layout must be 'dot' or 'layered' or 'circle', not 'round'"),
        ("legend", {"legend": "yes"}, "legend must be True or False, not 'yes'"),
        ("compare", {"compare": np.zeros((3, 3))}, "compare has 3 nodes, but"),
        ("compare", {"compare": "gold"}, "compare"),
        ("focus", {"focus": "Asia"}, "focus: no node is named 'Asia'"),
        ("hops", {"focus": "asia", "hops": -1}, "hops must be a whole number"),
        ("isolated", {"isolated": 0}, "isolated must be True or False"),
    ],
)
def test_bad_input(argument, options, message):
    with pytest.raises(mcbnc.InvalidInputError, match=message) as caught:
        consensus(ASIA).plot(**options)
    assert caught.value.argument == argument
    assert not plt.get_fignums()


def test_a_cycle_in_the_other_graph_names_it():
    cycle = np.roll(np.eye(8, dtype=int), 1, axis=1)
    with pytest.raises(mcbnc.InvalidInputError, match=r"^compare") as caught:
        consensus(ASIA).plot(compare=cycle)
    assert caught.value.argument == "compare"


# --- trajectories -------------------------------------------------------------------------------------------


def test_trajectory(alarm):
    ax = alarm.plot()
    (right,) = (other for other in ax.figure.axes if other is not ax)
    frame = alarm.to_frame()
    steps = {line.get_label(): line for one in (ax, right) for line in one.lines if len(line.get_xdata()) > 2}
    columns = {"mean SMHD to the inputs": "mean_smhd", "edges": "edges", "treewidth (right)": "treewidth"}
    assert set(steps) == set(columns)
    for label, line in steps.items():
        x, y = line.get_data()
        for theta, value in zip(frame.theta, frame[columns[label]], strict=True):
            assert y[np.searchsorted(x, theta, side="right") - 1] == pytest.approx(value)
        assert line.get_drawstyle() == "steps-post"
    assert len({line.get_color() for line in steps.values()}) == 3
    chosen = alarm.select()
    best = frame[frame.theta == chosen].iloc[0]
    marks = {
        (*line.get_xdata(), *line.get_ydata())
        for one in (ax, right)
        for line in one.lines
        if line.get_marker() == "o"
    }
    assert marks == {(chosen, best.mean_smhd), (chosen, best.edges), (chosen, best.treewidth)}
    for fact in (f"θ = {chosen:.3g}", f"{best.edges:.0f} edges", f"mean SMHD {best.mean_smhd:.4g}"):
        assert fact in ax.get_title()


def test_a_trajectory_that_fits_is_shown_whole(alarm):
    asia = mcbnc.datasets.load("asia")
    small = mcbnc.trajectory(asia.dags, nodes=asia.nodes).plot()
    assert small.get_ylim()[1] > 16  # the edges of the fusion
    assert not [text for text in small.texts if "off the scale" in text.get_text()]
    assert [text for text in alarm.plot().texts if "off the scale" in text.get_text()]


@pytest.mark.parametrize("dags", [ALARM.dags, random_dags(0, 9, 26, 0.3)], ids=["sparse", "dense"])
def test_texts_of_a_trajectory_fit(dags):
    ax = mcbnc.trajectory(dags, k_max=0).plot()
    ax.figure.canvas.draw()
    right = ax.figure.axes[-1]
    ticks = []
    for axis, (low, high) in ((ax.xaxis, ax.get_xlim()), (ax.yaxis, ax.get_ylim())):
        at = zip(axis.get_ticklocs(), axis.get_ticklabels(), strict=True)
        ticks += [label for place, label in at if low <= place <= high]
    labels = [ax.title, ax.xaxis.label, ax.yaxis.label, right.yaxis.label, ax.get_legend()]
    assert_inside(ax.figure, [*labels, *ticks, *ax.texts])
    assert not ax.title.get_window_extent().overlaps(ax.get_legend().get_window_extent())


def assert_inside(figure, artists):
    for artist in artists:
        extent = artist.get_window_extent()
        assert figure.bbox.x0 <= extent.x0 <= extent.x1 <= figure.bbox.x1
        assert figure.bbox.y0 <= extent.y0 <= extent.y1 <= figure.bbox.y1


@pytest.mark.parametrize("theta", [0.0, 0.01, 0.35, 50.0])
def test_trajectory_marks_the_threshold_asked_for(alarm, theta):
    ax = alarm.plot(select=theta)
    state = alarm.at(theta)
    assert f"{len(state.edges)} edges" in ax.get_title()
    assert f"treewidth {mcbnc.metrics.treewidth(state)}" in ax.get_title()
    assert ax.get_xlim()[1] >= theta


def test_the_axes_show_the_selected_state_and_say_what_they_leave_out():
    dags = random_dags(3, 12, 14, 0.25)  # which have little in common: their fusion is full
    run = mcbnc.trajectory(dags)
    ax = run.plot(select=run.thetas[-2])
    most = len(run.at(0).edges)
    assert len(run.at(run.thetas[-2]).edges) < ax.get_ylim()[1] < most
    assert [text.get_text().partition(" edges")[0] for text in ax.texts] == [
        f"off the scale at θ = 0: {most}"
    ]


def test_trajectory_on_axes_given(alarm):
    figure, axes = plt.subplots(1, 2)
    assert alarm.plot(axes[1]) is axes[1]
    assert not axes[0].lines
    assert plt.get_fignums() == [figure.number]


@pytest.mark.parametrize(
    ("argument", "options"), [("ax", {"ax": 3}), ("select", {"select": -1}), ("select", {"select": "best"})]
)
def test_trajectory_bad_input(alarm, argument, options):
    with pytest.raises(mcbnc.InvalidInputError, match=f"^{argument} must be") as caught:
        alarm.plot(**options)
    assert caught.value.argument == argument
    assert not plt.get_fignums()


# --- stability ----------------------------------------------------------------------------------------------


def stand_in(n=6):
    """The arrays that a Stability hands to its picture."""
    rng = np.random.default_rng(0)
    directed = rng.random((n, n)) * 0.4
    undirected = np.triu(rng.random((n, n)), 1) * 0.2
    undirected += undirected.T
    np.fill_diagonal(directed, 0)
    return directed + undirected, [f"node {i}" for i in range(n)], 40, (0.25, 0.5)


@pytest.mark.parametrize("style", [LIGHT, DARK])
@pytest.mark.parametrize("n", [1, 6, 40])
def test_stability(n, style):
    shares, nodes, runs, thetas = stand_in(n)
    with plt.style.context(style):
        ax = draw_stability(shares, nodes, runs, thetas)
        ax.figure.canvas.draw()
    (image,) = ax.images
    np.testing.assert_array_equal(image.get_array(), shares)
    assert image.get_clim() == (0, 1)
    ramp = [contrast(image.cmap(share), ax.figure.get_facecolor()) for share in (0.0, 0.25, 0.5, 0.75, 1.0)]
    assert ramp == sorted(ramp)
    for axis in (ax.xaxis, ax.yaxis):
        ticks = [label for label in axis.get_ticklabels() if label.get_text()]
        assert [label.get_text() for label in ticks] == nodes
        extents = [label.get_window_extent() for label in ticks]
        assert not any(a.overlaps(b) for k, a in enumerate(extents) for b in extents[:k])
        assert_inside(ax.figure, ticks)
    (foot,) = ax.texts
    assert "40 runs" in foot.get_text()
    assert "[0.25, 0.5]" in foot.get_text()
    assert_inside(ax.figure, [foot, ax.xaxis.label, ax.yaxis.label])


def test_odd_names_in_a_stability():
    ax = mcbnc.stability(random_dags(1, 3, 3), nodes=["$\\frac{$", "$x$", "$"], resamples=3, seed=0).plot()
    ax.figure.canvas.draw()
    assert [label.get_text() for label in ax.get_yticklabels()] == ["$\\frac{$", "$x$", "$"]


def test_stability_on_axes_given():
    figure, ax = plt.subplots()
    assert draw_stability(*stand_in(), ax) is ax
    assert plt.get_fignums() == [figure.number]
    with pytest.raises(mcbnc.InvalidInputError, match="ax must be"):
        draw_stability(*stand_in(), figure)


# --- notebooks ----------------------------------------------------------------------------------------------


class Checked(HTMLParser):
    """Refuses tags that do not match; keeps the text and the images."""

    def __init__(self):
        super().__init__()
        self.open, self.text, self.images = [], [], []

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        assert tag == "img"
        self.images.append(dict(attributes))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1] != "style":
            self.text.append(data)


def parse(html):
    """The text, and the root of each picture."""
    found = Checked()
    found.feed(html)
    found.close()
    assert not found.open
    ElementTree.fromstring(html)
    pictures = []
    for image in found.images:
        assert image["alt"]
        kind, _, data = image["src"].partition(",")
        assert kind == "data:image/svg+xml;base64"
        pictures.append(ElementTree.fromstring(base64.b64decode(data)))
        assert pictures[-1].tag == "{http://www.w3.org/2000/svg}svg"
    return " ".join(found.text), pictures


def test_html(alarm):
    text, pictures = parse(alarm._repr_html_())
    assert len(pictures) == 1
    assert f"{alarm.select():.4g}" in text
    result = alarm.at(0.5)
    text, pictures = parse(result._repr_html_())
    assert len(pictures) == 1
    assert f"{len(result.edges)} edges (" in text
    assert f"the fusion has {alarm.fusion.sum()}" in text
    assert "0.5" in text
    assert "complete" in text


def test_html_leaves_nothing_behind(alarm):
    before = dict(matplotlib.rcParams)
    first = alarm.at(0.5)._repr_html_()
    with plt.style.context(DARK):
        assert alarm.at(0.5)._repr_html_().partition("<img")[2] == first.partition("<img")[2]
    alarm._repr_html_()
    assert dict(matplotlib.rcParams) == before
    assert not plt.get_fignums()


def test_plots_leave_settings_alone(alarm):
    before = dict(matplotlib.rcParams)
    alarm.plot()
    alarm.at(0.5).plot(compare=ALARM.gold)
    draw_stability(*stand_in())
    assert dict(matplotlib.rcParams) == before
    assert len(plt.get_fignums()) == 3


def test_html_escapes_and_may_have_no_picture():
    text, pictures = parse(card("<b>&\"'", {"<i>": "</td>&"}))
    assert text.split() == ["<b>&\"'", "<i>", "</td>&"]
    assert not pictures
    _, pictures = parse(card("x", {}, lambda new: draw_stability(*stand_in(), new=new)))
    assert len(pictures) == 1
    assert not plt.get_fignums()
    assert bare_axes(2, 1).figure.get_size_inches().tolist() == [2, 1]


def test_html_of_stability():
    stability = mcbnc.stability(ASIA.dags, resamples=20, seed=1, nodes=ASIA.nodes)
    text, pictures = parse(stability._repr_html_())
    assert len(pictures) == 1
    assert "20 (bootstrap)" in text
    ax = stability.plot()
    np.testing.assert_array_equal(ax.images[0].get_array(), stability.directed + stability.undirected)


def test_html_of_large_networks_has_no_picture():
    for large in (np.zeros((1, 121, 121)), np.triu(np.ones((1, 26, 26)), 1)):
        text, pictures = parse(mcbnc.consensus(large)._repr_html_())
        assert not pictures
        assert f"the fusion has {int(large.sum())}" in text
        assert f"left out, of {len(large[0])} nodes and {int(large.sum())} edges" in text
    _, pictures = parse(mcbnc.stability(np.zeros((2, 121, 121)), resamples=2)._repr_html_())
    assert not pictures


WITHOUT = """
import sys
sys.modules["matplotlib"] = None  # as if it were not installed
import mcbnc
clients = mcbnc.datasets.load("asia")
run = mcbnc.trajectory(clients.dags, nodes=clients.nodes)
for thing in (run, run.at(0.5), mcbnc.stability(clients.dags, resamples=5)):
    html = thing._repr_html_()
    assert "<img" not in html and "10 DAGs" in html, html
    try:
        thing.plot()
    except mcbnc.MissingExtraError as error:
        assert "matplotlib" in str(error) and "'plot'" in str(error), error
    else:
        raise AssertionError("it drew without matplotlib")
"""


def test_without_matplotlib():
    subprocess.run([sys.executable, "-c", WITHOUT], check=True, timeout=300)


# --- the demo -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("clients", [ASIA, ALARM], ids=["asia", "alarm"])
def test_the_demo_fills_its_picture(clients):
    result = consensus(clients)
    compared = mcbnc.compare(clients.dags, clients.gold, nodes=clients.nodes)
    axes = draw_demo(result._picture(clients.gold), *compared._picture())
    figure = axes.figure
    figure.canvas.draw()
    network = axes.get_window_extent()
    panels = [panel.get_window_extent() for panel in figure.subfigs[0].axes]
    assert not any(network.overlaps(panel) for panel in panels)
    assert max(panel.x1 for panel in panels) > 0.97 * figure.bbox.width
    assert network.x0 == pytest.approx(0)
    assert max(network.height, *(panel.height for panel in panels)) > 0.7 * figure.bbox.height
    assert min(panel.height for panel in panels) > 0.5 * figure.bbox.height
    names = [boxes(axes)[k].get_window_extent() for k in range(len(result.nodes))]
    assert_inside(figure, [*axes.texts, axes.get_legend(), figure.subfigs[0].axes[0].get_legend()])
    assert not any(a.overlaps(b) for k, a in enumerate(names) for b in names[:k])
