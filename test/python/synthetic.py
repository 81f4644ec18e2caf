# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Synthetic results folders with the documented columns, for tests of their readers.

The numbers follow simple rules, so that tests can compute expected values: every transfer of a run takes its
ideal time over a given efficiency, and the throughput is constant except for one outage.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mrcbench import units
from mrcbench.reference import SUMMARY, SUMMARY_KEYS, TABLES
from mrcbench.results import Results, open_results

#: Steps of every ring all-reduce, those of 8 hosts for any number of hosts.
RING_STEPS = 14

SAMPLES = ("time_ns", "kind", "object", "value")
EVENTS = ("time_ns", "kind", "object", "detail")
LINKS = (
    "tier",
    "plane",
    "a",
    "b",
    "bytes",
    "packets",
    "drops",
    "trims",
    "ecn_marks",
    "pauses_ns",
    "max_queue_bytes",
    "utilisation",
    "pfc_frames",
    "index",
)


@dataclass
class Behavior:
    """Performance of a transport in synthetic results."""

    efficiency: float = 0.96
    #: Efficiency of the worst flow relative to that of the best; the others are evenly spaced.
    worst: float = 0.97
    retransmits: int = 0
    trims: int = 0
    pause_ns: int = 0
    lossless_violations: int = 0
    qp_errors: int = 0
    #: Duration and depth of the throughput dip after the fault.
    dip_ns: float = 0.0
    dip_to: float = 1.0
    victim: float = 1.0
    #: Flows that never arrive.
    lost: int = 0
    #: Relative load of the 64 uplinks of a plane: 0 all equal, 1 very uneven.
    uneven: float = 0.0
    extra: dict[str, Any] = field(default_factory=dict)


MRC = Behavior(retransmits=12, trims=40, dip_ns=80e3, dip_to=0.7)
ROCE_1 = Behavior(
    efficiency=0.42,
    worst=0.5,
    pause_ns=3_400_000,
    dip_ns=1.3e6,
    dip_to=0.0,
    victim=0.72,
    uneven=1.0,
)
ROCE_8 = Behavior(
    efficiency=0.63,
    worst=0.8,
    pause_ns=5_100_000,
    dip_ns=1.2e6,
    dip_to=0.0,
    victim=0.85,
    uneven=0.4,
)


def behavior_of(config: dict[str, Any]) -> Behavior:
    """The default behavior for a scenario's transport and QPs."""
    if config["transport"]["type"] == "mrc":
        return MRC
    return ROCE_8 if config["workload"][0].get("qps", 1) > 1 else ROCE_1


def load_results(path: Path) -> Results:
    """A results folder, with all files read and checked."""
    return open_results(path).check()


def with_summary(results: Results, **keys: Any) -> Results:
    """The results with other keys of the summary."""
    return results.changed(summary={**results.summary, **keys})


