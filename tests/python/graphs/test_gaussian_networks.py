"""What is made of structures that Gaussian scores found is pgmpy's linear Gaussian network."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import baselines

models = pytest.importorskip("pgmpy.models")
pytestmark = pytest.mark.slow


def numbers(seed: int = 1) -> pd.DataFrame:
    a, b, c = np.random.default_rng(seed).normal(size=(3, 80))
    return pd.DataFrame({"a": a, "b": a + b, "c": a + b + c})


@pytest.fixture(scope="module")
def several() -> list[mcbnc.Learned]:
    return mcbnc.learn_many([numbers(k) for k in range(3)], score="bge")


@pytest.fixture(scope="module")
def boot() -> mcbnc.Bootstrap:
    return mcbnc.bootstrap(numbers(), resamples=5, score="bic-g", seed=1)


MADE = {
    "learn_many": lambda dags: dags[1],
    "consensus": mcbnc.consensus,
    "by site": lambda dags: mcbnc.consensus(dict(zip("xyz", dags, strict=True))),
    "trajectory": lambda dags: mcbnc.trajectory(dags).at(0.4),
    "of a result": lambda dags: mcbnc.consensus(dags).trajectory.at(0.2),
    "of results": lambda dags: mcbnc.consensus([mcbnc.consensus(dags)]),
    "batch": lambda dags: mcbnc.batch(dags, counts=[[1, 2, 0]])[0],
    "fusion": mcbnc.fusion,
    "vote": baselines.vote,
    "averaged": baselines.averaged,
    "bounded": lambda dags: baselines.bounded(dags, 2),
    "compare": lambda dags: mcbnc.compare(dags, methods=["vote arcs"]).results["vote arcs"],
    "pickled": lambda dags: pickle.loads(pickle.dumps(mcbnc.consensus(dags))),
}


@pytest.mark.parametrize("make", MADE.values(), ids=MADE.keys())
def test_what_gaussian_structures_make_is_gaussian(make, several):
    made = make(several)
    network = made.to_pgmpy()
    assert type(network) is models.LinearGaussianBayesianNetwork
    assert set(network.edges) == set(made.edges) != set()
    assert set(network.nodes) == {"a", "b", "c"}
    assert network.fit(numbers()).check_model()


@pytest.mark.parametrize(
    "make",
    [
        lambda boot: boot.averaged(),
        lambda boot: boot.consensus(),
        lambda boot: boot.consensus().trajectory.at(0),
    ],
)
def test_what_a_bootstrap_of_numbers_makes_is_gaussian(make, boot):
    assert type(make(boot).to_pgmpy()) is models.LinearGaussianBayesianNetwork


@pytest.mark.parametrize("kind", [lambda run: run, lambda run: run.at(0.4)])
def test_a_saved_run_still_is_gaussian(kind, several, tmp_path):
    for dags, named in ((several, True), ([dag.adjacency for dag in several], False)):
        kind(mcbnc.trajectory(dags)).save(tmp_path / "run.json")
        record = json.loads((tmp_path / "run.json").read_text())
        assert record.get("gaussian", False) is named
        back = mcbnc.load(tmp_path / "run.json")
        graph = back.at(0.1) if isinstance(back, mcbnc.Trajectory) else back
        assert (type(graph.to_pgmpy()) is models.LinearGaussianBayesianNetwork) is named


@pytest.mark.filterwarnings("ignore:data. columns of numbers beside")
@pytest.mark.parametrize("kind", [lambda run: run, lambda run: run.at(0.4)])
def test_a_saved_run_of_both_kinds_still_is_of_both(kind, tmp_path):
    rng = np.random.default_rng(3)
    group = rng.integers(0, 2, 200)
    table = pd.DataFrame({"group": group.astype(str), "x": rng.normal(size=200) + group})
    kind(mcbnc.trajectory([mcbnc.learn(table)] * 2)).save(tmp_path / "run.json")
    assert json.loads((tmp_path / "run.json").read_text())["mixed"] is True
    back = mcbnc.load(tmp_path / "run.json")
    graph = back.at(0.1) if isinstance(back, mcbnc.Trajectory) else back
    with pytest.raises(mcbnc.InvalidInputError, match="numbers") as caught:
        graph.to_pgmpy()
    assert str(caught.value) == str(_refused(mcbnc.learn(table)))


def _refused(graph):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        graph.to_pgmpy()
    return caught.value


def test_mixed_and_plain_inputs_are_discrete_unless_the_caller_says_otherwise(several):
    states = pd.DataFrame(np.random.default_rng(1).integers(0, 2, (60, 3)), columns=list("abc")).astype(str)
    for dags in (
        [*several, mcbnc.learn(states)],
        [*several, several[0].to_pandas()],
        [dag.to_networkx() for dag in several],
    ):
        found = mcbnc.consensus(dags)
        assert type(found.to_pgmpy()) is models.DiscreteBayesianNetwork
        network = found.to_pgmpy(gaussian=True)
        assert type(network) is models.LinearGaussianBayesianNetwork
        assert network.fit(numbers()).check_model()
    assert type(mcbnc.consensus(several).to_pgmpy(gaussian=False)) is models.DiscreteBayesianNetwork
    with pytest.raises(mcbnc.InvalidInputError, match="gaussian must be"):
        found.to_pgmpy(gaussian="yes")


def test_a_bootstrap_of_states_makes_discrete_networks():
    rows = pd.DataFrame(np.random.default_rng(1).integers(0, 2, (60, 3)), columns=list("abc")).astype(str)
    boot = mcbnc.bootstrap(rows, resamples=5, seed=1)
    for made in (boot.averaged(), boot.consensus()):
        assert type(made.to_pgmpy()) is models.DiscreteBayesianNetwork


def test_a_jointly_learned_network_has_tables_or_is_gaussian():
    rows = pd.DataFrame(np.random.default_rng(1).integers(0, 2, (60, 3)), columns=list("abc")).astype(str)
    found = mcbnc.learn_jointly([rows, rows])
    assert type(found.to_pgmpy(gaussian=True)) is models.LinearGaussianBayesianNetwork
    assert found.to_pgmpy(gaussian=False).check_model()
    with pytest.raises(mcbnc.InvalidInputError, match="leave one of fitted and gaussian out") as caught:
        found.to_pgmpy(fitted=True, gaussian=True)
    assert caught.value.argument == "fitted"
