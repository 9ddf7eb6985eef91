"""Small texts that ask for much: the time grows as the text, and more memory than there is is an error."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from libraries import slow_ones, sparse

import mcbnc
from mcbnc._base.files import File
from mcbnc._graphs.cycles import check_acyclic
from mcbnc._graphs.reading import parse_file


def parse(text: str, suffix: str) -> list:
    return parse_file(File(text.encode(), f"file{suffix}"), suffix)


def growth(work: Callable[[int], object], small: int, factor: int) -> float:
    """The time for `factor` times the size, over that for the size. Linear: the factor; else its square."""
    times = []
    for size in (small, small * factor):
        best = np.inf
        for _ in range(3):
            start = time.process_time()
            work(size)
            best = min(best, time.process_time() - start)
        times.append(best)
    return times[1] / max(times[0], 1e-3)


# Time


def test_the_depth_of_xml():
    def nested(depth: int) -> None:
        inside = "<a>" * depth + "</a>" * depth
        text = f"<BIF><NETWORK><PROPERTY>{inside}</PROPERTY></NETWORK></BIF>"
        with pytest.raises(mcbnc.InvalidInputError, match="no nodes"):
            parse(text, ".xmlbif")

    assert growth(nested, 10_000, 8) < 24


def test_nodes_without_arcs(tmp_path):
    """Four times the nodes: the matrix of zeros has sixteen times the entries, but nobody looks at them."""

    def isolated(n: int) -> None:
        path = tmp_path / f"{n}.dot"
        if not path.exists():
            path.write_text("digraph {" + "".join(f"a{i};" for i in range(n)) + "}")
        assert len(mcbnc.read(path).nodes) == n

    assert growth(isolated, 4_000, 4) < 10


def test_many_structures_without_arcs(tmp_path):
    def empty(n: int) -> None:
        path = tmp_path / f"{n}.json"
        path.write_text(json.dumps({"nodes": [f"a{i}" for i in range(n)], "clients": [[]] * 20}))
        assert len(mcbnc.load(path)) == 20

    assert growth(empty, 1_000, 4) < 10


def test_many_structures_over_many_nodes(tmp_path):
    """Twice the nodes and twice the structures are twice the text. Their product counts nowhere."""

    def both_ways(n: int) -> None:
        path = tmp_path / f"{n}.json"
        path.write_text(json.dumps({"nodes": list(range(n)), "clients": [[[0, 1], [1, 0]], []] * (n // 2)}))
        assert len(mcbnc.load(path)) == n

    assert growth(both_ways, 1_000, 8) < 24


def test_long_paths_and_long_cycles():
    def path(n: int) -> None:
        arcs = np.column_stack([np.arange(n - 1), np.arange(1, n)])
        check_acyclic(arcs, list(range(n)))
        with pytest.raises(mcbnc.CycleError) as caught:
            check_acyclic(np.vstack([arcs, [[n - 1, 0]]]), list(range(n)))
        assert len(caught.value.cycle) == n
        assert len(str(caught.value)) < 500

    assert growth(path, 3_000, 4) < 10


@pytest.mark.parametrize("kind", ["integers", "tuples"])
def test_names_of_equal_hashes(tmp_path, kind):
    """Python's hashes of numbers are known to everyone, so a file could hold names that all collide."""
    step = sys.hash_info.modulus
    names = [i * step if kind == "integers" else [i * step] for i in range(4_000)]
    path = tmp_path / "equal.json"
    path.write_text(json.dumps({"nodes": names, "clients": [[]]}))
    with pytest.raises(mcbnc.InvalidInputError, match=r'"nodes": \[5\] is .*int of 64 bits'):
        mcbnc.load(path)


def colliding_pairs(count: int) -> list[list[int]]:
    """Pairs of integers of 64 bits whose tuples have one hash, by solving CPython's formula of 3.8 on."""
    p1, p2, p5, mask = 11400714785074694791, 14029467366897019727, 2870177450012600261, 2**64 - 1

    def turned(x: int, by: int) -> int:
        return (x << by | x >> (64 - by)) & mask

    def rounded(acc: int, lane: int) -> int:
        return turned((acc + lane * p2) & mask, 31) * p1 & mask

    before = turned(rounded(rounded(p5, 1), 2) * pow(p1, -1, 2**64) & mask, 33)
    pairs, first = [], 0
    while len(pairs) < count:
        first += 1
        second = (before - rounded(p5, first)) * pow(p2, -1, 2**64) & mask
        if second < sys.hash_info.modulus:
            pairs.append([first, second])
    return pairs


