# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Flows of the operations of ranks.

The operations are executed in a network in which messages take no time. This matches sends with receives and
puts the operations of a unit into an order that the dependencies allow: that in which they are ready, and
that of their numbers among those that are ready at the same time. Rows of flows follow this order, so each
waits for earlier rows only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush

import numpy as np

from .operations import ANY, COLLECTIVE, COMPUTATION, NOTHING, RECEIVE, SEND, UNITS, Operations
from .rows import Rows
from .text import ImportProblem

#: Rows that an operation may wait for without a computation of 0 ns that combines them, if others follow.
_MOST_WAITS = 8
#: Operations of a cycle that a message names.
_MOST_OF_CYCLE = 6
_WAITING, _BEGUN, _ENDED = range(3)


def make_flows(operations: Operations) -> tuple[Rows, list[str]]:
    """Flows of operations.

    @return flows, and sentences on what they do not carry over
    @raise ImportProblem if messages do not match, or the operations cannot be executed
    """
    schedule = _Schedule(operations)
    schedule.run()
    return schedule.rows, schedule.left()


class _Pairs:
    """Second numbers of pairs by their first."""

    def __init__(self, count: int, first: np.ndarray, second: np.ndarray) -> None:
        order = np.argsort(first, kind="stable")
        self._second = second[order].tolist()
        self._begin = [0, *np.cumsum(np.bincount(first, minlength=count)).tolist()]

    def of(self, number: int) -> list[int]:
        """Those of a first number."""
        return self._second[self._begin[number] : self._begin[number + 1]]


_Key = tuple[int, int, int, int]


class _Mail:
    """Sends that have no receive yet, and receives that have no send.

    A receive from any rank, or with any tag, takes messages of its size only: programs use it in places where
    other messages cannot be in flight, or are those of another communicator.
    """

    def __init__(self, operations: Operations) -> None:
        self._o = operations
        kind, peer, tag = map(np.array, (operations.kind, operations.peer, operations.tag))
        self.vague = (kind == RECEIVE) & ((peer == ANY) | (tag == ANY))
        self._vague_ranks = set(np.array(operations.rank)[self.vague].tolist())
        self._posted: dict[_Key, deque[tuple[int, int]]] = {}
        self._arrived: dict[_Key, deque[int]] = {}
        self._received: set[int] = set()
        self._posts = 0

    def _key(self, dst: int, src: int, tag: int, size: int) -> _Key:
        return (dst, src, tag, size if ANY in (src, tag) else 0)

    def _keys(self, send: int) -> list[_Key]:
        columns = (self._o.rank, self._o.peer, self._o.tag, self._o.size)
        src, dst, tag, size = (column[send] for column in columns)
        if dst not in self._vague_ranks:
            return [self._key(dst, src, tag, size)]
        return [self._key(dst, peer, label, size) for peer in (src, ANY) for label in (tag, ANY)]

    def arrive(self, send: int) -> int | None:
        """The receive of a send, if there is one already."""
        keys = self._keys(send)
        found = [key for key in keys if self._posted.get(key)]
        if found:
            return self._posted[min(found, key=lambda key: self._posted[key][0])].popleft()[1]
        for key in keys:
            self._arrived.setdefault(key, deque()).append(send)
        return None

    def post(self, receive: int) -> int | None:
        """The send of a receive, if there is one already."""
        columns = (self._o.rank, self._o.peer, self._o.tag, self._o.size)
        key = self._key(*(column[receive] for column in columns))
        arrived = self._arrived.get(key, deque())
        vague = key[0] in self._vague_ranks
        while arrived:
            send = arrived.popleft()
            if not vague:
                return send
            if send not in self._received:
                self._received.add(send)
                return send
        self._posts += 1
        self._posted.setdefault(key, deque()).append((self._posts, receive))
        return None

    def unreceived(self) -> int | None:
        """The first send without a receive."""
        sends = (send for arrived in self._arrived.values() for send in arrived)
        return min((send for send in sends if send not in self._received), default=None)


