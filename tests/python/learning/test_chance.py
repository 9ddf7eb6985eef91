"""How many edges chance alone would make: shuffles, what they show, and when there is a warning."""

from __future__ import annotations

import hashlib
import pickle
import time
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc

NAMES = ["d", "b", "g", "a", "e"]


def table(seed, rows, copied, columns=5):
    """Each column copies the one before it in this share of the rows."""
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 3, (rows, columns))
    for j in range(1, columns):
        cells[:, j] = np.where(rng.random(rows) < copied, cells[:, j - 1], cells[:, j])
    return pd.DataFrame(cells, columns=[*NAMES, *(f"v{j}" for j in range(5, columns))][:columns])


def by_hand(rows, number, **options):
    """The edges of a shuffled table, shuffled as the module says."""
    ranks = {name: k for k, name in enumerate(sorted(rows))}
    moved = {}
    for name in rows:
        numbers = np.random.Philox(key=[0, number], counter=[0, 0, 0, ranks[name]]).random_raw(len(rows))
        moved[name] = np.sort(rows[name].to_numpy())[np.argsort(numbers, kind="stable")]
    states = {name: sorted(set(rows[name])) for name in rows}
    return len(mcbnc.learn(mcbnc.Rows(pd.DataFrame(moved), states=states), chance=0, **options))


@pytest.mark.parametrize(
    "options", [{}, {"score": "bic"}, {"score": "aic", "max_parents": 1}, {"score": "bds"}]
)
def test_the_same_search_of_shuffled_tables(options):
    rows = table(0, 80, 0.5)
    learned = mcbnc.learn(rows, chance=6, **options)
    edges = [by_hand(rows, k, **options) for k in range(6)]
    assert learned.chance == (sum(edges) / 6, max(edges), 6, 0)


def test_numbers_are_shuffled_too():
    rows = table(1, 60, 0.5) + np.random.default_rng(1).normal(size=(60, 5))
    moved = rows.sample(frac=1, random_state=2)[NAMES[::-1]]
    for options in ({"score": "bge"}, {"score": "bic-g"}):
        one, other = (mcbnc.learn(each, chance=5, **options).chance for each in (rows, moved))
        assert one == other
        assert one.shuffles == 5
    mixed = rows.assign(a=table(1, 60, 0.5)["a"])
    with pytest.warns(mcbnc.DataWarning, match="bic-cg"):
        assert mcbnc.learn(mixed).chance.shuffles == 10


def test_neither_order_nor_workers_nor_the_answer():
    rows = table(2, 90, 0.4)
    first = mcbnc.learn(rows)
    assert first.chance.shuffles == 10
    for moved in (rows.sample(frac=1, random_state=3), rows[NAMES[::-1]], rows[sorted(rows)]):
        assert mcbnc.learn(moved, workers=1).chance == first.chance
    none = mcbnc.learn(rows, chance=0)
    assert none.chance is None
    assert (none.edges, none.score) == (first.edges, first.score)
    assert pickle.loads(pickle.dumps(first)).chance == first.chance


def test_the_default_is_for_few_rows():
    assert mcbnc.learn(table(3, 1000, 0.9)).chance.shuffles == 10
    assert mcbnc.learn(table(3, 1001, 0.9)).chance is None
    assert mcbnc.learn(table(3, 1001, 0.9), chance=2).chance.shuffles == 2
    few, many = mcbnc.learn_many([table(3, 300, 0.9), table(4, 1500, 0.9)])
    assert few.chance.shuffles == 10
    assert many.chance is None
    assert few.chance == mcbnc.learn(mcbnc.Rows(table(3, 300, 0.9), states=few.states)).chance


def test_what_is_printed():
    learned = mcbnc.learn(table(5, 200, 0.8), chance=4)
    assert repr(learned).endswith(f"chance alone would make {learned.chance.edges:.3g} (4 shuffles)>")
    assert "chance alone would make" in learned._repr_html_()
    assert learned.to_frame().attrs["chance"] == learned.chance._asdict()
    assert "chance" not in mcbnc.learn(table(5, 200, 0.8), chance=0).to_frame().attrs


def test_edges_that_may_be_chance_are_warned_of():
    noise = table(6, 60, 0, columns=14)
    with pytest.warns(
        mcbnc.DataWarning, match=r"^data: \d+ edges? may be chance, which .* 10 shuffles, and \d+ at most\. A"
    ):
        mcbnc.learn(noise, score="aic")
    sites = [noise, table(7, 300, 0.9, columns=14), table(11, 80, 0, columns=14)]
    with pytest.warns(
        mcbnc.DataWarning, match=r"datasets\[0\]: 14 edges may be chance.*; datasets\[2\]: \d+ edges may be"
    ):
        mcbnc.learn_many(sites, score="aic", prior=None)


