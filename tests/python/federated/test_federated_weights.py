"""Weights of sites: the answer of one place, the rule with masks, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from federation import deliver, keys, public, run, same, same_run
from helpers import names, noisy_copies, random_dags
from test_federated_consensus import CASES

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages
from mcbnc.federated._secure.weights import place_of

MOST = 1 << 28
NODES = names(9)
DAGS = noisy_copies(5, 6, 9, density=0.4)
CLASSES = [20, 0.5, 0.5, 0.5, 20, 20]  # three sites of each weight


def masked(sites: int, **options):
    """The clients of a session with masks, each with a DAG."""
    private = keys(sites)
    peers = [public(key) for key in private]
    return {
        k: fed.Client(DAGS[k], nodes=NODES, identity=key, peers=peers, **options)
        for k, key in enumerate(private)
    }


@pytest.mark.parametrize("case", CASES)
def test_the_answer_is_that_of_one_place(case):
    options = CASES[case]
    weights = [[1, 3, 0.25, 1, 1, 7, 2, 2][k] for k in range(len(options["dags"]))]
    for theta in (0.3, "auto"):
        report = fed.simulate(theta=theta, weights=weights, **options)
        same(report.result, mcbnc.consensus(theta=theta, weights=weights, **options))
    ours = fed.simulate(theta=None, weights=weights, **options).result
    theirs = mcbnc.trajectory(weights=weights, **options)
    same_run(ours, theirs)
    # Thresholds are shown as weights distinguish them.
    assert repr(ours).partition(", complete")[0] == repr(theirs).partition(", complete")[0]
    assert ours.at(0.4).cpdag.tobytes() == theirs.at(0.4).cpdag.tobytes()


def test_masked_is_plain_whatever_place_a_site_has():
    expected = mcbnc.consensus(DAGS, nodes=NODES, weights=CLASSES)
    assert expected.edges != mcbnc.consensus(DAGS, nodes=NODES).edges
    coordinator = fed.Coordinator(NODES, 6, weights=CLASSES)
    clients = masked(6)
    run(coordinator, clients)
    same(coordinator.result, expected)
    same(clients[4].result, expected)
    assert fed.simulate(DAGS, nodes=NODES, weights=CLASSES, masks=True).numbers == coordinator.numbers


def test_weights_by_client():
    called = dict(zip("abcdef", CLASSES, strict=True))
    coordinator = fed.Coordinator(NODES, list("fcedba"), weights=called, masks=False)
    sites = {
        name: fed.Client(dag, nodes=NODES, masks=False) for name, dag in zip("abcdef", DAGS, strict=True)
    }
    run(coordinator, sites)
    same(coordinator.result, mcbnc.consensus(DAGS, nodes=NODES, weights=CLASSES))


def test_weight_zero_without_masks():
    weights = [1, 0, 2, 1, 0, 1]
    same(fed.simulate(DAGS, weights=weights).result, mcbnc.consensus(DAGS, weights=weights))


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ([1, 2], "weights must be 6 numbers"),
        ([1, 1, 1, 1, 1, -1], "weights must be finite and not negative"),
        ([0] * 6, "weights are all zero"),
        ("abc", "weights must be numbers"),
        ({0: 1}, "weights lacks 1"),
        (dict.fromkeys(range(7), 1), "weights has no client 6"),
        ([0, 0, 0, 1, 1, 1], "no site has weight 0"),
        ([1, 16, 16, 16, 16, 16], "1 site alone has weight 1"),
        ([2, 2, 3, 3, 3, 3], "2 sites alone have weight 2"),
    ],
)
def test_weights_that_are_refused(weights, says):
    with pytest.raises(mcbnc.InvalidInputError, match=says) as caught:
        fed.Coordinator(NODES, 6, weights=weights)
    assert caught.value.argument == "weights"


def test_learning_has_no_weights():
    states = {name: [0, 1] for name in NODES}
    with pytest.raises(mcbnc.InvalidInputError, match="learning from counts takes no weights;"):
        fed.Coordinator(NODES, 3, task="learning", states=states, weights=[1, 1, 1])


def test_a_site_refuses_weights_that_undo_its_masks():
    """A coordinator that lies about its own limits gets no further."""
    coordinator = fed.Coordinator(NODES, 6, weights=[1, 2, 2, 2, 2, 2], limits=fed.Limits(same_weight=1))
    message = next(coordinator)
    with pytest.raises(fed.Refused, match="1 site alone has weight 1") as caught:
        masked(6)[0].answer(message.bytes)
    assert caught.value.reason == "limits"
    agreed = fed.Coordinator(NODES, 6, weights=[1, 2, 2, 2, 2, 2], limits=fed.Limits(same_weight=1))
    run(agreed, masked(6, limits=fed.Limits(same_weight=1)))
    same(agreed.result, mcbnc.consensus(DAGS, nodes=NODES, weights=[1, 2, 2, 2, 2, 2]))


@pytest.mark.parametrize("places", [[], [0, 1, 2, 3, 4, 4], [1, 2, 3, 4, 5, 6], [0, 1], [True] * 6, None])
def test_a_site_refuses_a_roster_without_right_places(places):
    coordinator, clients = fed.Coordinator(NODES, 6, weights=CLASSES), masked(6)
    coordinator.feed(deliver(clients, next(coordinator)))
    roster = messages.read(next(coordinator).bytes, MOST)
    assert sorted(roster.places) == list(range(6))
    assert [place_of(roster, member) for member in roster.members] == roster.places
    content = replace(roster, places=places).pack()
    with pytest.raises(fed.Refused):
        clients[0].answer(content)


def test_sites_without_weights_take_no_places():
    coordinator, clients = fed.Coordinator(NODES, 3), masked(3)
    coordinator.feed(deliver(clients, next(coordinator)))
    roster = messages.read(next(coordinator).bytes, MOST)
    assert roster.places == []
    with pytest.raises(fed.Refused) as caught:
        clients[0].answer(replace(roster, places=[0, 1, 2]).pack())
    assert caught.value.reason == "roster"


def test_another_place_in_a_new_session_is_refused(tmp_path):
    """Earlier sums have the weights that the sites had then."""
    log = tmp_path / "log"
    coordinator, clients = fed.Coordinator(NODES, 6, weights=CLASSES, journal=log), masked(6)
    for _ in range(5):
        coordinator.feed(deliver(clients, next(coordinator)))
    moved = masked(6)
    moved[0], moved[1] = moved[1], moved[0]
    coordinator.close()
    again = fed.Coordinator(NODES, 6, weights=CLASSES, journal=log, new_session=True)
    again.feed(deliver(moved, next(again)))
    with pytest.raises(fed.Refused, match="other places"):
        next(again)
    again.close()
    last = fed.Coordinator(NODES, 6, weights=CLASSES, journal=log, new_session=True)
    run(last, masked(6))
    same(last.result, mcbnc.consensus(DAGS, nodes=NODES, weights=CLASSES))


def test_a_log_of_other_weights_is_refused(tmp_path):
    fed.Coordinator(NODES, 6, weights=CLASSES, journal=tmp_path / "log")
    with pytest.raises(mcbnc.InvalidInputError, match="another run"):
        fed.Coordinator(NODES, 6, weights=[1] * 6, journal=tmp_path / "log")


def test_many_random_cases():
    for seed in range(40):
        r = 1 + seed % 5
        dags, weights = random_dags(seed, r, 6, 0.4), [1 + (seed * k) % 7 / 4 for k in range(r)]
        same(fed.simulate(dags, weights=weights).result, mcbnc.consensus(dags, weights=weights))


def test_other_weights_in_a_later_session_are_refused(tmp_path):
    """Two partitions of the sites by weight would show the difference of two sites' numbers."""
    private = keys(6)
    peers = [public(key) for key in private]

    def clients():
        return {
            k: fed.Client(DAGS[k], nodes=NODES, identity=key, peers=peers, state=tmp_path / str(k))
            for k, key in enumerate(private)
        }

    run(fed.Coordinator(NODES, 6, weights=CLASSES), clients())
    run(fed.Coordinator(NODES, 6, weights=[2 * weight for weight in CLASSES]), clients())  # the same sets
    run(fed.Coordinator(NODES, 6), clients())  # the sum of what is known
    swapped = [CLASSES[0], CLASSES[4], *CLASSES[2:4], CLASSES[1], CLASSES[5]]
    with pytest.raises(fed.Refused) as caught:
        run(fed.Coordinator(NODES, 6, weights=swapped), clients())
    assert caught.value.reason == "change"
