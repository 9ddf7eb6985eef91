"""A coordinator that lies: a site answers or refuses. No message ends it or fills its memory."""

from __future__ import annotations

import copy
import dataclasses
import random
import tracemalloc

import numpy as np
import pandas as pd
import pytest
from federation import keys, public
from helpers import LONGER

import mcbnc
from mcbnc.federated import Client, Coordinator, Limits, Numbers, Refused, VoteTask
from mcbnc.federated._coordinator.exchange import Greeting
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest
from mcbnc.federated._protocol.task import Asked, Sum

MOST = 1 << 28
NODES = list("abcde")
SITES = 3
STATES = {node: ["0", "1"] for node in NODES}
ODD = [
    *(
        None,
        True,
        False,
        0,
        1,
        -1,
        2,
        10,
        2**31,
        2**53,
        2**62,
        2**63 - 1,
        10**19,
        0.0,
        -0.0,
        0.5,
        1e308,
        5e-324,
    ),
    *("", "a", "or", "counts", "auto", "cpdag", "union", "refusion", "lowest", "votes", "bdeu", "bic", "bge"),
    *("x" * 1000, "\0", "\ud800", [], [[]], [[[]]], [0], [0, 1], [[0, 1]], [[0, 1, 2]], [[0, 0, 0]], [-1]),
    *([[-1, 2, 0]], [5], [[0, 5]], list(range(50)), [[0, 1]] * 100, {}, {"a": 1}, {"a": [0]}, ["a", "b"]),
    *(
        [["a", "b"]],
        [None],
        [[None]],
        [1.5],
        [True],
        [2**40],
        [[2**40]],
        [[0, 1, True]],
        ["a"] * 3,
        [[1]] * 3,
    ),
]
ODD_ARRAYS = [
    *(
        np.zeros(0, np.int32),
        np.arange(5, dtype=np.int32),
        np.zeros((0, 2), np.int32),
        np.array([[0, 0]], np.int32),
    ),
    *(np.array([[-1, 9]], np.int32), np.array([0, -1]), np.array([0, 2**62]), np.array([1.0, np.nan])),
    *(np.zeros((0, 5, 7), np.uint8), np.array([2**31 - 1], np.int32), np.zeros(3, np.uint64)),
    *(np.array([[0, 1], [1, 0]], np.int32), np.zeros(1000, np.int32)),
]


SLOW = [pytest.param(task, marks=pytest.mark.slow) for task in ("vote", "columns", "numbers")]
TASKS = ["consensus", "learning", *SLOW]
"""Of any message. The last two are learning from different columns, and from numbers in one round."""
RANGES = dict.fromkeys(NODES, Numbers(-9, 9))


def honest(task: str, rng: random.Random) -> Coordinator:
    options = {"theta": rng.choice([None, 0.5, "auto"]), "weights": rng.choice([None, [2.0] * SITES])}
    if task == "learning":
        options = {"states": STATES, "score": rng.choice(["bdeu", "bic"])}
    elif task == "columns":
        task, options = "learning", {"states": STATES, "columns": "union"}
    elif task == "numbers":
        task, options = "learning", {"states": RANGES, "rounds": "one", "epsilon": rng.choice([None, 50])}
    elif task == "vote":
        return Coordinator(NODES, SITES, task=VoteTask(nodes=rng.choice(["same", "union"])))
    return Coordinator(NODES, SITES, task=task, **options)


def sites(task: str, seed: int) -> list[Client]:
    rng, own = np.random.default_rng(seed), keys(SITES)
    data = [np.triu((rng.random((5, 5)) < 0.5).astype(np.uint8), 1) for _ in range(SITES)]
    options = {"nodes": NODES}
    if task == "numbers":
        task, options = "learning", {"numbers": True, "codebook": RANGES}
        data = [pd.DataFrame(rng.normal(size=(40, 5)), columns=NODES) for _ in range(SITES)]
    elif task in ("learning", "columns"):
        task = "learning"
        tables = [{node: rng.integers(0, 2, 40).astype(str) for node in NODES} for _ in range(SITES)]
        data, options = [mcbnc.Rows(table, states=STATES) for table in tables], {}
    peers = [public(key) for key in own]
    return [
        Client(each, task=task, identity=key, peers=peers, limits=Limits(same_columns=1), **options)
        for each, key in zip(data, own, strict=True)
    ]


def first(coordinator: Coordinator) -> messages.Hello:
    return messages.read(next(coordinator).bytes, MOST)


def told(hello: messages.Hello, **changes) -> bytes:
    return dataclasses.replace(hello, **changes).pack()


def answered(client: Client, content: bytes) -> messages.Message:
    """What the site sends: an answer, or a refusal that the coordinator can read. No other error."""
    try:
        return messages.read(client.answer(content), MOST)
    except Refused as refused:
        refusal = messages.read(refused.bytes, MOST)
        assert isinstance(refusal, messages.Refusal)
        assert refusal.digest == digest(content)
        return refusal


