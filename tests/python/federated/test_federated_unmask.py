"""What the sums of an honest run tell about single sites.

The attacks are kept here, and are shown to work on sums of scores of the sites' own rows, and of normal
scores of their numbers. Sites send these without masks alone. The sums that remain are those of other sites
too.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import math

import numpy as np
import pytest
from federation import keys, public, rows_of, run
from mixed import normal_scores

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.task import Allowed, Asked, Secrets
from mcbnc.federated._secure.unmaskable import takes_ranks
from mcbnc.federated._tasks.rows import RowSite

TELL = fed.Limits(tell_scores=True)


def site_tables(sizes, rare):
    """Two variables at each site: `rare` rows have the second state of one, and also of the other."""
    tables = []
    for size, count in zip(sizes, rare, strict=True):
        sick = np.arange(size) < count
        tables.append({"sick": sick.astype(int), "old": (sick | (np.arange(size) % 3 == 0)).astype(int)})
    return tables


def honest_run(data, limits=None, states=None, masks=True, **options):
    """The coordinator after an honest run. An attack looks at the sums alone, masks or not."""
    numbers = states is not None
    states = states or {name: [0, 1] for name in data[0]}
    coordinator = fed.Coordinator(
        list(states), len(data), task="learning", states=states, masks=masks, **options
    )
    secrets = keys(len(data))
    peers = [public(key) for key in secrets]
    sites = {
        k: fed.Client(
            table if numbers else mcbnc.Rows(table, states=states),
            task="learning",
            limits=limits,
            **({"identity": secrets[k], "peers": peers} if masks else {"masks": False}),
            min_cell=0,
            numbers=numbers,
            codebook=states,
        )
        for k, table in enumerate(data)
    }
    run(coordinator, sites)
    return coordinator


# --- the attack: what follows is what a coordinator could do with its history alone


def own_sums(history):
    """The summed own scores that were sent, by set of ranks."""
    told = {}
    for question, numbers in history:
        asked = question.info.get("own", [])
        values = numbers[len(numbers) - len(asked) :].astype(np.int64) / 2.0 ** question.info.get("unit", 0)
        told.update({tuple(each): value for each, value in zip(asked, values, strict=True)})
    return told


def bdeu(size, count):
    gamma = math.lgamma
    return (
        gamma(count + 0.5) + gamma(size - count + 0.5) - 2 * gamma(0.5) - gamma(size + 1)
        if count <= size
        else math.inf
    )


def bic(size, count):
    def part(n):
        return n * math.log(n) if n else 0.0

    if count > size:
        return math.inf
    return part(count) + part(size - count) - part(size) - math.log(size) / 2


def size_tuples(total, sites, least):
    """All ascending sizes of this number of sites that add up to the total."""
    if sites == 1:
        return [(total,)]
    return [
        (first, *rest)
        for first in range(least, total // sites + 1)
        for rest in size_tuples(total - first, sites - 1, first)
    ]


def attack(history, sites, score, rank, most, least):
    """All sizes and counts of the sites that fit the number of all rows and one summed score."""
    told = own_sums(history)
    if (rank,) not in told:
        return []
    total = int(history[0].numbers[0])
    sizes = np.array(size_tuples(total, sites, least))
    value = np.array([[score(size, count) for size in range(1, total)] for count in range(most)])
    found = []
    for counts in itertools.product(range(most), repeat=sites):
        sums = sum(value[count][sizes[:, k] - 1] for k, count in enumerate(counts))
        found += [
            (tuple(map(int, sizes[at])), counts)
            for at in np.flatnonzero(np.abs(sums - told[(rank,)]) < 1e-10)
        ]
    return found


SCORES = {"bdeu": bdeu, "bic": bic}
CASES = [
    ("bic", (115, 152, 189), (4, 2, 7), 8, 60),
    ("bdeu", (115, 152, 189), (4, 3, 6), 8, 60),
    ("bic", (31, 37, 44, 52), (3, 1, 2, 3), 4, 20),
    ("bdeu", (19, 22, 25, 28, 31), (2, 1, 2, 0, 1), 3, 15),
]
SICK = 1  # its rank: names are sorted


@pytest.mark.parametrize(("score", "sizes", "rare", "most", "least"), CASES)
def test_told_scores_show_each_sites_rows_and_counts(score, sizes, rare, most, least):
    """The sentence of --tell-scores is true: the sums alone are enough, also with 'no tables'."""
    for options in ({}, {"tables": False}):
        coordinator = honest_run(
            site_tables(sizes, rare), TELL, masks=False, own=True, score=score, **options
        )
        found = attack(coordinator.history, len(sizes), SCORES[score], SICK, most, least)
        assert found == [(sizes, rare)]


@pytest.mark.parametrize(("score", "sizes", "rare", "most", "least"), CASES)
@pytest.mark.parametrize("pairs", ["votes", "union", "all"])
def test_by_default_there_is_nothing_to_solve(score, sizes, rare, most, least, pairs):
    """All that is sent are integers: rows, votes and counts. Limits that allow more change nothing."""
    for limits in (None, TELL):
        coordinator = honest_run(site_tables(sizes, rare), limits, score=score, pairs=pairs)
        assert coordinator.options["own"] is False
        assert own_sums(coordinator.history) == {}
        assert attack(coordinator.history, len(sizes), SCORES[score], SICK, most, least) == []
        for question, numbers in coordinator.history:
            assert set(question.info) <= {"facts", "pairs", "unit", "tables"}
            if question.info.get("pairs") != "or":  # which is random where it is not 0
                assert numbers.max() <= sum(sizes)


def of_counts(cells):
    """A table with these numbers of rows of each joint state: (0, 0), (0, 1), (1, 0) and (1, 1)."""
    return {"sick": np.repeat([0, 0, 1, 1], cells), "old": np.repeat([0, 1, 0, 1], cells)}


def test_sums_of_counts_are_those_of_other_sites_too():
    """The coordinator's whole history is the same for sites that share the same sums otherwise."""
    first = [(50, 10, 12, 43), (60, 15, 10, 67), (70, 20, 9, 90)]
    second = [(70, 9, 15, 60), (50, 20, 12, 80), (60, 16, 4, 60)]
    histories = [honest_run([of_counts(cells) for cells in each]).history for each in (first, second)]
    assert len(histories[0]) == len(histories[1])
    for ours, theirs in zip(*histories, strict=True):
        assert ours.question.info == theirs.question.info
        np.testing.assert_array_equal(ours.numbers, theirs.numbers)
    assert any("tables" in question.info for question, _ in histories[0])


