# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The cases that `./mrc validate` runs with both simulators.

htsim_uec gets files that `./mrc export` writes, and these options: its packets carry as much payload as
ours, and its 128 paths are hashed. Its option -failed N gives the first N T1s (two tiers), or the links from
T2s to the first T1s (three tiers), a quarter of their rate. No option makes a single link slow, or gives
another rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import DEFAULTS, Case, Cause, Settings

_FIGURES = Path(__file__).resolve().parents[2] / "figures"
_TWO_TIERS = _FIGURES / "validation-uet-2-tiers" / "scenario.json"
_THREE_TIERS = _FIGURES / "validation-uet-3-tiers" / "scenario.json"

#: Options with which a packet carries 4,096 B, as ours do.
_PAYLOAD = ("-mtu", "4160")

#: Paths, which switches hash, of theirs and of ours.
_PATHS = 128
_HASHED = {"transport.routing": "ecmp", "transport.evs": _PATHS, "transport.evsActive": _PATHS}

#: The transport of our runs; the scenarios have that of the profile uec.
_OURS = {"transport": {"type": "mrc"}}


def _two_tiers(hosts: int, per_t0: int, t1s: int) -> Settings:
    return {**_OURS, "topology.hosts": hosts, "topology.hostsPerT0": per_t0, "topology.t1PerPlane": t1s}


def _three_tiers(half: int) -> Settings:
    """A fat tree of switches with twice as many ports."""
    return {**_OURS, "topology.hosts": 2 * half**3, "topology.hostsPerT0": half, "topology.t0PerPod": half,
            "topology.t1PerPod": half, "topology.t2PerPlane": half**2}  # fmt: skip


def _job(kind: str, size: str, **more: Any) -> Settings:
    return {"workload": [{"name": kind, "type": kind, "bytes": size, **more}]}


def _incast(senders: int) -> Settings:
    return _job("incast", "1MiB", receiver=0, senders={"from": 1, "to": senders})


def _slow(links: Sequence[tuple[str, str]], direction: str) -> Settings:
    """Faults that leave links a quarter of their rate."""
    return {"faults": [{"at": 0, "what": "link-rate", "rate": "25Gbps", "direction": direction,
                        "link": {"a": a, "b": b}} for a, b in links]}  # fmt: skip


def _case(
    name: str, title: str, scenario: Path, settings: Settings, selector: str = "mixed",
    htsim: Sequence[str] = (), uec: Settings | None = None, **more: Any,
) -> Case:  # fmt: skip
    """A case whose path selector has the same name in both simulators."""
    return Case(
        name, title, scenario, settings,
        uec={**_HASHED, "transport.pathSelector": selector, **(uec or {})},
        htsim=(*_PAYLOAD, "-paths", str(_PATHS), "-load_balancing_algo", selector, *htsim), **more,
    )  # fmt: skip


_MANY = _two_tiers(64, 8, 8)
_PERMUTATION = {**_MANY, **_job("permutation", "4MiB")}

#: A SACK per packet.
_EACH = {"transport.attributes": {"ns3::MrcQpParameters::SackThresholdBytes": 4096}}

CASES = [
    Case("permutation-16", "permutation of 16 hosts, two tiers, one path per flow", _TWO_TIERS,
         {**_two_tiers(16, 4, 4), **_job("permutation", "2MiB"), "transport.routing": "ecmp",
          "transport.pathSelector": "single"},
         htsim=(*_PAYLOAD, "-paths", "1", "-load_balancing_algo", "oblivious"), seeds=20),
    _case("permutation-64", "permutation of 64 hosts, two tiers", _TWO_TIERS, _PERMUTATION),
    _case("permutation-64-oblivious", "permutation of 64 hosts, oblivious", _TWO_TIERS, _PERMUTATION,
          "oblivious", causes=[
              Cause(DEFAULTS, "oblivious", "MRC's rotation keeps queues shorter",
                    {**_HASHED, "transport.pathSelector": "oblivious"}),
          ]),
    _case("permutation-64-reps", "permutation of 64 hosts, REPS with a SACK per packet", _TWO_TIERS,
          _PERMUTATION, "reps", htsim=("-sack_threshold", "4096"), uec=_EACH),
    _case("permutation-128", "permutation of 128 hosts, three tiers, bitmap", _THREE_TIERS,
          {**_three_tiers(4), **_job("permutation", "2MiB")}, "bitmap"),
    _case("incast-15", "incast of 15 hosts", _TWO_TIERS, {**_MANY, **_incast(15)}),
    _case("incast-63", "incast of 63 hosts", _TWO_TIERS, {**_MANY, **_incast(63)}),
    _case("oversubscribed-2", "permutation of 64 hosts, 4 T1s: 2 to 1", _TWO_TIERS,
          {**_two_tiers(64, 8, 4), **_job("permutation", "2MiB")}),
    _case("oversubscribed-4", "permutation of 64 hosts, 2 T1s: 4 to 1", _TWO_TIERS,
          {**_two_tiers(64, 8, 2), **_job("permutation", "2MiB")}),
    _case("slow-switch", "permutation of 64 hosts, links of one T1 of 8 at a quarter", _TWO_TIERS,
          _PERMUTATION, htsim=("-failed", "1"),
          faults=_slow([(f"p0-t0-{t0}", "p0-t1-0") for t0 in range(8)], "both")),
    _case("slow-links", "permutation of 128 hosts, 4 links from T2s to a T1 at a quarter", _THREE_TIERS,
          {**_three_tiers(4), **_job("permutation", "2MiB")}, "bitmap",
          htsim=("-failed", "4"), faults=_slow([("p0-t1-0", f"p0-t2-{t2}") for t2 in range(4)], "ba")),
    _case("all-to-all", "all-to-all of 64 hosts", _TWO_TIERS, {**_MANY, **_job("all-to-all", "64KiB")}),
]  # fmt: skip
