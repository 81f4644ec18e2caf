# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Execution traces that tests write in the forms of Chakra."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

METADATA, MEM_LOAD, MEM_STORE, COMP, SEND, RECV, COLL = range(1, 8)


def varint(value: int) -> bytes:
    """A number of 64 bits."""
    value &= 2**64 - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])


def number(at: int, value: int) -> bytes:
    """A field with a number."""
    return varint(at << 3) + varint(value)


def block(at: int, value: bytes | str) -> bytes:
    """A field with bytes."""
    value = value.encode() if isinstance(value, str) else value
    return varint(at << 3 | 2) + varint(len(value)) + value


def attribute(name: str, value: Any, at: int = 0) -> bytes:
    """A field of a node with an attribute; at is the field of its value, or 0 for a usual one."""
    if isinstance(value, list):
        content = block(28, b"".join(number(1, bool(one)) for one in value))
    elif isinstance(value, str):
        content = block(29, value)
    elif at in (15, 17):
        content = number(at, value << 1)
    elif at in (3, 5, 19, 21, 23, 25):
        form = {3: "<d", 5: "<f", 19: "<I", 21: "<Q", 23: "<i", 25: "<q"}[at]
        content = varint(at << 3 | (1 if len(struct.pack(form, 0)) == 8 else 5)) + struct.pack(form, value)
    else:
        content = number(at or (27 if name == "is_cpu_op" else 9), int(value))
    return block(10, block(1, name) + content)


@dataclass
class Node:
    """A node of a rank."""

    id: int
    kind: int
    data: list[int] = field(default_factory=list)
    control: list[int] = field(default_factory=list)
    micros: int = 0
    attributes: dict[str, Any] = field(default_factory=dict)
    inputs: str = ""

    def encode(self, packed: bool = True, zeros: bool = False, at: int = 0) -> bytes:
        """Its message.

        @param packed dependencies in one field each
        @param zeros with fields that are 0
        @param at field of the values of its attributes, or 0
        """
        out = number(1, self.id) if self.id or zeros else b""
        out += block(2, f"node{self.id}") + number(3, self.kind)
        for place, ids in ((4, self.control), (5, self.data)):
            if packed:
                out += block(place, b"".join(map(varint, ids))) if ids or zeros else b""
            else:
                out += b"".join(number(place, one) for one in ids)
        out += number(7, self.micros) if self.micros or zeros else b""
        if self.inputs:
            out += block(8, block(1, self.inputs) + block(2, "[[]]"))
        for name, value in self.attributes.items():
            out += attribute(name, value, at if name.startswith("comm_") else 0)
        return out

    def as_json(self) -> dict[str, Any]:
        """Its entry in a JSON file."""
        return {
            "Id": self.id, "Name": f"node{self.id}", "NodeType": self.kind, "ctrl_deps": self.control,
            "data_deps": self.data, "runtime": self.micros, "inputs": self.inputs, **self.attributes,
        }  # fmt: skip


def framed(messages: Iterable[bytes]) -> bytes:
    """Messages with their lengths before them."""
    return b"".join(varint(len(message)) + message for message in messages)


def encode(nodes: Iterable[Node], metadata: bytes | None = None, **form: Any) -> bytes:
    """A trace."""
    head = block(1, "0.0.4") if metadata is None else metadata
    return framed([head, *(node.encode(**form) for node in nodes)])


def write(folder: Path, ranks: Mapping[int, list[Node]], form: str = "et", **how: Any) -> list[Path]:
    """A file per rank; form is et, et.gz, json or json.gz."""
    paths = []
    for rank, nodes in ranks.items():
        if form.startswith("json"):
            content = json.dumps({"workload_graph": [node.as_json() for node in nodes]}, indent=1).encode()
        else:
            content = encode(nodes, **how)
        path = folder / f"trace.{rank}.{form}"
        path.write_bytes(gzip.compress(content) if form.endswith("gz") else content)
        paths.append(path)
    return paths


def compute(one: int, micros: int, *data: int, **attributes: Any) -> Node:
    """A computation."""
    return Node(one, COMP, list(data), [], micros, attributes)


def send(one: int, dst: int, size: int, *data: int, tag: int = 0) -> Node:
    """A send."""
    return Node(one, SEND, list(data), [], 0, {"comm_dst": dst, "comm_size": size, "comm_tag": tag})


def receive(one: int, src: int, size: int, *data: int, tag: int = 0) -> Node:
    """A receive."""
    return Node(one, RECV, list(data), [], 0, {"comm_src": src, "comm_size": size, "comm_tag": tag})


def collective(one: int, kind: int, size: int, *data: int, **attributes: Any) -> Node:
    """A part of a collective."""
    return Node(one, COLL, list(data), [], 0, {"comm_type": kind, "comm_size": size, **attributes})
