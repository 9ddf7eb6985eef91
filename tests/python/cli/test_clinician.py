"""The way of a careful person, in the shell alone: four files with faults, a recipe, one network."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mcbnc

SITES = ("north", "south", "west", "east")
NAMES = ("age", "sex", "smoker", "crp", "pressure", "stroke")
CUTS = {"age": [50, 70], "crp": [5, 10], "pressure": [130, 150]}
KPA = 7.50062  # mmHg
MALE = {"f": "weiblich", "m": "männlich"}
pytestmark = pytest.mark.slow


def patients(rng, rows=600):
    """Rows of which no two are equal, also without the CRP. A cell without a value is empty."""
    found = {}
    while len(found) < rows:
        age, smokes = int(rng.integers(30, 90)), int(rng.random() < 0.3)
        pressure = round(100 + age / 2 + 15 * smokes + rng.normal(0, 8), 1)
        stroke = str(int(rng.random() < 1 / (1 + np.exp((150 - pressure) / 5))))
        crp = "" if rng.random() < 0.2 else f"{rng.gamma(2, 4 + 5 * smokes):.1f}"
        shown = "" if rng.random() < 0.05 else str(age)
        row = (shown, "fm"[int(rng.random() < 0.5)], ("no", "yes")[smokes], crp, f"{pressure:.1f}", stroke)
        found.setdefault((*row[:3], *row[4:]), row)
    return [*found.values()]


def text_of(head, rows, sign=","):
    text = io.StringIO()
    csv.writer(text, delimiter=sign, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def north(rows):
    """A title, semicolons, decimal commas, and a column with a capital and a blank in its name."""
    head = [{"smoker": "Smoker "}.get(name, name) for name in NAMES]
    table = text_of(head, [[cell.replace(".", ",") for cell in row] for row in rows], ";")
    return f"Register of strokes\n{table}".encode()


def south(rows):
    """Codes and markers for no value, and states in capitals."""
    told = [(row[0] or "-99", row[1], row[2].upper(), row[3] or "?", *row[4:]) for row in rows]
    return text_of(NAMES, told).encode()


def west(rows):
    """A unit in the cells, 1 for yes, and words of another language in an old encoding."""
    told = [
        (row[0], MALE[row[1]], str(int(row[2] == "yes")), row[3], f"{row[4]} mmHg", row[5]) for row in rows
    ]
    return text_of(NAMES, told).encode("cp1252")


def east(rows):
    """No CRP, kPa in place of mmHg, and every second patient twice, with numbers and dates."""
    day = np.datetime64("2023-03-01")
    told = []
    for k, row in enumerate(rows):
        kpa = f"{float(row[4]) / KPA:.2f}"
        for visit in range(1 + k % 2):
            date = (day + k + 90 * visit).astype(object)
            told.append((f"E{k:04}", f"{date:%d.%m.%Y}", *row[:3], kpa, row[5]))
    return text_of(("patient", "visit", *(name for name in NAMES if name != "crp")), told).encode()


@pytest.fixture
def folder(tmp_path):
    """The files with faults, and in the folder `clean` those that they should be."""
    rng = np.random.default_rng(7)
    (tmp_path / "clean").mkdir()
    for site, fault in zip(SITES, (north, south, west, east), strict=True):
        rows = patients(rng)
        (tmp_path / f"{site}.csv").write_bytes(fault(rows))
        kept = [k for k, name in enumerate(NAMES) if site != "east" or name != "crp"]
        right = text_of([NAMES[k] for k in kept], [[row[k] for k in kept] for row in rows])
        (tmp_path / "clean" / f"{site}.csv").write_text(right, encoding="utf-8")
    return tmp_path


@pytest.fixture
def shell(folder):
    """Run one command of the shell in the folder."""
    path = os.pathsep.join([str(Path(mcbnc.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])

    def run(line, code=0):
        words = line.format(files=" ".join(f"{site}.csv" for site in SITES)).split()
        ended = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert ended.returncode == code, ended.stdout + ended.stderr
        return ended

    return run


def corrected(recipe):
    """What a careful person makes of the recipe in an editor."""
    lines, header = [], ""
    for line in recipe.splitlines():
        header = line if line.startswith("[") else header
        if line.startswith("# bins ="):
            line = f"bins = {CUTS[header.removeprefix('[columns.').rstrip(']')]}"
        elif line.startswith("# ids ="):
            line = 'ids = ["patient", "visit"]'
        elif line.startswith("# ") and "visit" not in line.split("=")[0]:
            line = line.removeprefix("# ")
        lines.append(line)
    return "\n".join([*lines, ""])


def test_from_check_to_the_network_of_the_clean_tables(folder, shell):
    found = shell("mcbnc check {files} --columns union --score bdeu --recipe recipe.toml", 1)
    assert "wrote recipe.toml: " in found.stderr
    recipe = folder / "recipe.toml"
    assert "no line mends" not in recipe.read_text(encoding="utf-8")
    recipe.write_text(corrected(recipe.read_text(encoding="utf-8")), encoding="utf-8")
    options = "--missing fill --columns union"
    again = shell(f"mcbnc check {{files}} {options} --recipe recipe.toml --json")
    assert json.loads(again.stdout)["ok"]
    shell(f"mcbnc learn --jointly {{files}} {options} --recipe recipe.toml --seed 1 --out found.csv")
    shell("mcbnc tidy {files} --recipe recipe.toml --out tidy")

    (folder / "cuts.json").write_text(json.dumps(CUTS))
    clean = " ".join(f"clean/{site}.csv" for site in SITES)
    shell(f"mcbnc discretize {clean} --missing fill --bins cuts.json --out binned")
    for site in SITES:
        assert (folder / "tidy" / f"{site}.csv").read_bytes() == (
            folder / "binned" / f"{site}.csv"
        ).read_bytes()
    binned = " ".join(f"binned/{site}.csv" for site in SITES)
    shell(f"mcbnc learn --jointly {binned} {options} --seed 1 --out right.csv")
    assert (folder / "found.csv").read_bytes() == (folder / "right.csv").read_bytes()
    true = [("age", "pressure"), ("pressure", "stroke"), ("smoker", "crp"), ("smoker", "pressure")]
    assert sorted(mcbnc.read(folder / "found.csv").edges) == true
