# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What a figure runs, measures, shows and claims, without a run: from made-up results and values.

``python3 test/python/designs.py`` (with PYTHONPATH=experiments) records it in designs.json after a change that is meant.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import math
import random
import re
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import figures
import mrcbench.figure
import mrcbench.pair
import pandas as pd
import pytest
from mrcbench.results import COLUMNS, Results
from mrcbench.suite import evaluation
from mrcbench.suite.definition import Experiment, Measure
from mrcbench.suite.evaluation import Measured

RECORDED = Path(__file__).with_name("designs.json")
KNOWN = figures.list_figures(figures.FIGURES) + figures.list_figures(figures.FIGURES, validation=True)
PLOTS = ("bars", "cdf", "curve", "dots", "groups", "over_time")

#: What every number of its kind is where all are the same.
TIME, RATE, QUEUE, COUNT = 25e3, 50.0, 3e5, 7
USUAL = {"_ns": TIME, "_gbps": RATE, "queue_bytes": QUEUE}

#: Sampling times: fine while most figures have their faults, coarse up to the end of the longest.
TIMES = [*range(20_000, 1_000_000, 20_000), *range(1_000_000, 20_000_000, 100_000), *range(20_000_000, 310_000_001, 2_000_000)]
OBJECTS = {
    "host.rx_gbps": [f"h{host}" for host in range(4)], "plane.rx_gbps": ["3", "4"],
    "port.queue_bytes": ["p0-t0-0--h0"], "port.paused": ["p0-t0-0--h0", "p0-t0-1--h4"],
}  # fmt: skip
FAULTS = ("switch-silent", "switch-reboot", "link-down")


@contextlib.contextmanager
def plots_recorded() -> Iterator[None]:
    """Plots are the arguments of the calls that make them, in figures that are loaded meanwhile."""

    def recorder(kind: str) -> Callable[..., Any]:
        return lambda *args, title, text="", **kwargs: (kind, args, kwargs)

    with pytest.MonkeyPatch.context() as patch:
        for kind in PLOTS:
            patch.setattr(mrcbench.figure, kind, recorder(kind))
        patch.setattr(mrcbench.pair, "over_time", recorder("over_time"))
        yield


def plain(value: Any) -> Any:
    """A value as JSON; numbers with the digits that every machine has."""
    if isinstance(value, Measured):
        return "m"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        return [type(value).__name__, fields]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, range)):
        return [plain(each) for each in value]
    if isinstance(value, (bool, str)) or value is None:
        return value
    return f"{float(value):.6g}"


def digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(plain(value)).encode()).hexdigest()[:16]


def runs_of(figure: Experiment) -> Iterator[Any]:
    """All that decides on the results of the runs, in the order of the runs."""
    for quick in (False, True):
        for each in figure.simulations(quick):
            yield quick, each.folder, figure.settings(each, quick), each.run.may_stall, each.run.after
    for path in sorted({run.scenario for run in figure.runs}):
        yield json.loads(path.read_text(encoding="utf-8"))
    yield figure.program, figure.until_stop, figure.table, figure.grids, figure.references
    yield [(each.name, each.unit, each.most) for each in figure.measures.values()]


def made_up(figure: Experiment, world: int) -> Measured:
    """A figure with a value of every measure of every run that depends on their names alone."""

    def value(*names: object) -> float:
        part = zlib.crc32(f"{world} {names}".encode()) / 2**32
        return 4 ** (2 * part - 1)

    rows = [
        (each.case, each.run.key, *((each.point.sweep, each.point.at) if each.point else ("", math.nan)), each.seed, name,
         value(each.case, each.seed, name))
        for each in figure.simulations(quick=False) for name in figure.measures
    ]  # fmt: skip
    return Measured(figure, {}, pd.DataFrame(rows, columns=list(evaluation.COLUMNS)))


def said_of(figure: Experiment) -> dict[str, list[Any]]:
    """The plots, claims and answers of made-up values."""
    plots, claims = [], []
    for world in range(2):
        m = made_up(figure, world)
        plots += figure.draw(m)
        claims += [{**vars(claim), "text": re.findall(r"\d+", claim.text)} for claim in figure.claims(m)]
        claims += re.findall(r"[\d.]+", figure.answer(m))
    return {"plots": plots, "claims": claims}


def jobs_of(figure: Experiment) -> list[str]:
    found = {job["name"] for run in figure.runs for job in json.loads(run.scenario.read_text(encoding="utf-8")).get("workload", [])}
    return sorted(found) or ["job"]


