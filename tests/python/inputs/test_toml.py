"""The reader of TOML: what it takes, Python's own reader takes alike; what it refuses, it refuses by line."""

from __future__ import annotations

import json
import random
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcbnc._base.toml import TomlError, read_toml, toml_key, toml_value

if sys.version_info < (3, 11):
    pytest.skip("Python 3.10 has no TOML to compare with", allow_module_level=True)

import tomllib

TEXT = """# a recipe
title = 'no escapes: \\' # a comment
[columns.smoker]
states = ["no", "yes"] # two
bins = [
  18.5, # a cut point
  25.0,
]
"a key" = "tab\\t, \\u00e4 and \\U0001F600"
a.b.c = 1
a.b.d = {x = 1, y.z = [true, false], w = {}}
[sites."a.b".rename]
"Smoker " = "smoker"\r
3 = -0.5e-3
"" = 1_000
[sites]
top = +7
[[[
"""


def test_what_recipes_have():
    text = TEXT.removesuffix("[[[\n")
    found = read_toml(text)
    assert found == tomllib.loads(text)
    assert found["columns"]["smoker"].line("bins") == 5
    assert found["columns"].line("smoker") == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TEXT, r"line 18: '\[\[\[' is no key"),
        ("a = 1\na = 2", "line 2: the key 'a' comes twice"),
        ("[a]\n[b]\n[a]", "line 3: the table 'a' comes twice"),
        ("[a]\nb.c = 1\n[a.b]", "comes twice"),
        ("[a.b]\n[a]\nb.c = 1", "begun by a header"),
        ("a = 1\n[a.b]", "has a value already"),
        ("a = {b = 1}\na.c = 2", "has a value already"),
        ("a = {b = 1,}", "something else than a key"),
        ("a = [1 2]", "no commas part"),
        ("a = [1", "no commas part"),
        ('a = "\\q"', "stands for nothing"),
        ('a = "\\ud800"', "no sign of Unicode"),
        ('a = """b"""', "several lines"),
        ("a = '''b'''", "several lines"),
        ("a = 2024-05-31", "no text in quotes"),
        ("a = nan", "no text in quotes"),
        ("a = 0x1f", "no text in quotes"),
        ("a = 01", "no text in quotes"),
        ("a =", "no text in quotes"),
        ("a = b", "no text in quotes"),
        ("a = 1 2", "behind a value"),
        ("a", "no key, table or comment"),
        ("[[a]]", "no key, table or comment"),
        ("a = " + "9" * 400, "more than 300 digits"),
        ("a = " + "[" * 5000, "nested more than 8 deep"),
        ("a = " + "{a = " * 5000, "nested more than 8 deep"),
        (".".join("a" * 5000) + " = 1", "nested more than 8 deep"),
        (f"[{'.'.join('a' * 5000)}]", "nested more than 8 deep"),
        ("a = 1\rb = 2", "behind a value"),
        ("# a\x00", "no key, table or comment"),
    ],
)
def test_what_is_refused(text, told):
    with pytest.raises(TomlError, match=told):
        read_toml(text)


SIGNS = [*"ab=.\"'[]{},#\\1-e_0", "\n", "\r\n", " ", "\t", "\x7f", "\u00e4"]
SIGNS += ['"a"', "= 1\n", '= "b"\n', "[a]\n", "[a.b]\n", "true", "\\u00e4", ",\n"]


def both(text):
    """What each of the readers makes of a text. None: it refuses it."""
    found = []
    for read, error in ((read_toml, TomlError), (tomllib.loads, tomllib.TOMLDecodeError)):
        try:
            found.append(read(text))
        except error:
            found.append(None)
    return found


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(SIGNS), max_size=14).map("".join))
def test_texts_by_chance(text):
    ours, theirs = both(text)
    assert ours is None or json.dumps(ours) == json.dumps(theirs)


def test_damaged_texts():
    r = random.Random(1)
    whole = TEXT.removesuffix("[[[\n")
    read = 0
    for _ in range(4000):
        at = r.randrange(len(whole))
        text = whole[:at] + r.choice(SIGNS) * r.randrange(2) + whole[at + r.randrange(3) :]
        ours, theirs = both(text)
        assert ours is None or json.dumps(ours) == json.dumps(theirs), text
        read += ours is not None
    assert read > 1000


keys = st.text(st.characters(codec="utf-8"), max_size=6)
plain = st.one_of(
    st.text(st.characters(codec="utf-8"), max_size=8),
    st.integers(-(10**18), 10**18),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
)


@settings(max_examples=300, deadline=None)
@given(
    st.dictionaries(st.text(st.characters(codec="utf-8"), max_size=6), plain | st.lists(plain, max_size=4))
)
def test_what_is_written_is_read(table):
    text = "".join(f"{toml_key(key)} = {toml_value(value)}\n" for key, value in table.items())
    assert read_toml(text) == tomllib.loads(text) == table
    assert [*map(type, read_toml(text).values())] == [*map(type, table.values())]
