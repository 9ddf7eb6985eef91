"""A site holds the coordinator to the session's own options, whatever the coordinator asks."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from federation import rows_of

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest

MOST = 1 << 28
N = 6
TABLES = rows_of(0, 1, n=N)
NODES = list(TABLES[0])
CHAIN = np.eye(N, k=1, dtype=np.uint8)
ALL = list(range(N))


class Stage:
    """One site, after the roster: it waits for any first question."""

    def __init__(self, site, coordinator) -> None:
        self.site = site
        hello = messages.read(next(coordinator).bytes, MOST)
        self.session = hello.session
        content = hello.pack()
        member = messages.read(site.answer(content), MOST).member
        places = [0] if hello.options.get("columns") == "union" else []
        roster = messages.Roster(digest(content), [member], places).pack()
        site.answer(roster)
        self.head, self.round = digest(roster), 1

    def ask(self, info, **arrays):
        question = messages.Question(self.session, self.round, self.head, info, arrays)
        return messages.read(self.site.answer(question.pack()), MOST).numbers

    def refuses(self, info, why, reason="data", **arrays) -> None:
        with pytest.raises(fed.Refused, match=why) as caught:
            self.ask(info, **arrays)
        assert caught.value.reason == reason


def learning(limits=None, **options) -> Stage:
    states = [["low", "mid", "top"]] * N
    options = {"score": "bdeu", **options}
    coordinator = fed.Coordinator(NODES, 1, task="learning", states=states, masks=False, **options)
    limits = limits or fed.Limits(tell_scores=True)
    return Stage(fed.Client(TABLES[0], task="learning", masks=False, limits=limits), coordinator)


def consensus(limits=None, theirs=None, **options) -> Stage:
    coordinator = fed.Coordinator(ALL, 1, masks=False, limits=theirs, **options)
    return Stage(fed.Client(CHAIN, masks=False, limits=limits), coordinator)


def fused(kind, order=(), steps=0, graph=CHAIN):
    """A question about a DAG, as the engine asks it, after deletions from its start."""
    arrays = {name: np.empty((0, 2), np.int32) for name in ("q_open", "q_only")}
    arrays["q_order"] = np.array(order, np.int32)
    arrays["q_arcs"] = np.argwhere(graph).astype(np.int32)
    arrays["q_steps"] = np.argwhere(graph)[:steps].astype(np.int32)
    arrays["q_h_ptr"], arrays["q_h"] = np.zeros(steps + 1, np.int64), np.empty(0, np.int32)
    return {"info": {"kind": kind, "drafted": 0}, **arrays}


TABLE = {"unit": 20, "tables": [[0, 1]]}


def test_no_tables_in_a_session_without_them():
    assert len(learning().ask(TABLE)) == 9
    stage = learning(tables=False, own=True)
    stage.refuses(TABLE, "without them")
    stage.refuses({**TABLE, "own": [[0]]}, "without them")
    assert len(stage.ask({"unit": 20, "own": [[0, 1]]})) == 1


@pytest.mark.parametrize(("union", "other"), [("or", "counts"), ("counts", "or")])
def test_pairs_are_told_as_the_session_says(union, other):
    stage = learning(pairs="union", union=union)
    stage.refuses({"facts": True, "pairs": other}, "another way")
    assert len(stage.ask({"facts": True, "pairs": union})) == 1 + N * (N - 1) // 2


@pytest.mark.parametrize("word", ["or", "counts"])
def test_no_pairs_in_a_session_that_searches_all(word):
    stage = learning(pairs="all", union=word)
    stage.refuses({"facts": True, "pairs": word}, "another way")
    assert len(stage.ask({"facts": True})) == 1


@pytest.mark.parametrize("name", ["tables", "own"])
def test_no_set_is_larger_than_a_node_with_its_parents(name):
    stage = learning(max_parents=1, own=True)
    stage.refuses({"unit": 20, name: [[0], [0, 1, 2]]}, "max_parents")
    assert len(stage.ask({"unit": 20, name: [[0, 1]]})) in (1, 9)
    assert (
        len(
            learning(max_parents=1, own=True, knowledge={"required": [NODES[:2]]}).ask(
                {"unit": 20, name: [ALL]}
            )
        )
        > 0
    )


def test_no_table_has_more_variables_than_the_limit():
    stage = learning(limits=fed.Limits(variables=3, tell_scores=True), own=True)
    wide = "depend on 4 variables, and this site allows 3"
    stage.refuses({"unit": 20, "tables": [[0, 1], [0, 1, 2, 3]]}, wide, reason="limits")
    stage = learning(limits=fed.Limits(variables=3, tell_scores=True), own=True)
    assert len(stage.ask({"unit": 20, "tables": [[0, 1, 2]], "own": [ALL]})) == 28


@pytest.mark.parametrize("sets", [3, "ab", {"0": [1]}, [3], None])
def test_sets_that_are_no_lists_are_refused(sets):
    learning().refuses({"unit": 20, "tables": sets}, "no lists")
    learning(max_parents=1, own=True).refuses({"unit": 20, "own": sets}, "no lists")


@pytest.mark.parametrize("sets", [[[0]], [], None])
def test_no_own_scores_in_a_session_without_them(sets):
    stage = learning()
    stage.refuses({"unit": 20, "own": sets}, "in a session without them")
    stage.refuses({**TABLE, "own": sets}, "in a session without them")
    stage.refuses({"unit": 20, "parameter": True, "tables": [[0]]}, "makes no sense")


def test_no_arrows_if_the_result_takes_none():
    assert consensus().ask(**fused("arrows")).sum() == N - 1
    consensus(member="lowest").refuses(why="takes none", **fused("arrows"))
    consensus(output="refusion").refuses(why="takes none", **fused("arrows"))


def test_no_moral_graphs_if_there_is_a_threshold():
    assert consensus(theta="auto").ask(**fused("morals")).sum() == N - 1
    for theta in (0.5, None):
        consensus(theta=theta).refuses(why="has a threshold", **fused("morals"))


def test_one_fusion_along_the_order_of_the_session():
    given = consensus(order=ALL)
    given.refuses(why="has one", **fused("costs"))
    given.refuses(why="another order", **fused("imaps", ALL[::-1]))
    assert np.count_nonzero(given.ask(**fused("imaps", ALL))) == N - 1
    for kind, order in (("costs", ()), ("imaps", ALL)):
        consensus().refuses(why="second fusion", **fused(kind, order, steps=1))
        assert len(consensus(output="refusion").ask(**fused(kind, order, steps=1))) > 0


def test_a_question_without_its_arrays_is_refused():
    question = fused("imaps", ALL)
    del question["q_steps"]
    consensus().refuses(why="no q_steps", **question)


@pytest.mark.parametrize(("name", "words"), [("union", ("or", "counts")), ("member", ("votes", "lowest"))])
def test_a_site_may_demand_a_kind(name, words):
    for wanted, other in (words, words[::-1]):
        limits = fed.Limits(**{name: wanted})
        with pytest.raises(fed.Refused, match=f"{name} is not '{wanted}'") as caught:
            consensus(limits=limits, **{name: other})
        assert caught.value.reason == "limits"
        assert consensus(limits=limits, **{name: wanted}).site
        if name == "union":
            with pytest.raises(fed.Refused, match=f"union is not '{wanted}'"):
                learning(limits=limits, pairs="union", union=other)
        assert learning(limits=limits, pairs="union", union=wanted if name == "union" else "or").site
    with pytest.raises(mcbnc.InvalidInputError, match=name):
        fed.Limits(**{name: "any"})


def test_a_site_may_refuse_all_tables():
    limits = fed.Limits(tables=False, tell_scores=True)
    with pytest.raises(fed.Refused, match="tables of counts") as caught:
        learning(limits=limits)
    assert caught.value.reason == "limits"
    assert learning(limits=limits, tables=False, own=True).ask({"facts": True, "pairs": "or"}).size
    assert consensus().site  # a consensus has no tables
    with pytest.raises(mcbnc.InvalidInputError, match="tables"):
        fed.Limits(tables=1)


FULL = np.triu(np.ones((N, N), np.uint8), 1)
CUTS = fused("cuts", graph=FULL)
ASKED = 15 * 16  # a deletion for each of 15 pairs and each set of the other 4 nodes


def test_no_question_asks_for_more_than_was_promised_for_the_session():
    enough = fed.Limits(numbers=ASKED)
    assert len(consensus(theirs=enough).ask(**CUTS)) == ASKED
    less = fed.Limits(numbers=ASKED - 1)
    consensus(theirs=less).refuses(why="may be sent", reason="limits", **CUTS)
    assert learning(limits=None).ask({"unit": 20, "tables": [ALL]}).size == 3**N
    short = fed.Limits(message=8 * 3**N - 1)
    learning(limits=short).refuses({"unit": 20, "tables": [ALL]}, "may be sent", reason="limits")


def test_what_was_told_before_counts_and_a_repeated_question_does_not():
    stage = consensus(theirs=fed.Limits(numbers=2 * ASKED - 1))
    assert len(stage.ask(**CUTS)) == ASKED
    assert len(stage.ask(**CUTS)) == ASKED
    question = messages.Question(stage.session, 1, stage.head, CUTS["info"], arrays_of(CUTS))
    stage.head, stage.round = digest(question.pack()), 2
    stage.refuses(why="may be sent", reason="limits", **CUTS)


def arrays_of(question):
    return {name: array for name, array in question.items() if name != "info"}


def test_a_huge_question_is_refused_at_once():
    """It would be 2^22 numbers for each of 1225 edges."""
    n = 50
    full = np.triu(np.ones((n, n), np.uint8), 1)
    limits = fed.Limits(numbers=10**6)
    coordinator = fed.Coordinator(list(range(n)), 1, masks=False, k_max=None, limits=limits)
    stage = Stage(fed.Client(full, masks=False), coordinator)
    question = fused("cuts", graph=full)
    question["q_open"] = question["q_arcs"]
    stage.refuses(why="may be sent", reason="limits", **question)


@pytest.mark.parametrize("name", ["open_above", "budget"])
def test_options_that_count_numbers_keep_to_the_limits(name):
    limits = fed.Limits(numbers=50)
    with pytest.raises(mcbnc.InvalidInputError, match=f"{name}: the limits allow 50, not 51"):
        consensus(theirs=limits, **{name: 51})
    assert fed.Coordinator(ALL, 1, masks=False, limits=limits).options[name] == 50
    hello = messages.read(next(fed.Coordinator(ALL, 1, masks=False, limits=limits)).bytes, MOST)
    lie = replace(hello, options={**hello.options, name: 51})
    site = fed.Client(CHAIN, masks=False)
    with pytest.raises(fed.Refused, match=name):
        site.answer(lie.pack())
    site.answer(hello.pack())
