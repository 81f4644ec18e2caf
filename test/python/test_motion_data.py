# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The data of the page of a run in motion: numbers, networks, faults, EVs, and bad inputs in one sentence."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import motion_runs
import numpy as np
import pandas as pd
import pytest
from mrcbench import motion, style
from mrcbench.evs import STATES, EvHistory, read_ev_history
from mrcbench.faults import broken
from mrcbench.layout import Limits, lay_out
from mrcbench.motion import write_motion
from mrcbench.motion.captions import captions
from mrcbench.motion.data import pack, page_data, picture_directions
from mrcbench.network import line_rates, read_network
from mrcbench.results import GAPS, ResultsError, open_results
from synthetic import load_results


def unpack(packed: dict[str, Any]) -> np.ndarray:
    """The numbers that the page unpacks."""
    types = {"Uint32Array": "<u4", "Float64Array": "<f8"}
    return np.frombuffer(zlib.decompress(base64.b64decode(packed["data"])), types[packed["type"]]).reshape(packed["shape"])


@pytest.fixture(name="run")
def fixture_run(tmp_path: Path) -> Path:
    return motion_runs.write_run(tmp_path / "run")


def edit(file: Path, change: Any) -> None:
    """Write a JSON file with changes."""
    content = json.loads(file.read_text())
    change(content)
    file.write_text(json.dumps(content))


# Numbers


def test_numbers_come_back_exactly_and_unknown_ones_are_not_zero():
    values = np.array([[0, 4238 * 0.0008, 1 / 3], [2.0**52, np.nan, 1e-9]])
    assert np.array_equal(unpack(pack(values)), values, equal_nan=True)
    for values in ([], [2**32 - 1, 0], [2**32, 0], [-1, 3], [0.5], [np.nan]):
        assert np.array_equal(unpack(pack(values)), values, equal_nan=True)


def test_the_page_has_the_numbers_of_the_files(run):
    results, data = load_results(run), page_data(load_results(run))
    network = read_network(results)
    sent = unpack(data["load"]["sent"])
    for name, values in results.over_time("port.tx_gbps").items():
        assert np.array_equal(sent[network.ports[name]], values)
    rtt = unpack(data["qps"]["series"]["qp.rtt_ns"])[data["qps"]["names"].index(motion_runs.QP)]
    assert np.isnan(rtt).any() and np.array_equal(rtt[~np.isnan(rtt)], results.sampled("qp.rtt_ns")["value"])
    assert np.array_equal(unpack(data["totals"]["bytes"])[network.rows], results.links["bytes"])


def test_the_deepest_queue_is_that_of_the_whole_run(run):
    """A queue that was empty at all samples is one of links.csv."""
    results = load_results(run)
    deepest = 2 * results.sampled("port.queue_bytes")["value"].max()
    results.links = results.links.assign(max_queue_bytes=0).astype({"max_queue_bytes": float})
    results.links.loc[3, "max_queue_bytes"] = deepest
    load = page_data(results)["load"]
    assert (load["deepest"], load["sampled"]) == (deepest, deepest / 2)
    results.links["max_queue_bytes"] = 0.0
    assert page_data(results)["load"]["deepest"] == deepest / 2, "of a run without this column"


# Networks


