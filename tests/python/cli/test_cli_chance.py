"""The chance line of the shell's ``learn``: on stderr, in JSON, and in what is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

import mcbnc
from mcbnc.cli import Exit, main


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def write(path, cells, names):
    np.savetxt(path, cells, "%d", ",", header=",".join(names), comments="")
    return str(path)


@pytest.fixture
def tables(tmp_path):
    """Two files. Each column but the first mostly copies the one before it."""
    rng = np.random.default_rng(1)
    paths = []
    for k in range(2):
        cells = rng.integers(0, 3, (200, 5))
        for j in range(1, 5):
            cells[:, j] = np.where(rng.random(200) < 0.7, cells[:, j - 1], cells[:, j])
        paths.append(write(tmp_path / f"site{k}.csv", cells, "abcde"))
    return paths


def test_learn_tells_what_chance_alone_would_make(run, tables):
    by_default, five = mcbnc.learn(tables[0]).chance, mcbnc.learn(tables[0], chance=5).chance
    assert (by_default.shuffles, five.shuffles) == (10, 5)
    assert run("learn", tables[0])[2].endswith(f" s; {by_default}\n")
    assert run("learn", tables[0], "--chance", "5")[2].endswith(f" s; {five}\n")
    assert "alone" not in run("learn", tables[0], "--chance", "0")[2]
    together = mcbnc.learn_jointly(tables, chance=4).chance
    assert run("learn", "--jointly", *tables, "--chance", "4")[2].endswith(f" s; {together}\n")
    assert "alone" not in run("learn", "--jointly", *tables)[2]
    for options, told in {
        (): by_default,
        ("--chance", "5"): five,
        ("--chance", "0"): None,
        ("--chance", "4", "--jointly"): mcbnc.learn_jointly(tables[:1], chance=4).chance,
    }.items():
        (record,) = json.loads(run("learn", tables[0], *options, "--json", "--quiet")[1])["learned"]
        assert record["chance"] == (told and told._asdict())


def test_a_shuffle_needs_whole_rows_and_a_whole_number(run, tables, tmp_path):
    gap = tmp_path / "gap.csv"
    gap.write_text("a,b,c\n" + "0,1,\n1,0,1\n" * 40)
    code, _, told = run("learn", tables[0], "--chance", "-1")
    assert code == Exit.BAD_INPUT
    assert told.endswith("--chance must be a whole number from 0 to 1048576, or None, not -1\n")
    for jointly in ((), ("--jointly",)):
        code, _, told = run("learn", gap, *jointly, "--missing", "fill", "--chance", "2")
        assert code == Exit.BAD_INPUT
        assert told.endswith("--chance cannot be combined with different columns, or with --missing fill\n")


def test_what_is_noise_is_warned_of_on_stderr(run, tmp_path):
    rows = np.random.default_rng(6).integers(0, 3, (60, 14))
    noise = write(tmp_path / "noise.csv", rows, [f"v{i}" for i in range(14)])
    code, _, err = run("learn", noise, "--score", "aic", "--prior", "none", "--quiet")
    assert code == Exit.FINE
    (line,) = (line for line in err.splitlines() if "chance" in line)
    assert line.startswith(f"mcbnc: warning: {noise}: ")
    assert " edges may be chance, which gave " in line
    assert "chance" not in run("learn", noise, "--score", "aic", "--prior", "none", "--chance", "0")[2]
