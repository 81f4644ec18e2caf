# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Nodes of execution traces, in each of their forms."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Union

from ...text import ImportProblem
from . import wire

#: Types of nodes.
INVALID, METADATA, MEM_LOAD, MEM_STORE, COMP, COMM_SEND, COMM_RECV, COMM_COLL = range(8)
#: Versions of the schema, by their beginning.
_VERSIONS = ("0.0.4", "1.")
#: Attributes that have a meaning here, some under two names.
_NAMES = {
    name: name for name in (
        "is_cpu_op", "comm_type", "comm_size", "comm_src", "comm_dst", "comm_tag", "pg_name", "involved_dim",
        "num_ops",
    )
} | {"comm_group": "pg_name", "involved_dims": "involved_dim"}  # fmt: skip
_Attribute = Union[int, float, str, Sequence[int]]


class Node(NamedTuple):
    """A node of a rank."""

    id: int
    kind: int  #: its type
    data: Sequence[int]  #: ids of the nodes whose data it needs
    control: Sequence[int]  #: ids of the nodes that control puts before it
    micros: int  #: duration
    attributes: Mapping[str, Any]
    groups: str  #: process groups of PyTorch, of metadata


def open_trace(path: Path) -> BinaryIO:
    """A file of a trace, which may be compressed.

    @raise ImportProblem if it cannot be read
    """
    try:
        with path.open("rb") as stream:
            compressed = stream.read(2) == b"\x1f\x8b"
        if compressed:
            return io.BufferedReader(gzip.GzipFile(path))  # type: ignore[arg-type]
        return path.open("rb")
    except OSError as error:
        raise ImportProblem(f"{path}: {error.strerror}") from error


def read_json(path: Path) -> Any:
    """The content of a JSON file, or None if the file has another form.

    @raise ImportProblem if it is bad
    """
    with open_trace(path) as stream:
        try:
            head = stream.read(512).removeprefix(codecs.BOM_UTF8)
            if not head.strip().startswith(b"{") or any(byte < 32 and byte not in b"\t\n\r" for byte in head):
                return None
            return json.loads(head + stream.read())
        except json.JSONDecodeError as error:
            raise ImportProblem(f"{path}:{error.lineno}: expected JSON, found {error.msg}") from error
        except (ValueError, RecursionError) as error:
            raise ImportProblem(f"{path}: expected JSON, found {error}") from error
        except (OSError, EOFError, zlib.error) as error:
            raise ImportProblem(f"{path}: expected compressed data, found {error}") from error


# Protocol buffers


def read_nodes(path: Path) -> Iterator[Node]:
    """The nodes of a trace in protocol buffers.

    @raise ImportProblem if it is bad
    """
    at = -1
    with open_trace(path) as stream:
        try:
            for at, message in wire.read_messages(stream):
                if at:
                    yield _node(message)
                else:
                    _check_metadata(message)
        except wire.WireError as error:
            place = "" if str(error).startswith("byte") else f"byte {max(at, 0)}: "
            raise ImportProblem(f"{path}: {place}{error}") from error
        except (OSError, EOFError, zlib.error) as error:
            raise ImportProblem(f"{path}: expected compressed data, found {error}") from error
    if at < 0:
        raise ImportProblem(f"{path}: expected an execution trace, found an empty file")


def _check_metadata(message: bytes) -> None:
    for number, form, value in wire.fields(message):
        if number not in (1, 2) or form != wire.BYTES:
            raise wire.WireError("expected the metadata of an execution trace, found another message")
        if number == 1 and not wire.text(value).startswith(_VERSIONS):
            raise wire.WireError(f"expected version 0.0.4 or 1.0.0, found {wire.text(value)!r}")


def _node(message: bytes) -> Node:
    number = {1: 0, 3: 0, 7: 0}
    waits: dict[int, list[int]] = {4: [], 5: []}
    attributes: dict[str, _Attribute] = {}
    inputs: wire.Value = b""
    for field, form, value in wire.fields(message):
        if field in number:
            if not isinstance(value, int):
                raise wire.WireError(f"expected a number as field {field}, found {len(value)} bytes")
            number[field] = value
        elif field in waits:
            waits[field] += wire.numbers(form, value)
        elif field == 8:
            inputs = value
        elif field == 10:
            if isinstance(value, int):
                raise wire.WireError(f"expected an attribute, found the number {value}")
            attributes.update(_attribute(value))
    groups = _groups(inputs) if number[3] == METADATA else ""
    return Node(number[1], number[3], waits[5], waits[4], number[7], attributes, groups)


