"""Networks with parameters: in BIF, as pgmpy networks, against posterior means computed by pandas."""

from __future__ import annotations

import datetime
import itertools
import json
import re
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from helpers import importable
from libraries import slow_ones
from row_calls import with_rows
from tables import cells

import mcbnc

WORD = r"[A-Za-z0-9_.-]+"
WORDS = rf"{WORD}(?:, {WORD})*"


def words(text):
    return tuple(word.strip('"') for word in re.findall(WORD, text))


def read_tables(text):
    """The states of each node, its parents, and its probabilities by (its state, its parents' states...).

    They have the names that the comment at the start tells.
    """
    note = json.loads(found[1]) if (found := re.match(r"// mcbnc-names (\{.*\})\n", text)) else {}
    nodes, of_states = note.get("nodes", {}), note.get("states", {})
    written = read_words(text)

    def state(node, word):
        return of_states.get(node, {}).get(word, word)

    states = {nodes.get(k, k): tuple(state(k, word) for word in listed) for k, listed in written[0].items()}
    parents = {nodes.get(k, k): tuple(nodes.get(p, p) for p in above) for k, above in written[1].items()}
    tables = {
        nodes.get(k, k): {
            tuple(state(node, word) for node, word in zip((k, *written[1][k]), key, strict=True)): value
            for key, value in table.items()
        }
        for k, table in written[2].items()
    }
    return states, parents, tables


def read_words(text):
    """As they are written."""
    states = {}
    for name, count, listed in re.findall(
        rf"^variable ({WORD}) {{\n  type discrete \[ (\d+) \] {{ ({WORDS}) }};\n}}$", text, re.M
    ):
        states[words(name)[0]] = words(listed)
        assert len(words(listed)) == int(count)
    parents, tables = {}, {}
    for name, given, body in re.findall(
        rf"^probability \( ({WORD})(?: \| ({WORDS}))? \) {{\n(.*?)\n}}$", text, re.M | re.S
    ):
        node = words(name)[0]
        parents[node], tables[node] = words(given), {}
        for line in body.split("\n"):
            joint, numbers = re.fullmatch(rf"  (?:table|\(({WORDS})\)) ([^;]*);", line).groups()
            for state, number in zip(states[node], numbers.split(", "), strict=True):
                tables[node][(state, *words(joint or ""))] = float(number)
    assert parents.keys() == states.keys()
    return states, parents, tables


def posterior_means(frame, node, parents, states, ess):
    """By (the node's state, the parents' states...), from pandas' cross table."""
    joints = list(itertools.product(*(states[p] for p in parents)))
    cardinality, r = len(joints), len(states[node])
    if parents:
        columns = pd.MultiIndex.from_tuples(joints, names=parents)
        counts = pd.crosstab(frame[node], [frame[p] for p in parents])
        if len(parents) == 1:
            counts.columns = pd.MultiIndex.from_arrays([counts.columns], names=parents)
    else:
        columns = [()]
        counts = frame[node].value_counts().to_frame()
        counts.columns = columns
    counts = counts.reindex(index=states[node], columns=columns, fill_value=0)
    means = (counts + ess / (cardinality * r)) / (counts.sum() + ess / cardinality)
    return {
        (state, *joint): means.iloc[k, j]
        for k, state in enumerate(states[node])
        for j, joint in enumerate(joints)
    }


def spelled(table):
    return {tuple(map(str, key)): value for key, value in table.items()}


