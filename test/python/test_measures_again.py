# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measures are computed again in another way (plain_measures.py), from real runs, with random windows and statistics."""

from __future__ import annotations

import csv
import json
import math
import random
import statistics
import sys

import mrcbench
import numpy as np
import plain_measures as plain
import pytest
from mrcbench import measure, metrics
from mrcbench.results import open_results
from mrcbench.suite import columns, tidy
from mrcbench.suite.series import table_over_time
from running import SIMULATOR, TOP, needs_simulator

pytestmark = needs_simulator

CLOS = {"type": "clos", "planes": 2, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 2, "hostRate": "100Gbps"}
STAGGERED = {"name": "staggered", "type": "flows", "flows": [
    {"src": 0, "dst": 4, "bytes": "400KB", "start": "0ns"}, {"src": 1, "dst": 5, "bytes": "300KB", "start": "4us"},
    {"src": 2, "dst": 6, "bytes": "500KB", "start": "7us"}, {"src": 2, "dst": 7, "bytes": "100KB", "start": "30us"},
]}  # fmt: skip


def scenario(name, *jobs, **more):
    measured = {"sampleInterval": "2us", **more.pop("measure", {})}
    return {"schema": 1, "name": name, "topology": CLOS, "transport": {"type": "mrc"}, "workload": list(jobs),
            "measure": measured, **more}  # fmt: skip


def cut(host, at, duration):
    return {"at": at, "what": "link-down", "link": {"plane": 0, "host": host}, "for": duration}


SCENARIOS = {
    "two jobs and two faults at once": scenario(
        "faults", {"name": "ring", "type": "all-reduce", "bytes": "2MB", "repeat": 3}, STAGGERED,
        {"name": "late", "type": "write", "hosts": [3, 4], "bytes": "600KB", "start": "20us", "qps": 3},
        faults=[cut(1, "110us", "40us"), cut(2, "110us", "25us")],
    ),
    "a long job around a fault": scenario(
        "long", {"name": "ring", "type": "all-reduce", "bytes": "16MB"}, STAGGERED, faults=[cut(1, "300us", "200us")],
        measure={"sampleInterval": "10us"},
    ),
    "an incast with captures": scenario(
        "incast", {"name": "incast", "type": "incast", "receiver": 0, "senders": [3, 4, 5, 6], "bytes": "300KB"},
        {"name": "victim", "type": "write", "hosts": [7, 1], "bytes": "200KB", "repeat": 4, "qps": 2},
        loss=[{"where": "nic-rx", "rate": 0.01}],
        measure={"pcap": [{"host": host, "plane": plane, "log": True} for host in (3, 7) for plane in (0, 1)]},
    ),
    "two transports": scenario(
        "classes", {"name": "mrc", "type": "permutation", "bytes": "500KB", "repeat": 2},
        {"name": "tcp", "type": "permutation", "bytes": "200KB", "transport": "tcp", "start": "5us"},
    ),
    "a run that is stopped": scenario(
        "stopped", STAGGERED, {"name": "ring", "type": "all-reduce", "bytes": "4MB", "qps": 2, "repeat": 2}, stop="61us",
        faults=[cut(1, "20us", "15us")],
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=SCENARIOS)
def pair(request, tmp_path_factory):
    """A run, for the measures and for their second implementation."""
    folder = tmp_path_factory.mktemp("run") / "run"
    mrcbench.run(SCENARIOS[request.param], out=folder, mrc_sim=SIMULATOR)
    return open_results(folder), plain.Run(folder)


def same(found, expected, place):
    assert math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9) or found == expected or (
        math.isnan(found) and math.isnan(expected)
    ), (place, found, expected)  # fmt: skip