def roster_of(clients: list[Client], hello: bytes, placed: bool) -> bytes | None:
    """The roster after the sites' keys. None if a site refuses."""
    replies = [answered(client, hello) for client in clients]
    if not all(isinstance(reply, messages.Key) for reply in replies):
        return None
    members = sorted((reply.member for reply in replies), key=lambda member: member.identity)
    roster = messages.Roster(digest(hello), members, list(range(SITES)) if placed else []).pack()
    if any(isinstance(answered(client, roster), messages.Refusal) for client in clients):
        return None
    return roster


def mutated(value, rng: random.Random):
    """The value with something else somewhere in it."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        value, key = dict(value), rng.choice(sorted(value))
        if rng.random() < 0.1:
            del value[key]
        elif rng.random() < 0.1:
            value[rng.choice(["zz", "data", "dags", "secret", "unit", "own", "tables", "pairs", "most"])] = 1
        else:
            value[key] = mutated(value[key], rng)
        return value
    if isinstance(value, list) and value and rng.random() < 0.6:
        value, place = list(value), rng.randrange(len(value))
        way = rng.random()
        if way < 0.15:
            del value[place]
        elif way < 0.4:
            value = value * rng.choice([2, 3, 50])
        else:
            value[place] = mutated(value[place], rng)
        return value
    return copy.deepcopy(rng.choice(ODD))


# --- the first message --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [10**6, 2**20, 10**9, 2**62])
def test_a_number_of_states_takes_no_memory_at_a_site(count):
    """A coordinator sends lists. A number would let one message of 500 bytes take any amount of memory."""
    hello = first(honest("learning", random.Random(0)))
    content = told(hello, options={**hello.options, "states": [count, *[["0", "1"]] * 4]})
    client = sites("learning", 0)[0]
    tracemalloc.start()
    try:
        assert answered(client, content).reason == "data"
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("states", [10**9, 2**63, list(range(2**20 + 1))], ids=["number", "huge", "list"])
def test_a_mistyped_number_of_states_is_refused_at_the_coordinator(states):
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"states of 'c': \d+ states are too many; at most 1048576"
    ):
        Coordinator(NODES, SITES, task="learning", states={**STATES, "c": states})


def test_numbers_of_states_become_lists_that_sites_take():
    coordinator = Coordinator(NODES, SITES, task="learning", states=[["0", "1"], 2, 3, 2, 2])
    assert first(coordinator).options["states"] == [["0", "1"], [0, 1], [0, 1, 2], [0, 1], [0, 1]]


WEIGHTS = [
    *(
        [],
        [1.0, 1.0],
        [1.0] * 9,
        ["a"] * 3,
        ["a", "b", "c"],
        [[1], [2], [3]],
        [True] * 3,
        [None] * 3,
        {"a": 1},
    ),
    *("111", 3, False, [-1.0] * 3, [[[]]] * 3, [10**19] * 3, [1, 1.0, True], [1.0, 1.0 + 2**-52, 2.0]),
]


@pytest.mark.parametrize("weights", WEIGHTS, ids=str)
def test_weights_that_are_none_are_refused(weights):
    hello = first(honest("consensus", random.Random(0)))
    content = told(hello, options={**hello.options, "weights": weights})
    assert answered(sites("consensus", 0)[0], content).reason in ("limits", "data")


@pytest.mark.parametrize("task", ["consensus", "learning"])
def test_each_option_must_have_its_own_type(task):
    """Each value in the place of each option. A site takes the hello only if a coordinator could send it."""
    hello, clients = first(honest(task, random.Random(1))), sites(task, 0)
    for name in sorted(hello.options):
        for value in ODD:
            options = {**hello.options, name: value}
            reply = answered(clients[0], told(hello, session=random.randbytes(32), options=options))
            if isinstance(reply, messages.Key):
                assert type(value) in (type(hello.options[name]), type(None), str, int, float, list)
                continue
            assert reply.reason in ("data", "limits", "scores")
    for lacking in hello.options:
        options = {name: value for name, value in hello.options.items() if name != lacking}
        assert isinstance(answered(clients[0], told(hello, options=options)), messages.Refusal)


@pytest.mark.parametrize(
    ("task", "changes"),
    [
        ("learning", {"score": {"name": "bdeu", "ess": "x"}}),
        ("learning", {"score": {"name": "bdeu", "ess": 1}}),
        ("learning", {"score": {"name": "bdeu", "penalty": 1.0}}),
        ("learning", {"score": {"name": "bdeu"}}),
        ("learning", {"score": {"name": [1], "ess": 1.0}}),
        ("learning", {"score": {"name": "BDeu", "ess": 1.0}}),
        ("learning", {"score": {}}),
        ("learning", {"score": "bdeu"}),
        ("learning", {"required": [[0, 1]]}),
        ("learning", {"required": [[0, 9, 0]]}),
        ("learning", {"required": [[-1, 2, 0]]}),
        ("learning", {"max_parents": "3"}),
        ("learning", {"max_parents": 3.0}),
        ("learning", {"draft": True}),
        ("learning", {"threshold": "0.5"}),
        ("learning", {"pairs": "some"}),
        ("learning", {"pair_weights": "ff"}),
        ("learning", {"pair_weights": 1}),
        ("consensus", {"theta": "0.5"}),
        ("consensus", {"k_max": [10]}),
        ("consensus", {"order": [0, 1, 2, 3]}),
        ("consensus", {"order": [True, 0, 2, 3, 4]}),
        ("consensus", {"canonical": 0}),
        ("consensus", {"draft": "16"}),
        ("consensus", {"zz": None}),
    ],
    ids=str,
)
def test_options_of_a_wrong_kind_end_the_session_at_once(task, changes):
    """Not at a question, where the engine would stumble over them."""
    hello = first(honest(task, random.Random(1)))
    reply = answered(sites(task, 0)[0], told(hello, options={**hello.options, **changes}))
    assert reply.reason == "data"


@pytest.mark.parametrize("clients", [2**20 + 1, 2**40])
def test_no_more_sites_than_a_session_may_have(clients):
    """What a site computes of their number, such as its noise, would never end."""
    with pytest.raises(Refused, match="its field 'clients' is wrong"):
        sites("learning", 0)[0].answer(told(first(honest("learning", random.Random(1))), clients=clients))
    with pytest.raises(mcbnc.InvalidInputError, match="from 1 to 1048576"):
        Coordinator(["a", "b"], clients)


def test_the_coordinator_hears_of_the_refusal():
    """It does not wait for ever: the site sends one word, and the run stops with the site's name."""
    coordinator, clients = honest("learning", random.Random(2)), sites("learning", 2)
    hello = first(coordinator)
    content = told(hello, options={**hello.options, "score": {"name": "bdeu", "ess": "x"}})
    coordinator._exchange = Greeting(content, coordinator.clients, masked=True)
    assert next(coordinator).bytes == content
    with pytest.raises(Refused) as at_the_site:
        clients[1].answer(content)
    with pytest.raises(Refused, match="client 1 refuses") as caught:
        coordinator.feed({1: at_the_site.value.bytes})
    assert (caught.value.client, caught.value.reason) == (1, "data")


