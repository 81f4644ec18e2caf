# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The messages of all jobs as connections that wait for each other, without computations and repetitions.

The simulator's schedules have three things that a connection matrix lacks. Computations of no duration,
which join what a rank waits for, are replaced by what they wait for. Computations before the first message
of a rank are replaced by a start time, repetitions and `after` of jobs by waits for the last messages.
Everything else is an `ExportError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any

from . import ExportError

#: An event that a connection waits for: another one is completely sent (true) or received (false).
Wait = tuple[int, bool]
Waits = frozenset[Wait]

_NOTHING: Waits = frozenset()


@dataclass(frozen=True)
class Connection:
    """A message."""

    src: int
    dst: int
    bytes: int  #: 0: without end
    start_ps: int  #: from the start of the run; 0 if it waits
    waits: Waits
    place: str  #: for messages to the user


@dataclass(frozen=True)
class _Ready:
    """The instant from which something may begin: when all waits are over, and not before a time."""

    time_ps: int = 0
    waits: Waits = _NOTHING


def make_connections(jobs: Iterable[Mapping[str, Any]]) -> list[Connection]:
    """The messages of jobs, by number from 0.

    @raise ExportError if a connection cannot wait for something
    """
    found: list[Connection] = []
    ends: dict[str, _Ready] = {}
    waiting = {job["job"]: job for job in jobs}
    while waiting:
        job = next(job for job in waiting.values() if job["after"] not in waiting)
        del waiting[job["job"]]
        begin = _delayed(ends.get(job["after"], _Ready()), job["start_ps"], f"job {job['job']}: start")
        for _ in range(job["repeat"]):
            begin = _add_repetition(job, begin, found)
        ends[job["job"]] = begin
    _check_ends(found)
    return found


def _check_ends(listed: list[Connection]) -> None:
    """@raise ExportError if a connection waits for one without end"""
    for connection in listed:
        for number, _ in connection.waits:
            if listed[number].bytes == 0:
                raise ExportError(
                    f"{connection.place}: waits for a message without end ({listed[number].place}); "
                    "allowed: messages that end"
                )


def _add_repetition(job: Mapping[str, Any], begin: _Ready, found: list[Connection]) -> _Ready:
    """Add the messages of one repetition; the instant at which it ends."""
    sends = job["sends"]
    first = len(found)
    numbers = {index: first + place for place, index in enumerate(_messages(sends))}
    ready, over = _resolve(job, sends, numbers, begin)
    for index in numbers:
        send = sends[index]
        size = 0 if "until_ps" in send else send["bytes"]
        start = ready[index]
        place = _place(job, send)
        found.append(Connection(send["src"], send["dst"], size, start.time_ps, start.waits, place))
    if not numbers:
        return over
    awaited = {number for connection in found[first:] for number, _ in connection.waits}
    last = [number for number in range(first, len(found)) if number not in awaited]
    messages = _Ready(0, frozenset((number, False) for number in last))
    if over.time_ps <= begin.time_ps and over.waits <= begin.waits:
        return messages  # computations do not end later
    return _latest([messages, over], f"job {job['job']}: its end")


def _messages(sends: list[Mapping[str, Any]]) -> list[int]:
    """The sends that are no computations."""
    return [index for index, send in enumerate(sends) if "compute_ps" not in send]


def _resolve(
    job: Mapping[str, Any], sends: list[Mapping[str, Any]], numbers: Mapping[int, int], begin: _Ready
) -> tuple[dict[int, _Ready], _Ready]:
    """The instant at which each send may begin, and that at which all computations are over."""
    ready: dict[int, _Ready] = {}
    ended: dict[int, _Ready] = {}  # of computations
    graph = {index: send["after"] for index, send in enumerate(sends)}
    for index in TopologicalSorter(graph).static_order():
        send = sends[index]
        place = _place(job, send)
        parts = [
            ended.get(other) or _Ready(0, frozenset({_wait(sends, numbers, other, send["src"])}))
            for other in send["after"]
        ] or [_delayed(begin, send["start_ps"], place)]
        ready[index] = _latest(parts, place)
        if "compute_ps" in send:
            ended[index] = _delayed(ready[index], send["compute_ps"], place)
    return ready, _latest([begin, *ended.values()], f"job {job['job']}")


def _wait(
    sends: list[Mapping[str, Any]], numbers: Mapping[int, int], other: int, host: int
) -> Wait:
    """How a host waits for a message: for its own ones until they are sent."""
    return numbers[other], sends[other]["src"] == host


def _latest(parts: list[_Ready], place: str) -> _Ready:
    """The instant at which all parts are over."""
    if len(parts) == 1:
        return parts[0]  # shares its waits
    time_ps = max(part.time_ps for part in parts)
    return _checked(_Ready(time_ps, frozenset().union(*(part.waits for part in parts))), place)


def _delayed(ready: _Ready, delay_ps: int, place: str) -> _Ready:
    return _checked(_Ready(ready.time_ps + delay_ps, ready.waits), place)


def _checked(ready: _Ready, place: str) -> _Ready:
    """@raise ExportError if it has both waits and a time"""
    if ready.waits and ready.time_ps > 0:
        raise ExportError(
            f"{place}: waits for messages and for {ready.time_ps / 1000:g} ns; allowed: one of both, "
            "because a trigger of htsim starts a connection at once"
        )
    return ready


def _place(job: Mapping[str, Any], send: Mapping[str, Any]) -> str:
    what = "computation" if "compute_ps" in send else f"message to host {send['dst']}"
    return f"job {job['job']}: step {send['step']}, {what} of host {send['src']}"
