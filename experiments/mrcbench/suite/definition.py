# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A figure as its folder tells it.

A folder holds ``figure.json`` and the scenarios that it names. Its keys:

=============== ====================================================================================
title           what is shown
paper           what the paper reports, or whatever else the claims come from
setup           what is simulated, and what is scaled down
scenario        file of the scenario; a run may name another one
settings        settings of every run, before its own
quick           settings of a quick run, after all others
untilStop       true: messages have no end, the runs are over at the scenario's ``stop``
seeds           random runs of every run; a run may have its own
runs            list of {key, label, look?, scenario?, settings?, seeds?, mayStall?}; runs with the
                same ``look`` (default: the label) share line and legend; that one with ``mayStall``
                does not complete is a result, too
points          optional list of {at, settings, sweep?}: every run is done at each of them; points
                with the same ``sweep`` (default: "") are places on one axis
references      optional list of {key, label, note, values}: numbers from elsewhere, shown beside
                the runs; ``note`` tells where from; ``values`` is {measure: {point: number}}
measures        name -> {what, ...}, see `measures`; "note" and "unit" are for people
table           optional list of names of measures: the columns of the table; default: all
grids           optional list of names of measures: a table of runs against points for each
plots           list of {kind, title, ...}, see `drawing`
expectations    list of {claim, metric, compare, bound, relativeTo?, unit?, fullSize?}
=============== ====================================================================================

An expectation names a metric as ``RUN/MEASURE``, with points ``RUN@POINT/MEASURE``, where a point
is its sweep and its place, ``8`` or ``QPs8``: the mean over the seeds; with ``/min``, ``/median``
or ``/max`` behind it, the least, middle or greatest of them. Without a point it is over all points.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..expectations import Expectation

#: What else is told of the seeds of a run, as suffixes of metrics.
OVER_SEEDS = ("min", "median", "max")


class ExperimentError(Exception):
    """A figure that makes no sense."""


@dataclass(frozen=True)
class RunSpec:
    """One line of a figure: a transport with its options."""

    key: str
    label: str
    scenario: Path
    settings: tuple[str, ...]
    seeds: tuple[int, ...]
    look: str
    may_stall: bool


@dataclass(frozen=True)
class Point:
    """A place on an axis along which a figure varies something."""

    at: float
    settings: tuple[str, ...]
    sweep: str

    @property
    def text(self) -> str:
        """The place as metrics and folders name it."""
        return f"{self.sweep}{self.at:g}"

    @property
    def label(self) -> str:
        """The place for people."""
        return f"{self.sweep} {self.at:g}".lstrip()


@dataclass(frozen=True)
class Reference:
    """Numbers from elsewhere: a line that nobody runs."""

    key: str
    label: str
    note: str
    values: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Simulation:
    """One run of the simulator: a line, a point (if there are any) and a seed."""

    run: RunSpec
    point: Point | None
    seed: int

    @property
    def case(self) -> str:
        """What all seeds share: ``RUN`` or ``RUN@AT``."""
        return self.run.key + (f"@{self.point.text}" if self.point else "")

    @property
    def folder(self) -> str:
        """Name of its results folder."""
        return f"{self.case}-seed{self.seed}"


@dataclass(frozen=True)
class Experiment:
    """A figure."""

    id: str
    title: str
    paper: str
    setup: str
    until_stop: bool
    common: tuple[str, ...]
    quick: tuple[str, ...]
    runs: tuple[RunSpec, ...]
    points: tuple[Point, ...]
    references: tuple[Reference, ...]
    measures: Mapping[str, Mapping[str, Any]]
    table: tuple[str, ...]
    grids: tuple[str, ...]
    plots: tuple[Mapping[str, Any], ...]
    expectations: tuple[Expectation, ...] = field(default=())

    def simulations(self, quick: bool) -> Iterator[Simulation]:
        """All runs of the simulator; in a quick run the first seed and first points only."""
        firsts = tuple({point.sweep: point for point in reversed(self.points)}.values())[::-1]
        points: tuple[Point | None, ...] = (firsts if quick else self.points) or (None,)
        for point in points:
            for run in self.runs:
                for seed in run.seeds[:1] if quick else run.seeds:
                    yield Simulation(run, point, seed)

    def settings(self, simulation: Simulation, quick: bool) -> tuple[str, ...]:
        """What a run changes in its scenario; later ones win."""
        point = simulation.point.settings if simulation.point else ()
        return (
            *self.common,
            *point,
            *simulation.run.settings,
            *(self.quick if quick else ()),
            f"seed={simulation.seed}",
        )


def list_figures(folder: Path) -> list[str]:
    """The IDs of the figures in a folder, in alphabetical order, fig18 before fig20."""
    return sorted(found.parent.name for found in folder.glob("*/figure.json"))


def load_experiment(folder: Path) -> Experiment:
    """Read a figure.

    @param folder its folder, whose name is its ID
    @return the figure
    @raise ExperimentError if it is absent or makes no sense, with the place and what is allowed
    """
    path = folder / "figure.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExperimentError(f"{path}: {error}") from error
    try:
        figure = _figure(_Reader("", data), folder)
        _check(figure)
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from error
    return figure


