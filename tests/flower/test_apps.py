"""The app with a Grid that calls it in this process: files, lost replies, refusals, restarts."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest
from sites import (
    NAMES,
    SITES,
    STATES,
    TABLES,
    expect_consensus,
    expect_joint,
    make_rows,
    write_rows,
    write_sites,
)

import mcbnc
from mcbnc.federated import Coordinator, Refused, simulate_learning

flwr = pytest.importorskip("flwr.app", reason="flwr is not installed: make test-flower installs it")
client_app, server_app = (import_module(f"mcbnc_flower.{side}") for side in ("client_app", "server_app"))

CONFIG = {"sites": SITES, "theta": 0.5, "draft": 1, "rounds": "many", "journal": "", "timeout": 1}


class LocalGrid:
    """Node k + 1 is site k. `lose`: whether the reply of a node in an exchange is lost."""

    def __init__(self, configs, lose=lambda exchange, node: False) -> None:
        self._sites = {
            k + 1: flwr.Context(0, k + 1, config, flwr.RecordDict(), {}) for k, config in enumerate(configs)
        }
        self._lose = lose
        self.exchanges = 0

    def get_node_ids(self):
        return list(self._sites)

    def send_and_receive(self, messages, timeout):
        self.exchanges += 1
        for message in messages:
            node = message.metadata.dst_node_id
            reply = client_app.app(message, self._sites[node])
            if not self._lose(self.exchanges, node):
                yield reply


@pytest.fixture(autouse=True)
def _process_of_a_server(monkeypatch):
    """Flower's messages need the task in which they are made."""
    identity = import_module("flwr.supercore.task_identity").TaskIdentity
    for name in ("run_id", "task_id", "node_id"):
        monkeypatch.setattr(identity, f"_{name}", 0)


@pytest.fixture
def configs(tmp_path):
    return write_sites(tmp_path)


def run(task, grid, folder, **config):
    output = folder / "answer.json"
    told = {**CONFIG, "task": task, "names": str(folder / NAMES), "output": str(output), **config}
    server_app.main(grid, flwr.Context(0, 0, {}, flwr.RecordDict(), told))
    return json.loads(output.read_text(encoding="utf-8"))


def check(answer, expect=expect_joint):
    expected = expect()
    assert expected.edges
    assert [tuple(edge) for edge in answer["edges"]] == expected.edges


TASKS = pytest.mark.parametrize(
    ("task", "expect"), [("consensus", expect_consensus), ("learning", expect_joint)]
)


@TASKS
def test_the_answer_is_that_of_one_place(task, expect, configs, tmp_path):
    check(run(task, LocalGrid(configs), tmp_path), expect)


def test_one_site_takes_part_in_both_tasks(configs, tmp_path):
    for task, expect in (("learning", expect_joint), ("consensus", expect_consensus)):
        check(run(task, LocalGrid(configs), tmp_path), expect)


@TASKS
def test_lost_replies_are_asked_for_again(task, expect, configs, tmp_path):
    grid = LocalGrid(configs, lambda exchange, node: exchange % 2 == 1 and node == exchange % SITES + 1)
    answer = run(task, grid, tmp_path)
    check(answer, expect)
    assert grid.exchanges > answer["rounds"] + 3


def test_a_site_that_never_replies_stops_the_run(configs, tmp_path):
    grid = LocalGrid(configs, lambda exchange, node: exchange > 3 and node == 2)
    with pytest.raises(RuntimeError, match=r"no reply from the nodes \(2,\)"):
        run("learning", grid, tmp_path)


def test_one_round(configs, tmp_path):
    answer = run("learning", LocalGrid(configs), tmp_path, rounds="one")
    rows = mcbnc.Rows(TABLES, states=STATES)
    expected = simulate_learning(rows, rounds="one").result
    assert expected.edges
    assert ([tuple(edge) for edge in answer["edges"]], answer["rounds"]) == (expected.edges, 1)


def test_a_run_goes_on_from_its_journal(configs, tmp_path):
    journal = str(tmp_path / "journal")
    with pytest.raises(RuntimeError, match="no reply"):
        run("learning", LocalGrid(configs, lambda exchange, node: exchange > 5), tmp_path, journal=journal)
    again = LocalGrid(configs)
    answer = run("learning", again, tmp_path, journal=journal)
    check(answer)
    assert again.exchanges < answer["rounds"] + 3


def test_messages_that_arrive_together_are_answered_one_by_one(configs):
    """Two processes that both began a session would have two keys."""
    hello = next(Coordinator(list(STATES), SITES, task="learning", states=STATES)).bytes

    def greet(_):
        record = flwr.RecordDict({"mcbnc": flwr.ConfigRecord({"task": "learning", "bytes": hello})})
        message = flwr.Message(record, dst_node_id=1, message_type="query")
        context = flwr.Context(0, 1, configs[0], flwr.RecordDict(), {})
        return client_app.app(message, context).content["mcbnc"]["bytes"]

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(greet, range(8)))) == 1


def test_a_site_with_an_unknown_state_refuses(configs, tmp_path):
    table = make_rows(0)
    table["age"] = table["age"].astype(object)
    table["age"][0] = "unborn"
    assert "unborn" not in STATES["age"]
    write_rows(tmp_path / "site0.csv", table)
    with pytest.raises(Refused) as refused:
        run("learning", LocalGrid(configs), tmp_path)
    assert (refused.value.client, refused.value.reason) == (1, "data")


def test_a_missing_site_is_counted(configs, tmp_path):
    with pytest.raises(TimeoutError, match="2 nodes are connected, and the run is for 3 sites"):
        run("learning", LocalGrid(configs[:2]), tmp_path, timeout=0)


def test_an_unknown_task_is_refused(configs, tmp_path):
    with pytest.raises(ValueError, match="task must be one of consensus, learning, not 'vote'"):
        run("vote", LocalGrid(configs), tmp_path)
