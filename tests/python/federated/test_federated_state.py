"""The file of a site's state: what is damaged is refused, and is never taken for the state of a new site."""

from __future__ import annotations

import os
import stat

import pytest
from federation import coordinate, kill, make_clients, median, run, site_values

from mcbnc._base import writing
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Refused

VALUES = site_values(3, 5)


def four_of_five(folder):
    """The sums of four of the five sites. The fifth site's own numbers are the difference to those of all."""
    clients = make_clients(VALUES, states=folder)
    return run(coordinate(4), {k: clients[k] for k in range(4)})


def test_an_emptied_state_does_not_make_a_site_forget(tmp_path):
    clients = make_clients(VALUES, states=tmp_path)
    assert run(coordinate(5), clients) == median(VALUES)
    with pytest.raises(Refused) as caught:
        four_of_five(tmp_path)
    assert caught.value.reason == "change"
    for k in range(4):
        kill(tmp_path / f"site{k}")
        (tmp_path / f"site{k}").write_bytes(b"")
    for k in range(4):
        with pytest.raises(InvalidInputError, match=rf"state: the file .*site{k} is empty, so it is damaged"):
            make_clients(VALUES, states=tmp_path, only=k)
    (tmp_path / "site0").unlink()  # the file is free: a client that was refused holds no lock
    assert make_clients(VALUES, states=tmp_path, only=0)[0].rounds == 0


@pytest.mark.parametrize("left", [1, 20, 100])
def test_a_state_that_was_cut_off_is_refused(tmp_path, left):
    run(coordinate(5), make_clients(VALUES, states=tmp_path))
    kill(tmp_path / "site0")
    (tmp_path / "site0").write_bytes((tmp_path / "site0").read_bytes()[:left])
    with pytest.raises(InvalidInputError, match="site0 is damaged"):
        make_clients(VALUES, states=tmp_path, only=0)


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_first_save_that_fails_leaves_no_file(tmp_path, monkeypatch, call):
    """An empty file does not show whether the site has forgotten something."""
    clients = make_clients(VALUES, states=tmp_path)
    hello = next(coordinate(5)).bytes

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing.os, call, fail)
    with pytest.raises(OSError, match="No space left"):
        clients[0].answer(hello)
    assert [path.name for path in tmp_path.iterdir() if not path.name.endswith(".lock")] == []
    monkeypatch.undo()
    make_clients(VALUES, states=tmp_path, only=0)[0].answer(hello)
    assert (tmp_path / "site0").stat().st_size > 0


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_state_is_private_from_its_first_byte_on(tmp_path, monkeypatch):
    modes = []
    fsync = os.fsync

    def watch(descriptor):
        modes.append(os.fstat(descriptor).st_mode)
        fsync(descriptor)

    monkeypatch.setattr(writing.os, "fsync", watch)
    old = os.umask(0)
    try:
        client = make_clients(VALUES, states=tmp_path, only=0)[0]
        client.answer(next(coordinate(5)).bytes)
        (tmp_path / "site0").chmod(0o644)  # as a user may do
        client.answer(next(coordinate(5)).bytes)
    finally:
        os.umask(old)
    files = [stat.S_IMODE(mode) for mode in modes if stat.S_ISREG(mode)]
    assert files == [0o600, 0o600]
    assert stat.S_IMODE((tmp_path / "site0").stat().st_mode) == 0o600
