# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Faults on pages: the times at which they were in force, losses that count for several, and repairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle
from mrcbench import evs, faults, measure, metrics, why
from mrcbench.drawing.runs import Run
from mrcbench.results import Results, open_results
from mrcbench.runreport import pages, samples, tables, timelines, verdict
from running import SIMULATOR, needs_simulator, run_document
from synthetic import load_results
from test_runreport import RECOVERY, changed

LINK, OTHER, SWITCH = "p0-t0-0--p0-t1-1", "p0-t0-1--p0-t1-1", "p0-t1-1"


def faulty(folder: Path, *rows: dict[str, Any], events: Any = (), said: Any = ()) -> Results:
    """A run with these rows of recovery.csv, of events.csv, and faults of the scenario."""
    results = load_results(folder)
    recovery = pd.DataFrame([{**RECOVERY, "fault": number, **row} for number, row in enumerate(rows)])
    table = pd.DataFrame(events, columns=["time_ns", "kind", "object", "detail"])
    return changed(results, recovery=recovery, events=table, config={**results.config, "faults": list(said)})


def flaps(name: str, *begins: float) -> list[tuple[float, str, str, str]]:
    """Events of a link that is down for 10 us each time."""
    return [(time, kind, name, "") for begin in begins for time, kind in ((begin, "link-down"), (begin + 1e4, "link-up"))]


@pytest.mark.parametrize(("what", "names", "events", "expected"), [
    ("link-down", LINK, flaps(LINK, 1e6), [(1e6, 2e6)]),
    ("link-loss", LINK, flaps(LINK, 1.2e6), [(1e6, 2e6)]),
    ("link-flap", LINK, [*flaps(LINK, 1e6, 1.5e6, 3e6), *flaps(OTHER, 1.2e6)], [(1e6, 1.01e6), (1.5e6, 1.51e6)]),
    ("transceiver-glitch", f"{LINK} {OTHER}", sorted([*flaps(LINK, 1e6), *flaps(OTHER, 1.005e6)]), [(1e6, 1.015e6)]),
    ("transceiver-glitch", f"{LINK} {OTHER}", sorted([*flaps(LINK, 1.985e6), *flaps(OTHER, 1.992e6)]), [(1.985e6, 2e6)]),
    ("link-flap", LINK, flaps(LINK, 1.995e6), [(1.995e6, 2e6)]),
    ("link-flap", LINK, flaps(LINK, 1.1e6)[1:], []),
    ("random-flaps", "32 fabric links", flaps(LINK, 1.2e6), []),
])  # fmt: skip
def test_a_link_that_flaps_works_in_between(folder: Path, what: str, names: str, events: Any, expected: Any) -> None:
    results = faulty(folder, {"what": what, "object": names}, events=events)
    (fault,) = faults.scenario_faults(results)
    assert faults.held(results, fault) == expected


@pytest.mark.parametrize(("faults", "events", "expected"), [
    ([{"what": "link-flap", "object": LINK}], flaps(LINK, 1e6, 1.5e6), [(1e6, 1.01e6), (1.5e6, 1.51e6)]),
    ([{"what": "random-flaps", "object": "32 fabric links"}], flaps(LINK, 1.2e6), [(1e6, 2e6)]),
    ([{"at_ns": 1.2e6}, {"at_ns": 1e6, "object": OTHER}], [], [(1e6, 2e6), (1.2e6, 2e6)]),
    ([{"at_ns": 1e6 + number} for number in range(41)], [], [(1e6, 2e6)]),
    ([{"what": "link-flap", "object": LINK}], flaps(LINK, *np.linspace(1e6, 1.98e6, 201)), [(1e6, 2e6)]),
])  # fmt: skip
def test_faults_are_shaded_while_they_are_in_force(folder: Path, faults: Any, events: Any, expected: Any) -> None:
    figure, axis = plt.subplots()
    results = faulty(folder, *faults, events=events)
    axis.set_xlim(0.5, 2)
    timelines.mark(axis, timelines.marks(results), timelines.Clock(1e6, "ms", 2e6))
    boxes = [path.get_extents() for bars in axis.collections for path in bars.get_paths()]
    assert [pytest.approx(times) for times in expected] == [(1e6 * box.x0, 1e6 * box.x1) for box in boxes]
    assert axis.get_xlim() == (0.5, 2)
    plt.close(figure)


def bars(results: Results) -> list[tuple[float, float]]:
    """The begins and ends of the bars of losses, ns."""
    times = [(time, "host.rx_gbps", "h2", 300.0) for time in results.sample_times()]
    figure = samples.throughput_over_time(changed(results, samples=pd.DataFrame(times, columns=list(results.samples.columns))), "MRC")
    assert figure is not None
    drawn = [patch for patch in figure.axes[-1].patches if isinstance(patch, Rectangle)]
    return [(bar.get_x() * 1e6, (bar.get_x() + bar.get_width()) * 1e6) for bar in drawn]


