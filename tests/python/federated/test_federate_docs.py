"""The pages about federations: their commands run as they stand there, and their numbers are right."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from helpers import ROOT

import mcbnc
from mcbnc import cli

pytest.importorskip("cryptography", reason="federations over HTTPS need the library cryptography")

from federating import free_port
from federation import run

import mcbnc.federated as fed
from mcbnc._https.names import read_codebook

pytestmark = pytest.mark.slow
STEPS = (ROOT / "docs" / "federate.md").read_text(encoding="utf-8")
OFFICERS = (ROOT / "docs" / "data-protection.md").read_text(encoding="utf-8")


def blocks(page, language):
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


@pytest.fixture
def shell(tmp_path):
    """Run a script in a new folder, with this mcbnc as ``mcbnc``."""
    command = tmp_path / "bin" / "mcbnc"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mcbnc "$@"\n')
    command.chmod(0o755)
    environment = {
        **os.environ,
        "PYTHONPATH": str(Path(mcbnc.__file__).parent.parent),
        "PATH": f"{command.parent}:{os.environ['PATH']}",
    }

    def shell(script):
        return subprocess.run(
            ["bash", "-e", "-c", script],
            cwd=tmp_path,
            env=environment,
            timeout=300,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    return shell


def test_the_steps_run_one_after_the_other(shell, tmp_path):
    """Each block is a terminal's: the one of the coordinator runs beside those after it."""
    script = ""
    for block in blocks(STEPS, "sh"):
        script += f"{{ {block} }} &\n" if block.startswith("mcbnc federate coordinator") else block
    assert script.count("8443") == 2
    done = shell(script.replace("8443", str(free_port())))
    assert done.returncode == 0, done.stderr
    shown = next(block for block in blocks(STEPS, "text") if "listening" in block)
    said = [
        re.sub(r"^mcbnc: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d ", "mcbnc: ", line)
        for line in done.stderr.splitlines()
    ]
    for line in shown.splitlines()[-5:]:
        assert line in said
    assert (tmp_path / "network.bif").stat().st_size
    assert (tmp_path / "site-3" / "network.csv").read_bytes() == (tmp_path / "network.csv").read_bytes()


def test_the_options_of_the_pages_are_there(capsys):
    known = ""
    for command in (
        ["federate", "coordinator"],
        ["federate", "site"],
        ["federate", "certificates"],
        ["federate", "names"],
        ["federate", "report"],
        ["federate", "keys"],
        ["federate", "curve"],
        ["federate", "simulate"],
        ["learn"],
    ):
        with pytest.raises(SystemExit):
            cli.main([*command, "--help"])
        known += capsys.readouterr().out
    options = set(re.findall(r"(?<![-\w])--[a-z][a-z-]*", STEPS + OFFICERS))
    assert {"--tell-scores", "--own", "--least-change", "--new-session"} <= options
    own = {"--export", "--cert", "--cacert"}  # of demo, curl
    assert {option for option in options - own if not re.search(rf"{option}(?![-\w])", known)} == set()


def test_the_code_book_of_the_page_is_one(tmp_path):
    path = tmp_path / "codebook.csv"
    path.write_text(next(block for block in blocks(STEPS, "text") if block.startswith("node,state")))
    assert read_codebook(str(path)).states == {"smoker": ["0", "1"], "stage": ["I", "II"]}


def table_row(mode):
    cells = next(line for line in OFFICERS.splitlines() if line.startswith(f"|{mode}|")).split("|")[2:-1]
    return [int(cell.replace(",", "")) for cell in cells]


def costs(report):
    small = sum(leak.small for leak in report.leaks)
    return [report.rounds, report.numbers, round(report.bytes / 1000), small]


def test_the_numbers_for_officers_are_those_of_runs(tmp_path):
    assert cli.main(["demo", "--export", str(tmp_path)]) == 0
    alarm = mcbnc.datasets.load("alarm")
    rows = sorted(map(str, tmp_path.glob("hospital-*.csv")))
    least = {"draft": 1, "member": "lowest"}
    reports = {
        "consensus": fed.simulate(alarm.dags, nodes=alarm.nodes, masks=True),
        "consensus, `--draft 1 --member lowest`": fed.simulate(
            alarm.dags, nodes=alarm.nodes, masks=True, **least
        ),
        "vote": fed.simulate_vote(alarm.dags, nodes=alarm.nodes, masks=True),
        "learning": fed.simulate_learning(rows, masks=True),
        "learning, `--pairs union`": fed.simulate_learning(rows, masks=True, pairs="union"),
    }
    for mode, report in reports.items():
        told, found = table_row(mode), costs(report)
        assert told[:2] + told[3:] == found[:2] + found[3:], mode
        assert abs(told[2] - found[2]) <= 1, mode  # the number of the version is in the messages
    learned = reports["learning"].result
    assert (len(rows), learned.rows, len(learned.nodes)) == (10, 15_150, 37)
    assert np.isclose(learned.rows * 37 / 10, 56_000, rtol=0.01)


def test_the_attack_is_as_good_as_officers_are_told(tmp_path):
    assert cli.main(["demo", "--export", str(tmp_path)]) == 0
    tables = [pd.read_csv(path, dtype=str) for path in sorted(tmp_path.glob("hospital-*.csv"))]
    nodes = list(tables[0].columns)
    states = {node: sorted(set().union(*(table[node] for table in tables))) for node in nodes}
    told = re.findall(r"^\|([\d,]+)\|(0\.\d\d)\|(0\.\d\d)\|(0\.\d\d)\|$", OFFICERS, re.MULTILINE)
    assert len(told) == 3
    for rows, *areas in told:
        first = int(rows.replace(",", "")) // 10 if rows != "15,150" else None
        for area, options in zip(areas, ({}, {"pairs": "union"}, {"rounds": "one"}), strict=True):
            journal = tmp_path / f"{rows} {area} {len(options)}{options.get('rounds')}.journal"
            coordinator = fed.Coordinator(
                nodes, 10, task="learning", states=states, masks=False, journal=journal, **options
            )
            with coordinator:
                sites = {
                    k: fed.Client(mcbnc.Rows(table[:first], states=states), task="learning", masks=False)
                    for k, table in enumerate(tables)
                }
                run(coordinator, sites)
            assert fed.disclosure(journal, attack=True).attack.auc == pytest.approx(float(area), abs=0.011)


def test_the_curve_of_the_page(tmp_path):
    assert cli.main(["demo", "--export", str(tmp_path)]) == 0
    files = sorted(map(str, tmp_path.glob("hospital-*.csv")))
    gold = mcbnc.datasets.load("alarm").gold
    row = re.search(r"\|without noise\|ε = 100\|.*\n.*\n\|(.*)\|", STEPS).group(1)
    told = [tuple(map(int, cell.split("/"))) for cell in row.split("|")]
    result = fed.simulate_learning(files, rounds="one").result
    assert told[0] == (mcbnc.metrics.smhd(result, gold), mcbnc.metrics.shd(result, gold))
    points = fed.privacy_curve(files, (100, 30, 10, 3, 1), truth=gold)
    assert told[1:] == [(round(point.smhd), round(point.shd)) for point in points]
    assert points[-1].edges == 0
