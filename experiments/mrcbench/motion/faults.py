# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What is broken, from when to when, read from the events of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..results import Results
from .fabric import Fabric

#: Events that begin a fault of a link or a switch, with what the picture shows.
_BEGINS = {
    "link-down": "down",
    "switch-down": "down",
    "switch-reboot": "down",
    "switch-silent": "silent",
}
_ENDS = {"link-up": ("link-down",), "switch-up": ("switch-down", "switch-reboot", "switch-silent")}

#: Events that say by a number how bad it is: nothing of it is left at 0, or at the line rate.
_DEGREES = ("link-loss", "answer-loss", "link-delay", "link-rate", "port-admin")

#: Faults of EVs, which have no place in the picture.
_EV_FAULTS = ("ev-loss", "ev-deny")

#: Rows of events.csv that are faults, not what follows from them.
FAULT_KINDS = (*_BEGINS, *_ENDS, *_DEGREES, *_EV_FAULTS)


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
        if kind in _ENDS:
            if detail:
                continue  # still broken by something else
            for begun in _ENDS[kind]:
                _end(open_, (begun, name), time)
        elif kind in _BEGINS or (kind in _DEGREES and not _is_over(kind, detail, name, fabric)):
            if (kind, name) in open_ and kind in _BEGINS:
                continue
            _end(open_, (kind, name), time)
            links, nodes = _places(name, fabric)
            state = _BEGINS.get(kind, "down" if kind == "port-admin" else "degraded")
            spell = Spell(kind, state, detail, float(time), None, links, nodes)
            open_[kind, name] = spell
            spells.append(spell)
        elif kind in _DEGREES:
            _end(open_, (kind, name), time)
    return spells


def _end(open_: dict[tuple[str, str], Spell], key: tuple[str, str], time: float) -> None:
    spell = open_.pop(key, None)
    if spell is not None:
        spell.end_ns = float(time)


def _is_over(kind: str, detail: str, name: str, fabric: Fabric) -> bool:
    """Whether an event of `_DEGREES` says that all is well again."""
    if kind == "port-admin":
        return detail == "up"
    number = detail.split()[0] if detail else "0"
    value = float("".join(c for c in number if c in "0123456789.e-") or 0)
    if kind != "link-rate":
        return value == 0
    port = fabric.ports.get(name)
    return port is not None and value >= fabric.links[port // 2].rate_gbps


def _places(names: str, fabric: Fabric) -> tuple[list[int], list[int]]:
    """Links and switches that an event names."""
    links: Sequence[int] = [fabric.ports[name] // 2 for name in names.split() if name in fabric.ports]
    nodes = [fabric.numbers[name] for name in names.split() if name in fabric.numbers]
    return sorted(set(links)), nodes
