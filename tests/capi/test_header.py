"""The header: a C compiler's view of it, and whether the library keeps it."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import abi
import interface
import pytest

CC = shlex.split(os.environ.get("CC", "cc"))
STRICT = ["-Wall", "-Wextra", "-Werror", "-pedantic"]
HERE = Path(__file__).resolve().parent


def header() -> str:
    """The header without its comments."""
    return re.sub(r"/\*.*?\*/", "", abi.HEADER.read_text(encoding="utf-8"), flags=re.DOTALL)


def run(command: list) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(word) for word in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
        check=False,
    )


def program(folder, source: str, *options: str):
    """A program of this folder, built against the header and linked with the library."""
    library, built = abi.library_path(), folder / "program"
    include, rpath = ["-I", abi.HEADER.parent], f"-Wl,-rpath,{library.parent}"
    made = run([*CC, *options, *STRICT, *include, HERE / source, library, rpath, "-o", built])
    assert made.returncode == 0, made.stdout
    return built


def test_the_worked_example_in_c99(tmp_path):
    ran = run([program(tmp_path, "example.c", "-std=c99")])
    assert ran.returncode == 0, ran.stdout
    assert ran.stdout.count("ok ") >= 19
    assert "FAIL" not in ran.stdout


# macOS binds a library's calls to the library that defines them, never to the program's own getpid.
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a program must be able to replace getpid")
def test_a_child_with_the_process_id_of_its_parent(tmp_path):
    ran = run([program(tmp_path, "same_pid.c")])
    assert ran.returncode == 0, ran.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_handlers_without_a_stack_of_their_own(tmp_path):
    ran = run([program(tmp_path, "late_handler.c"), "8"])
    assert ran.returncode == 0, ran.stdout[-2000:]


@pytest.mark.parametrize("language", ["c", "c++"])
def test_the_header_stands_alone(tmp_path, language):
    source = tmp_path / ("alone.c" if language == "c" else "alone.cc")
    source.write_text('#include "mcbnc.h"\n#include "mcbnc.h"\n')
    std = "-std=c99" if language == "c" else "-std=c++11"
    command = [*CC, "-x", language, std, *STRICT, "-I", abi.HEADER.parent, "-c", source]
    built = run([*command, "-o", tmp_path / "alone.o"])
    if language == "c++" and "cc1plus" in built.stdout:
        pytest.skip("no C++ compiler here")
    assert built.returncode == 0, built.stdout


def test_every_function_of_the_header_is_there(lib):
    declared = re.findall(r"MCBNC_API[^;(]*?(mcbnc_\w+)\(", header())
    assert sorted(declared) == sorted(abi.SIGNATURES)
    for name in declared:
        assert getattr(lib, name)


@pytest.mark.parametrize("name", ["goJobStart", "goJobFree", "_cgo_topofstack", "crosscall2", "x_cgo_init"])
def test_nothing_else_shows(lib, name):
    with pytest.raises(AttributeError):
        getattr(lib, name)


def test_the_status_codes_are_those_of_the_tests():
    constants = interface.recorded()["constants"]
    statuses = [name for name in constants if not name.startswith(("MCBNC_PHASE_", "MCBNC_ABI_"))]
    assert len(statuses) == 10
    for name in statuses:
        assert getattr(abi, name.removeprefix("MCBNC_")) == constants[name]


def test_versions(caller):
    assert caller.lib.mcbnc_abi_version() == 1
    assert "#define MCBNC_ABI_VERSION 1\n" in abi.HEADER.read_text(encoding="utf-8")
    info = caller.info("mcbnc_build_info")
    assert sorted(info) == ["abi", "arch", "commit", "go", "os", "scores", "version"]
    assert info["abi"] == 1
    assert info["go"].startswith("go1.")
    source = (abi.ROOT / "python" / "mcbnc" / "_version.py").read_text(encoding="utf-8")
    assert f'__version__ = "{info["version"]}"' in source
