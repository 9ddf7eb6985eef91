"""An agreed map of numbers to normal scores: quantiles that all sites have in their code books."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("cryptography", reason="masks need the library cryptography")

from mixed import mixed_sites
from row_calls import with_rows

import mcbnc
import mcbnc.federated as fed
from mcbnc._base.options import SEARCHES
from mcbnc.federated import Numbers
from mcbnc.federated._simulate import carry, make_keys
from mcbnc.federated._tasks.arguments import read_states
from mcbnc.federated._tasks.quantiles import map_numbers, scores_of

RAW = mcbnc.DegenerateGaussian(values="raw")
NAMES = list("vwxyz")
PROBABILITIES = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.98)
AGES = {0.1: 20.0, 0.5: 41.0, 0.9: 70.0}


def book_of(tables, arity):
    """Quantiles of each column of numbers. Those of one site, so that the others have numbers beyond."""
    return {
        name: Numbers(quantiles={p: float(np.quantile(tables[0][name], p)) for p in PROBABILITIES})
        for name, states in zip(NAMES, arity, strict=False)
        if not states
    }


def whole(column, quantiles, most=1 << 20):
    """The whole numbers of a column, by plain Python."""
    normal = NormalDist()
    scores = [round(normal.inv_cdf(p) * 2**20) / 2**20 for p, _ in quantiles]
    numbers = [number for _, number in quantiles]
    centre = scores[0] / 2 + scores[-1] / 2
    _, exponent = np.frexp(max(scores[-1] - centre, centre - scores[0]))
    places = min((62 - (most - 1).bit_length()) // 2, 30)
    out = []
    for x in column:
        x = min(max(x, numbers[0]), numbers[-1])
        k = max(i for i in range(len(numbers) - 1) if numbers[i] <= x)
        part = (x - numbers[k]) / (numbers[k + 1] - numbers[k])
        score = scores[k] + part * (scores[k + 1] - scores[k])
        out.append(round(np.ldexp(score - centre, places - exponent)))
    return np.array(out)


ARITIES = [(0, 3, 0, 2, 0), (0, 0, 0, 0, 0), (0, 2)]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("arity", ARITIES, ids=str)
def test_the_answer_is_that_of_one_place_with_the_same_whole_numbers(arity, seed):
    tables = mixed_sites(seed, 3 + seed % 3, arity, skewed=True)
    book = book_of(tables, arity)
    same = {"search": SEARCHES[seed % 2]}
    report = fed.simulate_learning(tables, codebook=book, rounds="one", masks=True, **same)
    together = [
        pd.DataFrame(
            {
                name: column if name not in book else whole(column, book[name].quantiles) + 0.5
                for name, column in table.items()
            }
        )
        for table in tables
    ]
    same |= {"own": False, "pairs": "all", "outliers": "keep"}
    learn = mcbnc.learn_jointly
    joined = (
        learn(together, score=RAW, **same)
        if not any(arity)
        else with_rows(learn, together, score=RAW, **same)
    )
    assert report.result.score == joined.score
    assert report.result.steps == joined.steps
    np.testing.assert_array_equal(report.result.adjacency, joined.adjacency)


@pytest.mark.parametrize("seed", range(3))
def test_many_rounds_vote_on_mapped_numbers_too(seed):
    """A site learns its own structure of the numbers that its sums are of."""
    tables, arity = mixed_sites(seed, 3, skewed=True), (0, 3, 0, 2, 0)
    book = book_of(tables, arity)
    report = fed.simulate_learning(tables, codebook=book)
    mapped = [
        t.assign(**{n: map_numbers(t[n].to_numpy(), own.map) for n, own in book.items()}) for t in tables
    ]
    ends = {name: Numbers(*own.ends) for name, own in book.items()}
    again = fed.simulate_learning(mapped, codebook=ends)
    assert (report.result.score, report.result.steps) == (again.result.score, again.result.steps)
    assert report.rounds == again.rounds == 2


def test_the_map_rises_and_stays_within_its_ends():
    quantiles = Numbers(quantiles=AGES).map
    values = np.array([-np.inf, -5, 20, 20.5, 41, 70, 71, np.inf])
    scores = map_numbers(values, quantiles)
    assert (np.diff(scores[2:6]) > 0).all()
    assert scores[:3].tolist() == [scores[0]] * 3
    assert scores[5:].tolist() == [scores[5]] * 3
    np.testing.assert_allclose(scores[[0, 4, 5]], [-1.2815515, 0, 1.2815515], atol=1e-6)
    rng = np.random.default_rng(1)
    for _ in range(200):
        numbers = np.sort(rng.standard_cauchy(6)) * 10.0 ** rng.integers(-300, 300)
        if (np.diff(numbers) > 0).all():
            pairs = tuple(zip(np.linspace(0.1, 0.9, 6).tolist(), numbers.tolist(), strict=True))
            found = map_numbers(np.sort(rng.uniform(numbers[0], numbers[-1], 50)), pairs)
            assert (np.diff(found) >= 0).all()
            assert found.min() >= scores_of(pairs)[0]
            assert found.max() <= scores_of(pairs)[-1]


def session(tables, sent, books, **options):
    nodes = list(tables[0].columns)
    coordinator = fed.Coordinator(nodes, len(tables), task="learning", states=sent, **options)
    keys = make_keys(len(tables), True)
    sites = {
        k: fed.Client(table, task="learning", numbers=True, codebook=books[k], **keys[k])
        for k, table in enumerate(tables)
    }
    return coordinator, sites


def numbers_of(seed, rows=60):
    rng = np.random.default_rng(seed)
    age = rng.uniform(15, 80, rows)
    return pd.DataFrame({"age": age, "dose": age * rng.exponential(size=rows)})


DOSE = {0.05: 0.1 + 0.2, 0.5: 30.0, 0.95: 1 / 3 * 1000}


@pytest.mark.parametrize(
    ("sent", "own", "said"),
    [
        (
            Numbers(quantiles={**AGES, 0.5: 41.5}),
            Numbers(quantiles=AGES),
            "the session has the quantile 0.5=41.5 of 'age', and this site's code book has 0.5=41.0",
        ),
        (
            Numbers(quantiles={0.1: 20, 0.5: 41}),
            Numbers(quantiles=AGES),
            "the session has 2 quantiles of 'age', and this site's code book has 3",
        ),
        (
            Numbers(0, 100),
            Numbers(quantiles=AGES),
            "the session has the range 0 to 100 of 'age', and this site's code book has quantiles from 20 to",
        ),
        (
            Numbers(quantiles=AGES),
            None,
            "the session has quantiles from 20 to 70 of 'age', and this site has no code book",
        ),
    ],
)
def test_a_site_has_the_quantiles_in_its_own_code_book(sent, own, said):
    """Whatever is in the rows, the same sessions are refused."""
    tables = [numbers_of(k) for k in range(3)]
    states = {"age": sent, "dose": Numbers(quantiles=DOSE)}
    books = [None if own is None else {**states, "age": own}, states, states]
    for shift in (0, 1000):
        tables[0]["age"] += shift
        with pytest.raises(fed.Refused, match=said):
            carry(*session(tables, states, books, score=RAW))


def test_the_numbers_of_a_session_are_those_of_the_code_book_to_the_last_bit():
    tables = [numbers_of(k) for k in range(3)]
    states = {"age": Numbers(quantiles=AGES), "dose": Numbers(quantiles=DOSE)}
    coordinator, sites = session(tables, states, [states] * 3)
    carry(coordinator, sites)
    assert read_states(coordinator.options["states"], ["age", "dose"]) == list(states.values())
    assert coordinator.options["states"][1] == {
        "quantiles": [[0.05, 0.1 + 0.2], [0.5, 30.0], [0.95, 1000 / 3]]
    }


@pytest.mark.parametrize("options", [{"rounds": "one"}, {"rounds": "one", "epsilon": 50}, {}], ids=str)
def test_numbers_beyond_the_quantiles_count_as_the_nearer_one(options):
    """No session is refused for what the numbers are, also if all of a site are equal."""
    states = {"age": Numbers(quantiles=AGES), "dose": Numbers(quantiles=DOSE)}
    tables = [numbers_of(k) for k in range(3)]
    sums = []
    for each in (tables, [t.assign(age=t["age"].clip(20, 70)) for t in tables]):
        coordinator, sites = session(each, states, [states] * 3, **options)
        carry(coordinator, sites)
        sums.append([each.numbers.tolist() for each in coordinator.history])
    if "epsilon" not in options:
        assert sums[0] == sums[1]
    same = [tables[0].assign(age=1e6), *tables[1:]]
    with pytest.warns(mcbnc.DataWarning, match="'age': 60 of 60 numbers are beyond the agreed quantiles"):
        carry(*session(same, states, [states] * 3, **options))


@pytest.mark.parametrize("low", [0.4, 0.1, 0.02, 1e-3, 1e-9])
@pytest.mark.parametrize("high", [0.5, 0.9, 0.999])
def test_no_row_adds_more_to_a_sum_than_noise_is_made_for(low, high):
    """The unit is half of the range of the scores, as a power of two: no more than twice what it must be."""
    quantiles = {low: 1.0, high: 2.0}
    table = pd.DataFrame({"a": [9.0, -9.0], "b": [9.0, -9.0]})
    book = {name: Numbers(quantiles=quantiles) for name in table}
    coordinator = fed.Coordinator(["a", "b"], 1, task="learning", states=book, rounds="one", masks=False)
    carry(coordinator, {0: fed.Client(table, task="learning", numbers=True, masks=False)})
    _, one, other, square, *_ = coordinator.history[0].numbers.astype(np.int64).tolist()
    ends = whole([9.0, -9.0], sorted(quantiles.items()))
    assert one == other == sum(ends)
    assert square == sum(ends**2)
    assert 2**20 <= abs(ends).max() <= 2**21


@pytest.mark.parametrize(
    ("quantiles", "said"),
    [
        ({0.5: 1}, "from 2 to 65,536, not 1"),
        ({0.0: 1, 0.5: 2}, "the probability 0.0 is not between 0 and 1"),
        ({0.5: 1, 1.0: 2}, "the probability 1.0 is not between 0 and 1"),
        ({0.5: 2, 0.6: 2}, "that of 0.6, 2.0, must be above that of 0.5, 2.0"),
        ({0.5: 3, 0.6: 2}, "must be above"),
        ([(0.5, 2), (0.5, 3)], "the probabilities 0.5 and 0.5 are too close"),
        ([(0.5, 2), (0.5 + 1e-9, 3)], "are too close"),
        ({0.5: 1, 0.6: float("inf")}, "two finite numbers"),
        ({0.5: "1", 0.6: 2}, "two finite numbers"),
        ({0.4: -1.7e308, 0.6: 1.7e308}, "is too wide"),
        ([1, 2], "a dict of numbers by probability"),
        (7, "a dict of numbers by probability"),
        ([(0.5, k) for k in range(2**16 + 1)], "from 2 to 65,536, not 65,537"),
    ],
)
def test_quantiles_that_are_none(quantiles, said):
    with pytest.raises(mcbnc.InvalidInputError, match=said):
        Numbers(quantiles=quantiles)


def test_quantiles_stand_in_the_place_of_a_range():
    with pytest.raises(mcbnc.InvalidInputError, match="there is no range besides"):
        Numbers(0, 100, quantiles=AGES)
    with pytest.raises(mcbnc.InvalidInputError, match=r"'a'.*the probability 7.0 is not between"):
        read_states([{"quantiles": [[7, 1], [0.5, 2]]}], ["a"])
    assert Numbers(quantiles=list(reversed(AGES.items()))) == Numbers(quantiles=AGES)
    assert hash(Numbers(quantiles=AGES)) == hash(Numbers(quantiles=AGES))


@pytest.mark.parametrize("rounds", ["one", "many"])
def test_ranks_have_no_use_for_quantiles(rounds):
    tables = [numbers_of(k) for k in range(3)]
    with pytest.raises(mcbnc.InvalidInputError, match="'age': leave the score out"):
        fed.simulate_learning(tables, codebook={"age": Numbers(quantiles=AGES)}, score="dg", rounds=rounds)


@pytest.mark.parametrize("score", ["bge", "bic-g", RAW, None])
def test_scores_of_mapped_numbers(score):
    tables = [numbers_of(k) for k in range(3)]
    book = {"age": Numbers(quantiles=AGES)}
    mapped = [t.assign(age=map_numbers(t["age"].to_numpy(), book["age"].map)) for t in tables]
    told = fed.simulate_learning(tables, codebook=book, score=score)
    again = fed.simulate_learning(mapped, codebook={"age": Numbers(*book["age"].ends)}, score=score)
    assert told.result.score == again.result.score


def test_a_code_book_of_no_column():
    with pytest.raises(mcbnc.InvalidInputError, match="codebook has 'age2', which no data set has"):
        fed.simulate_learning([numbers_of(0)], codebook={"age2": Numbers()})


def test_quantiles_of_counts():
    """A thousandth of the rows is spread evenly over the bins. So empty bins have quantiles too."""
    told = Numbers.from_counts([0, 40, 80], [0, 49, 50, 0]).quantiles
    assert told == ((1 / 400, 0.0), (198 / 400, 40.0), (399 / 400, 80.0))
    rng = np.random.default_rng(1)
    for _ in range(50):
        bins = int(rng.integers(3, 70))
        counts = rng.integers(0, 10 ** int(rng.integers(1, 7)), bins) * rng.integers(0, 2, bins)
        counts[0] = 1
        points = np.sort(rng.standard_cauchy(bins - 1)).tolist()
        told = Numbers.from_counts(points, counts.tolist()).quantiles
        assert [point for _, point in told] == points
        shares = np.cumsum(counts)[:-1] / counts.sum()
        more = max(counts.sum() // 1000, 1) / counts.sum()
        assert max(abs(p - share) for (p, _), share in zip(told, shares, strict=True)) <= more


@pytest.mark.parametrize(
    ("points", "counts", "said"),
    [
        ([0, 1], [1, 2], "there are 2, for the 3 bins of 2 points"),
        ([0, 1], [0, 0, 0], "there are no rows"),
        ([0, 1], [1, -1, 5], "counts must be"),
        ([1, 0], [1, 1, 5], "must be above"),
        ([1], [1, 5], "from 2 to 65,536"),
    ],
)
def test_counts_that_make_no_quantiles(points, counts, said):
    with pytest.raises(mcbnc.InvalidInputError, match=said):
        Numbers.from_counts(points, counts)


def test_rows_without_a_number():
    """A gap is refused before there is a session, as without quantiles. Rows that stay count."""
    tables = [numbers_of(k) for k in range(3)]
    tables[0].loc[3, "age"] = np.nan
    book = {"age": Numbers(quantiles=AGES)}
    with pytest.raises(mcbnc.InvalidInputError, match="'age'"):
        fed.simulate_learning(tables, codebook=book)
    without = [tables[0].drop(3).reset_index(drop=True), *tables[1:]]
    with pytest.warns(mcbnc.DataWarning, match="1 of 60 rows left out"):
        told = fed.simulate_learning(mcbnc.Rows(tables, missing="drop"), codebook=book).result
    assert told.score == fed.simulate_learning(without, codebook=book).result.score


def test_a_journal_has_the_quantiles(tmp_path):
    """Who replays a run needs nothing besides its journal."""
    tables = [numbers_of(k) for k in range(3)]
    states = {"age": Numbers(quantiles=AGES), "dose": Numbers(quantiles=DOSE)}
    coordinator, sites = session(tables, states, [states] * 3, journal=tmp_path / "journal")
    carry(coordinator, sites)
    found = fed.verify(tmp_path / "journal")
    assert (found.result.score, found.result.steps) == (coordinator.result.score, coordinator.result.steps)


def test_cut_points_for_a_second_run_of_counts():
    """Equal steps of the normal score: so they follow the shape of the column."""
    normal = NormalDist()
    shares = [k / 200 for k in range(2, 199)]
    own = Numbers(quantiles={p: float(np.exp(normal.inv_cdf(p))) for p in shares})
    points = own.cut_points()
    assert (points[0], points[-1]) == (own.quantiles[0][1], own.quantiles[-1][1])
    steps = np.diff(np.log(points[1:-1]))
    assert len(steps) == 12
    np.testing.assert_allclose(steps, 6 / 16, atol=0.02)
    assert points[1:-1] == [float(f"{point:.6g}") for point in points[1:-1]]
    assert Numbers.from_counts(points, [1] * (len(points) + 1)).quantiles[0][1] == points[0]
    assert Numbers(quantiles={0.4: 0.0, 0.6: 1e-300}).cut_points()[1:-1] == sorted({5e-301})
    with pytest.raises(mcbnc.InvalidInputError, match="there are no quantiles"):
        Numbers(0, 1).cut_points()
