# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The arithmetic and the failures of ./mrc bench, with a simulator that prints given numbers."""

import contextlib
import io
import json
import re
import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pandas as pd
import pytest
from mrcbench import arguments, blocks
from mrcbench.speed import columns, document, instructions, micro, scaling, workloads
from mrcbench.speed.simulator import figures

TOP = Path(__file__).resolve().parents[2]
WORKLOADS = ("W1", "W1x4", "W2", "W3", "W3x8", "W4", "W5-W1", "W5-W3", "W6")

# Each run is 100 ms slower than the previous one. The two-host run needs 30 MB, one with few QPs 40 MB, the others 94 MB
SIMULATOR = """#!/usr/bin/python3
import json, os, sys
if sys.argv[1] == "version":
    sys.exit(print("mrc-sim of the test"))
count = {folder!r} + "/count"
turn = int(open(count).read()) if os.path.exists(count) else 0
open(count, "w").write(str(turn + 1))
out = sys.argv[sys.argv.index("--out") + 1]
os.makedirs(out)
smallest = "topology.hosts=2" in sys.argv
few = "workload[0].type=permutation" in sys.argv
json.dump({{"hosts": 64, "planes": 4, "packet_hops": 1000000, "events": 1500000, "cpu_s": 0.1 * (turn + 1),
           "setup_cpu_s": 0.25, "flows_total": 1000 if few else 10000,
           "peak_rss_bytes": 30000000 if smallest else 40000000 if few else 94000000}},
          open(out + "/summary.json", "w"))
"""


def program(folder, text):
    file = folder / "mrc-sim"
    file.write_text(text)
    file.chmod(0o755)
    return file


def bench(simulator, *arguments):
    """The exit status and output of the program, which runs in this process: to load its modules takes long."""
    command = [str(TOP / "experiments" / "bench.py"), "--mrc-sim", str(simulator), *map(str, arguments)]
    out, err = io.StringIO(), io.StringIO()
    with mock.patch.object(sys, "argv", command), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        with pytest.raises(SystemExit) as ended:
            runpy.run_path(command[0], run_name="__main__")
    return SimpleNamespace(returncode=ended.value.code, stdout=out.getvalue(), stderr=err.getvalue())


@pytest.fixture(name="simulator")
def fixture_simulator(tmp_path):
    return program(tmp_path, SIMULATOR.format(folder=str(tmp_path)))


@pytest.fixture(name="done")
def fixture_done(tmp_path, simulator):
    """Three runs of each of two workloads: 0.1, 0.3, 0.5 s and 0.2, 0.4, 0.6 s of CPU."""
    done = bench(simulator, "--only", "W2,W1", "--repeat", "3", "--json", tmp_path / "bench.json")
    assert done.returncode == 0, done.stderr
    return done, json.loads((tmp_path / "bench.json").read_text())


def test_workloads_take_turns_and_the_median_counts(done):
    first, second = done[1]["workloads"]
    assert (first["workload"], second["workload"]) == ("W1", "W2")
    assert [round(run["ns_per_packet_hop"]) for run in (first, second)] == [300, 400]
    assert round(first["ns_per_packet_hop_fastest"]) == 100
    assert round(second["ns_per_packet_hop_slowest"]) == 600
    assert round(second["packet_hops_per_cpu_s"]) == 2500000
    assert first["events_per_packet_hop"] == 1.5
    assert first["setup_cpu_s"] == 0.25


def test_memory_of_the_program_itself_is_not_a_hosts(done):
    first = done[1]["workloads"][0]
    assert first["peak_rss_bytes"] == 94000000
    assert first["bytes_per_host"] == 1000000


def test_memory_of_a_qp_is_what_more_of_them_take(done):
    first, second = done[1]["workloads"]
    assert first["bytes_per_qp"] is None
    assert second["bytes_per_qp"] == 6000


def test_the_table_names_workloads_commands_and_targets(done):
    out = done[0].stdout
    assert "./mrc run experiments/scenarios/bench-w1.json" in out
    assert "300.0" in out and "400.0" in out
    assert "0 of 4 targets reached" in out
    assert done[0].stderr == ""


