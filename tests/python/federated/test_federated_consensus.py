"""A consensus from sums alone, each DAG at its site: the answer of one place, byte for byte."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from federation import deliver, keys, public, rows_of, run, same, same_run
from helpers import names, noisy_copies, random_dags

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages

MOST = 1 << 28
NODES = names(8)

CASES = {
    "dense": {"dags": random_dags(1, 4, 7, 0.5)},
    "sparse": {"dags": random_dags(2, 6, 9, 0.2)},
    "noisy": {"dags": noisy_copies(3, 8, 10)},
    "one": {"dags": random_dags(3, 1, 6)},
    "two": {"dags": random_dags(4, 2, 6)},
    "start dag": {"dags": random_dags(5, 4, 7), "start": "dag"},
    "canonical": {"dags": random_dags(6, 4, 7), "canonical": True},
    "small H": {"dags": random_dags(8, 4, 7, 0.5), "k_max": 1},
    "cap": {"dags": random_dags(8, 4, 7, 0.5), "cap": 1},
    "named": {"dags": noisy_copies(9, 4, 8), "nodes": NODES},
    "required": {
        "dags": noisy_copies(9, 4, 8), "nodes": NODES,
        "knowledge": {"required": [{NODES[0], NODES[1]}], "forbidden": [{NODES[2], NODES[5]}]},
    },
    "order": {"dags": noisy_copies(9, 4, 8), "nodes": NODES, "order": NODES[::-1]},
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("draft", [1, 3, 16])
def test_consensus(case, draft):
    for theta in (0.0, 0.5, "auto"):
        report = fed.simulate(theta=theta, draft=draft, **CASES[case])
        same(report.result, mcbnc.consensus(theta=theta, **CASES[case]))


@pytest.mark.parametrize("case", CASES)
def test_trajectory(case):
    ours = fed.simulate(theta=None, **CASES[case]).result
    theirs = mcbnc.trajectory(**CASES[case])
    same_run(ours, theirs)
    assert ours.thetas.tolist() == theirs.thetas.tolist()
    for theta in (0.0, 0.5, 1.0, 9.0):
        np.testing.assert_array_equal(ours.at(theta).cpdag, theirs.at(theta).cpdag)


@pytest.mark.parametrize(
    "options", [{"union": "counts"}, {"member": "lowest"}, {"open_above": 1}, {"budget": 1}]
)
def test_what_the_coordinator_may_choose_changes_no_class(options):
    dags = noisy_copies(3, 8, 10)
    theirs = mcbnc.consensus(dags)
    ours = fed.simulate(dags, **options).result
    np.testing.assert_array_equal(ours.cpdag, theirs.cpdag)
    if "member" not in options:
        same(ours, theirs)


def test_refusion():
    for seed in range(5):
        dags = random_dags(seed, 4, 8, 0.4)
        same(fed.simulate(dags, output="refusion").result, mcbnc.consensus(dags, output="refusion"))


def test_masked_is_plain_and_tells_as_much():
    dags = noisy_copies(3, 5, 10)
    plain, masked = fed.simulate(dags), fed.simulate(dags, masks=True)
    same(masked.result, plain.result)
    assert (masked.rounds, masked.numbers) == (plain.rounds, plain.numbers)
    kinds = [leak.what for leak in plain.leaks]
    assert [leak.what for leak in masked.leaks] == kinds
    assert [leak.zeros for leak in masked.leaks] == [leak.zeros for leak in plain.leaks]


def test_partially_directed_inputs_and_names_in_any_order():
    named = pd.DataFrame(noisy_copies(1, 1, 4)[0], list("abcd"), list("abcd"))
    dags = [named, named.loc[list("dcba"), list("dcba")], mcbnc.consensus([named]).to_networkx(), named]
    report = fed.simulate(dags)
    same(report.result, mcbnc.consensus(dags))


def test_reports():
    report = fed.simulate(noisy_copies(3, 5, 10))
    assert report.rounds > 2
    assert sum(leak.numbers for leak in report.leaks) == report.numbers
    assert report.bytes > 8 * report.numbers
    assert report.received > 0
    assert f"{report.rounds} rounds" in str(report)
    assert "summed cuts" in str(report)
    learned = fed.simulate_learning(rows_of(1, 3))
    assert sum(leak.numbers for leak in learned.leaks) == learned.numbers
    assert learned.leaks[0].numbers == 1


def sessions(dags, *, state=None, journal=None, **options):
    """A coordinator, and sites with masks."""
    secrets = keys(len(dags))
    peers = [public(key) for key in secrets]
    sites = {
        k: fed.Client(dag, identity=secrets[k], peers=peers, state=state and state / f"{k}")
        for k, dag in enumerate(dags)
    }
    return fed.Coordinator(list(range(len(dags[0]))), len(dags), journal=journal, **options), sites


def test_sites_have_the_coordinators_result():
    dags = noisy_copies(3, 4, 9)
    for theta in (0.5, None):
        coordinator, sites = sessions(dags, theta=theta)
        result = run(coordinator, sites)
        for site in sites.values():
            same_run(site.result, result)
            if theta is not None:
                same(site.result, result)


def test_both_sides_killed_at_every_message(tmp_path):
    dags = noisy_copies(3, 4, 9)
    coordinator, sites = sessions(dags)
    exchanges = 0
    for message in coordinator:
        coordinator.feed(deliver(sites, message))
        exchanges += 1
    assert exchanges > 8
    for step in range(exchanges):
        place = tmp_path / str(step)
        place.mkdir()
        killed, sites = sessions(dags, state=place, journal=place / "log")
        for count, message in enumerate(killed):
            replies = deliver(sites, message)
            if count == step:
                break
            killed.feed(replies)
        for party in (killed, *sites.values()):
            party.close()
        again, sites = sessions(dags, state=place, journal=place / "log")
        if step:
            assert deliver(sites, message) == replies
        same(run(again, sites), coordinator.result)


def test_results_of_sums_say_what_they_do_not_know():
    dags = noisy_copies(3, 4, 9)
    result = fed.simulate(dags).result
    for ask in (
        lambda: result.explain(0, 1),
        lambda: result.trajectory.select(),
        lambda: result.trajectory.at(0.2, output="refusion"),
        lambda: result.to_frame(),
        lambda: result.explore(),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match="has no site's DAG"):
            ask()
    assert pickle.loads(pickle.dumps(result)).edges == result.edges
    assert "4 DAGs" in repr(result)
    learned = fed.simulate_learning(rows_of(1, 3)).result
    assert learned.sites == []
    assert "3 sites" in repr(learned)


class Stage:
    """Sites and a coordinator at the first question about cuts."""

    def __init__(self) -> None:
        self.coordinator, self.sites = sessions(noisy_copies(3, 4, 9))
        for message in self.coordinator:
            self.message = message
            self.question = messages.read(message.bytes, MOST)
            if isinstance(self.question, messages.Question) and self.question.info["kind"] == "cuts":
                return
            self.coordinator.feed(deliver(self.sites, message))

    def refuses(self, question) -> None:
        with pytest.raises(fed.Refused) as caught:
            self.sites[0].answer(question.pack())
        assert caught.value.reason == "data"


@pytest.mark.parametrize("name", ["dags", "secret", "weights", "rank", "vector"])
def test_a_question_brings_no_array_of_the_sites(name):
    """Else a coordinator could put its own secret, or its own DAG, in the place of the site's."""
    stage = Stage()
    arrays = {**stage.question.arrays, name: np.zeros((1, 9, 9), np.uint8)}
    stage.refuses(replace(stage.question, arrays=arrays))


