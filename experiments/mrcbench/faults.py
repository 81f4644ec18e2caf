# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The faults of a run: those of its scenario, and the fault intervals of links and switches."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from . import units
from .network import Network
from .reference import FAULT_EVENTS, FaultSign
from .results import Results


@dataclass
class Fault:
    """A fault from its start to its end."""

    what: str  #: the kind in the scenario, or in events.csv
    object: str  #: names of links and switches; empty if unknown
    start_ns: float
    end_ns: float | None = None  #: None: it lasts to the end of the run
    number: int = 0  #: in faults[] of the scenario
    state: str = ""  #: "down", "silent" or "degraded"; empty if unknown
    detail: str = ""  #: as in events.csv

    @property
    def names(self) -> list[str]:
        """Names of the links and switches; empty for a fault of one EV."""
        return [] if " ev " in self.object else self.object.split()


def scenario_faults(results: Results) -> list[Fault]:
    """The faults of the scenario that have started, each from its first start to its last end."""
    recovery = results.recovery
    if not recovery.empty:
        ends = [None if math.isnan(end) else end for end in recovery["until_ns"]]
        return [
            Fault(row.what, row.object, row.at_ns, end, int(row.fault))
            for row, end in zip(recovery.itertuples(), ends)
        ]
    return [each for each in configured_faults(results) if each.start_ns <= results.summary["sim_time_ns"]]


def configured_faults(results: Results) -> Iterator[Fault]:
    """The faults of ``config.json`` that have a time, each from its first start to its first end."""
    for number, fault in enumerate(results.config.get("faults", [])):
        if "at" in fault:
            start = units.time_ns(fault["at"])
            end = start + units.time_ns(fault["for"]) if fault.get("for") else None
            yield Fault(str(fault["what"]), "", start, end, number)


def broken(results: Results, network: Network, rates: Sequence[float]) -> list[Fault]:
    """The fault intervals of links and switches, from events.csv, in the order of their starts.

    @param rates the rate of each link without a fault, Gb/s
    """
    found: list[Fault] = []
    lasting: dict[tuple[str, str], Fault] = {}

    def end(kind: str, name: str, time: float) -> None:
        fault = lasting.pop((kind, name), None)
        if fault is not None:
            fault.end_ns = float(time)

    events = results.events[results.events["kind"].isin(FAULT_EVENTS)]
    for time, kind, name, detail in events[["time_ns", "kind", "object", "detail"]].itertuples(index=False):
        sign = FAULT_EVENTS[kind]
        if sign.state == "elsewhere" or (sign.role == "begins" and (kind, name) in lasting):
            continue  # an EV is not drawn
        if sign.role == "ends":
            if not detail:  # otherwise another fault still affects it
                for begun in (one for one, its in FAULT_EVENTS.items() if its.over == kind):
                    end(begun, name, time)
            continue
        end(kind, name, time)
        if sign.role == "begins" or not _is_over(sign, detail, name, network, rates):
            lasting[kind, name] = Fault(kind, name, float(time), state=sign.state, detail=detail)
            found.append(lasting[kind, name])
    return found


def _is_over(sign: FaultSign, detail: str, name: str, network: Network, rates: Sequence[float]) -> bool:
    """Whether an event of the role "changes" ends the fault."""
    if sign.over:
        return sign.over in detail.split()
    links, _ = network.find([name])
    return any(units.rate_bps(detail) / 1e9 >= rates[link] for link in links)
