# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A topology of SimAI: GPUs, NVSwitches and switches; servers in place of NVSwitches if that is exact."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...links import Link, Network, format_rate, read_links, read_switches
from ...scenario import format_ns
from ...text import Word, Words

_COLUMNS = ("nodes", "GPUs of a server", "NVSwitches", "switches", "links")


class Topology:
    """A topology file."""

    def __init__(
        self, path: Path, gpus: int, per_server: int,
        nvswitches: Sequence[int], switches: Sequence[int], links: Sequence[Link],
    ) -> None:  # fmt: skip
        self.path = path
        self.gpus = gpus
        self._per_server = per_server
        nodes = gpus + len(nvswitches) + len(switches)
        inner = set(nvswitches) if switches else set()  # without switches, NVSwitches are the network
        self._nvlinks = [link for link in links if {int(link.a), int(link.b)} & inner]
        outer = [link for link in links if not {int(link.a), int(link.b)} & inner]
        self.network = Network(nodes, [*nvswitches, *switches], outer)
        self._server = self._find_server(inner)
        self.left: list[str] = []
        if self._nvlinks and not self._server:
            text = "links of NVSwitches, because they do not connect complete servers at one rate and delay"
            self.left.append(f"{len(self._nvlinks)} {text}")
        lossy = sum(link.loss > 0 for link in self._nvlinks)
        if lossy:
            self.left.append(f"{lossy} error rates of links of NVSwitches")
        unused = self.network.unused - len(inner)
        if unused:
            self.left.append(f"{unused} switches without a path to a GPU")

    def topology(self) -> dict[str, Any]:
        """The key of scenarios."""
        return self.network.topology() | self._server

    def _find_server(self, inner: set[int]) -> dict[str, Any]:
        """Keys of servers: a GPU sends by all links to its NVSwitches, and each byte passes two of them."""
        at: dict[int, list[tuple[int, Link]]] = {gpu: [] for gpu in range(self.gpus)}
        for link in self._nvlinks:
            gpu, nvswitch = sorted((int(link.a), int(link.b)), key=lambda node: node in inner)
            if gpu not in at:
                raise link.b.problem("a GPU at one end of a link of an NVSwitch")
            at[gpu].append((nvswitch, link))
        size = self._per_server
        if not self._nvlinks or size < 2 or self.gpus % size:
            return {}
        servers = [[frozenset(number for number, _ in at[gpu]) for gpu in range(first, first + size)]
                   for first in range(0, self.gpus, size)]  # fmt: skip
        used = [server[0] for server in servers]
        complete = all(len(set(server)) == 1 for server in servers)
        complete = complete and sum(map(len, used)) == len(frozenset().union(*used))
        rates = {sum(link.rate for _, link in links) for links in at.values()}
        delays = {link.delay_ns for link in self._nvlinks}
        if not complete or len(rates) != 1 or len(delays) != 1:
            return {}
        rate, delay = format_rate(rates.pop()), f"{format_ns(2 * delays.pop())}ns"
        return {"hostsPerServer": size, "serverRate": rate, "serverDelay": delay}


def read_topology(path: Path, lines: list[str], rows: Sequence[Sequence[Word]]) -> Topology:
    """The network of a topology file: GPUs have the lowest numbers."""
    if len(rows[0]) != len(_COLUMNS) + 1:
        what = f"{', '.join(_COLUMNS)} and the type of GPU"
        raise rows[0][0].problem(f"{what} in the first line, and {len(rows[0])} words are in this line")
    words = Words(path, lines)
    counts = {}
    for what in _COLUMNS:
        word = words.next(f"the number of {what}")
        counts[what] = word.whole(f"number of {what}", 0 if "witches" in what else 1, 2**22)
    words.next("the type of GPU")
    switch_count = counts["NVSwitches"] + counts["switches"]
    gpus = counts["nodes"] - switch_count
    if gpus < 2:
        raise rows[0][0].problem(f"at least {switch_count + 2} nodes, for two GPUs and the switches")
    numbers = read_switches(words, switch_count, gpus, counts["nodes"], "GPUs")
    links = read_links(words, counts["links"], counts["nodes"])
    nvswitches = counts["NVSwitches"]
    return Topology(path, gpus, counts["GPUs of a server"], numbers[:nvswitches], numbers[nvswitches:], links)