class _Reader:
    """An object whose keys are taken one by one; what is left over is a mistake."""

    def __init__(self, place: str, data: Any) -> None:
        if not isinstance(data, dict):
            raise ExperimentError(f"{place or 'the file'}: an object is expected")
        self._place = place
        self._left = dict(data)

    def take(self, key: str, kind: type | tuple[type, ...], default: Any = None) -> Any:
        """The value of a key; without a default it must be there."""
        where = f"{self._place}.{key}".lstrip(".")
        if key not in self._left:
            if default is None:
                raise ExperimentError(f"{where} is missing")
            return default
        value = self._left.pop(key)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = kind if isinstance(kind, tuple) else (kind,)
            wanted = " or ".join(name.__name__ for name in names)
            raise ExperimentError(f"{where}: found {value!r}, {wanted} is expected")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = ()) -> tuple[str, ...]:
        """A list of strings."""
        values = self.take(key, list, None if default is None else list(default))
        if not all(isinstance(value, str) for value in values):
            raise ExperimentError(f"{self._place}.{key}: a list of strings is expected".lstrip("."))
        return tuple(values)

    def readers(self, key: str, default: list[Any] | None = None) -> list["_Reader"]:
        """A list of objects."""
        values = self.take(key, list, default)
        return [_Reader(f"{self._place}.{key}[{i}]".lstrip("."), v) for i, v in enumerate(values)]

    def done(self) -> None:
        """Refuse keys that nobody has asked for."""
        if self._left:
            raise ExperimentError(f"{self._place}.{next(iter(self._left))}: unknown key".lstrip("."))


def _figure(reader: _Reader, folder: Path) -> Experiment:
    scenario = reader.take("scenario", str, "scenario.json")
    seeds = reader.take("seeds", list, [1])
    measures = reader.take("measures", dict)
    figure = Experiment(
        id=folder.name,
        title=reader.take("title", str),
        paper=reader.take("paper", str),
        setup=reader.take("setup", str),
        until_stop=reader.take("untilStop", bool, False),
        common=reader.texts("settings"),
        quick=reader.texts("quick"),
        runs=tuple(_run(run, folder, scenario, seeds) for run in reader.readers("runs")),
        points=tuple(_point(point) for point in reader.readers("points", [])),
        references=tuple(_reference(line) for line in reader.readers("references", [])),
        measures=measures,
        table=reader.texts("table", tuple(measures)),
        grids=reader.texts("grids"),
        plots=tuple(reader.take("plots", list)),
        expectations=tuple(_expectation(claim) for claim in reader.readers("expectations")),
    )
    reader.done()
    return figure


def _run(reader: _Reader, folder: Path, scenario: str, seeds: list[int]) -> RunSpec:
    label = reader.take("label", str)
    run = RunSpec(
        key=reader.take("key", str),
        label=label,
        scenario=folder / reader.take("scenario", str, scenario),
        settings=reader.texts("settings"),
        seeds=tuple(reader.take("seeds", list, seeds)),
        look=reader.take("look", str, label),
        may_stall=reader.take("mayStall", bool, False),
    )
    reader.done()
    if not run.seeds or not all(isinstance(seed, int) and seed > 0 for seed in run.seeds):
        raise ExperimentError(f"run {run.key}: seeds are whole numbers above 0, and at least one")
    if not run.scenario.is_file():
        raise ExperimentError(f"run {run.key}: there is no scenario {run.scenario}")
    return run


def _point(reader: _Reader) -> Point:
    point = Point(
        at=float(reader.take("at", (int, float))),
        settings=reader.texts("settings"),
        sweep=reader.take("sweep", str, ""),
    )
    reader.done()
    return point


def _reference(reader: _Reader) -> Reference:
    reference = Reference(
        key=reader.take("key", str),
        label=reader.take("label", str),
        note=reader.take("note", str),
        values=reader.take("values", dict),
    )
    reader.done()
    return reference


def _expectation(reader: _Reader) -> Expectation:
    try:
        expectation = Expectation(
            claim=reader.take("claim", str),
            metric=reader.take("metric", str),
            compare=reader.take("compare", str),
            bound=float(reader.take("bound", (int, float))),
            relative_to=reader.take("relativeTo", str, "") or None,
            unit=reader.take("unit", str, ""),
            full_size=reader.take("fullSize", bool, True),
        )
    except ValueError as error:
        raise ExperimentError(str(error)) from error
    reader.done()
    return expectation


def _check(figure: Experiment) -> None:
    """Names that must be different, and names that must exist."""
    for what, names in (
        ("run", [line.key for line in (*figure.runs, *figure.references)]),
        ("label", [line.label for line in (*figure.runs, *figure.references)]),
        ("point", [point.text for point in figure.points]),
    ):
        twice = [name for name in names if names.count(name) > 1]
        if twice:
            raise ExperimentError(f"there are two of {what} {twice[0]!r}")
    for key, names in (
        ("table", figure.table),
        ("grids", figure.grids),
        *((f"reference {line.key}", line.values) for line in figure.references),
    ):
        for name in names:
            if name not in figure.measures:
                raise ExperimentError(f"{key}: there is no measure {name!r}")
    points = [point.text for point in figure.points]
    for line in figure.references:
        for text in (text for values in line.values.values() for text in values):
            if text not in points:
                raise ExperimentError(f"reference {line.key}: there is no point {text!r}")
    known = set(metric_names(figure))
    for expectation in figure.expectations:
        for metric in filter(None, (expectation.metric, expectation.relative_to)):
            if metric not in known:
                raise ExperimentError(f"{expectation.claim!r}: there is no metric {metric!r}")


def metric_names(figure: Experiment) -> Iterator[str]:
    """Every metric that a complete set of runs gives."""
    simulations = list(figure.simulations(quick=False))
    cases = [*(run.key for run in figure.runs), *(simulation.case for simulation in simulations)]
    for case in dict.fromkeys(cases):
        for measure in figure.measures:
            yield f"{case}/{measure}"
            for statistic in OVER_SEEDS:
                yield f"{case}/{measure}/{statistic}"
