"""pool: opinions and rows in one network. The shared cases, the promises, and what the result says."""

from __future__ import annotations

import itertools
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from helpers import SHARED, load_json, random_dags

import mcbnc

CASES = sorted((SHARED / "opinions").glob("*.json"))
EXACT = 1e-7
GOOD = {"a": ["x", "y"], "b": ["1", "2"]}
pytestmark = pytest.mark.filterwarnings("ignore:the opinions agree")  # four nodes have few pairs


class GivenStrengths(mcbnc.Bootstrap):
    """A bootstrap whose shares are those of a file."""

    def __init__(self, nodes, rows, strength, direction):
        self._nodes, self._named, self._rows, self._given = nodes, True, rows, (strength, direction)

    _status = "complete"
    resamples = 50
    strength = property(lambda self: self._given[0])
    direction = property(lambda self: self._given[1])


def by_pair(case, values, back=lambda value: value):
    """A matrix of what a case lists by pair."""
    n = len(case["nodes"])
    out = np.zeros((n, n))
    for (i, j), value in zip(case["pairs"], values, strict=True):
        out[i, j], out[j, i] = value, back(value)
    return out


def opinions_of(case):
    """The sources as frames, over those nodes that each has."""
    scope = case["scope"] or [None] * len(case["graphs"])
    frames = {}
    for k, (graph, own) in enumerate(zip(case["graphs"], scope, strict=True)):
        has = np.flatnonzero(own) if own else np.arange(len(case["nodes"]))
        names = [case["nodes"][v] for v in has]
        frames[f"source {k}"] = pd.DataFrame(np.array(graph)[np.ix_(has, has)], names, names)
    return frames


def known_of(case):
    """Answers of a case, and the arcs that it forbids."""
    answers, forbidden = {}, []
    for (i, j), joined, way in zip(case["pairs"], case["known"], case["direction_known"], strict=True):
        a, b = case["nodes"][i], case["nodes"][j]
        if joined:
            answers[a, b] = "none" if joined < 0 else {0: "--", 30: "->", -30: "<-"}[way]
        elif way:
            forbidden.append((a, b) if way < 0 else (b, a))
    return {"answers": answers, "knowledge": {"forbidden": forbidden}}


@pytest.mark.skipif(not CASES, reason="the shared cases of opinions are not there")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_shared_cases(path):
    case = load_json(path)
    want, rows = case["expected"], None
    if case["rows"]:
        direction = by_pair(case, case["direction_given_edge"], lambda share: 1 - share)
        rows = GivenStrengths(case["nodes"], case["rows"], by_pair(case, case["strength"]), direction)
    known = known_of(case) if case["known"] else {}
    found = mcbnc.pool(opinions_of(case), rows, nodes=case["nodes"], **known)
    worth = list(found.sources.values())
    rights = [source.right_direction for source in worth] + [found.rows_right_direction] * bool(rows)
    for got, wanted in (
        ([source.hit for source in worth], want["hit"]),
        ([source.false_alarm for source in worth], want["false_alarm"]),
        (rights, want["right_direction"]),
        ([source.weight for source in worth], want["weight"]),
        (found.dependence, want["dependence"]),
        (found.prior, want["prior"]),
        (found.probability, by_pair(case, want["probability"])),
        (found.from_opinions, by_pair(case, want["log_odds_opinions"])),
    ):
        np.testing.assert_allclose(got, wanted, rtol=0, atol=EXACT)
    if want["log_odds_rows"]:
        np.testing.assert_allclose(found.from_rows, by_pair(case, want["log_odds_rows"]), rtol=0, atol=EXACT)
    towards = by_pair(case, want["direction_log_odds"], lambda odds: -odds)
    logistic = 1 / (1 + np.exp(-towards)) * (1 - np.eye(len(towards)))
    np.testing.assert_allclose(found.direction, logistic, rtol=0, atol=EXACT)
    assert sorted(found.edges) == sorted((case["nodes"][i], case["nodes"][j]) for i, j in want["arcs"])
    assert np.asarray(mcbnc.metrics.cpdag(np.asarray(found))).tolist() == want["cpdag"]
    check_explained(case, found)
    entropies = sorted(want["entropy"], reverse=True)
    np.testing.assert_allclose(
        [pair.entropy for pair in found.contested(10**6)], entropies, rtol=0, atol=EXACT
    )


