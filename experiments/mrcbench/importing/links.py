# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Networks as lists of links between numbered nodes, with ns-3's rates and delays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ..units import rate_bps, time_ns
from .scenario import LINK_BPS, LINK_DELAY_NS, format_ns, graph
from .text import ImportProblem, Word, Words

_GIGA = 10**9


class Link(NamedTuple):
    """A line SRC DST RATE DELAY ERROR_RATE."""

    a: Word  #: number of a node
    b: Word
    rate: int  #: bit/s
    delay_ns: float
    loss: float  #: probability that a packet is lost


def read_switches(words: Words, count: int, least: int, nodes: int, hosts: str = "hosts") -> list[int]:
    """The next numbers of switches of a file.

    @param least the least number; those below are hosts
    @param hosts what the file calls them
    """
    switches: dict[int, Word] = {}
    for _ in range(count):
        word = words.next("the number of a switch")
        after = f", after those of {hosts}" if least else ""
        switch = word.whole(f"number of a switch{after}", least, nodes - 1)
        if switch in switches:
            raise word.problem(f"each switch once, and {switches[switch].place} has the same number,")
        switches[switch] = word
    return list(switches)


def read_links(words: Words, count: int, nodes: int) -> list[Link]:
    """The next links of a file."""
    return [_read_link(words, f"link {number} of {count}", nodes) for number in range(1, count + 1)]


def _read_link(words: Words, which: str, nodes: int) -> Link:
    ends = []
    for what in ("first", "second"):
        end = words.next(f"the {what} node of {which}")
        end.whole(f"{what} node of {which}", 0, nodes - 1)
        ends.append(end)
    if int(ends[0]) == int(ends[1]):
        raise ends[1].problem(f"another node than the first one of {which}")
    rate = words.next(f"the rate of {which}").read(f"rate of {which}, such as 100Gbps", _to_bps, *LINK_BPS)
    delay = words.next(f"the delay of {which}")
    delay_ns = delay.read(f"delay of {which}, such as 1us", _to_ns, 0, LINK_DELAY_NS)
    word = words.next(f"the error rate of {which}")
    loss = word.read(f"error rate of {which}", float)
    if loss > 1:
        raise word.problem(f"error rate of {which} up to 1")
    return Link(ends[0], ends[1], rate, delay_ns, loss)


def _to_bps(text: str) -> int:
    """A rate of ns-3; a plain number is bit/s."""
    return round(rate_bps(text))


def _to_ns(text: str) -> float:
    """A time of ns-3; a plain number is seconds."""
    return time_ns(text if text[-1:].isalpha() else f"{text}s")


def format_rate(rate: int) -> str | int:
    """A rate in bit/s as scenarios have it."""
    return f"{rate // _GIGA}Gbps" if rate % _GIGA == 0 else rate