def test_the_file_says_where_it_was_measured(done):
    machine = done[1]["machine"]
    assert done[1]["schema"] == document.SCHEMA
    assert machine["cores"] >= 1 and machine["cpu"]
    assert machine["simulator"] == "mrc-sim of the test"
    assert {"compiler", "build_type", "simulator", "memory_bytes", "kernel"} <= machine.keys()
    assert machine["cpu"] == "unknown" or f"\t: {machine['cpu']}\n" in Path("/proc/cpuinfo").read_text(encoding="utf-8")
    total = int(re.search(r"MemTotal: +(\d+) kB", Path("/proc/meminfo").read_text(encoding="utf-8"))[1])
    assert total * 1024 <= machine["memory_bytes"] < total * 2048


def test_costs_are_those_of_the_run_of_median_speed_and_medians():
    runs = [
        {"packet_hops": 10, "events": 10 * cpu, "cpu_s": cpu, "setup_cpu_s": setup, "peak_rss_bytes": memory}
        for cpu, setup, memory in ((1, 9, 300), (2, 2, 100), (30, 3, 200))
    ]
    costs = figures(runs, "ns")
    assert [costs[key] for key in ("cpu_s", "events_per_packet_hop", "setup_cpu_s", "peak_rss_bytes")] == [2, 2, 3, 200]
    assert [costs[key] for key in ("ns_fastest", "ns", "ns_slowest")] == [1e8, 2e8, 3e9]


PARTS = [*document.PARTS]


@pytest.mark.parametrize(
    "words, parts",
    [
        ([], ["workloads", "micro"]), (["--no-micro"], ["workloads"]), (["--micro-only"], ["micro"]),
        (["--instructions"], ["instructions"]), (["--scaling"], ["scaling"]), (["--scaling", "--micro-only"], ["micro", "scaling"]),
        (["--document"], PARTS), (["--document", "--no-micro"], ["workloads", "instructions", "scaling"]),
        (["--document", "--only", "W1"], []), (["--no-micro", "--micro-only"], []),
    ],
)  # fmt: skip
def test_selected_parts_are_measured_as_often_as_asked(simulator, tmp_path, monkeypatch, words, parts):
    benchmarks = tmp_path / micro.PROGRAM
    benchmarks.touch()
    wanted = {
        "workloads": ([simulator], workloads.WORKLOADS, 7), "instructions": (simulator,),
        "micro": (benchmarks, 7), "scaling": (simulator, 7),
    }  # fmt: skip
    measured, drawn = {}, []
    for name, part in document.PARTS.items():
        nothing = [[]] if name == "workloads" else []
        monkeypatch.setattr(part, "measure", lambda *asked, name=name, nothing=nothing: measured.update({name: asked}) or nothing)
    monkeypatch.setattr(scaling, "write_csv", lambda rows, file: drawn.append(file.parent))
    monkeypatch.setattr(scaling, "draw", lambda rows, folder: drawn.append(folder))
    monkeypatch.setattr(blocks, "fill_file", lambda file, contents: drawn.append(file))
    words = [word for each in words for word in ([each, tmp_path / "plots"] if each == "--scaling" else [each])]
    done = bench(simulator, "--repeat", "7", *words)
    assert done.returncode == (0 if parts else 2), done.stderr
    assert measured == {name: wanted[name] for name in parts}
    plots = tmp_path / "plots" if "--scaling" in words else arguments.RESULTS / "scaling"
    written = [document.FILE, document.IMAGES] if "--document" in words and parts else []
    assert drawn == ([plots, plots] if "scaling" in parts else []) + written


def test_every_workload_is_a_scenario_and_every_scenario_a_workload():
    files = {file.stem for file in (TOP / "experiments" / "scenarios").glob("bench-*.json")}
    assert files == {f"bench-{name.lower()}" for name in WORKLOADS}
    headings = {column.heading for column in (*workloads.COLUMNS, *instructions.COLUMNS)}
    assert {workload for workload, _ in document.TARGETS} <= set(WORKLOADS)
    assert {figure for _, figure in document.TARGETS} <= headings | {document.TOTAL, document.GROWTH}


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_workload_is_chosen_by_its_name_alone_and_in_the_order_of_the_table(name):
    assert list(workloads.select(name)) == [name]
    assert list(workloads.select(f"W6,{name},W1")) == [each for each in WORKLOADS if each in ("W1", name, "W6")]


