"""How a result was made: what is kept, that it is the same for the same call, and that it comes back."""

from __future__ import annotations

import gzip
import hashlib
import itertools
import json
import pickle

import numpy as np
import pandas as pd
import pytest
from helpers import names, noisy_copies

import mcbnc
from mcbnc import baselines

try:
    import polars
except ImportError:  # where few libraries are installed
    polars = None


def of_bytes(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def rows(seed: int = 0, count: int = 120) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    a, noise = rng.integers(0, 2, (2, count))
    table = {"a": a, "b": np.where(rng.random(count) < 0.9, a, noise), "c": rng.integers(0, 3, count)}
    return pd.DataFrame({name: [f"s{x}" for x in cells] for name, cells in table.items()})


def plain_digest_of_graph(nodes: list, arcs: list) -> str:
    """As the documentation has it, by Python alone."""

    def key(name):
        return json.dumps(name, ensure_ascii=False, separators=(",", ":"))

    record = {
        "nodes": sorted(nodes, key=key),
        "edges": sorted(map(list, arcs), key=lambda arc: [*map(key, arc)]),
    }
    return of_bytes(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())


RESULTS = {
    "consensus": lambda: mcbnc.consensus(
        noisy_copies(3, 4, 7), "auto", nodes=names(7), weights=[1, 2, 0.5, 1]
    ),
    "union": lambda: mcbnc.consensus(["[a][b|a]", "[b][c|b]"], nodes="union"),
    "trajectory": lambda: mcbnc.trajectory(noisy_copies(3, 4, 7), seed=3),
    "at": lambda: mcbnc.trajectory(noisy_copies(3, 4, 7)).at(0.5, "refusion"),
    "batch": lambda: mcbnc.batch(noisy_copies(3, 4, 7), counts=[[1, 0, 2, 1]])[0],
    "learn": lambda: mcbnc.learn(rows(), knowledge={"required": [("a", "b")]}),
    "learn_many": lambda: mcbnc.learn_many({"west": rows(1), "east": rows(2)}, score="bdeu")[1],
    "learn_jointly": lambda: mcbnc.learn_jointly({"west": rows(1), "east": rows(2)}),
    "of a site": lambda: mcbnc.learn_jointly({"west": rows(1), "east": rows(2)}).sites[0],
    "different columns": lambda: mcbnc.learn_jointly([rows(1), rows(2)[["b", "c"]]], columns="union"),
    "filled": lambda: mcbnc.learn(mcbnc.Rows(rows().mask(rows() == "s2"), missing="fill"), seed=1),
    "numbers": lambda: mcbnc.learn(np.random.default_rng(0).normal(size=(50, 3)), score="bge"),
    "bootstrap": lambda: mcbnc.bootstrap(rows(), 10, seed=1),
    "averaged": lambda: mcbnc.bootstrap(rows(), 10, seed=1).averaged(),
    "at_most": lambda: mcbnc.bootstrap(rows(), 10, seed=1).at_most(0.1),
    "of a bootstrap": lambda: mcbnc.bootstrap(rows(), 10, seed=1).consensus(),
    "of structures": lambda: mcbnc.consensus(mcbnc.learn_many({"west": rows(1), "east": rows(2)})),
    "vote": lambda: baselines.vote(noisy_copies(3, 4, 7), 0.4, "skeleton", outliers="drop"),
    "vote over nodes": lambda: baselines.vote(["[a][b|a]", "[b][c|b]"], nodes="union", kind="skeleton"),
    "averaged DAGs": lambda: baselines.averaged(noisy_copies(3, 4, 7)),
    "climb": lambda: baselines.climb(noisy_copies(3, 4, 7)),
    "dsep_vote": lambda: baselines.dsep_vote(noisy_copies(3, 4, 7)),
    "bounded": lambda: baselines.bounded(noisy_copies(3, 4, 7), 2),
    "genetic": lambda: baselines.genetic(noisy_copies(3, 4, 7), 2, seed=1, population=4, generations=2),
}
FUNCTIONS = {
    "union": "consensus",
    "at": "Trajectory.at",
    "of a site": "learn_jointly",
    "different columns": "learn_jointly",
    "filled": "learn",
    "numbers": "learn",
    "averaged": "Bootstrap.averaged",
    "at_most": "Bootstrap.at_most",
    "of a bootstrap": "Bootstrap.consensus",
    "of structures": "consensus",
    "vote over nodes": "vote",
    "averaged DAGs": "averaged",
}


@pytest.fixture(scope="module")
def made():
    return {name: make() for name, make in RESULTS.items()}


@pytest.mark.parametrize("name", RESULTS)
def test_equal_calls_have_equal_provenance(made, name):
    told = made[name].provenance
    assert told.known
    assert told.function == FUNCTIONS.get(name, name)
    assert told.versions["mcbnc"] == mcbnc.__version__
    assert told == RESULTS[name]().provenance
    assert hash(told) == hash(RESULTS[name]().provenance)
    assert told.inputs
    assert all("content" in entry for entry in told.inputs)
    assert repr(told).startswith(f"<Provenance: {told.function} of ")


@pytest.mark.parametrize("name", RESULTS)
def test_it_is_plain_and_comes_back(made, name):
    told = made[name].provenance
    text = json.dumps(told.to_dict(), allow_nan=False)
    assert mcbnc.Provenance.from_dict(json.loads(text)) == told
    assert pickle.loads(pickle.dumps(told)) == told
    assert pickle.loads(pickle.dumps(made[name])).provenance == told


@pytest.mark.parametrize("name", RESULTS)
def test_it_has_the_words_of_a_methods_section(made, name):
    told = made[name].provenance
    words = made[name].methods()
    assert words == told.methods()
    assert words.endswith(".")
    assert f"mcbnc {mcbnc.__version__}" in words
    assert "unknown" not in words
    entries = made[name].methods("bibtex")
    assert entries.count("\n@") + 1 == entries.count("{mcbnc,") + entries.count("author = ")
    assert str(told).startswith("function")
    if not told.made_of:
        assert words.count(". ") == 2  # three sentences


def test_the_options_are_those_in_force(made):
    told = made["consensus"].provenance
    assert told.options["theta"] == "auto"
    assert told.found["theta"] == made["consensus"].theta
    assert told.options["weights"] == [1, 2, 0.5, 1]
    assert told.options["k_max"] == 10
    assert made["at"].provenance.options["output"] == "refusion"
    assert made["trajectory"].provenance.seed == 3
    assert made["learn"].provenance.options["score"] == {"name": "qnml", "surplus": 2.0}
    assert made["learn"].provenance.options["knowledge"] == {"required": ["a -> b"]}
    assert made["learn_many"].provenance.options["score"]["name"] == "bdeu"
    assert made["learn_many"].provenance.found["structure_of"] == 1
    assert [entry["site"] for entry in made["learn_many"].provenance.inputs] == ["west", "east"]
    assert made["filled"].provenance.options["missing"] == "fill"
    gaps = mcbnc.Rows(rows().mask(rows() == "s2"), missing="fill")
    assert mcbnc.learn(gaps).provenance.seed == 0
    assert mcbnc.learn(rows()).provenance.seed is None
    assert made["different columns"].provenance.seed == 0
    assert made["averaged DAGs"].provenance.options["threshold"] == "auto"
    assert made["averaged DAGs"].provenance.found["threshold"] == made["averaged DAGs"].threshold
    assert made["vote over nodes"].provenance.found["explained"] == 8
    assert made["bootstrap"].provenance.options["resamples"] == 10
    assert made["different columns"].provenance.options["columns"] == "union"
    assert [entry["columns"] for entry in made["different columns"].provenance.inputs] == [3, 2]


def test_what_was_made_of_results_tells_how_these_were_made(made):
    (before,) = made["of structures"].provenance.made_of
    assert before.function == "learn_many"
    assert [entry["site"] for entry in before.inputs] == ["west", "east"]
    for name in ("averaged", "at_most", "of a bootstrap"):
        (before,) = made[name].provenance.made_of
        assert before == mcbnc.bootstrap(rows(), 10, seed=1).provenance.from_dict(
            {**made["bootstrap"].provenance.to_dict(), "found": {}}
        )


def test_structures_of_many_calls_are_told_together():
    apart = [mcbnc.learn(rows(k)) for k in range(3)] + [mcbnc.learn(rows(4), score="bdeu")]
    result = mcbnc.consensus(apart)
    assert [before.function for before in result.provenance.made_of] == ["learn"] * 4
    assert "learned from each of 3 tables, which have 360 rows" in result.methods()
    assert result.methods().count("maximised") == 2
    assert len(mcbnc.consensus([apart[0]] * 3 + [mcbnc.learn(rows(0))]).provenance.made_of) == 1


def test_it_cannot_be_changed(made):
    told = made["consensus"].provenance
    before = told.to_dict()
    told.options["theta"] = 1
    told.inputs[0]["content"] = "0"
    told.to_dict()["function"] = "other"
    assert told.to_dict() == before
    assert made["consensus"].provenance.to_dict() == before
    with pytest.raises(AttributeError, match="cannot be changed"):
        told.options = {}


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_workers_do_not_count(workers):
    dags = noisy_copies(3, 4, 9)
    assert mcbnc.consensus(dags, workers=workers).provenance == mcbnc.consensus(dags).provenance
    tables = [rows(1), rows(2)]
    assert mcbnc.learn_jointly(tables, workers=workers).provenance == mcbnc.learn_jointly(tables).provenance


def test_a_time_limit_that_had_no_effect_is_not_told():
    dags = noisy_copies(3, 4, 9)
    assert mcbnc.consensus(dags, time_limit=100).provenance == mcbnc.consensus(dags).provenance
    stopped = mcbnc.trajectory(noisy_copies(2, 4, 12, 0.4), time_limit=1e-9)
    assert stopped.provenance.options["time_limit"] == 1e-9
    assert stopped.provenance.found["status"] == "time_limit"
    assert "a time limit of 1e-09 s stopped the call" in stopped.methods()


# Graphs.


def test_the_digest_of_a_graph_is_of_its_names_and_arcs():
    arcs = [("é", "a"), ("é", "10"), ("a", "10")]
    nodes = ["a", "é", "10", "alone"]
    matrix = np.zeros((4, 4), np.uint8)
    for u, v in arcs:
        matrix[nodes.index(u), nodes.index(v)] = 1
    other = [3, 1, 0, 2]
    frame = pd.DataFrame(matrix, nodes, nodes)
    forms = [
        mcbnc.consensus([matrix], nodes=nodes),
        mcbnc.consensus([frame]),
        mcbnc.consensus([frame.iloc[other, other]]),
        mcbnc.consensus([arcs[::-1]], nodes=nodes),
        baselines.vote([mcbnc.consensus([frame])]),
    ]
    digests = {entry["content"] for result in forms for entry in result.provenance.inputs}
    assert digests == {plain_digest_of_graph(nodes, arcs)}
    less = mcbnc.consensus([arcs[:2]], nodes=nodes).provenance.inputs[0]
    assert less["content"] == plain_digest_of_graph(nodes, arcs[:2])
    assert (less["nodes"], less["edges"]) == (4, 2)


def test_graphs_over_different_nodes_have_their_own_nodes():
    told = mcbnc.consensus(["[a][b|a]", "[b][c|b]"], nodes="union").provenance
    assert [entry["content"] for entry in told.inputs] == [
        plain_digest_of_graph(["a", "b"], [("a", "b")]),
        plain_digest_of_graph(["b", "c"], [("b", "c")]),
    ]


def test_a_class_is_told_as_it_was_given():
    cpdag = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.uint8)
    expected = plain_digest_of_graph([0, 1, 2], [(0, 1), (1, 0), (1, 2), (2, 1)])
    for make in (mcbnc.consensus, mcbnc.trajectory, baselines.vote):
        told = make([cpdag, np.triu(cpdag)]).provenance
        assert told.inputs[0] == {"kind": "graph", "nodes": 3, "content": expected}
        assert told.found["extended"] == [0]


