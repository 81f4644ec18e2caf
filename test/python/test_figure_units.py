# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Units of the measures of all figures: in made-up results in which all times, rates and queues are equal, a measure in
us is that time in us, a measure in Gb/s that rate, and a measure in MB that queue. Units of the axes of their plots."""

from __future__ import annotations

import contextlib
import functools
import json
import math
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import figures
import mrcbench.figure
import pandas as pd
import pytest
from mrcbench import measure, units
from mrcbench.drawing.experiment import Plot
from mrcbench.figure import Measure
from mrcbench.results import COLUMNS, Results
from mrcbench.suite import evaluation
from mrcbench.suite.definition import Experiment
from mrcbench.suite.evaluation import Measured

KNOWN = figures.list_figures(figures.FIGURES) + figures.list_figures(figures.FIGURES, validation=True)
TIME, RATE, QUEUE, COUNT = 25e3, 50.0, 3e5, 7  # ns, Gb/s, B
USUAL = {"_ns": TIME, "_gbps": RATE, "queue_bytes": QUEUE}

#: The expected number of each unit, and whether a multiple is right too: a sum over jobs, or 0 without captures.
EXPECTED = {
    "us": (TIME / 1e3, False), "ms": (TIME / 1e6, False), "MB": (QUEUE / 1e6, False),
    "Gb/s": (RATE, True), "GB/s": (RATE / 8, True),
}  # fmt: skip

#: Sampling times: fine while most figures have their faults, coarse up to the end of the longest.
TIMES = [*range(20_000, 1_000_000, 20_000), *range(1_000_000, 20_000_000, 100_000), *range(20_000_000, 310_000_001, 2_000_000)]
OBJECTS = {
    "host.rx_gbps": [f"h{host}" for host in range(4)], "plane.rx_gbps": ["3", "4"],
    "port.queue_bytes": ["p0-t0-0--h0"], "port.paused": ["p0-t0-0--h0", "p0-t0-1--h4"],
}  # fmt: skip


def number(column: str) -> float:
    """The number that all columns of this kind have."""
    return next((value for ending, value in USUAL.items() if column.endswith(ending)), COUNT)


class Summary(dict[str, Any]):
    """A summary that has every key."""

    def get(self, key: str, default: Any = None) -> Any:
        return self[key]

    def __missing__(self, key: str) -> float:
        return number(key)


def table(name: str, rows: list[dict[str, Any]]) -> pd.DataFrame:
    """A table of results; rows get the numbers that they lack."""
    columns = COLUMNS[f"{name}.csv"]
    filled = [{column: row.get(column, "x" if kind == "text" else number(column)) for column, kind in columns.items()} for row in rows]
    return pd.DataFrame(filled, columns=list(columns))


def jobs_of(figure: Experiment) -> list[str]:
    found = {job["name"] for run in figure.runs for job in json.loads(run.scenario.read_text(encoding="utf-8")).get("workload", [])}
    return sorted(found) or ["job"]


def results_of(figure: Experiment) -> Results:
    """Results with the jobs of a figure, all of whose repetitions and flows take equally long."""
    names = jobs_of(figure)
    jobs = [{"job": job, "repetition": place, "start_ns": place * TIME, "end_ns": (place + 1) * TIME, "duration_ns": TIME}
            for job in names for place in range(700)]  # fmt: skip
    flows = [{"job": job, "step": 0, "src": str(part), "dst": str(part + place), "qp": 0, "start_ns": 0.0, "end_ns": TIME,
              "fct_ns": TIME, "bytes": RATE * TIME / 8, "completed": True, "packets": 10 * COUNT}
             for place, job in enumerate(names) for part in range(4)]  # fmt: skip
    samples = [{"time_ns": float(time), "kind": kind, "object": name, "value": number(kind)}
               for kind, objects in {"job.throughput_gbps": names, **OBJECTS}.items()
               for name in objects for time in TIMES]  # fmt: skip
    faults = [{"fault": place, "what": what} for place, what in enumerate(("switch-silent", "switch-reboot", "link-down"))]
    summary = Summary(recovery=table("recovery", faults).to_dict("records"), sim_time_ns=TIMES[-1] + 1.0)
    config = {"topology": {"hostRate": "100Gbps", "planes": 4}, "transport": {"type": "mrc", "mtu": 4096}, "measure": {"sampleInterval": 0}}
    return Results(
        Path(), summary, config, jobs=table("jobs", jobs), flows=table("flows", flows),
        samples=table("samples", samples), events=table("events", []),
    )  # fmt: skip


@functools.cache
def measured(name: str) -> tuple[Experiment, list[tuple[Measure, float]]]:
    """A figure, and the numbers of its measures; a job alone takes as long as with others."""
    figure = figures.load(name, figures.FIGURES)
    results = results_of(figure)
    alone = dict.fromkeys(jobs_of(figure), results)
    return figure, [(each, each.value(results, alone if each.alone else {})) for each in figure.measures.values()]


@pytest.mark.parametrize("name", KNOWN)
def test_a_measure_is_in_its_unit(name: str) -> None:
    figure, values = measured(name)
    for each, value in values:
        if each.unit not in EXPECTED or math.isnan(value) or each.of is measure.payload:
            continue
        usual, multiple = EXPECTED[each.unit]
        times = round(value / usual) if multiple else 1
        assert 0 <= times <= 2 * len(jobs_of(figure)), (each.name, value)
        assert value == pytest.approx(times * usual), (each.name, value)


#: Measures without data in the made-up results, which have no transfers of several intervals, and no events of EVs or repairs.
ABSENT = {"dcqcn-fairness": {"jain", "least"}, "fig12": {"after"}, "trim-incast": {"repair", "repair99"}}


@pytest.mark.parametrize("name", KNOWN)
def test_a_measure_is_a_number_where_there_is_something_to_measure(name: str) -> None:
    assert {each.name for each, value in measured(name)[1] if math.isnan(value)} == ABSENT.get(name, set())


@pytest.mark.parametrize("name", KNOWN)
def test_every_measure_is_shown(name: str) -> None:
    """In a table if it has a label for that; or in a plot, claim or answer, which name it a second time in the program."""
    figure = figures.load(name, figures.FIGURES)
    text = (figures.FIGURES / name / "figure.py").read_text(encoding="utf-8")
    assert figure.table
    assert [key for key, each in figure.measures.items() if each.label and key not in {*figure.table, *figure.grids}] == []
    assert [key for key in figure.measures if key not in figure.table and len(re.findall(rf"\b{key}\b", text)) < 2] == []


@pytest.mark.parametrize("name", ["validation-uet-2-tiers", "validation-uet-3-tiers"])
def test_reps_alone_has_a_sack_per_packet(name: str) -> None:
    """As in uet-htsim: REPS recycles the entropy value of each packet that is acknowledged."""
    for run in figures.load(name, figures.FIGURES, True).runs:
        settings = " ".join(run.settings)
        assert ("SackThresholdBytes" in settings) == ('pathSelector="reps"' in settings), run.key


#: Factors from the unit of an axis to that of settings, which have ns, B, and parts of a whole.
UNITS = {"ms": 1e6, "us": 1e3, "MB": 1e6, "KB": 1e3, "%": 0.01, "": 1}

#: Numbers of hosts in figures whose settings are of a pair of hosts, and whose places are of one host and all others.
PER_PAIR = {"fig17": 64}


def value_of(text: str) -> Any:
    """The value of a setting."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def numbers_of(value: Any) -> Iterator[float]:
    """The numbers in the value of a setting: also times and sizes, and how many hosts it names."""
    if isinstance(value, list):
        yield len(value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from numbers_of(part)
        if "to" in value:
            yield value["to"] - value["from"] + 1
    elif isinstance(value, str):
        for read in (units.time_ns, units.size_bytes):
            with contextlib.suppress(ValueError):
                yield read(value)
    else:
        yield value


def units_of_axes(figure: Experiment) -> set[float]:
    """Factors from the units of the horizontal axes of a figure to those of settings."""
    plots = figure.draw(Measured(figure, {}, evaluation.tabulate(figure, {})))
    labels = [axes.get_xlabel().replace(", log scale", "").replace(" (log scale)", "") for plot in plots for axes in plot.picture.axes]
    return {UNITS[unit[1] if unit else ""] for label in labels for unit in [re.search(r"\((\S+)\)$", label)]}


@pytest.mark.parametrize("full", [False, True], ids=["small", "full"])
@pytest.mark.parametrize("name", KNOWN)
def test_a_place_on_an_axis_is_the_number_of_a_setting_in_the_unit_of_the_axis(name: str, full: bool) -> None:
    figure = figures.load(name, figures.FIGURES, full)
    places = [point for point in figure.points if not math.isnan(point.at)]
    allowed = units_of_axes(figure) if places else set()
    for point in places:
        values = [value_of(setting.partition("=")[2]) for setting in point.settings]
        numbers = [PER_PAIR.get(name, 1) * number for value in values for number in numbers_of(value)]
        assert any(number == pytest.approx(point.at * unit) for number in numbers for unit in allowed), point.label


@pytest.mark.parametrize("name", KNOWN)
def test_an_axis_of_values_has_the_unit_of_its_measure(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    labels: list[tuple[str, str]] = []

    def noting(draw: Callable[..., Plot]) -> Callable[..., Plot]:
        def plot(m: Measured, measure: str, *arguments: Any, ylabel: str, **options: Any) -> Plot:
            labels.append((measure, ylabel))
            return draw(m, measure, *arguments, ylabel=ylabel, **options)

        return plot

    for kind in ("bars", "curve", "groups"):
        monkeypatch.setattr(mrcbench.figure, kind, noting(getattr(mrcbench.figure, kind)))
    figure = figures.load(name, figures.FIGURES)
    assert list(figure.draw(Measured(figure, {}, evaluation.tabulate(figure, {}))))
    for each, label in labels:
        unit = re.search(r"\((\S+)[^)]*\)$", label)
        assert figure.measures[each].unit == (unit[1] if unit else label if label in EXPECTED else ""), label
