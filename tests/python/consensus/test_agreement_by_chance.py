"""DAGs that agree no more than chance: when there is a warning, and what `chance` of a result has."""

from __future__ import annotations

import pickle
import warnings
from contextlib import contextmanager

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import baselines
from mcbnc._results import chance
from mcbnc.cli import main

TOLD = "agree no more than chance"


@contextmanager
def told():
    """The warnings of agreement by chance, once the context has ended."""
    found: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield found
    found += [str(each.message) for each in caught if TOLD in str(each.message)]


def unrelated(seed, n, r, parents=1.3):
    """r DAGs over n nodes, each along an order of its own."""
    rng = np.random.default_rng(seed)
    dags = np.zeros((r, n, n), np.uint8)
    for dag in dags:
        order = rng.permutation(n)
        dag[np.ix_(order, order)] = np.triu(rng.random((n, n)) < 2 * parents / (n - 1), 1)
    return dags


def sites_of_one_network(seed, n, r, rows):
    """What r sites learn from rows of one network of n binary columns."""
    rng = np.random.default_rng(seed)
    parents = [rng.choice(v, min(v, int(rng.integers(1, 3))), replace=False) if v else [] for v in range(n)]
    signs = [rng.choice([-1, 1], len(own)) for own in parents]
    tables = []
    for _ in range(r):
        table = np.zeros((rows, n), int)
        for v in range(n):
            pull = (2 * table[:, parents[v]] - 1) @ signs[v] if len(parents[v]) else np.zeros(rows)
            table[:, v] = rng.random(rows) < 1 / (1 + np.exp(-2 * pull))
        tables.append(pd.DataFrame(table, columns=[f"x{v}" for v in range(n)]))
    return mcbnc.learn_many(tables, chance=0)


def test_unrelated_dags_are_told_of_and_sites_of_one_network_are_not(record_property):
    sets = [unrelated(seed, n, r) for seed in range(3) for n in (8, 15, 37) for r in range(2, 11)]
    random = 0
    for dags in sets:
        with told() as found:
            mcbnc.consensus(dags)
        random += len(found)
    record_property("unrelated", f"{random} of {len(sets)}")
    assert random >= 0.85 * len(sets)  # 20 of 21 are expected, since a draw decides
    cases = [(n, r, rows) for n in (6, 10, 20) for r in (2, 3, 5, 10) for rows in (100, 500)]
    alike = 0
    for seed, (n, r, rows) in enumerate(cases):
        dags = sites_of_one_network(seed, n, r, rows)
        with told() as found:
            mcbnc.consensus(dags)
        alike += len(found)
    record_property("sites", f"{alike} of {len(cases)}")
    assert alike <= 1  # of two sites over six columns


@pytest.mark.parametrize("name", ["asia", "alarm", "hepar2"])
def test_bundled_data_are_not_told_of(name):
    clients = mcbnc.datasets.load(name)
    with told() as found:
        for r in (2, 3, len(clients.dags)):
            mcbnc.consensus(clients.dags[:r], nodes=clients.nodes)
            baselines.vote(clients.dags[:r], nodes=clients.nodes)
    assert found == []


def test_every_method_tells_once():
    dags = unrelated(1, 15, 4)
    methods = [
        mcbnc.consensus,
        mcbnc.trajectory,
        baselines.vote,
        baselines.averaged,
        baselines.climb,
        baselines.dsep_vote,
        lambda dags: baselines.bounded(dags, 2),
        lambda dags: baselines.genetic(dags, 2, seed=1, generations=2),
        mcbnc.compare,
        lambda dags: mcbnc.consensus(dags, weights=[1, 2, 3, 4], canonical=True, seed=2),
    ]
    texts = []
    for method in methods:
        with told() as found:
            method(dags)
        assert len(found) == 1
        texts += found
    assert len(set(texts)) == 1  # weights, classes and methods do not count
    assert texts[0].startswith("dags agree no more than chance: two of them join the same pair of nodes ")


def test_neither_the_order_of_the_dags_nor_that_of_the_nodes_counts():
    dags, names = unrelated(2, 12, 5), [f"x{k:02}" for k in range(12)]
    with told() as first:
        usual = mcbnc.consensus(dags, nodes=names, weights=[1, 2, 1, 3, 1])
    rng = np.random.default_rng(0)
    for _ in range(3):
        order, columns = rng.permutation(5), rng.permutation(12)
        with told() as found:
            moved = mcbnc.consensus(
                dags[order][:, columns][:, :, columns],
                nodes=[names[k] for k in columns],
                weights=np.array([1, 2, 1, 3, 1])[order],
                workers=1,
            )
        assert found == first != []
        assert moved.chance == usual.chance


