# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""At a single bottleneck, more buffer and more capacity never lose more.

This is so for senders that send as fast as they may. With a controller it is false by design: a queue far below one
bandwidth-delay product loses packets so early that the senders slow down before the others meet a full queue. More capacity
is not tried with RoCE: it repeats many packets at other times then, and some of these are lost again.
"""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from running import needs_simulator, run_document

pytestmark = needs_simulator

#: Thresholds of queues in multiples of a bandwidth-delay product
QUEUES = {"TrimThreshold": 1, "TrimThresholdLastHop": 1.5, "DropThreshold": 5}


def lost(folder: Path, transport: dict[str, Any], trimming: bool, seed: int, buffer: float, gbps: int) -> int:
    """Packets that are dropped or trimmed while hosts send to one whose link has this rate."""
    senders = 3 + seed % 5
    names = [f"ns3::FabricSwitchParameters::{name}" for name in QUEUES]
    attributes = {name: value * buffer for name, value in zip(names, QUEUES.values())}
    flows = [
        {"src": sender, "dst": 0, "bytes": 200_000 + 1000 * seed, "start": f"{sender * 7919 * seed % 1000}ns"}
        for sender in range(1, senders + 1)
    ]
    scenario = {
        "seed": seed, "stop": "100ms",
        "topology": {"type": "clos", "hosts": senders + 1, "hostsPerT0": senders + 1, "t1PerPlane": 0},
        "switch": {"trimming": trimming, "scaleThresholds": False},
        "transport": {**transport, "congestionControl": "none", "attributes": attributes},
        "faults": [{"at": 0, "what": "link-rate", "link": {"host": 0, "plane": 0}, "rate": f"{gbps}Gbps"}],
        "workload": [{"type": "flows", "flows": flows}],
    }  # fmt: skip
    summary = json.loads((run_document(folder, scenario) / "summary.json").read_text(encoding="utf-8"))
    return int(summary["trimmed_packets"] + summary["dropped_packets"])


MRC, ROCE = {"type": "mrc"}, {"type": "roce"}
KINDS = {"mrc": (MRC, True), "mrc-dropped": (MRC, False), "roce": (ROCE, False)}


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("kind", KINDS)
def test_more_buffer_loses_no_more(tmp_path: Path, kind: str, seed: int) -> None:
    found = [lost(tmp_path, *KINDS[kind], seed, buffer, 100) for buffer in (0.5, 1, 2, 4, 8, 16)]
    assert all(before >= after for before, after in itertools.pairwise(found)), found
    assert found[0] > 0 == found[-1]


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "roce"])
def test_more_capacity_loses_no_more(tmp_path: Path, kind: str, seed: int) -> None:
    found = [lost(tmp_path, *KINDS[kind], seed, 1, gbps) for gbps in (5, 10, 25, 50, 100)]
    assert all(before >= after for before, after in itertools.pairwise(found)), found
    assert found[0] > found[-1]