def test_questions_without_sense_are_refused():
    question = Stage().question
    nodes = np.array([[0, 99]], np.int32)
    for wrong in (
        replace(question, info={"kind": "rows", "drafted": 0}),
        replace(question, info={**question.info, "drafted": 10**6}),
        replace(question, info={**question.info, "drafted": "many"}),
        replace(question, info={**question.info, "more": 1}),
        replace(question, arrays={**question.arrays, "q_steps": nodes}),
        replace(question, arrays={**question.arrays, "q_other": nodes}),
        replace(question, arrays={}),
    ):
        stage = Stage()  # a refused question ends the site's part
        stage.refuses(replace(wrong, session=stage.question.session, before=stage.question.before))


def hello_of(coordinator):
    return messages.read(next(coordinator).bytes, MOST)


@pytest.mark.parametrize(
    "changed",
    [
        {"draft": 99},
        {"draft": "x"},
        {"op": "learn"},
        {"workers": 9},
    ],
)
def test_sessions_with_other_options_are_refused(changed):
    coordinator, sites = sessions(noisy_copies(3, 4, 9))
    hello = hello_of(coordinator)
    with pytest.raises(fed.Refused) as caught:
        sites[0].answer(replace(hello, options={**hello.options, **changed}).pack())
    assert caught.value.reason == "data"


