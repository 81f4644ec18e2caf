# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""All data of the page of a run, as one object for JSON."""

from __future__ import annotations

import base64
import math
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from .. import units
from ..evs import STATES, read_ev_history
from ..faults import Fault, broken
from ..layout import Picture, lay_out
from ..network import Network, line_rates, natural, read_network
from ..reference import FAULT_EVENTS
from ..results import GAPS, Results, ResultsError
from ..style import color_of
from ..table import counted
from ..transports import enabled_jobs, label_of
from .captions import captions

#: Columns of links.csv that the page shows as totals, and the reduction of several links to one.
TOTALS = {
    **dict.fromkeys(("bytes", "packets", "drops", "trims", "ecn_marks", "pauses_ns"), "sum"),
    "max_queue_bytes": "max",
    "utilisation": "mean",
}

#: Columns of flows.csv on the page in addition to the ends and the job.
FLOW_COLUMNS = ("flow", "step", "qp", "bytes", "start_ns", "end_ns", "slowdown", "retransmits", "trims")

#: Series of QPs, and most values of them on one page.
QP_SERIES = ("qp.rate_gbps", "qp.cwnd_bytes", "qp.rtt_ns", *(f"qp.evs_{state}" for state in STATES))
MAX_QP_VALUES = 3_000_000

#: Most rows of events.csv, of flows.csv and most ends of steps on one page; the last two are the first in
#: order of time.
MAX_EVENTS = 20_000
MAX_FLOWS = 60_000
MAX_STEPS = 1000


def pack(values: ArrayLike) -> dict[str, Any]:
    """Exact numbers for the page as compressed bytes of a typed array; NaN for unknown ones."""
    numbers = np.asarray(values, dtype=float)
    small = bool(((numbers >= 0) & (numbers < 2**32) & (numbers % 1 == 0)).all())
    data = zlib.compress(numbers.astype("<u4" if small else "<f8").tobytes(), 9)
    return {
        "shape": list(numbers.shape),
        "type": "Uint32Array" if small else "Float64Array",
        "data": base64.b64encode(data).decode("ascii"),
    }


def page_data(results: Results, end_ns: float = 0) -> dict[str, Any]:
    """The contents of the page.

    @param results a run that has samples of port.tx_gbps
    @param end_ns the end of the page, if it is later than that of the run
    @raise ResultsError if the run has no samples of port.tx_gbps
    """
    network = read_network(results)
    rates = line_rates(results, network)
    measure = results.config.get("measure", {})
    interval = units.time_ns(measure.get("sampleInterval", 0)) if isinstance(measure, dict) else 0
    file = results.path / "samples.csv"
    if results.samples.empty or not interval > 0:
        raise ResultsError(
            f"{file}: no samples, so nothing moves; measure.sampleInterval sets how often a run is sampled"
        )
    if results.sampled("port.tx_gbps").empty:
        raise ResultsError(
            f"{file}: no rows of port.tx_gbps, so the load of links is not known; "
            'allowed: a run with "port.tx_gbps" in measure.samples'
        )
    picture = lay_out(network, results.config["topology"])
    directions = picture_directions(network, picture)
    own_end, count = results.summary["sim_time_ns"], len(results.sample_times())
    if end_ns > own_end:
        count = math.ceil(end_ns / interval - 1e-9)
    end_ns = max(end_ns, own_end)
    return {
        **_heading(results),
        "grid": {"interval_ns": interval, "count": count, "end_ns": end_ns},
        "fabric": _fabric(network, picture, rates),
        "load": _load(results, network, picture, directions, count),
        "totals": _totals(results, 2 * len(picture.lines), directions[network.rows]),
        "jobs": _jobs(results, count),
        "faults": [_fault(fault, picture, network) for fault in broken(results, network, rates)],
        "captions": captions(results),
        "events": _events(results),
        "evs": _evs(results, network),
        "qps": _qps(results, count),
        "flows": _flows(results, network),
    }


def _heading(results: Results) -> dict[str, Any]:
    """The run in one line, and the color of its transport."""
    summary = results.summary
    name = label_of(results, with_qps=False)
    jobs = [str(job["type"]) for job in enabled_jobs(results).values()]
    parts = [
        name,
        f"{summary['hosts']} hosts",
        counted(summary["planes"], "plane"),
        *([", ".join(dict.fromkeys(jobs))] if jobs else []),
        f"{summary['flows_completed']} of {summary['flows_total']} messages delivered",
    ]
    return {"name": str(summary["name"]), "lead": " · ".join(parts), "color": color_of(name)}


