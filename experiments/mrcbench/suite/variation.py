# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The product of an experiment's varied values, the names of its points, and the runs of single jobs.

Names follow only from a point's own values: a value that is added later does not change other names, so that
completed runs are found again.

Single jobs are further runs that show the effect of several jobs on each other. A single job has the same
hosts and random numbers as with the others, because the others exist but are disabled
(``workload[].enabled``).
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .. import units
from ..engine.tasks import parsed
from .definition import Alone, Experiment, Point, RunSpec, value_text
from .reader import ExperimentError, assignments, read_json, shown

#: Most runs of an experiment.
MOST_RUNS = 100_000

#: Largest number on an axis.
_MOST = 1e300

#: Longest part of a folder's name.
_LONGEST = 60

#: Longest value in a label.
_LABEL = 40

#: Paths that change the list of jobs, or their names.
_JOB = re.compile(r"workload(\[[0-9]+\](\.name)?)?")


def slug(text: str) -> str:
    """A text as a part of a file's name: dashes for special characters of a shell, cut if it is long."""
    clean = re.sub(r"[^A-Za-z0-9._+-]+", "-", text).strip("-.")
    if len(clean) <= _LONGEST and clean:
        return clean
    return f"{clean[: _LONGEST - 9]}-{short_hash(text)}".lstrip("-")


def short_hash(text: str) -> str:
    """A hash of a text, eight digits."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def slugs(texts: Sequence[str]) -> list[str]:
    """A unique name for each text: equal names get a hash, unless they are the text itself."""
    names = [slug(text) for text in texts]
    counts = Counter(names)
    return [
        f"{name}-{short_hash(text)}" if counts[name] > 1 and name != text else name
        for name, text in zip(names, texts)
    ]


def value_name(value: Any) -> str:
    """A value as a part of a name; with a hash, for uniqueness, if characters were replaced."""
    text, said = value_text(value), json.dumps(value)
    if slug(text) == text and not (isinstance(value, str) and _is_json(text)):
        return text
    return f"{slug(text)[: _LONGEST - 9]}-{short_hash(said)}".lstrip("-")


def _is_json(text: str) -> bool:
    """Whether a string looks like a number, or like true, false or null."""
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def value_label(value: Any) -> str:
    """A value for titles and labels; a long one is cut and gets a hash."""
    text = value_text(value)
    return text if len(text) <= _LABEL else f"{text[: _LABEL - 9]}... {short_hash(text)[:4]}"


def axis_names(paths: Sequence[str]) -> dict[str, str]:
    """Names of axes by path: the last key of the path, or the whole path if two share the last key."""
    last = {path: re.sub(r"^.*\.(?=[^.]*$)", "", path) for path in paths}
    counts = list(last.values())
    return {path: name if counts.count(name) == 1 else path for path, name in last.items()}


def number_of(value: Any) -> float | None:
    """A quantity as a number in its base unit (B, ns, bit/s); None for other values."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return float(value) if abs(value) < _MOST else None
    # Times first: sizes are whole, and a number without a unit may have a fraction.
    for convert in (units.time_ns, units.size_bytes, units.rate_bps):
        try:
            return float(convert(value))
        except ValueError:
            continue
    return None


def check(vary: Mapping[str, Sequence[Any]]) -> None:
    """Check that values differ, also as places on an axis, and that no path is within another one.

    @raise ExperimentError with the path and the mistake
    """
    for path, values in vary.items():
        seen: dict[Any, Any] = {}
        for value in values:
            number = number_of(value)
            own = json.dumps(value) if number is None else number
            if own in seen:
                raise ExperimentError(f"vary.{path}: {shown(seen[own])} and {shown(value)} are the same")
            seen[own] = value
    for inner, outer in itertools.permutations(vary, 2):
        if contains(outer, inner):
            raise ExperimentError(f"vary.{inner} lies within vary.{outer}, which replaces it")


def check_not_replaced(vary: Mapping[str, Any], experiment: Experiment) -> None:
    """Check that no setting is overridden by varied values, which are applied last.

    @raise ExperimentError if a setting is a varied path, or within one
    """
    asked = [("settings", experiment.common), *((f"run {run.key}", run.settings) for run in experiment.runs)]
    for place, settings in asked:
        for path in (setting.partition("=")[0] for setting in settings):
            for outer in vary:
                if outer == path or contains(outer, path):
                    raise ExperimentError(f"{place}: {path} is replaced by vary.{outer}")


def contains(outer: str, inner: str) -> bool:
    """Whether a path is within another one."""
    return inner.startswith((f"{outer}.", f"{outer}["))


def points_of(vary: Mapping[str, Sequence[Any]]) -> tuple[Point, ...]:
    """The product: the last key changes fastest."""
    if not vary:
        return ()
    names = axis_names(list(vary))
    return tuple(_point(dict(zip(vary, values)), names) for values in itertools.product(*vary.values()))


def _point(values: Mapping[str, Any], names: Mapping[str, str]) -> Point:
    text = ",".join(f"{_axis(names[path])}={value_name(value)}" for path, value in values.items())
    label = ", ".join(f"{names[path]} {value_label(value)}" for path, value in values.items())
    return Point(
        at=float("nan"),
        settings=assignments(values),
        sweep=text,
        values=tuple(values.items()),
        shown_as=label,
    )


def _axis(name: str) -> str:
    """A varied path as a part of a folder's name: unchanged except for characters that no path has."""
    return re.sub(r"[^A-Za-z0-9._+:\[\]-]+", "-", name)


def check_number(*lengths: int) -> None:
    """@raise ExperimentError if the product of these lengths exceeds the allowed number of runs"""
    if math.prod(lengths) > MOST_RUNS:
        raise ExperimentError(f"found {math.prod(lengths)} runs; allowed: {MOST_RUNS}")


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


def jobs_per_run(experiment: Experiment) -> int | None:
    """How many jobs each run has; None if it is unknown before the runs, or not the same."""
    if known_jobs(experiment) is None:
        return None
    counts = {len(job_names(experiment, run)) for run in experiment.lines}
    return counts.pop() if len(counts) == 1 else None


def known_jobs(experiment: Experiment) -> list[str] | None:
    """The names of the jobs of all runs; None if they are unknown before the runs."""
    varied = [setting.partition("=")[0] for point in experiment.points for setting in point.settings]
    if any(_JOB.fullmatch(path) for path in varied):
        return None
    try:
        return list(dict.fromkeys(name for run in experiment.runs for name in job_names(experiment, run)))
    except ExperimentError:
        return None
