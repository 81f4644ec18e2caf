# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The encoding of protocol buffers, as far as Chakra uses it."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import BinaryIO, Union

#: Forms of fields.
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
Value = Union[int, bytes]

#: No message of a trace is as long.
_MOST_BYTES = 2**30


class WireError(ValueError):
    """Bytes that are no message: expected this, found that."""


def read_messages(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Messages with their lengths before them, and their places in the stream.

    @raise WireError at the end of a file that is cut
    """
    at = 0
    while True:
        length, size = _read_length(stream)
        if not size:
            return
        if length > _MOST_BYTES:
            raise WireError(f"byte {at}: expected a message of at most {_MOST_BYTES} bytes, found {length}")
        message = stream.read(length)
        if len(message) < length:
            raise WireError(f"byte {at}: expected a message of {length} bytes, found {len(message)}")
        yield at, message
        at += size + length


def _read_length(stream: BinaryIO) -> tuple[int, int]:
    """A length and the number of its bytes, which is 0 at the end."""
    length = 0
    for size in range(10):
        byte = stream.read(1)
        if not byte:
            if size:
                raise WireError("expected the length of a message, found the end of the file")
            return 0, 0
        length |= (byte[0] & 127) << 7 * size
        if byte[0] < 128:
            return length, size + 1
    raise WireError("expected the length of a message, found more than 10 bytes of it")


def varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of 64 bits, and the place after it."""
    value = shift = 0
    while shift < 70:
        if at >= len(data):
            raise WireError("expected a number, found the end of the message")
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & (2**64 - 1), at
        shift += 7
    raise WireError("expected a number, found more than 10 bytes of it")


def fields(data: bytes) -> Iterator[tuple[int, int, Value]]:
    """The fields of a message: number, form and value.

    @raise WireError if it is none
    """
    at = 0
    value: Value
    while at < len(data):
        key, at = varint(data, at)
        form = key & 7
        if form == VARINT:
            value, at = varint(data, at)
        else:
            size = {FIXED64: 8, FIXED32: 4}.get(form, 0)
            if form == BYTES:
                size, at = varint(data, at)
            elif not size:
                raise WireError(f"expected a form of field {key >> 3} of 0, 1, 2 or 5, found {form}")
            if at + size > len(data):
                raise WireError(f"expected {size} bytes of field {key >> 3}, found {len(data) - at}")
            value = data[at : at + size]
            at += size
        yield key >> 3, form, value


def numbers(form: int, value: Value) -> list[int]:
    """The numbers of a repeated field, which are packed or not."""
    if isinstance(value, int):
        return [value]
    if form != BYTES:
        raise WireError(f"expected a number, found a field of form {form}")
    found = []
    at = 0
    while at < len(value):
        number, at = varint(value, at)
        found.append(number)
    return found


def text(value: Value) -> str:
    """The text of a field."""
    if isinstance(value, int):
        raise WireError(f"expected text, found the number {value}")
    try:
        return value.decode()
    except UnicodeDecodeError as error:
        raise WireError(f"expected text, found the byte 0x{value[error.start]:02x}") from error


def signed(value: int) -> int:
    """A number whose highest bit is its sign."""
    return value - 2**64 if value >= 2**63 else value


def zigzag(value: int) -> int:
    """A number whose lowest bit is its sign."""
    return -(value + 1) // 2 if value & 1 else value // 2


def fixed(form: str, value: Value) -> int | float:
    """A number of fixed length, by its form for module struct."""
    if isinstance(value, int) or len(value) != struct.calcsize(form):
        raise WireError("expected a number of fixed length")
    return struct.unpack(form, value)[0]
