"""What sites contradict each other in: every function that takes their tables asks, not `check` alone."""

from __future__ import annotations

import json
import re
import warnings

import numpy as np
import pandas as pd
import pytest
from helpers import but_chance

import mcbnc
from mcbnc._rows.rows import read_datasets
from mcbnc.cli import main

SITES = ("north", "south", "west", "east")
CODINGS = {
    "sex": [("male", "female"), ("M", "F")],
    "smoker": [("no", "yes"), ("0", "1")],
    "ill": [("no", "yes"), ("nein", "ja")],
    "insured": [("no", "yes"), ("FALSE", "TRUE")],
}


def hospital(seed, own=False, rows=300):
    """Four independent columns. `own`: the hospital codes them in its own way."""
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {name: np.array(codings[own])[rng.integers(0, 2, rows)] for name, codings in CODINGS.items()}
    )


def hospitals(*own):
    return {name: hospital(k, own=name in own) for k, name in enumerate(SITES)}


def learn_union(rows):
    rows = rows if isinstance(rows, mcbnc.Rows) else mcbnc.Rows(rows, columns="union")
    return mcbnc.learn_jointly(rows)


CALLS = {
    "learn_jointly": mcbnc.learn_jointly,
    "without own scores": lambda rows: mcbnc.learn_jointly(rows, own=False),
    "union": learn_union,
    "common": lambda rows: mcbnc.learn_jointly(rows, columns="common"),
    "learn_many": mcbnc.learn_many,
    "a score of numbers": lambda rows: mcbnc.learn_jointly(rows, score="dg"),
    "simulate_learning": mcbnc.federated.simulate_learning,
    "one round": lambda rows: mcbnc.federated.simulate_learning(rows, rounds="one"),
    "privacy_curve": lambda rows: mcbnc.federated.privacy_curve(rows, [1.0], draws=1),
}


@pytest.fixture
def told():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", mcbnc.DataWarning)
        yield lambda: but_chance(str(one.message) for one in caught if one.category is mcbnc.DataWarning)


# --- states -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_another_coding_is_refused_wherever_tables_go(call):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        call(hospitals("west"))
    told = str(caught.value)
    assert told.startswith(
        "datasets['west']: column 'sex': 'F', 'M' in datasets['west'], and 'female', 'male' in "
        "datasets['north'], datasets['south'], datasets['east'], have no state in common: write the same"
    )
    assert "or pass Rows(..., accept=['sex', 'smoker', 'ill', 'insured']) if they are meant" in told
    for text in ("'smoker' ('0', '1' in", "'ill' ('ja', 'nein' in", "'insured' ('FALSE', 'TRUE' in"):
        assert text in told
    assert (caught.value.argument, caught.value.dag, caught.value.site) == ("datasets", 2, "west")
    assert caught.value.nodes == list(CODINGS)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_the_same_coding_says_nothing(call, told):
    call(hospitals())
    assert told() == []


def test_what_is_meant_is_accepted(told):
    accepted = mcbnc.Rows(hospitals("west"), accept=list(CODINGS))
    assert mcbnc.learn_jointly(accepted).states["sex"] == ["F", "M", "female", "male"]
    listed = mcbnc.Rows(hospitals("west"), states={name: [*a, *b] for name, (a, b) in CODINGS.items()})
    mcbnc.learn_many(listed)
    assert told() == []


@pytest.mark.parametrize(
    ("one", "other"), [([True, False], ["TRUE", "FALSE"]), ([0, 1], [False, "x"]), ([0, 1], ["0.0", "1.0"])]
)
def test_values_of_other_types(one, other):
    tables = [{"a": one * 50, "b": ["x", "y"] * 50}, {"a": other * 50, "b": ["x", "x", "y", "y"] * 25}]
    if set(one) & set(other):  # 0 and False are one state
        mcbnc.learn_many(tables)
        return
    with pytest.raises(mcbnc.InvalidInputError, match=r"column .a.: .*, have no state in common"):
        mcbnc.learn_many(tables)