def test_a_later_change_of_an_array_does_not_count():
    dags = noisy_copies(3, 4, 7)
    before = mcbnc.consensus(dags.copy()).provenance
    for make in (mcbnc.consensus, baselines.vote, mcbnc.trajectory):
        result, given = None, dags.copy()
        expected = make(given.copy()).provenance
        result = make(given)
        given[:] = 0
        assert result.provenance == expected
    assert before == mcbnc.consensus(dags).provenance


# Tables.


def test_the_digest_of_a_table_does_not_depend_on_the_library(tmp_path):
    frame = rows().assign(n=[k % 3 for k in range(120)])
    path = tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    columns = {name: frame[name].tolist() for name in frame}
    forms = [
        frame,
        frame[["n", "c", "a", "b"]],
        frame.astype("category"),
        frame.assign(n=frame["n"].astype(float)),
        *([polars.from_pandas(frame)] if polars else []),
        columns,
        {name: np.array(cells) for name, cells in columns.items()},
        str(path),
        mcbnc.Rows(frame.to_numpy().tolist(), names=list(frame)),
        mcbnc.Rows(frame, states={"c": ["s2", "s1", "s0", "never"]}),
    ]
    digests = {mcbnc.learn(form, chance=0, resamples=0).provenance.inputs[0]["content"] for form in forms}
    assert len(digests) == 1
    others = [frame[::-1], frame.replace("s1", "s9"), frame.rename(columns={"a": "z"}), frame[:-1]]
    for other in others:
        assert mcbnc.learn(other).provenance.inputs[0]["content"] not in digests


