# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The faults of a run: those of its scenario, and the fault intervals of links and switches."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from . import units
from .network import Network, read_network
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


def takes_down(what: str) -> bool:
    """Whether faults of a kind of the scenario take links down, all the time or some of it."""
    return what not in FAULT_EVENTS or FAULT_EVENTS[what].state == "down"


def recovery_of(results: Results) -> pd.DataFrame:
    """The rows of recovery.csv without those of repairs, which are no faults: they end others."""
    rows = results.recovery
    return rows[~rows["fault"].isin(_repairs(results))]


def summed_up(results: Results) -> list[dict[str, Any]]:
    """The same, as summary.json has them."""
    gone = _repairs(results)
    return [row for row in results.summary.get("recovery", []) if row["fault"] not in gone]


def _repairs(results: Results) -> list[int]:
    """The numbers of repairs among the faults of the scenario."""
    said = results.config.get("faults", [])
    return [number for number, fault in enumerate(said) if _is_repair(fault)]


def faults_and_rows(results: Results) -> list[tuple[Fault, Any]]:
    """The faults that have begun, each from its first begin to its last end, with their rows."""
    found = []
    for row in recovery_of(results).itertuples():
        end = None if math.isnan(row.until_ns) else row.until_ns
        found.append((Fault(row.what, row.object, row.at_ns, end, int(row.fault)), row))
    return found


def scenario_faults(results: Results) -> list[Fault]:
    """The faults of the scenario that have begun, in its order."""
    return [fault for fault, _ in faults_and_rows(results)]


def held(results: Results, fault: Fault) -> list[tuple[float, float]]:
    """The intervals in which a fault of the scenario was in force; a link that flaps works in between.

    @return none if they are not known: random flaps do not name their links
    """
    begin, last = fault.start_ns, results.summary["sim_time_ns"] if fault.end_ns is None else fault.end_ns
    if fault.what in FAULT_EVENTS:
        return [(begin, last)]
    signs = FAULT_EVENTS.items()
    begins = {kind: sign.over for kind, sign in signs if sign.role == "begins" and sign.state == "down"}
    kinds = {*begins, *begins.values()}
    rows = results.events[results.events["object"].isin(fault.names) & results.events["kind"].isin(kinds)]
    rows = rows[rows["time_ns"].between(begin, last)]
    found: list[tuple[float, float]] = []
    down: set[str] = set()
    for time, kind, name in rows[["time_ns", "kind", "object"]].itertuples(index=False):
        before = bool(down)
        (down.add if kind in begins else down.discard)(name)
        if down and not before:
            found.append((time, last))
        elif before and not down:
            found[-1] = found[-1][0], time
    return found


def is_counted_once(results: Results) -> bool:
    """Whether recovery.csv counts no lost packet for several faults.

    A packet counts for each fault of the object at which it was lost.
    """
    lossy = [fault for fault, row in faults_and_rows(results) if row.lost_packets + row.lost_answers > 0]
    if len(lossy) < 2 or results.links.empty:
        return len(lossy) < 2
    network = read_network(results)
    hit = [network.hit(fault.names) for fault in lossy]
    return all(hit) and sum(map(len, hit)) == len(set.union(*hit))


def with_repairs(faults: Sequence[Mapping[str, Any]], number: int) -> set[int]:
    """Numbers of a fault of a scenario and of the repairs that end it and no other fault.

    @param faults the list of the scenario
    @param number of the fault
    """
    ended = {
        each: {other for other, fault in enumerate(faults) if _ends(repair, fault, faults)}
        for each, repair in enumerate(faults) if _is_repair(repair)
    }  # fmt: skip
    return {number, *(repair for repair, others in ended.items() if others == {number})}


def _is_repair(fault: Mapping[str, Any]) -> bool:
    """Whether an entry of the scenario ends faults: a link, or a port of a NIC, is up again."""
    sign = FAULT_EVENTS.get(fault["what"])
    return bool(fault.get("up")) or (sign is not None and sign.role == "ends")


def _ends(repair: Mapping[str, Any], fault: Mapping[str, Any], faults: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a repair ends a fault: it is the first after it, and of a link that the fault takes down."""
    same = _links(repair) & _links(fault)
    if _is_repair(fault) or not same or not takes_down(fault["what"]) or not _same_means(repair, fault):
        return False
    begin, end = units.time_ns(fault["at"]), units.time_ns(repair["at"])
    over = begin + units.time_ns(fault["for"]) if fault.get("for") else math.inf
    others = [
        units.time_ns(other["at"]) for other in faults
        if _is_repair(other) and _links(other) & same and _same_means(other, fault)
    ]  # fmt: skip
    return begin <= end <= over and not any(begin <= other < end for other in others)


def _same_means(repair: Mapping[str, Any], fault: Mapping[str, Any]) -> bool:
    """Only an administrator enables what an administrator disabled."""
    return repair["what"] == fault["what"] if repair.get("up") else "up" not in fault


def _links(fault: Mapping[str, Any]) -> set[tuple[Any, ...]]:
    """The links of a fault of a scenario, each by its two ends and its index."""
    said = fault.get("links", fault.get("link", fault))
    if isinstance(said, str):
        return set()  # a class of links
    each = said if isinstance(said, list) else [said]
    return {_link(one) for one in each if {"a", "t0", "host"} & set(one)}


def _link(said: Mapping[str, Any]) -> tuple[Any, ...]:
    """A link, the same in all forms of docs/faults.md; that of a NIC by its host and plane."""
    plane = f"p{said.get('plane')}"
    if "host" in said:
        return f"h{said['host']}", plane, 0
    if "t0" in said:
        return f"{plane}-t0-{said['t0']}", f"{plane}-t1-{said['t1']}", said.get("index", 0)
    ends = sorted((said["a"], said["b"]))
    port = re.fullmatch(r"(h\d+) (p\d+)-t0-\d+", " ".join(ends))
    return (*port.groups(), 0) if port else (*ends, said.get("index", 0))


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
