# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers computed from results: goodput, shares, recovery after a failure."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from mrcbench import measure, metrics
from mrcbench.results import Results
from mrcbench.runreport.tables import jobs_table
from mrcbench.suite import tidy
from synthetic import MRC, Behavior

Make = Callable[..., Any]

INCAST = [
    {"name": "incast", "type": "incast", "receiver": 0, "senders": [4, 5, 6], "bytes": "8MB"},
    {"name": "victim", "type": "write", "hosts": [7, 1], "bytes": "24MB"},
]


def one_job(kind: str, *flows: dict[str, Any]) -> Results:
    """The results of a job `"j"` with given messages: at least size, start and end."""
    usual = {
        "job": "j",
        "step": 0,
        "dst": "0",
        "retransmits": 0,
        "trims": 0,
        "timeouts": 0,
        "completed": True,
    }
    rows = [{**usual, "src": str(place + 1), **flow} for place, flow in enumerate(flows)]
    job = {"job": "j", "type": kind, "efficiency": 0.5, "busbw_gbps": 1.0}
    none = pd.DataFrame()
    table = pd.DataFrame(rows)
    return Results(Path(), {}, {}, pd.DataFrame([job]), table, none, none, none)


def test_fault_for_good_has_no_end(make_run: Make, scenario: Make) -> None:
    run = make_run("a", "MRC", scenario(faults=[{"at": "1ms", "what": "link-down"}]))
    outage = metrics.first_outage(run.results)
    assert outage is not None and (outage.start_ns, outage.end_ns) == (1e6, None)


def test_the_first_outage_is_the_earliest(make_run: Make, scenario: Make) -> None:
    faults = [{"at": f"{ms}ms", "what": "link-down"} for ms in (3, 1, 2)]
    outage = metrics.first_outage(make_run("a", "MRC", scenario(faults=faults)).results)
    assert outage is not None and outage.start_ns == 1e6


def test_windows_side_by_side_share_nothing(make_run: Make, scenario: Make) -> None:
    results = make_run("a", "MRC", scenario()).results
    ends = results.flows["end_ns"].iloc[0]
    results = results.changed(
        flows=results.flows.assign(retransmits=1, trims=0), jobs=results.jobs.assign(start_ns=1e6, end_ns=2e6, duration_ns=1e6)
    )
    parts = [measure.losses(results, "*", "sender", window, "sum") for window in (measure.between(end=ends), measure.between(ends))]
    assert sum(parts) == len(results.flows) and parts[0] > 0
    for start, end, touched in ((0, 1e6, False), (0, 1e6 + 1, True), (2e6 - 1, 9e6, True), (2e6, 9e6, False)):
        assert np.isnan(measure.steps(results, "*", measure.between(start, end), touching=True)) != touched


def test_a_window_from_the_end_of_a_run_on_measures_nothing(make_run: Make, scenario: Make) -> None:
    results = make_run("a", "MRC", scenario()).results
    end = results.summary["sim_time_ns"]
    for start, known in ((end - 1, True), (end, False)):
        assert np.isnan(measure.losses(results, "*", "sender", measure.between(start), "sum")) != known


def test_a_moving_mean_is_of_the_samples_of_its_window() -> None:
    samples = pd.Series([1.0, 3.0, 8.0], index=[10, 20, 30])
    assert metrics.moving_mean(samples[:2], 20).to_dict() == {20: 2}
    assert metrics.moving_mean(samples, 20).to_dict() == {20: 2, 30: 5.5}
    assert metrics.moving_mean(samples, 2).to_dict() == samples.to_dict()


def test_payload_rate_of_mrc_and_roce(make_run: Make, scenario: Make) -> None:
    mrc = make_run("a", "MRC", scenario("mrc")).results
    roce = make_run("a", "RoCE", scenario("roce")).results
    assert metrics.payload_rate_gbps(mrc) == pytest.approx(400 * 4096 / 4258)
    assert metrics.payload_rate_gbps(roce) == pytest.approx(400 * 4096 / 4198)
    del roce.config["topology"]["planes"]
    assert metrics.payload_rate_gbps(roce) == pytest.approx(400 * 4096 / 4198)


def test_parts_on_several_qps_are_one_transfer(make_run: Make, scenario: Make) -> None:
    one = make_run("a", "1", scenario("roce", qps=1), MRC).results
    eight = make_run("a", "8", scenario("roce", qps=8), MRC).results
    assert len(eight.flows) == 8 * len(one.flows)
    whole = metrics.transfers(eight.flows)
    single = metrics.transfers(one.flows)
    assert len(whole) == len(single)
    assert whole["bytes"].sum() == pytest.approx(single["bytes"].sum(), rel=1e-3)
    assert whole["fct_ns"].tolist() == single["fct_ns"].tolist()