def test_losses_are_drawn_while_the_fault_was_in_force(folder: Path) -> None:
    row = {"what": "link-flap", "object": LINK, "first_loss_ns": 1.002e6, "last_loss_ns": 1.508e6}
    drawn = bars(faulty(folder, row, events=flaps(LINK, 1e6, 1.5e6)))
    assert drawn == [pytest.approx((1.002e6, 1.01e6)), pytest.approx((1.5e6, 1.508e6))]
    # Losses of another fault at the same object, after the end of this one
    assert bars(faulty(folder, {"last_loss_ns": 2.5e6})) == [pytest.approx((1e6, 2e6))]


@pytest.mark.parametrize(("rows", "once"), [
    ([{}], True),
    ([{}, {"object": OTHER}], True),
    ([{}, {"object": LINK}], False),
    ([{}, {"object": SWITCH, "what": "switch-down"}], False),
    ([{}, {"object": "p0-t1-2", "what": "switch-down"}], True),
    ([{}, {"object": "p0-t1-1--p0-t0-0", "what": "link-loss"}], False),
    ([{}, {"object": LINK, "lost_packets": 0, "lost_answers": 0}], True),
    ([{}, {"object": "h0 to h4 ev 0x1", "what": "ev-loss"}], False),
    ([{}, {"object": "32 fabric links", "what": "random-flaps"}], False),
])  # fmt: skip
def test_the_sum_of_losses_is_a_bound_where_several_faults_meet(folder: Path, rows: Any, once: bool) -> None:
    results = faulty(folder, *rows)
    assert faults.is_counted_once(results) == once
    text = verdict.counts(results)
    packets, answers = (sum(row.get(key, RECOVERY[key]) for row in rows) for key in ("lost_packets", "lost_answers"))
    assert f"that took {'' if once else 'at most '}{packets} data packets and {answers} answer" in text
    assert ("counts for each" in text) == (not once)


DOWN = {"at": "10us", "what": "link-down", "link": {"plane": 0, "t0": 0, "t1": 1}}
UP = {**DOWN, "at": "30us", "what": "link-up"}
NAMED = {"a": "p0-t1-1", "b": "p0-t0-0", "index": 0}


@pytest.mark.parametrize(("said", "number", "gone"), [
    ([DOWN, UP], 0, {0, 1}),
    ([UP, DOWN], 1, {0, 1}),
    ([DOWN, {**UP, "link": NAMED}], 0, {0, 1}),
    ([{**DOWN, "for": "20us"}, UP], 0, {0, 1}),
    ([{**DOWN, "for": "19us"}, UP], 0, {0}),
    ([DOWN, {**UP, "link": {"plane": 0, "t0": 0, "t1": 2}}], 0, {0}),
    ([DOWN, UP, {**DOWN, "at": "50us"}, {**UP, "at": "60us"}], 0, {0, 1}),
    ([DOWN, UP, {**DOWN, "at": "50us"}, {**UP, "at": "60us"}], 2, {2, 3}),
    ([DOWN, {**DOWN, "at": "20us"}, UP], 0, {0}),  # it also ends the other
    ([{**DOWN, "for": "5us"}, {**DOWN, "at": "20us"}, UP], 1, {1, 2}),
    ([{**DOWN, "what": "link-loss"}, DOWN, UP], 0, {0}),
    ([{**DOWN, "what": "link-loss"}, DOWN, UP], 1, {1, 2}),
    ([{"at": "1us", "what": "transceiver-glitch", "links": [DOWN["link"]]}, UP], 0, {0, 1}),
    ([{"at": "1us", "what": "nic-port-down", "host": 3, "plane": 1}, {**UP, "link": {"host": 3, "plane": 1}}], 0, {0, 1}),
    ([{"at": "1us", "what": "nic-port-down", "host": 3, "plane": 1}, {**UP, "link": {"a": "p1-t0-0", "b": "h3"}}], 0, {0, 1}),
    ([{"at": "1us", "what": "port-admin", "host": 3, "plane": 1, "up": False},
      {"at": "2us", "what": "port-admin", "host": 3, "plane": 1, "up": True}], 0, {0, 1}),
    ([{"at": "1us", "what": "random-flaps", "links": "fabric"}, DOWN, UP], 0, {0}),
])  # fmt: skip
def test_the_repairs_of_a_fault_go_with_it(said: Any, number: int, gone: set[int]) -> None:
    assert faults.with_repairs(said, number) == gone


