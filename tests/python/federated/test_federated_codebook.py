"""What a site agreed on beforehand: ranges and states of its own code book, and tables that stay bounded."""

from __future__ import annotations

import math
import warnings
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("cryptography", reason="masks need the library cryptography")

import mcbnc
import mcbnc.federated as fed
from mcbnc.federated._secure.noise import spent, told_epsilon
from mcbnc.federated._simulate import carry, make_keys

RAW = mcbnc.DegenerateGaussian(values="raw")
STATES = ["0", "1"]


def table(seed: int, oldest: float) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    age = np.append(rng.uniform(20, 60, 49), oldest)
    return pd.DataFrame({"age": age, "b": rng.choice(STATES, 50)})


def session(high, *, codebook=None, first=97.3125, masks=True, lowest=True, **options):
    """The coordinator of three sites, and the sites. The first one has `codebook`."""
    ages = fed.Numbers(0, high)
    options = {"rounds": "one", "score": RAW, "states": {"age": ages, "b": STATES}, **options}
    coordinator = fed.Coordinator(["age", "b"], 3, task="learning", masks=masks, **options)
    keys = make_keys(3, masks)
    books = [codebook, *[{"age": ages, "b": STATES} if lowest else None] * 2]
    sites = {
        k: fed.Client(
            table(k, first if not k else 60),
            task="learning",
            numbers=True,
            **({} if books[k] is None else {"codebook": books[k]}),
            **keys[k],
        )
        for k in range(3)
    }
    return coordinator, sites


def refusal(*given, **options) -> str:
    with pytest.raises(fed.Refused) as caught:
        carry(*session(*given, **options))
    return str(caught.value)


def test_a_range_is_no_question_about_the_rows():
    """Whatever is in the rows, the same sessions are refused: halving the range finds no age."""
    book = {"age": fed.Numbers(0, 120), "b": STATES}
    for oldest in (61.0, 97.3125, 119.0):
        for high in (80, 97, 98, 130):
            for own in (book, None):
                said = refusal(high, codebook=own, first=oldest)
                assert f"the session has the range 0 to {high} of 'age'" in said
                assert str(oldest) not in said
    assert "this site's code book has the range 0 to 120" in refusal(80, codebook=book)
    assert "codebook={...}" in refusal(80)
    carry(*session(120, codebook=book))


def test_a_code_book_is_compared_with_the_own_rows_before_there_is_a_session():
    for book, said in (
        ({"age": fed.Numbers(0, 80)}, "'age' has the value 97.3125, and its range is from 0 to 80"),
        ({"b": ["0", "2"]}, "'b' has the state '1'"),
        ({"age": ["old", "young"]}, "which the session does not list"),
        ([["0", "1"]], "codebook must be a dict"),
        ({"b": [["0"]]}, "states of 'b' must be a list"),
    ):
        with pytest.raises(mcbnc.InvalidInputError, match=said.replace("(", r"\(")):
            session(120, codebook=book)


def test_states_that_are_not_the_code_books():
    book = {"age": fed.Numbers(0, 120), "b": ["0", "1", "unknown"]}
    said = refusal(120, codebook=book)
    assert "the session has the states ['0', '1'] of 'b', and this site's code book has the states" in said
    carry(*session(120, codebook={**book, "b": ["1", "0"]}))


def test_without_masks_a_code_book_is_the_operators_choice():
    carry(*session(120, masks=False))
    assert "all parties must have the same one" in refusal(
        120, masks=False, codebook={"age": fed.Numbers(0, 100)}
    )


def test_with_noise_numbers_out_of_the_range_count_as_its_ends():
    """A refusal would depend on them, and would spend no epsilon."""
    clipped = {"age": fed.Numbers(0, 80), "b": STATES}
    with pytest.warns(mcbnc.DataWarning, match="'age' has 1 cell with a number not from 0 to 80"):
        carry(*session(80, epsilon=10.0))
    with pytest.warns(mcbnc.DataWarning, match="2 cells with a number not"):
        forced = fed.Numbers(0, 80).taken("age", np.array([-1, 5, 80, 99.0, np.inf * 0]), True)
    assert forced.tolist() == [0, 5, 80, 80, 40]
    with pytest.warns(mcbnc.DataWarning, match="50 cells with a number"):  # all are the range's end
        carry(*session(15, epsilon=10.0, lowest=False))
    with warnings.catch_warnings():
        warnings.simplefilter("error", mcbnc.DataWarning)
        carry(*session(80, epsilon=10.0, first=80.0, codebook=clipped))
    with pytest.raises(fed.Refused, match="this site's code book has the range 0 to 120"):
        carry(*session(80, epsilon=10.0, codebook={"age": fed.Numbers(0, 120), "b": STATES}))


# --- tables ---


def unlike(masks, limits=None, **options):
    rng = np.random.default_rng(1)
    tables = [pd.DataFrame(rng.integers(0, 2, (60, 5)).astype(str), columns=list("abcde")) for _ in range(6)]
    tables[3:] = [each.drop(columns="e") for each in tables[3:]]
    return fed.simulate_learning(
        mcbnc.Rows(tables, columns="union"), masks=masks, limits=limits, seed=1, **options
    )


@pytest.mark.parametrize("masks", [True, False])
def test_what_bounds_tables_refuses_cells_that_a_coordinator_fills(masks):
    """By counts of its choice, a column that a site lacks becomes a function of the site's other columns."""
    for options, said in (
        ({"min_cell": 5}, "this site's min_cell"),
        ({"limits": fed.Limits(variables=2)}, "this site's max_variables"),
        ({"limits": fed.Limits(variables=12)}, "this site's max_variables"),
    ):
        with pytest.raises(fed.Refused, match=said) as caught:
            unlike(masks, **options)
        assert caught.value.reason == "limits"
    assert unlike(masks).rounds > 0


# --- noise ---


@pytest.mark.parametrize(("sites", "colluding"), [(4, 2), (10, 5), (10, 9), (3, 2)])
def test_what_colluding_sites_leave_of_the_noise(sites, colluding):
    """They have their own shares: docs/data-protection.md describes how much privacy is left."""
    share, squared = Fraction(400**2, sites), 30
    whole, left = (told_epsilon(spent(share, squared, 500, k), 1e-6) for k in (sites, sites - colluding))
    assert left == pytest.approx(whole * math.sqrt(sites / (sites - colluding)), rel=0.1)
