"""Functions that learn from rows take opinions: they pool, and the result has probabilities of the rows."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pandas as pd
import pytest

import mcbnc

pytestmark = [  # four nodes have few pairs, and two sources may agree by chance
    pytest.mark.filterwarnings("ignore:the opinions agree"),
    pytest.mark.filterwarnings("ignore:opinions agree"),
]

NAMES = list("abcd")
CHAIN = pd.DataFrame(np.eye(4, k=1, dtype=int), NAMES, NAMES)
OTHER = pd.DataFrame([[0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]], NAMES, NAMES)
SOURCES = {"ann": CHAIN, "bob": OTHER}
TIERS = {"tiers": [["d"], ["c"], ["b"], ["a"]]}


def table(rows=300, seed=0):
    """Rows of a chain a -> b -> c, and d by itself."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 2, rows)
    b = np.where(rng.random(rows) < 0.9, a, 1 - a)
    c = np.where(rng.random(rows) < 0.9, b, 1 - b)
    return pd.DataFrame({"a": a, "b": b, "c": c, "d": rng.integers(0, 3, rows)})


TABLES = {"north": table(400, 1), "south": table(500, 2)}


def assert_same(found, expected):
    """Every number and every edge is the same."""
    assert isinstance(found, mcbnc.Pooled)
    for name in ("probability", "direction", "from_rows", "from_opinions"):
        assert np.array_equal(getattr(found, name), getattr(expected, name))
    assert found.edges == expected.edges
    assert found.sources == expected.sources


@pytest.mark.parametrize("knowledge", [None, TIERS])
def test_they_pool(knowledge):
    rows, known = table(), {"knowledge": knowledge}
    expected = mcbnc.pool(SOURCES, rows, **known)
    assert_same(mcbnc.learn(rows, opinions=SOURCES, **known), expected)
    assert_same(mcbnc.bootstrap(rows, 50, opinions=SOURCES, seed=0, **known), expected)
    jointly = mcbnc.learn_jointly(TABLES, opinions=SOURCES, **known)
    assert_same(jointly, mcbnc.pool(SOURCES, TABLES, **known))
    if knowledge:
        assert all(u > v for u, v in expected.edges + jointly.edges)


def test_the_options_are_those_of_the_searches():
    rows, own = table(), {"score": "bic", "prior": "none", "search": "ges", "max_parents": 1}
    found = mcbnc.learn(rows, opinions=SOURCES, resamples=20, seed=4, **own)
    assert_same(found, mcbnc.pool(SOURCES, mcbnc.bootstrap(rows, 20, seed=4, **own)))
    assert found.from_rows.tolist() != mcbnc.pool(SOURCES, rows, resamples=20, seed=4).from_rows.tolist()
    (made,) = found.provenance.made_of
    assert made.options["score"]["name"] == "bic"
    assert (found.provenance.seed, found.provenance.options["resamples"]) == (4, 20)
    joint = mcbnc.learn_jointly(TABLES, opinions=SOURCES, score="aic", pairs="all")
    assert joint.provenance.made_of[0].options["pairs"] == "all"


def test_one_table_learned_jointly_is_a_structure_and_no_strength():
    alone, rows = mcbnc.learn_jointly([table()]), 300
    found = mcbnc.learn_jointly([table()], opinions=SOURCES)
    joined = np.asarray(alone) | np.asarray(alone).T
    low, high = 0.4 * min(0.6, 8 / np.sqrt(rows)), min(0.2, 1.5 / np.sqrt(rows))
    shares = np.where(joined, 1 - high, low)
    np.testing.assert_allclose(found.from_rows, np.log(shares / (1 - shares)) * (1 - np.eye(4)), atol=1e-12)
    assert "300 rows of 1 table" in repr(found)


def test_opinions_may_be_of_a_part_of_the_columns():
    part = CHAIN.loc[list("ab"), list("ab")]
    found = mcbnc.learn(table(), opinions={"ann": part, "bob": OTHER}, resamples=10)
    assert found.nodes == NAMES
    assert found.sources["ann"].pairs == 1
    found = mcbnc.learn(table(), opinions={"ann": [("a", "b"), ("b", "c")]}, resamples=10)
    assert found.sources["ann"].pairs == 6
    bare = mcbnc.learn(table().to_numpy(), opinions=[np.eye(4, k=1), np.eye(4, k=1)], resamples=10)
    assert bare.nodes == [0, 1, 2, 3]
    assert not bare.named


LEARN = {
    "learn": lambda **options: mcbnc.learn(table(), **options),
    "bootstrap": lambda **options: mcbnc.bootstrap(table(), 5, **options),
    "learn_jointly": lambda **options: mcbnc.learn_jointly(TABLES, **options),
}


@pytest.mark.parametrize("name", LEARN)
@pytest.mark.parametrize(
    ("opinions", "problem"),
    [
        ([], "opinions is empty"),
        (CHAIN, "not a single DataFrame"),
        ({"ann": CHAIN * 2}, r"opinions\['ann'\]: a -> b is 2"),
        ([np.eye(4, k=1)], "has no names, but the columns of the rows have some"),
        (
            [pd.DataFrame(0, [*NAMES, "e"], [*NAMES, "e"])],
            r"opinions\[0\] has nodes that are no columns of the rows: 'e'; mcbnc.pool",
        ),
    ],
)
def test_bad_opinions(name, opinions, problem):
    with pytest.raises(mcbnc.InvalidInputError, match=problem) as error:
        LEARN[name](opinions=opinions)
    assert error.value.argument == "opinions"