# --- columns of numbers: normal scores are functions of the ranks at a site, and so of its rows


def number_tables(sizes):
    """An age without ties, a value that is 0 where a laboratory found none, and a state."""
    rng = np.random.default_rng(sum(sizes))
    tables = []
    for size in sizes:
        age = rng.normal(60, 12, size)
        crp = np.where(rng.random(size) < 0.4, 0.0, rng.exponential(2, size))
        tables.append({"age": age, "crp": crp, "smoker": np.where(age + crp > 61, "yes", "no")})
    return tables


def with_numbers(numbers):
    return {"age": numbers, "crp": numbers, "smoker": ["no", "yes"]}


def attack_ranks(history, sites):
    """All sizes of sites of which the sum of squared normal scores, of a column without ties, is as sent."""
    numbers = np.concatenate([each.numbers for each in history if "pairs" not in each.question.info])
    rows, square = int(numbers[0]), int(numbers.astype(np.int64)[4])  # after the sums of three columns
    unit = 2.0 ** (21 - 3)  # that of at most 2^20 rows
    squares = [
        int((np.rint(normal_scores(np.arange(size)) * unit).astype(np.int64) ** 2).sum())
        for size in range(rows)
    ]
    return [sizes for sizes in size_tuples(rows, sites, 2) if sum(squares[size] for size in sizes) == square]


