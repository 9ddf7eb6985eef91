"""Sites that judge themselves by the votes of all, and answer zeros if they are unlike the others."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from federation import deliver, keys, public

import mcbnc
from mcbnc import federated as fed
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client, Coordinator, Limits, Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.task import Asked
from mcbnc.federated._tasks.scope import check_learning_question

N = 6
STATES = [["0", "1"]] * N


def chain(rng, rows, order):
    """Rows of a chain of binary variables along an order."""
    table = np.zeros((rows, N), int)
    table[:, order[0]] = rng.integers(0, 2, rows)
    for before, v in pairwise(order):
        table[:, v] = np.where(rng.random(rows) < 0.85, table[:, before], 1 - table[:, before])
    return table


def tables_of(seed, good=5, bad=2):
    """Bad sites have other chains than the good ones: one for all, or each its own."""
    rng = np.random.default_rng(seed)
    other = rng.permutation(N)
    tables = [chain(rng, 300, np.arange(N)) for _ in range(good)]
    tables += [chain(rng, 300, other if seed % 2 else rng.permutation(N)) for _ in range(bad)]
    return [tables[k] for k in rng.permutation(good + bad)]


def rows_of(tables):
    return mcbnc.Rows([table.astype(str) for table in tables], states=STATES)


def skeletons(tables):
    dags = [np.asarray(dag) for dag in mcbnc.learn_many(rows_of(tables), search="ges")]
    return np.array([(dag | dag.T)[np.triu_indices(N, 1)] for dag in dags], int)


def left_out(joined):
    """Of each site whether it leaves itself out, by the rule in fractions. `joined` is (sites, pairs)."""
    sites, votes = len(joined), joined.sum(0)
    majority = votes * 2 > sites
    size, hits = int(majority.sum()), int(votes[majority].sum())
    weight = int(votes.sum()) + sites * size
    share = Fraction(3 * hits, 5 * max(weight, 1))
    for few in range(3):  # only this number of sites might count: then none leaves itself out
        others = int(np.maximum(votes[majority] - few, 0).sum())
        most = weight - Fraction(2 * hits, 5) - few * size
        if others < share * most:
            return [False] * sites
    return [int(own[majority].sum()) < share * (int(own.sum()) + size) for own in joined]


def penalties(joined):
    sites, votes = len(joined), joined.sum(0)
    weights = np.zeros((N, N))
    weights[np.triu_indices(N, 1)] = np.minimum(0, np.log((votes + 0.5) / (sites - votes + 0.5)))
    return weights + weights.T


@pytest.mark.parametrize("seed", range(12))
def test_the_answer_is_that_of_the_other_sites(seed):
    """The votes are those of all sites, and the counts are those of the sites that count."""
    tables = tables_of(seed)
    joined = skeletons(tables)
    out = left_out(joined)
    report = fed.simulate_learning(rows_of(tables), outliers="drop")
    kept = [table for table, gone in zip(tables, out, strict=True) if not gone]
    expected = mcbnc.learn_jointly(
        rows_of(kept), own=False, outliers="keep", pairs="all", search="ges", pair_weights=penalties(joined)
    )
    assert report.result.rows == sum(map(len, kept))
    np.testing.assert_array_equal(report.result.cpdag, expected.cpdag)
    assert any(out)
    masked = fed.simulate_learning(rows_of(tables), outliers="drop", masks=True)
    assert (masked.result.score, masked.numbers) == (report.result.score, report.numbers)


def test_nobody_is_left_out_where_all_are_alike():
    tables = tables_of(1, good=6, bad=0)
    report = fed.simulate_learning(rows_of(tables), outliers="drop")
    kept = fed.simulate_learning(rows_of(tables))
    assert (report.result.score, report.result.rows) == (kept.result.score, 1800)
    assert report.rounds == kept.rounds + 1


@pytest.mark.parametrize("score", ["dg", "bdeu"])
def test_products_and_all_pairs(score):
    tables = tables_of(3)
    report = fed.simulate_learning(rows_of(tables), outliers="drop", score=score, pairs="all")
    assert report.result.rows == 300 * left_out(skeletons(tables)).count(False)


# --- what must not change -----------------------------------------------------------------------------------


def session(sites, folder=None, masks=True, **options):
    private = keys(len(sites))
    coordinator = Coordinator(
        list(range(N)),
        len(sites),
        task="learning",
        states=STATES,
        outliers=options.pop("outliers", "drop"),
        masks=masks,
        **options,
    )

    def make(k, **more):
        rows = mcbnc.Rows(sites[k].astype(str), states=STATES, names=list(range(N)))
        state = None if folder is None else folder / f"site-{k}"
        peers = [public(key) for key in private] if masks else None
        return Client(
            rows, task="learning", identity=private[k], peers=peers, state=state, masks=masks, **more
        )

    return coordinator, make


def talk(coordinator, clients):
    for message in coordinator:
        coordinator.feed({client: clients[client].answer(message.bytes) for client in message.to})
    return coordinator.result


@pytest.mark.parametrize("first", ["keep", "drop"])
def test_a_site_that_counted_is_not_left_out_later(first, tmp_path):
    """The difference of the two sums would be its numbers. The same the other way round."""
    tables = tables_of(4)
    gone = left_out(skeletons(tables)).index(True)
    coordinator, make = session(tables, tmp_path, outliers=first)
    clients = {k: make(k) for k in range(len(tables))}
    talk(coordinator, clients)
    assert clients[gone].left_out is (first == "drop")
    again, _ = session(tables, tmp_path, outliers="drop" if first == "keep" else "keep")
    told = "counted in an earlier sum" if first == "keep" else "was left out in an earlier sum"
    with pytest.raises(Refused, match=f"this site {told}"):
        talk(again, clients)
    # The same again is allowed, also after a restart.
    for client in clients.values():
        client.close()
    coordinator, _ = session(tables, tmp_path, outliers=first)
    clients = {k: make(k) for k in range(len(tables))}
    assert clients[gone].left_out is (first == "drop")
    talk(coordinator, clients)
    # And so is a change that the sites' operators accept.
    for client in clients.values():
        client.close()
    coordinator, _ = session(tables, tmp_path, outliers="drop" if first == "keep" else "keep")
    lenient = Limits(least_change=1)
    talk(coordinator, {k: make(k, limits=lenient) for k in range(len(tables))})


def test_a_coordinator_that_tells_other_votes(tmp_path):
    """With other votes in the next round, a site would leave itself out there. So it refuses."""
    tables = tables_of(5, good=5, bad=0)
    coordinator, make = session(tables)
    clients = {k: make(k) for k in range(len(tables))}
    asked = 0
    for message in coordinator:
        question = messages.read(message.bytes, 1 << 28)
        if isinstance(question, messages.Question) and "told" in question.info:
            asked += 1
            if asked == 2:
                break
        coordinator.feed(deliver(clients, message))
    assert isinstance(question, messages.Question)
    own = skeletons(tables)[0]
    lie = np.where(own == 1, 1, len(tables) - 1).tolist()  # that all others agree on what this site has not
    question.info["told"]["joined"] = lie
    with pytest.raises(Refused, match="other votes than the sites' answers add up to") as caught:
        clients[0].answer(question.pack())
    assert caught.value.reason == "proof"


def lie_that_isolates(joined, sites):
    """Votes that no site can contradict, by which all but the site of one pair leave themselves out.

    It is what a coordinator can work out from the true votes alone. One pair that one site joins is sent as
    joined by all others. So it is all that sites agree on, and only its site has any of it.
    """
    pair = int(np.flatnonzero(joined == 1)[0])
    told = (joined > 0).astype(int)
    told[joined < sites] = sites // 2  # no majority, but then the site of the pair may have others too
    told[pair] = sites - 1
    return told


def isolate(masks):
    """What each site sends after the lie: its number of rows, or why it refuses."""
    rng = np.random.default_rng(11)
    tables = [chain(rng, 300 + k, np.arange(N)) for k in range(9)]
    tables.append(chain(rng, 309, [0, 1, 2, 4, 3, 5]))
    coordinator, make = session(tables, masks=masks)
    clients = {k: make(k) for k in range(len(tables))}
    for message in coordinator:
        question = messages.read(message.bytes, 1 << 28)
        if isinstance(question, messages.Question) and "told" in question.info:
            break
        coordinator.feed({client: clients[client].answer(message.bytes) for client in message.to})
    joined = coordinator.history[0].numbers.astype(int)
    question.info["told"]["joined"] = lie_that_isolates(joined, len(tables)).tolist()
    sent = []
    for client in clients.values():
        try:
            sent.append(int(messages.read(client.answer(question.pack()), 1 << 28).numbers[0]))
        except Refused as refused:
            sent.append(refused.reason)
    return sent


def test_votes_that_are_a_lie_isolate_no_site():
    """Without masks all sites but one would leave themselves out by it. With masks no site believes it."""
    assert np.count_nonzero(isolate(masks=False)) == 1
    assert isolate(masks=True) == ["proof"] * 10


@pytest.mark.parametrize("word", [1, None, [], "Keep"])
def test_an_odd_word_for_outliers_is_no_way_around(word):
    coordinator, make = session(tables_of(6, good=4, bad=0))
    hello = messages.read(next(coordinator).bytes, 1 << 28)
    hello.options["outliers"] = word
    with pytest.raises(Refused, match="do not fit the session"):
        make(0).answer(hello.pack())


@pytest.mark.parametrize("votes", [-1, 99])
def test_votes_that_cannot_be(votes):
    """Without masks nothing is proved, and a site looks whether its own votes can be among them."""
    tables = tables_of(6, good=4, bad=0)
    coordinator, make = session(tables, masks=False)
    clients = {k: make(k) for k in range(len(tables))}
    for message in coordinator:
        question = messages.read(message.bytes, 1 << 28)
        if isinstance(question, messages.Question) and "told" in question.info:
            break
        coordinator.feed(deliver(clients, message))
    question.info["told"]["joined"][0] = votes
    with pytest.raises(Refused, match="by the votes"):
        clients[0].answer(question.pack())


@pytest.mark.parametrize(
    "options", [{"rounds": "one"}, {"own": True}, {"columns": "union"}, {"own": True, "tables": False}]
)
def test_options_that_do_not_go_with_it(options):
    with pytest.raises(InvalidInputError, match=r"outliers='drop'|leave own and tables out"):
        session(tables_of(1), **options)


@pytest.mark.parametrize(
    ("outliers", "info", "said"),
    [
        ("keep", {"facts": True, "told": {"sites": 7, "joined": []}}, "no site judges itself"),
        ("drop", {"facts": True}, "it tells no votes"),
        ("drop", {"facts": True, "pairs": "counts"}, "it tells no votes"),
        ("drop", {"pairs": "counts", "told": {"sites": 7, "joined": []}}, "in another way"),
        ("drop", {"facts": True, "told": {"sites": 6, "joined": []}}, "in another way"),
        ("drop", {"facts": True, "told": []}, "in another way"),
        ("drop", {"pairs": "or"}, "asks for pairs in another way"),
    ],
)
def test_questions_beyond_the_session(outliers, info, said):
    coordinator, _ = session(tables_of(1), outliers=outliers)
    with pytest.raises(InvalidInputError, match=said):
        check_learning_question(coordinator.options, 7, Asked(info, {}))
