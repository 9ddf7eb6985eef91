"""How sure each edge of a learned structure is: the numbers of a bootstrap, beside one structure."""

from __future__ import annotations

import hashlib
import json
import pickle
import time
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc._learning import resamples
from mcbnc._learning.chance import Found
from mcbnc._rows.rows import read_datasets
from mcbnc.errors import MemoryLimitError

NAMES = ["d", "b", "g", "a", "e"]


def table(seed, rows, copied, columns=5, states=3):
    """Each column copies the one before it in this share of the rows."""
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, states, (rows, columns))
    for j in range(1, columns):
        cells[:, j] = np.where(rng.random(rows) < copied, cells[:, j - 1], cells[:, j])
    return pd.DataFrame(cells, columns=[*NAMES, *(f"v{j}" for j in range(5, columns))][:columns])


def one_cause(columns, rows):
    """Columns that copy one that is not there: nearly all of them are joined."""
    rng = np.random.default_rng(0)
    cause = rng.integers(0, 2, (rows, 1))
    cells = np.where(rng.random((rows, columns)) < 0.7, cause, rng.integers(0, 2, (rows, columns)))
    return pd.DataFrame(cells, columns=[f"v{j}" for j in range(columns)])


def numbers(seed, rows=80):
    return table(seed, rows, 0.5) + np.random.default_rng(seed).normal(size=(rows, 5))


def mixed(seed):
    rows = numbers(seed)
    return rows.assign(a=table(seed, len(rows), 0.5)["a"])


WEIGHTS = np.ones((5, 5)) - np.eye(5)


@pytest.mark.parametrize(
    ("rows", "options"),
    [
        (table(0, 80, 0.5), {}),
        (table(0, 80, 0.5), {"score": "bic", "search": "ges"}),
        (table(1, 70, 0.4), {"score": "aic", "max_parents": 1, "prior": None}),
        (table(2, 60, 0.5), {"score": "bds", "pair_weights": WEIGHTS}),
        (table(3, 60, 0.5), {"knowledge": {"required": [("e", "d")], "forbidden": [("d", "b")]}}),
        (numbers(4), {"score": "bge"}),
        (numbers(5), {"score": "bic-g"}),
        (mixed(6), {"score": "bic-cg"}),
    ],
)
def test_the_numbers_of_a_bootstrap(rows, options):
    learned = mcbnc.learn(rows, **options)
    boot = mcbnc.bootstrap(rows, 50, seed=0, **options)
    assert (learned.resamples.count, learned.resamples.seed) == (50, 0)
    assert boot.strength.any()
    np.testing.assert_array_equal(learned.resamples.strength, boot.strength)
    np.testing.assert_array_equal(learned.resamples.joined, np.rint(50 * boot.strength))
    np.testing.assert_array_equal(learned.chance_true, boot.chance_true)
    np.testing.assert_array_equal(learned.resamples.chance_true, boot.chance_true)


def test_each_resample_is_learned():
    """The draws are those of the bootstrap's page, made by NumPy."""
    rows = table(7, 60, 0.5)
    states = {name: [0, 1, 2] for name in rows}
    in_order = rows.sort_values(sorted(rows)).to_numpy()
    joined = np.zeros((5, 5), int)
    for k in range(7):
        words = np.random.Philox(key=0, counter=[0, k, 0, 0]).random_raw(60)
        drawn = in_order[[int(word) * 60 >> 64 for word in words.tolist()]]
        dag = np.asarray(
            mcbnc.learn(mcbnc.Rows(pd.DataFrame(drawn, columns=rows.columns), states=states), resamples=0)
        )
        joined += dag | dag.T
    learned = mcbnc.learn(rows, resamples=7)
    np.testing.assert_array_equal(learned.resamples.joined, joined)
    np.testing.assert_array_equal(learned.chance_true, np.minimum(joined / 7, 0.97))


