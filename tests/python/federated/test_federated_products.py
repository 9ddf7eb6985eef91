"""Learning from sums of products: in one round, or with the sites' votes first."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
import pytest
from federation import deliver, keys, public
from mixed import mixed_sites, normal_scores
from row_calls import with_rows

import mcbnc
from mcbnc import federated as fed
from mcbnc._base.options import SEARCHES
from mcbnc.errors import InvalidInputError
from mcbnc.federated import Client, Coordinator, Numbers, Refused
from mcbnc.federated._protocol.task import Asked
from mcbnc.federated._tasks.scope import check_learning_question

NAMES = list("vwxyz")
TELL = fed.Limits(tell_scores=True)
RAW = mcbnc.DegenerateGaussian(values="raw")
RANGE = (-1e5, 2e5)


def places(most):
    """The b of the rule: numbers up to 2^b in that many rows have products that sum up to at most 2^62."""
    return min((62 - (most - 1).bit_length()) // 2, 30)


def whole(table, arity, most=1 << 20, ranges=None):
    """The columns as whole numbers, by plain Python."""
    columns = []
    for v, (name, states) in enumerate(zip(table.columns, arity, strict=True)):
        column = table[name].to_numpy()
        if states:
            columns.append(np.array([int(x[1:]) for x in column]))
        elif ranges is None:
            columns.append(np.array([round(x * 2.0 ** (places(most) - 3)) for x in normal_scores(column)]))
        else:
            low, high = ranges[v]
            centre = low / 2 + high / 2
            _, exponent = np.frexp(max(high - centre, centre - low))
            columns.append(np.array([round(x) for x in np.ldexp(column - centre, places(most) - exponent)]))
    return columns


def products(columns, arity):
    """The sums that a site sends, by plain Python: its columns' sums, then those of their products."""
    expanded = [
        [(column == s).astype(object) for s in range(1, states)] if states else [column.astype(object)]
        for column, states in zip(columns, arity, strict=True)
    ]
    told = [sum(each) for own in expanded for each in own]
    for w, v in sorted(combinations_with_replacement(range(len(columns)), 2), key=lambda pair: pair[::-1]):
        if v != w:
            told += [sum(a * b) for a in expanded[v] for b in expanded[w]]
        elif not arity[v]:
            told.append(sum(expanded[v][0] ** 2))
    return told