class Network:
    """The graph of some nodes and links, in which node 5 has the name n5."""

    def __init__(self, nodes: int, switches: Sequence[int], links: Sequence[Link]) -> None:
        """Assign hosts and planes.

        @param nodes number of nodes; those that are not switches are hosts
        @param switches numbers of the switches
        @param links links
        @raise ImportProblem unless every host has one link in every plane
        """
        is_switch = set(switches)
        self.nodes = nodes
        self.links = links
        hosts = [node for node in range(nodes) if node not in is_switch]
        self.hosts = {node: number for number, node in enumerate(hosts)}  #: numbers of hosts by node
        self._plane_of = _Planes(self.hosts, switches, links)
        self._switches = [switch for switch in switches if self._plane_of.is_connected(switch)]
        self.unused = len(switches) - len(self._switches)  #: switches without a path to a host
        self._index = list(self._number_parallel_links())  #: of each link

    def topology(self) -> dict[str, Any]:
        """The key of scenarios."""
        links = []
        for link in self.links:
            plane = self._plane_of.link(link)
            if plane is not None:
                entry: dict[str, Any] = {"a": f"n{int(link.a)}", "b": f"n{int(link.b)}"}
                entry |= {"plane": plane} if plane else {}
                entry |= {"rate": format_rate(link.rate), "delay": f"{format_ns(link.delay_ns)}ns"}
                links.append(entry)
        hosts, switches = ([f"n{node}" for node in nodes] for nodes in (self.hosts, self._switches))
        return graph(hosts, switches, links) | {"switchDelay": "0ns"}

    def host_rate(self) -> int:
        """The rate of the first host's first port."""
        ends = ((link.rate, {int(link.a), int(link.b)}) for link in self.links)
        return next(rate for rate, nodes in ends if not nodes.isdisjoint(self.hosts))

    def lossy_links(self, otherwise: float) -> list[dict[str, Any]]:
        """Faults of links that lose packets at random.

        @param otherwise probability of links that have none of their own
        """
        return [
            {"what": "link-loss", "at": "0ns", "link": name, "loss": link.loss or otherwise}
            for link, name in self._named_links()
            if link.loss or otherwise
        ]

    def link_down(self, a: Word, b: Word, at_ns: float) -> list[dict[str, Any]]:
        """Faults of all links between two nodes.

        @raise ImportProblem if there is none
        """
        for node in (a, b):
            node.whole("number of a node", 0, self.nodes - 1)
        pair = {int(a), int(b)}
        names = [name for link, name in self._named_links() if {int(link.a), int(link.b)} == pair]
        if not names:
            raise b.problem(f"a node with a link to node {a!s}")
        return [{"what": "link-down", "at": f"{format_ns(at_ns)}ns", "link": name} for name in names]

    def _number_parallel_links(self) -> Iterator[int]:
        seen: dict[frozenset[int], int] = {}
        for link in self.links:
            pair = frozenset((int(link.a), int(link.b)))
            yield seen.setdefault(pair, 0)
            seen[pair] += 1

    def _named_links(self) -> Iterator[tuple[Link, dict[str, Any]]]:
        for link, index in zip(self.links, self._index, strict=True):
            if self._plane_of.link(link) is not None:
                name: dict[str, Any] = {"a": f"n{int(link.a)}", "b": f"n{int(link.b)}"}
                yield link, name | ({"index": index} if index else {})


class _Planes:
    """The planes of a network: parts that switches connect without hosts."""

    def __init__(self, hosts: dict[int, int], switches: Sequence[int], links: Sequence[Link]) -> None:
        self._hosts = hosts
        self._part = {switch: switch for switch in switches}
        for link in links:
            a, b = int(link.a), int(link.b)
            if a in hosts and b in hosts:
                raise link.b.problem("a switch at one end of a link, because hosts do not forward")
            if a not in hosts and b not in hosts:
                self._part[self._find(a)] = self._find(b)
        self._numbers: dict[int, int] = {}
        access = [link for link in links if int(link.a) in hosts or int(link.b) in hosts]
        self._check(access, (access or links)[-1].b.place)

    def _find(self, switch: int) -> int:
        while self._part[switch] != switch:
            self._part[switch] = switch = self._part[self._part[switch]]
        return switch

    def _check(self, access: Sequence[Link], place: str) -> None:
        """Number the planes, and check that every host has one link in each."""
        found: set[tuple[int, int]] = set()
        for link in access:
            host, switch = sorted((int(link.a), int(link.b)), key=lambda node: node not in self._hosts)
            plane = self._numbers.setdefault(self._find(switch), len(self._numbers))
            if (host, plane) in found:
                text = f"one link of host {host} in a plane, and others only in networks that are separate"
                raise link.b.problem(text)
            found.add((host, plane))
        for host in self._hosts:
            for plane in range(max(len(self._numbers), 1)):
                if (host, plane) not in found:
                    raise ImportProblem(f"{place}: expected a link of host {host} in each plane, found none")

    def is_connected(self, switch: int) -> bool:
        """Whether a switch has a path to a host."""
        return self._find(switch) in self._numbers

    def link(self, link: Link) -> int | None:
        """The plane of a link; none if no host is connected to it."""
        switch = int(link.b) if int(link.a) in self._hosts else int(link.a)
        return self._numbers.get(self._find(switch))
