"""What examples/ has for places of the field: a module for benchpress, a bootstrap of pgmpy's estimators."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers import ROOT, is_dag

import mcbnc

MODULE = ROOT / "examples" / "benchpress" / "mcbnc_bootstrap"
SCHEMA = json.loads((MODULE / "schema.json").read_text(encoding="utf-8"))
EXAMPLES = SCHEMA["items"]["examples"]


def states():
    """A table as benchpress writes it: the number of states of each column comes first."""
    rows = mcbnc.datasets.load_rows("alarm")
    codes = pd.DataFrame(rows.data[0][:500, :6], columns=rows.nodes[:6])
    head = pd.DataFrame([[len(rows.states[node]) for node in codes.columns]], columns=codes.columns)
    return codes, pd.concat([head, codes])


def numbers():
    a, b, c = np.random.default_rng(1).normal(size=(3, 200))
    table = pd.DataFrame({"a": a, "b": a + b, "c": b + c})
    return table, table


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run the module as snakemake does. `limits` has what it asks of benchpress's limit of time."""
    limits = []

    @contextlib.contextmanager
    def timeoutf(seconds, *files):
        limits.append((seconds, *files[:3]))
        yield

    helper = ModuleType("add_timeout")
    helper.timeoutf = timeoutf
    monkeypatch.setitem(sys.modules, "add_timeout", helper)
    monkeypatch.setattr(sys, "path", list(sys.path))

    def run(table, **options):
        table.to_csv(tmp_path / "data.csv", index=False)
        files = {name: str(tmp_path / name) for name in ("adjmat", "time", "ntests")}
        wildcards = {name: str(value) for name, value in options.items()} | {"replicate": "3"}
        given = SimpleNamespace(wildcards=wildcards, input={"data": tmp_path / "data.csv"}, output=files)
        code = compile((MODULE / "script.py").read_text(encoding="utf-8"), "script.py", "exec")
        exec(code, {"snakemake": given})
        assert float((tmp_path / "time").read_text()) > 0
        assert (tmp_path / "ntests").read_text() == "None"
        return pd.read_csv(tmp_path / "adjmat"), limits

    return run


@pytest.mark.parametrize(("score", "make"), [("bdeu", states), ("bge", numbers)])
@pytest.mark.parametrize("theta", ["auto", 0.5])
def test_the_module_for_benchpress_writes_the_consensus(run, score, make, theta):
    rows, table = make()
    options = {"score": score, "search": "xges", "resamples": 20, "theta": theta}
    written, limits = run(table, **options, timeout=None)
    wanted = mcbnc.bootstrap(rows, 20, seed=3, score=score).consensus(theta)
    assert list(written.columns) == list(rows.columns)
    assert written.to_numpy().sum() > 0
    assert is_dag(written.to_numpy())
    assert np.array_equal(written, wanted.to_pandas().loc[rows.columns, rows.columns])
    assert limits == []


def test_the_module_for_benchpress_keeps_the_limit_of_time(run, tmp_path):
    options = {"score": "bge", "search": "ges", "resamples": 2, "theta": 0.5}
    _, limits = run(numbers()[1], **options, timeout=60)
    assert limits == [(60, *(str(tmp_path / name) for name in ("adjmat", "time", "ntests")))]


def test_the_schema_for_benchpress_lists_what_the_module_reads():
    script = (MODULE / "script.py").read_text(encoding="utf-8")
    read = set(re.findall(r'wildcards\["(\w+)"\]', script))
    assert read - {"replicate"} == set(SCHEMA["items"]["properties"]) - {"id"} == set(EXAMPLES[0]) - {"id"}
    assert SCHEMA["title"] == MODULE.name
    json.loads((MODULE / "info.json").read_text(encoding="utf-8"))


@pytest.mark.slow
def test_the_schema_for_benchpress_takes_its_examples_and_refuses_others():
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(EXAMPLES, SCHEMA)
    for wrong in ({"theta": "best"}, {"resamples": 0}, {"score": "k2"}, {"cutoff": 1}, {"timeout": "1h"}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate([{**EXAMPLES[0], **wrong}], SCHEMA)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_a_bootstrap_of_an_estimator_of_pgmpy(monkeypatch, capsys):
    pytest.importorskip("pgmpy.causal_discovery")
    monkeypatch.syspath_prepend(ROOT / "examples")
    import pgmpy_bootstrap

    found = pgmpy_bootstrap.main(resamples=3, columns=5)
    assert set(found.nodes) == set(mcbnc.datasets.load_rows("alarm").nodes[:5])
    assert "a vote on the same graphs: " in capsys.readouterr().out
    draws = pgmpy_bootstrap.resampled(Counting(), pd.DataFrame({"row": range(50)}), 2, seed=1)
    assert draws[0] != draws[1]
    assert all(len(set(rows)) < len(rows) == 50 for rows in draws)
    assert draws == pgmpy_bootstrap.resampled(Counting(), pd.DataFrame({"row": range(50)}), 2, seed=1)


class Counting:
    """An estimator whose graph is the rows that it was given."""

    def get_params(self, deep=False):
        return {}

    def fit(self, rows):
        assert list(rows.index) == list(range(len(rows)))
        self.causal_graph_ = rows["row"].tolist()
        return self
