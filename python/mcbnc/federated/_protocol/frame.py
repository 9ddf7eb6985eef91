"""One message as bytes: a header in canonical JSON, then arrays of numbers, then a SHA-256 of all before it.

    8 bytes  b"mcbncfed"
    uint16   the version of the format
    uint16   the kind of the message
    uint32   the length of the header
    header   {"arrays": [[name, dtype, shape], ...], "fields": {...}}
    arrays   in this order, each in C order
    32 bytes SHA-256

All numbers are little-endian. There is one way to write a message, so equal messages are equal bytes, and the
digest of the bytes stands for the message. Nothing is allocated that is larger than the bytes that came.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from .errors import Refused

VERSION = 2
_MAGIC = b"mcbncfed"
_START = struct.Struct("<8sHHI")
_DIGEST = 32
_DTYPES = {name: np.dtype(f"<{name}") for name in ("u1", "i2", "u2", "i4", "u4", "i8", "u8", "f8")}
_NAMES = {dtype: name for name, dtype in _DTYPES.items()}
_DIMENSIONS = 8
_HEADER = 1 << 25  # bytes: a text takes more memory once it is read
_DIGITS = 20  # of a whole number in a header: all that 64 bits hold
_AS_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)


class Frame(NamedTuple):
    """What a message holds. The arrays are read-only."""

    kind: int
    fields: dict[str, Any]
    arrays: dict[str, NDArray[Any]]


def digest(message: bytes) -> bytes:
    """What stands for a message in other messages and in masks: its SHA-256."""
    return hashlib.sha256(message).digest()


def pack(kind: int, fields: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]] | None = None) -> bytes:
    """Write a message. The arrays have one of the dtypes of the format, in the machine's order of bytes."""
    described, blocks = [], []
    for name, array in sorted((arrays or {}).items()):
        dtype = array.dtype.newbyteorder("<")
        described.append([name, _NAMES[dtype], list(array.shape)])
        blocks.append(np.ascontiguousarray(array, dtype).tobytes())
    header = canonical({"arrays": described, "fields": dict(fields)})
    body = b"".join([_START.pack(_MAGIC, VERSION, kind, len(header)), header, *blocks])
    return body + digest(body)


def unpack(message: bytes, most: int) -> Frame:
    """Read a message of at most `most` bytes, or raise Refused."""
    if len(message) > most:
        _refuse(f"it has {len(message)} bytes, and {most} are allowed")
    if len(message) < _START.size + _DIGEST:
        _refuse("it is too short")
    magic, version, kind, length = _START.unpack_from(message)
    if magic != _MAGIC or version != VERSION:
        _refuse(f"it is not of version {VERSION} of the format")
    body = message[:-_DIGEST]
    if digest(body) != message[-_DIGEST:]:
        _refuse("it was damaged on its way")
    end = _START.size + length
    if end > len(body) or length > _HEADER:
        _refuse("its header is cut off or too long")
    described, fields = _read_header(body[_START.size : end])
    return Frame(kind, fields, _read_arrays(described, body, end))


def canonical(value: Any) -> bytes:
    """A value as the header of a message has it: two values are the same if these bytes are."""
    text = json.dumps(value, allow_nan=False, ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return text.encode("ascii")


def _may_be_long(header: bytes) -> bool:
    """Whether there may be a number of too many digits. Nearly always there is none, also in no text."""
    return b"0" * (_DIGITS + 1) in header.translate(_AS_ZEROS)


def _whole(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise ValueError("a number is too long")
    return int(digits)


def _read_header(header: bytes) -> tuple[list[Any], dict[str, Any]]:
    try:
        value = json.loads(header.decode("ascii"), parse_int=_whole if _may_be_long(header) else None)
        written = canonical(value)
    except (ValueError, RecursionError):
        _refuse("its header is no JSON")
    if written != header:  # also a key that is there twice, or NaN
        _refuse("its header is not canonical")
    if not isinstance(value, dict) or set(value) != {"arrays", "fields"}:
        _refuse("its header must have arrays and fields, and nothing else")
    described, fields = value["arrays"], value["fields"]
    if not isinstance(described, list) or not isinstance(fields, dict):
        _refuse("its header has the wrong kinds")
    return described, fields


def _read_arrays(described: list[Any], body: bytes, start: int) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    last = ""
    for entry in described:
        name, dtype, shape = _read_description(entry)
        if name <= last:
            _refuse("its arrays are not in order")
        size = math.prod(shape) * dtype.itemsize
        if size > len(body) - start:
            _refuse(f"the array {name} is cut off")
        flat = np.frombuffer(body, dtype, math.prod(shape), start) if size else np.empty(0, dtype)
        try:
            array = flat.reshape(shape)
        except ValueError:  # NumPy has no empty array with a side that large
            _refuse(f"the array {name} has a shape that cannot be")
        arrays[name] = array.astype(dtype.newbyteorder("="), copy=False)
        arrays[name].flags.writeable = False
        start += size
        last = name
    if start != len(body):
        _refuse("it is longer than in its header")
    return arrays


def _read_description(entry: Any) -> tuple[str, np.dtype[Any], list[int]]:
    if not isinstance(entry, list) or len(entry) != 3:
        _refuse("an array must have a name, a dtype and a shape")
    name, dtype, shape = entry
    if not isinstance(name, str) or not name or not isinstance(dtype, str) or dtype not in _DTYPES:
        _refuse("an array has no name, or a dtype that the format does not have")
    if not isinstance(shape, list) or len(shape) > _DIMENSIONS:
        _refuse(f"the array {name} has no shape")
    if not all(type(side) is int and 0 <= side < 2**63 for side in shape) or math.prod(shape) >= 2**63:
        _refuse(f"the array {name} has a shape that cannot be")
    return name, _DTYPES[dtype], shape


def _refuse(problem: str) -> NoReturn:
    raise Refused(f"a message is refused: {problem}", reason="message")
