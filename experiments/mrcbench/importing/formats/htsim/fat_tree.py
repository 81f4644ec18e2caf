# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The description of a fat tree (.topo): a Clos network, or a graph if that does not fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ...scenario import HOSTS, LINK_BPS, LINK_DELAY_NS, graph
from ...text import ImportProblem, Word
from .connections import Failure

Line = Sequence[Word]

_TIER_KEYS = (
    "downlink_speed_gbps", "radix_down", "radix_up", "downlink_latency_ns", "switch_latency_ns",
    "oversubscribed", "bundle", "queue_up", "queue_down",
)  # fmt: skip

#: Keys that a tier must have; the highest one has no radix_up.
_REQUIRED = ("downlink_speed_gbps", "downlink_latency_ns", "radix_down")


class FatTree:
    """A fat tree of two or three tiers; tier 0 has the hosts."""

    def __init__(
        self, path: Path, header: dict[str, Word], tiers: Sequence[dict[str, Word]], end: str
    ) -> None:
        self.path = path
        self.nodes = int(header["nodes"])
        self._tiers = tiers
        self._check_keys(end)
        self._pod = int(header["podsize"])
        self._check_numbers(header["podsize"])

    def _get(self, tier: int, key: str, default: int = 0) -> int:
        word = self._tiers[tier].get(key)
        return default if word is None else int(word)

    def _word(self, tier: int, key: str) -> Word:
        return self._tiers[tier][key]

    def _check_keys(self, end: str) -> None:
        top = len(self._tiers) - 1
        for tier, values in enumerate(self._tiers):
            for key in (*_REQUIRED, *(["radix_up"] if tier < top else [])):
                if key not in values:
                    raise ImportProblem(f"{end}: expected {key} of tier {tier}, found none")
        for key in ("radix_up", "queue_up"):
            if key in self._tiers[top]:
                raise self._word(top, key).problem(f"no {key} of the highest tier")
        if self._get(0, "bundle", 1) != 1:
            raise self._word(0, "bundle").problem("1, because a host has one link")

    def _check_numbers(self, podsize: Word) -> None:
        """Every number follows from the others, as in htsim's FatTreeTopology::set_custom_params."""
        if self.nodes % self._pod:
            raise podsize.problem(f"a divisor of {self.nodes} nodes")
        if len(self._tiers) == 2 and self._pod != self.nodes:
            raise podsize.problem(f"{self.nodes}, because a network of two tiers is one pod")
        if self._pod % self._get(0, "radix_down"):
            raise self._word(0, "radix_down").problem(f"a divisor of {self._pod} hosts of a pod")
        down = self._pod // self._get(0, "radix_down")
        for tier in range(1, len(self._tiers)):
            bundle = self._get(tier, "bundle", 1)
            if self._get(tier - 1, "radix_up") % bundle:
                links = f"{bundle} links to each switch of tier {tier}"
                raise self._word(tier - 1, "radix_up").problem(f"a multiple of {links}")
            if self._get(tier, "radix_down") != down * bundle:
                needed = f"{down * bundle}, for {down} switches or pods below with {bundle} links each"
                raise self._word(tier, "radix_down").problem(needed)
            self._check_oversubscription(tier - 1)
            down = self.nodes // self._pod

    def _check_oversubscription(self, tier: int) -> None:
        down = self._get(tier, "radix_down") * self._get(tier, "downlink_speed_gbps")
        up = self._get(tier, "radix_up") * self._get(tier + 1, "downlink_speed_gbps")
        if up * self._get(tier, "oversubscribed", 1) != down:
            place = self._tiers[tier].get("oversubscribed", self._word(tier, "radix_up"))
            raise place.problem(f"Oversubscribed {down / up:g} of tier {tier}, from its radixes and speeds")

    # Numbers of switches

    @property
    def _t0s_per_pod(self) -> int:
        return self._pod // self._get(0, "radix_down")

    @property
    def _t1s_per_pod(self) -> int:
        return self._get(0, "radix_up") // self._get(1, "bundle", 1)

    @property
    def _t1_uplinks(self) -> int:
        """T2s next to a T1."""
        return self._get(1, "radix_up") // self._get(2, "bundle", 1)

    @property
    def _is_clos(self) -> bool:
        """Whether the numbers of a Clos network can describe it."""
        delays = {self._get(tier, "downlink_latency_ns") for tier in range(len(self._tiers))}
        return len(delays) == 1 and (len(self._tiers) == 2 or self._get(2, "bundle", 1) == 1)

    def topology(self) -> dict[str, Any]:
        """The key of scenarios."""
        result = self._clos() if self._is_clos else self._graph()
        result["switchDelay"] = f"{self._get(0, 'switch_latency_ns')}ns"
        return result

    def _clos(self) -> dict[str, Any]:
        result: dict[str, Any] = {"type": "clos", "tiers": len(self._tiers), "hosts": self.nodes}
        result["hostsPerT0"] = self._get(0, "radix_down")
        result["parallelLinks"] = self._get(1, "bundle", 1)
        result["linkDelay"] = f"{self._get(0, 'downlink_latency_ns')}ns"
        rates = ("hostRate", "fabricRate", "coreRate")
        result |= {key: self._rate(tier) for tier, key in enumerate(rates[: len(self._tiers)])}
        if len(self._tiers) == 2:
            return result | {"t1PerPlane": self._t1s_per_pod}
        t2s = self._t1s_per_pod * self._t1_uplinks
        return result | {"t0PerPod": self._t0s_per_pod, "t1PerPod": self._t1s_per_pod, "t2PerPlane": t2s}

    def _graph(self) -> dict[str, Any]:
        links = list(self._links())
        switches = dict.fromkeys(link["b"] for link in links)
        return graph([f"h{host}" for host in range(self.nodes)], switches, links)

    def _links(self) -> Iterator[dict[str, Any]]:
        """The links of the graph, whose switches have the names of those of a Clos network."""
        for host in range(self.nodes):
            yield self._link(0, f"h{host}", host // self._get(0, "radix_down"))
        pods = self.nodes // self._pod
        for t0 in range(pods * self._t0s_per_pod):
            for t1 in range(self._t1s_per_pod):
                number = t0 // self._t0s_per_pod * self._t1s_per_pod + t1
                for _ in range(self._get(1, "bundle", 1)):
                    yield self._link(1, f"p0-t0-{t0}", number)
        for t1 in range(pods * self._t1s_per_pod if len(self._tiers) == 3 else 0):
            for uplink in range(self._t1_uplinks):
                for _ in range(self._get(2, "bundle", 1)):
                    yield self._link(2, f"p0-t1-{t1}", self._t2(t1, uplink))

    def _link(self, tier: int, below: str, above: int) -> dict[str, Any]:
        delay = f"{self._get(tier, 'downlink_latency_ns')}ns"
        return {"a": below, "b": f"p0-t{tier}-{above}", "rate": self._rate(tier), "delay": delay}

    def _rate(self, tier: int) -> str:
        return f"{self._get(tier, 'downlink_speed_gbps')}Gbps"

    def _t2(self, t1: int, uplink: int) -> int:
        """The T2 at an uplink of a T1, as in FabricClos: T1s of the same number in their pods share T2s."""
        return t1 % self._t1s_per_pod * self._t1_uplinks + uplink

    def left(self) -> list[str]:
        """Sentences on content that cannot be carried over."""
        result = []
        queues = sum(key in tier for tier in self._tiers for key in ("queue_up", "queue_down"))
        if queues:
            result.append(f"{queues} lengths of queues (Queue_Up, Queue_Down)")
        delays = [self._get(tier, "switch_latency_ns") for tier in range(len(self._tiers))]
        others = sum(delay != delays[0] for delay in delays)
        if others:
            result.append(f"{others} latencies of switches: all have that of tier 0, {delays[0]} ns")
        return result

    def faults(self, failures: Sequence[Failure]) -> tuple[list[dict[str, Any]], list[str]]:
        """The failures of links between T1s and T2s, from the start of the run.

        htsim refuses those of other switches (FatTreeTopology::add_failed_link).

        @return the key of scenarios, and sentences on the others
        """
        result = []
        for failure in failures:
            if failure.switch_type == "AGG" and len(self._tiers) == 3 and failure.switch and failure.link:
                t1s = self.nodes // self._pod * self._t1s_per_pod
                t1 = failure.switch.whole("number of an AGG switch", 0, t1s - 1)
                uplink = failure.link.whole("number of an uplink", 0, self._t1_uplinks - 1)
                link = {"a": f"p0-t1-{t1}", "b": f"p0-t2-{self._t2(t1, uplink)}"}
                result.append({"what": "link-down", "at": "0ns", "link": link})
        others = len(failures) - len(result)
        return result, [f"{others} failures of other switches than AGG of three tiers"] if others else []


def _limits(key: str) -> tuple[int, int]:
    """The least and the greatest number of a key."""
    if key == "nodes":
        return HOSTS
    if "latency" in key:
        return 0, LINK_DELAY_NS
    return 1, LINK_BPS[1] // 10**9 if "speed" in key else 2**31


def read_fat_tree(path: Path, lines: Sequence[Line]) -> FatTree:
    """The fat tree of these lines, which have no comments and are not empty."""
    header: dict[str, Word] = {}
    tiers: dict[int, dict[str, Word]] = {}
    current = header
    for line in lines:
        key = line[0].lower()
        if len(line) != 2:
            raise line[0].problem(f"a key and a number, and {len(line)} words are in this line")
        if key == "tier":
            tier = line[1].whole("number of a tier", 0, 2)
            if tier in tiers:
                raise line[1].problem("a tier without values")
            current = tiers[tier] = {}
            continue
        allowed = ("nodes", "tiers", "podsize") if current is header else _TIER_KEYS
        if key not in allowed:
            raise line[0].problem(f"one of {', '.join(allowed)}")
        if key in current:
            raise line[0].problem(f"{key} once, after that of {current[key].place}")
        line[1].whole(key, *_limits(key))
        current[key] = line[1]
    end = lines[-1][0].place
    for key in ("nodes", "tiers", "podsize"):
        if key not in header:
            raise ImportProblem(f"{end}: expected {key} before the first tier, found none")
    count = header["tiers"].whole("number of tiers", 2, 3)
    for tier in range(count):
        if tier not in tiers:
            raise ImportProblem(f"{end}: expected tier {tier}, found tiers {sorted(tiers)}")
    if len(tiers) > count:
        raise header["tiers"].problem(f"{len(tiers)} tiers, as many as follow")
    return FatTree(path, header, [tiers[tier] for tier in range(count)], end)