def write_results(out: Path, config: dict[str, Any], how: Behavior | None = None) -> Path:
    """Write the results folder of a scenario.

    @param out the folder, made here
    @param config a scenario as in interface files: topology, transport, workload, faults
    @param how the behavior; default: that of the transport
    @return `out`
    """
    how = how or behavior_of(config)
    out.mkdir(parents=True, exist_ok=True)
    topology = config["topology"]
    rate = (
        units.rate_bps(topology["hostRate"])
        * topology["planes"]
        / 1e9
        * 4096
        / (4096 + (162 if config["transport"]["type"] == "mrc" else 102))
    )
    jobs, flows = [], []
    enabled = [spec for spec in config["workload"] if spec.get("enabled", True)]
    for spec in enabled:
        own = _flows(spec, topology["hosts"], rate, how, len(enabled) == 1)
        flows += own
        jobs.append(_job(spec, own, rate, topology["hosts"]))
    end = max(job["end_ns"] for job in jobs)
    for flow in flows[: how.lost]:
        flow.update(completed=0, end_ns="", fct_ns="", slowdown="")
    flows = [{"flow": index, **flow} for index, flow in enumerate(flows)]
    slowest = max((flow["fct_ns"] for flow in flows if flow["completed"]), default=None)
    _write_csv(out / "jobs.csv", list(jobs[0]), (job.values() for job in jobs))
    _write_csv(out / "flows.csv", list(flows[0]), (flow.values() for flow in flows))
    _write_csv(out / "samples.csv", SAMPLES, _samples(config, jobs[0], how, end))
    sent = 1.04 * sum(flow["bytes"] for flow in flows)
    _write_csv(out / "links.csv", LINKS, _links(topology, sent, how))
    _write_csv(out / "events.csv", EVENTS, ())
    defaults = {
        "transport": {"mtu": 4096, **config["transport"]},
        "workload": [{"enabled": True, "qps": 1, **job} for job in config["workload"]],
    }
    (out / "config.json").write_text(json.dumps({**config, **defaults}), encoding="utf-8")
    recovery = [_recovery(number, fault, how, end) for number, fault in enumerate(config.get("faults", []))]
    if recovery:
        rows = (["" if value is None else value for value in row.values()] for row in recovery)
        _write_csv(out / "recovery.csv", list(recovery[0]), rows)
    summary = {
        **{key: "" if SUMMARY[key].kind == "text" else 0 for key in SUMMARY_KEYS},
        "name": config["name"],
        "seed": config.get("seed", 1),
        "transport": config["transport"]["type"],
        "hosts": topology["hosts"],
        "planes": topology["planes"],
        "outcome": "failed" if how.qp_errors else "stalled" if how.lost else "complete",
        "sim_time_ns": end,
        "wall_s": 1.5,
        "setup_cpu_s": 0.1,
        "cpu_s": 1.4,
        "flows_total": len(flows),
        "flows_started": len(flows),
        "flows_completed": len(flows) - how.lost,
        "fct_ns": dict.fromkeys(("mean", "p50", "p99", "max"), slowest),
        "retransmitted_packets": how.retransmits,
        "trimmed_packets": how.trims,
        "qp_errors": how.qp_errors,
        "pfc_pause_ns": how.pause_ns,
        "lossless_violations": how.lossless_violations,
        "jobs": [{**job, "duration_ns": None if how.lost else job["duration_ns"]} for job in jobs],
        "recovery": recovery,
        "version": "1.0",
        "commit": "0123456789ab",
        "ns3_version": "3.37",
        **how.extra,
    }
    (out / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    return out


def _write_csv(path: Path, columns: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """A CSV file, with zeros in columns that are not given. (Without pandas, whose import would take most of the time
    of a stand-in run.)"""
    known = TABLES[path.name].columns
    others = {name: {"flag": "false", "text": ""}.get(known[name].kind, "0") for name in known if name not in columns}
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow([*columns, *others])
        writer.writerows([*row, *others.values()] for row in rows)


def _pairs(spec: dict[str, Any], hosts: int) -> list[tuple[int, int, int]]:
    """(step, src, dst) of every transfer of a job."""
    kind = spec["type"]
    if kind == "write":
        return [(0, *spec["hosts"])]
    if kind == "incast":
        return [(0, sender, spec["receiver"]) for sender in spec["senders"]]
    if kind == "all-to-all":
        return [(0, a, b) for a in range(hosts) for b in range(hosts) if a != b]
    if kind == "permutation":
        return [(0, a, (a + hosts // 2) % hosts) for a in range(hosts)]
    return [(step, a, (a + 1) % hosts) for step in range(RING_STEPS) for a in range(hosts)]


def _flows(
    spec: dict[str, Any], hosts: int, rate: float, how: Behavior, alone: bool
) -> list[dict[str, Any]]:
    """Rows of flows.csv of one job; with several QPs one per QP."""
    pairs = _pairs(spec, hosts)
    victim = 1.0 if alone else how.victim
    size = units.size_bytes(spec["bytes"])
    if spec["type"] == "all-reduce":
        size = round(2 * (hosts - 1) * size / hosts / RING_STEPS)
    qps = spec.get("qps", 1)
    share = {"incast": len(pairs), "all-to-all": hosts - 1}.get(spec["type"], 1)
    rows = []
    for index, (step, src, dst) in enumerate(pairs):
        ideal = size * 8 / rate
        part = how.worst + (1 - how.worst) * (index * 37 % len(pairs)) / max(len(pairs) - 1, 1)
        efficiency = victim if spec.get("name") == "victim" else how.efficiency * part
        fct = ideal * share / efficiency
        start = step * ideal / how.efficiency if spec["type"] == "all-reduce" else 0
        for qp in range(qps):
            rows.append(
                {
                    "job": spec["name"],
                    "step": step,
                    "src": src,
                    "dst": dst,
                    "qp": qp,
                    "bytes": size // qps,
                    "start_ns": round(start),
                    "end_ns": round(start) + round(fct * (qp + 1) / qps),
                    "fct_ns": round(fct * (qp + 1) / qps),
                    "ideal_ns": round(ideal),
                    "slowdown": 1 / efficiency,
                    "packets": size // qps // 4096,
                    "retransmits": how.retransmits if index == 0 and qp == 0 else 0,
                    "trims": how.trims if index == 0 and qp == 0 else 0,
                    "ecn_marks": 0,
                    "timeouts": 0,
                    "completed": 1,
                }
            )
    return rows


def _job(
    spec: dict[str, Any], flows: list[dict[str, Any]], rate: float, hosts: int
) -> dict[str, Any]:
    """The row of jobs.csv."""
    size = units.size_bytes(spec["bytes"])
    duration = max(flow["end_ns"] for flow in flows)
    n = hosts
    factor, ideal = 0.0, max(flow["ideal_ns"] for flow in flows)
    if spec["type"] == "all-reduce":
        factor, ideal = 2 * (n - 1) / n, 2 * (n - 1) / n * size * 8 / rate
    elif spec["type"] == "all-to-all":
        size *= n
        factor, ideal = (n - 1) / n, (n - 1) / n * size * 8 / rate
    elif spec["type"] == "incast":
        ideal *= len(spec["senders"])
    return {
        "job": spec["name"],
        "repetition": 0,
        "type": spec["type"],
        "bytes": size,
        "hosts": hosts,
        "start_ns": 0,
        "end_ns": duration,
        "duration_ns": duration,
        "algbw_gbps": size * 8 / duration,
        "busbw_gbps": factor * size * 8 / duration,
        "ideal_ns": round(ideal),
        "efficiency": ideal / duration,
    }


def _recovery(number: int, fault: dict[str, Any], how: Behavior, end: float) -> dict[str, Any]:
    """A row of recovery.csv, of a fault that loses nothing."""
    lost = ("lost_packets", "trimmed_packets", "evs_retired", "evs_retired_wrongly", "qps_touched", "qps_failed", "lost_answers")
    begin = units.time_ns(fault["at"])
    unknown = ("first_loss_ns", "last_loss_ns", "loss_free_after_ns", "evs_back_after_ns", "longest_qp_loss_ns")
    return {
        "fault": number, "what": fault["what"], "object": "", "at_ns": begin,
        "until_ns": begin + units.time_ns(fault["for"]) if "for" in fault else None,
        "goodput_95_after_ns": how.dip_ns if how.dip_ns < end else None, **dict.fromkeys(lost, 0), **dict.fromkeys(unknown),
    }  # fmt: skip


def _samples(
    config: dict[str, Any], job: dict[str, Any], how: Behavior, end: float
) -> Iterator[tuple[Any, ...]]:
    """Throughput of the first job and of each plane; the first fault makes a dip."""
    interval = units.time_ns(config.get("measure", {}).get("sampleInterval", "100us"))
    outage = next((units.time_ns(fault["at"]) for fault in config.get("faults", [])), float("inf"))
    planes = config["topology"]["planes"]
    total = 400.0 * config["topology"]["hosts"] * how.efficiency
    for index in range(1, int(end // interval) + 1 if interval else 0):
        time = index * interval
        low = outage < time <= outage + how.dip_ns
        # Steps of a ring: every third sample is a little lower.
        value = total * (how.dip_to if low else 1) * (0.94 if index % 3 == 0 else 1.03)
        yield round(time), "job.throughput_gbps", job["job"], value
        for plane in range(planes):
            factor = 0.9 if plane == 0 and low else 1 + 0.004 * plane
            yield round(time), "plane.rx_gbps", str(plane), value / planes * factor


def _links(topology: dict[str, Any], sent: float, how: Behavior) -> Iterator[tuple[Any, ...]]:
    """Both directions of every link; the behavior sets the imbalance of uplinks."""
    planes, t1s, below = topology["planes"], topology["t1PerPlane"], topology["hostsPerT0"]
    t0s = topology["hosts"] // below

    def both(tier: str, plane: int, a: str, b: str, size: float) -> Iterator[tuple[Any, ...]]:
        pause = how.pause_ns // 64 if tier == "t0-t1" else 0
        queue = round(60e3 * (1 + how.uneven))
        rest = (round(size), round(size / 4258), 0, 0, 0, pause, queue, 0.5, 0, 0)
        yield (tier, plane, a, b, *rest)
        yield ("-".join(reversed(tier.split("-"))), plane, b, a, *rest)

    for plane in range(planes):
        for host in range(topology["hosts"]):
            size = sent / planes / topology["hosts"] * (1 + 0.01 * plane)
            yield from both("host-t0", plane, f"h{host}", f"p{plane}-t0-{host // below}", size)
        for t0 in range(t0s):
            for t1 in range(t1s):
                part = 1 + how.uneven * (((t0 * t1s + t1) * 7 % 13) / 6 - 1)
                size = sent / planes / t0s / t1s * part
                yield from both("t0-t1", plane, f"p{plane}-t0-{t0}", f"p{plane}-t1-{t1}", size)
