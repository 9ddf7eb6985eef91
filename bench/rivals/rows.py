"""The format of the files of rows that all learners read.

The first line has the names of the nodes, the second the number of states of each node, and the third the
number of rows. The cells follow. All cells of the first node come first, then those of the second node, and
so on. A cell is a code of one byte, which counts from 0. If all numbers of states are 0, the cells are real
values instead, of eight bytes each, the lowest byte first.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

VALUES = np.dtype("<f8")


def write(path: Path, names: list[str], arity: list[int], cells: np.ndarray) -> None:
    """Write the cells, (n, rows)."""
    if any(name.split() != [name] for name in names):
        raise ValueError("a name contains a space")
    head = f"{' '.join(names)}\n{' '.join(map(str, arity))}\n{cells.shape[1]}\n"
    partial = path.with_suffix(".partial")
    partial.write_bytes(head.encode() + np.ascontiguousarray(cells, _type(arity)).tobytes())
    partial.rename(path)


def read(path: Path) -> tuple[list[str], list[int], np.ndarray]:
    """Return names, numbers of states, and the cells as (n, rows)."""
    names, states, rows, cells = path.read_bytes().split(b"\n", 3)
    arity = [int(k) for k in states.split()]
    table = np.frombuffer(cells, _type(arity)).reshape(-1, int(rows))
    return names.decode().split(), arity, table


def _type(arity: list[int]) -> np.dtype:
    return np.dtype(np.uint8) if any(arity) else VALUES
