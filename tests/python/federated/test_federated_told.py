"""What a coordinator tells of all sites follows from the answers that they signed: each lie is refused."""

from __future__ import annotations

import copy
from dataclasses import replace

import numpy as np
import pytest
import test_federated_columns as columns
import test_federated_judging as judging
import test_federated_over_nodes as nodes
from federation import deliver, keys, public, resigned, run

from mcbnc.federated import Client, Coordinator, Refused, VoteTask
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.errors import REASONS
from mcbnc.federated._protocol.task import Asked

MOST = 1 << 28
TOLD = ("told", "sees", "votes", "fill")


def judged(**options):
    tables = judging.tables_of(3)
    coordinator, make = judging.session(tables, **options)
    return coordinator, {k: make(k) for k in range(len(tables))}


def with_gaps():
    coordinator, clients, _ = columns.session(*columns.two_kinds(7), searches=2)
    return coordinator, clients


SESSIONS = {
    "judged": judged,
    "judged by products": lambda: judged(score="dg", pairs="all"),
    "columns": with_gaps,
}


def questions(coordinator, clients):
    """Each question of a run, which all clients answer when the next one is asked for."""
    for message in coordinator:
        question = messages.read(message.bytes, MOST)
        if isinstance(question, messages.Question):
            yield question
        coordinator.feed({client: clients[client].answer(message.bytes) for client in message.to})


def leaves(value, path=()):
    """The places of all numbers and lists in a part of a question."""
    if isinstance(value, (dict, list)):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    if not isinstance(value, dict):
        yield path


def changed(info, path, rng):
    """The question with another number, or a list that lacks an item or has one twice, at a place."""
    lie = copy.deepcopy(info)
    place = lie
    for key in path[:-1]:
        place = place[key]
    value = place[path[-1]]
    if isinstance(value, int):
        place[path[-1]] = value + int(rng.choice([-1, 1, 2, 1000]))
    elif value and rng.integers(2):
        del value[rng.integers(len(value))]
    else:
        value.append(copy.deepcopy(value[-1]) if value else 0)
    return lie


def lies_about(info, rng, most=30):
    """Lies about what a question tells, by what they are about."""
    for name in TOLD:
        if name not in info:
            continue
        yield name, {key: value for key, value in info.items() if key != name}
        places = [(name, *path) for path in leaves(info[name])]
        if name == "fill":  # most places are counts
            places += [path for path in places if path[-1] == "number"] * 3
        for k in rng.permutation(len(places))[:most]:
            yield name, changed(info, places[k], rng)


def refuse(clients, question, reasons=("proof",)):
    """All clients refuse, and have not heard the question."""
    for client in clients.values():
        rounds = client.rounds
        with pytest.raises(Refused) as caught:
            client.answer(question.pack())
        assert caught.value.reason in reasons, caught.value
        assert client.rounds == rounds


# --- lies about each told number ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SESSIONS)
def test_each_lie_is_refused_by_each_site(name):
    """About every part and in every place, and the run goes on as if nothing had been said."""
    rng = np.random.default_rng(1)
    coordinator, clients = SESSIONS[name]()
    about = dict.fromkeys(TOLD, 0)
    for question in questions(coordinator, clients):
        for part, lie in lies_about(question.info, rng):
            if lie != question.info:
                refuse(clients, replace(question, info=lie), ("proof", "data", "limits"))
                about[part] += 1
    expected = {"sees", "votes", "fill"} if name == "columns" else {"told"}
    assert {part for part, count in about.items() if count > 10} == expected
    truth, clients = SESSIONS[name]()
    for _ in questions(truth, clients):
        pass
    if name != "columns":  # where each run has draws of its own
        assert coordinator.result.edges == truth.result.edges
    assert coordinator.rounds == truth.rounds or name == "columns"


def one_more(counts):
    counts[0] += 1


def like_another(sees):
    sees[2] = sees[1]


def another_filling(fill):
    fill["number"] += 1


LIES = {
    "votes": ("judged", "told", lambda told: one_more(told["joined"]), "other votes than the sites' answers"),
    "columns": ("columns", "sees", like_another, "other columns of the sites than their answers"),
    "pairs": ("columns", "votes", list.pop, "votes on other pairs"),
    "filling": ("columns", "fill", another_filling, "counts for filling"),
    "counts": (
        *("columns", "fill", lambda fill: one_more(fill["families"][0]["counts"])),
        "other counts of the family",
    ),
}


def lying(coordinator, alter):
    """Ask what another coordinator asks, which alters its steps. The first refusal of a site comes back."""
    task = coordinator._task

    class Liar:
        name, options = task.name, task.options

        def next(self, history):
            step = task.next(history)
            return alter(step) if isinstance(step, Asked) else step

    coordinator._task = Liar()
    return coordinator


