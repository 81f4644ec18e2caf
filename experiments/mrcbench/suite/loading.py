# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps of users, from JSON files, and figures, from programs (see `mrcbench.figure`): what is run.

=============== ====================================================================================
$schema         where an editor finds the JSON Schema of such files, if there is one; not read
schema          1
title           what is shown; default: the name of the file
question        what is asked, one sentence
paper           what the paper reports, or whatever else the claims come from
setup           what is simulated, and what is scaled down
program         what runs: ``run`` (default), or ``capacity``
base            file of the scenario, beside this one (default: scenario.json); a run may name
                another one
settings        settings of every run, before its own: a list of KEY=VALUE, or {KEY: value}
quick           settings of a quick run, after all others; a run may have more
full            keys that replace those here at full size (``--full``)
untilStop       true: messages have no end, the runs are over at the scenario's ``stop``
seeds           random runs of every run; a run may have its own
cases           {label: settings}: what is compared, a line each
runs            the same at length: a list of {key, label, look?, base?, settings?, quick?, seeds?,
                mayStall?, after?}; runs with the same ``look`` (default: the label) share line and
                legend; that one with ``mayStall`` does not complete is a result, too;
                ``after`` {run, set, part} sets a time to a part of another run's duration
vary            {KEY: values}: every run is done with each of the product of the values; ``seed``
                stands for ``seeds``
points          the same at length, a list of {at, settings, sweep?}; points with the same ``sweep``
                (default: "") are places on one axis; or of {label, settings} on none
isolation       true: every run is also done with each of its jobs alone, on the hosts it has in
                the company of the others; see `measure.isolation`
references      only of figures: a list of {key, label, note, values}: numbers from elsewhere, shown
                beside the runs; ``note`` tells where from; ``values`` is {measure: {point: number}}
plots, claims   only of sweep files: about columns of sweep.csv, see `columns`
=============== ====================================================================================

A metric is called ``RUN/MEASURE``, with points ``RUN@POINT/MEASURE``, where a point is its sweep and its
place, ``8`` or ``QPs8``, or of a product ``bytes=4MB,planes=2``: the mean over the seeds; with ``/min``,
``/median`` or ``/max`` behind it, the least, middle or greatest of them. Without a point it is over all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import columns, defaults, variation
from .definition import After, Experiment, Measure, Point, Reference, RunSpec
from .evaluation import Measured, tabulate
from .isolation import with_jobs_alone
from .reader import ExperimentError, Reader, assignments, read_json, shown

#: Keys that sweep files had once, and what stands in their place.
DROPPED = {
    "measures": "numbers of summary.json are columns of sweep.csv; a figure (a program) computes others",
    "table": "a figure (a program) chooses the columns of its table",
    "grids": "a figure (a program) has tables of runs against points",
    "combined": "a figure (a program) computes with metrics",
    "expectations": "claims are about columns of sweep.csv",
}

#: Commands of the simulator that experiments may use.
PROGRAMS = ("run", "capacity")


def list_figures(folder: Path) -> list[str]:
    """The IDs of the figures in a folder, in alphabetical order, fig18 before fig20."""
    return sorted(found.parent.name for found in folder.glob("*/figure.py"))


def load_experiment(path: Path, full: bool = False, name: str = "") -> Experiment:
    """Read an experiment.

    @param path its file
    @param full at the full size that it tells of
    @param name its ID; default: the file's name
    @return the experiment
    @raise ExperimentError if it is absent or makes no sense, with the place and what is allowed
    """
    data = None if path.suffix == ".py" else read_json(path)
    try:
        if data is None:
            experiment = _of_program(path, full, name)
        else:
            experiment = _of_sweep(_whole(data, full), path, name or path.stem)
        _check(experiment)
        _check_claims(experiment)
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from error
    return experiment


def _of_program(path: Path, full: bool, name: str) -> Experiment:
    """A figure."""
    from .. import figure  # which imports this package

    program = figure.load_program(path)
    try:
        swept = dict(program["sweep"](full))
    except Exception as error:  # whatever its author got wrong
        raise ExperimentError(f"sweep: {figure.said(error, path)}") from error
    keys = {**swept, **figure.texts_of(program["__doc__"])}
    measures: dict[str, Measure] = {}
    for each in program["MEASURES"]:
        if each.name in measures:
            raise ExperimentError(f"there are two of measure {each.name!r}")
        measures[each.name] = each
    reader = Reader("", keys)
    experiment = replace(
        _experiment(reader, path, name),
        measures=measures,
        table=tuple(program.get("TABLE", measures)),
        grids=tuple(program.get("GRIDS", ())),
        references=tuple(_reference(line) for line in reader.readers("references", [])),
        draw=program["draw"],
        claims=program["claims"],
        full=full,
    )
    reader.done()
    return experiment


