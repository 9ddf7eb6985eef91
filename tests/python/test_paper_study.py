"""The study of the paper: its rows are the networks', its measures mcbnc's, and it survives being killed."""

from __future__ import annotations

import dataclasses
import itertools
import json
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from helpers import ROOT, modules_of, noisy_copies, random_dag

import mcbnc

BENCH = ROOT / "bench" / "paper"
PAPER = ROOT / "docs" / "paper"


@pytest.fixture(scope="module")
def bench():
    """The modules of the study, which is no package."""
    names = (
        "cases", "collect", "curves", "families", "learning", "measure", "methods", "networks",
        "networks_export", "perturbation", "plan", "repeats", "store", "synthetic",
    )  # fmt: skip
    with modules_of(BENCH, *names) as modules:
        yield SimpleNamespace(**modules)


@pytest.fixture(scope="module")
def results():
    return json.loads((PAPER / "results.json").read_text())


def random_network(bench, seed: int, n: int, name: str = "asia"):
    """A network with random probabilities, and up to four states a node."""
    rng = np.random.default_rng(seed)
    dag = random_dag(rng, n, 0.5)
    arities = rng.integers(2, 5, n)
    parents = [np.flatnonzero(dag[:, v]) for v in range(n)]
    tables = [rng.dirichlet([1.0] * int(arities[v]), int(arities[parents[v]].prod())) for v in range(n)]
    return bench.networks.Network(name, [f"x{v}" for v in range(n)], arities, parents, tables, "made up")


