# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""An attribute that is set to its derived value changes nothing; another value changes what its help says.

Some values of attributes stand for others: "0: 1.5 BDP", "negative: ...", "25: never"; of keys: auto. ROWS has such a
value, its meaning for a small network, another value, and a measure that this value changes. The meanings are computed
from the help and from the protocol references, not from the simulator.
"""

from __future__ import annotations

import copy
import csv
import dataclasses
import functools
import io
import json
import math
import re
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from mrcbench.suite.tidy import COST, ORIGIN
from running import SIMULATOR, needs_simulator, run_document

pytestmark = needs_simulator

# A value of an attribute that stands for another one, in its help
SENTINEL = re.compile(
    r"(?<!RFC )(?<!below )(?<!to )(?<![\w.,])(?:\d+|null|[Nn]egative)(?::| =| uses| is) |\b[Bb]elow 0: |::: |\bauto\b"
)

#: Attributes with such a value that no scenario exercises, and why.
NOT_IN_SCENARIOS = {
    "MrcQpFactory::EvProfile": "an object, which only programs set",
    "MrcQpFactory::CcProfile": "an object, which only programs set",
    "RoceQpParameters::RnrRetryCount": "hosts of a scenario post their receives in time, so there is no RNR NAK",
    "RoceQpParameters::MinRnrTimer": "as RnrRetryCount; and its numbers are those of a table of times",
    "Srv6Tunnel::Source": "hosts of a scenario have no tunnel",
}

# Sizes in B. A frame ends with its FCS; its line time includes 20 B of preamble and gap.
GAP = 20
WRITE, SACK = 4258, 178  # line time with SRv6 (mrc reference, 2.12)
TRIMMED = 128 + 14 + 4 + GAP  # 128 B from the IP header on (mrc reference, 6.1)
PACKET, STAMPED = 4180, 4184  # nominal size without and with a timestamp (mrc reference, 8.2)
ROCE_WRITE, ROCE_ACK = 4096 + 102, 106  # line time with IPv6, middle packet (roce reference, 1.2)
PAUSE = 84  # line time (roce reference, 2.1)

# The network: most links have 80 Gb/s, and delays with which the longest unloaded round trip takes 20 us.
RATE = 10  # B/ns
SWITCH_DELAY = 300  # ns, the default of topology.switchDelay
RTT = 20_000  # ns
BDP = RATE * RTT
NEVER = 2**62


def base_rtt(links: int, delay: float, data: int = WRITE, answer: int = SACK) -> float:
    """The unloaded round trip of a full packet and its answer over this number of links, ns (mrc reference, 8.7)."""
    return links * (data + answer) / RATE + 2 * links * delay + 2 * (links - 1) * SWITCH_DELAY


STAR_DELAY = (RTT - base_rtt(2, 0)) / 4
CLOS_DELAY = (RTT - base_rtt(4, 0)) / 8
SHORT_DELAY = 100
FLOWLET_GAP = 2 * base_rtt(4, CLOS_DELAY, ROCE_WRITE, ROCE_ACK)
assert base_rtt(4, SHORT_DELAY) * RATE > 10 * PACKET, "a BDP of at least ten packets"


def ns(time: float) -> str:
    """A time of a scenario."""
    return f"{round(time * 1000)}ps"


# NSCC (mrc reference, 8.7)
A = BDP / 150_000
TARGET = 0.75 * RTT
ALPHA = 4 * A * (TARGET / 12_000) / TARGET  # packets per ns

# Lossless switches (roce reference, 2.3 and 2.4): headroom of a port, pool and memory use that pauses a lone port
PFC_DELAY = 500.25  # ns


def headroom(rate: float) -> int:
    """The headroom of a port of this rate in B/ns: the link and the switch, three frames, and the pause."""
    return math.ceil(rate * (2 * PFC_DELAY + SWITCH_DELAY)) + 3 * (ROCE_WRITE - GAP) + PAUSE


PFC_BUFFER = 200_000
PFC_POOL = PFC_BUFFER - 4 * headroom(1)
PFC_PAUSED_AT = PFC_POOL * 0.125 / (1 + 0.125)


def put(document: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """The document with settings, whose names are those of attributes (A::B) or paths of keys (a.b)."""
    for name, value in settings.items():
        if "::" in name:
            way, last = ["transport", "attributes"], f"ns3::{name}"
        else:
            *way, last = name.split(".")
        functools.reduce(lambda part, key: part.setdefault(key, {}), way, document)[last] = value
    return document


def messages(*flows: tuple[int, int, int]) -> list[dict[str, Any]]:
    """A workload of messages, each with its sender, receiver and size."""
    return [{"type": "flows", "flows": [{"src": src, "dst": dst, "bytes": size} for src, dst, size in flows]}]


LONG_AND_SHORT = messages((1, 0, 1_500_000), (2, 0, 400_000), (3, 0, 300_000))
ACROSS = messages((0, 4, 400_000), (1, 5, 400_000), (2, 6, 400_000), (3, 4, 400_000))
LOSSY_LINK = [{"at": "0ns", "what": "link-loss", "link": {"plane": 0, "t0": 0, "t1": 1}, "loss": 0.05}]


def scenario(
    topology: dict[str, Any],
    workload: list[dict[str, Any]],
    settings: dict[str, Any],
    faults: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    document: dict[str, Any] = {
        "topology": {"type": "clos", **topology},
        "transport": {"type": "mrc"},
        "workload": copy.deepcopy(workload),
        "faults": faults or [],
        "measure": {"sampleInterval": "5us", "samples": ["qp.cwnd_bytes", "qp.rtt_ns", "qp.rate_gbps"]},
    }
    sizes = {"MrcQpParameters::MinBdp": 0, "FabricSwitchParameters::MinBdp": 0}  # those of the path
    return put(document, {**sizes, **settings})


def star(
    settings: dict[str, Any] | None = None,
    workload: list[dict[str, Any]] | None = None,
    hosts: int = 4,
    delay: float = STAR_DELAY,
) -> dict[str, Any]:
    """Hosts under one switch. By default three of them send to one, which trims, and one is alone at the end."""
    topology = {"hosts": hosts, "hostsPerT0": hosts, "t1PerPlane": 0, "hostRate": "80Gbps", "linkDelay": ns(delay)}
    return scenario(topology, workload or LONG_AND_SHORT, settings or {})


def incast(senders: int, settings: dict[str, Any]) -> dict[str, Any]:
    """Messages of 500 kB to one host."""
    return star(settings, messages(*((host, 0, 500_000) for host in range(1, senders + 1))), hosts=senders + 1)


def clos(
    settings: dict[str, Any] | None = None,
    workload: list[dict[str, Any]] | None = None,
    faults: list[dict[str, Any]] | None = None,
    delay: float = CLOS_DELAY,
    **topology: Any,
) -> dict[str, Any]:
    """Eight hosts under two T0s and four T1s."""
    shape = {"hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4, "hostRate": "80Gbps", "linkDelay": ns(delay), **topology}
    return scenario(shape, workload or ACROSS, settings or {}, faults)


def pfc(rate: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Three senders to a host under a lossless switch with ports of this rate."""
    shape = {"hosts": 4, "hostsPerT0": 4, "t1PerPlane": 0, "hostRate": rate, "linkDelay": ns(PFC_DELAY)}
    keys = {"transport.type": "roce", "transport.congestionControl": "none", "switch.pfc": True}
    workload = messages((1, 0, 400_000), (2, 0, 400_000), (3, 0, 400_000))
    return scenario(shape, workload, {**keys, **settings})


