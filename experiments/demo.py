#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""MRC against RoCEv2/DCQCN on the 64 GPUs of cluster C: one table, one HTML report, a verdict.

Cluster C of the MRC paper: 64 hosts of 400 Gb/s under 4 T0s, full bisection. MRC has 4 planes of
100 Gb/s with SRv6 and trimming and no PFC; RoCEv2 has one plane of 400 Gb/s with ECMP, PFC and
DCQCN, and 1 or 8 QPs per pair. Ranks of the ring are dealt out over the T0s, so that each hop
crosses a T1, as between the nodes of a rail-wired cluster.

Exit status: 0 all runs completed and all expectations hold, 1 not, 2 nothing could be run.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mrcbench import metrics, plots, report
from mrcbench.arguments import add_shared
from mrcbench.expectations import Expectation, Verdict, judge
from mrcbench.jobs import Job, Outcome, Pool, find_simulator
from mrcbench.plots import Run
from mrcbench.progress import Progress
from mrcbench.results import ResultsError, load_results

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SCENARIOS = HERE / "scenarios" / "demo"


@dataclass(frozen=True)
class Variant:
    """A transport, its QPs per pair, and what else differs from the scenario file."""

    key: str
    label: str
    transport: str
    qps: int
    settings: tuple[str, ...] = ()
    only: tuple[str, ...] = ()  #: keys of the cases it runs in; empty for all


@dataclass(frozen=True)
class Case:
    """What is done; its scenario files are <key>-<transport>.json."""

    key: str
    label: str
    jobs: int = 1  #: number of jobs in the scenario
    #: Settings of a quick run: small enough for a test, too small for the expectations.
    quick: tuple[str, ...] = ()
    #: Run after this case, with the fault at half of its duration.
    fault_in_middle_of: str | None = None


VARIANTS = (
    Variant("mrc", "MRC", "mrc", 1),
    # The deployment does not mark on the last hop, where no other path helps; but then only trims
    # tell the senders of an incast apart, and their shares wander.
    Variant(
        "mrc-ecn",
        "MRC, last-hop ECN",
        "mrc",
        1,
        settings=("switch.ecn.lastHop=true",),
        only=("incast", "victim-alone"),
    ),
    Variant("roce-1qp", "RoCE, 1 QP", "roce", 1),
    Variant("roce-8qp", "RoCE, 8 QPs", "roce", 8),
)

CASES = (
    Case("all-reduce", "ring all-reduce 64 MB", quick=("workload[0].bytes=4MB",)),
    Case("all-to-all", "all-to-all 1 MB", quick=("workload[0].bytes=32KB",)),
    Case("permutation", "permutation 8 MB", quick=("workload[0].bytes=256KB",)),
    Case(
        "incast",
        "incast 7 to 1",
        jobs=2,
        quick=("workload[0].bytes=256KB", "workload[1].bytes=1792KB"),
    ),
    Case("victim-alone", "victim alone", quick=("workload[0].bytes=1792KB",)),
    Case(
        "link-failure",
        "all-reduce, link fails",
        quick=("workload[0].bytes=4MB", "faults[0].for=200us"),
        fault_in_middle_of="all-reduce",
    ),
)


def variants_of(case: Case) -> tuple[Variant, ...]:
    """The variants that a case is run with."""
    return tuple(variant for variant in VARIANTS if not variant.only or case.key in variant.only)


#: Names of the jobs in the incast scenarios.
INCAST, VICTIM = "incast", "victim"


def _expectations() -> tuple[Expectation, ...]:
    """What must be true at full size; lossless and complete runs also in a quick one."""
    claims = [
        Expectation(
            "All-reduce: MRC reaches 88 % of the ideal",
            "all-reduce/mrc/efficiency",
            ">=",
            0.88,
            unit="%",
        ),
        Expectation(
            "All-reduce: RoCE with 1 QP is clearly below MRC",
            "all-reduce/roce-1qp/bandwidth_gbps",
            "<=",
            0.80,
            relative_to="all-reduce/mrc/bandwidth_gbps",
            unit="%",
        ),
        Expectation(
            "All-reduce: RoCE with 8 QPs is above 1 QP",
            "all-reduce/roce-8qp/bandwidth_gbps",
            ">",
            1.0,
            relative_to="all-reduce/roce-1qp/bandwidth_gbps",
            unit="%",
        ),
        Expectation(
            "All-reduce: RoCE with 8 QPs is below MRC",
            "all-reduce/roce-8qp/bandwidth_gbps",
            "<",
            1.0,
            relative_to="all-reduce/mrc/bandwidth_gbps",
            unit="%",
        ),
        Expectation(
            "Permutation: mean goodput of MRC, part of the payload rate",
            "permutation/mrc/goodput_mean_gbps",
            ">=",
            0.92,
            relative_to="permutation/mrc/payload_rate_gbps",
            unit="%",
        ),
        Expectation(
            "Permutation: slowest flow of MRC, part of the payload rate",
            "permutation/mrc/goodput_min_gbps",
            ">=",
            0.85,
            relative_to="permutation/mrc/payload_rate_gbps",
            unit="%",
        ),
        Expectation(
            "Incast: MRC senders are within 10 % of an equal share (ECN on the last hop)",
            "incast/mrc-ecn/share_deviation",
            "<=",
            0.10,
            unit="%",
        ),
        Expectation(
            "Incast: MRC leaves the victim within 5 % of its rate alone",
            "incast/mrc/victim_gbps",
            ">=",
            0.95,
            relative_to="victim-alone/mrc/victim_gbps",
            unit="%",
        ),
        Expectation(
            "Incast: RoCE's victim (the worse of 1 and 8 QPs) suffers",
            "incast/roce/victim_part_worst",
            "<=",
            0.90,
            unit="%",
        ),
        Expectation(
            "Link failure: MRC's goodput is back within 200 us",
            "link-failure/mrc/recovery_us",
            "<=",
            200,
            unit="us",
        ),
        Expectation(
            "Link failure: no QP error with MRC",
            "link-failure/mrc/qp_errors",
            "==",
            0,
            full_size=False,
        ),
        Expectation(
            "Link failure: no flow lost with MRC",
            "link-failure/mrc/flows_lost",
            "==",
            0,
            full_size=False,
        ),
        Expectation(
            "PFC: no drop in the lossless class in any RoCE run",
            "all/roce/lossless_violations",
            "==",
            0,
            full_size=False,
        ),
    ]
    return tuple(claims)