def test_neither_order_nor_workers_nor_the_answer():
    rows = table(2, 90, 0.4)
    first = mcbnc.learn(rows, seed=4)
    places = [list(rows).index(name) for name in sorted(rows)]
    for moved in (rows.sample(frac=1, random_state=3), rows[NAMES[::-1]], rows[sorted(rows)]):
        for workers in (1, 2):
            again = mcbnc.learn(moved, workers=workers)
            at = [again.nodes.index(name) for name in sorted(rows)]
            np.testing.assert_array_equal(
                again.resamples.joined[np.ix_(at, at)], first.resamples.joined[np.ix_(places, places)]
            )
    none = mcbnc.learn(rows, seed=4, resamples=0)
    assert none.resamples is none.chance_true is None
    assert (none.edges, none.score, none.status, none.chance) == (
        first.edges,
        first.score,
        "complete",
        first.chance,
    )


def test_the_answer_is_saved_as_without(tmp_path):
    rows = table(2, 90, 0.4)
    records = []
    for count in (0, 8):
        mcbnc.learn(rows, resamples=count).save(tmp_path / "one.json")
        record = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
        told = record["learned"].pop("resamples")
        assert (told is None) == (record["provenance"]["found"].pop("resamples") is None) == (count == 0)
        del record["learned"]["seconds"]
        record.pop("sha256", None)
        records.append(record)
    assert records[0] == records[1]


def test_the_default_is_by_rows_columns_and_edges():
    assert mcbnc.learn(table(3, 1000, 0.9)).resamples.count == 50
    assert mcbnc.learn(table(3, 1001, 0.9)).resamples is None
    assert mcbnc.learn(table(3, 1001, 0.9), resamples=2).resamples.count == 2
    assert mcbnc.learn(table(3, 60, 0, columns=40)).resamples.count == 50
    assert mcbnc.learn(table(3, 60, 0, columns=41)).resamples is None
    many = mcbnc.learn(one_cause(20, 900))
    assert len(many) > 50
    assert many.resamples is None
    for columns, count in ((26, 50), (27, None)):  # reversible edges count twice
        chain = mcbnc.learn(table(3, 300, 0.9, columns=columns))
        assert len(chain) == len(chain.reversible) == columns - 1
        assert (chain.resamples and chain.resamples.count) == count
    assert resamples.resamples_for(None, 1000, 40, 50) == 50
    assert resamples.resamples_for(None, 1000, 40, 51) == 0


def test_what_learns_inside_has_none(monkeypatch):
    calls = []
    engine = resamples.execute
    monkeypatch.setattr(resamples, "execute", lambda *given: calls.append(0) or engine(*given))
    tables = [table(1, 90, 0.7), table(2, 80, 0.7)]
    assert all(one.resamples is None for one in mcbnc.learn_many(tables))
    together = mcbnc.learn_jointly(tables, chance=2)
    assert together.resamples is together.chance_true is None
    assert all(one.resamples is None for one in together.sites)
    mcbnc.bootstrap(tables[0], 3, seed=1)
    gaps = tables[0].astype(object).mask(np.random.default_rng(0).random(tables[0].shape) < 0.1)
    assert mcbnc.learn(mcbnc.Rows(gaps, missing="fill")).resamples is None
    assert not calls
    mcbnc.learn(tables[0], chance=3, resamples=2)
    assert len(calls) == 1


def test_of_many_tables_if_asked_for():
    tables = {"north": table(1, 90, 0.7), "south": table(2, 1500, 0.7)}
    states = {name: [0, 1, 2, 3] for name in NAMES}
    for name, one in zip(
        tables, mcbnc.learn_many(mcbnc.Rows(tables, states=states), resamples=6), strict=True
    ):
        boot = mcbnc.bootstrap(mcbnc.Rows(tables[name], states=states), 6, seed=0)
        assert one.site == name
        np.testing.assert_array_equal(one.resamples.strength, boot.strength)


def test_the_frame_and_the_graph_of_networkx_have_the_number():
    rows = table(2, 90, 0.4)
    learned = mcbnc.learn(rows)
    frame = learned.to_frame()
    assert list(frame) == ["from", "to", "reversible", "chance_true"]
    at = {name: k for k, name in enumerate(learned.nodes)}
    for u, v, shown in zip(frame["from"], frame["to"], frame["chance_true"], strict=True):
        strength = learned.resamples.strength[at[u], at[v]]
        assert shown == min(strength, 0.97)
        assert learned.to_networkx().edges[u, v]["chance_true"] == shown
    assert list(mcbnc.learn(rows, resamples=0).to_frame()) == ["from", "to", "reversible"]
    assert mcbnc.consensus([frame, frame], 0.5).nodes == learned.nodes  # the frame is a graph still
    empty = mcbnc.learn(table(8, 200, 0)).to_frame()
    assert (len(empty), list(empty)) == (0, ["from", "to", "reversible", "chance_true"])