def _groups(inputs: wire.Value) -> str:
    if isinstance(inputs, int):
        raise wire.WireError(f"expected inputs, found the number {inputs}")
    return next((wire.text(value) for number, _, value in wire.fields(inputs) if number == 1), "")


def _integer(convert: Callable[[int], _Attribute]) -> Callable[[int, wire.Value], _Attribute]:
    def read(form: int, value: wire.Value) -> _Attribute:
        (number,) = wire.numbers(form, value) or [0]
        return convert(number)

    return read


def _bools(form: int, value: wire.Value) -> list[int]:
    if isinstance(value, int):
        raise wire.WireError(f"expected a list, found the number {value}")
    parts = [(form, part) for field, form, part in wire.fields(value) if field == 1]
    return [number for form, part in parts for number in wire.numbers(form, part)]


#: Values of attributes by their field.
_VALUES: dict[int, Callable[[int, wire.Value], _Attribute]] = {
    3: lambda form, value: wire.fixed("<d", value),
    5: lambda form, value: wire.fixed("<f", value),
    7: _integer(wire.signed), 9: _integer(wire.signed), 11: _integer(int), 13: _integer(int),
    15: _integer(wire.zigzag), 17: _integer(wire.zigzag),
    19: lambda form, value: wire.fixed("<I", value),
    21: lambda form, value: wire.fixed("<Q", value),
    23: lambda form, value: wire.fixed("<i", value),
    25: lambda form, value: wire.fixed("<q", value),
    27: _integer(int),
    28: _bools,
    29: lambda form, value: wire.text(value),
}  # fmt: skip


@lru_cache(maxsize=2**14)
def _attribute(message: bytes) -> Mapping[str, _Attribute]:
    """An attribute by its name here; nothing if it has no value, one of another kind, or another name."""
    name = ""
    found: dict[str, _Attribute] = {}
    for number, form, value in wire.fields(message):
        if number == 1:
            name = wire.text(value)
        elif number in _VALUES and name in _NAMES:
            found = {_NAMES[name]: _VALUES[number](form, value)}
    return found


# JSON

_JSON_NAMES = {name.replace("_", ""): own for name, own in _NAMES.items()}
_KINDS = ("INVALID", "METADATA", "MEM_LOAD", "MEM_STORE", "COMP", "COMM_SEND", "COMM_RECV", "COMM_COLL")


def read_json_nodes(path: Path, graph: Any) -> Iterator[Node]:
    """The nodes of a trace in JSON.

    @raise ImportProblem if it is bad
    """
    if not isinstance(graph, list):
        raise ImportProblem(f"{path}: expected a list as workload_graph, found {graph!r:.40}")
    for number, entry in enumerate(graph):
        place = f"{path}: entry {number} of workload_graph"
        if not isinstance(entry, dict):
            raise ImportProblem(f"{place}: expected a node, found {entry!r:.40}")
        yield _json_node(place, {key.lower().replace("_", ""): value for key, value in entry.items()})


def _json_node(place: str, entry: Mapping[str, Any]) -> Node:
    if "id" not in entry:
        raise ImportProblem(f"{place}: expected an Id, found none")
    kind = entry.get("nodetype", entry.get("type"))
    if isinstance(kind, str) and kind.removesuffix("_NODE") in _KINDS:
        kind = _KINDS.index(kind.removesuffix("_NODE"))
    attributes = {_JSON_NAMES[key]: value for key, value in entry.items() if key in _JSON_NAMES}
    data, control = (
        _whole_numbers(place, key, part if isinstance(part, list) else [part])
        for key in ("datadeps", "ctrldeps")
        for part in [entry.get(key, [])]
    )
    (own,) = _whole_numbers(place, "Id", [entry["id"]])
    (kind,) = _whole_numbers(place, "NodeType", [kind])
    (micros,) = _whole_numbers(place, "runtime", [entry.get("runtime", entry.get("durationmicros", 0))])
    inputs = entry.get("inputs", "")
    groups = inputs if isinstance(inputs, str) else json.dumps(inputs)
    return Node(own, kind, data, control, micros, attributes, groups if kind == METADATA else "")


def _whole_numbers(place: str, what: str, values: Iterable[Any]) -> list[int]:
    found = []
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**64:
            expected = f"whole numbers of 64 bits as {what}"
            raise ImportProblem(f"{place}: expected {expected}, found {value!r:.40}")
        found.append(value)
    return found
