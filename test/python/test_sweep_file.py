# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of sweeps: errors are reported with place, found and allowed values; names are stable."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import programs
import pytest
import sweep
from mrcbench.drawing.curves import Panel, curve
from mrcbench.suite import columns, evaluation, reader, tidy, variation
from mrcbench.suite.definition import Experiment
from mrcbench.suite.evaluation import Measured
from mrcbench.suite.loading import load_experiment
from mrcbench.suite.reader import ExperimentError, read_json

BYTES = "workload[0].bytes"
SCHEMA = json.loads(Path(reader.__file__).with_name("sweep.schema.json").read_text(encoding="utf-8"))
#: Former keys of sweep files, and the message about each.
DROPPED = {key: own["title"] for key, own in SCHEMA["properties"].items() if "no longer" in own.get("title", "")}
PLOT = {"x": "seed", "y": "measure.p99_us"}
PRODUCT = {"vary": {BYTES: ["1MB", "2MB"], "transport.routing": ["srv6", "ecmp"]}}
CLAIM = {"claim": "c", "column": "measure.p99_us", "compare": "<", "bound": 1}
A, B = {"key": "a", "label": "A"}, {"key": "b", "label": "B"}
AFTER = {"run": "a", "set": "faults[0].at", "part": 0.5}
NAMES = "up to 80 letters, digits, blanks and . _ + = , - behind a letter or digit"
SEEDS = "allowed: a list of whole numbers above 0, all different, at least one"
ALONE = {"vary": {BYTES: ["64KB", "256KB"]}, "isolation": True,
         "cases": {label: {"workload": [{"name": "one"}, {"name": "two"}]} for label in "AB"}}  # fmt: skip