def test_a_checkpoint_tells_as_the_run_without_does(tmp_path):
    dags = unrelated(3, 15, 3)
    with told() as found:
        plain = mcbnc.consensus(dags)
        kept = [mcbnc.consensus(dags, checkpoint=tmp_path / "run") for _ in range(2)]
    assert len(found) == 3
    assert len(set(found)) == 1
    assert plain.chance == kept[0].chance == kept[1].chance


def test_resamples_unions_and_empty_dags_are_not_told_of():
    rng = np.random.default_rng(0)
    table = pd.DataFrame(rng.integers(0, 2, (60, 10)), columns=list("abcdefghij"))
    boot = mcbnc.bootstrap(table, 5, seed=1)
    dags = unrelated(4, 12, 3)
    frames = [pd.DataFrame(dag, index=[*"abcdefghijkl"], columns=[*"abcdefghijkl"]) for dag in dags]
    apart = [frames[0].iloc[:10, :10], frames[1].iloc[2:, 2:], frames[2]]
    with told():
        sure = mcbnc.stability(dags, 0.3, resamples=4, seed=1)
    with told() as found:
        results = [boot.averaged(0.1), boot.at_most(0.9), baselines.vote(apart, nodes="union")]
        results += [boot.consensus(0.1), sure.consensus(0.1)]
        mcbnc.consensus([dags[0], np.zeros((12, 12)), np.zeros((12, 12))])
        results.append(mcbnc.consensus(dags[:1]))
    assert found == []
    assert "alone" not in str(results[-1])
    assert [result.chance for result in results] == [None] * 6


def test_many_runs_of_the_same_dags_tell_once():
    """Resamples and weights vary one set of DAGs. Copies in a resample are no agreement."""
    dags = unrelated(1, 15, 4)
    counts = np.random.default_rng(0).multinomial(4, [0.25] * 4, size=30)
    with told() as usual:
        mcbnc.consensus(dags)
    for many in (
        lambda: mcbnc.batch(dags, counts=counts),
        lambda: mcbnc.batch(dags, weights=[[1, 2, 3, 4], [1, 1, 1, 1]]),
        lambda: mcbnc.batch(dags, counts=counts, executor=Here(), chunks=3),
        lambda: mcbnc.stability(dags, resamples=20, seed=1),
        lambda: mcbnc.stability(dags, scheme="leave-one-out"),
        lambda: mcbnc.stability(dags, resamples=20, seed=1, executor=Here(), chunks=3),
    ):
        with told() as found:
            many()
        assert found == usual != []


class Here:
    """The least that an executor is."""

    def map(self, function, chunks):
        return map(function, chunks)


def test_runs_of_other_dags_are_told_of_by_their_sets():
    clients = mcbnc.datasets.load("asia")
    alike, n = clients.dags[:4], len(clients.nodes)
    dags = np.concatenate([alike, unrelated(2, n, 3, 1.0), unrelated(1, n, 3, 1.0)])
    takes = np.zeros((4, 10), int)
    takes[0, :4], takes[1, 4:7], takes[2, 7:], takes[3, 4:7] = 1, 1, 1, 2
    with told() as found:
        mcbnc.batch(dags, counts=takes)
    with told() as by_themselves:
        for own in (alike, dags[4:7], dags[7:]):
            mcbnc.consensus(own)
    assert len(by_themselves) == 2
    first, second = (text.removeprefix("dags ").partition(". Check")[0] for text in by_themselves)
    assert found[0].startswith(f"dags of run 1 {first}; dags of run 2 {second}. Check")
    assert len(found) == 1
    with told() as found:
        mcbnc.batch(dags, weights=takes[1:2])  # the others have no weight, so no run takes them
    assert found == by_themselves[:1]
    takes[0, 4] = 1  # the sets have a DAG in common: all are judged as one, which agrees more than chance
    with told() as found:
        mcbnc.batch(dags, counts=takes)
    assert found == []


def test_many_runs_of_dags_that_agree_are_not_told_of():
    clients = mcbnc.datasets.load("alarm")
    with told() as found:
        mcbnc.stability(clients.dags, resamples=10, seed=1)
        mcbnc.batch(clients.dags, counts=np.eye(10, dtype=int))
        mcbnc.batch(clients.dags, counts=np.kron(np.eye(5, dtype=int), [1, 1]))
    assert found == []