def test_other_nodes_and_tasks_are_refused():
    dag = noisy_copies(3, 1, 9)[0]
    site = fed.Client(dag, masks=False)
    with pytest.raises(fed.Refused, match="same nodes"):
        site.answer(next(fed.Coordinator(range(8), 1, masks=False)).bytes)
    learning = fed.Coordinator(range(9), 1, task="learning", states=[2] * 9, masks=False)
    with pytest.raises(fed.Refused, match="not in learning"):
        site.answer(next(learning).bytes)
    rows = fed.Client(np.vstack([dag, dag]), task="learning", masks=False)  # no square one, which is a graph
    with pytest.raises(fed.Refused, match="not in consensus"):
        rows.answer(next(fed.Coordinator(range(9), 1, masks=False)).bytes)
    with pytest.raises(fed.Refused, match="which the session does not list"):
        fed.Client(dag + 3, task="learning", masks=False).answer(next(learning).bytes)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"task": "voting"}, "task"),
        ({"theta": "best"}, "theta"),
        ({"more": 1}, "takes no more; it takes"),
        ({"draft": 65}, "draft"),
        ({"draft": 0}, "draft"),
        ({"union": "xor"}, "union"),
        ({"member": "best"}, "member"),
        ({"task": "learning"}, "states"),
        ({"task": "learning", "states": [2]}, "states"),
        ({"task": "learning", "states": [2, 2, [1, 1]]}, "states"),
        ({"task": "learning", "states": [2, 2, [None]]}, "states"),
        ({"task": "learning", "states": [2, 2, 2], "pairs": "none"}, "pairs"),
        ({"task": "learning", "states": [2, 2, 2], "score": "best"}, "score"),
    ],
)
def test_bad_options(arguments, what):
    with pytest.raises(mcbnc.InvalidInputError, match=what):
        fed.Coordinator([0, 1, 2], 3, masks=False, **arguments)


def test_a_site_that_lies_about_the_cuts_is_noticed():
    sites = {k: fed.Client(dag, masks=False) for k, dag in enumerate(noisy_copies(3, 4, 9))}
    coordinator = fed.Coordinator(range(9), 4, masks=False)
    for message in coordinator:
        replies = deliver(sites, message)
        if coordinator.rounds == 4:
            break
        coordinator.feed(replies)
    answer = messages.read(replies[0], MOST)
    huge = answer.numbers + np.uint64(2**40)
    replies[0] = messages.Answer(answer.identity, answer.question, huge).pack()
    coordinator.feed(replies)
    with pytest.raises(fed.Refused, match="a site's answer is wrong"):
        next(coordinator)


def test_a_coordinator_holds_the_same_whichever_site_has_which_data():
    dags, tables = noisy_copies(3, 4, 9), rows_of(2, 4)
    for make, data in ((fed_dags, dags), (fed_rows, tables)):
        histories = []
        for order in ([0, 1, 2, 3], [2, 0, 3, 1]):
            coordinator, sites = make(data, order)
            run(coordinator, sites)
            histories.append([(q.info, sums.tolist()) for q, sums in coordinator.history])
        assert histories[0] == histories[1]


def fed_dags(dags, order):
    sites = {k: fed.Client(dags[i], masks=False) for k, i in enumerate(order)}
    return fed.Coordinator(range(9), 4, masks=False, union="counts"), sites


def fed_rows(tables, order):
    sites = {k: fed.Client(tables[i], task="learning", masks=False) for k, i in enumerate(order)}
    states = [["low", "mid", "top"]] * 6
    coordinator = fed.Coordinator(
        list(tables[0]), 4, task="learning", states=states, masks=False, union="counts"
    )
    return coordinator, sites


def test_outcomes_without_sense_are_refused():
    coordinator, sites = sessions(noisy_copies(3, 4, 9))
    for message in coordinator:
        outcome = messages.read(message.bytes, MOST)
        if isinstance(outcome, messages.Outcome):
            break
        coordinator.feed(deliver(sites, message))
    for wrong in (
        replace(outcome, info={}),
        replace(outcome, arrays={}),
        replace(outcome, info={**outcome.info, "theta": "high"}),
    ):
        with pytest.raises(fed.Refused, match="none of this task"):
            sites[0].answer(wrong.pack())
    coordinator.feed(deliver(sites, message))
    assert sites[0].result.edges == coordinator.result.edges


def test_a_site_has_one_dag(tmp_path):
    several = tmp_path / "several.json"
    several.write_text('{"nodes": ["a", "b"], "clients": [[["a", "b"]], []]}')
    assert mcbnc.consensus([several]).nodes == ["a", "b"]
    with pytest.raises(mcbnc.InvalidInputError, match="must be one DAG"):
        fed.Client(several, masks=False)
