"""Names are never cut to the same text: two names of one message differ."""

from __future__ import annotations

import re
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest

import mcbnc
from mcbnc import metrics
from mcbnc._base.show import as_text, shorten, shown

COMMON = "A very long variable name that " + "clinicians write " * 10
LONG = [f"{COMMON}{k}{COMMON}" for k in range(4)]
MARKED = re.compile(r"A very long [a-z ]*\[\d+ characters #[0-9a-f]{8}\]")


@pytest.mark.parametrize("cut", [as_text, shown, shorten])
def test_names_that_differ_in_the_middle_alone(cut):
    texts = list(map(cut, LONG))
    assert len(set(texts)) == len(LONG)
    assert all(len(text) < 140 for text in texts)
    assert list(map(cut, LONG)) == texts  # the same in each call


def test_short_names_and_odd_ones():
    assert shorten("x" * 100) == "x" * 100
    assert shorten("\ud800" + "x" * 200) != shorten("\ud800" + "x" * 99 + "y" + "x" * 100)


def cycle_in(*names):
    return nx.DiGraph([*pairwise(names), (names[-1], names[0])])


def dot_of(graph, folder):
    """A file of DOT with these edges."""
    path = folder / "graph.dot"
    path.write_text("digraph {" + "".join(f'"{u}" -> "{v}";' for u, v in graph.edges) + "}", encoding="utf-8")
    return path


CALLS = {
    "a cycle of the engine's": (lambda folder: mcbnc.consensus([cycle_in(*LONG)]), 4),
    "a cycle in a file": (lambda folder: mcbnc.read_dot(dot_of(cycle_in(*LONG), folder)), 4),
    "an unknown node": (lambda folder: metrics.markov_blanket(nx.DiGraph([LONG[:2]]), LONG[2]), 3),
    "other nodes": (lambda folder: metrics.shd(nx.DiGraph([LONG[:2]]), nx.DiGraph([LONG[2:]])), 4),
    "an entry": (lambda folder: mcbnc.consensus([7 * np.eye(2, k=1)], nodes=LONG[:2]), 2),
    "names that come twice": (lambda folder: mcbnc.consensus([np.zeros((4, 4))], nodes=LONG[:2] * 2), 2),
}


@pytest.mark.parametrize(("call", "count"), CALLS.values(), ids=CALLS)
def test_messages_tell_them_apart(call, count, tmp_path):
    with pytest.raises(mcbnc.InvalidInputError) as error:
        call(tmp_path)
    assert len(set(MARKED.findall(str(error.value)))) == count


@pytest.mark.parametrize(("n", "left"), [(11, 0), (12, 0), (13, 2), (500, 489)])
def test_a_long_cycle_is_cut_between_names(n, left, tmp_path):
    names = [f"node number {k}" for k in range(n)]
    with pytest.raises(mcbnc.CycleError) as error:
        mcbnc.read_dot(dot_of(cycle_in(*names), tmp_path))
    parts = str(error.value).partition("it has a cycle: ")[2].split(" -> ")
    others = [part for part in parts if not re.fullmatch(r"node number \d+", part)]
    assert others == ([f"[{left} nodes]"] if left else [])
    assert parts[0] == parts[-1]
    assert len(parts) == (13 if left else n + 1)
    assert len(error.value.cycle) == n


def test_pictures_tell_them_apart():
    pytest.importorskip("matplotlib")
    axes = mcbnc.consensus([nx.DiGraph([LONG[:2], LONG[2:]])]).plot()
    labels = [text.get_text() for text in axes.texts]
    assert len(set(labels)) == len(labels) == 4
