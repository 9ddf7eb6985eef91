"""What the tests of federations share: a task with several rounds, and a transport in one process."""

from __future__ import annotations

import hashlib
import weakref
from dataclasses import replace

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import mcbnc
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client, Coordinator, OutOfStep, Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.task import Asked, Found
from mcbnc.federated._secure.keys import Identity
from mcbnc.federated._secure.masks import PROBES

BUCKETS = 8


class Values:
    """A site with whole numbers from 0 to 8**digits - 1."""

    recipe = b""

    def __init__(self, values) -> None:
        self.values = np.array(values, np.int64)

    def digest(self) -> bytes:
        return hashlib.sha256(self.values.tobytes()).digest()

    def open(self, hello):
        if hello.task != "median":
            raise InvalidInputError("this site answers no such task")
        return _Histogram(self.values, hello.options["digits"], hello.options["shown"])


class _Histogram:
    def __init__(self, values, digits, shown) -> None:
        self.values = values
        self.digits = digits
        self.shown = shown

    def check(self, question):
        pass

    def check_told(self, question, shown):
        """Where each site is shown all sums, it finds the prefix of the question by them."""
        if not self.shown:
            return
        told = question.arrays.get("q_prefix")
        step = Median(self.digits).next(shown)
        if told is None or not isinstance(step, Asked) or step.arrays["q_prefix"].tolist() != told.tolist():
            raise InvalidInputError("it has another prefix than that of the median")

    def answer(self, question, secrets, most, place):
        """Count the site's values whose first digits are the prefix, by the next digit."""
        if question.info.get("kind") != "digit" or "q_prefix" not in question.arrays:
            raise InvalidInputError("no such question")
        assert len(secrets.question) == 32
        if most.numbers < BUCKETS:
            raise Refused("it asks for more numbers than there may be", reason="limits")
        prefix = question.arrays["q_prefix"]
        split = (self.values[:, None] // BUCKETS ** np.arange(self.digits)[::-1]) % BUCKETS
        among = split[(split[:, : len(prefix)] == prefix).all(axis=1)]
        return np.bincount(among[:, len(prefix)], minlength=BUCKETS).astype(np.uint64)

    def result(self, info, arrays):
        return info["median"]


class Median:
    """The lower median of all sites' values, one digit a round: each question needs all the sums before.

    If they are `shown`, sites with masks add up the sums themselves.
    """

    name = "median"

    def __init__(
        self, digits: int = 5, least: int = 0, length: int | None = BUCKETS, shown: bool = True
    ) -> None:
        self.options = {"digits": digits, "names": ["a", "é"], "share": 0.1, "least": least, "shown": shown}
        self.digits = digits
        self.shown = shown
        self.length = length

    def next(self, history):
        prefix, rank = [], None
        for question, sums in history:
            assert question.arrays["q_prefix"].tolist() == prefix
            if rank is None:
                rank = (int(sums.sum()) - 1) // 2
            if int(sums.sum()) > 2**40:
                raise Refused("there are not so many values", reason="data")
            below = np.cumsum(sums)
            digit = int(np.searchsorted(below, rank, side="right"))
            rank -= int(below[digit - 1]) if digit else 0
            prefix.append(digit)
        if len(prefix) < self.digits:
            arrays = {"q_prefix": np.array(prefix, np.int32)}
            return Asked({"kind": "digit", "note": 0.5}, arrays, self.length, self.shown)
        median = sum(digit * BUCKETS**i for i, digit in enumerate(reversed(prefix)))
        return Found(median, {"median": median}, {"digits": np.array(prefix, np.uint8)})


def site_values(seed: int, sites: int, digits: int = 5) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [rng.integers(0, BUCKETS**digits, rng.integers(1, 30)) for _ in range(sites)]


def median(values) -> int:
    every = np.sort(np.concatenate(values))
    return int(every[(len(every) - 1) // 2])


def keys(sites: int, seed: int = 0) -> list[bytes]:
    """Private identity keys."""
    return [hashlib.sha256(f"{seed} {i}".encode()).digest() for i in range(sites)]


def public(key: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(key).public_key().public_bytes_raw()


_USERS: weakref.WeakValueDictionary[str, Client | Coordinator] = weakref.WeakValueDictionary()
"""Of each state the client that has it, and of each log the coordinator."""


def kill(file) -> None:
    """End the client that has a state, or the coordinator of a log, as if its process had been killed."""
    user = _USERS.pop(str(file), None)
    if user is not None:
        user.close()


def make_clients(values, *, masks=True, states=None, seed=0, only=None, **options):
    """Clients by number, all or one. With `states`, those that had the states before are killed."""
    identities = keys(len(values), seed)
    peers = [public(key) for key in identities]
    chosen = range(len(values)) if only is None else [only]
    if states is not None:
        for i in chosen:
            kill(states / f"site{i}")
    clients = {
        i: Client(
            Values(each),
            identity=identity if masks else peers[i],
            peers=peers if masks else None,
            masks=masks,
            state=None if states is None else states / f"site{i}",
            **options,
        )
        for i, (each, identity) in enumerate(zip(values, identities, strict=True))
        if i in chosen
    }
    if states is not None:
        _USERS.update({str(states / f"site{i}"): client for i, client in clients.items()})
    return clients


def resigned(answer, numbers, site=None):
    """An answer with other numbers, signed by the key of a site if it has one."""
    lie = messages.Answer(answer.identity, answer.question, numbers)
    if site is None:
        return lie
    return replace(lie, signature=Identity(keys(site + 1)[site]).sign_answer(lie.question, lie.digest()))


def coordinate(
    sites: int, *, masks=True, digits=5, length: int | None = BUCKETS, shown=True, **options
) -> Coordinator:
    """A coordinator. With `log`, the one who had the log before is killed."""
    log = options.get("journal")
    kill(log)
    made = Coordinator(
        ["x", "y"], sites, task=Median(digits, length=length, shown=shown), masks=masks, **options
    )
    if log is not None:
        _USERS[str(log)] = made
    return made


def deliver(clients, message) -> dict[int, bytes]:
    """What a transport does: a refusal travels like any reply."""
    replies = {}
    for client in message.to:
        try:
            replies[client] = clients[client].answer(message.bytes)
        except OutOfStep as late:
            replies[client] = late.bytes
        except Refused as refused:
            replies[client] = refused.bytes
    return replies


def run(coordinator, clients):
    for message in coordinator:
        coordinator.feed(deliver(clients, message))
    return coordinator.result


def until(kind, coordinator, sites):
    """Carry the messages up to the first one of a kind, which is returned and not sent yet."""
    for message in coordinator:
        content = messages.read(message.bytes, 1 << 28)
        if isinstance(content, kind):
            return content
        coordinator.feed(deliver(sites, message))
    raise AssertionError("no such message came")


def unmasked_total(sites, question):
    """What the coordinator gets: the sum without its masks."""
    answers = [messages.read(site.answer(question), 1 << 28).numbers for site in sites.values()]
    numbers = np.sum(answers, axis=0, dtype=np.uint64)
    assert not numbers[-PROBES:].any()
    return numbers[:-PROBES].astype(np.int64).tolist()


STEPS = ("step_edges", "score", "psi", "h_ptr", "h", "s_ptr", "s")


def outcome_of(coordinator, clients) -> messages.Outcome:
    """Run a federation up to the message that has its result. No client has answered it yet."""
    for message in coordinator:
        outcome = messages.read(message.bytes, 1 << 28)
        if isinstance(outcome, messages.Outcome):
            return outcome
        coordinator.feed({client: clients[client].answer(message.bytes) for client in message.to})
    raise AssertionError("there was no result")


def same(ours, theirs):
    np.testing.assert_array_equal(ours.adjacency, theirs.adjacency)
    np.testing.assert_array_equal(ours.cpdag, theirs.cpdag)
    assert ours.nodes == theirs.nodes
    assert ours.theta == theirs.theta
    same_run(ours, theirs)


def same_run(ours, theirs):
    np.testing.assert_array_equal(ours.fusion, theirs.fusion)
    assert ours.order == theirs.order
    assert ours.nodes == theirs.nodes
    for name in STEPS:
        a, b = ours._run.steps[name], theirs._run.steps[name]
        assert a.tobytes() == b.tobytes()
        assert a.dtype == b.dtype


def rows_of(seed: int, sites: int, n: int = 6, states: int = 3):
    """Rows of sites that follow one chain, with its noise, as tables of words."""
    rng = np.random.default_rng(seed)
    tables = []
    for _ in range(sites):
        rows = int(rng.integers(30, 200))
        columns = [rng.integers(0, states, rows)]
        for k in range(1, n):
            noise = rng.integers(0, states, rows)
            columns.append(np.where(rng.random(rows) < 0.7, columns[k - 1], noise))
        tables.append(
            {f"{'zyxwvu'[k]}{k}": np.array(["low", "mid", "top"])[column] for k, column in enumerate(columns)}
        )
    return tables


STATES = ["low", "mid", "top"]


def table_sites(tables, state=None, limits=None, numbers=False, only=None):
    """Sites that learn, by number. With a folder `state`, those that had the states before are killed."""
    private = keys(len(tables))
    peers = [public(key) for key in private]
    sites = {}
    for k, table in enumerate(tables):
        if only not in (None, k):
            continue
        path = None if state is None else state / f"site{k}"
        kill(path)
        data = mcbnc.Rows(table, states={n: STATES for n, c in table.items() if c.dtype.kind == "U"})
        sites[k] = Client(
            data,
            task="learning",
            identity=private[k],
            peers=peers,
            state=path,
            limits=limits,
            numbers=numbers,
        )
        if path is not None:
            _USERS[str(path)] = sites[k]
    return sites


def noisy_coordinator(tables, epsilon=1.0, **options):
    nodes = list(tables[0])
    states = options.pop("states", [STATES] * len(nodes))
    return Coordinator(
        nodes, len(tables), task="learning", states=states, rounds="one", epsilon=epsilon, **options
    )
