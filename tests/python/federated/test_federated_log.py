"""One coordinator at a time has a log: the records of two would not follow each other."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from federation import Median, deliver, make_clients, median, run, site_values

import mcbnc
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Coordinator, Incomplete

VALUES = site_values(3, 4)


def begin(log, **options) -> Coordinator:
    return Coordinator(["x", "y"], 4, task=Median(), journal=log, **options)


def test_two_coordinators_of_one_process_cannot_have_one_log(tmp_path):
    log, clients = tmp_path / "log", make_clients(VALUES)
    first = begin(log)
    for _ in range(3):
        first.feed(deliver(clients, next(first)))
    (tmp_path / "link").symlink_to(log)
    for path in (log, tmp_path / "link"):
        with pytest.raises(
            InvalidInputError, match="journal: another process, or another call or object"
        ) as caught:
            begin(path)
        assert caught.value.argument == "journal"
    assert run(first, clients) == median(VALUES)
    first.close()
    assert begin(log).rounds == 5
    assert not list(tmp_path.glob("*.lock"))


def test_two_processes_cannot_have_one_log(tmp_path):
    with begin(tmp_path / "log"):
        code = (
            "import sys; from mcbnc.federated import Coordinator\n"
            "Coordinator(['x', 'y'], 3, journal=sys.argv[1])"
        )
        environment = {**os.environ, "PYTHONPATH": str(Path(mcbnc.__file__).parent.parent)}
        other = subprocess.run(
            [sys.executable, "-c", code, str(tmp_path / "log")],
            env=environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert other.returncode == 1
    assert "InvalidInputError: journal: another process" in other.stderr


def test_a_closed_coordinator_asks_nothing_and_keeps_its_result(tmp_path):
    clients = make_clients(VALUES)
    with begin(tmp_path / "log") as coordinator:
        message = next(coordinator)
        replies = deliver(clients, message)
    for ask in (lambda: next(coordinator), lambda: coordinator.feed(replies)):
        with pytest.raises(InvalidInputError, match="the coordinator is closed"):
            ask()
    with pytest.raises(Incomplete):
        _ = coordinator.result
    with begin(tmp_path / "log") as again:
        assert run(again, clients) == median(VALUES)
    assert again.result == median(VALUES)
    again.close()


def test_a_log_that_is_refused_is_left_to_others(tmp_path):
    log = tmp_path / "log"
    begin(log).close()
    refused = []
    for options in ({"clients": 5}, {"masks": False}):
        with pytest.raises(InvalidInputError, match="another run") as caught:
            Coordinator(["x", "y"], **{"clients": 4, "task": Median(), "journal": log, **options})
        refused.append(caught)  # its traceback holds what was made
    log.write_bytes(b"x" * 100)
    with pytest.raises(InvalidInputError, match="is damaged") as caught:
        begin(log)
    log.unlink()
    assert begin(log).rounds == 0
    assert len({id(error) for error in (*refused, caught)}) == 3