@pytest.mark.skipif(sys.hash_info.width != 64, reason="the formula is that of 64 bits")
def test_pairs_of_equal_hashes(tmp_path):
    pairs = colliding_pairs(100)
    assert len(set(map(hash, map(tuple, pairs)))) == 1
    path = tmp_path / "equal.json"
    path.write_text(json.dumps({"nodes": pairs, "clients": [[]]}))
    with pytest.raises(mcbnc.InvalidInputError, match='"nodes": too many of the names have one hash'):
        mcbnc.load(path)


# Memory

MOST = 1 << 16
NAMES = [f"a{i}" for i in range(MOST + 1)]
TOO_MANY = {
    "structures": lambda: parse(json.dumps({"nodes": NAMES, "clients": [[]]}), ".json"),
    "one structure": lambda: parse(json.dumps({"nodes": NAMES, "edges": []}), ".json"),
    "dot": lambda: parse("digraph {" + ";".join(NAMES) + "}", ".dot"),
    "arcs": lambda: mcbnc.consensus([list(pairwise(NAMES))]),
    "nodes": lambda: mcbnc.consensus([[("a0", "a1")]], nodes=NAMES),
    "networkx": lambda: mcbnc.consensus([nx.empty_graph(NAMES, nx.DiGraph)]),
    "matrix": lambda: mcbnc.consensus([np.broadcast_to(np.uint8(0), (MOST + 1, MOST + 1))]),
    "array": lambda: mcbnc.consensus(np.broadcast_to(np.uint8(0), (9, MOST + 1, MOST + 1))),
    "sparse": lambda: mcbnc.consensus([sparse("csr_matrix")((MOST + 1, MOST + 1))]),
}


@pytest.mark.parametrize("kind", slow_ones(TOO_MANY, "sparse"))
def test_more_nodes_than_the_engine_takes(kind):
    with pytest.raises(mcbnc.InvalidInputError, match="there are 65537 nodes, and mcbnc takes at most 65536"):
        TOO_MANY[kind]()


@pytest.mark.slow
def test_a_large_sparse_matrix_that_is_not_square():
    with pytest.raises(mcbnc.InvalidInputError, match=r"square.*\(100000, 3\)"):
        mcbnc.consensus([sparse("csr_matrix")((100_000, 3))])