def test_other_tables_do_not_change_the_digest_of_one():
    alone = mcbnc.learn(rows(1)).provenance.inputs[0]
    wider = rows(2).replace("s0", "a new state")[["c", "b", "a"]]
    beside = mcbnc.Rows([wider, rows(1)], accept=True)
    for make in (lambda: mcbnc.learn_many(beside)[0], lambda: mcbnc.learn_jointly(beside)):
        assert make().provenance.inputs[1] == alone


def test_numbers_have_a_digest_too():
    numbers = np.random.default_rng(0).normal(size=(60, 3)).round(3)
    numbers[0, 0] = 0.0
    negative = numbers.copy()
    negative[0, 0] = -0.0
    frame = pd.DataFrame(numbers, columns=["x", "y", "z"])
    forms = [frame, frame[["z", "x", "y"]], pd.DataFrame(negative, columns=["x", "y", "z"])]
    forms += [polars.from_pandas(frame)] if polars else []
    digests = {mcbnc.learn(form, score="bge").provenance.inputs[0]["content"] for form in forms}
    assert len(digests) == 1
    mixed = frame.assign(s=["a", "b"] * 30)
    assert len({mcbnc.learn(mixed, score=s).provenance.inputs[0]["content"] for s in ("bic-cg", "dg")}) == 1


