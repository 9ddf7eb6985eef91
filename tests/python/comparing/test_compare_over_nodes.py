"""mcbnc.compare of DAGs over different nodes."""

from __future__ import annotations

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from helpers import noisy_copies, random_dags

import mcbnc
from mcbnc import metrics

NAMES = list("abcdefgh")
METHODS = ["mcbnc auto", "mcbnc 0.5", "mcbnc cap 1", "fusion", "vote arcs", "vote skeleton", "vote plain"]
pytestmark = pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")  # few agree more than chance


def table(dag, has=range(8)) -> pd.DataFrame:
    own = list(has)
    labels = [NAMES[i] for i in own]
    return pd.DataFrame(np.asarray(dag)[np.ix_(own, own)], index=labels, columns=labels)


def sites(seed: int, r: int = 5) -> tuple[dict[str, pd.DataFrame], pd.DataFrame]:
    """DAGs that lack nodes, and the one that they are noisy copies of. Together they have all nodes."""
    rng, dags = np.random.default_rng(seed), noisy_copies(seed, r, 8, density=0.35)
    has = [np.flatnonzero((rng.random(8) < 0.7) | (np.arange(8) % r == k)) for k in range(r)]
    found = {f"site {k}": table(dag, own) for k, (dag, own) in enumerate(zip(dags, has, strict=True))}
    return found, table(dags[0])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weighted", [False, True])
def test_a_row_has_what_the_metrics_say(seed, weighted):
    dags, gold = sites(seed)
    weights = {site: k for k, site in enumerate(dags)} if weighted else None
    compared = mcbnc.compare(dags, gold, nodes="union", weights=weights)
    assert [row["method"] for row in compared.table] == METHODS
    by_name = {
        "mcbnc auto": mcbnc.consensus(dags, "auto", nodes="union", weights=weights),
        "mcbnc 0.5": mcbnc.consensus(dags, nodes="union", weights=weights),
        "mcbnc cap 1": mcbnc.consensus(dags, "auto", cap=1, nodes="union", weights=weights),
        "fusion": mcbnc.fusion(dags, nodes="union"),
        "vote arcs": mcbnc.baselines.vote(dags, nodes="union", weights=weights),
        "vote skeleton": mcbnc.baselines.vote(dags, kind="skeleton", nodes="union", weights=weights),
        "vote plain": mcbnc.baselines.vote(
            dags, kind="skeleton", nodes="union", weights=weights, explained=1
        ),
    }
    for row in compared.table:
        result, expected = compared.results[row["method"]], by_name[row["method"]]
        assert set(result.edges) == set(expected.edges)
        assert row["mean_smhd"] == metrics.mean_smhd(result, dags, weights, nodes="union")
        assert row["edges"] == len(result.edges)
        assert row["treewidth"] == metrics.treewidth(result)
        assert row["smhd_to_gold"] == metrics.smhd(result, gold)
        assert row["shd_to_gold"] == metrics.shd(result, gold)
        assert row["f1"] == metrics.skeleton_f1(result, gold)
        assert "mean_shd" not in row
    for row, (site, dag) in zip(compared.inputs, dags.items(), strict=True):
        assert row["site"] == site
        assert (row["nodes"], row["edges"]) == (len(dag), int(dag.to_numpy().sum()))
        assert row["treewidth"] == metrics.treewidth(dag)


@pytest.mark.parametrize("seed", range(4))
def test_dags_over_the_same_nodes_have_the_ordinary_rows(seed):
    dags = [table(dag) for dag in random_dags(seed, 4, 8, 0.4)]
    methods = [name for name in METHODS if name != "vote plain"]
    gold = dags[0]
    plain = mcbnc.compare(dags, gold, methods, outliers="drop")
    union = mcbnc.compare(dags, gold, nodes="union", outliers="drop")
    assert plain.dropped == union.dropped
    rows = {row["method"]: row for row in plain.table}
    for row in union.table:
        ordinary = rows["vote skeleton" if row["method"] == "vote plain" else row["method"]]
        for key in row.keys() - {"method", "seconds"}:
            assert row[key] == pytest.approx(ordinary[key], rel=1e-12)


def test_the_order_of_the_dags_does_not_matter():
    dags, gold = sites(3)
    turned = {site: dags[site] for site in reversed(dags)}
    one, other = (mcbnc.compare(each, gold, nodes="union") for each in (dags, turned))
    for a, b in zip(one.table, other.table, strict=True):
        assert {**a, "seconds": None} == pytest.approx({**b, "seconds": None})
    by_site = {row["site"]: row for row in other.inputs}
    assert all(by_site[row["site"]] == row for row in one.inputs)


