"""The library is loaded by the first test that asks for it, never while tests are collected."""

from __future__ import annotations

import pytest
from abi import Caller


@pytest.fixture(scope="session")
def caller() -> Caller:
    return Caller()


@pytest.fixture
def lib(caller):
    return caller.lib
