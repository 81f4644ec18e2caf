# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The table and the HTML page of one experiment, and the claims of all figures in one table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from markupsafe import Markup

from .. import rendering, report
from ..drawing.experiment import Plot
from ..expectations import AGREEMENT, Verdict
from ..files import write
from ..reading import checked, read_object
from ..reference import Shape
from ..report import Section
from ..table import NOTHING, Table, alike, counted, significant
from .definition import Experiment, Point

#: Most runs (and points) with a column each.
_MOST_COLUMNS = 6

#: Text of pages with reduced sizes.
QUICK = "Reduced sizes (--quick): the numbers mean little, and claims about the full size are not judged."


def values_table(experiment: Experiment, values: pd.DataFrame, titles: bool = False) -> Table:
    """A row per run (and point), a column per measure: the mean over the seeds and its extremes.

    @param experiment the experiment
    @param values its measured values
    @param titles whether columns have the labels of measures instead of their names
    """
    measures = [experiment.measures[name] for name in experiment.table]
    header = ["run", *(each.heading(each.title if titles else each.name) for each in measures)]
    labels = _labels(experiment)
    rows = []
    asked = {line.key for line in experiment.entries}
    for case, of_case in values[values["run"].isin(asked)].groupby("case", sort=False):
        cells = [of_case.loc[of_case["measure"] == name, "value"] for name in experiment.table]
        rows.append([labels[case], *map(_cell, cells)])
    return Table(header, rows)


def table_for_people(experiment: Experiment, values: pd.DataFrame) -> Table:
    """The same with labels; with few runs a row per measure, which fits narrow screens."""
    table = values_table(experiment, values, titles=True)
    if len(table.rows) > _MOST_COLUMNS:
        return table
    first, *rows = zip(table.header, *table.rows)
    return Table(["measure", *first[1:]], rows)


def grids(experiment: Experiment, values: pd.DataFrame, unfinished: Mapping[str, str]) -> list[Table]:
    """A table per measure of ``grids``: a row per run, a column per point, means over the seeds.

    @param experiment the experiment
    @param values its measured values
    @param unfinished outcomes of runs that did not complete, by case, shown in place of missing values
    """
    shown = {case.partition("@")[2] for case in values["case"]}
    points = [point for point in experiment.points if point.text in shown]
    return [_grid(experiment, values, unfinished, name, points) for name in experiment.grids]


def _grid(
    experiment: Experiment, values: pd.DataFrame, unfinished: Mapping[str, str], name: str,
    points: Sequence[Point],
) -> Table:  # fmt: skip
    of_measure = values[values["measure"] == name].groupby("case")["value"]
    means = of_measure.agg(lambda seeds: seeds.mean(skipna=False))
    rows = []
    for line in experiment.entries:
        cases = [f"{line.key}@{point.text}" for point in points]
        if any(case in means for case in cases):
            rows.append([line.label, *(
                unfinished.get(case, NOTHING) if pd.isna(means.get(case)) else significant(means[case])
                for case in cases
            )])  # fmt: skip
    measure = experiment.measures[name]
    return Table([measure.heading(measure.title), *(point.label for point in points)], rows)


def _labels(experiment: Experiment) -> dict[str, str]:
    """Readable names of cases."""
    lines = experiment.entries
    labels = {line.key: line.label for line in lines}
    for point in experiment.points:
        labels |= {f"{line.key}@{point.text}": f"{line.label} @ {point.label}" for line in lines}
    return labels


def _cell(values: pd.Series) -> str:
    """The mean, with the extremes in brackets if they differ from it."""
    if not len(values) or values.isna().any():
        return NOTHING
    low, high = alike([values.min(), values.max()])
    mean = significant(values.mean())
    return mean if low == high else f"{mean} [{low} .. {high}]"


def render(
    experiment: Experiment, verdicts: Sequence[Verdict], plots: Sequence[Plot], tables: Sequence[Table],
    numbers: Table, failures: Table, quick: bool, answer: str,
) -> str:  # fmt: skip
    """The HTML page.

    @param experiment the experiment
    @param verdicts of its claims
    @param plots title, text and picture of each plot
    @param tables of runs against points
    @param numbers the table of numbers
    @param failures runs without results, or that did not complete
    @param quick sizes were reduced
    @param answer to its question
    """
    seeds = max(len(run.seeds) for run in experiment.runs)
    notes = ["Mean over the seeds, with the lowest and the highest in brackets."] if seeds > 1 else []
    notes += [f"{line.label}: {line.note}" for line in experiment.references]
    sections = [Section(plot.title, plot.text, plot.picture, bool(at)) for at, plot in enumerate(plots)]
    sections += [
        Section("Does it hold?", experiment.paper, verdicts),
        Section("Runs that did not complete", "Their results count as missing. All of them are in "
                "failures.csv.", failures),
    ]  # fmt: skip
    for name, table in zip(experiment.grids, tables):
        title = table.header[0]
        sections.append(Section(title[:1].upper() + title[1:], experiment.measures[name].note,
                                Table(["run", *table.header[1:]], table.rows)))  # fmt: skip
    sections.append(Section("Numbers", " ".join(notes), numbers))
    sections.append(Section("Setup", experiment.setup, Markup(" ") if experiment.setup else None))
    heading = experiment.id if experiment.title == experiment.id else f"{experiment.id}: {experiment.title}"
    lead = [experiment.question, QUICK if quick else ""]
    return report.render(heading, " ".join(filter(None, lead)), sections, answer)


