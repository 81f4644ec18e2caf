# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""./mrc report: pages about one run and about several, and messages for folders without results."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import re
import subprocess
from html import unescape
from unittest.mock import Mock

import motion_runs
import numpy as np
import pandas as pd
import pytest
import report as command  # experiments/report.py
import synthetic
from matplotlib import colors
from matplotlib.backends.backend_agg import FigureCanvasAgg
from mrcbench import metrics, network, replay, style
from mrcbench.arguments import as_command
from mrcbench.drawing.runs import Run
from mrcbench.evs import ev_events
from mrcbench.results import ResultsError
from mrcbench.runreport import configuration, evs, flows, heat, loading, pages, samples, tables
from mrcbench.runreport import timelines, topology, verdict
from mrcbench.table import Table
from mrcbench.units import format_size, format_time
from running import SIMULATOR, TOP, needs_simulator
from synthetic import load_results, with_summary
from test_report import Page


def titles(text):
    """The headings of a page."""
    return [unescape(title) for title in re.findall(r"<h2>(.*?)</h2>", text)]


def changed(results, **parts):
    """Results with other tables or configuration, and other keys of the summary."""
    return with_summary(results, **parts.pop("summary", {})).changed(**parts)


def page_of(results, variant="MRC"):
    """The page of one run, read as HTML."""
    text = pages.single(Run("case", variant, results), None)
    Page(text)
    return text


RECOVERY = {
    "fault": 0, "what": "link-down", "object": "p0-t0-0--p0-t1-1", "at_ns": 1e6, "until_ns": 2e6, "first_loss_ns": 1e6,
    "last_loss_ns": 1.1e6, "lost_packets": 12, "trimmed_packets": 0, "evs_retired": 3, "evs_retired_wrongly": 0,
    "loss_free_after_ns": 1e5, "goodput_95_after_ns": 4e4, "qps_touched": 2, "qps_failed": 0,
    "evs_back_after_ns": float("nan"), "lost_answers": 1, "longest_qp_loss_ns": 1e5,
}  # fmt: skip


# --- pages ------------------------------------------------------------------------------------------------------------


def test_page_of_a_run_has_what_its_data_permit(folder):
    text = page_of(load_results(folder))
    assert titles(text) == [
        "Summary",
        "Throughput over time",
        "Key figures",
        "Jobs",
        "Configuration",
        "The network",
        "Times of transfers",
        "Planes over time",
        "Load of links between switches",
        "Load of the hosts' links",
    ]
    assert "<details><summary>" in text and "&#34;hostsPerT0&#34;: 4" in text


@pytest.mark.slow
def test_page_loads_nothing_and_is_the_same_every_time(folder):
    results = load_results(folder)
    text = page_of(results)
    assert text == page_of(results)
    found = Page(text)
    assert all(reference.startswith(("#", "data:image/png;base64,")) for reference in found.references)
    assert not {"script", "link", "img", "iframe"} & set(found.tags) and "http" not in text
    assert len(found.ids) == len(set(found.ids))
    assert str(folder) not in text


def test_sections_without_data_are_left_out(folder):
    for name in ("samples.csv", "links.csv", "events.csv"):
        (folder / name).unlink()
    assert titles(page_of(load_results(folder))) == [
        "Summary", "Times of transfers", "Key figures", "Jobs", "Configuration",
    ]  # fmt: skip


def test_a_run_without_messages(folder):
    results = load_results(folder)
    none = changed(results, jobs=results.jobs[:0], flows=results.flows[:0], samples=results.samples[:0],
                   summary={"flows_total": 0, "flows_completed": 0, "jobs": []})  # fmt: skip
    text = page_of(none)
    assert "No message was sent, so there is nothing to judge." in text
    assert "Times of transfers" not in titles(text)


@pytest.mark.slow
def test_a_run_of_which_nothing_arrived(folder):
    results = load_results(folder)
    lost = results.flows.assign(completed=False, end_ns=np.nan, fct_ns=np.nan, slowdown=np.nan)
    jobs = results.jobs.assign(end_ns=np.nan, duration_ns=np.nan, efficiency=np.nan, busbw_gbps=np.nan)
    stalled = changed(results, flows=lost, jobs=jobs, summary={"flows_completed": 0, "outcome": "stalled"})
    text = page_of(stalled)
    assert "It stalled with 112 messages not delivered" in text and "Times of transfers" not in titles(text)