def test_names_of_columns_that_are_cut():
    tables = {"north": {"age": [20.5, 30, 40]}, "south": {"Age ": [21, 33.5, 47]}}
    with pytest.raises(mcbnc.InvalidInputError, match=r"names 'age' in .*, 'Age ' in .* differ only in case"):
        mcbnc.discretize(tables)


def test_check_has_one_error_a_column():
    report = mcbnc.check(hospitals("west"))
    assert [(one.site, one.column, one.severity) for one in report.problems] == [
        ("west", name, "error") for name in CODINGS
    ]
    assert report.errors[0].problem == (
        "'F', 'M' in west, and 'female', 'male' in north, south, east, have no state in common"
    )
    assert report.errors[0].advice.startswith("write the same values at all sites, or pass Rows(..., accept=")


def test_two_sites_against_two():
    with pytest.raises(mcbnc.InvalidInputError, match="have no state in common") as caught:
        mcbnc.learn_jointly(hospitals("west", "east"))
    assert str(caught.value).startswith(
        "datasets: column 'sex': 'female', 'male' in datasets['north'], datasets['south'], and 'F', 'M' in "
    )
    assert caught.value.dag is None


@pytest.mark.parametrize("own", [("west",), ("west", "east"), ("north", "west")])
def test_a_common_state_leaves_a_warning(own, told):
    tables = hospitals(*own)
    for table in tables.values():
        table.loc[:19, "sex"] = "other"
        for name in ("smoker", "ill", "insured"):
            table[name] = hospital(len(table))[name]
    mcbnc.learn_jointly(tables)
    (text,) = told()
    here, there = (
        ", ".join(f"datasets['{name}']" for name in SITES if (name in own) is k) for k in (True, False)
    )
    assert "states that may mean the same, in 'sex' (" in text
    assert f"'F', 'M' in {here}" in text
    assert f"'female', 'male' in {there}" in text
    assert "accept=['sex']" in text


def test_codes_that_are_shifted(told):
    rng = np.random.default_rng(3)
    tables = [{"grade": rng.integers(k, k + 3, 200), "x": rng.integers(0, 2, 200)} for k in (0, 0, 1)]
    mcbnc.learn_many(tables)
    (text,) = told()
    assert "(3 in datasets[2], and 0 in datasets[0], datasets[1])" in text


def test_categories_that_are_declared_everywhere_hide_nothing():
    whole = pd.concat(hospitals("west"), names=["site", None]).astype("category")
    tables = {name: whole.xs(name).reset_index(drop=True) for name in SITES}
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"datasets\['west'\]: column 'sex'.* no state in common"
    ):
        mcbnc.learn_jointly(tables)


def test_what_is_the_same_at_each_site_may_be_meant(told):
    tables = {name: table.assign(region=name) for name, table in hospitals().items()}
    mcbnc.learn_jointly(tables)
    assert told() == []
    tables["west"]["region"] = ["a", "b"] * 150
    with pytest.raises(mcbnc.InvalidInputError, match="column 'region'"):
        mcbnc.learn_jointly(tables)


def test_very_few_rows_may_have_nothing_in_common_by_chance(told):
    rng = np.random.default_rng(0)
    tables = [
        {"ward": rng.integers(0, 20, 2000), "x": rng.integers(0, 2, 2000)},
        {"ward": [30, 31], "x": [0, 1]},
    ]
    mcbnc.learn_many(tables)
    assert told() == []


def test_spellings_are_one_state(told):
    tables = hospitals()
    tables["west"] = tables["west"].assign(sex=tables["west"]["sex"].str.upper() + " ")
    mcbnc.learn_many(tables)
    (text,) = told()
    assert "differ only in case" in text


@pytest.mark.parametrize("name", mcbnc.datasets.names())
def test_bundled_rows_say_nothing(name, told):
    try:
        clients = mcbnc.datasets.load_rows(name)
    except mcbnc.InvalidInputError:
        pytest.skip("it has DAGs alone")
    report = mcbnc.check(mcbnc.Rows(clients.data, names=clients.nodes))
    assert not [one for one in report.problems if "common" in one.problem or "same" in one.problem]
    mcbnc.learn_many(mcbnc.Rows(clients.data, names=clients.nodes, states=clients.states))
    assert told() == []


