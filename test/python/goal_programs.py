# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Programs of ranks, which tests write as GOAL in text or in binary form, and execute."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass, field

from mrcbench.importing.scenario import Flow

KINDS = {"send": 1, "recv": 2, "calc": 3}
ANY = 2**32 - 1


@dataclass
class Operation:
    """An operation of a rank; of a computation, size is its time."""

    kind: str
    size: int
    peer: int = 0
    tag: int = 0
    cpu: int = 0
    nic: int = 0
    requires: list[int] = field(default_factory=list)  # of the same rank
    irequires: list[int] = field(default_factory=list)

    def text(self) -> str:
        """Its statement."""
        if self.kind == "calc":
            return f"calc {self.size} cpu {self.cpu}"
        peer, tag = (-1 if number == ANY else number for number in (self.peer, self.tag))
        word = "to" if self.kind == "send" else "from"
        return f"{self.kind} {self.size}b {word} {peer} tag {tag} cpu {self.cpu} nic {self.nic}"


Ranks = list[list[Operation]]


def as_text(ranks: Ranks) -> str:
    """The text form."""
    lines = [f"num_ranks {len(ranks)}"]
    for rank, operations in enumerate(ranks):
        lines.append(f"rank {rank} {{")
        lines += [f"l{number}: {operation.text()}" for number, operation in enumerate(operations)]
        for number, operation in enumerate(operations):
            lines += [f"l{number} requires l{one}" for one in operation.requires]
            lines += [f"l{number} irequires l{one}" for one in operation.irequires]
        lines.append("}")
    return "\n".join(lines) + "\n"


def rank_as_binary(operations: list[Operation]) -> bytes:
    """The part of a rank in the binary form."""
    roots = [number for number, one in enumerate(operations) if not one.requires + one.irequires]
    nodes, indices = b"", []
    for number, one in enumerate(operations):
        places = []
        for key in ("requires", "irequires"):
            later = [other for other, it in enumerate(operations) for one_of in getattr(it, key) if one_of == number]
            places += [len(later), len(indices)]
            indices += later
        pending = len(one.requires) + len(one.irequires)
        head = (pending, KINDS[one.kind], one.peer, one.size, one.tag, one.cpu, one.nic)
        nodes += struct.pack("<IBIQIBBIIII", *head, *places)
    counts = struct.pack(f"<II{len(roots)}I", len(operations), len(roots), *roots)
    return counts + nodes + struct.pack(f"<{len(indices)}I", *indices)


def as_binary(ranks: Ranks) -> bytes:
    """The binary form."""
    parts = [rank_as_binary(operations) for operations in ranks]
    table, begin = b"", 6 + 16 * len(parts)
    for part in parts:
        table += struct.pack("<QQ", begin, begin + len(part))
        begin += len(part)
    return struct.pack("<QIBB", 4223, len(ranks), 1, 1) + table + b"".join(parts)


def draw_program(seed: int, ranks: int = 4, rounds: int = 12, vague: bool = False) -> Ranks:
    """A program without cycles, in which all sizes of messages and all times of computations differ."""
    random_ = random.Random(seed)
    program: Ranks = [[] for _ in range(ranks)]

    def add(rank: int, operation: Operation) -> None:
        earlier = list(range(len(program[rank])))
        random_.shuffle(earlier)
        operation.requires = sorted(earlier[: random_.choice((0, 1, 1, 2, 3))])
        operation.irequires = sorted(earlier[4 : random_.choice((4, 4, 5))])
        program[rank].append(operation)

    for number in range(rounds * ranks):
        src, dst = random_.sample(range(ranks), 2)
        add(random_.randrange(ranks), Operation("calc", 1000 + 17 * number, cpu=random_.randrange(2)))
        add(src, Operation("send", 100_000 + number, dst, number))
        size = 100_000 + number
        hidden = vague and random_.random() < 0.3
        add(dst, Operation("recv", size, ANY if hidden else src, ANY if hidden else number))
    return program


def execute(flows: list[Flow], message_ns: list[int]) -> list[tuple[int, int]]:
    """Start and end of each row, if message i takes message_ns[i]."""
    times: list[tuple[int, int]] = []
    for number, flow in enumerate(flows):
        assert all(other < number for other in flow.after), "rows wait for earlier ones only"
        start = max((times[other][1] for other in flow.after), default=0)
        times.append((start, start + int(flow.delay_ns if flow.dst is None else message_ns[number])))
    return times