def test_inputs_are_compared_on_their_common_nodes():
    """A node that one of two lacks has no part in their F1, and fewer than four nodes are too few."""
    chain = "[a][b|a][c|b][d|c]"
    dags = {"x": chain, "y": chain + "[e|d]", "z": "[a][d|a][b|d][c|b]", "few": "[a][b|a]"}
    rows = {row["site"]: row for row in mcbnc.compare(dags, nodes="union").inputs}
    assert [row["nodes"] for row in rows.values()] == [4, 5, 4, 2]
    # On a to d, x and y have the same three edges, and z has one of them, b - c.
    assert rows["x"]["median_f1"] == rows["y"]["median_f1"] == pytest.approx((1 + 1 / 3) / 2)
    assert rows["z"]["median_f1"] == pytest.approx(1 / 3)
    assert rows["few"]["median_f1"] is None


def test_a_dropped_site_may_have_nodes_of_its_own():
    chain = "[a][b|a][c|b][d|c]"
    odd = pd.DataFrame(np.diag([1, 1, 1, 1], 1), list("ebdac"), list("ebdac"))
    dags = {"odd": odd, "w": chain, "x": chain, "y": chain}
    compared = mcbnc.compare(dags, nodes="union", outliers="drop")
    assert compared.dropped == ["odd"]
    assert all(result.nodes == list("ebdac") for result in compared.results.values())
    assert compared.results["mcbnc 0.5"].status("a", "e") == "not seen together"
    assert compared.results["vote skeleton"].status("a", "e") == "not seen together"


def test_methods_that_take_the_same_nodes_alone_are_refused():
    dags, _ = sites(1)
    says = "'climb' is for DAGs over the same nodes; for DAGs over different nodes there are 'mcbnc auto'"
    for methods in (["mcbnc 0.5", "climb"], {"ours": "climb"}):
        with pytest.raises(mcbnc.InvalidInputError, match=says):
            mcbnc.compare(dags, methods=methods, nodes="union")
    with pytest.raises(mcbnc.InvalidInputError, match="'vote plain' is for DAGs over different nodes"):
        mcbnc.compare(["[a][b]"], methods=["vote plain"])


def test_graphs_have_all_nodes():
    dags = ["[a][b|a]", "[b][c|b]"]
    with pytest.raises(mcbnc.InvalidInputError, match="gold has 2 nodes, but dags has 3: it lacks 'c'"):
        mcbnc.compare(dags, "[a][b]", nodes="union")
    with pytest.raises(mcbnc.InvalidInputError, match=r"methods\['ours'\] has 2 nodes, but dags has 3"):
        mcbnc.compare(dags, methods={"ours": "[a][b]"}, nodes="union")
    own = mcbnc.compare(dags, methods={"ours": "[a][b|a][c|b]"}, nodes="union")
    assert own.table[0]["mean_smhd"] == 0


def test_a_function_gets_the_dags_over_their_own_nodes():
    taken = []

    def method(dags):
        taken.extend(dag.nodes for dag in dags)
        return "[a][b][c]"

    mcbnc.compare(["[a][b|a]", "[b][c|b]"], methods={"none": method}, nodes="union")
    assert taken == [["a", "b"], ["b", "c"]]


@pytest.mark.parametrize("with_gold", [False, True])
def test_it_is_shown(with_gold):
    dags, gold = sites(2)
    compared = mcbnc.compare(dags, gold if with_gold else None, nodes="union")
    left, right = compared.plot().figure.axes
    assert [label.get_text() for label in left.get_yticklabels()] == METHODS
    assert right.axison == with_gold
    assert "vote plain" in compared._repr_html_()
    assert "SMHD to inputs" in repr(compared)
    assert list(compared.to_frame().index) == METHODS
    plt.close("all")


def test_odd_sites_are_those_of_low_f1():
    dags, _ = sites(5, r=6)
    rows = mcbnc.compare(dags, nodes="union", outliers="drop")
    medians = [row["median_f1"] for row in rows.inputs]
    known = [median for median in medians if median is not None]
    least = np.median(known) / 2
    low = [site for site, m in zip(dags, medians, strict=True) if m is not None and m < least]
    assert rows.dropped == low
