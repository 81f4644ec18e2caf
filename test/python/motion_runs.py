# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Synthetic runs with all data of the motion page: samples of every link, EVs, a fault.

The numbers follow simple rules, so that tests can compute the expected contents of a page.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import synthetic
from mrcbench import units

#: The link and the interval of the fault of `write_run`.
BROKEN = "p1-t0-0--p1-t1-2"
BROKEN_FROM_NS, BROKEN_TO_NS = 500_000, 900_000

#: The QP whose EV is retired because of it, this EV, and the time; and the EV that is denied from the start until then.
QP, PEER = "h1/qp3", "h2"
BAD_EV, BAD_AT_NS = "0x102", 612_345.5
DENIED_EV, ENABLED_AT_NS = "0x301", 700_000


def scenario(hosts: int = 8, below: int = 4, planes: int = 4, t1s: int = 4, transport: str = "mrc") -> dict[str, Any]:
    """A ring all-reduce on a Clos of two tiers, sampled every 10 us."""
    return {
        "schema": 1,
        "version": "0.1.0",
        "ns3Version": "3.37",
        "name": "ring",
        "seed": 1,
        "topology": {
            "type": "clos",
            "tiers": 2,
            "planes": planes,
            "hosts": hosts,
            "hostsPerT0": below,
            "t1PerPlane": t1s,
            "hostRate": "100Gbps",
            "fabricRate": "100Gbps",
        },
        "transport": {"type": transport},
        "workload": [{"name": "ring", "type": "all-reduce", "bytes": "64MB", "qps": 1}],
        "measure": {"sampleInterval": "10us"},
    }


def write_run(out: Path, config: dict[str, Any] | None = None) -> Path:
    """Write the results of a run.

    @param out the folder, made here
    @param config a `scenario`
    @return `out`
    """
    config = config or scenario()
    synthetic.write_results(out, config)
    ports = port_names(config)
    count = sample_count(out, config)
    _append(out / "samples.csv", _samples(ports, count))
    _write(out / "events.csv", ("time_ns", "kind", "object", "detail"), _events(config))
    if config["transport"]["type"] == "mrc":
        _write(out / "evs.csv", ("qp", "peer", "plane", "ev", "state", "path"), _evs(config))
    return out


def sample_count(out: Path, config: dict[str, Any]) -> int:
    """Sampling times of a run."""
    end = json.loads((out / "summary.json").read_text())["sim_time_ns"]
    return math.ceil(end / units.time_ns(config["measure"]["sampleInterval"])) - 1


def port_names(config: dict[str, Any]) -> list[str]:
    """Directions of all links, in the order of links.csv."""
    rows = synthetic._links(config["topology"], 1e6, synthetic.MRC)
    return [f"{row[2]}--{row[3]}" for row in rows]


def sent_gbps(direction: int, sample: int) -> float:
    """Rate of a direction in an interval: whole frames of 4,238 B, up to the line rate; 0 in every fifth interval."""
    return 0.0 if (direction + sample) % 5 == 0 else (direction * 7 + sample * 3) % 30 * 4238 * 8 / 10_000


def queue_bytes(direction: int, sample: int) -> int:
    """Length of the queue at the end of an interval."""
    return max(0, (direction * 5 + sample) % 13 - 9) * 4238


def paused(direction: int, sample: int) -> float:
    """Part of an interval in which a direction was paused."""
    return 0.125 if direction == 3 and 20 <= sample < 30 else 0.0


def _samples(ports: list[str], count: int) -> Iterator[tuple[Any, ...]]:
    """Rows of samples.csv; zeros have none."""
    rules = (("port.tx_gbps", sent_gbps), ("port.queue_bytes", queue_bytes), ("port.paused", paused))
    for sample in range(count):
        for kind, rule in rules:
            for direction, port in enumerate(ports):
                value = rule(direction, sample)
                if value:
                    yield (sample + 1) * 10_000, kind, port, f"{value:.9g}"
        if sample % 2 == 0:
            yield (sample + 1) * 10_000, "qp.rtt_ns", QP, 8000 + sample
        yield (sample + 1) * 10_000, "qp.rate_gbps", QP, 100 + sample % 7


def _events(config: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Events of a temporary link failure, and of two EVs."""
    link = [(BROKEN_FROM_NS, "link-down", BROKEN, ""), (BROKEN_TO_NS, "link-up", BROKEN, "")]
    evs = [(BAD_AT_NS, "ev-bad", QP, f"plane 1 ev {BAD_EV}"), (ENABLED_AT_NS, "ev-enabled", QP, f"plane 3 ev {DENIED_EV}")]
    planes = config["topology"]["planes"]
    return sorted([*(link if planes > 1 else []), *(evs if config["transport"]["type"] == "mrc" else [])])


def _evs(config: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    """An EV per T1 from every host to the next; one is skipped at the end."""
    topology = config["topology"]
    for host in range(topology["hosts"]):
        peer = (host + 1) % topology["hosts"]
        for plane in range(topology["planes"]):
            for t1 in range(topology["t1PerPlane"]):
                ev = f"0x{plane * 256 + t1:x}"
                state = "bad" if (f"h{host}/qp3", ev) == (QP, BAD_EV) else "skip" if (host, ev) == (0, "0x3") else "good"
                t0s = [f"p{plane}-t0-{end // topology['hostsPerT0']}" for end in (host, peer)]
                way = t0s[:1] if t0s[0] == t0s[1] else [t0s[0], f"p{plane}-t1-{t1}", t0s[1]]
                yield f"h{host}/qp3", f"h{peer}", plane, ev, state, " ".join([f"h{host}", *way, f"h{peer}"])


def _append(path: Path, rows: Iterable[Iterable[Any]]) -> None:
    with path.open("a", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def _write(path: Path, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    path.unlink(missing_ok=True)
    _append(path, [columns, *rows])