def test_what_is_printed():
    learned = mcbnc.learn(table(2, 90, 0.4), resamples=20)
    strong = sum(
        2 * learned.resamples.strength[learned.nodes.index(u), learned.nodes.index(v)] > 1
        for u, v in learned.edges
    )
    told = f"{strong} of {len(learned)} edges in more than half of 20 resamples"
    assert repr(learned).endswith(f" s; {told}; chance alone would make 0 (10 shuffles)>")
    assert told in learned._repr_html_()
    assert "resamples" not in repr(mcbnc.learn(table(2, 90, 0.4), resamples=0))


def test_edges_are_as_opaque_as_they_are_sure():
    plt = pytest.importorskip("matplotlib.pyplot")
    learned = mcbnc.learn(table(14, 60, 0.3, columns=8))
    axes = learned.plot(legend=False)
    sure = {round(0.15 + 0.85 * x, 9) for x in learned.to_frame()["chance_true"]}
    assert len(sure) > 1
    assert {round(line.get_alpha(), 9) for line in axes.lines} == sure
    legend = [text.get_text() for text in learned.plot().get_legend().get_texts()]
    assert legend[2:] == [f"chance to be true {share}%" for share in (97, 50, 10)]
    missing = next(
        (u, v)
        for u in learned.nodes
        for v in learned.nodes
        if u != v and (u, v) not in learned.edges and (v, u) not in learned.edges
    )
    other = (
        mcbnc.read({"nodes": NAMES, "edges": [missing]})
        if False
        else pd.DataFrame([missing], columns=["from", "to"])
    )
    other.attrs["nodes"] = learned.nodes
    compared = learned.plot(compare=other, legend=False)
    assert {round(line.get_alpha(), 9) for line in compared.lines} == {*sure, 1.0}
    plain = mcbnc.learn(table(2, 90, 0.4), resamples=0).plot()
    assert {line.get_alpha() for line in plain.lines} == {None}
    plt.close("all")


