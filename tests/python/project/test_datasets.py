"""The bundled client DAGs and rows: their documented properties, and their quality."""

from __future__ import annotations

import dataclasses
import json
import pickle
import subprocess
import sys
import warnings
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mcbnc
from mcbnc import datasets
from mcbnc.errors import InvalidInputError

NODES = {"alarm": 37, "asia": 8, "child": 20, "hepar2": 70, "insurance": 27}
GOLD_ARCS = {"alarm": 46, "asia": 8, "child": 25, "hepar2": 123, "insurance": 52}  # as published
PACKAGE = Path(datasets.__file__).parent

every_set = pytest.mark.parametrize("name", sorted(NODES))


def is_acyclic(dag):
    """Remove sources until none is left (Kahn 1962)."""
    left = np.ones(len(dag), bool)
    while left.any():
        sources = left & ~dag[left].any(axis=0)
        if not sources.any():
            return False
        left &= ~sources
    return True


def skeleton(dag):
    return (dag | dag.T).astype(bool)


def moral(dag):
    integers = dag.astype(int)  # the product of uint8 would overflow
    married = (integers @ integers.T) > 0
    return (skeleton(dag) | married) & ~np.eye(len(dag), dtype=bool)


def test_names():
    assert datasets.names() == sorted(NODES)


@every_set
def test_shapes_and_types(name):
    clients, n = datasets.load(name), NODES[name]
    assert clients.dags.shape == (10, n, n)
    assert clients.gold.shape == (n, n)
    assert clients.dags.dtype == clients.gold.dtype == np.uint8
    assert len(clients.nodes) == len(set(clients.nodes)) == n
    assert all(type(node) is str for node in clients.nodes)
    assert clients.gold.sum() == GOLD_ARCS[name]


@every_set
def test_every_graph_is_a_dag(name):
    clients = datasets.load(name)
    for dag in (*clients.dags, clients.gold):
        assert dag.max() == 1
        assert is_acyclic(dag)


def test_the_acyclicity_check_detects_cycles():
    assert not is_acyclic(np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]], np.uint8))
    assert not is_acyclic(np.array([[1]], np.uint8))


@every_set
def test_clients_differ(name):
    dags = datasets.load(name).dags
    assert len({dag.tobytes() for dag in dags}) == len(dags)
    assert len({moral(dag).tobytes() for dag in dags}) > 1  # they differ in more than the direction of arcs


@every_set
def test_clients_learned_something(name):
    clients = datasets.load(name)
    for edges in (skeleton, moral):
        gold = edges(clients.gold)
        for dag in clients.dags:
            assert (edges(dag) != gold).sum() < gold.sum()  # gold.sum() is the distance of the empty graph


def test_arcs_point_from_row_to_column():
    clients = datasets.load("asia")
    arcs = {(clients.nodes[i], clients.nodes[j]) for i, j in np.argwhere(clients.gold)}
    assert {("smoke", "lung"), ("lung", "either"), ("either", "xray")} <= arcs


@every_set
def test_arrays_are_read_only(name):
    clients = datasets.load(name)
    for array in (clients.dags, clients.dags[0], clients.gold):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        clients.nodes = []


def test_loads_do_not_share_state():
    datasets.load("asia").provenance.clear()
    datasets.load("asia").nodes.clear()
    assert len(datasets.load("asia").nodes) == 8
    assert datasets.load("asia").provenance


@every_set
def test_provenance(name):
    provenance = datasets.load(name).provenance
    assert provenance["rows"] == 5000
    assert len(set(provenance["seeds"])) == 10
    assert set(provenance) >= {"network", "citation", "sampler", "learner", "score", "versions", "script"}


@every_set
def test_files_are_in_the_scripts_form(name):
    """The files have the form that the script writes: fixed keys, sorted arcs, and a small size."""
    path = PACKAGE / "data" / f"{name}.json"
    record = json.loads(path.read_text(encoding="utf-8"))
    assert list(record) == ["network", "nodes", "gold", "clients", "provenance"]
    assert record["network"] == name
    for arcs in (record["gold"], *record["clients"]):
        assert arcs == sorted(arcs)
        assert len({tuple(arc) for arc in arcs}) == len(arcs)
    assert path.stat().st_size < 32_000


@pytest.mark.parametrize("name", ["ALARM", "Alarm", "alarm"])
def test_names_ignore_case(name):
    np.testing.assert_array_equal(datasets.load(name).dags, datasets.load("alarm").dags)


@pytest.mark.parametrize("name", ["alarmm", "", "../errors", 7, None, ["alarm"]])
def test_unknown_name(name):
    with pytest.raises(InvalidInputError) as caught:
        datasets.load(name)
    assert caught.value.argument == "name"
    assert repr(name) in str(caught.value)
    for known in datasets.names():
        assert known in str(caught.value)


def test_repr_is_short():
    assert repr(datasets.load("alarm")) == "<Clients: 10 DAGs over 37 nodes>"


