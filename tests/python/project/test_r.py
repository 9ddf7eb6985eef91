"""The Python side of the R package: plain values in and out, and messages in R's terms."""

from __future__ import annotations

import numpy as np
import pytest

import mcbnc
from mcbnc._r import call
from mcbnc._r.words import in_r

NODES = ["a", "b", "c"]
DAGS = [[[0, 0, 1], [0, 0, 1], [0, 0, 0]], [[0, 1, 1], [0, 0, 1], [0, 0, 0]]]


def as_r(dag) -> dict:
    """A DAG as the R package writes it: bytes column by column, in a bytearray as reticulate makes it."""
    return {"nodes": NODES, "cells": bytearray(np.array(dag, np.uint8).tobytes(order="F"))}


def plain(value) -> bool:
    """Is the value one that reticulate converts without NumPy? Results are kept as they are."""
    if isinstance(value, dict):
        return all(plain(item) for key, item in value.items() if key != "python")
    if isinstance(value, list):
        return all(map(plain, value))
    return value is None or type(value) in (str, int, float, bool, bytearray)


def rows(data, **options):
    """What R's rows() gets of Python for one table."""
    return call("rows", {"data": data, "single": True, **options})["value"]["python"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("dags[2]: it has a cycle: b -> e -> b", "dags[[3]]: it has a cycle: b -> e -> b"),
        ("dags[1] must have the same nodes as dags[0]", "dags[[2]] must have the same nodes as dags[[1]]"),
        ("datasets[0]: column 'x', row 9: no", "data[[1]]: column 'x', row 10: no"),
        ("but weights[1] is -1.0", "but weights[2] is -1.0"),
        ("k_max must be a whole number or None", "k_max must be a whole number or NULL"),
        ("canonical must be True or False", "canonical must be TRUE or FALSE"),
        (
            "discretise the column first (mcbnc.discretize), or pass accept=['a', 'b']",
            "discretise the column first (discretize()), or pass accept = c('a', 'b')",
        ),
        ("no node is named 'dags[0]'; there are 'row 1', 'None'",) * 2,
    ],
)
def test_messages_are_rs(message, expected):
    assert in_r(message) == expected


def test_tables_as_a_recipe_makes_them():
    """Changed columns in plain values, and the names that R's own columns have."""
    texts = {"codes": bytearray(np.array([0, 1, -1, 1], np.int32).tobytes()), "texts": ["0", "1"]}
    numbers = {"numbers": bytearray(np.array([1.5, -99, 2, 2]).tobytes())}
    text = """
[rename]
"a " = "a"
[missing]
b = [-99]
[recode.a]
"0" = "no"
"1" = "yes"
[columns.a]
states = ["yes", "no"]
"""
    table = {"a ": texts, "b": numbers, "c": numbers}
    reply = call("tidy", {"rows": rows(table, recipe=text)})
    assert reply["warnings"] == []
    assert plain(reply)
    (made,) = reply["value"]["tables"]
    a, b, c = made["columns"]
    assert (a["name"], a["own"], a["levels"], a["ordered"]) == ("a", "a ", ["yes", "no"], True)
    assert np.frombuffer(bytes(a["codes"]), np.int32).tolist() == [1, 0, -1, 0]
    np.testing.assert_array_equal(np.frombuffer(bytes(b["numbers"])), [1.5, np.nan, 2, 2])
    assert c == {"name": "c", "own": "c"}
    assert reply["value"]["changes"]["cells"] == [1, 1, 1, 2]
    made_before = rows(table, recipe=text, made=reply["value"]["recipe"])
    (warning,) = call("tidy", {"rows": made_before})["warnings"]
    assert "not applied again" in warning