@pytest.mark.parametrize("about", LIES)
def test_a_refusal_names_the_lie_and_who_told_it(about):
    """The coordinator is told that it is its own lie. The site's message says what is wrong."""
    name, part, lie, said = LIES[about]

    def alter(step):
        info = copy.deepcopy(step.info)
        if part in info and (part != "fill" or "families" in info[part]):
            lie(info[part])
        return step._replace(info=info)

    coordinator, clients = SESSIONS[name]()
    with pytest.raises(Refused) as blamed:
        run(lying(coordinator, alter), clients)
    assert blamed.value.reason == "proof"
    assert str(blamed.value) == f"client 0 refuses: {REASONS['proof']}"
    assert REASONS["proof"].startswith("what the coordinator tells")
    with pytest.raises(Refused, match=said):
        clients[0].answer(coordinator._exchange.content)


def test_counts_that_are_made_up_make_no_column_a_function_of_others():
    """A family over all columns would make a column that a site lacks the indicator of one row there."""
    coordinator, clients = with_gaps()
    for question in questions(coordinator, clients):
        if question.info.get("fill", {}).get("number") == 1:
            break
    arity = [len(states) for states in coordinator.options["states"]]
    family = {"of": list(range(5)), "counts": [1000] + [0] * (int(np.prod(arity)) - 1)}
    info = copy.deepcopy(question.info)
    info["fill"]["families"][0] = family
    refuse(clients, replace(question, info=info))


def over_nodes():
    """A vote of DAGs over different nodes."""
    dags = nodes.draw(4, 5, 0.4, 7)
    private = keys(len(dags))
    peers = [public(key) for key in private]
    clients = {
        k: Client(dag, task="vote", identity=key, peers=peers, limits=nodes.ALLOWED, nodes="union")
        for k, (dag, key) in enumerate(zip(dags, private, strict=True))
    }
    task = VoteTask(nodes="union")
    return Coordinator(nodes.ALL[:7], len(dags), task=task, limits=nodes.ALLOWED), clients


def test_the_graphs_of_a_vote_over_different_nodes_follow_from_its_sums():
    """Each question about a graph that lacks an arc, or has another one, is refused by each site."""
    coordinator, clients = over_nodes()
    lies = 0
    for question in questions(coordinator, clients):
        assert question.shown
        assert (question.proof is None) == (question.t == 1)
        arcs = question.arrays["q_arcs"]
        for other in (arcs[1:], arcs[:, ::-1], arcs[:-1]) if len(arcs) else ():
            refuse(clients, replace(question, arrays={**question.arrays, "q_arcs": other}))
            lies += 1
        if question.t > 1:
            refuse(clients, replace(question, proof=None))
    assert lies >= 6
    assert coordinator.result.edges


# --- proofs that prove nothing ------------------------------------------------------------------------------


def proofs(coordinator, clients):
    """The question with the first proof."""
    for question in questions(coordinator, clients):
        if question.proof is not None:
            return question
    raise AssertionError("nothing is told")


def other_rows(proof, order):
    return replace(proof, numbers=proof.numbers[order], signatures=[proof.signatures[k] for k in order])


def with_number(proof, row, column, by):
    numbers = proof.numbers.copy()
    numbers[row, column : numbers.shape[1] if column < 0 else column + 1] += np.uint64(by % 2**64)
    return replace(proof, numbers=numbers)


FORGED = {
    "none": lambda proof: None,
    "a site is lacking": lambda proof: other_rows(proof, range(len(proof.signatures) - 1)),
    "a site is there twice": lambda proof: other_rows(proof, [0, *range(len(proof.signatures))]),
    "one site in the place of another": lambda proof: other_rows(
        proof, [1, *range(1, len(proof.signatures))]
    ),
    "another order": lambda proof: other_rows(proof, [*range(len(proof.signatures))][::-1]),
    "another number": lambda proof: with_number(proof, 0, 0, 1),
    "the same sum of other answers": lambda proof: with_number(with_number(proof, 0, 0, 1), 1, 0, -1),
    "another probe": lambda proof: with_number(proof, 0, -1, 1),
    "no numbers": lambda proof: replace(proof, numbers=proof.numbers[:, :0]),
    "too few numbers": lambda proof: replace(proof, numbers=proof.numbers[:, 1:]),
    "another signature": lambda proof: replace(proof, signatures=proof.signatures[::-1]),
    "no signature": lambda proof: replace(proof, signatures=[bytes(64)] * len(proof.signatures)),
}


@pytest.mark.parametrize("name", ["judged", "columns"])
@pytest.mark.parametrize("how", FORGED)
def test_a_forged_proof(name, how):
    coordinator, clients = SESSIONS[name]()
    question = proofs(coordinator, clients)
    refuse(clients, replace(question, proof=FORGED[how](question.proof)))