def test_faults_evs_pauses_steps_and_verdicts_have_sections(folder):
    results = load_results(folder)
    events = pd.DataFrame({
        "time_ns": [1.1e6, 1.2e6, 3e6], "kind": ["ev-bad", "ev-replaced", "ev-good"], "object": ["h0/qp3"] * 3,
        "detail": ["plane 0 ev 0x5", "plane 0 ev 0x5 by 0x9", "plane 0 ev 0x5"],
    })  # fmt: skip
    port = "p0-t0-0--p0-t1-1"
    times = results.sample_times()
    extra = pd.DataFrame([(t, kind, obj, value) for t in times for kind, obj, value in (
        ("port.paused", port, 0.5), ("port.queue_bytes", port, 1000.0), ("qp.cwnd_bytes", "h0/qp3", 5000.0),
        ("qp.rtt_ns", "h0/qp3", 9000.0), ("qp.evs_good", "h0/qp3", 120.0), ("qp.evs_bad", "h0/qp3", 8.0),
        ("port.tx_gbps", port, 90.0), ("host.rx_gbps", "h1", 390.0), ("host.rx_gbps", "h2", 300.0))],
        columns=list(results.samples.columns))  # fmt: skip
    steps = pd.DataFrame({
        "job": "ring", "step": [0, 1], "start_ns": [0, 1e6], "end_ns": [1e6, 2e6], "duration_ns": [1e6, 1e6],
        "compute_ns": [4e5, 5e5], "slowest_flow": "", "slowest_src": "", "slowest_dst": "",
        "slowest_slowdown": np.nan, "completed": True, "repetition": 0,
    })  # fmt: skip
    monitor = pd.DataFrame({"time_ns": [1e6], "element": [port], "kind": ["fabric-link"], "state": ["faulty"],
                            "loss_share": [0.99], "true": [True]})  # fmt: skip
    links = results.links.assign(pauses_ns=5e5)
    rich = changed(results, events=events, samples=pd.concat([results.samples, extra]), steps=steps, monitor=monitor,
                   recovery=pd.DataFrame([RECOVERY]), links=links, summary={"pfc_pause_ns": 5e5})  # fmt: skip
    text = page_of(rich, "RoCE, 1 QP")
    for title in (
        "Faults and recovery", "Entropy values", "States of entropy values", "Ports over time",
        "PFC pauses over time", "Links with the longest PFC pauses", "Steps", "Verdicts of the monitor",
        "Queues and windows over time",
    ):  # fmt: skip
        assert title in titles(text), title
    assert "a fault (link-down) that took 12 data packets and 1 answer, with goodput back after 40 us" in text


def test_the_longest_pauses_are_listed_as_parts_of_the_run(folder):
    links = load_results(folder).links[:20]
    links = links.assign(pauses_ns=[1e3 * number for number in range(20)], pfc_frames=7, max_queue_bytes=2500.0)
    table = tables.pauses_table(links, 1e5)
    columns = dict(zip(table.header, zip(*table.rows)))
    assert columns["held"] == tuple(format_time(1e3 * number) for number in range(19, 7, -1))
    assert columns["% of the time"] == tuple(f"{number:.1f}" for number in range(19, 7, -1))
    assert {*columns["PFC frames"], *columns["longest queue (kB)"]} == {"7", "2.5"}
    assert len(tables.pauses_table(links[:3], 1e5).rows) == 2, "those without a pause are left out"


@pytest.mark.slow
def test_many_messages_make_no_larger_page(folder):
    results = load_results(folder)
    many = pd.concat([results.flows.assign(start_ns=results.flows["start_ns"] + i) for i in range(120)])
    assert len(many) > 13_000
    few, more = (len(page_of(changed(results, flows=flows))) for flows in (results.flows, many))
    assert more < few + 20_000


def test_hardly_any_samples_are_said_to_be_so(folder):
    results = load_results(folder)
    config = {**results.config, "measure": {"sampleInterval": results.summary["sim_time_ns"] / 2}}
    text = page_of(changed(results, samples=results.samples[:2], config=config))
    assert "Over time" in titles(text) and "Throughput over time" not in titles(text)


# --- words ------------------------------------------------------------------------------------------------------------


