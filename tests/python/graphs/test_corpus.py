"""Each file of the corpus is read as its tool shows it: under its suffix, any other one, and none."""

from __future__ import annotations

import gzip
import re
import warnings
from pathlib import Path

import pytest
from corpus import FILES, FOLDER, content_of

import mcbnc
from mcbnc._graphs.reading import read_source
from mcbnc._graphs.recognising import FORMATS, SUFFIXES


def check(path, name):
    """The file is read as it is in the table, with its warning."""
    shown = FILES[name]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        source = read_source(path)
    assert source.names == shown.nodes
    assert {(source.names[i], source.names[j]) for i, j in source.arcs.tolist()} == shown.both
    assert bool(told) == bool(shown.warns)
    assert any(re.search(shown.warns, str(each.message)) for each in told) or not shown.warns


def test_the_table_has_every_file():
    assert {str(path.relative_to(FOLDER)) for path in FOLDER.glob("*/*")} == {*FILES}


def test_every_format_has_a_file():
    assert {suffix for form in FORMATS for suffix in form.suffixes} - {".bn", ".xmlbif"} == {
        Path(name).suffix for name in FILES
    }


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_its_tool_shows_it(name, tmp_path):
    check(FOLDER / name, name)
    path = tmp_path / f"{Path(name).name}.gz"
    path.write_bytes(gzip.compress(content_of(name)))
    check(path, name)


@pytest.mark.parametrize("name", FILES)
def test_its_suffix_may_be_wrong_or_missing(name, tmp_path):
    for suffix in (*SUFFIXES, "", ".dat", ".0", ".PGM"):
        path = tmp_path / f"graph{suffix}"
        path.write_bytes(content_of(name))
        check(path, name)


@pytest.mark.parametrize("name", [name for name, shown in FILES.items() if not shown.lines])
@pytest.mark.filterwarnings("ignore::mcbnc.DataWarning")
def test_every_function_takes_it(name, tmp_path):
    path = tmp_path / "graph"
    path.write_bytes(content_of(name))
    shown = FILES[name]
    assert {*mcbnc.read(path).edges} == shown.arcs
    assert mcbnc.metrics.shd(path, str(path)) == 0
    assert {*mcbnc.consensus([path, FOLDER / name], theta=0).nodes} == {*shown.nodes}