def test_a_consensus_in_plain_values():
    dags = [as_r(dag) for dag in DAGS]
    reply = call("consensus", {"dags": dags, "theta": 0.5, "weights": [1, 2]})
    expected = mcbnc.consensus(DAGS, 0.5, nodes=NODES, weights=[1, 2])
    assert reply["warnings"] == []
    assert plain(reply)
    value = reply["value"]
    for name in ("adjacency", "cpdag"):
        matrix = np.frombuffer(value[name], np.uint8).reshape(3, 3, order="F")
        np.testing.assert_array_equal(matrix, getattr(expected, name))
    assert value["nodes"] == NODES
    assert value["python"].edges == expected.edges
    columns = value["edges"]
    assert list(zip(columns["from"], columns["to"], strict=True)) == expected.edges
    assert columns["support"] == [1.0 if "c" in edge else 2 / 3 for edge in expected.edges]
    psi = call("psi", {"result": value["python"]})
    assert plain(psi)
    assert len(psi["value"]) == len(expected.edges)


def test_other_results_in_plain_values():
    dags = [as_r(dag) for dag in DAGS]
    run = call("trajectory", {"dags": dags})
    assert plain(run)
    assert run["value"]["selected"] == mcbnc.trajectory(DAGS).select()
    compared = call("compare", {"dags": dags, "gold": dags[0], "methods": ["vote arcs"]})
    assert plain(compared)
    assert compared["value"]["table"]["method"][0] == "vote arcs"
    assert plain(call("load", {"name": "alarm"}))
    sizes = bytearray(np.ones((3, 2)).tobytes())
    placed = call("layout", {"adjacency": dags[1]["cells"], "sizes": sizes, "layout": None})
    assert plain(placed)
    assert len(placed["value"]["routes"]) == 3


def test_a_factor_keeps_its_levels_and_its_missing_values():
    codes = np.array([1, 0, 1, 1] * 5, np.int32)
    factor = {"codes": bytearray(codes.tobytes()), "levels": ["10", "9", "8"], "ordered": False}
    numbers = {"numbers": bytearray(np.array([1.0, 2, 2, 1] * 5).tobytes())}
    learned = call("learn", {"data": {"f": factor, "x": numbers}})["value"]["python"]
    assert learned.states == {"f": ["10", "8", "9"], "x": [1, 2]}
    frame = {"f": ["9", "10", "9", "9"] * 5, "x": [1, 2, 2, 1] * 5}
    assert learned.score == mcbnc.learn(mcbnc.Rows(frame, states={"f": ["10", "9", "8"]})).score
    codes[2] = -1
    factor["codes"] = bytearray(codes.tobytes())
    assert "column 'f', row 3" in call("learn", {"data": {"f": factor}})["error"]["message"]


def test_an_ordered_factor_keeps_the_order_of_its_levels():
    codes = bytearray(np.array([1, 0, 2, 1] * 5, np.int32).tobytes())
    factor = {"codes": codes, "levels": ["low", "mid", "high"], "ordered": True}
    learned = call("learn", {"data": {"f": factor}})["value"]["python"]
    assert learned.states == {"f": ["low", "mid", "high"]}


def test_given_states_come_before_the_levels():
    codes = bytearray(np.array([0, 1] * 5, np.int32).tobytes())
    factor = {"codes": codes, "levels": ["a", "b", "c"], "ordered": False}
    learned = call("learn", {"data": rows({"f": factor}, states={"f": ["a", "b", "d"]})})["value"]["python"]
    assert learned.states == {"f": ["a", "b", "d"]}


def test_many_tables_have_the_levels_of_all():
    tables = [{"f": {"codes": bytearray(40), "levels": [level], "ordered": False}} for level in "ba"]
    first, second = (value["python"] for value in call("learn_many", {"datasets": tables})["value"])
    assert first.states == second.states == {"f": ["a", "b"]}


