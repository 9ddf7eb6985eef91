"""Files of the corpus with random changes: a graph or an error of mcbnc, in 1 second and in 256 MiB.

`make faults` changes them many more times.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from corpus import FILES
from damaged import Spoiled
from helpers import HELPERS, LONGER

TIMES = 25  # so that `make faults` makes far more than 10,000 files


@pytest.mark.skipif(os.name == "nt", reason="the memory of a process is read as POSIX tells it")
def test_files_with_random_changes():
    """A process of its own, whose memory is that of this alone."""
    assert len(FILES) >= 24
    done = subprocess.run(
        [sys.executable, "damaged.py", str(TIMES * LONGER), str(LONGER)],
        cwd=HELPERS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    spoiled = Spoiled(*json.loads(done.stdout))
    assert spoiled.files == TIMES * LONGER * len(FILES)
    assert spoiled.files // 4 < spoiled.refused < spoiled.files
    assert spoiled.seconds < 1, spoiled
    assert spoiled.kib < 256 << 10, spoiled