ARITIES = [(0, 3, 0, 2, 0), (2, 3, 2, 4), (0, 0, 0, 0, 0), (0, 2), (3,)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("arity", ARITIES, ids=str)
def test_one_round_is_one_place_with_the_same_whole_numbers(arity, seed):
    tables = mixed_sites(seed, 1 + seed % 4, arity)
    report = fed.simulate_learning(tables, rounds="one", score="dg", search=SEARCHES[seed % 2], limits=TELL)
    # The sums are those of plain Python.
    each = [whole(table, arity) for table in tables]
    rows = sum(map(len, tables))
    want = np.sum([np.array(products(columns, arity), dtype=object) for columns in each], axis=0)
    coordinator_saw = [leak.numbers for leak in report.leaks]
    k = sum(max(1, states - 1) for states in arity)
    assert report.rounds == 1
    assert report.numbers == sum(coordinator_saw) == 1 + len(want) <= k * (k + 3) // 2 + 1
    # The result is that of the whole numbers in one place.
    together = [
        pd.DataFrame(
            {
                name: [f"s{x}" for x in column] if states else column + 0.5  # which are no states
                for name, column, states in zip(table.columns, columns, arity, strict=True)
            }
        )
        for table, columns in zip(tables, each, strict=True)
    ]
    same = {"own": False, "pairs": "all", "outliers": "keep", "search": SEARCHES[seed % 2]}
    if all(arity) or not any(arity):
        joined = mcbnc.learn_jointly(together, score=RAW, **same)
    else:
        joined = with_rows(mcbnc.learn_jointly, together, score=RAW, **same)
    assert report.result.score == joined.score
    assert report.result.steps == joined.steps
    np.testing.assert_array_equal(report.result.adjacency, joined.adjacency)
    assert report.result.rows == rows


def session(sites, *, masks=False, states=None, journal=None, folder=None, **options):
    """A coordinator and its sites. Each column without states has numbers.

    With masks they are taken as they are, by default. Else the score is "dg", of ranks at each site.
    """
    if states is None:
        numbers = Numbers(*RANGE) if masks else Numbers()
        states = [
            sorted({x for t in sites for x in t[name]}) if isinstance(sites[0][name][0], str) else numbers
            for name in sites[0].columns
        ]
    if not masks:
        options.setdefault("score", "dg")
    private = keys(len(sites))
    coordinator = Coordinator(
        list(sites[0].columns),
        len(sites),
        task="learning",
        states=states,
        masks=masks,
        journal=journal,
        **options,
    )

    def make(k):
        own = (
            {"identity": private[k], "peers": [public(key) for key in private]} if masks else {"masks": False}
        )
        if folder is not None:
            own |= {"state": folder / f"site-{k}", "identity": private[k]}
        book = dict(zip(sites[0].columns, states, strict=True)) if isinstance(states, list) else states
        own["limits"] = TELL
        return Client(sites[k], task="learning", numbers=True, codebook=book if masks else None, **own)

    return coordinator, make


def talk(coordinator, clients):
    """A refusal is that of the site itself, which has the reason."""
    for message in coordinator:
        coordinator.feed({client: clients[client].answer(message.bytes) for client in message.to})
    return coordinator.result


@pytest.mark.parametrize("rounds", ["one", "many"])
def test_the_sums_with_masks_are_those_without(rounds):
    tables = mixed_sites(7, 4)
    told = []
    states = [Numbers(*RANGE), ["s0", "s1", "s2"], Numbers(*RANGE), ["s0", "s1"], Numbers(*RANGE)]
    for options in ({"masks": False, "score": RAW}, {"masks": True}):
        coordinator, make = session(tables, states=states, rounds=rounds, **options)
        result = talk(coordinator, {k: make(k) for k in range(4)})
        told.append(([each.numbers.tolist() for each in coordinator.history], result.score, result.edges))
    assert told[0] == told[1]
    arity = (0, 3, 0, 2, 0)
    wholes = [whole(table, arity, ranges=[RANGE] * 5) for table in tables]
    want = np.sum([np.array(products(each, arity), dtype=object) for each in wholes], axis=0)
    numbers = told[0][0][-1]
    assert numbers[1 if rounds == "one" else 0 :] == [int(x) % 2**64 for x in want]


@pytest.mark.parametrize("seed", range(4))
def test_the_votes_first(seed):
    """By the default pairs the sites send how many of their structures join each pair, and then the sums."""
    tables = mixed_sites(seed, 3)
    report = fed.simulate_learning(tables, score="dg", limits=TELL)
    assert report.rounds == 2
    joined = mcbnc.learn_jointly(tables, score="dg", own=False, outliers="keep")
    assert report.result.edges == joined.edges
    assert report.result.score == pytest.approx(joined.score, rel=1e-5)


@pytest.mark.parametrize("score", ["bge", "bic-g", RAW])
@pytest.mark.parametrize("pairs", ["votes", "all", "union"])
def test_gaussian_scores(score, pairs):
    tables = mixed_sites(3, 3, (0,) * 5)
    report = fed.simulate_learning(tables, score=score, pairs=pairs)
    joined = mcbnc.learn_jointly(tables, score=score, own=False, pairs=pairs, outliers="keep")
    assert report.result.edges == joined.edges
    assert report.result.score == pytest.approx(joined.score, rel=1e-6)
    # What is rounded first is the same in one place and in three, to the last bit.
    ends = [(min(t[c].min() for t in tables), max(t[c].max() for t in tables)) for c in NAMES]
    one = pd.concat(tables, ignore_index=True)
    if pairs == "all":
        listed = [Numbers(*pair) for pair in ends]
        alone, make = session([one], states=listed, score=score, pairs="all")
        result = talk(alone, {0: make(0)})
        assert (result.score, result.steps) == (report.result.score, report.result.steps)


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("step", range(4))
@pytest.mark.parametrize("when", ["before", "after"])
def test_sites_killed_at_every_message(tmp_path, step, when, masks):
    """Keys, roster, the one round, the outcome. What is asked again gets the same bytes."""
    tables = mixed_sites(2, 3)
    coordinator, make = session(tables, masks=masks, rounds="one", folder=tmp_path)
    clients = {k: make(k) for k in range(3)}

    def killed():
        for client in clients.values():
            client.close()
        return {k: make(k) for k in range(3)}

    count = 0
    for message in coordinator:
        if count == step and when == "before":
            clients = killed()
        replies = deliver(clients, message)
        if count == step and when == "after":
            clients = killed()
            assert deliver(clients, message) == replies
        coordinator.feed(replies)
        count += 1
    assert count == 4
    alone, of_it = session(tables, masks=masks, rounds="one")
    want = talk(alone, {k: of_it(k) for k in range(3)})
    assert coordinator.result.score == want.score
    assert [client.result.edges for client in clients.values()] == [want.edges] * 3


@pytest.mark.parametrize("step", range(4))
def test_coordinator_killed_at_every_message(tmp_path, step):
    tables = mixed_sites(2, 3)
    log = tmp_path / "log"
    coordinator, make = session(tables, rounds="one", journal=log)
    clients = {k: make(k) for k in range(3)}
    for count, message in enumerate(coordinator):
        if count == step:
            break
        coordinator.feed(deliver(clients, message))
    coordinator.close()
    coordinator, _ = session(tables, rounds="one", journal=log)
    want = fed.simulate_learning(tables, rounds="one", score="dg", limits=TELL).result
    assert talk(coordinator, clients).score == want.score


def test_a_site_may_read_states_as_numbers():
    """A column of few whole numbers at one site is one of numbers in the session, and the reverse."""
    tables = [pd.DataFrame({"a": [0, 1, 1, 0, 1] * 9, "b": np.arange(45) % 7 + 0.5}) for _ in range(3)]
    states = {"a": Numbers(), "b": [x + 0.5 for x in range(7)]}
    coordinator, make = session(tables, states=states, rounds="one")
    result = talk(coordinator, {k: make(k) for k in range(3)})
    assert result.rows == 135
    coordinator, make = session(tables, states={"a": Numbers(), "b": [0.5, 1.5]}, rounds="one")
    with pytest.raises(Refused, match=r"'b' has the state 2\.5, which the session does not list"):
        talk(coordinator, {k: make(k) for k in range(3)})


# --- what is refused ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"score": "bic-cg"}, "bic-cg"),
        ({"score": "dg", "own": True}, "leave own, tables and columns out"),
        ({"score": "dg", "columns": "union"}, "leave own, tables and columns out"),
        ({"score": "dg", "tables": False}, "leave own, tables and columns out"),
        ({"rounds": "one", "pairs": "votes"}, "rounds='one' asks nobody for pairs"),
        ({"rounds": "two"}, "rounds must be"),
        ({"rounds": "one", "score": "bdeu", "states": [["a", "b"]] * 5}, "not by bdeu"),
        ({"score": "bdeu"}, "bdeu takes states, and 'v' has numbers"),
        ({"score": "bge"}, "bge takes numbers, and 'w' has states"),
        ({"score": RAW}, "dg needs a range of the numbers of 'v'"),
        ({"rounds": "one", "most_rows": 0}, "most_rows must be"),
        ({"rounds": "one", "union": "maybe"}, "union must be"),
    ],
)
def test_options_that_do_not_go_together(options, said):
    with pytest.raises(InvalidInputError, match=said):
        session(mixed_sites(1), **options)