def said(results):
    return f"{verdict.answer(results, metrics.jobs_of(results))} {verdict.counts(results)}"


def test_a_good_run_is_said_to_be(make_run, scenario):
    good = synthetic.Behavior(efficiency=0.99, worst=1)
    text = said(make_run("ring", "MRC", scenario(), good).results)
    assert text == (
        "The least possible time of the job ring (all-reduce) is 99.0 % of the time it took; its bus bandwidth is "
        f"380.9 Gb/s. In {format_time(load_results(make_run('b', 'b', scenario(), good).results.path).summary['sim_time_ns'])} of "
        "simulated time all 112 messages arrived. No loss, trim, mark or pause worth mentioning was "
        "counted."
    )


def test_what_happened_is_counted(make_run, scenario):
    text = said(make_run("ring", "MRC", scenario(), synthetic.Behavior(efficiency=0.5, retransmits=5000, trims=900)).results)
    assert " is 49.9 % of the time it took" in text and "Counted: 5,000 retransmissions (" in text and "900 frames trimmed" in text


def test_uneven_load_counts_where_there_are_many_pairs(make_run, scenario):
    job = [{"name": "a2a", "type": "all-to-all", "bytes": "1MB"}]
    uneven = synthetic.Behavior(efficiency=0.5, uneven=1.0)
    text = said(make_run("a2a", "RoCE", scenario("roce", workload=job), uneven).results)
    assert "uneven load (the busiest uplink carried " in text
    single_pair = [{"name": "one", "type": "write", "hosts": [0, 5], "bytes": "1MB"}]
    assert "uneven" not in said(make_run("one", "RoCE", scenario("roce", workload=single_pair), uneven).results)


@pytest.mark.parametrize("count, words", [(1, "Counted: 1 time-out."), (3, "Counted: 3 time-outs.")])
def test_time_outs_are_counted_in_words(folder, count, words):
    assert words in said(changed(load_results(folder), summary={"timeouts": count}))


def test_units_round_up_to_the_next():
    assert format_time(999_980) == "1 ms" and format_time(999_400) == "999 us"
    assert format_size(999_980) == "1 MB"


# --- pieces -----------------------------------------------------------------------------------------------------------


def test_lines_are_thinned_to_means():
    line = timelines.thin(pd.Series(range(1000), index=range(1000), dtype=float), 100)
    assert len(line) == 100 and line.iloc[0] == 4.5 and line.index[0] == 9


def test_a_fault_hits_both_directions_and_all_links_of_a_switch(folder):
    ends = [("x", "y", 0), ("y", "x", 0), ("x", "y", 1), ("y", "x", 1), ("x", "z", 0), ("z", "x", 0), ("z", "w", 0), ("w", "z", 0)]
    links = pd.DataFrame(ends, columns=["a", "b", "index"]).assign(tier="switch-switch", plane=0)
    found = network.read_network(changed(load_results(folder), links=links))
    names = {number: link.name for number, link in enumerate(found.links)}
    for name, hit in {"x--y.1": {"x--y.1"}, "y--x.0": {"x--y.0"}, "x--z.0": {"x--z"}, "z": {"x--z", "z--w"}, "no": set()}.items():
        assert {names[link] for link in found.hit([name])} == hit


def test_maps_have_a_cell_per_link(folder):
    results = load_results(folder)
    found = heat.maps(changed(results, recovery=pd.DataFrame([RECOVERY])))
    assert {(one.tier, one.plane) for one in found} == {(t, plane) for t in ("t0-t1", "t1-t0") for plane in range(4)}
    own = next(one for one in found if one.plane == 0)
    assert own.broken.to_numpy().sum() == 1 and own.broken.loc["p0-t0-0", "p0-t1-1"]
    assert own.values.loc["p0-t0-0", "p0-t1-1"] == 0.5


def test_large_maps_become_coarse():
    values, step = heat._coarse(np.ones((2000, 3)))
    assert values.shape == (500, 3) and step == (4, 1)


