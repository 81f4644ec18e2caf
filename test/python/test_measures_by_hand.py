# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures of figures, on results that are small enough to count by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import figures
import pandas as pd
import pytest
from mrcbench import measure
from mrcbench.figure import Lines, Row, over_time
from mrcbench.measure import between
from mrcbench.results import Results
from mrcbench.suite.evaluation import Measured, tabulate
from synthetic import load_results


@pytest.fixture
def two_flows(folder: Path) -> Results:
    """A run whose samples and jobs are replaced by countable ones."""
    results = load_results(folder)
    rows = []
    for time in range(1, 11):
        rows.append((time * 1e6, "job.throughput_gbps", "a", 100.0))
        rows.append((time * 1e6, "job.throughput_gbps", "b", 300.0 if time > 5 else 0.0))
    rows.append((3e6, "port.queue_bytes", "p0-t0-0--h0", 4000.0))
    samples = pd.DataFrame(rows, columns=["time_ns", "kind", "object", "value"])
    jobs = pd.DataFrame({"job": ["a", "b"], "start_ns": [0.0, 5e6], "end_ns": [math.nan, 10e6]})
    summary = {**results.summary, "sim_time_ns": 10_000_000}
    config = {**results.config, "measure": {"sampleInterval": "1ms"}}
    return Results(results.path, summary, config, jobs, results.flows, samples,
                   results.links, results.events)  # fmt: skip


def check(of: Callable[[Results], float], results: Results, value: float) -> None:
    """Check a measured value."""
    assert of(results) == pytest.approx(value, nan_ok=True)


LATE = between("5ms")


@pytest.mark.parametrize(
    "of, value",
    [
        (lambda run: measure.goodput(run, "b"), 150),
        (lambda run: measure.goodput(run, "b", LATE), 300),
        (lambda run: measure.goodput(run, ["a", "b"], LATE, "sum"), 400),
        (lambda run: measure.goodput(run, "*", LATE, "jain"), 400**2 / (2 * 100000)),
        (lambda run: measure.goodput(run, "b", between(end="1ms", every="9ms", times=2)), 150),
        (lambda run: measure.dip(run, "*", "2ms"), 100),
        (lambda run: measure.fairness(run, "*", "5ms", "1ms"), 0.8),
        (lambda run: measure.series(run, "port.queue_bytes", "*"), 400),
        (lambda run: measure.series(run, "port.queue_bytes", "*", stat="empty"), 0.9),
        (lambda run: measure.series(run, "port.paused", "*", stat="busy"), 0),
        (lambda run: measure.summary(run, "sim_time_ns") * 1e-6, 10),
        (lambda run: measure.summary(run, "no.such.key"), math.nan),
        (measure.completed, 1),
        (measure.trims, 40 / (14 * 8 * 1953 - 12)),
        (lambda run: measure.senders(run, "a"), math.nan),
    ],
)
def test_measures_by_hand(two_flows: Results, of: Callable[[Results], float], value: float) -> None:
    check(of, two_flows, value)


@pytest.fixture
def broken(two_flows: Results) -> Results:
    """A run with two faults and a ring of three steps, in which packets are lost."""
    jobs = pd.DataFrame(
        [("ring", 0.0, 2e6), ("ring", 2e6, 6e6), ("ring", 6e6, 9e6), ("ring", 9e6, math.nan)],
        columns=["job", "start_ns", "end_ns"],
    )
    jobs["duration_ns"] = jobs["end_ns"] - jobs["start_ns"]
    flows = pd.DataFrame(
        [
            ("ring", "0", "1", 0, 1.5e6, 3, 0),
            ("ring", "0", "1", 0, 2.5e6, 4, 1),
            ("ring", "1", "2", 0, 2.5e6, 1, 0),
            ("ring", "2", "0", 0, math.nan, 7, 0),
            ("other", "2", "0", 0, 1.5e6, 100, 0),
        ],
        columns=["job", "src", "dst", "qp", "end_ns", "retransmits", "trims"],
    )
    down = {"fault": 0, "what": "link-down", "at_ns": 1e6, "until_ns": 4e6, "lost_packets": 30}
    silent = {"fault": 1, "what": "switch-silent", "at_ns": 5e6, "until_ns": None}
    rows = [{**down, "evs_back_after_ns": 5}, {**silent, "lost_packets": 10, "evs_back_after_ns": None}]
    return Results(two_flows.path, {**two_flows.summary, "recovery": rows}, two_flows.config, jobs,
                   flows, two_flows.samples, two_flows.links, two_flows.events)  # fmt: skip


