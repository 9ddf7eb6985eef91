"""A stop is reported: a call that was stopped is "complete" only if its answer is the undisturbed one.

Each public call is stopped by a function `progress` that returns False once, or from then on, at each number
of its calls; and by the clock, at moments all along the call. A stop must not be kept either: the same call
with the checkpoint of the stopped one has the undisturbed answer.
"""

from __future__ import annotations

import inspect
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from helpers import noisy_copies
from libraries import slow_ones

import mcbnc
from mcbnc import baselines
from mcbnc._engine import checkpoint, request
from mcbnc._learning.stopped import vote_of_sites
from mcbnc._results.resamples import Resamples

LOOKS = 40  # calls of `progress` that are tried, at most
MOMENTS = 30

DAGS = noisy_copies(4, 7, 9, 0.25)


def states(seed: int, rows: int = 150, n: int = 7) -> dict[str, list[str]]:
    """Rows of a chain of states with three outcomes."""
    draw = np.random.default_rng(seed)
    cells = draw.integers(0, 3, (n, rows))
    for j in range(1, n):
        cells[j] = np.where(draw.random(rows) < 0.7, cells[j - 1], cells[j])
    return {f"v{j}": [f"s{x}" for x in cells[j]] for j in range(n)}


def numbers(seed: int, rows: int = 80, n: int = 6) -> dict[str, list[float]]:
    draw = np.random.default_rng(seed)
    cells = np.cumsum(draw.normal(size=(n, rows)), axis=0)
    return {f"x{j}": cells[j].tolist() for j in range(n)}


def with_gaps(table: dict[str, list[str]], seed: int) -> dict[str, list[Any]]:
    draw = np.random.default_rng(seed)
    return {name: [None if draw.random() < 0.04 else x for x in cells] for name, cells in table.items()}


def without(table: dict[str, Any], k: int) -> dict[str, Any]:
    """A table that lacks one of its columns."""
    return {name: cells for at, (name, cells) in enumerate(table.items()) if at != k % len(table)}


SITES = [states(k) for k in range(5)]
APART = [without(table, 2 * k) for k, table in enumerate(SITES)]
NUMBERS = [numbers(k) for k in range(5)]
APART_NUMBERS = [without(table, 2 * k) for k, table in enumerate(NUMBERS)]
GAPS = [with_gaps(table, k) for k, table in enumerate(SITES)]
ARRAY = np.array(list(SITES[0].values())).T

Call = Callable[..., Any]
OF_THE_ESTIMATOR = {"progress", "time_limit"}
"""Options of StructureLearner, which is imported by slow tests alone."""


def filled(tables: Any) -> mcbnc.Rows:
    return mcbnc.Rows(tables, missing="fill")


def jointly(data: Any, **options: Any) -> Call:
    return lambda **more: mcbnc.learn_jointly(data, **options, **more)


