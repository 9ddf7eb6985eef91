"""The explorer's document holds what the trajectory has, and nothing in it can do harm."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from pathlib import Path

import numpy as np
import pytest
from exploring import HOSTILE, Elements, cuts_of, data_of, lacking_nodes, look_at, numbers_in, state_of
from helpers import ROOT, names, noisy_copies, random_dag, random_dags

import mcbnc
from mcbnc._base.show import listed
from mcbnc._explorer.sentences import SENTENCES

CASES = {
    "dense": {"dags": random_dags(1, 4, 7, 0.5)},
    "weighted": {"dags": noisy_copies(4, 4, 8), "weights": [0.5, 0.25, 1.5, 3]},
    "start dag": {"dags": random_dags(5, 4, 7), "start": "dag"},
    "canonical": {"dags": random_dags(6, 4, 7), "canonical": True},
    "no H": {"dags": random_dags(8, 4, 7, 0.5), "k_max": 0},
    "capped": {"dags": random_dags(12, 6, 8, 0.3), "cap": 1},
    "named": {"dags": random_dags(9, 4, 7), "nodes": names(7)[::-1]},
    "constrained": {
        "dags": random_dags(10, 4, 7, 0.4),
        "nodes": names(7),
        "knowledge": {
            "required": [(names(7)[0], names(7)[1])],
            "forbidden": [(names(7)[2], names(7)[3]), (names(7)[3], names(7)[2])],
        },
    },
}


@pytest.fixture(scope="module", params=CASES)
def whole(request):
    return mcbnc.trajectory(**CASES[request.param])


def test_each_state_is_that_of_the_trajectory(whole):
    data = data_of(whole.explore())
    thetas = data["states"]["theta"]
    assert set(thetas) - {0.0} == set(whole.thetas.tolist()) - {0.0}
    for state, theta in enumerate(thetas):
        result = whole.at(theta)
        dag, cpdag = state_of(data, state)
        np.testing.assert_array_equal(dag, result.adjacency)
        np.testing.assert_array_equal(cpdag, result.cpdag)
        assert data["states"]["edges"][state] == len(result.edges)


@pytest.mark.parametrize("weights", [None, [1, 0, 2, 1, 3]])
@pytest.mark.parametrize("seed", range(6))
def test_of_different_nodes_each_state_has_its_unsure_edges(seed, weights):
    run = mcbnc.trajectory(lacking_nodes(seed), nodes="union", weights=weights)
    data = data_of(run.explore())
    index = {name: k for k, name in enumerate(data["nodes"]["name"])}
    for state, theta in enumerate(data["states"]["theta"]):
        result = run.at(theta)
        dag, cpdag = state_of(data, state)
        np.testing.assert_array_equal(dag, result.adjacency)
        np.testing.assert_array_equal(cpdag, result.cpdag)
        looks = {frozenset((edge["i"], edge["j"])): look_at(data, edge, state) for edge in data["edges"]}
        unsure = {pair for pair, look in looks.items() if look is not None and look & 4}
        assert unsure == {frozenset(map(index.get, edge)) for edge in result.unsure}
    assert data["run"]["unseen"] == run.seen.unseen
    assert data["run"]["silent"] == ([] if weights is None else [1])


def test_curves_are_those_of_the_breakpoints(whole):
    data = data_of(whole.explore())
    rows = zip(*(data["states"][key] for key in ("theta", "edges", "smhd", "treewidth")), strict=True)
    assert list(rows)[-len(whole.thetas) :] == [tuple(row) for row in whole.breakpoints]
    assert data["states"]["theta"][data["nearest"]] == whole.select()


def assert_explained(data, edge, explanation):
    """The evidence for an edge is what an explanation has, of the same run."""
    index = {name: k for k, name in enumerate(data["nodes"]["name"])}
    r = data["run"]["r"]
    assert edge["step"] == explanation.step
    assert edge["psi"] == explanation.psi
    assert [index[str(x)] for x in explanation.S] == edge.get("S", [])
    assert [index[str(x)] for x in explanation.H] == edge.get("H", [])
    cuts = cuts_of(edge, r)
    for found, told in zip(cuts, explanation.cuts, strict=True):
        assert {frozenset(pair) for pair in found} == {
            frozenset(index[str(x)] for x in pair) for pair in told
        }
    cap = data["run"]["cap"]
    assert explanation.per_dag.tolist() == [min(len(cut), cap or len(cut)) for cut in cuts]
    directions = [""] * r
    for key, sign in (("forward", "->"), ("backward", "<-")):
        for i in numbers_in(edge.get(key, "")):
            directions[i] = sign
    assert explanation.directions.tolist() == directions
    joining = {i for i in range(r) if directions[i]} | set(numbers_in(edge.get("married", "")))
    assert np.flatnonzero(explanation.imaps).tolist() == sorted(joining)


@pytest.mark.parametrize("theta", [0.4, 1e9])
def test_evidence_is_that_of_explain(whole, theta):
    """Of the edges that a step deleted, and of those that the run leaves."""
    result = whole.at(theta)
    data = data_of(result.explore())
    nodes = result.nodes
    assert len(data["edges"]) == np.count_nonzero(result.fusion)
    for edge in data["edges"]:
        assert_explained(data, edge, result.explain(nodes[edge["i"]], nodes[edge["j"]]))


def test_support_is_the_weighted_share():
    options = CASES["weighted"]
    data = data_of(mcbnc.trajectory(**options).explore())
    joined = options["dags"] | options["dags"].transpose(0, 2, 1)
    share = np.average(joined, axis=0, weights=options["weights"])
    for edge in data["edges"]:
        assert edge.get("support", 0) == pytest.approx(share[edge["i"], edge["j"]], abs=1e-4)


def test_a_result_shows_itself_first():
    whole = mcbnc.trajectory(**CASES["dense"])
    for theta in (0.0, 0.3, 0.5, 5.0):
        data = data_of(whole.at(theta).explore())
        result = whole.at(data["states"]["theta"][data["selected"]])
        np.testing.assert_array_equal(result.adjacency, whole.at(theta).adjacency)
        assert data["run"]["limit"] == theta


def test_select_chooses_the_state_that_is_shown_first():
    whole = mcbnc.trajectory(**CASES["dense"])
    assert data_of(whole.explore(select=0))["selected"] == 0
    with pytest.raises(mcbnc.InvalidInputError, match="select"):
        whole.explore(select=-1)


@pytest.mark.parametrize(
    "dags", [np.zeros((3, 1, 1)), np.zeros((2, 4, 4)), random_dag(np.random.default_rng(1), 5)[None]]
)
def test_small_and_empty_runs(dags):
    data = data_of(mcbnc.trajectory(dags).explore())
    assert len(data["nodes"]["name"]) == dags.shape[1]


def test_equal_inputs_make_equal_bytes():
    dags = noisy_copies(3, 5, 12)
    first = mcbnc.trajectory(dags, nodes=names(12), workers=1).explore().html
    assert mcbnc.trajectory(dags, nodes=names(12), workers=3).explore().html == first


def test_a_saved_run_makes_the_same_bytes(tmp_path):
    whole = mcbnc.trajectory(**CASES["named"])
    whole.save(tmp_path / "run.json")
    assert mcbnc.load(tmp_path / "run.json").explore().html == whole.explore().html


def test_path_writes_the_file(tmp_path):
    whole = mcbnc.trajectory(**CASES["named"])
    explorer = whole.explore(tmp_path / "a.html")
    assert (tmp_path / "a.html").read_bytes().decode("utf-8") == explorer.html
    explorer.save(str(tmp_path / "b.html"))
    assert (tmp_path / "b.html").read_bytes() == (tmp_path / "a.html").read_bytes()
    with pytest.raises(FileNotFoundError):
        whole.explore(tmp_path / "none" / "a.html")
    with pytest.raises(mcbnc.InvalidInputError, match=r"path must be .*, not 0\.5"):
        whole.explore(0.5)


def test_chance_is_told_where_it_is_known(tmp_path):
    clients = mcbnc.datasets.load("asia")
    result = mcbnc.consensus(clients.dags, nodes=clients.nodes)
    before = result.explore().html
    assert data_of(result.explore())["run"]["chance"] is None
    line = str(result.chance)
    data = data_of(result.explore())
    assert data["run"]["chance"] == line == f"chance alone would make {result.chance.edges:.3g} (20 shuffles)"
    assert data["states"]["theta"][data["selected"]] <= result.theta
    assert data_of(result.trajectory.explore())["run"]["chance"] is None
    assert data["run"]["agreement"] == "the DAGs agree more than chance"
    assert before == mcbnc.consensus(clients.dags, nodes=clients.nodes).explore().html
    other = mcbnc.consensus(clients.dags, nodes=clients.nodes, output="refusion")
    assert other.chance is not None
    assert data_of(other.explore())["run"]["chance"] is None  # it shows extensions


@pytest.mark.filterwarnings("ignore:.*agree no more than chance")
def test_inputs_that_agree_no_more_than_chance_are_told_of(tmp_path):
    """It is found anew, so a run from a file has it too."""
    dags = random_dags(2, 3, 15, 0.2)
    with pytest.warns(mcbnc.DataWarning, match="agree no more than chance"):
        run = mcbnc.trajectory(dags)
    run.save(tmp_path / "run.json")
    for each in (run, run.at(0.4), mcbnc.load(tmp_path / "run.json")):
        assert data_of(each.explore())["run"]["agreement"] == "the DAGs agree no more than chance"
    few = data_of(mcbnc.trajectory(dags[:1]).explore())
    assert few["run"]["agreement"] == "it is unknown whether the DAGs agree more"


def test_each_shared_sentence_is_said_by_explain_and_by_the_page():
    package = Path(mcbnc.__file__).parent
    for file in ("_consensus/edge_summary.py", "_explorer/words.js"):
        text = (package / file).read_text(encoding="utf-8")
        assert [name for name in SENTENCES if f'"{name}"' not in text] == [], file


def test_size_of_alarm():
    clients = mcbnc.datasets.load("alarm")
    assert len(mcbnc.trajectory(clients.dags, nodes=clients.nodes).explore().html.encode()) < 1_000_000


def test_the_licences_of_the_library_are_told():
    """Its file keeps the notices, and THIRD_PARTY.txt has them at the bundled version."""
    told = (ROOT / "THIRD_PARTY.txt").read_text(encoding="utf-8")
    library = (Path(mcbnc.__file__).parent / "_explorer" / "cytoscape.min.js").read_text(encoding="utf-8")
    (version,) = re.findall(r'\.version="([0-9.]+)"', library)
    assert f"\nCytoscape.js {version}\n" in told, "run: make licences"
    notices = re.findall(r"/\*[*!].*?\*/", library, re.DOTALL)
    assert "The Cytoscape Consortium" in notices[0]
    assert [notice for notice in notices if notice not in told] == []


def hostile_run():
    return mcbnc.trajectory(noisy_copies(5, 3, len(HOSTILE)), nodes=HOSTILE)


def test_hostile_names_stay_data():
    explorer = hostile_run().explore()
    plain = mcbnc.trajectory(noisy_copies(5, 3, len(HOSTILE))).explore()
    assert [tag for tag, _ in Elements(explorer.html).found] == [tag for tag, _ in Elements(plain.html).found]
    assert data_of(explorer)["nodes"]["name"] == HOSTILE
    (text,) = re.findall(r'id="data">(.*)</script>', explorer.html)
    assert text.isascii()
    assert "<" not in text
    explorer.html.encode("utf-8")


def test_nothing_runs_but_what_the_policy_names():
    elements = Elements(hostile_run().explore().html)
    (policy,) = [
        attrs["content"]
        for tag, attrs in elements.found
        if attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert set(rules) == {"default-src", "script-src", "style-src"}
    assert rules["default-src"] == "'none'"

    def hashed(text):
        return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"

    library, data, script = elements.texts["script"]
    assert data.startswith("{")
    assert rules["script-src"].split() == [hashed(library), hashed(script)]
    assert [hashed(text) for text in elements.texts["style"]] == rules["style-src"].split()
    for tag, attrs in elements.found:
        assert not {"src", "href", "style"} & set(attrs), tag
        assert not [name for name in attrs if name.startswith("on")], tag


def test_notebooks_show_it_in_an_isolated_frame():
    explorer = hostile_run().explore()
    ((tag, attrs),) = Elements(explorer._repr_html_()).found
    assert tag == "iframe"
    assert attrs["sandbox"] == "allow-scripts"
    assert attrs["srcdoc"] == html.unescape(html.escape(explorer.html))
    assert attrs["title"] == "3 DAGs over 12 nodes"
    assert repr(explorer).startswith("<Explorer of 3 DAGs over 12 nodes: ")


def test_a_fusion_too_dense_for_layers_is_laid_out():
    """The layers are those of a later, sparser state; without one, the nodes lie on a circle."""
    dags = random_dags(3, 2, 60, 0.9)
    whole = data_of(mcbnc.trajectory(dags).explore(select=0))
    dense = data_of(mcbnc.trajectory(dags).at(0.0).explore())
    for data in (whole, dense):
        assert data["states"]["edges"][data["selected"]] > 1500
        places = list(zip(data["nodes"]["x"], data["nodes"]["y"], strict=True))
        assert len(set(places)) == len(places)
    assert len(set(dense["nodes"]["y"])) > 15, "a circle"


def test_the_page_lists_as_many_things_as_messages_do():
    page = mcbnc.trajectory(random_dags(1, 2, 4)).explore().html
    (most,) = re.findall(r"const LISTED = (\d+);", page)
    assert listed(range(100)).startswith(", ".join(map(str, range(int(most)))) + " and ")
