"""DAGs over different nodes on the command line: the option --nodes, and what JSON objects have of pairs."""

from __future__ import annotations

import itertools
import json
from fractions import Fraction

import numpy as np
import pytest
from helpers import SHARED, random_dags

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit

BETWEEN = {"x": "[a][c|a]", "y": "[a][c|a]", "z": "[a][b|a][c|b]", "w": "[b][d|b]"}


@pytest.fixture
def run(capsys):
    """Run the command line in this process. The result is the exit code, stdout and stderr."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def written(folder, graphs):
    paths = [folder / f"{name}.bn" for name in graphs]
    for path, text in zip(paths, graphs.values(), strict=True):
        path.write_text(text)
    return paths


@pytest.fixture
def files(tmp_path):
    return written(tmp_path, BETWEEN)


def drawn(seed, n=6, r=4):
    """The nodes and the arcs of DAGs that lack nodes, and their model strings."""
    rng, names = np.random.default_rng(seed), "abcdef"[:n]
    own, texts = [], {}
    for k, dag in enumerate(random_dags(seed, r, n, 0.5)):
        has = [names[i] for i in np.flatnonzero(rng.random(n) < 0.6)] or [names[0]]
        arcs = [(a, b) for a, b in itertools.permutations(has, 2) if dag[names.index(a)][names.index(b)]]
        parents = {b: ":".join(a for a, to in arcs if to == b) for b in has}
        texts[f"site{k}"] = "".join(f"[{b}|{given}]" if given else f"[{b}]" for b, given in parents.items())
        own.append((set(has), {frozenset(arc) for arc in arcs}))
    return own, texts


def test_edges_and_the_summary(run, files):
    code, out, err = run("consensus", "--nodes", "union", *files)
    assert code == Exit.FINE
    assert out.splitlines() == ["from,to,reversible", "a,b,yes", "b,c,yes", "b,d,yes"]
    assert "2 pairs not seen together, 0 unsure, at theta 0.5" in err
    _, _, err = run("consensus", "--nodes", "union", "--theta", 0, *files)
    assert "2 pairs not seen together, 1 unsure, at theta 0" in err
    _, _, err = run("trajectory", "--nodes", "union", *files)
    assert "4 deletions in " in err
    assert "2 pairs not seen together, nearest" in err


def test_the_pairs_of_a_consensus(run, files):
    x, y, _, _ = map(str, files)
    told = json.loads(run("consensus", "--nodes", "union", "--json", *files)[1])
    (gone,) = (one for one in told["pairs"] if one["status"] == "no edge")
    assert gone == {
        "a": "a",
        "b": "c",
        "status": "no edge",
        "seen": 3,
        "joined": 2,
        "apart": 1,
        "blind": 2,
        "psi": "1/5",
        "explained": [x, y],
    }


@pytest.mark.parametrize("seed", range(25))
def test_no_pair_that_nobody_sees_has_no_edge(run, tmp_path, seed):
    own, texts = drawn(seed)
    files = written(tmp_path, texts)
    theta = [0, 0.4, "auto"][seed % 3]
    output = ["extension", "refusion"][seed % 2]
    more = ["--quiet", "--json", "--nodes", "union", "--output", output]
    code, out, _ = run("consensus", *more, "--theta", theta, *files)
    assert code == Exit.FINE
    told = json.loads(out)
    edges = {frozenset(edge) for edge in told["edges"]}
    pairs = {frozenset((one["a"], one["b"])): one for one in told["pairs"]}
    assert len(pairs) == len(told["pairs"])
    result = mcbnc.consensus(texts, theta, nodes="union", output=output)
    frame = result.to_frame()
    fractions = {frozenset(ends): text for *ends, text in frame[["from", "to", "fraction"]].to_numpy()}
    whole = mcbnc.trajectory(texts, nodes="union")
    steps = {frozenset((step.u, step.v)): step.psi for step in whole}
    for (i, a), (j, b) in itertools.combinations(enumerate(told["nodes"]), 2):
        pair = frozenset((a, b))
        both = sum(pair <= has for has, _ in own)
        joined = sum(pair in arcs for _, arcs in own)
        assert told["seen"][i][j] == told["seen"][j][i] == both
        assert told["joined"][i][j] == told["joined"][j][i] == joined
        assert (pair in pairs) == (joined > 0 or pair in edges)
        one = pairs.get(pair)
        if one is None:
            continue
        assert (one["a"], one["b"]) == (a, b)
        assert one["status"] == ("edge" if pair in edges else "no edge" if both else "not seen together")
        assert (one["seen"] > 0) == (one["status"] != "not seen together")
        assert one["seen"] == both == one["joined"] + one["apart"]
        assert 0 <= one["blind"] <= one["joined"]
        assert set(one["explained"]) <= {str(files[k]) for k, (_, arcs) in enumerate(own) if pair in arcs}
        if fractions.get(pair):
            assert one["psi"] == fractions[pair]
        elif pair in steps and pair not in edges:
            assert float(Fraction(one["psi"])) == steps[pair]


def golden():
    path = SHARED / "union" / "golden.json"
    if not path.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no shared data at {path}"))]
    return [pytest.param(case, id=case["id"]) for case in json.loads(path.read_text())["cases"]]


@pytest.mark.parametrize("case", golden())
def test_the_shared_cases(run, tmp_path, case):
    names, expected, texts = case["nodes"], case["expected"], {}
    for k, (sees, arcs) in enumerate(zip(case["sees"], case["dags"], strict=True)):
        parents = {i: ":".join(names[a] for a, b in arcs if b == i) for i in sees}
        texts[f"{k}"] = "".join(f"[{names[i]}|{p}]" if p else f"[{names[i]}]" for i, p in parents.items())
    options = {"--weights": case["weights"] and ",".join(map(str, case["weights"])), "--cap": case["cap"]}
    given = [part for name, value in options.items() if value is not None for part in (name, value)]
    told = json.loads(run("consensus", "--nodes", "union", "--json", *given, *written(tmp_path, texts))[1])
    place = {name: k for k, name in enumerate(told["nodes"])}
    pairs = {frozenset((one["a"], one["b"])): one["status"] for one in told["pairs"]}
    for i, j, status in expected["status_at_half"]:
        a, b = names[i], names[j]
        seen = told["seen"][place[a]][place[b]]
        assert (seen == 0) == (status == "not seen together")
        assert pairs.get(frozenset((a, b)), "no edge" if seen else "not seen together") == status


def test_a_required_edge_that_nobody_sees_is_marked(run, files):
    options = ["--nodes", "union", "--json", "--required", "a->d", "--order", "a,b,c,d"]
    told = json.loads(run("consensus", *options, *files)[1])
    assert ["a", "d"] in told["edges"]
    (pair,) = (one for one in told["pairs"] if {one["a"], one["b"]} == {"a", "d"})
    assert pair["status"] == "not seen together"
    assert (pair["seen"], pair["joined"], pair["explained"]) == (0, 0, [])


def test_names_are_those_of_all_dags(run, files):
    code, _, err = run("trajectory", "--nodes", "union", "--forbidden", "b->d", "--order", "d,b,a,c", *files)
    assert code == Exit.FINE, err
    code, _, err = run("consensus", "--nodes", "union", "--required", "a->q", *files)
    assert code == Exit.BAD_INPUT
    assert "--required: no node is named 'q'; the nodes are 'a', 'c', 'b', 'd'" in err


def test_what_to_write_is_told(run, files):
    code, _, err = run("consensus", *files)
    assert code == Exit.BAD_INPUT
    assert "it has 'b' besides; DAGs over different nodes are for mcbnc consensus --nodes union" in err


def test_dags_over_the_same_nodes_have_no_pairs(run, tmp_path):
    files = written(tmp_path, {"x": "[a][b|a]", "y": "[a][b]"})
    for more in ([], ["--nodes", "same"]):
        told = json.loads(run("consensus", "--json", *more, *files)[1])
        assert not {"seen", "joined", "pairs"} & told.keys()
    told = json.loads(run("consensus", "--json", "--nodes", "union", *files)[1])
    assert told["seen"] == [[2, 2], [2, 2]]
    told = json.loads(run("trajectory", "--json", "--nodes", "union", *files)[1])
    assert told["seen"] == [[2, 2], [2, 2]]


def test_compare(run, files, tmp_path):
    (truth,) = written(tmp_path, {"truth": "[a][b|a][c|b][d|b]"})
    code, out, _ = run("compare", "--nodes", "union", "--gold", truth, "--json", *files)
    assert code == Exit.FINE
    told = json.loads(out)
    table = mcbnc.compare(BETWEEN, "[a][b|a][c|b][d|b]", nodes="union").table
    assert [{**row, "seconds": None} for row in told["methods"]] == [
        {**row, "seconds": None} for row in table
    ]
    assert [row["nodes"] for row in told["inputs"]] == [2, 2, 3, 2]
    _, out, _ = run("compare", "--nodes", "union", *files[1:3])  # of two files too
    assert "vote plain" in out
    code, _, err = run("compare", "--nodes", "union", "--methods", "averaged", *files)
    assert code == Exit.BAD_INPUT
    assert "'averaged' is for DAGs over the same nodes; for DAGs over different nodes there are" in err
