"""The binary interface only grows: what a program was built against is there, and is the same."""

from __future__ import annotations

import shutil
import subprocess
import sys

import abi
import interface
import pytest


def test_nothing_is_lost():
    assert interface.lost(interface.recorded(), interface.present()) == []


def test_everything_is_recorded():
    assert interface.present() == interface.recorded(), "make interface records what is new"


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("MCBNC_CYCLE = 3", "MCBNC_CYCLE = 30", "constants: MCBNC_CYCLE was 3 and is 30"),
        ("    MCBNC_CYCLE = 3", "    MCBNC_CIRCLE = 3", "constants: MCBNC_CYCLE was 3 and is None"),
        ("    int32_t phase;", "    int64_t phase;", "structs: mcbnc_progress"),
        ("    int64_t edges_left;\n", "", "structs: mcbnc_progress"),
        (
            "mcbnc_job_wait(mcbnc_job job, int32_t",
            "mcbnc_job_wait(mcbnc_job job, int64_t",
            "functions: mcbnc_job_wait",
        ),
        ("typedef uint64_t mcbnc_job;", "typedef uint32_t mcbnc_job;", "types: mcbnc_job was 8 and is 4"),
    ],
)
def test_a_change_is_noticed(tmp_path, monkeypatch, old, new, what):
    text = abi.HEADER.read_text(encoding="utf-8")
    assert text.count(old) == 1
    (tmp_path / "mcbnc.h").write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.setattr(interface, "HEADER", tmp_path / "mcbnc.h")
    problems = interface.lost(interface.recorded(), interface.present())
    assert any(problem.startswith(what) for problem in problems), problems


def test_an_array_that_may_be_left_out_is_no_loss():
    must, may = {"requests": {"op: a": "array"}}, {"requests": {"op: a": "array or none"}}
    assert interface.lost(must, may) == []
    assert interface.lost(may, must) == ["requests: op: a was 'array or none' and is 'array'"]


def test_an_addition_is_no_loss(tmp_path, monkeypatch):
    text = abi.HEADER.read_text(encoding="utf-8")
    grown = text.replace("MCBNC_PHASE_QUEUED = 0,", "MCBNC_PHASE_QUEUED = 0, MCBNC_PHASE_RESTING = 99,")
    assert grown != text
    (tmp_path / "mcbnc.h").write_text(grown, encoding="utf-8")
    monkeypatch.setattr(interface, "HEADER", tmp_path / "mcbnc.h")
    assert interface.lost(interface.recorded(), interface.present()) == []
    assert interface.present() != interface.recorded()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads an ELF file")
@pytest.mark.skipif(shutil.which("nm") is None, reason="needs nm")
def test_the_library_shows_these_functions_and_nothing_else():
    command = ["nm", "--dynamic", "--defined-only", "--format=posix", str(abi.library_path())]
    listed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=60).stdout
    symbols = {line.split()[0].split("@")[0] for line in listed.splitlines()}
    assert symbols == set(interface.recorded()["functions"])
