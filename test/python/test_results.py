# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Complete, sparse and damaged results folders."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from mrcbench import units
from mrcbench.results import COLUMNS, Results, ResultsError, find_results
from synthetic import load_results, with_summary


def edit_csv(path: Path, column: str, row: int, value: str) -> None:
    """Overwrite one cell."""
    frame = pd.read_csv(path, dtype=str)
    frame.loc[row, column] = value
    frame.to_csv(path, index=False)


def test_whole_folder_is_typed(folder: Path) -> None:
    results = load_results(folder)
    assert results.summary["hosts"] == 8
    assert results.completed
    assert len(results.flows) == 14 * 8
    assert results.flows["completed"].dtype == bool
    assert results.flows["src"].iloc[0] == "0"
    assert results.flows["fct_ns"].iloc[0] > 0
    assert results.config["topology"]["planes"] == 4


@pytest.mark.parametrize("name", ["config.json", "steps.csv", "samples.csv", "links.csv", "events.csv"])
def test_optional_file_may_be_absent(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    results = load_results(folder)
    if name in COLUMNS:
        frame = getattr(results, Path(name).stem)
        assert frame.empty
        assert list(frame.columns) == list(COLUMNS[name])
    else:
        assert results.config == {}


@pytest.mark.parametrize("name", ["summary.json", "jobs.csv", "flows.csv"])
def test_required_file_is_missed_by_name(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ResultsError, match=f"it lacks {name}"):
        load_results(folder)


def test_absent_folder(tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="no such results folder"):
        load_results(tmp_path / "nothing")


@pytest.mark.parametrize("name", list(COLUMNS))
def test_missing_column_is_named(folder: Path, name: str) -> None:
    path = folder / name
    if not path.exists():  # steps.csv, which not every run has
        pd.DataFrame(columns=list(COLUMNS[name])).to_csv(path, index=False)
    column = list(COLUMNS[name])[-1]
    pd.read_csv(path).drop(columns=column).to_csv(path, index=False)
    with pytest.raises(ResultsError, match=f"{name}: lacks the column {column}"):
        load_results(folder)


def test_further_columns_are_kept(folder: Path) -> None:
    frame = pd.read_csv(folder / "flows.csv")
    frame["color"] = "blue"
    frame.to_csv(folder / "flows.csv", index=False)
    assert load_results(folder).flows["color"].iloc[0] == "blue"


def test_word_where_a_number_belongs_names_file_line_and_column(folder: Path) -> None:
    edit_csv(folder / "flows.csv", "bytes", 4, "many")
    with pytest.raises(ResultsError, match=r"flows.csv: line 6, column bytes: 'many'"):
        load_results(folder)


def test_flag_is_true_false_or_a_digit(folder: Path) -> None:
    edit_csv(folder / "flows.csv", "completed", 0, "true")
    edit_csv(folder / "flows.csv", "completed", 1, "False")
    assert list(load_results(folder).flows["completed"].iloc[:3]) == [True, False, True]
    edit_csv(folder / "flows.csv", "completed", 2, "perhaps")
    with pytest.raises(ResultsError, match="'perhaps' is not a flag"):
        load_results(folder)


def test_empty_number_is_nan(folder: Path) -> None:
    edit_csv(folder / "flows.csv", "end_ns", 3, "")
    assert load_results(folder).flows["end_ns"].isna().sum() == 1


def test_empty_csv_file_is_an_error_with_its_name(folder: Path) -> None:
    (folder / "links.csv").write_text("", encoding="utf-8")
    with pytest.raises(ResultsError, match="links.csv"):
        load_results(folder)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"name": "x"', "summary.json: .*delimiter"),
        ("[1, 2]", "a JSON object is expected, not list"),
        ('{"name": "x"}', "lacks the key seed, transport"),
    ],
)
def test_broken_summary(folder: Path, text: str, reason: str) -> None:
    (folder / "summary.json").write_text(text, encoding="utf-8")
    with pytest.raises(ResultsError, match=reason):
        load_results(folder)


def test_run_with_a_failed_qp_is_not_completed(folder: Path) -> None:
    summary = json.loads((folder / "summary.json").read_text())
    summary["qp_errors"] = 1
    (folder / "summary.json").write_text(json.dumps(summary), encoding="utf-8")
    assert not load_results(folder).completed


@pytest.fixture
def sampled(folder: Path) -> Results:
    """A run of 40 ns with samples every 10 ns; zeros have no rows."""
    (folder / "samples.csv").write_text(
        "time_ns,kind,object,value\n"
        "20,host.rx_gbps,1,7\n10,host.rx_gbps,0,3\n10,host.rx_gbps,1,4\n10,qp.cwnd_bytes,1,99\n",
        encoding="utf-8",
    )
    results = load_results(folder)
    config = {"measure": {"sampleInterval": "10ns"}}
    return with_summary(results.changed(config=config), sim_time_ns=40)


def test_series_of_one_object_and_of_all(sampled: Results) -> None:
    assert sampled.series("host.rx_gbps", "1").to_dict() == {10: 4, 20: 7, 30: 0}
    assert sampled.series("host.rx_gbps").to_dict() == {10: 7, 20: 7, 30: 0}
    assert sampled.series("host.rx_gbps", "2").to_dict() == {10: 0, 20: 0, 30: 0}
    assert sampled.series("plane.rx_gbps").empty


def test_a_window_that_is_not_told_is_not_zero(sampled: Results) -> None:
    assert sampled.series("qp.cwnd_bytes", "1").to_dict() == {10: 99}
    assert sampled.series("qp.cwnd_bytes", "2").empty
    assert sampled.over_time("qp.cwnd_bytes").isna().sum().to_dict() == {"1": 2}


def test_a_table_over_time_has_a_row_per_look(sampled: Results) -> None:
    table = sampled.over_time("host.rx_gbps")
    assert table.index.tolist() == [10, 20, 30]
    assert {name: table[name].tolist() for name in table} == {"0": [3, 0, 0], "1": [4, 7, 0]}
    assert list(sampled.over_time("host.rx_gbps", lambda name: name == "1")) == ["1"]


def test_times_of_looks_are_those_of_the_rows_where_nobody_told_an_interval(sampled: Results) -> None:
    assert sampled.changed(config={}).sample_times().tolist() == [10, 20]


def test_find_results_at_and_below(folder: Path) -> None:
    assert find_results(folder) == [folder]
    assert find_results(folder.parent) == [folder]
    assert find_results(folder / "nothing") == []


def test_quantities() -> None:
    assert units.time_ns("1.5ms") == 1.5e6
    assert units.time_ns("500 ns") == 500
    assert units.time_ns(7) == 7
    assert units.size_bytes("64MB") == 64_000_000
    assert units.size_bytes("4KiB") == 4096
    assert units.rate_bps("100Gbps") == 1e11
    assert units.rate_bps("100 Gb/s") == 1e11
    assert units.format_time(1_310_000) == "1.31 ms"
    assert units.format_size(64e6) == "64 MB"


@pytest.mark.parametrize("text", ["", "fast", "5 furlongs", "1.2.3ms", None, True])
def test_what_is_not_a_time(text: object) -> None:
    with pytest.raises(ValueError):
        units.time_ns(text)  # type: ignore[arg-type]


def test_what_lies_hidden_or_beside_whole_results_is_no_run(tmp_path):
    for name in ("a", "a/.detail/run", ".runs/b", "c/interrupted", "d"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "summary.json").write_text("{}")
    assert [path.relative_to(tmp_path).as_posix() for path in find_results(tmp_path)] == ["a", "d"]