def by_hand(dags, weights, make):
    """The numbers of edges of 20 sets of relabelled DAGs, by the rule of `chance`."""
    n = dags.shape[1]
    keys = [(np.flatnonzero(dag).tobytes(), weight) for dag, weight in zip(dags, weights, strict=True)]
    order = sorted(range(len(dags)), key=keys.__getitem__)
    edges = []
    for number in range(20):
        moved = np.zeros_like(dags)
        for place, k in enumerate(order):
            generator = np.random.Philox(key=[0, number], counter=[0, 0, 0, place])
            at = np.argsort(generator.random_raw(n), kind="stable")
            moved[k][np.ix_(at, at)] = dags[k]
        with told():
            edges.append(len(make(moved)))
    return sum(edges) / 20, max(edges), 20, 0


@pytest.mark.parametrize("seed", [5, 6])
def test_chance_is_the_same_call_on_relabelled_dags(seed):
    dags, weights = unrelated(seed, 12, 4, 2), [1.0, 2.5, 1.0, 1.0]
    known = {"required": [(0, 1)], "forbidden": [{2, 3}]}
    with told():
        auto = mcbnc.consensus(dags, "auto", weights=weights, knowledge=known, cap=2, k_max=3)
        refused = mcbnc.consensus(dags, 0.3, output="refusion", start="dag", canonical=True)
        vote = baselines.vote(dags, 0.2, "skeleton", weights=weights)
        run = mcbnc.trajectory(dags)
        many = mcbnc.batch(dags, weights=[weights, [1] * 4], output="refusion")
    ones = [1.0] * 4
    assert auto.chance == by_hand(
        dags,
        weights,
        lambda moved: mcbnc.consensus(moved, auto.theta, weights=weights, knowledge=known, cap=2, k_max=3),
    )
    assert refused.chance == by_hand(
        dags, ones, lambda moved: mcbnc.consensus(moved, 0.3, output="refusion", start="dag", canonical=True)
    )
    assert vote.chance == by_hand(
        dags, weights, lambda moved: baselines.vote(moved, 0.2, "skeleton", weights=weights)
    )
    assert run.at(0.4).chance == by_hand(dags, ones, lambda moved: mcbnc.consensus(moved, 0.4))
    assert many[0].chance == by_hand(
        dags, weights, lambda moved: mcbnc.consensus(moved, weights=weights, output="refusion")
    )


def test_the_order_of_the_call_is_that_of_relabelled_dags(tmp_path):
    dags, weights = unrelated(9, 10, 4, 2), [1.0, 2.0, 1.0, 1.0]
    order = np.random.default_rng(1).permutation(10).tolist()
    with told():
        ordered = mcbnc.consensus(dags, 0.3, weights=weights, order=order)
        greedy = mcbnc.consensus(dags, 0.3, weights=weights)
        whole = mcbnc.trajectory(dags, weights=weights, order=order)
        whole.save(tmp_path / "run.json")
    expected = by_hand(dags, weights, lambda moved: mcbnc.consensus(moved, 0.3, weights=weights, order=order))
    assert ordered.chance == expected != greedy.chance
    assert whole.at(0.3).chance == expected
    assert mcbnc.load(tmp_path / "run.json").at(0.3).chance == expected
    names = [f"x{k}" for k in range(10)]
    with told():
        named = mcbnc.consensus(dags, 0.3, nodes=names, weights=weights, order=[names[k] for k in order])
    assert named.chance == expected


METHODS = {
    "consensus": mcbnc.consensus,
    "vote": baselines.vote,
    "climb": baselines.climb,
    "genetic": lambda dags, **options: baselines.genetic(dags, 2, seed=1, generations=2, **options),
}


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("look", [str, lambda result: result._repr_html_(), lambda result: result.chance])
def test_who_looks_is_told_and_repr_tells_what_is_known(name, look):
    clients = mcbnc.datasets.load("asia")
    result = METHODS[name](clients.dags, nodes=clients.nodes)
    assert "chance" not in repr(result)
    assert "chance" not in result.to_frame().attrs
    look(result)
    line = f"chance alone would make {result.chance.edges:.3g} (20 shuffles)"
    assert repr(result).endswith(f"; {line}; the DAGs agree more than chance>")
    assert repr(result) == str(result)
    assert result.to_frame().attrs["chance"] == result.chance._asdict()
    assert line in result._repr_html_()
    assert "the DAGs agree more than chance" in result._repr_html_()
    assert pickle.loads(pickle.dumps(result)).chance == result.chance
    assert result.chance.edges < len(result)


def test_whether_the_dags_agree_stands_beside_the_number_of_edges():
    dags = unrelated(1, 15, 4)
    with told() as found:
        result = mcbnc.consensus(dags)
    assert str(result).endswith(f"; {result.chance}; the DAGs {TOLD}>")
    assert len(found) == 1
    few = mcbnc.consensus([[("a", "b"), ("b", "c")], [("a", "b"), ("c", "b")]], 0.4)
    assert str(few).endswith("; it is unknown whether the DAGs agree more>")


