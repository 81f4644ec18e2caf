# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of one run, and that of several side by side."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from markupsafe import Markup
from matplotlib.figure import Figure

from .. import metrics, rendering, why
from ..drawing import line_handles, panels, place_legend, styled
from ..drawing.runs import Run, cases_of, looks_of, variants_of
from ..evs import ev_events
from ..faults import recovery_of
from ..metrics import JobMetrics
from ..report import Section, figure_sections, html_table, one_screen, planes_section, render, run_table
from ..results import Results
from ..table import Table, counted
from . import configuration, evs, flows, heat, samples, tables, topology, verdict
from .timelines import FEWEST, clock_of, thin

#: Cases and variants that figures show; tables have all.
CASES, VARIANTS = 8, 8

#: Rows of the table of runs.
_ROWS = 400


@styled
def single(run: Run, mrc_sim: Path | None, motion: Markup | None = None) -> str:
    """The page with all sections that can be made from the data of a run.

    @param run the run
    @param mrc_sim the simulator, which has the defaults
    @param motion the link to the run in motion
    @return HTML
    """
    sections = [
        *_numbers(run.results, motion), _configuration(run.results, mrc_sim), *_network(run.results),
        *_transfers(run), *_over_time(run), *_loads(run.results), *_states(run),
    ]  # fmt: skip
    lead = f"How near do the jobs come to their least possible times? {_lead(run)}"
    said = verdict.answer(run.results, metrics.jobs_of(run.results))
    return render(run.case, lead, one_screen(sections, *_HEROES), said)


#: Titles of the figures of which the page of a run begins with one, the best first.
_HEROES = ("Throughput over time", "Times of transfers", "The network")


def _lead(run: Run) -> str:
    """The transport, the size and the origin of a run."""
    summary = run.results.summary
    return (
        f"{run.variant}, {summary['hosts']:,} hosts, {counted(summary['planes'], 'plane')}, seed "
        f"{summary['seed']}; mrc-sim {summary['version']} ({summary['commit']}), "
        f"ns-3 {summary['ns3_version']}"
    )


def _numbers(results: Results, motion: Markup | None) -> list[Section]:
    jobs, answers = metrics.jobs_of(results), why.read(results)
    said = verdict.counts(results, answers)
    return [
        Section("Summary", said, motion or (Markup("") if said else None)),
        Section("Costs of mechanisms", "The same run again, with one thing switched off at a time. Times "
                "are those of all repetitions of a job together.",
                why.table(answers) if answers else None),
        Section("Key figures", "", tables.key_figures(results)),
        Section("Jobs", _JOBS,
                tables.jobs_table(results, jobs)),
        Section("Faults and recovery", _RECOVERY,
                tables.recovery_table([("", recovery_of(results))])),
    ]  # fmt: skip


_JOBS = (
    "Bandwidths as nccl-tests defines them, of several repetitions the size over the mean time; goodput is "
    "the mean of the transfers. % of ideal: the least possible time, which no transport can beat in this "
    "network, as a share of the time it took. p50, p99 and max: times of transfers, on all their QPs. A job "
    "is done if everything arrived. NACKs: of trimmed packets, received by senders; switches trim more if "
    "headers are lost."
)

_RECOVERY = (
    "Lost: data packets lost at an object of the fault; what is lost where several faults meet counts for "
    "each. Answers: SACKs, NACKs and ACKs lost there. dropped_packets of summary.json counts all frames, "
    "also probes and those that no fault drops. Goodput after: the time until goodput was back at 95 % of "
    "the remaining capacity. Wrongly: EVs retired although their paths were healthy. QP ends: receivers "
    "of the lost packets. Loss is relative to the first begin of the fault, goodput to its last, EVs to "
    "its end. Trims: of all switches, until goodput was back. Repairs are not listed: they end faults."
)


def _configuration(results: Results, mrc_sim: Path | None) -> Section:
    """The command, the keys whose values are not the defaults, and the whole scenario, collapsed."""
    table, known = configuration.differences(results.config, mrc_sim)
    shown = "Keys whose values are not the defaults" if known else "All keys, as the defaults are unknown"
    scenario = json.dumps(results.config, indent=2, ensure_ascii=False)
    body = rendering.render("configuration.html", differences=html_table(table), scenario=scenario)
    text = f"{shown}. The command repeats the run; DIR is the folder of these results."
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
                flows.flow_times(run.results)),
        Section("Slowdown by size", "Time taken over the least possible time in the idle network, by the "
                "message size.", None if sizes is None else flows.slowdown_by_size(sizes, run.variant)),
    ]  # fmt: skip


def _is_sampled(results: Results) -> bool:
    """Whether there are enough samples for lines over time."""
    return len(results.sample_times()) >= FEWEST


_SHADED = (
    "Faults are shaded while they are in force; random flaps, very many flaps, and very many faults, from "
    "the first begin to the last end. "
)


def _over_time(run: Run) -> list[Section]:
    results = run.results
    if not _is_sampled(results):
        return [
            Section("Over time", "The run is hardly longer than the interval between samples: with a smaller "
                    "measure.sampleInterval this page shows throughput, queues and windows over time.",
                    Markup("") if len(results.sample_times()) else None)
        ]  # fmt: skip
    text = _SHADED if len(recovery_of(results)) else ""
    if results.jobs["job"].nunique() == 1:
        text += "Dashed: the rate at which the job would take its least possible time."
    several = results.summary["planes"] > 1 and len(results.series("plane.rx_gbps"))
    return [
        Section("Throughput over time", text, samples.throughput_over_time(results, run.variant)),
        *([planes_section(run)] if several else []),
        Section("Queues and windows over time", "The longest queues of ports, and the congestion windows "
                "of the QPs that had data to send.", samples.queues_and_windows(results, run.variant)),
    ]  # fmt: skip


