"""The option --out: the formats that mcbnc.write writes, by the same suffixes."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import cli
from mcbnc._graphs.formats import NETWORK_SUFFIXES, STRUCTURE_SUFFIXES
from mcbnc._graphs.recognising import SUFFIXES
from mcbnc.cli import Exit

READ_ALONE = {".dne", ".dsl", ".gml", ".graphml", ".pgmx", ".uai"}
ARCS = {("a", "c"), ("b", "c")}


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(3)
    for name in ("north.csv", "south.csv"):
        a, b = rng.integers(0, 2, (2, 300))
        c = (a & b) ^ (rng.random(300) < 0.05)
        pd.DataFrame({"a": a, "b": b, "c": c.astype(int), "=d": rng.integers(0, 2, 300)}).replace(
            {0: "no", 1: "yes"}
        ).to_csv(name, index=False)
    return ["north.csv", "south.csv"]


@pytest.fixture
def run(capsys):
    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


def test_what_can_be_read_can_be_written():
    assert {*STRUCTURE_SUFFIXES, *NETWORK_SUFFIXES} == {*SUFFIXES} - READ_ALONE


def test_a_network_goes_into_every_format(files, run):
    suffixes = (*STRUCTURE_SUFFIXES, *NETWORK_SUFFIXES)
    outs = [f"net{suffix}" for suffix in suffixes]
    options = [word for out in outs for word in ("--out", out)]
    code, _, told = run("learn", "--jointly", "--outliers", "keep", *files, *options, "--quiet")
    assert code == Exit.FINE
    assert "warning: net.bif: 1 node ('=d' as d) written as" in told
    assert "warning: a spreadsheet may take these for formulas: '=d'" in told
    together = mcbnc.learn_jointly(files, outliers="keep")
    for suffix, out in zip(suffixes, outs, strict=True):
        assert set(mcbnc.read(out).edges) == ARCS, out
        assert set(mcbnc.read(out).nodes) == {"a", "b", "c", "=d"}, out
        if suffix != ".json":  # which has the numbers of the search too
            assert Path(out).read_text() == written(together, suffix), out


def written(graph, suffix) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)  # about names in networks
        mcbnc.write(graph, f"python{suffix}")
    return Path(f"python{suffix}").read_text()


@pytest.mark.parametrize("command", ["learn", "bootstrap", "consensus"])
def test_a_structure_goes_into_every_format_of_structures(command, files, run):
    given = ["north.csv", "--score", "bdeu"]
    if command == "consensus":
        run("learn", *files, "--out", "graphs.json")
        given = ["graphs.json"]
    for suffix in STRUCTURE_SUFFIXES:
        outcome = run(command, *given, "--out", f"one{suffix}", "--quiet")
        assert outcome[0] == Exit.FINE, outcome
        if not (command == "bootstrap" and suffix == ".json"):  # which has all resamples
            assert set(mcbnc.read(f"one{suffix}").edges) == ARCS, suffix


@pytest.mark.parametrize("suffix", NETWORK_SUFFIXES)
def test_a_format_with_probabilities_needs_them(suffix, files, run, capsys):
    outcome = run("learn", "north.csv", "--out", f"net{suffix}")
    assert outcome[0] == Exit.BAD_INPUT
    assert f"net{suffix}: {suffix} holds probabilities, which only --jointly makes" in outcome[2]
    outcome = run("learn", "--jointly", *files, "--score", "bge", "--out", f"net{suffix}")
    assert f"net{suffix}: {suffix} holds states, and bge takes numbers" in outcome[2]
    with pytest.raises(SystemExit) as caught:
        cli.main(["consensus", "a.bn", "--out", f"net{suffix}"])
    assert caught.value.code == Exit.USAGE
    assert "mcbnc learn --jointly" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["learn", "consensus"])
def test_an_unknown_suffix_lists_those_that_are_known(command, capsys):
    with pytest.raises(SystemExit):
        cli.main([command, "a.csv", "--out", "net.docx"])
    told = capsys.readouterr().err
    known = STRUCTURE_SUFFIXES if command == "consensus" else (*STRUCTURE_SUFFIXES, *NETWORK_SUFFIXES)
    assert "'net.docx' must end in one of" in told
    assert all(f"{suffix} " in told.replace("\n", " ") for suffix in (*known, ".pdf", ".png"))


def test_without_a_command_the_help_is_printed_and_the_exit_code_is_told(capsys):
    with pytest.raises(SystemExit) as caught:
        cli.main([])
    assert caught.value.code in (None, Exit.FINE)
    told, errors = capsys.readouterr()
    assert told.startswith("usage: mcbnc")
    assert not errors
    assert "0     success. Without a command, mcbnc prints its help and ends with 0 too" in told
    with pytest.raises(SystemExit) as caught:
        cli.main(["nothing"])
    assert caught.value.code == Exit.USAGE