def roce(settings: dict[str, Any] | None = None, loss: float = 0) -> dict[str, Any]:
    """Three RoCE senders to a host."""
    document = star({"transport.type": "roce", **(settings or {})})
    document["loss"] = [{"where": "nic-rx", "rate": loss}] if loss else []
    return document


def flowlets() -> dict[str, Any]:
    """Packets of one QP with pauses that exceed each other by 5 ns, around the timeout."""
    document = clos({"transport.type": "roce", "transport.congestionControl": "none", "transport.loadBalancing": "flowlet"})
    starts = [number * (FLOWLET_GAP - 100) + 5 * number * (number - 1) / 2 for number in range(40)]
    flows = [{"src": 0, "dst": 4, "bytes": 4096, "start": ns(start)} for start in starts]
    document["workload"] = [{"type": "flows", "flows": flows}]
    return document


DEAD_PORT = [{"at": "0ns", "what": "nic-port-down", "host": 4, "plane": 0}]
DEAD_LINK = [{"at": "50us", "what": "link-down", "link": {"host": 1, "plane": 0}}]
DEAD_UPLINKS = [{"at": "0ns", "what": "link-down", "link": {"plane": 0, "t0": 0, "t1": t1}} for t1 in range(3)]
QA_ALWAYS = {"MrcNscc::QaGate": 0, "MrcNscc::QaGateOfSent": False}
NO_RULES_A_B = {"MrcQpParameters::LossRuleA": False, "MrcQpParameters::LossRuleB": False}
SLOW_HEADERS = {"FabricSwitchParameters::TrimmedBurst": 0.01, "FabricSwitchParameters::TrimmedMaxShare": 0.02}
STORMS = {
    "FabricPauseWatch::StormWindow": "500us",
    "FabricPauseWatch::StormThreshold": "1s",
    "FabricPauseWatch::Interval": "20us",
}

