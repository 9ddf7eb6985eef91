"""The golden cases and the real runs, through the public API: their main numbers.

The engine's own tests compare everything; here it is the way through Python that is proved.
"""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from golden_cases import GOLDEN, load_case
from helpers import HELPERS, ROOT, SHARED, equivalent, load_clients, load_json, matrix, pdag

import mcbnc
from mcbnc import metrics

REAL = sorted(
    path for path in (SHARED / "real").glob("*.json") if path.stem.startswith(("alarm_r10", "asia"))
)
STARTS = ("cpdag", "dag")


def case_id(path):
    return path.stem if path else "absent"


def absent(what):
    return pytest.param(None, marks=pytest.mark.skip(f"{what} are not there"))


@pytest.fixture(
    params=GOLDEN if (SHARED / "golden").exists() else [*GOLDEN, absent("the shared golden cases")],
    ids=case_id,
)
def golden(request):
    case = load_case(request.param)
    case["matrices"] = np.stack([matrix(arcs, case["n"]) for arcs in case["dags"]])
    return case


def run(case, start):
    return mcbnc.trajectory(
        case["matrices"], weights=case["weights"], k_max=case["kmax"], start=start, workers=1
    )


def test_fusion(golden):
    fused = mcbnc.fusion(golden["matrices"])
    n = golden["n"]
    assert fused.order == golden["order"]
    np.testing.assert_array_equal(fused.adjacency, matrix(golden["union"], n))
    for imap, arcs in zip(fused.imaps, golden["minimal_imaps"], strict=True):
        np.testing.assert_array_equal(imap, matrix(arcs, n))
    np.testing.assert_array_equal(metrics.cpdag(fused), pdag(golden["cpdag"], n))


@pytest.mark.parametrize("start", STARTS)
def test_trajectory(golden, start):
    whole = run(golden, start)
    expected = golden["trajectory"][start]["steps"]
    assert len(whole) == len(expected)
    for step, want in zip(whole, expected, strict=True):
        assert (step.u, step.v, step.undirected) == (want["u"], want["v"], want["undirected"])
        assert (list(step.H), list(step.S)) == (want["H"], want["S"])
        assert step.score == want["score"]
        assert step.psi == float(Fraction(want["psi"]))
        assert step.edges_left == want["edges_left"]


@pytest.mark.parametrize("start", STARTS)
def test_thresholds(golden, start):
    whole = run(golden, start)
    for want in golden["thetas"][start]:
        theta = float(Fraction(want["theta"]))
        state = whole.at(theta)
        assert len(state.trajectory) == want["steps_taken"]
        np.testing.assert_array_equal(state.cpdag, pdag(want["extension_class"], golden["n"]))
        refused = whole.at(theta, output="refusion")
        np.testing.assert_array_equal(refused.adjacency, matrix(want["refusion"], golden["n"]))


def test_first_step(golden):
    """Criticality of every candidate of the first step."""
    for want in golden["first_iteration"]["cpdag"][:40]:
        found = mcbnc.criticality(
            golden["matrices"], want["u"], want["v"], want["S"], weights=golden["weights"]
        )
        assert found.per_dag.tolist() == want["per_client"]
        assert found.score == want["score"]
        assert found.psi == float(Fraction(want["psi"]))


def test_metrics(golden):
    union = matrix(golden["union"], golden["n"])
    assert metrics.treewidth(union) == golden["treewidth"]["minfill"]
    found = [metrics.smhd(union, dag) for dag in golden["matrices"]]
    assert found == golden["smhd_union_to_inputs"]


@pytest.mark.parametrize("path", REAL or [absent("the shared real runs")], ids=case_id)
def test_real_run(path):
    """Names in the clients' own order of columns: the indices of the file are those of sorted names."""
    case = load_json(path)
    options = case["options"]
    dags, nodes, gold = load_clients(case["clients"], case["r"])
    whole = mcbnc.trajectory(dags, nodes=nodes, **options)
    names = case["names"]
    assert whole.order == [names[i] for i in case["order"]]
    found = [(s.u, s.v, int(s.undirected), list(s.H), s.score) for s in whole]
    assert found == [(names[u], names[v], d, [names[h] for h in H], s) for u, v, d, H, s in case["steps"]]

    at = [nodes.index(name) for name in names]
    for want in case.get("states", ()):
        if want["theta"] is None:
            continue
        state = whole.at(want["theta"])
        assert len(state.trajectory) == want["steps"]
        assert len(state.edges) == want["edges"]
        dag = np.zeros_like(gold)
        for a, b in want["dag"]:
            dag[at[a], at[b]] = 1
        assert equivalent(state.adjacency, dag)
        assert metrics.smhd(state, gold, nodes=nodes) == want["smhd_gold"]
    if case.get("states"):
        frame = whole.to_frame()
        want = [state for state in case["states"] if state["theta"] is not None]
        total = sum(options.get("weights") or [1] * case["r"])
        assert frame["theta"].tolist() == [state["theta"] for state in want]
        assert frame["edges"].tolist() == [state["edges"] for state in want]
        np.testing.assert_allclose(frame["mean_smhd"] * total, [state["smhd_inputs"] for state in want])
        assert frame["treewidth"].tolist() == [state["treewidth_minfill"] for state in want]


@pytest.mark.parametrize(
    ("named", "folder"), [("elsewhere", Path("elsewhere")), ("", ROOT.parent / "shared")]
)
def test_the_environment_names_the_shared_folder(named, folder):
    said = subprocess.run(
        [sys.executable, "-c", "import helpers; print(helpers.SHARED)"],
        cwd=HELPERS,
        env={**os.environ, "MCBNC_SHARED": named},
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.strip() == str(folder / "data")