def _loads(results: Results) -> list[Section]:
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


def _states(run: Run) -> list[Section]:
    results, table = run.results, run.results.steps
    events, sampled = ev_events(results), _is_sampled(results)
    times = flows.step_times(table, run.variant) if table["duration_ns"].notna().any() else None
    return [
        Section("Entropy values", "An EV selects a path. Above: the number of EVs out of use in each plane; "
                "below: its events.", None if events.empty else evs.ev_timeline(results, events)),
        Section("States of entropy values", "The number of EVs that are skipped (skip), retired (bad) or "
                "denied; all others are in use.", evs.ev_states(results) if sampled else None),
        Section("PFC pauses over time", "The mean number of directions of links that were paused.",
                samples.pauses_over_time(results) if sampled else None),
        Section("Links with the longest PFC pauses", "",
                tables.pauses_table(results.links, results.summary["sim_time_ns"])),
        Section("Steps", "The duration of each step.", times),
        Section("Verdicts of the monitor", "", tables.monitor_table(results.monitor)),
    ]  # fmt: skip


def drawn(runs: Sequence[Run]) -> list[Run]:
    """The runs that figures show: those of the first cases and variants with completed messages."""
    some = [run for run in runs if run.results.summary["flows_completed"]]
    cases, variants = cases_of(some)[:CASES], variants_of(some)[:VARIANTS]
    return [run for run in some if run.case in cases and run.variant in variants]


def comparison(title: str, runs: Sequence[Run], films: Sequence[tuple[str, str]] = ()) -> str:
    """The page with all sections that can be made from the data of the runs.

    @param title of the page
    @param runs at least two
    @param films name and place of each page of a run in motion
    @return HTML
    """
    numbers, table = _numbers_of_all(runs)
    sections = one_screen(list(_sections(runs, table, films)), "Bandwidth")
    lead = f"Which run comes nearest to the least possible times of its jobs? {len(runs)} runs side by side."
    return render(title, lead, sections, verdict.compare(runs, numbers))


_RUNS = (
    "% of ideal: the least possible time of a job in its network, as a share of the time it took. p50, p99 "
    "and max: times of transfers, on all their QPs."
)


def _numbers_of_all(runs: Sequence[Run]) -> tuple[list[list[JobMetrics]], Table]:
    """The numbers of the jobs of each run, and their table by case; one run at a time is in memory."""
    numbers: list[list[JobMetrics]] = []
    rows: list[Sequence[str]] = []
    for run in runs:
        numbers.append(metrics.jobs_of(run.results))
        table = run_table([run])
        rows += table.rows
        run.results.release()
    order = {case: place for place, case in enumerate(cases_of(runs))}
    rows.sort(key=lambda row: order.get(row[0], order.get(row[0].split(": ")[0], 0)))
    return numbers, Table(table.header, rows)


def _sections(runs: Sequence[Run], table: Table, films: Sequence[tuple[str, str]]) -> Iterator[Section]:
    chosen = drawn(runs)
    left = f"Figures show {len(chosen)} of the {len(runs)} runs; the table has all. "
    left = left if len(chosen) < len(runs) else ""
    found = figure_sections(chosen) if chosen else []
    figures = [Section(each.title, left + each.text, each.body) for each in found]
    yield Section("The runs in motion", "", _links(films))
    yield from figures[:1]
    yield Section("Runs", _RUNS, table.short(_ROWS))
    yield Section("Where the scenarios differ", "", configuration.between(runs))
    yield from figures[1:]
    if chosen:
        text = f"{left}All jobs of a run together, payload.{_unsampled(chosen)}"
        yield Section("Throughput over time", text, _throughput(chosen))
    faults = [(f"{run.case}, {run.variant}", recovery_of(run.results)) for run in runs]
    yield Section("Faults and recovery", _RECOVERY, tables.recovery_table(faults))


def _unsampled(runs: Sequence[Run]) -> str:
    """The runs that plots over time leave out, in a sentence."""
    absent = [run.name for run in runs if not len(metrics.throughput(run.results))]
    advice = "a smaller measure.sampleInterval has some."
    return f" Left out, because without samples: {'; '.join(absent)}; {advice}" if absent else ""


def _links(films: Sequence[tuple[str, str]]) -> Markup | None:
    if not films:
        return None
    listed = Markup().join(
        Markup('<li><a href="{}">{}</a></li>').format(quote(path), name) for name, path in films
    )
    return Markup("<ul>{}</ul>").format(listed)


@styled
def _throughput(runs: Sequence[Run]) -> Figure | None:
    """A panel per case, a line per variant."""
    sampled = [run for run in runs if len(metrics.throughput(run.results))]
    cases, looks = cases_of(sampled), looks_of(runs)
    if not cases:
        return None
    figure, axes = panels(cases, min(2, len(cases)), 0.7, 2.3, "throughput (Gb/s)", sharey=False)
    for axis, case in zip(axes, cases):
        own = [run for run in sampled if run.case == case]
        clock = max((clock_of(run.results) for run in own), key=lambda one: one.end_ns)
        for run in own:
            line = thin(metrics.throughput(run.results))
            axis.plot(line.index / clock.unit, line, **{**looks[run.variant].line_stroke(), "lw": 1.3})
        clock.apply(axis)
        axis.set_ylim(bottom=0)
    place_legend(figure, line_handles({variant: looks[variant] for variant in variants_of(sampled)}))
    return figure
