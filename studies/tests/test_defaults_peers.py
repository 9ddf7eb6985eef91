"""Other packages in the study of defaults: which cases they get, what is kept, and what the page says."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from helpers import ROOT
from studied import STUDIES, study_modules


@pytest.fixture(scope="module")
def modules():
    names = (
        "draws", "networks", "paired", "peer_page", "peer_study", "results", "rows", "trials",
    )  # fmt: skip
    with study_modules("defaults", *names) as found:
        yield found


@pytest.fixture(scope="module")
def cases(modules):
    return modules.results.load(STUDIES / "defaults" / "defaults.json", modules.trials.MEASURES)


@pytest.fixture(scope="module")
def kept(modules):
    return modules.results.load(STUDIES / "defaults" / "peers.json", modules.peer_study.MEASURES)


def test_the_sample_has_as_many_cases_of_each_number_of_rows_and_size(modules, cases):
    study = modules.peer_study
    some = study.sample(cases)
    counts = Counter((case["table_rows"], study.few(case)) for case in some)
    assert set(counts) == {
        (rows, few) for rows in (50, 100, 200, 500, 1000, 2000, 5000) for few in (True, False)
    }
    assert {few: count for (_, few), count in counts.items()} == {True: study.OF_FEW, False: study.OF_MORE}
    assert len(set(counts.values())) == 2
    assert len(some) >= 100
    assert len({case["network"] for case in some}) >= 35
    assert some == study.sample(random.Random(1).sample(cases, len(cases)))


def test_each_peer_of_each_case_is_found_or_has_a_reason(modules, cases, kept):
    study, page = modules.peer_study, modules.peer_page
    assert [study.key_of(case) for case in kept] == [study.key_of(case) for case in study.sample(cases)]
    for case in page.joined(cases, kept):
        told = [*(peer for peer in case["found"] if peer in study.PEERS), *case["stopped"], *case["failed"]]
        assert sorted(told) == sorted(page.ran(case)) == sorted(case["versions"])
        assert set(case["stopped"].values()) <= {study.SECONDS}


def test_with_few_rows_the_default_is_before_no_edge_and_all_peers(modules, cases, kept):
    """In the mean over the cases that each peer finished."""
    study, page, paired = modules.peer_study, modules.peer_page, modules.paired
    some = page.joined(cases, kept)
    for rows in (50, 100, 200):
        for other in (page.NOTHING, *study.PEERS):
            its = [case for case in some if case["table_rows"] == rows and other in case["found"]]
            ours, theirs = (
                sum(paired.average(its, name, measure) for measure in (paired.SMHD, paired.SHD))
                for name in (page.OURS, other)
            )
            assert ours < theirs


def case_of(name="asia", rows=200, **found):
    """A case as joined() makes it, in which the learners have these totals."""
    own = {peer: (total, 0, 0.5, None) for peer, total in found.items()}
    return {
        "repetition": 0, "network": name, "regime": "selection", "nodes": 8, "table_rows": rows,
        "versions": {}, "stopped": {}, "failed": {}, "found": own,
    }  # fmt: skip


def test_only_what_both_finished_is_compared(modules):
    page = modules.peer_page
    every = dict.fromkeys((page.OURS, page.NOTHING, *modules.peer_study.PEERS), 10)
    cases = [case_of(**every), case_of(rows=1000, **every), case_of(rows=1000, **every)]
    cases[0]["found"]["xges"] = (12, 0, 0.5, None)
    cases[1]["found"]["xges"] = (8, 1, 0.25, None)
    del cases[2]["found"]["xges"]
    cases[2]["stopped"]["xges"] = 10
    del cases[1]["found"]["pgmpy GES"]
    cases[1]["failed"]["pgmpy GES"] = "no class"
    told = page.records(cases)
    assert "|xges|3|1|0|1/0/0|0/0/1|500.0|375.0|" in told
    assert "|pgmpy GES|3|0|1|0/1/0|0/1/0|500.0|500.0|" in told
    assert "|cases|1|1|" in page.distances(cases, ("xges",))
    assert "|xges|12.0 / 0.0|**8.0 / 1.0**|" in page.distances(cases, ("xges",))
    # pgmpy GES has no answer where xges is nearer, so the second table does not have that case.
    assert page.nearer(cases).splitlines()[2:] == [
        "|xges|first table|1,000|9.0|10.0|",
        "|xges|all that it finished|1,000|9.0|10.0|",
    ]
    assert page.nearer(cases[:1]) == "Nowhere."


def test_larger_networks_are_for_the_quick_peers(modules):
    page, study = modules.peer_page, modules.peer_study
    large = {**case_of(**dict.fromkeys((page.OURS, *study.QUICK), 10)), "nodes": study.FEW_NODES + 1}
    assert "|pgmpy GES|0|0|0|0/0/0|0/0/0|–|–|" in page.records([large])
    assert "|xges|1|0|0|" in page.records([large])


def test_an_answer_is_measured_and_one_without_a_class_fails(modules):
    study = modules.peer_study
    truth = np.zeros((4, 4), np.uint8)
    truth[0, 2] = truth[1, 2] = truth[2, 3] = 1
    kept = {"found": {}, "stopped": {}, "failed": {}}
    loose = [[0, 2, 1], [1, 2, 1], [2, 3, 1]]
    study.keep(kept, "arcs", {"edges": [[0, 2, 0], [1, 2, 0], [2, 3, 0]], "cpu": 0.5}, truth)
    study.keep(kept, "loose", {"edges": loose, "cpu": 0.25}, truth)
    study.keep(kept, "circle", {"edges": [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 3, 1]], "cpu": 0.25}, truth)
    study.keep(kept, "slow", {"stopped": 10}, truth)
    study.keep(kept, "broken", {"failed": "KeyError: 1"}, truth)
    assert kept["found"] == {"arcs": [0, 0, 0.5], "loose": [1, 3, 0.25]}
    assert kept["stopped"] == {"slow": 10}
    assert set(kept["failed"]) == {"circle", "broken"}
    assert kept["failed"]["circle"].startswith("no class")


@pytest.fixture
def folder(modules, tmp_path):
    """A folder with a network named "asia", as networks_export.py writes networks."""
    networks = modules.networks
    rng = np.random.default_rng(1)
    network = networks.draw(networks.random_dag(6, 7, rng), rng)
    parents = [np.flatnonzero(network.dag[:, v]) for v in range(6)]
    np.savez(
        tmp_path / "asia.npz",
        arities=network.arities,
        parent_ptr=np.cumsum([0, *map(len, parents)]),
        parents=np.concatenate(parents),
        tables=np.concatenate([table.ravel() for table in network.tables]),
    )
    return tmp_path


def measured(modules, folder):
    """A case of the study, with the distance of mcbnc's default on the network of the folder."""
    trials, draws = modules.trials, modules.draws
    case = case_of()
    drawn = draws.draw(folder, modules.peer_study.key_of(case))
    found, _ = trials.run(drawn, fill=False)
    return {**case, "found": found, "table_rows": len(drawn.table), "nodes": 6}


