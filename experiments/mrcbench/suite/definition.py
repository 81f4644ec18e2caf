# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""An experiment: scenarios, varied values, measures, plots and claims. `loading` reads it."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..engine.tasks import Successor, Task, identity
from ..expectations import Claim
from ..results import Results

#: Characters that are special for a shell or Snakemake in the name of a folder.
_UNSAFE = re.compile(r"[^A-Za-z0-9._+=,@-]+")

#: Longest name of a folder. Names of related files are longer, and the limit of file systems is 255.
_LONGEST = 180


@dataclass(frozen=True)
class Alone:
    """A job of another line that runs alone on the cluster."""

    run: str  #: key of the line in which it is one of several
    job: str


@dataclass(frozen=True)
class RunSpec:
    """One line of an experiment: a transport with its options."""

    key: str
    label: str
    scenario: Path
    settings: tuple[str, ...]
    seeds: tuple[int, ...]
    look: str
    may_stall: bool
    quick: tuple[str, ...] = ()
    alone: Alone | None = None
    after: Successor | None = None  #: by the key of the other line


@dataclass(frozen=True)
class Point:
    """A point of an experiment: a place on an axis, or on several axes."""

    at: float
    settings: tuple[str, ...]
    sweep: str
    #: Values by path, for a product; not compared, because objects and lists have no hash.
    values: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    shown_as: str = ""

    @property
    def text(self) -> str:
        """The place in names of metrics and folders."""
        return self.sweep if self.values else f"{self.sweep}{place_text(self.at)}"

    @property
    def columns(self) -> dict[str, Any]:
        """The place in tables, by column."""
        if self.values:
            return {path: value_text(value) for path, value in self.values}
        return {"sweep": self.sweep, "at": int(self.at) if self.at == int(self.at) else self.at}

    @property
    def label(self) -> str:
        """The readable place."""
        return self.shown_as or f"{self.sweep} {place_text(self.at)}".lstrip()


def place_text(at: float) -> str:
    """A place on an axis, with all digits of whole numbers."""
    return str(int(at)) if at == int(at) else f"{at:g}"


def value_text(value: Any) -> str:
    """A readable value."""
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True)
class Reference:
    """A line of published numbers, without runs."""

    key: str
    label: str
    note: str
    values: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Measure:
    """A number that is computed from each run."""

    name: str  #: in metrics and in values.csv
    of: Callable[..., float]  #: of the results of a run, see `mrcbench.measure`
    unit: str = ""
    label: str = ""  #: its name on pages; by default the other one
    note: str = ""  #: explains it below the heading of its table
    most: float = math.inf  #: the greatest value that is possible
    #: ``of`` also takes the runs in which one job is alone, by job (key ``isolation`` of a sweep).
    alone: bool = False
    over: str = ""  #: what it is a mean over, if this belongs to its name

    @property
    def title(self) -> str:
        """Its name on pages."""
        name = self.label or self.name.replace("_", " ")
        return f"{name}, {self.over}" if self.over else name

    def heading(self, name: str) -> str:
        """A name with the unit."""
        return f"{name} ({self.unit})" if self.unit else name

    def value(self, results: Results, alone: Mapping[str, Results]) -> float:
        """The number; NaN without values."""
        return float(self.of(results, alone) if self.alone else self.of(results))


@dataclass(frozen=True)
class Simulation:
    """One run of the simulator: a line, a point (if there are any) and a seed."""

    run: RunSpec
    point: Point | None
    seed: int

    @property
    def case(self) -> str:
        """``RUN`` or ``RUN@POINT``, common to all seeds."""
        return self.run.key + (f"@{self.point.text}" if self.point else "")

    @property
    def folder(self) -> str:
        """Name of its results folder; a long one ends in a hash."""
        name = f"{_UNSAFE.sub('-', self.case)}-seed{self.seed}"
        if len(name) <= _LONGEST:
            return name
        digest = hashlib.sha256(self.case.encode()).hexdigest()[:12]
        return f"{name[: _LONGEST - 40]}-{digest}-seed{self.seed}"


