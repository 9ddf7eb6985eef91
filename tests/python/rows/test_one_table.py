"""One table of all clients: whatever its columns are, it gives the cells back that came in."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import mcbnc
from mcbnc._rows.rows import read_datasets

NAMES = ["word", "x", "count", "y"]
KINDS = {"states": ("bdeu", {"word", "count"}), "numbers": ("bge", {"x", "y"}), "both": ("dg", {*NAMES})}
SHAPES = ["alike", "gaps", "columns"]
SITES = 3


def draw(kind, shape, seed=0):
    """The columns of each site, which may lack one, or cells."""
    rng = np.random.default_rng(seed)
    sites = []
    for k in range(SITES):
        rows = 50 + k
        every = {
            "word": np.array(["no", "yes", "perhaps"])[rng.permutation(np.arange(rows) % 3)].tolist(),
            "x": rng.normal(size=rows).tolist(),
            "count": rng.permutation(np.arange(rows) % (4 + k)).tolist(),
            "y": (10 * rng.normal(size=rows)).tolist(),
        }
        names = [name for name in NAMES if name in KINDS[kind][1]]
        own = {name: every[name] for name in names}
        if shape == "gaps":
            for name, at in itertools.product(own, range(k, rows - 4, 11)):
                own[name][at + NAMES.index(name)] = None
        if shape == "columns" and k < len(own) - (kind != "both"):
            del own[names[k]]
        sites.append(own)
    return sites


def read(kind, shape):
    options = {"gaps": {"missing": "fill"}, "columns": {"columns": "union"}}.get(shape, {})
    rows = mcbnc.Rows(draw(kind, shape), **options)
    return read_datasets(rows, KINDS[kind][0], union=True, fill=True)


def decoded(table, client):
    """The columns that a client has, from the cells of the table."""
    found = {}
    for node in np.flatnonzero(table.has()[client]).tolist():
        states, cells, known = table.states[node], table.column(client, node), table.known()[client][node]
        values = [
            None if not there else cell if states is None else states[cell]
            for cell, there in zip(cells.tolist(), known.tolist(), strict=True)
        ]
        found[table.nodes[node]] = values
    return found


EVERY = pytest.mark.parametrize(("kind", "shape"), list(itertools.product(KINDS, SHAPES)))


@EVERY
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_the_cells_are_those_that_came_in(kind, shape):
    table, sites = read(kind, shape), draw(kind, shape)
    assert [decoded(table, k) for k in range(SITES)] == sites
    assert table.complete == (shape == "alike")
    assert [states is None for states in table.states] == [name in ("x", "y") for name in table.nodes]
    assert list(table.sorted_states) == [name for name in table.nodes if name in ("word", "count")]
    gaps = [{name: cells.count(None) for name, cells in own.items() if None in cells} for own in sites]
    assert [table.to_fill(k) for k in range(SITES)] == gaps


@EVERY
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_parts_have_the_cells_of_their_clients(kind, shape):
    table, sites = read(kind, shape), draw(kind, shape)
    part = table.only([2, 0])
    assert [decoded(part, 0), decoded(part, 1)] == [sites[2], sites[0]]
    assert part.nodes == table.nodes
    for k in range(SITES):
        one = table.alone(k)
        assert one.seen is None
        assert set(one.nodes) == set(sites[k])
        assert decoded(one, 0) == sites[k]
        assert one.complete == (shape != "gaps")


@EVERY
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_the_engine_gets_the_kind_of_cells_that_the_score_takes(kind, shape):
    table = read(kind, shape)
    cells = {"states": {"data", "arity"}, "numbers": {"values"}, "both": {"values", "arity"}}[kind]
    seen = {"seen"} if shape == "columns" else set()
    assert set(table.arrays) - {"rank"} == cells | seen
    assert ("width" in table.request("learn")) == (kind == "states")
    lacks = shape == "gaps" or (shape == "columns" and kind != "states")
    assert table.request("learn").get("gaps", False) == lacks


def test_a_column_of_numbers_may_have_no_state_among_columns_of_states():
    table = read("both", "alike")
    assert table.arity == [3 if n == "word" else 6 if n == "count" else 0 for n in table.nodes]
