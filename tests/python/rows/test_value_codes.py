"""Numbers that stand for no value, such as -99, 9 and 999.9, get a warning in every call, and others do
not."""

from __future__ import annotations

import re
import warnings

import numpy as np
import pandas as pd
import pytest

import mcbnc
from mcbnc import cli
from mcbnc._rows.codes import codes_of_floats
from mcbnc._rows.columns import ColumnLocation

N = 400
COLUMNS = {
    "pressure": lambda r: r.normal(130, 15, N).round(),
    "haemoglobin": lambda r: r.normal(14, 1.2, N).round(1),
    "crp": lambda r: r.lognormal(1, 1, N).round(1),
    "age": lambda r: r.integers(18, 91, N),
    "temperature": lambda r: r.normal(37, 0.6, N).round(1),
    "ph": lambda r: r.normal(7.4, 0.05, N).round(2),
    "score": lambda r: r.normal(size=N),
    "yes": lambda r: r.integers(0, 2, N),
    "answer": lambda r: r.integers(1, 6, N),
    "scale": lambda r: r.integers(0, 8, N),
}
CODES = {
    "pressure": (-9, -99, -1, 0, 999, 9999),
    "haemoglobin": (-9, -99, -1, 0, 99, 99.9, 999.9, 9999),
    "crp": (-9, -99, -1, 999.9, 9999),
    "age": (-9, -99, -1, 999, 99),
    "temperature": (-9, -1, 0, 99, 99.9, 999.9),
    "ph": (-9, -1, 0, 9.9, 9.99, 99),
    "score": (-9, -99, 9, 99, 999.9, -32768),
    "yes": (-9, -99, 9, 99, 999),
    "answer": (-9, -8, -1, 9, 99, 88, 98),
    "scale": (-9, -99, 99, 999),
}


def codes(values, name="x"):
    """The codes that a warning has of a column, with their cells."""
    found = codes_of_floats([np.asarray(values, float)], [ColumnLocation("data", None, name)])
    return {} if found is None else {code.value: code.cells for code in found.sites[0][1]}