def test_slowdowns_by_size_need_sizes():
    rows = pd.DataFrame({"bytes": [1000.0, 1000, 2000, 4000], "slowdown": [1.0, 3, 2, 5], "completed": True})
    found = flows.slowdowns(rows)
    assert list(found.index) == [1000, 2000, 4000] and list(found["p50"]) == [1, 2, 5] and list(found["count"]) == [2, 1, 1]
    assert flows.slowdowns(rows[:3]) is None
    many = pd.DataFrame({"bytes": np.arange(1, 1001) * 100.0, "slowdown": 1.0, "completed": True})
    assert len(flows.slowdowns(many)) <= 24 and flows.slowdowns(many)["count"].sum() == 1000
    assert flows.slowdowns(many).index.name == "size of the message, upper end of its class"
    some = pd.DataFrame({"bytes": np.arange(1, 25) * 100.0, "slowdown": 1.0, "completed": True})
    assert len(flows.slowdowns(some)) == 24 and flows.slowdowns(some).index.name == "size of the message"


def test_drawing_knows_what_faults_hit(folder):
    results = changed(load_results(folder), recovery=pd.DataFrame([{**RECOVERY, "object": "p2-t0-1--p2-t1-3 p0-t1-0"}]))
    figure = topology.drawing(results)
    assert [axis.get_title() for axis in figure.axes] == ["plane 0", "plane 2"]
    red = [[line for line in axis.lines if line.get_color() == style.BROKEN] for axis in figure.axes]
    assert [len(lines) for lines in red] == [2, 1]  # the links of a switch, and one link
    edged = [text.get_text() for axis in figure.axes for text in axis.texts if text.get_bbox_patch()
             and colors.to_hex(text.get_bbox_patch().get_edgecolor()) == style.BROKEN]  # fmt: skip
    assert edged == ["0"]
    assert "8 hosts, 4 planes of 2 T0s and 4 T1s each" in topology.description(results)


@pytest.mark.parametrize("hit", ["p1", "p1 p2", "p0 p1 p2 p3"])
def test_names_of_tiers_stand_close_to_the_boxes(folder, hit):
    objects = " ".join(f"{plane}-t0-0--{plane}-t1-0" for plane in hit.split())
    figure = topology.drawing(changed(load_results(folder), recovery=pd.DataFrame([{**RECOVERY, "object": objects}])))
    FigureCanvasAgg(figure).draw()
    assert len(figure.axes) == len(hit.split())
    for axis in figure.axes:
        boxes = [text.get_bbox_patch().get_window_extent() for text in axis.texts if text.get_bbox_patch()]
        names = {text.get_text(): text.get_window_extent() for text in axis.texts if not text.get_bbox_patch()}
        assert list(names) == ["hosts", "T0", "T1"]
        for name in names.values():
            assert axis.bbox.x0 <= name.x0 and axis.bbox.y0 <= name.y0 and name.y1 <= axis.bbox.y1
        assert names["hosts"].y0 < names["T0"].y0 < names["T1"].y0
        gap = min(box.x0 for box in boxes) - max(name.x1 for name in names.values())
        assert 0 < gap < figure.dpi


@pytest.mark.slow
def test_of_many_switches_those_with_faults_stand_alone(tmp_path):
    results = load_results(motion_runs.write_run(tmp_path / "run", motion_runs.scenario(128, 4, 1, 4)))
    results = changed(results, recovery=pd.DataFrame([{**RECOVERY, "object": "p0-t0-20--p0-t1-1"}]))
    texts = [text.get_text() for text in topology.drawing(results).axes[0].texts]
    assert {"0\nto\n1", "20", "21", "22\nto\n23", "3", "h0\nto\nh7", "T0", "T1", "hosts"} <= set(texts)


def test_losses_and_hosts_that_faults_name_stand_below_the_throughput(folder):
    results = load_results(folder)
    rows = [(t, "host.rx_gbps", host, 300.0) for t in results.sample_times() for host in ("h2", "h3", "h4", "h5", "h6")]
    found = pd.DataFrame(rows, columns=list(results.samples.columns))
    port = {**RECOVERY, "fault": 1, "what": "nic-port-down", "object": "h3--p0-t0-0", "lost_packets": 0}
    figure = samples.throughput_over_time(
        changed(results, samples=found, recovery=pd.DataFrame([RECOVERY, port])), "MRC"
    )
    hosts, losses = figure.axes
    assert [line.get_label() for line in hosts.lines][:2] == ["median of 5 hosts", "h3"]
    assert [text.get_text() for text in losses.texts] == [
        "link-down p0-t0-0--p0-t1-1: 12 packets lost, the last after 100 us",
        "nic-port-down h3--p0-t0-0: no packet lost",
    ]
    assert len(losses.patches) == 1