class _Schedule:
    """The execution of operations."""

    def __init__(self, operations: Operations) -> None:
        self.rows = Rows()
        self._o = operations
        self._count = len(operations.kind)
        ends, starts = ([np.array(side) for side in pairs] for pairs in (operations.ends, operations.starts))
        self._after_end = _Pairs(self._count, *ends)
        self._after_start = _Pairs(self._count, *starts)
        later = (np.bincount(pairs[1], minlength=self._count) for pairs in (ends, starts))
        self._pending: list[int] = sum(later).tolist()  # type: ignore[union-attr]
        self._ready = [0] * self._count
        self._waits: list[list[int] | None] = [None] * self._count
        self._state = bytearray(self._count)
        self._units: dict[int, tuple[int, int]] = {}  # the last row and its end
        self._mail = _Mail(operations)
        self._row_of_send: dict[int, int] = {}
        parts: list[list[int]] = [[] for _ in operations.collectives]
        for operation in np.flatnonzero(np.array(operations.kind) == COLLECTIVE).tolist():
            parts[operations.peer[operation]].append(operation)
        self._parts = parts
        self._absent = [len(part) for part in parts]
        self._empty = self._own = 0
        self._queue = [number for number, pending in enumerate(self._pending) if not pending]

    def run(self) -> None:
        """Execute all.

        @raise ImportProblem if that is not possible
        """
        handlers = {
            NOTHING: self._pass, SEND: self._send, RECEIVE: self._receive,
            COMPUTATION: self._compute, COLLECTIVE: self._join,
        }  # fmt: skip
        heapify(self._queue)
        while self._queue:
            time, operation = divmod(heappop(self._queue), self._count)
            handlers[self._o.kind[operation]](operation, time)
        stuck = self._state.find(bytes([_WAITING])), self._state.find(bytes([_BEGUN]))
        if max(stuck) >= 0:
            raise self._explain(min(operation for operation in stuck if operation >= 0))
        send = self._mail.unreceived()
        if send is not None:
            raise self._unmatched(send, "a receive of this message")

    def left(self) -> list[str]:
        """Sentences on what the flows do not carry over."""
        vague = int(self._mail.vague.sum())
        counts = {
            "messages without data have 1 byte": self._empty,
            "messages of a rank to itself take no time": self._own,
            "receives from any rank or with any tag take messages as if these took no time": vague,
        }
        return [f"{count} {text}" for text, count in counts.items() if count]

    # Kinds of operations

    def _pass(self, operation: int, time: int) -> None:
        self._end(operation, time, self._begin(operation, time, []))

    def _compute(self, operation: int, time: int) -> None:
        last, free = self._last(operation)
        start = max(time, free)
        waits = self._begin(operation, start, last)
        duration = self._o.size[operation]
        row = self.rows.computation(self._o.rank[operation], duration, waits)
        self._occupy(operation, row, start + duration)
        self._end(operation, start + duration, [row])

    def _send(self, operation: int, time: int) -> None:
        waits = self._begin(operation, time, self._last(operation)[0])
        src, dst, size = self._o.rank[operation], self._o.peer[operation], self._o.size[operation]
        if src == dst:
            self._own += 1
            row = self.rows.computation(src, 0, waits)
        else:
            self._empty += not size
            row = self.rows.message(src, dst, size or 1, waits)
        self._occupy(operation, row, time)
        self._end(operation, time, [row])
        receive = self._mail.arrive(operation)
        if receive is None:
            self._row_of_send[operation] = row
        else:
            self._deliver(operation, receive, row, time)

    def _receive(self, operation: int, time: int) -> None:
        self._waits[operation] = self._begin(operation, time, [])
        send = self._mail.post(operation)
        if send is not None:
            self._deliver(send, operation, self._row_of_send.pop(send), time)

    def _deliver(self, send: int, receive: int, row: int, time: int) -> None:
        sent, expected = self._o.size[send], self._o.size[receive]
        if sent != expected:
            here, there = self._o.place(receive), self._o.place(send)
            wanted = f"a receive of {sent} bytes, as {there} sends"
            raise ImportProblem(f"{here}: expected {wanted}, found {expected}")
        waits = self._waits[receive] or []
        self._waits[receive] = None
        self._end(receive, time, [*waits, row])

    def _join(self, operation: int, time: int) -> None:
        number = self._o.peer[operation]
        self._waits[operation] = self._begin(operation, time, [])
        self._absent[number] -= 1
        if self._absent[number]:
            return
        parts = self._parts[number]
        waits = {
            self._o.rank[part]: (self._waits[part] or []) + self._last(part)[0] for part in parts
        }
        rows = self._collective(number, waits)
        for part in parts:
            row = rows[self._o.rank[part]]
            self._waits[part] = None
            self._occupy(part, row, time)
            self._end(part, time, [row])

    def _collective(self, number: int, waits: Mapping[int, list[int]]) -> dict[int, int]:
        """Add a collective after the rows that its ranks wait for.

        A host waits for its own part of a row only. So a barrier has computations of its first rank, which
        waits for all, and of each other rank before and after it.

        @return the row that each rank waits for after it
        """
        op, ranks, size = self._o.collectives[number]
        if op and len(ranks) > 1:
            self._empty += not size
            return dict.fromkeys(ranks, self.rows.collective(op, ranks, size or 1, self._waited(waits)))
        first, *others = ranks
        begun = [self.rows.computation(rank, 0, list(dict.fromkeys(waits[rank]))) for rank in others]
        barrier = self.rows.computation(first, 0, list(dict.fromkeys(waits[first])) + begun)
        return {first: barrier} | {rank: self.rows.computation(rank, 0, [barrier]) for rank in others}

    def _waited(self, waits: Mapping[int, list[int]]) -> list[int]:
        """Rows that ranks wait for, of one rank alone where another one takes part without waiting."""
        known = {rank: set(rows) for rank, rows in waits.items()}
        shared = {
            row for row in set().union(*known.values())
            if any(row not in known.get(host, (row,)) for host in self.rows.hosts(row))
        }  # fmt: skip
        found: list[int] = []
        for rank, rows in waits.items():
            alone = not shared.isdisjoint(rows)
            found += [self.rows.computation(rank, 0, list(dict.fromkeys(rows)))] if alone else rows
        return list(dict.fromkeys(found))

    # Order

    def _last(self, operation: int) -> tuple[list[int], int]:
        """The last row of an operation's unit, and its end."""
        unit = self._o.unit[operation]
        if unit < 0:
            return [], 0
        row, end = self._units.get(self._o.rank[operation] * UNITS + unit, (-1, 0))
        return ([row] if row >= 0 else []), end

    def _occupy(self, operation: int, row: int, end: int) -> None:
        unit = self._o.unit[operation]
        if unit >= 0:
            self._units[self._o.rank[operation] * UNITS + unit] = (row, end)

    def _begin(self, operation: int, time: int, waits: list[int]) -> list[int]:
        """Release operations that follow the start of one; returns the rows that this one waits for."""
        waits = (self._waits[operation] or []) + waits
        self._waits[operation] = None
        self._state[operation] = _BEGUN
        followers = self._after_start.of(operation)
        if not followers:
            return list(dict.fromkeys(waits))
        waits = self._combine(operation, waits, len(followers) + 1)
        self._release(followers, time, waits)
        return waits

    def _end(self, operation: int, time: int, rows: list[int]) -> None:
        """Release operations that follow the end of one."""
        self._state[operation] = _ENDED
        followers = self._after_end.of(operation)
        if followers:
            self._release(followers, time, self._combine(operation, rows, len(followers)))

    def _combine(self, operation: int, rows: list[int], users: int) -> list[int]:
        """One row for several that several operations wait for."""
        rows = list(dict.fromkeys(rows))
        if len(rows) <= 1 or (users == 1 and len(rows) <= _MOST_WAITS):
            return rows
        return [self.rows.computation(self._o.rank[operation], 0, rows)]

    def _release(self, followers: Sequence[int], time: int, rows: list[int]) -> None:
        for follower in followers:
            waits = self._waits[follower]
            if waits is None:
                self._waits[follower] = rows[:]
            else:
                waits += rows
            if time > self._ready[follower]:
                self._ready[follower] = time
            self._pending[follower] -= 1
            if not self._pending[follower]:
                heappush(self._queue, self._ready[follower] * self._count + follower)

    # Operations that cannot be executed

    def _explain(self, operation: int) -> ImportProblem:
        """The reason why one was not executed: a chain of others leads to a cycle or to a lone receive."""
        blockers = _Blockers(self._o, self._state)
        chain: dict[int, int] = {}
        while operation not in chain:
            chain[operation] = len(chain)
            blocker = blockers.of(operation)
            if blocker is None:
                return self._unmatched(operation, "a send of this message")
            operation = blocker
        cycle = list(chain)[chain[operation] :]
        places = [self._o.place(one) for one in cycle[1 : _MOST_OF_CYCLE + 1]]
        more = f" and {len(cycle) - 1 - len(places)} more" if len(cycle) - 1 > len(places) else ""
        waits = ", ".join(places) + more if places else "itself"
        found = f"this one waits for {waits}" + (", which waits for this one" if places else "")
        expected = "operations that do not wait for each other"
        return ImportProblem(f"{self._o.place(operation)}: expected {expected}, found that {found}")

    def _unmatched(self, operation: int, missing: str) -> ImportProblem:
        src, dst = self._o.rank[operation], self._o.peer[operation]
        if self._o.kind[operation] == RECEIVE:
            src, dst = dst, src
        sender = "any rank" if src == ANY else f"rank {src}"
        tag = "any tag" if self._o.tag[operation] == ANY else f"tag {self._o.tag[operation]}"
        size = self._o.size[operation]
        message = f"from {sender} to rank {dst}, {tag}, {size} bytes"
        return ImportProblem(f"{self._o.place(operation)}: expected {missing}: {message}; found none")