# --- any message --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6 * LONGER))
@pytest.mark.parametrize("task", TASKS)
def test_mutated_hellos_are_answered_or_refused(task, seed):
    """Options, promises, nodes, numbers of clients; then an honest question about what the site took."""
    rng = random.Random(seed)
    coordinator = honest(task, rng)
    hello, clients = first(coordinator), sites(task, seed)
    question = coordinator._task.next(())
    for _ in range(150):
        changes = {"session": rng.randbytes(32), "options": mutated(hello.options, rng)}
        if rng.random() < 0.2:
            changes["promise"] = mutated(hello.promise, rng)
        if rng.random() < 0.1:
            changes["nodes"] = mutated(hello.nodes, rng)
        if rng.random() < 0.05:
            changes["clients"] = rng.choice([0, 1, 4, 2**40, -1, 3.0, "3"])
        try:
            content = told(hello, **changes)
        except (ValueError, RecursionError):  # JSON has no such value
            continue
        options = changes["options"]
        placed = isinstance(options, dict) and (
            any(options.get(name) for name in ("weights", "dags")) or options.get("columns") == "union"
        )
        roster = roster_of(clients, content, placed)
        if roster is not None:
            asked = messages.Question(changes["session"], 1, digest(roster), question.info, question.arrays)
            for client in clients:
                answered(client, asked.pack())


@pytest.mark.parametrize("seed", range(6 * LONGER))
@pytest.mark.parametrize("task", TASKS)
def test_mutated_questions_and_results_are_answered_or_refused(task, seed):
    rng = random.Random(seed)
    for _ in range(12):
        coordinator = honest(task, rng)
        hello, clients = first(coordinator), sites(task, seed)
        content = hello.pack()
        placed = hello.options.get("weights") is not None or hello.options.get("columns") == "union"
        roster = roster_of(clients, content, placed)
        before, history = digest(roster), []
        for t in range(1, 8):
            try:
                asked = coordinator._task.next(history)
            except mcbnc.McbncError:  # the sums are of other questions than it asked
                break
            info, arrays = mutated(asked.info, rng), dict(asked.arrays)
            if not isinstance(info, dict) or rng.random() < 0.5:
                info = asked.info
            elif arrays and rng.random() < 0.6:
                arrays[rng.choice([*arrays, "q_zz", "dags", "q_order"])] = rng.choice(ODD_ARRAYS)
            if not isinstance(asked, Asked):
                answered(clients[0], messages.Outcome(hello.session, before, info, arrays).pack())
                break
            try:
                question = messages.Question(hello.session, t, before, info, arrays).pack()
            except ValueError:  # JSON has no such value
                continue
            replies = [answered(client, question) for client in clients]
            if any(isinstance(reply, messages.Refusal) for reply in replies):
                break
            before = digest(question)
            sums = sum((reply.numbers for reply in replies[1:]), replies[0].numbers)
            history.append(Sum(Asked(info, arrays, len(sums) - 4), sums[:-4]))
