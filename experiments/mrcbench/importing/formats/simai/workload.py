# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A workload of SimAI and of ASTRA-sim 1.0: layers with computations and collectives (SimAI, Workload.cc)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ...scenario import LONGEST_NS
from ...text import ImportProblem, Word

Row = Sequence[Word]

#: Policies that can be imported. The others depend on the shape of a logical topology.
POLICIES = ("HYBRID_TRANSFORMER_FWD_IN_BCKWD", "HYBRID_TRANSFORMER", "DATA", "MICRO")

#: Types of collectives with the type of job.
OPERATIONS = {
    "ALLREDUCE": "all-reduce",
    "ALLGATHER": "all-gather",
    "REDUCESCATTER": "reduce-scatter",
    "ALLTOALL": "all-to-all",
}

#: Types that SimAI reads but does not simulate.
_NOT_SIMULATED = ("BROADCAST",)

#: Ends of types of collectives, with their groups; without one, the group is that of the pass.
_GROUPS = {"_DP_EP": "DP_EP", "_EP": "EP"}

_KEYS = ("model_parallel_NPU_group", "ep", "pp", "vpp", "ga", "all_gpus")

_LISTS = ("checkpoints", "checkpoint_initiates")


class Collective(NamedTuple):
    """A collective of one pass of a layer."""

    op: str  #: type of job
    group: str  #: TP, EP, DP or DP_EP
    size: int  #: bytes


class Phase(NamedTuple):
    """A pass of a layer: a computation, and then perhaps a collective."""

    compute_ns: float
    collective: Collective | None


class Layer(NamedTuple):
    """A layer."""

    forward: Phase
    input_gradient: Phase
    weight_gradient: Phase
    update_ns: float


@dataclass
class Workload:
    """A workload file."""

    path: Path
    policy: Word
    keys: dict[str, Word] = field(default_factory=dict)  #: values of the first line
    lists: dict[str, list[int]] = field(default_factory=dict)  #: layers with checkpoints, and that initiate
    layers: list[Layer] = field(default_factory=list)
    more: int = 0  #: words after the announced number of layers
    unknown: int = 0  #: keys of the first line that SimAI does not have
    not_simulated: int = 0  #: collectives that SimAI does not simulate

    def get(self, key: str) -> int:
        """A number of the first line; 1 if it is absent."""
        return int(float(self.keys[key])) if key in self.keys else 1


def is_workload(rows: Sequence[Row]) -> bool:
    """Whether these lines are a workload: a policy, and a line with only the number of layers."""
    return rows[0][0] in POLICIES or (rows[0][0][0].isupper() and len(rows) > 1 and len(rows[1]) == 1)


def read_workload(path: Path, rows: Sequence[Row]) -> Workload:
    """The workload of these lines."""
    result = Workload(path, rows[0][0])
    if result.policy not in POLICIES:
        raise result.policy.problem(f"one of the policies {', '.join(POLICIES)}")
    _read_header(rows[0], result)
    if len(rows) < 2 or len(rows[1]) != 1:
        place = rows[1][0].place if len(rows) > 1 else rows[0][0].place
        raise ImportProblem(f"{place}: expected a line with the number of layers, found none")
    count = rows[1][0].whole("number of layers", 1, 10**7)
    words = (word for row in rows[2:] for word in row)
    reader = _Reader(words, rows[-1][0])
    for number in range(1, count + 1):
        result.layers.append(_read_layer(reader, f"layer {number} of {count}"))
    result.not_simulated = reader.not_simulated
    result.more = sum(1 for _ in words)
    for name in _LISTS:
        for layer in result.lists.get(name, []):
            if layer >= count:
                raise result.policy.problem(f"{name} below {count}, the number of layers, and not {layer}")
    return result


def _read_header(row: Row, result: Workload) -> None:
    words = iter(row[1:])
    for word in words:
        key = word.removesuffix(":")
        value = next(words, None)
        if value is None:
            raise word.problem("a value after this key")
        if key in _LISTS:
            count = value.whole(f"number of {key}", 0, 10**7)
            result.lists[key] = []
            for _ in range(count):
                layer = next(words, None)
                if layer is None:
                    raise value.problem(f"{key} with as many layers as announced")
                result.lists[key].append(layer.whole(f"layer of {key}"))
        elif key == "pp_comm":
            value.read("pp_comm in bytes", float)
            result.keys[key] = value
        elif key in _KEYS:
            value.whole(key, 1, 2**31)
            result.keys[key] = value
        else:
            result.unknown += 1
    has_stages, has_message = result.get("pp") > 1, float(result.keys.get("pp_comm", 0)) > 0
    if has_stages and not has_message:
        raise result.keys["pp"].problem("pp of 1, or pp_comm above 0 beside it")
    if has_message and not has_stages:
        raise result.keys["pp_comm"].problem("pp_comm of 0, or pp above 1 beside it")


class _Reader:
    """Words in turn."""

    def __init__(self, words: Iterator[Word], last: Word) -> None:
        self._words = words
        self._last = last
        self.not_simulated = 0

    def next(self, what: str) -> Word:
        """The next word."""
        word = next(self._words, None)
        if word is None:
            raise ImportProblem(f"{self._last.place}: expected {what}, found the end of the file")
        return word


def _read_layer(reader: _Reader, which: str) -> Layer:
    reader.next(f"the name of {which}")
    reader.next(f"the dependency of {which}").whole(f"dependency of {which}", -1)
    phases = [_read_phase(reader, name, group, which) for name, group in
              (("forward", "TP"), ("input gradient", "TP"), ("weight gradient", "DP"))]  # fmt: skip
    update = reader.next(f"the update time of {which}").read(f"update time in ns of {which}", float)
    return Layer(phases[0], phases[1], phases[2], update)


def _read_phase(reader: _Reader, name: str, group: str, which: str) -> Phase:
    """A pass; its collective without a suffix is in the given group (Workload.cc:1320-1491)."""
    of = f"of the {name} pass of {which}"
    compute = reader.next(f"the time {of}").read(f"time in ns {of}", float, most=LONGEST_NS)
    kind = reader.next(f"the collective {of}")
    size = reader.next(f"the size {of}").whole(f"size in bytes {of}")
    if kind in ("NONE", *_NOT_SIMULATED):
        reader.not_simulated += kind != "NONE"
        return Phase(compute, None)
    suffix = next((end for end in _GROUPS if kind.endswith(end)), "")
    op = OPERATIONS.get(kind.removesuffix(suffix))
    if op is None:
        ends = " or ".join(reversed(_GROUPS))
        raise kind.problem(f"NONE or one of {', '.join(OPERATIONS)}, perhaps with {ends} at its end")
    return Phase(compute, Collective(op, _GROUPS.get(suffix, group), size) if size else None)
