# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Everything that the page of a run knows, as one object that becomes JSON."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..reference.program import FAULT_EVENTS, transport_of
from ..results import GAPS, Results
from ..style import looks
from .errors import MotionError
from .evs import STATES, EvBook, read_evs
from .fabric import Fabric, read_fabric
from .faults import Spell, read_spells
from .flows import PICOSECOND_NS, pack_flows
from .layout import Picture, lay_out
from .packing import pack
from .series import Grid, Samples, grid_of, numbered

#: Columns of links.csv that the page shows as totals, and what their values are multiples of.
TOTALS = {
    "bytes": 1.0,
    "packets": 1.0,
    "drops": 1.0,
    "trims": 1.0,
    "ecn_marks": 1.0,
    "pauses_ns": PICOSECOND_NS,
    "max_queue_bytes": 1.0,
    "utilisation": 1e-9,
}

#: Of several links these are not summed.
_LARGEST = ("max_queue_bytes",)
_MEAN = ("utilisation",)

#: Series of QPs, what their values are multiples of, and how many values one page has room for.
QP_SERIES = ("qp.rate_gbps", "qp.cwnd_bytes", "qp.rtt_ns", *(f"qp.evs_{state}" for state in STATES))
MAX_QP_VALUES = 3_000_000

#: Rows of events.csv on one page.
MAX_EVENTS = 20_000


def tell(results: Results) -> dict[str, Any]:
    """The contents of the page.

    @param results a run that has samples of port.tx_gbps
    @raise MotionError if it has nothing to show
    """
    fabric = read_fabric(results)
    grid = grid_of(results)
    samples = Samples(results, grid)
    if "port.tx_gbps" not in samples:
        raise MotionError(
            f"{results.path / 'samples.csv'}: no rows of port.tx_gbps, so the load of links is not known; "
            'allowed: a run with "port.tx_gbps" in measure.samples'
        )
    picture = lay_out(fabric, results.config["topology"])
    book = read_evs(results, fabric)
    return {
        **_heading(results),
        "grid": {**vars(grid), "end_ns": results.summary["sim_time_ns"]},
        "fabric": _fabric(fabric, picture),
        "load": _load(samples, fabric, picture, grid),
        "totals": _totals(results, fabric, picture),
        "jobs": _jobs(samples, grid),
        "spells": [_spell(spell, picture, fabric) for spell in read_spells(results, fabric)],
        "events": _events(results),
        "evs": _evs(book),
        "qps": _qps(samples, grid),
        "flows": pack_flows(results, fabric),
    }


def _heading(results: Results) -> dict[str, Any]:
    """What the run is, in one line, and the color of its transport."""
    summary = results.summary
    name = transport_of(str(summary["transport"])).label
    jobs = [str(job["type"]) for job in results.config.get("workload", []) if job.get("enabled", True)]
    parts = [
        name,
        f"{summary['hosts']} hosts",
        f"{summary['planes']} plane" + ("s" if summary["planes"] != 1 else ""),
        *([", ".join(dict.fromkeys(jobs))] if jobs else []),
        f"{summary['flows_completed']} of {summary['flows_total']} messages delivered",
    ]
    return {"name": str(summary["name"]), "lead": " · ".join(parts), "color": looks([name])[name].color}


def _fabric(fabric: Fabric, picture: Picture) -> dict[str, Any]:
    """The picture, and the names of all nodes."""
    return {
        "planes": fabric.planes,
        "coarse": picture.coarse,
        "ring": picture.ring,
        "names": [node.name for node in fabric.nodes],
        "nodeOf": picture.node_of,
        "nodes": [
            {
                "name": node.name,
                "tier": node.tier,
                "plane": node.plane,
                "x": round(node.x, 5),
                "y": round(node.y, 5),
                "n": len(node.members),
            }
            for node in picture.nodes
        ],
        "links": [
            {
                "name": stroke.name,
                "a": stroke.a,
                "b": stroke.b,
                "plane": stroke.plane,
                "n": len(stroke.members),
                "rate": sum(fabric.links[member].rate_gbps for member in stroke.members),
                "one": min(fabric.links[member].rate_gbps for member in stroke.members),
            }
            for stroke in picture.strokes
        ],
    }


def _direction_rows(fabric: Fabric, picture: Picture) -> np.ndarray:
    """The direction of the picture that each direction of the fabric is part of; -1: of none.

    Direction 2 x link is from a to b of the picture's link, 2 x link + 1 back.
    """
    rows = np.full(2 * len(fabric.links), -1)
    for number, stroke in enumerate(picture.strokes):
        for member in stroke.members:
            turned = picture.node_of[fabric.links[member].a] != stroke.a
            rows[2 * member] = 2 * number + (1 if turned else 0)
            rows[2 * member + 1] = 2 * number + (0 if turned else 1)
    return rows


