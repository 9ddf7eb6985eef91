"""Tiers, roots and leaves, and the knowledge of pgmpy and of Tetrad."""

from __future__ import annotations

import itertools
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from test_knowledge import CALLS, NODES, network

import mcbnc
from mcbnc._inputs.knowledge import read_knowledge
from mcbnc.cli import main

ORDER = mcbnc.Knowledge(tiers=[["c"], ["a", "b"]])


def drawn(seed, n, r):
    """`r` random DAGs over `n` nodes, whose orders differ."""
    rng = np.random.default_rng(seed)
    for _ in range(r):
        order = rng.permutation(n)
        upper = np.triu(rng.random((n, n)) < 0.4, 1)
        dag = np.zeros((n, n), np.uint8)
        dag[np.ix_(order, order)] = upper
        yield dag


def rules_out(knowledge, u, v):
    """Whether u -> v is ruled out, from the definitions."""
    tier = {name: k for k, names in enumerate(knowledge.get("tiers", ())) for name in names}
    return (
        v in knowledge.get("roots", ())
        or u in knowledge.get("leaves", ())
        or (u in tier and v in tier and tier[u] > tier[v])
    )


def draw_knowledge(rng, n):
    names = rng.permutation(n).tolist()
    cuts = sorted(rng.integers(0, n + 1, 2))
    return {
        "tiers": [names[: cuts[0]], names[cuts[0] : cuts[1]]],
        "roots": rng.choice(n, rng.integers(0, 3), replace=False).tolist(),
        "leaves": rng.choice(n, rng.integers(0, 2), replace=False).tolist(),
    }


@pytest.mark.parametrize("call", CALLS)
def test_every_function_keeps_tiers(call):
    edges = network(CALLS[call](knowledge=ORDER)).edges
    assert not {("a", "c"), ("b", "c")} & {*edges}


@pytest.mark.parametrize("seed", range(60))
def test_no_network_has_an_arc_that_is_ruled_out(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 8))
    known = draw_knowledge(rng, n)
    dags = list(drawn(seed, n, 4))
    run = mcbnc.trajectory(dags, knowledge=known)
    for theta in [0, *run.thetas]:
        for u, v in np.argwhere(run.at(theta).adjacency):
            assert not rules_out(known, int(u), int(v)), (known, u, v)
    rows = rng.integers(0, 2, (200, n))
    rows[:, 1:] ^= rows[:, :-1] & (rng.random((200, n - 1)) < 0.9)
    for search in ("ges", "xges"):
        for u, v in np.argwhere(mcbnc.learn(rows, search=search, knowledge=known).adjacency):
            assert not rules_out(known, int(u), int(v)), (known, u, v)


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_same_as_the_arcs_that_it_rules_out(seed):
    rng = np.random.default_rng(seed)
    n = 6
    known = draw_knowledge(rng, n)
    arcs = [(u, v) for u, v in itertools.permutations(range(n), 2) if rules_out(known, u, v)]
    dags = list(drawn(seed, n, 3))
    short, long = (mcbnc.consensus(dags, 0.5, knowledge=k) for k in (known, {"forbidden": arcs}))
    assert (short.adjacency == long.adjacency).all()


@pytest.mark.parametrize(
    ("known", "argument", "words"),
    [
        ({"tiers": [["a"], ["b", "a"]]}, "tiers", "'a'"),
        ({"tiers": "ab"}, "tiers", "must be a sequence of sequences of names"),
        ({"tiers": ["ab"]}, "tiers", "not one string"),
        ({"tiers": [["a"], ["z"]]}, "tiers", "no node is named 'z'"),
        ({"roots": ["z"]}, "roots", "no node is named 'z'"),
        ({"leaves": "a"}, "leaves", "not one string"),
        ({"tiers": [["a"], ["b"]], "required": [("b", "a")]}, "required", "tiers put 'a' before 'b'"),
        ({"roots": ["a"], "required": [("b", "a")]}, "required", "'a' is among roots"),
        ({"leaves": ["b"], "required": [("b", "a")]}, "required", "'b' is among leaves"),
        ({"roots": ["a", "b"], "required": [{"b", "a"}]}, "required", "'b' is among roots, and 'a'"),
    ],
)
def test_what_is_wrong_is_named(known, argument, words):
    for call in ("consensus", "learn", "simulate"):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            CALLS[call](knowledge=known)
        assert words in str(caught.value), call
        assert caught.value.argument == argument


def test_a_required_pair_takes_the_direction_that_is_left():
    found = CALLS["consensus"](knowledge={"required": [{"a", "c"}], "tiers": [["c"], ["a"]]})
    assert ("c", "a") in found.edges


TETRAD = """/knowledge
addtemporal

1*  c b
2-
3  a

forbiddirect
a b

requiredirect
c a
"""