@pytest.mark.parametrize("rounds", ["one", "many"])
@pytest.mark.parametrize("sizes", [(31, 45, 52), (20, 24, 29, 37)])
def test_sums_of_normal_scores_show_each_sites_rows(sizes, rounds):
    """The help of --tell-scores on ranks is true. Without the option no site answers, with masks none."""
    tables, states = number_tables(sizes), with_numbers(fed.Numbers())
    asked = {"score": "dg", "rounds": rounds, "states": states}
    if rounds == "many":
        asked["pairs"] = "all"  # facts come first, then products
    told = honest_run(tables, TELL, masks=False, **asked)
    assert attack_ranks(told.history, len(sizes)) == [sizes]
    with pytest.raises(fed.Refused, match=r"client 0 refuses: .* must pass --tell-scores") as caught:
        honest_run(tables, masks=False, **asked)
    assert caught.value.reason == "scores"
    with pytest.raises(mcbnc.InvalidInputError, match=r"score: .* With masks no site sends them"):
        honest_run(tables, TELL, **asked)


@pytest.mark.parametrize("rounds", ["one", "many"])
def test_numbers_as_they_are_leave_nothing_to_solve(rounds):
    """By default the whole history is the same for the same rows at other sites, of other sizes."""
    tables, asked = number_tables((31, 45, 52)), {"rounds": rounds, "pairs": "all"}
    states = with_numbers(fed.Numbers(-20, 140))
    together = {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}
    cuts = (0, 60, 88, 128)
    others = [{name: c[a:b] for name, c in together.items()} for a, b in itertools.pairwise(cuts)]
    runs = [honest_run(each, states=states, **asked) for each in (tables, others)]
    assert runs[0].options["score"] == mcbnc.DegenerateGaussian(values="raw").record()
    assert attack_ranks(runs[0].history, 3) == []
    for ours, theirs in zip(runs[0].history, runs[1].history, strict=True):
        assert ours.question.info == theirs.question.info
        np.testing.assert_array_equal(ours.numbers, theirs.numbers)
    one_place = mcbnc.learn_jointly(
        [together], score=mcbnc.DegenerateGaussian(values="raw"), pairs="all", own=False, outliers="keep"
    )
    assert runs[0].result.edges == one_place.edges
    assert one_place.edges


def test_numbers_without_a_range_are_refused_before_anybody_joins():
    tables = number_tables((31, 45, 52))
    with pytest.raises(mcbnc.InvalidInputError, match=r"a range of the numbers of 'age'"):
        honest_run(tables, states=with_numbers(fed.Numbers()))


@pytest.mark.parametrize(
    "score",
    [
        {"name": "dg", "penalty": 1.0, "values": "normal-scores"},
        {"name": "dg", "penalty": 1.0},
        {"name": "dg", "penalty": 1.0, "values": None},
        "dg",
        None,
    ],
)
def test_an_odd_score_is_no_way_around(score):
    (table,), states = number_tables((31,)), with_numbers(fed.Numbers(-20, 140))
    coordinator = fed.Coordinator(list(states), 3, task="learning", states=states)
    hello = messages.read(next(coordinator).bytes, 1 << 28)
    hello.options["score"] = score
    secrets = keys(3)
    peers = [public(key) for key in secrets]
    own = {"identity": secrets[0], "peers": peers, "codebook": states}
    site = fed.Client(table, task="learning", numbers=True, **own)
    with pytest.raises(fed.Refused, match=r"no site sends|not those of its task"):
        site.answer(hello.pack())


# --- who must pass the option


def refused_hello(masks, limits, **options):
    """The reply of a site to a session that a coordinator of another version may open."""
    table = rows_of(3, 1)[0]
    states = {name: ["low", "mid", "top"] for name in table}
    coordinator = fed.Coordinator(list(states), 3, task="learning", states=states, masks=masks)
    hello = messages.read(next(coordinator).bytes, 1 << 28)
    hello.options.update(options)
    secrets = keys(3)
    own = {"identity": secrets[0], "peers": [public(key) for key in secrets]} if masks else {"masks": False}
    site = fed.Client(table, task="learning", limits=limits, **own)
    with pytest.raises(fed.Refused) as caught:
        site.answer(hello.pack())
    return caught.value