@pytest.mark.parametrize("times", [1, 3_000], ids=["kept until it is asked for", "taken at once"])
def test_a_later_change_of_a_table_does_not_count(times):
    cells = np.tile(rows().to_numpy().astype("U2"), (times, 1))
    table = {name: np.unique(cells[:, k], return_inverse=True)[1] for k, name in enumerate("abc")}
    expected = mcbnc.learn({k: v.copy() for k, v in table.items()}, chance=0, resamples=0).provenance
    learned = mcbnc.learn(table, chance=0, resamples=0)
    for column in table.values():
        column[:] = 0
    assert learned.provenance == expected


def test_no_row_is_in_a_pickle():
    secret = rows().assign(a=["a secret"] * 60 + ["another"] * 60)
    learned = mcbnc.bootstrap(secret, 3, seed=1)
    assert b"mcbnc._rows" not in pickle.dumps(learned._made).replace(b"mcbnc._rows.digest", b"")
    learned = mcbnc.learn(secret)
    copy = pickle.loads(pickle.dumps(learned))
    assert copy._made.contents[0]._table is None
    assert copy.provenance == learned.provenance


# Files.


def test_files_are_told_by_name_and_hash(tmp_path):
    folder = tmp_path / "a private folder"
    folder.mkdir()
    text = rows().to_csv(index=False).encode()
    (folder / "plain.csv").write_bytes(text)
    (folder / "packed.csv").write_bytes(gzip.compress(text))
    packed = (folder / "packed.csv").read_bytes()
    paths = [str(folder / "plain.csv"), folder / "packed.csv"]
    for told in (mcbnc.learn_many(paths)[0].provenance, mcbnc.learn_jointly(paths).provenance):
        assert [(e["file"], e["sha256"]) for e in told.inputs] == [
            ("plain.csv", of_bytes(text)),
            ("packed.csv", of_bytes(packed)),
        ]
        assert told.inputs[0]["content"] == told.inputs[1]["content"]
        assert "private" not in json.dumps(told.to_dict())
    one = mcbnc.learn(folder / "packed.csv").provenance.inputs[0]
    assert (one["file"], one["sha256"]) == ("packed.csv", of_bytes(packed))