def save(network, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    np.savez(
        folder / f"{network.name}.npz",
        nodes=np.array(network.nodes),
        arities=network.arities,
        parent_ptr=np.cumsum([0, *map(len, network.parents)]),
        parents=np.concatenate(network.parents),
        tables=np.concatenate([table.ravel() for table in network.tables]),
        source=np.array(network.source),
    )


def joint(network) -> np.ndarray:
    """The joint distribution, an axis for each node, by the chain rule."""
    shape = tuple(network.arities.tolist())
    probabilities = np.empty(shape)
    for states in itertools.product(*map(range, shape)):
        probability = 1.0
        for v, parents in enumerate(network.parents):
            row = 0
            for p in parents:
                row = row * shape[p] + states[p]
            probability *= network.tables[v][row, states[v]]
        probabilities[states] = probability
    return probabilities


@pytest.mark.parametrize("seed", range(4))
def test_rows_are_drawn_from_the_network(bench, seed):
    network = random_network(bench, seed, 5)
    rows, count = network.sample(seed, 40_000), 40_000
    expected = joint(network)
    assert expected.sum() == pytest.approx(1)
    seen = np.zeros_like(expected)
    np.add.at(seen, tuple(rows.T), 1 / count)
    for kept in itertools.combinations(range(5), 2):
        rest = tuple(set(range(5)) - set(kept))
        p = expected.sum(rest)
        assert (np.abs(seen.sum(rest) - p) <= 5 * np.sqrt(p * (1 - p) / count)).all()


def test_rows_are_the_same_each_time_and_others_for_each_client_and_network(bench):
    network, other = (random_network(bench, 1, 6, name) for name in ("asia", "child"))
    again = network.sample(3)
    assert np.array_equal(network.sample(3), again)
    assert again.shape == (5000, 6)
    assert again.flags.c_contiguous
    for rows in (network.sample(4), network.sample(bench.networks.HELD_OUT), other.sample(3)):
        assert not np.array_equal(rows, again)


def test_a_network_is_read_as_it_was_written(bench, tmp_path):
    network = random_network(bench, 2, 7)
    save(network, tmp_path)
    read = bench.networks.load(tmp_path, "asia")
    assert np.array_equal(read.sample(0), network.sample(0))
    assert (read.nodes, read.checksum, read.source) == (network.nodes, network.checksum, "made up")
    for v in range(7):
        assert np.flatnonzero(read.gold[:, v]).tolist() == network.parents[v].tolist()
    for other in ({"tables": [table[::-1, ::-1] for table in read.tables]}, {"nodes": read.nodes[::-1]}):
        assert dataclasses.replace(read, **other).checksum != read.checksum


@pytest.mark.slow
def test_a_network_of_pgmpy_is_exported_with_ascending_parents(bench):
    models, factors = (pytest.importorskip(f"pgmpy.{part}") for part in ("models", "factors.discrete"))
    rng = np.random.default_rng(0)
    model = models.DiscreteBayesianNetwork([("c", "a"), ("b", "a")])
    values = rng.dirichlet([1] * 2, 12).T  # of a given c and b, in this order
    cpds = {"b": (3, []), "c": (4, [])}
    model.add_cpds(
        *(factors.TabularCPD(v, k, rng.dirichlet([1] * k, 1).T) for v, (k, _) in cpds.items()),
        factors.TabularCPD("a", 2, values, ["c", "b"], [4, 3]),
    )
    arrays = bench.networks_export.arrays(model)
    assert arrays["nodes"].tolist() == ["a", "b", "c"]
    assert arrays["parents"].tolist() == [1, 2]
    table = arrays["tables"][:24].reshape(3, 4, 2)
    for b, c in itertools.product(range(3), range(4)):
        assert table[b, c] == pytest.approx(values[:, 3 * c + b])


@pytest.mark.parametrize("seed", range(6))
def test_measures_are_those_of_mcbnc(bench, seed, tmp_path):
    network = random_network(bench, seed, 12)
    save(network, tmp_path / "networks")
    dags = noisy_copies(seed, 7, 12, 0.5)
    inputs = bench.measure.Inputs(dags)
    rows = {client: network.sample(client, 300) for client in (0, bench.networks.HELD_OUT)}
    for dag in (*dags[:2], network.gold, np.triu(np.ones((12, 12), np.uint8), 1), np.zeros_like(dags[0])):
        found = bench.measure.measure(tmp_path, "asia", dag, inputs, 300)
        assert found["smhd"] == mcbnc.metrics.smhd(dag, network.gold)
        assert found["shd"] == mcbnc.metrics.shd(dag, network.gold)
        assert found["smhd_inputs"] == pytest.approx(mcbnc.metrics.mean_smhd(dag, dags))
        assert found["treewidth"] == mcbnc.metrics.treewidth(dag)
        assert found["edges"] == dag.sum()
        for key, client in (("bdeu", bench.networks.HELD_OUT), ("bdeu_paper", 0)):
            score = mcbnc.metrics.score(dag, mcbnc.Rows(rows[client], states=network.arities.tolist()))
            assert found[key] == pytest.approx(score, rel=1e-10)
    within = np.mean([mcbnc.metrics.mean_smhd(dag, dags) for dag in dags])
    assert inputs.mean_within() == pytest.approx(within)


def test_bdeu_with_more_joint_states_than_integers(bench):
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 4, (200, 41)).astype(np.uint8)
    dag = np.zeros((41, 41), np.uint8)
    dag[:40, 40] = 1  # 4^40 joint states
    found = bench.families.Families(rows, np.full(41, 4)).bdeu(dag)
    assert found == pytest.approx(mcbnc.metrics.score(dag, mcbnc.Rows(rows, states=[4] * 41)), rel=1e-9)


def test_the_states_of_a_curve_are_the_breakpoints(bench):
    dags = noisy_copies(3, 6, 12, 0.4, flips=12)
    trajectory, fusion = mcbnc.trajectory(dags), mcbnc.fusion(dags).adjacency
    (first, *rest), inputs = list(bench.curves.states(trajectory, fusion)), bench.measure.Inputs(dags)
    assert first[0] == first[2] == 0
    assert np.array_equal(first[1], fusion)
    assert len(rest) == len(trajectory.thetas) > 3
    for (theta, dag, seconds), point in zip(rest, trajectory.breakpoints, strict=True):
        assert (theta, dag.sum()) == (point.theta, point.edges)
        assert inputs.mean_smhd(bench.measure.moral(dag)) == pytest.approx(point.mean_smhd)
        assert 0 < seconds <= trajectory[-1].seconds
    assert not rest[-1][1].any()
    assert rest[-1][2] == trajectory[-1].seconds


