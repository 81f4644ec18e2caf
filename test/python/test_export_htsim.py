# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Topology and connection matrix of htsim: read back, they describe the same network and the same messages."""

from __future__ import annotations

import argparse
import csv
import io
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from exports import TOPOLOGY, run_export, write_scenario
from mrcbench.exporting import ExportError, Request
from mrcbench.exporting.simulator import load_switches
from running import needs_simulator, run_scenario

pytestmark = needs_simulator

Flow = tuple[str, ...]


@dataclass
class Matrix:
    """A .cm, as its grammar defines it."""

    nodes: int
    flows: list[dict[str, int]]  #: src, dst, and the keys of the line
    triggers: dict[int, int]  #: events that each needs


def read_matrix(path: Path) -> Matrix:
    """A .cm; every count must match what follows."""
    header: dict[str, int] = {}
    flows: list[dict[str, int]] = []
    triggers: dict[int, int] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split(" ")
        assert all(words), f"repeated blanks in {line!r}"
        if "->" in words[0]:
            src, dst = map(int, words[0].split("->"))
            flows.append({"src": src, "dst": dst, **dict(zip(words[1::2], map(int, words[2::2])))})
        elif words[0] == "trigger":
            assert words[1] == "id"
            triggers[int(words[2])] = 1 if words[3:] == ["oneshot"] else int(words[5])
            assert (words[3:] == ["oneshot"]) == (triggers[int(words[2])] == 1)
        else:
            header[words[0]] = int(words[1])
    assert header["Connections"] == len(flows) and header.get("Triggers", 0) == len(triggers)
    assert [flow["id"] for flow in flows] == list(range(1, len(flows) + 1))
    assert all(("start" in flow) != ("trigger" in flow) for flow in flows)
    matrix = Matrix(header["Nodes"], flows, triggers)
    assert {number: len(firing(matrix, number)) for number in triggers} == triggers
    return matrix


def firing(matrix: Matrix, trigger: int) -> list[int]:
    """The connections that fire a trigger."""
    keys = ("send_done_trigger", "recv_done_trigger")
    return [flow["id"] for flow in matrix.flows for key in keys if flow.get(key) == trigger]


