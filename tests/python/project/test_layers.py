"""The imports between files and between packages have no cycles."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections import defaultdict
from graphlib import TopologicalSorter
from itertools import chain, combinations
from pathlib import Path

import pytest
from helpers import ROOT

import mcbnc
import mcbnc._plumbing
import mcbnc.federated

PACKAGE = Path(mcbnc.__file__).parent

# The other parts that each part of the package imports. A part may import no others.
USES = {
    "errors": "",
    "_version": "",
    "_base": "errors",
    "_engine": "errors _version _base",
    "_graphs": "errors _base _engine",
    "_inputs": "errors _base _engine _graphs",
    "_rows": "errors _base _engine _graphs _inputs",
    "_plots": "errors _base",
    "_explorer": "errors _base _plots",
    "_results": "errors _base _engine _graphs _inputs _plots",
    "_learning": "errors _base _engine _graphs _inputs _rows _plots _explorer _results _consensus",
    "_consensus": "errors _version _base _engine _graphs _inputs _plots _explorer _results",
    "_comparing": "errors _base _engine _graphs _inputs _plots _results _consensus baselines",
    "metrics": "errors _base _engine _inputs _rows",
    "baselines": "_base _bounded _engine _inputs _results",
    "_bounded": "_base _engine _inputs _results",
    "datasets": "errors _base",
    "_plumbing": "_version _base _engine _graphs _inputs _results _rows _consensus _learning",
    "federated": "errors _plumbing metrics",
    "estimators": "_base _engine _learning metrics",
    "_https": "errors _base _rows federated",
    "cli": "errors _version _base _engine _graphs _inputs _rows _plots _results _consensus _learning "
    "_comparing metrics baselines datasets federated _https",
    "_r": "errors _base _graphs _inputs _rows _plots _results _consensus _learning _comparing "
    "metrics baselines datasets",
    "__main__": "cli",
    "__init__": (
        "errors _version _base _engine _explorer _graphs _inputs _rows _results _consensus _learning "
        "_comparing metrics baselines datasets estimators federated"
    ),
}

# The same inside `federated`: secure aggregation imports no task, and tasks import no end of a session.
FEDERATED = {
    "_protocol": "",
    "_secure": "_protocol",
    "_results": "_protocol",
    "_tasks": "_protocol _secure _results",
    "_site": "_protocol _secure _results _tasks",
    "_coordinator": "_protocol _secure _results _tasks",
    "_simulate": "_secure _results _tasks _site _coordinator",
    "_attack": "_protocol _results _secure _site _coordinator _simulate",
    "_curve": "_protocol _results _tasks _site _coordinator _simulate",
    "_disclosure": "_results _secure _tasks _coordinator _attack",
    "__init__": "_protocol _secure _tasks _site _coordinator _simulate _curve _disclosure",
}


def names_imported(source: str, package: str) -> set[str]:
    """All that a file of a package imports, in functions and for type checkers too, by full dotted names.

    For ``from a import b`` that is ``a.b``, whether b is a module or not.
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*parents, *([node.module] if node.module else [])])
            found |= {f"{origin}.{alias.name}" for alias in node.names}
    return found


def read_files() -> dict[str, Path]:
    """Map the name of each module of the package to the module's file."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def module_imports() -> dict[str, set[str]]:
    """The modules of mcbnc that each module of mcbnc imports."""
    files = read_files()
    found: dict[str, set[str]] = {}
    for module, path in files.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        names = names_imported(path.read_text(encoding="utf-8"), package)
        ours = {name for name in names if name.split(".")[0] == "mcbnc"}
        found[module] = {name if name in files else name.rpartition(".")[0] for name in ours}
    return found


def part_of(module: str) -> str:
    """The part of the package that a module belongs to: ``_graphs`` for ``mcbnc._graphs.dot``."""
    return [*module.split("."), "__init__"][1]


def test_imports_are_found_in_functions_too():
    source = """
import json, mcbnc._rows.csv
from ..errors import CycleError
if TYPE_CHECKING:
    from . import style
def draw():
    from .._consensus.run import Run
    from mcbnc import metrics
