# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The data of the page of a run in motion, compared with the cells of the files of a real run."""

from __future__ import annotations

import math
from collections import defaultdict

import mrcbench
import numpy as np
import pandas as pd
import plain_measures as plain
import pytest
from mrcbench import evs
from mrcbench.layout import GAP, Limits, lay_out
from mrcbench.motion import data as motion_data
from mrcbench.motion.data import FLOW_COLUMNS, QP_SERIES, TOTALS, page_data
from mrcbench.network import line_rates, read_network
from mrcbench.replay import KINDS
from mrcbench.results import GAPS, open_results
from running import SIMULATOR, needs_simulator
from test_measures_again import CLOS, SCENARIOS
from test_motion_data import unpack

pytestmark = needs_simulator


@pytest.fixture(scope="module")
def moved(tmp_path_factory):
    """A run with all series, for the page and for its second reader."""
    folder = tmp_path_factory.mktemp("moved") / "run"
    base = SCENARIOS["two jobs and two faults at once"]
    measured = {"sampleInterval": "2us", "samples": [*KINDS, *QP_SERIES], "evs": True, "links": "all"}
    mrcbench.run({**base, "topology": CLOS, "measure": measured}, out=folder, mrc_sim=SIMULATOR)
    return open_results(folder), plain.Run(folder)