BAD: list[tuple[dict[str, Any], str]] = [
    ({"schema": 2}, "schema: found 2; allowed: 1"),
    ({"schema": True}, "schema: found true; allowed: 1"),
    ({"$schema": 1}, "$schema: found 1; allowed: a string"),
    ({"titles": "x"}, "titles: unknown key, did you mean title?"),
    ({"title": None}, "title: found null; allowed: a string"),
    ({"program": "walk"}, 'program: found "walk"; allowed: run, capacity'),
    ({"untilStop": 1}, "untilStop: found 1; allowed: true or false"),
    ({"full": []}, "full: found []; allowed: an object"),
    ({"vary": []}, "vary: found []; allowed: an object"),
    ({"vary": {BYTES: []}}, f"vary.{BYTES}: found []; allowed: a list of one or more values"),
    ({"vary": {BYTES: "1MB"}}, f'vary.{BYTES}: found "1MB"; allowed: a list of one or more values'),
    ({"vary": {BYTES: [1, 2, 1]}}, f"vary.{BYTES}: 1 and 1 are the same"),
    ({"vary": {BYTES: [{"a": 1}, {"a": 1}]}}, f'vary.{BYTES}: {{"a": 1}} and {{"a": 1}} are the same'),
    ({"vary": {"": [1]}}, 'vary: found the key ""; allowed: a path such as workload[0].bytes'),
    ({"vary": {"a=b": [1]}}, 'vary: found the key "a=b"; allowed: a path such as workload[0].bytes'),
    ({"vary": {" a": [1]}}, 'vary: found the key " a"; allowed: a path such as workload[0].bytes'),
    ({"vary": {"workload": [[]], BYTES: [1]}}, f"vary.{BYTES} lies within vary.workload, which replaces it"),
    ({"vary": {"seed": [0]}}, "vary.seed[0]: found 0; allowed: a whole number above 0"),
    ({"vary": {"seed": ["1"]}}, 'vary.seed[0]: found "1"; allowed: a whole number above 0'),
    ({"vary": {"seed": [1]}, "seeds": [1]}, "found seeds and vary.seed; allowed: one of them"),
    ({"seeds": []}, f"seeds: found []; {SEEDS}"),
    ({"seeds": [2, 2]}, f"seeds: found [2, 2]; {SEEDS}"),
    ({"seeds": [True]}, "seeds[0]: found true; allowed: a whole number above 0"),
    ({"vary": {"a": list(range(400)), "b": list(range(400))}}, "found 160000 runs; allowed: 100000"),
    ({"vary": {"a": list(range(400))}, "seeds": list(range(1, 400))}, "found 159600 runs; allowed: 100000"),
    ({"cases": {"MRC": 5}}, "cases.MRC: found 5; allowed: an object of settings"),
    ({"cases": {"MRC": {"seed": 5}}}, "cases.MRC.seed: belongs to vary, or to seeds"),
    ({"cases": {"MRC": {"a=b": 5}}}, 'cases.MRC: found the key "a=b"; allowed: a path such as workload[0].bytes'),
    ({"cases": {"MRC": {}}, "runs": [A]}, "found cases and runs; allowed: one of them"),
    ({"runs": []}, "runs: found []; allowed: a list of one run or more"),
    ({"runs": [5]}, "runs[0]: found 5; allowed: an object"),
    ({"runs": [{"key": "a"}]}, "runs[0].label is missing"),
    ({"runs": [A, {**B, "paint": 1}]}, "runs[1].paint: unknown key; allowed: key, label, look, base, "
     "settings, quick, seeds, mayStall, after"),
    ({"runs": [{**A, "key": "../a"}]}, f'runs[0].key: found "../a"; allowed: {NAMES}'),
    ({"runs": [{**A, "key": "a b"}, {**B, "key": "a-b"}]}, "there are two of folder 'a-b-seed1'"),
    (
        {"runs": [{**A, "key": "a b", "seeds": [1, 2]}, {**B, "key": "a-b", "seeds": [2]}]},
        "there are two of folder 'a-b-seed2'",
    ),
    ({"runs": [{**A, "key": "a" * 81}]}, f'runs[0].key: found "{"a" * 56}...; allowed: {NAMES}'),
    ({"runs": [{**A, "key": "{a}"}]}, f'runs[0].key: found "{{a}}"; allowed: {NAMES}'),
    ({"runs": [{**A, "key": "Ä"}]}, f'runs[0].key: found "Ä"; allowed: {NAMES}'),
    ({"runs": [{**A, "key": ""}]}, f'runs[0].key: found ""; allowed: {NAMES}'),
    ({"runs": [A, {**A, "label": "B"}]}, "there are two of run 'a'"),
    ({"runs": [A, {**B, "label": "A"}]}, "there are two of label 'A'"),
    ({"runs": [{**A, "settings": ["bytes"]}]}, 'runs[0].settings[0]: found "bytes"; allowed: KEY=VALUE'),
    ({"runs": [{**A, "settings": [5]}]}, "runs[0].settings[0]: found 5; allowed: KEY=VALUE"),
    ({"runs": [{**A, "after": AFTER}]}, "run a: comes after a, which comes after another one itself"),
    ({"runs": [{**A, "after": {**AFTER, "run": "z"}}]}, "run a: after: there is no run 'z'"),
    ({"runs": [A, {**B, "after": AFTER, "seeds": [1, 7]}]}, "run b: comes after a, which has no seed 7"),
    ({"runs": [A, {**B, "after": {"run": "a"}}]}, "runs[1].after.set is missing"),
    ({"points": [{"at": "8"}]}, 'points[0].at: found "8"; allowed: a number below 1e300'),
    ({"points": [{"at": 8}, {"at": 8.0}]}, "there are two of point '8'"),
    ({"points": [{"at": 8, "sweep": "a/b"}, {"at": 8, "sweep": "a b"}]}, "there are two of folder 'ring@a-b8-seed1'"),
    ({"points": [{"at": 1}], "vary": {BYTES: [1]}}, "found points and vary; allowed: one of them"),
    *(({key: {}}, f"{key}: {instead}") for key, instead in DROPPED.items()),
    ({"full": {"grids": []}}, f"full.grids: {DROPPED['grids']}"),
    ({"points": [{"label": "a b"}, {"label": "a-b"}]}, "there are two of point 'a-b'"),
    ({"plots": {}}, "plots: found {}; allowed: a list"),
    ({"plots": [5]}, "plots[0]: found 5; allowed: an object"),
    ({"plots": [PLOT, {"x": "seed"}]}, "plots[1].y is missing"),
    ({"plots": [{**PLOT, "y": 5}]}, "plots[0].y: found 5; allowed: a string"),
    ({"plots": [{**PLOT, "kind": "bars"}]}, 'plots[0].kind: found "bars"; allowed: curve, scatter, heatmap'),
    ({"plots": [{**PLOT, "kind": "heatmap"}]}, "plots[0].color: needed for a heatmap, and for no other plot"),
    *(({"plots": [{**PLOT, "kind": "heatmap", "color": "seed", key: value}]}, f"plots[0].{key}: not for a heatmap, which has a cell for each value")
      for key, value in (("xlim", [1, 2]), ("ylim", [1, 2]), ("log", "x"))),
    ({"plots": [{**PLOT, "color": "seed"}]}, "plots[0].color: needed for a heatmap, and for no other plot"),
    ({"plots": [{**PLOT, "kind": "heatmap", "color": "fct_ns.p98"}]}, "plots[0].color: there is no column 'fct_ns.p98', "
     "did you mean 'fct_ns.p99'? (docs/results.md, sweep.csv)"),
    ({"plots": [{**PLOT, "kind": "scatter", "relativeTo": "RoCE"}]}, "plots[0].relativeTo: only with the kind curve"),
    ({"plots": [{**PLOT, "relativeTo": "RoCE"}]}, 'plots[0].relativeTo: found "RoCE"; allowed: ring'),
    ({"plots": [{**PLOT, "ylim": [2, 1]}]}, "plots[0].ylim: found [2, 1]; allowed: the lower number, then the upper one"),
    ({"plots": [{**PLOT, "xlim": [1]}]}, "plots[0].xlim: found [1]; allowed: two numbers"),
    ({"plots": [{**PLOT, "serie": "case"}]}, "plots[0].serie: unknown key, did you mean series?"),
    ({"plots": [{**PLOT, "line": 5}]}, "plots[0].line: unknown key; allowed: kind, x, y, color, relativeTo, xlim, ylim, "
     "factor, series, where, title, text, xlabel, ylabel, log"),
    ({"plots": [{**PLOT, "where": 5}]}, "plots[0].where: found 5; allowed: an object"),
    ({"plots": [{**PLOT, "log": "yx"}]}, 'plots[0].log: found "yx"; allowed: x, y, xy'),
    ({"claims": [5]}, "claims[0]: found 5; allowed: an object"),
    ({"claims": [CLAIM, {**CLAIM, "claim": None}]}, "claims[1].claim: found null; allowed: a string"),
    ({"claims": [{"claim": "c", "metric": "ring/p99", "compare": "<", "bound": 1}]}, "claims[0].metric: unknown key; allowed: "
     "claim, column, compare, bound, case, where, relativeTo, stat, unit, published, fullSize"),
    ({"claims": [{**CLAIM, "metric": "x"}]}, "claims[0].metric: unknown key; allowed: claim, column, compare, bound, "
     "case, where, relativeTo, stat, unit, published, fullSize"),
    ({"claims": [{**CLAIM, "compare": "<<"}]}, 'claims[0].compare: found "<<"; allowed: >=, <=, >, <, ==, ~, about'),
    ({"claims": [{**CLAIM, "unit": "Gb/s"}]},
     'claims[0].unit: found "Gb/s"; allowed for measure.p99_us: none, ps, ns, us, ms, s, min'),
    ({"claims": [{**CLAIM, "unit": "%"}]}, 'claims[0].unit: found "%"; allowed for measure.p99_us: none, ps, ns, us, ms, s, min'),
    ({"claims": [{**CLAIM, "column": "measure.bandwidth_gbps", "unit": "us"}]},
     'claims[0].unit: found "us"; allowed for measure.bandwidth_gbps: none, bit/s, kb/s, Mb/s, Gb/s, Tb/s'),
    ({"claims": [{**CLAIM, "case": "A", "relativeTo": "B", "unit": "us"}], "cases": {"A": {}, "B": {}}},
     'claims[0].unit: found "us"; allowed for a ratio: none, %, +%'),
    ({"claims": [{**CLAIM, "column": "measure.efficiency", "unit": "%", "bound": -10}]},
     "claims[0].bound: found -10 with the unit %; allowed: from -1 to below 2, a part, -0.1 for -10 %"),
    *(({"claims": [{**CLAIM, "column": "measure.efficiency", "unit": unit, "bound": bound}]},
       f"claims[0].bound: found {bound} with the unit {unit}; allowed: from -1 to below 2, a part, {part}; "
       f"or {bound} without a unit for {bound} times")
      for unit, bound, part in (("%", 5, "0.05 for 5 %"), ("%", 2, "0.02 for 2 %"), ("+%", 90, "1.9 for +90 %"))),
    ({"claims": [{**CLAIM, "bound": "1"}]},
     'claims[0].bound: found "1"; allowed: a number below 1e300'),
    ({"claims": [{**CLAIM, "stat": "mode"}]}, 'claims[0].stat: found "mode"; allowed: mean, min, max, median'),
    ({"claims": [{**CLAIM, "case": "MRC"}]}, 'claims[0].case: found "MRC"; allowed: ring'),
    ({"claims": [{**CLAIM, "case": "A", "relativeTo": "C"}], "cases": {"A": {}, "B": {}}},
     'claims[0].relativeTo: found "C"; allowed: A, B'),
    ({"claims": [{**CLAIM, "relativeTo": "ring"}]}, "claims[0].relativeTo: only with case"),
    ({"claims": [{**CLAIM, "where": []}]}, "claims[0].where: found []; allowed: an object"),
    ({"claims": [{**CLAIM, "fullSize": 1}]}, "claims[0].fullSize: found 1; allowed: true or false"),
    ({"plots": [{**PLOT, "y": "measure.p98"}]}, "plots[0].y: there is no column 'measure.p98', did you mean "
     "'measure.p99_us'? (docs/results.md, sweep.csv)"),
    ({"plots": [{**PLOT, "x": "jobs.rin.busbw_gbps"}]}, "plots[0].x: there is no column 'jobs.rin.busbw_gbps', did you "
     "mean 'jobs.ring.busbw_gbps'? (docs/results.md, sweep.csv)"),
    ({"plots": [{**PLOT, "where": {"xyz": 0}}]}, "plots[0].where: there is no column 'xyz' (docs/results.md, sweep.csv)"),
    ({"plots": [{**PLOT, "series": "cpu_s"}]}, "plots[0].series: there is no column 'cpu_s' (docs/results.md, sweep.csv)"),
    ({"claims": [{**CLAIM, "column": "fct_ns.p9"}]}, "claims[0].column: there is no column 'fct_ns.p9', did you mean "
     "'fct_ns.p99'? (docs/results.md, sweep.csv)"),
    *(({key: [{**each, "where": where}], "seeds": [1, 7], **ALONE}, f"{key}[0].where.{message}")
      for key, each in (("plots", PLOT), ("claims", CLAIM))
      for where, message in (
          ({"case": "ring"}, 'case: found "ring"; allowed: A, B'),
          ({"case": "A, one alone"}, 'case: found "A, one alone"; allowed: A, B'),
          ({"seed": 2}, "seed: found 2; allowed: 1, 7"),
          ({"seed": 7, BYTES: "65KB"}, f'{BYTES}: found "65KB"; allowed: 64KB, 256KB'),
          ({BYTES: "64kilo"}, f'{BYTES}: found "64kilo"; allowed: 64KB, 256KB'),
      )),
    ({"points": [{"at": 8, "sweep": "n"}, {"label": "x"}], "plots": [{**PLOT, "where": {"at": 9}}]},
     "plots[0].where.at: found 9; allowed: 8"),
    ({"points": [{"at": 8, "sweep": "n"}, {"label": "x"}], "plots": [{**PLOT, "where": {"point": "n"}}]},
     'plots[0].where.point: found "n"; allowed: x'),
    ({"seeds": list(range(1, 31)), "plots": [{**PLOT, "where": {"seed": 0}}]},
     "plots[0].where.seed: found 0; allowed: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 18 more"),
    *(({"cases": {"A": {}}, **PRODUCT, **text}, f'{place}: found "{column}", which is no number; allowed: a column of numbers')
      for column in ("case", "status", "outcome", "transport.routing", "config", "jobs.ring.type")
      for place, text in (
          ("plots[0].y", {"plots": [{**PLOT, "y": column}]}),
          ("plots[1].x", {"plots": [PLOT, {**PLOT, "x": column, "kind": "scatter"}]}),
          ("plots[0].color", {"plots": [{"x": BYTES, "y": "case", "color": column, "kind": "heatmap"}]}),
          ("claims[0].column", {"claims": [{**CLAIM, "column": column}]}),
      )),
    *(({"points": [{"at": 8, "sweep": "n"}], **key}, f"{place}: there is no column 'n'; places on the axis n are in the column at")
      for place, key in (("plots[0].x", {"plots": [{**PLOT, "x": "n"}]}),
                         ("claims[0].where", {"claims": [{**CLAIM, "where": {"n": 8}}]}))),
    *(({"plots": [{**PLOT, key: ""}]}, f"plots[0].{key}: there is no column '' (docs/results.md, sweep.csv)")
      for key in ("x", "y", "series")),
    *(({"plots": [{**PLOT, "factor": factor}]}, f"plots[0].factor: found {factor}; allowed: a number above 0")
      for factor in (0, -1)),
    *(({"vary": {"loss[0].rate": [0, 1]}, "plots": [{**PLOT, **plot, f"{axis}lim": [low, 9]}]},
       f"plots[0].{axis}lim: found [{low}, 9]; allowed on a logarithmic axis: numbers above 0{more}")
      for axis, log, low, plot, more in (
          ("y", "y", 0, {}, ""), ("x", "xy", 0, {}, ""), ("y", "xy", -1, {}, ""),
          ("x", "x", 0, {"kind": "scatter", "x": "retransmitted_packets"}, ""),
          ("x", "x", -1, {"x": "loss[0].rate"}, ", and 0"), ("y", "y", -1, {"kind": "scatter", "y": "loss[0].rate"}, ", and 0"))
      for plot in [{**plot, "log": log}]),
    ({"points": [{"label": "a", "at": 1}]}, "points[0].at: a point with a label is on no axis"),
    ({"points": [{"settings": []}]}, "points[0].at is missing"),
    ({"points": [{"key": "a", "at": 1}]}, "points[0].key: only a point with a label has a key"),
    ({"points": [{"key": "a", "label": "b"}, {"label": "a"}]}, "there are two of point 'a'"),
    ({"isolation": True}, "isolation: run ring has 1 job; two are needed"),
    ({"isolation": True, "settings": ["workload=[5, 6]"]},
     "isolation: run ring has a workload that is no list of objects"),
    ({"isolation": True, "settings": ["workload=[{"]},
     "isolation: run ring has a workload that is no list of objects"),
    ({"isolation": True, "vary": {"workload": [[1], [2]]}},
     "isolation: vary.workload changes the jobs; vary what they do"),
    ({"isolation": True, "vary": {"workload[1]": [{}, {"qps": 2}]}},
     "isolation: vary.workload[1] changes the jobs; vary what they do"),
    ({"isolation": True, "settings": {"workload[0].name": "z"}},
     "isolation: run ring: workload[0].name names jobs; the scenario does, or workload"),
    ({"vary": {BYTES: ["1MB", "1000KB"]}}, f'vary.{BYTES}: "1MB" and "1000KB" are the same'),
    ({"vary": {"workload[00].bytes": [1]}},
     'vary: found the key "workload[00].bytes"; allowed: a path such as workload[0].bytes'),
    ({"vary": {"workload[0]bytes": [1]}},
     'vary: found the key "workload[0]bytes"; allowed: a path such as workload[0].bytes'),
    ({"vary": {"transport": [{}]}, "cases": {"A": {"transport.evs": 8}}},
     "run A: transport.evs is replaced by vary.transport"),
    ({"vary": {BYTES: [1]}, "cases": {"A": {BYTES: 8}}}, f"run A: {BYTES} is replaced by vary.{BYTES}"),
    ({"vary": {BYTES: [1]}, "settings": {BYTES: 8}}, f"settings: {BYTES} is replaced by vary.{BYTES}"),
    ({"settings": ["a=1", "seed=7"]}, "settings[1]: seed belongs to vary, or to seeds"),
    ({"settings": {"seed": 7}}, "settings.seed: belongs to vary, or to seeds"),
]  # fmt: skip