def test_files_of_one_name_in_two_folders(tmp_path):
    for k in (1, 2):
        (tmp_path / f"private{k}").mkdir()
        rows(k).to_csv(tmp_path / f"private{k}" / "rows.csv", index=False)
    paths = [tmp_path / f"private{k}" / "rows.csv" for k in (1, 2)]
    told = mcbnc.learn_many(paths)[0].provenance
    assert [(e["site"], e["file"]) for e in told.inputs] == [("rows.csv", "rows.csv")] * 2
    assert str(tmp_path) not in json.dumps(told.to_dict())


@pytest.mark.parametrize("suffix", [".bif", ".dot", ".json", ".csv", ".bn", ".dot.gz"])
def test_graphs_in_files(tmp_path, suffix):
    path = tmp_path / f"net{suffix}"
    graph = mcbnc.learn_jointly([rows(1)]) if suffix == ".bif" else mcbnc.consensus(["[a][b|a]"])
    mcbnc.write(graph, path)
    read = [mcbnc.consensus([path]), mcbnc.consensus([str(path)]), baselines.vote([path])]
    if suffix != ".dot.gz":
        read.append(mcbnc.consensus([mcbnc.read(path)]))
    for result in read:
        (entry,) = result.provenance.inputs
        assert (entry["file"], entry["sha256"]) == (path.name, of_bytes(path.read_bytes()))
        assert entry["content"] == plain_digest_of_graph(graph.nodes, graph.edges)
    if suffix == ".json":
        assert read[0].provenance.made_of == [graph.provenance]


def test_bins_keep_the_file(tmp_path):
    frame = rows().assign(x=np.random.default_rng(0).normal(size=120).round(3))
    frame.to_csv(tmp_path / "rows.csv", index=False)
    told = mcbnc.learn(mcbnc.discretize(tmp_path / "rows.csv", 3)).provenance.inputs[0]
    assert told["sha256"] == of_bytes((tmp_path / "rows.csv").read_bytes())
    assert told["cut"] == 1
    in_memory = mcbnc.learn(mcbnc.discretize(frame, 3)).provenance.inputs[0]
    assert in_memory["content"] == told["content"]
    assert in_memory["cut"] == 1
    assert "1 column of numbers had been cut" in mcbnc.learn(mcbnc.discretize(frame, 3)).methods()


def test_checks_of_files(tmp_path):
    paths = [tmp_path / f"{name}.csv" for name in ("west", "east", "north", "south")]
    for k, path in enumerate(paths):
        rows(k).to_csv(path, index=False)
    told = mcbnc.consensus(mcbnc.learn_many(paths)).provenance
    assert [check.status for check in told.check(paths)] == ["same"] * 4
    paths[1].write_text(paths[1].read_text() + "s0,s0,s0\n")
    paths[2].rename(tmp_path / "new.csv")
    rows(9).to_csv(tmp_path / "odd.csv", index=False)
    checks = told.check([paths[0], paths[1], tmp_path / "new.csv", tmp_path / "odd.csv"])
    assert [check.status for check in checks] == ["same", "changed", "renamed", "not an input", "not given"]
    assert checks[1].sha256 == of_bytes(paths[1].read_bytes())
    assert checks[1].expected == told.made_of[0].inputs[1]["sha256"]
    assert (checks[2].site, checks[4].file) == ("north.csv", "south.csv")
    with pytest.raises(OSError, match="gone"):
        told.check([tmp_path / "gone.csv"])


# Saved results.


@pytest.mark.parametrize("name", [n for n, make in RESULTS.items() if n not in ("bootstrap",)])
def test_saved_results_keep_it(made, name, tmp_path):
    result, path = made[name], tmp_path / "result.json"
    told = result.provenance
    if hasattr(result, "save"):
        result.save(path)
        again = mcbnc.load(path)
        assert again.provenance == told
        assert again.methods() == result.methods()
        again.save(tmp_path / "again.json")
        assert (tmp_path / "again.json").read_bytes() == path.read_bytes()
    else:
        mcbnc.write(result, path)
    assert mcbnc.Provenance.read(path) == told


