# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The arithmetic and the failures of ./mrc bench, on a simulator that says what the test wants."""

import json
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

# Each run is 100 ms slower than the one before; the two-host run needs 30 MB, the others 94 MB
SIMULATOR = """#!/usr/bin/python3
import json, os, sys
count = {folder!r} + "/count"
turn = int(open(count).read()) if os.path.exists(count) else 0
open(count, "w").write(str(turn + 1))
out = sys.argv[sys.argv.index("--out") + 1]
os.makedirs(out)
smallest = "--set" in sys.argv
json.dump({{"hosts": 64, "planes": 4, "packet_hops": 1000000, "events": 1500000, "cpu_s": 0.1 * turn,
           "peak_rss_bytes": 30000000 if smallest else 94000000}}, open(out + "/summary.json", "w"))
"""


def program(folder, text):
    file = folder / "mrc-sim"
    file.write_text(text)
    file.chmod(0o755)
    return file


def bench(simulator, *arguments):
    return subprocess.run(
        ["/usr/bin/python3", TOP / "experiments" / "bench.py", "--mrc-sim", simulator, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(name="done")
def fixture_done(tmp_path):
    """Three runs of each of the two scenarios: 0.1, 0.3, 0.5 s and 0.2, 0.4, 0.6 s of CPU."""
    simulator = program(tmp_path, SIMULATOR.format(folder=str(tmp_path)))
    done = bench(simulator, "--repeat", "3", "--json", tmp_path / "bench.json")
    assert done.returncode == 0, done.stderr
    return done, json.loads((tmp_path / "bench.json").read_text())["scenarios"]


def test_scenarios_take_turns_and_the_median_counts(done):
    _, (first, second) = done
    assert [round(run["ns_per_packet_hop"]) for run in (first, second)] == [300, 400]
    assert round(first["ns_per_packet_hop_fastest"]) == 100
    assert round(second["ns_per_packet_hop_slowest"]) == 600
    assert round(second["packet_hops_per_cpu_s"]) == 2500000
    assert first["events_per_packet_hop"] == 1.5


def test_memory_of_the_program_itself_is_not_a_hosts(done):
    _, (first, _) = done
    assert first["peak_rss_bytes"] == 94000000
    assert first["bytes_per_host"] == 1000000


def test_the_table_names_both_scenarios_and_the_commands(done):
    process, _ = done
    for planes in ("1-plane", "4-planes"):
        assert f"./mrc run experiments/scenarios/bench-permutation-{planes}.json" in process.stdout
    assert "300.0" in process.stdout and "400.0" in process.stdout
    assert process.stderr == ""


def test_a_failing_run_is_shown_and_its_status_passed_on(tmp_path):
    done = bench(program(tmp_path, "#!/bin/bash\necho stalled: flow 3 >&2\nexit 1\n"))
    assert done.returncode == 1
    assert "stalled: flow 3" in done.stderr
    assert done.stdout == ""


def test_a_killed_run_is_a_failure(tmp_path):
    assert bench(program(tmp_path, "#!/bin/bash\nkill -9 $$\n")).returncode == 1


@pytest.mark.parametrize("repeat", ["0", "-1", "many"])
def test_repeat_is_at_least_one(tmp_path, repeat):
    assert bench(tmp_path / "none", "--repeat", repeat).returncode == 2
