# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the plots of a run's page draw, against another reading of its CSV files, with plain Python."""

from __future__ import annotations

import csv
import json
import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from mrcbench import evs as events_of_evs
from mrcbench.network import natural
from mrcbench.results import Results, open_results
from mrcbench.runreport import evs, flows, heat, samples, timelines
from running import needs_simulator, run_document

#: Senders that share a receiver, a job beside them, a fault in between, and enough samples to make lines thinner.
SCENARIO: dict[str, Any] = {
    "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4, "planes": 2, "hostRate": "100Gbps"},
    "workload": [
        {"name": "load", "type": "incast", "receiver": 0, "senders": [4, 5, 6], "bytes": "4MB", "qps": 2},
        {"name": "other", "type": "all-reduce", "hosts": [3, 7], "bytes": "1MB", "repeat": 3, "start": "7us"},
    ],
    "faults": [{"at": "20us", "what": "switch-silent", "switch": {"plane": 1, "t1": 0}, "for": "600us"}],
    "measure": {
        "sampleInterval": "250ns", "links": "all",
        "samples": [
            "host.rx_gbps", "job.throughput_gbps", "port.queue_bytes", "port.paused", "port.tx_gbps", "qp.cwnd_bytes",
            "qp.rtt_ns", "qp.evs_skip", "qp.evs_bad", "qp.evs_denied",
        ],
    },
}  # fmt: skip
INTERVAL_NS = 250

#: Settings of each transport. RoCE's queues reach the thresholds of PFC.
TRANSPORTS: dict[str, dict[str, Any]] = {
    "mrc": {},
    "roce": {
        "topology": {**SCENARIO["topology"], "planes": 1},
        "faults": [{"at": "20us", "what": "link-down", "link": {"plane": 0, "t0": 1, "t1": 1}, "for": "30us"}],
        "switch": {"ecn": {"enabled": False}},
    },
}

Point = tuple[float, float]


@pytest.fixture(scope="module", params=TRANSPORTS)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Results:
    folder = tmp_path_factory.mktemp(request.param)
    return open_results(run_document(folder, {**SCENARIO, **TRANSPORTS[request.param], "transport": {"type": request.param}}))


def rows_of(run: Results, file: str) -> list[dict[str, str]]:
    """The rows of a file."""
    with (run.path / file).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def times_of(run: Results) -> list[float]:
    """The sampling times, ns."""
    summary = json.loads((run.path / "summary.json").read_text(encoding="utf-8"))
    return [float(INTERVAL_NS * number) for number in range(1, math.ceil(summary["sim_time_ns"] / INTERVAL_NS))]


def values_of(run: Results, kind: str) -> dict[str, dict[float, float]]:
    """The samples of a kind, by object and time."""
    found: dict[str, dict[float, float]] = defaultdict(dict)
    for row in rows_of(run, "samples.csv"):
        if row["kind"] == kind:
            found[row["object"]][float(row["time_ns"])] = float(row["value"])
    return found


def thinned(points: Iterable[Point], most: int = 500) -> list[Point]:
    """Means of as many neighbors as needed, at the last of their times."""
    points = list(points)
    size = math.ceil(len(points) / most) or 1
    groups = [points[at : at + size] for at in range(0, len(points), size)]
    return [(group[-1][0], sum(value for _, value in group) / len(group)) for group in groups]