#: The scenarios, by name.
BASES: dict[str, Callable[[], dict[str, Any]]] = {
    "nscc": star,
    "nscc with marks": lambda: star({"switch.ecn.lastHop": True}),
    "nscc with timestamps": lambda: star({"MrcQpParameters::Timestamps": True}),
    "nscc without trims": lambda: incast(3, {"switch.trimming": False, "switch.ecn.lastHop": True}),
    "quick adapt": lambda: incast(3, {**QA_ALWAYS, "FabricSwitchParameters::TrimThresholdLastHop": 20}),
    "quick adapt without trims": lambda: incast(
        7, {**QA_ALWAYS, "switch.trimming": False, "FabricSwitchParameters::DropThreshold": 100}
    ),
    "mnscc": lambda: star({"transport.congestionControl": "mnscc"}),
    "swift": lambda: star({"transport.congestionControl": "swift"}),
    "mswift": lambda: star({"transport.congestionControl": "mswift"}),
    "dctcp": lambda: star({"transport.congestionControl": "dctcp", "switch.ecn.lastHop": True}),
    "dctcp alone": lambda: star(
        {"transport.congestionControl": "dctcp", "MrcDctcp::Increase": 10}, messages((1, 0, 1_500_000))
    ),
    "no control": lambda: star({"transport.congestionControl": "none"}),
    "one flow": lambda: star({}, messages((1, 0, 1_500_000))),
    "long cables": lambda: star(
        {"transport.congestionControl": "none", "MrcQpParameters::Mpr": 4}, messages((1, 0, 1_500_000)), delay=RTT
    ),
    "slow headers": lambda: star({**SLOW_HEADERS, "MrcQpParameters::TrimGracePeriod": 0}),
    "slower headers": lambda: star({**SLOW_HEADERS, "FabricSwitchParameters::TrimmedShare": 0.01}),
    "short timers": lambda: star({"MrcQpParameters::AckTimeout": 3}),
    "clos": clos,
    "short cables": lambda: clos(delay=SHORT_DELAY),
    "short cables, swift": lambda: clos({"transport.congestionControl": "swift"}, delay=SHORT_DELAY),
    "short cables, dctcp": lambda: clos({"transport.congestionControl": "dctcp"}, delay=SHORT_DELAY),
    "one flow across": lambda: clos({}, messages((0, 4, 400_000))),
    "pods": lambda: scenario(
        {"tiers": 3, "hosts": 8, "hostsPerT0": 2, "t0PerPod": 2, "t1PerPod": 2, "t2PerPlane": 2, "hostRate": "80Gbps",
         "fabricRate": "40Gbps"},
        messages((0, 7, 400_000), (1, 6, 400_000), (2, 5, 400_000)), {},
    ),
    "skips": lambda: clos({"MrcEvParameters::ReportSkip": True}, t1PerPlane=2),
    "losses": lambda: clos({}, None, LOSSY_LINK),
    "losses without trials": lambda: clos({"MrcEvParameters::LossTrial": 0}, None, LOSSY_LINK),
    "losses without trims": lambda: clos({"MrcEvParameters::LossTrial": 0, "switch.trimming": False}, None, LOSSY_LINK),
    "late losses": lambda: clos(
        NO_RULES_A_B, messages(*((host, 4 + host % 3, 240_000) for host in range(4))), LOSSY_LINK
    ),
    "dead peer": lambda: clos(
        {"MrcQpParameters::AckTimeout": 0, "MrcQpParameters::AckTimeoutMinRtts": 0, "MrcQpParameters::RetryLinear": 1,
         "stop": "2ms"},
        messages((0, 4, 40_000)), DEAD_PORT,
    ),
    "weak plane": lambda: clos(
        {}, messages((0, 4, 800_000), (1, 4, 800_000), (2, 5, 800_000), (3, 5, 800_000)), DEAD_UPLINKS, planes=2
    ),
    "monitor": lambda: clos({"monitor.interval": "100us"}, messages((0, 4, 4_000_000)), DEAD_LINK),
    "monitor, short cables": lambda: clos(
        {"monitor.interval": "100us"}, messages((0, 4, 4_000_000)), DEAD_LINK, SHORT_DELAY
    ),
    "roce": roce,
    "roce with losses": lambda: roce({"RoceQpParameters::RetransmissionTimeout": ns(4096 * 2**7)}, 0.02),
    "roce with an outage": lambda: clos(
        {"transport.type": "roce", "RoceQpParameters::RetransmissionTimeout": "200us"}, messages((0, 4, 40_000)),
        [{**DEAD_PORT[0], "for": "1ms"}],
    ),
    "adaptive": lambda: clos(
        {"transport.type": "roce", "transport.congestionControl": "none", "transport.loadBalancing": "adaptive"}
    ),
    "flowlets": flowlets,
    "pfc": lambda: pfc("8Gbps", {}),
    "pfc, large buffer": lambda: pfc("8Gbps", {"switch.buffer": 10_000_000}),
    "pfc, small buffer": lambda: pfc("8Gbps", {"switch.buffer": PFC_BUFFER, "switch.ecn.pmax": 1}),
    "pfc, fast ports": lambda: pfc("100Gbps", {}),
    "pfc, static": lambda: pfc("8Gbps", {"switch.buffer": PFC_BUFFER, "switch.bufferThreshold": "static"}),
    "pfc, xoff": lambda: pfc(
        "8Gbps",
        {"switch.buffer": PFC_BUFFER, "switch.bufferThreshold": "static", "switch.staticXoff": 36_000,
         "switch.ecn.kmax": 40_000, "switch.ecn.pmax": 1},
    ),
    "storms": lambda: pfc("8Gbps", {"switch.buffer": PFC_BUFFER, **STORMS}),
}  # fmt: skip

