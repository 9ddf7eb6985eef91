"""Sites of several DAGs: the answer of one place, and what is refused."""

from __future__ import annotations

import random
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from federation import deliver, run, same, same_run
from golden_cases import GOLDEN, load_case
from helpers import matrix, names, noisy_copies
from test_federated_consensus import CASES

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.frame import digest

MOST = 1 << 28
NODES = names(9)
DAGS = noisy_copies(5, 20, 9, density=0.4)


def split(dags, sites: int):
    """The DAGs of each site, and how many these are."""
    parts = np.array_split(np.asarray(dags), sites)
    return parts, [len(part) for part in parts]


def in_parts(dags, sites: int, *, nodes=None, **options):
    """A run over sites of several DAGs."""
    parts, held = split(dags, sites)
    inner = range(len(dags[0])) if nodes is None else nodes
    coordinator = fed.Coordinator(inner, sites, dags=held, masks=False, **options)
    clients = {k: fed.Client(part, several=True, nodes=nodes, masks=False) for k, part in enumerate(parts)}
    run(coordinator, clients)
    return coordinator, clients


@pytest.mark.parametrize("case", CASES)
def test_the_answer_is_that_of_one_place(case):
    options = CASES[case]
    sites = min(3, len(options["dags"]))
    for theta in (0.3, "auto"):
        coordinator, clients = in_parts(sites=sites, theta=theta, **options)
        expected = mcbnc.consensus(theta=theta, **options)
        same(coordinator.result, expected)
        same(clients[0].result, expected)
    coordinator, _ = in_parts(sites=sites, theta=None, **options)
    same_run(coordinator.result, mcbnc.trajectory(**options))


@pytest.mark.parametrize("options", [{"draft": 1}, {"open_above": 1}, {"budget": 1}, {"union": "counts"}])
def test_what_may_be_chosen_changes_nothing(options):
    same(in_parts(DAGS, 2, **options)[0].result, mcbnc.consensus(DAGS))


