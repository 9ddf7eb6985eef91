"""Messages and errors call a graph, a table and a weight by the site that it is of."""

import pickle
import re
import warnings
from functools import partial

import numpy as np
import pandas as pd
import pytest
from helpers import noisy_copies

import mcbnc
from mcbnc import metrics

SITES = ["north", "south", "east", "west"]
DAGS = noisy_copies(1, 4, 6, 0.4, 2)
BY_SITE = dict(zip(SITES, DAGS, strict=True))
CYCLE = np.roll(np.eye(6, dtype=int), 1, 1)
TABLE = pd.DataFrame({"a": [0, 1, 0, 1, 1, 0], "b": [1, 1, 0, 1, 0, 0]})


def error_of(call, *args, **options):
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        call(*args, **options)
    return caught.value


@pytest.fixture
def files(tmp_path):
    """Paths of files with graphs, by a short name."""
    texts = {
        "a.bn": "[a][b|a]",
        "b.bn": "[a|b][b|a]",
        "c.bn": "[a][b][c]",
        "two.json": '{"nodes": ["a", "b"], "clients": [[["a", "b"]], [["b", "a"]]]}',
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    return {name: str(tmp_path / name) for name in [*texts, "none.bn"]}


@pytest.mark.parametrize(
    ("call", "given", "place", "site", "dag"),
    [
        (mcbnc.consensus, {**BY_SITE, "east": CYCLE}, "dags['east']: ", "east", 2),
        (mcbnc.agreement, {**BY_SITE, 7: CYCLE[:5]}, "dags[7] must be a square", 7, 4),
        (
            partial(mcbnc.learn_many, score="bdeu"),
            {"York": TABLE, "Bath": TABLE / 3},
            "datasets['Bath']: column 'a'",
            "Bath",
            1,
        ),
        (mcbnc.discretize, {"York": TABLE / 3, "Bath": {"a": [1.5, None]}}, "data['Bath']: ", "Bath", 1),
        (mcbnc.consensus, [*DAGS, CYCLE], "dags[4]: ", None, 4),
    ],
    ids=["cycle", "shape", "table", "discretize", "without names"],
)
def test_an_error_tells_the_site(call, given, place, site, dag):
    error = error_of(call, given)
    assert str(error).startswith(place)
    for one in (error, pickle.loads(pickle.dumps(error))):
        assert (one.site, one.dag) == (site, dag)


def test_an_error_about_no_single_site_has_none():
    assert error_of(mcbnc.consensus, BY_SITE, -1).site is None
    assert error_of(mcbnc.consensus, {}).site is None
    assert mcbnc.InvalidInputError("said by others").site is None


def test_weights_are_called_by_site():
    error = error_of(mcbnc.consensus, BY_SITE, weights={"north": 1, "south": -1, "east": 2, "west": 3})
    assert str(error).endswith("but weights['south'] is -1.0")
    assert error.site == "south"
    error = error_of(mcbnc.stability, BY_SITE, scheme="leave-one-out", weights=[0, 0, 2, 0])
    assert "only dags['east'] has one above zero" in str(error)
    assert error.site == "east"
    error = error_of(mcbnc.batch, BY_SITE, counts=[[1, 1, 1, 1], [1, 1, 0.5, 1]])
    assert "but for dags['east'] in run 1 it is 0.5" in str(error)
    assert error.site == "east"


def test_counts_and_weights_of_many_runs_by_site():
    """Four runs of four sites: rows and columns must not be taken for one another."""
    table = np.arange(16).reshape(4, 4) + 1
    expected = mcbnc.batch(DAGS, counts=table, weights=table[::-1]).adjacency
    frames = [pd.DataFrame(rows, columns=SITES)[SITES[::-1]] for rows in (table, table[::-1])]
    for counts, weights in (frames, [frame.to_dict("list") for frame in frames]):
        assert (mcbnc.batch(BY_SITE, counts=counts, weights=weights).adjacency == expected).all()
    plain = pd.DataFrame(table)  # columns without names are in the order of the sites
    assert (mcbnc.batch(BY_SITE, counts=plain, weights=table[::-1]).adjacency == expected).all()
    error = error_of(mcbnc.batch, BY_SITE, counts={**frames[0].to_dict("list"), "east": [1]})
    assert "'north' has 4 and 'east' has 1" in str(error)
    assert error.site == "east"


def test_a_series_of_weights_is_by_site():
    """Such as the sizes of groups of a frame, which pandas sorts."""
    weights = pd.Series({"east": 3.0, "north": 1.0, "south": 2.0, "west": 4.0})
    expected = metrics.mean_smhd(DAGS[0], DAGS, [1, 2, 3, 4])
    assert metrics.mean_smhd(DAGS[0], BY_SITE, weights=weights) == expected
    assert metrics.mean_smhd(DAGS[0], BY_SITE, weights) == expected
    assert (
        mcbnc.consensus(BY_SITE, weights=weights).edges == mcbnc.consensus(DAGS, weights=[1, 2, 3, 4]).edges
    )
    bare = pd.Series([1.0, 2.0, 3.0, 4.0])
    assert metrics.mean_smhd(DAGS[0], BY_SITE, weights=bare) == expected
    assert metrics.mean_smhd(DAGS[0], DAGS, weights=weights) != expected  # sites without names have an order
    assert "lacks 'west'" in str(error_of(mcbnc.consensus, BY_SITE, weights=weights[:3]))
    twice = pd.Series([1, 2, 3, 4, 5], index=[*SITES, "north"])
    assert "two entries for one site" in str(error_of(mcbnc.consensus, BY_SITE, weights=twice))


def test_files_are_named(files):
    error = error_of(mcbnc.consensus, [files["a.bn"], files["c.bn"]])
    assert str(error).startswith("dags[1] (c.bn) has 3 nodes, but dags[0] (a.bn) has 2")
    assert (error.site, error.dag) == ("c.bn", 1)
    for name, end in (("b.bn", "it has a cycle: a -> b -> a"), ("none.bn", "cannot be read")):
        error = error_of(mcbnc.consensus, [files["a.bn"], files[name]])  # the file comes once
        assert re.match(rf"dags\[1\]: {re.escape(files[name])}:? {end}", str(error))
        assert error.site == name


def test_a_file_of_several_graphs(files):
    paths = [files["two.json"], files["a.bn"], files["c.bn"]]
    error = error_of(mcbnc.consensus, paths)
    assert str(error).startswith("dags[3] (c.bn) has 3 nodes, but dags[0] (two.json[0]) has 2")
    assert error.site == "c.bn"
    assert mcbnc.consensus(paths[:2]).sites == ["two.json[0]", "two.json[1]", "a.bn"]
    error = error_of(mcbnc.consensus, {"x": files["a.bn"], "y": files["two.json"]})
    assert str(error) == "dags['y']: it has 2 graphs, but a site has one: give each of them a name"
    assert error.site == "y"


def test_rows_left_out_are_told_by_site():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        mcbnc.discretize(mcbnc.Rows({"York": {"a": [1.5, None]}, "Bath": {"a": [2.5, 4.5]}}, missing="drop"))
    assert [str(one.message).partition(":")[0] for one in told] == ["data['York']"]


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ([None, "a"], "site 0 has no name"),
        (["a", float("nan")], "site 1 has no name"),
        (["a", ""], "site 1 has an empty name"),
        ([" ", "a"], "site 0 has an empty name"),
        ([1, "1"], "names must differ in their text too, but the sites 1 and '1' do not"),
    ],
    ids=["None", "NaN", "empty", "blank", "same text"],
)
def test_names_that_name_nothing(names, problem):
    calls = {
        "dags": (mcbnc.consensus, DAGS[0]),
        "datasets": (mcbnc.learn_many, TABLE),
        "data": (mcbnc.discretize, TABLE),
    }
    for argument, (call, one) in calls.items():
        assert str(error_of(call, dict.fromkeys(names, one))) == f"{argument}: {problem}"
    told = [
        each.problem for each in mcbnc.check(dict.fromkeys(names, TABLE)).problems if each.severity == "error"
    ]
    assert any(problem.partition(", but")[0] in one for one in told), told


def test_names_need_not_be_texts():
    result = mcbnc.consensus({3: DAGS[0], ("a", 1): DAGS[1], 1.5: DAGS[2]})
    assert result.sites == [3, ("a", 1), 1.5]
