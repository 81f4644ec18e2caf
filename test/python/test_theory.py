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
import random
import statistics
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas
import pytest
from running import needs_simulator, run_document

pytestmark = needs_simulator

SIGMAS = 4
GBPS = 100
PAYLOAD = 4096  # of a full packet, B


class Run:
    """A run and its tables."""

    def __init__(self, folder: Path, seed: int = 1, **scenario: Any) -> None:
        own = folder / f"run-{seed}"
        own.mkdir(exist_ok=True)
        # 1: the time to stop has come
        self.folder = run_document(own, {"seed": seed, **scenario}, expected=(0, 1))
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
    """Each packet waits as long as by the recursion of a queue, and their mean is load / (2 (1 - load)) packets.

    64 links are a Poisson process only nearly: 1 / 32 for that.
    """
    senders = 64
    packet_ns = (PAYLOAD + find_overhead(tmp_path)) * 8 / GBPS

    def wait(seed: int) -> float:
        dice = random.Random(seed)
        time, arrivals = 0.0, []
        for _ in range(4000):
            time += dice.expovariate(load / packet_ns)
            arrivals.append((time, dice.randrange(1, senders + 1)))
        rows = [f"{host},0,{PAYLOAD},{time:.3f}" for time, host in arrivals]
        table = "\n".join(["src,dst,bytes,start_ns", *rows])
        run = Run(tmp_path, seed, topology=star(senders + 1), workload=[{"type": "flows", "table": table}], **LOSSLESS)
        flows = run.table("flows")
        found = flows.fct_ns - flows.fct_ns.min()
        expected = waits(arrivals, packet_ns)
        assert max(abs(a - b) for a, b in zip(found, expected)) < 0.003  # times have whole ps
        return float(found[500:].mean() / packet_ns)

    assert agrees(in_parallel(wait, range(1, 13)), load / (2 * (1 - load)), 2 / senders)


def waits(arrivals: Sequence[tuple[float, int]], packet_ns: float) -> list[float]:
    """The waits of packets at their sender and at the switch, from their times and senders."""
    free: dict[int, float] = {}
    passed = []
    for number, (time, host) in enumerate(arrivals):
        free[host] = max(time, free.get(host, 0)) + packet_ns
        passed.append((free[host], number))
    end, found = 0.0, [0.0] * len(arrivals)
    for time, number in sorted(passed):
        end = max(time, end) + packet_ns
        found[number] = end - arrivals[number][0] - 2 * packet_ns
    return found


#: Preamble and gap between frames, which links.csv does not count, B
GAP = 20


def find_overhead(folder: Path) -> float:
    """The bytes of a line that a full packet of RoCE takes beside its payload."""
    job = {"type": "write", "hosts": [0, 1], "bytes": PAYLOAD}
    link = Run(folder, 999, topology=star(2), workload=[job], **LOSSLESS).table("links")
    return float(link.bytes.max() - PAYLOAD + GAP)


@pytest.mark.slow
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


@pytest.mark.slow
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


def test_spraying_takes_turns_among_the_ports_of_a_receiver(tmp_path: Path) -> None:
    """Entropy values take turns, so no port has a packet more than its share; by chance the fullest of four would have
    1.03 standard deviations more (the mean of the largest of four normal values): 2.6 % of 4,883 packets.
    """
    ports, packets = 4, 4883
    run = Run(
        tmp_path, transport={"type": "mrc", "pathSelector": "oblivious"},
        topology={"type": "clos", "planes": ports, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 4},
        workload=[{"type": "write", "hosts": [0, 3], "bytes": packets * PAYLOAD}],
    )  # fmt: skip
    links = run.table("links")
    received = links[links.b == "h3"].packets
    assert received.sum() == packets and len(received) == ports
    assert received.max() == math.ceil(packets / ports)
    assert 1.03 * math.sqrt((ports - 1) / packets) == pytest.approx(0.026, abs=0.0005)


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


#: DCQCN as in its paper, in the units of the scenario
DCQCN = {
    "RoceDcqcn::NicVariant": False, "RoceDcqcn::Gain": 1 / 256, "RoceDcqcn::AlphaTimer": "55us",
    "RoceQpParameters::MinTimeBetweenCnps": "50us", "RoceDcqcn::IncreaseTimer": "55us", "RoceDcqcn::ByteCounter": 10_000_000,
    "RoceDcqcn::FastRecoveryStages": 5, "RoceDcqcn::AdditiveIncreaseMbps": 40, "RoceDcqcn::HyperIncreaseMbps": 40,
    "RoceDcqcn::ScaleWithLineRate": False,
}  # fmt: skip


@pytest.mark.parametrize("senders", [4, 8, 16])
def test_dcqcn_keeps_the_queue_of_its_fluid_model(tmp_path: Path, senders: int) -> None:
    """The fixed point of the fluid model (Zhu et al., "ECN or Delay", 2016): p = cube root of R n^2 / (tau C^2) (1/B + n/(T C))^2.

    R is the additive increase, C the rate of the link, B the byte counter, all in packets; tau the time between CNPs, T the
    increase timer. The queue is where RED marks with p. 25 % for the approximation, in which p is small.
    """
    kmin, kmax, pmax, wire = 5e3, 2e6, 0.1, PAYLOAD + find_overhead(tmp_path)
    packet = 8 * wire
    increase, link, counter, tau, timer = 40e6 / packet, GBPS * 1e9 / packet, 1e7 / wire, 50e-6, 55e-6
    marked = (increase * senders**2 / (tau * link**2) * (1 / counter + senders / (timer * link)) ** 2) ** (1 / 3)
    flows = [{"src": src, "dst": 0, "bytes": 2_000_000_000} for src in range(1, senders + 1)]
    run = Run(
        tmp_path, topology=star(senders + 1), workload=[{"type": "flows", "flows": flows}], stop="80ms",
        transport={"type": "roce", "attributes": {f"ns3::{name}": value for name, value in DCQCN.items()}},
        switch={"pfc": True, "buffer": "100MB", "ecn": {"kmin": f"{kmin:.0f}B", "kmax": f"{kmax:.0f}B", "pmax": pmax}},
        measure={"sampleInterval": "50us", "samples": ["port.queue_bytes"]},
    )  # fmt: skip
    queues = run.table("samples").query("time_ns > 40e6").groupby("object").value.mean()
    assert queues.max() == pytest.approx(kmin + marked / pmax * (kmax - kmin), rel=0.25)
