# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""mrcbench.load and mrcbench.run for notebooks; the examples of docs/notebooks.md are executed."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import mrcbench
import numpy as np
import pandas as pd
import pytest
import synthetic
from mrcbench.notebook import ScenarioError, SimulationError
from mrcbench.notebook.loaded import of_kind, of_sweep, typed
from mrcbench.reference import TABLES
from mrcbench.results import ResultsError
from running import SIMULATOR, TOP, needs_simulator

DTYPES = {"text": "string", "id": "int64", "count": "int64", "number": "float64", "flag": "bool"}

SMALL = {
    "schema": 1,
    "name": "small",
    "topology": {"type": "clos", "planes": 1, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 1, "hostRate": "100Gbps"},
    "transport": {"type": "mrc"},
    "workload": [{"name": "ring", "type": "all-reduce", "bytes": "100KB"}],
}


def test_columns_have_types_units_and_meanings(folder):
    run = mrcbench.load(folder)
    assert run.tables == ["jobs", "flows", "samples", "links", "events"]
    for name, table in TABLES.items():
        frame = getattr(run, Path(name).stem)
        assert list(frame.columns) == list(table.columns)
        for column, entry in table.columns.items():
            assert frame[column].dtype == DTYPES[entry.kind], f"{name}: {column}"
            assert frame.attrs["about"][column] == entry.about
            assert frame.attrs["units"].get(column, "") == entry.unit
    assert run.samples.attrs["kinds"]["plane.rx_gbps"] == "Gb/s"
    assert run.summary["transport"] == "mrc" and run.config["name"] == "ring" and run.path == folder
    assert "ring" in repr(run) and "flows" in dir(run)


def test_a_table_is_read_once(folder):
    run = mrcbench.load(str(folder))
    assert run.flows is run.flows
    assert run.steps.empty and run.recovery.empty


def test_whole_numbers_that_are_missing():
    cells = of_kind(pd.Series([1.0, np.nan, 3.0]), "count")
    assert cells.dtype == "Int64" and cells.isna().tolist() == [False, True, False]
    assert of_kind(pd.Series(["1", "", "3"]), "id").dtype == "Int64"
    assert of_kind(pd.Series([1.5, 2.0]), "count").dtype == "float64"  # a mean of counts


def test_what_is_loaded_is_not_changed(folder):
    results = mrcbench.load(folder).results
    before = results.flows.dtypes.to_dict()
    typed("flows.csv", results.flows)
    assert results.flows.dtypes.to_dict() == before


def test_series_are_those_of_the_file(folder):
    run = mrcbench.load(folder)
    values = run.series("plane.rx_gbps", "0")
    rows = run.samples[(run.samples["kind"] == "plane.rx_gbps") & (run.samples["object"] == "0")]
    assert list(values[rows["time_ns"]]) == list(rows["value"]) and values.attrs["unit"] == "Gb/s"
    table = run.over_time("plane.rx_gbps")
    assert list(table.columns) == ["0", "1", "2", "3"] and table.attrs["unit"] == "Gb/s"
    assert (table["0"] == values).all()


def test_no_such_table(folder):
    with pytest.raises(AttributeError, match="a run has no 'frames'; its tables are jobs, flows"):
        mrcbench.load(folder).frames  # pylint: disable=expression-not-assigned
    with pytest.raises(AttributeError, match="no attribute 'open'"):
        mrcbench.open  # pylint: disable=no-member,pointless-statement


def write_many(base, scenario):
    """Two runs, which differ in the seed."""
    for seed in (1, 2):
        config = scenario()
        config["seed"] = seed
        synthetic.write_results(base / f"seed{seed}", config)
    return base


def test_a_folder_of_runs(tmp_path, scenario):
    found = mrcbench.load(write_many(tmp_path, scenario))
    assert len(found) == 2 and list(found.runs) == ["seed1", "seed2"] and found.varied == []
    assert list(found.frame["folder"]) == ["seed1", "seed2"] and list(found.frame["seed"]) == [1, 2]
    assert found.frame["jobs.ring.busbw_gbps"].dtype == "float64" and found.frame["jobs.ring.hosts"].dtype == "int64"
    assert found.frame.attrs["units"]["jobs.ring.busbw_gbps"] == "Gb/s"
    assert found["seed2"].config["seed"] == 2


