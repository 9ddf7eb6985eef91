"""Numbers of things in messages and reprs: one is one thing, and not one things."""

from __future__ import annotations

import re

import pytest

import mcbnc
from mcbnc._base.show import counted

ONE = [[[0]]]
PAIR = [[0, 1], [1, 0]] * 20


def test_counted():
    assert [counted(k, "row") for k in range(3)] == ["0 rows", "1 row", "2 rows"]


@pytest.mark.parametrize(
    "make",
    [
        lambda: mcbnc.consensus(ONE),
        lambda: mcbnc.trajectory(ONE),
        lambda: mcbnc.batch(ONE, counts=[[1]]),
        lambda: mcbnc.stability(ONE, 1),
        lambda: mcbnc.stability(["[a][b|a]"], 1),
        lambda: mcbnc.baselines.vote(ONE),
        lambda: mcbnc.learn([[0]]),
        lambda: mcbnc.learn([[0], [None]], missing="drop"),
        lambda: mcbnc.learn(PAIR),
        lambda: mcbnc.bootstrap([[0]], 1),
        lambda: mcbnc.bootstrap(PAIR, 1),
        lambda: mcbnc.from_bnlearn("[a][b|a]"),
        lambda: mcbnc.metrics.triangulation(ONE[0]),
    ],
)
def test_reprs(make):
    assert not re.search(r"\b1 [A-Za-z]+s\b", repr(make()))