class World(dict[str, Any]):
    """Made-up numbers: all of a kind are the same, or they are drawn."""

    def __init__(self, seed: int | None) -> None:
        self.rng = None if seed is None else random.Random(seed)

    def number(self, column: str) -> float:
        """A number of this column of a table."""
        usual = next((value for ending, value in USUAL.items() if column.endswith(ending)), COUNT)
        return usual if self.rng is None else round(usual * self.rng.uniform(1, 3))

    def rows(self, file: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
        """A table; columns without a value in these rows have a made-up one."""
        columns = COLUMNS[file]
        filled = [
            {name: row[name] if name in row else "x" if kind == "text" else self.number(name) for name, kind in columns.items()}
            for row in rows
        ]  # fmt: skip
        return pd.DataFrame(filled, columns=list(columns))


def results_of(figure: Experiment, folder: Path, seed: int | None) -> Results:
    """Made-up results of a run of a figure; with the seed None, all numbers of a kind are the same."""
    world, names = World(seed), jobs_of(figure)
    jobs, flows, samples, events = [], [], [], []
    for place, job in enumerate(names):
        start = 0.0
        for repetition in range(700):
            taken = world.number("duration_ns")
            end = start + taken
            jobs.append({"job": job, "repetition": repetition, "start_ns": start, "end_ns": end, "duration_ns": taken})
            start = end
        for part in range(4):
            start, taken = 700_000.0 * part * (seed is not None), world.number("fct_ns")
            flows.append({
                "job": job, "step": 0, "src": str(part), "dst": str(part + place), "qp": 0, "start_ns": start, "end_ns": start + taken,
                "fct_ns": taken, "bytes": world.number("bytes") * 5 if seed else RATE * TIME / 8, "completed": True,
                "retransmits": world.number("retransmits") + 3, "trims": 3, "packets": 10 * world.number("packets"),
            })  # fmt: skip
    for kind, objects in {"job.throughput_gbps": names, **OBJECTS}.items():
        samples += [
            {"time_ns": float(time), "kind": kind, "object": name, "value": world.number(kind)}
            for name in objects for time in TIMES
        ]  # fmt: skip
    for kind in ("ev-replaced", "ev-bad", "ev-good", "link-down"):
        for time in TIMES[10:60:3] if seed else ():
            events.append({"time_ns": time + world.number("x"), "kind": kind, "object": "h0/1", "detail": "plane 3 ev 0x3000 by 0x3001"})
    recovery = [{"fault": number, "what": what} for number, what in enumerate(FAULTS)]
    summary: dict[str, Any] = Summary(world, recovery=world.rows("recovery.csv", recovery).to_dict("records"))
    summary |= {"sim_time_ns": float(TIMES[-1] + 1), "flows_completed": 3, "flows_total": 4}
    config = {
        "topology": {"hostRate": "100Gbps", "planes": 4}, "transport": {"type": "mrc"}, "measure": {"sampleInterval": 0},
    }  # fmt: skip
    tables = {
        name: world.rows(f"{name}.csv", rows)
        for name, rows in (("jobs", jobs), ("flows", flows), ("samples", samples), ("events", events))
    }
    if seed is not None:
        write_captures(folder, world)
    return Results(folder, summary, config, **tables)


class Summary(dict[str, Any]):
    """A summary that has every key."""

    def __init__(self, world: World, **given: Any) -> None:
        super().__init__(given)
        self.world = world

    def get(self, key: str, default: Any = None) -> Any:
        return self[key]

    def __missing__(self, key: str) -> float:
        drawn = self.world.rng is not None
        return World(zlib.crc32(key.encode()) if drawn else None).number(key)


def write_captures(folder: Path, world: World) -> None:
    """Captures in which two EVs of two pairs of hosts send packets again and again."""
    (folder / "pcap").mkdir(exist_ok=True)
    rows = [
        (time + 1, "tx", world.number("bytes") * 100, host, host + 2, ev, host, psn % 7, 100)
        for psn, time in enumerate(TIMES) for host in (0, 1) for ev in (0x3000, 0x3001)
    ]  # fmt: skip
    names = ["time_ns", "direction", "bytes", "src_host", "dst_host", "ev", "dest_qpn", "psn", "payload_bytes"]
    pd.DataFrame(rows, columns=names).to_csv(folder / "pcap" / "h0.csv", index=False)


def value_of(measure: Measure, results: Results, figure: Experiment) -> float:
    """The number of a measure, to which a job alone takes half of the time."""
    if not measure.alone:
        return measure.value(results, {})
    jobs = results.jobs.assign(duration_ns=results.jobs["duration_ns"] / 2)
    return measure.value(results, dict.fromkeys(jobs_of(figure), results.changed(jobs=jobs)))


def measured(figure: Experiment, folder: Path) -> dict[str, str]:
    """The numbers of drawn results, by measure; a second one if it differs and is known where no fault has numbers."""
    results = results_of(figure, folder, 1)
    faults = [dict.fromkeys(row, math.nan) | {key: row[key] for key in ("fault", "what")} for row in results.summary["recovery"]]
    without = results.changed(summary=Summary(World(1), **{**results.summary, "recovery": faults}))
    found = {}
    for name, measure in figure.measures.items():
        numbers = [value_of(measure, each, figure) for each in (results, without)]
        known = dict.fromkeys(f"{number:.5g}" for number in numbers if not math.isnan(number))
        found[name] = ", ".join(known)
    return found


def design(name: str, folder: Path) -> dict[str, Any]:
    """All that is recorded about a figure."""
    with plots_recorded():
        sizes = [figures.load(name, figures.FIGURES, full) for full in (False, True)]
        parts = [{"runs": list(runs_of(each)), **said_of(each)} for each in sizes]
    found = {key: digest([each[key] for each in parts]) for key in parts[0]}
    return {**found, "measures": measured(sizes[0], folder)}


def record() -> None:
    with tempfile.TemporaryDirectory() as folder:
        found = {name: design(name, Path(folder)) for name in KNOWN}
    RECORDED.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
