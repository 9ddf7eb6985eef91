"""Sites have names: dicts of site to graph or table, files, and what learning made of these."""

import json
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers import noisy_copies, random_dags

import mcbnc
from mcbnc import baselines, federated, metrics

SITES = ["north", "south", "east", "west"]
DAGS = noisy_copies(1, 4, 6, 0.4, 2)
BY_SITE = dict(zip(SITES, DAGS, strict=True))
RNG = np.random.default_rng(2)
TABLES = {
    site: pd.DataFrame({"a": (a := RNG.integers(0, 2, 80)), "b": a ^ (RNG.random(80) < 0.1), "c": 1 - a})
    for site in ("Leeds", "York", "Bath")
}

OF_DAGS = {
    "consensus": mcbnc.consensus,
    "trajectory": mcbnc.trajectory,
    "fusion": mcbnc.fusion,
    "agreement": mcbnc.agreement,
    "stability": mcbnc.stability,
    "compare": mcbnc.compare,
    "criticality": lambda dags, **o: mcbnc.criticality(dags, 0, 1, **o),
    "batch": lambda dags, **o: mcbnc.batch(dags, **{"counts": np.ones((2, 4), int), **o}),
    "vote": baselines.vote,
    "averaged": baselines.averaged,
    "climb": baselines.climb,
    "dsep_vote": baselines.dsep_vote,
    "bounded": lambda dags, **o: baselines.bounded(dags, 2, **o),
    "genetic": lambda dags, **o: baselines.genetic(dags, 2, seed=0, generations=1, **o),
    "mean_smhd": lambda dags, **o: metrics.mean_smhd(DAGS[0], dags, **o),
    "simulate": lambda dags, **o: federated.simulate(dags, 0.5, **o),
}


@pytest.mark.parametrize("call", OF_DAGS.values(), ids=OF_DAGS)
def test_a_dict_of_dags_is_taken_and_its_keys_are_in_messages(call):
    call(BY_SITE)
    cycle = np.roll(np.eye(6, dtype=int), 1, 1) if call is not OF_DAGS["simulate"] else 2 * np.eye(6)
    with pytest.raises(mcbnc.InvalidInputError, match=r"^dags\['east'\]: ") as caught:
        call({**BY_SITE, "east": cycle})
    assert caught.value.dag == 2
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"^dags\['west'\] has 2 nodes, but (dags\['north'\]|a) has 6"
    ):
        call({**BY_SITE, "west": DAGS[0][:2, :2]})
    with pytest.raises(mcbnc.InvalidInputError, match=r"^dags\[2\]: "):  # the names are forgotten
        call([DAGS[0], DAGS[1], cycle, DAGS[3]])


def test_the_answer_is_that_of_the_list():
    for theta in (0.0, 0.5, "auto"):
        named, plain = (mcbnc.consensus(dags, theta) for dags in (BY_SITE, list(DAGS)))
        assert named.edges == plain.edges
        assert named.sites == SITES
        assert plain.sites == [0, 1, 2, 3]


def test_weights_by_site():
    weights = {"west": 4, "north": 1, "south": 2, "east": 3}
    named = mcbnc.consensus(BY_SITE, weights=weights)
    assert named.edges == mcbnc.consensus(DAGS, weights=[1, 2, 3, 4]).edges
    found = mcbnc.criticality(BY_SITE, 0, 1, weights=weights)
    assert found.score == mcbnc.criticality(DAGS, 0, 1, weights=[1, 2, 3, 4]).score
    with pytest.raises(
        mcbnc.InvalidInputError, match="weights must have the sites of dags, but it lacks 'west'"
    ):
        mcbnc.consensus(BY_SITE, weights={"north": 1, "south": 2, "east": 3})
    with pytest.raises(mcbnc.InvalidInputError, match="has 'mars' besides"):
        mcbnc.consensus(BY_SITE, weights={**weights, "mars": 1})
    with pytest.raises(mcbnc.InvalidInputError, match="dags has no site names: make dags a dict"):
        mcbnc.consensus(DAGS, weights=weights)


def test_an_explanation_names_the_sites():
    result = mcbnc.consensus(BY_SITE, 0.3)
    u, v = np.argwhere(result.fusion)[0].tolist()
    found = result.explain(u, v)
    assert found.sites == SITES
    assert found.to_frame().index.tolist() == SITES
    rows = [
        line.split()[0]
        for line in repr(found).partition("\ninput")[2].splitlines()[1:]
        if "None of" not in line
    ]
    assert rows
    assert set(rows) <= set(SITES)
    assert mcbnc.consensus(DAGS, 0.3).explain(u, v).sites == [0, 1, 2, 3]


