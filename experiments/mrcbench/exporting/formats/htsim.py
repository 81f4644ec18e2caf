# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A scenario as the topology (.topo) and the connection matrix (.cm) of htsim."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ... import units
from .. import Export, ExportError, Format, Request
from ..connections import Connection, Wait, Waits, make_connections
from ..simulator import SCENARIO_OPTIONS, load_messages, load_scenario, load_switches

#: Largest size that upstream's parser reads.
_LARGEST = 2**31 - 1

#: Most messages that a note lists.
_MOST_LISTED = 3

#: Keys of a scenario that change a run and that the files lack, and the values without effect.
_LACKING: dict[str, Any] = {
    "faults": [], "loss": [], "topology.serverRate": None, "switch.forwarding": "store-and-forward",
}  # fmt: skip


# The topology


def topology_text(
    topology: Mapping[str, Any], switches: Sequence[Mapping[str, Any]]
) -> tuple[str, list[str]]:
    """The .topo of a Clos network, and notes.

    @param topology key of the scenario, with defaults, that `check_shape` accepts
    @param switches those of the simulator
    @raise ExportError if a .topo cannot describe it
    """
    parallel = topology["parallelLinks"]
    t0s = topology["hosts"] // topology["hostsPerT0"]
    per_pod = topology.get("t0PerPod", t0s)
    t1s = topology["t1PerPod"] if topology["tiers"] == 3 else topology["t1PerPlane"]
    down = [topology["hostsPerT0"], per_pod * parallel, t0s // per_pod]
    up = [t1s * parallel, topology.get("t2PerPlane", 0) // t1s, 0]
    keys = ["hostRate", "fabricRate", "coreRate"]
    notes = []
    lines = [
        f"Nodes {topology['hosts']}", f"Tiers {topology['tiers']}",
        f"Podsize {per_pod * topology['hostsPerT0']}",
    ]  # fmt: skip
    for tier in range(topology["tiers"]):
        lines += ["", f"Tier {tier}", f"Downlink_speed_Gbps {_gbps(topology, keys[tier])}"]
        lines.append(f"Radix_Down {down[tier]}")
        top = tier == topology["tiers"] - 1
        if not top:
            ratio = _oversubscribed(topology, tier, down[tier], up[tier], keys)
            lines += [f"Radix_Up {up[tier]}", f"Oversubscribed {ratio}"]
            if tier == 0 and down[0] // up[0] != ratio:
                notes.append(
                    "topology: the rates of hosts and T0s differ: upstream's parser accepts only a ratio of "
                    "Radix_Down to Radix_Up that is Oversubscribed"
                )
        lines.append(f"Downlink_Latency_ns {_whole_ns(topology, 'linkDelay', 1)}")
        lines.append(f"Switch_Latency_ns {_whole_ns(topology, 'switchDelay', 0)}")
        lines.append(f"Bundle {parallel if tier == 1 else 1}")
        lines += _queues(switches, tier, top)
    return "\n".join(lines) + "\n", notes


def check_shape(topology: Mapping[str, Any]) -> None:
    """@raise ExportError if a .topo cannot describe the network"""
    rules = (
        ("type", "clos", "because a .topo has tiers"),
        ("planes", 1, "because a .topo describes one plane, and a NIC of htsim spreads a message over planes"
            " by rules of its own"),
        ("attachment", "packed", "because the hosts of a .topo are numbered T0 by T0"),
    )  # fmt: skip
    for key, allowed, why in rules:
        if topology[key] != allowed:
            raise ExportError(f"topology.{key}: found {topology[key]}; allowed: {allowed}, {why}")
    if topology.get("t1PerPlane") == 0:
        raise ExportError("topology.t1PerPlane: found 0; allowed: at least 1, for the second tier")


def _gbps(topology: Mapping[str, Any], key: str) -> int:
    """A rate in whole Gb/s."""
    bps = round(units.rate_bps(topology[key]))
    if bps % 10**9:
        raise ExportError(f"topology.{key}: found {topology[key]}; allowed: whole Gb/s")
    return bps // 10**9


def _whole_ns(topology: Mapping[str, Any], key: str, least: int) -> int:
    """A time in whole ns."""
    ps = round(units.time_ns(topology[key]) * 1000)
    if ps % 1000 or ps < least * 1000:
        raise ExportError(f"topology.{key}: found {topology[key]}; allowed: whole ns, at least {least}")
    return ps // 1000


def _oversubscribed(
    topology: Mapping[str, Any], tier: int, down: int, up: int, keys: Sequence[str]
) -> int:
    """The rate of the downlinks of a switch, divided by that of its uplinks."""
    below, above = down * _gbps(topology, keys[tier]), up * _gbps(topology, keys[tier + 1])
    if below % above:
        raise ExportError(
            f"topology: a T{tier} has {below} Gb/s down and {above} Gb/s up; allowed: down is a whole "
            "multiple of up (Oversubscribed)"
        )
    return below // above


def _queues(switches: Sequence[Mapping[str, Any]], tier: int, top: bool) -> list[str]:
    """The sizes of the queues of a tier; all its switches have the same ones."""
    ports = next(entry["ports"] for entry in switches if entry["switch"] == f"p0-t{tier}-0")
    found = {"Queue_Down": ports[0].get("queue_bytes")}
    if not top:
        found["Queue_Up"] = ports[-1].get("queue_bytes")
    return [f"{key} {size}" for key, size in found.items() if size is not None]


# The connection matrix


def matrix_text(hosts: int, connections: Sequence[Connection]) -> str:
    """The .cm of connections, which have the numbers from 1.

    @raise ExportError if a connection would have to fire several triggers at one event
    """
    triggers = number_triggers(connections)
    fires = _fires(connections, triggers)
    header = [f"Nodes {hosts}", f"Connections {len(connections)}"]
    if triggers:
        header.append(f"Triggers {len(triggers)}")
    lines = []
    for number, connection in enumerate(connections):
        waits = connection.waits
        begin = f"trigger {triggers[waits]}" if waits else f"start {connection.start_ps}"
        words = f"{connection.src}->{connection.dst} id {number + 1} {begin} size {connection.bytes}"
        for sent, key in ((True, "send_done_trigger"), (False, "recv_done_trigger")):
            if (number, sent) in fires:
                words += f" {key} {fires[number, sent]}"
        lines.append(words)
    kinds = [
        f"trigger id {number} " + ("oneshot" if len(waits) == 1 else f"barrier count {len(waits)}")
        for waits, number in triggers.items()
    ]
    return "\n".join([*header, *lines, *kinds]) + "\n"


def number_triggers(connections: Sequence[Connection]) -> dict[Waits, int]:
    """The trigger of each set of waits, from 1."""
    triggers: dict[Waits, int] = {}
    for connection in connections:
        if connection.waits:
            triggers.setdefault(connection.waits, len(triggers) + 1)
    return triggers


def _fires(connections: Sequence[Connection], triggers: Mapping[Waits, int]) -> dict[Wait, int]:
    """The trigger that each event of a connection fires."""
    fires: dict[Wait, int] = {}
    for waits, number in triggers.items():
        for wait in waits:
            if fires.setdefault(wait, number) != number:
                event = "sent" if wait[1] else "received"
                others = [_first(connections, one, triggers) for one in (fires[wait], number)]
                raise ExportError(
                    f"{connections[wait[0]].place}: when it is {event}, messages begin that wait for "
                    f"different others: {others[0]}; {others[1]}; allowed: one trigger for each event"
                )
    return fires


def _first(connections: Sequence[Connection], number: int, triggers: Mapping[Waits, int]) -> str:
    """The first message that a trigger starts."""
    return next(entry.place for entry in connections if triggers.get(entry.waits) == number)


def notes_of(connections: Sequence[Connection], jobs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Differences between the messages of a scenario and a connection matrix, as upstream reads it."""
    notes = []
    large = [entry.place for entry in connections if entry.bytes > _LARGEST]
    if large:
        more = " ..." if len(large) > _MOST_LISTED else ""
        notes.append(
            f"{len(large)} messages are larger than {_LARGEST} B, which upstream's parser does not read: "
            + "; ".join(large[:_MOST_LISTED]) + more
        )  # fmt: skip
    inexact = sum(_as_float(entry.start_ps) != entry.start_ps for entry in connections)
    if inexact:
        notes.append(f"{inexact} start times are not exact in upstream's parser, which reads 24 bits")
    for job in jobs:
        if job["qps"] > 1:
            notes.append(f"job {job['job']}: qps is {job['qps']}; a message is one connection")
        if any(send.get("until_ps") is not None for send in job["sends"]):
            notes.append(f"job {job['job']}: until is left out; connections of size 0 end with the run")
    return notes


def _as_float(number: int) -> float:
    """The nearest number with the precision of upstream's parser."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


def _lacking(scenario: Mapping[str, Any]) -> list[str]:
    """Notes about keys that the files lack."""
    notes = []
    for path, without in _LACKING.items():
        value: Any = scenario
        for key in path.split("."):
            value = value.get(key, without)
        if value != without:
            notes.append(f"{path} is left out")
    for job in scenario["workload"]:
        if job.get("driver"):
            notes.append(
                f"job {job['name']}: driver is {job['driver']}; its slots and clears to send are connections "
                "like others: immediate data and the traffic class of control are left out"
            )
    return notes


def export(request: Request) -> Export:
    """The two files of a scenario.

    @raise ExportError if they cannot describe it
    """
    scenario = load_scenario(request)
    try:
        check_shape(scenario["topology"])  # before all switches are listed
        jobs = load_messages(request)
        topology, notes = topology_text(scenario["topology"], load_switches(request))
        connections = make_connections(jobs)
        matrix = matrix_text(scenario["topology"]["hosts"], connections)
    except ExportError as error:
        raise ExportError(f"{request.source}: {error}") from error
    prefix = str(request.out or scenario["name"])
    files = {Path(f"{prefix}.topo"): topology, Path(f"{prefix}.cm"): matrix}
    return Export(files, [*notes, *_lacking(scenario), *notes_of(connections, jobs)])


FORMAT = Format(
    "a scenario as topology and connection matrix of htsim", "SCENARIO", export, SCENARIO_OPTIONS
)
