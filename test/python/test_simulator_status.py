# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Exit status of the simulator for reasons that no check of the scenario can detect."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest
from running import SIMULATOR, needs_simulator

pytestmark = needs_simulator

LOSSLESS = ["--set", "switch.pfc=true", "--set", "switch.buffer=20MB"]
LOSSY = "note: switch.pfc is false, so the network is lossy: RoCEv2 goes back N packets for each loss\n"


@pytest.mark.parametrize(
    "command, note",
    [
        (["check"], LOSSY),
        (["run"], LOSSY),
        (["run", "--quiet"], ""),
        (["check", *LOSSLESS], ""),
        (["run", *LOSSLESS], ""),
        (["run", "--set", "transport.type=mrc"], ""),
    ],
    ids=str,
)
def test_roce_without_pfc_is_told_to_be_lossy(
    tmp_path: Path, command: list[str], note: str
) -> None:
    scenario = tmp_path / "roce.json"
    scenario.write_text(
        json.dumps(
            {
                "schema": 1,
                "name": "roce",
                "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
                "transport": {"type": "roce"},
                "workload": [{"type": "write", "hosts": [0, 3], "bytes": 1}],
            }
        ),
        encoding="utf-8",
    )
    done = subprocess.run(
        [SIMULATOR, command[0], scenario, *command[1:]],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    if command[0] == "run":
        assert done.stderr == note
    else:  # the estimate follows
        assert done.stderr.startswith(note) and done.stderr.count("note:") == bool(note)


def test_a_buffer_smaller_than_its_headroom_is_bad_input(tmp_path: Path) -> None:
    scenario = tmp_path / "small-buffer.json"
    scenario.write_text(
        json.dumps(
            {
                "schema": 1,
                "name": "small-buffer",
                "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
                "switch": {"pfc": True, "buffer": "10KB"},
                "transport": {"type": "roce"},
                "workload": [{"type": "write", "hosts": [0, 3], "bytes": 1}],
            }
        ),
        encoding="utf-8",
    )
    out = tmp_path / "out"
    run = subprocess.run(
        [SIMULATOR, "run", scenario, "--out", out], capture_output=True, text=True, check=False
    )
    assert run.returncode == 2, run.stderr
    assert "headroom alone takes" in run.stderr
    assert not out.exists()


SMALL = {
    "schema": 1,
    "name": "small",
    "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
    "transport": {"type": "mrc"},
    "workload": [{"type": "write", "hosts": [0, 3], "bytes": 100000}],
}


def simulate(
    folder: Path, command: str, *arguments: str, config: dict = SMALL, **options: object
) -> subprocess.CompletedProcess[str]:
    """The simulator with a scenario, in a folder."""
    (folder / "scenario.json").write_text(json.dumps(config), encoding="utf-8")
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run(
        [SIMULATOR, command, "scenario.json", *arguments],
        text=True,
        check=False,
        cwd=folder,
        **streams,
    )


@pytest.mark.parametrize(
    "change, path, text",
    [
        (
            {"transport": {"type": "roce"}, "switch": {"pfc": True, "buffer": "10KB"}},
            "switch.buffer",
            "its headroom alone takes",
        ),
        (
            {
                "transport": {"type": "roce"},
                "switch": {"pfc": True, "buffer": "1MB", "bufferThreshold": "static", "staticXoff": "1MB"},
            },
            "switch.staticXoff",
            "the memory of a lossless switch is overcommitted",
        ),
        (
            {
                "transport": {
                    "type": "roce",
                    "attributes": {"ns3::RoceDcqcn::MinRateMbps": 500000},
                }
            },
            "transport.attributes.ns3::RoceDcqcn::MinRateMbps",
            "is above the line rate",
        ),
        (
            {"transport": {"type": "mrc", "attributes": {"ns3::MrcQpParameters::DeviceMaxWimm": 0}}},
            "transport.attributes.ns3::MrcQpParameters::DeviceMaxWimm",
            "allowed are 0 to 0",
        ),
        (
            {"transport": {"type": "mrc", "attributes": {"ns3::MrcQpParameters::DeviceMaxMpr": 1}}},
            "transport.attributes.ns3::MrcQpParameters::DeviceMaxMpr",
            "allowed are 1 to 1",
        ),
        (
            {
                "workload": [
                    {
                        "type": "poisson",
                        "load": 0.001,
                        "duration": "1ns",
                        "sizes": [{"bytes": 1000000, "percent": 100}],
                    }
                ]
            },
            "workload[0].duration",
            "no message",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_run_refuses_check_refuses_with_the_path(
    tmp_path: Path, change: dict, path: str, text: str
) -> None:
    config = {**SMALL, **change}
    run = simulate(tmp_path, "run", "--out", "out", config=config)
    assert run.returncode == 2
    assert text in run.stderr
    assert not (tmp_path / "out").exists()
    check = simulate(tmp_path, "check", config=config)
    assert check.returncode == 2
    assert f"scenario.json: {path}: " in check.stderr and text in check.stderr
    assert check.stdout == ""


def test_captures_beyond_the_limit_of_open_files_are_refused(tmp_path: Path) -> None:
    ports = [{"host": host, "plane": 0, "log": True} for host in range(4)]
    config = {**SMALL, "measure": {"pcap": ports}}

    def limited(soft: int, hard: int) -> dict[str, object]:
        return {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))}

    for command in ("check", "run"):
        done = simulate(tmp_path, command, config=config, **limited(20, 20))
        assert done.returncode == 2
        assert "measure.pcap: found 4 captures, 4 of them with a log; allowed here: 4 files" in (
            done.stderr
        )
    done = simulate(tmp_path, "run", "--out", "out", config=config, **limited(20, 100))
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "out" / "pcap").iterdir())) == 8