def _check_claims(experiment: Experiment) -> None:
    """A name that is not there is told before anything runs."""
    from ..figure import said  # which imports this package

    try:
        list(experiment.claims(Measured(experiment, {}, tabulate(experiment, {}))))
    except Exception as error:
        raise ExperimentError(f"claims: {said(error, experiment.path)}") from error


def _of_sweep(reader: Reader, path: Path, name: str) -> Experiment:
    """A sweep of a user."""
    experiment = _experiment(reader, path, name)
    measures = list(defaults.MEASURES if experiment.program == "run" else defaults.CAPACITY)
    if any(run.alone for run in experiment.runs):
        measures.append(defaults.ISOLATION)
    plots = columns.read_plots(reader)
    claims = columns.read_claims(reader, (run.label for run in experiment.runs))
    reader.done()
    return replace(
        experiment,
        measures={each.name: each for each in measures},
        table=tuple(each.name for each in measures),
        draw=columns.drawer(plots) if plots else defaults.draw,
        claims=columns.claimer(claims),
    )


def _whole(data: Any, full: bool) -> Reader:
    """The file's keys, at the size asked for, without what only editors read."""
    reader = Reader("", data)
    reader.take("$schema", str, "")
    bigger = reader.take("full", dict, {})
    Reader("full", bigger)
    for key in (*data, *bigger):
        if key in DROPPED:
            raise ExperimentError(f"{key}: no longer a key of sweeps: {DROPPED[key]} (docs/sweeps.md)")
    if full:
        own = {key: data[key] for key in data if key not in ("$schema", "full")}
        return Reader("", {**own, **bigger})
    return reader


def _experiment(reader: Reader, path: Path, name: str) -> Experiment:
    schema = reader.take("schema", int, 1)
    if schema != 1:
        raise ExperimentError(f"schema: found {schema}; allowed: 1")
    vary = variation.read_vary(reader.take("vary", dict, {}))
    seeds = _seeds(reader, vary)
    runs = _runs(reader, path, seeds)
    points = _points(reader, vary)
    variation.count((len(points) or 1, sum(len(run.seeds) for run in runs)))
    experiment = Experiment(
        id=name,
        path=path,
        title=reader.take("title", str, name),
        question=reader.take("question", str, ""),
        paper=reader.take("paper", str, ""),
        setup=reader.take("setup", str, ""),
        program=_program(reader),
        until_stop=reader.take("untilStop", bool, False),
        common=reader.settings("settings"),
        quick=reader.settings("quick"),
        runs=runs,
        points=points,
        axes=variation.axis_names(list(vary)),
        references=(),
        measures={},
        table=(),
        grids=(),
        draw=lambda m: (),
        claims=lambda m: (),
    )
    variation.check_not_replaced(vary, experiment)
    return with_jobs_alone(experiment) if reader.take("isolation", bool, False) else experiment


def _program(reader: Reader) -> str:
    program = reader.take("program", str, "run")
    if program not in PROGRAMS:
        raise ExperimentError(f"program: found {shown(program)}; allowed: {', '.join(PROGRAMS)}")
    return program


def _seeds(reader: Reader, vary: dict[str, list[Any]]) -> tuple[int, ...]:
    """The seeds of all runs, which are no axis of a product."""
    if "seed" in vary and reader.has("seeds"):
        raise ExperimentError("found seeds and vary.seed; allowed: one of them")
    if "seed" in vary:
        return _check_seeds(vary.pop("seed"), "vary.seed")
    return _check_seeds(reader.take("seeds", list, [1]), "seeds")


def _check_seeds(seeds: list[Any], place: str) -> tuple[int, ...]:
    good = [isinstance(seed, int) and not isinstance(seed, bool) and seed > 0 for seed in seeds]
    if not seeds or not all(good) or len(set(seeds)) < len(seeds):
        raise ExperimentError(
            f"{place}: found {shown(seeds)}; seeds are whole numbers above 0, all different, and at "
            "least one"
        )
    return tuple(seeds)


def _runs(reader: Reader, path: Path, seeds: tuple[int, ...]) -> tuple[RunSpec, ...]:
    """The lines, from ``cases``, from ``runs``, or a single one."""
    base = reader.take("base", str, "scenario.json")
    cases = reader.take("cases", dict, {})
    if cases and reader.has("runs"):
        raise ExperimentError("found cases and runs; allowed: one of them")
    if reader.has("runs"):
        runs = [_run(run, path, base, seeds) for run in reader.readers("runs")]
    else:
        runs = _cases(cases or {path.stem: {}}, path, base, seeds)
    for run in runs:
        if not run.scenario.is_file():
            raise ExperimentError(f"run {run.key}: there is no scenario {run.scenario}")
    if not runs:
        raise ExperimentError("runs: found []; allowed: one run or more")
    return tuple(runs)