def told(call, *args, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(*args, **options)
    return [str(one.message) for one in caught if "numbers that often mean" in str(one.message)]


def with_code(column, code, share=0.1, seed=0):
    r = np.random.default_rng(seed)
    values = COLUMNS[column](r).astype(float)
    values[r.random(N) < share] = code
    return values


@pytest.mark.parametrize(("column", "code"), [(c, code) for c, own in CODES.items() for code in own])
def test_a_code_is_found_with_its_cells(column, code):
    for seed in range(5):
        values = with_code(column, code, 0.15, seed)
        assert codes(values) == {code: np.count_nonzero(values == code)}
        assert codes(np.random.default_rng(1).permutation(values)) == codes(values)


def test_several_codes_of_one_column():
    values = with_code("answer", 9)
    values[:30], values[30:50], values[50:60] = 8, -1, 99
    assert set(codes(values)) == {8, 9, -1, 99}
    assert codes([1, 2, 3, 4, 5, 6, 7] * 20 + [9] * 7) == {9: 7}
    values[:60] = 97
    assert set(codes(values)) == {9, 97}


DRAWN = {
    "normal": lambda r, n: r.normal(r.uniform(-50, 200), r.uniform(0.5, 40), n).round(r.integers(0, 4)),
    "standard": lambda r, n: r.normal(size=n).round(r.integers(0, 4)),
    "small": lambda r, n: r.normal(r.uniform(-3, 10), r.uniform(0.3, 4), n).round(),
    "lognormal": lambda r, n: r.lognormal(r.uniform(-2, 6), r.uniform(0.1, 1.5), n).round(r.integers(0, 3)),
    "t": lambda r, n: (r.standard_t(2, n) * r.uniform(1, 20)).round(r.integers(0, 3)),
    "pareto": lambda r, n: (r.pareto(r.uniform(0.8, 3), n) * r.uniform(1, 50)).round(r.integers(0, 3)),
    "counts": lambda r, n: r.poisson(r.choice([0.1, 0.5, 1, 3, 10, 30, 100]), n),
    "many counts": lambda r, n: r.negative_binomial(r.uniform(0.3, 5), r.uniform(0.05, 0.9), n),
    "zeros and counts": lambda r, n: _zeros(r, r.poisson(r.choice([0.5, 1, 2, 5, 10]), n)),
    "zeros and many counts": lambda r, n: _zeros(r, r.negative_binomial(2, r.uniform(0.05, 0.9), n)),
    "zeros and amounts": lambda r, n: _zeros(r, r.lognormal(r.uniform(-1, 5), 0.7, n).round(1)),
    "scale of 5": lambda r, n: r.choice(np.arange(1, 6), n, p=r.dirichlet(np.ones(5))),
    "scale of 7": lambda r, n: r.choice(np.arange(1, 8), n, p=r.dirichlet(np.ones(7))),
    "-2 to 2": lambda r, n: r.choice(np.arange(-2, 3), n, p=r.dirichlet(np.ones(5))),
    "signs": lambda r, n: r.choice([-1, 1], n),
    "ages": lambda r, n: r.integers(r.integers(0, 30), r.integers(60, 101), n),
    "percent": lambda r, n: np.clip(r.normal(70, 30, n), 0, 100).round(r.integers(0, 2)),
    "saturation": lambda r, n: np.minimum(r.choice([99, 100]), r.normal(96, 3, n).round()),
    "doses": lambda r, n: r.choice(r.choice([[0, 5, 10, 20, 40], [0, 50, 100, 200, 500]]), n),
    "years": lambda r, n: r.integers(1990, 2025, n),
    "censored": lambda r, n: np.minimum(r.exponential(900, n), r.choice([365, 1000, 1825])).round(),
    "a limit of detection": lambda r, n: np.maximum(r.lognormal(1, 1, n), r.choice([0.5, 1, 5])).round(1),
    "two humps": lambda r, n: np.where(r.random(n) < 0.5, r.normal(10, 1, n), r.normal(50, 3, n)).round(),
    "prices": lambda r, n: r.integers(1, 40, n) * 10 - 1,
    "titres": lambda r, n: 10 * 2.0 ** r.integers(0, 8, n),
}


def _zeros(r, values):
    return np.where(r.random(len(values)) < r.uniform(0.1, 0.9), 0, values)


def test_columns_without_codes_are_left_alone():
    """At most 3 of 2,000 columns that are drawn."""
    r = np.random.default_rng(7)
    alarms = [
        (name, found)
        for name, draw in DRAWN.items()
        for _ in range(80)
        if (found := codes(draw(r, int(r.choice([30, 100, 400, 2000])))))
    ]
    assert len(alarms) <= 3, alarms


def table(code=-99.0, seed=0):
    """Independent columns. The same patients lack two of them."""
    r = np.random.default_rng(seed)
    frame = pd.DataFrame(r.normal(5, 1, (N, 3)).round(1), columns=["crp", "tsh", "hb"])
    frame.loc[r.random(N) < 0.15, ["crp", "tsh"]] = code
    return frame


def answers(seed=0):
    r = np.random.default_rng(seed)
    frame = pd.DataFrame(r.integers(0, 2, (N, 3)), columns=["q1", "q2", "q3"])
    frame.loc[r.random(N) < 0.15, ["q1", "q2"]] = 9
    return frame


def cells(frame, name, code):
    return f"'{name}' ({code} in {(frame[name] == float(code)).sum()} of {N} cells"


CALLS = {
    "learn": lambda rows, score: mcbnc.learn(rows, score=score),
    "learn_many": lambda rows, score: mcbnc.learn_many([rows, rows], score=score),
    "learn_jointly": lambda rows, score: mcbnc.learn_jointly([rows, rows], score=score),
    "bootstrap": lambda rows, score: mcbnc.bootstrap(rows, resamples=3, score=score, seed=0),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("score", ["bic-g", "bic-cg", "bdeu"])
def test_every_call_tells_them(call, score):
    frame, names, code = (answers(), ("q1", "q2"), 9) if score == "bdeu" else (table(), ("crp", "tsh"), -99)
    (message,) = told(CALLS[call], frame, score)
    for name in names:
        assert cells(frame, name, code) in message
    assert f"Rows(..., missing_values=[{code}]) means that they do" in message
    assert "'hb'" not in message
    assert "'q3'" not in message


def test_bins_are_not_made_of_them_in_silence():
    frame = table(999.9)
    (message,) = told(mcbnc.discretize, frame, bins=3)
    assert cells(frame, "crp", 999.9) in message
    assert "accept" not in message
    assert told(mcbnc.discretize, mcbnc.Rows(frame, missing_values=999.9, missing="state"), bins=3) == []


def test_check_tells_them_of_each_column():
    for frame, score, names in (
        (table(), "bic-g", ["crp", "tsh"]),
        (table(), None, ["crp", "tsh"]),
        (answers(), None, ["q1", "q2"]),
    ):
        report = mcbnc.check(frame, score=score)
        found = [one for one in report.warnings if "numbers that often mean" in one.problem]
        assert [one.column for one in found] == names
        assert report.ok


def test_the_site_is_named():
    message = " ".join(told(mcbnc.learn_many, {"north": table(seed=1), "south": table(5.0)}, score="bic-g"))
    assert "of datasets['north']" in message
    assert "south" not in message
    message = " ".join(told(mcbnc.learn_many, {"north": answers(1), "south": answers(2)}))
    assert "cells of datasets['north'], 9 in" in message
    assert "of datasets['south']" in message


@pytest.mark.parametrize("score", ["bic-g", "bic-cg", "bdeu"])
def test_what_the_message_says_helps(score):
    frame, code = (answers(), 9) if score == "bdeu" else (table(), -99)
    rows = mcbnc.Rows(frame, missing_values=[code], missing="drop")
    assert told(mcbnc.learn, rows, score=score) == []
    assert mcbnc.learn(rows, score=score).rows_left_out == (frame == code).any(axis=1).sum()
    if score != "bic-cg":
        assert told(mcbnc.learn, mcbnc.Rows(frame, accept=[*frame.columns]), score=score) == []


def test_texts_of_a_file_are_named_as_they_are_written(tmp_path, capsys):
    frame = table().astype(object).map(lambda value: f"{value:.2f}")
    frame.to_csv(tmp_path / "x.csv", index=False)
    (message,) = told(mcbnc.learn, tmp_path / "x.csv", score="bic-cg")
    assert "-99 in" in message
    assert "missing_values=['-99.00']" in message
    rows = mcbnc.Rows(tmp_path / "x.csv", missing_values="-99.00", missing="drop")
    assert told(mcbnc.learn, rows, score="bic-cg") == []
    cli.main(["learn", str(tmp_path / "x.csv"), "--score", "bic-cg"])
    assert "--missing-values=-99.00 means that they do" in capsys.readouterr().err


def test_other_columns_that_have_the_number_are_named():
    """missing_values holds for all columns, and a count of 9 may be meant."""
    r = np.random.default_rng(0)
    for score, frame, name in (
        ("bdeu", answers().assign(count=r.integers(0, 15, N)), "count"),
        ("bic-g", table(9999.0).assign(steps=r.normal(10000, 2000, N).round()), "steps"),
    ):
        frame.loc[0, name] = 9 if name == "count" else 9999
        (message,) = told(mcbnc.learn, frame, score=score)
        assert f"that would empty such cells of '{name}' too" in message


def test_the_table_of_check_shows_the_numbers_of_each_site():
    north, south = (
        {"x": [1.5, 2.5, 2.5, 4.0, None], "s": list("abaab")},
        {"x": [-99.0, 3.0, 7.5], "s": list("aba")},
    )
    for score in (None, "bic-g"):
        sites = {"north": north, "south": south}
        if score:
            sites = {site: {"x": own["x"]} for site, own in sites.items()}
        report = mcbnc.check(mcbnc.Rows(sites, missing="drop"), score=score)
        (column,) = (one for one in report.columns if one.column == "x")
        assert column.sites == {
            "north": (3, 1, 1.5, 2.5, 4.0, 2.5, 0.5),
            "south": (3, 0, -99.0, 3.0, 7.5, -99, 1 / 3),
        }
        assert re.search(r"x +south +3 +0 +-99 +3 +7\.5 +-99 +33\.3%", str(report))
        assert report.record()["columns"][0]["sites"][1]["least"] == -99.0
    (words,) = mcbnc.check({"s": ["a", "b"] * 5}).columns
    assert words.sites == {0: (2, 0, None, None, None, "a", 0.5)}
    (whole,) = mcbnc.check({"q": ["0", "1", "1", "9"] * 5}).columns
    assert whole.sites == {0: (3, 0, 0.0, 1.0, 9.0, "1", 0.5)}
    (empty,) = mcbnc.check({"q": [None] * 5}).columns
    assert empty.sites == {0: (0, 5, None, None, None, None, 0.0)}