@pytest.mark.parametrize(("keys", "message"), BAD, ids=[message[:60] for _, message in BAD])
def test_what_makes_no_sense_is_refused_before_anything_is_written(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    keys: dict[str, Any], message: str
) -> None:  # fmt: skip
    file = write_sweep(**keys)
    before = sorted(tmp_path.rglob("*"))
    assert sweep.main([str(file), "--mrc-sim", str(fake_simulator), "--out", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"sweep: {file}: {message}\n")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON: Expecting value at line 1, column 1"),
        ("{", "not JSON: Expecting property name enclosed in double quotes at line 1, column 2"),
        ("[]", "found []; allowed: an object"),
        ('{"vary": {"a": [NaN]}}', "not JSON: NaN is no number"),
        ('{"title": "a", "title": "b"}', "the key 'title' is there twice"),
        ("[" * 100_000, "not an experiment: nested too deeply"),
        ('{"points": [{"at": 1%s}]}' % ("0" * 400), "points[0].at: found 1000000000000000000000000000"
         "00000000000000000000000000000...; allowed: a number below 1e300"),
        ('{"points": [{"at": 1e999}]}', "points[0].at: found Infinity; allowed: a number below 1e300"),
    ],
    ids=["empty", "cut", "list", "nan", "twice", "deep", "large", "infinite"],
)
def test_files_that_are_no_sweeps(
    write_sweep: Callable[..., Path], text: str, message: str
) -> None:
    file = write_sweep()
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ExperimentError) as caught:
        load_experiment(file)
    assert str(caught.value) == f"{file}: {message}"


