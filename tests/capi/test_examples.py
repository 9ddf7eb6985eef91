"""The examples in C and Java: callers without Python."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import abi
import pytest
from test_header import CC, STRICT, run

EXAMPLES = abi.ROOT / "examples"
CONSENSUS = ["smoker -> bronchitis", "smoker -> cough", "bronchitis -> visit", "cough -> bronchitis"]


def java() -> str | None:
    """A Java that has the foreign function interface: version 22 or later."""
    home = os.environ.get("JAVA_HOME")
    homes = (
        [Path(home), *sorted(Path("/usr/lib/jvm").glob("*"))]
        if home
        else sorted(Path("/usr/lib/jvm").glob("*"))
    )
    found = [str(each / "bin" / "java") for each in homes if (each / "bin" / "java").is_file()]
    for command in filter(None, [shutil.which("java"), *found]):
        version = re.search(r'version "(\d+)', run([command, "-version"]).stdout)
        if version and int(version[1]) >= 22:
            return command
    return None


def test_the_example_in_c(tmp_path):
    library, built = abi.library_path(), tmp_path / "consensus"
    linked = [EXAMPLES / "consensus.c", library, f"-Wl,-rpath,{library.parent}"]
    made = run([*CC, "-std=c99", *STRICT, "-I", abi.HEADER.parent, *linked, "-o", built])
    assert made.returncode == 0, made.stdout
    ran = run([built])
    assert (ran.returncode, ran.stdout.splitlines()) == (0, CONSENSUS)


def test_the_example_in_java():
    command = java()
    if command is None:
        pytest.skip("needs Java 22 or later")
    ran = run(
        [command, "--enable-native-access=ALL-UNNAMED", EXAMPLES / "Consensus.java", abi.library_path()]
    )
    assert (ran.returncode, ran.stdout.splitlines()) == (0, CONSENSUS), ran.stdout
