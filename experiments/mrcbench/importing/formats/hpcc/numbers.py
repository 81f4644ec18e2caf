# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of HPCC that are lists of numbers: topology, flows, nodes to trace."""

from __future__ import annotations

import enum
import functools
import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ...links import Network, read_links, read_switches
from ...scenario import HOSTS, LONGEST_NS, Flow
from ...text import Words, read_lines, split_line

_NUMBER = re.compile(r"[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?")

#: A rate or a delay.
_QUANTITY = re.compile(r"[0-9.]+(e[-+]?[0-9]+)?[a-zA-Z]+(/s)?")

#: Words of a line of flows; ConWeave's have no port.
_FLOW_WORDS = 6

_CUSTOMARY_PRIORITY = 3


class Kind(enum.Enum):
    """Kinds of files of numbers."""

    TOPOLOGY = "topology"
    FLOWS = "flow"
    TRACE = "trace"


class NumberFile:
    """A file of numbers, perhaps with text after them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lines = read_lines(path)
        numbered = (split_line(path, number, line) for number, line in enumerate(self.lines, start=1))
        self.rows = [row for row in numbered if row]

    @functools.cached_property
    def kind(self) -> Kind:
        """The kind, judged by the shape of the lines and by the count of numbers.

        A topology has rates and delays, or three to six numbers in its first line. A flow file has one
        number, and then six (or five) in every line, a trace as many as the first one says.
        """
        numbers, other = 0, None
        for row in self.rows:
            other = next((word for word in row if not _NUMBER.fullmatch(word)), None)
            if other is not None:
                break
            numbers += len(row)
        first = self.rows[0][0]
        if not _NUMBER.fullmatch(first):
            raise first.problem("a number or a key in capital letters")
        count = int(first) if first.isdigit() and len(first) < 20 else -1
        has_quantities = other is not None and _QUANTITY.fullmatch(other)
        if numbers - 1 == count and not has_quantities:
            return Kind.TRACE
        shape = tuple(map(len, self.rows[:2]))
        if shape in ((1, _FLOW_WORDS - 1), (1, _FLOW_WORDS)):
            return Kind.FLOWS
        if has_quantities or 3 <= shape[0] <= _FLOW_WORDS:
            return Kind.TOPOLOGY
        return Kind.FLOWS if numbers - 1 >= _FLOW_WORDS * count else Kind.TRACE

    @property
    def words(self) -> Words:
        """All words, regardless of lines."""
        return Words(self.path, self.lines)


@dataclass
class Topology:
    """A topology file."""

    network: Network
    more: int  #: numbers in its first line without an equivalent

    @property
    def hosts(self) -> int:
        """The number of hosts."""
        return len(self.network.hosts)

    def left(self) -> list[str]:
        """Sentences on content that cannot be carried over."""
        counts = {
            "more numbers in the first line of the topology": self.more,
            "switches without a path to a host": self.network.unused,
        }
        return [f"{count} {text}" for text, count in counts.items() if count]


def _count_columns(file: NumberFile) -> int:
    """The numbers of the header: those of the first line, or 3 if switches follow them in this line."""
    columns = len(file.rows[0])
    if columns not in (4, 6):
        return 3
    words = [word for row in file.rows for word in row]
    switches = words[1].whole("number of switches", 0, 2**20)
    rate = words[3 + switches + 2 : 3 + switches + 3]  # of the first link, after three numbers
    return 3 if rate and _QUANTITY.fullmatch(rate[0]) else columns


def read_topology(file: NumberFile) -> Topology:
    """The network of a topology file.

    The first line of ns3-datacenter also has the number of T0s, third, and perhaps two rates at its end.
    """
    words = file.words
    columns = _count_columns(file)
    first = words.next("the number of nodes")
    nodes = first.whole("number of nodes", 2, 2**20)
    word = words.next("the number of switches")
    switch_count = word.whole("number of switches", 0, nodes - 2)
    if not switch_count:
        raise word.problem("at least one switch, because hosts do not forward (as in a ring of hosts)")
    if columns > 3:
        words.next("the number of T0s").whole("number of T0s")
    link_count = words.next("the number of links").whole("number of links", 1, 2**22)
    for _ in range(columns - 4):
        words.next("a rate").read("rate in bit/s", float)
    switches = read_switches(words, switch_count, 0, nodes)
    return Topology(Network(nodes, switches, read_links(words, link_count, nodes)), columns - 3)


@dataclass
class Flows:
    """A flow file."""

    path: Path
    hosts: int  #: number of hosts, judged by the largest one
    starts: list[tuple[Flow, float]] = field(default_factory=list)  #: messages with their starts in s, sorted
    counts: Counter[str] = field(default_factory=Counter)  #: of content that cannot be carried over

    def left(self) -> list[str]:
        """Sentences on content that cannot be carried over."""
        return [f"{count} {text}" for text, count in self.counts.items() if count]


def read_flows(file: NumberFile, topology: Topology | None) -> Flows:
    """The messages of a flow file, sorted by their starts."""
    words = file.words
    count = words.next("the number of flows").whole("number of flows", 1, 2**31)
    columns = _columns(file, count)
    nodes = topology.network.nodes if topology else HOSTS[1]
    hosts = topology.network.hosts if topology else {}
    result = Flows(file.path, HOSTS[0])
    for number in range(1, count + 1):
        which = f"flow {number} of {count}"
        ends = []
        for what in ("sender", "receiver"):
            word = words.next(f"the {what} of {which}")
            node = word.whole(f"{what} of {which}", 0, nodes - 1)
            if topology and node not in hosts:
                raise word.problem(f"{what} of {which}, a host and not a switch")
            ends.append(hosts[node] if topology else node)
        priority = words.next(f"the priority of {which}").whole(f"priority of {which}")
        result.counts["priorities other than 3 (pg)"] += priority != _CUSTOMARY_PRIORITY
        if columns == _FLOW_WORDS:
            words.next(f"the port of {which}").whole(f"port of {which}", 0, 2**16 - 1)
            result.counts["destination ports (dport)"] += 1
        size = words.next(f"the size of {which}").whole(f"size in bytes of {which}", 1)
        word = words.next(f"the start of {which}")
        start = word.read(f"start in seconds of {which}", float, most=LONGEST_NS / 1e9)
        result.starts.append((Flow(ends[0], ends[1], size), start))
        result.hosts = max(result.hosts, *(end + 1 for end in ends))
    result.starts.sort(key=lambda row: row[1])
    result.counts["lines after the announced number of flows"] = _count_further_rows(file, count)
    return result


def _columns(file: NumberFile, count: int) -> int:
    """Numbers of a flow, by the first line of one or by the number of all."""
    shape = len(file.rows[1]) if len(file.rows) > 1 else (len(file.rows[0]) - 1) / max(count, 1)
    return _FLOW_WORDS - 1 if shape == _FLOW_WORDS - 1 else _FLOW_WORDS


def _count_further_rows(file: NumberFile, count: int) -> int:
    """Lines of numbers after the announced flows, which HPCC does not read either."""
    if len(file.rows[0]) != 1:
        return 0
    further = 0
    for row in file.rows[count + 1 :]:
        if not _NUMBER.fullmatch(row[0]):
            break
        further += 1
    return further


def read_trace(file: NumberFile) -> int:
    """The number of nodes of a trace file; HPCC ignores those that do not exist."""
    words = file.words
    count = words.next("the number of nodes").whole("number of nodes", 0, 2**20)
    for number in range(1, count + 1):
        words.next(f"node {number} of {count}").whole(f"node {number} of {count}")
    return count
