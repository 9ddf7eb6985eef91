"""Values and arrays in one file that proves itself whole.

The file is a line with its kind, the length of a JSON text in eight bytes, the text, the arrays one
after the other, and the SHA-256 of all before it. Nothing in it is ever run, as a pickle would be.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FIRST = b"mcbnc checkpoint 2\n"
_ANY_VERSION = b"mcbnc checkpoint "
_UNSAFE = b"mcbnc checkpoint 1\n"
_LENGTH = 8
_DIGEST = 32
_DTYPES = ("|u1", "<i4", "<i8", "<u8", "<f8")


class Damaged(ValueError):
    """The bytes are no snapshot, or not the whole of one. The text names the case."""


def pack_snapshot(values: Any, arrays: list[dict[str, NDArray[Any]]]) -> bytes:
    """The bytes of some values of JSON and some groups of arrays."""
    groups = [
        {name: np.ascontiguousarray(array, array.dtype.newbyteorder("<")) for name, array in group.items()}
        for group in arrays
    ]
    layout = [{name: [a.dtype.str, list(a.shape)] for name, a in group.items()} for group in groups]
    text = json.dumps({"values": values, "arrays": layout}, allow_nan=False).encode()
    parts = [_FIRST, len(text).to_bytes(_LENGTH, "little"), text]
    parts += [array.tobytes() for group in groups for array in group.values()]
    content = b"".join(parts)
    return content + sha256(content)


def sha256(content: bytes | memoryview) -> bytes:
    """The SHA-256 of bytes."""
    import hashlib  # takes a while, and most calls need none

    return hashlib.sha256(content).digest()


def read_snapshot(content: bytes) -> tuple[Any, list[dict[str, NDArray[Any]]]]:
    """What :func:`pack_snapshot` packed. Anything else raises Damaged."""
    if not content.startswith(_FIRST):
        raise Damaged(_other(content))
    body = memoryview(content)[:-_DIGEST]
    if len(content) < len(_FIRST) + _LENGTH + _DIGEST or sha256(body) != content[-_DIGEST:]:
        raise Damaged("the checkpoint is damaged: its SHA-256 is another one")
    try:
        return _parse(body[len(_FIRST) :])
    # made by someone else
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise Damaged(f"the checkpoint is damaged: {error}") from error


def _other(content: bytes) -> str:
    """The problem with bytes that begin in another way."""
    if content.startswith(_UNSAFE):
        return (
            "an older mcbnc wrote this checkpoint, which kept unfinished work as done, so the answer could "
            "be wrong"
        )
    if content.startswith(_ANY_VERSION):
        return "another version of mcbnc wrote this checkpoint"
    return "it is no checkpoint of mcbnc"


def _parse(body: memoryview) -> tuple[Any, list[dict[str, NDArray[Any]]]]:
    end = _LENGTH + int.from_bytes(body[:_LENGTH], "little")
    header = json.loads(bytes(body[_LENGTH:end]))
    groups = []
    for layout in header["arrays"]:
        group = {}
        for name, (dtype, shape) in layout.items():
            if dtype not in _DTYPES or any(type(k) is not int or k < 0 for k in shape):
                raise ValueError(f"there is no array {name!r} of such a kind")
            count = math.prod(shape)
            size = count * np.dtype(dtype).itemsize
            if size > len(body) - end:
                raise ValueError(f"the array {name!r} is not all there")
            group[name] = np.frombuffer(body[end : end + size], dtype).reshape(shape).copy()
            end += size
        groups.append(group)
    if end != len(body):
        raise ValueError("there is more behind the last array")
    return header["values"], groups