def test_states_of_a_loaded_trajectory(made, tmp_path):
    run = mcbnc.trajectory(noisy_copies(3, 4, 7))
    run.save(tmp_path / "run.json")
    assert mcbnc.load(tmp_path / "run.json").at(0.5).provenance == run.at(0.5).provenance
    result = run.at(0.5)
    result.save(tmp_path / "result.json")
    again = mcbnc.load(tmp_path / "result.json")
    assert again.provenance == result.provenance
    assert again.trajectory.at(0.25).provenance.options["theta"] == 0.25


def test_a_file_without_it_says_unknown(made, tmp_path):
    for name in ("consensus", "learn"):
        path = tmp_path / f"{name}.json"
        made[name].save(path)
        record = json.loads(path.read_text())
        del record["provenance"]
        record.pop("sha256", None)
        path.write_text(json.dumps(record))
        for told in (mcbnc.load(path).provenance, mcbnc.Provenance.read(path)):
            assert not told.known
            assert repr(told) == "<Provenance: unknown>"
            assert told == mcbnc.Provenance()
            assert "not known" in told.methods()
            assert told.methods("bibtex") == ""
            assert str(told) == "provenance: unknown\n"
        mcbnc.load(path).save(tmp_path / "again.json")
        assert not mcbnc.load(tmp_path / "again.json").provenance.known


def test_a_file_of_before_loads():
    from helpers import ROOT

    for name in ("result", "trajectory"):
        assert not mcbnc.load(ROOT / f"core/fuse/runfile/testdata/{name}.json").provenance.known


BAD = [
    ("it must be an object", lambda record: []),
    ("it lacks 'found'", lambda record: {k: v for k, v in record.items() if k != "found"}),
    ("'more' is not one of its parts", lambda record: {**record, "more": 1}),
    ("no name of a function", lambda record: {**record, "function": 7}),
    ("no name of a function", lambda record: {**record, "function": "a\nb"}),
    ("options: it must be", lambda record: {**record, "options": None}),
    ("found: nan", lambda record: {**record, "found": {"x": float("nan")}}),
    ("cannot be in it", lambda record: {**record, "found": deep(40)}),
    ("inputs: it must be a list", lambda record: {**record, "inputs": {}}),
    ("it lacks 'kind'", lambda record: {**record, "inputs": [{}]}),
    (r"inputs\[0\].sha256", lambda record: {**record, "inputs": [{"kind": "table", "sha256": "ab"}]}),
    (r"inputs\[0\].rows", lambda record: {**record, "inputs": [{"kind": "table", "rows": -1}]}),
    (r"inputs\[0\].site", lambda record: {**record, "inputs": [{"kind": "table", "site": {}}]}),
    ("cannot be in it", lambda record: {**record, "options": {"seed": 10**400}}),
    ("versions.go", lambda record: {**record, "versions": {"go": 1}}),
    ("recipe", lambda record: {**record, "recipe": {"text": "x"}}),
    ("within each other", lambda record: nested(record, 12)),
    (r"made_of\[0\]", lambda record: {**record, "made_of": [1]}),
]


def deep(levels: int) -> dict:
    return {"x": deep(levels - 1)} if levels else {}


def nested(record: dict, levels: int) -> dict:
    return {**record, "made_of": [nested(record, levels - 1)]} if levels else record


@pytest.mark.parametrize(("problem", "change"), BAD, ids=[problem for problem, _ in BAD])
def test_what_is_no_provenance_is_refused(made, tmp_path, problem, change):
    record = change(made["consensus"].provenance.to_dict())
    with pytest.raises(mcbnc.InvalidInputError, match=problem):
        mcbnc.Provenance.from_dict(record)
    for name in ("consensus", "learn"):
        path = tmp_path / f"{name}.json"
        made[name].save(path)
        whole = json.loads(path.read_text())
        whole["provenance"] = record
        whole.pop("sha256", None)
        path.write_text(json.dumps(whole))
        for read in (mcbnc.load, mcbnc.Provenance.read, mcbnc.read, lambda path: mcbnc.consensus([path])):
            with pytest.raises(mcbnc.InvalidInputError):
                read(path)