class _Blockers:
    """Operations that others wait for, after an execution that did not end."""

    def __init__(self, operations: Operations, state: bytearray) -> None:
        self._o = operations
        self._state = state
        self._earlier = [
            _Pairs(len(state), np.array(second), np.array(first))
            for first, second in (operations.ends, operations.starts)
        ]
        waiting = [number for number, one in enumerate(state) if one == _WAITING]
        self._parts = {operations.peer[one]: one for one in waiting if operations.kind[one] == COLLECTIVE}
        self._sends = [one for one in waiting if operations.kind[one] == SEND]
        columns = (operations.peer, operations.rank, operations.tag)
        self._send = {tuple(column[one] for column in columns): one for one in reversed(self._sends)}

    def of(self, operation: int) -> int | None:
        """One that has not ended, or begun; None: a receive has no send."""
        o = self._o
        if self._state[operation] == _WAITING:
            for earlier, done in zip(self._earlier, (_ENDED, _BEGUN)):
                for one in earlier.of(operation):
                    if self._state[one] < done:
                        return one
        elif o.kind[operation] == COLLECTIVE:
            return self._parts.get(o.peer[operation])
        elif ANY not in (o.peer[operation], o.tag[operation]):
            return self._send.get((o.rank[operation], o.peer[operation], o.tag[operation]))
        return next((send for send in self._sends if self._fits(send, operation)), None)

    def _fits(self, send: int, receive: int) -> bool:
        """Whether a receive from any rank or with any tag takes a send."""
        o = self._o
        same = o.peer[send] == o.rank[receive] and o.size[send] == o.size[receive]
        return same and o.peer[receive] in (o.rank[send], ANY) and o.tag[receive] in (o.tag[send], ANY)
