"""What the pages have about make, and what the Makefile takes for granted."""

from __future__ import annotations

import re

import pytest
from helpers import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "ARCHITECTURE.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
PHONY = r"^\.PHONY: ([a-z-]+)$"
TARGETS = set(re.findall(PHONY, MAKEFILE, re.MULTILINE))
STUDIES = set(re.findall(PHONY, (ROOT / "studies" / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_targets_that_a_page_names_are_there(page):
    text = page.read_text(encoding="utf-8")
    for make, targets in (("make (?:-B )?", TARGETS), ("make -C studies ", STUDIES | {"help"})):
        named = re.findall(
            rf"`{make}([a-z][a-z-]*)|^{make}([a-z][a-z-]*)(?: [A-Z]+=\S+)? +#", text, re.MULTILINE
        )
        assert not {target for pair in named for target in pair if target} - targets


def test_no_target_is_there_twice():
    assert STUDIES.isdisjoint(TARGETS)


def test_readme_names_the_tests():
    assert {"test", "test-all"} <= TARGETS
    assert re.search(r"^make test +#", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_goroutines_start_where_the_race_detector_looks():
    (starters,) = re.findall(r"^STARTERS := (.*)$", MAKEFILE, re.MULTILINE)
    sources = [path for folder in ("core", "cgo") for path in (ROOT / folder).rglob("*.go")]
    starts = {
        f"./{path.parent.relative_to(ROOT).as_posix()}"
        for path in sources
        if not path.name.endswith("_test.go")
        and re.search(r"^\s*go (?:func\b|[\w.]+\()", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert starts == set(starters.split())
