# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of one run."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path

import matplotlib

from .. import metrics, style
from ..metrics import JobMetrics
from ..drawing.runs import Run
from ..report import Markup, Section, html_table, planes_section, render
from ..results import Results
from . import configuration, evs, flows, heat, queues, steps, tables, throughput, topology, verdict
from .timelines import FEWEST


def page(run: Run, mrc_sim: Path | None, motion: Markup | None = None) -> str:
    """All that the data of a run permits.

    @param run the run
    @param mrc_sim the simulator, which knows the defaults
    @param motion what is said of the run in motion
    @return HTML
    """
    with matplotlib.rc_context(style.RC):
        jobs = metrics.jobs_of(run.results)
        return render(run.case, _lead(run), list(_sections(run, jobs, mrc_sim, motion)))


def _lead(run: Run) -> str:
    """What it is, in a line."""
    summary = run.results.summary
    many = "s" if summary["planes"] != 1 else ""
    return (
        f"{run.variant}, {summary['hosts']:,} hosts, {summary['planes']} plane{many}, seed "
        f"{summary['seed']}; mrc-sim {summary.get('version', '')} ({summary.get('commit', '')}), ns-3 "
        f"{summary.get('ns3_version', '')}"
    )


def _sections(
    run: Run, jobs: list[JobMetrics], mrc_sim: Path | None, motion: Markup | None
) -> Iterator[Section]:
    results = run.results
    yield Section("What the numbers say", verdict.sentences(results, jobs), motion or Markup(""))
    yield Section("Key figures", "", tables.key_figures(results))
    if jobs:
        yield Section("Jobs", _ABOUT_JOBS, tables.jobs_table(results, jobs))
    if not results.recovery.empty:
        yield Section(
            "Faults, and how the network rode them out",
            _ABOUT_RECOVERY,
            tables.recovery_table([("", results.recovery)]),
        )
    yield configuration_section(results, mrc_sim)
    if not results.links.empty:
        yield Section("The network", topology.description(results), topology.drawing(results))
    yield from _messages(run)
    yield from _over_time(run)
    yield from _links(results)
    yield from _special(run)


_ABOUT_JOBS = (
    "Bandwidths as nccl-tests defines them; goodput is the mean of the transfers. The ideal time is one "
    "that no transport can beat in this network. Done means that everything arrived."
)

_ABOUT_RECOVERY = (
    "Lost are data packets, by the fault. Goodput after: until it was back at 95 % of what the network "
    "that is left "
    "allows. Wrongly: EVs retired although their paths were sound. QP ends: those that packets were lost "
    "on the way to. Loss and goodput count from the begin of the fault, EVs from its end."
)


def configuration_section(results: Results, mrc_sim: Path | None) -> Section:
    """The command, what differs from the defaults, and the whole scenario folded away."""
    table, known = configuration.differences(results.config, mrc_sim)
    said = (
        "What the scenario says besides defaults"
        if known
        else "All keys; the simulator does not know this scenario"
    )
    whole = json.dumps(results.config, indent=2, ensure_ascii=False)
    return Section(
        "What was run",
        f"{said}. The command below, in the folder of these results, does the same again.",
        Markup(
            f'<div class="scroll"><pre>./mrc run config.json --out again</pre></div>\n{html_table(table)}\n'
            f"<details><summary>The whole scenario, every default filled in</summary>\n"
            f'<div class="scroll"><pre>{escape(whole)}</pre></div></details>'
        ),
    )


def _messages(run: Run) -> Iterator[Section]:
    found = run.results.flows
    if not found["completed"].any():
        return
    yield Section(
        "Times of transfers",
        "From posting to the last byte at the receiver; parts of a transfer on several QPs are taken "
        "together. Whoever waits for all of them waits for the dot.",
        flows.flow_times(run.results, run.variant),
    )
    by_size = flows.slowdowns(found)
    if by_size is not None:
        yield Section(
            "Slowdown by size",
            "Time taken over the least possible in the idle network, by the size of the message.",
            flows.slowdown_by_size(by_size, run.variant),
        )


def _over_time(run: Run) -> Iterator[Section]:
    results = run.results
    times = results.sample_times()
    if len(times) < FEWEST:
        if len(times):
            yield Section("Over time", _FEW_SAMPLES, Markup(""))
        return
    figure = throughput.throughput_over_time(results, run.variant)
    if figure is not None:
        yield Section("Throughput over time", _about_faults(results), figure)
    if results.summary["planes"] > 1 and len(results.series("plane.rx_gbps")):
        yield planes_section(run)
    figure = queues.queues_and_windows(results, run.variant)
    if figure is not None:
        yield Section(
            "Queues and windows over time",
            "The longest queues of ports, and the congestion windows of the QPs that had something to send.",
            figure,
        )


_FEW_SAMPLES = (
    "The run is hardly longer than the interval between samples: with a smaller measure.sampleInterval "
    "this page shows throughput, queues and windows over time."
)


def _about_faults(results: Results) -> str:
    return "Shaded: a fault holds; numbers are those of the table of faults." if len(results.recovery) else ""


def _links(results: Results) -> Iterator[Section]:
    if results.links.empty:
        return
    found = heat.maps(results)
    if found:
        yield Section(
            "Load of links between switches",
            "Rows send to columns; the mean over the run, frames and gaps. An even color is perfect "
            "balance; a cross marks what a fault befell.",
            heat.load_maps(found),
        )
    figure = heat.host_loads(results)
    if figure is not None:
        yield Section("Load of the hosts' links", "The mean over the run, by plane.", figure)
    figure = heat.ports_over_time(results) if len(results.sample_times()) >= FEWEST else None
    if figure is not None:
        yield Section("Ports over time", "What the busiest ports between switches sent.", figure)


def _special(run: Run) -> Iterator[Section]:
    """What not every run has: EVs, pauses, steps, a monitor."""
    results = run.results
    events = evs.ev_events(results)
    if not events.empty:
        yield Section(
            "Entropy values",
            "An EV stands for a path. Above: how many are out of use in each plane; below: every change of "
            "one.",
            evs.ev_timeline(results, events),
        )
    sampled = len(results.sample_times()) >= FEWEST
    figure = evs.ev_states(results) if sampled else None
    if figure is not None:
        yield Section(
            "States of entropy values",
            "How many are passed over (skip), retired (bad) or denied; all others are in use.",
            figure,
        )
    figure = queues.pauses_over_time(results) if sampled else None
    if figure is not None:
        yield Section(
            "PFC pauses over time", "How many directions of links were held at a time, as a mean.", figure
        )
    if (results.links["pauses_ns"] > 0).any():
        yield Section(
            "Links that PFC held longest",
            "",
            tables.pauses_table(results.links, results.summary["sim_time_ns"]),
        )
    if results.steps["duration_ns"].notna().any():
        yield Section("Steps", "How long each step took.", steps.step_times(results.steps, run.variant))
    if not results.monitor.empty:
        yield Section("Verdicts of the monitor", "", tables.monitor_table(results.monitor))