#: Keys of summary.json that are not results of the simulation; a derived value costs no more events either.
COSTS = {*COST, *ORIGIN} - {"events"}


class Results:
    """The results of a run that a setting may change: all tables, and the counters of summary.json."""

    def __init__(self, folder: Path) -> None:
        self.tables = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.csv")}
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        self.counters = {key: value for key, value in summary.items() if key not in COSTS}

    def rows(self, name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.tables[f"{name}.csv"])))

    def samples(self, kind: str, of: str = "") -> list[float]:
        rows = self.rows("samples")
        return [float(row["value"]) for row in rows if row["kind"] == kind and row["object"].startswith(of)]

    def differences(self, other: Results, *ignored: str) -> list[str]:
        """The names of tables and counters that are different."""
        assert self.tables.keys() == other.tables.keys()
        tables = [name for name, text in self.tables.items() if text != other.tables[name] and name not in ignored]
        return tables + [key for key, value in self.counters.items() if value != other.counters[key]]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def counter(name: str) -> Callable[[Results], float]:
    """A counter of summary.json."""
    return lambda results: float(results.counters[name])


def events(kind: str) -> Callable[[Results], float]:
    """The number of these events."""
    return lambda results: sum(row["kind"] == kind for row in results.rows("events"))


def window(results: Results) -> float:
    """The mean window of the long flow, or of all."""
    return mean(results.samples("qp.cwnd_bytes", "h1/") or results.samples("qp.cwnd_bytes"))


def windows(results: Results) -> float:
    """The mean window of all flows."""
    return mean(results.samples("qp.cwnd_bytes"))


