# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What formats make of files: a scenario, its network and its messages (docs/import.md)."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..files import write_all
from ..units import rate_bps, time_ns
from .text import ImportProblem

#: Least and largest number of hosts (topology.hosts).
HOSTS = (2, 131072)

#: Longest simulated time, 30 days.
LONGEST_NS = 30 * 24 * 3600 * 10**9

#: The slowest and the fastest link of the simulator, bit/s, and the greatest delay of a link or switch.
LINK_BPS = (10**3, 10**15)
LINK_DELAY_NS = 10**9

#: Hosts under a T0 of the network for files that name none, if they are enough.
_PER_T0 = 16

#: Largest number of T0s (topology.hosts / topology.hostsPerT0), and of hosts under one.
_MOST_T0S = 2048

#: Rate of links without one (topology.hostRate).
_RATE = "100Gbps"

#: Time until the end of a run after all that `_Table` counts; a run ends when all jobs are done.
_MARGIN_NS = 60e9

#: End of messages without end if there are no others.
_UNTIL = "10ms"


class Flow(NamedTuple):
    """A row of the file of flows; flow i is row i, from 0."""

    src: int | Sequence[int]  #: sending host; of a computation its host; of a collective its hosts
    dst: int | None  #: receiving host; None: a computation or a collective
    size: int  #: bytes; of a message, 0: without end
    start_ns: float | None = None  #: instant; None: 0, or after others
    after: Sequence[int] = ()  #: numbers of the flows that it waits for
    delay_ns: float = 0  #: from the last of them, or from start_ns, to its start; duration of a computation
    op: str = ""  #: type of job of a collective, such as all-reduce


@dataclass
class Imported:
    """The scenario of some files."""

    hosts: int  #: number of hosts
    place: Path | str  #: of the messages, for problems with all of them
    flows: Iterable[Flow] = ()  #: messages, computations, collectives; or settings has a workload
    topology: Mapping[str, Any] | None = None  #: key of scenarios; None: the files have no network
    settings: dict[str, Any] = field(default_factory=dict)  #: other keys of the scenario
    left: list[str] = field(default_factory=list)  #: sentences on content that cannot be carried over
    notes: list[str] = field(default_factory=list)  #: sentences on content with several possible meanings