def test_a_group_of_workloads_is_chosen_by_its_name(simulator):
    out = bench(simulator, "--only", "W5", "--repeat", "1").stdout
    assert "W5-W1" in out and "W5-W3" in out and "W1x4" not in out


def test_an_unknown_workload_is_answered_with_the_known_ones(simulator):
    done = bench(simulator, "--only", "W1,W9")
    assert done.returncode == 2
    assert "'W9'; allowed: " + ", ".join(WORKLOADS) in done.stderr


def test_a_failing_run_is_shown_and_its_status_passed_on(tmp_path):
    done = bench(program(tmp_path, "#!/bin/bash\necho stalled: flow 3 >&2\nexit 1\n"))
    assert done.returncode == 1
    assert "stalled: flow 3" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("status, passed_on", [(1, 1), (2, 2), (3, 1)])
def test_statuses_of_bench_are_those_of_the_simulator_that_mean_the_same(tmp_path, status, passed_on):
    assert bench(program(tmp_path, f"#!/bin/bash\nexit {status}\n")).returncode == passed_on


def test_a_killed_run_is_a_failure(tmp_path):
    assert bench(program(tmp_path, "#!/bin/bash\nkill -9 $$\n")).returncode == 1


@pytest.mark.parametrize("repeat", ["0", "-1", "many"])
def test_repeat_is_at_least_one(tmp_path, repeat):
    assert bench(tmp_path / "none", "--repeat", repeat).returncode == 2


def test_a_file_that_cannot_be_written_is_refused_at_once(tmp_path):
    done = bench(tmp_path / "none", "--json", tmp_path / "no" / "such.json")
    assert done.returncode == 2
    assert "such.json' cannot be written" in done.stderr


def test_two_results_are_compared_row_by_row(simulator, done, tmp_path):
    assert done
    (tmp_path / "count").unlink()
    again = bench(
        simulator, "--only", "W1,W3", "--repeat", "1", "--compare", tmp_path / "bench.json"
    )
    assert again.returncode == 0, again.stderr
    rows = again.stdout[again.stdout.index("new/old") :].splitlines()
    assert any(row.startswith("W1 ") and "0.333" in row and "1.000" in row for row in rows)
    assert any(row.startswith("W2 ") and "only in the old results" in row for row in rows)
    assert any(row.startswith("W3 ") and "only in the new results" in row for row in rows)
    assert "nothing to compare" not in again.stdout


def test_another_build_is_run_in_turn_and_compared(tmp_path):
    """New, old, new, old: 0.1, 0.2, 0.3 and 0.4 s of CPU; the faster of two runs counts."""
    new = program(tmp_path, SIMULATOR.format(folder=str(tmp_path)))
    old = tmp_path / "old-sim"
    old.symlink_to(new)
    done = bench(new, "--only", "W1", "--repeat", "2", "--against", old, "--no-micro")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^W1 +0\.500 +1\.000 +1\.000 +1\.000$", done.stdout, re.M), done.stdout


@pytest.mark.parametrize("words", [["--against", "/no/such"], ["--micro-only", "--against", "/bin/sh"]])
def test_another_build_must_exist_and_be_comparable(simulator, words):
    assert bench(simulator, *words).returncode == 2


@pytest.mark.parametrize("text", ["{", "[]", '{"scenarios": []}', '{"schema": 99}'])
def test_what_is_no_result_is_not_compared(simulator, tmp_path, text):
    (tmp_path / "old.json").write_text(text)
    done = bench(simulator, "--compare", tmp_path / "old.json")
    assert done.returncode == 2
    assert "old.json' " in done.stderr


def test_a_ratio_needs_an_old_figure():
    table = columns.ratios(micro.COLUMNS, [{"name": "a", "ns": 0}], [{"name": "a", "ns": 1}])
    assert table.header == ["micro-benchmark", "ns new/old", ""]
    assert table.rows == [["a", "-", ""]]


def test_ratios_are_of_what_both_have_measured():
    rows = [{"name": "a", "ns": 1.0}]
    scaling = [{"axis": "hosts", "value": 2}]
    assert [table.rows for table in document.ratios({"micro": rows, "scaling": scaling}, {"micro": rows, "scaling": scaling})] == [
        [["a", "1.000", ""]]
    ]
    for old, new in (({"micro": rows}, {}), ({}, {"micro": rows}), ({"scaling": scaling}, {"scaling": scaling})):
        assert document.ratios(old, new) == []


