# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Single jobs: further runs that show the effect of several jobs on each other.

A single job has the same hosts and random numbers as with the others, because the others exist but are
disabled (``workload[].enabled``).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ..engine.tasks import parsed
from .definition import Alone, Experiment, RunSpec
from .reader import ExperimentError, read_json
from .variation import slugs


#: Paths that change the list of jobs, or their names.
_JOB = re.compile(r"workload(\[[0-9]+\](\.name)?)?")


def with_jobs_alone(experiment: Experiment) -> Experiment:
    """The same experiment with a further run per run and job, in which that job runs alone.

    @raise ExperimentError if a run has fewer than two jobs
    """
    for path in experiment.axes:
        if _JOB.fullmatch(path):
            raise ExperimentError(f"isolation: vary.{path} changes the jobs; vary what they do")
    runs: list[RunSpec] = []
    for run in experiment.runs:
        names = job_names(experiment, run)
        if len(names) < 2:
            raise ExperimentError(f"isolation: run {run.key} has {len(names)} job; two are needed")
        runs.append(run)
        runs += [_alone(run, names, *pair) for pair in zip(names, slugs(names))]
    return replace(experiment, runs=tuple(runs))


def _alone(run: RunSpec, names: list[str], job: str, part: str) -> RunSpec:
    silent = (
        f"workload[{index}].enabled=false" for index, name in enumerate(names) if name != job
    )
    return replace(
        run,
        key=f"{run.key}+{part}",
        label=f"{run.label}, {job} alone",
        settings=(*run.settings, *silent),
        alone=Alone(run.key, job),
    )


def job_names(experiment: Experiment, run: RunSpec) -> list[str]:
    """The names of the jobs of a run, from its scenario and its settings."""
    data = read_json(run.scenario)
    jobs: Any = data.get("workload", []) if isinstance(data, dict) else []
    for setting in (*experiment.common, *run.settings):
        path, _, value = setting.partition("=")
        if path == "workload":
            jobs = parsed(value)
        elif _JOB.fullmatch(path):
            raise ExperimentError(
                f"isolation: run {run.key}: {path} names jobs; the scenario does, or workload"
            )
    jobs = jobs if isinstance(jobs, list) else [jobs]
    if not all(isinstance(job, dict) for job in jobs):
        raise ExperimentError(f"isolation: run {run.key} has a workload that is no list of objects")
    return [str(job.get("name", f"job{index}")) for index, job in enumerate(jobs)]


def known_jobs(experiment: Experiment) -> list[str] | None:
    """The names of the jobs of all runs; None if they are unknown before the runs."""
    varied = [setting.partition("=")[0] for point in experiment.points for setting in point.settings]
    if any(_JOB.fullmatch(path) for path in varied):
        return None
    try:
        return list(dict.fromkeys(name for run in experiment.runs for name in job_names(experiment, run)))
    except ExperimentError:
        return None
