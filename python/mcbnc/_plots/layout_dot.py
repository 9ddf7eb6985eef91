"""A layered layout by graphviz's program dot, where it is there."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import InvalidInputError

# The heads are ours to draw: the splines go all the way to the boxes.
_HEADER = (
    'digraph { nodesep=0.18; ranksep=0.42; node [shape=box fixedsize=true label=""]; edge [arrowhead=none];'
)


def lay_out_by_dot(
    sizes: NDArray[np.float64], arcs: Sequence[tuple[int, int]]
) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """An :data:`mcbnc._plots.layout.Engine`. It refuses its work if there is no dot, or dot fails."""
    program = shutil.which("dot")
    if program is None:
        raise _refuse("needs graphviz: no program dot is on the PATH")
    boxes = [f"{i} [width={width:.4f} height={height:.4f}];" for i, (width, height) in enumerate(sizes)]
    lines = [_HEADER, *boxes, *(f"{i} -> {j};" for i, j in arcs), "}"]
    try:
        answer = subprocess.run(
            [program, "-Tplain"], input="\n".join(lines), capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError) as error:
        raise _refuse(f"failed: {getattr(error, 'stderr', None) or error}") from error
    return _read_plain(answer.stdout, len(sizes), arcs)


def _refuse(problem: str) -> InvalidInputError:
    return InvalidInputError(f"layout 'dot' {problem}", argument="layout")


def _read_plain(
    text: str, n: int, arcs: Sequence[tuple[int, int]]
) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
    """Read dot's plain output: ``node NAME x y ...`` and ``edge TAIL HEAD count x y x y ...``."""
    at = np.zeros((n, 2))
    found = {}
    # A long line is broken by a backslash.
    for line in text.replace("\\\n", "").splitlines():
        kind, *words = line.split()
        if kind == "node":
            at[int(words[0])] = [float(word) for word in words[1:3]]
        elif kind == "edge":
            count = int(words[2])
            points = np.array([float(word) for word in words[3 : 3 + 2 * count]]).reshape(count, 2)
            found[int(words[0]), int(words[1])] = points
    return at, [found[arc] for arc in arcs]