def test_transfer_with_a_missing_part_is_incomplete(make_run: Make, scenario: Make) -> None:
    run = make_run("a", "8", scenario("roce", qps=8), Behavior(lost=1))
    whole = metrics.transfers(run.results.flows)
    assert (~whole["completed"]).sum() == 1
    job = metrics.job_metrics(run.results, "ring")
    assert not job.completed
    assert np.isfinite(job.fct_max_us)


def test_numbers_of_an_incast(make_run: Make, scenario: Make) -> None:
    how = Behavior(efficiency=0.9, worst=0.8, retransmits=5, trims=7, victim=0.75)
    results = make_run("a", "MRC", scenario(workload=INCAST), how).results
    incast, victim = metrics.jobs_of(results)
    rate = 400 * 4096 / 4258
    # Efficiencies are 0.9 times 0.8, 1.0 and 0.9 (in some order), shared by three senders.
    assert incast.goodput_mean_gbps == pytest.approx(rate / 3 * 0.81, rel=1e-4)
    assert incast.goodput_min_gbps == pytest.approx(rate / 3 * 0.72, rel=1e-4)
    assert incast.share_deviation == pytest.approx(0.09 / 0.81, rel=1e-3)
    assert incast.measure == "total"
    assert incast.bandwidth_gbps == pytest.approx(rate * 0.72, rel=1e-4)
    assert incast.efficiency == pytest.approx(0.72, rel=1e-4)
    assert (incast.transfers, incast.retransmits, incast.trims) == (3, 5, 7)
    assert victim.measure == "goodput"
    assert victim.bandwidth_gbps == victim.goodput_mean_gbps
    assert victim.bandwidth_gbps == pytest.approx(rate * 0.75, rel=1e-4)


def test_collective_is_judged_by_bus_bandwidth(make_run: Make, scenario: Make) -> None:
    results = make_run("a", "MRC", scenario()).results
    job = metrics.jobs_of(results)[0]
    assert job.measure == "busbw"
    assert job.bandwidth_gbps == pytest.approx(results.jobs["busbw_gbps"].iloc[0])


def test_loads_of_planes_and_uplinks(make_run: Make, scenario: Make) -> None:
    results = make_run("a", "MRC", scenario(), Behavior(uneven=0.5)).results
    planes = metrics.plane_bytes(results)
    assert list(planes.index) == [0, 1, 2, 3]
    assert planes[3] / planes[0] == pytest.approx(1.03, rel=1e-4)
    loads = metrics.uplink_loads(results)
    assert len(loads) == 4 * 2 * 4
    assert loads.mean() == pytest.approx(1)
    assert loads.is_monotonic_decreasing
    assert loads.iloc[0] > 1.2


def test_a_sender_has_one_goodput_for_all_its_qps(make_run: Make, scenario: Make) -> None:
    flows = make_run("incast", "MRC", scenario(qps=2, workload=INCAST)).results.flows
    flows = flows[flows["job"] == "incast"].reset_index(drop=True)
    flows["start_ns"], flows["end_ns"] = 1e3, 2e3 + 1e3 * flows["qp"]
    flows["bytes"] = 500
    rates = metrics.sender_goodputs_gbps(flows)
    assert rates.to_dict() == {"4": 4.0, "5": 4.0, "6": 4.0}, "1000 B in the 2 us of the later QP"
    flows.loc[0, "completed"] = False
    assert metrics.sender_goodputs_gbps(flows).isna().to_dict() == {
        "4": True, "5": False, "6": False,
    }  # fmt: skip


def test_trims_are_told_per_packet_that_was_needed(make_run: Make, scenario: Make) -> None:
    config = scenario(workload=INCAST[:1])
    results = make_run("incast", "MRC", config, Behavior(trims=150)).results
    flows = results.flows
    flows["packets"], flows["retransmits"] = 150, 50
    assert metrics.trims_per_packet(results) == pytest.approx(150 / (3 * 100))
    flows["retransmits"] = 150
    assert np.isnan(metrics.trims_per_packet(results)), "nothing was sent"
    flows["retransmits"] = 50
    flows.loc[0, "completed"] = False
    assert np.isnan(metrics.trims_per_packet(results)), "only the trims of an unfinished flow are known"