def test_a_full_disk_keeps_what_was_written_and_says_so(tmp_path: Path) -> None:
    def small_files() -> None:  # as if the disk ended there
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))

    config = {**SMALL, "measure": {"pcap": [{"host": 0, "plane": 0}]}}
    environment = dict(os.environ, TMPDIR=str(tmp_path / "none"))
    done = simulate(
        tmp_path, "run", "--out", "out", config=config, preexec_fn=small_files, env=environment
    )
    assert done.returncode == 1
    assert "the capture h0--p0-t0-0.pcap could not be written completely" in done.stderr
    assert "the results cannot be written" in done.stderr
    (kept,) = (tmp_path / "out").iterdir()
    assert f"the files written so far are in {kept}" in done.stderr
    assert (kept / "jobs.csv").stat().st_size > 0
    assert (kept / "pcap" / "h0--p0-t0-0.pcap").stat().st_size == 700


def test_output_that_cannot_be_written_is_no_success(tmp_path: Path) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = simulate(tmp_path, "check", stdout=full)
    assert done.returncode == 1
    assert "the output cannot be written" in done.stderr


def test_the_environment_of_ns3_is_refused(tmp_path: Path) -> None:
    variables = {"NS_ATTRIBUTE_DEFAULT": "ns3::MrcNscc::Fi=7", "NS_GLOBAL_VALUE": "RngRun=3"}
    for variable, value in variables.items():
        done = simulate(tmp_path, "run", env=dict(os.environ, **{variable: value}))
        assert done.returncode == 2
        assert f"environment: {variable}: found {value}" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP], ids=str)
def test_signals(tmp_path: Path, number: signal.Signals) -> None:
    """Signals end the program while it reads a file, and the simulation while it simulates."""

    def as_by_hand() -> None:
        signal.signal(number, signal.SIG_DFL)  # tests may be run under nohup, which is inherited

    os.mkfifo(tmp_path / "pipe")
    reading = subprocess.Popen([SIMULATOR, "run", "pipe"], cwd=tmp_path, preexec_fn=as_by_hand)
    with open(tmp_path / "pipe", "w", encoding="utf-8"):  # opens when the simulator reads
        reading.send_signal(number)
        assert reading.wait(timeout=60) == -number
    # The signal acts within less simulated time than a beat in which nothing is checked
    topology = {"type": "clos", "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4}
    config = {**SMALL, "topology": topology, "stop": "19ms", "workload": [{"type": "permutation", "bytes": "900GB"}]}
    (tmp_path / "long.json").write_text(json.dumps(config), encoding="utf-8")
    running = subprocess.Popen(
        [SIMULATOR, "run", "long.json", "--out", "out", "--progress"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        preexec_fn=as_by_hand,
    )
    assert running.stderr is not None and running.stderr.read(1)  # the first sign of progress
    running.send_signal(number)
    said = running.communicate(timeout=60)[1].decode()
    assert running.returncode == 130
    assert "interrupted; partial results are in out" in said
    summary = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert summary["outcome"] == "interrupted" and summary["sim_time_ns"] < 18e6


def test_a_run_tells_what_each_fault_has_hit(tmp_path: Path) -> None:
    link = {"plane": 0, "t0": 1, "t1": 1}
    faults = [{"at": "10us", "what": "link-down", "link": {"plane": 0, "host": 1}}]
    faults += [{"at": f"{at}us", "what": "link-down", "link": link, "for": "500ns"} for at in range(20, 30)]
    config = {
        "schema": 1, "name": "faults", "transport": {"type": "mrc"}, "faults": faults,
        "topology": {"type": "clos", "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2, "planes": 2, "hostRate": "100Gbps"},
        "workload": [{"type": "write", "hosts": [0, 1], "bytes": "1MB"}],
    }  # fmt: skip
    done = simulate(tmp_path, "run", "--out", "out", config=config)
    told = [line for line in done.stdout.splitlines() if "fault" in line]
    lost, after = (tmp_path / "out" / "recovery.csv").read_text(encoding="utf-8").splitlines()[1].split(",")[7:12:4]
    assert told[0] == (
        f"fault 0 (link-down h1--p0-t0-0) at 10.0 us: {lost} data packet(s) lost, the last {float(after) / 1e3:.1f} us later, "
        "0 EV(s) retired"
    )
    assert told[1:10] == [
        f"fault {number} (link-down p0-t0-1--p0-t1-1) at {19 + number}.0 us: no data packet lost, 0 EV(s) retired"
        for number in range(1, 10)
    ]
    assert told[10:] == ["and 1 more fault(s), see recovery.csv"]