def adjustments(results: Results) -> float:
    """The number of points at which the window of the long flow is another one."""
    values = results.samples("qp.cwnd_bytes", "h1/")
    return sum(one != other for one, other in zip(values, values[1:]))


def delay(results: Results) -> float:
    return mean(results.samples("qp.rtt_ns"))


def rate(results: Results) -> float:
    return mean(results.samples("qp.rate_gbps"))


def longest(results: Results) -> float:
    """The time of the slowest flow."""
    return max(float(row["fct_ns"]) for row in results.rows("flows"))


def queue(results: Results) -> float:
    """The longest queue."""
    return max(float(row["max_queue_bytes"]) for row in results.rows("links"))


def uplinks(results: Results) -> float:
    """The number of uplinks of the first T0 that carry packets."""
    return sum(row["a"] == "p0-t0-0" and "-t1-" in row["b"] and row["packets"] != "0" for row in results.rows("links"))


def answers(results: Results) -> float:
    """The packets that the receiver sends."""
    return next(float(row["packets"]) for row in results.rows("links") if row["a"] == "h0")


def on_the_weak_plane(results: Results) -> float:
    """The packets that hosts send on plane 0."""
    hosts = [row for row in results.rows("links") if row["tier"] == "host-t0" and row["plane"] == "0"]
    return sum(float(row["packets"]) for row in hosts)


def links(results: Results) -> float:
    """The rows of links.csv."""
    return len(results.rows("links"))


def time_to_locate(results: Results) -> float:
    return float(results.counters["monitor"]["time_to_locate_mean_ns"])


MORE, LESS, OTHER = "more", "less", "other"


@dataclass(frozen=True)
class Row:
    """An attribute or a key with a value that stands for another one."""

    name: str
    base: str
    #: The value that it stands for by its help; several settings; or None with a reason.
    derived: Any
    #: Another value, the measure that it changes by the help, and the change.
    other: Any
    measure: Callable[[Results], float]
    change: str
    #: The value that stands for another one, if it is not the default.
    sentinel: Any = None
    #: Factor of the derived value that changes results; None: it is no quantity, or acts in larger steps.
    close: float | None = 1.01
    #: A table that shows the setting itself.
    ignored: str = ""
    reason: str = ""
    slow: bool = False

    def __str__(self) -> str:
        return f"{self.name}, {self.base}"

    def settings(self, value: Any) -> dict[str, Any]:
        return value if isinstance(value, dict) else {} if value is None else {self.name: value}


def quantity(value: Any, factor: float) -> Any:
    """A time or a number times a factor."""
    if isinstance(value, str):
        return ns(float(value.removesuffix("ps")) / 1000 * factor)
    return round(value * factor) if isinstance(value, int) else value * factor


NSCC, SWIFT, DCTCP = "MrcNscc::", "MrcSwift::", "MrcDctcp::"
QP, EV, SWITCH = "MrcQpParameters::", "MrcEvParameters::", "FabricSwitchParameters::"
ROCE, DCQCN, PAUSES = "RoceQpParameters::", "RoceDcqcn::", "FabricPauseWatch::"