def test_evs_out_of_use_are_counted_by_plane(folder):
    rows = [(1e6, "ev-bad", "plane 0 ev 0x1"), (2e6, "ev-denied", "plane 0 ev 0x2"), (3e6, "ev-good", "plane 0 ev 0x1")]
    events = pd.DataFrame(rows, columns=["time_ns", "kind", "detail"]).assign(object="h0/qp3")
    results = changed(load_results(folder), events=events)
    above, below = evs.ev_timeline(results, ev_events(results)).axes
    assert list(above.lines[0].get_ydata()) == [0, 1, 2, 1, 1] and above.lines[0].get_label() == "plane 0"
    assert below.get_ylabel() == "QP end" and {line.get_label() for line in below.lines} >= {"retired", "denied", "back"}


@pytest.mark.parametrize("qps, hosts, rows", [(48, 48, "QP end"), (49, 48, "host"), (49, 1, "host"), (49, 49, "plane")])
def test_events_of_evs_have_a_row_per_qp_host_or_plane_as_there_is_room(folder, qps, hosts, rows):
    found = [(1e6, "ev-bad", "plane 3 ev 0x1", f"h{qp % hosts}/qp{qp}") for qp in range(qps)]
    events = pd.DataFrame(found, columns=["time_ns", "kind", "detail", "object"])
    results = changed(load_results(folder), events=events)
    _, below = evs.ev_timeline(results, ev_events(results)).axes
    number = {"QP end": qps, "host": hosts, "plane": 1}[rows]
    assert below.get_ylabel() == rows and below.get_ylim() == (number - 0.5, -0.5)


def test_columns_that_are_all_zero_are_left_out():
    table = tables.recovery_table([("", pd.DataFrame([RECOVERY]))])
    assert "trims until back" not in table.header and "EVs retired" in table.header and "run" not in table.header
    row = dict(zip(table.header, table.rows[0]))
    assert row["lost"] == "12" and row["goodput after"] == "40 us"


# --- names and differences --------------------------------------------------------------------------------------------


def write_runs(base, *configs):
    """Results folders, named by the keys."""
    for name, config in configs:
        synthetic.write_results(base / name, {**config, "name": name})
    return base


def test_the_same_work_is_one_case(tmp_path, scenario):
    fault = [{"at": "1ms", "what": "link-down", "for": "1ms"}]
    late = [{"at": "2ms", "what": "link-down", "for": "1ms"}]
    base = write_runs(
        tmp_path, ("ring-cut-mrc", scenario("mrc", faults=fault)), ("ring-cut-roce", scenario("roce", qps=8, faults=late)),
        ("ring-mrc", scenario("mrc")), ("ring-roce", scenario("roce")),
    )  # fmt: skip
    runs = loading.collect([base])
    assert {(run.case, run.variant) for run in runs} == {
        ("ring-cut", "MRC"), ("ring-cut", "RoCE, 8 QPs"), ("ring", "MRC"), ("ring", "RoCE, 1 QP"),
    }  # fmt: skip


def test_runs_of_one_name_are_told_apart_by_what_differs(tmp_path, scenario):
    big = scenario("mrc")
    big["workload"][0]["bytes"] = "128MB"
    other = scenario("mrc")
    other["seed"] = 2
    for name, config in (("a", scenario("mrc")), ("b", big), ("c", other), ("d", scenario("mrc"))):
        synthetic.write_results(tmp_path / name, config)
    names = [(run.case, run.variant) for run in loading.collect([tmp_path])]
    assert len(set(names)) == 4
    assert any("bytes 128MB" in case for case, _ in names) and any("seed 2" in variant for _, variant in names)


def test_where_scenarios_differ(tmp_path, scenario):
    base = write_runs(tmp_path, ("x-mrc", scenario("mrc")), ("x-roce", scenario("roce")))
    table = configuration.between(loading.collect([base]))
    rows = {row[0]: row[1:] for row in table.rows}
    assert tuple(rows["topology.planes"]) == ("4", "1")
    assert tuple(rows["transport.routing"]) == ("srv6", "-"), "a key that one of them lacks"
    assert "topology.hosts" not in rows and "name" not in rows