CALLS: dict[str, Call] = {
    "learn": lambda **more: mcbnc.learn(SITES[0], **more),
    "learn, doubt": lambda **more: mcbnc.learn(SITES[0], chance=3, resamples=8, **more),
    "learn, fill": lambda **more: mcbnc.learn(filled(GAPS[0]), **more),
    "StructureLearner": lambda **more: mcbnc.estimators.StructureLearner(**more).fit(ARRAY).graph_,
    "learn_many": lambda **more: mcbnc.learn_many(SITES, **more),
    "learn_many, doubt": lambda **more: mcbnc.learn_many(SITES, chance=2, resamples=4, **more),
    "learn_many, fill": lambda **more: mcbnc.learn_many(filled(GAPS[:3]), **more),
    "learn_many, union": lambda **more: mcbnc.learn_many(mcbnc.Rows(APART, columns="union"), **more),
    "learn_many, union of numbers": lambda **more: mcbnc.learn_many(
        mcbnc.Rows(APART_NUMBERS, columns="union"), score="bge", **more
    ),
    "learn_jointly": jointly(SITES),
    "learn_jointly, doubt": jointly(SITES, chance=2, resamples=3),
    "learn_jointly, ges": jointly(SITES, search="ges"),
    "learn_jointly, keep": jointly(SITES, outliers="keep"),
    "learn_jointly, own=False": jointly(SITES, own=False),
    "learn_jointly, pairs": jointly(SITES, pairs="union", knowledge={"required": [("v0", "v5")]}),
    "learn_jointly, numbers": jointly(NUMBERS, score="bge"),
    "learn_jointly, union": jointly(APART, columns="union"),
    "learn_jointly, union, keep": jointly(APART, columns="union", outliers="keep"),
    "learn_jointly, fill": jointly(filled(GAPS)),
    "learn_jointly, union of numbers": jointly(APART_NUMBERS, columns="union", score="bge"),
    "bootstrap": lambda **more: mcbnc.bootstrap(SITES[0], 12, seed=1, **more),
    "consensus": lambda **more: mcbnc.consensus(DAGS, 0.4, **more),
    "consensus, drop": lambda **more: mcbnc.consensus(DAGS, 0.4, outliers="drop", **more),
    "consensus, auto": lambda **more: mcbnc.consensus(DAGS, "auto", **more),
    "consensus, refusion": lambda **more: mcbnc.consensus(DAGS, 0.4, output="refusion", **more),
    "trajectory": lambda **more: mcbnc.trajectory(DAGS, outliers="drop", **more),
    "stability": lambda **more: mcbnc.stability(DAGS, 0.4, resamples=20, seed=1, **more),
    "stability, auto": lambda **more: mcbnc.stability(DAGS, "auto", resamples=20, seed=1, **more),
    "stability, leave-one-out": lambda **more: mcbnc.stability(DAGS, 0.4, scheme="leave-one-out", **more),
    "batch": lambda **more: mcbnc.batch(DAGS, counts=np.eye(7, dtype=int) + 1, outliers="drop", **more),
    "compare": lambda **more: mcbnc.compare(DAGS, outliers="drop", **more),
    "bounded": lambda **more: baselines.bounded(DAGS, 2, "inputs", **more),
    "genetic": lambda **more: baselines.genetic(DAGS, 2, "arcs", generations=6, seed=1, **more),
    "dsep_vote": lambda **more: baselines.dsep_vote(DAGS, **more),
    "climb": lambda **more: baselines.climb(DAGS, **more),
    "exact_treewidth": lambda **more: mcbnc.metrics.exact_treewidth(DAGS[0], **more),
}

_SAME = (
    "adjacency",
    "cpdag",
    "dropped",
    "thetas",
    "strength",
    "joined",
    "theta",
    "method",
    "pairs",
    "width",
    "lower",
)


def parts(answer: Any) -> list[Any]:
    """The answers that an answer is made of, each with a status of its own."""
    if isinstance(answer, list):
        return answer
    if isinstance(answer, mcbnc.Comparison):
        return list(answer.results.values())
    return [answer]


def told(answer: Any) -> str:
    """What an answer has, except its times and its status."""
    facts = {name: getattr(answer, name, None) for name in _SAME}
    if isinstance(answer, np.ndarray):
        facts["array"] = answer
    return repr({name: np.asarray(x).tolist() for name, x in facts.items() if x is not None})


def doubt(answer: Any) -> set[str]:
    """What shuffles and resamples show of an answer: all of it or nothing."""
    resamples = getattr(answer, "resamples", None)
    found = {f"resamples {resamples.joined.tolist()}"} if isinstance(resamples, Resamples) else set()
    return (
        found | {f"chance {answer.chance}"} if isinstance(answer, mcbnc.Learned) and answer.chance else found
    )


