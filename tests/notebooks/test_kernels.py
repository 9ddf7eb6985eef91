"""The stop button of a notebook: interrupts of a kernel at random moments."""

from __future__ import annotations

import os

import kernels
import pytest


@pytest.mark.skipif(os.name == "nt", reason="kernels are interrupted by signals of POSIX")
def test_interrupts_at_random_moments():
    assert kernels.interrupts(200, seed=1) == (200, "")