def check_explained(case, found):
    """Each pair's parts are those of the case, and add up."""
    want = case["expected"]
    for p, (i, j) in enumerate(case["pairs"]):
        told = found.explain(case["nodes"][i], case["nodes"][j])
        parts = {part.source: part.edge for part in told.parts[1:]}
        for k, each in enumerate(want["log_odds_each"]):
            assert parts.get(f"source {k}", 0.0) == pytest.approx(each[p], abs=EXACT)
        total = sum(part.edge for part in told.parts) + told.cap
        assert total == pytest.approx(told.log_odds, abs=1e-9)
        assert told.probability == pytest.approx(1 / (1 + np.exp(-total)), abs=1e-9)
        way = sum(part.direction for part in told.parts) + told.known
        assert way == pytest.approx(want["direction_log_odds"][p], abs=EXACT)
        assert told.direction == pytest.approx(1 / (1 + np.exp(-way)), abs=1e-9)


@pytest.mark.parametrize(
    "path", [path for path in CASES if "table" in load_json(path)], ids=lambda path: path.stem
)
def test_shared_cases_from_their_rows(path):
    """The strengths of a case are those of fifty resamples of its table, by the seed 1."""
    case = load_json(path)
    rows = pd.DataFrame(case["table"], columns=case["nodes"])
    found = mcbnc.pool(opinions_of(case), rows, resamples=50, seed=1)
    want = case["expected"]
    np.testing.assert_allclose(found.probability, by_pair(case, want["probability"]), rtol=0, atol=EXACT)
    assert sorted(found.edges) == sorted((case["nodes"][i], case["nodes"][j]) for i, j in want["arcs"])


def table(rows=300, seed=0):
    """Rows of a chain a -> b -> c, and d by itself."""
    rng = np.random.default_rng(seed)
    a = rng.integers(0, 2, rows)
    b = np.where(rng.random(rows) < 0.9, a, 1 - a)
    c = np.where(rng.random(rows) < 0.9, b, 1 - b)
    return pd.DataFrame({"a": a, "b": b, "c": c, "d": rng.integers(0, 2, rows)})


CHAIN = pd.DataFrame(np.eye(4, k=1, dtype=int), list("abcd"), list("abcd"))
OTHER = pd.DataFrame([[0, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]], list("abcd"), list("abcd"))


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_one_graph_and_five_copies_come_back():
    for dag in random_dags(5, 6, 6):
        for copies in (1, 5):
            found = mcbnc.pool([dag] * copies)
            assert np.array_equal(np.asarray(found), dag)
            assert not found.named


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_order_of_sources_nodes_and_names_does_not_count():
    names, dags = list("qwertyu"), random_dags(1, 4, 7)
    sources = {f"s{k}": pd.DataFrame(dag, names, names) for k, dag in enumerate(dags)}
    rng = np.random.default_rng(2)
    rows = pd.DataFrame(rng.integers(0, 2, (40, 7)), columns=names)
    first = mcbnc.pool(sources, rows, resamples=5)
    for _ in range(5):
        order, columns = rng.permutation(list(sources)), rng.permutation(names)
        other = mcbnc.pool(
            {name: sources[name].loc[columns, columns] for name in order}, rows[columns], resamples=5
        )
        again = [other.nodes.index(name) for name in first.nodes]
        assert sorted(other.edges) == sorted(first.edges)
        assert other.sources == {name: first.sources[name] for name in order}
        for one, two in ((first.probability, other.probability), (first.direction, other.direction)):
            assert np.array_equal(one, two[np.ix_(again, again)])
        assert [{*pair[:2]} for pair in other.contested()] == [{*pair[:2]} for pair in first.contested()]


def test_a_bootstrap_is_reused_and_is_what_rows_make():
    rows, sources = table(), {"ann": CHAIN, "bob": OTHER}
    of_rows = mcbnc.pool(sources, rows, resamples=20, seed=3)
    boot = mcbnc.bootstrap(rows, 20, seed=3)
    of_boot = mcbnc.pool(sources, boot)
    assert np.array_equal(of_rows.probability, of_boot.probability)
    assert of_rows.edges == of_boot.edges
    assert "2 opinions and 300 rows" in repr(of_rows)
    strengths = boot.strength
    low, high = 0.4 * min(0.5, 5 / np.sqrt(300)), min(0.1, 0.8 / np.sqrt(300))
    shares = low + (1 - low - high) * strengths
    expected = np.log(shares / (1 - shares)) * (1 - np.eye(4))
    np.testing.assert_allclose(of_boot.from_rows, expected, atol=1e-12)


