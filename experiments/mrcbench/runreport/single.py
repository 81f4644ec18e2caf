# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of one run."""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib
from markupsafe import Markup

from .. import metrics, rendering, style
from ..drawing.runs import Run
from ..report import Section, html_table, planes_section, render
from ..results import Results
from . import configuration, evs, flows, heat, queues, steps, tables, throughput, topology, verdict
from .timelines import FEWEST


def page(run: Run, mrc_sim: Path | None, motion: Markup | None = None) -> str:
    """The page with all sections that can be made from the data of a run.

    @param run the run
    @param mrc_sim the simulator, which has the defaults
    @param motion the link to the run in motion
    @return HTML
    """
    with matplotlib.rc_context(style.RC):
        sections = [
            *_numbers(run.results, motion), _configuration(run.results, mrc_sim), *_network(run.results),
            *_transfers(run), *_over_time(run), *_links(run.results), *_states(run.results),
            *_pauses(run.results), *_steps(run),
        ]  # fmt: skip
        return render(run.case, _lead(run), sections)


def _lead(run: Run) -> str:
    """The transport, the size and the origin of a run."""
    summary = run.results.summary
    many = "s" if summary["planes"] != 1 else ""
    return (
        f"{run.variant}, {summary['hosts']:,} hosts, {summary['planes']} plane{many}, seed "
        f"{summary['seed']}; mrc-sim {summary.get('version', '')} ({summary.get('commit', '')}), ns-3 "
        f"{summary.get('ns3_version', '')}"
    )


def _numbers(results: Results, motion: Markup | None) -> list[Section]:
    jobs = metrics.jobs_of(results)
    return [
        Section("Summary", verdict.sentences(results, jobs), motion or Markup("")),
        Section("Key figures", "", tables.key_figures(results)),
        Section("Jobs", "Bandwidths as nccl-tests defines them; goodput is the mean of the transfers. No "
                "transport can beat the ideal time in this network. A job is done if everything arrived.",
                tables.jobs_table(results, jobs)),
        Section("Faults and recovery", "Lost: data packets lost by the fault. Goodput after: the time until "
                "goodput was back at 95 % of the remaining capacity. Wrongly: EVs retired although their "
                "paths were healthy. QP ends: receivers of the lost packets. Loss and goodput are relative "
                "to the start of the fault, EVs to its end.",
                tables.recovery_table([("", results.recovery)])),
    ]  # fmt: skip


def _configuration(results: Results, mrc_sim: Path | None) -> Section:
    """The command, the keys whose values are not the defaults, and the whole scenario, collapsed."""
    table, known = configuration.differences(results.config, mrc_sim)
    shown = "Keys whose values are not the defaults" if known else "All keys, as the defaults are unknown"
    scenario = json.dumps(results.config, indent=2, ensure_ascii=False)
    body = rendering.render("configuration.html", differences=html_table(table), scenario=scenario)
    text = f"{shown}. The command repeats the run, in the folder of these results."
    return Section("Configuration", text, body)


def _network(results: Results) -> list[Section]:
    if results.links.empty:
        return []
    return [Section("The network", topology.description(results), topology.drawing(results))]


def _transfers(run: Run) -> list[Section]:
    found = run.results.flows
    if not found["completed"].any():
        return []
    sizes = flows.slowdowns(found)
    return [
        Section("Times of transfers", "From the post to the last byte at the receiver; parts of a transfer "
                "on several QPs count as one. A job that needs all of them waits for the one with the dot.",
                flows.flow_times(run.results, run.variant)),
        Section("Slowdown by size", "Time taken over the least possible time in the idle network, by the "
                "message size.", None if sizes is None else flows.slowdown_by_size(sizes, run.variant)),
    ]  # fmt: skip


def _is_sampled(results: Results) -> bool:
    """Whether there are enough samples for lines over time."""
    return len(results.sample_times()) >= FEWEST


def _over_time(run: Run) -> list[Section]:
    results = run.results
    if not _is_sampled(results):
        return [
            Section("Over time", "The run is hardly longer than the interval between samples: with a smaller "
                    "measure.sampleInterval this page shows throughput, queues and windows over time.",
                    Markup("") if len(results.sample_times()) else None)
        ]  # fmt: skip
    shaded = "Fault intervals are shaded; numbers are those of the table of faults."
    faults = shaded if len(results.recovery) else ""
    several = results.summary["planes"] > 1 and len(results.series("plane.rx_gbps"))
    return [
        Section("Throughput over time", faults, throughput.throughput_over_time(results, run.variant)),
        *([planes_section(run)] if several else []),
        Section("Queues and windows over time", "The longest queues of ports, and the congestion windows "
                "of the QPs that had data to send.", queues.queues_and_windows(results, run.variant)),
    ]  # fmt: skip


def _links(results: Results) -> list[Section]:
    if results.links.empty:
        return []
    maps = heat.maps(results)
    return [
        Section("Load of links between switches", "Rows send to columns; the mean over the run, of frames "
                "and gaps. A uniform color is perfect balance; a cross marks a link with a fault.",
                heat.load_maps(maps) if maps else None),
        Section("Load of the hosts' links", "The mean over the run, by plane.", heat.host_loads(results)),
        Section("Ports over time", "The rates at which the busiest ports between switches sent.",
                heat.ports_over_time(results) if _is_sampled(results) else None),
    ]  # fmt: skip


def _states(results: Results) -> list[Section]:
    events = evs.ev_events(results)
    return [
        Section("Entropy values", "An EV selects a path. Above: the number of EVs out of use in each plane; "
                "below: every event.", None if events.empty else evs.ev_timeline(results, events)),
        Section("States of entropy values", "The number of EVs that are skipped (skip), retired (bad) or "
                "denied; all others are in use.", evs.ev_states(results) if _is_sampled(results) else None),
    ]  # fmt: skip


def _pauses(results: Results) -> list[Section]:
    return [
        Section("PFC pauses over time", "The mean number of directions of links that were paused.",
                queues.pauses_over_time(results) if _is_sampled(results) else None),
        Section("Links with the longest PFC pauses", "",
                tables.pauses_table(results.links, results.summary["sim_time_ns"])),
    ]  # fmt: skip


def _steps(run: Run) -> list[Section]:
    table = run.results.steps
    times = steps.step_times(table, run.variant) if table["duration_ns"].notna().any() else None
    return [
        Section("Steps", "The duration of each step.", times),
        Section("Verdicts of the monitor", "", tables.monitor_table(run.results.monitor)),
    ]