def test_independent_tables_say_nothing(told):
    for seed in range(60):
        rng = np.random.default_rng(seed)
        columns, sites = int(rng.choice([2, 3, 5, 12, 30, 60])), int(rng.integers(2, 8))
        shares = [rng.dirichlet(np.full(rng.integers(2, 6), rng.choice([0.2, 1, 5]))) for _ in range(columns)]
        tables = [
            np.stack([rng.choice(len(share), rows, p=share) for share in shares], axis=1)
            for rows in np.exp(rng.uniform(3, 9 if sites < 4 else 7, sites)).astype(int)
        ]
        read_datasets(tables, "bds")
    assert told() == []


# --- names --------------------------------------------------------------------------------------------------

ALIKE = [
    ("smoker", "Smoker"),
    ("smoker", "smoker "),
    ("a b", "a\u00a0b"),
    ("x", "x\u200b"),
    ("\u00e9", "e\u0301"),
]


@pytest.mark.parametrize(("one", "other"), [*ALIKE, ("\ufb01t", "fit"), (1, "1")])
@pytest.mark.parametrize("columns", ["same", "common", "union"])
def test_names_that_look_the_same(one, other, columns, told):
    rng = np.random.default_rng(0)
    tables = {
        site: {name: rng.integers(0, 2, 100), "ill": rng.integers(0, 2, 100)}
        for site, name in (("north", one), ("south", other), ("west", one))
    }
    for call in (mcbnc.learn_jointly, mcbnc.learn_many, mcbnc.federated.simulate_learning):
        with pytest.raises(mcbnc.InvalidInputError, match="differ only in case, in blanks or in") as caught:
            call(mcbnc.Rows(tables, columns=columns))
        shown = re.search(
            r"the names (\S.*) in datasets\['north'\], datasets\['west'\], (.*) in", str(caught.value)
        )
        assert shown is not None
        assert shown[1] != shown[2]
        assert caught.value.nodes == [one, other]
    (problem,) = (x for x in mcbnc.check(mcbnc.Rows(tables, columns=columns)).errors if "differ" in x.problem)
    assert problem.column == one
    assert "in north, west" in problem.problem
    if columns == "union":
        found = mcbnc.learn_many(mcbnc.Rows(tables, columns=columns, accept=[one, other]))
        assert [graph.nodes for graph in found] == [[one, "ill"], [other, "ill"], [one, "ill"]] or columns
        assert told() == []


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_names_in_one_table_may_be_two_variables(one, other, told):
    rng = np.random.default_rng(0)
    table = {one: rng.integers(0, 2, 100), other: rng.integers(0, 2, 100)}
    assert mcbnc.learn(table).nodes == [one, other]
    (text,) = told()
    assert text.startswith("data: the names ")
    assert mcbnc.learn(mcbnc.Rows(table, accept=[one, other])).nodes == [one, other]
    assert mcbnc.learn(table, score="bge").nodes == [one, other]
    assert len(told()) == 2
    (problem,) = mcbnc.check(table).warnings
    assert (problem.column, problem.severity) == (one, "warning")


def test_graphs_whose_names_differ_in_case():
    dags = [pd.DataFrame([[0, 1], [0, 0]], index=names, columns=names) for names in (["a", "b"], ["A", "b"])]
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"lacks 'a' and has 'A' besides .'a' and 'A' differ only"
    ):
        mcbnc.consensus(dags)


# --- rows of several sites ----------------------------------------------------------------------------------


def binary(seed, rows=300, columns=12):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(rng.integers(0, 2, (rows, columns)), columns=[f"v{k}" for k in range(columns)])