def test_a_key_twice_in_it_is_refused(made, tmp_path):
    path = tmp_path / "run.json"
    made["consensus"].save(path)
    text = path.read_text().replace('"k_max":10,', '"k_max":10,"k_max":10,')
    path.write_text(text.replace('"sha256":"', '"x":"'))
    with pytest.raises(mcbnc.InvalidInputError):
        mcbnc.load(path)
    with pytest.raises(mcbnc.InvalidInputError, match="more than once"):
        mcbnc.Provenance.read(path)


ODD = [
    None,
    True,
    -1,
    10**30,
    10**300,
    -1e308,
    1.5,
    "",
    "x" * 500,
    "\x1b[2J\n",
    [],
    [[1]],
    {},
    {"a": {"b": [1]}},
]


def test_any_record_that_is_read_has_words_and_a_table(made):
    """Whoever writes a record chooses the kinds of its options: no exception comes of them."""
    rng = np.random.default_rng(0)
    for name, _ in itertools.product(RESULTS, range(40)):
        record = made[name].provenance.to_dict()
        for part in ("options", "found"):
            for key in list(record[part]):
                if rng.random() < 0.3:
                    record[part][key] = ODD[rng.integers(len(ODD))]
        for key in list(record["versions"]):
            if rng.random() < 0.3:
                record["versions"][key] = "\x1b[2J" * int(rng.integers(40))
        record["inputs"] = [e for e in record["inputs"] if rng.random() < 0.8]
        for entry in record["inputs"]:
            for key in set(entry) - {"kind"}:
                if rng.random() < 0.2:
                    del entry[key]
        told = mcbnc.Provenance.from_dict(record)
        for text in (told.methods(), told.methods("bibtex"), str(told), repr(told)):
            assert "\x1b" not in text
            assert max(map(len, text.splitlines() or [""])) < 20_000


@pytest.mark.parametrize("name", ["consensus", "learn_jointly"])
def test_damaged_files_are_refused_or_read(made, tmp_path, name):
    """Any bytes may have changed: what is read is a whole provenance, or there is an error of ours."""
    path = tmp_path / "result.json"
    made[name].save(path)
    whole = path.read_bytes()
    begin = whole.index(b'"provenance"')
    rng = np.random.default_rng(1)
    read = 0
    for _ in range(400):
        content = bytearray(whole)
        for at in rng.integers(begin, min(len(whole), begin + 3000), 1 + rng.integers(3)):
            content[at] = rng.choice(list(b'{}[]",:0a\\\x80'))
        path.write_bytes(bytes(content)[: None if rng.random() < 0.9 else int(rng.integers(len(whole)))])
        try:
            told = mcbnc.Provenance.read(path)
        except mcbnc.InvalidInputError:
            continue
        read += 1
        assert str(told)
        assert told.methods()
        told.check([])
    assert read > 20


def test_a_bad_style(made):
    with pytest.raises(mcbnc.InvalidInputError, match="style"):
        made["learn"].methods("latex")


# Federations.


def test_results_of_federations_know_the_session_and_no_input():
    from mcbnc import federated

    dags = noisy_copies(3, 4, 7)
    tables = [rows(k) for k in range(3)]
    sessions = {
        "federated consensus": lambda: federated.simulate(dags, 0.5),
        "federated vote": lambda: federated.simulate_vote(dags),
        "federated learning": lambda: federated.simulate_learning(tables, score="bdeu"),
    }
    for function, session in sessions.items():
        result = session().result
        told = result.provenance
        assert told == session().result.provenance
        assert told.function == function
        kind = "rows at a site" if function == "federated learning" else "graphs at a site"
        assert told.inputs == [{"kind": kind}] * (3 if function == "federated learning" else 4)
        assert mcbnc.Provenance.from_dict(json.loads(json.dumps(told.to_dict()))) == told
        assert "the sites sent nothing but sums" in result.methods()
        assert pickle.loads(pickle.dumps(result)).provenance == told
    run = federated.simulate(dags, None).result
    assert run.at(0.5).provenance.function == "federated consensus"
    assert run.at(0.5).provenance.options["theta"] == 0.5


# The shell.


@pytest.fixture
def shell(tmp_path, monkeypatch, capsys):
    from mcbnc import cli

    monkeypatch.chdir(tmp_path)
    for k in range(3):
        rows(k).to_csv(tmp_path / f"site{k}.csv", index=False)

    def run(*words):
        code = cli.main(list(words))
        return code, *capsys.readouterr()

    return run


