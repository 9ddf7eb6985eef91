"""Paths at which no file can be read or written: one class of error, whichever function has them."""

from __future__ import annotations

import errno
import os

import networkx as nx
import pandas as pd
import pytest

import mcbnc
from mcbnc import cli
from mcbnc.cli import Exit

DAGS = [nx.DiGraph([("a", "b")])] * 2
ROWS = pd.DataFrame({"a": ["x", "y"] * 20, "b": ["u", "v", "v", "u"] * 10})

READERS = {
    "load": (mcbnc.load, ".json"),
    "read": (mcbnc.read, ".dot"),
    "read_bif": (mcbnc.read_bif, ".bif"),
    "consensus": (lambda path: mcbnc.consensus([path, path]), ".dot"),
    "metrics": (lambda path: mcbnc.metrics.shd(path, path), ".bif"),
    "learn": (mcbnc.learn, ".csv"),
    "learn, Gaussian": (lambda path: mcbnc.learn(path, score="bge"), ".csv"),
    "learn_many": (lambda path: mcbnc.learn_many([path, path]), ".csv"),
    "learn_jointly": (lambda path: mcbnc.learn_jointly([path, path]), ".csv"),
    "bootstrap": (lambda path: mcbnc.bootstrap(path, resamples=2), ".csv"),
    "discretize": (mcbnc.discretize, ".csv"),
}
WRITERS = {
    "save": (lambda path: mcbnc.consensus(DAGS).save(path), ".json"),
    "save of a trajectory": (lambda path: mcbnc.trajectory(DAGS).save(path), ".json"),
    "save of a learned graph": (lambda path: mcbnc.learn(ROWS).save(path), ".json"),
    "write": (lambda path: mcbnc.write(mcbnc.consensus(DAGS), path), ".dot"),
    "write a network": (lambda path: mcbnc.write(mcbnc.learn_jointly([ROWS, ROWS]), path), ".bif"),
    "to_bif": (lambda path: mcbnc.learn_jointly([ROWS, ROWS]).to_bif(path), ".bif"),
    "explore": (lambda path: mcbnc.trajectory(DAGS).explore(path), ".html"),
    "checkpoint": (lambda path: mcbnc.trajectory(DAGS, checkpoint=path), ".mcbnc"),
}
reads = pytest.mark.parametrize(("call", "suffix"), READERS.values(), ids=READERS)
writes = pytest.mark.parametrize(("call", "suffix"), WRITERS.values(), ids=WRITERS)


def refused(call, path) -> str:
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        call(path)
    message = str(caught.value)
    assert str(path) in message or str(path.parent) in message
    assert "Errno" not in message
    return message


@reads
def test_there_is_no_file(call, suffix, tmp_path):
    assert "No such file" in refused(call, tmp_path / f"none{suffix}")


@reads
def test_a_folder_in_place_of_a_file_that_is_read(call, suffix, tmp_path):
    path = tmp_path / f"folder{suffix}"
    path.mkdir()
    assert "folder" in refused(call, path)


@reads
def test_a_file_in_place_of_a_folder_that_is_read(call, suffix, tmp_path):
    (tmp_path / "file").write_text("")
    assert "Not a directory" in refused(call, tmp_path / "file" / f"none{suffix}")


@reads
def test_links_that_lead_to_each_other(call, suffix, tmp_path):
    path = tmp_path / f"loop{suffix}"
    path.symlink_to(path)
    assert "symbolic links" in refused(call, path)


@reads
def test_a_file_that_the_user_may_not_read(call, suffix, tmp_path, monkeypatch):
    """Whoever runs the tests may be allowed to read every file, so that open() has to raise it."""
    path = tmp_path / f"private{suffix}"
    path.write_text("")
    plain_open = open

    def opens(file, *arguments, **options):
        if str(file) == str(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), file)
        return plain_open(file, *arguments, **options)

    monkeypatch.setattr("builtins.open", opens)
    assert "Permission denied" in refused(call, path)


@writes
def test_there_is_no_folder(call, suffix, tmp_path):
    message = refused(call, tmp_path / "nowhere" / f"new{suffix}")
    assert f"there is no folder {tmp_path / 'nowhere'}" in message
    assert list(tmp_path.iterdir()) == []


@writes
def test_a_folder_in_place_of_a_file_that_is_written(call, suffix, tmp_path):
    path = tmp_path / f"folder{suffix}"
    path.mkdir()
    message = refused(call, path)
    assert "it is a folder" in message or "it is no file" in message


@writes
def test_a_file_in_place_of_a_folder_that_is_written(call, suffix, tmp_path):
    (tmp_path / "file").write_text("")
    assert "Not a directory" in refused(call, tmp_path / "file" / f"new{suffix}")


def test_the_error_is_an_os_error_too(tmp_path):
    """Python's own errors for files are still caught as such."""
    for path, kind in (
        (tmp_path / "none.json", FileNotFoundError),
        (tmp_path, IsADirectoryError),
        (tmp_path / "none" / "none.json", FileNotFoundError),
    ):
        with pytest.raises(kind) as caught:
            mcbnc.load(path)
        assert caught.value.filename == str(path)
        assert caught.value.argument == "path"


def test_a_full_disk_is_no_bad_input(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        mcbnc.consensus(DAGS).save(tmp_path / "run.json")
    assert not isinstance(caught.value, mcbnc.InvalidInputError)


def test_check_reports_them(tmp_path):
    report = mcbnc.check([str(tmp_path / "none.csv"), str(tmp_path)])
    assert [(one.problem, one.advice) for one in report.errors] == [
        ("the file cannot be read", "No such file or directory"),
        ("the file cannot be read", "it is a folder, not a file"),
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("learn", "{}"),
        ("check", "{}"),
        ("discretize", "{}"),
        ("bootstrap", "{}"),
        ("consensus", "{}"),
        ("compare", "{}", "{}"),
        ("trajectory", "good.dot", "--checkpoint", "{}/none/run"),
        ("consensus", "good.dot", "--out", "{}/none/net.dot"),
    ],
    ids=" ".join,
)
def test_the_command_line(arguments, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.dot").write_text("digraph { a -> b }")
    (tmp_path / "folder.dot").mkdir()
    code = cli.main([one.format("folder.dot") for one in arguments])
    out, err = capsys.readouterr()
    told = out + err
    assert code == Exit.BAD_INPUT
    assert "folder.dot" in told
    assert "Errno" not in told


@pytest.mark.parametrize("text", ["digraph { a -> b }\n" * 400, "a,b\n1,2\n" * 900])
def test_a_text_in_place_of_a_path_is_told_shortly(text):
    for call in (mcbnc.read_dot, mcbnc.load, mcbnc.learn):
        with pytest.raises(mcbnc.InvalidInputError) as caught:
            call(text)
        assert len(str(caught.value)) < 600
        assert "\n" not in str(caught.value)