def as_table(matrix: Matrix) -> str:
    """The connections as a table of flows of our scenarios."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["id", "src", "dst", "bytes", "start_ns", "after"])
    for flow in matrix.flows:
        after = " ".join(map(str, firing(matrix, flow["trigger"]))) if "trigger" in flow else ""
        rows.writerow([flow["id"], flow["src"], flow["dst"], flow["size"], flow.get("start", 0) / 1000, after])
    return text.getvalue()


def flows_of(results: Path, *keys: str) -> list[Flow]:
    """Cells of flows.csv, sorted."""
    with (results / "flows.csv").open(encoding="utf-8") as rows:
        return sorted(tuple(row[key] for key in keys) for row in csv.DictReader(rows))


def matrix_of(folder: Path, scenario: Path, *words: str) -> Matrix:
    """The connection matrix of a scenario."""
    assert run_export("--htsim", scenario, "-o", folder / "out", *words) == 0
    return read_matrix(folder / "out.cm")


def pairs(matrix: Matrix) -> list[tuple[int, int, int]]:
    """Source, destination and size of each connection, sorted."""
    return sorted((flow["src"], flow["dst"], flow["size"]) for flow in matrix.flows)


TABLE = """id,src,dst,bytes,start_ns,after,delay_ns
0,0,4,100000,,,
1,4,1,50000,,0,
2,0,5,20000,,0 1,
3,6,7,70000,1500,,250
4,2,3,30000,,3,
"""

WORKLOADS: dict[str, list[dict[str, Any]]] = {
    "write": [{"type": "write", "hosts": [0, 7], "bytes": "1MB", "start": "2.5us"}],
    "permutation": [{"type": "permutation", "bytes": "100KB"}],
    "incast": [{"type": "incast", "receiver": 3, "senders": {"from": 4, "to": 7}, "bytes": "100KB"}],
    "all-to-all": [{"type": "all-to-all", "hosts": [1, 3, 5, 6], "bytes": "50KB"}],
    "send-recv": [{"type": "send-recv", "bytes": "50KB", "repeat": 3}],
    "list": [{"type": "flows", "flows": [
        {"src": 0, "dst": 1, "bytes": 7000}, {"src": 1, "dst": 0, "bytes": 9000, "start": "4us"}]}],
    "ring": [{"type": "all-reduce", "bytes": "800KB"}],
    "window": [{"type": "all-to-all", "algorithm": "window", "window": 2, "bytes": "50KB"}],
    "jobs in turn": [
        {"name": "b", "type": "send-recv", "bytes": "30KB", "after": "a"},
        {"name": "a", "type": "all-reduce", "bytes": "80KB", "repeat": 2, "start": "1us"},
        {"name": "off", "type": "write", "hosts": [0, 1], "bytes": 5000, "start": "3us", "enabled": False},
        {"name": "c", "type": "write", "hosts": [2, 3], "bytes": 5000, "start": "1us", "after": "off"},
    ],
    "placed": [{"type": "all-to-all", "hosts": {"count": 3, "placement": "random"}, "bytes": "10KB"}],
}  # fmt: skip


@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_a_run_of_the_connections_has_the_messages_of_a_run_of_the_scenario(
    workload: list[dict[str, Any]], tmp_path: Path
) -> None:
    """With waits, also at the same times, as long as no queue makes the choice of paths matter."""
    scenario = write_scenario(tmp_path, workload)
    matrix = matrix_of(tmp_path, scenario)
    expected = run_scenario(scenario, tmp_path / "expected")
    again = write_scenario(tmp_path, [{"type": "flows", "table": as_table(matrix)}])
    found = run_scenario(again, tmp_path / "found")
    assert flows_of(found, "src", "dst", "bytes") == flows_of(expected, "src", "dst", "bytes")
    first = [min(float(start) for start, in flows_of(run, "start_ns")) for run in (found, expected)]
    assert first[0] == first[1]
    assert matrix.nodes == 8


def test_waits_of_a_table_begin_at_the_same_times(tmp_path: Path) -> None:
    """Without the row that waits for two events of one message, which a later test refuses."""
    table = TABLE.replace("2,0,5,20000,,0 1,\n", "2,1,5,20000,,1,\n5,3,2,100,,4,\n6,2,1,100,,4,\n")
    scenario = write_scenario(tmp_path, [{"type": "flows", "table": table, "start": "1us"}])
    matrix = matrix_of(tmp_path, scenario)
    again = write_scenario(tmp_path, [{"type": "flows", "table": as_table(matrix)}])
    keys = ("src", "dst", "bytes", "start_ns", "end_ns")
    found = flows_of(run_scenario(again, tmp_path / "found"), *keys)
    again = write_scenario(tmp_path, [{"type": "flows", "table": table, "start": "1us"}])
    assert found == flows_of(run_scenario(again, tmp_path / "expected"), *keys)


def test_a_refusal_of_the_simulator_is_shown_without_its_notes(tmp_path: Path) -> None:
    program = tmp_path / "mrc-sim"
    program.write_text("#!/bin/sh\nprintf 'note: a\nestimate: b\nworkload: no\n' >&2\nexit 2\n")
    program.chmod(0o755)
    request = Request(tmp_path / "a.json", None, argparse.Namespace(set=[], seed=None), program)
    with pytest.raises(ExportError, match="^workload: no$"):
        load_switches(request)


def test_a_host_waits_for_its_own_message_until_it_is_sent(tmp_path: Path) -> None:
    table = "src,dst,bytes,after\n0,4,1000,\n4,1,2000,0\n0,5,3000,0\n"
    flows = matrix_of(tmp_path, write_scenario(tmp_path, [{"type": "flows", "table": table}])).flows
    assert flows[0]["recv_done_trigger"] == flows[1]["trigger"]
    assert flows[0]["send_done_trigger"] == flows[2]["trigger"]
    assert flows[1]["trigger"] != flows[2]["trigger"]


def test_a_barrier_counts_what_a_message_waits_for(tmp_path: Path) -> None:
    table = "src,dst,bytes,after\n0,4,1000,\n1,4,2000,\n2,4,3000,\n4,7,3000,0 1 2\n"
    matrix = matrix_of(tmp_path, write_scenario(tmp_path, [{"type": "flows", "table": table}]))
    assert matrix.triggers == {1: 3}
    assert firing(matrix, 1) == [1, 2, 3]


def test_the_names_of_jobs_change_nothing(tmp_path: Path) -> None:
    jobs = WORKLOADS["jobs in turn"]
    renamed = [
        {key: f"{value}-new" if key in ("name", "after") else value for key, value in job.items()} for job in jobs
    ]
    one = matrix_of(tmp_path, write_scenario(tmp_path, jobs))
    assert one == matrix_of(tmp_path, write_scenario(tmp_path, renamed))


def test_another_seed_changes_only_drawn_pairs(tmp_path: Path) -> None:
    scenario = write_scenario(tmp_path, [*WORKLOADS["permutation"], *WORKLOADS["incast"]])
    one, other = (matrix_of(tmp_path, scenario, "--seed", seed) for seed in ("1", "2"))
    assert pairs(one) != pairs(other)
    for key in ("src", "dst", "size", "start"):
        assert Counter(flow[key] for flow in one.flows) == Counter(flow[key] for flow in other.flows)
    assert one.flows[8:] == other.flows[8:]


def test_repetitions_are_jobs_one_after_the_other(tmp_path: Path) -> None:
    job = {"name": "a", "type": "all-reduce", "bytes": "80KB", "hosts": [0, 2, 5]}
    twice = matrix_of(tmp_path, write_scenario(tmp_path, [job | {"repeat": 2}]))
    assert twice == matrix_of(tmp_path, write_scenario(tmp_path, [job, job | {"name": "b", "after": "a"}]))


def test_a_repetition_waits_for_all_messages_of_the_one_before(tmp_path: Path) -> None:
    job = {"type": "send-recv", "bytes": "1KB", "hosts": [0, 2, 5], "repeat": 3}
    matrix = matrix_of(tmp_path, write_scenario(tmp_path, [job]))
    assert [firing(matrix, number) for number in matrix.triggers] == [[1, 2, 3], [4, 5, 6]]
    assert [flow.get("trigger") for flow in matrix.flows] == [None] * 3 + [1] * 3 + [2] * 3


def test_a_message_without_end_has_size_0(tmp_path: Path) -> None:
    table = "src,dst,bytes\n0,4,0\n"
    workload = [{"type": "flows", "table": table}, {"type": "write", "hosts": [1, 2], "bytes": 10}]
    assert pairs(matrix_of(tmp_path, write_scenario(tmp_path, workload))) == [(0, 4, 0), (1, 2, 10)]


@pytest.mark.parametrize(
    ("job", "said"),
    [
        ({"type": "write", "hosts": [0, 1], "bytes": 2**31}, "1 messages are larger than 2147483647 B"),
        ({"type": "write", "hosts": [0, 1], "bytes": 1, "start": "16777.217ns"}, "1 start times are not exact"),
        ({"type": "write", "hosts": [0, 1], "bytes": 1, "qps": 4}, "qps is 4"),
        ({"type": "flows", "until": "1us", "table": "src,dst,bytes\n0,1,0\n"}, "until is left out"),
    ],
)
def test_limits_of_upstream_are_told(
    job: dict[str, Any], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_export("--htsim", write_scenario(tmp_path, [job]), "-o", tmp_path / "out") == 0
    assert said in capsys.readouterr().err


def test_what_upstream_reads_needs_no_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = {"type": "write", "hosts": [0, 1], "bytes": 2**31 - 1, "start": "16777.216ns"}
    assert run_export("--htsim", write_scenario(tmp_path, [job]), "-o", tmp_path / "out") == 0
    assert capsys.readouterr().err == ""


def flows_job(table: str, **keys: Any) -> dict[str, Any]:
    """A job with a table."""
    return {"type": "flows", "table": table, **keys}


REFUSED: dict[str, tuple[dict[str, Any], list[dict[str, Any]], str]] = {
    "planes": (TOPOLOGY | {"planes": 2}, [], "topology.planes: found 2; allowed: 1"),
    "rails": (TOPOLOGY | {"attachment": "rail", "hostsPerServer": 2}, [], "topology.attachment: found rail"),
    "a rate": (TOPOLOGY | {"hostRate": "2.5Gbps"}, [], "topology.hostRate: found 2.5Gbps; allowed: whole Gb/s"),
    "a delay": (TOPOLOGY | {"linkDelay": "0.5ns"}, [], "topology.linkDelay: found 0.5ns; allowed: whole ns"),
    "no delay": (TOPOLOGY | {"linkDelay": 0}, [], "allowed: whole ns, at least 1"),
    "more up than down": (TOPOLOGY | {"t1PerPlane": 8}, [], "a T0 has 400 Gb/s down and 800 Gb/s up"),
    "one tier": (TOPOLOGY | {"hostsPerT0": 8, "t1PerPlane": 0}, [], "topology.t1PerPlane: found 0"),
    "computations": (
        TOPOLOGY, [{"type": "training-step", "gradientBytes": "1MB", "compute": "1us", "name": "t"}], "job t: step 0",
    ),
    "a delay after a message": (
        TOPOLOGY, [flows_job("src,dst,bytes,after,delay_ns\n0,1,9,,\n1,2,9,0,40\n", name="f")],
        "job f: step 1, computation of host 1: waits for messages and for 40 ns",
    ),
    "an instant after a message": (
        TOPOLOGY, [flows_job("src,dst,bytes,after,start_ns\n0,1,9,,\n1,2,9,0,40\n", name="f")], "and for 40 ns",
    ),
    "a delay after a job": (
        TOPOLOGY, [{"name": "a", "type": "write", "hosts": [0, 1], "bytes": 1},
                   {"name": "b", "type": "write", "hosts": [0, 1], "bytes": 1, "after": "a", "start": 5}],
        "job b: start: waits for messages and for 5 ns",
    ),
    "a computation that ends after the messages of a job": (
        TOPOLOGY, [flows_job("src,dst,bytes,delay_ns\n0,1,9,\n2,,,40\n", name="f"),
                   {"name": "g", "type": "write", "hosts": [2, 3], "bytes": 1, "after": "f"}],
        "job f: its end: waits for messages and for 40 ns",
    ),
    "one event for two triggers": (
        TOPOLOGY, [flows_job("src,dst,bytes,after\n0,2,9,\n1,2,9,\n2,3,9,0 1\n2,4,9,0\n", name="f")],
        "job f: step 0, message to host 2 of host 0: when it is received, messages begin that wait for different others: "
        "job f: step 2, message to host 3 of host 2; job f: step 3, message to host 4 of host 2; ",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("topology", "workload", "said"), REFUSED.values(), ids=REFUSED)
def test_what_the_files_cannot_have_is_refused_and_nothing_is_written(
    topology: dict[str, Any], workload: list[dict[str, Any]], said: str,
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    workload = workload or WORKLOADS["write"]
    scenario = write_scenario(tmp_path, workload, topology=topology)
    assert run_export("--htsim", scenario, "-o", tmp_path / "out") == 2
    error = capsys.readouterr().err
    assert f"{scenario}: " in error and said in error
    assert list(tmp_path.iterdir()) == [scenario]


def test_one_of_two_files_is_not_written_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "out.cm").mkdir()
    scenario = write_scenario(tmp_path, WORKLOADS["write"])
    assert run_export("--htsim", scenario, "-o", tmp_path / "out") == 2
    assert "out.cm: this is a folder" in capsys.readouterr().err
    assert {path.name for path in tmp_path.iterdir()} == {"out.cm", "scenario.json"}


# Topologies


def read_topology(path: Path) -> tuple[dict[str, int], list[dict[str, int]]]:
    """The header of a .topo, and its tiers; a repeated key is an error."""
    header: dict[str, int] = {}
    tiers: list[dict[str, int]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line:
            key, value = line.split(" ")
            if key == "Tier":
                assert int(value) == len(tiers)
                tiers.append({})
                continue
            entry = tiers[-1] if tiers else header
            assert key not in entry
            entry[key] = int(value)
    assert header["Tiers"] == len(tiers)
    return header, tiers


def topology_of(folder: Path, topology: dict[str, Any], **keys: Any) -> tuple[dict[str, int], list[dict[str, int]]]:
    """The .topo of a network."""
    scenario = write_scenario(folder, WORKLOADS["write"], topology=topology, **keys)
    assert run_export("--htsim", scenario, "-o", folder / "out") == 0
    return read_topology(folder / "out.topo")


NETWORKS: dict[str, dict[str, Any]] = {
    "two tiers": {"hosts": 64, "hostsPerT0": 16, "t1PerPlane": 8},
    "parallel links": {"hosts": 64, "hostsPerT0": 16, "t1PerPlane": 2, "parallelLinks": 4},
    "a slow host": {"hosts": 64, "hostsPerT0": 16, "t1PerPlane": 4, "hostRate": "100Gbps", "fabricRate": "400Gbps"},
    "three tiers": {"tiers": 3, "hosts": 128, "hostsPerT0": 4, "t0PerPod": 4, "t1PerPod": 4, "t2PerPlane": 16},
    "three tiers, less above": {
        "tiers": 3, "hosts": 128, "hostsPerT0": 8, "t0PerPod": 4, "t1PerPod": 4, "t2PerPlane": 8, "linkDelay": "1us",
        "coreRate": "50Gbps", "switchDelay": "0ns",
    },
}  # fmt: skip


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_the_switches_that_htsim_counts_are_those_of_the_network(network: dict[str, Any], tmp_path: Path) -> None:
    """The number of switches of a tier follows from all links between it and the tier below."""
    header, tiers = topology_of(tmp_path, {"type": "clos"} | network)
    t0s = header["Nodes"] // tiers[0]["Radix_Down"]
    pods = header["Nodes"] // header["Podsize"]
    per_pod = t0s // pods
    links = header["Nodes"] * tiers[0]["Downlink_speed_Gbps"]
    links //= tiers[1]["Downlink_speed_Gbps"] * tiers[0]["Oversubscribed"]
    assert links == t0s * tiers[0]["Radix_Up"]
    t1s = links // tiers[1]["Radix_Down"]
    assert tiers[1]["Radix_Down"] == per_pod * tiers[1]["Bundle"]
    assert t1s // pods * tiers[1]["Bundle"] == tiers[0]["Radix_Up"]
    assert header["Nodes"] == network["hosts"] and t0s == network["hosts"] // network["hostsPerT0"]
    assert t1s == network.get("t1PerPlane", pods * network.get("t1PerPod", 0))
    if len(tiers) == 3:
        links = links * tiers[1]["Downlink_speed_Gbps"]
        links //= tiers[2]["Downlink_speed_Gbps"] * tiers[1]["Oversubscribed"]
        assert links == t1s * tiers[1]["Radix_Up"] == network["t2PerPlane"] * tiers[2]["Radix_Down"]
        assert per_pod == network["t0PerPod"]


def test_rates_and_latencies_of_each_tier_are_those_of_the_scenario(tmp_path: Path) -> None:
    network = {
        "type": "clos", "tiers": 3, "hosts": 128, "hostsPerT0": 8, "t0PerPod": 4, "t1PerPod": 4, "t2PerPlane": 4,
        "hostRate": "100Gbps", "fabricRate": "200Gbps", "coreRate": "400Gbps", "linkDelay": "1us",
        "switchDelay": "250ns",
    }  # fmt: skip
    _, tiers = topology_of(tmp_path, network)
    assert [tier["Downlink_speed_Gbps"] for tier in tiers] == [100, 200, 400]
    assert {(tier["Downlink_Latency_ns"], tier["Switch_Latency_ns"]) for tier in tiers} == {(1000, 250)}


def test_queues_follow_the_thresholds_of_trimming(tmp_path: Path) -> None:
    name = "ns3::FabricSwitchParameters::TrimThreshold"

    def queues(**attributes: float) -> list[tuple[int | None, int | None]]:
        given = {f"{name}{key}": value for key, value in attributes.items()}
        _, tiers = topology_of(tmp_path, TOPOLOGY, transport={"type": "mrc", "attributes": given})
        return [(tier.get("Queue_Down"), tier.get("Queue_Up")) for tier in tiers]

    (last_hop, up), (down, none) = queues(LastHop=3)
    assert up is not None and last_hop is not None
    assert none is None and up == down and last_hop == pytest.approx(3 * up, abs=3)
    (wide, _), (wide_down, _) = queues(LastHop=6)
    assert wide == pytest.approx(2 * last_hop, abs=2) and wide_down == down


def test_queues_without_a_limit_are_left_out(tmp_path: Path) -> None:
    _, tiers = topology_of(tmp_path, TOPOLOGY, transport={"type": "roce"}, switch={"pfc": True})
    assert not any(key.startswith("Queue") for tier in tiers for key in tier)


def test_rates_that_upstream_rejects_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    topology_of(tmp_path, TOPOLOGY | {"t1PerPlane": 1, "fabricRate": "400Gbps"})
    assert "upstream's parser accepts only" in capsys.readouterr().err


def test_what_a_driver_loses_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    jobs = [WORKLOADS["send-recv"][0] | {"name": name, "start": "1ms"} for name in "ab"]
    jobs[1]["driver"] = "nccl"
    scenario = write_scenario(tmp_path, [{**job, "repeat": 1} for job in jobs])
    assert run_export("--htsim", scenario, "-o", tmp_path / "out") == 0
    (note,) = [line for line in capsys.readouterr().err.splitlines() if "driver" in line]
    assert "job b: driver is nccl; " in note and "immediate data and the traffic class of control are left out" in note
    sizes = Counter(flow["size"] for flow in read_matrix(tmp_path / "out.cm").flows)
    assert sizes[64] == sizes.total() - sizes[64] - TOPOLOGY["hosts"]  # one clear to send for each slot


@pytest.mark.parametrize(
    ("keys", "path"),
    [
        ({"faults": [{"what": "link-down", "at": "1us", "link": {"plane": 0, "t0": 0, "t1": 0}}]}, "faults"),
        ({"switch": {"forwarding": "cut-through"}}, "switch.forwarding"),
        ({"topology": TOPOLOGY | {"hostsPerServer": 4, "serverRate": "1Tbps"}}, "topology.serverRate"),
    ],
    ids=["a fault", "cut-through", "servers"],
)
def test_keys_that_the_files_lack_are_told(
    keys: dict[str, Any], path: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scenario = write_scenario(tmp_path, WORKLOADS["write"], **keys)
    assert run_export("--htsim", scenario, "-o", tmp_path / "out") == 0
    assert f"{path} is left out" in capsys.readouterr().err