def test_round_trips(tmp_path):
    learned = mcbnc.learn(table(2, 90, 0.4))
    learned.save(tmp_path / "one.json")
    for other in (pickle.loads(pickle.dumps(learned)), mcbnc.load(tmp_path / "one.json")):
        assert (other.resamples.count, other.resamples.seed) == (50, 0)
        np.testing.assert_array_equal(other.resamples.joined, learned.resamples.joined)
        assert other.to_frame().equals(learned.to_frame())
        assert repr(other) == repr(learned)
    other.save(tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


@pytest.mark.parametrize(
    "damage",
    [
        {"count": 0},
        {"count": 1.5},
        {"count": 3},
        {"seed": "0"},
        {"joined": [[0, 5, 1]]},
        {"joined": [[2, 1, 1]]},
        {"joined": [[0, 1, 0]]},
        {"joined": [[0, 1, 51]]},
        {"joined": [[0, 1, True]]},
        {"joined": [[0, 1]]},
        {"joined": None},
    ],
)
def test_a_damaged_file(damage, tmp_path):
    mcbnc.learn(table(2, 90, 0.4)).save(tmp_path / "one.json")
    record = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    record.pop("sha256", None)
    record["learned"]["resamples"] |= damage
    (tmp_path / "one.json").write_text(json.dumps(record), encoding="utf-8")
    with pytest.raises(mcbnc.InvalidInputError, match="damaged"):
        mcbnc.load(tmp_path / "one.json")


def test_a_file_of_before_has_none(tmp_path):
    mcbnc.learn(table(2, 90, 0.4)).save(tmp_path / "one.json")
    record = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    record.pop("sha256", None)
    del record["learned"]["resamples"]
    (tmp_path / "one.json").write_text(json.dumps(record), encoding="utf-8")
    assert mcbnc.load(tmp_path / "one.json").resamples is None


def test_a_stop_leaves_the_answer_and_no_half_number():
    rows = table(9, 900, 0.9)
    whole = mcbnc.learn(rows)
    began = time.monotonic()
    learned = mcbnc.learn(rows, chance=0, resamples=2**20, time_limit=0.3)
    assert time.monotonic() - began < 60
    assert (learned.status, learned.resamples, learned.edges) == ("complete", None, whole.edges)
    stopped = mcbnc.learn(table(10, 500, 0.5, columns=40), resamples=3, time_limit=1e-9)
    assert (stopped.status, stopped.resamples) == ("time_limit", None)
    cancelled = mcbnc.learn(table(10, 500, 0.5, columns=40), resamples=3, progress=lambda *_: False)
    assert cancelled.status == "complete" or cancelled.resamples is None


def test_a_resample_that_the_score_refuses():
    """Twelve rows are enough for ten columns, and those of a resample are not."""
    rng = np.random.default_rng(0)
    rows = pd.DataFrame(rng.normal(size=(12, 10)), columns=[f"x{j}" for j in range(10)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        learned = mcbnc.learn(rows, score="bic-g", max_parents=2)
        assert (learned.status, learned.resamples) == ("complete", None)
        with pytest.raises(mcbnc.InvalidInputError, match="in resample 0, "):
            mcbnc.learn(rows, score="bic-g", max_parents=2, resamples=50)


def test_no_memory_for_resamples(monkeypatch):
    def refuse(*_):
        raise MemoryLimitError("too much", needed=2, limit=1)

    monkeypatch.setattr(resamples, "execute", refuse)
    assert mcbnc.learn(table(0, 80, 0.5)).resamples is None
    with pytest.raises(MemoryLimitError):
        mcbnc.learn(table(0, 80, 0.5), resamples=50)


def test_bad_numbers():
    for bad in (-1, 1.5, "ten", 2**21):
        for learn in (mcbnc.learn, lambda rows, **more: mcbnc.learn_many([rows], **more)):
            with pytest.raises(
                mcbnc.InvalidInputError, match="resamples must be a whole number from 0 to 1048576"
            ):
                learn(table(0, 50, 0.5), resamples=bad)


@pytest.mark.parametrize("argument", ["chance", "resamples"])
def test_rows_that_lack_cells_are_refused(argument):
    rows = table(1, 60, 0.5)
    gaps = rows.astype(object).mask(np.random.default_rng(0).random(rows.shape) < 0.1)
    lacking = [
        lambda **more: mcbnc.learn(mcbnc.Rows(gaps, missing="fill"), **more),
        lambda **more: mcbnc.learn(
            mcbnc.Rows(numbers(1).mask(gaps.isna()), missing="fill"), score="bge", **more
        ),
        lambda **more: mcbnc.learn_many(mcbnc.Rows([rows, rows[NAMES[:4]]], columns="union"), **more),
        lambda **more: mcbnc.learn_jointly([rows, rows[NAMES[:4]]], columns="union", **more),
    ]
    for learn in lacking:
        with pytest.raises(
            mcbnc.InvalidInputError, match=f"{argument} cannot be combined with different columns"
        ) as caught:
            learn(**{argument: 2})
        assert caught.value.argument == argument
    assert mcbnc.learn(mcbnc.Rows(rows, missing="fill"), **{argument: 2}).edges  # no cell is missing


def drawn_sites(sites, number):
    """As the docs say it. A site counts by its place among the sites sorted by their cells."""
    in_order = [site.sort_values(sorted(site), kind="stable") for site in sites]
    digests = [
        hashlib.blake2b(site[sorted(site)].to_numpy().T.astype(np.uint8).tobytes()).digest()
        for site in in_order
    ]
    moved = []
    for site, digest in zip(in_order, digests, strict=True):
        place, rows = sorted(digests).index(digest), len(site)
        words = np.random.Philox(key=0, counter=[0, number, place, 0]).random_raw(rows)
        moved.append(site.iloc[[word * rows >> 64 for word in words.tolist()]])
    return moved


@pytest.mark.parametrize(
    "options", [{}, {"pairs": "all", "own": False}, {"outliers": "keep", "score": "bic"}]
)
def test_sites_together(options):
    """The rows are drawn again within each site, and the whole call is made again."""
    sites = [table(seed, 60 + seed, 0.5) for seed in range(3)]
    states = {name: [0, 1, 2] for name in NAMES}
    together = mcbnc.learn_jointly(mcbnc.Rows(sites, states=states), resamples=5, **options)
    plain = mcbnc.learn_jointly(mcbnc.Rows(sites, states=states), **options)
    assert plain.resamples is None
    assert (together.edges, together.score) == (plain.edges, plain.score)
    assert all(site.resamples is None for site in together.sites)
    joined = np.zeros((5, 5), int)
    for number in range(5):
        moved = [site[NAMES] for site in drawn_sites(sites, number)]
        dag = np.asarray(mcbnc.learn_jointly(mcbnc.Rows(moved, states=states), **options))
        joined += dag | dag.T
    assert joined.max() > 0
    np.testing.assert_array_equal(together.resamples.joined, joined)
    assert together.to_frame()["chance_true"].max() <= 0.97
    assert "of 5 resamples" in repr(together)
    again = mcbnc.learn_jointly(mcbnc.Rows(sites[::-1], states=states), resamples=5, workers=1, **options)
    np.testing.assert_array_equal(again.resamples.joined, joined)
    shuffled = [site.sample(frac=1, random_state=1) for site in sites]
    again = mcbnc.learn_jointly(mcbnc.Rows(shuffled, states=states), resamples=5, **options)
    np.testing.assert_array_equal(again.resamples.joined, joined)


@pytest.mark.parametrize("rows", [table(3, 1300, 0.5), numbers(4)])
def test_the_draws_of_the_only_site_are_those_of_a_bootstrap(rows):
    score = "bge" if rows.dtypes.iloc[0].kind == "f" else None
    seen = []
    resamples.resamples_together(
        read_datasets([rows], score),
        4,
        lambda data: seen.append(data) or Found(np.zeros((5, 5), np.uint8), 0),
    )
    boot = mcbnc.bootstrap(rows, 4, seed=0, score=score)
    for data, dag in zip(seen, boot.dags, strict=True):
        cells = pd.DataFrame(data.blocks()[0].T, columns=rows.columns)
        again = mcbnc.learn(
            mcbnc.Rows(cells, states=None if score else {name: [0, 1, 2] for name in rows}), score=score
        )
        np.testing.assert_array_equal(np.asarray(again), dag)


def test_a_joint_stop_and_a_joint_resample_that_is_refused():
    sites = [table(seed, 300, 0.5) for seed in range(3)]
    limited = mcbnc.learn_jointly(sites, resamples=2**20, time_limit=0.5)
    assert limited.resamples is None
    rng = np.random.default_rng(0)
    few = [pd.DataFrame(rng.normal(size=(14, 10)), columns=[f"x{j}" for j in range(10)]) for _ in range(2)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        with pytest.raises(mcbnc.InvalidInputError, match=r"^in resample 0, "):
            mcbnc.learn_jointly(few, score="bic-g", resamples=9)


@pytest.mark.slow
def test_the_estimator():
    pytest.importorskip("sklearn")
    from mcbnc.estimators import StructureLearner

    rows = table(2, 90, 0.4)
    fitted = StructureLearner(resamples=5).fit(rows).graph_
    np.testing.assert_array_equal(fitted.resamples.joined, mcbnc.learn(rows, resamples=5).resamples.joined)
    assert StructureLearner().fit(rows).graph_.resamples.count == 50


def test_required_edges_are_no_evidence():
    rng = np.random.default_rng(4)
    a = rng.integers(0, 2, 300)
    rows = {"a": a, "b": np.where(rng.random(300) < 0.9, a, 1 - a), "c": rng.integers(0, 2, 300)}
    found = mcbnc.learn(rows, knowledge=mcbnc.Knowledge(required=[("c", "a")]))
    assert len(found.edges) == 2
    assert "1 of 1 edge in more than half of 50 resamples" in repr(found)


def test_a_refused_joint_resample_names_the_callers_data():
    values = np.full(40, 2.5)
    values[0] = 1.5
    site = pd.DataFrame({"a": values, "b": np.random.default_rng(0).normal(size=40)})
    with pytest.raises(mcbnc.InvalidInputError, match=r"in resample \d+, .*datasets\[") as caught:
        mcbnc.learn_jointly([site, site + 0.25], score="bic-g", resamples=20)
    assert caught.value.argument == "datasets"
