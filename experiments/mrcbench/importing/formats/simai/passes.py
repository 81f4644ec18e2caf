# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The passes of a workload of SimAI as collectives that follow each other.

All GPUs compute the same layers for the same time. So a computation is the delay of the next collective of a
GPU, and only the last one is a row of its own. File and line numbers are those of SimAI in August 2026, in
astra-sim-alibabacloud/astra-sim.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...scenario import HOSTS, Flow
from ...text import Word
from .workload import Collective, Phase, Workload

#: Largest number of rows.
_MOST_ROWS = 1_000_000

#: Least size of a collective of the forward pass (workload/Workload.cc:813).
_LEAST_FORWARD = 4096


class Passes:
    """A forward and a backward pass of all GPUs (workload/Workload.cc:793-931)."""

    def __init__(self, workload: Workload, gpus: int | None, hosts: int | None) -> None:
        """Check that the groups fit.

        @param workload the workload
        @param gpus number of GPUs that replaces that of the workload
        @param hosts number of GPUs of the topology
        @raise ImportProblem otherwise
        """
        self._workload = workload
        self._count = self._count_gpus(gpus, hosts)
        self.gpus = int(self._count)
        self._groups = self._make_groups()
        self._rows: list[Flow] = []
        self._last: list[int | None] = [None] * self.gpus  # last row that a GPU waits for
        self._pending = 0.0  # computation since then
        self._weights: dict[tuple[str, int], int] = {}  # last collective of weights of a group
        self.left: list[str] = []  #: sentences on content that cannot be carried over
        {"DATA": self._run_data, "MICRO": self._run_micro}.get(workload.policy, self._run_transformer)()
        self._note_left()

    def flows(self) -> list[Flow]:
        """Collectives, and the last computations."""
        return self._rows

    def _count_gpus(self, given: int | None, hosts: int | None) -> Word:
        """The number of GPUs, at the place that has it."""
        work = self._workload
        if given:
            count = Word.at(str(given), f"{work.path}: --gpus")
        elif "all_gpus" in work.keys:
            count = work.keys["all_gpus"]
        elif hosts:
            count = Word.at(str(hosts), work.policy.place)
        else:
            raise work.policy.problem("all_gpus, a topology or --gpus: the number of GPUs is not known")
        count.whole("number of GPUs", *HOSTS)
        if hosts and int(count) > hosts:
            raise count.problem(f"at most {hosts} GPUs, which the topology has")
        return count

    def _make_groups(self) -> dict[str, list[tuple[int, ...]]]:
        """GPU (d x EP + e) x TP + t is number t of a tensor group, e of an expert group.

        As MockNcclGroup forms them, which knows no pipeline (system/Sys.cc:1387-1402).
        """
        gpus, is_hybrid = self.gpus, self._workload.policy.startswith("HYBRID")
        tensor = self._workload.get("model_parallel_NPU_group") if is_hybrid else 1
        expert = self._workload.get("ep") if is_hybrid else 1
        if gpus % (tensor * expert):
            product = f"{tensor} x {expert}, model_parallel_NPU_group x ep"
            raise self._count.problem(f"a multiple of {product} as the number of GPUs")
        block = tensor * expert
        firsts = range(0, gpus, block)
        ranges = {
            "TP": [range(first, first + tensor) for first in range(0, gpus, tensor)],
            "DP": [range(first, gpus, tensor) for first in range(tensor)],
            "EP": [range(f + t, f + block, tensor) for f in firsts for t in range(tensor)],
            "DP_EP": [range(first, gpus, block) for first in range(block)],
        }
        return {name: [tuple(group) for group in groups] for name, groups in ranges.items()}

    def _note_left(self) -> None:
        work = self._workload
        stages = work.get("pp")
        microbatches = work.get("ga")
        messages = float(work.keys.get("pp_comm", 0)) > 0
        updates = sum(layer.update_ns > 0 for layer in work.layers)
        unused = self._count_unused()
        self.left += [
            text
            for count, text in (
                (stages > 1, f"{stages} pipeline stages: every GPU computes all layers, as in SimAI"),
                (messages, "the message between pipeline stages (pp_comm)"),
                (microbatches > 1, f"{microbatches} microbatches (ga): layers run once, as in SimAI"),
                (updates, f"{updates} updates of weights, after which nothing follows in one pass"),
                (unused, f"{unused} collectives that the policy {work.policy} does not use"),
                (work.not_simulated, f"{work.not_simulated} broadcasts, which SimAI does not simulate"),
                (work.more, f"{work.more} words after the announced number of layers"),
                (work.unknown, f"{work.unknown} unknown keys of the first line"),
            )
            if count
        ]

    def _count_unused(self) -> int:
        """Collectives that are not part of the passes of the policy."""
        layers, policy = self._workload.layers, self._workload.policy
        if policy.startswith("HYBRID"):
            return 0
        every = sum(phase.collective is not None for layer in layers for phase in layer[:3])
        used = layers[:1] if policy == "MICRO" else layers
        return every - sum(layer.weight_gradient.collective is not None for layer in used)

    def _run_transformer(self) -> None:
        layers = self._workload.layers
        recompute = self._workload.policy.endswith("FWD_IN_BCKWD")
        for number in range(len(layers)):
            self._forward(number)
        checkpoints = self._workload.lists.get("checkpoints", [])
        initiators = set(self._workload.lists.get("checkpoint_initiates", [])) if recompute else set()
        for number in reversed(range(len(layers))):
            if number in initiators:  # forward again from the checkpoint (workload/Workload.cc:867-881)
                first = max((layer for layer in checkpoints if layer <= number), default=None)
                if first is None:
                    what = f"a checkpoint at or below layer {number} of checkpoint_initiates"
                    raise self._workload.policy.problem(what)
                for again in range(first, number):
                    self._forward(again)
            self._compute(layers[number].input_gradient)
            self._block(layers[number].input_gradient.collective)
            self._compute(layers[number].weight_gradient)
            self._reduce_weights(layers[number].weight_gradient.collective)
        self._end()

    def _run_data(self) -> None:
        """Only weights are reduced (workload/Workload.cc:244-310)."""
        for layer in self._workload.layers:
            self._compute(layer.forward)
        for layer in reversed(self._workload.layers):
            self._compute(layer.weight_gradient)
            self._reduce_weights(layer.weight_gradient.collective)
            self._compute(layer.input_gradient)
        self._end()

    def _run_micro(self) -> None:
        """The collective of the first layer's weights alone (workload/Workload.cc:233-243)."""
        self._reduce_weights(self._workload.layers[0].weight_gradient.collective)

    def _forward(self, number: int) -> None:
        phase = self._workload.layers[number].forward
        self._compute(phase)
        collective = phase.collective
        if collective and self._workload.policy.endswith("FWD_IN_BCKWD"):
            collective = collective._replace(size=max(collective.size, _LEAST_FORWARD))
        self._block(collective)

    def _compute(self, phase: Phase) -> None:
        self._pending += phase.compute_ns

    def _block(self, collective: Collective | None) -> None:
        """A collective that all GPUs wait for."""
        added = [(group, row) for _, group, row in self._add(collective, {})]
        for group, row in added:
            for gpu in group:
                self._last[gpu] = row
        if added:
            self._pending = 0

    def _reduce_weights(self, collective: Collective | None) -> None:
        """A collective beside the computations that follow; those of a group follow each other."""
        if collective:
            if any(group == collective.group for group, _ in self._weights):
                self._end()  # the delay of a row would count from the end of the previous collective
            for number, _, row in self._add(collective, self._weights):
                self._weights[collective.group, number] = row

    def _add(
        self, collective: Collective | None, earlier: dict[tuple[str, int], int]
    ) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """Add a row for every group, after all that its GPUs wait for: number of the group, GPUs, row.

        @param earlier other rows that groups wait for
        """
        for number, group in enumerate(self._groups[collective.group] if collective else ()):
            if collective is None or len(group) < 2:
                continue
            size = -(-collective.size // len(group)) if collective.op == "all-to-all" else collective.size
            waits = {self._last[gpu] for gpu in group} | {earlier.get((collective.group, number))}
            after = sorted(row for row in waits if row is not None)
            row = self._append(Flow(group, None, max(size, 1), None, after, self._pending, collective.op))
            yield number, group, row

    def _end(self) -> None:
        """The computations after the last collective that GPUs wait for, as rows of their own."""
        if self._pending:
            for gpu, last in enumerate(self._last):
                after = [] if last is None else [last]
                self._last[gpu] = self._append(Flow(gpu, None, 0, None, after, self._pending))
            self._pending = 0

    def _append(self, row: Flow) -> int:
        """Add a row; its number."""
        if len(self._rows) == _MOST_ROWS:
            limit = f"at most {_MOST_ROWS} rows of collectives and computations (--gpus N makes them fewer)"
            raise self._workload.policy.problem(limit)
        self._rows.append(row)
        return len(self._rows) - 1
