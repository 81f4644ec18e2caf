# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What formats make of files: a scenario, its network and its messages (docs/import.md)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..files import write_all
from .text import ImportProblem

#: Hosts under a T0 of the network for files that name none.
_PER_T0 = 16

#: Time from the last start of a message to the end of the run.
_AFTER_LAST_START_NS = 1_000_000_000

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
    flows: Iterable[Flow] = ()  #: messages, computations, collectives; or settings has a workload
    topology: Mapping[str, Any] | None = None  #: key of scenarios; None: the files have no network
    settings: dict[str, Any] = field(default_factory=dict)  #: other keys of the scenario
    left: list[str] = field(default_factory=list)  #: sentences on content that cannot be carried over
    notes: list[str] = field(default_factory=list)  #: sentences on content with several possible meanings


def network(hosts: int) -> dict[str, Any]:
    """The network for files that have none: two tiers without oversubscription, of 100 Gb/s."""
    per_t0 = next(size for size in range(min(_PER_T0, hosts), 0, -1) if hosts % size == 0)
    t1s = per_t0 if per_t0 < hosts else 0
    return {"type": "clos", "hosts": hosts, "hostsPerT0": per_t0, "t1PerPlane": t1s}


def graph(
    hosts: Iterable[str], switches: Iterable[str], links: Iterable[Mapping[str, Any]]
) -> dict[str, Any]:
    """A network of any shape: links have the keys of topology.links[]."""
    nodes = [{"name": name, "type": "host"} for name in hosts]
    nodes += [{"name": name, "type": "switch"} for name in switches]
    return {"type": "graph", "nodes": nodes, "links": list(links)}


def write_scenario(imported: Imported, out: Path, transport: str) -> dict[str, Any]:
    """Write the scenario, and beside it its flows and its graph; nothing if anything is wrong.

    @param out file of the scenario
    @param transport type of the transport
    @return the scenario
    @raise ImportProblem from the iterator of flows, or if the files cannot be written
    """
    scenario: dict[str, Any] = {"schema": 1, "name": out.stem}
    scenario["topology"] = dict(imported.topology or network(imported.hosts))
    scenario["transport"] = {"type": transport}
    texts = {}
    if "nodes" in scenario["topology"]:
        scenario["topology"], texts[f"{out.stem}.graph.json"] = _split_graph(scenario["topology"])
        scenario["topology"]["file"] = f"{out.stem}.graph.json"
    if "workload" not in imported.settings:
        table = _Table(imported.flows)
        texts[f"{out.stem}.flows.csv"] = table.text
        job = {"name": "flows", "type": "flows", "file": f"{out.stem}.flows.csv"}
        if table.endless:
            job["until"] = _UNTIL
            imported.notes.append(f"no message has an end, so all end after {_UNTIL}: until in the scenario")
        scenario["workload"] = [job]
        if table.last_ns > 0:
            scenario["stop"] = f"{format_ns(table.last_ns + _AFTER_LAST_START_NS)}ns"
    if transport == "roce":
        scenario["switch"] = {"pfc": True}
    for key, value in imported.settings.items():
        scenario[key] = {**scenario[key], **value} if isinstance(scenario.get(key), dict) else value
    texts[out.name] = json.dumps(scenario, indent=1) + "\n"
    try:
        write_all({out.with_name(name): text for name, text in texts.items()})
    except OSError as error:
        raise ImportProblem(f"{error.filename}: {error.strerror}") from error
    return scenario


def _split_graph(topology: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """The other keys of a topology, and the file of its nodes and links."""
    nodes, links = (",\n".join(map(json.dumps, topology[key])) for key in ("nodes", "links"))
    others = {key: value for key, value in topology.items() if key not in ("nodes", "links")}
    return others, f'{{"nodes": [\n{nodes}\n],\n"links": [\n{links}\n]}}\n'


class _Table:
    """The file of flows.

    text     its content
    last_ns  the last start
    endless  all flows are messages without end
    """

    def __init__(self, flows: Iterable[Flow]) -> None:
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(("id", "src", "dst", "bytes", "start_ns", "after", "delay_ns", "op"))
        self.last_ns = 0.0
        self.endless = True
        for number, flow in enumerate(flows):
            rows.writerow(_row(number, flow))
            self.last_ns = max(self.last_ns, flow.start_ns or 0)
            self.endless &= flow.dst is not None and flow.size == 0
        self.text = text.getvalue()


def _row(number: int, flow: Flow) -> tuple[object, ...]:
    src = flow.src if isinstance(flow.src, int) else " ".join(map(str, flow.src))
    start = "" if flow.start_ns is None else format_ns(flow.start_ns)
    delay = format_ns(flow.delay_ns) if flow.delay_ns else ""
    dst = "" if flow.dst is None else flow.dst
    return number, src, dst, flow.size, start, " ".join(map(str, flow.after)), delay, flow.op


def format_ns(time: float) -> str:
    """A time with up to three digits, which are picoseconds."""
    return f"{time:.3f}".rstrip("0").rstrip(".")