def test_a_repair_is_no_fault(folder: Path) -> None:
    repair = {"what": "link-up", "at_ns": 2e6, "until_ns": float("nan"), "lost_packets": 0, "lost_answers": 0}
    results = faulty(folder, {}, repair, said=[DOWN, UP])
    assert [fault.what for fault in faults.scenario_faults(results)] == ["link-down"]
    assert "a fault (link-down) that took 12 data packets and 1 answer, with goodput back" in verdict.counts(results)
    assert len(tables.recovery_table([("", faults.recovery_of(results))]).rows) == 1
    said = changed(results, summary={"recovery": results.recovery.to_dict("records")})
    assert measure.recovery(said, "lost_packets") == 12
    assert measure.recovery(said, "until_ns") == RECOVERY["until_ns"]


@pytest.mark.parametrize(("kinds", "numbers"), [
    (["ev-bad", "ev-denied", "ev-enabled"], [1, 0]),
    (["ev-bad", "ev-denied", "ev-good"], [1, 0]),
    (["ev-denied", "ev-changed", "ev-bad"], [1, 0, 1]),
    (["ev-good", "ev-skip", "ev-bad", "ev-trial", "ev-bad"], [1]),
])  # fmt: skip
def test_evs_out_of_use_are_counted_once(folder: Path, kinds: list[str], numbers: list[int]) -> None:
    details = [f"plane 1 ev 0x5{' by 0x5' if kind == 'ev-changed' else ''}" for kind in kinds]
    mine = [(1e3 * place, kind, "h0/qp1", detail) for place, (kind, detail) in enumerate(zip(kinds, details))]
    other = [
        (5e2, "ev-bad", "h1/qp1", "plane 1 ev 0x5"), (6e2, "ev-bad", "h0/qp1", "plane 0 ev 0x6"),
        (7e2, "ev-bad", "h0/qp1", "plane 1 ev 0x7"),
    ]  # fmt: skip
    changes = evs.out_of_use(evs.ev_events(faulty(folder, events=sorted(mine + other))))
    inside = changes[(changes["plane"] == 1) & ~changes["time_ns"].isin([5e2, 7e2])]
    assert inside["change"].cumsum().tolist() == numbers
    assert len(changes) == len(numbers) + len(other)


@needs_simulator
def test_a_fault_is_switched_off_with_its_repair(tmp_path: Path) -> None:
    run = {
        "topology": {"type": "clos", "planes": 1, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2, "hostRate": "100Gbps"},
        "transport": {"type": "roce"}, "workload": [{"name": "load", "type": "permutation", "bytes": "500kB", "qps": 2}],
        "measure": {"sampleInterval": 0},
    }  # fmt: skip
    results = open_results(run_document(tmp_path, {**run, "faults": [DOWN, UP]}))
    answers = [answer for answer in why.ask(results, SIMULATOR, lambda text: None) if "fault" in answer.without]
    (tmp_path / "calm").mkdir()
    calm = why.durations(open_results(run_document(tmp_path / "calm", run)))
    assert [(answer.without, answer.note, answer.without_ns) for answer in answers] == [("the fault (link-down)", "", calm["load"])]


def test_every_number_has_a_name_that_says_what_it_counts(folder: Path) -> None:
    results = load_results(folder)
    times = changed(results, summary={"fct_ns": {"p50": 1.0}})
    meanings = {row[0]: row[3] for row in tables.key_figures(times).rows}
    assert meanings["fct_ns.p50"] == "median of the times of messages; each QP's part of a transfer is one"
    assert "mean time" in tables.jobs_table(results, metrics.jobs_of(results)).header
    assert "time of all repetitions" in why.table([]).header


def test_the_page_of_a_run_asks_and_answers(folder: Path) -> None:
    for name in ("samples.csv", "links.csv"):
        (folder / name).unlink()
    text = pages.single(Run("case", "MRC", load_results(folder)), None)
    question = text.index("How near do the jobs come to their least possible times?")
    assert question < text.index('<p class="answer">The least possible time of the job ring') < text.index("<h2>")


@pytest.mark.parametrize("repetitions", [1, 2])
def test_the_ideal_of_a_single_job_is_in_the_first_plot(folder: Path, repetitions: int) -> None:
    results = load_results(folder)
    several = changed(results, jobs=pd.concat([results.jobs] * repetitions), flows=pd.concat([results.flows] * repetitions))
    figure = samples.throughput_over_time(several, "MRC")
    assert figure is not None
    (line,) = (line for line in figure.axes[0].lines if line.get_label() == "ideal")
    ideal = results.jobs["ideal_ns"].iloc[0]
    assert list(line.get_ydata()) == pytest.approx([8 * results.flows["bytes"].sum() / ideal] * 2)
    assert max(line.get_xdata()) * 1e6 == pytest.approx(ideal * repetitions)
    lost = changed(results, flows=results.flows.assign(completed=False))
    assert "ideal" not in [line.get_label() for line in samples.throughput_over_time(lost, "MRC").axes[0].lines]
