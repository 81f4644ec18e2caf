# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What is broken, from when to when, read from the events of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .. import units
from ..reference.entries import FaultSign
from ..reference.program import FAULT_EVENTS
from ..results import Results
from .fabric import Fabric


@dataclass
class Spell:
    """Something is broken for a while."""

    kind: str  #: as in events.csv
    state: str  #: "down", "silent" or "degraded"
    detail: str
    start_ns: float
    end_ns: float | None = None  #: None: to the end
    links: list[int] = field(default_factory=list)
    nodes: list[int] = field(default_factory=list)


def read_spells(results: Results, fabric: Fabric) -> list[Spell]:
    """All that was broken, in the order in which it began."""
    spells: list[Spell] = []
    open_: dict[tuple[str, str], Spell] = {}
    events = results.events
    for time, kind, name, detail in events[["time_ns", "kind", "object", "detail"]].itertuples(index=False):
        sign = FAULT_EVENTS.get(kind)
        if sign is None or sign.state == "elsewhere":
            continue  # an EV has no place in the picture
        if sign.role == "ends":
            if not detail:  # else still broken by something else
                for begun in (one for one, its in FAULT_EVENTS.items() if its.over == kind):
                    _end(open_, (begun, name), time)
            continue
        if sign.role == "begins" and (kind, name) in open_:
            continue
        _end(open_, (kind, name), time)
        if sign.role == "begins" or not _is_over(sign, detail, name, fabric):
            links, nodes = _places(name, fabric)
            open_[kind, name] = Spell(kind, sign.state, detail, float(time), None, links, nodes)
            spells.append(open_[kind, name])
    return spells


def _end(open_: dict[tuple[str, str], Spell], key: tuple[str, str], time: float) -> None:
    spell = open_.pop(key, None)
    if spell is not None:
        spell.end_ns = float(time)


def _is_over(sign: FaultSign, detail: str, name: str, fabric: Fabric) -> bool:
    """Whether an event that says how bad it is says that all is well again."""
    if sign.over:
        return sign.over in detail.split()
    port = fabric.ports.get(name)
    return port is not None and units.rate_bps(detail) / 1e9 >= fabric.links[port // 2].rate_gbps


def _places(names: str, fabric: Fabric) -> tuple[list[int], list[int]]:
    """Links and switches that an event names."""
    links: Sequence[int] = [fabric.ports[name] // 2 for name in names.split() if name in fabric.ports]
    nodes = [fabric.numbers[name] for name in names.split() if name in fabric.numbers]
    return sorted(set(links)), nodes
