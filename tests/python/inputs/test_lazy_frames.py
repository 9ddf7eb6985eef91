"""A lazy frame has no rows yet. The message has what to do, wherever it is given."""

from __future__ import annotations

import pandas as pd
import pytest

import mcbnc


class Stub:
    """What mcbnc sees of a lazy frame where polars is not installed."""

    def collect(self):
        raise AssertionError("nobody asked for the rows")


def lazy_frames():
    yield pytest.param(Stub, id="stub")
    try:
        import polars
    except ImportError:
        return
    yield pytest.param(lambda: polars.DataFrame({"from": ["a"], "to": ["b"]}).lazy(), id="polars")


ROWS = pd.DataFrame({"a": ["x", "y"] * 9, "b": ["x", "y"] * 9})


@pytest.mark.parametrize("make", [*lazy_frames()])
@pytest.mark.parametrize(
    ("call", "place"),
    [
        (lambda lazy: mcbnc.learn(lazy), "data"),
        (lambda lazy: mcbnc.learn_many([ROWS, lazy]), r"datasets\[1\]"),
        (lambda lazy: mcbnc.learn_many(lazy), "datasets"),
        (lambda lazy: mcbnc.learn(ROWS, knowledge={"required": lazy}), "required"),
        (lambda lazy: mcbnc.consensus([lazy]), r"dags\[0\]"),
    ],
)
def test_a_lazy_frame_is_to_be_collected(make, call, place):
    with pytest.raises(mcbnc.InvalidInputError, match=rf"^{place} .*; collect\(\) it$"):
        call(make())


@pytest.mark.parametrize("function", ["learn", "learn_many", "learn_jointly", "bootstrap"])
def test_a_frame_of_arcs_is_taken_by_all_that_learn(function):
    arcs = pd.DataFrame({"from": ["b"], "to": ["a"]})
    data = ROWS if function in ("learn", "bootstrap") else [ROWS]
    found = getattr(mcbnc, function)(
        data, knowledge={"required": arcs}, **({"resamples": 2} if function == "bootstrap" else {})
    )
    graph = {"learn_many": lambda: found[0], "bootstrap": lambda: found.averaged()}.get(
        function, lambda: found
    )()
    assert graph.edges == [("b", "a")]