def test_long_lists_are_told_by_their_length():
    rows = [(f"faults[{i}].{key}", "x", "none") for i in range(10) for key in ("at", "what", "link")]
    table = configuration._collapsed(("key", "value", "default"), [("name", "n", "none"), *rows])
    assert table.rows == [("name", "n", "none"), ("faults", "10 entries", "none")]


@needs_simulator
@pytest.mark.parametrize("name", sorted(path.stem for path in (TOP / "test" / "golden").glob("*.json")))
def test_differences_are_those_that_the_scenario_made(name):
    """The differences of a scenario with all defaults filled in are exactly the keys of its author."""
    path = TOP / "test" / "golden" / f"{name}.json"
    written = configuration.leaves(json.loads(path.read_text(encoding="utf-8")))
    done = subprocess.run([SIMULATOR, "check", path], capture_output=True, text=True, check=True)
    table, known = configuration.differences(json.loads(done.stdout), SIMULATOR)
    assert known
    extra = {row[0] for row in table.rows if "entries" not in row[1]} - set(written)
    extra = {path for path in extra if not path.startswith(("workload[", "faults[", "measure.pcap["))}
    # Implicit values, a list, and a delay that comes with a rate
    assert extra <= {"transport.type", "topology.nodes", "topology.links", "topology.serverDelay", "..."}


# --- the command ------------------------------------------------------------------------------------------------------


def run_command(*arguments):
    return as_command("report", lambda: command.main([*map(str, arguments), "--mrc-sim", "/nonexistent"]))


@pytest.mark.slow
def test_page_goes_beside_the_results(folder, capsys):
    assert run_command(folder) == 0
    assert capsys.readouterr().out == f"Report: {folder}/report.html\n"
    assert "Summary" in (folder / "report.html").read_text(encoding="utf-8")


def test_figures_show_the_first_eight_cases_and_variants_that_sent_something():
    runs = [
        Mock(case=f"c{case}", variant=f"mrc-{variant}", results=Mock(summary={"flows_completed": int(case != 3)}))
        for case in range(10) for variant in range(9)
    ]  # fmt: skip
    shown = {(run.case, run.variant) for run in pages.drawn(runs)}
    assert shown == {(f"c{case}", f"mrc-{variant}") for case in (0, 1, 2, 4, 5, 6, 7, 8) for variant in range(8)}


@pytest.mark.slow
def test_several_runs_on_one_page(tmp_path, scenario, capsys):
    base = write_runs(tmp_path / "runs", ("ring-mrc", scenario("mrc")), ("ring-roce", scenario("roce")))
    out = tmp_path / "page.html"
    assert run_command(base / "ring-mrc", base / "ring-roce", "--out", out) == 0
    assert capsys.readouterr().out == f"Report: {out}\n" and not (base / "ring-mrc" / "report.html").exists()
    text = out.read_text(encoding="utf-8")
    Page(text)
    assert titles(text)[:2] == ["Bandwidth", "Runs"]
    assert {"Bandwidth", "Flow times", "Pauses and queues", "Throughput over time"} <= set(titles(text))
    assert run_command(base / "ring-mrc", base / "ring-roce", "--out", tmp_path / "again.html") == 0
    assert (tmp_path / "again.html").read_bytes() == out.read_bytes()


def test_a_page_of_several_runs_has_the_name_of_their_folder(tmp_path, scenario, capsys, monkeypatch):
    monkeypatch.setattr(command, "of_several", lambda title, *others: [title])
    base = write_runs(tmp_path / "my-runs", ("a", scenario("mrc")), ("b", scenario("roce")))
    assert run_command(base) == 0 and capsys.readouterr().out == "my-runs\n"
    assert run_command(base / "a", base / "b") == 0 and capsys.readouterr().out == "Runs side by side\n"


@pytest.mark.slow
def test_many_runs_have_a_table_and_some_figures(tmp_path, scenario):
    runs = []
    for seed in range(12):
        config = scenario("mrc")
        config["seed"] = seed
        path = synthetic.write_results(tmp_path / f"seed{seed}", config)
        runs.append(Run("ring", f"MRC, seed {seed}", load_results(path)))
    text = pages.comparison("many", runs)
    assert "Figures show 8 of the 12 runs; the table has all." in text
    assert text.count("MRC, seed 11") >= 1


def drop_column(folder, name, column):
    path = folder / name
    pd.read_csv(path, dtype=str).drop(columns=column).to_csv(path, index=False)


