"""Random recipes on random tables end in an error of ours, or in tables that the same recipe leaves alone."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable

import pandas as pd
import pytest

import mcbnc

ROWS = 20
NAMES = ["a", "b", "c", "d"]
CELLS: list[Callable[[random.Random], object]] = [
    lambda r: r.choice(["x", "y", "?", "NA", ""]),
    lambda r: r.randrange(5),
    lambda r: 100 * r.random(),
    lambda r: r.random() < 0.5,
    lambda r: r.choice(["1,5", "2.5", "3", "1.234,5", "7 kg"]),
    lambda r: r.choice([None, 1, "x", 2.5]),
    lambda r: f"0{r.randrange(1, 9)}.0{r.randrange(1, 9)}.20{r.randrange(10, 30)}",
    lambda r: r.choice([-99, 10**30, float("inf"), float("nan"), 0]),
    lambda r: f"p{r.randrange(50)}",
]


def table(r, path):
    cells = {name: r.choice(CELLS) for name in NAMES}
    columns = {name: [cell(r) for _ in range(ROWS)] for name, cell in cells.items()}
    kind = r.randrange(4)
    if kind == 0:
        return columns
    frame = pd.DataFrame(columns)
    if kind == 1:
        frame["a"] = frame["a"].astype(str).astype("category")
        frame["b"] = pd.to_datetime(["2024-01-01"] * ROWS)
    if kind < 3:
        return frame
    frame.to_csv(path, index=False)
    return path


def recipe(r):
    parts = []
    for _ in range(r.randrange(1, 7)):
        name, scope = r.choice([*NAMES, "e"]), r.choice(["", "sites.s1.", "sites.s2."])
        order, to = r.choice(["ymd", "dmy", "excel", "my"]), r.choice(["year", "days", "month", "date"])
        factor, sign = r.choice([2, 0.1, -1, 1e300]), r.choice(",.")
        how = f"factor = {factor}, offset = {r.choice([0, 5])}, decimal = '{sign}'"
        parts.append(
            r.choice(
                [
                    f"[{scope}rename]\n{name} = '{r.choice([*NAMES, 'z'])}'",
                    f"[{scope}missing]\n{name} = ['?', -99, 3]",
                    f"[{scope}date]\n{name} = {{order = '{order}', to = '{to}'}}",
                    f"[{scope}number]\n{name} = {{{how}, unit = 'kg'{r.choice(['', ', digits = 1'])}}}",
                    f"[{scope}recode.{name}]\nx = {r.choice(['true', '1', '2.5', 'false'])}\n'1' = 'one'",
                    f"[columns.{name}]\nstates = ['x', 'y', 'one']",
                    f"[columns.{name}]\nbins = [1, 2.5, 50]",
                    f"[columns.{name}]\naccept = true",
                    f"[rows]\nids = ['{name}']\nrepeats = 'distinct'",
                    f"[{scope}lines]\nskip = [{r.randrange(1, 30)}]",
                ]
            )
        )
    return "\n".join(parts) + "\n"


@pytest.mark.parametrize("seed", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in range(1, 20))])
def test_random_recipes(seed, tmp_path):
    r = random.Random(seed)
    made = 0
    for _ in range(100):
        tables = {site: table(r, str(tmp_path / f"{site}.csv")) for site in ("s1", "s2")}
        text = recipe(r)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                tidy = mcbnc.tidy(tables, text)
                assert str(mcbnc.tidy(tidy, text)) == str(tidy)
                made += 1
                report = mcbnc.Rows(tables, recipe=text, missing="fill").report(
                    r.choice([None, "bdeu", "bic-g"])
                )
                assert str(report)
                assert report.recipe().text
                if report.ok:
                    mcbnc.learn_many(mcbnc.Rows(tables, recipe=text, missing="fill"), chance=0)
            except mcbnc.InvalidInputError as error:
                assert str(error)  # noqa: PT017 any other error would leave the test
    assert made > 5
