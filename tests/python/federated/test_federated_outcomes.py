"""A site keeps and shows no result that cannot be one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from federation import deliver, rows_of

import mcbnc.federated as fed
from mcbnc.federated._protocol import messages

MOST = 1 << 28
N = 5
CHAIN = np.eye(N, k=1, dtype=np.uint8)
OTHER = np.triu(np.ones((N, N), np.uint8), 1) - np.eye(N, k=4, dtype=np.uint8)


def ended(coordinator, clients):
    """The sites, and the message Outcome, which they have not seen."""
    for message in coordinator:
        outcome = messages.read(message.bytes, MOST)
        if isinstance(outcome, messages.Outcome):
            return clients, outcome, coordinator.result
        coordinator.feed(deliver(clients, message))
    raise AssertionError


def consensus(**options):
    coordinator = fed.Coordinator(list("vwxyz"), 3, masks=False, **options)
    dags = (OTHER, CHAIN, CHAIN)
    return ended(
        coordinator,
        {k: fed.Client(dag, nodes=list("vwxyz"), masks=False) for k, dag in enumerate(dags)},
    )


def learning(**options):
    tables = rows_of(0, 2, n=N)
    states = [["low", "mid", "top"]] * N
    coordinator = fed.Coordinator(list(tables[0]), 2, task="learning", states=states, masks=False, **options)
    return ended(
        coordinator,
        {
            k: fed.Client(table, task="learning", masks=False, limits=fed.Limits(tell_scores=True))
            for k, table in enumerate(tables)
        },
    )


def changed(name, where, value):
    def change(outcome):
        array = outcome.arrays[name].copy()
        array[where] = value
        return replace(outcome, arrays={**outcome.arrays, name: array})

    return change


def other_shape(name):
    return lambda outcome: replace(outcome, arrays={**outcome.arrays, name: outcome.arrays[name][:-1]})


def other_dtype(name):
    def change(outcome):
        kinds = {"u1": "i4", "i4": "i8", "i8": "f8", "f8": "i8"}
        array = outcome.arrays[name]
        return replace(outcome, arrays={**outcome.arrays, name: array.astype(kinds[array.dtype.str[1:]])})

    return change


def told(**values):
    return lambda outcome: replace(outcome, info={**outcome.info, **values})


def counted(**values):
    return lambda outcome: replace(
        outcome, info={**outcome.info, "counts": {**outcome.info["counts"], **values}}
    )


def lacking(name):
    return lambda outcome: replace(
        outcome, arrays={key: array for key, array in outcome.arrays.items() if key != name}
    )


def refuses(clients, outcome, change) -> None:
    site, before = clients[0], outcome.pack()
    with pytest.raises(fed.Refused, match="not one of this task") as caught:
        site.answer(change(outcome).pack())
    assert caught.value.reason == "message"
    with pytest.raises(fed.Incomplete):
        _ = site.result
    assert outcome.pack() == before


CONSENSUS = {
    "a cycle": changed("adjacency", (slice(None), slice(None)), np.roll(np.eye(N, dtype=np.uint8), 1, 1)),
    "both ways": changed("adjacency", ([0, 1], [1, 0]), 1),
    "no bit": changed("adjacency", (0, 1), 2),
    "another class": changed("cpdag", (0, 1), 3),
    "another DAG": lambda outcome: replace(
        outcome,
        arrays={
            **outcome.arrays,
            "adjacency": np.zeros((N, N), np.uint8),
            "cpdag": np.zeros((N, N), np.uint8),
        },
    ),
    "order": changed("order", 0, 1),
    "order range": changed("order", 0, 77),
    "fusion against the order": changed("fusion", (slice(None), slice(None)), OTHER.T),
    "a step twice": changed("step_edges", 1, [0, 4, 0]),
    "a step of no node": changed("step_edges", (0, 0), N),
    "negative node": changed("step_edges", (0, 0), -1),
    "negative score": changed("score", 0, -1),
    "no psi": changed("psi", 0, np.nan),
    "time": changed("step_seconds", 0, 1.0),
    "h_ptr": changed("h_ptr", -1, 99),
    "h_ptr start": changed("h_ptr", 0, -1),
    "s_ptr": changed("s_ptr", 1, 99),
    "another theta": told(theta=0.25),
    "theta of another kind": told(theta="high"),
    "forced": told(forced=99),
    "more fields": told(note=1),
    "no fusion": lacking("fusion"),
    "no steps": lacking("step_edges"),
    "more arrays": lambda outcome: replace(outcome, arrays={**outcome.arrays, "x": np.zeros(1)}),
    **{f"shape of {name}": other_shape(name) for name in ("order", "cpdag", "psi", "s_ptr", "step_edges")},
    **{f"dtype of {name}": other_dtype(name) for name in ("order", "cpdag", "psi", "s_ptr", "score")},
}


def test_a_result_of_a_consensus_is_taken():
    for options in ({}, {"theta": "auto"}, {"theta": None}, {"output": "refusion"}, {"member": "lowest"}):
        clients, outcome, result = consensus(**options)
        clients[0].answer(outcome.pack())
        assert repr(clients[0].result).split(",")[0] == repr(result).split(",")[0]
        np.testing.assert_array_equal(clients[0].result.fusion, result.fusion)


@pytest.mark.parametrize("what", list(CONSENSUS))
def test_what_is_no_consensus_is_refused(what):
    clients, outcome, _ = consensus()
    assert len(outcome.arrays["step_edges"]) > 1
    refuses(clients, outcome, CONSENSUS[what])
    clients[0].answer(outcome.pack())  # the true one is still taken


LEARNED = {
    "a cycle": changed("adjacency", 0, np.roll(np.eye(N, dtype=np.uint8), 1, 1)),
    "another class": changed("cpdag", (0, 0, 1), 3),
    "best": counted(best=9),
    "best below 0": counted(best=-1),
    "pairs": counted(pairs=N * N),
    "counts": told(counts=[1]),
    "more counts": counted(note=1),
    "rows": told(rows=-1),
    "rows of another kind": told(rows=1.5),
    "status": told(status="\x1b[2J"),
    "title": told(score_title="\x1b[2J"),
    "long title": told(score_title="B" * 1000),
    "total": changed("total", 0, np.inf),
    "kind": changed("step_kind", 0, 200),
    "edges": changed("step_edges", (0, 0), N),
    "step_ptr": changed("step_ptr", -1, 99),
    "h_ptr": changed("h_ptr", -1, 99),
    "gain": changed("gain", 0, np.nan),
    "seconds": changed("learn_seconds", 0, 1.0),
    "no total": lacking("total"),
    **{f"shape of {name}": other_shape(name) for name in ("adjacency", "total", "step_edges", "h_ptr")},
    **{f"dtype of {name}": other_dtype(name) for name in ("adjacency", "total", "step_edges", "h_ptr")},
}


def test_a_result_of_learning_is_taken():
    for options in ({}, {"tables": False, "own": True}, {"pairs": "all"}):
        clients, outcome, result = learning(**options)
        clients[0].answer(outcome.pack())
        assert clients[0].result.edges == result.edges


@pytest.mark.parametrize("what", list(LEARNED))
def test_what_is_no_structure_is_refused(what):
    clients, outcome, _ = learning()
    assert len(outcome.arrays["step_kind"]) > 0
    refuses(clients, outcome, LEARNED[what])
    clients[0].answer(outcome.pack())