def nothing_measured(experiment: Experiment) -> Measured:
    """No run has been done."""
    return Measured(experiment, {}, evaluation.tabulate(experiment, {}))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"mean": 5}, "references[0].values.mean: found 5; allowed: an object"),
        ({"mean": {"8": "x"}}, 'references[0].values.mean.8: found "x"; allowed: a number below 1e300'),
    ],
)
def test_numbers_from_elsewhere_are_numbers_by_point(
    write_sweep: Callable[..., Path], tmp_path: Path, values: dict[str, Any], message: str
) -> None:
    write_sweep()
    line = {"key": "r", "label": "R", "note": "n", "values": values}
    file = programs.write_figure(tmp_path, points=[{"at": 8}], references=[line])
    with pytest.raises(ExperimentError) as caught:
        load_experiment(file)
    assert str(caught.value) == f"{file}: {message}"


@pytest.mark.parametrize(
    ("keys", "how", "message"),
    [
        (PRODUCT, {}, "there is no axis ''"),
        (PRODUCT, {"x": "routing"}, "x is 'routing', which has the value 'srv6', no number"),
        (PRODUCT, {"x": "bytes", "where": {"qps": 1}}, "there is no axis 'qps'"),
        (PRODUCT, {"x": "bytes", "where": {"routing": "rip"}}, "routing is never 'rip'"),
        (PRODUCT, {"x": "bytes", "panels": [Panel("t", ["ring"])]}, "sweep and panels are for points, "),
        (PRODUCT, {"x": "bytes", "sweep": "a"}, "sweep and panels are for points, "),
        ({"vary": {BYTES: [1, 2], "a": list(range(13))}}, {"x": "bytes"}, "13 panels; 12 are possible, where chooses"),
        ({"points": [{"label": "a"}]}, {"sweep": "a"}, "there is no sweep 'a'"),
        ({"points": [{"at": 1}]}, {"x": "bytes"}, "x and where are for what vary varies, "),
    ],
    ids=str,
)  # fmt: skip
def test_curves_that_make_no_sense_are_told(
    write_sweep: Callable[..., Path], keys: dict[str, Any], how: dict[str, Any], message: str
) -> None:
    m = nothing_measured(load_experiment(write_sweep(**keys)))
    with pytest.raises((KeyError, ValueError)) as caught:
        curve(m, "bandwidth_gbps", title="t", xlabel="x", ylabel="y", **how)
    assert caught.value.args[0].startswith(message)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b'"\xe4"')
    for name, reason in (("none", "No such file or directory"), (".", "Is a directory"),
                         ("latin", "not UTF-8: invalid continuation byte")):  # fmt: skip
        with pytest.raises(ExperimentError) as caught:
            read_json(tmp_path / name)
        assert str(caught.value) == f"{tmp_path / name}: {reason}"


