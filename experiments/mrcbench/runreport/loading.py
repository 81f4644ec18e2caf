# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a report and their names: a case (the workload) and a variant (the transport)."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..notebook.loaded import LoadedSweep, load
from ..drawing.runs import Run
from ..results import Results, ResultsError
from ..table import NOTHING
from ..transports import label_of
from .configuration import leaves, text

#: Most differences of configurations in a name.
_DIFFERENCES = 2


def collect(places: Sequence[Path]) -> list[Run]:
    """The runs in folders: each a results folder, or a folder of results folders.

    @raise ResultsError if there are none, or one of them is damaged
    """
    runs: list[Run] = []
    for place in places:
        found = load(place)
        runs += _of_sweep(found) if isinstance(found, LoadedSweep) else [Run("", "", found.results)]
    for run in runs:
        check(run.results)
    return _named(runs)


def check(results: Results) -> None:
    """Check that all files of a run are complete, and of this version.

    @raise ResultsError if not, with the place and the reason
    """
    if "program" in results.summary:
        raise ResultsError(
            f"{results.path}: made by mrc-sim {results.summary['program']}, which simulates nothing"
        )
    if not results.check().config:
        raise ResultsError(f"{results.path}: not a results folder, it lacks config.json")
    results.release()


def _of_sweep(sweep: LoadedSweep) -> list[Run]:
    """The runs of a sweep with their names; runs of another folder have none."""
    if not (sweep.path / "sweep.csv").is_file():
        return [Run("", "", run.results) for run in sweep.runs.values()]
    frame, runs = sweep.frame, []
    varied = [*sweep.varied, *(["seed"] if frame["seed"].nunique() > 1 else [])]
    for row in frame[frame["folder"].notna()].to_dict("records"):
        what, _, variant = str(row["case"]).rpartition(": ")  # the form of the demo's labels
        values = [what] if what else []
        values += [f"{str(key).split('.')[-1]} {row[key]}" for key in varied if row[key] == row[key]]
        case = ", ".join(values) or str(sweep.path.name)
        runs.append(Run(case, variant, sweep[row["folder"]].results))
    left = set(sweep.runs) - set(frame["folder"].dropna())
    return runs + [Run("", "", sweep[name].results) for name in sorted(left)]


def _named(runs: Sequence[Run]) -> list[Run]:
    """Runs with unique pairs of case and variant."""
    names = iter(_names([run.results for run in runs if not run.case]))
    found: list[Run] = []
    for run in runs:
        case, variant = (run.case, run.variant) if run.case else next(names)
        if any((case, variant) == (other.case, other.variant) for other in found):
            variant = f"{variant}, {run.results.path.name}"
        found.append(Run(case, variant, run.results))
    return found


def _names(found: Sequence[Results]) -> list[tuple[str, str]]:
    """Case and variant of runs, from their configurations: runs with the same workload have the same case."""
    work = [_work(results) for results in found]
    groups: dict[str, list[int]] = {}
    for at, own in enumerate(work):
        groups.setdefault(json.dumps(own, sort_keys=True), []).append(at)
    members = list(groups.values())
    cases = [_common([str(found[at].summary["name"]) for at in group]) for group in members]
    cases = _distinct([work[group[0]] for group in members], cases)
    names: dict[int, tuple[str, str]] = {}
    for group, case in zip(members, cases):
        rest = [{**found[at].scenario, "workload": [], "faults": [], "name": ""} for at in group]
        variants = _distinct(rest, [label_of(found[at]) for at in group])
        names.update((at, (case, variant)) for at, variant in zip(group, variants))
    return [names[at] for at in range(len(found))]


def _work(results: Results) -> dict[str, Any]:
    """The workload and faults of a run, without QPs and times of faults, which depend on its speed."""
    left_out = {"workload": ("qps",), "faults": ("at", "for")}
    return {
        part: [
            {key: value for key, value in entry.items() if key not in keys}
            for entry in results.config.get(part, [])
        ]
        for part, keys in left_out.items()
    }


def _common(names: Sequence[str]) -> str:
    """A common name: the common prefix, up to the end of a word."""
    prefix = os.path.commonprefix([f"{name}-" for name in names])
    return prefix[: prefix.rfind("-")] if "-" in prefix else names[0]


def _distinct(configs: Sequence[dict[str, Any]], labels: Sequence[str]) -> list[str]:
    """Labels; equal labels get differences of their configurations appended."""
    result = []
    flat = [leaves(config) for config in configs]
    for label, own in zip(labels, flat):
        same = [other for other, its in zip(flat, labels) if its == label]
        paths = [path for path in own if len({text(other.get(path, NOTHING)) for other in same}) > 1]
        values = [f"{path.split('.')[-1]} {text(own[path])}" for path in paths[:_DIFFERENCES]]
        result.append(", ".join([label, *values]))
    return result