def test_refusion():
    same(in_parts(DAGS, 3, output="refusion")[0].result, mcbnc.consensus(DAGS, output="refusion"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_cases(path):
    """The DAGs of one client have one weight, so each weight has a client."""
    case = load_case(path)
    dags = np.stack([matrix(arcs, case["n"]) for arcs in case["dags"]])
    weights = np.array(case["weights"] or [1] * len(dags))
    kinds = np.unique(weights)
    parts = [dags[weights == kind] for kind in kinds]
    coordinator = fed.Coordinator(
        range(case["n"]),
        len(kinds),
        dags=list(map(len, parts)),
        weights=kinds,
        masks=False,
        theta=None,
        k_max=case["kmax"],
    )
    run(coordinator, {k: fed.Client(part, several=True, masks=False) for k, part in enumerate(parts)})
    same_run(coordinator.result, mcbnc.trajectory(dags, weights=case["weights"], k_max=case["kmax"]))


def test_sites_of_one_and_of_several():
    coordinator = fed.Coordinator(NODES, 3, dags=[1, 18, 1], weights=[3, 1, 0.5], masks=False)
    clients = {
        0: fed.Client(DAGS[0], nodes=NODES, masks=False),
        1: fed.Client(list(DAGS[1:19]), nodes=NODES, several=True, masks=False),
        2: fed.Client(DAGS[19], nodes=NODES, masks=False),
    }
    run(coordinator, clients)
    same(coordinator.result, mcbnc.consensus(DAGS, nodes=NODES, weights=[3, *[1] * 18, 0.5]))


def test_other_columns():
    moved = [3, 1, 4, 0, 5, 8, 2, 6, 7]
    clients = {
        0: fed.Client(DAGS[:11], nodes=NODES, several=True, masks=False),
        1: fed.Client(
            DAGS[11:][:, moved][:, :, moved], nodes=[NODES[k] for k in moved], several=True, masks=False
        ),
    }
    coordinator = fed.Coordinator(NODES, 2, dags=[11, 9], masks=False)
    run(coordinator, clients)
    same(coordinator.result, mcbnc.consensus(DAGS, nodes=NODES))


def test_questions_again_and_in_any_order():
    """A site asked all questions again, in any order, sends what it sent."""
    part = DAGS[:12]
    site = fed.Client(part, several=True, masks=False)
    coordinator = fed.Coordinator(range(9), 1, dags=[12], masks=False, theta=None, draft=5, union="counts")
    told = []
    for message in coordinator:
        replies = deliver({0: site}, message)
        told.append((message.bytes, replies[0]))
        coordinator.feed(replies)
    rounds = [pair for pair in told if isinstance(messages.read(pair[0], MOST), messages.Question)]
    assert len(rounds) > 8
    fresh = fed.Client(part, several=True, masks=False, identity=site.identity)
    for content, reply in told[:-1]:
        again = fresh.answer(content)  # its commitment in the Key is with a secret of its own
        assert again == reply or (content, reply) not in rounds
    generator = random.Random(1)
    for _ in range(60):
        content, reply = generator.choice(rounds)
        assert fresh.answer(content) == reply


def test_a_restarted_site_goes_on(tmp_path):
    coordinator = fed.Coordinator(NODES, 2, dags=[10, 10], masks=False)
    states = [tmp_path / "a", tmp_path / "b"]

    def start(k):
        part = DAGS[10 * k : 10 * k + 10]
        return fed.Client(part, nodes=NODES, several=True, masks=False, state=states[k])

    clients = {0: start(0), 1: start(1)}
    for rounds, message in enumerate(coordinator):
        clients[rounds % 2].close()  # its state is of one client at a time
        clients[rounds % 2] = start(rounds % 2)
        coordinator.feed(deliver(clients, message))
    same(coordinator.result, mcbnc.consensus(DAGS, nodes=NODES))


def test_a_site_of_many_dags_refuses_masks():
    with pytest.raises(mcbnc.InvalidInputError, match="masks=False"):
        fed.Client(DAGS, several=True)
    with pytest.raises(mcbnc.InvalidInputError, match="each site has one DAG"):
        fed.Coordinator(NODES, 3, dags=[2, 2, 2])
    with pytest.raises(mcbnc.InvalidInputError, match="must be a square matrix"):
        fed.Client(list(DAGS), masks=False)


@pytest.mark.parametrize(
    ("dags", "says"),
    [
        ([1], "dags must be 2 numbers"),
        ([0, 1], "dags"),
        (5, "dags must be 2 numbers"),
        ({0: 3}, "dags lacks 1"),
    ],
)
def test_numbers_of_dags_that_are_refused(dags, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        fed.Coordinator(NODES, 2, dags=dags, masks=False)
    assert caught.value.argument == "dags"


def test_another_number_of_dags_is_refused():
    site = fed.Client(DAGS, several=True, nodes=NODES, masks=False)
    coordinator = fed.Coordinator(NODES, 1, masks=False)
    with pytest.raises(fed.Refused, match="has 20 DAGs, and in this session each site has one"):
        site.answer(next(coordinator).bytes)
    coordinator = fed.Coordinator(NODES, 1, dags=[19], masks=False)
    for _ in range(2):
        coordinator.feed({0: site.answer(next(coordinator).bytes)})
    with pytest.raises(fed.Refused, match="20 DAGs where site 0 has 19"):
        site.answer(next(coordinator).bytes)


@pytest.mark.parametrize("weights", [None, [3.0, 1.0]])
@pytest.mark.parametrize("count", [10**7, 2**62])
def test_a_number_of_dags_takes_no_memory_at_a_site(weights, count):
    """A coordinator may send any number of another site's DAGs, and then a result, without a question."""
    parts, held = split(DAGS, 2)
    clients = {k: fed.Client(part, several=True, nodes=NODES, masks=False) for k, part in enumerate(parts)}
    sent = []
    coordinator = fed.Coordinator(NODES, 2, dags=held, weights=weights, masks=False)
    for message in coordinator:
        sent.append(messages.read(message.bytes, MOST))
        coordinator.feed(deliver(clients, message))
    hello, roster, outcome = sent[0], sent[1], sent[-1]
    hello = replace(hello, session=bytes(32), options={**hello.options, "dags": [held[0], count]})
    tracemalloc.start()
    try:
        own = messages.read(clients[0].answer(hello.pack()), MOST).member
        members = [own if each.identity == own.identity else each for each in roster.members]
        roster = replace(roster, hello=digest(hello.pack()), members=members)
        clients[0].answer(roster.pack())
        clients[0].answer(replace(outcome, session=hello.session, last=digest(roster.pack())).pack())
        assert f"{held[0] + count} DAGs" in repr(clients[0].result)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