def warned(rows, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        learned = mcbnc.learn(rows, **options)
    return learned, [str(each.message) for each in caught if " may be chance" in str(each.message)]


def test_one_strong_edge_is_no_chance_though_shuffles_have_one_too():
    rng, had = np.random.default_rng(0), 0
    for _ in range(20):
        rows = pd.DataFrame(rng.integers(0, 2, (200, 6)), columns=list("abcdef"))
        rows["b"] = np.where(rng.random(200) < 0.8, rows["a"], rows["b"])
        learned, told = warned(rows)
        assert told == []
        had += len(learned) <= learned.chance.most
    assert had > 5  # by the numbers of edges alone, these may be chance


def test_of_some_edges_the_doubtful_ones_are_counted():
    rows = table(6, 60, 0, columns=14)
    rows["b"] = rows["d"]
    learned, (told,) = warned(rows, score="aic", prior=None)
    assert told.startswith(f"data: {len(learned) - 1} of {len(learned)} edges may be chance, which gave ")


def test_required_edges_are_not_learned():
    rows = table(12, 200, 0)
    learned, told = warned(rows, knowledge={"required": [("a", "b"), ("b", "d")]})
    assert (len(learned), learned.chance.edges, told) == (2, 2.0, [])
    rows["b"] = rows["d"]  # the one that is required gains much
    noise = pd.concat([rows, table(6, 200, 0, columns=14).iloc[:, 5:]], axis=1)
    learned, (message,) = warned(noise, score="aic", prior=None, knowledge={"required": [("d", "b")]})
    assert message.startswith(f"data: {len(learned) - 1} edges may be chance, which gave ")


def test_no_edge_and_many_true_edges_are_not():
    with warnings.catch_warnings():
        warnings.simplefilter("error", mcbnc.DataWarning)
        assert not mcbnc.learn(table(8, 200, 0), score=mcbnc.QNML(surplus=2), prior="edges").edges
        assert len(mcbnc.learn(table(9, 300, 0.9), score=mcbnc.QNML(surplus=2), prior="edges")) == 4


def test_a_search_that_is_stopped_has_none():
    learned = mcbnc.learn(table(10, 500, 0.5, columns=40), time_limit=1e-9)
    assert learned.status == "time_limit"
    assert learned.chance is None


def test_bad_numbers():
    for bad in (-1, 1.5, "ten", 2**21):
        with pytest.raises(mcbnc.InvalidInputError, match="chance must be a whole number from 0 to 1048576"):
            mcbnc.learn(table(0, 50, 0.5), chance=bad)


@pytest.mark.parametrize(
    "options", [{}, {"pairs": "all", "own": False}, {"outliers": "keep", "score": "bic"}]
)
def test_sites_together(options):
    """Each column is shuffled within each site, and the whole call is made again."""
    sites = [table(seed, 90 + seed, 0.7) for seed in range(4)]
    sites[3]["b"] = sites[3]["g"].to_numpy()[::-1]
    states = {name: [0, 1, 2] for name in sites[0]}
    together = mcbnc.learn_jointly(mcbnc.Rows(sites, states=states), chance=5, **options)
    plain = mcbnc.learn_jointly(mcbnc.Rows(sites, states=states), **options)
    assert plain.chance is None
    assert together.edges == plain.edges
    edges = [
        len(mcbnc.learn_jointly(mcbnc.Rows(moved, states=states), **options))
        for moved in (shuffled_sites(sites, number) for number in range(5))
    ]
    assert together.chance == (sum(edges) / 5, max(edges), 5, 0)
    assert "chance alone would make" in repr(together)
    again = mcbnc.learn_jointly(mcbnc.Rows(sites[::-1], states=states), chance=5, workers=1, **options)
    assert again.chance == together.chance


def shuffled_sites(sites, number):
    """As the module says it. A site counts by its place among the sites sorted by their cells."""
    names = sorted(sites[0])
    blocks = [np.stack([np.sort(site[name].to_numpy()) for name in names]).astype(np.uint8) for site in sites]
    digests = [hashlib.blake2b(block.tobytes()).digest() for block in blocks]
    moved = []
    for block, digest in zip(blocks, digests, strict=True):
        place = sorted(digests).index(digest)
        columns = {}
        for rank, name in enumerate(names):
            numbers = np.random.Philox(key=[0, number], counter=[0, 0, place, rank]).random_raw(
                block.shape[1]
            )
            columns[name] = block[rank][np.argsort(numbers, kind="stable")]
        moved.append(pd.DataFrame(columns)[list(sites[0])])
    return moved


def test_sites_that_agree_by_chance_alone_are_warned_of():
    sites = [table(seed, 60, 0.0, columns=14) for seed in range(2)]
    with pytest.warns(mcbnc.DataWarning, match=r"may be chance"):
        mcbnc.learn_jointly(sites, score="aic", prior=None, chance=4)


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_chance_needs_all_columns_at_all_sites_and_no_gaps():
    sites = [table(1, 60, 0.5), table(2, 60, 0.5)[NAMES[:4]]]
    numbers = [site + np.random.default_rng(1).normal(size=site.shape) for site in sites]
    gaps = sites[0].astype(object)
    gaps.iloc[3, 2] = None
    filled = mcbnc.Rows(gaps, missing="fill")
    for learn, data, options in (
        (mcbnc.learn_jointly, sites, {"columns": "union"}),
        (mcbnc.learn_many, mcbnc.Rows(sites, columns="union"), {}),
        (mcbnc.learn_many, mcbnc.Rows(numbers, columns="union"), {"score": "bge"}),
        (mcbnc.learn, filled, {}),
        (mcbnc.learn_jointly, mcbnc.Rows([gaps], missing="fill"), {}),
    ):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"^chance cannot be combined with different columns, or "
        ):
            learn(data, chance=2, **options)
    assert mcbnc.learn(filled).chance is None
    assert mcbnc.learn(filled, chance=0).chance is None


def test_the_time_limit_is_for_the_shuffles_too():
    rows = table(9, 900, 0.9)
    began = time.monotonic()
    learned = mcbnc.learn(rows, chance=2**20, time_limit=0.3)
    assert time.monotonic() - began < 60
    assert (learned.status, learned.chance) == ("complete", None)
