"""A wheel in an empty environment does what the README says: its install command, and then every block."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from helpers import ROOT
from readme import PYTHON_BLOCKS, README, SHELL_BLOCK, SHELL_FILES, requires

EXTRAS = "[pandas,plot]"

# What building and testing leave in a checkout.
BUILT = (".venv*", ".git", "build", "dist", "_lib", "*.egg-info", "__pycache__", ".*_cache")

# Runs the blocks of Python, one after the other with the same names, and prints what each of them printed.
RUNNER = """
import contextlib, io, json, sys
names, printed = {}, []
for block in json.load(sys.stdin):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(block, "README.md", "exec"), names)
    printed.append(out.getvalue())
import mcbnc
json.dump([mcbnc.__file__, printed], sys.stdout)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Path:
    """The interpreter of a new environment, into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"  # a copy, so that nothing that was built before gets into the wheel
    leave = shutil.ignore_patterns(
        ".venv*", ".git", "build", "dist", "_lib", "*.egg-info", "__pycache__", ".*_cache"
    )
    shutil.copytree(ROOT, source, ignore=leave)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, source])
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "empty", with_pip=True)
    interpreter = folder / "empty" / "bin" / "python"
    run([interpreter, *pip[1:], "install", f"{wheel}{EXTRAS}"])
    return interpreter


def run(command, **options) -> str:
    ended = subprocess.run(
        [str(word) for word in command],
        check=False,
        capture_output=True,
        text=True,
        env=environment(),
        **options,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def environment(**more: str) -> dict[str, str]:
    """The environment without what would lead Python to another mcbnc."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "MCBNC"))},
        **more,
    }


def test_the_readme_installs_these_extras():
    assert f"pip install '.{EXTRAS}'" in README


def test_the_python_blocks(python, tmp_path):
    blocks = [code for code, _ in PYTHON_BLOCKS]
    file, printed = json.loads(run([python, "-c", RUNNER], input=json.dumps(blocks), cwd=tmp_path))
    assert Path(file).is_relative_to(python.parents[1])
    for (_, expected), text in zip(PYTHON_BLOCKS, printed, strict=True):
        requires(text, expected)


def test_the_shell_block(python, tmp_path):
    path = os.pathsep.join([str(python.parent), os.environ["PATH"]])
    run(["env", f"PATH={path}", "sh", "-ec", SHELL_BLOCK], cwd=tmp_path)
    for file in SHELL_FILES:
        assert (tmp_path / file).stat().st_size > 0


def test_the_bill_of_materials_tells_what_is_in_the_wheel(python):
    """The bill is read from the library. THIRD_PARTY.txt, beside which it lies, was made of go's own list."""
    (information,) = (python.parents[1] / "lib").glob("python*/site-packages/mcbnc-*.dist-info")
    bill = json.loads((information / "sboms" / "mcbnc.cdx.json").read_text())
    third = (information / "licenses" / "THIRD_PARTY.txt").read_text()
    headings = set(re.findall(r"^={100}\n(.+)\n={100}$", third, re.MULTILINE))
    told = {f"{part['name']} {part['version']}" for part in bill["components"]}
    (standard,) = (name for name in told if name.startswith("std 1."))
    (cytoscape,) = (name for name in told if name.startswith("cytoscape"))
    modules = told - {standard, cytoscape}
    assert cytoscape.replace("cytoscape", "Cytoscape.js") in headings
    # Other processors than x86-64 need fewer modules, since sonic's assembler is for x86-64.
    listed = {name for name in headings if "/" in name}
    assert modules == listed if platform.machine() == "x86_64" else modules <= listed
    licences = {one["license"]["id"] for part in bill["components"] for one in part["licenses"]} | {"MIT"}
    expression = re.search(
        r"^License-Expression: (.+)$", (information / "METADATA").read_text(), re.MULTILINE
    )
    expressed = set(expression[1].split(" AND "))
    assert licences == expressed if platform.machine() == "x86_64" else licences <= expressed
    record = (information / "RECORD").read_text()
    assert "sboms/mcbnc.cdx.json,sha256=" in record
