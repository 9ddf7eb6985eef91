"""Messages come through as they are, or are refused."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcbnc.federated import Refused
from mcbnc.federated._protocol import fields, messages
from mcbnc.federated._protocol.frame import VERSION, digest, pack, unpack

MOST = 1 << 20

octets = st.binary(min_size=32, max_size=32)
members = st.builds(
    messages.Member,
    octets,
    st.binary(max_size=0) | octets,
    st.binary(max_size=0) | st.binary(min_size=64, max_size=64),
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
infos = st.dictionaries(st.text(max_size=4), values, max_size=3)
arrays = st.dictionaries(
    st.text(min_size=1, max_size=4),
    st.builds(
        lambda dtype, shape, seed: (np.random.default_rng(seed).random(shape) * 100).astype(dtype),
        st.sampled_from(["u1", "i2", "i4", "u8", "i8", "f8"]),
        st.lists(st.integers(0, 3), max_size=3),
        st.integers(0, 99),
    ),
    max_size=3,
)
promises = st.fixed_dictionaries({name: st.integers(1, 2**62) for name in ("rounds", "numbers", "draft")})
names = st.lists(st.text(max_size=3) | st.integers(-9, 9), unique=True, max_size=4)
every = st.one_of(
    st.builds(
        messages.Hello, octets, st.text(max_size=5), names, st.integers(1, 99), st.text(max_size=5), infos,
        promises, st.booleans(),
    ),
    st.builds(messages.Key, octets, members, octets),
    st.builds(messages.Roster, octets, st.lists(members, max_size=3)),
    st.builds(messages.Ready, octets, octets),
    st.builds(messages.Question, octets, st.integers(1, 2**62), octets, infos, arrays),
    st.builds(
        messages.Answer, octets, octets,
        st.lists(st.integers(0, 2**64 - 1), max_size=5).map(lambda x: np.array(x, np.uint64)),
    ),
    st.builds(messages.Log, st.lists(st.binary(max_size=9), max_size=3)),
    st.builds(messages.Outcome, octets, octets, infos, arrays),
    st.builds(messages.Refusal, st.sampled_from(["step", "data"]), octets),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(every)
def test_round_trip(message):
    content = message.pack()
    again = messages.read(content, MOST)
    assert type(again) is type(message)
    assert again.pack() == content
    assert_same(vars(again), vars(message))


def assert_same(a, b):
    if isinstance(a, np.ndarray):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    elif isinstance(a, dict):
        assert set(a) == set(b)
        for key in a:
            assert_same(a[key], b[key])
    else:
        assert a == b


@settings(max_examples=200, deadline=None)
@given(every, st.data())
def test_any_truncation_or_flipped_bit_is_refused(message, data):
    content = bytearray(message.pack())
    with pytest.raises(Refused):
        messages.read(bytes(content[: data.draw(st.integers(0, len(content) - 1))]), MOST)
    with pytest.raises(Refused):
        messages.read(bytes(content) + b"\0", MOST)
    content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(Refused):
        messages.read(bytes(content), MOST)


@settings(max_examples=200, deadline=None)
@given(every, st.data())
def test_what_is_read_is_written_the_same_way(message, data):
    """Bytes that are changed on purpose, with a digest that fits: refused, or a message in its one form."""
    body = bytearray(message.pack()[:-32])
    for _ in range(data.draw(st.integers(1, 3))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    content = bytes(body) + digest(bytes(body))
    try:
        again = messages.read(content, MOST)
    except Refused:
        return
    assert again.pack() == content


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_noise_is_refused(noise):
    with pytest.raises(Refused):
        messages.read(noise, MOST)


def frame(header: bytes, rest: bytes = b"", kind: int = 4) -> bytes:
    """A message with any header, and the digest that fits."""
    body = struct.pack("<8sHHI", b"mcbncfed", VERSION, kind, len(header)) + header + rest
    return body + digest(body)


READY = {"arrays": [], "fields": {"digest": "00" * 32, "identity": "11" * 32}}


def header(**changed) -> bytes:
    value = {**READY, **changed}
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def test_the_frames_of_these_tests_are_messages():
    assert messages.read(frame(header()), MOST) == messages.Ready(b"\x11" * 32, bytes(32))


FIELDS = READY["fields"]


@pytest.mark.parametrize(
    "content",
    [
        frame(header(fields={**FIELDS, "more": 1})),
        frame(header(fields={"digest": "00" * 32})),
        frame(header(fields={**FIELDS, "digest": "00" * 31})),
        frame(header(fields={**FIELDS, "digest": "AA" * 32})),
        frame(header(fields={**FIELDS, "digest": 7})),
        frame(header(fields=[])),
        frame(header(more=1)),
        frame(header(arrays=[["a", "u1", [1]]]), b"\0"),
        frame(b"{" + header()[1:-1] + b', "fields":{}}'),
        frame(header() + b" "),
        frame(header().replace(b'"00', b'"\\u00300')),
        frame(b"[" * 100_000),
        frame(b'{"arrays":[],"fields":{"digest":' + b"9" * 5000 + b"}}"),
        frame(b'{"arrays":[],"fields":{"digest":NaN}}'),
        frame(b'{"arrays":[],"fields":{"digest":1e999}}'),
        frame(b"\xff"),
        frame(header(), kind=77),
        frame(header(), b"\0"),
    ],
)
def test_other_forms_are_refused(content):
    with pytest.raises(Refused):
        messages.read(content, MOST)


@pytest.mark.parametrize(
    "arrays",
    [
        [["numbers", "u8", [2**61]]],
        [["numbers", "u8", [2**62, 0]]],
        [["numbers", "u8", [2**40, 2**40]]],
        [["numbers", "u8", [-1]]],
        [["numbers", "u8", [True]]],
        [["numbers", "u8", 1]],
        [["numbers", "O", [1]]],
        [["numbers", "i8", [1]]],
        [["numbers", "u8", [1, 1]]],
        [["numbers", "u8", [1] * 99]],
        [["numbers", "u8", [1]], ["numbers", "u8", [0]]],
        [["z", "u8", [0]], ["numbers", "u8", [1]]],
        [["numbers", "u8"]],
        [[1, "u8", [1]]],
        [],
    ],
)
def test_arrays_that_cannot_be_are_refused(arrays):
    fields = {"identity": "11" * 32, "question": "00" * 32, "signature": ""}
    good = frame(header(fields=fields, arrays=[["numbers", "u8", [1]]]), bytes(8), kind=6)
    assert messages.read(good, MOST).numbers.tolist() == [0]
    with pytest.raises(Refused):
        messages.read(frame(header(fields=fields, arrays=arrays), bytes(8), kind=6), MOST)


def test_a_message_above_the_limit_is_refused():
    content = messages.Ready(bytes(32), bytes(32)).pack()
    assert messages.read(content, len(content)).pack() == content
    with pytest.raises(Refused, match="are allowed"):
        messages.read(content, len(content) - 1)


def test_a_log_has_the_lengths_that_it_says():
    for lengths in ([3], [-1, 3], [2**62, 2**62, 2**62, 2**62, 2]):
        content = pack(7, {}, {"lengths": np.array(lengths, np.int64), "questions": np.zeros(2, np.uint8)})
        with pytest.raises(Refused):
            messages.read(content, MOST)


def test_annotations_are_looked_at_when_a_message_is_declared_alone(monkeypatch):
    """To do so for each field of each message took a fifth of the time of fifty sites."""
    content = messages.Ready(bytes(32), bytes(32)).pack()
    for name in ("get_origin", "get_args", "get_type_hints"):
        monkeypatch.delattr(fields, name)
    assert messages.read(content, MOST) == messages.Ready(bytes(32), bytes(32))


def test_arrays_that_are_read_cannot_be_changed():
    array = unpack(pack(1, {}, {"a": np.arange(3)}), MOST).arrays["a"]
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
