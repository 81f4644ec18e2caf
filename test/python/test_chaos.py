# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random scenarios with random faults (test/chaos): the scenarios, their success, and that the judge detects failures."""

import argparse
import concurrent.futures
import copy
import csv
import dataclasses
import itertools
import json
import subprocess
import sys

import pytest
from running import SIMULATOR, TOP

sys.path.insert(0, str(TOP / "test" / "chaos"))

import draw  # noqa: E402
import judge  # noqa: E402
import scenario  # noqa: E402
import shrink  # noqa: E402
import simulator  # noqa: E402
from simulator import Wrong  # noqa: E402

SEEDS = range(200)
NEED_A_FILE = {"file", "sizesFile"}


@pytest.fixture(scope="module")
def real():
    return simulator.Simulator(SIMULATOR)


@pytest.fixture(scope="module")
def drawn(real):
    """Scenarios of many seeds."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        return list(pool.map(lambda seed: scenario.make(seed, real), SEEDS))


def test_a_seed_is_a_scenario(real):
    assert scenario.make(7, real) == scenario.make(7, real)
    assert scenario.make(7, real).json != scenario.make(8, real).json


@pytest.mark.slow
@pytest.mark.parametrize(
    "key, noun, kind",
    [
        ("faults", "faults", "what"),
        ("workload", "jobs", "type"),
        ("topology", "topologies", "type"),
        ("transport", "transports", "type"),
    ],
)
def test_every_kind_of_the_program_is_drawn(real, drawn, key, noun, kind):
    values = [chaos.json.get(key, []) for chaos in drawn]
    objects = [entry for value in values for entry in (value if isinstance(value, list) else [value])]
    assert {entry[kind] for entry in objects} == set(real.traits[noun])


@pytest.mark.slow
@pytest.mark.parametrize("part", ["topology", "transport", "workload", "faults"])
def test_every_key_of_the_schema_is_drawn(real, drawn, part):
    schema = real.schema["properties"][part]
    wanted = {key for _, form in draw.forms(schema.get("items", schema)) for key in form["properties"]}
    values = [chaos.json.get(part, []) for chaos in drawn]
    seen = {key for value in values for entry in (value if isinstance(value, list) else [value]) for key in entry}
    assert sorted(wanted - seen - NEED_A_FILE) == []


@pytest.mark.slow
def test_networks_and_transports_of_every_sort_are_drawn(drawn):
    topologies = [chaos.json["topology"] for chaos in drawn]
    assert {topology.get("tiers", 2) for topology in topologies if topology["type"] == "clos"} == {2, 3}
    used = set(itertools.chain(*topologies))
    assert used >= {"parallelLinks", "hostsPerServer", "serverRate", "attachment", "maxPaths"}
    assert "rail" in {topology.get("attachment") for topology in topologies}
    transports = [chaos.json["transport"] for chaos in drawn]
    for key, count in (("profile", 3), ("routing", 3), ("pathSelector", 6), ("loadBalancing", 4)):
        assert len({transport.get(key) for transport in transports} - {None}) >= count


@pytest.mark.slow
def test_check_has_nothing_to_say(real, drawn):
    for chaos in drawn[:30]:
        wrong, estimate = real.check(chaos.json)
        assert not wrong
        assert estimate["packet_hops"] <= scenario.HOPS
        assert estimate["flows"] <= scenario.MESSAGES


@pytest.mark.slow
def test_a_spared_plane_has_no_fault(drawn):
    spared = 0
    for chaos in drawn:
        if chaos.mood != "spared" or chaos.json["topology"]["type"] != "clos":
            continue
        faults = json.dumps(chaos.json.get("faults", []))
        planes = range(chaos.json["topology"]["planes"])
        spared += 1
        assert "random-flaps" not in faults
        assert any(
            f'"plane": {plane}' not in faults and f'"p{plane}-' not in faults for plane in planes
        )
    assert spared > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2001, 2011))
def test_what_must_hold_holds(seed, real, tmp_path):
    outcome, _ = judge.judge(scenario.make(seed, real), tmp_path)
    assert outcome in ("complete", "failed")


RING = {
    "schema": 1,
    "name": "ring",
    "topology": {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2},
    "transport": {"type": "mrc"},
    "workload": [{"type": "send-recv", "bytes": 5000, "repeat": 3}],
}


@pytest.fixture
def vary(real):
    """A function that makes a scenario with some keys replaced."""
    return lambda base, **keys: scenario.Chaos(0, dict(base, **keys), "spared", real)


def other_program(chaos, program):
    """The same scenario for a program with wrong results."""
    other = copy.copy(chaos.simulator)
    other.program = program
    return dataclasses.replace(chaos, simulator=other)


@pytest.fixture
def results(tmp_path):
    """Results of a small run, for tests to damage."""
    file = tmp_path / "ring.json"
    file.write_text(json.dumps(RING))
    subprocess.run([SIMULATOR, "run", file, "--quiet", "--out", tmp_path / "out"], check=True)
    return tmp_path / "out"


def spoil_flows(folder, change):
    file = folder / "flows.csv"
    with file.open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    change(rows)
    with file.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def swap_ends(rows):
    first, second = [row for row in rows if row["src"] == rows[0]["src"]][:2]
    first["end_ns"], second["end_ns"] = second["end_ns"], first["end_ns"]


@pytest.mark.parametrize(
    "change, complaint",
    [
        (lambda rows: rows[3].update(slowdown="0.999"), "slowdown: 0.999 of flow 3"),
        (lambda rows: rows[3].update(completed="false"), "counts: 23 completed flows"),
        (lambda rows: rows[3].update(bytes="4999"), "counts: 120000 B delivered, of 119999"),
        (lambda rows: rows.pop(), "counts: 23 completed flows"),
        (swap_ends, "order: flow"),
    ],
)
def test_spoilt_flows_are_seen(vary, results, change, complaint):
    judge.judge_results(vary(RING), results, 0, "")
    spoil_flows(results, change)
    with pytest.raises(Wrong, match=complaint):
        judge.judge_results(vary(RING), results, 0, "")


def test_a_stall_and_a_wrong_status_are_seen(vary, results):
    file = results / "summary.json"
    summary = json.loads(file.read_text())
    with pytest.raises(Wrong, match="status: 1 with outcome complete"):
        judge.judge_results(vary(RING), results, 1, "")
    for outcome in ("stalled", "stop", "interrupted"):
        file.write_text(json.dumps(dict(summary, outcome=outcome)))
        with pytest.raises(Wrong, match="outcome: " + outcome):
            judge.judge_results(vary(RING), results, 1, "")


def test_other_bytes_are_seen(results, tmp_path):
    other = tmp_path / "other"
    subprocess.run(["cp", "-r", results, other], check=True)
    judge.compare(results, other)
    with (other / "links.csv").open("a") as stream:
        stream.write("\n")
    with pytest.raises(Wrong, match="a different links.csv"):
        judge.compare(results, other)


def darken(planes):
    return [{"at": "1us", "what": "nic-port-down", "host": 0, "plane": plane} for plane in planes]


IMPATIENT = {"type": "mrc", "attributes": {"ns3::MrcQpParameters::RetryExponential": 2}}


def test_a_qp_may_fail_without_a_plane_and_only_then(vary, tmp_path):
    chaos = vary(RING, faults=darken((0, 1)), transport=IMPATIENT)
    with pytest.raises(Wrong, match="failed: h[07]/qp"):
        judge.judge(chaos, tmp_path)
    chaos = dataclasses.replace(chaos, mood="lasting")
    outcome, _ = judge.judge(chaos, tmp_path)
    assert outcome == "failed"
    (tmp_path / "one" / "events.csv").write_text(
        "time_ns,kind,object,detail\n900000000,qp-error,h0/qp3,\"after 9 retries, sound planes 1\"\n"
    )
    with pytest.raises(Wrong, match="sound planes 1"):
        judge.judge_results(chaos, tmp_path / "one", 1, "")


def test_a_run_that_is_refused_but_not_by_check_is_seen(vary, tmp_path):
    program = tmp_path / "liar"
    program.write_text('#!/bin/sh\n[ "$1" = run ] && exit 2\nexit 0\n')
    program.chmod(0o755)
    with pytest.raises(Wrong, match="check: its status is 0, that of run is 2"):
        judge.judge(other_program(vary(RING), program), tmp_path)


@pytest.mark.parametrize(
    "script, complaint",
    [("kill -ABRT $$", "crash: status -6"), ("echo 'x.cc:1: runtime error: y' >&2", "crash.*runtime error")],
)
def test_an_abort_and_a_sanitizer_are_seen(vary, tmp_path, script, complaint):
    program = tmp_path / "broken"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    with pytest.raises(Wrong, match=complaint):
        judge.judge(other_program(vary(RING), program), tmp_path)


@pytest.mark.parametrize("text", ["", "5..1", "1..", "x", "1-3"])
def test_seeds_that_are_none_are_refused(text):
    assert list(scenario.parse_seeds("3..5")) == [3, 4, 5] and list(scenario.parse_seeds("7")) == [7]
    with pytest.raises(argparse.ArgumentTypeError, match="allowed: a number, or a range such as 1..50"):
        scenario.parse_seeds(text)


def test_shrinking_keeps_what_matters(vary):
    many = vary(RING, faults=darken((0, 1)) + [{"at": "2us", "what": "link-up"}], switch={"trimming": True})

    def wrong(chaos):
        whats = [fault.get("what") for fault in chaos.json.get("faults", [])]
        return "order: link-up" if "link-up" in whats else None

    small = shrink.shrink(many, wrong)
    assert small.json["faults"] == [{"at": "2us", "what": "link-up"}]
    assert "switch" not in small.json
