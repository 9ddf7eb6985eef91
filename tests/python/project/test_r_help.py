"""R's help pages have the options of the shell's table, in R's words."""

from __future__ import annotations

import argparse
import importlib.util
import re
from types import ModuleType

import pytest
from helpers import ROOT

PAGES = sorted((ROOT / "r" / "man").glob("*.Rd"))


@pytest.fixture(scope="module")
def r_help() -> ModuleType:
    spec = importlib.util.spec_from_file_location("r_help", ROOT / "scripts" / "r_help.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_is_up_to_date(r_help, path):
    assert r_help.made(path) == path.read_text(encoding="utf-8"), "make r-help writes it anew"


def test_what_is_written_otherwise_is_mended(r_help, tmp_path):
    """Also if braces are inside. What the table does not have stays as it is."""
    text = (ROOT / "r" / "man" / "rows.Rd").read_text(encoding="utf-8")
    changed, count = re.subn(
        r"\\item\{decimal\}\{.*\n.*\}", r"\\item{decimal}{\\code{\\link{x}} is {y}.}", text
    )
    assert count == 1
    (tmp_path / "rows.Rd").write_text(changed)
    assert r_help.made(tmp_path / "rows.Rd") == text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            {"type": int, "metavar": "K", "help": "at most K of 5%%, not KK"},
            r"At most \code{x} of 5\%, not KK.",
        ),
        ({"metavar": "auto|X", "help": "X, or auto"}, r'\code{x}, or \code{"auto"}.'),
        ({"metavar": "K|none", "help": "none is any"}, r"\code{NULL} is any."),
        ({"metavar": "SECONDS", "help": "stop. The option may be repeated"}, "Seconds: stop."),
        ({"choices": ("a", "b"), "help": "one's"}, r'\code{"a"} or \code{"b"}: one' + "'s."),
        ({"action": "store_true", "help": "do it"}, r"\code{TRUE}: do it."),
        ({"action": "store_false", "help": "do without"}, r"\code{FALSE}: do without."),
        (
            {"action": argparse.BooleanOptionalAction, "help": "or not"},
            r"\code{TRUE} or \code{FALSE}: or not.",
        ),
    ],
)
def test_values_are_those_of_r(r_help, arguments, expected):
    option = argparse.ArgumentParser().add_argument("--x", **arguments)
    assert r_help._about(option) == expected


def test_rs_own_text_goes_before_that_of_the_shell(r_help):
    about = r_help._texts("consensus")["weights"]
    assert about.endswith("If dags and the weights have names, each graph has the weight of its name.")
