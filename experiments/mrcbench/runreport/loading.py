# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Which runs a report is about, and what each is called: a case (what was done) and a variant (by whom)."""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

from ..notebook.loaded import LoadedSweep, load
from ..drawing.runs import Run
from ..report import label_of
from ..results import Results, ResultsError
from ..table import NOTHING
from .configuration import leaves, text

#: Differences that a name tells.
_TOLD = 2


def collect(places: Sequence[Path]) -> list[Run]:
    """The runs in folders: each a results folder, or a folder of those.

    @raise ResultsError if there are none, or one of them is not whole
    """
    runs: list[Run] = []
    for place in places:
        found = load(place)
        if isinstance(found, LoadedSweep):
            runs += _of_sweep(found)
        else:
            runs.append(Run("", "", found.results))
    for run in runs:
        check(run.results)
    return _named(runs)


def check(results: Results) -> None:
    """That a run can be reported: all its files are whole, and of this version.

    @raise ResultsError if not, with the place and the reason
    """
    if "program" in results.summary:
        raise ResultsError(
            f"{results.path}: made by mrc-sim {results.summary['program']}, which simulates nothing"
        )
    for table in ("jobs", "flows", "samples", "links", "events", "steps", "recovery", "monitor", "evs"):
        getattr(results, table)
    if not results.config:
        raise ResultsError(f"{results.path}: not a results folder, it lacks config.json")
    results.release()


def _of_sweep(sweep: LoadedSweep) -> list[Run]:
    """The runs of a sweep by the names that it gave them; those of another folder without names."""
    if not (sweep.path / "sweep.csv").is_file():
        return [Run("", "", run.results) for run in sweep.runs.values()]
    frame, runs = sweep.frame, []
    told = [*sweep.varied, *(["seed"] if frame["seed"].nunique() > 1 else [])]
    for row in frame[frame["folder"].notna()].to_dict("records"):
        what, _, by_whom = str(row["case"]).rpartition(": ")  # as the demo calls its lines
        values = [what] if what else []
        values += [f"{str(key).split('.')[-1]} {row[key]}" for key in told if row[key] == row[key]]
        runs.append(
            Run(", ".join(values) or str(sweep.path.name), by_whom, sweep[row["folder"]].results)
        )
    left = set(sweep.runs) - set(frame["folder"].dropna())
    return runs + [Run("", "", sweep[name].results) for name in sorted(left)]


def _named(runs: Sequence[Run]) -> list[Run]:
    """Runs of which each has a case and a variant, no two the same."""
    nameless = [run.results for run in runs if not run.case]
    names = dict(zip((id(results) for results in nameless), _names(nameless)))
    named = [run if run.case else Run(*names[id(run.results)], run.results) for run in runs]
    seen: set[tuple[str, str]] = set()
    for at, run in enumerate(named):
        if (run.case, run.variant) in seen:
            named[at] = run = Run(run.case, f"{run.variant}, {run.results.path.name}", run.results)
        seen.add((run.case, run.variant))
    return named


def _names(found: Sequence[Results]) -> list[tuple[str, str]]:
    """Case and variant of runs, from their configurations: what is the same work is the same case."""
    if not found:
        return []
    work = [_work(results) for results in found]
    groups: dict[Hashable, list[int]] = {}
    for at, own in enumerate(work):
        groups.setdefault(json.dumps(own, sort_keys=True), []).append(at)
    cases = [_common([str(found[at].summary["name"]) for at in group]) for group in groups.values()]
    told = _told([work[group[0]] for group in groups.values()], cases)
    names: list[tuple[str, str]] = [("", "")] * len(found)
    for group, case in zip(groups.values(), told):
        rest = [{**found[at].config, "workload": [], "faults": [], "name": ""} for at in group]
        labels = _told(rest, [label_of(found[at]) for at in group])
        for at, label in zip(group, labels):
            names[at] = (case, label)
    return names


def _work(results: Results) -> dict[str, Any]:
    """What a run was to do; not how the transport is used, nor when faults come, which follows its pace."""
    jobs = [
        {key: value for key, value in job.items() if key != "qps"}
        for job in results.config.get("workload", [])
    ]
    faults = [
        {key: value for key, value in fault.items() if key not in ("at", "for")}
        for fault in results.config.get("faults", [])
    ]
    return {"workload": jobs, "faults": faults}


def _common(names: Sequence[str]) -> str:
    """A name for all: what they begin with, to the end of a word."""
    prefix = os.path.commonprefix([f"{name}-" for name in names])
    return prefix[: prefix.rfind("-")] if "-" in prefix else names[0]


def _told(configs: Sequence[dict[str, Any]], labels: Sequence[str]) -> list[str]:
    """Labels; those that coincide tell where their configurations differ."""
    result = []
    flat = [leaves(config) for config in configs]
    for at, label in enumerate(labels):
        same = [flat[other] for other, its in enumerate(labels) if its == label]
        if len(same) == 1:
            result.append(label)
            continue
        paths = [
            path for path in flat[at]
            if path not in ("version", "ns3Version")
            and len({text(own.get(path, NOTHING)) for own in same}) > 1
        ]  # fmt: skip
        values = [f"{path.split('.')[-1]} {text(flat[at][path])}" for path in paths[:_TOLD]]
        result.append(", ".join([label, *values]))
    return result