@pytest.fixture
def spoken(two_flows: Results, tmp_path: Path) -> Results:
    """A run with events of EVs, and a capture of a NIC port."""
    events = pd.DataFrame(
        [
            (1e6, "ev-bad", "h0/qp3", "plane 0 ev 0x1"),
            (2e6, "ev-bad", "h1/qp3", "plane 0 ev 0x2"),
            (4e6, "ev-bad", "h0/qp3", "plane 3 ev 0x3002"),
            (4e6, "ev-good", "h0/qp3", "plane 0 ev 0x1"),
        ],
        columns=["time_ns", "kind", "object", "detail"],
    )
    (tmp_path / "pcap").mkdir()
    (tmp_path / "pcap" / "p0-t0-0--p0-t1-0.csv").write_text("not a NIC's", encoding="utf-8")
    (tmp_path / "pcap" / "h0--p1-t0-0.csv").write_text(
        "time_ns,direction,bytes,src_host,dst_host,ev,dest_qpn,psn,payload_bytes\n"
        "2500000.5,tx,1000,0,2,4096,3,7,900\n",
        encoding="utf-8",
    )
    (tmp_path / "pcap" / "h0--p3-t0-0.csv").write_text(
        "time_ns,direction,bytes,src_host,dst_host,ev,dest_qpn,psn,payload_bytes\n"
        "500000.5,tx,1000,0,2,12288,3,7,900\n"
        "900000,tx,250,0,2,12288,3,8,150\n"
        "900000,tx,500,0,2,12289,3,9,400\n"
        "900000,rx,500,2,0,12288,3,8,400\n"
        "1500000,tx,100,0,2,12288,3,7,\n"
        "1500000,tx,3750,0,2,12289,3,8,3600\n",
        encoding="utf-8",
    )
    return Results(tmp_path, two_flows.summary, two_flows.config, two_flows.jobs, two_flows.flows,
                   two_flows.samples, two_flows.links, events)  # fmt: skip


@pytest.mark.parametrize(
    "of, value",
    [
        (lambda run: measure.events(run, "ev-bad"), 3),
        (lambda run: measure.events(run, "ev-bad", "h0/*"), 2),
        (lambda run: measure.events(run, "ev-bad", "h0/*", "* ev 0x3???"), 1),
        (lambda run: measure.time_of_event(run, "ev-bad", "first", window=between("1500us")), 500),
        (lambda run: measure.time_of_event(run, "ev-bad", "last", window=between("1500us")), 2500),
        (lambda run: measure.time_of_event(run, "ev-bad", "last", window=between(end="2ms")), 2000),
        (lambda run: measure.time_of_event(run, "ev-bad", "first", window=LATE), math.nan),
        (lambda run: measure.events(run, "timeout"), 0),
        (lambda run: measure.series(run, "ev.gbps", "h0 to h2 ev 0x3000", between(end="2ms")), 0.005),
        (lambda run: measure.series(run, "ev.gbps", "h0 to h2 ev *", between(end="2ms"), "max"), 0.03),
        (lambda run: measure.repair(run, "max"), 2000),
        (measure.repair, 1300),
    ],
)
def test_events_and_evs_by_hand(spoken: Results, of: Callable[[Results], float], value: float) -> None:
    check(of, spoken, value)


def tracks(levels: list[float], every: str = "3ms") -> Callable[[Results], float]:
    """The deviation of a job from levels."""
    return lambda run: measure.tracks(run, "a", measure.WHOLE, between("1ms", "3ms"), every, levels)


