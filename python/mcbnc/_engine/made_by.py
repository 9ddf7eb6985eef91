"""The versions of what makes a result, which belong to how it was made."""

from __future__ import annotations

import sys
from functools import cache

import numpy as np

from .._version import __version__
from .load import library


@cache
def made_by() -> dict[str, str]:
    """The versions of mcbnc, its engine, Python and NumPy in this process. The library is loaded already."""
    built = library().build_info()
    return {
        "mcbnc": __version__,
        "commit": str(built["commit"]),
        "go": str(built["go"]),
        "platform": f"{built['os']}/{built['arch']}",
        "python": ".".join(map(str, sys.version_info[:3])),
        "numpy": np.__version__,
    }