def test_micro_benchmarks_count_by_the_median_of_their_repetitions():
    def entry(name, time, unit="ns", kind="iteration"):
        return {"run_name": name, "run_type": kind, "cpu_time": time, "time_unit": unit}

    rows = micro.figures(
        [
            entry("a", 3),
            entry("b", 2, "us"),
            entry("a", 1),
            entry("a", 8),
            entry("a", 4, "ns", "aggregate"),
        ]
    )
    assert rows[0] == {"name": "a", "ns": 3, "ns_fastest": 1, "ns_slowest": 8}
    assert rows[1]["ns"] == 2000


def test_micro_benchmarks_have_the_order_of_their_program_without_those_that_failed():
    def entry(family, instance, **more):
        place = {"family_index": family, "per_family_instance_index": instance}
        return {"run_name": f"{family}/{instance}", "cpu_time": 1, "time_unit": "ns", **place, **more}

    entries = [entry(1, 0), entry(0, 10), entry(0, 2), entry(0, 3, error_message="no")]
    assert [row["name"] for row in micro.figures(entries)] == ["0/2", "0/10", "1/0"]


@pytest.mark.parametrize("only", ["", "EventHeld/"])
def test_micro_benchmarks_are_asked_for_all_or_those_of_a_name(monkeypatch, only):
    asked = []

    def execute(command):
        asked.extend(command)
        entry = {"run_name": "a", "cpu_time": 3, "time_unit": "ns"}
        Path(command[1].partition("=")[2]).write_text(json.dumps({"benchmarks": [entry]}), encoding="utf-8")

    monkeypatch.setattr(micro, "execute", execute)
    assert micro.measure(Path("mrc-bench"), 7, only)[0]["ns"] == 3
    assert asked[0] == "mrc-bench" and "--benchmark_repetitions=7" in asked
    assert [word for word in asked if "filter" in word] == ([f"--benchmark_filter={only}"] if only else [])


@pytest.mark.parametrize("unit, ns", [("ns", 1), ("us", 1000), ("ms", 10**6), ("s", 10**9)])
def test_micro_benchmarks_have_times_in_any_unit(unit, ns):
    entry = {"run_name": "a", "cpu_time": 3, "time_unit": unit}
    assert micro.figures([entry])[0]["ns"] == 3 * ns


LISTING = """\
2,000 (100.0%) 30 (100.0%) 9 (100.0%) 2 (100.0%) 1 (100.0%)  PROGRAM TOTALS
1,500 (75.00%) 20 (66.67%) 5 (55.56%) 1 (50.00%) .           ./a.cc:ns3::Port::Send(ns3::Tick, int*) [/lib/libmrc.so]
  400 (20.00%) 10 (33.33%) 0          1 (50.00%) 1 (100.0%)  ???:malloc [/usr/lib/libc.so.6]
  100 ( 5.00%) .           4 (44.44%) .          .           ./b.cc:ns3::Port::Send(ns3::Tick, int*) [/lib/libmrc.so]
"""


def costs(number, l1=0, l2=0):
    return {"instructions": number, "l1_misses": l1, "l2_misses": l2}


def table_of(**functions):
    """Costs by function, all of one library, in the format of `parse`."""
    found = pd.DataFrame.from_dict(functions, orient="index")
    return found.set_index(pd.MultiIndex.from_product([found.index, ["libmrc.so"]], names=["function", "library"]))


def test_costs_are_counted_by_function_and_library():
    assert instructions.parse(LISTING).to_dict("index") == {
        ("ns3::Port::Send(ns3::Tick, int*)", "libmrc.so"): costs(1600, 29, 1),
        ("malloc", "libc.so.6"): costs(400, 10, 2),
    }