def test_percentiles_of_flow_times_are_those_of_their_names() -> None:
    flows = [{"bytes": 1, "start_ns": 0, "end_ns": 1e3 * time} for time in range(101, 0, -1)]
    job = metrics.job_metrics(one_job("write", *flows), "j")
    # Of 1 to 101 us, the first that 50.5 and 99.99 of them do not exceed
    assert job.fct_p50_us == pytest.approx(51)
    assert job.fct_p99_us == pytest.approx(100)
    assert job.fct_max_us == pytest.approx(101)


def test_share_deviation_is_that_of_the_farthest_below_or_above() -> None:
    flows = [{"bytes": size, "start_ns": 0, "end_ns": 8} for size in (10, 10, 4)]
    # 10, 10 and 4 Gb/s are 1.25, 1.25 and 0.5 of their mean
    assert metrics.job_metrics(one_job("incast", *flows), "j").share_deviation == pytest.approx(0.5)


def test_total_of_an_incast_lasts_from_the_first_post_to_the_last_delivery() -> None:
    first = {"bytes": 1000, "start_ns": 0, "end_ns": 2000}
    second = {"bytes": 1000, "start_ns": 1000, "end_ns": 4000}
    job = metrics.job_metrics(one_job("incast", first, second), "j")
    assert job.bandwidth_gbps == pytest.approx(2000 * 8 / 4000)


def test_messages_of_several_steps_are_transfers_of_their_own() -> None:
    part = {"src": "1", "bytes": 500, "start_ns": 0, "end_ns": 10}
    results = one_job("all-reduce", part, part, {**part, "step": 1})
    assert metrics.transfers(results.flows)["bytes"].tolist() == [1000, 500]


@pytest.mark.parametrize("routing, overhead", [("srv6", 162), ("ecmp", 122), ("structured", 122)])
def test_segment_header_of_srv6_takes_40_bytes_of_a_packet(
    make_run: Make, scenario: Make, routing: str, overhead: int
) -> None:
    config = scenario("mrc")
    config["transport"]["routing"] = routing
    rate = metrics.payload_rate_gbps(make_run("a", "MRC", config).results)
    assert rate == pytest.approx(400 * 4096 / (4096 + overhead))


def test_bytes_of_a_plane_are_those_that_leave_hosts() -> None:
    columns = ["tier", "plane", "a", "b", "bytes"]
    rows = [
        ("host-t0", 0, "h0", "p0-t0-0", 100),
        ("host-t0", 0, "h1", "p0-t0-0", 20),
        ("t0-host", 0, "p0-t0-0", "h0", 5000),
        ("t0-t1", 0, "p0-t0-0", "p0-t1-0", 70),
        ("host-t0", 1, "h0", "p1-t0-0", 3),
    ]
    results = one_job("write").changed(links=pd.DataFrame(rows, columns=columns))
    assert metrics.plane_bytes(results).to_dict() == {0: 120, 1: 3}


def test_a_rate_of_several_repetitions_is_the_amount_over_the_mean_time() -> None:
    """As in nccl-tests, whose bandwidth is the size over the mean time: it is no mean of rates."""
    times, size, ideal = [1024e3, 22e3], 1e6, 20e3
    rows = [{"job": "j", "repetition": place, "type": "all-reduce", "bytes": size, "hosts": 8, "start_ns": 0.0,
             "end_ns": time, "duration_ns": time, "algbw_gbps": 8 * size / time, "busbw_gbps": 14 * size / time,
             "ideal_ns": ideal, "efficiency": ideal / time} for place, time in enumerate(times)]  # fmt: skip
    results = one_job("all-reduce", {"bytes": size, "start_ns": 0.0, "end_ns": 1024e3})
    results.jobs = pd.DataFrame(rows)
    mean, cells = sum(times) / 2, tidy.flatten({"jobs": rows})
    for column, amount in (("algbw_gbps", 8 * size), ("busbw_gbps", 14 * size), ("efficiency", ideal)):
        found = [cells[f"jobs.j.{column}"], measure.job(results, column)]
        assert found == pytest.approx([amount / mean] * 2), column
    job = metrics.job_metrics(results, "j")
    assert (job.bandwidth_gbps, job.efficiency) == pytest.approx((14 * size / mean, ideal / mean))
    assert measure.efficiency(results, "j") == job.efficiency
    assert measure.job(results, "busbw_gbps", stat="min") == rows[0]["busbw_gbps"]
    table = jobs_table(results, [job])
    shown = dict(zip(table.header, table.rows[0]))
    assert (shown["mean time"], shown["algbw (Gb/s)"]) == ("523 us", f"{8 * size / mean:.1f}")
    assert (shown["busbw (Gb/s)"], shown["% of ideal"]) == (f"{14 * size / mean:.1f}", f"{100 * ideal / mean:.1f}")