def draw_frames(seed, sites=3):
    """Sites of three to five columns of text, each column with copies of others among its cells."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 6))
    frames = []
    for _ in range(sites):
        rows = int(rng.integers(20, 200))
        columns = rng.integers(0, 3, (rows, n))
        for v in range(1, n):
            columns[:, v] = np.where(rng.random(rows) < 0.7, columns[:, rng.integers(v)], columns[:, v])
        frames.append(pd.DataFrame(columns, columns=[f"x{v}" for v in range(n)]).map("state-{}".format))
    return frames


def learn(frames, **options):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        return with_rows(mcbnc.learn_jointly, frames, **options)


@pytest.mark.parametrize("seed", range(20))
def test_the_tables_are_the_posterior_means_of_the_counts(seed, tmp_path):
    frames = draw_frames(seed)
    found = learn(frames, outliers=["drop", "keep"][seed % 2], pairs="all")
    rows = pd.concat([frame for k, frame in enumerate(frames) if k not in found.dropped])
    for given, ess in ((None, 1.0), (2.5, 2.5), (1e-3, 1e-3)):
        text = found.to_bif(ess=given)
        states, parents, tables = read_tables(text)
        assert states == {node: tuple(listed) for node, listed in found.states.items()}
        assert {(p, node) for node in found.nodes for p in parents[node]} == set(found.edges)
        for node in found.nodes:
            expected = posterior_means(rows, node, list(parents[node]), found.states, ess)
            assert tables[node] == pytest.approx(expected, rel=1e-12)
    path = tmp_path / "network.bif"
    assert found.to_bif(path) == path.read_text(encoding="utf-8") == found.to_bif()
    back = mcbnc.read_bif(path)
    assert back.nodes == found.nodes
    np.testing.assert_array_equal(back.adjacency, found.adjacency)


def test_the_prior_is_that_of_the_search():
    frames = draw_frames(1)
    assert (
        learn(frames, score=mcbnc.BDeu(7)).to_bif()
        == learn(frames, score=mcbnc.BDeu(7)).to_bif(ess=7)
        != learn(frames, score=mcbnc.BDeu(7)).to_bif(ess=1)
    )


def test_a_joint_state_without_rows_gets_uniform_probabilities():
    frame = pd.DataFrame({"a": [0, 0, 1, 1], "b": [0, 1, 0, 1]})
    found = learn([frame], knowledge={"required": [("a", "b")]}, states={"a": 3, "b": 2})
    for ess in (1e-320, 1e-3, 1e300):
        _, _, tables = read_tables(found.to_bif(ess=ess))
        assert tables["b"]["0", "2"] == tables["b"]["1", "2"] == 0.5


# --- names and states ---------------------------------------------------------------------------------------

ODD = {
    "plain": ("a-b_c.d", ["x", "y"]),
    "blanks": ("the first name", ["not so much", " very much"]),
    "commas": ("a, b", ["x, y", "y,"]),
    "marks": ("f(x) = {y} [z] | w;", ["(", "{}", "a|b", ";", "=", "[1]"]),
    "slashes": ("a/b", ["//x", "/* y", "*/"]),
    "unicode": ("größe", ["klein", "größer", "日本"]),
    "keywords": ("probability", ["table", "default", "variable"]),
    "signs": ("<5", [">=5", "5:6", "100%", "#1", "a\\b", "it's"]),
    "numbers": (7, [-1, 0, 3]),
    "dates": (datetime.date(2020, 1, 1), ["x", "y"]),
    "booleans": ("flag", [False, True]),
    "missing": ("gaps", ["x", None]),
    "long": ("n" * 300, ["s" * 299, "s" * 298 + "t"]),
}


@pytest.mark.parametrize("case", ODD)
def test_odd_names_and_states(case, tmp_path):
    name, states = ODD[case]
    frame = {name: cells(*states), "other": cells(*"uuvvw")}
    for required in ((name, "other"), ("other", name)):
        found = learn([frame], knowledge={"required": [required]}, missing="state", accept=True)
        path = tmp_path / "network.bif"
        listed, parents, tables = read_tables(found.to_bif(path))
        assert parents[str(required[1])] == (str(required[0]),)
        assert listed == {str(node): tuple(map(str, found.states[node])) for node in found.nodes}
        shown = pd.DataFrame({name: frame[name], "other": frame["other"]}).astype(object)
        shown[name] = shown[name].where(shown[name].notna(), "value_missing")
        for node in found.nodes:
            of_node = [required[0]] if node == required[1] else []
            expected = posterior_means(shown, node, of_node, found.states, 1.0)
            assert tables[str(node)] == pytest.approx(spelled(expected), rel=1e-12)
        back = mcbnc.read_bif(path)
        assert back.nodes == [str(node) for node in found.nodes]
        np.testing.assert_array_equal(back.adjacency, found.adjacency)


@pytest.mark.parametrize(
    "bad", ['a"b', "a\nb", "a\tb", "\x00", "a\x85b", "\ud800", "", "\\", "--", "*/", "-->"]
)
def test_names_of_any_text(bad, tmp_path):
    path = tmp_path / "network.bif"
    found = learn([{bad: cells("x", bad or "y z"), "z": cells("x", bad or "y z")}], accept=True)
    states, _, _ = read_tables(found.to_bif(path))
    assert states == {name: tuple(found.states[name]) for name in found.nodes}
    assert mcbnc.read(path).nodes == found.nodes == [bad, "z"]


def test_names_that_would_be_written_alike():
    with pytest.raises(mcbnc.InvalidInputError, match="as BIF, nodes: names must differ, but '1' comes"):
        learn([{1: cells(0, 1), "1": cells(0, 1)}]).to_bif()


# --- what has no tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize("states", [5000, 70_000])
@pytest.mark.parametrize("writes", slow_ones(["BIF", "pgmpy"], "pgmpy"))
def test_too_large_a_table_names_the_node(states, writes):
    if writes == "pgmpy":
        pytest.importorskip("pgmpy")
    frame = {"a": cells(0, 1), "b": cells(0, 1)}
    found = learn([frame], knowledge={"required": [("a", "b")]}, states={"a": states, "b": states})
    with pytest.raises(mcbnc.InvalidInputError, match="the table of 'b' would have") as caught:
        found.to_bif() if writes == "BIF" else found.to_pgmpy(fitted=True)
    assert caught.value.nodes == ["b"]


@pytest.mark.slow
@pytest.mark.parametrize("score", ["bge", "bic-g"])
def test_gaussian_networks_have_no_tables(score):
    pytest.importorskip("pgmpy")
    found = learn([np.random.default_rng(1).normal(size=(30, 3))], score=score)
    for write in (found.to_bif, lambda: found.to_pgmpy(fitted=True)):
        with pytest.raises(mcbnc.InvalidInputError, match=f"only a discrete score.*{score}"):
            write()
    assert sorted(found.to_pgmpy().nodes) == [0, 1, 2]


@pytest.mark.parametrize("ess", [0, -1, float("nan"), float("inf"), "1", True])
def test_a_bad_ess(ess):
    with pytest.raises(mcbnc.InvalidInputError, match="ess must be a number above 0") as caught:
        learn(draw_frames(1)).to_bif(ess=ess)
    assert caught.value.argument == "ess"


# --- the same text everywhere -------------------------------------------------------------------------------

SCRIPT = """
import sys
import mcbnc
import test_parameters as tests
frames = tests.draw_frames(5)
sys.stdout.write(mcbnc.learn_jointly(frames, workers={workers}).to_bif())
"""


def test_the_text_is_the_same_in_every_process():
    frames = draw_frames(5)
    expected = learn(frames).to_bif()
    for workers, seed in ((1, "1"), (3, "2")):
        script = SCRIPT.format(workers=workers)
        env = {**importable(__file__), "PYTHONHASHSEED": seed}
        run = subprocess.run(
            [sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True
        )
        assert run.stdout == expected
    assert learn([frame.sample(frac=1, random_state=3) for frame in frames[::-1]]).to_bif() == expected


# --- pgmpy --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_pgmpy_reads_the_text_and_gets_the_same_network(seed):
    readwrite = pytest.importorskip("pgmpy.readwrite")
    found = learn(draw_frames(seed), pairs="all")
    fitted = found.to_pgmpy(fitted=True)
    read = readwrite.BIFReader(string=found.to_bif()).get_model()
    assert fitted.check_model()
    assert read.check_model()
    assert set(read.edges) == set(fitted.edges) == set(found.edges)
    _, _, tables = read_tables(found.to_bif())
    for node in found.nodes:
        for network in (read, fitted):
            assert probabilities(network.get_cpds(node)) == pytest.approx(tables[node], rel=1e-9)


def probabilities(cpd):
    """The probabilities of a pgmpy table by (the node's state, the parents' states...)."""
    states = [cpd.state_names[name] for name in cpd.variables]
    joints = itertools.product(*states)
    return {
        tuple(map(str, key)): value for key, value in zip(joints, cpd.values.ravel().tolist(), strict=True)
    }


@pytest.mark.slow
def test_a_pgmpy_network_keeps_names_and_states():
    pytest.importorskip("pgmpy")
    frame = {7: cells(1, 2), "flag": cells(True, False, True), "gaps": cells("x", None, "y")}
    found = learn([frame], knowledge={"required": [(7, "gaps"), ("flag", "gaps")]}, missing="state")
    network = found.to_pgmpy(fitted=True)
    assert network.check_model()
    for node in found.nodes:
        assert network.get_cpds(node).state_names[node] == found.states[node]
    assert network.get_cpds(7).values.tolist() == [0.5, 0.5]
    assert len(found.to_pgmpy().get_cpds()) == 3
    assert not found.to_pgmpy(fitted=False).get_cpds()
    with pytest.raises(mcbnc.InvalidInputError, match="fitted must be True or False"):
        found.to_pgmpy(fitted=1)
