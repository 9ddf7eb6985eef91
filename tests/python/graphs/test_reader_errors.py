"""Invalid paths, files that unpack to too much, and values in graphs that have no text or no number."""

from __future__ import annotations

import base64
import gzip
import json
import os
import subprocess
import sys
import threading

import numpy as np
import pytest
from helpers import case_name

import mcbnc
from mcbnc._plots.style import labels_of

# Files


def gzipped(size: int) -> bytes:
    """`size` zero bytes, compressed part by part."""
    return gzip.compress(b"0" * 1024) * (size // 1024)


@pytest.mark.parametrize("name", ["net.bif.gz", "net.json.gz", "net.csv.gz", "rows.csv.gz"])
def test_compressed_files_that_are_too_large(tmp_path, monkeypatch, name):
    monkeypatch.setattr("mcbnc._base.files.MOST_UNPACKED", 1 << 20)
    path = tmp_path / name
    read = mcbnc.learn if name.startswith("rows") else mcbnc.read
    if name.startswith("rows"):
        path.write_bytes(gzip.compress(b"a,b\n" + b"0,1\n1,0\n1,1\n" * (1 << 17)))
    else:
        path.write_bytes(gzipped(2 << 20))
    with pytest.raises(mcbnc.InvalidInputError, match=rf"{name}.*: .*more than 1 MiB of content.*unpack it"):
        read(path)


@pytest.mark.parametrize("name", ["net.csv.gz", "rows.csv.gz"])
def test_compressed_files_out_of_all_proportion(tmp_path, monkeypatch, name):
    """A small file may not take minutes of reading, as one of 2 MB with 100 million rows would."""
    monkeypatch.setattr("mcbnc._base.files._MOST_DENSE", 1 << 20)
    (tmp_path / name).write_bytes(gzip.compress(b"a,b\n" + b"0,1\n1,0\n1,1\n" * (1 << 17)))
    read = mcbnc.learn if name.startswith("rows") else mcbnc.read
    with pytest.raises(mcbnc.InvalidInputError, match=r"more than 1 MiB of content.* 100 times as large as"):
        read(tmp_path / name)


def test_compressed_files_that_are_not_out_of_proportion(tmp_path, monkeypatch):
    monkeypatch.setattr("mcbnc._base.files._MOST_DENSE", 1 << 10)
    rows = b"".join(b"%d,%d\n" % (k * k % 7919 % 2, k * k % 104729 % 3) for k in range(60_000))
    packed = gzip.compress(b"a,b\n" + rows)
    (tmp_path / "rows.csv.gz").write_bytes(packed)
    assert mcbnc.learn(tmp_path / "rows.csv.gz").rows == 60_000


def test_compressed_files_that_are_not_too_large(tmp_path, monkeypatch):
    content = b"from,to\na,b\n" + b"\n" * 100_000
    monkeypatch.setattr("mcbnc._base.files.MOST_UNPACKED", len(content))
    (tmp_path / "net.csv.gz").write_bytes(gzip.compress(content))
    assert mcbnc.read(tmp_path / "net.csv.gz").edges == [("a", "b")]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_once(tmp_path):
    path = tmp_path / "pipe.json"
    os.mkfifo(path)
    sites = json.dumps({"nodes": ["a", "b"], "clients": [[["a", "b"]]] * 3})
    writer = threading.Thread(target=path.write_text, args=(sites,), daemon=True)
    writer.start()
    code = f"import mcbnc; print(mcbnc.consensus({str(path)!r}).edges)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    writer.join()
    assert done.stdout == "[('a', 'b')]\n", done.stderr


# Paths

RESULT = mcbnc.consensus(["[a][b|a]"] * 2)
PATHS = {
    "read": mcbnc.read,
    "read_bif": mcbnc.read_bif,
    "read_dot": mcbnc.read_dot,
    "read_edges": mcbnc.read_edges,
    "load": mcbnc.load,
    "save": RESULT.save,
    "save of a trajectory": RESULT.trajectory.save,
    "save of the explorer": RESULT.explore().save,
}


class Raising(os.PathLike):
    def __fspath__(self):
        raise RuntimeError


@pytest.mark.parametrize("path", [None, 1.5, 3, True, b"net.json", ["net.json"], Raising()], ids=case_name)
@pytest.mark.parametrize("function", PATHS)
def test_what_is_no_path(function, path):
    with pytest.raises(mcbnc.InvalidInputError, match=r"^path must be a str or an os\.PathLike") as caught:
        PATHS[function](path)
    assert caught.value.argument == "path"


@pytest.mark.parametrize("path", ["\0.json", "\ud800.json"], ids=ascii)
@pytest.mark.parametrize("function", [*PATHS, "explore", "dags"])
def test_paths_of_no_file(function, path):
    every = {**PATHS, "explore": RESULT.explore, "dags": lambda path: mcbnc.consensus([path])}
    with pytest.raises(mcbnc.InvalidInputError, match=r"\.json': .*, so no file has this path"):
        every[function](path)


# Values


@pytest.mark.parametrize("value", [10**400, 1j, "a", [1], None])
def test_weights_of_lingam_that_are_no_numbers(value):
    with pytest.raises(mcbnc.InvalidInputError, match=r"^B: "):
        mcbnc.from_lingam([[0, value], [0, 0]])


@pytest.mark.parametrize(
    "thing", [np.array(["a", "b"]), np.zeros((2, 2)), ("a", np.zeros(2)), (["a"], "b"), "ab", None, ("a",)]
)
def test_what_is_no_edge_is_not_in_a_graph(thing):
    assert thing not in RESULT
    assert ("a", "b") in RESULT
    assert ("b", "a") not in RESULT


class Mute:
    """A name without a text."""

    def __repr__(self):
        raise RuntimeError

    __str__ = __repr__


@pytest.mark.parametrize("name", [Mute(), 10**5000], ids=["raising", "long"])
def test_names_that_cannot_be_shown(name):
    """Whatever an error is about, it is named."""
    names = [name, "b"]
    graph = mcbnc.from_lingam([[0, 0], [1, 0]], names)
    for function, says in (
        (
            lambda: mcbnc.from_lingam([[0, np.nan], [0, 0]], names),
            "that cannot be shown> and b have a latent",
        ),
        (lambda: mcbnc.from_lingam([[0, 1], [1, 0]], names), "cycle: .*that cannot be shown> -> b"),
        (lambda: mcbnc.from_tigramite([["", "o-o"], ["o-o", ""]], names), "that cannot be shown> o-o b"),
        (lambda: mcbnc.from_tigramite([["---", ""], ["", ""]], names), "that cannot be shown> has a link"),
        (graph.to_dot, "that cannot be shown> cannot be written in DOT"),
        (graph.to_bnlearn, "that cannot be shown> cannot be written in a bnlearn"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=says):
            function()


@pytest.mark.parametrize("name", [Mute(), 10**5000], ids=["raising", "long"])
def test_pictures_have_nodes_without_a_text(name):
    """A picture names the type where a name has no text."""
    inputs, nodes = [[[0, 1], [0, 0]]] * 2, [name, "b"]
    result = mcbnc.consensus(inputs, nodes=nodes)
    assert "that cannot be shown" in result.explore().html
    assert "<svg" in drawn(result)
    assert "<svg" in drawn(mcbnc.stability(inputs, nodes=nodes, resamples=2, seed=1))
    assert labels_of([name]) == [f"<{type(name).__name__} that cannot be shown>"]


def drawn(result):
    """The picture of a card in a notebook."""
    return base64.b64decode(result._repr_html_().split("base64,")[1].split('"')[0]).decode()


def test_rows_of_blanks_in_a_matrix(tmp_path):
    path = tmp_path / "blanks.csv"
    path.write_text(" , \n\n,a,b\na,0,1\n , \nb,0,0\n")
    assert mcbnc.read(path).edges == [("a", "b")], "other rows of blanks say nothing"