ROWS = [
    # NSCC
    Row(NSCC + "BaseRtt", "nscc", ns(RTT), ns(1.5 * RTT), window, MORE),
    Row(NSCC + "TargetDelay", "nscc with marks", ns(0.75 * RTT), ns(0.25 * RTT), delay, LESS),
    Row(NSCC + "TargetDelay", "nscc without trims", ns(RTT), ns(0.5 * RTT), windows, LESS),
    Row(NSCC + "MaxCwnd", "nscc", 3 * BDP // 2, BDP // 2, window, LESS, close=0.99),
    Row(NSCC + "Fi", "nscc", 5 * PACKET * A, 10 * PACKET * A, window, MORE),
    Row(NSCC + "FiScale", "nscc", 0.25 * A, 0.5 * A, window, MORE),
    Row(NSCC + "Eta", "nscc", 0.15 * PACKET * A, 1.5 * PACKET * A, window, MORE),
    Row(NSCC + "Alpha", "nscc", PACKET * ALPHA, 2 * PACKET * ALPHA, window, MORE),
    Row(NSCC + "Alpha", "nscc with timestamps", STAMPED * ALPHA, 2 * STAMPED * ALPHA, window, MORE, slow=True),
    Row(NSCC + "AdjustBytes", "nscc", 8 * PACKET, 200 * PACKET, adjustments, LESS),
    Row(NSCC + "AdjustPeriod", "nscc", ns(RTT), ns(RTT / 4), adjustments, MORE),
    Row(NSCC + "QaThreshold", "quick adapt", "1000s", ns(RTT), windows, LESS, close=None),
    Row(NSCC + "QaThreshold", "quick adapt without trims", ns(4 * RTT), ns(RTT), windows, LESS, close=1.05),
    Row("MrcMnscc::HistorySacks", "mnscc", {"transport.congestionControl": "nscc"}, 4, window, OTHER, 1),
    # Other windows
    Row(SWIFT + "BaseTarget", "swift", ns(RTT / 2), ns(RTT), window, MORE),
    Row(SWIFT + "FsRange", "swift", ns(RTT / 4), ns(RTT), window, MORE),
    Row(SWIFT + "FsMaxWindow", "swift", BDP / PACKET, 0.4 * BDP / PACKET, window, LESS),
    Row(SWIFT + "Ai", "swift", BDP / 150_000, 5, window, MORE),
    Row(SWIFT + "InitialWindow", "swift", 3 * BDP // 2, BDP // 2, windows, LESS, close=0.99),
    Row(SWIFT + "MaxWindow", "swift", 3 * BDP // 2, BDP // 2, window, LESS),
    Row("MrcMswift::HistorySacks", "mswift", {"transport.congestionControl": "swift"}, 128, window, OTHER, 1),
    Row(DCTCP + "InitialWindow", "dctcp", BDP, BDP // 4, windows, LESS),
    Row(DCTCP + "MaxWindow", "dctcp alone", 3 * BDP // 2, BDP // 2, window, LESS),
    Row("MrcFixedWindow::Window", "no control", NEVER, BDP // 2, queue, LESS, close=None, ignored="samples.csv"),
    # QPs of MRC
    Row(QP + "MprDest", "long cables", 4, 1, longest, MORE, close=None),
    Row(QP + "AckTimeoutMinRtts", "short timers", 0.001, 6, counter("timeouts"), LESS, 0, None),
    Row(QP + "RetryExponential", "dead peer", 24, 3, counter("qp_errors"), MORE, 25, None),
    Row(QP + "OooThreshold", "late losses", 2**32 - 1, 5, counter("timeouts"), LESS, close=None),
    # The whole message is less than the maximum window.
    Row(QP + "OooCwndFactor", "late losses", 100, 0.01, counter("timeouts"), LESS, close=None),
    *(Row(QP + "MinBdp", f"short cables{also}", 10, 20, window, MORE, 0, 1.1) for also in ("", ", swift", ", dctcp")),
    Row(QP + "TrimGracePeriod", "slower headers", None, 8, counter("declared_lost"), LESS, 0,
        reason="a whole number of delays: none is shorter than all others"),
    # Paths of MRC
    Row(EV + "BackupReserve", "one flow across", 1e-9, 0.5, uplinks, LESS, close=None),
    Row(EV + "SkipMarkRatio", "skips", None, 100, events("ev-skip"), LESS, 0,
        reason="an EV without earlier marks has a share of 0, below any multiple"),
    Row(EV + "LossRetiresEv", "losses without trials", 1, 3, events("ev-bad"), LESS, close=None),
    Row(EV + "LossRetiresEv", "losses without trims", 3, 1, events("ev-bad"), MORE, close=None),
    Row(EV + "LossTrial", "losses", None, 3, events("ev-bad"), LESS, 0, reason="a trial has at least one probe"),
    Row("MrcSpraySelector::WeakPlaneTurns", "weak plane", None, 16, on_the_weak_plane, LESS, 0,
        reason="planes without marks make any ratio of marks infinite"),
    Row("MrcMonitor::Timeout", "monitor", ns(4 * RTT), ns(4.5 * RTT), time_to_locate, MORE),
    Row("MrcMonitor::Timeout", "monitor, short cables", ns(50_000), ns(20_000), time_to_locate, LESS, slow=True),
    # RoCE
    Row(ROCE + "AckEveryPackets", "roce", 65_536, 2, answers, MORE, 0, None),
    Row(ROCE + "LocalAckTimeout", "roce with losses", 7, 5, longest, LESS, close=None),
    Row(ROCE + "RetransmissionBackoff", "roce with an outage",
        {ROCE + "RetransmissionBackoff": 2, ROCE + "RetransmissionTimeoutCap": "200us"}, 2, counter("timeouts"), LESS, 1),
    Row(DCQCN + "ByteCounter", "roce", NEVER, 50_000, rate, MORE, close=None),
    Row(DCQCN + "RateOnFirstCnpMbps", "roce", None, 1000, rate, LESS, reason="the first CNP then sets the target also"),
    # Switches and links
    Row("Fabric::TrimmedBytes", "nscc", TRIMMED, 1500, longest, MORE),
    Row("Fabric::SackBytes", "one flow", SACK, 1500, delay, MORE),
    Row(SWITCH + "MinBdp", "short cables", 10, 20, queue, MORE, 0, 1.1),
    Row("switch.ecn.kmin", "nscc with marks", BDP // 5, 2 * BDP // 5, counter("ecn_marked_packets"), LESS, close=1.1),
    Row("switch.ecn.kmax", "nscc with marks", 4 * BDP // 5, 2 * BDP // 5, counter("ecn_marked_packets"), MORE),
    Row("switch.ecn.pmax", "nscc with marks", 1.0, 0.2, counter("ecn_marked_packets"), LESS, close=0.9),
    Row("switch.ecn.kmin", "pfc, large buffer", 4000 * 8, 120_000, counter("ecn_marked_packets"), LESS, close=1.1),
    Row("switch.ecn.kmin", "pfc, small buffer", round(PFC_PAUSED_AT / 2), 2000, counter("ecn_marked_packets"), MORE, close=0.9),
    Row("switch.ecn.kmin", "pfc, xoff", 18_000, 30_000, counter("ecn_marked_packets"), LESS, slow=True),
    Row("switch.ecn.kmax", "pfc, large buffer", 16_000 * 8, 256_000, counter("ecn_marked_packets"), LESS, close=1.1),
    Row("switch.ecn.pmax", "pfc, large buffer", 0.2, 1, counter("ecn_marked_packets"), MORE, close=1.5),
    Row("switch.buffer", "pfc", 2 * 4 * headroom(1), 4 * 4 * headroom(1), counter("pfc_pause_ns"), LESS, close=1.1),
    Row("switch.buffer", "pfc, fast ports", 4 * 100_000, 8 * 100_000, counter("pfc_pause_ns"), LESS, close=1.1, slow=True),
    Row("switch.staticXoff", "pfc, static", PFC_POOL // 4, PFC_POOL // 8, counter("pfc_pause_ns"), MORE, close=0.9),
    Row(SWITCH + "TrimmedShare", "slow headers", None, 0.01, counter("declared_lost"), MORE, 1,
        reason="below 1, trimmed frames have another queue than the control class"),
    Row("FabricAdaptiveBalancer::Choices", "adaptive", 4, 1, queue, MORE, close=0.75),
    Row("FabricFlowletBalancer::FlowletTimeout", "flowlets", ns(FLOWLET_GAP), "100us", uplinks, LESS),
    Row(PAUSES + "StormShare", "storms", {PAUSES + "StormWindow": "10s", PAUSES + "StormShare": 0.3}, 0.3,
        counter("pfc_storms"), MORE, 1),
    # Keys without an attribute
    Row("topology.fabricRate", "clos", "80Gbps", "40Gbps", longest, MORE, close=None),
    Row("topology.coreRate", "pods", "40Gbps", "80Gbps", longest, LESS, close=None, slow=True),
    Row("measure.links", "clos", "all", "used", links, LESS, close=None),
]  # fmt: skip


@pytest.fixture(scope="module")
def simulate(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Results]:
    """A function that runs a scenario of BASES with settings, each once."""
    done: dict[str, Results] = {}

    def run(base: str, settings: dict[str, Any]) -> Results:
        document = put(BASES[base](), settings)
        key = json.dumps(document)
        if key not in done:
            folder = tmp_path_factory.mktemp("run")
            done[key] = Results(run_document(folder, document, expected=(0, 1)))  # 1: with a QP that failed
        return done[key]

    return run


def listed(command: str) -> list[dict[str, Any]]:
    """The classes with their attributes, or the keys."""
    done = subprocess.run([str(SIMULATOR), command, "--json"], capture_output=True, text=True, check=True)
    return next(iter(json.loads(done.stdout).values()))


def names_of_attributes() -> dict[str, str]:
    """Attributes with a value that stands for another one, and their keys ("" without); also "the same of ..." after one."""
    found: dict[str, str] = {}
    for each in listed("attributes"):
        before = False
        for attribute in each["attributes"]:
            help_text = attribute["meaning"]
            before = bool(SENTINEL.search(help_text)) or before and help_text.startswith("The same ")
            if before:
                name = f"{each['name'].removeprefix('ns3::')}::{attribute['name']}"
                found[name] = (attribute.get("keys") or [""])[0]
    return found


def names_of_keys() -> set[str]:
    """Keys whose default is auto, or the value of another key."""
    return {key["path"] for key in listed("keys") if key.get("default") == "auto" or "defaultFrom" in key}


def test_all_attributes_and_keys_with_a_value_that_stands_for_another_are_rows() -> None:
    attributes = names_of_attributes()
    expected = {key or name for name, key in attributes.items() if name not in NOT_IN_SCENARIOS} | names_of_keys()
    assert {row.name for row in ROWS} == expected
    assert NOT_IN_SCENARIOS.keys() <= attributes.keys()


@pytest.mark.parametrize(
    "text, found",
    [
        ("Window, B; 0: 1.5 BDP.", True),
        ("Time; negative: 2 base RTTs.", True),
        ("Probability. Below 0: 1, or with Pfc 0.2.", True),
        ("Time-outs before the QP goes to ERROR; 25: never.", True),
        ("1 = never.", True),
        ("Share that is kept. 0 uses all.", True),
        ("Size, or auto.", True),
        ("Segments (RFC 6928: 10).", False),
        ("With TrimmedShare below 1: bytes.", False),
        ("First alpha, 0 to 1: with 1 the first mark has the effect of a loss (RFC 8257, 3.3).", False),
        ("At most 2.5: more is not allowed.", False),
    ],
)
def test_a_value_that_stands_for_another_is_found(text: str, found: bool) -> None:
    assert bool(SENTINEL.search(text)) == found


def parameters(rows: Iterable[Row]) -> list[Any]:
    """The rows, of which some are for slow tests."""
    return [pytest.param(row, id=str(row), marks=[pytest.mark.slow] if row.slow else []) for row in rows]


@pytest.mark.parametrize("row", parameters(row for row in ROWS if row.derived is not None))
def test_the_derived_value_changes_nothing(row: Row, simulate: Callable[..., Results]) -> None:
    base = simulate(row.base, row.settings(row.sentinel))
    found = simulate(row.base, row.settings(row.derived))
    assert base.differences(found, row.ignored) == []


@pytest.mark.parametrize("row", parameters(ROWS))
def test_another_value_changes_what_the_help_says(row: Row, simulate: Callable[..., Results]) -> None:
    before = row.measure(simulate(row.base, row.settings(row.sentinel)))
    after = row.measure(simulate(row.base, row.settings(row.other)))
    assert {MORE: after > before, LESS: after < before, OTHER: after != before}[row.change], (before, after)


CLOSE = [row for row in ROWS if row.close and row.derived is not None and not isinstance(row.derived, dict)]


@pytest.mark.slow
@pytest.mark.parametrize("row", CLOSE, ids=str)
def test_a_value_close_to_the_derived_one_changes_something(row: Row, simulate: Callable[..., Results]) -> None:
    """Otherwise the base would not show a wrong derived value."""
    assert row.close
    near = quantity(row.derived, row.close)
    assert simulate(row.base, row.settings(row.sentinel)).differences(simulate(row.base, row.settings(near))) != []


def test_rows_without_a_derived_value_have_a_reason() -> None:
    assert all((row.derived is None) == bool(row.reason) for row in ROWS)
    assert len({dataclasses.astuple(row)[:2] for row in ROWS}) == len(ROWS)