def test_costs_of_the_start_up_are_told_apart():
    full = table_of(**{"ns3::Send(int)": costs(1600, 50, 7), "malloc": costs(400)})
    start = table_of(**{"ns3::Send(int)": costs(100, 20), "malloc": costs(400)})
    row = instructions.figures("W1", 10, full, start)
    assert row["instructions_per_packet_hop"] == 150
    assert row["l1_misses_per_packet_hop"] == 3 and row["l2_misses_per_packet_hop"] == 0.7
    assert row["start_up_instructions"] == 500
    assert row["libraries"][0]["library"] == "libmrc.so"
    assert row["libraries"][0]["instructions_per_packet_hop"] == 150
    assert "Send  " in list(instructions.profiles([row]))[1].text()


def test_functions_are_listed_for_most_instructions_or_for_their_misses():
    many = instructions.NAMED_FUNCTIONS
    costly = {f"f{number}": costs(10 * (100 + number), 0, 10) for number in range(many)}
    full = table_of(few=costs(10, l2=3), fewer=costs(10, l2=2), **costly)
    row = instructions.figures("W1", 10, full, 0 * full)
    assert [each["function"] for each in row["functions"]] == [*reversed(costly), "few"]
    libraries = {"libraries": [{"library": name, "instructions_per_packet_hop": cost} for name, cost in (("a", 0.1), ("b", 0.09))]}
    shown = next(instructions.profiles([{**row, **libraries}]))
    assert [cells[0] for cells in shown.rows] == ["a"]


@pytest.mark.parametrize(
    "name, short",
    [("ns3::Port::Send(ns3::Tick, int*)", "Port::Send"), ("(below main)", "(below main)"), ("x" * 71, "x" * 70)],
)
def test_names_of_functions_are_short(name, short):
    assert instructions.shorten(name) == short


def test_the_start_up_is_a_run_of_one_byte(monkeypatch):
    def count(job):
        assert (job.name, job.program) == (job.scenario.stem.removeprefix("bench-").upper(), Path("mrc-sim"))
        whole = job.settings["workload[0].bytes"] != 1
        return (1010, table_of(send=costs(5100))) if whole else (10, table_of(send=costs(100)))

    monkeypatch.setattr(instructions, "count", count)
    monkeypatch.setattr(instructions.shutil, "which", lambda tool: tool)
    rows = instructions.measure(Path("mrc-sim"))
    assert [row["workload"] for row in rows] == list(instructions.WORKLOADS)
    for row in rows:
        assert (row["packet_hops"], row["instructions_per_packet_hop"], row["start_up_instructions"]) == (1000, 5, 100)


@pytest.mark.parametrize("figure", [*workloads.COLUMNS, *instructions.COLUMNS, *scaling.COLUMNS, *micro.COLUMNS])
def test_the_scale_of_a_column_is_that_of_its_unit(figure):
    unit = figure.unit or figure.heading.partition("/")[0]
    assert figure.scale == {"MB": 1e6, "KB": 1e3, "millions": 1e6}.get(unit, 1)


def test_the_manual_has_the_targets():
    text = (document.MANUAL / "performance.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \| ([^|]+) \| \\<= ([\d,.]+) \|", text, re.M)
    told = {(workload, figure): float(limit.replace(",", "")) for workload, figure, limit in rows}
    assert told == document.TARGETS


def test_growth_is_judged_where_both_workloads_were_measured():
    def row(name, ns):
        return {
            "workload": name,
            "ns_per_packet_hop": ns,
            "peak_rss_bytes": 1e6,
            "setup_cpu_s": 0,
            "cpu_s": 1,
        }

    judged = document.judge([row("W1", 100), row("W3", 250)], [])
    growth = [target for target in judged if target["figure"] == document.GROWTH]
    assert growth[0]["measured"] == 2.5 and not growth[0]["reached"]
    verdicts = {name: document.verdict(judged, name) for name in ("W1", "W2", "W3")}
    assert verdicts == {"W1": "2 of 2", "W2": "-", "W3": "2 of 3"}


@pytest.mark.parametrize("run_s, reached", [(14, False), (13, True)])
def test_set_up_and_run_are_judged_together(run_s, reached):
    rows = [{"workload": "W6", "ns_per_packet_hop": 1, "peak_rss_bytes": 1, "setup_cpu_s": 7, "cpu_s": run_s}]
    judged = {target["figure"]: target for target in document.judge(rows, [])}
    assert (judged[document.TOTAL]["measured"], judged[document.TOTAL]["reached"]) == (7 + run_s, reached)
