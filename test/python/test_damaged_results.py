# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Results that are cut or spoiled: every reader names the file, and none ends in a traceback."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mrcbench
import pytest
import report as command  # experiments/report.py
import sweep  # experiments/sweep.py
from mrcbench.engine import tasks, worker
from mrcbench.notebook import loaded
from mrcbench.reading import read_config, read_frame
from mrcbench.reference import TABLES
from mrcbench.results import ResultsError, open_results
from mrcbench.suite import page, series
from running import SIMULATOR, needs_simulator

pytestmark = needs_simulator

TRAINING = {"name": "training", "type": "training-step", "steps": 2, "compute": "1us", "gradientBytes": "16KB"}
SCENARIO: dict[str, Any] = {
    "schema": 1,
    "name": "small",
    "topology": {"type": "clos", "planes": 2, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2, "hostRate": "100Gbps"},
    "transport": {"type": "mrc"},
    "workload": [{"name": "first", "type": "permutation", "bytes": "64KB"}, TRAINING],
    "faults": [{"at": "3us", "what": "link-down", "link": {"plane": 0, "host": 1}, "for": "20us"}],
    "monitor": {"interval": "5us"},
    "measure": {"sampleInterval": "2us", "evs": True, "links": "all", "pcap": [{"host": 0, "plane": 0, "log": True}]},
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with a file of every kind."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    mrcbench.run(SCENARIO, out=folder, mrc_sim=SIMULATOR)
    assert {path.name for path in folder.glob("*.csv")} == set(TABLES)
    return folder


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    """A copy of it, to be damaged."""
    return Path(shutil.copytree(whole, tmp_path / "run"))


def complaint(folder: Path) -> str:
    """The error of a reader of all files, empty if there is none."""
    try:
        results = open_results(folder).check()
        series.data_sent(results)
        for table in TABLES:
            getattr(loaded.load_run(folder), Path(table).stem)
    except ResultsError as error:
        return str(error)
    return ""


def damage(path: Path, data: bytes, place: str) -> None:
    """Check that a file with this content is rejected, with its name and the place."""
    before = path.read_bytes()
    path.write_bytes(data)
    said = complaint(path.parents[path.parent.name == "pcap"])
    assert said.startswith(f"{path}: {place}") and "run the scenario again" in said, (data[-80:], said)
    path.write_bytes(before)


def cuts(data: bytes) -> Iterator[tuple[bytes, int]]:
    """The beginnings of a file that end within a line, and the line."""
    lines = data.splitlines(keepends=True)
    for number in {1, 2, len(lines) // 2, len(lines)} - {0}:
        if number <= len(lines):
            for kept in {0, 1, len(lines[number - 1]) // 2, len(lines[number - 1]) - 1}:
                if kept or number == 1:
                    yield b"".join(lines[: number - 1]) + lines[number - 1][:kept], number


@pytest.mark.slow
def test_a_cut_csv_file_names_the_line(run: Path) -> None:
    assert complaint(run) == ""
    files = [*run.glob("*.csv"), *run.glob("pcap/*.csv")]
    assert len(files) > len(TABLES)
    for path in files:
        for data, line in cuts(path.read_bytes()):
            damage(path, data, f"line {line}: ")


@pytest.mark.slow
def test_a_table_without_its_last_rows_has_less_than_the_summary_says(run: Path) -> None:
    for name in ("jobs.csv", "flows.csv", "recovery.csv"):
        lines = (run / name).read_bytes().splitlines(keepends=True)
        for kept in range(1, len(lines)):
            damage(run / name, b"".join(lines[:kept]), f"line {kept}: found {kept - 1} rows; ")


def test_a_row_with_a_missing_or_a_further_cell_names_the_line(run: Path) -> None:
    for path in run.glob("*.csv"):
        header, *rows = path.read_text().splitlines()
        cells = header.count(",") + 1
        for row, found in ((",".join(["1"] * (cells - 1)), cells - 1), (",".join(["1"] * (cells + 1)), cells + 1)):
            data = "\n".join([header, row, *rows, ""]).encode()
            damage(path, data, f"line 2: found {found} cells; allowed: {cells}")
        quoted = ",".join(["1"] * (cells - 2) + ['"a,b"'])  # as many commas as in the header
        data = "\n".join([header, *rows, quoted, ""]).encode()
        damage(path, data, f"line {len(rows) + 2}: found {cells - 1} cells; allowed: {cells}")


def test_a_table_with_zero_bytes_or_other_characters(run: Path) -> None:
    for path in run.glob("*.csv"):
        data = path.read_bytes()
        damage(path, b"\0" * len(data), "line 1: ")
        damage(path, b"\xff" + data[1:], "")


@pytest.mark.slow
def test_every_number_and_flag_is_checked(run: Path) -> None:
    for name, table in TABLES.items():
        header, *rows = (run / name).read_text().splitlines()
        for at, column in enumerate(header.split(",")):
            kind = table.columns[column].kind
            if kind == "text" or not rows:
                continue
            name_of_object = column in ("flow", "src", "dst") or "slowest_" in column  # numbers in notebooks
            place = "" if name_of_object else f"line {len(rows) + 1}, column {column}: "
            for value in ["x", "1e", *([""] if kind in ("id", "count", "flag") and not name_of_object else [])]:
                cells = rows[-1].split(",")
                cells[at] = value
                damage(run / name, "\n".join([header, *rows[:-1], ",".join(cells), ""]).encode(), place)


SPOILED = {
    "empty": "",
    "cut": '{"name": "small", "topology": {"type"',
    "a list": "[1, 2]",
    "null": "null",
    "nested, open": "[" * 100_000,
    "nested": "[" * 100_000 + "]" * 100_000,
    "nested in an object": '{"a": ' * 100_000 + "1" + "}" * 100_000,
    "nested, but readable": '{"a": ' * 400 + "1" + "}" * 400,
    "not JSON": "small\n",
    "a number that is too long": '{"seed": ' + "9" * 5000 + "}",
    "not UTF-8": '{"name": "\udcff"}',
}


@pytest.mark.parametrize("how", SPOILED)
@pytest.mark.parametrize("name", ["summary.json", "config.json"])
def test_a_spoiled_json_file_is_named(run: Path, name: str, how: str) -> None:
    damage(run / name, SPOILED[how].encode("utf-8", "surrogateescape"), "")


@pytest.mark.parametrize("wrapped, place", [(lambda value: [value], "[0]"), (lambda value: {"in": value}, ".in")])
@pytest.mark.parametrize("name", ["summary.json", "config.json"])
def test_values_may_be_nested_as_deeply_as_programs_can_read_them(
    run: Path, name: str, wrapped: Callable[[Any], Any], place: str
) -> None:
    document = json.loads((run / name).read_text())
    for depth in (49, 50, 900):
        nested: Any = 1
        for _ in range(depth):
            nested = wrapped(nested)
        data = json.dumps({**document, "further": nested}).encode()
        if depth == 49:
            (run / name).write_bytes(data)
            assert not complaint(run)
        else:
            damage(run / name, data, f"further{place}{place}")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in a document."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from places(each, (*path, key))


def changed(document: Any, path: tuple[Any, ...], value: Any) -> bytes:
    """A document with another value."""
    document = json.loads(json.dumps(document))
    outer = document
    for key in path[:-1]:
        outer = outer[key]
    outer[path[-1]] = value
    return json.dumps(document).encode()


def shown(path: tuple[Any, ...]) -> str:
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


#: Values of every type.
VALUES = (None, True, 5, -1.5, "small", [], [1], {}, {"a": 1})

#: Most reports of runs with accepted values, for each file.
REPORTS = 4


@pytest.mark.slow
@pytest.mark.parametrize("name", ["summary.json", "config.json"])
def test_a_value_of_another_type_is_rejected_or_can_be_reported(
    run: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Either the readers reject it, or the report is made: never a traceback."""
    document = json.loads((run / name).read_text())
    original = (run / name).read_bytes()
    accepted = []
    for path in places(document):
        for value in VALUES:
            (run / name).write_bytes(changed(document, path, value))
            try:
                assert open_results(run).config
                accepted.append((path, value))
            except ResultsError as error:
                assert str(error).startswith(f"{run / name}: "), (path, value, error)
    for path, value in accepted[:: max(1, len(accepted) // REPORTS)]:
        (run / name).write_bytes(changed(document, path, value))
        status = command.main([str(run), "--no-motion", "--mrc-sim", str(SIMULATOR)])
        said = capsys.readouterr().err
        assert status == 0 or (status == 2 and name in said), (path, value, said)
    (run / name).write_bytes(original)


# --- the commands -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flows.csv", "samples.csv", "summary.json", "config.json"])
def test_the_report_names_a_cut_file(run: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (run / name).write_bytes((run / name).read_bytes()[:-3])
    assert command.main([str(run), "--no-motion", "--mrc-sim", str(SIMULATOR)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"report: {run / name}: line ") and "run the scenario again" in said
    assert not (run / "report.html").exists()


@pytest.fixture
def swept(tmp_path: Path) -> tuple[list[str], Path]:
    """The arguments of a sweep that was executed, and the folder of its second run."""
    (tmp_path / "scenario.json").write_text(json.dumps(SCENARIO))
    (tmp_path / "sizes.json").write_text(json.dumps({
        "base": "scenario.json", "vary": {"workload[0].bytes": ["16KB", "32KB"]},
        "plots": [{"x": "workload[0].bytes", "y": "jobs.first.busbw_gbps"}],
    }))  # fmt: skip
    arguments = [str(tmp_path / "sizes.json"), "--out", str(tmp_path / "out"), "--mrc-sim", str(SIMULATOR)]
    assert sweep.main(arguments) == 0
    return arguments, next((tmp_path / "out").glob("*32KB*"))


@pytest.mark.slow
def test_a_sweep_names_a_damaged_file_and_repeats_the_run_without_its_folder(
    swept: tuple[list[str], Path], capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, folder = swept
    before = (folder.parent / "sweep.csv").read_bytes()
    for name in ("summary.json", "jobs.csv", "config.json"):
        data = (folder / name).read_bytes()
        (folder / name).write_bytes(data[:-3])
        capsys.readouterr()
        assert sweep.main(arguments) == 2
        assert f"sweep: {folder / name}: line " in capsys.readouterr().err
        assert not (folder.parent / "sweep.csv").exists(), "that of an earlier call would be taken for this one's"
        (folder / name).write_bytes(data)
    (folder / "summary.json").write_bytes(b"")
    shutil.rmtree(folder)
    assert sweep.main(arguments) == 0 and (folder.parent / "sweep.csv").read_bytes() == before


@pytest.mark.slow
def test_a_damaged_table_of_a_sweep_is_named(swept: tuple[list[str], Path]) -> None:
    path = swept[1].parent / "sweep.csv"
    header, *rows = path.read_text().splitlines()
    for text, place in (
        ("", "line 1: the file is empty"),
        ("\n".join([header, *rows])[:-2], "line 3: the line has no end"),
        ("seed\n1\n", "line 1: lacks the column case"),
        ("case,seed\na,b\n", "Unable to parse"),
    ):
        path.write_text(text)
        with pytest.raises(ResultsError, match=f"sweep.csv: {place}"):
            mrcbench.load(path.parent).frame


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 100_000, '{"identity": 5}', "null"], ids=lambda text: text[:20])
def test_a_run_with_a_damaged_mark_is_pending(swept: tuple[list[str], Path], text: str) -> None:
    folder = swept[1]
    before = (folder / "summary.json").read_bytes()
    mark = folder.parent / tasks.STATE / f"{folder.name}.done"
    mark.write_text(text)
    assert sweep.main(swept[0]) == 0
    assert json.loads(mark.read_text())["status"] == 0
    assert json.loads((folder / "summary.json").read_bytes())["flows_total"] == json.loads(before)["flows_total"]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "[" * 100_000, "{}", '{"jobs": []}', '{"jobs": [{"duration_ns": "x"}]}'],
    ids=lambda text: text[:20],
)
def test_a_worker_names_the_damaged_summary_of_the_run_before(tmp_path: Path, text: str) -> None:
    (tmp_path / "summary.json").write_text(text)
    with pytest.raises(ValueError, match="summary.json is damaged: remove its folder, and run it again"):
        worker.settings_after({"out": str(tmp_path), "set": "stop", "part": 0.5})


@pytest.mark.parametrize(
    "text, place",
    [
        ("", "line 1: the file is empty"), ("a,b", "line 1: the line has no end"), ("a,b\n1,2", "line 2: the line has no end"),
        ("a,b\n1,2\n3\n", "line 3: found 1 cells; allowed: 2"), ('a,b\n"1,2"\n', "line 2: found 1 cells; allowed: 2"),
    ],
)  # fmt: skip
def test_rows_that_are_cut_are_named(tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(ResultsError, match=f"a.csv: {place}; "):
        read_frame(tmp_path / "a.csv", {})


VERDICTS = {"id": "fig", "title": "t", "question": "", "quick": False, "runs": 1, "inputs": "0a", "cpu_s": 1.5, "verdicts": [
    {"claim": "c", "band": ">= 1", "ours": "2", "published": "", "verdict": "our claim"}]}  # fmt: skip


def test_damaged_verdicts_of_a_figure_are_named(tmp_path: Path) -> None:
    file = tmp_path / "fig" / "verdicts.json"
    file.parent.mkdir()
    file.write_text(json.dumps(VERDICTS))
    page.write_overview(tmp_path, ["fig"])
    assert "| c | - | >= 1 | 2 | our claim |" in (tmp_path / "figures.md").read_text()
    for text in SPOILED.values():
        file.write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises(ResultsError, match="verdicts.json: "):
            page.write_overview(tmp_path, ["fig"])
    for path in places(VERDICTS):
        file.write_bytes(changed(VERDICTS, path, [[5]]))
        with pytest.raises(ResultsError, match="verdicts.json: "):
            page.write_overview(tmp_path, ["fig"])


def test_a_capacity_document_is_no_damaged_scenario(tmp_path: Path) -> None:
    file = tmp_path / "config.json"
    for content in ({"schema": 1, "network": {"nics": 64}}, {}):
        file.write_text(json.dumps(content))
        assert read_config(file) == content
    file.write_text(json.dumps({"schema": 1}))
    with pytest.raises(ResultsError, match="lacks the key"):
        read_config(file)