def test_with_masks_no_site_tells_scores():
    """It is refused at the coordinator's start and at the site. core/federate/masked has the third guard."""
    states = {name: ["low", "mid", "top"] for name in rows_of(3, 1)[0]}
    for options in ({"own": True}, {"own": True, "tables": False}):
        with pytest.raises(mcbnc.InvalidInputError, match=r"own: .* With masks no site sends them"):
            fed.Coordinator(list(states), 4, task="learning", states=states, **options)
    for limits in (None, TELL):
        refused = refused_hello(True, limits, own=True)
        assert refused.reason == "scores"
        assert "With masks no site sends them" in str(refused)


def test_without_masks_each_site_must_say_that_it_tells_scores():
    tables = rows_of(7, 3)
    refused = refused_hello(False, None, own=True)
    assert refused.reason == "scores"
    assert "tell_scores=True allows it" in str(refused)
    with pytest.raises(fed.Refused, match="tell_scores=True allows it"):
        fed.simulate_learning(tables, own=True)
    ours = fed.simulate_learning(tables, own=True, limits=TELL).result
    assert ours.scores == mcbnc.learn_jointly(tables, search="ges", outliers="keep").scores


@pytest.mark.parametrize("odd", [1, "yes", [], None])
@pytest.mark.parametrize("masks", [True, False])
def test_an_odd_word_for_own_scores_is_no_way_around(odd, masks):
    assert refused_hello(masks, None, own=odd).reason == "scores"


def test_the_engine_sends_no_scores_under_masks():
    """Whatever Python let through."""
    table = rows_of(3, 1)[0]
    states = {name: ["low", "mid", "top"] for name in table}
    coordinator = fed.Coordinator(
        list(states), 3, task="learning", states=states, score="bdeu", masks=False, own=True
    )
    hello = messages.read(next(coordinator).bytes, 1 << 28)
    asked = Asked({"facts": True, "unit": 20, "own": [[0]]}, {})
    for masks in (False, True):
        site = RowSite(mcbnc.Rows(table, states=states)).open(dataclasses.replace(hello, masks=masks))
        answer = functools.partial(site.answer, asked, Secrets(bytes(32), b""), Allowed(9, 9), 0)
        if masks:
            with pytest.raises(mcbnc.InvalidInputError, match="no sums over rows"):
                answer()
        else:
            assert len(answer()) == 2


def test_no_tables_and_no_scores_is_refused_before_anybody_joins():
    tables = rows_of(7, 3)
    with pytest.raises(mcbnc.InvalidInputError, match=r"add own=True, .*tell_scores=True"):
        fed.simulate_learning(tables, tables=False)
    for limits in (fed.Limits(tables=False), fed.Limits(tables=False, tell_scores=True)):
        with pytest.raises(mcbnc.InvalidInputError, match="With masks no site sends them"):
            fed.Client(tables[0], task="learning", identity=keys(1)[0], peers=[], limits=limits)
    with pytest.raises(mcbnc.InvalidInputError, match="only with tell_scores=True"):
        fed.Client(tables[0], task="learning", masks=False, limits=fed.Limits(tables=False))
    report = fed.simulate_learning(
        tables, tables=False, own=True, limits=fed.Limits(tables=False, tell_scores=True)
    )
    assert report.result.method == "own"


@pytest.mark.parametrize(
    ("score", "ranks"),
    [
        ({"name": "dg", "values": "raw"}, False),
        ({"name": "bge"}, False),
        ({"name": "dg", "values": "normal-scores"}, True),
        ({"name": "dg"}, True),  # as the engine reads it
        ({"name": "dg", "values": ["raw"]}, True),
        ({"name": []}, True),
        (None, True),
    ],
)
def test_scores_as_they_are_sent_count_as_those_of_ranks_unless_they_can_be_read_as_others(score, ranks):
    for states, numbers in (([{"numbers": [0, 1]}], True), ([["no", "yes"]], False), (None, False)):
        assert takes_ranks({"states": states, "score": score}) == (ranks and numbers)