def test_a_proof_of_another_session():
    """The sites have signed these answers, to the same question in an earlier session."""
    coordinator, clients = judged()
    before = proofs(coordinator, clients)
    again, _ = judging.session(judging.tables_of(3))
    question = proofs(again, clients)
    assert (before.proof.numbers != question.proof.numbers).any()
    refuse(clients, replace(question, proof=before.proof))


def test_a_proof_of_another_question():
    """The first fillings ask for the same tables, whose counts the next one is told."""
    coordinator, clients = with_gaps()
    found = [question for question in questions(coordinator, clients) if question.proof is not None]
    one, other = found[1], found[2]
    assert one.proof.numbers.shape == other.proof.numbers.shape
    coordinator, clients = with_gaps()
    for number, question in enumerate(questions(coordinator, clients)):
        if number == 3:
            refuse(clients, replace(question, proof=one.proof))


def test_a_proof_where_nothing_is_shown():
    coordinator, clients = judged()
    question = proofs(coordinator, clients)
    for later in questions(coordinator, clients):
        if later.t == question.t + 1:
            refuse(clients, replace(later, proof=question.proof))
            return


def test_a_sum_that_is_not_shown_proves_nothing():
    """The coordinator does not say that the votes will be told, and has no proof of them to send."""
    coordinator, clients = judged()
    with pytest.raises(Refused) as caught:
        run(lying(coordinator, lambda step: step._replace(shown=False)), clients)
    assert caught.value.reason == "proof"
    with pytest.raises(Refused, match="it tells votes, and no sum has any"):
        clients[0].answer(coordinator._exchange.content)


def test_a_lie_that_comes_in_a_log():
    """A site takes over questions that it has missed. It answers none of them that tells a lie."""
    coordinator, clients = judged()
    question = proofs(coordinator, clients)
    info = copy.deepcopy(question.info)
    one_more(info["told"]["joined"])
    lie = replace(question, info=info)
    for how in ("none", "another number", "another signature"):
        forged = replace(question, proof=FORGED[how](question.proof))
        refuse(clients, messages.Log([forged.pack()], question.t))
    for client in clients.values():
        client.answer(messages.Log([lie.pack()], question.t).pack())
        assert client.rounds == question.t
    refuse(clients, lie)
    assert not any(client._snapshot.session.answered - {1} for client in clients.values())


def test_without_masks_there_is_no_proof():
    coordinator, clients = judged(masks=False)
    for question in questions(coordinator, clients):
        assert (question.shown, question.proof) == (False, None)
        one = messages.SignedAnswers(np.zeros((1, 4), np.uint64), [bytes(64)])
        refuse(clients, replace(question, shown=True))
        refuse(clients, replace(question, proof=one))
        return


# --- what the sites are shown -------------------------------------------------------------------------------


def test_sites_are_shown_what_is_told_and_no_more():
    """The tables of a shown sum are those of the families that the next filling draws by."""
    coordinator, clients = with_gaps()
    asked = list(questions(coordinator, clients))
    shown = [question for question in asked if question.shown]
    assert shown[0].info.get("seen")
    assert len(shown) == 1 + coordinator.options["searches"] + 3  # no sum of the last filling is shown
    for question in shown[1:]:
        tables = set(map(tuple, question.info["tables"]))
        number = question.info["fill"]["number"]
        families = next(
            each.info["fill"]["families"]
            for each in asked
            if each.info.get("fill", {}).get("number") == number + 1
        )
        sets = {tuple(family["of"]) for family in families}
        largest = {one for one in sets if not any(set(one) < set(other) for other in sets)}
        assert tables == largest


def test_a_site_that_lies_about_its_votes_is_in_what_it_signed():
    """A site in league with the coordinator can choose the sum, and no other site: the docs say so."""
    tables = judging.tables_of(3)
    coordinator, make = judging.session(tables)
    clients = {k: make(k) for k in range(len(tables))}
    for message in coordinator:
        replies = deliver(clients, message)
        question = messages.read(message.bytes, MOST)
        if isinstance(question, messages.Question) and question.t == 1:
            answer = messages.read(replies[0], MOST)
            numbers = answer.numbers.copy()
            own = judging.skeletons(tables)
            free = int(np.flatnonzero((own.sum(0) > 0) & (own.sum(0) < len(tables)))[0])
            numbers[free] += np.uint64(1)
            lie = resigned(answer, numbers, 0)
            assert lie.identity == make(0).identity
            replies[0] = lie.pack()
        coordinator.feed(replies)
    told = coordinator.history[1].question.info["told"]["joined"]
    assert sum(told) == judging.skeletons(tables).sum() + 1
