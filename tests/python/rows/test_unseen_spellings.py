"""States that look the same to a reader get a warning, also if their characters differ."""

from __future__ import annotations

import pytest

import mcbnc


@pytest.mark.parametrize(
    ("one", "other"), [("\u00e9", "e\u0301"), ("x", "x\u200b"), ("x", "\ufeffx"), ("x", "x\0")]
)
def test_states_that_look_the_same_are_told(one: str, other: str) -> None:
    rows = {"a": [one, other, "y", "y"] * 5, "b": ["p", "p", "q", "q"] * 5}
    with pytest.warns(mcbnc.DataWarning, match="states that differ only in case"):
        mcbnc.learn(rows)