def test_who_looks_does_not_wait():
    """Of many DAGs or nodes, and after a time limit, there is no warning. The attribute still has it."""
    dags = unrelated(1, 15, 21)
    for own, small in ((dags, False), (dags[:20], True), (unrelated(1, 65, 2), False)):
        with told():
            result = mcbnc.consensus(own)
        assert ("alone" in str(result)) == small
    slow = baselines.genetic(dags[:4], 2, seed=1)  # 20 of these take more than the limit
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(chance._SMALL, "seconds", 0.05)
        assert "alone" not in str(slow)
        assert "alone" not in slow._repr_html_()
    assert slow.chance.shuffles == 20


def test_what_cannot_be_found_is_no_error_of_what_is_shown():
    """Such as in a call that may not take the memory, or where there is no engine."""
    clients = mcbnc.datasets.load("asia")
    one, other = (mcbnc.consensus(clients.dags, nodes=clients.nodes) for _ in range(2))
    with mcbnc.limits(memory=1 << 20):
        assert str(one) == repr(one)
        assert "alone" not in other._repr_html_()
        with pytest.raises(mcbnc.MemoryLimitError):
            _ = one.chance
    assert one.chance.shuffles == 20


def test_where_there_is_no_chance(tmp_path):
    clients = mcbnc.datasets.load("alarm")
    stopped = mcbnc.consensus(clients.dags, nodes=clients.nodes, time_limit=1e-9)
    assert stopped.status == "time_limit"
    assert stopped.chance is None
    result = mcbnc.consensus(clients.dags, nodes=clients.nodes)
    result.save(tmp_path / "run.json")
    loaded = mcbnc.load(tmp_path / "run.json")
    assert loaded.chance is None
    assert loaded.trajectory.at(0.5).chance == result.chance


def test_lists_of_arcs_have_the_chance_of_the_matrices():
    dags, names = unrelated(7, 12, 3), [*"lkjihgfedcba"]
    lists = [[(names[i], names[j]) for i, j in np.argwhere(dag)] for dag in dags]
    with told() as found:
        results = [mcbnc.consensus(each, 0.3, nodes=names) for each in (dags, lists)]
    assert len(found) == 2
    assert results[0].chance == results[1].chance


def test_the_shell_tells_both(tmp_path, capsys):
    names = [f"x{k:02}" for k in range(15)]
    files = [str(tmp_path / f"{k}.dot") for k in range(3)]
    for file, dag in zip(files, unrelated(8, 15, 3), strict=True):
        mcbnc.write(pd.DataFrame(dag, index=names, columns=names), file)
    assert main(["consensus", *files]) == 0
    warning, summary = capsys.readouterr().err.splitlines()
    assert warning.startswith("mcbnc: warning: all files agree no more than chance: ")
    with told():
        made = mcbnc.consensus(files).chance
    assert summary.endswith(f"; {made}; the DAGs {TOLD}")
    for command in (["consensus", "--quiet"], ["trajectory", "--quiet"], ["compare"]):
        assert main([*command, *files]) == 0
        (warning,) = capsys.readouterr().err.splitlines()
        assert warning.startswith("mcbnc: warning: all files agree no more than chance: ")
    assert main(["consensus", *files * 7]) == 0
    assert "alone" not in capsys.readouterr().err


def test_dags_of_weight_0_are_no_agreement():
    """Five DAGs that have nothing in common, and six copies of another one that do not count."""
    unlike = unrelated(5, 15, 5)
    dags, weights = np.concatenate([unlike, [unlike[0].T] * 6]), [1.0] * 5 + [0.0] * 6
    for call in (mcbnc.consensus, baselines.vote):
        with pytest.warns(mcbnc.DataWarning, match=TOLD):
            found = call(dags, 0.5, weights=weights)
        assert found.chance is not None
        assert f"the DAGs {TOLD}" in repr(found)
    with pytest.warns(mcbnc.DataWarning, match=TOLD):
        mcbnc.stability(dags, 0.5, resamples=3, seed=1, weights=weights)
    with told() as found:
        mcbnc.consensus(dags, 0.5)
    assert not found


def test_a_saved_consensus_of_resamples_tells_no_agreement(tmp_path):
    rng = np.random.default_rng(1)
    a = rng.integers(0, 2, 100)
    table = {"a": a, "b": np.where(rng.random(100) < 0.9, a, 1 - a), "c": rng.integers(0, 2, 100)}
    found = mcbnc.bootstrap(table, 20, seed=0).consensus(0.5)
    found.save(tmp_path / "run.json")
    for each in (found, mcbnc.load(tmp_path / "run.json").trajectory.at(0.5)):
        assert each.chance is None
        assert "chance" not in str(each)
        assert "more than chance" not in each.explore().html