def test_the_others_name_the_sites():
    assert mcbnc.agreement(BY_SITE).clients == SITES
    assert mcbnc.agreement(BY_SITE, clients="abcd"[:0] or list("abcd")).clients == list("abcd")
    labels = [text.get_text() for text in mcbnc.agreement(BY_SITE).plot().get_xticklabels()]
    assert sorted(labels) == sorted(SITES)
    compared = mcbnc.compare(BY_SITE, methods=["fusion"])
    assert compared.sites == [row["site"] for row in compared.inputs] == SITES
    found = mcbnc.criticality(BY_SITE, 0, 1)
    assert found.sites == SITES
    assert "'north': " in repr(found)
    batch = mcbnc.batch(BY_SITE, counts=[[2, 0, 1, 1]])
    assert batch[0].sites == ["north", "north", "east", "west"]


def test_outliers_and_extended_inputs_are_named():
    dags = np.concatenate([noisy_copies(1, 8, 12, 0.3, 3), random_dags(2, 1, 12, 0.3)])
    named = {f"site {k}": dag for k, dag in enumerate(dags)} | {"both ways": metrics.cpdag(dags[0])}
    named["far"] = named.pop("site 8")
    for call in (mcbnc.consensus, mcbnc.compare, mcbnc.stability, baselines.vote):
        result = call(named, outliers="drop")
        assert (result.dropped, result.extended) == (["far"], ["both ways"])
        assert "partially directed, extended: both ways; dropped: far" in repr(result)


def test_saved_files_keep_the_names(tmp_path):
    path = tmp_path / "run.json"
    for result in (mcbnc.consensus(BY_SITE), mcbnc.trajectory(BY_SITE)):
        result.save(path)
        assert mcbnc.load(path).sites == pickle.loads(pickle.dumps(result)).sites == SITES
    mcbnc.consensus({1.5: DAGS[0], ("a", 1): DAGS[1]}).save(path)
    assert mcbnc.load(path).sites == ["1.5", ("a", 1)]
    mcbnc.consensus(DAGS).save(path)
    record = json.loads(path.read_text())
    assert "sites" not in record
    assert mcbnc.load(path).sites == [0, 1, 2, 3]
    del record["sha256"]
    for wrong in (["north"], "north", [[], {}, 1, 2], [None] * 4):
        path.write_text(json.dumps({**record, "sites": wrong}))
        with pytest.raises(mcbnc.InvalidInputError, match=r"run\.json"):
            mcbnc.load(path)


def test_tables_by_site():
    learned = mcbnc.learn_many(TABLES)
    assert [each.site for each in learned] == list(TABLES)
    assert [each.edges for each in learned] == [
        each.edges for each in mcbnc.learn_many(list(TABLES.values()))
    ]
    assert mcbnc.consensus(learned).sites == list(TABLES)
    assert mcbnc.agreement(pickle.loads(pickle.dumps(learned))).clients == list(TABLES)
    jointly = mcbnc.learn_jointly(TABLES)
    assert [each.site for each in jointly.sites] == list(TABLES)
    assert mcbnc.learn(TABLES["York"]).site is None
    assert federated.simulate_learning(TABLES).result.edges == jointly.edges
    holes = {**TABLES, "York": TABLES["York"].assign(b=[None, *TABLES["York"]["b"][1:]])}
    for call in (mcbnc.learn_many, mcbnc.learn_jointly, federated.simulate_learning):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"^datasets\['York'\]: column 'b', row 0: "
        ) as caught:
            call(holes)
        assert caught.value.dag == 1


@pytest.mark.parametrize(
    "table",
    [
        {"a": [0, 1], "b": [1, 0]},
        {"a": np.array([0, 1]), "b": np.array([1, 0])},
        dict(TABLES["York"].items()),
    ],
    ids=["lists", "arrays", "series"],
)
def test_one_table_by_columns_is_not_several(table):
    with pytest.raises(mcbnc.InvalidInputError, match=r"dict of columns; mcbnc\.learn takes one"):
        mcbnc.learn_many(table)


def test_files_are_sites(tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    paths = []
    for site, table in TABLES.items():
        paths.append(folders[0] / f"{site}.csv")
        table.to_csv(paths[-1], index=False)
    learned = mcbnc.learn_many(paths)
    assert [each.site for each in learned] == ["Leeds.csv", "York.csv", "Bath.csv"]
    graphs = [folder / "net.bn" for folder in folders]
    for path in graphs:
        path.write_text("[a][b|a]")
    assert mcbnc.consensus(graphs).sites == [str(path) for path in graphs]  # the names alone are the same
    assert mcbnc.consensus(["[a][b|a]", "[a][b]"]).sites == [0, 1]  # no files


def test_a_comparison_of_one_method_counts_one():
    assert repr(mcbnc.compare(DAGS[:1], methods=["fusion"])).startswith(
        "<Comparison: 1 method over 6 nodes and 1 DAG>"
    )
