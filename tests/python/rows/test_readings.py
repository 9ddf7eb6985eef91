"""Texts as numbers: one reading for each site's column, and cells that are no numbers are named."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from row_calls import with_rows
from tables import as_csv, as_dict, as_frame

import mcbnc
from mcbnc import cli, metrics

RNG = np.random.default_rng(5)
THIN, NO_BREAK, MINUS = "\u202f", "\u00a0", "\N{MINUS SIGN}"
Y = RNG.normal(size=120).round(6).tolist()


def cut(*columns, bins=3, **options):
    """The bins of the columns x of several sites, each a list of texts."""
    binned = with_rows(mcbnc.discretize, [{"x": list(column)} for column in columns], {"x": bins}, **options)
    return [one["x"] for one in binned]


# texts, and the numbers that they are
READ = {
    "thousands comma": (["734", "1,051.86", "4,282", "12.5"], [734, 1051.86, 4282, 12.5]),
    "thousands point": (["734", "1.051,86", "4.282", "12,5"], [734, 1051.86, 4282, 12.5]),
    "decimal comma": (["64,1", "70", "1,051"], [64.1, 70, 1.051]),
    "no group begins with 0": (["0,123", "1,051", "734"], [0.123, 1.051, 734]),
    "groups of three only": (["1,0515", "1,051", "7"], [1.0515, 1.051, 7]),
    "millions": (["1,234,567", "1,051", "734"], [1234567, 1051, 734]),
    "apostrophes": (["1'051", "12’345.5", "734"], [1051, 12345.5, 734]),
    "blanks": (["1 051", f"12{THIN}345", f"1{NO_BREAK}000,5"], [1051, 12345, 1000.5]),
    "minus": ([f"{MINUS}1.5", "-2.5", "3.5"], [-1.5, -2.5, 3.5]),
    "exponents": (["1e3", "2.5E-1", "7"], [1000, 0.25, 7]),
    "points as programs write them": (["1.051", "734.125", "2.250"], [1.051, 734.125, 2.25]),
}


@pytest.mark.parametrize("kind", [as_dict, as_frame, as_csv])
@pytest.mark.parametrize("name", READ)
def test_texts_are_read_in_the_one_way_that_fits(name, kind, tmp_path):
    texts, numbers = READ[name]
    rows = 40 * len(texts)
    bins = {"x": np.sort(numbers)[:-1].tolist()}
    plain = mcbnc.discretize({"x": numbers * 40}, bins)["x"]
    table = kind({"x": texts * 40, "y": ["a", "b"] * (rows // 2)}, tmp_path)
    assert list(mcbnc.discretize(table, bins)["x"]) == list(plain)
    noise = RNG.normal(size=rows).tolist()
    expected = mcbnc.learn({"x": numbers * 40, "y": noise}, score="bic-g")
    learned = mcbnc.learn(kind({"x": texts * 40, "y": list(map(str, noise))}, tmp_path), score="bic-g")
    assert learned.score == expected.score


def test_continuous_columns_of_texts_are_recognised():
    texts = [f"{k:,}.5" for k in range(900, 1100)]
    binned = mcbnc.discretize(pd.DataFrame({"x": texts}), bins=2)["x"]
    assert binned.tolist() == mcbnc.discretize({"x": [k + 0.5 for k in range(900, 1100)]}, 2)["x"]


DOUBT = r"'1,051' is 1\.051 if the comma is the decimal sign, and 1051 if the point is"


@pytest.mark.parametrize("kind", [as_dict, as_frame, as_csv])
def test_two_readings_are_an_error_that_says_both(kind, tmp_path):
    table = kind({"x": ["734", "1,051", "4,282"] * 40, "y": ["a", "b"] * 60}, tmp_path)
    for ask in (mcbnc.discretize, lambda data: mcbnc.discretize(data, {"x": 3})):
        with pytest.raises(
            mcbnc.InvalidInputError,
            match=DOUBT + r".*decimal=','\) or .*decimal='\.'\)$",
        ):
            ask(table)
    with pytest.raises(
        mcbnc.InvalidInputError, match=DOUBT + r".*mcbnc.discretize\) with Rows\(\.\.\., decimal=','.*accept="
    ):
        mcbnc.learn(table, score="bdeu")
    by_sign = {
        sign: list(mcbnc.discretize(mcbnc.Rows(table, decimal=sign), {"x": 3})["x"][:3])
        for sign in (".", ",")
    }
    assert by_sign["."] == mcbnc.discretize({"x": [734, 1051, 4282] * 40}, {"x": 3})["x"][:3]
    assert by_sign[","] == mcbnc.discretize({"x": [734, 1.051, 4.282] * 40}, {"x": 3})["x"][:3]
    assert by_sign["."] != by_sign[","]


@pytest.mark.parametrize("kind", [as_dict, as_csv])
def test_two_readings_for_a_gaussian_score(kind, tmp_path):
    table = kind({"x": ["734", "1,051", "4,282"] * 40, "y": list(map(str, Y))}, tmp_path)
    asks = [
        lambda **more: with_rows(mcbnc.learn, table, score="bge", **more).score,
        lambda **more: with_rows(mcbnc.learn_many, [table], score="bge", **more)[0].score,
        lambda **more: with_rows(mcbnc.bootstrap, table, 2, score="bge", **more).resamples,
        lambda **more: metrics.score(mcbnc.from_bnlearn("[x][y|x]"), table, **more, score="bge"),
        lambda **more: metrics.score(mcbnc.from_bnlearn("[x][y|x]"), table, **more, score="bic-g"),
    ]
    for ask in asks:
        with pytest.raises(mcbnc.InvalidInputError, match=DOUBT):
            ask()
    expected = mcbnc.learn({"x": [734, 1.051, 4.282] * 40, "y": Y}, score="bge").score
    assert asks[0](decimal=",") == expected
    assert asks[0](decimal=".") != expected


def test_a_point_may_part_thousands_too(tmp_path):
    for texts in (["734", "1.051"], [734, "1.051"], ["734", "1.051", "2.300"]):
        with pytest.raises(mcbnc.InvalidInputError, match=r"'1\.051' is 1051 if the comma .* and 1\.051 if"):
            mcbnc.discretize({"x": texts * 40}, {"x": 2})
    path = tmp_path / "x.csv"
    path.write_text("x,y\n" + "".join(f"{x},{y}\n" for x, y in zip(["734", "1.051"] * 60, Y, strict=True)))
    with pytest.raises(mcbnc.InvalidInputError, match=r"'1\.051' is 1051 if"):
        mcbnc.learn(path, score="bge")
    learned = mcbnc.learn(mcbnc.Rows(path, decimal=","), score="bge")
    assert learned.score == mcbnc.learn({"x": [734, 1051] * 60, "y": Y}, score="bge").score


def test_a_site_does_not_tell_how_another_one_writes_numbers():
    doubtful = ["734", "1,051", "4,282"] * 30
    for clear in (["12,5", "2,5", "3,5"] * 30, ["12.5", "2.5", "3.5"] * 30):
        sites = [{"x": clear, "y": Y[30:]}, {"x": doubtful, "y": Y[:90]}]
        for ask in (
            lambda clear=clear: cut(clear, doubtful),
            lambda sites=sites: mcbnc.discretize(sites),
            lambda sites=sites: mcbnc.learn_many(sites, score="bge"),
        ):
            with pytest.raises(mcbnc.InvalidInputError, match=r"\[1\]: column 'x', row 1: " + DOUBT):
                ask()
    both = cut(["12,5", "2,5", "3,5"] * 30, doubtful, decimal=".")
    assert both == cut([12.5, 2.5, 3.5] * 30, [734, 1051, 4282] * 30)


@pytest.mark.parametrize("kind", [as_dict, as_frame, as_csv])
def test_each_site_writes_numbers_in_its_own_way(kind, tmp_path):
    points, commas = [12.5, 1051.25, 3.5] * 30, [2.5, 4282.75, 734.0] * 30
    texts = [f"{x:,}" for x in points], [f"{x:,}".translate(str.maketrans(",.", ".,")) for x in commas]
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    y = [str(y) for y in Y[:90]]
    sites = [kind({"x": own, "y": y}, tmp_path / at) for own, at in zip(texts, ("one", "two"), strict=True)]
    plain = [{"x": points, "y": Y[:90]}, {"x": commas, "y": Y[:90]}]
    for given, binned in zip(mcbnc.discretize(plain, 3), mcbnc.discretize(sites, 3), strict=True):
        assert list(binned["x"]) == given["x"]
        assert len(set(given["x"])) == 3
    learned, expected = mcbnc.learn_many(sites, score="bge"), mcbnc.learn_many(plain, score="bge")
    assert [one.score for one in learned] == [one.score for one in expected]


def test_both_signs_at_one_site_are_refused():
    for ask in (
        lambda: cut(["12.5", "1.5"], ["3,5", "3.5"]),
        lambda: mcbnc.learn_many([{"x": ["12.5", "1.5"]}, {"x": ["3,5", "3.5"]}], score="bge"),
        lambda: mcbnc.learn_many([{"x": ["12.5", "1.5"]}, {"x": ["3,5", "3.5"]}]),
    ):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"\[1\]: column 'x', row 0: '3,5' .* is a comma, that"
        ):
            ask()


def test_whole_states_of_either_reading_are_states():
    assert mcbnc.learn({"x": ["1,000", "2,000", "500"] * 20}).states["x"] == ["1,000", "2,000", "500"]


# --- cells that are no numbers ------------------------------------------------------------------------------

ODD = ["31.2", "40.5", "<30.0", "44.5", "47.1", "12 mg"] * 20


@pytest.mark.parametrize("kind", [as_dict, as_frame, as_csv])
@pytest.mark.parametrize(
    "ask",
    [
        mcbnc.discretize,
        lambda data: mcbnc.discretize(data, {"x": 3}),
        mcbnc.learn,
        lambda data: mcbnc.learn(data, score="bge"),
    ],
    ids=["discretize", "named", "learn", "bge"],
)
def test_odd_cells_are_named_and_counted(ask, kind, tmp_path):
    table = kind({"x": ODD, "y": list(map(str, Y[:120]))}, tmp_path)
    with pytest.raises(mcbnc.InvalidInputError) as caught:
        ask(table)
    message = str(caught.value)
    assert "column 'x'" in message
    assert "'<30.0' is no finite number, nor are 39 more of 120 cells, such as '12 mg'" in message
    assert "write a number there, without a unit, or pass Rows(..., missing_values=['<30.0']) if" in message


def test_what_the_message_says_helps():
    told = {"missing": "drop", "missing_values": ["<30.0", "12 mg"]}
    with pytest.warns(mcbnc.DataWarning, match="40 of 120 rows left out"):
        binned = with_rows(mcbnc.discretize, {"x": ODD}, **told)
    assert mcbnc.learn(binned).rows == 80
    with pytest.warns(mcbnc.DataWarning, match="40 of 120 rows left out"):
        assert with_rows(mcbnc.learn, {"x": ODD}, score="bge", **told).rows_left_out == 40


def test_the_bad_site_is_named_and_not_all():
    good, bad = {"x": [31.2, 40.5, 33.3] * 40}, {"x": ["31.2", "<30.0", "40"] * 40}
    for ask in (mcbnc.discretize, mcbnc.learn_many, lambda sites: mcbnc.learn_many(sites, score="bic-g")):
        with pytest.raises(
            mcbnc.InvalidInputError, match=r"\[2\]: column 'x', row 1: '<30\.0' is no"
        ) as caught:
            ask([good, good, bad])
        assert caught.value.dag == 2
        assert "[0]" not in str(caught.value)
    with pytest.raises(mcbnc.InvalidInputError, match=r"\(data\[1\]: 40, data\[2\]: 40\)"):
        mcbnc.discretize([good, bad, bad])


def test_a_column_of_words_is_none_of_decimals():
    table = {"x": ["0.5", "low", "mid", "high", "none"] * 12}
    assert mcbnc.discretize(table) == table
    with pytest.raises(
        mcbnc.InvalidInputError, match=r"most values are no numbers.*leave the column out"
    ) as caught:
        mcbnc.learn(table)
    assert "discret" not in str(caught.value)


def test_a_gaussian_score_says_what_to_do_about_words():
    with pytest.raises(
        mcbnc.InvalidInputError,
        match=r"'Female' is no finite number; .*leave the column out, or discretise .*score='bdeu'",
    ):
        mcbnc.learn({"sex": ["Female", "Male"] * 60, "y": Y}, score="bic-g")


def test_the_command_line_has_the_decimal_sign(tmp_path, capsys):
    path = tmp_path / "x.csv"
    lines = [
        f"{x};{str(y).replace('.', ',')}" for x, y in zip(["734", "1,051", "4,282"] * 40, Y, strict=True)
    ]
    path.write_text("\n".join(["x;y", *lines]) + "\n")
    assert cli.main(["learn", str(path), "--score", "bge"]) == cli.Exit.BAD_INPUT
    assert "pass --decimal , or --decimal ." in capsys.readouterr().err
    out = {}
    for sign in ",.":  # the sign is for the first column alone, because the other one has decimal commas
        assert cli.main(["learn", str(path), "--score", "bge", "--decimal", sign, "--json"]) == cli.Exit.FINE
        out[sign] = json.loads(capsys.readouterr().out)["learned"][0]["bge"]
    assert out["."] == mcbnc.learn({"x": [734, 1051, 4282] * 40, "y": Y}, score="bge").score
    assert out[","] == mcbnc.learn({"x": [734, 1.051, 4.282] * 40, "y": Y}, score="bge").score
    with pytest.raises(mcbnc.InvalidInputError, match=r"decimal must be"):
        mcbnc.learn(mcbnc.Rows(path, decimal=";"))