def nearest_rank(values: Iterable[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[math.ceil(part * len(ordered)) - 1]


def lines(axis: Axes) -> dict[str, list[Point]]:
    """The lines of an axis that have a name in its legend, as points."""
    found = {}
    for line in axis.get_lines():
        if not str(line.get_label()).startswith("_"):
            x, y = (np.asarray(values, dtype=float) for values in line.get_data())
            found[str(line.get_label())] = list(zip(x, y))
    return found


def panel(figure: Figure | None, label: str) -> Axes:
    """The panel whose vertical axis has this label."""
    assert figure is not None
    return next(axis for axis in figure.axes if axis.get_ylabel() == label)


def same(drawn: dict[str, list[Point]], expected: dict[str, list[Point]], unit: float) -> None:
    """Lines are the same; times of the expected ones are in ns, the drawn ones in this unit."""
    assert drawn.keys() == expected.keys()
    for name, points in expected.items():
        assert drawn[name] == [pytest.approx((at / unit, value), rel=1e-9, abs=1e-12) for at, value in points], name


def unit_of(run: Results) -> float:
    return timelines.clock_of(run).unit


def zero_filled(run: Results, values: dict[float, float], scale: float = 1) -> list[Point]:
    """A line with zeros where there is no sample."""
    return thinned((at, values.get(at, 0) / scale) for at in times_of(run))


@needs_simulator
def test_jobs_over_time(run: Results) -> None:
    axis = panel(samples.throughput_over_time(run, "MRC"), "jobs, payload (Gb/s)")
    same(lines(axis), {job: zero_filled(run, own) for job, own in values_of(run, "job.throughput_gbps").items()}, unit_of(run))


@needs_simulator
def test_hosts_over_time(run: Results) -> None:
    axis = panel(samples.throughput_over_time(run, "MRC"), "host, frames (Gb/s)")
    received = values_of(run, "host.rx_gbps")
    # Those that send data alone receive only answers
    expected = {name: zero_filled(run, received[name]) for name in ("h0", "h3", "h7")}
    same(lines(axis), expected, unit_of(run))


@needs_simulator
def test_longest_queues(run: Results) -> None:
    axis = panel(samples.queues_and_windows(run, "MRC"), "queue (kB)")
    queues = values_of(run, "port.queue_bytes")
    order = sorted((-max(own.values()), -sum(own.values()), name) for name, own in queues.items() if max(own.values()) > 0)
    same(lines(axis), {name: zero_filled(run, queues[name], 1000) for _, _, name in order[:5]}, unit_of(run))


@needs_simulator
@pytest.mark.parametrize("kind, label", [("qp.cwnd_bytes", "window (kB)"), ("qp.rtt_ns", "round trip (us)")])
def test_the_median_and_the_band_of_qps(run: Results, kind: str, label: str) -> None:
    by_time: dict[float, list[float]] = defaultdict(list)
    found = values_of(run, kind)
    for own in found.values():
        for at, value in own.items():
            by_time[at].append(value / 1000)
    if not found:
        pytest.skip("the transport has none")
    axis = panel(samples.queues_and_windows(run, "MRC"), label)
    at = [time for time in times_of(run) if time in by_time]

    def part(share: float) -> list[Point]:
        return thinned((time, nearest_rank(by_time[time], share)) for time in at)

    same(lines(axis), {f"median of {len(found)} QP ends": part(0.5)}, unit_of(run))
    (band,) = (each for each in axis.collections if each.get_label() == "80 % of them")
    corners = {tuple(np.round(corner, 6)) for corner in band.get_paths()[0].vertices}
    for share in (0.1, 0.9):
        assert {tuple(np.round((time / unit_of(run), value), 6)) for time, value in part(share)} <= corners


@needs_simulator
def test_states_of_evs(run: Results) -> None:
    figure = evs.ev_states(run)
    states = {name: values_of(run, f"qp.evs_{name}") for name in ("skip", "bad", "denied")}
    sums = {
        name: {at: sum(own.get(at, 0) for own in objects.values()) for at in times_of(run)}
        for name, objects in states.items()
        if any(value for own in objects.values() for value in own.values())
    }
    assert (figure is None) == (not sums)
    if figure:
        same(lines(figure.axes[0]), {name: zero_filled(run, own) for name, own in sums.items()}, unit_of(run))


@needs_simulator
def test_evs_out_of_use(run: Results) -> None:
    events = events_of_evs.ev_events(run)
    if events.empty:
        pytest.skip("no EV changes its state")
    steps: dict[str, list[Point]] = defaultdict(lambda: [(0, 0)])
    away: set[tuple[str, str]] = set()
    for row in sorted(rows_of(run, "events.csv"), key=lambda row: float(row["time_ns"])):
        if row["kind"] in ("ev-bad", "ev-denied", "ev-good", "ev-enabled", "ev-changed", "ev-skip"):
            words = row["detail"].split()
            name, ev = " ".join(words[:2]), (row["object"], " ".join(words[:4]))  # plane N; plane N ev 0x...
            before = len(away)
            (away.add if row["kind"] in ("ev-bad", "ev-denied") else away.discard)(ev)
            if len(away) != before:
                number = sum(f"{name} " in detail for _, detail in away)
                steps[name].append((float(row["time_ns"]), number))
    end = timelines.clock_of(run).end_ns
    expected = {name: [*points, (end, points[-1][1])] for name, points in steps.items()}
    axis = panel(evs.ev_timeline(run, events), "EVs out of use")
    same(lines(axis), expected, unit_of(run))
    assert all(line.get_drawstyle() == "steps-post" for line in axis.get_lines() if line.get_label() in expected)


@needs_simulator
def test_times_of_transfers(run: Results) -> None:
    """Every step of the distribution is one transfer; the dot is the slowest."""
    ends: dict[tuple[str, ...], float] = {}  # of the parts of each transfer
    for row in rows_of(run, "flows.csv"):
        transfer = row["job"], row["step"], row["src"], row["dst"], row["start_ns"]
        ends[transfer] = max(ends.get(transfer, 0), float(row["end_ns"]))
    by_job: dict[str, list[float]] = defaultdict(list)
    for transfer, end in ends.items():
        by_job[transfer[0]].append((end - float(transfer[-1])) / 1000)
    axis = flows.flow_times(run).axes[0]
    drawn = [(np.asarray(x).tolist(), np.asarray(y).tolist()) for x, y in (line.get_data() for line in axis.get_lines())]
    for times in by_job.values():
        times.sort()
        shares = [(place + 1) / len(times) for place in range(len(times))]
        assert ([times[0], *times], [0, *shares]) in [(pytest.approx(x), pytest.approx(y)) for x, y in drawn]
        assert any(np.allclose(x, times[-1]) and np.allclose(y, 1) for x, y in drawn if len(np.atleast_1d(x)) == 1)


@needs_simulator
def test_loads_of_links(run: Results) -> None:
    expected = {
        (row["tier"], int(row["plane"]), row["a"], row["b"]): float(row["utilisation"])
        for row in rows_of(run, "links.csv")
        if "host" not in row["tier"]
    }
    drawn = {
        (one.tier, one.plane, a, b): value
        for one in heat.maps(run)
        for a, row in one.values.iterrows()
        for b, value in row.items()
    }
    assert drawn == expected


@needs_simulator
def test_rates_of_ports_between_switches(run: Results) -> None:
    rates = values_of(run, "port.tx_gbps")
    between = {f"{row['a']}--{row['b']}" for row in rows_of(run, "links.csv") if "host" not in row["tier"]}
    names = sorted(between & rates.keys(), key=natural)
    size = math.ceil(len(times_of(run)) / 512)
    figure = heat.ports_over_time(run)
    assert figure is not None
    axis = figure.axes[0]
    (image,) = axis.get_images()
    drawn = np.asarray(image.get_array())
    assert len(drawn) == len(names) > 4
    for name, row in zip(names, drawn):
        values = [rates[name].get(at, 0) for at in times_of(run)]
        assert row == pytest.approx([np.mean(values[at : at + size]) for at in range(0, len(values), size)])
    assert list(image.get_extent()) == [0, pytest.approx(times_of(run)[-1] / unit_of(run)), len(names), 0]
    assert image.get_clim() == (0, pytest.approx(drawn.max()))
    assert [tick.get_text() for tick in axis.get_yticklabels()] == names
    assert list(axis.get_yticks()) == [place + 0.5 for place in range(len(names))]


@needs_simulator
def test_loads_of_hosts(run: Results) -> None:
    loads = {
        (title, int(row["plane"]), int(row[end][1:])): 100 * float(row["utilisation"])
        for row in rows_of(run, "links.csv")
        for title, end in (("hosts send", "a"), ("hosts receive", "b"))
        if row[end].startswith("h")
    }
    figure = heat.host_loads(run)
    assert figure is not None
    planes = len({plane for _, plane, _ in loads})
    for axis, title in zip(figure.axes, ("hosts send", "hosts receive")):
        (cells,) = axis.collections
        expected = [[loads[title, plane, host] for host in range(8)] for plane in range(planes)]
        assert axis.get_title() == title
        assert np.asarray(cells.get_array()).reshape(planes, 8).tolist() == [pytest.approx(row) for row in expected]
        assert cells.get_clim() == (0, pytest.approx(max(loads.values())))


@needs_simulator
def test_pauses_by_tier(run: Results) -> None:
    held = values_of(run, "port.paused")
    figure = samples.pauses_over_time(run)
    assert (figure is None) == (not any(value for own in held.values() for value in own.values()))
    if figure:
        total = [sum(own.get(at, 0) for own in held.values()) for at in times_of(run)]
        drawn = lines(figure.axes[0]).values()
        sums = [sum(points) for points in zip(*([value for _, value in line] for line in drawn))]
        assert sums == pytest.approx([value for _, value in thinned(zip(times_of(run), total))])


@pytest.mark.parametrize(("count", "dots", "marker"), [(40, True, "."), (41, True, ""), (1, False, "")])
def test_each_sample_is_marked_if_there_are_few(count: int, dots: bool, marker: str) -> None:
    axis = Figure().add_subplot()
    timelines.Clock(unit=1e3, name="us", end_ns=1e6).draw(axis, pd.Series(1.0, index=range(count)), dots=dots)
    assert [line.get_marker() for line in axis.get_lines()] == [marker]