def network(hosts: int) -> dict[str, Any] | None:
    """The network for files that have none: two tiers without oversubscription, of 100 Gb/s.

    @return None if no number of T0s divides the hosts
    """
    sizes = (*range(min(_PER_T0, hosts), 0, -1), *range(_PER_T0 + 1, _MOST_T0S + 1))
    per_t0 = next((size for size in sizes if hosts % size == 0 and hosts // size <= _MOST_T0S), None)
    if per_t0 is None:
        return None
    t1s = per_t0 if per_t0 < hosts else 0
    return {"type": "clos", "hosts": hosts, "hostsPerT0": per_t0, "t1PerPlane": t1s}


def graph(
    hosts: Iterable[str], switches: Iterable[str], links: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """A network of any shape: links have the keys of topology.links[]."""
    nodes = [{"name": name, "type": "host"} for name in hosts]
    nodes += [{"name": name, "type": "switch"} for name in switches]
    return {"type": "graph", "nodes": nodes, "links": list(links)}


def _name(out: Path) -> str:
    """The name of the scenario in a file: its characters that names may have."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", out.stem).strip("._-") or "imported"


def write_scenario(imported: Imported, out: Path, transport: str) -> dict[str, Any]:
    """Write the scenario, and beside it its flows and its graph; nothing if anything is wrong.

    @param out file of the scenario
    @param transport type of the transport
    @return the scenario
    @raise ImportProblem if the iterator of flows does, they cannot be simulated, or files cannot be written
    """
    if not HOSTS[0] <= imported.hosts <= HOSTS[1]:
        allowed = f"a number of hosts from {HOSTS[0]} to {HOSTS[1]}"
        raise ImportProblem(f"{imported.place}: expected {allowed}, found {imported.hosts}")
    topology = imported.topology or network(imported.hosts)
    if topology is None:
        wanted = f"a topology, or hosts that at most {_MOST_T0S} T0s of equal size have"
        raise ImportProblem(f"{imported.place}: expected {wanted}, found {imported.hosts} hosts")
    scenario: dict[str, Any] = {"schema": 1, "name": _name(out), "topology": dict(topology)}
    scenario["transport"] = {"type": transport}
    slowest_bps = _slowest_bps(scenario["topology"])
    texts = {}
    if "nodes" in scenario["topology"]:
        scenario["topology"], texts[f"{out.stem}.graph.json"] = _split_graph(scenario["topology"])
        scenario["topology"]["file"] = f"{out.stem}.graph.json"
    if "workload" not in imported.settings:
        table = _Table(imported.flows, imported.place)
        texts[f"{out.stem}.flows.csv"] = table.text
        job = {"name": "flows", "type": "flows", "file": f"{out.stem}.flows.csv"}
        if table.endless:
            job["until"] = _UNTIL
            imported.notes.append(f"no message has an end, so all end after {_UNTIL}: until in the scenario")
        scenario["workload"] = [job]
        scenario["stop"] = stop_after(table.last_ns + table.bytes * 8e9 / slowest_bps)
    if transport == "roce":
        scenario["switch"] = {"pfc": True}
    for key, value in imported.settings.items():
        scenario[key] = {**scenario[key], **value} if isinstance(scenario.get(key), dict) else value
    _drop_late_faults(scenario, imported.left)
    texts[out.name] = json.dumps(scenario, indent=1) + "\n"
    try:
        write_all({out.with_name(name): text for name, text in texts.items()})
    except OSError as error:
        raise ImportProblem(f"{error.filename}: {error.strerror}") from error
    return scenario


def _drop_late_faults(scenario: dict[str, Any], left: list[str]) -> None:
    """Remove the faults that begin after the end of the run."""
    if "faults" in scenario and "stop" in scenario:
        faults = scenario["faults"]
        scenario["faults"] = [fault for fault in faults if time_ns(fault["at"]) < time_ns(scenario["stop"])]
        late = len(faults) - len(scenario["faults"])
        left += [f"{late} faults that begin after the end of the run"] if late else []


def _split_graph(topology: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The other keys of a topology, and the file of its nodes and links."""
    nodes, links = (",\n".join(map(json.dumps, topology[key])) for key in ("nodes", "links"))
    others = {key: value for key, value in topology.items() if key not in ("nodes", "links")}
    return others, f'{{"nodes": [\n{nodes}\n],\n"links": [\n{links}\n]}}\n'


def stop_after(time_ns: float) -> str:
    """The end of a run (stop) whose messages need about this time."""
    return f"{math.ceil(min(time_ns + _MARGIN_NS, LONGEST_NS) / 1e6)}ms"


def _slowest_bps(topology: Mapping[str, Any]) -> float:
    """The rate of the slowest link."""
    links = topology.get("links", [topology])
    keys = ("rate", "hostRate", "fabricRate", "coreRate")
    rates = [rate_bps(link[key]) for link in links for key in keys if key in link]
    return min(rates, default=rate_bps(_RATE))


class _Table:
    """The file of flows.

    text     its content
    last_ns  the last start, or the end of the longest chain of computations
    bytes    sum of all messages, those of collectives included
    endless  all messages are without end
    """

    def __init__(self, flows: Iterable[Flow], place: Path | str) -> None:
        """Write the rows.

        @param place of the messages
        @raise ImportProblem if there are no messages, or if starts and computations take too long
        """
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(("id", "src", "dst", "bytes", "start_ns", "after", "delay_ns", "op"))
        self.bytes = 0
        self.endless = True
        ends = array("d")  # of rows, if messages take no time
        messages = False
        for number, flow in enumerate(flows):
            rows.writerow(_row(number, flow))
            ends.append(max([flow.start_ns or 0, *(ends[row] for row in flow.after)]) + flow.delay_ns)
            messages |= flow.dst is not None or bool(flow.op)
            self.bytes += _sent(flow)
            self.endless &= not flow.op and flow.size == 0  # computations have no bytes
        if not messages:
            raise ImportProblem(f"{place}: expected messages between hosts to simulate, found none")
        self.last_ns = max(ends)
        if self.last_ns >= LONGEST_NS:
            allowed = f"starts and computations that end within {LONGEST_NS} ns, 30 days"
            raise ImportProblem(f"{place}: expected {allowed}, found {format_ns(self.last_ns)} ns")
        self.text = text.getvalue()


def _sent(flow: Flow) -> int:
    """The bytes that all hosts of a row send."""
    if isinstance(flow.src, int):
        return flow.size
    count = len(flow.src)
    return flow.size * (count - 1) * {"all-reduce": 2, "all-to-all": count}.get(flow.op, 1)


def _row(number: int, flow: Flow) -> tuple[object, ...]:
    src = flow.src if isinstance(flow.src, int) else " ".join(map(str, flow.src))
    start = "" if flow.start_ns is None else format_ns(flow.start_ns)
    delay = format_ns(flow.delay_ns) if flow.delay_ns else ""
    dst = "" if flow.dst is None else flow.dst
    return number, src, dst, flow.size, start, " ".join(map(str, flow.after)), delay, flow.op


def format_ns(time: float) -> str:
    """A time with up to three digits, which are picoseconds."""
    return f"{time:.3f}".rstrip("0").rstrip(".")