def set_summary(folder, **keys):
    path = folder / "summary.json"
    summary = {**json.loads(path.read_text(encoding="utf-8")), **keys}
    path.write_text(json.dumps({key: value for key, value in summary.items() if value is not ...}), encoding="utf-8")


BAD = [
    (lambda folder: (folder / "flows.csv").unlink(), "not a results folder, it lacks flows.csv"),
    (lambda folder: (folder / "summary.json").unlink(), "not a results folder, it lacks summary.json"),
    (lambda folder: (folder / "config.json").unlink(), "not a results folder, it lacks config.json"),
    (lambda folder: [path.unlink() for path in folder.iterdir()], "no results here or below"),
    (lambda folder: drop_column(folder, "links.csv", "index"), "another version of the simulator"),
    (lambda folder: set_summary(folder, planes=...), "lacks the key planes; it was written by another version"),
    (lambda folder: (folder / "summary.json").write_text("{"), "summary.json: line 1: not JSON: Expecting"),
    (lambda folder: (folder / "config.json").write_text("[]"), "config.json: a JSON object is expected"),
    (lambda folder: (folder / "samples.csv").write_text("time_ns,kind,object,value\nx,a,b,1\n"), "line 2, column time_ns"),
    (lambda folder: (folder / "flows.csv").write_bytes(b"\xff\xfe"), "flows.csv: "),
    (lambda folder: set_summary(folder, program="capacity"), "made by mrc-sim capacity, which simulates nothing"),
]


@pytest.mark.parametrize("damage, reason", BAD, ids=[reason for _, reason in BAD])
def test_what_is_no_result_is_told_in_a_sentence(folder, capsys, damage, reason):
    damage(folder)
    before = sorted(os.listdir(folder))
    assert run_command(folder) == 2
    said_so = capsys.readouterr()
    assert reason in said_so.err and said_so.err.count("\n") == 1 and said_so.err.startswith("report: ")
    assert said_so.out == "" and sorted(os.listdir(folder)) == before


def test_a_folder_that_is_not_there(tmp_path, capsys):
    assert run_command(tmp_path / "none") == 2
    assert capsys.readouterr().err == f"report: {tmp_path}/none: no such results folder\n"


def test_a_file_is_no_folder(folder, capsys):
    assert run_command(folder / "summary.json") == 2
    assert "no such results folder" in capsys.readouterr().err


@pytest.mark.slow
def test_where_the_page_cannot_be(folder, tmp_path, capsys):
    assert run_command(folder, "--out", tmp_path) == 2
    assert "this is a folder" in capsys.readouterr().err
    assert run_command(folder, "--out", tmp_path / "no" / "page.html") == 2
    assert "there is no folder" in capsys.readouterr().err
    assert run_command(folder, "--out", "/proc/page.html") == 2
    assert capsys.readouterr().err.splitlines()[-1] == "report: /proc/page.html: No such file or directory"
    assert not (folder / "report.html").exists()


def fake_motion(monkeypatch, why="", fails=False):
    """A motion page that is written at once or fails; `why` is the reason that a run cannot be repeated."""

    def write_motion(_results, output):
        if fails:
            raise ResultsError("there is nothing to move")
        output.write_text("<html></html>")
        return output

    @contextlib.contextmanager
    def detailed(results, _mrc_sim, _limit_s):
        if why:
            raise replay.ReplayError(why)
        yield results

    monkeypatch.setattr(command, "write_motion", write_motion)
    monkeypatch.setattr(replay, "detailed", detailed)


def test_the_run_in_motion_is_beside_the_page(folder, capsys, monkeypatch, fake_simulator):
    fake_motion(monkeypatch, why="it would take 9 min")
    assert command.main([str(folder), "--mrc-sim", str(fake_simulator)]) == 0
    said_so = capsys.readouterr()
    assert said_so.out.splitlines() == [f"Report: {folder}/report.html", f"Motion: {folder}/motion.html"]
    assert "motion: it would take 9 min" in said_so.err
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert '<a href="motion.html">' in text and "it would take 9 min" in text


