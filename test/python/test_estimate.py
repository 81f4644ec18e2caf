# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The estimates of `check`, compared with the runs of all small scenarios of the repository."""

import json
import re
import statistics
import subprocess

import pytest
from running import SIMULATOR, TOP, needs_simulator

pytestmark = [pytest.mark.slow, needs_simulator]

# Scenarios of experiments/scenarios that take more than two seconds, or several GB
LARGE = {
    "bench-w1x4", "bench-w2", "bench-w3", "bench-w3x8", "bench-w4", "bench-w5-w3", "bench-w6", "cluster-c-mrc",
    "cluster-c-roce", "loss-goodput",
}  # fmt: skip
# Uses of memory: packets in flight, times of faults, paths of a monitor, connections, many QPs
CLOS = {"type": "clos", "hosts": 32, "hostsPerT0": 8, "t1PerPlane": 8}
FLAPS = [
    {"what": "link-flap", "at": "1us", "link": {"plane": 0, "t0": i % 4, "t1": i // 4}, "down": "100ns", "period": "1us",
     "count": 1000000} for i in range(8)
]  # fmt: skip
WIDE = {
    "long-links-roce": {"transport": {"type": "roce"}, "stop": "20s", "topology": {**CLOS, "linkDelay": "1s"},
                        "workload": [{"type": "permutation", "bytes": "30MB"}]},
    "long-links-cut": {"transport": {"type": "roce"}, "stop": "100ms", "topology": {**CLOS, "linkDelay": "1s"},
                       "workload": [{"type": "permutation", "bytes": "30MB"}]},
    "long-links-mrc": {"transport": {"type": "mrc"}, "stop": "12s", "topology": {**CLOS, "linkDelay": "1s"},
                       "workload": [{"type": "permutation", "bytes": "100MB", "qps": 4}]},
    "flaps": {"transport": {"type": "mrc"}, "faults": FLAPS, "workload": [{"type": "write", "hosts": [0, 31], "bytes": "60MB"}]},
    "flaps-beyond": {"transport": {"type": "mrc"}, "faults": [{**fault, "period": "1s"} for fault in FLAPS],
                     "workload": [{"type": "permutation", "bytes": "1MB"}]},
    "watched": {"transport": {"type": "mrc"}, "topology": {**CLOS, "hosts": 256, "hostsPerT0": 32, "t1PerPlane": 32},
                "monitor": {"interval": "20us"}, "workload": [{"type": "permutation", "bytes": "400KB"}]},
    "connections": {"transport": {"type": "tcp"}, "workload": [{"type": "all-to-all", "bytes": "20KB"}]},
    "incast": {"transport": {"type": "mrc"}, "topology": {**CLOS, "hosts": 128, "hostsPerT0": 16, "t1PerPlane": 16},
               "workload": [{"type": "incast", "receiver": 0, "senders": {"from": 1, "to": 127}, "bytes": "200KB"}]},
    "thousand": {"transport": {"type": "mrc"}, "topology": {**CLOS, "hosts": 1024, "hostsPerT0": 32, "t1PerPlane": 32},
                 "workload": [{"type": "permutation", "bytes": "40KB"}]},
    "many-qps": {"transport": {"type": "mrc"}, "workload": [{"type": "all-to-all", "bytes": 64, "qps": 4}]},
}  # fmt: skip

FILES = [
    *sorted((TOP / "test" / "golden").glob("*.json")),
    *sorted(f for f in (TOP / "experiments" / "scenarios").glob("*.json") if f.stem not in LARGE),
]

SAID = re.compile(
    r"take part, (?P<messages>.*?) messages, (?P<hops>.*?) packet-hops, at least (?P<least>.*?) of simulated time\n"
    r"estimate: about (?P<cpu>.*?) of CPU time, (?P<memory>.*?) of memory, (?P<results>.*?) of results"
)
UNITS = {
    "": 1, "million": 1e6, "billion": 1e9, "ps": 1e-12, "ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1,
    "B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9,
}  # fmt: skip


def number(text):
    """A quantity in the format of `check`."""
    digits, _, unit = text.partition(" ")
    return float(digits) * UNITS[unit]


@pytest.fixture(scope="module", name="pairs")
def fixture_pairs(tmp_path_factory):
    """By scenario: the output of check, the summary, the bytes of the results, and the scenario."""
    folder = tmp_path_factory.mktemp("estimate")
    pairs = {}
    for name, scenario in WIDE.items():
        text = json.dumps({"schema": 1, "name": name, "topology": CLOS, "measure": {"sampleInterval": 0}, **scenario})
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    for file in [*FILES, *(folder / f"{name}.json" for name in WIDE)]:
        checked = subprocess.run([SIMULATOR, "check", file], capture_output=True, text=True, check=True)
        said = {key: number(text) for key, text in SAID.search(checked.stderr).groupdict().items()}
        out = folder / file.stem
        subprocess.run([SIMULATOR, "run", file, "--out", out, "--quiet"], capture_output=True, check=False)
        summary = json.loads((out / "summary.json").read_text())
        size = sum(f.stat().st_size for f in out.iterdir() if f.is_file())
        pairs[file.stem] = (said, summary, size, json.loads(file.read_text()))
    return pairs


def is_drawn(scenario):
    return any(job["type"] == "poisson" for job in scenario["workload"])


def test_messages_are_counted_exactly(pairs):
    wrong = {
        name: (said["messages"], summary["flows_total"])
        for name, (said, summary, _, scenario) in pairs.items()
        if abs(said["messages"] - summary["flows_total"]) > (5 * said["messages"] ** 0.5 if is_drawn(scenario) else 0)
    }
    assert wrong == {}


def test_no_run_is_shorter_than_the_least_time(pairs):
    # a number is written with three digits
    wrong = {
        name: (said["least"], summary["sim_time_ns"] * 1e-9)
        for name, (said, summary, _, scenario) in pairs.items()
        if said["least"] > summary["sim_time_ns"] * 1e-9 * 1.005 and not is_drawn(scenario)
    }
    assert wrong == {}


def test_packet_hops_of_runs_without_repetitions(pairs):
    """The estimate assumes no retransmissions and no probes. The median error is below 5 %, the largest below
    30 %."""
    errors = {
        name: said["hops"] / summary["packet_hops"] - 1
        for name, (said, summary, _, scenario) in pairs.items()
        if summary["retransmitted_packets"] == 0 and summary["outcome"] == "complete" and not is_drawn(scenario)
    }
    print({name: f"{error:+.1%}" for name, error in errors.items()})
    assert len(errors) > 15
    assert statistics.median(abs(error) for error in errors.values()) < 0.05
    assert {name: error for name, error in errors.items() if abs(error) > 0.3} == {}


def test_packet_hops_of_the_others(pairs):
    """Retransmissions after drops or go-back-N cannot be estimated: at most five times the estimate."""
    far = {
        name: summary["packet_hops"] / said["hops"]
        for name, (said, summary, *_) in pairs.items()
        if summary["packet_hops"] > 0 and not 0.5 < summary["packet_hops"] / said["hops"] < 5
    }
    assert far == {}


def test_memory_and_results(pairs):
    """Within a factor of 1.5, and 5 MB for differences of libraries; results within a factor of 5."""
    memory = {
        name: (said["memory"] / 1e6, summary["peak_rss_bytes"] / 1e6)
        for name, (said, summary, *_) in pairs.items()
        if not said["memory"] / 1.5 - 5e6 < summary["peak_rss_bytes"] < said["memory"] * 1.5 + 5e6
    }
    assert memory == {}
    results = {
        name: (said["results"], size)
        for name, (said, _, size, _) in pairs.items()
        if not said["results"] / 5 < size < said["results"] * 5
    }
    assert results == {}