def test_the_results_are_of_a_finished_study(bench, results):
    about = results["about"]
    assert about["missing"] == {}
    assert about["left_out"] == bench.plan.LEFT_OUT
    pairs = list(itertools.product(bench.networks.NAMES, bench.cases.CLIENTS))
    assert [(case["network"], case["clients"]) for case in results["cases"]] == pairs
    for case, (network, clients) in zip(results["cases"], pairs, strict=True):
        run = {name for name in bench.methods.METHODS if not bench.plan.left_out(name, network, clients)}
        assert set(case["found"]) == {*run, "mean input"}
    curves = json.loads((PAPER / "curves.json").read_text())
    assert [(network, int(r)) for network, of in curves.items() for r in of] == pairs
    left_out = [
        pair for pair in itertools.product(bench.repeats.READINGS, pairs)
        if bench.plan.left_out(f"repeats: {pair[0]}", *pair[1])
    ]  # fmt: skip
    sizes = {part: len(results[part]) for part in ("runtime", "repeats", "synthetic", "k_max")}
    assert sizes == {"runtime": 50, "repeats": 360 - len(left_out), "synthetic": 320, "k_max": 54}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "clients"), [("asia", 10), ("insurance", 5)])
def test_a_case_can_be_repeated(bench, results, tmp_path, name, clients):
    utils = pytest.importorskip("pgmpy.utils")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        arrays = bench.networks_export.arrays(utils.get_example_model(name))
    (tmp_path / "networks").mkdir()
    np.savez(tmp_path / "networks" / f"{name}.npz", **arrays)
    network, store = bench.networks.load(tmp_path / "networks", name), bench.store.Store(tmp_path)
    for client in range(clients):
        params = bench.learning.params(network, client)
        store.put(bench.learning.STAGE, params, bench.learning.run(tmp_path, params), 0.0)
    (kept,) = (c for c in results["cases"] if (c["network"], c["clients"]) == (name, clients))
    for method in ("mcbnc auto", "fusion", "vote skeleton", "gold"):
        found = bench.cases.run(tmp_path, bench.cases.params(network, clients, method, 5000))
        again, known = without_times(found), without_times(kept["found"][method])
        assert again == {key: pytest.approx(value, rel=1e-5) for key, value in known.items()}


def test_the_key_of_a_case_follows_all_that_the_case_depends_on(bench, monkeypatch):
    Stage = bench.store.Stage
    stage, params = Stage("learn", 1), {"network": "asia", "client": 3}
    key = stage.key(params)
    assert stage.key(dict(reversed(params.items()))) == key
    others = [stage.key(params | {"client": 4}), stage.key(params | {"rows": 1})]
    others += [Stage("learn", 2).key(params), Stage("cases", 1).key(params)]
    monkeypatch.setattr(mcbnc, "__version__", "another")
    assert len({key, *others, stage.key(params)}) == 6


def test_parameters_tell_networks_clients_methods_and_files_apart(bench):
    one, other = random_network(bench, 1, 6), random_network(bench, 2, 6)
    params = bench.cases.params
    every = [
        params(one, 5, "fusion", 100), params(other, 5, "fusion", 100), params(one, 6, "fusion", 100),
        params(one, 5, "climb", 100), params(one, 5, "fusion", 200), params(one, 5, "fusion", 100, "ab"),
    ]  # fmt: skip
    assert len({bench.cases.STAGE.key(each) for each in every}) == len(every)


def test_perturbations_keep_the_limits(bench):
    perturbation = bench.perturbation
    for seed in range(5):
        rng = np.random.default_rng(seed)
        tried = perturbation.Perturbed(np.eye(15, k=1, dtype=np.uint8))
        changed = perturbation.Perturbed(tried.dag)
        for _ in range(300):
            before = changed.dag.copy()
            tried.attempt(rng)
            changed.change(rng)
            assert np.count_nonzero(before != changed.dag) == 1
            reached = np.linalg.matrix_power((tried.dag | tried.dag.T) + np.eye(15), 14)
            assert (reached > 0).all()  # it stays connected
            for dag in (tried.dag, changed.dag):
                assert not np.linalg.matrix_power(dag.astype(float), 15).any()  # no cycle
                assert dag.sum(0).max() <= 3
                assert dag.sum(1).max() <= 4
                assert dag.sum() <= 37


def test_synthetic_inputs_are_read_in_both_ways(bench):
    for reading, least in (("attempts", 0), ("successes", 1)):
        gold, dags = bench.synthetic.draw(bench.synthetic.params(30, 10, reading, 0))
        assert dags.shape == (10, 30, 30)
        distances = [np.count_nonzero(dag != gold) for dag in dags]
        assert (distances[0] == 0) == (reading == "attempts")  # G_0 is one of the inputs
        assert all(least <= one <= 2 * 22 for one in distances)
    assert np.mean(distances) > 15  # 22 changes, few of them of the same arc