EXPECTATIONS = _expectations()


def measure(runs: Mapping[tuple[str, str], Run]) -> dict[str, float]:
    """The metrics that expectations speak of.

    @param runs by key of case and variant; those that failed are absent
    @return numbers by path ``case/variant/metric``
    """
    found: dict[str, float] = {}
    for (case, variant), run in runs.items():
        results = run.results
        job = metrics.jobs_of(results)[0]
        values = {
            "efficiency": job.efficiency,
            "bandwidth_gbps": job.bandwidth_gbps,
            "goodput_mean_gbps": job.goodput_mean_gbps,
            "goodput_min_gbps": job.goodput_min_gbps,
            "share_deviation": job.share_deviation,
            "payload_rate_gbps": metrics.payload_rate_gbps(results),
            "qp_errors": results.summary["qp_errors"],
            "flows_lost": results.summary["flows_total"] - results.summary["flows_completed"],
        }
        if VICTIM in set(results.jobs["job"]):
            values["victim_gbps"] = metrics.job_metrics(results, VICTIM).goodput_mean_gbps
        recovery = metrics.run_recovery(results, job.job)
        if recovery is not None:
            time = recovery.recovery_ns
            values["recovery_us"] = math.inf if time is None else time / 1e3
        found.update({f"{case}/{variant}/{name}": value for name, value in values.items()})
    found.update(_over_roce(runs, found))
    return found


def _over_roce(runs: Mapping[tuple[str, str], Run], found: Mapping[str, float]) -> dict[str, float]:
    """Metrics over all variants of RoCE; absent if a run is."""
    keys = [variant.key for variant in VARIANTS if variant.transport == "roce"]
    overall: dict[str, float] = {}
    if all((case.key, key) in runs for case in CASES for key in keys):
        overall["all/roce/lossless_violations"] = sum(
            run.results.summary["lossless_violations"]
            for (_, variant), run in runs.items()
            if variant in keys
        )
    parts = [
        found.get(f"incast/{key}/victim_gbps", math.nan)
        / found.get(f"victim-alone/{key}/victim_gbps", math.nan)
        for key in keys
    ]
    if not any(map(math.isnan, parts)):
        overall["incast/roce/victim_part_worst"] = min(parts)
    return overall


def plan(out: Path, quick: bool) -> list[Job]:
    """The runs of the demo, the long ones first."""
    jobs = []
    for case in CASES:
        for variant in variants_of(case):
            settings = [f"workload[{i}].qps={variant.qps}" for i in range(case.jobs)]
            settings += variant.settings
            settings += case.quick if quick else ()
            before = case.fault_in_middle_of
            jobs.append(
                Job(
                    name=_name(case.key, variant.key),
                    scenario=SCENARIOS / f"{case.key}-{variant.transport}.json",
                    out=out / _name(case.key, variant.key),
                    settings=tuple(settings),
                    after=_name(before, variant.key) if before else None,
                    late_settings=_fault_in_middle(out / _name(before, variant.key))
                    if before
                    else None,
                )
            )
    return jobs


def _name(case: str, variant: str) -> str:
    return f"{case}-{variant}"


def _fault_in_middle(reference: Path) -> Callable[[], Sequence[str]]:
    """The setting that puts the fault at half of the duration of a finished run.

    Without a duration the fault stays where the scenario has it.
    """

    def settings() -> Sequence[str]:
        try:
            duration_ns = load_results(reference).jobs["duration_ns"].iloc[0]
        except (ResultsError, IndexError):
            return ()
        return (f"faults[0].at={round(duration_ns / 2e3)}us",) if duration_ns > 0 else ()

    return settings