@pytest.fixture
def default_plots(monkeypatch: pytest.MonkeyPatch) -> Callable[[Experiment], list[tuple[str, dict[str, Any]]]]:
    """A function that returns kind and arguments of the default plots of a sweep."""
    found: list[tuple[str, dict[str, Any]]] = []

    def spy(kind: str) -> Callable[..., Any]:
        real = getattr(columns, kind)

        def asked(m: Measured, measure: str, **how: Any) -> Any:
            found.append((kind, how))
            return real(m, measure, **how)

        return asked

    def plots(experiment: Experiment) -> list[tuple[str, dict[str, Any]]]:
        found.clear()
        list(experiment.draw(nothing_measured(experiment)))
        return found

    for kind in ("curve", "bars"):
        monkeypatch.setattr(columns, kind, spy(kind))
    return plots


def cases(experiment: Experiment) -> list[str]:
    """The names of the runs."""
    return [simulation.folder for simulation in experiment.simulations(quick=False)]


def test_the_product_has_the_last_axis_fastest(write_sweep: Callable[..., Path]) -> None:
    vary = {BYTES: ["1MB", "2MB"], "loss[0].rate": [0, 0.5], "seed": [3, 4]}
    experiment = load_experiment(write_sweep(vary=vary, cases={"MRC": {}, "RoCE, 16 QPs": {}}))
    assert cases(experiment) == [
        f"{case}@bytes={size},rate={rate}-seed{seed}"
        for size in ("1MB", "2MB")
        for rate in ("0", "0.5")
        for case in ("MRC", "RoCE-16-QPs")
        for seed in (3, 4)
    ]
    last = list(experiment.simulations(quick=False))[-1]
    assert experiment.settings(last, False) == (f'{BYTES}="2MB"', "loss[0].rate=0.5", "seed=4")


@pytest.mark.parametrize(
    ("before", "later"),
    [
        (["1MB"], ["2MB"]),
        ([5], [-5, 5.5]),
        (["a b"], ["a-b", "a+b", "a/b", "a  b"]),
        ([True], ["true", "True", None]),
        ([{"type": "mrc"}], [{"type": ["mrc"]}, ["type", "mrc"], "type-mrc"]),
        (["日本"], ["日", "", "-", "..", "x" * 500, "x" * 501]),
        ([1e9], [1000000001, 1.5e9]),
    ],
    ids=str,
)
def test_values_that_are_added_later_rename_none(
    write_sweep: Callable[..., Path], before: list[Any], later: list[Any]
) -> None:
    old = cases(load_experiment(write_sweep(vary={"a.b": before})))
    new = cases(load_experiment(write_sweep(vary={"a.b": [*later, *before]})))
    assert len(set(new)) == len(new) and new[-len(old) :] == old
    assert all("/" not in name and not name.startswith(".") and len(name) < 200 for name in new)


def test_a_case_whose_label_is_the_name_of_another_does_not_rename_it(write_sweep: Callable[..., Path]) -> None:
    old = cases(load_experiment(write_sweep(cases={"a-b": {}})))
    new = cases(load_experiment(write_sweep(cases={"a b": {}, "a-b": {}, "a  b": {}})))
    assert old == [new[1]] == ["a-b-seed1"]
    assert len(set(new)) == 3


def test_many_axes_do_not_exceed_what_a_folder_may_be_called(write_sweep: Callable[..., Path]) -> None:
    vary = {f"part{index}.{'k' * 30}{index}": ["v" * 59, "w" * 59] for index in range(6)}
    names = cases(load_experiment(write_sweep(vary=vary)))
    assert len(set(names)) == 64 and max(map(len, names)) <= 180


def test_axes_that_share_a_last_key_are_called_by_their_paths(write_sweep: Callable[..., Path]) -> None:
    experiment = load_experiment(write_sweep(vary={BYTES: ["1MB"], "workload[1].bytes": ["2MB"]}))
    assert cases(experiment) == ["ring@workload-0-.bytes=1MB,workload-1-.bytes=2MB-seed1"]


def test_three_hundred_values_are_three_hundred_points(
    write_sweep: Callable[..., Path], default_plots: Callable[..., Any]
) -> None:
    experiment = load_experiment(write_sweep(vary={BYTES: list(range(1, 301))}))
    assert len(set(cases(experiment))) == 300
    assert [kind for kind, _ in default_plots(experiment)] == ["curve", "curve"]