"""
    assert names_imported(source, "mcbnc._plots") == {
        "json",
        "mcbnc._rows.csv",
        "mcbnc.errors.CycleError",
        "mcbnc._plots.style",
        "mcbnc._consensus.run.Run",
        "mcbnc.metrics",
    }


def test_each_part_imports_what_it_may():
    uses = defaultdict(set)
    for module, others in module_imports().items():
        uses[part_of(module)] |= {part_of(other) for other in others} - {part_of(module)}
    assert dict(uses) == {part: set(others.split()) for part, others in USES.items()}


def test_each_part_of_a_federation_imports_what_it_may():
    uses = defaultdict(set)
    for module, others in module_imports().items():
        if part_of(module) == "federated":
            inside = {part_of(other.partition(".")[2]) for other in others if part_of(other) == "federated"}
            part = part_of(module.partition(".")[2])
            uses[part] |= inside - {part}
    assert dict(uses) == {part: set(others.split()) for part, others in FEDERATED.items()}


def test_a_federation_stands_on_one_module():
    """It takes nothing else that is private, and the module has no name that it does not take."""
    taken = set()
    for module, path in read_files().items():
        if part_of(module) == "federated":
            package = module if path.name == "__init__.py" else module.rpartition(".")[0]
            names = names_imported(path.read_text(encoding="utf-8"), package)
            taken |= {name for name in names if name.startswith("mcbnc._")}
    source = (PACKAGE / "_plumbing.py").read_text(encoding="utf-8")
    given = {name.rpartition(".")[2] for name in names_imported(source, "mcbnc") if name[:6] == "mcbnc."}
    assert taken == {f"mcbnc._plumbing.{name}" for name in given}
    assert len(given - set(mcbnc.__all__)) <= 67


@pytest.mark.parametrize("parts", [USES, FEDERATED], ids=["mcbnc", "federated"])
def test_no_parts_import_each_other(parts):
    TopologicalSorter({part: others.split() for part, others in parts.items()}).prepare()


def test_no_files_import_each_other():
    TopologicalSorter(module_imports()).prepare()


# What makes another word of a word: check, checks, checked, checking, checker.
ENDINGS = "al|ation|d|e|ed|er|es|ies|ing|ion|ison|ities|ity|ly|ment|or|r|s|y"


def differ_by_an_ending(a: str, b: str) -> bool:
    """True if two names are one word with two endings, such as heat_map and heat_mapped."""
    a, b = a.lstrip("_"), b.lstrip("_")
    return any(
        a[:k] == b[:k] and all(re.fullmatch(rf"({a[k - 1]}?({ENDINGS}))?", name[k:]) for name in (a, b))
        for k in range(3, len(a) + 1)
    )


@pytest.mark.parametrize(
    ("a", "b", "differ"),
    [
        ("check", "checks", True),
        ("check", "checking", True),
        ("heat_map", "heat_mapped", True),
        ("compare", "comparison", True),
        ("exploration", "explorer", True),
        ("criticality", "criticalities", True),
        ("federating", "federation", True),
        ("files", "fill", False),
        ("table", "table_writer", False),
        ("jointly", "jointly_learned", False),
        ("check", "chunks", False),
    ],
)
def test_which_names_differ_by_an_ending(a, b, differ):
    assert differ_by_an_ending(a, b) == differ_by_an_ending(b, a) == differ


@pytest.mark.parametrize(("top", "suffix"), [("python/mcbnc", ".py"), ("core", ".go"), ("cgo", ".go")])
def test_no_names_in_a_package_differ_by_an_ending(top, suffix):
    """Files whose names differ so are either one story, and one file, or need other names."""
    packages = defaultdict(set)
    for path in (ROOT / top).rglob(f"*{suffix}"):
        packages[path.parent].add(path.stem.removesuffix("_test"))
        packages[path.parent.parent].add(path.parent.name)
    found = [
        f"{package.relative_to(ROOT)}: {a}, {b}"
        for package, names in packages.items()
        for a, b in combinations(sorted(names), 2)
        if differ_by_an_ending(a, b)
    ]
    assert found == []


def test_one_file_calls_the_engine_and_one_the_system_by_ctypes():
    def knows(module: str, path: Path) -> bool:
        names = names_imported(path.read_text(encoding="utf-8"), module)
        return any(name.split(".")[0] in ("ctypes", "cffi") for name in names)

    files = {module for module, path in read_files().items() if knows(module, path)}
    assert files == {"mcbnc._engine.ffi", "mcbnc._engine.threads"}


def test_public_modules():
    public = {module for module in read_files() if not any(part[0] == "_" for part in module.split("."))}
    names = ("baselines", "cli", "datasets", "errors", "estimators", "federated", "metrics")
    assert public == {"mcbnc"} | {f"mcbnc.{name}" for name in names}


def test_dir_has_the_public_names_alone():
    for module in read_files():
        # Importing the first would run the command line. The second needs scikit-learn.
        if module not in ("mcbnc.__main__", "mcbnc.estimators._structure_learner"):
            importlib.import_module(module)
    own = [name for name in dir(mcbnc) if not (name.startswith("__") and name.endswith("__"))]
    assert own == sorted(set(mcbnc.__all__) - {"__version__"})
    assert "__version__" in dir(mcbnc)


@pytest.mark.parametrize("module", [mcbnc, mcbnc.federated, mcbnc._plumbing], ids=lambda m: m.__name__)
def test_names_that_are_imported_later_are_those_of_type_checkers(module):
    """The module shows type checkers where a name is, and imports it from there at its first use."""
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    (block,) = (node for node in tree.body if isinstance(node, ast.If))
    told = {node.module: tuple(name.name for name in node.names) for node in block.body}
    assert told.pop(None, ()) == getattr(module, "_MODULES", ())
    assert told == module._LATER
    for name in [*chain(*told.values()), *getattr(module, "__all__", ())]:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = module.nothing


def test_all_public_names_of_a_federation_are_there_at_once():
    script = """
from mcbnc.federated import *
import inspect, pickle, sys
own = sys.modules["mcbnc.federated"]
assert set(own.__all__) <= vars().keys()
assert dir(own) == own.__all__ == sorted(own.__all__)
assert [name for name, _ in inspect.getmembers(own)] == own.__all__
for kind in filter(inspect.isclass, map(own.__getattribute__, own.__all__)):
    assert pickle.loads(pickle.dumps(kind)) is kind
"""
    subprocess.run([sys.executable, "-c", script], check=True)