def _load(samples: Samples, fabric: Fabric, picture: Picture, grid: Grid) -> dict[str, Any]:
    """Bytes sent, queues and pauses of every direction of the picture; of several links also the busiest."""
    rows = _direction_rows(fabric, picture)
    count = 2 * len(picture.strokes)

    def gather(kind: str, join: Any) -> np.ndarray:
        each = samples.matrix(kind, fabric.ports, len(rows))
        whole = np.zeros((count, grid.count))
        join.at(whole, rows[rows >= 0], each[rows >= 0])
        return whole

    sent = gather("port.tx_gbps", np.add)
    load = {
        "sent": pack(sent, grid.gbps_per_byte),
        "queue": pack(gather("port.queue_bytes", np.maximum)),
        "paused": pack(gather("port.paused", np.maximum), PICOSECOND_NS / grid.interval_ns),
        "hasQueue": "port.queue_bytes" in samples,
    }
    if picture.coarse:
        load["busiest"] = pack(gather("port.tx_gbps", np.maximum), grid.gbps_per_byte)
    return load


def _totals(results: Results, fabric: Fabric, picture: Picture) -> dict[str, Any]:
    """links.csv, of every direction of the picture."""
    rows = _direction_rows(fabric, picture)
    frame = results.links
    index = frame["index"].fillna(0).astype(int).astype(str)
    plain = frame["a"] + "--" + frame["b"]
    port = plain.map(fabric.ports).fillna((plain + "." + index).map(fabric.ports))
    place = rows[port.to_numpy(dtype=int)]
    count = 2 * len(picture.strokes)
    totals = {}
    members = np.bincount(place[place >= 0], minlength=count)
    for column, unit in TOTALS.items():
        values = np.zeros(count)
        cells = frame[column].fillna(0).to_numpy()
        join: Any = np.maximum if column in _LARGEST else np.add
        join.at(values, place[place >= 0], cells[place >= 0])
        totals[column] = pack(values / np.maximum(members, 1) if column in _MEAN else values, unit)
    return totals


def _jobs(samples: Samples, grid: Grid) -> dict[str, Any]:
    """Throughput of every job."""
    names = samples.objects("job.throughput_gbps")
    values = samples.matrix("job.throughput_gbps", numbered(names), len(names))
    return {"names": names, "throughput": pack(values, grid.gbps_per_byte)}


def _spell(spell: Spell, picture: Picture, fabric: Fabric) -> dict[str, Any]:
    """A fault, by the links and nodes of the picture."""
    stroke_of = {member: number for number, stroke in enumerate(picture.strokes) for member in stroke.members}
    names = [*(fabric.links[link].name for link in spell.links), *(fabric.nodes[n].name for n in spell.nodes)]
    return {
        "kind": spell.kind,
        "state": spell.state,
        "detail": spell.detail,
        "from": spell.start_ns,
        "to": spell.end_ns,
        "what": " ".join(names),
        "links": sorted({stroke_of[link] for link in spell.links if link in stroke_of}),
        "nodes": sorted({picture.node_of[node] for node in spell.nodes}),
    }


def _events(results: Results) -> dict[str, Any]:
    """events.csv, the first rows of it; those of faults and of EVs before others."""
    rows = results.events
    known = rows["kind"].isin(FAULT_EVENTS) | rows["kind"].str.startswith("ev-")
    kept = rows if len(rows) <= MAX_EVENTS else rows[known].head(MAX_EVENTS)
    cells = zip(kept["time_ns"], kept["kind"], kept["object"], kept["detail"])
    faults = sorted(set(rows["kind"]) & set(FAULT_EVENTS))
    return {"rows": [list(row) for row in cells], "left_out": len(rows) - len(kept), "faults": faults}


def _evs(book: EvBook) -> dict[str, Any]:
    """EVs of all QPs, and what becomes of them."""
    return {
        "qps": book.qps,
        "peers": book.peers,
        "first": book.first,
        "values": pack(book.values),
        "planes": pack(book.planes),
        "initial": pack(book.initial),
        "ways": pack(book.ways),
        "paths": _lists(book.paths),
        "changes": {
            "time_ns": pack(np.array([time for time, _, _ in book.changes]), PICOSECOND_NS),
            "ev": pack(np.array([number for _, number, _ in book.changes])),
            "state": pack(np.array([state for _, _, state in book.changes])),
        },
        "left_out": book.left_out,
        "states": list(STATES),
    }


def _lists(lists: list[list[int]]) -> dict[str, Any]:
    """Lists of whole numbers, one behind the other, and where each begins."""
    starts = np.cumsum([0, *(len(each) for each in lists)])
    return {"starts": pack(starts), "items": pack(np.array([item for each in lists for item in each]))}


def _qps(samples: Samples, grid: Grid) -> dict[str, Any]:
    """Series of QPs, as many kinds as there is room for."""
    names = sorted({name for kind in QP_SERIES for name in samples.objects(kind)}, key=_host_and_number)
    units = {"qp.rate_gbps": grid.gbps_per_byte, "qp.rtt_ns": PICOSECOND_NS}
    series, left_out, room = {}, [], MAX_QP_VALUES
    for kind in QP_SERIES:
        if kind not in samples:
            continue
        if len(names) * grid.count > room:
            left_out.append(kind)
            continue
        room -= len(names) * grid.count
        values = samples.matrix(kind, numbered(names), len(names), np.nan if kind in GAPS else 0.0)
        series[kind] = pack(values, units.get(kind, 1.0))
    return {"names": names, "series": series, "left_out": left_out}


def _host_and_number(name: str) -> tuple[int, str]:
    """Sorts h2/qp3 before h10/qp3."""
    return len(name), name
