"""A study that was stopped goes on: no case is run again, and what was cut off is run."""

from __future__ import annotations

import json

import pytest
from studied import study_modules

KEYS = [(0, "asia", "alike"), (0, "asia", "selection"), (1, "child", "alike")]


@pytest.fixture(scope="module")
def resume():
    with study_modules("", "resume") as found:
        yield found.resume


def case(key):
    return dict(zip(("repetition", "network", "regime"), key, strict=True))


@pytest.fixture
def ran():
    return []


@pytest.fixture
def run(ran):
    def run(key):
        ran.append(key)
        return case(key)

    return run


def test_a_line_that_was_cut_off_does_not_count(resume, tmp_path):
    lines = tmp_path / "lines"
    assert resume.done(lines) == {}
    lines.write_text(f"{json.dumps(case(KEYS[0]))}\n{json.dumps(case(KEYS[1]))[:-9]}")
    assert resume.done(lines) == {KEYS[0]: case(KEYS[0])}


@pytest.mark.parametrize("cut", [0, 1, 9, 10**6])
def test_only_what_is_not_there_is_run(resume, run, ran, tmp_path, cut):
    lines = tmp_path / "new" / "lines"
    every = resume.collect(lines, KEYS[:2], run)
    assert every == [case(key) for key in KEYS[:2]]
    assert ran == KEYS[:2]
    text = lines.read_text()
    lines.write_text(text[: max(0, len(text) - cut)])
    left = {0: 2, 1: 2, 9: 1}.get(cut, 0)
    ran.clear()
    assert resume.collect(lines, KEYS, run) == [case(key) for key in KEYS]
    assert ran == KEYS[left:]
    ran.clear()
    assert resume.collect(lines, KEYS[::-1], run) == [case(key) for key in KEYS[::-1]]
    assert ran == []


def test_an_incomplete_case_is_run_again(resume, run, ran, tmp_path):
    lines = tmp_path / "lines"
    resume.collect(lines, KEYS, run)
    ran.clear()
    resume.collect(lines, KEYS, run, complete=lambda case: case["network"] != "child")
    assert ran == KEYS[2:]


def test_a_study_may_name_its_cases(resume, tmp_path):
    lines, key = tmp_path / "lines", ("one set", 3, True)
    for _ in range(2):
        found = resume.collect(lines, [key], lambda key: [key, 7], key_of=lambda part: tuple(part[0]))
    assert resume.done(lines, lambda part: tuple(part[0])) == {key: found[0]} == {key: [[*key], 7]}


def test_the_time_of_all_cases_is_told_of_a_sample(resume, run, tmp_path, capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(resume.time, "perf_counter", lambda: now[0])

    def slow(key):
        now[0] += 60
        return run(key)

    resume.collect(tmp_path / "lines", KEYS[:2], slow, of=10)
    resume.collect(tmp_path / "lines", KEYS, slow)
    assert [line.split("about ")[1] for line in capsys.readouterr().out.splitlines()] == [
        "9 minutes are left",
        "8 minutes are left",
        "0 minutes are left",
    ]


def test_results_have_a_line_a_case(resume, tmp_path):
    resume.save(tmp_path / "x.json", [{"a": 1, "b": [2]}, {"a": 3}])
    assert (tmp_path / "x.json").read_text() == '[\n{"a":1,"b":[2]},\n{"a":3}\n]\n'
