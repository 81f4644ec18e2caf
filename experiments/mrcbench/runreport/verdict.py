# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the numbers of a run say, in plain words: how much of the ideal was reached, and what took the rest."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .. import metrics, units
from ..metrics import JobMetrics
from ..plots import Run
from ..results import Results
from ..table import number
from .faults import spells

#: From this part of the ideal on nothing is worth naming.
_GOOD = 0.97

#: From this part of the packets on something has cost time.
_FEW = 0.001

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
    known = [job for job in jobs if math.isfinite(job.part_of_ideal)]
    summary = results.summary
    took = units.format_time(summary["sim_time_ns"])
    done, total = summary["flows_completed"], summary["flows_total"]
    all_of = f"all {number(total)} messages" if done == total else f"{number(done)} of {number(total)} messages"
    if total == 1:
        all_of = "its one message" if done else "no message"
    if not known:
        return f"In {took} of simulated time {all_of} arrived."
    worst = min(known, key=lambda job: job.part_of_ideal)
    names = {"busbw": "bus bandwidth", "total": "goodput into the receiver", "goodput": "goodput per transfer"}
    rate = f"{number(worst.bandwidth_gbps, 1)} Gb/s of {names[worst.measure]}"
    part = f"{100 * worst.part_of_ideal:.1f} % of what an idle network would give"
    who = f"{worst.job} ({worst.type})"
    if len(known) == 1:
        return f"{who} reached {part}, {rate}; in {took} of simulated time {all_of} arrived."
    best = max(known, key=lambda job: job.part_of_ideal)
    return (
        f"Of {len(known)} jobs {who} reached least, {part} ({rate}), and {best.job} most, "
        f"{100 * best.part_of_ideal:.1f} %; in {took} of simulated time {all_of} arrived."
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
        f"{began} with {number(missing)} messages not delivered: times and rates below are of those that arrived, "
        "so they look better than the run was. "
    )


def _limits(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """What kept it from more: what happened, the worst first."""
    found = [*_failures(results), *_fault(results), *_packets(results), *_pauses(results), *_balance(results)]
    parts = [job.part_of_ideal for job in jobs if math.isfinite(job.part_of_ideal)]
    if not found and parts and min(parts) >= _GOOD:
        return "Nothing was lost, trimmed or paused that would matter; the rest is start-up and latency."
    if not found:
        return (
            "Nothing was lost, trimmed or paused that would matter: what is missing is start-up and latency of short "
            "messages, waiting of one message for another, or other messages at the same receiver."
        )
    begin = "What cost something: " if not parts or min(parts) < _GOOD else "Nearly all was reached in spite of "
    return begin + "; ".join(found) + "."


def _failures(results: Results) -> list[str]:
    summary = results.summary
    found = []
    if summary["qp_errors"]:
        found.append(f"{number(summary['qp_errors'])} QP ends that gave up")
    if summary.get("pfc_deadlocks"):
        found.append("ports that waited for each other for ever (a PFC deadlock)")
    if summary["timeouts"]:
        found.append(f"{number(summary['timeouts'])} time-outs, each a wait without packets")
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
    text += f" that took {number(lost)} data packets"
    back = recovery["goodput_95_after_ns"].max()
    if len(found) == 1 and recovery["goodput_95_after_ns"].notna().all():
        text += f", with goodput back after {units.format_time(back)}" if back else ", without a dip of goodput"
    return [text]


def _packets(results: Results) -> list[str]:
    """Packets sent twice, trimmed and marked, as parts of those sent."""
    summary, sent = results.summary, float(results.flows["packets"].sum())
    if not sent:
        return []
    found = []
    again, trims = summary["retransmitted_packets"] / sent, summary["trimmed_packets"] / sent
    if again >= _FEW:
        found.append(f"{100 * again:.1f} % of the packets were sent again")
    if trims >= _FEW:
        found.append(f"switches trimmed {number(summary['trimmed_packets'])} frames for want of room")
    marks = summary.get("ecn_marked_packets", 0) / sent
    if marks >= 0.02:
        found.append(f"switches marked {number(summary['ecn_marked_packets'])} frames to slow senders down")
    return found


def _pauses(results: Results) -> list[str]:
    pause = results.summary["pfc_pause_ns"]
    if not pause:
        return []
    text = f"PFC held links for {units.format_time(pause)}, all added up"
    links = results.links
    held = links[links["pauses_ns"] > 0]
    if len(held):
        text += f", {number(len(held))} of {number(len(links))} directions"
    return [text]


def _balance(results: Results) -> list[str]:
    loads = metrics.uplink_loads(results) if len(results.links) else []
    if len(loads) < 2 or results.summary.get("transport") == "mrc" or not loads.max() >= _UNEVEN:
        return []
    return [f"traffic lay unevenly: the busiest uplink carried {loads.max():.1f} times the mean"]


def compare(runs: Sequence[Run], numbers: Sequence[Sequence[JobMetrics]]) -> str:
    """What several runs say side by side: the best and the worst of their first jobs, and what was incomplete.

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
    return text + f"{len(incomplete)} did not complete ({names}{more}), and look better in times and rates than they were."
