"""What a report of a problem should contain: versions, the machine, limits."""

from __future__ import annotations

import os
import platform
import struct
import sys
from typing import Any

import numpy as np

from .._base.memory import gibibytes, memory_limit
from .._version import __version__
from ..errors import LibraryError
from .load import library

_OPTIONAL = (
    "pandas",
    "polars",
    "pyarrow",
    "scipy",
    "networkx",
    "pgmpy",
    "pyagrum",
    "causal-learn",
    "lingam",
    "tigramite",
    "scikit-learn",
    "matplotlib",
    "tqdm",
    "cryptography",
    "flwr",
)
"""The libraries, by their names on PyPI, whose objects mcbnc takes, gives or uses."""


def show_versions() -> None:
    """Print what a report of a problem should contain. The call loads the library.

    It is the versions of mcbnc, its library, Python, NumPy and the optional libraries that are installed, the
    platform and the processor, the limit of memory, and how many workers a call has by default. If the
    library cannot be loaded, the reason stands in its place.

    Examples
    --------
    >>> import mcbnc
    >>> mcbnc.show_versions()                             # doctest: +SKIP
    """
    facts = {"mcbnc": __version__, **_engine(), **_machine()}
    found = _libraries()
    width = max(map(len, [*facts, *found]))
    for name, value in facts.items():
        print(f"{name:{width}}  {value}")
    if found:
        print()
    for name, value in found.items():
        print(f"{name:{width}}  {value}")


def _engine() -> dict[str, Any]:
    try:
        loaded = library()
    except LibraryError as error:
        return {"library": error}
    built = loaded.build_info()
    return {
        "commit": built["commit"],
        "library": loaded.path,
        "built by": f"{built['go']} for {built['os']}/{built['arch']}, ABI {built['abi']}",
        "workers": loaded.runtime_info()["workers"],
    }


def _machine() -> dict[str, Any]:
    free = not getattr(sys, "_is_gil_enabled", lambda: True)()
    about = f"{platform.python_implementation()}, {8 * struct.calcsize('P')} bits{', no GIL' if free else ''}"
    limit = memory_limit()
    return {
        "memory limit": "unknown" if limit is None else gibibytes(limit),
        "Python": f"{platform.python_version()} ({about})",
        "NumPy": np.__version__,
        "platform": platform.platform(),
        "processor": f"{_processor()}, {os.cpu_count()} cores",
    }


def _processor() -> str:
    """The name of the processor, which Linux has in a file. Where there is none, its kind."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as file:
            told = (line.partition(":") for line in file)
            model = next((value.strip() for name, _, value in told if name.strip() == "model name"), "")
    except OSError:
        model = ""
    return model or platform.processor() or platform.machine()


def _libraries() -> dict[str, str]:
    """The version of each optional library that is installed. None of them is imported."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and seldom needed

    found = {}
    for name in _OPTIONAL:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