def test_a_curve_is_thinned_but_at_its_ends_and_at_the_selected_theta(bench):
    curve = {"theta": [k / 400 for k in range(400)], "smhd": list(range(400))}
    thin = bench.collect.thinned(curve, 0.0425)
    assert len(thin["theta"]) <= 50
    assert {0, 17, 399} <= set(thin["smhd"])
    assert thin["smhd"] == sorted(thin["smhd"])
    assert bench.collect.thinned({"theta": [0.0, 0.5]}, 0.5) == {"theta": [0.0, 0.5]}


def test_numbers_are_rounded(bench):
    value = {"bdeu": -123456.789, "seconds": {"mcbnc": 12.34567}, "theta": [1 / 3], "smhd": 1234567}
    assert bench.collect.rounded(value) == {
        "bdeu": -123457.0, "seconds": {"mcbnc": 12.346}, "theta": [0.333333], "smhd": 1234567,
    }  # fmt: skip


DRIVER = """
import sys
from pathlib import Path
sys.path.insert(0, {bench!r})
import collect, pool
from plan import Plan
from stages import STAGES, Setting
from store import Store

if __name__ == "__main__":
    plan = Plan(("asia",), (2, 5), 200, 2, "asia", (0, 2), (10,), 1)
    setting = Setting(Store(Path(sys.argv[1])), plan, Path({bench!r}) / "example_method.py")
    for name, work in STAGES.items():
        stage, function, cases = work(setting)
        pool.run(stage, function, setting.store, cases, 2, name)
    collect.write(setting, setting.store.folder)
"""


def without_times(value):
    if isinstance(value, dict):
        gone = ("seconds", "hours", "generations", "status")
        return {key: without_times(one) for key, one in value.items() if key not in gone}
    return [without_times(one) for one in value] if isinstance(value, list) else value


@pytest.mark.slow
def test_a_study_that_was_killed_goes_on_to_the_same_results(bench, tmp_path):
    driver = tmp_path / "driver.py"
    driver.write_text(DRIVER.format(bench=str(BENCH)))
    folders = [tmp_path / "killed", tmp_path / "whole"]
    commands = [[sys.executable, driver, folder] for folder in folders]
    for folder in folders:
        save(random_network(bench, 5, 8), folder / "networks")

    with subprocess.Popen(commands[0], stderr=subprocess.DEVNULL) as process:
        while len(list(folders[0].glob("cases/*.json"))) < 5:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
    kept = {path: path.stat().st_mtime_ns for path in folders[0].glob("*/*.json")}
    assert not (folders[0] / "results.json").exists()

    for command in commands:
        subprocess.run(command, check=True, timeout=300, stderr=subprocess.DEVNULL)
    assert kept == {path: path.stat().st_mtime_ns for path in kept}  # nothing is run again
    for name in ("results", "curves"):
        first, second = (json.loads((folder / f"{name}.json").read_text()) for folder in folders)
        assert without_times(first) == without_times(second)

    results = json.loads((folders[0] / "results.json").read_text())
    assert results["about"]["missing"] == {}
    assert [case["clients"] for case in results["cases"]] == [2, 5]
    for case in results["cases"]:
        assert set(case["found"]) == {*bench.methods.METHODS, "mean input", "medoid"}
        assert case["found"]["gold"]["smhd"] == 0
        assert case["found"]["empty"]["edges"] == 0
    assert [len(results[part]) for part in ("repeats", "k_max", "synthetic")] == [8, 4, 2]


def test_a_case_without_a_graph_is_absent(bench, tmp_path):
    network = random_network(bench, 5, 8)
    save(network, tmp_path / "networks")
    file = tmp_path / "mine.py"
    file.write_text("METHODS = {'nothing': lambda case: None}\n")
    store = bench.store.Store(tmp_path)
    for client in range(2):
        params = bench.learning.params(network, client, 100)
        store.put(bench.learning.STAGE, params, bench.learning.run(tmp_path, params), 0.0)
    assert bench.cases.run(tmp_path, bench.cases.params(network, 2, "nothing", 100), file) == {}