def test_the_folder_of_a_row_is_no_varied_column(tmp_path, scenario):
    write_many(tmp_path, scenario)
    (tmp_path / "sweep.csv").write_text("case,planes,seed\nMRC,4,1\nMRC,8,2\n")
    found = mrcbench.load(tmp_path)
    assert list(found.frame.columns) == ["folder", "case", "planes", "seed"] and found.varied == ["planes"]


def test_a_list_of_folders(tmp_path, scenario, folder):
    one, many = mrcbench.load([folder, write_many(tmp_path / "many", scenario)])
    assert one.path == folder and len(many) == 2


@pytest.mark.slow
def test_a_sweep(write_sweep, fake_simulator, tmp_path):
    import sweep  # experiments/sweep.py

    path = write_sweep(
        schema=1, base="scenario.json", vary={"workload[0].bytes": ["4MB", "64MB"], "seed": [1, 2]},
        cases={"MRC": {}, "RoCE": {"transport": {"type": "roce"}}, "MRC again": {}},
    )  # fmt: skip
    assert sweep.main([str(path), "--mrc-sim", str(fake_simulator), "--out", str(tmp_path / "out")]) == 0
    found = mrcbench.load(tmp_path / "out")
    frame = found.frame
    assert found.varied == ["workload[0].bytes"] and len(frame) == 12 and frame["folder"].is_unique
    for row in frame.to_dict("records"):
        run = found[row["folder"]]
        assert run.config["seed"] == row["seed"] and run.config["workload"][0]["bytes"] == row["workload[0].bytes"]
        assert run.summary["transport"] == ("roce" if row["case"] == "RoCE" else "mrc")
        assert run.summary["fct_ns"]["p99"] == row["fct_ns.p99"]
    assert frame["seed"].dtype == "int64" and frame["case"].dtype == "string"
    assert frame.attrs["about"]["status"].startswith("ok")


@pytest.mark.parametrize(
    ("column", "unit"),
    [("jobs.a.b.busbw_gbps", "Gb/s"), ("recovery[3].at_ns", "ns"), ("fct_ns.p99", "ns"), ("slowdown[0].upto_bytes", "B"),
     ("steps[0].time_ns.max", "ns"), ("bytes_posted", "B"), ("process_s", None), ("measure.x", None), ("optics", "")],
)  # fmt: skip
def test_columns_of_sweeps_are_known(column, unit):
    entry = of_sweep(column)
    assert (entry.unit if entry else None) == unit


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "no results here or below"),
        (lambda path: (path / "flows.csv").write_text(""), "it lacks summary.json"),
        (lambda path: (path / "summary.json").write_text("{}"), "it lacks jobs.csv, flows.csv"),
    ],
)
def test_what_is_no_result(tmp_path, make, reason):
    make(tmp_path)
    with pytest.raises(ResultsError, match=reason):
        mrcbench.load(tmp_path)


def test_results_of_another_version(folder):
    path = folder / "links.csv"
    pd.read_csv(path).drop(columns="index").to_csv(path, index=False)
    with pytest.raises(ResultsError, match="links.csv: lacks the column index; it was written by another version"):
        mrcbench.load(folder).links  # pylint: disable=expression-not-assigned


# --- run --------------------------------------------------------------------------------------------------------------


@needs_simulator
def test_a_dict_is_simulated(tmp_path):
    run = mrcbench.run(SMALL, set={"workload[0].bytes": "200KB", "name": "other"}, mrc_sim=SIMULATOR)
    assert run.completed and run.config["workload"][0]["bytes"] == "200KB" and run.summary["name"] == "other"
    assert run.flows["completed"].all() and run.jobs["busbw_gbps"][0] > 0
    assert SMALL["workload"][0]["bytes"] == "100KB"


@needs_simulator
def test_temporary_results_live_as_long_as_the_run():
    run = mrcbench.run(SMALL, mrc_sim=SIMULATOR)
    path = run.path
    gc.collect()
    assert len(run.links) == 12 and path.is_dir()
    del run
    gc.collect()
    assert not path.exists()