class Draws:
    """Random arguments of measures: instants are those of the run, where a comparison can be wrong by one sample."""

    def __init__(self, run, seed):
        self.rng = random.Random(f"{seed} {run.summary['name']}")
        rows = [*run.rows("jobs"), *run.rows("flows")]
        self.instants = [time / 1000 for time in run.times()] or [0.0]
        self.instants += [float(row[key]) for row in rows for key in ("start_ns", "end_ns") if row[key]]
        self.instants += [float(row["time_ns"]) for row in run.rows("events")]
        self.jobs = sorted({row["job"] for row in run.rows("jobs")}) or ["none"]

    def pattern(self):
        names = [self.rng.choice(self.jobs) for _ in range(2)]
        return self.rng.choice(["*", *self.jobs, names, [names[0][:2] + "*"], "nothing"])

    def stat(self):
        return self.rng.choice(sorted(plain.STATISTICS))

    def window(self, repeated=True):
        """The same window for both implementations."""
        start, end = sorted(self.rng.choice([0.0, *self.instants]) for _ in range(2))
        end = self.rng.choice([end, math.inf])
        every, times = (end - start, self.rng.choice([1, 2, 3])) if repeated and end < math.inf else (0, 1)
        own = self.rng.choice([(start, end, 2 * every, times), plain.WHOLE])
        return measure.Window(*own), own

    def duration(self):
        return self.rng.choice(["2us", "5us", "10us", "17us", 4000.0])


def check_all(results, run, seed):
    """Compare every measure once, with arguments of this seed."""
    draws = Draws(run, seed)
    rng, jobs, stat = draws.rng, draws.pattern(), draws.stat()
    (window, own), (base, own_base) = draws.window(), draws.window()

    def compare(name, *arguments, **named):
        ours = [value[0] if isinstance(value, tuple) else value for value in arguments]
        theirs = [value[1] if isinstance(value, tuple) else value for value in arguments]
        found = getattr(measure, name)(results, *ours, **named)
        same(found, getattr(plain, name)(run, *theirs, **named), (name, theirs, named))

    compare("goodput", jobs, (window, own), stat)
    compare("kept", jobs, (base, own_base), (window, own), rng.choice(["min", "max", "mean"]))
    if run.interval:
        length = rng.choice(["10us", "20us", "26us", f"{rng.choice(draws.instants):.3f}ns"])
        compare("fairness", jobs, length if plain.ps_of(length) else "10us", rng.choice(["0us", "2us", "6us"]), stat)
        compare("dip", jobs, draws.duration(), (window, own))
    for touching in (False, True):
        compare("steps", jobs, draws.window(repeated=False), stat, touching=touching)
    compare("losses", jobs, rng.choice(["sender", "receiver", "qp"]), draws.window(repeated=False), stat)
    for column in ("goodput_95_after_ns", "loss_free_after_ns", "lost_packets", "longest_qp_loss_ns"):
        faults, kind = rng.choice([None, [0], [1], [0, 1, 2]]), rng.choice(["", "link-down"])
        compare("recovery", column, stat, faults=faults, kind=kind, absent=rng.choice([math.nan, 0.0, 7.0]))
    compare("repair", stat)
    kinds = sorted({row["kind"] for row in run.rows("events")}) or ["link-down"]
    found = rng.choice(run.rows("events") or [{"object": "h1", "detail": "plane 0"}])
    which = (rng.choice(["*", found["object"], "h*"]), rng.choice(["*", found["detail"], "plane 0*"]))
    one = draws.window(repeated=False)
    compare("events", rng.choice(kinds), *which, one)
    compare("time_of_event", rng.choice(kinds), rng.choice(["first", "last"]), *which, one)
    kinds = sorted({row["kind"] for row in run.rows("samples")} | plain.DERIVED.keys())
    for kind in kinds if run.interval else ():
        names = sorted(run.over_time(kind)) or ["none"]
        compare("series", kind, rng.choice(["*", rng.choice(names), names[:2]]), (window, own), stat)
    for name in ("fct", "rate", "senders", "efficiency"):
        compare(name, jobs, stat)
    compare("job", rng.choice(["duration_ns", "bytes", "busbw_gbps", "repetition"]), jobs, stat)
    compare("completed")
    compare("trims")
    for name in draws.jobs:
        check_job(results, run, name)


