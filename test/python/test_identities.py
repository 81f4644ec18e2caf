# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Hosts, planes and T1s in another order do the same on average, and hosts under one T0 exactly.

In general not exactly: paths and first PSNs are drawn by the numbers of hosts and planes. The means over 20 seeds differ by
less than LIMIT of their standard errors, which a chance exceeds once in 10,000 tests.
"""

from __future__ import annotations

import random
import statistics
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas
import pytest
from running import needs_simulator, run_document

SEEDS = range(1, 21)
HOSTS, PLANES, T1S = 24, 3, 3
LIMIT = 5  # of Student's t with 38 degrees of freedom, for one of 24 flows

pytestmark = needs_simulator

DICE = random.Random(1)  # of the flows alone
RECEIVERS = DICE.sample(range(HOSTS), HOSTS)
FLOWS = [
    {"src": src, "dst": dst if dst != src else RECEIVERS[0], "bytes": DICE.randrange(20_000, 400_000)}
    for src, dst in enumerate(RECEIVERS)
]


Order = tuple[list[int], list[int], list[int]]  # of hosts, planes, T1s


def times(folder: Path, transport: dict[str, Any], order: Order, seed: int) -> list[float]:
    """The times of all flows in ns in such an order; one port of one host is down, and one link of a T1 is slow."""
    hosts, planes, t1s = order
    mrc = transport["type"] == "mrc"
    flows = [{**flow, "src": hosts[flow["src"]], "dst": hosts[flow["dst"]]} for flow in FLOWS]
    link = {"plane": planes[2] if mrc else 0, "t0": hosts[0] // 6, "t1": t1s[0]}
    scenario = {
        "seed": seed, "transport": transport,
        "topology": {"type": "clos", "hosts": HOSTS, "hostsPerT0": 6, "t1PerPlane": T1S, "planes": PLANES if mrc else 1},
        "faults": [{"at": "5us", "what": "nic-port-down", "host": hosts[3], "plane": planes[1]}] * mrc
        + [{"at": "1us", "what": "link-rate", "link": link, "rate": "10Gbps"}],
        "workload": [{"type": "flows", "flows": flows}],
    }  # fmt: skip
    own = folder / str(seed)
    own.mkdir()
    return list(pandas.read_csv(run_document(own, scenario) / "flows.csv").fct_ns)


def means(folder: Path, transport: dict[str, Any], order: Order) -> list[tuple[float, float]]:
    """By flow: mean over the seeds and its squared standard error."""
    folder.mkdir()
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda seed: times(folder, transport, order, seed), SEEDS))
    return [(statistics.mean(one), statistics.variance(one) / len(one)) for one in zip(*found)]


def permuted(rng: random.Random) -> list[int]:
    """Hosts in another order in which those under one T0 stay together."""
    groups = [rng.sample(range(first, first + 6), 6) for first in range(0, HOSTS, 6)]
    return sum(rng.sample(groups, len(groups)), [])


@pytest.mark.parametrize("transport", [{"type": "mrc"}, {"type": "mrc", "routing": "ecmp"}, {"type": "roce"}], ids=str)
def test_the_order_of_hosts_planes_and_t1s_does_not_matter(tmp_path: Path, transport: dict[str, Any]) -> None:
    plain = means(tmp_path / "plain", transport, (list(range(HOSTS)), [0, 1, 2], [0, 1, 2]))
    other = means(tmp_path / "other", transport, (permuted(random.Random(str(transport))), [1, 2, 0], [2, 0, 1]))
    distances = [abs(a - b) / (va + vb + 1e-9) ** 0.5 for (a, va), (b, vb) in zip(plain, other)]
    assert max(distances) < LIMIT, distances


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("transport", [{"type": "roce", "congestionControl": "none"}, {"type": "tcp"}], ids=str)
def test_the_order_of_hosts_under_one_t0_does_not_matter_at_all(tmp_path: Path, transport: dict[str, Any], seed: int) -> None:
    rng = random.Random(f"{transport} {seed}")
    order = rng.sample(range(8), 8)
    pairs = [rng.sample(range(8), 2) for _ in range(20)]
    flows = [{"src": a, "dst": b, "bytes": rng.randrange(1, 300_000), "start": f"{rng.randrange(2 * 10**7)}ps"} for a, b in pairs]

    def run(name: str, renamed: list[int]) -> list[tuple[object, ...]]:
        job = {"type": "flows", "repeat": 2, "flows": [{**flow, **{end: renamed[flow[end]] for end in ("src", "dst")}} for flow in flows]}
        scenario = {
            "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 8, "t1PerPlane": 0},
            "transport": {**transport, "attributes": {"ns3::FabricSwitchParameters::DropThreshold": 1}}, "switch": {"ecn": {"enabled": False}}, "workload": [job],
        }  # fmt: skip
        (tmp_path / name).mkdir()
        table = pandas.read_csv(run_document(tmp_path / name, scenario) / "flows.csv")
        return list(table.itertuples(index=False))

    wanted = [row._replace(src=order[row.src], dst=order[row.dst]) for row in run("plain", list(range(8)))]
    assert sum(row.retransmits for row in wanted) > 0
    assert run("other", order) == wanted