def outcome_of(verdicts: Sequence[Verdict]) -> str:
    """How many claims hold, in a sentence; empty without any that are judged."""
    published = [each for each in verdicts if each.claim.published and each.passed is not None]
    own = [each for each in verdicts if not each.claim.published and each.passed is not None]
    parts = []
    if published:
        same = sum(each.claim.agrees(each.claim.value) for each in published)
        others = len(published) - same
        rest = f", {others} {'differs' if others == 1 else 'differ'}" if others else ""
        parts.append(f"{same} of {counted(len(published), 'published result')} reproduced{rest}")
    if own:
        held = sum(bool(each.passed) for each in own)
        parts.append(f"{held} of {counted(len(own), 'claim')} of our own hold")
    return f"{'; '.join(parts)}." if parts else ""


def write_overview(out: Path, names: Iterable[str]) -> list[str]:
    """Write the claims of all figures at full size into figures.md in the folder of results.

    @param out the folder
    @param names names of all figures
    @return the names of the figures in it
    @raise ResultsError if the verdicts of a figure are damaged
    """
    figures = _judged(out, names)
    if figures:
        words = [said["verdict"] for figure in figures for said in figure["verdicts"]]
        text = rendering.render(
            "figures.md", figures=[(figure, _claims(figure)) for figure in figures], counts=count(words),
            cpu_s=sum(figure["cpu_s"] for figure in figures),
        )
        write(out / "figures.md", text)
    return [figure["id"] for figure in figures]


def count(words: Iterable[str]) -> str:
    """How many claims have each verdict, in words."""
    kinds = Counter(next((kind for kind in KINDS if word.startswith(kind)), "DIFFERS") for word in words)
    return ", ".join(f"{kinds[kind]} {name}" for kind, name in KINDS.items() if kinds[kind])


#: Kinds of verdicts: the beginnings of their words, and how they are counted.
KINDS = {
    "our claim FAILS": "claims of our own that fail",
    "as published, although": "as published against expectation",
    "DIFFERS": "that differ without a cause",
    "as published": "as published",
    "differs": "that differ with a cause",
    "not comparable": "not comparable",
    "our claim": "claims of our own",
    "not judged": "not judged",
}


def agreements(out: Path, names: Iterable[str]) -> Table:
    """The claims of figures at full size, with the command of each.

    @param out the folder of results
    @param names names of the figures
    @raise ResultsError if the verdicts of a figure are damaged
    """
    return Table(AGREEMENT, [
        [said["claim"], said["ours"], said["published"], said["band"] or NOTHING, said["verdict"],
         f"`./mrc figures {figure['id']}`"]
        for figure in _judged(out, names)
        for said in figure["verdicts"]
    ])  # fmt: skip


def without_verdicts(out: Path, names: Iterable[str]) -> list[str]:
    """The figures without claims at full size in a folder of results.

    @raise ResultsError if the verdicts of a figure are damaged
    """
    found = [figure["id"] for figure in _judged(out, names)]
    return [name for name in names if name not in found]


def _judged(out: Path, names: Iterable[str]) -> list[dict[str, Any]]:
    """The contents of verdicts.json of the figures at full size.

    @raise ResultsError if one is damaged
    """
    paths = [out / name / "verdicts.json" for name in names]
    found = [checked(path, read_object(path), _VERDICTS) for path in paths if path.is_file()]
    return [figure for figure in found if not figure["quick"]]


#: Columns of the table of claims, and keys of each in verdicts.json.
_CLAIM = ("claim", "published", "band", "ours", "verdict")

#: The shape of verdicts.json.
_VERDICTS = {
    "": Shape(("object",), ("id", "title", "question", "quick", "runs", "inputs", "cpu_s", "verdicts")),
    **{key: Shape(("text",)) for key in ("id", "title", "question", "inputs")},
    "quick": Shape(("flag",)), "runs": Shape(("count",)), "cpu_s": Shape(("number",)),
    "verdicts": Shape(("list",)), "verdicts[]": Shape(("object",), _CLAIM),
    **{f"verdicts[].{key}": Shape(("text",)) for key in _CLAIM},
}  # fmt: skip


def _claims(figure: Mapping[str, Any]) -> Table:
    return Table(_CLAIM, [[said[key] or NOTHING for key in _CLAIM] for said in figure["verdicts"]])