@pytest.mark.slow
def test_what_cannot_be_shown_in_motion_has_a_page(folder, capsys, monkeypatch, fake_simulator):
    fake_motion(monkeypatch, fails=True)
    assert command.main([str(folder), "--mrc-sim", str(fake_simulator)]) == 0
    assert "report: no motion: there is nothing to move\n" in capsys.readouterr().err
    assert "motion.html" not in (folder / "report.html").read_text(encoding="utf-8")


def test_why_there_is_no_detail_is_why_there_is_no_motion(folder, capsys, monkeypatch, fake_simulator):
    fake_motion(monkeypatch, why="it would take 9 min", fails=True)
    assert command.main([str(folder), "--mrc-sim", str(fake_simulator)]) == 0
    assert capsys.readouterr().err == "report: no motion: it would take 9 min\n"


@pytest.mark.slow
def test_motion_can_be_left_out(folder, monkeypatch, fake_simulator):
    fake_motion(monkeypatch)
    assert command.main([str(folder), "--no-motion", "--mrc-sim", str(fake_simulator)]) == 0
    assert not (folder / "motion.html").exists()


@pytest.mark.slow
def test_several_runs_are_linked_in_motion(tmp_path, scenario, monkeypatch, fake_simulator):
    fake_motion(monkeypatch)
    pairs = []
    monkeypatch.setattr(command, "page_data", lambda results, end_ns: (results.path.name, end_ns))
    monkeypatch.setattr(command, "write_pair", lambda title, runs, output: pairs.append((title, runs, output)))
    runs = ("ring-mrc", scenario("mrc")), ("ring-roce", scenario("roce"))
    base = write_runs(tmp_path / "runs", *runs)
    assert command.main([str(base), "--mrc-sim", str(fake_simulator)]) == 0
    text = (base / "report.html").read_text(encoding="utf-8")
    assert '<a href="ring-mrc/motion.html">' in text and (base / "ring-roce" / "motion.html").exists()
    ((title, pages, output),) = pairs
    end_ns = max(json.loads((base / name / "summary.json").read_text())["sim_time_ns"] for name, _ in runs)
    assert title == "runs" and output == base / "motion-both.html" and '<a href="motion-both.html">' in text
    assert [data for _, data in pages] == [(name, end_ns) for name, _ in runs]
    write_runs(base, ("third", scenario("mrc")))
    assert command.main([str(base), "--mrc-sim", str(fake_simulator)]) == 0 and len(pairs) == 1


def page_of_scenario(path, out):
    """The report on a run of a scenario."""
    subprocess.run([SIMULATOR, "run", path, "--out", out, "--quiet"], capture_output=True, check=False)
    assert command.main([str(out), "--no-motion", "--mrc-sim", str(SIMULATOR)]) == 0, path.stem
    return out / "report.html"


@needs_simulator
@pytest.mark.parametrize("every", [pytest.param(4, marks=pytest.mark.slow), pytest.param(1, marks=pytest.mark.long)])
def test_golden_scenarios_have_pages_that_fit_their_window(tmp_path, every):
    chromium = pytest.importorskip("chromium")
    scenarios = sorted((TOP / "test" / "golden").glob("*.json"))[::every]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        pages = list(pool.map(page_of_scenario, scenarios, [tmp_path / path.stem for path in scenarios]))
    with chromium.open_page(pages[0], (420, 900)) as driver:
        for page in pages:
            driver.get(page.as_uri())
            assert chromium.overflow(driver) == 0, page
            assert chromium.complaints(driver) == [], page


def test_tables_are_tables(folder):
    results = load_results(folder)
    for table in (tables.key_figures(results), tables.jobs_table(results, metrics.jobs_of(results))):
        assert isinstance(table, Table) and all(len(row) == len(table.header) for row in table.rows)


@pytest.mark.parametrize("names, label", [(["h0/qp3"], "h0/qp3"), (["h0/qp3", "h1/qp3"], "median of 2 QP ends")])
def test_a_single_qp_end_is_named(folder, names, label):
    results = load_results(folder)
    rows = [(time, "qp.cwnd_bytes", name, 5000.0) for time in results.sample_times() for name in names]
    extra = pd.DataFrame(rows, columns=list(results.samples.columns))
    clock = Mock()
    samples._band(Mock(), clock, changed(results, samples=extra), "qp.cwnd_bytes", "window", "MRC")
    calls = [*clock.draw.mock_calls, *clock.draw_band.mock_calls]
    assert [call.kwargs.get("label") or call.args[2] for call in calls] == [label]