@pytest.mark.parametrize("ends", [(1, 1), (2, 1), (None, 1), (0, float("inf")), ("0", 1), (float("nan"), 1)])
def test_ranges_that_are_none(ends):
    with pytest.raises(InvalidInputError, match="range"):
        Numbers(*ends)


def test_counts_take_no_limit_of_rows():
    with pytest.raises(InvalidInputError, match="most_rows is for sums of products; qnml takes counts"):
        Coordinator(["a"], 1, task="learning", states=[["x", "y"]], masks=False, most_rows=10)


@pytest.mark.parametrize(
    ("states", "options", "said"),
    [
        (
            {"v": Numbers(-1e-3, 1e-3), **{n: Numbers(-1e9, 1e9) for n in "wxyz"}},
            {"score": RAW},
            "v has the value .*, and its range is from -0.001 to 0.001",
        ),
        (
            {n: Numbers() for n in NAMES},
            {"most_rows": 20},
            "there are .* rows, and all sites together may have 20",
        ),
    ],
)
def test_data_beyond_the_session(states, options, said):
    coordinator, make = session(mixed_sites(1, 3, (0,) * 5), states=states, **options)
    with pytest.raises(Refused, match=said):
        talk(coordinator, {k: make(k) for k in range(3)})


def test_too_many_rows_together():
    """Each site has fewer rows than all may have. The coordinator sees that the sum has more, and ends."""
    tables = mixed_sites(1, 3, (0,) * 5)
    coordinator, make = session(tables, rounds="one", most_rows=100)
    with pytest.raises(Refused, match="the session may have 100"):
        talk(coordinator, {k: make(k) for k in range(3)})


