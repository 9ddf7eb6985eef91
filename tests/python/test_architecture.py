"""What ARCHITECTURE.md names is there: files, folders, names and headings."""

from __future__ import annotations

import re

import pytest
from helpers import ROOT

TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")

SPANS = set(re.findall(r"`([^`\n]+)`", TEXT))
FILES = {span for span in SPANS if re.fullmatch(r"[\w./-]+\.(?:py|go|c|h|js|md|R)", span)}
FOLDERS = {span for span in SPANS if re.fullmatch(r"(?:core|docs|tests|internal|r|_\w+)/[\w/-]*", span)} | {
    span for span in SPANS if re.fullmatch(r"[\w-]+(?:/[\w-]+)*/", span)
}
GO_NAMES = {span for span in SPANS if re.fullmatch(r"[a-z]+(?:\.[A-Z]\w*)+", span)} - {"os.Exit", "log.Fatal"}
SYMBOLS = set(re.findall(r"`(\w+)` in\s+`([\w./-]+)`", TEXT))


def all_paths() -> list[str]:
    """The paths of the repository's files and folders, each with a slash before it."""
    tops = [path for path in ROOT.iterdir() if not path.name.startswith(".") and path.name != "build"]
    paths = [*tops, *(path for top in tops for path in top.rglob("*"))]
    return [f"/{path.relative_to(ROOT).as_posix()}" for path in paths]


PATHS = all_paths()


def places_of(name: str) -> list[str]:
    """The paths that end in `name`. The text leaves out folders that its context tells."""
    return [path for path in PATHS if path.endswith(f"/{name.rstrip('/')}")]


@pytest.mark.parametrize("name", sorted(FILES | FOLDERS))
def test_each_path_exists(name):
    assert places_of(name)


@pytest.mark.parametrize(("symbol", "name"), sorted(SYMBOLS))
def test_each_function_is_in_its_file(symbol, name):
    texts = [(ROOT / path[1:]).read_text(encoding="utf-8") for path in places_of(name)]
    assert any(re.search(rf"\b{symbol}\b", text) for text in texts)


@pytest.mark.parametrize("name", sorted(GO_NAMES))
def test_each_name_of_go_is_in_its_package(name):
    package, *names = name.split(".")
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "core" / package).glob("*.go"))
    assert all(re.search(rf"\b{part}\b", source) for part in names)


def test_links_lead_somewhere():
    headings = {
        re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")
        for line in TEXT.splitlines()
        if line.startswith("#")
    }
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        if target.startswith("#"):
            assert target[1:] in headings
        else:
            assert (ROOT / target).exists(), target