def test_the_study_goes_on_and_refuses_other_rows(modules, folder, tmp_path, monkeypatch):
    study, results, trials = modules.peer_study, modules.results, modules.trials
    case = measured(modules, folder)
    monkeypatch.setattr(study, "TABLE_ROWS", [case["table_rows"]])
    asked = []

    class Answers:
        def __init__(self, python):
            self.python = python

        def run(self, peer, file):
            assert modules.rows.read(file)[2].shape == (6, case["table_rows"])
            asked.append((peer, self.python))
            return {"version": f"{peer} 1", "edges": [], "cpu": 0.5}

    monkeypatch.setattr(study, "Worker", Answers)
    source, lines, into = tmp_path / "cases.json", tmp_path / "lines.jsonl", tmp_path / "peers.json"
    facts = ("repetition", "network", "regime", "nodes", "table_rows")
    results.save(source, [case], facts, trials.MEASURES)
    words = [str(lines), str(folder), str(source), "--json", str(into), "--rivals", "a", "--xges", "b"]
    monkeypatch.setattr(sys, "argv", ["peer_study", *words])
    study.main()
    assert asked == [(peer, "b" if peer == "xges" else "a") for peer in study.PEERS]
    first = into.read_bytes()
    empty = case["found"][trials.method("learn", trials.EMPTY)]
    (kept,) = results.load(into, study.MEASURES)
    assert kept["found"] == dict.fromkeys(study.PEERS, (*empty[:2], 0.5))
    monkeypatch.setattr(study, "run", lambda *_: pytest.fail("a case was run again"))
    study.main()
    assert into.read_bytes() == first

    monkeypatch.undo()
    name = trials.method("learn", trials.DEFAULT)
    smhd, *rest = case["found"][name]
    other = {**case, "found": {**case["found"], name: [smhd + 1, *rest]}}
    with pytest.raises(SystemExit, match=r"run defaults.py anew"):
        study.run(folder, other, {})


PROGRAM = """
import sys, time
import peer_searches as p

def busy():
    while True:
        pass

def first(cells):
    assert cells.T.tolist() == [[0, 1, 1], [1, 0, 2], [0, 0, 0]]
    print("what a package prints")
    return lambda: [(0, 1, 0), (2, 1, 1)]

p.version = lambda package: "7"
p.PEERS = {"one finds": lambda: first, "two is busy": lambda: lambda cells: busy,
           "three breaks": lambda: lambda cells: lambda: {}["x"]}
p.main()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a search is a child process")
def test_a_search_of_another_package_is_limited_and_its_failure_told(modules, tmp_path):
    file = tmp_path / "a.rows"
    modules.rows.write(file, ["a", "b", "c"], [9, 9, 9], np.array([[2, 7, 7], [3, 1, 8], [4, 4, 4]]))
    asked = "".join(
        f"{json.dumps([peer, str(file), 1])}\n"
        for peer in ("one finds", "two is busy", "three breaks", "one finds")
    )
    path = [str(STUDIES / "defaults"), str(ROOT / "bench" / "rivals")]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{PROGRAM}"],
        input=asked, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found, stopped, failed, again = map(json.loads, done.stdout.splitlines())
    assert found["edges"] == again["edges"] == [[0, 1, 0], [2, 1, 1]]
    assert 0 <= found["cpu"] < 1
    assert stopped == {"version": "two 7", "stopped": 1}
    assert failed == {"version": "three 7", "failed": "KeyError: 'x'"}


def test_a_process_that_ends_is_told(modules, tmp_path, monkeypatch):
    """Such as that of a Python that lacks the packages."""
    study = modules.peer_study
    monkeypatch.setattr(study, "HERE", tmp_path)
    worker = study.Worker(sys.executable)
    worker.process.wait()
    with pytest.raises(SystemExit, match=r"xges: .*peer_searches.py.* has ended"):
        worker.run("xges", tmp_path / "a.rows")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the module has limits of processes")
def test_marks_of_causal_learn_become_edges():
    with study_modules("defaults", "peer_searches") as found:
        edges = found.peer_searches.edges
    marks = np.zeros((3, 3), int)
    marks[1, 0], marks[0, 1] = 1, -1  # 0 → 1
    marks[1, 2] = marks[2, 1] = -1  # 1 − 2
    assert edges(marks) == [(0, 1, 0), (1, 2, 1)]
    marks[0, 2] = marks[2, 0] = 1
    with pytest.raises(ValueError, match="two heads"):
        edges(marks)