def test_several_tables_count_as_the_structure_that_they_make():
    tables = {"north": table(400, 1), "south": table(500, 2)}
    found, joint = mcbnc.pool([CHAIN, OTHER], tables), mcbnc.learn_jointly(tables)
    joined = np.asarray(joint) | np.asarray(joint).T
    low, high = 0.4 * min(0.6, 8 / 30), min(0.2, 1.5 / 30)
    shares = np.where(joined, 1 - high, low)
    np.testing.assert_allclose(found.from_rows, np.log(shares / (1 - shares)) * (1 - np.eye(4)), atol=1e-12)
    assert "900 rows of 2 tables" in repr(found)


def test_rows_may_lack_nodes():
    rows = table()[["a", "b", "c"]]
    found = mcbnc.pool([CHAIN, OTHER], rows, resamples=10)
    prior = np.log(found.prior / (1 - found.prior))
    d = found.nodes.index("d")
    np.testing.assert_allclose(found.from_rows[d, :d], prior, atol=1e-12)
    assert not found.explain("c", "d").from_rows
    assert found.explain("a", "b").from_rows
    assert {pair[:2] for pair in found.contested() if pair.rows is None} == {(x, "d") for x in "abc"}


def test_answers_and_knowledge_are_kept():
    sources = dict.fromkeys(("ann", "bob", "eve", *"123456789"), CHAIN)
    known = {"tiers": [["d"], ["c"]], "forbidden": [{"a", "b"}]}
    found = mcbnc.pool(sources, table(), knowledge=known, answers={("b", "c"): "<-", ("a", "d"): "--"})
    assert ("c", "b") in found.edges
    assert ("d", "c") in found.edges
    assert {("a", "d"), ("d", "a")} & {*found.edges}
    assert not {("a", "b"), ("b", "a")} & {*found.edges}
    assert ("c", "b") not in found.reversible
    assert found.answers == {("b", "c"): "<-", ("a", "d"): "--"}
    with pytest.raises(mcbnc.InvalidInputError, match="a and b must differ, but both are 'c'"):
        found.explain("c", "c")
    told = found.explain("c", "b")
    assert told.answered
    assert told.known == pytest.approx(told.log_odds_direction - sum(part.direction for part in told.parts))
    more = found.answer({("a", "d"): "none", ("b", "d"): "->"})
    assert not {("a", "d"), ("d", "a")} & {*more.edges}
    assert ("b", "d") in more.edges
    assert ("c", "b") in more.edges
    assert found.answers == {("b", "c"): "<-", ("a", "d"): "--"}  # the first result stays


def test_answering_is_pooling_with_answers():
    sources = {"ann": CHAIN, "bob": OTHER}
    answers = {("a", "c"): "none", ("d", "b"): "->"}
    at_once = mcbnc.pool(sources, table(), answers=answers)
    later = mcbnc.pool(sources, table()).answer({("a", "c"): "none"}).answer({("d", "b"): "->"})
    assert np.array_equal(at_once.probability, later.probability)
    assert np.array_equal(at_once.direction, later.direction)
    assert at_once.edges == later.edges
    assert at_once.edges[-1] == ("d", "b")


def test_parts_of_the_nodes_and_pairs_that_nobody_has():
    first, second = CHAIN.loc[list("ab"), list("ab")], CHAIN.loc[list("bcd"), list("bcd")]
    with pytest.warns(mcbnc.DataWarning, match="no opinion has both nodes of 2 pairs.*'a' - 'c', 'a' - 'd'"):
        found = mcbnc.pool({"ann": first, "bob": second, "eve": second})
    assert found.unseen == [("a", "c"), ("a", "d")]
    assert [source.pairs for source in found.sources.values()] == [1, 3, 3]
    assert [part.source for part in found.explain("a", "b").parts] == [None, "ann"]
    assert found.contested(6)[0].says.keys() == {"ann", "bob", "eve"}
    assert None in found.contested(6)[0].says.values()
    assert not {frozenset(edge) for edge in found.edges} & {frozenset("ac"), frozenset("ad")}


