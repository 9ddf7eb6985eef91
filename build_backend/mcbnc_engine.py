"""Build the engine's library. setup.py and the Makefile both use this module.

The Makefile uses these commands, which need only Python itself::

    python build_backend/mcbnc_engine.py missing             # print the PyPI packages that a build needs
    python build_backend/mcbnc_engine.py build               # build the library into the source tree
    python build_backend/mcbnc_engine.py commit              # print the commit that a build would report
    python build_backend/mcbnc_engine.py run go test ./...   # run a command with go and a C compiler
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import mcbnc_toolchain as toolchain

ROOT = Path(__file__).resolve().parent.parent


def build(library: Path) -> None:
    """Build the library and put it at the path ``library``."""
    goal = toolchain.target()
    # The profile is no default.pgo: then tests would compile all packages a second time, for ./cgo alone.
    command = ["go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-pgo=cgo/engine.pgo"]
    command += ["-ldflags", _link_flags(), "-o", str(built()), "./cgo"]
    _run(command, CGO_CFLAGS=_c_flags())
    if goal.glibc:
        _check_glibc(built(), goal.glibc)
    # The file is replaced, not overwritten, so a process that has mapped the old library keeps it.
    library.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=library.parent, delete=False) as file:
        file.write(built().read_bytes())
    os.chmod(file.name, 0o755)
    os.replace(file.name, library)


def built() -> Path:
    """Where a build leaves the library. go also writes a header beside it, which has no use."""
    goal = toolchain.target()
    return ROOT / "build" / "engine" / (goal.wheel_tag or "local") / goal.library


def output(command: list[str]) -> str:
    """What a command prints that finds go and the C compiler. If the command fails, so does the build."""
    return _run(command, stdout=subprocess.PIPE).stdout


def _run(command: list[str], stdout: int | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    env = toolchain.environment() | more
    # subprocess searches the command on the PATH of this process, not on that of env.
    command[0] = shutil.which(command[0], path=env["PATH"]) or command[0]
    done = subprocess.run(command, cwd=ROOT, env=env, check=False, stdout=stdout, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done


def _c_flags() -> str:
    """Flags for the C part. Debugging information would name the folder of the build, so there is none.

    ``__FILE__`` and the like name the folder as ``.``, so two folders give the same bytes.
    """
    return " ".join([os.environ.get("CGO_CFLAGS", "-O2"), "-g0", f'"-ffile-prefix-map={ROOT}=."'])


def _link_flags() -> str:
    """Linker flags that strip the library, set ``mcbnc.build_info()``, and export the C API only.

    The library has no build id, since go makes it of these flags, and they name the folder of the build.
    """
    stamps = {"main.version": _version(), "main.commit": commit()}
    flags = ["-s", "-w", "-buildid=", *(f"-X {name}={value}" for name, value in stamps.items() if value)]
    if toolchain.target().library.endswith(".so"):
        # Without the script, dozens of cgo's symbols would be exported. The linker strips the C part too, and
        # with relro and now, the loader makes the tables of addresses read-only before any call.
        script = f"--version-script={ROOT / 'cgo' / 'exports.map'}"
        options = ["-Wl,--strip-all", "-Wl,-z,relro", "-Wl,-z,now", "-Wl,--build-id=none", f"'-Wl,{script}'"]
        # Go's linker splits the flag again, so it is quoted twice.
        flags.append(f'"-extldflags={" ".join(options)}"')
    return " ".join(flags)


def _version() -> str:
    # The file is read instead of imported, since the package imports numpy, which a build does not need.
    # pyproject.toml reads the same line.
    source = (ROOT / "python" / "mcbnc" / "_version.py").read_text(encoding="utf-8")
    return source.split('__version__ = "')[1].split('"')[0]


def commit() -> str | None:
    """The commit of the build: ``MCBNC_COMMIT`` (for builds from an sdist), else the one checked out."""
    if os.environ.get("MCBNC_COMMIT"):
        return os.environ["MCBNC_COMMIT"]
    # An unpacked sdist has no .git of its own, and may be inside another repository.
    if not (ROOT / ".git").exists() or not shutil.which("git"):
        return None
    command = ["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or None


def _check_glibc(library: Path, newest: tuple[int, int]) -> None:
    """Check the promise of a manylinux tag: the library needs no symbol of a newer glibc."""
    needed = re.findall(rb"\0GLIBC_(\d+)\.(\d+)[\d.]*(?=\0)", library.read_bytes())
    worst = max((tuple(map(int, pair)) for pair in needed), default=(999,))
    if worst > newest:
        sys.exit(f"mcbnc: {library} needs glibc {worst}, and its wheel's tag promises {newest}")
    print(f"mcbnc: {library.name} needs no glibc newer than {worst[0]}.{worst[1]}", flush=True)


def main(arguments: list[str]) -> None:
    action, *rest = arguments or ["help"]
    if action == "missing":
        print(*toolchain.missing(), sep="\n")
    elif action == "build":
        build(ROOT / "python" / "mcbnc" / "_lib" / toolchain.target().library)
    elif action == "commit":
        print(commit() or "")
    elif action == "run" and rest:
        _run(rest)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