def _fabric(network: Network, picture: Picture, rates: list[float]) -> dict[str, Any]:
    """The picture, and the names of all nodes."""
    return {
        "planes": network.planes,
        "coarse": picture.coarse,
        "ring": picture.ring,
        "names": [node.name for node in network.nodes],
        "nodeOf": picture.box_of,
        "nodes": [
            {
                **{key: getattr(box, key) for key in ("name", "tier", "plane")},
                "x": round(box.x, 5),
                "y": round(box.y, 5),
                "n": len(box.members),
            }
            for box in picture.boxes
        ],
        "links": [
            {
                **{key: getattr(line, key) for key in ("name", "a", "b", "plane")},
                "n": len(line.members),
                "rate": sum(rates[member] for member in line.members),
                "one": min(rates[member] for member in line.members),
            }
            for line in picture.lines
        ],
    }


def picture_directions(network: Network, picture: Picture) -> np.ndarray:
    """The direction of the picture that contains each direction of the network; -1: none.

    Direction 2 x link is from a to b of the picture's link, 2 x link + 1 back.
    """
    found = np.full(2 * len(network.links), -1)
    for number, line in enumerate(picture.lines):
        for member in line.members:
            turned = int(picture.box_of[network.links[member].a] != line.a)
            found[2 * member : 2 * member + 2] = 2 * number + turned, 2 * number + 1 - turned
    return found


def _samples(
    results: Results, kind: str, count: int, wanted: Callable[[str], bool] | None = None
) -> pd.DataFrame:
    """A row per object; columns after the end of the run are as if nothing was sampled."""
    table = results.over_time(kind, wanted)
    if count <= len(table):
        return table.T
    late = np.full((count - len(table), len(table.columns)), np.nan if kind in GAPS else 0.0)
    return pd.concat([table, pd.DataFrame(late, columns=table.columns)]).T


def _load(
    results: Results, network: Network, picture: Picture, directions: np.ndarray, count: int
) -> dict[str, Any]:
    """Rates, queues and pauses of every direction of the picture; for several links also the busiest one.

    The deepest queue is that of the whole run, and may be between two samples.
    """
    place = {name: directions[port] for name, port in network.ports.items() if directions[port] >= 0}

    def pack_kind(kind: str, join: str = "max") -> dict[str, Any]:
        table = _samples(results, kind, count, place.__contains__)
        joined = table.groupby(place).agg(join).reindex(range(2 * len(picture.lines)), fill_value=0.0)
        return pack(joined)

    queues = results.sampled("port.queue_bytes")
    sampled = queues["value"][queues["object"].isin(place)].max() if len(queues) else 0.0
    ever = results.links["max_queue_bytes"][directions[network.rows] >= 0].max()
    load = {
        "sent": pack_kind("port.tx_gbps", "sum"),
        "queue": pack_kind("port.queue_bytes"),
        "paused": pack_kind("port.paused"),
        "hasQueue": not queues.empty,
        "sampled": float(np.nan_to_num(sampled)),
        "deepest": float(np.nanmax([0.0, sampled, ever])),
    }
    if picture.coarse:
        load["busiest"] = pack_kind("port.tx_gbps")
    return load


def _totals(results: Results, count: int, direction: np.ndarray) -> dict[str, Any]:
    """Totals of links.csv for every direction of the picture.

    @param direction the direction of each row
    """
    rows = results.links.fillna(0)[direction >= 0].groupby(direction[direction >= 0])
    return {
        column: pack(rows[column].agg(join).reindex(range(count), fill_value=0.0))
        for column, join in TOTALS.items()
    }


def _jobs(results: Results, count: int) -> dict[str, Any]:
    """Throughput of every job, the greatest, and the ends of steps and of repetitions."""
    names = list(results.sampled("job.throughput_gbps")["object"].unique())
    rates = _samples(results, "job.throughput_gbps", count).loc[names]
    return {
        "names": names,
        "throughput": pack(rates),
        "most": float(np.nanmax(rates.to_numpy(), initial=0)),
        "steps": _steps(results),
    }