def test_the_shell_writes_and_reads_it(shell, tmp_path):
    files = [f"site{k}.csv" for k in range(3)]
    commands = {
        "clients.json": ["learn", *files],
        "one.json": ["learn", files[0]],
        "together.json": ["learn", "--jointly", *files],
        "boot.json": ["bootstrap", files[0], "--resamples", "5", "--seed", "1"],
        "consensus.json": ["consensus", "clients.json"],
        "run.json": ["trajectory", "clients.json"],
    }
    for out, command in commands.items():
        assert shell(*command, "--out", out, "--quiet")[0] == 0
        code, text, _ = shell("provenance", out, "--json")
        told = mcbnc.Provenance.from_dict(json.loads(text)["provenance"])
        assert (code, told.known) == (0, True)
        assert told == mcbnc.Provenance.read(out)
        assert shell("provenance", out)[1] == str(told)
        assert shell("provenance", out, "--methods")[1] == f"{told.methods()}\n"
        assert shell("provenance", out, "--bibtex")[1] == told.methods("bibtex")
        given = files[:1] if out in ("one.json", "boot.json") else files
        given = given if out[0] in "obt" or out == "clients.json" else [*given, "clients.json"]
        code, text, _ = shell("provenance", out, *given)
        assert (code, [line.split()[1] for line in text.splitlines()]) == (0, ["same"] * len(given))
    printed = shell(*commands["consensus.json"], "--json", "--quiet")[1]
    (tmp_path / "printed.json").write_text(printed)
    assert mcbnc.Provenance.read("printed.json") == mcbnc.Provenance.read("consensus.json")
    assert mcbnc.load("run.json").provenance == mcbnc.Provenance.read("run.json")


def test_the_shell_tells_what_has_changed(shell, tmp_path):
    shell("learn", "site0.csv", "site1.csv", "--out", "clients.json", "--quiet")
    with open("site1.csv", "a", encoding="utf-8") as file:
        file.write("s0,s0,s0\n")
    code, out, _ = shell("provenance", "clients.json", "site0.csv", "site1.csv")
    assert code == 1
    assert out.splitlines()[0] == "site0.csv  same"
    assert out.splitlines()[1].startswith("site1.csv  changed: its SHA-256 is ")
    code, out, _ = shell("provenance", "clients.json", "site0.csv", "--json")
    assert code == 0
    assert [each["status"] for each in json.loads(out)["files"]] == ["same", "not given"]


def test_the_shell_refuses_what_is_no_result(shell, tmp_path):
    (tmp_path / "other.json").write_text('{"a": 1}')
    (tmp_path / "old.json").write_text('{"nodes": ["a", "b"], "edges": [["a", "b"]]}')
    assert shell("provenance", "other.json")[0] == 1
    assert "it holds no result of mcbnc" in shell("provenance", "other.json")[2]
    assert "it holds no result" in shell("provenance", "site0.csv")[2]
    assert shell("provenance", "old.json")[1] == "provenance: unknown\n"
    assert "--json excludes --methods" in shell("provenance", "old.json", "--json", "--methods")[2]
    assert "takes no files" in shell("provenance", "--methods", "old.json", "site0.csv")[2]


def test_a_recipe_is_kept(tmp_path):
    tables = {
        "north": {"a": ["no", "yes"] * 20, "b": [0, 1] * 20},
        "west": {"a": ["0", "1"] * 20, "b": [0, 1] * 20},
    }
    recipe = mcbnc.Recipe('[sites.west.recode.a]\n"0" = "no"\n"1" = "yes"\n')
    result = mcbnc.learn_jointly(mcbnc.Rows(tables, recipe=recipe))
    assert result.provenance.recipe == {"sha256": recipe.sha256, "text": recipe.text}
    assert f"changed by the recipe of SHA-256 {recipe.sha256[:16]}" in result.methods()
    result.save(tmp_path / "r.json")
    assert mcbnc.load(tmp_path / "r.json").provenance == result.provenance
    plain = mcbnc.learn_jointly({"north": tables["north"], "west": tables["north"]})
    assert plain.provenance.recipe is None
    assert "recipe" not in plain.methods()
