# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Results agree with theory: queues, occupancy, spraying, fluid limits and models of collectives.

A random result is compared with its expectation by the mean over seeds, which may differ by SIGMAS standard errors of
this mean. An exact one has a tolerance for what the theory leaves out; it is stated with the test.
"""

from __future__ import annotations

import json
import math
import os
import random
import statistics
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas
import pytest

TOP = Path(__file__).resolve().parents[2]
SIMULATOR = Path(os.environ.get("MRC_BUILD", TOP / "build" / "release")) / "mrc-sim"

pytestmark = pytest.mark.skipif(not SIMULATOR.is_file(), reason=f"no simulator at {SIMULATOR}")

SIGMAS = 4
GBPS = 100
PAYLOAD = 4096  # of a full packet, B


class Run:
    """A run and its tables."""

    def __init__(self, folder: Path, seed: int = 1, **scenario: Any) -> None:
        self.folder = folder / f"run-{seed}"
        file = folder / f"scenario-{seed}.json"
        file.write_text(json.dumps({"schema": 1, "name": "theory", "seed": seed, **scenario}), encoding="utf-8")
        done = subprocess.run(
            [SIMULATOR, "run", file, "--quiet", "--out", self.folder], capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 1), done.stderr  # 1: the time to stop has come
        self.summary = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))

    def table(self, name: str) -> pandas.DataFrame:
        return pandas.read_csv(self.folder / f"{name}.csv")


def star(hosts: int) -> dict[str, Any]:
    """Hosts under one switch."""
    return {"type": "clos", "hosts": hosts, "hostsPerT0": hosts, "t1PerPlane": 0, "hostRate": f"{GBPS}Gbps"}


def agrees(samples: Sequence[float], expected: float, tolerance: float = 0) -> bool:
    """Whether the mean of samples is that expected, apart from chance and a tolerance in parts of the expected."""
    error = statistics.stdev(samples) / math.sqrt(len(samples))
    return abs(statistics.mean(samples) - expected) <= SIGMAS * error + tolerance * expected


def in_parallel(function: Any, arguments: Sequence[Any]) -> list[Any]:
    with ThreadPoolExecutor() as pool:
        return list(pool.map(function, arguments))


LOSSLESS = {"transport": {"type": "roce", "congestionControl": "none"}, "switch": {"pfc": True, "buffer": "100MB"}}


@pytest.mark.parametrize("load", [0.5, 0.8])
def test_a_queue_of_single_packets_waits_as_m_d_1(tmp_path: Path, load: float) -> None:
    """The mean wait is load / (2 (1 - load)) packets; arrivals of 64 links are a Poisson process but for 1 / 64."""
    senders = 64

    def wait(seed: int) -> float:
        dice = random.Random(seed)
        packet_ns = (PAYLOAD + WIRE) * 8 / GBPS
        time, rows = 0.0, ["src,dst,bytes,start_ns"]
        for _ in range(4000):
            time += dice.expovariate(load / packet_ns)
            rows.append(f"{dice.randrange(1, senders + 1)},0,{PAYLOAD},{time:.3f}")
        run = Run(tmp_path, seed, topology=star(senders + 1), workload=[{"type": "flows", "table": "\n".join(rows)}],
                  **LOSSLESS)  # fmt: skip
        flows = run.table("flows")
        return float((flows.fct_ns - flows.fct_ns.min())[500:].mean() / packet_ns)

    WIRE = find_overhead(tmp_path)
    assert agrees(in_parallel(wait, range(1, 13)), load / (2 * (1 - load)), 2 / 64)


def find_overhead(folder: Path) -> float:
    """Bytes on the wire beside the payload of a full packet of RoCE."""
    job = {"type": "write", "hosts": [0, 1], "bytes": PAYLOAD}
    link = Run(folder, 999, topology=star(2), workload=[job], **LOSSLESS).table("links")
    return float(link.bytes.max() - PAYLOAD)


@pytest.mark.parametrize("uplinks, flows", [(8, 8), (16, 8), (4, 16)])
def test_hashed_flows_occupy_as_many_links_as_balls_occupy_bins(tmp_path: Path, uplinks: int, flows: int) -> None:
    """The mean number of links that n flows use of m is m (1 - (1 - 1/m)^n)."""

    def used(seed: int) -> int:
        run = Run(
            tmp_path, seed, transport={"type": "roce"},
            topology={"type": "clos", "hosts": 2 * flows, "hostsPerT0": flows, "t1PerPlane": uplinks},
            workload=[{"type": "flows", "flows": [{"src": i, "dst": flows + i, "bytes": 1} for i in range(flows)]}],
        )  # fmt: skip
        links = run.table("links")
        return int(((links.a == "p0-t0-0") & (links.tier == "t0-t1") & (links.packets > 0)).sum())

    expected = uplinks * (1 - (1 - 1 / uplinks) ** flows)
    assert agrees(in_parallel(used, range(1, 101)), expected)


def test_hashed_entropy_values_fall_on_links_as_balls_into_bins(tmp_path: Path) -> None:
    """Packets of one message take turns of 256 values, which switches hash: the chi-square of the links is m - 1."""
    uplinks, values = 8, 256

    def chi_square(seed: int) -> float:
        run = Run(
            tmp_path, seed, transport={"type": "mrc", "routing": "ecmp", "pathSelector": "oblivious", "evs": values,
                                       "evsActive": values, "congestionControl": "none"},
            topology={"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": uplinks},
            workload=[{"type": "write", "hosts": [0, 2], "bytes": values * PAYLOAD}],
        )  # fmt: skip
        links = run.table("links")
        counts = links[(links.a == "p0-t0-0") & (links.tier == "t0-t1")].packets
        assert counts.sum() == values
        return float(((counts - values / uplinks) ** 2 / (values / uplinks)).sum())

    assert agrees(in_parallel(chi_square, range(1, 101)), uplinks - 1)


@pytest.mark.parametrize("senders", [2, 4, 8])
def test_pfc_pauses_senders_for_the_share_of_the_others(tmp_path: Path, senders: int) -> None:
    """Of n senders at line rate to one, each is paused for 1 - 1/n of the time; 4 % for the start and the end."""
    flows = [{"src": i + 1, "dst": 0, "bytes": 8_000_000} for i in range(senders)]
    run = Run(tmp_path, topology=star(senders + 1), workload=[{"type": "flows", "flows": flows}],
              transport=LOSSLESS["transport"], switch={"pfc": True, "buffer": "500KB"})  # fmt: skip
    links = run.table("links")
    paused = links[(links.tier == "host-t0") & links.a.str.fullmatch(r"h[1-9]\d*")].pauses_ns / run.summary["sim_time_ns"]
    assert len(paused) == senders
    assert paused.mean() == pytest.approx(1 - 1 / senders, rel=0.04)


def test_pfc_shares_a_link_by_ports_and_not_by_flows(tmp_path: Path) -> None:
    """One local sender and three behind one uplink: half for the local one; 6 % for the start."""
    flows = [{"src": src, "dst": 0, "bytes": 4_000_000} for src in (1, 2, 3, 4)]
    run = Run(tmp_path, topology={"type": "clos", "hosts": 6, "hostsPerT0": 2, "t1PerPlane": 1},
              workload=[{"type": "flows", "flows": flows}], transport=LOSSLESS["transport"],
              switch={"pfc": True, "buffer": "500KB"})  # fmt: skip
    local = run.table("flows").set_index("src").fct_ns[1]
    alone = Run(tmp_path, 2, topology=star(2), workload=[{"type": "write", "hosts": [0, 1], "bytes": 4_000_000}],
                **LOSSLESS).table("flows").fct_ns[0]  # fmt: skip
    print(local / alone)
    assert local / alone == pytest.approx(2, rel=0.06)


@pytest.mark.parametrize("late_us", [0, 100, 300])
def test_two_flows_of_nscc_share_a_link_evenly(tmp_path: Path, late_us: int) -> None:
    """However late the second one begins, both have half from 200 us on: by the mean of seeds, within 3 %."""

    def share(seed: int) -> float:
        jobs = [{"name": f"of{src}", "type": "write", "hosts": [src, 0], "bytes": "40MB"} for src in (1, 2)]
        jobs[1]["start"] = f"{late_us}us"
        run = Run(tmp_path, seed, topology=star(3), workload=jobs, stop=f"{late_us + 1200}us", transport={"type": "mrc"},
                  measure={"sampleInterval": "100us", "samples": ["job.throughput_gbps"]})  # fmt: skip
        rates = run.table("samples").query(f"time_ns > {(late_us + 200) * 1000}").groupby("object").value.sum()
        return float(rates["of2"] / rates.sum())

    assert agrees(in_parallel(share, range(1, 9)), 0.5, 0.03)


def duration(folder: Path, hosts: int, job: dict[str, Any]) -> float:
    run = Run(folder, hosts, topology=star(hosts), transport={"type": "mrc"}, workload=[job])
    return float(run.table("jobs").duration_ns[0])


def message(folder: Path, size: int) -> float:
    """Time of one message."""
    return duration(folder, 2, {"type": "write", "hosts": [0, 1], "bytes": size})


@pytest.mark.parametrize("hosts", [4, 8, 16])
@pytest.mark.parametrize("size", [64_000, 6_400_000])
def test_collectives_take_the_time_of_their_messages(tmp_path: Path, hosts: int, size: int) -> None:
    """Steps that wait for each other: 2 (n-1) of size / n on a ring, 2 log2 n by halving and doubling.

    2 % for SACKs, which share the links with the messages of the other direction.
    """
    ring = 2 * (hosts - 1) * message(tmp_path, size // hosts)
    halves = [size >> step for step in range(1, int(math.log2(hosts)) + 1)]
    halving = 2 * sum(message(tmp_path, half) for half in halves)
    for algorithm, expected in (("ring", ring), ("halving-doubling", halving)):
        job = {"type": "all-reduce", "algorithm": algorithm, "bytes": size}
        assert duration(tmp_path, hosts, job) == pytest.approx(expected, rel=0.02), algorithm
    gather = duration(tmp_path, hosts, {"type": "all-gather", "bytes": size})
    assert gather == pytest.approx(ring / 2, rel=0.02)