def test_words_are_no_numbers():
    tables = [pd.DataFrame({"a": ["x", "y"] * 20, "b": np.arange(40) / 7})] * 3
    coordinator, make = session(tables, states={"a": Numbers(), "b": Numbers()}, rounds="one")
    with pytest.raises(Refused, match="'a' has numbers in the session, and here states such as 'x'"):
        talk(coordinator, {k: make(k) for k in range(3)})


def test_small_cells():
    tables = mixed_sites(1, 3, (2, 3, 0))
    coordinator, _ = session(tables, rounds="one")
    clients = {
        k: Client(t, task="learning", numbers=True, min_cell=30, masks=False, limits=TELL)
        for k, t in enumerate(tables)
    }
    with pytest.raises(Refused, match="has a cell of"):
        talk(coordinator, clients)


ONE = {"facts": True, "products": True}


@pytest.mark.parametrize(
    ("options", "info", "said"),
    [
        ({"rounds": "one"}, {"products": True}, "the one question"),
        ({"rounds": "one"}, {"facts": True}, "the one question"),
        ({"rounds": "one"}, {**ONE, "pairs": "counts"}, "the one question"),
        ({"rounds": "one"}, {**ONE, "unit": 0}, "the one question"),
        ({"rounds": "one"}, {**ONE, "facts": 1}, "the one question"),
        ({}, {"facts": True, "tables": [[0]], "unit": 3}, "about sums of products"),
        ({}, {"facts": True, "own": [[0]], "unit": 3}, "about sums of products"),
        ({"score": "bds", "states": [["a", "b"]] * 5}, ONE, "the session is about counts"),
    ],
)
def test_questions_beyond_the_session(options, info, said):
    coordinator, _ = session(mixed_sites(1), **options)
    with pytest.raises(InvalidInputError, match=said):
        check_learning_question(coordinator.options, 3, Asked(info, {}))
    good = {"facts": True, "pairs": "counts"} if "rounds" not in options else ONE
    check_learning_question(coordinator.options, 3, Asked(good, {}))


@pytest.mark.parametrize("at", [0, 1, 5, -1])
def test_sums_that_cannot_be(at):
    """A site that lies beyond what can be is found out, whoever it was: nothing is learned from such sums."""
    tables = mixed_sites(1, 3, (2, 3, 0, 0))
    coordinator, make = session(tables, rounds="one")
    talk(coordinator, {k: make(k) for k in range(3)})
    (told,) = coordinator.history
    wrong = told.numbers.copy()
    wrong[at] += np.uint64(2**62)
    with pytest.raises(Refused, match="cannot be a sum of the sites' answers"):
        coordinator._task.next([told._replace(numbers=wrong)])