@dataclass(frozen=True)
class Experiment:
    """A sweep or a figure."""

    id: str
    path: Path
    title: str
    question: str
    paper: str
    setup: str
    program: str
    until_stop: bool
    common: tuple[str, ...]
    quick: tuple[str, ...]
    runs: tuple[RunSpec, ...]
    points: tuple[Point, ...]
    axes: Mapping[str, str]  #: of a product: names in metrics and plots of the varied values, by path
    measures: Mapping[str, Measure]
    table: tuple[str, ...]  #: names of measures in the table of numbers
    draw: Callable[[Any], Iterable[Any]]  #: plots of a `Measured`
    claims: Callable[[Any], Iterable[Claim]]  #: claims about a `Measured`
    answer: Callable[[Any], str] = lambda _: ""  #: the answer to the question, from a `Measured`
    grids: tuple[str, ...] = ()  #: names of measures that have a table of runs against points
    references: tuple[Reference, ...] = ()
    full: bool = False  #: at the full size that the file describes
    asked: tuple[str, ...] = ()  #: columns of sweep.csv that its plots and claims name

    @property
    def lines(self) -> tuple[RunSpec, ...]:
        """The runs of the file, without those of single jobs."""
        return tuple(run for run in self.runs if run.alone is None)

    @cached_property
    def place_columns(self) -> tuple[str, ...]:
        """The columns of all points in tables of runs."""
        return tuple(dict.fromkeys(name for point in self.points for name in point.columns))

    @property
    def entries(self) -> tuple[RunSpec | Reference, ...]:
        """The lines of tables: the runs of the file, and references."""
        return (*self.lines, *self.references)

    def simulations(self, quick: bool) -> Iterator[Simulation]:
        """All runs of the simulator; in a quick run the first seed only, and the first place of each axis."""
        points: tuple[Point | None, ...] = (self._first_points() if quick else self.points) or (None,)
        for point in points:
            for run in self.runs:
                for seed in run.seeds[:1] if quick else run.seeds:
                    yield Simulation(run, point, seed)

    def _first_points(self) -> tuple[Point, ...]:
        if self.axes:
            return self.points[:1]
        return tuple({point.sweep: point for point in reversed(self.points)}.values())[::-1]

    def settings(self, simulation: Simulation, quick: bool) -> tuple[str, ...]:
        """The settings of a run; later ones win."""
        run, point = simulation.run, simulation.point
        place = point.settings if point else ()
        return (
            *self.common,
            # Varied values override settings of runs, which override those of points
            *((*run.settings, *place) if self.axes else (*place, *run.settings)),
            *((*self.quick, *run.quick) if quick else ()),
            f"seed={simulation.seed}",
        )


@dataclass(frozen=True)
class Part:
    """An experiment and its folder within the output."""

    experiment: Experiment
    folder: str = ""

    def name_of(self, simulation: Simulation) -> str:
        """The name of a run within the output."""
        return f"{self.folder}/{simulation.folder}".lstrip("/")

    def tasks(self, quick: bool) -> list[Task]:
        """The tasks of its runs."""
        return [self._task(simulation, quick) for simulation in self.experiment.simulations(quick)]

    def digest(self, quick: bool) -> str:
        """A digest of the scenarios, other files and settings of its runs."""
        return hashlib.sha256(" ".join(map(identity, self.tasks(quick))).encode()).hexdigest()[:8]

    def _task(self, simulation: Simulation, quick: bool) -> Task:
        return Task(
            name=self.name_of(simulation),
            scenario=simulation.run.scenario,
            settings=self.experiment.settings(simulation, quick),
            program=self.experiment.program,
            after=self._successor(simulation),
        )

    def _successor(self, simulation: Simulation) -> Successor | None:
        after = simulation.run.after
        if after is None:
            return None
        other = next(run for run in self.experiment.runs if run.key == after.name)
        return replace(after, name=self.name_of(replace(simulation, run=other)))