def test_works_from_a_zip_file(tmp_path):
    """A wheel on the path is a zip file, so its data cannot be read as plain files."""
    archive = tmp_path / "package.zip"
    with zipfile.ZipFile(archive, "w") as bundle:
        for path in (*PACKAGE.rglob("*.py"), *PACKAGE.glob("data/*")):
            bundle.write(path, Path("mcbnc") / path.relative_to(PACKAGE))
    script = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "import mcbnc.datasets as d\n"
        "assert '.zip' in d.__file__\n"
        "print(*(d.load(name).dags.shape for name in d.names()), d.load_rows())"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split(")")[0] == "(10, 37, 37"
    assert "15150 rows" in ran.stdout


# --- rows ---------------------------------------------------------------------------------------------------


ROW_SETS = {"alarm": 120_000, "asia": 20_000, "hepar2": 180_000}
"""The sets of rows, and how many bytes each may take."""


@pytest.mark.parametrize("name", ROW_SETS)
def test_rows(name):
    assert datasets.row_names() == list(ROW_SETS)
    rows = datasets.load_rows(name.upper())
    assert [len(part) for part in rows.data] == rows.provenance["rows"]
    assert rows.nodes == datasets.load(name).nodes == list(rows.states)
    np.testing.assert_array_equal(rows.gold, datasets.load(name).gold)
    most = np.array([len(rows.states[node]) for node in rows.nodes]) - 1
    for part in rows.data:
        assert (part.shape[1], part.dtype) == (NODES[name], np.uint8)
        assert (part <= most).all()
        with pytest.raises(ValueError, match="read-only"):
            part[0, 0] = 1
    np.testing.assert_array_equal(np.concatenate(rows.data).max(axis=0), most)  # every state occurs
    assert repr(rows) == f"<ClientRows: 15150 rows of 10 clients over {NODES[name]} nodes>"
    assert name in rows.provenance["network"]
    assert rows.provenance["citation"] == datasets.load(name).provenance["citation"]
    assert (PACKAGE / "data" / f"{name}.npz").stat().st_size < ROW_SETS[name]


@pytest.mark.parametrize("name", ROW_SETS)
def test_rows_are_learned_from_without_a_warning(name):
    rows = datasets.load_rows(name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        learned = mcbnc.learn_many(mcbnc.Rows(rows.data, names=rows.nodes, states=rows.states))
        assert [graph.edges for graph in learned] == [
            graph.edges for graph in mcbnc.learn_many(rows.frames())
        ]
        together = mcbnc.learn_jointly(rows.frames())
        assert mcbnc.check(rows.frames()).problems == []
    distances = [mcbnc.metrics.smhd(graph, rows.gold) for graph in learned]
    assert mcbnc.metrics.smhd(together, rows.gold) < np.mean(distances)


def test_rows_depend_on_parents_as_the_network_says():
    """In pgmpy's ALARM, a high HR gives a high HREKG with probability 0.98 if ERRCAUTER is false."""
    rows = datasets.load_rows()
    whole = np.concatenate(rows.data)
    hr, hrekg, errcauter = (whole[:, rows.nodes.index(node)] for node in ("HR", "HREKG", "ERRCAUTER"))
    high = hr == rows.states["HR"].index("HIGH")
    correct = errcauter == rows.states["ERRCAUTER"].index("FALSE")
    high_hrekg = rows.states["HREKG"].index("HIGH")
    assert abs((hrekg == high_hrekg)[high & correct].mean() - 0.98) < 0.01
    assert (hrekg == high_hrekg)[~high & correct].mean() < 0.4


def test_rows_as_frames():
    rows = datasets.load_rows()
    frames = rows.frames()
    assert [len(frame) for frame in frames] == rows.provenance["rows"]
    assert list(frames[3].columns) == rows.nodes
    assert frames[3]["HR"].tolist() == [
        rows.states["HR"][code] for code in rows.data[3][:, rows.nodes.index("HR")]
    ]


def test_rows_pickle():
    again = pickle.loads(pickle.dumps(datasets.load_rows()))
    np.testing.assert_array_equal(again.data[9], datasets.load_rows().data[9])
    with pytest.raises(ValueError, match="read-only"):
        again.data[0][0, 0] = 1


@pytest.mark.parametrize("name", ["insurance", "alarm.npz", None])
def test_unknown_rows(name):
    with pytest.raises(InvalidInputError, match="there are alarm") as caught:
        datasets.load_rows(name)
    assert caught.value.argument == "name"


def test_a_state_with_a_plus_behind_is_a_word():
    codes = np.array([[0, 1], [1, 0], [2, 1]] * 20)
    states = {"oxygen": ["<5", "5-12", "12+"], "sick": ["no", "yes"]}
    learned = mcbnc.learn(mcbnc.Rows(codes, names=list(states), states=states))
    assert {name: sorted(own) for name, own in states.items()} == learned.states
