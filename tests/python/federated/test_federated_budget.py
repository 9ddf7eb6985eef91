"""What a site spends over all its sessions. No way of asking gets more out of it, nor does a refusal."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest
from federation import (
    coordinate,
    deliver,
    kill,
    make_clients,
    noisy_coordinator,
    rows_of,
    run,
    site_values,
    table_sites,
    unmasked_total,
    until,
)

import mcbnc
from mcbnc.federated import Limits, Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest
from mcbnc.federated._tasks.rows import RowSite

MOST = 1 << 28
TABLES = rows_of(3, 3, n=3)


def states_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith(".lock")}


def restore(folder, states):
    """Set all sites back to copies of their states."""
    for k in range(3):
        kill(folder / f"site{k}")
        (folder / f"site{k}").unlink()
    for name, content in states.items():
        (folder / name).write_bytes(content)


# --- one question, ever -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"info": {"facts": True, "products": True, "unit": 0}},
        {"info": {"facts": 1, "products": True}},
        {"info": {"facts": True, "products": True, "note": "again"}},
        {"arrays": {"q_order": np.zeros(1, np.int32)}},
    ],
)
def test_the_one_question_has_no_other_form(tmp_path, change):
    """Other bytes would be another question, with other noise, to a site whose state is set back."""
    sites = table_sites(TABLES, tmp_path)
    question = until(messages.Question, noisy_coordinator(TABLES), sites)
    for site in sites.values():
        with pytest.raises(Refused, match="not the one question"):
            site.answer(replace(question, **change).pack())
        assert site._snapshot.spent.rho == 0
    unmasked_total(sites, question.pack())


@pytest.mark.parametrize("epsilon", [None, 1.0])
@pytest.mark.parametrize("at", [messages.Hello, messages.Roster, messages.Question, messages.Outcome, None])
def test_a_state_that_is_set_back_gets_no_other_noise(tmp_path, at, epsilon):
    """None: all states are gone. The same Hello leads to the same sum, whatever the sites have forgotten."""
    sites = table_sites(TABLES, tmp_path)
    coordinator = noisy_coordinator(TABLES, epsilon)
    old, first, sent = {}, [], []
    for message in coordinator:
        content = messages.read(message.bytes, MOST)
        old[type(content)] = states_of(tmp_path)
        sent.append((type(content), message.bytes))
        if isinstance(content, messages.Question):
            first = unmasked_total(sites, message.bytes)
        coordinator.feed(deliver(sites, message))
    restore(tmp_path, old.get(at, {}))
    sites = table_sites(TABLES, tmp_path)
    hello = sent[0][1]
    keys = [messages.read(site.answer(hello), MOST).member for site in sites.values()]
    roster = messages.Roster(digest(hello), sorted(keys, key=lambda each: each.identity)).pack()
    assert (roster == sent[1][1]) == (at not in (None, messages.Hello))  # else the sites have other keys
    for site in sites.values():
        site.answer(roster)
    before = messages.read(sent[2][1], MOST)
    again = replace(before, before=digest(roster)).pack()
    assert unmasked_total(sites, again) == first
    assert all(site._snapshot.spent.sessions == 1 for site in sites.values())


def test_another_hello_or_other_data_have_other_noise(tmp_path):
    def sums(coordinator, tables, folder=None):
        sites = table_sites(tables, folder)
        return unmasked_total(sites, until(messages.Question, coordinator, sites).pack())

    exact = sums(noisy_coordinator(TABLES, None), TABLES)
    first = sums(noisy_coordinator(TABLES), TABLES)
    assert sum(a != b for a, b in zip(first, exact, strict=True)) > len(exact) / 2
    assert sums(noisy_coordinator(TABLES), TABLES) != first
    # The same session after one row has changed: the difference is not that of the row.
    hello = next(noisy_coordinator(TABLES)).bytes
    changed = [{name: column.copy() for name, column in TABLES[0].items()}, *TABLES[1:]]
    changed[0]["z0"][0] = "top" if changed[0]["z0"][0] != "top" else "low"
    told = []
    for tables in (TABLES, changed):
        sites = table_sites(tables)
        keys = [messages.read(site.answer(hello), MOST).member for site in sites.values()]
        roster = messages.Roster(digest(hello), sorted(keys, key=lambda each: each.identity)).pack()
        for site in sites.values():
            site.answer(roster)
        session = messages.read(hello, MOST).session
        info = {"facts": True, "products": True}
        told.append(unmasked_total(sites, messages.Question(session, 1, digest(roster), info).pack()))
    assert abs(np.subtract(*told)).max() > 5


def test_a_log_is_the_one_question_too(tmp_path):
    """A site that takes it over from a log spends once, and has the same noise."""
    sites = table_sites(TABLES, tmp_path)
    question = until(messages.Question, noisy_coordinator(TABLES), sites)
    content = question.pack()
    old = states_of(tmp_path)
    first = unmasked_total(sites, content)
    restore(tmp_path, old)
    sites = table_sites(TABLES, tmp_path)
    (log,) = messages.Log.parts([content], 1 << 20)
    for site in sites.values():
        site.answer(log.pack())
        site.answer(log.pack())
    rho = [site._snapshot.spent.rho for site in sites.values()]
    assert unmasked_total(sites, content) == first == unmasked_total(sites, content)
    assert rho == [site._snapshot.spent.rho for site in sites.values()]
    assert min(rho) > 0
    (other,) = messages.Log.parts([content, replace(question, t=2, before=digest(content)).pack()], 1 << 20)
    with pytest.raises(Refused, match="one round has one question"):
        sites[0].answer(other.pack())


# --- totals over sessions -----------------------------------------------------------------------------------


@contextmanager
def untouched(monkeypatch):
    """Within it, it is an error to look at rows."""

    def fail(*_):
        raise AssertionError("the data were looked at")

    with monkeypatch.context() as patch:
        patch.setattr(RowSite, "open", fail)
        yield


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(), "answered a question with noise before"),
        (Limits(epsilon=1.3), r"spent up to epsilon 1\.4"),
        (Limits(epsilon=100, sessions=1), r"answered in 1 session.*--max-sessions.*allows 1"),
        (Limits(epsilon=100, total=37), r"sent 19 numbers.*--max-total.*allows 37.*asks for 19"),
    ],
)
def test_a_session_beyond_a_total_is_refused_before_the_data_are_looked_at(
    tmp_path, monkeypatch, limits, said
):
    run(noisy_coordinator(TABLES), table_sites(TABLES, tmp_path))
    site = table_sites(TABLES, tmp_path, limits, only=0)[0]
    before = site._snapshot.spent.record()
    assert before["numbers"] == noisy_coordinator(TABLES)._task._privacy.numbers == 1 + 3 * 2 + 3 * 4
    with untouched(monkeypatch), pytest.raises(Refused, match=said) as caught:
        site.answer(next(noisy_coordinator(TABLES)).bytes)
    assert caught.value.reason == "limits"
    assert site._snapshot.spent.record() == before


def test_totals_allow_what_is_within_them(tmp_path):
    sent = 19
    limits = Limits(epsilon=100, sessions=2, total=2 * sent)
    for _ in range(2):
        run(noisy_coordinator(TABLES), table_sites(TABLES, tmp_path, limits))
    site = table_sites(TABLES, tmp_path, limits, only=0)[0]
    assert (site._snapshot.spent.sessions, site._snapshot.spent.numbers) == (2, 2 * sent)
    with pytest.raises(Refused, match="answered in 2 sessions"):
        site.answer(next(noisy_coordinator(TABLES)).bytes)


def test_a_promise_of_too_few_numbers_spends_nothing(tmp_path, monkeypatch):
    site = table_sites(TABLES, tmp_path, only=0)[0]
    hello = messages.read(next(noisy_coordinator(TABLES)).bytes, MOST)
    with untouched(monkeypatch), pytest.raises(Refused, match="promises too few numbers"):
        site.answer(replace(hello, promise={**hello.promise, "numbers": 18}).pack())
    assert site._snapshot.spent.rho == 0


def run_twice(coordinator, clients):
    """Each message goes to the sites twice."""
    for message in coordinator:
        deliver(clients, message)
        coordinator.feed(deliver(clients, message))


@pytest.mark.parametrize("masks", [True, False])
def test_totals_over_sessions_of_many_rounds(tmp_path, masks):
    """A round counts once, however often it is asked. The limit ends a session in its midst."""
    values = site_values(3, 3)
    options = {"states": tmp_path, "masks": masks}
    run(coordinate(3, masks=masks), make_clients(values, **options))
    limits = Limits(total=8 * 8 + 7)
    clients = make_clients(values, limits=limits, **options)
    assert clients[0]._snapshot.spent.numbers == 5 * 8
    coordinator = coordinate(3, masks=masks)
    with pytest.raises(Refused, match="limits allow"):
        run_twice(coordinator, clients)
    assert coordinator.rounds == 3
    assert clients[0]._snapshot.spent.numbers == 8 * 8
    for most, goes in ((2, False), (3, True)):
        clients = make_clients(values, limits=Limits(sessions=most), **options)
        hello = next(coordinate(3, masks=masks)).bytes
        if goes:
            clients[0].answer(hello)
        else:
            with pytest.raises(Refused, match="answered in 2 sessions"):
                clients[0].answer(hello)


def test_a_session_that_asks_nothing_spends_nothing(tmp_path):
    limits = Limits(epsilon=1.0, sessions=1)
    for _ in range(3):
        sites = table_sites(TABLES, tmp_path, limits)
        until(messages.Question, noisy_coordinator(TABLES), sites)
        assert sites[0]._snapshot.spent.record() == {"rho": 0.0, "sessions": 0, "numbers": 0}
    run(noisy_coordinator(TABLES), sites)
    assert sites[0]._snapshot.spent.sessions == 1


def test_a_restart_with_smaller_totals_ends_a_session_that_was_asked_nothing(tmp_path):
    limits = Limits(epsilon=1.0)
    sites = table_sites(TABLES, tmp_path, limits)
    content = until(messages.Question, noisy_coordinator(TABLES), sites).pack()
    for less in (Limits(epsilon=0.5), Limits(epsilon=1.0, total=18)):
        kill(tmp_path / "site0")
        old = states_of(tmp_path)["site0"]
        site = table_sites(TABLES, tmp_path, less, only=0)[0]
        with pytest.raises(Refused) as caught:
            site.answer(content)
        assert caught.value.reason == "session"
        kill(tmp_path / "site0")
        (tmp_path / "site0").write_bytes(old)
    # What is spent is spent: the question that was answered is answered again.
    first = sites[1].answer(content)
    kill(tmp_path / "site1")
    again = table_sites(TABLES, tmp_path, Limits(epsilon=0.5), only=1)[1]
    assert again.answer(content) == first


@pytest.mark.parametrize("name", ["sessions", "total"])
@pytest.mark.parametrize("value", [0, -1, 1.5, "x", True])
def test_bad_totals(name, value):
    with pytest.raises(mcbnc.InvalidInputError, match=name):
        Limits(**{name: value})
