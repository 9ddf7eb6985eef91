"""The study of bootstraps: its page is what its results say, and its results can be repeated."""

from __future__ import annotations

import json
import re
import sys

import numpy as np
import pytest
from readme import requires
from studied import DOCS, STUDIES, study_modules

import mcbnc

PAGE = (DOCS / "bootstrap.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def modules():
    names = (
        "bootstrap_page", "bootstrap_study", "calibration", "draws", "held_out", "networks", "verdict",
    )  # fmt: skip
    with study_modules("bootstrap", *names) as found:
        yield found


@pytest.fixture(scope="module")
def cases(modules):
    return modules.bootstrap_page.load(STUDIES / "bootstrap" / "bootstrap.json")


@pytest.fixture(scope="module")
def few(modules, cases):
    return modules.bootstrap_page.few(cases)


def key_of(case):
    return case["repetition"], case["network"], case["regime"]


def test_the_page_is_made_of_the_results(modules, cases):
    assert modules.bootstrap_page.make(cases) == PAGE
    assert "{{" not in PAGE


def test_the_page_shows_what_its_blocks_print(capsys):
    blocks = re.findall(r"^```python\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", PAGE, re.DOTALL | re.MULTILINE)
    assert sum(bool(output) for _, output in blocks) >= 2
    names: dict = {}
    for block, output in blocks:
        exec(compile(block, "docs/bootstrap.md", "exec"), names)
        requires(capsys.readouterr().out, output)


def test_the_results_are_of_a_finished_run(modules, cases):
    held_out = modules.held_out
    repetitions = len({case["repetition"] for case in cases})
    assert [key_of(case) for case in cases] == list(held_out.keys(repetitions))
    methods = [modules.bootstrap_study.EMPTY, modules.bootstrap_study.LEARN, *modules.bootstrap_study.METHODS]
    for case in cases:
        assert list(case["found"]) == methods
        assert (case["rows"], case["resamples"]) == held_out.REGIMES[case["regime"]]
        pairs = case["nodes"] * (case["nodes"] - 1) // 2
        assert sum(count for _, count, _ in case["strengths"]) == pairs
        assert sum(count for _, count in case["noise"]) == pairs


def test_the_cases_are_many_and_unlike(modules, few):
    assert len(few) >= 100
    assert {case["rows"] for case in few} == {50, 100, 200, 500, 1000, 2000, 5000}
    assert min(case["nodes"] for case in few) == 8
    assert max(case["nodes"] for case in few) > 60
    for some in (
        *modules.bootstrap_page.by_columns(few).values(),
        *modules.bootstrap_page.by_kind(few).values(),
    ):
        assert len(some) >= 30


@pytest.mark.parametrize("among", ["all pairs", "joined"])
def test_the_calibration_error_is_at_most_0_04(modules, few, among):
    assert modules.calibration.error(few, among) <= 0.04


def test_the_dial_holds(modules, few):
    study = modules.bootstrap_study
    for q in study.DIALS:
        assert max(modules.calibration.false_share(few, study.at_most(q))) <= q + 0.02


def test_the_sentences_of_the_page_are_true(modules, cases, few):
    """Those that have no number of their own."""
    calibration, page, study = modules.calibration, modules.bootstrap_page, modules.bootstrap_study
    found = calibration.bins(few)
    assert found["0.1–"].said > 1.5 * found["0.1–"].true  # strengths from 0.1 to 0.3 are too high
    for kind, sign in (("drawn tables", -1), ("parts, real tables", 1)):
        strong = [calibration.bins(page.by_kind(few)[kind])[name] for name in calibration.AMONG["≥ 0.5"]]
        assert sign * sum(each.said - each.true for each in strong) > 0
    mostly, others = page.by_determination(few).values()
    for q in study.DIALS:
        share, other = (calibration.false_share(some, study.at_most(q))[0] for some in (mostly, others))
        assert other <= q + 0.02 < share
    total, record = modules.verdict.total, modules.verdict.record
    distance = {name: np.mean([total(case, name) for case in few]) for name in few[0]["found"]}
    assert distance[study.AVERAGED] == pytest.approx(distance[study.LEARN], rel=0.02)
    assert distance[study.AVERAGED] < distance[study.CONSENSUS]
    assert distance[study.AVERAGED] < distance["averaged, 0.7"] < distance["averaged, 0.9"]
    shares = [
        calibration.false_share(few, name)
        for name in ("averaged, 0.9", "averaged, 0.7", study.AVERAGED, study.LEARN)
    ]
    assert shares == sorted(shares)
    consensus = record(few, study.CONSENSUS, study.LEARN)
    assert consensus.wins <= consensus.losses
    assert np.mean([page.strong(case, 0.9) for case in few]) < 0.05  # among shuffled columns


@pytest.mark.parametrize("regime", ["200 rows, 50 resamples", "100 rows, 200 resamples"])
@pytest.mark.parametrize("network", ["random 14, drawn", "alarm, drawn"])
def test_a_case_can_be_repeated(modules, cases, network, regime, tmp_path):
    (kept,) = (case for case in cases if case["network"] == network and case["regime"] == regime)
    again = modules.bootstrap_study.run(tmp_path, key_of(kept))
    times = {name: kept[name] for name in ("ms", "learn_ms")}
    assert json.dumps({**again, **times}) == json.dumps(kept)


def test_a_case_has_what_the_functions_say(modules, tmp_path):
    key = (modules.held_out.FIRST, "asia, drawn", "500 rows, 50 resamples")
    kept, drawn = modules.bootstrap_study.run(tmp_path, key), modules.held_out.draw(tmp_path, key)
    rows = mcbnc.Rows(drawn.rows, states=drawn.network.arities.tolist())
    boot = mcbnc.bootstrap(rows, 50, seed=1)
    truth = np.asarray(drawn.network.dag)
    upper = np.triu_indices(len(truth), 1)
    strength, gold = boot.strength[upper], (truth | truth.T)[upper]
    for often, pairs, true in kept["strengths"]:
        here = np.isclose(strength, often / 50)
        assert (here.sum(), gold[here].sum()) == (pairs, true)
    for name, graph in (
        ("learn", mcbnc.learn(rows, chance=0)),
        ("averaged, 0.7", boot.averaged(0.7)),
        ("consensus", boot.consensus()),
        ("at most 0.1", boot.at_most(0.1)),
    ):
        joined = (np.asarray(graph) | np.asarray(graph).T)[upper]
        distances = [measure(np.asarray(graph), truth) for measure in (mcbnc.metrics.smhd, mcbnc.metrics.shd)]
        assert kept["found"][name] == [*distances, joined.sum(), (joined & gold).sum()]


def test_more_resamples_are_of_the_same_table(modules, tmp_path):
    draw, key = modules.held_out.draw, (modules.held_out.FIRST, "random 9, drawn")
    one, other, fewer = (
        draw(tmp_path, (*key, f"{rows}, {resamples} resamples")).rows
        for rows, resamples in (("1000 rows", 50), ("1000 rows", 200), ("100 rows", 50))
    )
    assert np.array_equal(one, other)
    assert len(fewer) == 100


def test_no_other_study_has_drawn_the_same(modules):
    held_out, draws = modules.held_out, modules.draws
    assert not set(held_out.PARTS + held_out.SMALL_PARTS) & set(draws.NAMES)
    assert not set(held_out.RANDOM) & set(draws.NAMES)


def test_small_parts_have_few_nodes(modules, tmp_path):
    networks, draws, held_out = modules.networks, modules.draws, modules.held_out
    for seed in range(3):
        whole = networks.draw(
            networks.random_dag(60, 75, np.random.default_rng(seed)), np.random.default_rng(seed)
        )
        nodes = draws.part(whole.dag, np.random.default_rng(seed), *held_out.SMALL)
        assert held_out.SMALL[0] <= len(nodes) <= held_out.SMALL[1]
        whole.part(nodes)  # refuses nodes that are not closed under parents


def made_up(*cases):
    """Cases of 10 resamples with these strengths."""
    return [{"network": f"{k}", "resamples": 10, "strengths": each} for k, each in enumerate(cases)]


def test_the_error_is_the_mean_distance_over_the_bins(modules):
    calibration = modules.calibration
    cases = made_up([[0, 90, 9], [2, 10, 1], [5, 4, 2]], [[2, 10, 5], [10, 20, 19]])
    found = calibration.bins(cases)
    assert [(name, each.pairs, each.true) for name, each in found.items() if each.pairs] == [
        ("0", 90, 9),
        ("0.1–", 20, 6),
        ("0.5–", 4, 2),
        ("1", 20, 19),
    ]
    apart = 20 * abs(0.2 - 0.3) + 4 * 0 + 20 * abs(0.97 - 0.95)
    assert calibration.error(cases) == pytest.approx(apart / 44)
    assert calibration.error(cases, "all pairs") == pytest.approx((apart + 90 * 0.1) / 134)
    assert calibration.error(cases, "≥ 0.5") == pytest.approx(20 * 0.02 / 24)
    low, high = calibration.interval(cases)
    assert low <= calibration.error(cases) <= high


@pytest.mark.parametrize("resamples", [50, 200])
def test_each_strength_has_one_bin(modules, resamples):
    name_of = modules.calibration.name_of
    names = [name_of(k, resamples) for k in range(resamples + 1)]
    assert list(dict.fromkeys(names)) == list(modules.calibration.BINS)
    for share, name in ((0.1, "0.1–"), (0.3, "0.3–"), (0.6, "0.6–"), (0.7, "0.7–"), (0.9, "0.9–")):
        assert name_of(round(share * resamples), resamples) == name
        assert name_of(round(share * resamples) - 1, resamples) != name


def test_false_shares_and_recall(modules):
    cases = [
        {"found": {"x": [0, 0, 4, 3]}, "strengths": [[0, 5, 1], [50, 3, 3]]},
        {"found": {"x": [0, 0, 0, 0]}, "strengths": [[0, 5, 2]]},
        {"found": {"x": [0, 0, 6, 3]}, "strengths": [[50, 6, 3]]},
    ]
    assert modules.calibration.false_share(cases, "x") == pytest.approx(((0.25 + 0 + 0.5) / 3, 0.4))
    assert modules.calibration.recall(cases, "x") == pytest.approx((0.75 + 0 + 1) / 3)


def test_a_stopped_study_goes_on(modules, tmp_path, monkeypatch):
    study, held_out = modules.bootstrap_study, modules.held_out
    monkeypatch.setattr(held_out, "NAMES", ("random 9, drawn",))
    monkeypatch.setattr(
        held_out, "REGIMES", {"50 rows, 3 resamples": (50, 3), "60 rows, 3 resamples": (60, 3)}
    )
    lines, into = tmp_path / "lines.jsonl", tmp_path / "bootstrap.json"
    monkeypatch.setattr(sys, "argv", ["study", str(lines), str(tmp_path), "--json", str(into)])
    study.main()
    first = into.read_bytes()
    assert [key_of(case) for case in modules.bootstrap_page.load(into)] == list(held_out.keys(1))
    ran, run = [], study.run
    monkeypatch.setattr(study, "run", lambda folder, key: ran.append(key) or run(folder, key))
    study.main()
    assert ran == [next(held_out.keys(1))]  # the one that no case's time counts
    assert into.read_bytes() == first