def test_groups_and_weights():
    sources = {"ann": CHAIN, "bob": CHAIN, "eve": OTHER}
    for groups in ([["ann", "bob"]], ["x", "x", None], ["ann", "ann", "x"], {"ann": 1, "bob": 1}):
        found = mcbnc.pool(sources, groups=groups)
        assert [source.weight for source in found.sources.values()] == [0.5, 0.5, 1.0]
    found = mcbnc.pool(sources, weights={"eve": 0, "ann": 2, "bob": 1}, groups=[["ann", "bob"]])
    assert [source.weight for source in found.sources.values()] == [1.0, 0.5, 0.0]
    for groups, problem in (
        ([["ann", "zoe"]], "'zoe', which is no source"),
        ([["ann"], ["ann"]], "'ann' twice"),
        (["x"], "a label for each of 3 sources, and has 1"),
        ("x", "must be lists of sources"),
        (["ann", "bob"], "names of sources, and no list of them: .*'ann', 'bob'.* is one group"),
        (["eve", "bob", "ann"], "names of sources"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=f"groups.*{problem}") as error:
            mcbnc.pool(sources, groups=groups)
        assert error.value.argument == "groups"


def noise(count, names, rng):
    return [pd.DataFrame(np.triu(rng.random((len(names),) * 2) < 0.2, 1), names, names) for _ in range(count)]


def test_chance_is_told_and_dropped():
    rng, names = np.random.default_rng(3), [f"v{k:02}" for k in range(12)]
    rows = pd.DataFrame(rng.integers(0, 2, (200, 12)), columns=names)
    sources = noise(8, names, rng)
    with pytest.warns(mcbnc.DataWarning, match="agree with each other and with the rows no more than chance"):
        kept = mcbnc.pool(sources, rows, resamples=10)
    with pytest.warns(mcbnc.DataWarning, match="so they have no weight"):
        dropped = mcbnc.pool(sources, rows, resamples=10, chance="drop")
    assert kept.chance == dropped.chance < 1.645
    assert "no more than chance" in repr(kept)
    assert {source.weight for source in dropped.sources.values()} == {0.0}
    assert not dropped.from_opinions.any()
    assert len(dropped) < len(kept)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert mcbnc.pool([CHAIN] * 3, chance="drop").chance > 1.645


def test_copies_are_told_and_count_less():
    rng, names = np.random.default_rng(5), [f"v{k}" for k in range(9)]
    truth = np.eye(9, k=1)
    copied = pd.DataFrame(np.clip(truth + np.triu(rng.random((9, 9)) < 0.4, 2), 0, 1), names, names)
    rows = GivenStrengths(names, 2000, truth + truth.T, np.full((9, 9), 0.5))
    with pytest.warns(mcbnc.DataWarning, match="as copies do, so they count less: 'ann' and 'bob'"):
        found = mcbnc.pool({"ann": copied, "bob": copied, "eve": pd.DataFrame(truth, names, names)}, rows)
    assert found.sources["ann"].alike == ["bob"]
    assert found.sources["ann"].weight < 0.65 < found.sources["eve"].weight
    assert found.dependence[0, 1] > 0.5


def test_one_opinion_without_rows_is_told():
    with pytest.warns(mcbnc.DataWarning, match="one opinion and no rows, so its own rates cannot be known"):
        assert mcbnc.pool([CHAIN]).chance is None


def test_the_result_as_a_graph():
    found = mcbnc.pool({"ann": CHAIN, "bob": OTHER}, table())
    copy = pickle.loads(pickle.dumps(found))
    assert copy.edges == found.edges == copy.answer({}).edges
    frame = found.to_frame()
    i, j = np.nonzero(np.asarray(found))
    assert frame["probability"].tolist() == found.probability[i, j].tolist()
    assert frame["direction"].tolist() == found.direction[i, j].tolist()
    assert mcbnc.metrics.shd(found, found) == 0
    assert found.to_networkx().number_of_edges() == len(found)
    assert "'a' - 'b': 0." in str(found.explain("a", "b"))
    assert {pair.a for pair in found.contested(3)} <= set("abcd")
    assert len(found.contested(3)) == 3


def test_how_it_was_made():
    rows = table()
    found = mcbnc.pool({"ann": CHAIN, "bob": OTHER * 0.75}, rows, resamples=20, seed=3, weights=[1, 2])
    answered = found.answer({("a", "d"): "none"})
    made = answered.provenance
    assert made.function == "pool"
    assert made.seed == 3
    assert made.options["resamples"] == 20
    assert made.options["weights"] == [1, 2]
    assert made.options["answers"] == ["a none d"]
    assert found.provenance.options["answers"] == []
    (ann, bob) = made.inputs
    assert (ann["site"], ann["nodes"], ann["edges"]) == ("ann", 4, 3)
    assert ann["content"] == mcbnc.baselines.vote([CHAIN]).provenance.inputs[0]["content"]
    assert bob["content"] != mcbnc.baselines.vote([OTHER]).provenance.inputs[0]["content"]
    assert made.made_of == [mcbnc.bootstrap(rows, 20, seed=3).provenance]
    assert "Dawid and Skene 1979" in answered.methods()
    assert "of 2 opinions over 4 variables, and of 300 rows" in answered.methods()
    assert "with 1 pair answered by a person" in answered.methods()
    of_boot = mcbnc.pool([CHAIN, OTHER], mcbnc.bootstrap(rows, 20, seed=3)).provenance
    assert of_boot.seed is None  # the draws were not this call's
    assert of_boot.made_of[0].seed == 3
    assert mcbnc.Provenance.from_dict(made.to_dict()) == made
    shuffled = mcbnc.pool({"bob": OTHER * 0.75, "ann": CHAIN.loc[list("dcba"), list("dcba")]}, rows)
    assert {each["content"] for each in shuffled.provenance.inputs} == {ann["content"], bob["content"]}


@pytest.mark.parametrize(
    ("given", "argument", "problem"),
    [
        ({"opinions": []}, "opinions", "opinions is empty"),
        ({"opinions": CHAIN}, "opinions", "not a single DataFrame"),
        ({"opinions": [[[0]]]}, "opinions", "there is one node"),
        ({"opinions": {"ann": CHAIN * 2}}, "opinions", r"opinions\['ann'\]: a -> b is 2"),
        ({"opinions": {"ann": CHAIN * 0.75 + CHAIN.T * 0.5}}, "opinions", r"opinions\['ann'\]: .* at most 1"),
        ({"opinions": {"ann": CHAIN * np.nan}}, "opinions", r"opinions\['ann'\]: .* NaN"),
        ({"opinions": [CHAIN, np.eye(4, k=1)]}, "opinions", "has no names"),
        ({"opinions": [CHAIN], "nodes": ["a", "b"]}, "opinions", "nodes that nodes= does not have: 'c', 'd'"),
        ({"rows": {"a": [0, 1] * 20, "x": [1, 0] * 20}}, "rows", "no opinion has the columns 'x'"),
        ({"rows": np.zeros((9, 4), int)}, "rows", "rows have no names, but opinions have"),
        ({"rows": 3}, "rows", "rows must be"),
        ({"resamples": 0}, "resamples", "resamples must be"),
        ({"seed": -1}, "seed", "seed must be"),
        ({"chance": "no"}, "chance", "'warn' or 'drop'"),
        ({"weights": [1, -1]}, "weights", "not negative"),
        ({"weights": [1, 1e9]}, "weights", "from 0 to 1e"),
        ({"answers": {("a", "b"): "yes"}}, "answers", "'->', '<-', '--', 'none'"),
        ({"answers": {("a", "x"): "->"}}, "answers", "no node is named 'x'"),
        ({"answers": {("a", "a"): "->"}}, "answers", "with itself"),
        ({"answers": {("a", "b"): "->", ("b", "a"): "->"}}, "answers", "two answers for 'b' and 'a'"),
        ({"answers": {frozenset("ab"): "->"}}, "answers", "has no order"),
        ({"answers": [("a", "b")]}, "answers", "must be a dict"),
        (
            {"answers": {("a", "b"): "->", ("b", "c"): "->", ("c", "a"): "->"}},
            "answers",
            "has a cycle: a -> b",
        ),
        (
            {"answers": {("a", "b"): "->"}, "knowledge": {"forbidden": [("a", "b")]}},
            "answers",
            "answers has 'a' -> 'b', but knowledge forbids it",
        ),
        (
            {"answers": {("a", "b"): "->"}, "knowledge": {"required": [("b", "a")]}},
            "answers",
            "requires the other direction",
        ),
        (
            {"answers": {("a", "b"): "none"}, "knowledge": {"required": [{"b", "a"}]}},
            "answers",
            "no edge between 'a' and 'b', but knowledge requires one",
        ),
        (
            {"answers": {("a", "b"): "--"}, "knowledge": {"forbidden": [{"a", "b"}]}},
            "answers",
            "'a' -- 'b', but knowledge forbids it",
        ),
        (
            {
                "answers": {("b", "c"): "->", ("c", "a"): "->"},
                "knowledge": {"required": [("a", "b"), ("a", "c"), ("c", "a")]},
            },
            "answers",
            "answers: with what knowledge requires, it has a cycle: a -> b -> c -> a",
        ),
        (
            {
                "answers": {("a", "b"): "->"},
                "knowledge": {"required": [("a", "b"), ("b", "c"), ("c", "a")]},
            },
            "required",
            "form a cycle: a -> b",
        ),
        ({"knowledge": {"required": [("a", "zoe")]}}, "required", "zoe"),
    ],
)
def test_errors_name_the_argument_and_the_place(given, argument, problem):
    call = {"opinions": {"ann": CHAIN, "bob": OTHER}, **given}
    with pytest.raises(mcbnc.InvalidInputError, match=problem) as error:
        mcbnc.pool(**call)
    assert error.value.argument == argument


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ({"a": ["x", None], "b": ["1", "2"]}, "rows: column 'a', row 1: there is no value"),
        ([GOOD, {"a": ["x"], "b": [None]}], "rows[1]: column 'b', row 0: there is no value"),
        ({"k": GOOD, "l": {"a": ["x"], "b": [None]}}, "rows['l']: column 'b', row 0: there is no value"),
        (7, "rows must be a pandas DataFrame"),
        ("no text.csv", "rows (no text.csv): not text in UTF-8"),
    ],
)
def test_errors_of_reading_rows_call_them_rows_alone(rows, place, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "no text.csv").write_bytes(b"a,b\n\xff,1\n")
    opinions = [[("a", "b")], [("b", "a")]]
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        mcbnc.pool(opinions, rows)
    assert str(caught.value).startswith(place)
    assert caught.value.argument == "rows"


