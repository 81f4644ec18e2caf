# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Hosts and planes in another order do the same on average.

Not exactly: paths and first PSNs are drawn by the numbers of hosts and planes. The means over 20 seeds differ by less than
LIMIT of their standard errors, which a chance exceeds once in 10,000 tests.
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
HOSTS, PLANES = 24, 3
LIMIT = 5  # of Student's t with 38 degrees of freedom, for one of 24 flows

pytestmark = needs_simulator

DICE = random.Random(1)
RECEIVERS = DICE.sample(range(HOSTS), HOSTS)
FLOWS = [
    {"src": src, "dst": dst if dst != src else RECEIVERS[0], "bytes": DICE.randrange(20_000, 400_000)}
    for src, dst in enumerate(RECEIVERS)
]


def times(folder: Path, transport: dict[str, Any], order: list[int], planes: list[int], seed: int) -> list[float]:
    """The times of all flows in ns, with hosts and planes in these orders; one port of one host is down."""
    mrc = transport["type"] == "mrc"
    flows = [{**flow, "src": order[flow["src"]], "dst": order[flow["dst"]]} for flow in FLOWS]
    scenario = {
        "seed": seed, "transport": transport,
        "topology": {"type": "clos", "hosts": HOSTS, "hostsPerT0": 6, "t1PerPlane": 3, "planes": PLANES if mrc else 1},
        "faults": [{"at": "5us", "what": "nic-port-down", "host": order[3], "plane": planes[1]}] if mrc else [],
        "workload": [{"type": "flows", "flows": flows}],
    }  # fmt: skip
    own = folder / str(seed)
    own.mkdir()
    return list(pandas.read_csv(run_document(own, scenario) / "flows.csv").fct_ns)


def means(folder: Path, transport: dict[str, Any], order: list[int], planes: list[int]) -> list[tuple[float, float]]:
    """By flow: mean over the seeds and its squared standard error."""
    folder.mkdir()
    with ThreadPoolExecutor() as pool:
        found = list(pool.map(lambda seed: times(folder, transport, order, planes, seed), SEEDS))
    return [(statistics.mean(one), statistics.variance(one) / len(one)) for one in zip(*found)]


def permuted(count: int) -> list[int]:
    """Numbers in another order in which hosts under one T0 stay together."""
    groups = [list(range(first, first + 6)) for first in range(0, count, 6)]
    for group in groups:
        DICE.shuffle(group)
    DICE.shuffle(groups)
    return sum(groups, [])


@pytest.mark.parametrize("transport", [{"type": "mrc"}, {"type": "mrc", "routing": "ecmp"}, {"type": "roce"}], ids=str)
def test_the_order_of_hosts_and_planes_does_not_matter(tmp_path: Path, transport: dict[str, Any]) -> None:
    plain = means(tmp_path / "plain", transport, list(range(HOSTS)), [0, 1, 2])
    other = means(tmp_path / "other", transport, permuted(HOSTS), [1, 2, 0])
    distances = [abs(a - b) / (va + vb + 1e-9) ** 0.5 for (a, va), (b, vb) in zip(plain, other)]
    assert max(distances) < LIMIT, distances
