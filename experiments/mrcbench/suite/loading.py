# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads experiments: sweeps of users from JSON files, figures from programs (see `mrcbench.figure`).

sweep.schema.json declares the keys of both, with their meanings and defaults; this module has the rules that
it cannot express.

The name of a metric is ``RUN/MEASURE``, with points ``RUN@POINT/MEASURE``, where a point is its sweep and its
place, ``8`` or ``QPs8``, or of a product ``bytes=4MB,planes=2``: the mean over the seeds; with the suffix
``/min``, ``/median`` or ``/max``, the minimum, median or maximum. Without a point it is over all points.
"""

from __future__ import annotations

import ast
import json
import os
import traceback
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from ..engine.tasks import Successor
from . import answer, charts, columns, variation
from .definition import Experiment, Measure, Point, Reference, RunSpec
from .evaluation import Measured, tabulate
from .reader import ExperimentError, assignments, check, filled, read_json, shown, unknown
from .schema import schema_of

#: This package, whose KeyErrors are about names.
_PACKAGE = Path(__file__).resolve().parent.parent


#: The IDs of figures that compare with numbers of other simulators begin with this.
VALIDATION = "validation-"


def list_figures(folder: Path, validation: bool = False) -> list[str]:
    """The IDs of the figures in a folder, in alphabetical order, fig18 before fig20.

    @param validation whether to list those that compare with other simulators, instead of the others
    """
    names = sorted(found.parent.name for found in folder.glob("*/figure.py"))
    return [name for name in names if name.startswith(VALIDATION) == validation]


def load_experiment(path: Path, full: bool = False, name: str = "") -> Experiment:
    """Read an experiment.

    @param path its file
    @param full whether to use the file's full size
    @param name its ID; default: the file's name
    @return the experiment
    @raise ExperimentError if it is absent or invalid, with the place and the allowed values
    """
    data = None if path.suffix == ".py" else read_json(path)
    try:
        if data is None:
            experiment = _of_program(path, full, name)
        else:
            experiment = _of_sweep(data, path, full, name or path.stem)
        _check(experiment)
        _try(experiment)
    except ExperimentError as error:
        raise ExperimentError(f"{path}: {error}") from error
    return experiment


def _of_program(path: Path, full: bool, name: str) -> Experiment:
    """A figure."""
    from .. import figure  # which imports this package

    program = figure.load_program(path)
    try:
        swept = json.loads(json.dumps(dict(program["sweep"](full)), allow_nan=False))
    except Exception as error:  # any mistake of its author
        raise ExperimentError(f"sweep: {figure.said(error, path)}") from error
    document = _document({**swept, **figure.texts_of(program["__doc__"])}, "figures", path)
    measures: dict[str, Measure] = {}
    for each in _listed(program, path, "MEASURES", Measure, "measures"):
        if each.name in measures:
            raise ExperimentError(f"there are two of measure {each.name!r}")
        measures[each.name] = each
    return _experiment(
        document, path, name, measures,
        table=tuple(_listed(program, path, "TABLE", str, "names of measures", measures)),
        grids=tuple(_listed(program, path, "GRIDS", str, "names of measures")),
        references=tuple(Reference(**line) for line in document["references"]),
        draw=program["draw"],
        claims=program["claims"],
        answer=program["answer"],
        full=full,
    )  # fmt: skip


def _listed(
    program: Mapping[str, Any], path: Path, name: str, kind: type, kinds: str, default: Any = ()
) -> list[Any]:
    """A list of a program.

    @raise ExperimentError if it is not a list of this kind
    """
    values = program.get(name, default)
    wrong = [values]
    if isinstance(values, (list, tuple, dict)):
        wrong = [value for value in values if not isinstance(value, kind)]
    if not wrong:
        return list(values)
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    lines = [node.lineno for node in tree if isinstance(node, ast.Assign)
             and name in [getattr(target, "id", "") for target in node.targets]]  # fmt: skip
    place = f"line {lines[-1]}: " if lines else ""
    raise ExperimentError(f"{place}{name}: found {shown(wrong[0])}; allowed: a list of {kinds}")


def _of_sweep(data: Any, path: Path, full: bool, name: str) -> Experiment:
    """A sweep of a user."""
    check(data, schema_of("sweeps"))
    own = {key: value for key, value in data.items() if key not in ("$schema", "full")}
    document = _document({**own, **(data.get("full", {}) if full else {})}, "sweeps", path)
    measures = list(columns.MEASURES if document["program"] == "run" else columns.CAPACITY_MEASURES)
    measures += [columns.ISOLATION] if document["isolation"] else []
    experiment = columns.with_means_named(_experiment(
        document, path, name, {each.name: each for each in measures},
        table=tuple(each.name for each in measures),
        draw=charts.drawer(document["plots"]) if "plots" in document else columns.draw,
        answer=answer.answer,
        claims=columns.claimer(document["claims"]),
        asked=tuple(dict.fromkeys(column for _, column in columns.asked(document))),
    ))  # fmt: skip
    columns.check(document, experiment)
    return experiment


def _document(data: Mapping[str, Any], of: str, path: Path) -> dict[str, Any]:
    """The keys of an experiment with their defaults; cases, or a single case, become runs.

    @raise ExperimentError if they violate the schema
    """
    schema = schema_of(of)
    check(data, schema)
    cases = data.get("cases") or {path.stem: {}}
    runs = [
        {"key": key, "label": label, "settings": settings}
        for key, (label, settings) in zip(variation.slugs(list(cases)), cases.items())
    ]
    found: dict[str, Any] = filled({"runs": runs, **data}, schema)
    return found


def _experiment(
    document: Mapping[str, Any], path: Path, name: str, measures: Mapping[str, Measure], **own: Any
) -> Experiment:
    """The experiment of a document.

    @param own fields that only sweeps or only figures have
    """
    vary = {key: values for key, values in document["vary"].items() if key != "seed"}
    variation.check(vary)
    shared = {
        "base": document["base"],
        "seeds": document["vary"].get("seed", document["seeds"]),
        "plugins": document["plugins"],
    }
    runs = tuple(_run(shared | run, path) for run in document["runs"])
    for run in runs:
        if not run.scenario.is_file():
            raise ExperimentError(f"run {run.key}: there is no scenario {run.scenario}")
    places = len(document["points"]) or 1
    variation.check_number(places, *map(len, vary.values()), sum(len(run.seeds) for run in runs))
    experiment = Experiment(
        id=name,
        path=path,
        title=document.get("title", name),
        until_stop=document["untilStop"],
        common=assignments(document["settings"]),
        quick=assignments(document["quick"]),
        runs=runs,
        points=variation.points_of(vary) or tuple(map(_point, document["points"])),
        axes=variation.axis_names(list(vary)),
        measures=measures,
        **{key: document[key] for key in ("question", "paper", "setup", "program")},
        **own,
    )
    variation.check_not_replaced(vary, experiment)
    return variation.with_jobs_alone(experiment) if document["isolation"] else experiment


def _run(run: Mapping[str, Any], path: Path) -> RunSpec:
    after = run.get("after")
    scenario = path.parent / run["base"]
    return RunSpec(
        key=run["key"],
        label=run["label"],
        scenario=scenario,
        settings=(*_plugins(run["plugins"], path.parent, scenario), *assignments(run["settings"])),
        seeds=tuple(run["seeds"]),
        look=run.get("look", run["label"]),
        may_stall=run["mayStall"],
        quick=assignments(run["quick"]),
        after=Successor(after["run"], after["set"], after["part"]) if after else None,
    )


def _plugins(files: list[str], folder: Path, scenario: Path) -> tuple[str, ...]:
    """A setting with the plugins of an experiment and of a scenario; empty if the experiment has none.

    @param files names of plugins, relative to the folder of the experiment
    @param folder this folder
    @param scenario the scenario; the names in the setting are relative to its folder
    """
    if not files or not scenario.is_file():
        return ()
    data = read_json(scenario)
    own = data.get("plugins", []) if isinstance(data, dict) else []
    names = [os.path.relpath(folder / file, scenario.parent) for file in files]
    return assignments({"plugins": [*own, *names]})


def _point(point: Mapping[str, Any]) -> Point:
    settings = assignments(point["settings"])
    if "label" in point:
        label = point["label"]
        name = point.get("key", variation.slug(label))
        return Point(float("nan"), settings, name, (("point", label),), label)
    return Point(float(point["at"]), settings, point["sweep"])


def _check(experiment: Experiment) -> None:
    """Check that names are unique, and that names in references exist.

    @raise ExperimentError with the name
    """
    points = [point.text for point in experiment.points]
    lines: list[RunSpec | Reference] = [*experiment.runs, *experiment.references]
    for kind, names in (
        ("run", [line.key for line in lines]),
        ("label", [line.label for line in lines]),
        ("point", points),
        ("folder", [each.folder for each in experiment.simulations(quick=False)]),
    ):
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise ExperimentError(f"there are two of {kind} {twice[0]!r}")
    _check_names("table", "measure", experiment.table, experiment.measures)
    _check_names("grids", "measure", experiment.grids, experiment.measures)
    for line in experiment.references:
        _check_names(f"reference {line.key}", "measure", line.values, experiment.measures)
        for numbers in line.values.values():
            _check_names(f"reference {line.key}", "point", numbers, points)
    _check_order(experiment)


def _check_names(place: str, kind: str, names: Iterable[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise ExperimentError(f"{place}: {unknown(kind, name, known)}")


def _check_order(experiment: Experiment) -> None:
    """Check ``after``: the other run must exist, have the same seeds, and not come after a run itself."""
    runs = {run.key: run for run in experiment.runs}
    for run in experiment.runs:
        if run.after is None:
            continue
        _check_names(f"run {run.key}: after", "run", [run.after.name], runs)
        other = runs[run.after.name]
        if other.after:
            raise ExperimentError(
                f"run {run.key}: comes after {other.key}, which comes after another one itself"
            )
        lacking = set(run.seeds) - set(other.seeds)
        if lacking:
            raise ExperimentError(
                f"run {run.key}: comes after {other.key}, which has no seed {min(lacking)}"
            )


def _try(experiment: Experiment) -> None:
    """Call claims and draw without values, to find wrong names before anything runs.

    @raise ExperimentError if a name is wrong
    """
    from ..figure import said  # which imports this package

    m = Measured(experiment, {}, tabulate(experiment, {}))
    for kind, of in (("claims", experiment.claims), ("answer", experiment.answer), ("draw", experiment.draw)):
        try:
            list(of(m))
        except Exception as error:
            if kind != "draw" or _is_about_names(error, experiment.path):
                raise ExperimentError(f"{kind}: {said(error, experiment.path)}") from error


def _is_about_names(error: Exception, path: Path) -> bool:
    """Whether a plot fails because of a name; other failures may be due to missing values."""
    place = Path(traceback.extract_tb(error.__traceback__)[-1].filename).resolve()
    if place == path.resolve():
        return isinstance(error, (NameError, AttributeError, TypeError))
    return place.is_relative_to(_PACKAGE) and not isinstance(error, RuntimeError)  # of an ended iterator
