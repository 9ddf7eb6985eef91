"""`--out NAME.html`: the page that `explore` of the same result writes."""

from __future__ import annotations

import numpy as np
import pytest

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit

FILES = ["ann.bn", "bob.bn", "eve.bn"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in zip(FILES, ["[a][b|a][c|b]", "[a][b|a][c|a]", "[a][b][c|a:b]"], strict=True):
        (tmp_path / name).write_text(text)
    cells = np.random.default_rng(0).integers(0, 2, (60, 2))
    rows = "".join(f"{a},{b},{a}\n" for a, b in cells.tolist())
    (tmp_path / "rows.csv").write_text(f"a,b,c\n{rows}")
    return tmp_path


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_pool_writes_the_page_for_a_meeting(folder, capsys):
    known = ["--rows", "rows.csv", "--required", "b->c", "--resamples", "10"]
    assert cli.main(["pool", *FILES, *known, "--out", "meeting.html", "--quiet"]) == Exit.FINE
    assert capsys.readouterr().out == ""
    found = mcbnc.pool(FILES, "rows.csv", knowledge={"required": [("b", "c")]}, resamples=10)
    assert (folder / "meeting.html").read_text(encoding="utf-8") == found.explore().html


def test_the_consensus_and_the_trajectory_write_their_explorers(folder):
    dags = {name: mcbnc.read(name) for name in FILES}
    assert cli.main(["trajectory", *FILES, "--out", "run.html", "--quiet"]) == Exit.FINE
    run = mcbnc.trajectory(dags)
    assert (folder / "run.html").read_text(encoding="utf-8") == run.explore().html
    assert cli.main(["consensus", *FILES, "--theta", "0.4", "--out", "one.HTML", "--quiet"]) == Exit.FINE
    result = mcbnc.consensus(dags, 0.4)
    assert (folder / "one.HTML").read_text(encoding="utf-8") == result.explore().html


def test_a_result_without_a_page_refuses_one_before_the_work(folder, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["learn", "absent.csv", "--out", "page.html"])
    assert ended.value.code == Exit.USAGE
    assert "'page.html' must end in one of" in capsys.readouterr().err
