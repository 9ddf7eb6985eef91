"""The study of defaults: what it draws, what it keeps of a case, and its rule."""

from __future__ import annotations

import json
import sys

import by_ges
import numpy as np
import pytest
from studied import DOCS, STUDIES, study_modules

import mcbnc
from mcbnc._base import defaults


@pytest.fixture(scope="module")
def modules():
    names = (
        "defaults", "defaults_page", "draws", "networks", "paired", "peer_study", "results", "trials",
        "verdict",
    )  # fmt: skip
    with study_modules("defaults", *names) as found:
        yield found


@pytest.fixture(scope="module")
def cases(modules):
    return modules.results.load(STUDIES / "defaults" / "defaults.json", modules.trials.MEASURES)


def test_the_page_is_made_of_the_results(modules, cases):
    assert len(cases) >= 500
    peers = modules.results.load(STUDIES / "defaults" / "peers.json", modules.peer_study.MEASURES)
    assert modules.defaults_page.make(cases, peers) == (DOCS / "defaults.md").read_text(encoding="utf-8")


def test_the_default_is_fit_and_level_with_the_nearest_in_each_job(modules, cases):
    """Where two are level, the page gives the reason for the one that is taken."""
    trials, verdict = modules.trials, modules.verdict
    learner = trials.LEARNERS[trials.DEFAULT]
    assert (learner.score, learner.prior, learner.search) == (defaults.SCORE, defaults.PRIOR, defaults.SEARCH)
    assert verdict.is_fit(cases, trials.DEFAULT)
    for job in trials.JOBS:
        if job == "noise":
            continue
        some = verdict.ran(cases, job)
        nearest = verdict.verdict(cases, job).winner
        low, high = verdict.interval(some, *(trials.method(job, one) for one in (nearest, trials.DEFAULT)))
        assert nearest == trials.DEFAULT or low <= 0 <= high


def test_the_default_is_hardly_ever_farther_than_no_edge_and_not_behind_before(modules, cases):
    trials, verdict = modules.trials, modules.verdict
    now, before = (trials.method("learn", one) for one in (trials.DEFAULT, trials.BEFORE["one table"]))
    for rows in {case["table_rows"] for case in cases}:
        some = [case for case in cases if case["table_rows"] == rows]
        assert np.mean([verdict.relative(case, now) for case in some]) < 1
        found = verdict.record(some, now, before)
        assert found.wins >= found.losses or rows == 20_000


@pytest.fixture
def folder(modules, tmp_path):
    """A folder with a network named "asia", as networks_export.py writes networks."""
    networks = modules.networks
    write(tmp_path / "asia.npz", networks.draw(networks.random_dag(6, 7, rng(1)), rng(2)))
    return tmp_path


def rng(seed):
    return np.random.default_rng(seed)


def write(path, network):
    parents = [np.flatnonzero(network.dag[:, v]) for v in range(len(network.dag))]
    np.savez(
        path,
        arities=network.arities,
        parent_ptr=np.cumsum([0, *map(len, parents)]),
        parents=np.concatenate(parents),
        tables=np.concatenate([table.ravel() for table in network.tables]),
    )


def made_up(modules, totals, networks=("asia", "alarm, drawn")):
    """Cases in which a learner has the totals of its list in turn, in every job; the others have 90."""
    trials = modules.trials
    cases = []
    for k in range(len(next(iter(totals.values())))):
        found = {
            trials.method(job, c): (totals[c][k] if c in totals else 90, 0, 1.0, 0.1)
            for job, learners in trials.JOBS.items()
            for c in learners
            if job != "noise"
        }
        found |= {trials.method("noise", c): (0, 0, 1.0, 0.0) for c in trials.LEARNERS}
        found[trials.method("learn", trials.EMPTY)] = (100, 0, 0.0, 0.1)
        facts = {
            "network": networks[k % len(networks)],
            "regime": "selection",
            "table_rows": 200,
            "nodes": 10,
        }
        cases.append({**facts, "dense": {}, "stopped": {}, "failed": {}, "found": found})
    return cases


def test_there_are_enough_cases_on_real_and_drawn_tables(modules):
    draws = modules.draws
    keys = list(draws.keys(1))
    assert len(set(keys)) == len(keys) >= 400
    real = sum(name in draws.REAL for _, name, _ in keys)
    assert 0.3 < real / len(keys) < 0.8
    for name in draws.NAMES:  # each network meets each size of the one table
        assert {draws.table_rows(key) for key in keys if key[1] == name} == set(draws.TABLE_ROWS)


