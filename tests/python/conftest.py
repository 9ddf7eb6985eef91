"""Fixtures that all tests of the package have."""

from __future__ import annotations

import signal

import pytest

from mcbnc._learning import chance
from mcbnc._rows import few

OF_DOUBT = (
    "test_chance",
    "test_check_gaussian",
    "test_cli_chance",
    "test_provenance",
    "test_few_rows",
    "test_table_faults",
    "test_docs",
    "test_readme",
    "test_resamples",
    "test_messy_table",
)
"""The tests in which small tables are told as users are told."""

# A shell's background job ignores Ctrl-C, and so would all processes that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def no_doubt(request, monkeypatch):
    """Most tables of the tests are small, and few tests are about that. So few rows get no warning."""
    if request.module.__name__ not in OF_DOUBT:
        monkeypatch.setattr(few, "are_few", lambda rows, columns: False)
        monkeypatch.setattr(chance, "FEW", -1)