def test_answers_against_tiers_name_both():
    with pytest.raises(mcbnc.InvalidInputError, match="'b' -> 'a', but knowledge forbids it"):
        mcbnc.pool([CHAIN, OTHER], answers={("b", "a"): "->"}, knowledge={"tiers": [["a"], ["b"]]})
    found = mcbnc.pool([CHAIN, OTHER], answers={("b", "a"): "--"}, knowledge={"tiers": [["a"], ["b"]]})
    assert ("a", "b") in found.edges


@pytest.mark.parametrize("both", [[("a", "c"), ("c", "a")], [{"a", "c"}]], ids=["arcs both ways", "a pair"])
@pytest.mark.parametrize("word", ["->", "<-"])
def test_an_answer_decides_the_direction_of_an_edge_that_knowledge_requires(both, word):
    found = mcbnc.pool([CHAIN, OTHER, OTHER], knowledge={"required": both}, answers={("a", "c"): word})
    assert (("a", "c") if word == "->" else ("c", "a")) in found.edges


def test_no_result_has_a_cycle_or_breaks_an_answer():
    rng = np.random.default_rng(9)
    names = list("abcde")
    pairs = list(itertools.combinations(names, 2))
    for _ in range(40):
        numbers = rng.random((3, 5, 5)) / 2
        for k in range(3):
            np.fill_diagonal(numbers[k], 0)
        order = rng.permutation(names).tolist()
        words = {}
        for a, b in pairs:
            way = "->" if order.index(a) < order.index(b) else "<-"
            words[a, b] = rng.choice([way, "--", "none", "", ""]).item()
        answers = {pair: word for pair, word in words.items() if word}
        found = mcbnc.pool(list(numbers), nodes=names, answers=answers)
        assert found.to_networkx().number_of_nodes() == 5
        for (a, b), word in answers.items():
            joined = {way for way, arc in (("->", (a, b)), ("<-", (b, a))) if arc in found}
            assert joined == set() if word == "none" else joined and (word == "--" or joined == {word})
        mcbnc.metrics.cpdag(np.asarray(found))  # refuses a cycle


def test_so_many_nodes_that_opinions_alone_join_nothing_are_told():
    """The prior of a sparse network of a thousand nodes is below -6 nats, and opinions add at most 6."""
    chain = np.eye(1000, k=1)
    with pytest.warns(mcbnc.DataWarning, match="of 1000 nodes so few pairs are joined"):
        found = mcbnc.pool([chain] * 5)
    assert not found.edges
    assert found.from_opinions.max() == pytest.approx(6)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(mcbnc.pool([np.eye(200, k=1)] * 5)) == 199
