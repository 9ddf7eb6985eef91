"""A user's knowledge of the edges, in one object: `mcbnc.Knowledge`, or a dict of its keys."""

from __future__ import annotations

import inspect
import itertools
import pickle

import numpy as np
import pandas as pd
import pytest

import mcbnc

NODES = ["a", "b", "c"]
CHAIN = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]])
ROWS = pd.DataFrame(list(itertools.product([0, 1], repeat=3)) * 5, columns=NODES)
PARTS = {"required": [("c", "a")], "forbidden": [{"b", "c"}]}

CALLS = {
    "consensus": lambda **known: mcbnc.consensus([CHAIN], nodes=NODES, **known),
    "trajectory": lambda **known: mcbnc.trajectory([CHAIN], nodes=NODES, **known),
    "stability": lambda **known: mcbnc.stability([CHAIN], resamples=2, seed=1, nodes=NODES, **known),
    "batch": lambda **known: mcbnc.batch([CHAIN], counts=[[1]], nodes=NODES, **known)[0],
    "learn": lambda **known: mcbnc.learn(ROWS, **known),
    "learn_many": lambda **known: mcbnc.learn_many([ROWS], **known)[0],
    "learn_jointly": lambda **known: mcbnc.learn_jointly([ROWS], **known),
    "bootstrap": lambda **known: mcbnc.bootstrap(ROWS, 2, seed=1, **known),
    "simulate": lambda **known: mcbnc.federated.simulate([CHAIN], nodes=NODES, **known).result,
    "simulate_learning": lambda **known: mcbnc.federated.simulate_learning([ROWS], **known).result,
}


def network(found):
    """The network that a call answers with, or makes of its runs."""
    if isinstance(found, mcbnc.Trajectory):
        return found.at(0.5)
    return found.consensus() if isinstance(found, (mcbnc.Stability, mcbnc.Bootstrap)) else found


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("spelling", [mcbnc.Knowledge(**PARTS), PARTS], ids=["object", "dict"])
def test_every_function_keeps_it(call, spelling):
    edges = network(CALLS[call](knowledge=spelling)).edges
    assert ("c", "a") in edges
    assert not {("b", "c"), ("c", "b")} & {*edges}


@pytest.mark.parametrize("call", CALLS)
def test_its_parts_are_no_arguments_of_their_own(call):
    with pytest.raises((TypeError, mcbnc.InvalidInputError), match="required"):
        CALLS[call](**PARTS)


def test_no_signature_has_its_parts():
    for name in mcbnc.__all__:
        value = getattr(mcbnc, name)
        if inspect.isfunction(value):
            assert not {"required", "forbidden"} & inspect.signature(value).parameters.keys(), name


@pytest.mark.parametrize(
    ("knowledge", "argument", "words"),
    [
        (
            [("a", "b")],
            "knowledge",
            "must be a Knowledge, a dict with the keys 'required', 'forbidden', 'tiers'",
        ),
        ("a->b", "knowledge", "not 'a->b', which is no file"),
        ({"requird": [("a", "b")]}, "knowledge", "'requird' is not one of its keys"),
        ({"required": [("a", "z")]}, "required", "no node is named 'z'"),
        ({"required": "ab"}, "required", "must be a sequence of edges"),
        ({"forbidden": [("a", "b", "c")]}, "forbidden", "must hold edges"),
        ({"required": [("a", "b")], "forbidden": [{"a", "b"}]}, "forbidden", "is required as well"),
    ],
)
def test_what_is_wrong_is_named(knowledge, argument, words):
    for call in ("consensus", "learn", "simulate"):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            CALLS[call](knowledge=knowledge)
        assert words in str(caught.value), call
        assert caught.value.argument == argument


def test_a_bad_edge_is_refused_before_any_call():
    with pytest.raises(mcbnc.InvalidInputError, match="required must hold edges"):
        mcbnc.Knowledge(required=[("a",)])


def test_an_iterator_is_read_once_and_used_by_many_calls():
    known = mcbnc.Knowledge(required=iter([("c", "a")]))
    first, second = (CALLS["consensus"](knowledge=known).edges for _ in range(2))
    assert first == second
    assert ("c", "a") in second


def test_equal_knowledge_is_equal():
    frame = pd.DataFrame({"from": ["c"], "to": ["a"]})
    known = mcbnc.Knowledge(required=frame, forbidden=np.array([["b", "c"]]))
    assert known == mcbnc.Knowledge([["c", "a"]], {("b", "c")})
    assert known == pickle.loads(pickle.dumps(known))
    assert known != mcbnc.Knowledge([{"c", "a"}], [("b", "c")])
    assert repr(mcbnc.Knowledge()) == "Knowledge(required=(), forbidden=(), tiers=(), roots=(), leaves=())"


def test_nothing_known_is_nothing_asked():
    want = CALLS["consensus"]()
    for nothing in (None, {}, mcbnc.Knowledge(), {"required": None, "forbidden": []}):
        assert CALLS["consensus"](knowledge=nothing).edges == want.edges