@pytest.mark.parametrize(
    "of, value",
    [
        (lambda run: measure.kept(run, "*", between("1ms", "6ms"), LATE), 3),
        (lambda run: measure.kept(run, "a", between(end="5ms"), LATE), 1),
        (tracks([1, 0.25]), 3),
        (tracks([1, 2]), 0.5),
        (tracks([1, 1], "9ms"), math.nan),
        (lambda run: measure.steps(run, "ring", between(end="9ms")), 3000),
        (lambda run: measure.steps(run, "ring", between("1ms", "9ms"), "min"), 3000),
        (lambda run: measure.steps(run, "ring", between("1ms", "3ms"), touching=True), 3000),
        (lambda run: measure.steps(run, "ring", between("8ms"), touching=True), math.nan),
        (lambda run: measure.losses(run, "ring", "sender", stat="sum"), 14),
        (lambda run: measure.losses(run, "ring", "sender", between(end="2ms"), "max"), 3),
        (lambda run: measure.losses(run, "ring", "sender", between(end="3ms")), 7 / 3),
        (lambda run: measure.losses(run, "ring", "receiver", between(end="3ms"), "max"), 6),
        (lambda run: measure.losses(run, "ring", "qp", between("2ms", "4ms"), "max"), 3),
        (lambda run: measure.recovery(run, "lost_packets", "sum"), 40),
        (lambda run: measure.recovery(run, "lost_packets", faults=[1]), 10),
        (lambda run: measure.recovery(run, "lost_packets", kind="link-down"), 30),
        (lambda run: measure.recovery(run, "evs_back_after_ns", "max"), math.nan),
        (lambda run: measure.recovery(run, "evs_back_after_ns", "sum", absent=0), 5),
        (lambda run: measure.recovery(run, "lost_packets", kind="link-loss"), math.nan),
        (lambda run: measure.series(run, "sender.losses", "h1", stat="max"), 1000),
        (lambda run: measure.series(run, "receiver.losses", "h[1-9]", stat="sum"), 7000),
        (lambda run: measure.series(run, "job.step_us", "ring", between("5ms", "6ms")), 4000),
    ],
)
def test_measures_of_faults_by_hand(broken: Results, of: Callable[[Results], float], value: float) -> None:
    check(of, broken, value)


@pytest.mark.parametrize(
    "of, error, problem",
    [
        (lambda run: measure.time_of_event(run, "x", "then"), KeyError, "then"),
        (lambda run: measure.losses(run, "ring", "port"), KeyError, "port"),
        (lambda run: measure.steps(run, "ring", between(end="9ms"), "mode"), KeyError, "mode"),
        (lambda run: measure.fct(run), TypeError, "jobs"),
        (lambda run: measure.events(run, "x", window=between("1ms", "2ms", "5ms", 3)), ValueError, "repeated 3 times"),
        (lambda run: measure.steps(run, "ring", between("1ms", "2ms", "5ms", 2)), ValueError, "repeated 2 times"),
        (lambda run: measure.losses(run, "ring", "qp", between("1ms", "2ms", "5ms", 2)), ValueError, "repeated 2 times"),
    ],
)  # fmt: skip
def test_measures_that_make_no_sense(
    broken: Results, of: Callable[[Results], float], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        of(broken)


def test_fairness_is_among_those_who_are_busy_throughout(two_flows: Results) -> None:
    # b works from 5 to 10 ms, which contains none of the three intervals.
    assert math.isnan(measure.fairness(two_flows, "*", "4ms", 0))


def test_a_plot_over_time_shows_faults_and_a_part(
    make_folder: Callable[..., Path], broken: Results
) -> None:
    lines = [Lines("*", key, reduce=key) for key in ("total", "mean")]
    row = Row("sender.losses", "y", [*lines, Lines("*", "worst", reduce="worst", color=0)], log=True)
    figure = figures.load("ring", make_folder().parent)
    measured = Measured(figure, {next(figure.simulations(quick=True)): broken}, tabulate(figure, {}))
    plot = over_time(measured, [row], title="x", runs=["mrc"], faults=True, start="1ms", end="6ms")
    (axis,) = plot.picture.axes
    total, mean, worst, silent = axis.lines
    assert total.get_ydata()[2] == 4000 and worst.get_ydata()[2] == 3000
    assert list(mean.get_ydata() * 3) == list(total.get_ydata())
    assert worst.get_color() == total.get_color() != mean.get_color()
    assert list(silent.get_xdata()) == [5, 5], "a fault that lasts is a line"
    (down,) = axis.patches
    extent = down.get_window_extent().transformed(axis.transData.inverted())
    assert (extent.x0, extent.x1) == pytest.approx((1, 4))
    assert axis.get_xlim() == (1, 6) and axis.get_yscale() == "log"