def _steps(results: Results) -> list[tuple[float, str]]:
    """The ends of steps of training jobs, and of repetitions of others, in order of time."""
    rows = results.jobs[results.jobs["end_ns"].notna()]
    repeated = rows[rows.duplicated("job", keep=False)]
    ends = [(row.end_ns, f"{row.job}, repetition {row.repetition}") for row in repeated.itertuples()]
    steps = results.steps.dropna(subset="end_ns")
    ends += [(row.end_ns, f"{row.job}, step {row.step}") for row in steps.itertuples()]
    return sorted(ends)[:MAX_STEPS]


def _fault(fault: Fault, picture: Picture, network: Network) -> dict[str, Any]:
    """A fault, with its links and nodes of the picture."""
    links, nodes = network.find(fault.names)
    names = [*(network.links[link].name for link in sorted(links)), *(network.nodes[n].name for n in nodes)]
    return {
        "kind": fault.what,
        "state": fault.state,
        "detail": fault.detail,
        "from": fault.start_ns,
        "to": fault.end_ns,
        "what": " ".join(names),
        "links": [number for number, line in enumerate(picture.lines) if links.intersection(line.members)],
        "nodes": sorted({picture.box_of[node] for node in nodes}),
    }


def _events(results: Results) -> dict[str, Any]:
    """Rows of events.csv; if there are too many, the first ones of faults and of EVs."""
    rows = results.events
    if len(rows) > MAX_EVENTS:
        rows = rows[rows["kind"].isin(FAULT_EVENTS) | rows["kind"].str.startswith("ev-")].head(MAX_EVENTS)
    cells = rows[["time_ns", "kind", "object", "detail"]].to_numpy().tolist()
    return {"rows": cells, "left_out": len(results.events) - len(rows)}


def _evs(results: Results, network: Network) -> dict[str, Any]:
    """EVs of all QPs, and their states over time."""
    history = read_ev_history(results, network)
    evs, changes = history.evs, history.changes
    qps = evs.drop_duplicates("qp")
    return {
        "qps": list(qps["qp"]),
        "peers": list(qps["peer"]),
        "first": [*qps.index, len(evs)],
        "values": pack(evs["value"]),
        "planes": pack(evs["plane"]),
        "initial": pack(evs["initial"]),
        "path": pack(evs["path"]),
        "paths": {
            "lengths": pack([len(path) for path in history.paths]),
            "items": pack([switch for path in history.paths for switch in path]),
        },
        "changes": {column: pack(changes[column]) for column in ("time_ns", "ev", "state")},
        "left_out": history.left_out,
        "states": list(STATES),
    }


def _qps(results: Results, count: int) -> dict[str, Any]:
    """Series of QPs, as many kinds as fit."""
    kinds = [kind for kind in QP_SERIES if not results.sampled(kind).empty]
    names = sorted({name for kind in kinds for name in results.sampled(kind)["object"].unique()}, key=natural)
    most = MAX_QP_VALUES // max(1, len(names) * count)
    series = {}
    for kind in kinds[:most]:
        table = _samples(results, kind, count)
        series[kind] = pack(table.reindex(names, fill_value=np.nan if kind in GAPS else 0.0))
    return {"names": names, "series": series, "left_out": kinds[most:]}


def _flows(results: Results, network: Network) -> dict[str, Any]:
    """Columns of flows.csv in order of start time.

    @return "jobs" (names), "total" (rows of the file), and "columns", packed; src and dst are numbers of
        nodes plus 1, or 0 for nodes that are not in the network
    """
    rows = results.flows
    started = rows[rows["start_ns"].notna()].sort_values("start_ns", kind="stable").head(MAX_FLOWS)
    started = started.assign(flow=pd.to_numeric(started["flow"], errors="coerce"))
    started.loc[~started["completed"], ["end_ns", "slowdown"]] = np.nan
    job, jobs = pd.factorize(started["job"])
    columns = {name: pack(started[name]) for name in FLOW_COLUMNS}
    hosts = _host_numbers(results, network)
    for end in ("src", "dst"):
        columns[end] = pack(started[end].map(hosts).fillna(-1) + 1)
    return {"jobs": list(jobs), "total": len(rows), "columns": {**columns, "job": pack(job)}}


def _host_numbers(results: Results, network: Network) -> dict[str, int]:
    """Numbers of the hosts by their names in flows.csv, which are their places in the configuration."""
    topology = results.config["topology"]
    if "nodes" not in topology:
        return {network.nodes[host].name.lstrip("h"): host for host in network.hosts}
    names = [node["name"] for node in topology["nodes"] if node["type"] == "host"]
    return {str(place): network.numbers[name] for place, name in enumerate(names) if name in network.numbers}
