"""NumPy arrays of what callers give, in time that does not explode."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_MOST = 4
"""No argument has more dimensions. One more than any has, so that messages can tell the shape."""

_LONGEST = 1 << 32
"""No argument is longer. A caller's object may tell any length, and NumPy would ask for that much memory."""


def array_of(values: Any, dtype: Any = None) -> NDArray[Any]:
    """Return ``numpy.asarray(values)``; it may raise any exception.

    NumPy looks into sequences up to 64 deep. A list that holds another one twice, and this a third one
    twice, and so on, has 2^64 entries, and so has a sequence of itself. Such nesting is refused here.
    The first entries alone give the dimensions: NumPy refuses other entries with more, without a look
    into them.
    """
    inner = values
    for _ in range(_MOST):
        if not _is_sequence(inner):
            break
        if len(inner) > _LONGEST:
            raise ValueError(f"it has a length of {len(inner):,}")
        inner = inner[0]
    else:
        if _is_sequence(inner):
            raise ValueError(f"its lists are nested more than {_MOST} deep")
    return np.asarray(values, dtype)


def _is_sequence(thing: Any) -> bool:
    """Whether NumPy would look into it for entries, and there are some."""
    if isinstance(thing, (list, tuple)):
        return bool(thing)
    kind = type(thing)
    if isinstance(thing, (str, bytes, bytearray, dict, np.ndarray, np.generic)) or hasattr(kind, "__array__"):
        return False
    if not hasattr(kind, "__getitem__") or not hasattr(kind, "__len__"):
        return False
    try:
        return len(thing) > 0 and thing[0] is not None
    except Exception:  # a mapping, or an object that NumPy will refuse
        return False