def load_runs(
    out: Path, outcomes: Sequence[Outcome]
) -> tuple[dict[tuple[str, str], Run], list[str]]:
    """The runs that left results, by key of case and variant, and what is wrong with the others."""
    ended = {outcome.job.name for outcome in outcomes if outcome.status in (0, 1)}
    runs, problems = {}, []
    for case in CASES:
        for variant in variants_of(case):
            name = _name(case.key, variant.key)
            if name not in ended:
                problems.append(f"{name}: no results")
                continue
            try:
                results = load_results(out / name)
            except ResultsError as error:
                problems.append(str(error))
            else:
                runs[case.key, variant.key] = Run(case.label, variant.label, results)
    return runs, problems


def write_report(
    out: Path, runs: Mapping[tuple[str, str], Run], verdicts: Sequence[Verdict], quick: bool
) -> Path:
    """The HTML page about the demo."""
    everything = list(runs.values())
    table = report.run_table(everything)
    sections = [
        report.Section("Does it hold?", "", verdicts),
        report.Section("All runs", _TABLE_NOTE, table),
    ]
    main_runs = [run for (case, _), run in runs.items() if case != "victim-alone"]
    if main_runs:
        permutation = next(case.label for case in CASES if case.key == "permutation")
        sections += report.figure_sections(main_runs, uplink_case=permutation)
    hit = [run for (case, _), run in runs.items() if case == "incast"]
    if hit:
        alone = [run for (case, _), run in runs.items() if case == "victim-alone"]
        section = report.Section(
            "The victim of an incast",
            "Seven hosts send 32 MB each to one host; an eighth, under the T0 of three of them, "
            "sends 224 MB to an idle neighbor of the receiver. Its path has capacity to spare, but "
            "PFC may pause it. With 1 QP the hash decides whether the victim meets a paused link.",
            plots.victim(hit, alone, INCAST, VICTIM),
        )
        sections.insert(4, section)
    size = " Reduced sizes (--quick): bandwidths mean little." if quick else ""
    page = report.render("MRC against RoCEv2/DCQCN on 64 GPUs", _LEAD + size, sections)
    path = out / "report.html"
    path.write_text(page, encoding="utf-8")
    return path


_LEAD = (
    "Cluster C of the MRC paper: 64 hosts with 400 Gb/s each under 4 T0s, full bisection. MRC: 4 "
    "planes of 100 Gb/s, 16 T1s each, SRv6, trimming, no PFC. RoCEv2: one plane of 400 Gb/s, 16 "
    "T1s, ECMP, PFC, DCQCN, with 1 or 8 QPs per pair. Simulated with ns-3."
)

_TABLE_NOTE = (
    "Gb/s: bus bandwidth of collectives, total goodput into the receiver of the incast, else mean "
    "goodput of the flows. Flow times are those of whole transfers (all QPs). Pauses: summed over "
    "all links of the run."
)


def print_outcome(runs: Iterable[Run], verdicts: Sequence[Verdict]) -> None:
    """The table of the runs and the verdicts, on stdout."""
    print(report.run_table(list(runs)).text())
    print()
    print(report.verdict_table(verdicts).text())


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="demo", description=__doc__.splitlines()[0])
    add_shared(parser, ROOT / "results" / "demo")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run everything, print the table, write the report, judge."""
    options = parse(arguments)
    simulator = find_simulator(options.mrc_sim, ROOT)
    if simulator is None:
        wanted = options.mrc_sim or "build/release/mrc-sim"
        print(f"demo: no simulator at {wanted}; build it first", file=sys.stderr)
        return 2
    jobs = plan(options.out, options.quick)
    progress = Progress(len(jobs))
    try:
        outcomes = Pool(simulator, options.cores).run(jobs, progress)
    except KeyboardInterrupt:
        progress.clear()
        print(
            f"demo: interrupted; {progress.done} of {len(jobs)} runs are in {options.out}",
            file=sys.stderr,
        )
        return 130
    progress.clear()
    return conclude(options.out, outcomes, len(jobs), options.quick)


def conclude(out: Path, outcomes: Sequence[Outcome], planned: int, quick: bool) -> int:
    """Table, report, verdicts; the exit status."""
    runs, problems = load_runs(out, outcomes)
    for problem in problems:
        print(f"demo: {problem}", file=sys.stderr)
    if not runs:
        return 2
    verdicts = judge(EXPECTATIONS, measure(runs), quick)
    print_outcome(runs.values(), verdicts)
    page = write_report(out, runs, verdicts, quick)
    print(f"\nReport: {page}")
    whole = len(outcomes) == planned and all(outcome.status == 0 for outcome in outcomes)
    complete = not problems and all(run.results.completed for run in runs.values())
    holds = all(verdict.passed is not False for verdict in verdicts)
    return 0 if whole and complete and holds else 1


if __name__ == "__main__":
    sys.exit(main())