def test_points_with_labels_are_drawn_as_bars(
    write_sweep: Callable[..., Path], default_plots: Callable[..., Any]
) -> None:
    points = [{"label": "all up"}, {"key": "down", "label": "1 is down", "settings": ["faults=[]"]}]
    experiment = load_experiment(write_sweep(points=points))
    assert cases(experiment) == ["ring@all-up-seed1", "ring@down-seed1"]
    assert [point.label for point in experiment.points] == ["all up", "1 is down"]
    assert [kind for kind, _ in default_plots(experiment)] == ["bars", "bars"]
    assert len(list(experiment.simulations(quick=True))) == 2  # cases, not places on an axis


#: Points of all kinds, and their places in tables.
MIXED = [{"at": 64, "sweep": "msg"}, {"label": "big"}, {"at": 0.5, "sweep": "loss"}]
PLACES = [("msg", 64, None), (None, None, "big"), ("loss", 0.5, None)]


@pytest.mark.parametrize("order", itertools.permutations(range(3)), ids=str)
def test_tables_have_the_columns_of_all_points_in_every_row(
    write_sweep: Callable[..., Path], fake_simulator: Path, tmp_path: Path, order: tuple[int, ...]
) -> None:
    file = write_sweep(points=[MIXED[index] for index in order])
    experiment = load_experiment(file)
    failed = dict.fromkeys(experiment.simulations(quick=False), "failed")
    nothing = evaluation.tabulate(experiment, {})
    for rows in tidy.tables(experiment, failed, {}, {}, nothing, {}):
        found = rows[["sweep", "at", "point"]].itertuples(index=False, name=None)
        assert list(map(repr, found)) == [repr(PLACES[index]) for index in order], "whole numbers stay whole"
        assert len(rows.columns) == 6 and set(rows.columns) > {"case", "seed", "status"}
    assert sweep.main([str(file), "--mrc-sim", str(fake_simulator), "--out", str(tmp_path), "--dry-run"]) == 0


@pytest.mark.parametrize(
    ("points", "sweeps"),
    [(MIXED, []), ([*MIXED, {"at": 256, "sweep": "msg"}], ["msg"]), ([{"at": 1}, {"at": 2}], [""]),
     ([{"at": at, "sweep": name} for at in (1, 2) for name in "ab"], ["a", "b"])],
    ids=str,
)  # fmt: skip
def test_axes_of_points_with_two_numbers_are_drawn_as_curves(
    write_sweep: Callable[..., Path], default_plots: Callable[..., Any], points: list[Any], sweeps: list[str]
) -> None:
    drawn = default_plots(load_experiment(write_sweep(points=points)))
    expected = [("curve", name) for name in sweeps for _ in range(2)] or [("bars", None)] * 2
    assert [(kind, how.get("sweep")) for kind, how in drawn] == expected


def test_seeds_alone_are_no_axis(write_sweep: Callable[..., Path], default_plots: Callable[..., Any]) -> None:
    experiment = load_experiment(write_sweep(vary={"seed": [1, 5]}))
    assert cases(experiment) == ["ring-seed1", "ring-seed5"]
    assert not experiment.axes and [kind for kind, _ in default_plots(experiment)] == ["bars", "bars"]


def test_what_has_no_numbers_is_drawn_as_bars(
    write_sweep: Callable[..., Path], default_plots: Callable[..., Any]
) -> None:
    experiment = load_experiment(write_sweep(vary={"transport.routing": ["srv6", "ecmp"]}))
    assert [kind for kind, _ in default_plots(experiment)] == ["bars", "bars"]


@pytest.mark.parametrize(
    ("values", "log"), [(["1MB", "2MB"], ""), (["1MB", "64MB"], "x"), ([0, 100], ""), (["1us", "1ms"], "x")]
)
def test_an_axis_over_a_decade_is_logarithmic(
    write_sweep: Callable[..., Path], default_plots: Callable[..., Any], values: list[Any], log: str
) -> None:
    experiment = load_experiment(write_sweep(vary={"a.b": values}))
    assert [how["log"] for _, how in default_plots(experiment)] == [log, log]


@pytest.mark.parametrize(
    ("value", "number"),
    [("4MB", 4e6), ("1.5us", 1500), ("100Gbps", 1e11), (5, 5), (1e9, 1e9), (True, None), ("srv6", None), ([], None),
     (None, None), ({}, None), (-9e299, -9e299), (1e300, None), (-1e301, None)],
    ids=str,
)  # fmt: skip
def test_quantities_as_numbers(value: Any, number: float | None) -> None:
    assert variation.number_of(value) == number


def test_full_size_replaces_keys(write_sweep: Callable[..., Path]) -> None:
    file = write_sweep(vary={BYTES: ["1MB"]}, full={"vary": {BYTES: ["1GB"]}, "seeds": [1, 2]})
    assert cases(load_experiment(file)) == ["ring@bytes=1MB-seed1"]
    assert cases(load_experiment(file, full=True)) == ["ring@bytes=1GB-seed1", "ring@bytes=1GB-seed2"]


def test_a_quick_run_of_a_product_is_its_first_point(write_sweep: Callable[..., Path]) -> None:
    experiment = load_experiment(write_sweep(**PRODUCT, seeds=[1, 2], quick=["stop=1ms"]))
    (only,) = experiment.simulations(quick=True)
    assert only.folder == "ring@bytes=1MB,routing=srv6-seed1"
    assert experiment.settings(only, quick=True)[-2:] == ("stop=1ms", "seed=1")


def test_jobs_alone_are_runs_of_their_own(write_sweep: Callable[..., Path]) -> None:
    jobs = [{"name": name, "type": "write"} for name in ("one/two", "b")]
    experiment = load_experiment(write_sweep(isolation=True, cases={"MRC": {"workload": jobs}}))
    assert [run.key for run in experiment.runs] == ["MRC", "MRC+one-two", "MRC+b"]
    assert [run.alone.job for run in experiment.runs if run.alone] == ["one/two", "b"]
    assert experiment.runs[1].settings[-1:] == ("workload[1].enabled=false",)
    assert experiment.runs[2].settings[-1:] == ("workload[0].enabled=false",)
    assert [run.key for run in experiment.lines] == ["MRC"]