@needs_simulator
def test_a_file_is_simulated_into_a_folder(tmp_path):
    (tmp_path / "s.json").write_text(json.dumps(SMALL))
    run = mrcbench.run(tmp_path / "s.json", out=tmp_path / "out", mrc_sim=SIMULATOR)
    assert run.path == tmp_path / "out" and mrcbench.load(tmp_path / "out").summary["name"] == "small"


@needs_simulator
def test_files_that_a_dict_names_are_looked_for_from_here(tmp_path, monkeypatch):
    (tmp_path / "sizes.txt").write_text("1000 0\n2000 100\n")
    job = {"name": "load", "type": "poisson", "load": 0.1, "duration": "20us", "sizesFile": "sizes.txt"}
    monkeypatch.chdir(tmp_path)
    assert mrcbench.run({**SMALL, "workload": [job]}, mrc_sim=SIMULATOR).flows["bytes"].max() <= 2000
    (tmp_path / "other.txt").write_text("3000 0\n4000 100\n")
    other = {"workload[0].sizesFile": "other.txt"}
    assert mrcbench.run({**SMALL, "workload": [job]}, set=other, mrc_sim=SIMULATOR).flows["bytes"].min() > 2000


@needs_simulator
def test_a_profile_is_no_file():
    run = mrcbench.run({**SMALL, "transport": {"type": "mrc", "profile": "uec"}}, mrc_sim=SIMULATOR)
    assert run.config["transport"]["profile"] == "uec"


@needs_simulator
def test_problems_are_those_of_the_simulator():
    with pytest.raises(ScenarioError) as caught:
        mrcbench.run({**SMALL, "workload": [{"type": "all-reduce"}], "color": 1}, mrc_sim=SIMULATOR)
    assert [problem.split(":")[0] for problem in caught.value.problems] == ["color", "workload[0].bytes"]
    with pytest.raises(ScenarioError) as caught:
        mrcbench.run(SMALL, set={"topology.hosts": 3}, mrc_sim=SIMULATOR)
    assert len(caught.value.problems) == 1 and caught.value.problems[0].startswith("topology: hosts (3)")
    with pytest.raises(ScenarioError, match="cannot be read"):
        mrcbench.run("/nonexistent.json", mrc_sim=SIMULATOR)


@needs_simulator
def test_a_run_that_does_not_complete_is_returned():
    run = mrcbench.run(SMALL, set={"stop": "2us"}, mrc_sim=SIMULATOR)
    assert not run.completed and run.summary["outcome"] == "stop"


def test_without_a_simulator():
    with pytest.raises(SimulationError, match="no simulator at /nonexistent; ./mrc setup builds it"):
        mrcbench.run(SMALL, mrc_sim="/nonexistent")


def test_a_simulator_that_dies(tmp_path):
    program = tmp_path / "mrc-sim"
    program.write_text("#!/bin/sh\necho out of luck >&2\nkill -9 $$\n")
    program.chmod(0o755)
    with pytest.raises(SimulationError, match=r"killed by SIGKILL\): out of luck"):
        mrcbench.run(SMALL, mrc_sim=program)


@needs_simulator
def test_the_examples_of_the_manual(tmp_path):
    """The examples in order, in one program, with Debian's Python, like in a notebook."""
    page = (TOP / "docs" / "notebooks.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.M | re.S)
    assert len(blocks) >= 6
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "mrcbench").symlink_to(TOP / "experiments" / "mrcbench")  # as ./mrc setup does
    # The simulator under test, which may differ from that of the release build
    begin = f"import functools, mrcbench\nmrcbench.run = functools.partial(mrcbench.run, mrc_sim={str(SIMULATOR)!r})\n"
    done = subprocess.run(
        [sys.executable, "-c", begin + "\n".join(blocks)], cwd=tmp_path, capture_output=True, text=True, timeout=300,
        env=dict(os.environ, PYTHONPATH=str(tmp_path / "lib")), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True ") and "times as long" in done.stdout and "Gb/s" in done.stdout
    assert "seed2" in done.stdout and "not a multiple of hostsPerT0" in done.stdout