def check_job(results, run, name):
    """Compare the numbers of one job, and the interval in which its sources are busy."""
    if not run.of_jobs("flows", [name]):
        return
    found, rows = metrics.job_metrics(results, name), run.of_jobs("flows", [name])
    times, rates = plain.times_of_transfers(run, [name]), plain.rates(run, [name])
    everything = plain.transfers(run, [name])
    ends = [float(row["end_ns"]) for row in rows if row["end_ns"]]
    delivered = sum(int(row["bytes"]) for own in everything if plain.is_done(own) for row in own)
    span = max(ends) - min(float(row["start_ns"]) for row in rows) if ends else math.nan
    busbw, part = (plain.by_job(run.of_jobs("jobs", [name]), key)[0] for key in ("busbw_gbps", "efficiency"))
    bandwidth = {"busbw": busbw, "total": 8 * delivered / span, "goodput": plain.mean(rates)}[found.measure]
    farthest = max((abs(each / plain.mean(rates) - 1) for each in rates), default=math.nan)
    assert (found.completed, found.transfers) == (all(map(plain.is_done, everything)), len(everything))
    for key, expected in {
        "bandwidth_gbps": bandwidth, "efficiency": part, "goodput_mean_gbps": plain.statistic(rates, "mean"),
        "goodput_min_gbps": plain.statistic(rates, "min"), "share_deviation": farthest,
        "fct_p50_us": plain.quantile(times, 0.5) if times else math.nan, "fct_p99_us": plain.statistic(times, "p99"),
        "fct_max_us": plain.statistic(times, "max"), **{
            key: sum(int(row[key]) for row in rows) for key in ("retransmits", "trims", "timeouts")
        },
    }.items():  # fmt: skip
        same(getattr(found, key), expected, (name, key))


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(first, first + 25) for first in (0, 25)])
def test_measures_of_real_runs(pair, seeds):
    for seed in seeds:
        check_all(*pair, seed)


@pytest.mark.slow
def test_measures_of_generated_runs(tmp_path):
    sys.path.insert(0, str(TOP / "test" / "chaos"))
    import scenario as chaos
    import simulator

    real = simulator.Simulator(SIMULATOR)
    for seed in range(1, 13):
        drawn = chaos.make(seed, real).json
        drawn["measure"] = {"sampleInterval": random.Random(seed).choice(["5us", "50us", "1ms", 0])}
        mrcbench.run(drawn, out=tmp_path / str(seed), mrc_sim=SIMULATOR)
        results, run = open_results(tmp_path / str(seed)), plain.Run(tmp_path / str(seed))
        if run.interval and len(run.times()) > 2000:
            continue  # a second implementation takes its time
        for turn in range(3):
            check_all(results, run, turn)


def test_fairness_of_intervals_that_begin_and_end_with_a_job(pair):
    results, run = pair
    for row in run.rows("jobs"):
        for length in (row["end_ns"], row["start_ns"]):
            if length and float(length):
                for more in (-0.001, 0, 0.001):
                    step = round(float(length) + more, 3)
                    same(measure.fairness(results, "*", step, 0, "max"), plain.fairness(run, "*", step, 0, "max"), (step, row))


