# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the numbers of a run say, in plain words: how much of the ideal was reached, what took the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import metrics, units
from ..metrics import JobMetrics
from ..drawing.runs import Run
from ..results import Results
from ..table import number
from .faults import spells

#: From this part of the ideal on nothing is worth naming.
_GOOD = 0.97

#: From this part of the packets on something has cost time.
_FEW = 0.001

#: From this part of the packets on marks are worth naming.
_MARKED = 0.02

#: From this many times the mean on a link is busier than balance would have it.
_UNEVEN = 1.5

_OUTCOMES = {
    "stalled": "It stalled",
    "failed": "A connection gave up",
    "stop": "It was stopped by the time of the scenario",
    "interrupted": "It was interrupted",
}


def sentences(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """What was reached, and what limited it.

    @param results of a run
    @param jobs their numbers, of metrics.jobs_of
    """
    summary = results.summary
    if not summary["flows_total"] or results.flows.empty:
        return "No message was sent, so there is nothing to judge. " + _incomplete(results)
    return f"{_reached(results, jobs)} {_incomplete(results)}{_limits(results, jobs)}".strip()


def _reached(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """How much of the ideal: of the job that reached least, if there are several."""
    known = [job for job in jobs if math.isfinite(job.efficiency)]
    summary = results.summary
    done, total = summary["flows_completed"], summary["flows_total"]
    all_of = (
        f"all {number(total)} messages" if done == total else f"{number(done)} of {number(total)} messages"
    )
    if total == 1:
        all_of = "its one message" if done else "no message"
    arrived = f"n {units.format_time(summary['sim_time_ns'])} of simulated time {all_of} arrived"
    if not known:
        return f"I{arrived}."
    worst = min(known, key=lambda job: job.efficiency)
    names = {"busbw": "of bus bandwidth", "total": "into the receiver", "goodput": "per transfer"}
    rate = f"{number(worst.bandwidth_gbps, 1)} Gb/s {names[worst.measure]}"
    part = f"{100 * worst.efficiency:.1f} % of its ideal"
    if len(known) == 1:
        return f"The job {worst.job} ({worst.type}) reached {part}, {rate}; i{arrived}."
    best = max(known, key=lambda job: job.efficiency)
    return (
        f"Of {len(known)} jobs {worst.job} ({worst.type}) reached least, {part} ({rate}), and {best.job} "
        f"most, {100 * best.efficiency:.1f} %; i{arrived}."
    )


def _incomplete(results: Results) -> str:
    """That a run is not complete, and what follows for its numbers."""
    summary = results.summary
    outcome = summary.get("outcome", "complete")
    if outcome == "complete":
        return ""
    missing = summary["flows_total"] - summary["flows_completed"]
    began = _OUTCOMES.get(outcome, f"It ended as {outcome}")
    if not missing:
        return f"{began}. "
    return (
        f"{began} with {number(missing)} messages not delivered: times and rates below are of those that "
        f"arrived, so they look better than the run was. "
    )


def _limits(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """What kept it from more: what happened, the worst first."""
    found = [*_failures(results), *_fault(results), *_packets(results), *_pauses(results), *_balance(results)]
    parts = [job.efficiency for job in jobs if math.isfinite(job.efficiency)]
    near = bool(parts) and min(parts) >= _GOOD
    if found:
        return (
            ("Nearly all was reached in spite of " if near else "What cost time: ") + "; ".join(found) + "."
        )
    if not parts:
        return ""
    rest = "start-up and latency" if near else (
        "start-up, latency, and messages that wait for each other or share a receiver"
    )  # fmt: skip
    return f"Nothing was lost, trimmed or paused that would matter: what is missing is {rest}."


def _many(count: float, what: str) -> str:
    """So many of something."""
    return f"{number(count)} {what}" + ("" if count == 1 else "s")


def _failures(results: Results) -> list[str]:
    summary = results.summary
    found = []
    if summary["qp_errors"]:
        found.append(f"{_many(summary['qp_errors'], 'QP end')} that gave up")
    if summary.get("pfc_deadlocks"):
        found.append("ports that waited for each other for ever (a PFC deadlock)")
    if summary["timeouts"]:
        found.append(f"{_many(summary['timeouts'], 'time-out')}, each a wait without packets")
    return found


def _fault(results: Results) -> list[str]:
    """Faults: what they took, and how long it lasted."""
    found = spells(results)
    if not found:
        return []
    text = f"a fault ({found[0].what})" if len(found) == 1 else f"{len(found)} faults"
    recovery = results.recovery
    if recovery.empty:
        return [text]
    lost = int(recovery["lost_packets"].sum())
    if not lost:
        return [f"{text} that took no data packet"]
    text += f" that took {_many(lost, 'data packet')}"
    back = recovery["goodput_95_after_ns"].max()
    if len(found) == 1 and recovery["goodput_95_after_ns"].notna().all():
        text += (
            f", with goodput back after {units.format_time(back)}" if back else ", without a dip of goodput"
        )
    return [text]


def _packets(results: Results) -> list[str]:
    """Packets sent twice, trimmed and marked, as parts of those sent."""
    summary, sent = results.summary, float(results.flows["packets"].sum())
    if not sent:
        return []
    found = []
    if summary["retransmitted_packets"] / sent >= _FEW:
        found.append(
            f"retransmissions ({100 * summary['retransmitted_packets'] / sent:.1f} % of the packets)"
        )
    if summary["trimmed_packets"] / sent >= _FEW:
        found.append(f"trims for want of room ({_many(summary['trimmed_packets'], 'frame')})")
    marks = summary.get("ecn_marked_packets", 0)
    if marks / sent >= _MARKED:
        found.append(f"ECN marks, which slow senders down ({_many(marks, 'frame')})")
    return found


def _pauses(results: Results) -> list[str]:
    pause = results.summary["pfc_pause_ns"]
    if not pause:
        return []
    links = results.links
    held = int((links["pauses_ns"] > 0).sum())
    where = f", in {number(held)} of {_many(len(links), 'direction')} of links" if held else ""
    return [f"PFC pauses ({units.format_time(pause)} added up{where})"]


def _balance(results: Results) -> list[str]:
    """Uneven load; of few pairs of hosts it follows from the job."""
    loads = metrics.uplink_loads(results) if len(results.links) else []
    pairs = len(results.flows[["src", "dst"]].drop_duplicates())
    if len(loads) < 2 or pairs < len(loads) or not loads.max() >= _UNEVEN:
        return []
    return [f"uneven load (the busiest uplink carried {loads.max():.1f} times the mean)"]


def compare(runs: Sequence[Run], numbers: Sequence[Sequence[JobMetrics]]) -> str:
    """What several runs say side by side: the best and worst of their first jobs, and what was incomplete.

    @param runs the runs
    @param numbers of the jobs of each
    """
    rows = [
        (jobs[0].part_of_ideal, f"{run.variant} in {run.case}")
        for run, jobs in zip(runs, numbers)
        if jobs and math.isfinite(jobs[0].part_of_ideal)
    ]
    text = "None of the runs has a job that got anywhere. "
    if rows:
        best, worst = max(rows), min(rows)
        text = f"{len(runs)} runs: {best[1]} came nearest to its ideal with {100 * best[0]:.1f} %"
        text += "; all others came as near. " if best[0] == worst[0] else (
            f", {worst[1]} stayed farthest from it with {100 * worst[0]:.1f} %. "
        )  # fmt: skip
    incomplete = [run for run in runs if not run.results.completed]
    if not incomplete:
        return text + "All of them completed."
    names = ", ".join(f"{run.variant} in {run.case}" for run in incomplete[:3])
    more = f" and {len(incomplete) - 3} more" if len(incomplete) > 3 else ""
    return (
        text
        + f"{len(incomplete)} did not complete ({names}{more}), and look better in times and rates than "
          f"they were."
    )
