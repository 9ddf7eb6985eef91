"""The format of the files of rows that all learners read.

The first line has the names of the nodes, the second the number of states of each node, and the third the
number of rows. The codes follow. A code is one byte and counts from 0. All codes of the first node come
first, then those of the second node, and so on.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np


def write(path: Path, names: list[str], arity: list[int], codes: np.ndarray) -> None:
    """Write the codes, (n, rows) of unsigned bytes."""
    if any(name.split() != [name] for name in names):
        raise ValueError("a name contains a space")
    head = f"{' '.join(names)}\n{' '.join(map(str, arity))}\n{codes.shape[1]}\n"
    partial = path.with_suffix(".partial")
    partial.write_bytes(head.encode() + np.ascontiguousarray(codes, np.uint8).tobytes())
    partial.rename(path)


def read(path: Path) -> tuple[list[str], list[int], np.ndarray]:
    """Return names, numbers of states, and the codes as (n, rows)."""
    names, arity, rows, codes = path.read_bytes().split(b"\n", 3)
    table = np.frombuffer(codes, np.uint8).reshape(-1, int(rows))
    return names.decode().split(), [int(k) for k in arity.split()], table
