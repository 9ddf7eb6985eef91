"""Tests with large libraries are slow, since `make test` does without these libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

__all__ = ["slow_ones", "sparse"]


def slow_ones(cases: Iterable[str], *slow: str) -> list:
    """The cases of a parametrized test. Those that are named after them are slow."""
    return [pytest.param(case, marks=pytest.mark.slow) if case in slow else case for case in cases]


def sparse(kind: str) -> Callable:
    """What makes matrices of a kind of scipy.sparse. scipy is imported when it makes the first."""
    return lambda *given, **options: getattr(pytest.importorskip("scipy.sparse"), kind)(*given, **options)
