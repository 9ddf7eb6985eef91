"""Values that are equal in Python are one state, and its label does not depend on the order of the rows."""

from __future__ import annotations

import itertools
from decimal import Decimal

import numpy as np
import pytest

import mcbnc

# name: (equal values, the label of their state)
EQUAL = {
    "a truth value and a number": ((False, 0), 0),
    "true and one": ((1.0, True, 1), 1),
    "a truth value and a float": ((1.0, True), 1),
    "NumPy's truth value": ((np.True_, 1), 1),
    "a large number": ((2.0**53, 2**53), 2**53),
    "NumPy's large number": ((np.float64(2**60), np.int64(2**60)), 2**60),
    "a number of NumPy and a decimal": ((Decimal("1"), np.int8(1)), 1),
    "a complex number": ((2 + 0j, 2), 2),
    "decimals": ((Decimal("1.50"), Decimal("1.5"), 1.5), 1.5),
    "tuples": (((True, 0), (1, 0), (1, False)), (1, 0)),
}


def told(states) -> str:
    return repr([(type(state), state) for state in states])


@pytest.mark.parametrize("name", EQUAL)
def test_the_label_of_equal_values(name):
    values, label = EQUAL[name]
    found = {
        told(mcbnc.learn(mcbnc.Rows({"x": [*order, "other"]}, accept=True)).states["x"])
        for order in itertools.permutations(values)
    }
    assert len(found) == 1
    assert told([label])[1:-1] in found.pop()


def test_truth_values_alone_stay_truth_values():
    assert told(mcbnc.learn({"x": [True, False]}).states["x"]) == told([False, True])
    assert told(mcbnc.learn({"x": [True, False, 1]}).states["x"]) == told([False, 1])


@pytest.mark.parametrize("cells", [[0, False, 1, 2], [2**53, 2.0**53, 1, 2]])
def test_answers_do_not_depend_on_the_order_of_rows(cells):
    rows = [(cell, k % 2) for k, cell in enumerate(cells * 10)]
    answers = set()
    for shift in range(4):
        x, y = zip(*(rows[shift:] + rows[:shift]), strict=True)
        boot = mcbnc.bootstrap({"x": x, "y": y}, 20, seed=1)
        answers.add((told(boot.states["x"]), boot.strength.tobytes(), boot.dags.tobytes()))
    assert len(answers) == 1


def test_answers_do_not_depend_on_the_order_of_clients():
    flags, numbers = {"x": [True, False] * 5}, {"x": [0, 1] * 5}
    found = {
        told(learned.states["x"])
        for clients in ([flags, numbers], [numbers, flags])
        for learned in mcbnc.learn_many(clients)
    }
    assert found == {told([0, 1])}