def right(stopped: Any, whole: Any) -> int:
    """How many parts of an answer are marked as complete. Each must be that of an undisturbed call."""
    if isinstance(whole, mcbnc.Comparison):  # a method that did not begin has no row
        assert set(stopped.results) <= set(whole.results)
        pairs = [(result, whole.results[name]) for name, result in stopped.results.items()]
        assert [row["method"] for row in stopped.table][: len(pairs)] == list(stopped.results)
    else:
        pairs = list(zip(parts(stopped), parts(whole), strict=True))
    complete = 0
    for part, other in pairs:
        status = getattr(part, "status", "complete")
        assert status in ("complete", "cancelled", "time_limit")
        if status == "complete":
            assert told(part) == told(other)
            complete += 1
        assert doubt(part) <= doubt(other)
    return complete


@pytest.fixture(autouse=True)
def many_looks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Look at the progress at each millisecond, and keep what is done after each slice, however short."""
    monkeypatch.setattr(request, "_SLICE_MS", 1)
    monkeypatch.setattr(checkpoint, "INTERVAL", 1e-9)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", mcbnc.DataWarning)
        yield


_undisturbed: dict[str, tuple[Any, float]] = {}


def undisturbed(name: str) -> tuple[Any, float]:
    """The answer of a call, and its seconds."""
    if name not in _undisturbed:
        CALLS[name]()
        begin = time.perf_counter()
        _undisturbed[name] = CALLS[name](), time.perf_counter() - begin
    return _undisturbed[name]


def options_of(name: str) -> Any:
    """The options that a public call has."""
    word = name.partition(",")[0]
    if word == "StructureLearner":
        return OF_THE_ESTIMATOR
    for place in (mcbnc, baselines, mcbnc.metrics):
        if callable(getattr(place, word, None)):
            return inspect.signature(getattr(place, word)).parameters
    raise AssertionError(name)


def those_with(option: str) -> list[Any]:
    return slow_ones((name for name in CALLS if option in options_of(name)), "StructureLearner")


def may_raise(call: Call, **options: Any) -> Any:
    """The answer, or None if the call reports that there is no part of it."""
    try:
        return call(**options)
    except mcbnc.McbncError as error:
        if "progress stopped" not in str(error):
            raise
        return None


class Stop:
    """A function `progress` that returns False at its call number `at`: once, or from then on."""

    def __init__(self, at: int, once: bool) -> None:
        self.at, self.once, self.calls = at, once, 0

    def __call__(self, *_: object) -> bool:
        self.calls += 1
        return self.calls != self.at if self.once else self.calls < self.at


def test_each_public_call_that_can_be_stopped_is_here():
    public = {
        name
        for place in (mcbnc, baselines, mcbnc.metrics, mcbnc.federated)
        for name in place.__all__
        if inspect.isfunction(thing := getattr(place, name))
        if {"progress", "time_limit"} & set(inspect.signature(thing).parameters)
    }
    assert {name.partition(",")[0] for name in CALLS} == public | {"StructureLearner"}


@pytest.mark.slow
def test_the_estimator_can_be_stopped():
    pytest.importorskip("sklearn")
    options = inspect.signature(mcbnc.estimators.StructureLearner).parameters
    assert {"checkpoint", "progress", "time_limit"} & set(options) == OF_THE_ESTIMATOR


@pytest.mark.parametrize("once", [True, False], ids=["once", "for good"])
@pytest.mark.parametrize("name", those_with("progress"))
def test_stopped_by_progress(name, once):
    whole, _ = undisturbed(name)
    for at in range(1, LOOKS):
        stop = Stop(at, once)
        stopped = may_raise(CALLS[name], progress=stop)
        if stop.calls < at:
            break
        assert stop.calls == at, "nobody asks again after a stop"
        if stopped is not None:
            right(stopped, whole)


def stop_by_the_clock(name: str, moments: int) -> None:
    whole, seconds = undisturbed(name)
    for k in range(moments):
        right(CALLS[name](time_limit=max(seconds * (k + 0.5) / moments, 1e-6)), whole)


@pytest.mark.parametrize("name", those_with("time_limit"))
def test_stopped_by_the_clock(name):
    stop_by_the_clock(name, 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", those_with("time_limit"))
def test_stopped_by_the_clock_at_many_moments(name):
    stop_by_the_clock(name, MOMENTS)


REFUSE = ("fill", "union of numbers")
"""What a checkpoint cannot be combined with."""
KEPT = [name for name in those_with("checkpoint") if not name.endswith(REFUSE)]


@pytest.mark.parametrize("name", KEPT)
@pytest.mark.parametrize("once", [True, False], ids=["once", "for good"])
def test_a_checkpoint_of_a_stopped_call_goes_on_to_the_undisturbed_answer(name, once, tmp_path):
    whole, seconds = undisturbed(name)
    for at in (1, 2, 3, 5, 9):
        path = tmp_path / f"{at}"
        stopped = may_raise(CALLS[name], progress=Stop(at, once), checkpoint=path)
        if stopped is not None:
            right(stopped, whole)
        limited = CALLS[name](time_limit=max(seconds * at / 10, 1e-6), checkpoint=path)
        right(limited, whole)
        answer = CALLS[name](checkpoint=path)
        assert right(answer, whole) == len(parts(whole))


@pytest.mark.parametrize("name", sorted({*those_with("checkpoint")} - {*KEPT}))
def test_a_checkpoint_that_nobody_would_keep_is_refused(name, tmp_path):
    with pytest.raises(mcbnc.InvalidInputError, match="checkpoint"):
        CALLS[name](checkpoint=tmp_path / "kept")


# --- what a stopped learn_jointly answers -------------------------------------------------------------------


def warned(call: Call, **options: Any) -> tuple[Any, str]:
    """An answer, and the warning about what was not finished."""
    with pytest.warns(mcbnc.DataWarning, match="The answer is") as caught:
        answer = call(**options)
    (text,) = [str(one.message) for one in caught if "The answer is" in str(one.message)]
    return answer, text


def odd() -> dict[str, list[str]]:
    """A site unlike all others: its columns follow one another in another order."""
    table = states(99, rows=400)
    order = ["v0", "v3", "v6", "v2", "v5", "v1", "v4"]
    return dict(zip(order, table.values(), strict=True))


ODD = [*(states(k, rows=400) for k in range(5)), odd()]


@pytest.mark.parametrize("columns", ["same", "union"])
def test_sites_that_had_no_time_are_not_judged(columns):
    tables = ODD if columns == "same" else [{**table, f"only{k}": table["v0"]} for k, table in enumerate(ODD)]
    whole = mcbnc.learn_jointly(tables, columns=columns)
    assert whole.dropped == [5]
    stopped, text = warned(jointly(tables, columns=columns), time_limit=1e-9)
    assert stopped.status == "time_limit"
    assert stopped.dropped == []
    assert text.startswith("the time limit came before 6 of 6 data sets had learned: datasets[0], ")
    assert "No data set was left out as an outlier" in text


def until_stage(call: Call, unit: int) -> int:
    """The number of the call of `progress` that shows that all data sets have learned."""
    seen: list[tuple[int, int]] = []
    call(progress=lambda left, of, _: seen.append((left, of)))
    return next(k for k, now in enumerate(seen, 1) if now == (0, unit))


def stopped_between(data: Any, sites: int, **options: Any) -> tuple[Any, str]:
    """A call that was stopped when all sites had learned, and nothing else was done."""
    return warned(jointly(data, **options), progress=lambda left, of, _: (left, of) != (0, sites))


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (SITES, {}),
        (SITES, {"own": False}),
        (SITES, {"pairs": "all"}),
        (NUMBERS, {"score": "bge"}),
        (APART, {"columns": "union"}),
        (APART_NUMBERS, {"columns": "union", "score": "bge"}),
    ],
    ids=["states", "own=False", "all pairs", "numbers", "union", "union of numbers"],
)
def test_no_search_begins_after_a_stop_and_the_sites_vote(data, options):
    stopped, text = stopped_between(data, len(data), **options)
    assert stopped.status == "cancelled"
    assert {site.status for site in stopped.sites} == {"complete"}
    assert stopped.method == "vote"
    assert "in the search on the rows of all data sets" in text
    assert text.endswith("The answer is the vote of the structures of 5 data sets.")
    over = "union" if "columns" in options else None
    vote = baselines.vote(stopped.sites, kind="skeleton", nodes=over)
    assert {frozenset(edge) for edge in stopped.edges} == {frozenset(edge) for edge in vote.edges}
    assert "by the vote of the sites" in repr(stopped) or over
    assert stopped.to_frame() is not None


def test_sites_that_were_not_finished_have_no_vote(tmp_path):
    """Some sites have learned, and the others have not begun."""
    many = [states(k, rows=60) for k in range(40)]
    stop = Stop(2, once=True)
    stopped, text = warned(jointly(many), progress=stop, checkpoint=tmp_path / "kept")
    done = [k for k, site in enumerate(stopped.sites) if site.status == "complete"]
    assert 0 < len(done) < 40
    assert stopped.dropped == []
    assert f"before {40 - len(done)} of 40 data sets had learned" in text
    assert text.endswith(f"The answer is the vote of the structures of {len(done)} data sets.")
    vote = baselines.vote([stopped.sites[k] for k in done], kind="skeleton")
    assert {frozenset(edge) for edge in stopped.edges} == {frozenset(edge) for edge in vote.edges}
    assert stopped.edges


def test_a_vote_that_breaks_what_was_asked_is_no_answer():
    """No site has both ends of the required edge, so the vote lacks it."""
    tables = [without(table, 0 if k % 2 else 6) for k, table in enumerate(SITES)]
    knowledge = {"required": [("v0", "v6")]}
    for data, options in (
        (tables, {}),
        ([without(t, 0 if k % 2 else 5) for k, t in enumerate(NUMBERS)], {"score": "bge"}),
    ):
        asked = knowledge if not options else {"required": [("x0", "x5")]}
        stopped, text = stopped_between(data, 5, columns="union", knowledge=asked, **options)
        assert stopped.status == "cancelled"
        assert asked["required"][0] in stopped.edges
        assert text.endswith("The answer is the best structure that was found until then.")


def test_a_vote_has_no_more_parents_than_were_asked_for(monkeypatch):
    votes = []
    monkeypatch.setattr(
        "mcbnc._learning.jointly.vote_of_sites", lambda *a: votes.append(vote_of_sites(*a)) or votes[-1]
    )
    two = {"a": ["0", "1"] * 40, "b": ["0", "0", "1", "1"] * 20}
    two["c"] = [
        str(int(a != b)) if k % 9 else a for k, (a, b) in enumerate(zip(two["a"], two["b"], strict=True))
    ]
    stopped, _ = stopped_between([two, two, two], 3, max_parents=1)
    assert stopped.status == "cancelled"
    assert np.asarray(stopped).sum(axis=0).max() <= 1


def test_compare_has_no_row_of_a_method_that_did_not_begin():
    with pytest.warns(mcbnc.DataWarning) as caught:
        stopped = mcbnc.compare(DAGS, progress=lambda *_: False)
    texts = [str(one.message) for one in caught]
    first, *others = mcbnc.compare(DAGS).results
    assert list(stopped.results) == [first]
    assert any(
        "had begun. The table has no row of them" in text and repr(others[0]) in text for text in texts
    )
    with pytest.warns(
        mcbnc.DataWarning, match=r"'climb' ended early\. The table has what was found until then"
    ):
        mcbnc.compare(DAGS, methods=["climb"], time_limit=1e-9)
