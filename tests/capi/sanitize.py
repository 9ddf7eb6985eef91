"""Build the library with sanitizers, and run C clients and the tests of the C ABI against it.

What the sanitizers see is the C side: cgo/entry.c, the copies at the boundary, and the clients. Go's own
checks of pointers are -d=checkptr and cgocheck=1. GOEXPERIMENT=cgocheck2 ends the process while it loads:
sonic's loader stores pointers in the runtime's list of modules. `make test-all` runs the race detector.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "build" / "sanitize"
SANITIZE = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
GCC = os.environ.get("SANITIZE_CC", "gcc")  # whose sanitizers come with it
SECONDS = os.environ.get("SANITIZE_SECONDS", "10")


def run(*command: str | Path, **env: str) -> None:
    print("+", *(f"{name}={value}" for name, value in env.items()), *command, flush=True)
    subprocess.run(command, cwd=ROOT, env={**os.environ, **env}, check=True)


def library(name: str, *flags: str, **env: str) -> Path:
    """Build the library in a folder of its own."""
    path = OUT / name / "libmcbnc.so"
    run("go", "build", *flags, "-buildmode=c-shared", "-o", path, "./cgo", **env)
    return path


def client(source: str, against: Path) -> Path:
    """Compile a C program with the sanitizers."""
    built = against.parent / Path(source).stem
    linked = [ROOT / source, against, f"-Wl,-rpath,{against.parent}", "-pthread"]
    run(GCC, "-std=gnu99", *SANITIZE, "-I", ROOT / "include", *linked, "-o", built)
    return built


def main() -> None:
    flags = " ".join(["-O1", *SANITIZE])
    checked = library("asan", "-asan", CC=GCC, CGO_CFLAGS=flags, CGO_LDFLAGS=flags)
    for source in ("tests/capi/example.c", "examples/consensus.c"):
        run(client(source, checked))
    run(client("tests/capi/stress.c", checked), SECONDS, "1")

    pointers = library("pointers", "-gcflags=all=-d=checkptr")
    # The other tests are about the release's library.
    calls = ["tests/capi/test_abi.py", "tests/capi/test_jobs.py"]
    run(sys.executable, "-m", "pytest", *calls, MCBNC_LIBRARY=str(pointers), GODEBUG="cgocheck=1")


if __name__ == "__main__":
    main()