def _cases(
    cases: Mapping[str, Any], path: Path, base: str, seeds: tuple[int, ...]
) -> list[RunSpec]:
    runs = []
    for key, (label, settings) in zip(variation.slugs(list(cases)), cases.items()):
        if not isinstance(settings, dict):
            raise ExperimentError(
                f"cases.{label}: found {shown(settings)}, an object of settings is expected"
            )
        changes = assignments(settings, f"cases.{label}")
        runs.append(RunSpec(key, label, path.parent / base, changes, seeds, label, False))
    return runs


def _run(reader: Reader, path: Path, base: str, seeds: tuple[int, ...]) -> RunSpec:
    label = reader.take("label", str)
    own = reader.take("seeds", list, list(seeds))
    run = RunSpec(
        key=reader.name("key"),
        label=label,
        scenario=path.parent / reader.take("base", str, base),
        settings=reader.settings("settings"),
        seeds=_check_seeds(own, reader.where("seeds")),
        look=reader.take("look", str, label),
        may_stall=reader.take("mayStall", bool, False),
        quick=reader.settings("quick"),
        after=_after(reader),
    )
    reader.done()
    return run


def _after(reader: Reader) -> After | None:
    if not reader.has("after"):
        return None
    inner = Reader(reader.where("after"), reader.take("after", dict))
    part = float(inner.take("part", (int, float)))
    after = After(inner.take("run", str), inner.take("set", str), part)
    inner.done()
    return after


def _points(reader: Reader, vary: Mapping[str, list[Any]]) -> tuple[Point, ...]:
    if not reader.has("points"):
        variation.count(len(values) for values in vary.values())
        return variation.points_of(vary)
    if vary:
        raise ExperimentError("found points and vary; allowed: one of them")
    return tuple(_point(point) for point in reader.readers("points"))


def _point(reader: Reader) -> Point:
    if reader.has("label"):
        label = reader.take("label", str)
        named = Point(float("nan"), reader.settings("settings"), variation.slug(label),
                      (("point", label),), label)  # fmt: skip
        reader.done()
        return named
    point = Point(
        at=float(reader.take("at", (int, float))),
        settings=reader.settings("settings"),
        sweep=reader.take("sweep", str, ""),
    )
    reader.done()
    return point


def _reference(reader: Reader) -> Reference:
    reference = Reference(
        key=reader.name("key"),
        label=reader.take("label", str),
        note=reader.take("note", str),
        values=reader.take("values", dict),
    )
    reader.done()
    for name, numbers in reference.values.items():
        inner = Reader(f"{reader.where('values')}.{name}", numbers)
        for point in numbers:
            inner.take(point, (int, float))
    return reference


def _check(experiment: Experiment) -> None:
    """Names that must be different, and names that must exist."""
    _check_twice(experiment)
    _check_measures(experiment)
    points = [point.text for point in experiment.points]
    for line in experiment.references:
        for text in (text for values in line.values.values() for text in values):
            if text not in points:
                raise ExperimentError(f"reference {line.key}: there is no point {text!r}")
    _check_order(experiment)


def _check_order(experiment: Experiment) -> None:
    """Who comes after another run: that one is there, and comes after none itself."""
    runs = {run.key: run for run in experiment.runs}
    for run in (run for run in experiment.runs if run.after):
        assert run.after is not None
        other = runs.get(run.after.run)
        if other is None:
            raise ExperimentError(f"run {run.key}: there is no run {run.after.run!r} to come after")
        if other.after:
            raise ExperimentError(
                f"run {run.key}: comes after {other.key}, which comes after another one itself"
            )
        lacking = set(run.seeds) - set(other.seeds)
        if lacking:
            raise ExperimentError(
                f"run {run.key}: comes after {other.key}, which has no seed {min(lacking)}"
            )


def _check_twice(experiment: Experiment) -> None:
    lines: tuple[RunSpec | Reference, ...] = (*experiment.runs, *experiment.references)
    for what, names in (
        ("run", [line.key for line in lines]),
        ("label", [line.label for line in lines]),
        ("point", [point.text for point in experiment.points]),
        ("folder", [each.folder for each in experiment.simulations(quick=False)]),
    ):
        seen: set[str] = set()
        for name in names:
            if name in seen:
                raise ExperimentError(f"there are two of {what} {name!r}")
            seen.add(name)


def _check_measures(experiment: Experiment) -> None:
    """Measures that tables and references name."""
    for key, names in (
        ("table", experiment.table),
        ("grids", experiment.grids),
        *((f"reference {line.key}", tuple(line.values)) for line in experiment.references),
    ):
        for name in names:
            if name not in experiment.measures:
                raise ExperimentError(f"{key}: there is no measure {name!r}")