@pytest.mark.parametrize("call", [CALLS["learn_jointly"], CALLS["learn_many"], CALLS["simulate_learning"]])
def test_one_file_under_several_names(call, told):
    north = binary(0)
    copies = {f"copy {k}": north.sample(frac=1, random_state=k) for k in range(2)}
    call({"north": north, "south": binary(1), **copies})
    (text,) = told()
    assert text.startswith(
        "datasets['north'], datasets['copy 0'], datasets['copy 1'] have the same 300 rows. If a file came"
    )


@pytest.mark.parametrize(("rows", "shared", "columns"), [(300, 100, 12), (2000, 50, 30), (500, 500, 3)])
def test_some_rows_at_two_sites(rows, shared, columns, told):
    tables = {name: binary(k, rows, columns) for k, name in enumerate(SITES)}
    tables["east"].iloc[:shared] = tables["south"].sample(shared, random_state=1).to_numpy()
    tables["east"] = tables["east"].sample(frac=1, random_state=2)[tables["east"].columns[::-1]]
    report = mcbnc.check(tables)
    (problem,) = report.warnings
    assert (problem.site, problem.column) == (None, None)
    if shared == rows:
        assert problem.problem == f"south, east have the same {rows} rows"
    else:
        found = re.fullmatch(
            rf"south and east have (\d+) rows in common, of {rows} and {rows}, more than such.*",
            problem.problem,
        )
        assert found is not None
        assert shared <= int(found[1]) <= shared + rows * rows / 2**columns
    mcbnc.learn_many(tables)
    assert [
        problem.problem.replace("south", "datasets['south']").replace("east", "datasets['east']") in text
        for text in told()
    ] == [True]


def test_numbers_and_other_columns(told):
    rng = np.random.default_rng(0)
    north, south = (pd.DataFrame(rng.normal(size=(200, 4)), columns=list("abcd")) for _ in "ns")
    south.iloc[:40] = north.iloc[100:140].to_numpy()
    mcbnc.learn_many({"north": north, "south": south}, score="bge")
    states = [binary(0, 200, 20), binary(1, 200, 20)]
    states[1].iloc[:60] = states[0].iloc[:60]
    mcbnc.learn_many(
        mcbnc.Rows([states[0].drop(columns="v3"), states[1].drop(columns="v5")], columns="union")
    )
    assert [text.partition(", of 200")[0] for text in told()] == [
        "datasets['north'] and datasets['south'] have 40 rows in common",
        "datasets[0] and datasets[1] have 60 rows in common",
    ]


def test_tables_of_few_rows_are_equal_by_chance(told):
    table = pd.DataFrame({"a": [0, 1] * 10, "b": [0, 0, 1, 1] * 5})
    mcbnc.learn_many([table, table.sample(frac=1, random_state=1)])
    assert told() == []
    mcbnc.learn_many([table, table])  # in the same order
    assert len(told()) == 1


def test_what_is_told_does_not_depend_on_the_order(told):
    tables = {name: binary(k, 300, 20) for k, name in enumerate(SITES)}
    tables["east"].iloc[:100] = tables["north"].iloc[:100]
    for order in (SITES, SITES[::-1]):
        mcbnc.learn_many({name: tables[name] for name in order})
    assert all("have 100 rows in common, of 300 and 300" in text for text in told())
    assert [set(re.findall(r"\['(\w+)'\]", text)) for text in told()] == [{"north", "east"}] * 2


# --- tables without rows ------------------------------------------------------------------------------------


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_site_without_rows(call):
    tables = hospitals()
    tables["west"] = tables["west"].query("sex == 'typo'")
    with pytest.raises(mcbnc.InvalidInputError, match=r"^datasets\['west'\]: there are no rows$") as caught:
        call(tables)
    assert (caught.value.dag, caught.value.site) == (2, "west")


@pytest.mark.parametrize("score", ["bdeu", "bge", "dg", None])
@pytest.mark.parametrize("data", [hospital(0)[:0], np.zeros((0, 3)), {"a": []}])
def test_one_table_without_rows(data, score):
    for call in (mcbnc.learn, mcbnc.bootstrap):
        with pytest.raises(mcbnc.InvalidInputError, match=r"^data: there are no rows$"):
            call(data, score=score)
    report = mcbnc.check(data, score=score)
    assert any(one.problem == "there are no rows" for one in report.errors)
    report = mcbnc.check({"north": hospital(0), "south": hospital(0)[:0]})
    assert [(one.site, one.problem) for one in report.errors] == [("south", "there are no rows")]