def cells(run, kind):
    """Values by object and number of the sampling time."""
    found = defaultdict(dict)
    for row in run.rows("samples"):
        if row["kind"] == kind:
            found[row["object"]][plain.ps(row["time_ns"]) // run.interval - 1] = float(row["value"])
    return found


def test_series_are_those_of_the_file(moved):
    results, run = moved
    data, ports = page_data(results), read_network(results).ports
    assert data["grid"]["count"] == len(run.times())

    def check(values, names, kind, place):
        found = cells(run, kind)
        assert found and set(found) <= set(names), kind
        for name in names:
            other = math.nan if kind in GAPS else 0.0
            expected = [found[name].get(at, other) for at in range(len(run.times()))]
            assert np.array_equal(unpack(values)[place(name)], expected, equal_nan=True), (kind, name)

    for key, kind in (("sent", "port.tx_gbps"), ("queue", "port.queue_bytes")):
        check(data["load"][key], ports, kind, ports.get)
    jobs, qps = data["jobs"]["names"], data["qps"]["names"]
    check(data["jobs"]["throughput"], jobs, "job.throughput_gbps", jobs.index)
    assert len(set(qps)) == len(qps) > 10 and not data["qps"]["left_out"]
    for kind, values in data["qps"]["series"].items():
        check(values, qps, kind, qps.index)


def test_totals_flows_and_events_are_those_of_the_file(moved):
    results, run = moved
    data, network = page_data(results), read_network(results)
    for column in TOTALS:
        expected = [float(row[column]) for row in run.rows("links")]
        assert unpack(data["totals"][column])[network.rows].tolist() == expected, column
    rows = sorted(run.rows("flows"), key=lambda row: float(row["start_ns"]))
    assert data["flows"]["total"] == len(rows)
    for column in FLOW_COLUMNS:
        expected = [plain.number(row[column]) for row in rows]
        assert np.array_equal(unpack(data["flows"]["columns"][column]), expected, equal_nan=True), column
    for end in ("src", "dst"):
        numbers = unpack(data["flows"]["columns"][end]) - 1
        assert [data["fabric"]["names"][int(number)] for number in numbers] == [f"h{row[end]}" for row in rows]
    jobs = unpack(data["flows"]["columns"]["job"])
    assert [data["flows"]["jobs"][int(job)] for job in jobs] == [row["job"] for row in rows]
    assert [[str(cell) for cell in row[1:]] for row in data["events"]["rows"]] == [
        [row["kind"], row["object"], row["detail"]] for row in run.rows("events")
    ]


@pytest.mark.slow
def test_a_page_has_the_first_rows_of_large_files(moved, monkeypatch):
    results, run = moved
    faults = [row for row in run.rows("events") if row["kind"].startswith("link-")]
    rest = len(run.rows("events")) - len(faults)
    assert rest > 0 and len(faults) == 4
    for most, left in ((4 + rest, 0), (3 + rest, rest), (4, rest), (3, rest + 1)):
        monkeypatch.setattr(motion_data, "MAX_EVENTS", most)
        events = page_data(results)["events"]
        assert (events["left_out"], len(events["rows"])) == (left, 4 + rest - left)
    monkeypatch.setattr(motion_data, "MAX_FLOWS", 3)
    flows = page_data(results)["flows"]
    assert flows["total"] == len(run.rows("flows")) and len(unpack(flows["columns"]["start_ns"])) == 3
    one = len(page_data(results)["qps"]["names"]) * len(run.times())
    for most, shown in ((one, 1), (3 * one - 1, 2), (3 * one, 3), (one - 1, 0)):
        monkeypatch.setattr(motion_data, "MAX_QP_VALUES", most)
        qps = page_data(results)["qps"]
        assert list(qps["series"]) + qps["left_out"] == [kind for kind in QP_SERIES if cells(run, kind)]
        assert len(qps["series"]) == shown


def test_evs_have_their_states_and_paths_of_the_file_at_the_end(moved):
    results, run = moved
    data = page_data(results)["evs"]
    switches = page_data(results)["fabric"]["names"]
    state = unpack(data["initial"]).tolist()
    for ev, after in zip(unpack(data["changes"]["ev"]), unpack(data["changes"]["state"])):
        state[int(ev)] = after
    lengths, items = unpack(data["paths"]["lengths"]).tolist(), unpack(data["paths"]["items"]).tolist()
    found = set()
    for qp, peer, first, last in zip(data["qps"], data["peers"], data["first"], data["first"][1:]):
        for ev in range(first, last):
            path = int(unpack(data["path"])[ev])
            begin = int(sum(lengths[:path]))
            names = " ".join(switches[int(item)] for item in items[begin : begin + int(lengths[path])])
            found.add((qp, peer, int(unpack(data["planes"])[ev]), int(unpack(data["values"])[ev]), data["states"][int(state[ev])],
                       names))  # fmt: skip
    expected = {
        (row["qp"], row["peer"], int(row["plane"]), int(row["ev"], 16), row["state"], " ".join(row["path"].split()[1:-1]))
        for row in run.rows("evs")
    }
    assert found == expected


def test_faults_are_those_of_the_scenario(moved):
    results, run = moved
    found = [(fault["kind"], fault["from"], fault["to"]) for fault in page_data(results)["faults"]]
    assert sorted(found) == [("link-down", 110_000, 135_000), ("link-down", 110_000, 150_000)]


def test_qps_with_events_come_first_if_there_are_too_many(moved, monkeypatch):
    results, run = moved
    rows = run.rows("evs")
    last, own = rows[-1], [row for row in rows if row["qp"] == rows[-1]["qp"]]
    event = {"time_ns": 1.0, "kind": "ev-bad", "object": last["qp"], "detail": f"plane {last['plane']} ev {last['ev']}"}
    results = results.changed(events=pd.DataFrame([event]))
    network = read_network(moved[0])
    monkeypatch.setattr(evs, "MAX_EVS", len(own))
    history = evs.read_ev_history(results, network)
    assert set(history.evs["qp"]) == {last["qp"]} and last["qp"] not in history.left_out
    assert set(history.left_out) == {row["qp"] for row in rows} - {last["qp"]}
    monkeypatch.setattr(evs, "MAX_EVS", len(own) - 1)
    assert last["qp"] in evs.read_ev_history(results, network).left_out


# --- networks ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tall(tmp_path_factory):
    """A run in a network of three tiers, whose links have three rates."""
    topology = {"type": "clos", "tiers": 3, "planes": 2, "hosts": 16, "hostsPerT0": 4, "t0PerPod": 2, "t1PerPod": 2,
                "t2PerPlane": 4, "hostRate": "100Gbps", "fabricRate": "200Gbps", "coreRate": "400Gbps"}  # fmt: skip
    job = {"type": "permutation", "bytes": "8KB"}
    scenario = {"schema": 1, "name": "tall", "topology": topology, "transport": {"type": "mrc"}, "workload": [job],
                "measure": {"links": "all"}}  # fmt: skip
    folder = tmp_path_factory.mktemp("tall") / "run"
    mrcbench.run(scenario, out=folder, mrc_sim=SIMULATOR)
    return open_results(folder)


def test_links_have_the_rate_of_their_tier(tall):
    network = read_network(tall)
    for link, rate in zip(network.links, line_rates(tall, network)):
        assert rate == (100 if link.name.startswith("h") else 400 if "-t2-" in link.name else 200), link.name


def test_a_picture_is_coarse_above_its_limits(tall):
    network, topology = read_network(tall), tall.config["topology"]
    sizes = {"links": len(network.links), "hosts": 16, "switches": 4}
    assert not lay_out(network, topology, Limits(**sizes)).coarse
    for name, size in sizes.items():
        assert lay_out(network, topology, Limits(**{**sizes, name: size - 1})).coarse, name


def test_hosts_are_at_the_bottom_and_together_below_their_switch(tall):
    picture = lay_out(read_network(tall), tall.config["topology"])
    assert {(box.tier, round(box.y, 6)) for box in picture.boxes} == {(0, 1), (1, 0.666667), (2, 0.333333), (3, 0)}
    hosts = [box.x for box in picture.boxes if box.tier == 0]
    steps = np.diff(hosts)
    inside, between = steps[[0, 1, 2]], steps[[3, 7, 11]]
    assert inside == pytest.approx([(1 - GAP) / 16] * 3) and between == pytest.approx([(1 - GAP) / 16 + GAP / 4] * 3)
    assert hosts[0] + hosts[-1] == pytest.approx(1)


def test_two_groups_of_hosts_are_apart(moved):
    results = moved[0]
    picture = lay_out(read_network(results), results.config["topology"])
    steps = np.diff([box.x for box in picture.boxes if box.tier == 0])
    assert len(steps) == 7 and steps[3] == max(steps) > 1.2 * steps[0]
