"""The table of docs/memory.md has the estimates that are far off, and the extremes of the others."""

from __future__ import annotations

import pytest
from studied import study_modules


@pytest.fixture(scope="module")
def measure():
    with study_modules("memory", "measure") as found:
        yield found.measure


def test_the_table_has_what_is_far_off(measure):
    found = [("a", 411, 0.32), ("b", 1493, 1.0), ("c", 7, 14.714), ("d", 20, 1.9), ("e", 30, 0.81)]
    lines = "| a | 411 | 0.32 |\n| c | 7 | 14.71 |\n| 3 others | 20 to 1,493 | 0.81 to 1.90 |\n"
    assert measure.table(found) == measure.HEAD + lines
    assert measure.table(found[:1]) == measure.HEAD + "| a | 411 | 0.32 |\n"


def test_the_table_takes_the_place_of_the_old_one(measure, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{measure.HEAD}| old | 1 | 1.00 |\n\nafter\n")
    measure.write_into(page, measure.table([("new", 1, 3.0)]))
    assert page.read_text() == f"before\n\n{measure.HEAD}| new | 1 | 3.00 |\n\nafter\n"
