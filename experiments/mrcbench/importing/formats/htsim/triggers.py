# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Triggers of a connection matrix as waits of messages for others (htsim, sim/trigger.cpp)."""

from __future__ import annotations

from collections import Counter, deque

from ...scenario import LONGEST_NS, Flow
from ...text import Word
from .connections import Connection, Connections, Trigger


def order_by_triggers(matrix: Connections, unit_ns: float) -> tuple[list[Flow], list[str]]:
    """The messages of a matrix, each after all that it waits for.

    @param matrix the matrix
    @param unit_ns nanoseconds of a unit of its start times
    @return the messages, and sentences on content that cannot be carried over
    """
    order = _Order(matrix, unit_ns)
    order.run()
    return order.flows, order.left()


class _Order:
    """Lets connections start and end, without times: in the order of the file, and then as triggers fire."""

    def __init__(self, matrix: Connections, unit_ns: float) -> None:
        self._matrix = matrix
        self._unit_ns = unit_ns
        self._targets: dict[int, list[Connection]] = {id: [] for id in matrix.triggers}
        self._fired: dict[int, list[tuple[int, Connection]]] = {id: [] for id in matrix.triggers}
        self._ready: deque[tuple[Connection, tuple[int, ...]]] = deque()
        self._counts: Counter[str] = Counter()
        self.flows: list[Flow] = []

    def run(self) -> None:
        """Fill the list of messages."""
        for each in self._matrix.all:
            for word in (each.trigger, each.send_done, each.recv_done):
                if word is not None and int(word) not in self._targets:
                    raise word.problem("the id of a trigger of this file")
            if each.trigger is None:
                self._ready.append((each, ()))
            else:
                self._targets[int(each.trigger)].append(each)
        while self._ready:
            self._start(*self._ready.popleft())
        self._counts["never"] = len(self._matrix.all) - len(self.flows)

    def left(self) -> list[str]:
        """Sentences on content that cannot be carried over."""
        sentences = {
            "never": "connections that never start, because their trigger does not fire for them",
            "self": "messages of a host to itself: they take no time",
            "kind": "waits for the other end of a message: they end up to one one-way delay earlier or later",
            "multishot": "starts by a multishot trigger of several connections: in the order of the file "
            "instead of that in which they end",
        }
        return [f"{self._counts[key]} {text}" for key, text in sentences.items() if self._counts[key]]

    def _start(self, one: Connection, after: tuple[int, ...]) -> None:
        number = len(self.flows)
        most = (LONGEST_NS - 1) / self._unit_ns
        start = one.start.read("start time", float, most=most) * self._unit_ns if one.start else 0
        if one.src == one.dst:
            self._counts["self"] += 1
            self.flows.append(Flow(one.src, None, 0, start or None, after))
        else:
            self.flows.append(Flow(one.src, one.dst, one.size or 0, start or None, after))
        if one.size == 0 and one.src != one.dst:
            return  # without end
        for trigger in (one.send_done, one.recv_done):
            if trigger is not None:
                self._fire(trigger, number, one)

    def _fire(self, word: Word, number: int, by: Connection) -> None:
        """Count the end of a connection for its trigger, and start those that this starts."""
        trigger = self._matrix.triggers[int(word)]
        fired = self._fired[trigger.id]
        fired.append((number, by))
        targets, waits = self._targets[trigger.id], fired[-1:]
        if trigger.kind == "multishot":
            targets = targets[len(fired) - 1 : len(fired)]
            self._counts["multishot"] += bool(targets) and len(fired) > 1
        elif len(fired) > _needed(trigger):
            raise word.problem(f"trigger {trigger.id} to fire once, as {trigger.word.place} says")
        elif len(fired) < _needed(trigger):
            return
        else:
            waits = fired
        for target in targets:
            for _, source in waits:
                self._counts["kind"] += not _is_exact(trigger.id, source, target)
            self._ready.append((target, tuple(sorted({number for number, _ in waits}))))


def _needed(trigger: Trigger) -> int:
    return trigger.count if trigger.kind == "barrier" else 1


def _is_exact(trigger: int, source: Connection, target: Connection) -> bool:
    """Whether a message waits for the end that the trigger observes.

    A sender waits until its own message is acknowledged, a receiver until it is delivered, any other host
    until both are done.
    """
    if source.send_done is not None and int(source.send_done) == trigger:
        return target.src != source.dst
    return target.src == source.dst
