"""The demo's second story: four files with faults, the recipe that check writes, and the network."""

from __future__ import annotations

import json

import mcbnc
from mcbnc.cli import main

AS_THEY_ARE, MENDED, FAULTLESS = (
    "one table, the states as they are",
    "one table, by the recipe",
    "jointly, tables without any fault",
)


def test_the_files_lead_to_the_recipe_and_the_network_of_the_demo(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outs = ["--out", "net.csv", "--out", "net.png", "--export", "tables"]
    assert main(["demo", "--story", "messy", "--json", *outs]) == 0
    told = capsys.readouterr()
    assert "wrote tables/hospital-*.csv: the rows of 4 hospitals, with their faults" in told.err
    record = json.loads(told.out)
    distances = {name: (near["smhd"], near["shd"]) for name, near in record["distances"].items()}
    assert distances["jointly, by the recipe"] == distances[FAULTLESS]
    assert all(
        mended < before for mended, before in zip(distances[MENDED], distances[AS_THEY_ARE], strict=True)
    )
    assert len(mcbnc.read("net.csv").edges) == len(record["edges"])

    files = sorted(map(str, (tmp_path / "tables").glob("hospital-*.csv")))
    assert main(["check", *files, "--score", "bdeu", "--recipe", "recipe.toml"]) == 1
    recipe = (tmp_path / "recipe.toml").read_text()
    assert recipe == record["recipe"]
    (cut,) = [line for line in recipe.splitlines() if line.startswith("# bins = ")]
    (tmp_path / "recipe.toml").write_text(recipe.replace(cut, "bins = [6, 15]").replace("\n# ", "\n"))
    options = ["--missing", "fill", "--recipe", "recipe.toml"]
    capsys.readouterr()
    assert main(["check", *files, *options, "--json"]) == 0
    assert main(["learn", "--jointly", *files, *options, "--seed", "1", "--out", "again.csv"]) == 0
    learned, truth = mcbnc.read("again.csv"), mcbnc.read("tables/truth.bn")
    assert sorted(map(list, learned.edges)) == sorted(record["edges"])
    assert mcbnc.metrics.shd(learned, truth) == distances[FAULTLESS][1]
    rows = mcbnc.Rows(files, missing="fill", recipe="recipe.toml")
    assert sum(one.cells for one in rows.changes) == sum(one["cells"] for one in record["changes"])


def test_the_summary_tells_the_story(capsys):
    assert main(["demo", "--story", "messy"]) == 0
    told = capsys.readouterr().out
    assert "hospital-03.csv: 0 and 1 for FALSE and TRUE in three columns" in told
    assert "# PCWP = {factor = 7.50062, digits = 1}  # suggested: median " in told
    assert "302 rows at hospital-04 repeat another row" in told
    assert "distance to the true network" in told