LITTLE_MEMORY = """
import resource, numpy, scipy.sparse, mcbnc
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
names = [f"a{i}" for i in range(60_000)]
open("net.dot", "w").write("digraph {" + ";".join(names) + "}")
small = mcbnc.from_bnlearn("[a]" + "".join(f"[b{i}|a]" for i in range(2_000)))
for make in (
    lambda: mcbnc.read("net.dot").adjacency,
    lambda: mcbnc.consensus(["net.dot"]),
    lambda: mcbnc.consensus([[("a0", "a1")]], nodes=names),
    lambda: mcbnc.consensus([scipy.sparse.csr_matrix((60_000, 60_000), dtype=numpy.uint8)]),
    lambda: mcbnc.consensus([small] * 1_000),
    lambda: mcbnc.consensus(numpy.broadcast_to(numpy.uint8(0), (1_000, 2_000, 2_000))),
):
    try:
        make()
    except (mcbnc.InvalidInputError, mcbnc.MemoryLimitError) as error:
        print(error)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_less_memory_than_the_matrices_need(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    limited = r"{} of {} nodes as an array would take {} GiB of memory, and the limit is 2\.\d+ GiB; .*"
    one = limited.format("1 graph", 60000, r"3\.35")
    listed = r"this takes about .* GiB of memory, .* for {}, and the limit is .* [GM]iB; .*"
    expected = [
        one,
        *[listed.format("60000 nodes")] * 3,
        listed.format("2001 nodes in 1000 graphs"),
        r"dags: graphs of 2000 nodes would need 3\.7 GiB of memory at once, more than there is",
    ]
    told = done.stdout.splitlines()
    assert len(told) == len(expected)
    for line, pattern in zip(told, expected, strict=True):
        assert re.fullmatch(pattern, line), line


# Names


@pytest.mark.parametrize("name", [1.5, True, None, 2**63, "\ud800", [1, 2.5], ["a", ["b"]], {}])
def test_names_that_cannot_be_saved_cannot_be_read(tmp_path, name):
    path = tmp_path / "names.json"
    path.write_text(json.dumps({"nodes": ["a", name], "clients": [[]]}))
    with pytest.raises(mcbnc.InvalidInputError, match=r'names\.json: "nodes": \[1\] is .*cannot be a node'):
        mcbnc.load(path)


@pytest.mark.parametrize("end", [1.0, True, [1.0, 2], {}])
def test_ends_of_arcs_that_are_no_names(tmp_path, end):
    """1.0 and True are equal to 1, but no node is named so."""
    path = tmp_path / "ends.json"
    path.write_text(json.dumps({"nodes": ["a", 1, [1, 2]], "clients": [[["a", end]]]}))
    with pytest.raises(mcbnc.InvalidInputError, match=r"ends\.json\[0\]: no node is named "):
        mcbnc.load(path)


def test_a_large_matrix_of_lingam():
    with pytest.raises(mcbnc.InvalidInputError, match=r"^B: there are 65537 nodes"):
        mcbnc.from_lingam(np.broadcast_to(0.0, (MOST + 1, MOST + 1)))


# What hostile files did


def test_declared_attributes():
    """Expat goes through all declared attributes at each element: a megabyte took a minute."""
    declared = "".join(f"<!ATTLIST a x{i} CDATA 'v'>" for i in range(101))
    with pytest.raises(mcbnc.InvalidInputError, match=r"xmlbif:1: it declares more than 100 attributes"):
        parse(f"<!DOCTYPE BIF [{declared}]><BIF><NETWORK/></BIF>", ".xmlbif")


def test_structures_share_their_names():
    """A list of the names for each structure would be quadratic in the text."""
    record = {"nodes": [f"a{i}" for i in range(1_000)], "clients": [[]] * 50}
    first, *others = parse(json.dumps(record), ".json")
    assert all(other.names is first.names for other in others)


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ("variable a {}\rprobability (a) {} // the root\rvariable b {}\rprobability (b | a) {}\r", ".bif"),
        ("node a { // }\r} probability (a) {} // root\rnode b {}\rprobability (b | a) {}\r", ".dsc"),
        ("node a { % }\r} potential (a) {} % root\rnode b {}\rpotential (b | a) {}\r", ".net"),
        ("digraph {\r# nodes\ra; // root\ra -> b\r}\r", ".dot"),
    ],
)
def test_a_comment_ends_with_its_line(text, suffix):
    """Whether the lines end with a carriage return, as on old systems, or with a line feed or both."""
    for end in ("\r", "\n", "\r\n"):
        (source,) = parse(text.replace("\r", end), suffix)
        assert source.names == ["a", "b"]
        assert source.array.tolist() == [[0, 1], [0, 0]]


@pytest.mark.parametrize(
    ("text", "suffix", "says"),
    [
        ("from,to\na,b\nb,b\n", ".csv", "3: 'b' has an arc to itself"),
        ("a,b\n0,1\n0,0,1\n", ".csv", "3: a row has an entry for each of the 2 nodes, not 3 entries"),
        ("a,b\n0,1\n0\n", ".csv", "3: a row has an entry for each of the 2 nodes, not 1 entries"),
        ("digraph {\na -> b\nb -> {a b}}", ".dot", "3: 'b' has an arc to itself"),
        ('digraph {\n"a" + ; -> b }', ".dot", "2: no DOT: a string must be where ';' is"),
        ("[a]\n[b|b]", ".bn", "2: 'b' has an arc to itself"),
        ("[a]\n[b|c]", ".bn", "2: 'c', a parent of 'b', is not among the nodes"),
    ],
)
def test_errors_name_the_line(text, suffix, says):
    with pytest.raises(mcbnc.InvalidInputError, match=rf"^file\{suffix}:{re.escape(says)}$"):
        parse(text, suffix)
