"""Arguments without an end, and objects that lie about their length, are refused before memory is full."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import pytest
from helpers import importable

import mcbnc

ROWS = [[0, 1], [1, 0], [1, 1], [0, 0]]
DAGS = [[[0, 1], [0, 0]]] * 2


class Lying:
    """A sequence with a length that no memory holds."""

    def __init__(self, item):
        self.item = item

    def __len__(self):
        return 1 << 60

    def __getitem__(self, _):
        return self.item


CALLS = {
    "dags": lambda: mcbnc.consensus(itertools.repeat(DAGS[0])),
    "dags of a lying sequence": lambda: mcbnc.consensus(Lying(DAGS[0])),
    "dags, to fuse": lambda: mcbnc.fusion(itertools.repeat(DAGS[0])),
    "dags, to resample": lambda: mcbnc.stability(itertools.repeat(DAGS[0])),
    "dags, to vote": lambda: mcbnc.baselines.vote(itertools.repeat(DAGS[0]), 0.5),
    "a DAG of a lying sequence": lambda: mcbnc.consensus([Lying([0, 1])]),
    "weights of a lying sequence": lambda: mcbnc.consensus(DAGS, weights=Lying(1)),
    "nodes": lambda: mcbnc.consensus(DAGS, nodes=map(str, itertools.count())),
    "nodes of a lying sequence": lambda: mcbnc.consensus(DAGS, nodes=Lying("a")),
    "order": lambda: mcbnc.consensus(DAGS, order=itertools.count()),
    "required": lambda: mcbnc.consensus(DAGS, knowledge={"required": itertools.repeat((0, 1))}),
    "forbidden of a lying sequence": lambda: mcbnc.consensus(DAGS, knowledge={"forbidden": Lying((0, 1))}),
    "datasets": lambda: mcbnc.learn_many(itertools.repeat(ROWS)),
    "datasets, to learn jointly": lambda: mcbnc.learn_jointly(itertools.repeat(ROWS)),
    "rows": lambda: mcbnc.learn(itertools.repeat([0, 1])),
    "a column": lambda: mcbnc.learn({"a": itertools.repeat(0), "b": [0, 1]}),
}


def refuse_all() -> None:
    """In a process that may not take much memory, since a list without an end takes all."""
    import resource

    mcbnc.consensus(DAGS)  # Go reserves addresses when it is loaded
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    for name, call in CALLS.items():
        print(name, flush=True)
        with pytest.raises(mcbnc.InvalidInputError):
            call()


@pytest.mark.skipif(os.name == "nt", reason="limits of POSIX")
def test_it_is_refused():
    done = subprocess.run(
        [sys.executable, "-c", "import test_endless; test_endless.refuse_all()"],
        env=importable(__file__),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    assert done.stdout.splitlines() == [*CALLS]


def test_an_iterator_with_an_end_is_as_good_as_a_list():
    expected = mcbnc.consensus(DAGS, nodes=["a", "b"], knowledge={"required": [("a", "b")]}).edges
    assert (
        mcbnc.consensus(iter(DAGS), nodes=iter("ab"), knowledge={"required": iter([("a", "b")])}).edges
        == expected
    )


class NoIterator:
    """An object whose __iter__ raises."""

    def __iter__(self):
        raise RuntimeError("the method raises")


@pytest.mark.parametrize("argument", ["dags", "nodes", "datasets"])
def test_what_raises_when_it_is_iterated(argument):
    function = mcbnc.learn_many if argument == "datasets" else mcbnc.consensus
    given = {"dags": [[[0, 1], [0, 0]]]} if argument == "nodes" else {}
    with pytest.raises(mcbnc.InvalidInputError, match=f"{argument} cannot be iterated: the method raises"):
        function(**given, **{argument: NoIterator()})
