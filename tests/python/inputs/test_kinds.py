"""The table of kinds: each graph is asked once, no library is imported for it, and the order is kept."""

from __future__ import annotations

import subprocess
import sys

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from libraries import slow_ones, sparse

import mcbnc
from mcbnc._base import libraries
from mcbnc._inputs import graphs
from mcbnc._inputs.kinds import arc_list, array, named_array, ours, text
from mcbnc._inputs.kinds import sparse as sparse_matrices
from mcbnc._inputs.kinds.table import KINDS, kind_of

BITS = np.array([[0, 1], [0, 0]])
NAMED = mcbnc.consensus([pd.DataFrame(BITS, list("ab"), list("ab"))])
THINGS = {
    "array": (BITS, array),
    "array of objects": (BITS.astype(object), array),
    "nested lists": (BITS.tolist(), array),
    "two tuples of bits": (((0, 1), (0, 0)), array),
    "masked array": (np.ma.masked_array(BITS), array),
    "result": (NAMED, ours),
    "array with names": (NAMED.adjacency, named_array),
    "frame": (pd.DataFrame(BITS), "frame"),
    "frame of arcs": (pd.DataFrame({"from": ["a"], "to": ["b"]}), "frame"),
    "DiGraph": (nx.DiGraph([("a", "b")]), "digraph"),
    "path": ("net.bif", text),
    "model": ("[a][b|a]", text),
    "arcs": ([("a", "b")], arc_list),
    "set of arcs": ({("a", "b")}, arc_list),
    "array of arcs": (np.array([["a", "b"], ["b", "c"], ["c", "d"]]), arc_list),
    "sparse": (lambda: sparse("csr_matrix")(BITS), sparse_matrices),
    "anything": (object(), array),
}


def made(name: str):
    thing = THINGS[name][0]
    return thing() if name == "sparse" else thing


@pytest.mark.parametrize("name", slow_ones(THINGS, "sparse"))
def test_the_kind_of_a_thing(name):
    thing, module = made(name), THINGS[name][1]
    read = kind_of(thing).read
    assert read is getattr(module, "read", None) or read.args == (module,)


def test_each_graph_is_asked_once(monkeypatch):
    asked = []

    def counted(thing):
        asked.append(thing)
        return kind_of(thing)

    monkeypatch.setattr(graphs, "kind_of", counted)
    given = [BITS.tolist(), np.array(BITS, object), BITS]
    mcbnc.consensus(given)
    assert list(map(id, asked)) == list(map(id, given))


@pytest.mark.parametrize(
    "name", slow_ones(["frame", "DiGraph", "sparse", "result", "set of arcs", "path"], "sparse")
)
def test_one_graph_is_no_sequence(name):
    with pytest.raises(mcbnc.InvalidInputError, match=r"not a single .* write "):
        mcbnc.consensus(made(name))


def test_no_two_kinds_share_a_question():
    asked = [kind.recognise for kind in KINDS]
    assert len({*asked}) == len(asked)
    assert libraries.is_column_table in asked


def test_nothing_is_imported_to_recognise_a_graph():
    code = """
import sys, mcbnc
mcbnc.consensus([[[0, 1], [0, 0]], [[0, 0], [0, 0]]])
try:
    mcbnc.consensus([object()])
except mcbnc.InvalidInputError:
    pass
optional = ("pandas", "polars", "pyarrow", "networkx", "scipy", "pgmpy", "causallearn", "pyagrum", "lingam")
print([name for name in optional if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
