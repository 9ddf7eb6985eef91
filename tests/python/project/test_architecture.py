"""What ARCHITECTURE.md and the texts of the packages name is there: files, folders, names and headings."""

from __future__ import annotations

import re
from pathlib import Path

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
    """The paths that end in `name`. The text leaves out folders that follow from its context."""
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
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "core").glob(f"**/{package}/*.go"))
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


def test_it_is_an_index():
    assert len(TEXT.split()) <= 3_700


# The proofs and protocols are in the comment of each Go package, and in __init__.py of each Python package.


def package_comments() -> dict[Path, str]:
    """The comments of Go's packages, by their files."""
    sources = {
        path: path.read_text(encoding="utf-8")
        for top in ("core", "cgo")
        for path in (ROOT / top).rglob("*.go")
    }
    heads = {path: source.partition("\npackage ")[0] for path, source in sources.items()}
    return {path: head for path, head in heads.items() if re.match(r"// (Package|Command) \w", head)}


GO_TEXTS = package_comments()
PYTHON_TEXTS = {
    path: path.read_text(encoding="utf-8") for path in (ROOT / "python" / "mcbnc").glob("*/__init__.py")
}
PACKAGE_TEXTS = {
    path.relative_to(ROOT).as_posix(): text for path, text in {**GO_TEXTS, **PYTHON_TEXTS}.items()
}


def named_paths(place: str) -> set[str]:
    """The files and folders that the text of a package names."""
    text = PACKAGE_TEXTS[place]
    folders = set(re.findall(r"\b(?:core|internal|include|build_backend)/[\w/]+\b(?![\w.]*\.\w)", text))
    if place.endswith(".go"):
        return folders | set(re.findall(r"[\w./-]*\w\.(?:go|py|c|h|md)\b", text))
    return (
        folders
        | set(re.findall(r"`([\w./-]+\.(?:py|go|js))`", text))
        | set(re.findall(r"core/[\w/]+\.go", text))
    )


def found_from(place: str, name: str) -> bool:
    """True if `name` is a path from the root, from the package, or from that of all packages of Python."""
    return any((base / name).exists() for base in (ROOT, (ROOT / place).parent, ROOT / "python" / "mcbnc"))


@pytest.mark.parametrize("place", sorted(PACKAGE_TEXTS))
def test_each_path_of_a_package_text_exists(place):
    assert [name for name in sorted(named_paths(place)) if not found_from(place, name)] == []


@pytest.mark.parametrize("place", sorted(place for place in PACKAGE_TEXTS if place.endswith(".go")))
def test_each_function_of_a_package_text_is_in_its_file(place):
    joined = re.sub(r"\n//\s*", " ", PACKAGE_TEXTS[place])
    for symbol, name in re.findall(r"\((\w+) in ([\w/]+\.go)\)", joined):
        source = next(base / name for base in ((ROOT / place).parent, ROOT) if (base / name).exists())
        assert re.search(rf"\b{symbol}\b", source.read_text(encoding="utf-8")), f"{symbol} in {name}"


def test_each_package_of_go_has_a_comment():
    folders = {path.parent for top in ("core", "cgo") for path in (ROOT / top).rglob("*.go")}
    assert folders - {path.parent for path in GO_TEXTS} == set()


@pytest.mark.parametrize("place", sorted(PACKAGE_TEXTS))
def test_a_package_text_is_short(place):
    assert PACKAGE_TEXTS[place].count("\n") < 300


def test_the_package_core_lists_every_package():
    listed = set(re.findall(r"^//\t(\w[\w/]*) +\S", PACKAGE_TEXTS["core/doc.go"], re.MULTILINE))
    folders = {path.parent for path in (ROOT / "core").rglob("*.go") if "testdata" not in path.parts}
    packages = {path.relative_to(ROOT / "core").as_posix() for path in folders} - {"."}
    hidden = {name for name in packages if re.search(r"\w/internal/|oracle/", name)}  # their owners list them
    assert listed == packages - hidden
