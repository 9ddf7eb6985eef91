"""The command line: its files, its output and its exit codes."""

from __future__ import annotations

import csv
import functools
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from helpers import names, noisy_copies, random_dags, write_clients

import mcbnc
from mcbnc import cli
from mcbnc._base.show import counted
from mcbnc.cli import Exit, _bootstrap, _consensus, _learn

NODES = names(8)
DAGS = noisy_copies(3, 5, 8, density=0.4)


@pytest.fixture
def clients(tmp_path):
    """One file with all of DAGS."""
    return write_clients(tmp_path / "clients.json", DAGS, NODES)


@pytest.fixture
def files(tmp_path):
    """One file for each of DAGS, with a model string of bnlearn."""
    paths = []
    for k, dag in enumerate(DAGS):
        parents = [":".join(NODES[i] for i in np.flatnonzero(dag[:, j])) for j in range(len(NODES))]
        text = "".join(
            f"[{node}|{given}]" if given else f"[{node}]" for node, given in zip(NODES, parents, strict=True)
        )
        paths.append(tmp_path / f"site{k}.bn")
        paths[-1].write_text(text)
    return paths


@pytest.fixture
def run(capsys):
    """Run the command line in this process. The result is the exit code, stdout and stderr."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def read_csv(text):
    return list(csv.reader(io.StringIO(text)))


def edge_rows(graph):
    """The rows of the edges, as the command line lists them, and of the nodes without edges."""
    edges = [[*edge, "yes" if edge in graph.reversible else "no"] for edge in graph.edges]
    joined = {node for edge in graph.edges for node in edge}
    return edges + [[node, "", ""] for node in graph.nodes if node not in joined]


# --- consensus ----------------------------------------------------------------------------------------------


def test_edges_go_to_stdout(run, clients):
    code, out, err = run("consensus", clients)
    expected = mcbnc.consensus(DAGS, nodes=NODES)
    assert code == Exit.FINE
    assert expected.edges
    assert read_csv(out) == [["from", "to", "reversible"], *edge_rows(expected)]
    counts = f"{len(expected)} edges, {len(expected.reversible)} of them reversible"
    assert err.startswith(f"mcbnc: 5 DAGs over 8 nodes: {counts}, at theta 0.5 ")


def test_a_list_of_edges_has_the_nodes_without_edges_too(run, tmp_path):
    dags, edges = tmp_path / "dags.bn", tmp_path / "edges.csv"
    dags.write_text("[a][lonely][c|a]\n")
    code, out, _ = run("consensus", dags)
    assert (code, out) == (Exit.FINE, "from,to,reversible\na,c,yes\nlonely,,\n")
    edges.write_text(out)
    again = mcbnc.read(edges)
    assert (sorted(again.nodes), again.edges) == (["a", "c", "lonely"], [("a", "c")])
    dags.write_text("[a][b]\n")
    edges.write_text(run("consensus", dags)[1])
    assert (mcbnc.read(edges).nodes, mcbnc.read(edges).edges) == (["a", "b"], [])


def test_files_with_one_dag_and_with_several(run, clients, files):
    whole = run("consensus", clients, "--theta", "auto", "--json", "--quiet")
    parts = run("consensus", *files, "--theta", "auto", "--json", "--quiet")
    mixed = run("consensus", files[0], clients, "--json", "--quiet")
    assert sorted(json.loads(whole[1])["edges"]) == sorted(json.loads(parts[1])["edges"])
    expected = mcbnc.consensus([DAGS[0], *DAGS], nodes=NODES)
    assert sorted(json.loads(mixed[1])["edges"]) == sorted(map(list, expected.edges))


def test_json(run, clients):
    code, out, err = run("consensus", clients, "--theta", "auto", "--json", "--quiet")
    expected = mcbnc.consensus(DAGS, "auto", nodes=NODES)
    record = json.loads(out)
    assert (code, err) == (Exit.FINE, "")
    assert record["edges"] == list(map(list, expected.edges))
    assert record["theta"] == expected.theta
    assert record["nodes"] == NODES
    assert record["order"] == expected.order
    assert record["fusion_edges"] == expected.fusion.sum()
    assert record["status"] == "complete"
    cpdag = np.zeros_like(expected.cpdag)
    both = [*record["cpdag"]["directed"], *record["cpdag"]["undirected"]]
    for u, v in [*both, *([v, u] for u, v in record["cpdag"]["undirected"])]:
        cpdag[NODES.index(u), NODES.index(v)] += 1
    np.testing.assert_array_equal(cpdag, expected.cpdag)


@pytest.mark.parametrize("suffix", [".csv", ".dot", ".gv", ".bn", ".txt", ".json"])
def test_out_can_be_read_again(run, clients, tmp_path, suffix):
    out = tmp_path / f"consensus{suffix.upper() if suffix == '.dot' else suffix}"
    code, stdout, _ = run("consensus", clients, "--out", out)
    assert (code, stdout) == (Exit.FINE, "")
    found = mcbnc.read(out)
    expected = mcbnc.consensus(DAGS, nodes=NODES)
    assert set(found.nodes) == set(NODES)
    assert set(found.edges) == set(expected.edges)
    assert run("compare", out, out)[0] == Exit.FINE


def test_several_outs_and_json(run, clients, tmp_path):
    outs = [tmp_path / "a.dot", tmp_path / "a.csv"]
    code, stdout, _ = run("consensus", clients, "--out", outs[0], "--out", outs[1], "--json")
    assert code == Exit.FINE
    assert json.loads(stdout)["edges"]
    assert all(out.stat().st_size for out in outs)


OPTIONS = {
    "theta": (["--theta", "0.2"], {"theta": 0.2}),
    "weights": (["--weights", "1,0.5,4,0,2"], {"weights": [1, 0.5, 4, 0, 2]}),
    "outliers": (["--outliers", "drop"], {"outliers": "drop"}),
    "cap": (["--cap", "1"], {"cap": 1}),
    "k_max": (["--k-max", "0"], {"k_max": 0}),
    "no k_max": (["--k-max", "none"], {"k_max": None}),
    "start": (["--start", "dag"], {"start": "dag"}),
    "output": (["--output", "refusion"], {"output": "refusion"}),
    "canonical": (["--canonical"], {"canonical": True}),
    "order": (["--order", ",".join(reversed(NODES))], {"order": NODES[::-1]}),
    "seed": (["--seed", "5"], {"seed": 5}),
    "workers": (["--workers", "1"], {"workers": 1}),
    "time_limit": (["--time-limit", "60"], {"time_limit": 60.0}),
    "required": (
        ["--required", f"{NODES[5]}->{NODES[0]}", "--required", f"{NODES[1]} -- {NODES[7]}"],
        {"knowledge": mcbnc.Knowledge(required=[(NODES[5], NODES[0]), {NODES[1], NODES[7]}])},
    ),
    "forbidden": (
        ["--forbidden", f"{NODES[0]}->{NODES[1]}", "--forbidden", f"{NODES[2]}--{NODES[3]}"],
        {"knowledge": mcbnc.Knowledge(forbidden=[(NODES[0], NODES[1]), {NODES[2], NODES[3]}])},
    ),
}


@pytest.mark.parametrize("option", OPTIONS)
def test_options_reach_the_engine(monkeypatch, run, clients, option):
    arguments, expected = OPTIONS[option]
    seen = {}

    def spy(dags, theta, **options):
        seen.update(options, theta=theta)
        return mcbnc.consensus(dags, theta, **options)

    monkeypatch.setattr(_consensus, "consensus", spy)
    code, out, _ = run("consensus", clients, *arguments)
    assert code == Exit.FINE
    assert {name: seen[name] for name in expected} == expected
    result = mcbnc.consensus(DAGS, **expected, nodes=NODES)
    assert read_csv(out)[1:] == edge_rows(result)


@pytest.mark.parametrize("command", ["consensus", "trajectory"])
def test_a_command_with_a_checkpoint_goes_on_from_it(run, clients, tmp_path, command):
    kept = tmp_path / "kept"
    stopped, _, _ = run(command, clients, "--checkpoint", kept, "--time-limit", "1e-9")
    assert stopped == Exit.TIME_LIMIT
    code, out, _ = run(command, clients, "--checkpoint", kept)
    assert (code, out) == (Exit.FINE, run(command, clients)[1])
    code, out, err = run(command, clients, "--checkpoint", kept, "--k-max", "1")
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert f"{kept}: the checkpoint is of another call: it differs in k_max (10 there, 1 here)" in err
    said = run(command, clients, "--checkpoint", tmp_path / "new", "--seed", "1")[2]
    assert "error: --seed cannot be combined with a checkpoint" in said


def test_edges_between_nodes_that_are_numbers(run, tmp_path):
    mcbnc.consensus(["[0][1|0]"]).save(tmp_path / "named.json")
    mcbnc.consensus([DAGS[0]]).save(tmp_path / "numbers.json")
    for path, nodes in ((tmp_path / "named.json", ["0", "1"]), (tmp_path / "numbers.json", [0, 1])):
        order = mcbnc.load(path).nodes[::-1]
        given = ["--required", "1->0", "--order", ",".join(map(str, order))]
        _, out, _ = run("consensus", path, *given, "--json")
        assert nodes[::-1] in json.loads(out)["edges"]
        assert json.loads(out)["order"] == order


def test_a_trajectory_keeps_required_edges(run, clients):
    _, out, _ = run("trajectory", clients, "--required", f"{NODES[5]}->{NODES[0]}", "--json")
    assert json.loads(out)["breakpoints"][-1]["edges"] == 1


# --- trajectory, compare, demo ------------------------------------------------------------------------------


def test_trajectory(run, clients, tmp_path):
    expected = mcbnc.trajectory(DAGS, nodes=NODES)
    code, out, err = run("trajectory", clients)
    header, *rows = read_csv(out)
    assert code == Exit.FINE
    assert header == ["theta", "edges", "mean_smhd", "treewidth"]
    assert [tuple(map(float, row)) for row in rows] == [tuple(map(float, b)) for b in expected.breakpoints]
    assert f"at theta {expected.select():.4g};" in err or f"at theta {expected.select():.4g}\n" in err

    assert run("trajectory", clients, "--out", tmp_path / "t.csv", "--quiet") == (Exit.FINE, "", "")
    assert (tmp_path / "t.csv").read_text() == out


def test_trajectory_as_json(run, clients):
    expected = mcbnc.trajectory(DAGS, nodes=NODES)
    _, out, _ = run("trajectory", clients, "--json")
    record = json.loads(out)
    assert [tuple(b.values()) for b in record["breakpoints"]] == [tuple(b) for b in expected.breakpoints]
    assert record["selected"] == expected.select()
    assert record["fusion_edges"] == expected.fusion.sum()


@pytest.mark.parametrize("command", ["consensus", "trajectory"])
def test_pictures(run, clients, tmp_path, command):
    code, out, _ = run(command, clients, "--out", tmp_path / "a.png", "--out", tmp_path / "a.svg")
    assert (code, out) == (Exit.FINE, "")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_a_picture_without_matplotlib_fails_before_the_run(monkeypatch, run, clients, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setattr(_consensus, "consensus", lambda *_, **__: pytest.fail("it ran"))
    assert "pip install" in fails(run("consensus", clients, "--out", tmp_path / "a.png"))


def test_a_saved_trajectory_answers_without_a_run(run, clients, tmp_path):
    assert run("trajectory", clients, "--out", tmp_path / "run.json")[0] == Exit.FINE
    assert mcbnc.load(tmp_path / "run.json").at(0.5).edges == mcbnc.consensus(DAGS, nodes=NODES).edges


def test_compare(run, files):
    code, out, err = run("compare", files[0], files[1])
    a, b = DAGS[:2]
    head, first, second, _, distances = out.splitlines()
    assert (code, err) == (Exit.FINE, "")
    assert head.split() == ["edges", "treewidth"]
    assert first.split() == [str(files[0]), str(a.sum()), str(mcbnc.metrics.treewidth(a))]
    assert second.split() == [str(files[1]), str(b.sum()), str(mcbnc.metrics.treewidth(b))]
    assert distances == f"SMHD {mcbnc.metrics.smhd(a, b)}, SHD {mcbnc.metrics.shd(a, b)}"
    record = json.loads(run("compare", *files[:2], "--json")[1])
    assert (record["smhd"], record["shd"]) == (mcbnc.metrics.smhd(a, b), mcbnc.metrics.shd(a, b))
    assert record["graphs"][1]["edges"] == b.sum()


def test_compare_methods(run, clients, files, tmp_path):
    expected = mcbnc.compare(DAGS, DAGS[0], nodes=NODES)
    code, out, err = run("compare", clients, "--gold", files[0])
    head, *rows = out.splitlines()
    assert (code, err) == (Exit.FINE, "")
    assert "SHD to gold" in head
    assert [row.rpartition("   ")[0].split("   ")[0].strip() for row in rows] == [
        row["method"] for row in expected.table
    ]
    record = json.loads(run("compare", clients, "--gold", files[0], "--json")[1])
    assert [row["smhd_to_gold"] for row in record["methods"]] == [
        row["smhd_to_gold"] for row in expected.table
    ]
    sites = [row.pop("site") for row in record["inputs"]]
    assert sites == [f"{clients}[{k}]" for k in range(len(DAGS))]
    assert record["inputs"] == expected.inputs
    assert record["dropped"] == []
    code, out, _ = run("compare", *files[:2], "--methods", "climb, fusion", "--out", tmp_path / "m.csv")
    assert (code, out) == (Exit.FINE, "")
    header, *rows = read_csv((tmp_path / "m.csv").read_text())
    assert header[:3] == ["method", "mean_smhd", "mean_shd"]
    assert [row[0] for row in rows] == ["climb", "fusion", "mean input", "median input"]
    assert run("compare", clients, "--out", tmp_path / "m.png")[0] == Exit.FINE
    assert (tmp_path / "m.png").read_bytes().startswith(b"\x89PNG")
    assert "there is no method 'vote'; there are 'mcbnc auto'" in fails(
        run("compare", clients, "--methods", "vote")
    )
    code, out, _ = run(
        "compare", clients, "--methods", "bounded arcs,genetic fusion", "--max-treewidth", "1", "--json"
    )
    assert [row["treewidth"] for row in json.loads(out)["methods"][:2]] == [1, 1]
    assert "--max-treewidth" in fails(run("compare", clients, "--methods", "genetic fusion"))
    code, out, err = run("compare", clients, "--methods", "climb", "--time-limit", "1e-9")
    assert code == Exit.TIME_LIMIT
    assert out.splitlines()[1].startswith("climb")
    assert err.startswith("mcbnc: warning: compare: 'climb' ended early. ")
    assert "the time limit came first" in err
    assert "add --methods or --gold" in fails(run("compare", *files[:2], "--out", tmp_path / "m.png"))
    (tmp_path / "fewer.bn").write_text("[x][y]")
    fewer = tmp_path / "fewer.bn"
    assert f"{fewer} has 2 nodes, but {clients}[0] has 8" in fails(run("compare", clients, "--gold", fewer))


def test_the_demo_learns_from_rows(run, tmp_path):
    rows = mcbnc.datasets.load_rows("alarm")
    learned = mcbnc.learn_many(mcbnc.Rows(rows.data, names=rows.nodes, states=rows.states))
    expected = mcbnc.consensus(learned, "auto")
    code, out, _ = run("demo", "--json", "--out", tmp_path / "alarm.csv", "--out", tmp_path / "alarm.png")
    assert code == Exit.FINE
    record = json.loads(out)
    assert [client["qnml"] for client in record["learned"]] == [graph.score for graph in learned]
    methods = {row["method"]: row for row in record["methods"]}
    assert methods["mcbnc auto"]["smhd_to_gold"] == mcbnc.metrics.smhd(expected, rows.gold)
    assert methods["the truth"]["shd_to_gold"] == 0
    together = mcbnc.learn_jointly(mcbnc.Rows(rows.data, names=rows.nodes, states=rows.states))
    assert methods["jointly"]["smhd_to_gold"] == mcbnc.metrics.smhd(together, rows.gold)
    assert methods["jointly"]["smhd_to_gold"] < methods["mcbnc auto"]["smhd_to_gold"]
    assert methods["all rows in one"]["smhd_to_gold"] < methods["mcbnc auto"]["smhd_to_gold"]
    assert methods["mcbnc auto"]["smhd_to_gold"] < methods["mean input"]["smhd_to_gold"]
    assert set(mcbnc.read(tmp_path / "alarm.csv").edges) == set(expected.edges)
    assert (tmp_path / "alarm.png").read_bytes().startswith(b"\x89PNG")

    told = run("demo")[1].splitlines()
    assert told[0] == "ALARM: 15150 rows of 10 clients, from 600 to 3000 each, over 37 nodes"
    assert told[1].startswith("learned: ")
    assert told[2].startswith(f"fused: {expected.fusion.sum()} edges; {len(expected.edges)} stay at ")
    table = told[5 : told.index("", 5)]
    assert [re.split("  +", line)[0] for line in table] == list(methods)
    story = " ".join(told[5 + len(table) :])
    assert f"the consensus (mcbnc auto) at {methods['mcbnc auto']['shd_to_gold']}, " in story
    for said in (
        "no rows.",
        'The row "jointly" is mcbnc.learn_jointly',
        'The row "all rows in one" learns',
        "mcbnc demo --export",
    ):
        assert said in story


def test_the_demo_without_rows_uses_dags(run):
    clients = mcbnc.datasets.load("insurance")
    expected = mcbnc.consensus(clients.dags, "auto", nodes=clients.nodes)
    record = json.loads(run("demo", "--network", "insurance", "--json")[1])
    methods = {row["method"]: row for row in record["methods"]}
    assert record["learned"] == []
    assert record["theta"] == expected.theta
    assert methods["mcbnc auto"]["edges"] == len(expected.edges)
    assert methods["mean input"]["edges"] == clients.dags.sum() / len(clients.dags)
    assert not {"jointly", "all rows in one"} & methods.keys()
    told = run("demo", "--network", "insurance")[1]
    assert told.startswith("INSURANCE: 10 client DAGs over 27 nodes\nfused: ")
    assert "all rows in one" not in told


def test_the_demo_exports_files_that_the_commands_read(run, tmp_path):
    folder = tmp_path / "new" / "demo"
    code, out, told = run("demo", "--export", folder)
    assert code == Exit.FINE
    assert "What to do next" in out
    assert f"mcbnc: wrote {folder / 'hospital-*.csv'}: the rows of 10 hospitals\n" in told
    hospitals = [f"hospital-{k:02}" for k in range(1, 11)]
    files = [hospital + ending for hospital in hospitals for ending in (".bn", ".csv")]
    assert sorted(file.name for file in folder.iterdir()) == sorted([*files, "clients.json", "truth.bn"])

    structures = [str(folder / f"{hospital}.bn") for hospital in hospitals]
    again = tmp_path / "structures.json"
    assert run("learn", *(folder / f"{h}.csv" for h in hospitals), "--out", again)[0] == Exit.FINE
    clients, relearned = (json.loads(file.read_text()) for file in (folder / "clients.json", again))
    assert clients["clients"] == [[list(edge) for edge in mcbnc.read(file).edges] for file in structures]
    assert clients["clients"] == relearned["clients"]
    assert clients["nodes"] == relearned["nodes"]
    assert run("consensus", *structures)[1] == run("consensus", folder / "clients.json")[1] != ""
    found = json.loads(run("compare", *structures, "--gold", folder / "truth.bn", "--json")[1])["methods"]
    shown = {row["method"]: row for row in json.loads(run("demo", "--json")[1])["methods"]}
    assert "mcbnc auto" in [row["method"] for row in found]
    assert [row["shd_to_gold"] for row in found] == [shown[row["method"]]["shd_to_gold"] for row in found]


def test_the_demo_overwrites_nothing_but_its_own_files(run, tmp_path):
    (tmp_path / "hospital-03.csv").write_text("mine\n")
    code, _, told = run("demo", "--network", "alarm", "--export", tmp_path)
    assert code == Exit.BAD_INPUT
    assert "hospital-03.csv is there already" in told
    assert [file.name for file in tmp_path.iterdir()] == ["hospital-03.csv"]
    (tmp_path / "hospital-03.csv").unlink()
    for _ in range(2):
        assert run("demo", "--network", "alarm", "--export", tmp_path)[0] == Exit.FINE


def test_the_demo_exports_dags_where_no_rows_are_bundled(run, tmp_path):
    told = run("demo", "--network", "insurance", "--export", tmp_path)[2]
    assert len(list(tmp_path.glob("hospital-*.bn"))) == 10
    assert not list(tmp_path.glob("*.csv"))
    assert "rows" not in told
    truth = mcbnc.datasets.load("insurance")
    assert (mcbnc.read(tmp_path / "truth.bn").adjacency == truth.gold).all()


def test_the_demo_refuses_a_bad_folder_before_it_runs(run, tmp_path):
    (tmp_path / "file").write_text("")
    code, out, told = run("demo", "--export", tmp_path / "file")
    assert (code, out) == (Exit.BAD_INPUT, "")
    assert str(tmp_path / "file") in told


# --- learn --------------------------------------------------------------------------------------------------


@pytest.fixture
def tables(tmp_path):
    """One CSV file for each of three clients. The second file has another order of columns."""
    rng = np.random.default_rng(1)
    paths = []
    for k, order in enumerate(([0, 1, 2], [2, 0, 1], [0, 1, 2])):
        a, noise = rng.integers(0, 2, (2, 200))
        cells = np.stack([a, rng.integers(0, 3, 200), np.where(noise, a, 1 - a * (rng.random(200) < 0.2))])
        head = np.array(["left", "apart", "right"])
        paths.append(tmp_path / f"site{k}.csv")
        rows = [head[order].tolist(), *cells[order].T.tolist()]
        paths[-1].write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return [str(path) for path in paths]


def test_learn(run, tables):
    expected = mcbnc.learn(tables[0])
    code, out, err = run("learn", tables[0])
    assert code == Exit.FINE
    assert expected.edges
    assert read_csv(out) == [["from", "to", "reversible"], *edge_rows(expected)]
    counts = f"{counted(len(expected), 'edge')}, {len(expected.reversible)} of them reversible"
    assert err.startswith(f"mcbnc: {tables[0]}: {counts}, over 3 nodes from 200 rows, qNML with surplus 2 ")


def test_learn_from_numbers(run, tmp_path):
    path = tmp_path / "numbers.csv"
    path.write_text("a,b,c\n" + "".join(f"{k % 7},{k % 7 + k % 5 / 9},{k % 11 / 3}\n" for k in range(200)))
    expected = mcbnc.learn(path, score=mcbnc.BGe(alpha_mu=2))
    code, out, _ = run("learn", path, "--score", "bge", "--alpha-mu", "2")
    assert (code, read_csv(out)[1:]) == (Exit.FINE, [[*expected.edges[0], "yes"], ["c", "", ""]])
    assert set(expected.edges[0]) == {"a", "b"}
    assert run("learn", path, "--score", "bge", "--json", "--quiet")[0] == Exit.FINE
    path.write_text("a,b\n1.5,x\n2,y\n")
    code, _, err = run("learn", path, "--score", "bic-g")
    assert code == Exit.BAD_INPUT
    assert f"{path}: column 'b', line 2: 'x' is no finite number" in err


def test_learn_from_many(run, tables):
    expected = mcbnc.learn_many(tables)
    code, out, err = run("learn", *tables)
    assert code == Exit.FINE
    rows = [[path, *row] for path, graph in zip(tables, expected, strict=True) for row in edge_rows(graph)]
    assert read_csv(out) == [["data", "from", "to", "reversible"], *rows]
    assert [line.split(": ")[1] for line in err.splitlines() if ": warning: " not in line] == tables


def test_learn_tells_how_sure_each_edge_is(run, tables, tmp_path):
    expected = mcbnc.learn_many(tables, resamples=6)
    code, out, err = run("learn", *tables, "--resamples", "6")
    assert code == Exit.FINE
    header, *rows = read_csv(out)
    assert header == ["data", "from", "to", "reversible", "chance_true"]
    for path, graph in zip(tables, expected, strict=True):
        own = [row[1:] for row in rows if row[0] == path]
        assert [row[:3] for row in own] == list(map(list, edge_rows(graph)))
        told = [float(row[3]) for row in own if row[3]]
        assert told == graph.to_frame()["chance_true"].tolist()
        assert f"; {graph.resamples.told_of(np.asarray(graph))}\n" in err
    (tmp_path / "edges.csv").write_text(run("learn", tables[0], "--resamples", "6", "--quiet")[1])
    assert mcbnc.read(tmp_path / "edges.csv").edges == mcbnc.learn(tables[0]).edges
    record = json.loads(run("learn", tables[0], "--resamples", "6", "--json")[1])["learned"][0]
    first = mcbnc.learn(tables[0], resamples=6)
    assert (record["resamples"], record["chance_true"]) == (6, first.to_frame()["chance_true"].tolist())
    stopped = run("learn", tables[0], "--resamples", "6", "--time-limit", "1e-9", "--quiet")[1]
    assert read_csv(stopped)[0][-1] == "chance_true"
    assert all(row[-1] == "" for row in read_csv(stopped)[1:])
    _, out, err = run("learn", *tables, "--jointly", "--resamples", "6")
    together = mcbnc.learn_jointly(tables, resamples=6)
    header, *rows = read_csv(out)
    assert header == ["from", "to", "reversible", "chance_true"]
    assert [float(row[3]) for row in rows if row[3]] == together.to_frame()["chance_true"].tolist()
    assert f"; {together.resamples.told_of(np.asarray(together))}" in err


def test_learned_structures_go_into_a_consensus(run, tables, tmp_path):
    out = tmp_path / "clients.json"
    code, printed, told = run("learn", *tables, "--out", out, "--quiet")
    assert (code, printed) == (Exit.FINE, "")
    assert all(" may be chance" in line for line in told.splitlines())
    assert json.loads(run("learn", *tables, "--json")[1])["clients"] == json.loads(out.read_text())["clients"]
    expected = mcbnc.consensus(mcbnc.learn_many(tables))
    assert read_csv(run("consensus", out)[1])[1:] == edge_rows(expected)
    record = json.loads(out.read_text())["learned"]
    assert [(client["data"], client["rows"], client["status"]) for client in record] == [
        (path, 200, "complete") for path in tables
    ]
    assert record[1]["qnml"] == mcbnc.learn_many(tables)[1].score


@pytest.mark.parametrize("suffix", [".csv", ".dot", ".bn", ".json", ".png"])
def test_a_learned_structure_in_any_format(run, tables, tmp_path, suffix):
    out = tmp_path / f"net{suffix}"
    assert run("learn", tables[0], "--out", out, "--quiet") == (Exit.FINE, "", "")
    if suffix == ".png":
        assert out.read_bytes().startswith(b"\x89PNG")
    elif suffix != ".json":
        assert set(mcbnc.read(out).edges) == set(mcbnc.learn(tables[0]).edges)


def test_options_of_learn_reach_the_engine(monkeypatch, run, tables):
    seen = {}

    @functools.wraps(mcbnc.learn_many)
    def spy(rows, **given):
        seen.update(given, rows=rows)
        return mcbnc.learn_many(rows)

    monkeypatch.setattr(_learn, "learn_many", spy)
    options = [
        "--score",
        "bge",
        "--alpha-mu",
        "2",
        "--alpha-w",
        "40",
        "--search",
        "xges",
        "--chance",
        "3",
        "--max-parents",
        "2",
        "--seed",
        "3",
        "--workers",
        "1",
    ]
    edges = ["--required", "left->apart", "--forbidden", "left--right"]
    rows = [
        "--missing",
        "drop",
        "--missing-values",
        "?,-9",
        "--accept",
        "left",
        "--decimal",
        ",",
        "--columns",
        "common",
    ]
    limits = ["--time-limit", "9", "--memory-limit", "4G", "--checkpoint", "kept", "--quiet"]
    assert run("learn", tables[0], *options, *edges, *rows, *limits)[0] == Exit.FINE
    read = mcbnc.Rows(
        tables[:1], missing="drop", missing_values=["?", "-9"], accept=["left"], decimal=",", columns="common"
    )
    assert seen.pop("rows")._options == read._options
    assert seen == {
        "score": mcbnc.BGe(alpha_mu=2, alpha_w=40),
        "search": "xges",
        "prior": "edges",
        "chance": 3,
        "max_parents": 2,
        "seed": 3,
        "workers": 1,
        "time_limit": 9.0,
        "checkpoint": "kept",
        "knowledge": mcbnc.Knowledge([("left", "apart")], [{"left", "right"}]),
        "progress": False,
    }


def test_bad_data_files(run, tables, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("left,apart,right\n0,1,NA\n")
    assert f"{bad}: column 'right', line 2: there is no value" in fails(run("learn", tables[0], bad))
    assert "No such file" in fails(run("learn", tmp_path / "nowhere.csv"))
    assert "only .json holds" in fails(run("learn", *tables, "--out", tmp_path / "x.dot"))
    assert "no node is named 'up'" in fails(run("learn", tables[0], "--required", "up->left"))


def test_the_time_limit_of_learning(run, tmp_path):
    rows = np.random.default_rng(2).integers(0, 3, (3000, 60))
    path = tmp_path / "large.csv"
    np.savetxt(path, rows, "%d", ",", header=",".join(f"v{i}" for i in range(60)), comments="")
    code, _, err = run(
        "learn", path, "--score", "bdeu", "--ess", "1e6", "--prior", "none", "--time-limit", "0.05", "--quiet"
    )
    assert (code, err) == (Exit.TIME_LIMIT, "mcbnc: the time limit came first: this is the result so far\n")


# --- bootstrap ----------------------------------------------------------------------------------------------


def test_strengths_go_to_stdout(run, tables):
    expected = mcbnc.bootstrap(tables[0], 20, seed=3)
    code, out, err = run("bootstrap", tables[0], "--resamples", "20", "--seed", "3")
    assert code == Exit.FINE
    header, *rows = read_csv(out)
    frame = expected.to_frame()
    assert header == list(frame)
    assert [(u, v, *map(float, numbers)) for u, v, *numbers in rows] == list(frame.itertuples(index=False))
    assert err.startswith(f"mcbnc: {tables[0]}: 20 resamples of 200 rows over 3 nodes, seed 3, in ")


def test_a_new_seed_is_told(run, tables):
    _, out, err = run("bootstrap", tables[0], "--resamples", "5")
    seed = re.search(r"seed (\d+)", err)[1]
    assert run("bootstrap", tables[0], "--resamples", "5", "--seed", seed)[1] == out


def test_networks_of_a_bootstrap(run, tables, tmp_path):
    boot = mcbnc.bootstrap(tables[0], 20, seed=3)
    given = ["bootstrap", tables[0], "--resamples", "20", "--seed", "3", "--quiet"]
    strengths = run(*given)[1]
    network = tmp_path / "net.csv"
    for options, expected in (
        ([], boot.averaged()),
        (["--threshold", "0.95"], boot.averaged(0.95)),
        (["--network", "consensus"], boot.consensus()),
        (["--network", "consensus", "--threshold", "2"], boot.consensus(2.0)),
    ):
        code, out, err = run(*given, *options, "--out", network, "--out", tmp_path / "net.png")
        assert (code, out, err) == (Exit.FINE, strengths, "")
        assert set(mcbnc.read(network).edges) == set(expected.edges)
        record = json.loads(run(*given, *options, "--json")[1])
        kind = "consensus" if "consensus" in options else "averaged"
        assert record["network"] == kind
        assert record["edges"] == list(map(list, expected.edges))
        assert record["reversible"] == list(map(list, expected.reversible))
        assert record["strengths"] == [list(row) for row in boot.to_frame().itertuples(index=False)]
        assert (record["seed"], record["resamples"], record["rows"]) == (3, 20, 200)


def test_structures_of_resamples_go_into_a_consensus(run, tables, tmp_path):
    out = tmp_path / "resamples.json"
    assert run("bootstrap", tables[0], "--resamples", "20", "--seed", "3", "--out", out)[0] == Exit.FINE
    expected = mcbnc.bootstrap(tables[0], 20, seed=3).consensus(0.3)
    rows = read_csv(run("consensus", out, "--theta", "0.3")[1])[1:]
    assert [row[:2] for row in rows if row[1]] == list(map(list, expected.edges))


def test_options_of_bootstrap_reach_the_engine(monkeypatch, run, tables):
    seen = {}

    @functools.wraps(mcbnc.bootstrap)
    def spy(rows, **given):
        seen.update(given, rows=rows)
        return mcbnc.bootstrap(rows, 3)

    monkeypatch.setattr(_bootstrap, "bootstrap", spy)
    options = [
        "--score",
        "bge",
        "--alpha-mu",
        "2",
        "--alpha-w",
        "40",
        "--search",
        "xges",
        "--max-parents",
        "2",
        "--seed",
        "3",
        "--workers",
        "1",
    ]
    edges = ["--required", "left->apart", "--forbidden", "left--right", "--resamples", "7"]
    rows = ["--missing", "drop", "--missing-values", "?,-9", "--accept", "left", "--decimal", ","]
    limits = ["--time-limit", "9", "--memory-limit", "4G", "--checkpoint", "kept", "--quiet"]
    assert run("bootstrap", tables[0], *options, *edges, *rows, *limits)[0] == Exit.FINE
    read = mcbnc.Rows(tables[0], missing="drop", missing_values=["?", "-9"], accept=["left"], decimal=",")
    assert seen.pop("rows")._options == read._options
    assert seen == {
        "resamples": 7,
        "score": mcbnc.BGe(alpha_mu=2, alpha_w=40),
        "search": "xges",
        "prior": "edges",
        "max_parents": 2,
        "seed": 3,
        "workers": 1,
        "time_limit": 9.0,
        "checkpoint": "kept",
        "knowledge": mcbnc.Knowledge([("left", "apart")], [{"left", "right"}]),
        "progress": False,
    }


def test_a_bootstrap_that_goes_wrong(run, tables, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text("left,right\n0,NA\n")
    assert f"{bad}: column 'right', line 2: there is no value" in fails(run("bootstrap", bad))
    assert "No such file" in fails(run("bootstrap", tmp_path / "nowhere.csv"))
    assert "resamples must be" in fails(run("bootstrap", tables[0], "--resamples", "0"))
    assert "threshold must be a number from 0 to 1" in fails(run("bootstrap", tables[0], "--threshold", "2"))
    none = ["--network", "consensus", "--threshold", "-1"]
    assert "threshold must be a finite number >= 0" in fails(run("bootstrap", tables[0], *none))
    said = fails(run("bootstrap", tables[0], "--time-limit", "1e-9"))
    assert "the time limit came before the first resample was done" in said


# --- what goes wrong ----------------------------------------------------------------------------------------


def fails(outcome) -> str:
    """Check that bad input exits with one line on stderr, and return the line."""
    code, out, err = outcome
    assert code == Exit.BAD_INPUT
    assert out == ""
    assert err.startswith("mcbnc: error: ")
    assert err.count("\n") == 1
    return err


def test_bad_files(run, clients, files, tmp_path):
    assert "nowhere.bif" in fails(run("consensus", tmp_path / "nowhere.bif"))
    (tmp_path / "a.odt").write_text("")
    assert "a.odt" in fails(run("consensus", tmp_path / "a.odt"))
    (tmp_path / "cut.json").write_text('{"nodes": ["a"')
    assert "cut.json" in fails(run("consensus", tmp_path / "cut.json"))
    assert "clients.json has 5 graphs, not one" in fails(run("compare", *files, "--gold", clients))


@pytest.mark.parametrize(
    "record",
    [
        {"nodes": ["a", "b"], "clients": []},
        {"nodes": ["a", "a"], "clients": [[]]},
        {"nodes": ["a", "b"], "clients": [[["a", "c"]]]},
        {"nodes": ["a", "b"], "clients": [[["a"]]]},
        {"nodes": ["a", "b"], "clients": [["ab"]]},
        {"nodes": ["a", "b"], "clients": 3},
        {"nodes": 3, "clients": [[]]},
        {"clients": [[]]},
    ],
)
def test_bad_client_files(run, tmp_path, record):
    (tmp_path / "bad.json").write_text(json.dumps(record))
    assert "bad.json" in fails(run("consensus", tmp_path / "bad.json"))


def test_errors_name_the_file(run, clients, files, tmp_path):
    cyclic = write_clients(tmp_path / "cyclic.json", [DAGS[0], np.roll(np.eye(8), 1, axis=1)], NODES)
    err = fails(run("consensus", files[0], cyclic))
    assert f"{cyclic}[1]: it has a cycle" in err
    other = write_clients(tmp_path / "other.json", DAGS[:1], [*names(7), "new"])
    err = fails(run("trajectory", clients, other))
    assert f"{other} must have the same nodes as {clients}[0], " in err
    assert "dags[" not in err


def test_errors_of_a_comparison_name_the_file(run, tmp_path):
    texts = {"a": "[x][y|x][z]", "fewer": "[x][y]", "other": "[x][y][w]"}
    paths = {name: tmp_path / f"{name}.bn" for name in texts}
    for name, text in texts.items():
        paths[name].write_text(text)
    (tmp_path / "cyclic.csv").write_text("from,to\nx,y\ny,z\nz,x\n")
    assert f"{paths['fewer']} has 2 nodes, but {paths['a']} has 3" in fails(
        run("compare", paths["a"], paths["fewer"])
    )
    assert f"{paths['other']} must have the same nodes as {paths['a']}, " in fails(
        run("compare", paths["a"], paths["other"])
    )
    assert f"{tmp_path / 'cyclic.csv'}: it has a cycle" in fails(
        run("compare", paths["a"], tmp_path / "cyclic.csv")
    )


def test_bad_values(run, clients, tmp_path):
    assert "weights must be 5 numbers" in fails(run("consensus", clients, "--weights", "1,2"))
    assert "theta" in fails(run("consensus", clients, "--theta", "-1"))
    assert "workers" in fails(run("trajectory", clients, "--workers", "0"))
    assert "required: no node is named 'x'" in fails(run("consensus", clients, "--required", "x->y"))
    edge = f"{NODES[0]}->{NODES[1]}"
    both = run("trajectory", clients, "--required", edge, "--forbidden", edge)
    assert f"{NODES[0]} -> {NODES[1]} is required as well" in fails(both)
    assert "cannot be joined to itself" in fails(
        run("consensus", clients, "--required", f"{NODES[0]}--{NODES[0]}")
    )


def test_a_missing_folder_fails_before_the_run(monkeypatch, run, clients, tmp_path):
    monkeypatch.setattr(_consensus, "consensus", lambda *_, **__: pytest.fail("it ran"))
    out = tmp_path / "nowhere" / "a.dot"
    assert f"there is no folder {out.parent}" in fails(run("consensus", clients, "--out", out))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["explode"], "invalid choice: 'explode'"),
        (["consensus"], "required: FILE"),
        (
            ["consensus", "a.bn", "--theta", "often"],
            "argument --theta: invalid number or auto value: 'often'",
        ),
        (
            ["consensus", "a.bn", "--weights", "1,x"],
            "argument --weights: invalid list of numbers value: '1,x'",
        ),
        (["consensus", "a.bn", "--k-max", "x"], "argument --k-max: invalid whole number or none value: 'x'"),
        (["consensus", "a.bn", "--cap", "none"], "argument --cap: invalid int value: 'none'"),
        (["trajectory", "a.bn", "--outliers", "none"], "argument --outliers: invalid choice: 'none'"),
        (
            ["consensus", "a.bn", "--out", "a.bif"],
            "'a.bif': this format holds probabilities, and they come from rows",
        ),
        (["demo", "--out", "a.net"], "A structure alone must end in one of .csv .tsv .dot"),
        (["consensus", "a.bn", "--out", "a.doc"], "'a.doc' must end in one of .csv .tsv .dot"),
        (["trajectory", "a.bn", "--out", "a.dot"], "'a.dot' must end in one of .csv .json"),
        (["compare"], "required: FILE"),
        (["compare", "a.bn", "--out", "a.dot"], "'a.dot' must end in one of .csv .pdf"),
        (["consensus", "a.bn", "--required", "A-"], "argument --required: 'A-' is no edge: write 'U->V'"),
        (["consensus", "a.bn", "--forbidden", "A->B->C"], "argument --forbidden: 'A->B->C' is no edge"),
        (["trajectory", "a.bn", "--required", "A->"], "argument --required: 'A->' is no edge"),
    ],
)
def test_wrong_usage(capsys, arguments, said):
    with pytest.raises(SystemExit) as caught:
        cli.main(arguments)
    assert caught.value.code == Exit.USAGE
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [[], ["learn"], ["bootstrap"], ["consensus"], ["trajectory"], ["compare"], ["federate"], ["demo"]],
)
def test_help(capsys, command):
    with pytest.raises(SystemExit) as caught:
        cli.main([*command, "--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert f"usage: {' '.join(['mcbnc', *command])} " in out
    assert "examples:" in out
    assert max(map(len, out.splitlines())) <= 120


def test_the_time_limit(run, tmp_path):
    dags = random_dags(9, 4, 30, 0.3)
    many = write_clients(tmp_path / "many.json", dags, names(30))
    out = tmp_path / "sofar.csv"
    code, _, err = run("consensus", many, "--theta", "100", "--time-limit", "1e-9", "--out", out, "--quiet")
    assert code == Exit.TIME_LIMIT
    warning, end = err.splitlines()
    assert warning.startswith("mcbnc: warning: all files agree no more than chance: ")
    assert end == "mcbnc: the time limit came first: this is the result so far"
    assert mcbnc.read(out).edges


# --- the process --------------------------------------------------------------------------------------------


def start(*arguments, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "mcbnc", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        **options,
    )


def test_python_m_mcbnc(clients):
    process = start("consensus", clients)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert read_csv(out)[1:] == edge_rows(mcbnc.consensus(DAGS, nodes=NODES))
    process = start("--version")
    assert process.communicate(timeout=300)[0] == f"mcbnc {mcbnc.__version__}\n"


def test_any_name_in_any_locale(tmp_path):
    (tmp_path / "greek.bn").write_text("[β][γ|β]", encoding="utf-8")
    process = start(
        "consensus", tmp_path / "greek.bn", "--theta", "0", env={**os.environ, "PYTHONIOENCODING": "ascii"}
    )
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert read_csv(out)[1] == ["β", "γ", "yes"]


def test_no_traceback(tmp_path):
    process = start("consensus", tmp_path / "nowhere.bif")
    _, err = process.communicate(timeout=300)
    assert process.returncode == 1
    assert "Traceback" not in err


def test_a_broken_pipe(clients):
    process = start("trajectory", clients, "--quiet")
    process.stdout.close()
    assert process.wait(300) == Exit.BROKEN_PIPE
    assert process.stderr.read() == ""


@pytest.mark.skipif(os.name == "nt", reason="descriptors of POSIX")
def test_a_closed_stdout(clients):
    command = [sys.executable, "-m", "mcbnc", "consensus", str(clients), "--quiet"]
    found = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, timeout=300
    )
    assert found.returncode == Exit.BAD_INPUT
    assert found.stderr.endswith(b"stdout is closed\n")
    assert found.stderr.count(b"\n") == 1


def wait_for_the_engine(process):
    """Wait until the process has loaded the library, which takes seconds on a busy machine."""
    tasks = Path(f"/proc/{process.pid}/task")
    for _ in range(600 if tasks.exists() else 20):
        if tasks.exists() and len(list(tasks.iterdir())) > 4:
            return
        time.sleep(0.1)


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c(tmp_path):
    long = write_clients(tmp_path / "long.json", random_dags(9, 30, 150, 0.2), names(150))
    # A process in the background ignores Ctrl-C, and so do its children.
    process = start("trajectory", long, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    try:
        wait_for_the_engine(process)
        time.sleep(1)  # the run takes many seconds
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    finally:
        process.kill()
    assert process.returncode == Exit.INTERRUPTED
    assert (out, err) == ("", "mcbnc: interrupted\n")


def closed(fd, arguments):
    """Run the command line in a new process, which starts without the file descriptor `fd`."""
    command = [sys.executable, "-m", "mcbnc", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, preexec_fn=lambda: os.close(fd))


@pytest.mark.skipif(os.name != "posix", reason="file descriptors")
def test_closed_streams(clients, tmp_path):
    done = closed(1, ["consensus", clients, "--out", tmp_path / "out.csv"])
    assert done.returncode == Exit.FINE, done.stderr
    assert mcbnc.read(tmp_path / "out.csv").edges
    done = closed(2, ["consensus", clients])  # the summary must not go to stdout
    assert done.returncode == Exit.FINE
    assert all(row[0] in NODES for row in read_csv(done.stdout)[1:])
    done = closed(2, ["consensus", tmp_path / "none.csv"])
    assert (done.returncode, done.stdout) == (Exit.BAD_INPUT, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_devices(clients):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "mcbnc", "consensus", str(clients)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, text=True)
        assert done.returncode == Exit.FINE  # only the summary is lost
        assert len(read_csv(done.stdout)) > 1
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == Exit.BAD_INPUT
        assert done.stderr.splitlines()[-1].startswith("mcbnc: error: ")
