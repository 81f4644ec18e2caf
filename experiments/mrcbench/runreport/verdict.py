# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The summary of a run in words: the part of the ideal, and the reasons for the rest."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from .. import metrics, units
from ..faults import scenario_faults
from ..metrics import JobMetrics
from ..drawing.runs import Run
from ..results import Results
from ..table import counted, number

#: A run that reached at least this part of the ideal was near it.
_GOOD = 0.97

#: Losses and trims of a smaller part of the packets are not mentioned.
_FEW = 0.001

#: ECN marks of a smaller part of the packets are not mentioned.
_MARKED = 0.02

#: A link with at least this multiple of the mean load is a sign of imbalance.
_UNEVEN = 1.5

_OUTCOMES = {
    "stalled": "It stalled",
    "failed": "A connection gave up",
    "stop": "It was stopped by the time of the scenario",
    "interrupted": "It was interrupted",
}


def sentences(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """The part of the ideal that was reached, and the reasons for the rest.

    @param results of a run
    @param jobs numbers of its jobs, from metrics.jobs_of
    """
    if not results.summary["flows_total"] or results.flows.empty:
        return "No message was sent, so there is nothing to judge. " + _incomplete(results)
    return f"{_reached(results, jobs)} {_incomplete(results)}{_limits(results, jobs)}".strip()


def _reached(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """The part of the ideal; of several jobs, the lowest and the highest."""
    summary = results.summary
    done, total = summary["flows_completed"], summary["flows_total"]
    if total == 1:
        messages = "its one message" if done else "no message"
    else:
        messages = f"{'all' if done == total else f'{number(done)} of'} {number(total)} messages"
    arrived = f"n {units.format_time(summary['sim_time_ns'])} of simulated time {messages} arrived"
    known = [job for job in jobs if math.isfinite(job.efficiency)]
    if not known:
        return f"I{arrived}."
    worst, best = (choose(known, key=lambda job: job.efficiency) for choose in (min, max))
    names = {"busbw": "of bus bandwidth", "total": "into the receiver", "goodput": "per transfer"}
    rate = f"{number(worst.bandwidth_gbps, 1)} Gb/s {names[worst.measure]}"
    part = f"{100 * worst.efficiency:.1f} % of its ideal"
    if len(known) == 1:
        return f"The job {worst.job} ({worst.type}) reached {part}, {rate}; i{arrived}."
    return (
        f"Of {len(known)} jobs {worst.job} ({worst.type}) reached least, {part} ({rate}), and {best.job} "
        f"most, {100 * best.efficiency:.1f} %; i{arrived}."
    )


def _incomplete(results: Results) -> str:
    """A sentence if a run is not complete, with the consequence for its numbers."""
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
    """The reasons for the rest of the time, the worst first."""
    found = [*_failures(results), *_fault(results), *_packets(results), *_pauses(results), *_balance(results)]
    parts = [job.efficiency for job in jobs if math.isfinite(job.efficiency)]
    near = bool(parts) and min(parts) >= _GOOD
    if found:
        return f"{'It came near the ideal in spite of' if near else 'It lost time to'} {'; '.join(found)}."
    if not parts:
        return ""
    other = "" if near else ", and messages wait for each other or share a receiver"
    return f"No loss, trim or pause mattered: start-up and latency take the remaining time{other}."


def _failures(results: Results) -> Iterator[str]:
    summary = results.summary
    if summary["qp_errors"]:
        yield f"{counted(summary['qp_errors'], 'QP end')} that gave up"
    if summary.get("pfc_deadlocks"):
        yield "ports that waited for each other forever (a PFC deadlock)"
    if summary["timeouts"]:
        yield f"{counted(summary['timeouts'], 'time-out')}, each a wait without packets"


def _fault(results: Results) -> Iterator[str]:
    """Faults with their losses, and the recovery time of goodput."""
    found, recovery = scenario_faults(results), results.recovery
    if not found:
        return
    text = f"a fault ({found[0].what})" if len(found) == 1 else f"{len(found)} faults"
    lost = 0 if recovery.empty else int(recovery["lost_packets"].sum())
    if not recovery.empty:
        text += f" that took {counted(lost, 'data packet') if lost else 'no data packet'}"
    if lost and len(found) == 1 and recovery["goodput_95_after_ns"].notna().all():
        back = recovery["goodput_95_after_ns"].max()
        text += f", with goodput back after {units.format_time(back)}" if back else ", without a dip"
    yield text


def _packets(results: Results) -> Iterator[str]:
    """Packets sent twice, trimmed and marked, as parts of those sent."""
    summary, sent = results.summary, float(results.flows["packets"].sum())
    if not sent:
        return
    if summary["retransmitted_packets"] / sent >= _FEW:
        yield f"retransmissions ({100 * summary['retransmitted_packets'] / sent:.1f} % of the packets)"
    if summary["trimmed_packets"] / sent >= _FEW:
        yield f"trims in full queues ({counted(summary['trimmed_packets'], 'frame')})"
    marks = summary.get("ecn_marked_packets", 0)
    if marks / sent >= _MARKED:
        yield f"ECN marks, which slow senders down ({counted(marks, 'frame')})"


def _pauses(results: Results) -> Iterator[str]:
    pause, links = results.summary["pfc_pause_ns"], results.links
    if pause:
        held = int((links["pauses_ns"] > 0).sum())
        where = f", in {number(held)} of {counted(len(links), 'direction')} of links" if held else ""
        yield f"PFC pauses ({units.format_time(pause)} added up{where})"


def _balance(results: Results) -> Iterator[str]:
    """Uneven load; with few pairs of hosts it follows from the job and is not mentioned."""
    loads = metrics.uplink_loads(results) if len(results.links) else []
    pairs = len(results.flows[["src", "dst"]].drop_duplicates())
    if not (len(loads) < 2 or pairs < len(loads) or not loads.max() >= _UNEVEN):
        yield f"uneven load (the busiest uplink carried {loads.max():.1f} times the mean)"


def compare(runs: Sequence[Run], numbers: Sequence[Sequence[JobMetrics]]) -> str:
    """The best and worst of several runs by their first jobs, and those that are incomplete.

    @param runs the runs
    @param numbers of the jobs of each
    """
    rows = [
        (jobs[0].part_of_ideal, f"{run.variant} in {run.case}")
        for run, jobs in zip(runs, numbers)
        if jobs and math.isfinite(jobs[0].part_of_ideal)
    ]
    text = "No run has a job that came to its end. "
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
    text += f"{len(incomplete)} did not complete ({names}{more}), "
    return text + "and look better in times and rates than they were."
