# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The summary of a run in words: how near it came to the ideal, and what was counted.

A count is no cause: what each mechanism costs is known only from the same run without it (`why`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from .. import metrics, units, why
from ..faults import is_counted_once, recovery_of, scenario_faults
from ..metrics import JobMetrics
from ..drawing.runs import Run
from ..results import Results
from ..table import counted, number

#: Most jobs about which the page of several runs has a sentence.
_MOST_JOBS = 4

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


def answer(results: Results, jobs: Sequence[JobMetrics]) -> str:
    """The least possible time of a job as a share of its time; of several, the lowest and the highest.

    @param results of a run
    @param jobs numbers of its jobs, from metrics.jobs_of
    """
    if _is_idle(results):
        return "No message was sent, so there is nothing to judge."
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
    rate = f"{_RATES[worst.measure]} {number(worst.bandwidth_gbps, 1)} Gb/s"
    part = f"{100 * worst.efficiency:.1f} % of the time it took"
    if len(known) == 1:
        job = f"{worst.job} ({worst.type})"
        return f"The least possible time of the job {job} is {part}; {rate}. I{arrived}."
    return (
        f"Of {len(known)} jobs {worst.job} ({worst.type}) is farthest from its least possible time, which is "
        f"{part} ({rate}); {best.job} is nearest, with {100 * best.efficiency:.1f} %. I{arrived}."
    )


#: The bandwidth of a job, by `metrics.JobMetrics.measure`.
_RATES = {
    "busbw": "its bus bandwidth is", "total": "its receiver gets", "goodput": "its transfers have a mean of",
}  # fmt: skip


def _is_idle(results: Results) -> bool:
    """Whether no message was sent."""
    return not results.summary["flows_total"] or results.flows.empty


def counts(results: Results, answers: Sequence[why.Answer] = ()) -> str:
    """The counts, and the costs of mechanisms.

    @param answers costs of mechanisms, if they are known
    """
    found = "" if _is_idle(results) else f"{_counts(results)} {why.sentence(answers)}"
    return f"{_incomplete(results)}{found}".strip()


def _incomplete(results: Results) -> str:
    """A sentence if a run is not complete, with the consequence for its numbers."""
    summary = results.summary
    outcome = summary["outcome"]
    if outcome == "complete":
        return ""
    missing = summary["flows_total"] - summary["flows_completed"]
    began = _OUTCOMES.get(outcome, f"It ended as {outcome}")
    if not missing:
        return f"{began}. "
    return (
        f"{began} with {counted(missing, 'message')} not delivered: times and rates are those of messages "
        f"that arrived, so they look better than the run was. "
    )


def _counts(results: Results) -> str:
    """The counts that are worth mentioning, the worst first."""
    found = [*_failures(results), *_fault(results), *_packets(results), *_pauses(results), *_balance(results)]
    if found:
        return f"Counted: {'; '.join(found)}."
    return "No loss, trim, mark or pause worth mentioning was counted."


def _failures(results: Results) -> Iterator[str]:
    summary = results.summary
    if summary["qp_errors"]:
        yield f"{counted(summary['qp_errors'], 'QP end')} that gave up"
    if summary["pfc_deadlocks"]:
        yield "ports that waited for each other forever (a PFC deadlock)"
    if summary["timeouts"]:
        yield counted(summary["timeouts"], "time-out")


def _fault(results: Results) -> Iterator[str]:
    """Faults with their losses, and the recovery time of goodput."""
    found, recovery = scenario_faults(results), recovery_of(results)
    if not found:
        return
    text = f"a fault ({found[0].what})" if len(found) == 1 else f"{len(found)} faults"
    lost, answers = (int(recovery[name].sum()) for name in ("lost_packets", "lost_answers"))
    once = is_counted_once(results)
    packets = counted(lost, "data packet") if lost else "no data packet"
    text += f" that took {'' if once else 'at most '}{packets}"
    text += f" and {counted(answers, 'answer')}" if answers else ""
    text += "" if once else " (what is lost where several faults meet counts for each)"
    if lost and len(found) == 1:
        back = recovery["goodput_95_after_ns"].max(skipna=False)
        if math.isnan(back):
            text += ", and goodput was not observed to be back at 95 %"
        else:
            text += f", with goodput back after {units.format_time(back)}" if back else ", without a dip"
    yield text


def _packets(results: Results) -> Iterator[str]:
    """Packets sent twice, trimmed and marked, as parts of those sent."""
    summary, sent = results.summary, float(results.flows["packets"].sum())
    if not sent:
        return
    if summary["retransmitted_packets"] / sent >= _FEW:
        resent = summary["retransmitted_packets"]
        yield f"{counted(resent, 'retransmission')} ({100 * resent / sent:.1f} % of the packets)"
    if summary["trimmed_packets"] / sent >= _FEW:
        yield f"{counted(summary['trimmed_packets'], 'frame')} trimmed in full queues"
    marks = summary["ecn_marked_packets"]
    if marks / sent >= _MARKED:
        yield f"{counted(marks, 'frame')} marked by ECN"


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
    """For each job the best and the worst of several runs, and the runs that are incomplete.

    @param runs the runs
    @param numbers of the jobs of each
    """
    rows: dict[str, list[tuple[float, str, float]]] = {}
    for run, jobs in zip(runs, numbers):
        for job in jobs:
            if math.isfinite(job.efficiency):
                rows.setdefault(job.job, []).append(
                    (job.efficiency, run.name, job.bandwidth_gbps)
                )
    found = [_best_and_worst(job if len(rows) > 1 else "", parts) for job, parts in rows.items()]
    more = f" {len(found) - _MOST_JOBS} more jobs are in the table." if len(found) > _MOST_JOBS else ""
    text = f"{' '.join(found[:_MOST_JOBS])}{more} "
    if not rows:
        text = "No run has a job that came to its end. "
    incomplete = [run for run in runs if not run.results.completed]
    if not incomplete:
        return text + "All runs completed."
    names = ", ".join(run.name for run in incomplete[:3])
    more = f" and {len(incomplete) - 3} more" if len(incomplete) > 3 else ""
    text += f"{len(incomplete)} did not complete ({names}{more}), and "
    look, were = ("looks", "it was") if len(incomplete) == 1 else ("look", "they were")
    return f"{text}{look} better in times and rates than {were}."


def _best_and_worst(job: str, parts: Sequence[tuple[float, str, float]]) -> str:
    """Sentences about a job in several runs; without a name it is the only one."""
    best, worst = max(parts), min(parts)
    fastest = max(parts, key=lambda part: part[2])
    began = f"In the job {job} {best[1]}" if job else best[1]
    text = f"{began} came nearest to its least possible time ({100 * best[0]:.1f} % of the time it took)"
    if best[0] > worst[0]:
        text += f", {worst[1]} stayed farthest from it ({100 * worst[0]:.1f} %)."
    else:
        text += "; all others came as near." if len(parts) > 1 else "."
    if number(fastest[2], 1) != number(best[2], 1):
        rates = f"{number(fastest[2], 1)} Gb/s, against {number(best[2], 1)}"
        text += f" {fastest[1]} has the highest bandwidth ({rates})."
    return text
