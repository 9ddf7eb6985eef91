"""Both tasks of the app in Flower's simulation, over the bundled rows of ALARM."""

from __future__ import annotations

import pytest

import mcbnc

SITES = 3


@pytest.fixture(scope="module")
def simulation(flower):
    flower.start_superlink("--simulation")
    return flower


@pytest.fixture(scope="module")
def rows():
    return mcbnc.datasets.load_rows("alarm")


def test_a_consensus_from_sums(simulation, rows):
    answer = simulate(simulation, task="consensus")
    named = {"names": rows.nodes, "states": rows.states}
    learned = [mcbnc.learn(mcbnc.Rows(each, **named)) for each in rows.data[:SITES]]
    expected = mcbnc.consensus(learned)
    assert edges(answer) == expected.edges


def test_learning_from_sums(simulation, rows):
    answer = simulate(simulation, task="learning")
    tables = mcbnc.Rows(rows.data[:SITES], names=rows.nodes, states=rows.states)
    expected = mcbnc.learn_jointly(tables, own=False, search="ges", outliers="keep")
    assert edges(answer) == expected.edges


def simulate(simulation, **config):
    return simulation.run("--federation-config", f"num-supernodes={SITES}", sites=SITES, **config)


def edges(answer):
    return [tuple(edge) for edge in answer["edges"]]