def test_repetitions_that_begin_and_end_at_a_sampling_time(pair):
    """job.step_us is that of the repetition in (start, end]."""
    results, run = pair
    times = results.sample_times()
    ends = times[2 :: max(2, len(times) // len(results.jobs))][: len(results.jobs)]
    jobs = results.jobs.head(len(ends)).assign(job="one", start_ns=[0.0, *ends[:-1]], end_ns=ends, duration_ns=7e3)
    jobs["duration_ns"] += metrics.pd.Series(range(len(jobs))) * 1e3
    found = table_over_time(results.changed(jobs=jobs), "job.step_us", "*")["one"]
    expected = [next((7.0 + at for at, end in enumerate(ends) if time <= end), math.nan) for time in times]
    assert np.array_equal(found, expected, equal_nan=True)


def test_losses_are_never_negative(pair):
    """A packet that is trimmed twice and retransmitted once does not make up for another flow."""
    results, _ = pair
    flows = results.flows.assign(retransmits=[2.0] + [0.0] * (len(results.flows) - 1), trims=1.0)
    changed = results.changed(flows=flows)
    assert [measure.losses(changed, "*", by, stat="sum") for by in ("sender", "receiver", "qp")] == [1, 1, 1]


def test_tracks_is_the_greatest_deviation(pair):
    results, run = pair
    times = [time / 1000 for time in run.times()]
    base, start, every, levels = (0, times[3], 0, 1), times[4], 6000.0, [1.0, 0.5, 0.9]
    expected = [
        abs(plain.kept(run, "*", base, (start + turn * every, times[8] + turn * every, 0, 1), stat) / level - 1)
        for turn, level in enumerate(levels) for stat in ("min", "max")
    ]  # fmt: skip
    found = measure.tracks(results, "*", measure.Window(*base[:2]), measure.Window(start, times[8]), every, levels)
    same(found, max(expected) if not any(map(math.isnan, expected)) else math.nan, "tracks")


def test_bytes_of_planes_and_loads_of_uplinks(pair):
    results, run = pair
    planes, uplinks = {}, []
    for row in run.rows("links"):
        if row["a"].startswith("h"):
            planes[int(row["plane"])] = planes.get(int(row["plane"]), 0) + int(row["bytes"])
        if "-t0-" in row["a"] and "-t1-" in row["b"]:
            uplinks.append(int(row["bytes"]))
    assert metrics.plane_bytes(results).to_dict() == planes
    expected = sorted((one / plain.mean(uplinks) for one in uplinks), reverse=True)
    assert metrics.uplink_loads(results).tolist() == pytest.approx(expected)


def test_the_goodput_of_a_host_without_contention(pair):
    # Ethernet 14 + 4 + 20, IPv6 40, SRv6 40 + 8 per segment, UDP 8 and the headers of the transport: 162 B
    same(metrics.payload_rate_gbps(pair[0]), 200 * 4096 / (4096 + 162), "payload")


# --- sweeps -----------------------------------------------------------------------------------------------------------


#: Quantiles of Student's t distribution for a confidence of 95 %, by the number of values.
STUDENT = {2: 12.7062047362, 3: 4.30265272991, 4: 3.18244630528}


@pytest.mark.parametrize("count", STUDENT)
def test_the_interval_of_a_mean(count):
    rng = random.Random(count)
    values = [rng.uniform(1, 9) for _ in range(count)]
    half = STUDENT[count] * statistics.stdev(values) / math.sqrt(count)
    assert measure.interval(metrics.pd.Series(values)) == pytest.approx(half)
    assert math.isnan(measure.interval(metrics.pd.Series([*values, math.nan])))
    assert math.isnan(measure.interval(metrics.pd.Series(values[:1])))


def test_measures_of_sweeps(pair):
    results, run = pair
    summary = run.summary
    expected = {
        "bandwidth_gbps": plain.job(run, "busbw_gbps"), "duration_us": plain.job(run, "duration_ns") / 1000,
        "efficiency": plain.efficiency(run, "*"), "p99_us": plain.statistic(
            [float(row["fct_ns"]) / 1000 for row in run.rows("flows") if row["completed"] == "true"], "p99"),
        "resent": sum(int(row["retransmits"]) for row in run.rows("flows")), "drops": summary["dropped_packets"],
    }  # fmt: skip
    for one in columns.MEASURES:
        if one.name != "resent" or results.completed:  # rows of flows count them at their end
            same(one.value(results, {}), expected[one.name], one.name)


def test_columns_of_sweeps(pair):
    """The cells of sweep.csv: plain values, means over the repetitions of a job, rows of faults."""
    results, run = pair
    cells = tidy.flatten(run.summary)
    for name in {row["job"] for row in run.rows("jobs")}:
        own = run.of_jobs("jobs", [name])
        assert cells[f"jobs.{name}.repetitions"] == len(own)
        for key in own[0].keys() - {"job", "repetition", "type"}:
            value = cells[f"jobs.{name}.{key}"]
            if any(row[key] == "" for row in own):
                assert value is None
            else:
                is_rate = key == "efficiency" or key.endswith("_gbps")
                expected = plain.by_job(own, key)[0] if is_rate else plain.mean([float(row[key]) for row in own])
                assert value == pytest.approx(expected)
    for row in run.rows("recovery"):
        for key in row.keys() - {"fault", "what", "object"}:
            value = cells[f"recovery[{row['fault']}].{key}"]
            assert value is None if row[key] == "" else value == float(row[key])


@pytest.mark.slow
def test_a_sweep_over_seeds(tmp_path):
    import sweep  # experiments/sweep.py

    jobs = [{"name": "one", "type": "permutation", "bytes": "60KB"},
            {"name": "two", "type": "all-to-all", "bytes": "20KB", "start": "3us"}]  # fmt: skip
    (tmp_path / "base.json").write_text(json.dumps(scenario("base", *jobs)))
    asked = {"base": "base.json", "seeds": [1, 2, 3], "isolation": True, "vary": {"workload[1].bytes": ["20KB", "60KB"]}}
    (tmp_path / "sizes.json").write_text(json.dumps(asked))
    out = tmp_path / "out"
    assert sweep.main([str(tmp_path / "sizes.json"), "--out", str(out), "--mrc-sim", str(SIMULATOR)]) == 0
    runs = {path.name: plain.Run(path) for path in out.iterdir() if (path / "summary.json").is_file()}
    assert len(runs) == 2 * 3 * 3
    with (out / "sweep.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    values = {}
    for row in rows:
        run = next(run for name, run in runs.items() if matches_row(name, row))
        for name, expected in (("bandwidth_gbps", plain.job(run, "busbw_gbps")), ("efficiency", plain.efficiency(run, "*"))):
            same(float(row[f"measure.{name}"]), expected, (row["case"], name))
            values.setdefault((row["case"], row["workload[1].bytes"], name), []).append(expected)
        if "alone" in row["case"]:
            assert row["measure.isolation"] == ""
            continue
        ratios = []
        for job in ("one", "two"):
            by_itself = next(one for name, one in runs.items() if matches_row(name, {**row, "case": f"sizes, {job} alone"}))
            ratios.append(plain.steps(run, job) / plain.steps(by_itself, job))
        same(float(row["measure.isolation"]), plain.mean(ratios), row["case"])
    with (out / "sweep-seeds.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            own = values.get((row["case"], row["workload[1].bytes"], row["measure"]))
            if own is None:
                continue
            half = STUDENT[3] * statistics.stdev(own) / math.sqrt(3)
            middle = plain.mean(own)
            for key, expected in {"seeds": 3, "mean": middle, "low": middle - half, "high": middle + half,
                                  "min": min(own), "max": max(own)}.items():  # fmt: skip
                assert float(row[key]) == pytest.approx(expected, rel=1e-9), (row["case"], row["measure"], key)


def matches_row(folder, row):
    """Whether a results folder is that of a row of sweep.csv."""
    _, _, single = row["case"].partition(", ")
    key = "sizes" + (f"+{single.removesuffix(' alone')}" if single else "")
    return folder.startswith(f"{key}@bytes={row['workload[1].bytes']}") and folder.endswith(f"-seed{row['seed']}")


def test_a_job_with_an_unfinished_repetition_has_no_mean():
    rows = [{"job": "a", "repetition": 0, "type": "write", "bytes": 5, "duration_ns": 2.0},
            {"job": "b", "repetition": 0, "type": "incast", "bytes": 7, "duration_ns": None},
            {"job": "a", "repetition": 1, "type": "write", "bytes": 5, "duration_ns": 4.0},
            {"job": "b", "repetition": 1, "type": "incast", "bytes": 7, "duration_ns": 1.0}]  # fmt: skip
    assert tidy.flatten({"jobs": rows, "cpu_s": 5.0, "name": "x"}) == {
        "jobs.a.repetitions": 2, "jobs.a.type": "write", "jobs.a.bytes": 5, "jobs.a.duration_ns": 3.0,
        "jobs.b.repetitions": 2, "jobs.b.type": "incast", "jobs.b.bytes": 7, "jobs.b.duration_ns": None,
    }  # fmt: skip