def test_a_link_has_two_directions_with_the_names_of_samples(run):
    results = load_results(run)
    fabric = read_network(results)
    assert len(fabric.nodes) == 8 + 4 * (2 + 4)
    assert len(fabric.links) == 4 * (8 + 8)
    assert set(fabric.ports) == set(motion_runs.port_names(motion_runs.scenario()))
    for name, port in fabric.ports.items():
        link = fabric.links[port // 2]
        ends = [fabric.nodes[link.a].name, fabric.nodes[link.b].name]
        assert "--".join(ends[:: -1 if port % 2 else 1]) == name
        assert fabric.nodes[link.a].tier < fabric.nodes[link.b].tier
    assert line_rates(results, fabric) == [100] * len(fabric.links)
    assert [fabric.ports[f"{row.a}--{row.b}"] for row in results.links.itertuples()] == list(fabric.rows)


def test_parallel_links_and_rates_of_a_graph(run):
    def change(config: dict[str, Any]) -> None:
        nodes = [{"name": n, "type": "switch" if n in ("left", "right") else "host"} for n in ("b", "a", "left", "right")]
        links = [("b", "left", "100Gbps"), ("a", "right", "25Gbps"), ("left", "right", "50Gbps"), ("left", "right", "40Gbps")]
        config["topology"] = {
            "type": "graph",
            "nodes": nodes,
            "links": [{"a": a, "b": b, "plane": 0, "rate": rate} for a, b, rate in links],
        }

    edit(run / "config.json", change)
    ends = [("b", "left", 0), ("a", "right", 0), ("left", "right", 0), ("left", "right", 1)]
    kinds = {"left": "switch", "right": "switch"}
    rows = [
        f"{kinds.get(p, 'host')}-{kinds.get(q, 'host')},0,{p},{q},1,1,0,0,0,0,0,0.5,0,{i}"
        for a, b, i in ends for p, q in ((a, b), (b, a))
    ]  # fmt: skip
    head = (run / "links.csv").read_text().splitlines()[0]
    (run / "links.csv").write_text("\n".join([head, *rows]) + "\n")
    results = load_results(run)
    fabric = read_network(results)
    known = line_rates(results, fabric)
    rates = {known[port // 2]: name for name, port in fabric.ports.items() if port % 2}
    assert rates == {100: "left--b", 25: "right--a", 50: "right--left.0", 40: "right--left.1"}
    assert lay_out(fabric, {"type": "graph"}).ring
    assert fabric.hit(["right--left.1"]) == {fabric.ports["left--right.1"] // 2}
    edit(run / "config.json", lambda config: config["topology"]["links"].pop())
    with pytest.raises(ResultsError, match="topology.links lacks left--right.1, which links.csv has"):
        line_rates(load_results(run), fabric)


@pytest.mark.slow
@pytest.mark.parametrize("hosts, below, t1s, shown", [(256, 32, 32, 256), (1024, 64, 64, 16)])
def test_a_large_fabric_is_drawn_coarser_and_loses_nothing(tmp_path, hosts, below, t1s, shown):
    config = motion_runs.scenario(hosts, below, 1, t1s)
    config["workload"][0]["bytes"] = "4MB"
    run = motion_runs.write_run(tmp_path / "run", config)
    results = load_results(run)
    fabric = read_network(results)
    picture = lay_out(fabric, results.config["topology"])
    assert picture.coarse == (hosts > 256)
    assert sum(1 for node in picture.boxes if node.tier == 0) == shown
    assert sorted(member for node in picture.boxes for member in node.members) == list(range(len(fabric.nodes)))
    assert sorted(member for line in picture.lines for member in line.members) == list(range(len(fabric.links)))
    assert all(0 <= node.x <= 1 and 0 <= node.y <= 1 for node in picture.boxes)
    places = [(node.tier, node.plane, round(node.x, 6)) for node in picture.boxes]
    assert len(places) == len(set(places))
    told = page_data(results)
    count = told["grid"]["count"]
    sent = sum(motion_runs.sent_gbps(d, count - 1) for d in range(2 * len(fabric.links)))
    assert unpack(told["load"]["sent"])[:, -1].sum() == pytest.approx(sent)
    assert unpack(told["totals"]["bytes"]).sum() == pytest.approx(results.links["bytes"].sum())


def test_after_the_end_of_a_run_nothing_moves(tmp_path):
    results = load_results(motion_runs.write_run(tmp_path / "run"))
    own = page_data(results)
    count, interval = (own["grid"][key] for key in ("count", "interval_ns"))
    end = (3 * count - 0.5) * interval
    later = page_data(results, end)
    assert later["grid"] == {"interval_ns": interval, "count": 3 * count, "end_ns": end}
    assert page_data(results, 5) == own
    for name in ("sent", "queue", "paused", "throughput", *own["qps"]["series"]):
        short, long = (
            unpack({**data["load"], **data["jobs"], **data["qps"]["series"]}[name]) for data in (own, later)
        )  # fmt: skip
        assert long.shape[1] == 3 * count and np.array_equal(long[:, :count], short, equal_nan=True)
        assert (np.isnan(long[:, count:]) if name in GAPS else long[:, count:] == 0).all(), name
    assert set(own["qps"]["series"]) & set(GAPS)
    assert own["jobs"]["most"] == unpack(own["jobs"]["throughput"]).max() > 0


def test_ends_of_steps_and_of_repetitions_are_marked(tmp_path):
    results = load_results(motion_runs.write_run(tmp_path / "run"))
    jobs = results.jobs.copy()
    (job,) = jobs["job"]
    assert page_data(results)["jobs"]["steps"] == []  # a single one is the whole run
    repeated = [jobs.assign(repetition=number, end_ns=end) for number, end in ((1, 9e5), (0, 4e5), (2, None))]
    trained = pd.DataFrame([("train", 0, 6e5), ("train", 1, None)], columns=["job", "step", "end_ns"])
    results = results.changed(jobs=pd.concat(repeated), steps=trained)
    ends = [(4e5, f"{job}, repetition 0"), (6e5, "train, step 0"), (9e5, f"{job}, repetition 1")]
    assert page_data(results)["jobs"]["steps"] == ends


@pytest.mark.parametrize("below", [8, 1])
def test_hosts_under_one_switch_or_each_under_its_own_are_evenly_spaced(tmp_path, below):
    run = motion_runs.write_run(tmp_path / "run", motion_runs.scenario(8, below, 1, 0 if below == 8 else 2))
    results = load_results(run)
    picture = lay_out(read_network(results), results.config["topology"])
    places = [box.x for box in picture.boxes if box.tier == 0]
    assert places == pytest.approx([(place + 0.5) / 8 for place in range(8)])


def test_three_tiers_are_drawn_by_pods(run):
    edit(run / "config.json", lambda config: config["topology"].update(tiers=3, t0PerPod=8, t1PerPod=8, t2PerPlane=64))
    rows = []
    for t0 in range(128):
        rows += [("host-t0", f"h{8 * t0 + i}", f"p0-t0-{t0}") for i in range(8)]
        rows += [("t0-t1", f"p0-t0-{t0}", f"p0-t1-{t0 // 8 * 8 + i}") for i in range(8)]
    rows += [("t1-t2", f"p0-t1-{t1}", f"p0-t2-{t1 % 8 * 8 + i}") for t1 in range(128) for i in range(8)]
    both = [row for tier, a, b in rows for row in ((tier, a, b), ("-".join(tier.split("-")[::-1]), b, a))]
    lines = [f"{tier},0,{p},{q},1,1,0,0,0,0,0,0.5,0,0" for tier, p, q in both]
    head = (run / "links.csv").read_text().splitlines()[0]
    (run / "links.csv").write_text("\n".join([head, *lines]) + "\n")
    results = load_results(run)
    picture = lay_out(read_network(results), results.config["topology"])
    assert [sum(node.tier == tier for node in picture.boxes) for tier in range(4)] == [16, 16, 16, 8]
    assert len(picture.lines) == 16 + 16 + 16 * 8
    assert picture.boxes[-1].name == "p0-t2-56 to p0-t2-63 (8)"


def test_nodes_that_stay_alone_are_left_out_of_their_groups(tmp_path):
    results = load_results(motion_runs.write_run(tmp_path / "run", motion_runs.scenario(64, 4, 1, 4)))
    network = read_network(results)
    alone = {network.numbers["p0-t0-5"], network.numbers["h0"]}
    names = [box.name for box in lay_out(network, {}, Limits(hosts=8, boxes=4), alone).boxes]
    assert names[:2] == ["h1 to h15 (15)", "h0"] and "h20 to h23 (4)" in names
    assert {"p0-t0-4 to p0-t0-7 (3)", "p0-t0-5", "p0-t1-0", "p0-t0-12 to p0-t0-15 (4)"} <= set(names)


def test_links_between_two_groups_are_one_whichever_way_they_are_listed(run):
    switches = [f"s{number}" for number in range(300)]
    ends = [(f"h{number}", name) for number, name in enumerate(switches)]
    ends += [*zip(switches, switches[1:]), ("s0", "s20"), ("s21", "s1")]

    def change(config: dict[str, Any]) -> None:
        nodes = [{"name": f"h{number}", "type": "host"} for number in range(300)]
        nodes += [{"name": name, "type": "switch"} for name in switches]
        links = [{"a": a, "b": b, "plane": 0, "rate": "100Gbps"} for a, b in ends]
        config["topology"] = {"type": "graph", "nodes": nodes, "links": links}

    edit(run / "config.json", change)
    tiers = [*["host-switch", "switch-host"] * 300, *["switch-switch"] * 602]
    both = [pair for a, b in ends for pair in ((a, b), (b, a))]
    rows = [f"{tier},0,{p},{q},1,1,0,0,0,0,0,0.5,0,0" for tier, (p, q) in zip(tiers, both, strict=True)]
    head = (run / "links.csv").read_text().splitlines()[0]
    (run / "links.csv").write_text("\n".join([head, *rows]) + "\n")
    results = load_results(run)
    fabric = read_network(results)
    picture = lay_out(fabric, results.config["topology"])
    rows_of = picture_directions(fabric, picture)
    there, back = (rows_of[fabric.ports[name]] for name in ("s0--s20", "s21--s1"))
    assert there // 2 == back // 2 and there != back
    assert rows_of[fabric.ports["s20--s0"]] == back


# Faults and EVs

FAULT = {
    "fault": 0, "what": "link-down", "object": motion_runs.BROKEN, "at_ns": 5e5, "until_ns": 9e5, "first_loss_ns": 5.01e5,
    "lost_packets": 55, "evs_retired": 4, "loss_free_after_ns": 2e5, "goodput_95_after_ns": 2.5e5, "qps_touched": 1,
}  # fmt: skip


def told(run, *faults):
    """The captions of a run with these faults, without the one of the end."""
    results = load_results(run)
    return [one for one in captions(results.changed(recovery=pd.DataFrame(faults))) if one[0] < results.flows["end_ns"].max()]


def test_captions_tell_of_a_fault_what_recovery_csv_says(run):
    name = f"link-down {motion_runs.BROKEN}"
    assert told(run, FAULT) == [
        (5e5, f"{name}."),
        (5.01e5, f"{name}: 1 QP end loses 55 packets, the last 200 us after the fault."),
        (motion_runs.BAD_AT_NS, f"{name}: 4 EVs are retired, the first 112 us after the fault."),
        (7.5e5, f"{name}: goodput is back at 95 %, 250 us after the fault."),
        (9e5, f"{name} is over."),
    ]


def test_beside_another_fault_nobody_knows_whose_evs_are_retired(run):
    assert not any("retired" in text for _, text in told(run, FAULT, {**FAULT, "object": "p0-t1-0"}))


def test_a_fault_without_consequences_has_no_captions_of_them(run):
    quiet = {**FAULT, "lost_packets": 0, "first_loss_ns": np.nan, "loss_free_after_ns": np.nan, "goodput_95_after_ns": 0.0}
    assert [time for time, _ in told(run, {**quiet, "until_ns": np.nan})] == [5e5]
    assert [time for time, _ in told(run, quiet, {**quiet, "at_ns": 1e5})] == [1e5, 5e5, 9e5, 9e5]


def test_the_goodput_of_a_flapping_link_is_back_after_its_last_begin(run):
    flaps = [(time, kind, motion_runs.BROKEN, "") for begin in (5e5, 7e5) for time, kind in ((begin, "link-down"), (begin + 1e5, "link-up"))]
    motion_runs._write(run / "events.csv", ("time_ns", "kind", "object", "detail"), flaps)
    name = f"link-flap {motion_runs.BROKEN}"
    assert told(run, {**FAULT, "what": "link-flap", "until_ns": 8e5, "evs_retired": 0}) == [
        (5e5, f"{name}."),
        (5.01e5, f"{name}: 1 QP end loses 55 packets, the last 200 us after its first begin."),
        (8e5, f"{name} is over."),
        (9.5e5, f"{name}: goodput is back at 95 %, 250 us after its last begin."),
    ]
    assert not any("goodput" in text for _, text in told(run, {**FAULT, "what": "random-flaps", "object": "32 fabric links"}))


def test_the_heading_names_all_transports(run):
    results = load_results(run)
    (ring,) = results.config["workload"]
    off = {**ring, "name": "off", "type": "incast", "transport": "tcp", "enabled": False}
    jobs = [ring, {**ring, "name": "beside", "transport": "roce"}, off]
    both = results.changed(config={**results.config, "workload": jobs})
    assert page_data(both)["lead"].startswith("MRC + RoCE · ") and "incast" not in page_data(both)["lead"]
    assert page_data(both)["color"] not in (page_data(results)["color"], style.color_of("RoCE"))


def test_the_end_of_the_last_message_is_told_if_all_arrive(run):
    results = load_results(run)
    flows = results.flows
    assert captions(results)[-1][0] == flows["end_ns"].max()
    assert captions(results.changed(flows=flows.assign(completed=flows.index > 0))) == []


def test_faults_last_from_their_begin_to_their_end(run):
    rows = [
        (1, "link-down", motion_runs.BROKEN, ""),
        (2, "link-up", motion_runs.BROKEN, "still down by another fault"),
        (3, "link-up", motion_runs.BROKEN, ""),
        (4, "switch-silent", "p0-t1-3", ""),
        (5, "link-rate", "h0--p0-t0-0", "25Gbps"),
        (6, "link-rate", "h0--p0-t0-0", "100Gbps"),
        (7, "link-loss", "h1--p0-t0-0", "0.01 burst"),
        (8, "port-admin", "h2--p0-t0-0", "down"),
        (9, "port-admin", "h2--p0-t0-0", "up"),
        (9, "ev-loss", "h0 to h1 ev 0x5", "0.1"),
        (10, "link-delay", "h3--p0-t0-0", "3us more"),
        (11, "link-delay", "h3--p0-t0-0", "3us less"),
        (12, "switch-up", "p0-t1-3", ""),
    ]
    motion_runs._write(run / "events.csv", ("time_ns", "kind", "object", "detail"), rows)
    results = load_results(run)
    fabric = read_network(results)
    faults = broken(results, fabric, line_rates(results, fabric))
    told = [(fault.what, fault.state, fault.start_ns, fault.end_ns) for fault in faults]
    assert told == [
        ("link-down", "down", 1, 3),
        ("switch-silent", "silent", 4, 12),
        ("link-rate", "degraded", 5, 6),
        ("link-loss", "degraded", 7, None),
        ("port-admin", "down", 8, 9),
        ("link-delay", "degraded", 10, 11),
    ]
    assert [fault.names for fault in faults[:2]] == [[motion_runs.BROKEN], ["p0-t1-3"]]
    shown = page_data(results)["faults"]
    assert [fabric.links[link].name for link in shown[0]["links"]] == [motion_runs.BROKEN] == [shown[0]["what"]]
    assert [fabric.nodes[node].name for node in shown[1]["nodes"]] == ["p0-t1-3"]


def states_at(history: EvHistory, qp: str, time: float) -> dict[str, str]:
    """The states of a QP's EVs, by value."""
    now = history.evs["initial"].copy()
    for change in history.changes.itertuples():
        if change.time_ns <= time:
            now[change.ev] = change.state
    own = history.evs[history.evs["qp"] == qp]
    return {ev: STATES[now[number]] for number, ev in own["ev"].items()}


def history_of(results: Any) -> EvHistory:
    return read_ev_history(results, read_network(results))


def test_first_states_follow_from_events_and_last_ones_from_the_file(run):
    results = load_results(run)
    history = history_of(results)
    end = results.summary["sim_time_ns"]
    bad, denied = motion_runs.BAD_EV, motion_runs.DENIED_EV
    times = (0, motion_runs.BAD_AT_NS, motion_runs.ENABLED_AT_NS, end)
    seen = [states_at(history, motion_runs.QP, time) for time in times]
    assert [states[bad] for states in seen] == ["good", "bad", "bad", "bad"]
    assert [states[denied] for states in seen] == ["denied", "denied", "good", "good"]
    assert [states_at(history, "h0/qp3", time)["0x3"] for time in (end - 1, end)] == ["good", "skip"]
    for qp, rows in results.evs.groupby("qp"):
        assert states_at(history, qp, end) == dict(zip(rows["ev"], rows["state"]))


def test_an_ev_has_its_place_whatever_its_state(run):
    results = load_results(run)
    whole = history_of(results).evs
    # The simulator lists EVs in use first
    upside_down = results.evs.iloc[::-1].sort_values("qp", kind="stable")
    evs = history_of(results.changed(evs=upside_down.reset_index(drop=True))).evs
    for qp, own in evs.groupby("qp"):
        assert list(own["value"]) == sorted(own["value"]) == list(whole.loc[whole["qp"] == qp, "value"])


def test_an_exchanged_ev_goes_by_both_its_values(run):
    rows = [(5.0, "ev-bad", motion_runs.QP, "plane 0 ev 0x77"), (9.0, "ev-changed", motion_runs.QP, "plane 0 ev 0x77 by 0x1")]
    motion_runs._write(run / "events.csv", ("time_ns", "kind", "object", "detail"), rows)
    history = history_of(load_results(run))
    assert [states_at(history, motion_runs.QP, time)["0x1"] for time in (4, 5, 9)] == ["good", "bad", "good"]


def test_the_path_of_an_ev_is_that_of_the_file(run):
    results = load_results(run)
    network = read_network(results)
    history = read_ev_history(results, network)
    row = results.evs[(results.evs["qp"] == "h3/qp3") & (results.evs["ev"] == "0x102")].iloc[0]
    ev = history.evs[(history.evs["qp"] == "h3/qp3") & (history.evs["ev"] == "0x102")].iloc[0]
    names = [network.nodes[node].name for node in history.paths[ev["path"]]]
    assert names == row["path"].split()[1:-1] == ["p1-t0-0", "p1-t1-2", "p1-t0-1"]


# Bad inputs


def refuse(run: Path) -> str:
    """The message about a page that is not written."""
    with pytest.raises(ResultsError) as told:
        write_motion(open_results(run), run / "out.html")
    assert not list(run.glob("*.html")) and not list(run.glob(".*.new"))
    return str(told.value)


def test_a_run_without_samples_of_links(run):
    lines = [line for line in (run / "samples.csv").read_text().splitlines() if "tx_gbps" not in line]
    (run / "samples.csv").write_text("\n".join(lines) + "\n")
    assert "samples.csv: no rows of port.tx_gbps" in refuse(run)


def test_a_run_without_samples(run):
    (run / "samples.csv").unlink()
    assert "samples.csv: no samples, so nothing moves" in refuse(run)


def test_a_run_without_links(run):
    (run / "links.csv").unlink()
    assert "links.csv: no links, so there is nothing to draw" in refuse(run)


def test_a_run_without_its_configuration(run):
    (run / "config.json").unlink()
    assert "config.json: lacks the key topology" in refuse(run)


def test_a_rate_that_is_none(run):
    edit(run / "config.json", lambda config: config["topology"].update(hostRate="fast"))
    assert 'config.json: topology.hostRate: found "fast"; allowed: rate' in refuse(run)


def test_a_state_that_is_none(run):
    text = (run / "evs.csv").read_text()
    (run / "evs.csv").write_text(text.replace(",skip,", ",lame,"))
    assert "column state: found 'lame'; allowed: good, skip, bad, denied" in refuse(run)


def test_without_d3_its_package_is_named(run, monkeypatch):
    monkeypatch.setattr(motion, "D3", Path("/nowhere/d3.min.js"))
    assert refuse(run).endswith("it comes with the Debian package node-d3")


def test_the_folder_of_a_page_is_made(run):
    write_motion(open_results(run), run / "none" / "page.html")
    assert [path.name for path in (run / "none").iterdir()] == ["page.html"]


# The page as a file


def test_the_same_results_give_the_same_bytes(run):
    pages = [motion.write_motion(open_results(run), run / name).read_bytes() for name in ("a.html", "b.html")]
    assert pages[0] == pages[1]
    assert str(run).encode() not in pages[0]


def test_text_of_a_run_cannot_leave_its_place(run):
    edit(run / "summary.json", lambda summary: summary.update(name="</script><b>&"))
    page = motion.write_motion(open_results(run), run / "page.html").read_text()
    assert "</script><b>" not in page
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
    assert data["name"] == "</script><b>&"
