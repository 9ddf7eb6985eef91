"""Flower for the tests. Where it is not installed, they skip with a message."""

from __future__ import annotations

import sys

import pytest
from running import APP, Flower

sys.path.insert(0, str(APP))


@pytest.fixture(scope="module")
def flower(tmp_path_factory):
    """A home of Flower with nothing running yet."""
    pytest.importorskip("flwr", reason="flwr is not installed: make test-flower installs it")
    running = Flower(tmp_path_factory.mktemp("flower"))
    yield running
    running.stop()
