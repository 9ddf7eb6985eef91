"""Results, files and the shell's objects have the names of sites."""

import json

import numpy as np
import pandas as pd
from helpers import noisy_copies, random_dags

import mcbnc
from mcbnc.cli import main

SITES = ["north", "south", "east", "west"]
DAGS = noisy_copies(1, 4, 6, 0.4, 2)
BY_SITE = dict(zip(SITES, DAGS, strict=True))


def test_columns_of_counts_have_sites():
    stable = mcbnc.stability(BY_SITE, 0.5, scheme="leave-one-out")
    assert stable.sites == SITES
    assert stable.counts.shape == (4, len(stable.sites))
    assert mcbnc.stability(DAGS, 0.5, resamples=3, seed=1).sites == [0, 1, 2, 3]
    assert mcbnc.batch(BY_SITE, counts=[[1, 0, 1, 1]]).sites == SITES
    assert mcbnc.batch(DAGS, counts=[[1, 0, 1, 1]]).sites == [0, 1, 2, 3]


def test_cards_name_the_sites():
    dags = [*noisy_copies(1, 8, 12, 0.3, 3), random_dags(2, 1, 12, 0.3)[0]]
    named = {**{f"site {k}": dag for k, dag in enumerate(dags[:-1])}, "<far>": dags[-1]}
    card = mcbnc.stability(named, 0.5, resamples=3, seed=1, outliers="drop")._repr_html_()
    assert "dropped: &lt;far&gt;" in card


def chain_of(rng, rows, breaks):
    """Rows of a chain a - b - c - d, or of columns that depend in another way."""
    a = rng.integers(0, 2, rows)
    links = [a]
    for _ in range(3):
        links.append(links[0 if breaks else -1] ^ (rng.random(rows) < 0.1))
    order = [1, 2, 0, 3] if breaks else [0, 1, 2, 3]
    return pd.DataFrame({name: links[k] for name, k in zip("abcd", order, strict=True)})


def test_a_dropped_site_is_named():
    rng = np.random.default_rng(1)
    tables = {f"s{k}": chain_of(rng, 300, breaks=False) for k in range(8)}
    tables["odd"] = pd.DataFrame(
        {
            "a": (x := rng.integers(0, 2, 300)),
            "d": x ^ (rng.random(300) < 0.05),
            "b": (y := rng.integers(0, 2, 300)),
            "c": rng.integers(0, 2, 300) ^ (y & x),
        }
    )
    together = mcbnc.learn_jointly(tables)
    assert together.dropped == ["odd"]
    assert "8 of 9 sites (dropped: odd)" in repr(together)
    numbered = mcbnc.learn_jointly(list(tables.values()))
    assert numbered.dropped == [8]
    assert "8 of 9 sites (dropped: 8)" in repr(numbered)


def test_the_shell_writes_the_sites(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    dags = [*noisy_copies(1, 8, 12, 0.3, 3), random_dags(2, 1, 12, 0.3)[0]]
    paths = [f"h{k}.bn" for k in range(9)]
    for path, dag in zip(paths, dags, strict=True):
        nodes = [f"n{i}" for i in range(12)]
        (tmp_path / path).write_text(mcbnc.consensus([dag], 0.0, nodes=nodes).to_bnlearn())
    for command in ("consensus", "trajectory"):
        assert main([command, *paths, "--out", "run.json", "--quiet"]) == 0
        assert mcbnc.load("run.json").sites == paths
    capsys.readouterr()
    assert main(["compare", *paths, "--methods", "fusion", "--outliers", "drop", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [row["site"] for row in record["inputs"]] == paths
    assert record["dropped"] == [paths[8]]
    assert main(["consensus", paths[0], paths[0], "--out", "run.json", "--quiet"]) == 0  # no names: one twice
    assert mcbnc.load("run.json").sites == [0, 1]
    assert main(["consensus", *paths[:2], "--weights=1,-1"]) == 1
    assert "weights['h1.bn'] is -1" in capsys.readouterr().err