def test_rows_without_any_value():
    table = {"a": [None] * 5, "b": [None] * 5}
    full = {"a": ["x", "y"] * 10, "b": ["x", "x", "y", "y"] * 5}
    with pytest.raises(mcbnc.InvalidInputError, match=r"datasets\[1\]: no row has a value"):
        mcbnc.learn_many(mcbnc.Rows([full, table], missing="fill"))


# --- the shell and the coordinator --------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, table in hospitals("west").items():
        table.to_csv(f"{name}.csv", index=False)
    return [f"{name}.csv" for name in SITES]


def test_the_shell(files, capsys):
    for command in (["learn", "--jointly"], ["learn"], ["federate", "simulate", "--task", "learning"]):
        out = ["--out", "found.json"]
        assert main([*command, *files, *out]) != 0
        assert capsys.readouterr().err.startswith(
            "mcbnc: error: west.csv: column 'sex': 'F', 'M' in west.csv, and"
        )
        assert main([*command, *files, *out, "--accept", "sex,smoker,ill,insured"]) == 0
        capsys.readouterr()


def names_of(files):
    for file in files:
        assert (
            main(["federate", "names", "--task", "learning", file, "--out", file.replace(".csv", ".json")])
            == 0
        )
    return [file.replace(".csv", ".json") for file in files]


def test_the_coordinator_asks_the_lists_of_states(files, capsys):
    merge = ["federate", "names", "--task", "learning", *names_of(files), "--out", "names.json"]
    capsys.readouterr()
    assert main(merge) != 0
    told = capsys.readouterr().err
    assert told.startswith(
        "mcbnc: error: west.json: column 'sex': 'F', 'M' in west.json, and 'female', 'male' in north.json, "
        "south.json, east.json, have no state in common: write the same values at all sites, or pass --accept"
    )
    assert main([*merge, "--accept", "sex,smoker,ill,insured"]) == 0
    with open("names.json") as file:
        assert json.load(file)["states"]["sex"] == ["F", "M", "female", "male"]


def book(name, **states):
    with open(name, "w") as file:
        json.dump({"nodes": list(states), "states": states}, file)
    return name


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        (
            ["M", "F", "unknown"],
            ["male", "female", "unknown"],
            "mean the same, in 'a' ('F', 'M' in a.json, and",
        ),
        ([0, 1, 2], [1, 2, 3], "mean the same, in 'a' (0 in a.json, and 3 in b.json)"),
        (["no", "yes"], ["no"], None),
        (["north"], ["south"], None),
        (["no", "yes"], ["No", "yes"], None),
    ],
)
def test_lists_of_states(first, second, text, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files = [book("a.json", a=first, b=[0, 1]), book("b.json", a=second, b=[0, 1])]
    assert main(["federate", "names", "--task", "learning", *files, "--out", "names.json"]) == 0
    told = capsys.readouterr().err
    assert text in told if text else "warning" not in told


@pytest.mark.parametrize("columns", ["same", "union"])
def test_the_coordinator_asks_the_lists_of_names(columns, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    files = [book("a.json", smoker=[0, 1], b=[0, 1]), book("b.json", Smoker=[0, 1], b=[0, 1])]
    merge = ["federate", "names", "--task", "learning", "--columns", columns, *files, "--out", "names.json"]
    assert main(merge) != 0
    told = capsys.readouterr().err
    if columns == "same":
        assert (
            "b.json must have the same nodes as a.json, but it lacks 'smoker' and has 'Smoker' besides"
            in told
        )
        assert "('smoker' and 'Smoker' differ only in case" in told
        return
    assert "the names 'smoker' in a.json, 'Smoker' in b.json differ only in case" in told
    assert "--accept smoker,Smoker" in told
    assert main([*merge, "--accept", "smoker,Smoker"]) == 0