def test_opinions_beside_rows_without_names():
    rows = table().to_numpy()
    with pytest.raises(mcbnc.InvalidInputError, match="has names, but the columns of the rows have none"):
        mcbnc.learn(rows, opinions=SOURCES)
    with pytest.raises(mcbnc.InvalidInputError, match="has 3 nodes, and there are 4 columns"):
        mcbnc.learn(rows, opinions=[np.eye(3, k=1)])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("learn", {"chance": 3}),
        ("learn", {"chance": 0}),
        ("learn_jointly", {"chance": 3}),
        ("learn_jointly", {"resamples": 3}),
    ],
)
def test_options_that_have_no_effect_beside_opinions(name, options):
    (option,) = options
    with pytest.raises(mcbnc.InvalidInputError, match=f"{option} cannot be combined with opinions") as error:
        LEARN[name](opinions=SOURCES, **options)
    assert error.value.argument == option


def test_pairs_that_no_table_has():
    tables = [table()[["a", "b", "c"]], table()[["a", "b", "d"]]]
    with pytest.raises(mcbnc.InvalidInputError, match="1 pair of columns are in no table together"):
        mcbnc.learn_jointly(tables, columns="union", opinions=SOURCES)


def test_a_call_that_is_stopped_says_so():
    left = []

    def progress(now, start, psi):
        left.append(now)
        return len(left) < 2

    found = mcbnc.bootstrap(table(), 2000, opinions=SOURCES, seed=1, workers=1, progress=progress)
    assert found.status == "cancelled"
    assert 0 < found.provenance.options["resamples"] < 2000
    with pytest.raises(mcbnc.InvalidInputError, match="no resample was done"):
        mcbnc.learn(table(), opinions=SOURCES, time_limit=1e-9)


def shares(rows, node, parents, states):
    """Posterior means with a prior of 1, counted row by row."""
    counts = {}
    for values in rows[[*parents, node]].itertuples(index=False):
        counts.setdefault(tuple(values[:-1]), np.zeros(len(states[node])))[values[-1]] += 1
    cells = np.prod([len(states[name]) for name in [*parents, node]])
    return {given: (own + 1 / cells) / (own + 1 / cells).sum() for given, own in counts.items()}


def check_network(found, rows):
    """The BIF of a result has the shares of the rows."""
    states = {name: sorted(rows[name].unique()) for name in rows}
    assert found.states == states
    text = found.to_bif()
    for name in rows:
        parents = [u for u, v in found.edges if v == name]
        for given, own in shares(rows, name, parents, states).items():
            head = rf"\({', '.join(map(str, given))}\)" if given else "table"
            (block,) = re.findall(rf"probability \( {name}[^{{]*{{([^}}]*)}}", text)
            (line,) = re.findall(rf"{head} ([^;]*);", block)
            np.testing.assert_allclose([float(p) for p in line.split(",")], own, atol=1e-12)


def test_the_network_has_the_probabilities_of_the_rows():
    rows, shuffled = table(), table()[list("cadb")]
    both = pd.concat(TABLES.values())
    for found, cells in (
        (mcbnc.pool(SOURCES, rows), rows),
        (mcbnc.pool(SOURCES, shuffled), rows),
        (mcbnc.pool(SOURCES, rows).answer({("a", "d"): "->", ("a", "c"): "->"}), rows),
        (mcbnc.learn(rows, opinions=SOURCES, resamples=10), rows),
        (mcbnc.learn_jointly(TABLES, opinions=SOURCES), both),
    ):
        check_network(found, cells)


def test_a_pickle_has_the_counts_and_not_the_rows(tmp_path):
    rows = table(20000)
    found = mcbnc.pool(SOURCES, rows, resamples=2)
    content = pickle.dumps(found)
    assert len(content) < 20000
    copy = pickle.loads(content)
    assert copy.to_bif() == found.to_bif()
    assert mcbnc.write(copy, tmp_path / "net.bif") is None
    assert (tmp_path / "net.bif").read_text() == found.to_bif()
    with pytest.raises(mcbnc.InvalidInputError, match="rows are in no pickle"):
        copy.answer({("a", "d"): "->"}).to_bif()


def test_why_there_are_no_probabilities():
    rows = table()
    for found, problem in (
        (mcbnc.pool(SOURCES), "there are no rows"),
        (mcbnc.pool(SOURCES, mcbnc.bootstrap(rows, 5)), "a Bootstrap keeps no rows"),
        (mcbnc.pool(SOURCES, rows[["a", "b"]], resamples=5), "no row has 'c', 'd'"),
        (mcbnc.pool(SOURCES, rows + 0.5, resamples=5), "only a discrete score's network"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=problem):
            found.to_bif()


def test_the_equivalent_sample_size_is_that_of_the_score():
    rows = table(30)
    found = mcbnc.learn(rows, opinions=SOURCES, score=mcbnc.BDeu(ess=20), resamples=5)
    assert found.to_bif() == found.to_bif(ess=20) != found.to_bif(ess=1)


@pytest.mark.slow
def test_the_network_of_pgmpy():
    pytest.importorskip("pgmpy")
    found = mcbnc.pool(SOURCES, table())
    network = found.to_pgmpy()
    assert network.check_model()
    text = found.to_bif()
    for cpd in network.get_cpds():
        numbers = [float(p) for p in re.findall(r"\d\.\d+(?:e-\d+)?", text)]
        assert np.isclose(np.array(numbers)[:, None], cpd.values.ravel()).any(axis=0).all()
    assert not mcbnc.pool(SOURCES).to_pgmpy().get_cpds()
    with pytest.raises(mcbnc.InvalidInputError, match="there are no rows"):
        mcbnc.pool(SOURCES).to_pgmpy(fitted=True)
