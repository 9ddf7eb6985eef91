"""The build of mcbnc in this process, which says whether two processes give the same answers."""

from __future__ import annotations

from .load import library

__all__ = ["build"]


def build() -> str:
    """The version and the commit. The package and its library have the same version."""
    info = library().build_info()
    return f"mcbnc {info['version']}, commit {info['commit']}"