def test_a_network_is_read_as_it_was_written(modules, folder):
    networks = modules.networks
    network, drawn = (
        networks.read(folder / "asia.npz"),
        networks.draw(networks.random_dag(6, 7, rng(1)), rng(2)),
    )
    assert np.array_equal(network.dag, drawn.dag)
    assert all(map(np.array_equal, network.tables, drawn.tables))
    assert np.array_equal(network.sample(50, rng(3)), drawn.sample(50, rng(3)))


def test_a_part_is_closed_connected_and_has_the_same_distribution(modules):
    networks, draws = modules.networks, modules.draws
    for seed in range(5):
        whole = networks.draw(networks.random_dag(120, 150, rng(seed)), rng(seed))
        nodes = draws.part(whole.dag, rng(seed))
        assert draws.LEAST <= len(nodes) <= draws.MOST
        assert nodes == draws.part(whole.dag, rng(seed))
        part = whole.part(nodes)
        outside = np.setdiff1d(np.arange(120), nodes)
        assert not whole.dag[np.ix_(outside, nodes)].any()
        joined = np.linalg.matrix_power(np.eye(len(nodes)) + part.dag + part.dag.T, len(nodes))
        assert (joined > 0).all()
        assert all(part.tables[k] is whole.tables[v] for k, v in enumerate(nodes))
        assert [t.shape for t in part.tables] == [
            (int(np.prod(part.arities[part.dag[:, k] > 0])), part.arities[k]) for k in range(len(nodes))
        ]


def test_a_part_that_is_not_closed_is_refused(modules):
    network = modules.networks.draw(np.array([[0, 1], [0, 0]], np.uint8), rng(1))
    with pytest.raises(AssertionError):
        network.part([1])


def test_no_random_dag_over_many_states_has_a_large_table(modules):
    networks = modules.networks
    arities = np.array([100] * 10 + [2] * 10)
    dag = networks.random_dag(20, 20, rng(1), arities)
    sizes = [np.prod(arities[dag[:, v] > 0]) * arities[v] for v in range(20)]
    assert dag.sum() == 20
    assert max(sizes) <= networks.LARGEST_TABLE


def test_all_that_is_drawn_depends_on_the_key_alone(modules, folder):
    draws = modules.draws
    key = (0, "asia", "two sites, 10 % of the tables redrawn")
    one, other = draws.draw(folder, key), draws.draw(folder, key)
    assert len(one.sites) == 2
    assert len(one.table) == draws.table_rows(key)
    assert all(map(np.array_equal, [*one.sites, one.table], [*other.sites, other.table]))
    assert len(draws.draw(folder, (0, "hepar2, drawn", "alike, 200 rows")).sites) <= draws.FEW


def test_a_case_has_what_the_functions_say(modules, folder):
    trials, study = modules.trials, modules.defaults
    key = (0, "asia", "two sites, 200 rows")
    kept = json.loads(json.dumps(study.run(folder, key)))
    every = {trials.method(job, one) for job, learners in trials.JOBS.items() for one in learners}
    assert {*kept["found"]} - {trials.method("learn", trials.EMPTY)} <= every
    assert set(kept) == {*study.FACTS, "found"}
    draw = modules.draws.draw(folder, key)
    states = draw.network.arities.tolist()
    learned = mcbnc.learn(
        mcbnc.Rows(draw.table, states=states), score="qnml", prior=None, search="xges", chance=0
    )
    sites = mcbnc.learn_many(mcbnc.Rows(draw.sites, states=states), score="bds", prior="edges", chance=0)
    vote = mcbnc.baselines.vote(sites, kind="skeleton")
    for name, graph in (("learn: qNML", learned), ("vote: BDs, prior", vote)):
        expected = [f(graph, draw.network.dag) for f in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]
        assert kept["found"][name][:2] == expected


def test_noise_has_no_edge_to_find_and_gaps_are_in_some_cases(modules, folder):
    draws, trials = modules.draws, modules.trials
    case = draws.draw(folder, (0, "asia", "two sites, 200 rows"))
    assert np.array_equal(np.sort(case.noise, axis=0), np.sort(case.table, axis=0))
    assert not np.array_equal(case.noise, case.table)
    assert ((case.gaps == case.table) | (case.gaps == -1)).all()
    found, _ = trials.run(case, fill=True)
    assert {trials.method(job, one) for job in ("different columns", "gaps") for one in trials.OF_GAPS} <= {
        *found
    }


