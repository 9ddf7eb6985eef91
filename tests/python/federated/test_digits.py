"""Probabilities in files with few digits, and what those of a federation give back of its sites' rows."""

from __future__ import annotations

import itertools
import re
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
import mcbnc.federated as fed
from mcbnc import cli
from mcbnc._graphs.network_writers import rounded

FORMATS = [".bif", ".net", ".dsc", ".xdsl", ".xmlbif"]


def tables(sites=3, rows=60):
    rng = np.random.default_rng(4)
    made = []
    for _ in range(sites):
        a, noise = rng.integers(0, 3, rows), rng.integers(0, 3, rows)
        b = np.where(rng.random(rows) < 0.9, a, noise)
        made.append(pd.DataFrame({"a": a, "b": b, "c": rng.integers(0, 2, rows)}).astype(str))
    return made


@pytest.mark.parametrize("digits", [1, 2, 3, 15])
def test_each_row_adds_up_to_one_and_is_near(digits):
    rng = np.random.default_rng(digits)
    for width in (1, 2, 3, 7, 40):
        table = rng.dirichlet(np.full(width, 0.3), 50)
        told = rounded(table, digits)
        units = told * 10**digits
        assert np.abs(units - np.round(units)).max() < 1e-3 * (1 if digits < 15 else 200)
        assert (np.round(units).astype(np.int64).sum(axis=1) == 10**digits).all()
        assert np.abs(told - table).max() <= 10.0**-digits
    assert rounded(np.array([[1 / 3, 1 / 3, 1 / 3]]), 2).tolist() == [[0.34, 0.33, 0.33]]
    assert rounded(np.array([[0.126, 0.874]]), 2).tolist() == [[0.13, 0.87]]


@pytest.mark.parametrize("suffix", FORMATS)
def test_all_formats_have_the_digits(tmp_path, suffix):
    found = mcbnc.learn_jointly(tables())
    path = tmp_path / f"net{suffix}"
    mcbnc.write(found, path, digits=2)
    numbers = [float(x) for x in re.findall(r"(?<![\w.])[01]\.\d+(?!\w*\.)", path.read_text())]
    assert len(numbers) > 8
    assert all(abs(100 * x - round(100 * x)) < 1e-9 for x in numbers if x not in (0.1, 0.3, 1.0))
    assert mcbnc.read(path).edges == found.edges


def counts_told(text, rows):
    """By family and joint state of parents: the one list of whole counts that fits, if there is one."""
    found = {}
    for head, body in re.findall(r"probability \( ([^)]*?) \) \{(.*?)\n\}", text, re.DOTALL):
        parents = head.count(",") + 1 if "|" in head else 0
        for key, listed in re.findall(r"(?:\(([^)]*)\)|table)\s+([0-9., e-]+);", body):
            p = np.array([float(x) for x in listed.split(",")])
            q = 3**parents if "c" not in head.split("|")[-1] else 2 * 3 ** (parents - 1)
            fits = []
            for total in range(rows + 1):
                n = p * (total + 1 / q) - 1 / (q * len(p))
                if np.abs(n - np.round(n)).max() < 1e-9 and n.min() > -0.01:
                    fits.append(np.round(n).astype(int).tolist())
            if len(fits) == 1:
                found[head, key] = fits[0]
    return found


def test_a_federations_probabilities_give_counts_back_and_say_so(tmp_path):
    found = fed.simulate_learning(tables()).result
    with pytest.warns(mcbnc.DataWarning, match="give counts of all sites' rows back") as told:
        mcbnc.write(found, tmp_path / "net.bif")
    (warned,) = told
    small = sum(int(((f.counts > 0) & (f.counts < 5)).sum()) for f in found.families)
    assert small > 0
    assert f", and {small} cells of their tables have 1 to 4 rows" in str(warned.message)
    assert str(warned.message).endswith("hide more of them (digits=2, in the shell --digits 2)")
    every = counts_told((tmp_path / "net.bif").read_text(), 180)
    assert any(0 < n < 5 for n in itertools.chain(*every.values()))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = found.to_bif(digits=1)
        mcbnc.write(found, tmp_path / "net.csv")
    assert counts_told(text, 180) == {}
    with pytest.warns(mcbnc.DataWarning, match="have 1 to 4 rows"):
        found.to_bif(digits=6)


def test_probabilities_of_one_place_warn_of_nothing(tmp_path):
    found = mcbnc.learn_jointly(tables())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mcbnc.write(found, tmp_path / "net.bif")


@pytest.mark.parametrize("digits", [0, 16, -1, 1.5, "2"])
def test_digits_that_are_none(tmp_path, digits):
    found = mcbnc.learn_jointly(tables())
    for call in (found.to_bif, lambda **given: mcbnc.write(found, tmp_path / "net.bif", **given)):
        with pytest.raises(mcbnc.InvalidInputError, match="digits must be a whole number from 1 to 15"):
            call(digits=digits)


def test_digits_are_of_probabilities(tmp_path):
    found = mcbnc.learn_jointly(tables())
    with pytest.raises(mcbnc.InvalidInputError, match=r"digits are those of probabilities, and \.csv holds"):
        mcbnc.write(found, tmp_path / "net.csv", digits=2)


def test_digits_in_the_shell(tmp_path, capsys):
    paths = [str(tmp_path / f"{k}.csv") for k in range(3)]
    for path, frame in zip(paths, tables(), strict=True):
        frame.to_csv(path, index=False)
    out = str(tmp_path / "net.bif")
    federate = ["federate", "simulate", "--task", "learning"]
    for command in (["learn", "--jointly"], federate):
        assert cli.main([*command, *paths, "--out", out]) == 0
        whole, said = mcbnc.read_bif(out), capsys.readouterr().err
        assert ("--digits 2" in said) == (command == federate)
        assert max(map(len, re.findall(r"0\.\d+", (tmp_path / "net.bif").read_text()))) > 6
        assert cli.main([*command, *paths, "--out", out, "--digits", "1"]) == 0
        assert max(map(len, re.findall(r"0\.\d+", (tmp_path / "net.bif").read_text()))) == 3
        assert mcbnc.read_bif(out).edges == whole.edges
        assert "have 1 to 4 rows" not in capsys.readouterr().err
        assert cli.main([*command, *paths, "--digits", "2", "--out", str(tmp_path / "net.csv")]) == 1
        assert "--digits is for a file of probabilities" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        cli.main(["learn", "--jointly", *paths, "--out", out, "--digits", "16"])
    assert "digits must be a whole number from 1 to 15" in capsys.readouterr().err