@pytest.mark.parametrize("score", ["bge", "bic-g"])
def test_numbers_are_learned_by_a_gaussian_score(score):
    rng = np.random.default_rng(0)
    x = rng.normal(size=100)
    columns = {"x": x, "y": x + rng.normal(size=100)}
    data = {name: {"numbers": bytearray(values.tobytes())} for name, values in columns.items()}
    value = call("learn", {"data": data, "score": score})["value"]
    assert value["score"] == mcbnc.learn(columns, score=score).score


def test_strings_and_factors_go_through_the_rules_for_rows():
    names = [f"p{k}" for k in range(100)]
    codes = bytearray(np.arange(100, dtype=np.int32).tobytes())
    identifiers = {"data": {"id": {"codes": codes, "levels": names, "ordered": False}}}
    assert "accept = c('id')" in call("learn", identifiers)["error"]["message"]
    identifiers["data"]["id"]["levels"] = [*names, "another"]
    assert "accept = c('id')" in call("learn", identifiers)["error"]["message"]
    assert call("learn", {"data": rows(identifiers["data"], accept=["id"])})["value"]["rows"] == 100


@pytest.mark.parametrize(
    ("levels", "told"),
    [
        (["1.5", "2.5", "3.5"], "'1.5' is no whole number"),
        (["?", "b", "c"], "states that often mean that there is no value, in 'f' ('?'"),
        (["A", "b", "a"], "states that differ only in case"),
    ],
)
@pytest.mark.parametrize("function", ["learn", "learn_many"])
def test_an_unused_level_is_no_way_past_the_rules_for_rows(levels, told, function):
    table = {
        "f": {
            "codes": bytearray(np.array([0, 1] * 5, np.int32).tobytes()),
            "levels": levels,
            "ordered": False,
        }
    }
    data = {"data": table} if function == "learn" else {"datasets": [table, table]}
    reply = call(function, {**data, "score": "bdeu"})
    assert told in "".join([*reply["warnings"], reply.get("error", {}).get("message", "")])


@pytest.mark.parametrize("levels", [["a", "b"], ["a", "b", "c"]])
def test_a_gaussian_score_refuses_a_factor_by_its_column(levels):
    table = {
        "f": {
            "codes": bytearray(np.array([0, 1] * 5, np.int32).tobytes()),
            "levels": levels,
            "ordered": False,
        }
    }
    error = call("learn", {"data": table, "score": "bge"})["error"]
    assert error["message"].startswith("data: column 'f', row 1: 'a' is no finite number")


def test_strings_have_the_states_that_occur_and_factors_their_levels():
    codes = bytearray(np.array([0, 1, 2] + [0, 1] * 5, np.int32).tobytes())
    gaps = bytearray(np.array([0, 1, -1] + [0, 1] * 5, np.int32).tobytes())
    data = {
        "texts": {"codes": codes, "texts": ["a", "b", "c"]},
        "levels": {"codes": codes, "levels": ["a", "b", "c"], "ordered": False},
        "gaps": {"codes": gaps, "texts": ["a", "b"]},
    }
    learned = call("learn", {"data": rows(data, missing="drop")})["value"]["python"]
    assert learned.states == {"texts": ["a", "b"], "levels": ["a", "b", "c"], "gaps": ["a", "b"]}


def test_errors_are_values():
    cyclic = as_r([[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    error = call("consensus", {"dags": [as_r(DAGS[0]), cyclic]})["error"]
    assert error["kind"] == "CycleError"
    assert error["dag"] == 2
    assert error["nodes"] == ["a", "b", "c", "a"]
    unknown = call("consensus", {"dags": ["[a]"], "colour": "red"})["error"]
    assert unknown["kind"] == "TypeError"
    assert "colour" in unknown["message"]


def test_warnings_are_values():
    cells = bytearray(np.triu(np.ones((60, 60), np.uint8), 1).tobytes(order="F"))
    sizes = bytearray(np.ones((60, 2)).tobytes())
    reply = call("layout", {"adjacency": cells, "sizes": sizes, "layout": None})
    assert len(reply["warnings"]) == 1
    assert "circle" in reply["warnings"][0]