def test_a_failure_is_kept_and_counts_as_the_empty_graph(modules, folder, monkeypatch):
    trials = modules.trials

    def refuse(*_, **__):
        raise mcbnc.McbncError("no")

    monkeypatch.setattr(mcbnc, "learn_many", refuse)
    case = modules.draws.draw(folder, (0, "asia", "two sites, 200 rows"))
    found, mishaps = trials.run(case, fill=False)
    jobs = ("vote", "vote at 1/3", "consensus", "consensus at 0.5")
    assert mishaps["failed"] == {
        trials.method(job, one): "McbncError: no" for one in trials.OF_SITES for job in jobs
    }
    empty = np.zeros_like(case.network.dag)
    assert found["vote: BDs"][:2] == [
        f(empty, case.network.dag) for f in (mcbnc.metrics.smhd, mcbnc.metrics.shd)
    ]


def test_dense_searches_are_counted(modules):
    trials = modules.trials
    copies = np.repeat(rng(3).integers(0, 2, (50, 1)), 22, axis=1)
    plain = rng(4).integers(0, 2, (50, 22))
    for tables, count in (([copies, plain], 1), ([copies] * 7, 7)):
        trial = trials.attempt(lambda tables=tables: by_ges.learn_many(tables))
        assert (trial.dense, trial.stopped, trial.failed) == (count, False, "")
    assert trials.attempt(lambda: by_ges.learn(plain)).dense == 0


def test_a_search_that_is_out_of_time_is_told(modules):
    table = rng(5).integers(0, 3, (20_000, 20))
    assert modules.trials.attempt(lambda: mcbnc.learn(table, time_limit=1e-9)).stopped


def test_of_the_fit_ones_the_nearest_wins(modules):
    verdict = modules.verdict
    cases = made_up(modules, {"qNML, both": [1, 1, 1, 5], "BDs, prior": [2, 2, 2, 4], "BIC": [0, 0, 0, 0]})
    for case in cases:
        case["found"]["noise: BIC"] = (9, 9, 1.0, 0.0)  # an edge for nearly each of 10 columns
    found = verdict.verdict(cases, "learn")
    assert (found.winner, found.second, str(found.record)) == ("qNML, both", "BDs, prior", "3/0/1")
    assert verdict.distance(cases, "learn", "qNML, both") == pytest.approx(0.02)
    assert not verdict.is_fit(cases, "BIC")


def test_networks_are_resampled_whole(modules):
    verdict = modules.verdict
    gaps = np.array([4.0, -2.0] * 20)  # of two networks, whose cases are all alike
    cases = made_up(modules, {"BDs": (50 + gaps).tolist(), "BDeu": [50] * 40})
    names = "learn: BDs", "learn: BDeu"
    assert verdict.interval(cases, *names) == pytest.approx((-0.02, 0.04))
    same = made_up(modules, {"BDs": [53] * 40, "BDeu": [50] * 40})
    assert verdict.interval(same, *names) == pytest.approx((0.03, 0.03))


def test_parts_and_drawn_tables_are_of_one_network(modules):
    source = modules.draws.source
    assert source("link, part 2") == source("link, part 1") == "link"
    assert source("alarm, drawn") == source("alarm")
    assert len(set(map(source, modules.draws.NAMES))) >= 25


def test_the_study_goes_on_and_its_page_is_short(modules, folder, tmp_path, monkeypatch):
    defaults, draws, page = modules.defaults, modules.draws, modules.defaults_page
    monkeypatch.setattr(draws, "ALL_REGIMES", ("alike, 200 rows", "two sites, 200 rows"))
    monkeypatch.setattr(draws, "NAMES", ("asia", "random 15, drawn"))
    lines, into = tmp_path / "lines.jsonl", tmp_path / "defaults.json"
    monkeypatch.setattr(sys, "argv", ["defaults", str(lines), str(folder), "--json", str(into)])
    defaults.main()
    first = into.read_bytes()
    cases = modules.results.load(into, modules.trials.MEASURES)
    assert [(c["repetition"], c["network"], c["regime"]) for c in cases] == list(draws.keys(1))
    monkeypatch.setattr(defaults, "run", lambda *_: pytest.fail("a case was run again"))
    defaults.main()
    assert into.read_bytes() == first
    text = page.learn_table(cases, page.distances) + page.noise_table(cases)
    for learner in modules.trials.LEARNERS:
        assert f"|{learner}|" in text


def test_mishaps_are_on_the_page(modules):
    (case,) = made_up(modules, {"BDeu": [5]})
    case["failed"]["vote: BDs"] = "McbncError: no"
    case["dense"]["learn: BDeu"] = 3
    told = modules.defaults_page.mishaps([case])
    assert "|learn: BDeu|3|0|0|" in told
    assert "|vote: BDs|0|0|1|" in told
