# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""At a single bottleneck, more buffer and more capacity never lose more.

This is so for senders that send as fast as they may. With a controller it is false by design: a queue far below one
bandwidth-delay product loses packets so early that the senders slow down before the others meet a full queue. TCP always has
one: with linux-reno, 81, 97, 99 packets are lost at 0.5, 1, 2 such products. More capacity is not tried with RoCE: it repeats
many packets at other times then, and some of these are lost again; nor with several planes, where the plane of a repeated
packet is drawn. With PFC nothing is lost; less capacity pauses for longer, but more buffer may: a pause begins and ends later.
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


def run(folder: Path, seed: int, gbps: int, planes: int = 1, **parts: Any) -> dict[str, Any]:
    """The summary of a run in which hosts send twice to one whose links have this rate."""
    senders = 3 + seed % 5
    flows = [
        {"src": sender, "dst": 0, "bytes": 200_000 + 1000 * seed, "start": f"{sender * 7919 * seed % 1000}ns"}
        for sender in range(1, senders + 1)
    ]
    links = [{"host": 0, "plane": plane} for plane in range(planes)]
    scenario = {
        "seed": seed, "stop": "100ms",
        "topology": {"type": "clos", "planes": planes, "hosts": senders + 1, "hostsPerT0": senders + 1, "t1PerPlane": 0},
        "faults": [{"at": 0, "what": "link-rate", "link": link, "rate": f"{gbps}Gbps"} for link in links],
        "workload": [{"type": "flows", "flows": flows, "repeat": 2}], **parts,
    }  # fmt: skip
    return dict(json.loads((run_document(folder, scenario) / "summary.json").read_text(encoding="utf-8")))


def lost(folder: Path, kind: str, seed: int, buffer: float, gbps: int) -> int:
    """Packets that are dropped or trimmed."""
    transport, trimming, planes = KINDS[kind]
    attributes = {f"ns3::FabricSwitchParameters::{name}": value * buffer for name, value in QUEUES.items()}
    transport = {"type": transport, "congestionControl": "none", "attributes": attributes}
    switch = {"trimming": trimming, "scaleThresholds": False}
    summary = run(folder, seed, gbps, planes, transport=transport, switch=switch)
    return int(summary["trimmed_packets"] + summary["dropped_packets"])


#: Transport, trimming, planes
KINDS = {"mrc": ("mrc", True, 1), "mrc-dropped": ("mrc", False, 1), "mrc-planes": ("mrc", True, 2), "roce": ("roce", False, 1)}


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("kind", KINDS)
def test_more_buffer_loses_no_more(tmp_path: Path, kind: str, seed: int) -> None:
    found = [lost(tmp_path, kind, seed, buffer, 100) for buffer in (0.5, 1, 2, 4, 8, 16)]
    assert all(before >= after for before, after in itertools.pairwise(found)), found
    assert found[0] > 0 == found[-1]


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("kind", ["mrc", "mrc-dropped"])
def test_more_capacity_loses_no_more(tmp_path: Path, kind: str, seed: int) -> None:
    found = [lost(tmp_path, kind, seed, 1, gbps) for gbps in (5, 10, 25, 50, 100)]
    assert all(before >= after for before, after in itertools.pairwise(found)), found
    assert found[0] > found[-1]


@pytest.mark.parametrize("seed", range(1, 5))
def test_more_capacity_or_buffer_ends_pauses(tmp_path: Path, seed: int) -> None:
    def pauses(gbps: int, buffer: int) -> float:
        transport = {"type": "roce", "congestionControl": "none"}
        summary = run(tmp_path, seed, gbps, transport=transport, switch={"pfc": True, "buffer": f"{buffer}KB"})
        assert summary["dropped_packets"] == 0
        return float(summary["pfc_pause_ns"])

    found = [*(pauses(gbps, 1000) for gbps in (5, 10, 25, 50, 100)), pauses(100, 4000)]
    assert all(before > after for before, after in itertools.pairwise(found)), found
    assert found[-1] == 0
