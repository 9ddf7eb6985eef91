"""outliers="drop" gives flagged DAGs the weight 0 and has no other effect."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from answers import answers, seen
from helpers import names, noisy_copies, random_dags, write_clients

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit

N, R = 10, 8
NODES = names(N)
GOOD = noisy_copies(1, 6, N, 0.3, 3)
BAD = np.stack([random_dags(9, 1, N, 0.25)[0]] * 2)
DAGS = np.concatenate([GOOD[:3], BAD[:1], GOOD[3:], BAD[1:]])
DROPPED = [3, 7]
KEPT = np.array([1.0, 1, 1, 0, 1, 1, 1, 0])


def test_the_expected_dags_are_flagged():
    assert mcbnc.agreement(DAGS).outliers == DROPPED
    assert mcbnc.agreement(GOOD).outliers == []


def without_time(thing) -> list:
    if isinstance(thing, mcbnc.ConsensusResult):
        steps = [(s.u, s.v, s.H, s.S, s.score, s.psi) for s in thing.trajectory]
        return [thing.theta, thing.cpdag.tobytes(), thing.adjacency.tobytes(), thing.fusion.tobytes(), steps]
    return [(s.u, s.v, s.H, s.S, s.score, s.psi) for s in thing]


@pytest.mark.parametrize("options", [{}, {"cap": 1}, {"nodes": NODES, "start": "dag"}, {"canonical": True}])
@pytest.mark.parametrize("weights", [None, [2, 1, 0.5, 7, 1, 1, 0, 1]])
def test_dropped_dags_get_the_weight_0(options, weights):
    by_hand = KEPT if weights is None else KEPT * weights
    for theta in (0.4, "auto"):
        result = mcbnc.consensus(DAGS, theta, outliers="drop", weights=weights, **options)
        assert result.dropped == DROPPED
        expected = mcbnc.consensus(DAGS, theta, weights=by_hand, **options)
        assert expected.dropped == []
        assert without_time(result) == without_time(expected)
    run = mcbnc.trajectory(DAGS, outliers="drop", weights=weights, **options)
    expected = mcbnc.trajectory(DAGS, weights=by_hand, **options)
    assert without_time(run) == without_time(expected)
    assert run.to_frame().equals(expected.to_frame())
    assert (run.dropped, run.at(0.4).dropped, run.at(0.4).trajectory.dropped) == (DROPPED,) * 3


def test_the_arcs_of_dropped_dags_are_in_the_fusion_and_are_removed_first():
    result, kept = mcbnc.consensus(DAGS, 0.0, outliers="drop"), mcbnc.consensus(DAGS)
    np.testing.assert_array_equal(result.fusion, kept.fusion)
    assert len(result.trajectory) > 0
    assert {step.score for step in result.trajectory} == {0}


def test_without_dags_to_drop_nothing_changes():
    assert without_time(mcbnc.consensus(DAGS, outliers="keep")) == without_time(mcbnc.consensus(DAGS))
    result = mcbnc.consensus(GOOD, outliers="drop")
    assert result.dropped == []
    assert result._run.weights == {}
    assert without_time(result) == without_time(mcbnc.consensus(GOOD))


@pytest.mark.parametrize("weights", [None, np.random.default_rng(1).random((4, R)) + 0.1])
def test_a_batch_drops_the_same_dags_in_all_runs(weights):
    counts = np.array([[1] * R, [0, 2, 0, 5, 0, 0, 1, 0], [3, 0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 9, 1, 0, 0, 9]])
    runs = mcbnc.batch(DAGS, counts=counts, weights=weights, theta="auto", outliers="drop")
    assert runs.dropped == DROPPED
    for k, one in enumerate(runs):
        taken = np.repeat(np.arange(R), counts[k])
        each = KEPT if weights is None else KEPT * weights[k]
        expected = mcbnc.consensus(DAGS[taken], "auto", weights=each[taken])
        assert without_time(one) == without_time(expected)
        assert one.dropped == [i for i, dag in enumerate(taken) if dag in DROPPED]
    assert "8 DAGs (dropped: 3, 7)" in repr(runs)
    alone = mcbnc.batch(GOOD, weights=[[1] * 6], outliers="drop")
    assert alone.dropped == []


@pytest.mark.parametrize("weights", [None, [2, 1, 0.5, 7, 1, 1, 0, 1]])
@pytest.mark.parametrize("scheme", ["bootstrap", "leave-one-out"])
def test_a_stability_drops_the_same_dags_in_all_runs(scheme, weights):
    options = {"scheme": scheme, "seed": 3, "resamples": 30}
    result = mcbnc.stability(DAGS, outliers="drop", weights=weights, **options)
    expected = mcbnc.stability(DAGS, weights=KEPT if weights is None else KEPT * weights, **options)
    assert result.dropped == DROPPED
    for field in ("counts", "thetas", "directed", "undirected"):
        np.testing.assert_array_equal(getattr(result, field), getattr(expected, field))
    assert "8 DAGs (dropped: 3, 7)" in repr(result)
    assert "dropped: 3, 7" in result._repr_html_()


def test_every_output_names_the_dropped_dags(tmp_path):
    result = mcbnc.consensus(DAGS, 0.4, outliers="drop", nodes=NODES)
    run = mcbnc.trajectory(DAGS, outliers="drop", nodes=NODES)
    before = seen(result)  # its repr shows the chance once a notebook has shown it
    for thing in (result, run):
        assert "8 DAGs (dropped: 3, 7)" in repr(thing)
        assert "dropped: 3, 7" in thing._repr_html_()
        assert pickle.loads(pickle.dumps(thing)).dropped == DROPPED
        thing.save(tmp_path / "it.json")
        assert mcbnc.load(tmp_path / "it.json").dropped == DROPPED
    assert seen(mcbnc.load(tmp_path / "it.json").at(0.4))[0] == NODES
    assert answers(mcbnc.load(tmp_path / "it.json")) == answers(run)
    result.save(tmp_path / "it.json")
    assert seen(mcbnc.load(tmp_path / "it.json")) == before
    explanation = result.explain(*result.edges[0])
    assert "Dropped as outliers, with the weight 0: 3, 7." in explanation.words
    mcbnc.consensus(DAGS).save(tmp_path / "kept.json")
    record = json.loads((tmp_path / "kept.json").read_text())
    assert not {"dropped", "cap"} & {*record, *record["options"]}  # an older mcbnc can read the file


def test_weights_of_outliers_only_are_refused():
    bad = [0, 0, 0, 1, 0, 0, 0, 3]
    calls = [
        lambda: mcbnc.consensus(DAGS, weights=bad, outliers="drop"),
        lambda: mcbnc.trajectory(DAGS, weights=bad, outliers="drop"),
        lambda: mcbnc.stability(DAGS, weights=bad, outliers="drop"),
    ]
    for call in calls:
        with pytest.raises(mcbnc.InvalidInputError, match=r"only, dags\[3\], dags\[7\]") as caught:
            call()
        assert caught.value.argument == "outliers"
    with pytest.raises(mcbnc.InvalidInputError, match="run 1 has outliers only"):
        mcbnc.batch(DAGS, counts=[[1] * R, bad], outliers="drop")
    with pytest.raises(mcbnc.InvalidInputError, match="run 0 has outliers only"):
        mcbnc.batch(DAGS, weights=[bad], outliers="drop")
    one = [1, 0, 0, 1, 0, 0, 0, 3]
    with pytest.raises(mcbnc.InvalidInputError, match=r"only dags\[0\] has one above zero"):
        mcbnc.stability(DAGS, weights=one, outliers="drop", scheme="leave-one-out")


@pytest.mark.parametrize("outliers", ["Drop", None, True, ["drop"]])
def test_bad_values(outliers):
    calls = [
        lambda: mcbnc.consensus(DAGS, outliers=outliers),
        lambda: mcbnc.trajectory(DAGS, outliers=outliers),
        lambda: mcbnc.batch(DAGS, counts=[[1] * R], outliers=outliers),
        lambda: mcbnc.stability(DAGS, outliers=outliers),
    ]
    for call in calls:
        with pytest.raises(mcbnc.InvalidInputError, match="outliers must be 'keep' or 'drop'") as caught:
            call()
        assert caught.value.argument == "outliers"


@pytest.mark.parametrize("command", ["consensus", "trajectory"])
def test_the_command_line_names_the_files(capsys, tmp_path, command):
    def run(*arguments):
        return cli.main([str(argument) for argument in arguments]), *capsys.readouterr()

    good = write_clients(tmp_path / "good.json", GOOD, NODES)
    bad = write_clients(tmp_path / "bad.json", BAD[:1], NODES)
    code, out, err = run(command, good, bad, "--outliers", "drop", "--cap", 1, "--json")
    assert code == Exit.FINE
    assert json.loads(out)["dropped"] == [str(bad)]
    assert f"7 DAGs (dropped: {bad})" in err
    expected = mcbnc.trajectory([*GOOD, BAD[0]], nodes=NODES, weights=[1] * 6 + [0], cap=1)
    assert json.loads(out).get("selected", expected.select()) == expected.select()
    if command == "consensus":
        assert [tuple(edge) for edge in json.loads(out)["edges"]] == expected.at(0.5).edges
    only = ",".join(["0"] * 6 + ["1"])
    code, _, err = run(command, good, bad, "--outliers", "drop", "--weights", only)
    assert (code, str(bad) in err) == (Exit.BAD_INPUT, True)