def test_a_knowledge_file_of_tetrad(tmp_path):
    path = tmp_path / "known.txt"
    path.write_text(TETRAD)
    found = CALLS["consensus"](knowledge=str(path))
    same = {
        "required": [("c", "a")],
        "forbidden": [("a", "b"), ("c", "b"), ("b", "c")],
        "tiers": [["c", "b"], ["a"]],
    }
    assert found.edges == CALLS["consensus"](knowledge=same).edges
    assert found.edges == CALLS["consensus"](knowledge=path).edges
    path.write_text("/knowledge\naddtemporal\n1- a\n2 b\n3 c\n")
    only_next = {"tiers": [["a"], ["b"], ["c"]], "forbidden": [("a", "c")]}
    assert CALLS["learn"](knowledge=path).edges == CALLS["learn"](knowledge=only_next).edges


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("a,b\n", ":1: a knowledge file of Tetrad begins with /knowledge"),
        ("/knowledge\nsomething\n", ":2: 'something' is no section"),
        ("/knowledge\naddtemporal\nx a\n", ":3: a tier begins with its number"),
        (
            "/knowledge\naddtemporal\n1 a\n\n" + "9" * 10_000 + " b\n",
            ":5: a tier begins with its number, of 18 ",
        ),
        ("/knowledge\naddtemporal\n1* a x b\n", ":3: 'x' is no node of the data"),
        ("/knowledge\naddtemporal\n1 a\n2 b a\n", ":4: 'a' is in a tier already"),
        ("/knowledge\naddtemporal\n1 a a\n", ":3: 'a' is in a tier already"),
        ("/knowledge\nforbiddirect\na\n", ":3: forbiddirect needs two names a line, not 1"),
        ("/knowledge\nforbiddengroup\n", ":2: forbiddengroup is not read"),
    ],
)
def test_a_damaged_file_is_refused_by_its_line(tmp_path, text, words):
    path = tmp_path / "known.txt"
    path.write_text(text)
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        CALLS["consensus"](knowledge=path)
    assert words in str(caught.value)


@pytest.mark.parametrize("line", ["1* {}", "1- {}", "{}"])
def test_a_short_file_takes_no_memory(tmp_path, line):
    """Its arcs would be a million times as many as its bytes: they are made of nodes alone."""
    path = tmp_path / "known.txt"
    names = [f"n{k}" for k in range(12_000)]
    tiers = (
        line.format(" ".join(names)) if "1" in line else "\n".join(f"{k}- {x}" for k, x in enumerate(names))
    )
    path.write_text(f"/knowledge\naddtemporal\n{tiers}\n")
    tracemalloc.start()
    with pytest.raises(mcbnc.InvalidInputError, match=r"known\.txt:3: 'n0' is no node of the data"):
        CALLS["learn"](knowledge=path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 8 << 20


@pytest.mark.parametrize(
    ("what", "arcs"),
    [
        ("1* {}", 3000 * 2999),
        ("1- x\n2- y\n3 {}", 3000),
        ("search space", 3002 * 3001),
        ("tiers", 1500 * 1502),
    ],
)
def test_knowledge_that_is_too_large_is_refused_before_it_is_made(tmp_path, what, arcs):
    nodes = ["x", "y", *(f"n{k}" for k in range(3000))]
    path = tmp_path / "known.txt"
    path.write_text(f"/knowledge\naddtemporal\n{what.format(' '.join(nodes[2:]))}\n")
    others = {
        "tiers": {"tiers": [nodes[:1500], nodes[1500:]]},
        "search space": expert(search_space={("x", "y")}),
    }
    refused = rf"knowledge: the {arcs} arcs that it rules out would take .* of memory"
    with mcbnc.limits(memory=1 << 18), pytest.raises(mcbnc.MemoryLimitError, match=refused):
        read_knowledge(others.get(what, path), nodes)


def expert(**parts):
    """An object as pgmpy makes it: tests/adapters has the real one."""
    own = {"required_edges": set(), "forbidden_edges": set(), "search_space": set(), "temporal_order": [[]]}
    return type("ExpertKnowledge", (SimpleNamespace,), {})(**{**own, **parts})


def test_the_knowledge_of_pgmpy():
    known = expert(
        required_edges={("c", "a")}, forbidden_edges={("c", "b")}, temporal_order=[["c"], ["a", "b"]]
    )
    same = {"required": [("c", "a")], "forbidden": [("c", "b")], "tiers": [["c"], ["a", "b"]]}
    for call in ("consensus", "learn"):
        assert CALLS[call](knowledge=known).edges == CALLS[call](knowledge=same).edges
    narrow = CALLS["consensus"](knowledge=expert(search_space={("b", "a")}))
    assert {*narrow.edges} <= {("b", "a")}


def test_the_shell(tmp_path, capsys):
    rows = pd.DataFrame(list(itertools.product([0, 1], repeat=3)) * 5, columns=NODES)
    rows["b"] = rows["a"] & rows["c"]
    table = tmp_path / "rows.csv"
    rows.to_csv(table, index=False)
    known = tmp_path / "known.txt"
    known.write_text("/knowledge\naddtemporal\n1 b\n2 a c\n")
    for options in (["--tiers", "b", "--tiers", "a,c"], ["--roots", "b"], ["--knowledge", str(known)]):
        assert main(["learn", str(table), *options]) == 0
        edges = capsys.readouterr().out.splitlines()[1:]
        assert edges
        assert not [edge for edge in edges if edge.split(",")[1] == "b"]
    assert main(["learn", str(table), "--knowledge", str(known), "--roots", "b"]) != 0
    assert "excludes --roots" in capsys.readouterr().err
    assert main(["learn", str(table), "--knowledge", str(tmp_path / "none")]) != 0
    assert "there is no file" in capsys.readouterr().err
