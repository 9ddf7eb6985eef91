"""Ordered columns keep the order of their states in what users see, and no answer depends on it."""

from __future__ import annotations

import itertools
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc

LEVELS = ["low", "mid", "high"]
RNG = np.random.default_rng(3)
ROWS = 200


def frame(levels=LEVELS, ordered=True, rows=ROWS, seed=0):
    """Three columns, of which `dose` and `pain` depend on each other."""
    rng = np.random.default_rng(seed)
    dose = rng.integers(0, 3, rows)
    pain = np.where(rng.random(rows) < 0.7, dose, rng.integers(0, 3, rows))
    kind = pd.CategoricalDtype(levels, ordered=ordered)
    cells = {
        name: pd.Series(np.array(LEVELS)[codes], dtype=kind)
        for name, codes in (("dose", dose), ("pain", pain))
    }
    return pd.DataFrame({**cells, "sex": rng.choice(["m", "f"], rows)})


def told(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", mcbnc.DataWarning)
        result = call()
    return result, [str(one.message) for one in caught if issubclass(one.category, mcbnc.DataWarning)]


def plain(table):
    return table.astype(object)


def test_states_keep_their_order():
    expected = {"dose": LEVELS, "pain": LEVELS, "sex": ["f", "m"]}
    assert mcbnc.learn(frame()).states == expected
    assert mcbnc.learn_many([frame(), frame(seed=1)])[1].states == expected
    assert mcbnc.learn_jointly([frame(), frame(seed=1)]).states == expected
    unordered = mcbnc.learn(frame(ordered=False)).states
    assert unordered == {"dose": sorted(LEVELS), "pain": sorted(LEVELS), "sex": ["f", "m"]}


@pytest.mark.parametrize("levels", list(itertools.permutations(LEVELS)))
def test_no_answer_depends_on_the_order(levels):
    sites = [frame(levels, seed=k) for k in range(3)]
    without = [plain(site) for site in sites]
    for learned, same in zip(mcbnc.learn_many(sites), mcbnc.learn_many(without), strict=True):
        assert learned.edges == same.edges
        assert learned.score == same.score
    together, same = mcbnc.learn_jointly(sites), mcbnc.learn_jointly(without)
    assert together.edges == same.edges
    assert together.score == same.score
    boot, again = (mcbnc.bootstrap(tables[0], 10, seed=1) for tables in (sites, without))
    np.testing.assert_array_equal(boot.dags, again.dags)
    assert boot.states == again.states


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["drop", "state"])
def test_probabilities_go_with_their_states(missing):
    """The network in BIF gives each family the shares of its rows, whatever the order of the states."""
    tables = [frame(seed=k) for k in range(2)]
    tables[0].loc[3, "dose"] = None
    together, _ = told(
        lambda: mcbnc.learn_jointly(
            mcbnc.Rows(tables, missing=missing), knowledge={"required": [("dose", "pain")]}
        )
    )
    own = [*LEVELS, "value_missing"] if missing == "state" else LEVELS
    assert together.states["dose"] == own
    same, _ = told(
        lambda: mcbnc.learn_jointly(
            mcbnc.Rows([plain(table) for table in tables], missing=missing),
            knowledge={"required": [("dose", "pain")]},
        )
    )
    text = together.to_bif()
    assert f"{{ {', '.join(own)} }}" in text
    assert text != same.to_bif()
    assert parsed(text) == parsed(same.to_bif())


def parsed(text):
    """The probabilities of a network in BIF: of each node, by its parents' states and its own."""
    pytest.importorskip("pgmpy")
    from pgmpy.readwrite import BIFReader

    found = {}
    for cpd in BIFReader(string=text).get_model().get_cpds():
        names = cpd.variables
        for place in np.ndindex(*cpd.values.shape):
            states = frozenset((name, cpd.state_names[name][k]) for name, k in zip(names, place, strict=True))
            found[names[0], states] = round(float(cpd.values[place]), 9)
    return found


@pytest.mark.slow
def test_pgmpy_gets_the_same_order():
    pytest.importorskip("pgmpy")
    network = mcbnc.learn_jointly([frame(), frame(seed=1)]).to_pgmpy()
    for cpd in network.get_cpds():
        for name, states in cpd.state_names.items():
            assert states == (["f", "m"] if name == "sex" else LEVELS)


def test_sites_in_any_order():
    part = plain(frame(seed=1))
    part = part[(part["dose"] != "mid") & (part["pain"] != "mid")].reset_index(drop=True)
    few = pd.CategoricalDtype(["low", "high"], ordered=True)
    part = part.astype({"dose": few, "pain": few})
    sites = [part, frame(), plain(frame(seed=2))]
    found = set()
    for order in itertools.permutations(sites):
        together, warned = told(lambda order=order: mcbnc.learn_jointly(list(order)))
        assert warned == []
        assert together.states["dose"] == LEVELS
        found.add((tuple(together.edges), together.to_bif().partition("probability")[2]))
    assert len({edges for edges, _ in found}) == 1


def test_orders_that_do_not_agree():
    backwards = frame(LEVELS[::-1], seed=1)
    for sites in ([frame(), backwards], [backwards, frame()]):
        together, warned = told(lambda sites=sites: mcbnc.learn_jointly(sites))
        assert together.states["dose"] == sorted(LEVELS)
        assert len(warned) == 2
        assert "datasets: column 'dose': ordered columns that do not agree" in warned[0]
        assert "its states are sorted by name" in warned[0]


def test_a_state_without_a_place():
    other = plain(frame(seed=1))
    other.loc[0, "dose"] = "extreme"
    for sites in ([frame(), other], [other, frame()]):
        learned, warned = told(lambda sites=sites: mcbnc.learn_many(sites, chance=0))
        assert learned[0].states["dose"] == ["extreme", *sorted(LEVELS)]
        assert learned[0].states["pain"] == LEVELS
        assert len(warned) == 1
        assert "in which 'extreme' has no place" in warned[0]


def test_given_states_and_categories_that_no_row_has():
    wide = frame(["none", *LEVELS])
    assert mcbnc.learn(wide).states["dose"] == ["none", *LEVELS]
    learned = mcbnc.learn(mcbnc.Rows(frame(), states={"dose": ["high", "mid", "low"]}))
    assert learned.states["dose"] == LEVELS
    numbers = pd.DataFrame(
        {"a": pd.Categorical([10, 2, 30] * 20, [30, 2, 10], ordered=True), "b": ["x", "y"] * 30}
    )
    assert mcbnc.learn(numbers).states["a"] == [30, 2, 10]


def test_a_frame_of_another_library():
    """polars and pyarrow hand over their ordered columns as those of pandas."""

    class Frame:
        columns = ("dose",)

        def to_pandas(self):
            return frame()

    assert mcbnc.learn(Frame()).states["dose"] == LEVELS


def test_written_and_read_again(tmp_path):
    together = mcbnc.learn_jointly([frame(), frame(seed=1)])
    together.save(tmp_path / "net.bif")
    assert "{ low, mid, high }" in (tmp_path / "net.bif").read_text()
    assert mcbnc.read(tmp_path / "net.bif").edges == together.edges
