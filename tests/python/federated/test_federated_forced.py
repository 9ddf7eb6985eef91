"""With noise no refusal depends on a row: it would show something of the row, and spend nothing."""

from __future__ import annotations

import numpy as np
import pytest
from federation import STATES, noisy_coordinator, rows_of, run, table_sites, unmasked_total, until
from hypothesis import given, settings
from hypothesis import strategies as st

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated import Refused
from mcbnc.federated._protocol import messages
from mcbnc.federated._protocol.task import Allowed, Asked, Secrets
from mcbnc.federated._tasks.rows import RowSite

MOST = 1 << 28

CELLS = {
    "a": st.sampled_from([*STATES, "other", "", "0", "nan", "1e400"]),
    "x": st.sampled_from(["0", "-1", "1", "0.25", "7", "-1e300", "1e-300"]),
}
BASE = {"a": ["low", "top", "mid", "low"], "x": ["0.5", "-0.5", "0.25", "1"]}
NUMBERS = fed.Numbers(-1, 1)


def answers(folder, name, table, most_rows, swapped=False, min_cell=0):
    """Whether a site with these rows answers to the end. None: the rows cannot be read at all."""
    path = folder / f"{name}.csv"
    path.write_text("a,x\n" + "".join(f"{a},{x}\n" for a, x in zip(*table.values(), strict=True)))
    states = {"a": NUMBERS, "x": STATES} if swapped else {"a": STATES, "x": NUMBERS}
    tables = [{"a": np.array(["low", "mid", "top"] * 9), "x": np.linspace(-1, 1, 27)} for _ in range(3)]
    if swapped:
        tables = [{"a": each["x"], "x": each["a"]} for each in tables]
    sites = table_sites(tables, numbers=True)
    try:
        first = sites[0]
        sites[0] = fed.Client(
            str(path),
            task="learning",
            identity=first._signer._key,
            peers=[*first._peers],
            numbers=True,
            min_cell=min_cell,
        )
    except mcbnc.McbncError:
        return None
    coordinator = noisy_coordinator(
        tables,
        100.0,
        states=[states["a"], states["x"]],
        score=mcbnc.DegenerateGaussian(values="raw"),
        most_rows=most_rows,
    )
    with np.errstate(all="ignore"):
        content = until(messages.Question, coordinator, sites).pack()
        unmasked_total(sites, content)
    return True


@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_two_tables_that_differ_in_one_row_never_differ_in_whether_the_site_answers(tmp_path_factory, data):
    """A row is another one, is not there, or comes in addition. A table that cannot be read is no site."""
    folder = tmp_path_factory.mktemp("tables")
    rows = list(zip(*BASE.values(), strict=True))
    k = data.draw(st.integers(0, len(rows)))
    row = tuple(data.draw(CELLS[name]) for name in BASE)
    changed = data.draw(
        st.sampled_from(
            [[*rows[:k], row, *rows[k:]], [*rows[:k], row, *rows[k + 1 :]], rows[:k] + rows[k + 1 :]]
        )
    )
    swapped = data.draw(st.booleans())
    most_rows = data.draw(st.sampled_from([len(rows) * 100, 1 << 20]))
    for name, each in (("before", rows), ("after", changed)):
        table = {"a": [a for a, _ in each], "x": [x for _, x in each]}
        assert answers(folder, name, table, most_rows, swapped, min_cell=3) in (True, None)


def test_what_does_not_fit_adds_to_no_number(tmp_path):
    """But to that of rows: a state that is not listed, and a cell with no number."""
    tables = [{"a": np.array(["low", "mid", "top"]), "x": np.array(["mid", "low", "top"])} for _ in range(3)]
    odd = [
        {
            name: np.append(column, each)
            for (name, column), each in zip(t.items(), ("odd", "top"), strict=True)
        }
        for t in tables
    ]
    known = [
        {
            name: np.append(column, each)
            for (name, column), each in zip(t.items(), ("low", "top"), strict=True)
        }
        for t in tables
    ]

    def exact(tables, **options):
        sites = [RowSite(mcbnc.Rows(table)) for table in tables]
        hello = messages.read(next(noisy_coordinator(tables, **options)).bytes, MOST)
        opened = sites[0].open(hello)
        opened._privacy.add = lambda numbers, *_: numbers
        asked = Asked({"facts": True, "products": True}, {})
        secrets = Secrets(bytes(32), bytes(32))
        return opened.answer(asked, secrets, Allowed(1000, 12), 0).tolist()

    with pytest.warns(mcbnc.DataWarning, match="'a' has 1 cell with no state of the session.*the first one"):
        forced = exact(odd)
    assert forced == exact(known)
    assert forced[0] == 4
    numbers = {"states": [NUMBERS, STATES], "score": mcbnc.DegenerateGaussian(values="raw")}
    with pytest.warns(mcbnc.DataWarning, match="'a' has 4 cells with no number.*the middle of the range"):
        told = exact(odd, **numbers)
    assert told == [4, 0, 1, 2, 0, 0, 0]


@pytest.mark.parametrize("epsilon", [None, 50.0])
def test_too_many_rows_are_found_by_the_coordinator_if_there_is_noise(epsilon):
    """A site that has more than all may have together refuses if there is none: its answer would be wrong."""
    tables = [{name: np.repeat(column, 20) for name, column in each.items()} for each in rows_of(3, 3, n=3)]
    assert min(len(each["z0"]) for each in tables) > 700
    coordinator = noisy_coordinator(tables, epsilon, most_rows=700)
    sites = table_sites(tables)
    if epsilon is None:
        with pytest.raises(Refused, match="data do not fit"):
            run(coordinator, sites)
        return
    with pytest.raises(Refused, match=r"together have about [\d,]+ rows, and most_rows is 700"):
        run(coordinator, sites)


def test_a_column_of_one_value_is_no_reason_to_refuse():
    """Other sites have other values, and the sites' numbers are sums."""
    states = {"x": fed.Numbers(0, 1), "y": fed.Numbers(0, 1)}
    tables = [{"x": np.full(9, k / 4), "y": np.linspace(0, 1, 9) ** (k + 1)} for k in range(3)]
    # A column of one value is refused before there is a session, and one that is clipped to one is not.
    with pytest.raises(mcbnc.InvalidInputError, match="leave out columns that do not vary"):
        table_sites(tables, numbers=True)
    moved = [{**t, "x": np.append(t["x"][1:], 5.0 + k)} for k, t in enumerate(tables)]
    coordinator = noisy_coordinator(
        moved, 50.0, states=list(states.values()), score=mcbnc.DegenerateGaussian(values="raw")
    )
    with pytest.warns(mcbnc.DataWarning, match="the nearer end"):
        run(coordinator, table_sites(moved, numbers=True))