def test_a_default_plot_has_no_more_panels_than_one_can_see(
    write_sweep: Callable[..., Path], default_plots: Callable[..., Any]
) -> None:
    vary = {BYTES: [1, 2, 3, 4, 5], "a": [1, 2, 3, 4], "b": ["x", "y", "z", "w"]}
    (_, how), _ = default_plots(load_experiment(write_sweep(vary=vary)))
    assert how["x"] == "bytes" and how["where"] == {"a": 1}
    assert how["title"].endswith(", a 1")


def test_long_values_that_begin_alike_have_labels_of_their_own(write_sweep: Callable[..., Path]) -> None:
    long = ["x" * 60 + end for end in "ab"]
    first, second = (point.label for point in load_experiment(write_sweep(vary={"a": long})).points)
    assert first != second and len(first) < 50


def test_the_greatest_number_of_runs_is_allowed() -> None:
    variation.check_number(variation.MOST_RUNS // 8, 2, 4)
    with pytest.raises(ExperimentError, match=f"found {variation.MOST_RUNS + 2} runs; allowed: {variation.MOST_RUNS}"):
        variation.check_number(variation.MOST_RUNS // 2 + 1, 2)


@pytest.mark.parametrize(("values", "log"), [([1, 10], "x"), ([1, 9], ""), ([2, 4, 20], "x"), ([0, 10], ""), ([100, 10.5], "")])
def test_an_axis_is_logarithmic_from_a_decade_on(
    write_sweep: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, values: list[float], log: str
) -> None:
    experiment = load_experiment(write_sweep(vary={"workload[0].qps": values, "transport.routing": ["srv6", "ecmp"]}))
    found = []
    monkeypatch.setattr(columns, "curve", lambda m, name, **keys: found.append((name, keys["log"], keys["x"])))
    list(columns.draw(Measured(experiment, {}, evaluation.tabulate(experiment, {}))))
    assert found == [("bandwidth_gbps", log, "qps"), ("duration_us", log, "qps")]


def test_a_label_has_at_most_forty_letters() -> None:
    assert variation.value_label("x" * 40) == "x" * 40
    cut = variation.value_label("x" * 41)
    assert cut.startswith("x" * 31 + "... ") and len(cut) == 39
    assert cut != variation.value_label("x" * 42)


def test_a_quick_look_has_the_first_seed_only(write_sweep: Callable[..., Path]) -> None:
    experiment = load_experiment(write_sweep(seeds=[5, 3, 4]))
    assert [each.seed for each in experiment.simulations(quick=True)] == [5]
    assert [each.seed for each in experiment.simulations(quick=False)] == [5, 3, 4]


def answer_of(file: Path, **jobs: dict[str, list[float]]) -> str:
    """The answer of a sweep whose jobs have these bandwidths, by label of the case, point by point; NaN: not complete."""
    experiment = load_experiment(file)
    left = {name: {case: iter(numbers) for case, numbers in job.items()} for name, job in jobs.items()}
    rows = []
    for each in experiment.simulations(quick=False):
        found = {name: next(job[each.run.label]) for name, job in left.items() if each.run.label in job}
        lost = any(number != number for number in found.values())
        rows.append({
            **tidy.place_columns(experiment, each), "status": "incomplete" if lost else "ok",
            "measure.bandwidth_gbps": sum(found.values()) / max(len(found), 1),
            **{f"jobs.{name}.busbw_gbps": NAN if lost else number for name, number in found.items()},
        })  # fmt: skip
    return experiment.answer(Measured(experiment, {}, evaluation.tabulate(experiment, {}), pd.DataFrame(rows)))


NAN = float("nan")
ALL_OF = "A has the highest bus bandwidth at all 2 points"


@pytest.mark.parametrize(
    ("sizes", "numbers", "answer"),
    [
        (2, {"A": [3, 8], "B": [2, 5]}, f"{ALL_OF}: 1.50 to 1.60 times that of B."),
        (2, {"A": [3, 5], "B": [4, 2]}, "The highest bus bandwidth: B at 1 point, A at 1 point."),
        (2, {"A": [3, NAN], "B": [2, 5]},
         "A has the highest bus bandwidth, 3 Gb/s, at the point where all cases completed, of 2: 1.50 times that of B."),
        (4, {"A": [3, 8, 2, 2], "B": [2, 5, NAN, NAN]},
         f"{ALL_OF} where all cases completed, of 4: 1.50 to 1.60 times that of B."),
        (3, {"A": [3, 5, 1], "B": [4, 2, NAN]},
         "The highest bus bandwidth at 2 points where all cases completed, of 3: B at 1 point, A at 1 point."),
        (2, {"A": [NAN, NAN], "B": [2, 5]}, "No comparison of the bus bandwidth: at none of 2 points all cases completed."),
        (1, {"A": [NAN], "B": [2]}, "No comparison of the bus bandwidth: not all cases completed."),
        (1, {"A": [3], "B": [2]}, "A has the highest bus bandwidth, 3 Gb/s: 1.50 times that of B."),
        (2, {"A": [3, 5], "B": [3, 5]}, "A and B have the same bus bandwidth (within 0.5 %) at all 2 points."),
        (1, {"A": [3], "B": [3]}, "A and B have the same bus bandwidth (within 0.5 %), 3 Gb/s."),
        (2, {"A": [3, NAN], "B": [3, 5]},
         "A and B have the same bus bandwidth (within 0.5 %), 3 Gb/s, at the point where all cases completed, of 2."),
        (3, {"A": [300, 5, 5], "B": [301, 5, 2]},
         "The highest bus bandwidth: A and B (within 0.5 %) at 2 points, A at 1 point."),
        (2, {"A": [1010, 202], "B": [1000, 200]}, f"{ALL_OF}: 1.01 times that of B."),
        (2, {"A": [0, 0], "B": [0, 0]}, "A and B have the same bus bandwidth (within 0.5 %) at all 2 points."),
        (2, {}, ""),
    ],
)  # fmt: skip
def test_the_answer_names_the_case_with_the_highest_bandwidth(
    write_sweep: Callable[..., Path], sizes: int, numbers: dict[str, list[float]], answer: str
) -> None:
    file = write_sweep(cases={"A": {}, "B": {}}, vary={BYTES: [f"{size}MB" for size in range(1, sizes + 1)]})
    assert answer_of(file, **({"ring": numbers} if numbers else {})) == answer


def test_the_answer_compares_with_the_best_of_the_other_cases(write_sweep: Callable[..., Path]) -> None:
    cases: dict[str, Any] = {"A": {}, "B": {}, "C": {}}
    file = write_sweep(cases=cases, vary={BYTES: ["1MB", "2MB"]})
    last = " has the highest bus bandwidth at all 2 points: 2 times that of the next case."
    assert answer_of(file, ring={"A": [2, 1], "B": [1, 4], "C": [4, 8]}) == f"C{last}"
    assert answer_of(write_sweep(cases=cases), ring={"A": [2], "B": [8], "C": [4]}) == (
        "B has the highest bus bandwidth, 8 Gb/s: 2 times that of C."
    )
    file = write_sweep(cases=cases, vary={BYTES: ["1MB", "2MB"]})
    assert answer_of(file, ring={"A": [8, 4], "B": [4, 2], "C": [8, 4]}) == (
        "A and C have the highest bus bandwidth (within 0.5 %) at all 2 points: 2 times that of B."
    )
    assert answer_of(file, ring={"A": [8, 4], "B": [8, 4], "C": [8, 4]}) == (
        "A, B and C have the same bus bandwidth (within 0.5 %) at all 2 points."
    )


def test_the_order_of_cases_decides_no_comparison(write_sweep: Callable[..., Path]) -> None:
    """The order of equal cases does not change the answer."""
    numbers = {"A": [8, 4, 1], "B": [8, 5, 1]}
    vary = {BYTES: ["1MB", "2MB", "3MB"]}
    one, other = (answer_of(write_sweep(cases={case: {} for case in order}, vary=vary), ring=numbers) for order in ("AB", "BA"))
    assert sorted(one.replace(",", "").split()) == sorted(other.replace(",", "").split())


def test_seeds_of_which_one_did_not_complete_are_no_point(write_sweep: Callable[..., Path]) -> None:
    file = write_sweep(cases={"A": {}, "B": {}}, seeds=[1, 2])
    assert answer_of(file, ring={"A": [9, 9], "B": [1, NAN]}).startswith("No comparison")


def test_each_of_several_jobs_has_its_answer(write_sweep: Callable[..., Path]) -> None:
    file = write_sweep(cases={"A": {}, "B": {}}, vary={BYTES: ["1MB", "2MB"]})
    jobs = {"ring": {"A": [8, 8], "B": [4, 4]}, "incast": {"A": [1, 3], "B": [2, 1]}, "other": {"A": [5, 5]}}
    assert answer_of(file, **jobs) == (
        "Job ring: A has the highest bus bandwidth at all 2 points: 2 times that of B. "
        "Job incast: The highest bus bandwidth: B at 1 point, A at 1 point."
    )
    many = {f"job{index}": jobs["ring"] for index in range(5)}
    assert answer_of(file, **many) == "The highest bus bandwidth, by job and point: A 10 times, of 10."
    many["job3"] = {"A": [1, NAN], "B": [2, 2]}
    assert answer_of(file, **many) == (
        "The highest bus bandwidth, by job and point: A 4 times, B 1 time, of 10; at the others not all cases completed."
    )
    many["job3"] = {"A": [1, 1], "B": [1, 1]}
    assert answer_of(file, **many) == (
        "The highest bus bandwidth, by job and point: A 8 times, A and B (within 0.5 %) 2 times, of 10."
    )


@pytest.mark.parametrize(
    ("jobs", "cases", "over"),
    [(1, {}, ""), (2, {}, ", mean over 2 jobs"), (2, {"A": {"workload": [{"name": "x"}]}, "B": {}}, ", mean over the jobs")],
)
def test_a_mean_over_several_jobs_is_named_so(
    write_sweep: Callable[..., Path], jobs: int, cases: dict[str, Any], over: str
) -> None:
    workload = [{"name": f"job{index}", "type": "write"} for index in range(jobs)]
    plots = [{"x": "seed", "y": name} for name in ("measure.duration_us", "fct_ns.p99")]
    told: dict[str, Any] = {"cases": cases or {"A": {}}, "settings": {} if cases else {"workload": workload}}
    if cases:
        told["cases"]["B"] = {"workload": workload}
    experiment = load_experiment(write_sweep(**told))
    titles = [experiment.measures[name].title for name in ("bandwidth_gbps", "p99_us")]
    assert titles == [f"bus bandwidth{over}", "time of a message, 99th percentile"]
    assert [plot.title for plot in experiment.draw(nothing_measured(experiment))] == [
        f"Bus bandwidth{over} (Gb/s)", f"Time of a job{over} (us)"]  # fmt: skip
    experiment = load_experiment(write_sweep(**told, plots=plots))
    table = pd.DataFrame({"case": list(told["cases"]), "seed": 1, "measure.duration_us": 2, "fct_ns.p99": 3})
    m = Measured(experiment, {}, evaluation.tabulate(experiment, {}), table)
    labels = [plot.picture.axes[0].get_ylabel().replace("\n", ", ") for plot in experiment.draw(m)]
    assert labels == [f"measure.duration_us{over} (us)", "fct_ns.p99 (ns)"]


def test_one_case_and_a_sweep_of_capacities_have_no_answer(write_sweep: Callable[..., Path]) -> None:
    assert answer_of(write_sweep(cases={"A": {}}, vary={BYTES: ["1MB", "2MB"]}), ring={"A": [1, 2]}) == ""
    assert answer_of(write_sweep(cases={"A": {}, "B": {}}, program="capacity")) == ""
