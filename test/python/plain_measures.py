# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A second implementation of the measures, in plain Python, from the cells of the files of a run.

Functions have the names and arguments of `mrcbench.measure`. Times are whole picoseconds where they are compared.
"""

from __future__ import annotations

import csv
import fnmatch
import functools
import json
import math
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

NAN = float("nan")
SCALE = {"ps": 1, "ns": 1000, "us": 10**6, "ms": 10**9, "s": 10**12}


def ps(time):
    """Picoseconds of a cell of a table, in ns."""
    return round(Fraction(time) * 1000)


def ps_of(duration):
    """Picoseconds of a time of a scenario: a number of ns, or a text with a unit."""
    if not isinstance(duration, str):
        return ps(duration)
    unit = duration.lstrip("0123456789.")
    return int(Fraction(duration.removesuffix(unit)) * SCALE[unit])


def number(cell):
    return float(cell) if cell != "" else NAN


class Run:
    """The rows of the tables of a run, as texts, and its summary and configuration."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.summary = json.loads((self.folder / "summary.json").read_text())
        self.config = json.loads((self.folder / "config.json").read_text())
        self.interval = ps_of(self.config["measure"]["sampleInterval"])
        self.end = ps(repr(self.summary["sim_time_ns"]))
        self.rows = functools.lru_cache(maxsize=None)(self.read)
        self.times = functools.lru_cache(maxsize=None)(self.list_times)

    def read(self, name):
        """The rows of a table; none without its file."""
        path = self.folder / f"{name}.csv"
        if not path.is_file():
            return []
        with path.open(newline="") as file:
            return list(csv.DictReader(file))

    def of_jobs(self, name, jobs):
        return [row for row in self.rows(name) if matches(row["job"], jobs)]

    def list_times(self):
        """The sampling times, ps: the run ends before a sample at its end."""
        return list(range(self.interval, self.end, self.interval)) if self.interval else []

    def over_time(self, kind, objects="*"):
        """The values by object, one for each sampling time."""
        if kind in DERIVED:
            return {name: own for name, own in DERIVED[kind](self).items() if matches(name, objects)}
        found = defaultdict(dict)
        for row in self.rows("samples"):
            if row["kind"] == kind and matches(row["object"], objects):
                found[row["object"]][ps(row["time_ns"])] = float(row["value"])
        return {name: [own.get(time, 0.0) for time in self.times()] for name, own in sorted(found.items())}


def matches(name, patterns):
    return any(fnmatch.fnmatchcase(name, one) for one in ([patterns] if isinstance(patterns, str) else patterns))


def chosen(run, values, window):
    """The values at the sampling times in (start, end] of a window, ns, or of its repetitions."""
    start, end, every, times = window
    spans = [(ps(start + turn * every), ps(end + turn * every) if end < math.inf else math.inf) for turn in range(times)]
    return [value for time, value in zip(run.times(), values) if any(low < time <= high for low, high in spans)]


WHOLE = (0, math.inf, 0, 1)


def mean(values):
    return math.fsum(values) / len(values) if values else NAN


def quantile(values, part):
    """The first value, in order, up to which there is this part of them."""
    values = sorted(values)
    return next(value for rank, value in enumerate(values, 1) if rank >= part * len(values))


def median(values):
    values = sorted(values)
    return (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2


def jain(values):
    squares = math.fsum(value * value for value in values)
    return math.fsum(values) ** 2 / (len(values) * squares) if squares > 0 else NAN


STATISTICS = {
    "mean": mean,
    "min": min,
    "max": max,
    "sum": math.fsum,
    "median": median,
    "p95": lambda values: quantile(values, 0.95),
    "p99": lambda values: quantile(values, 0.99),
    "jain": jain,
    "empty": lambda values: sum(value <= 0 for value in values) / len(values),
    "busy": lambda values: sum(value > 0 for value in values) / len(values),
}


def statistic(values, stat):
    known = [value for value in values if not math.isnan(value)]
    return STATISTICS[stat](known) if known else NAN


def complete(values, stat):
    return NAN if any(map(math.isnan, values)) else statistic(values, stat)


def goodput(run, jobs, window=WHOLE, stat="mean"):
    table = run.over_time("job.throughput_gbps", jobs)
    return statistic([mean(chosen(run, own, window)) for own in table.values()], stat)


def fairness(run, jobs, length, settle, stat="mean"):
    length, settle = ps_of(length), ps_of(settle)
    table = run.over_time("job.throughput_gbps", jobs)
    spans = {}
    for row in run.rows("jobs"):
        begun, ended = spans.get(row["job"], (math.inf, 0))
        spans[row["job"]] = min(begun, ps(row["start_ns"])), max(ended, ps(row["end_ns"]) if row["end_ns"] else math.inf)
    found = []
    for start in range(0, run.end, length):
        rates = []
        for name, own in table.items():
            begun, ended = spans[name]
            if begun <= start and start + length <= ended:
                rates.append(mean([value for time, value in zip(run.times(), own) if start + settle < time <= start + length]))
        if len(rates) > 1 and not math.isnan(rates[0]):
            found.append(jain(rates))
    return statistic(found, stat)


def moving_means(run, values, window):
    """(index of the last sample, mean) of every full window; `values` are consecutive."""
    count = max(1, round(window / run.interval))
    return [(at, mean(values[at + 1 - count : at + 1])) for at in range(count - 1, len(values))] if len(values) > 1 else []


def dip(run, jobs, smooth, window=WHOLE):
    means = moving_means(run, sums(run, "job.throughput_gbps", jobs, window), ps_of(smooth))
    return min((value for _, value in means), default=NAN)


def sums(run, kind, objects, window):
    """The sums of all objects at the sampling times in a window; 0 without objects."""
    rows = [chosen(run, own, window) for own in run.over_time(kind, objects).values()]
    rows = rows or [[0.0] * len(chosen(run, run.times(), window))]
    return [math.fsum(value for value in column if not math.isnan(value)) for column in zip(*rows)]


def kept(run, jobs, base, window=WHOLE, stat="mean"):
    parts = []
    for own in run.over_time("job.throughput_gbps", jobs).values():
        before, after = mean(chosen(run, own, base)), mean(chosen(run, own, window))
        parts.append(after / before if before else NAN if not after else math.inf)
    return statistic(parts, stat)


def steps(run, jobs, window=WHOLE, stat="mean", touching=False):
    start, end = window[:2]
    found = []
    for row in run.of_jobs("jobs", jobs):
        begun, ended = number(row["start_ns"]), number(row["end_ns"])
        if touching:
            inside = begun < end and not ended <= start
        else:
            inside = start <= begun and ended <= end
        if inside:
            found.append(number(row["duration_ns"]) / 1000)
    return complete(found, stat)


def losses(run, jobs, by, window=WHOLE, stat="mean"):
    start, end = window[:2]
    keys = {"sender": ("src",), "receiver": ("dst",), "qp": ("job", "src", "dst", "qp")}[by]
    if 0 < run.summary["sim_time_ns"] <= start:
        return NAN
    counts = {}
    for row in run.of_jobs("flows", jobs):
        key = tuple(row[name] for name in keys)
        counts.setdefault(key, 0)
        if window == WHOLE or start < number(row["end_ns"]) <= end:
            counts[key] += max(0, int(row["retransmits"]) - int(row["trims"]))
    return statistic(list(counts.values()), stat)


def recovery(run, column, stat="mean", faults=None, kind="", absent=NAN):
    values = []
    for row in run.rows("recovery"):
        repairs = row["what"] == "link-up" or run.config["faults"][int(row["fault"])].get("up") is True
        if not repairs and (faults is None or int(row["fault"]) in faults) and kind in ("", row["what"]):
            values.append(absent if row[column] == "" else number(row[column]))
    return complete(values, stat)


def captured(run):
    """The data frames that NICs sent, in order of time; at equal times in order of the files."""
    found = []
    for path in sorted((run.folder / "pcap").glob("h*.csv")):
        with path.open(newline="") as file:
            found += [row for row in csv.DictReader(file) if row["direction"] == "tx" and float(row["payload_bytes"] or 0) > 0]
    return sorted(found, key=lambda row: ps(row["time_ns"]))


def repair(run, stat="mean"):
    last, gaps = {}, []
    for row in captured(run):
        key = tuple(row[name] for name in ("src_host", "dst_host", "dest_qpn", "psn"))
        if key in last:
            gaps.append((ps(row["time_ns"]) - last[key]) / 1e6)
        last[key] = ps(row["time_ns"])
    return statistic(gaps, stat)


def times_of_events(run, kind, objects="*", detail="*", window=WHOLE):
    start, end = window[:2]
    return [
        (float(row["time_ns"]) - start) / 1000
        for row in run.rows("events")
        if row["kind"] == kind and start <= float(row["time_ns"]) <= end
        and matches(row["object"], objects) and matches(row["detail"], detail)
    ]  # fmt: skip


def events(run, kind, objects="*", detail="*", window=WHOLE):
    after = 0 < run.summary["sim_time_ns"] <= window[0]
    return NAN if after else len(times_of_events(run, kind, objects, detail, window))


def time_of_event(run, kind, which, objects="*", detail="*", window=WHOLE):
    times = times_of_events(run, kind, objects, detail, window)
    return {"first": min, "last": max}[which](times, default=NAN)


def series(run, kind, objects, window=WHOLE, stat="mean"):
    return statistic(sums(run, kind, objects, window), stat)


def transfers(run, jobs):
    """Lists of the rows of each transfer."""
    found = defaultdict(list)
    for row in run.of_jobs("flows", jobs):
        found[tuple(row[name] for name in ("job", "step", "src", "dst", "start_ns"))].append(row)
    return list(found.values())


def is_done(rows):
    return all(row["completed"] == "true" for row in rows)


def taken_ns(rows):
    return max(float(row["end_ns"]) for row in rows) - min(float(row["start_ns"]) for row in rows)


def times_of_transfers(run, jobs):
    return [taken_ns(rows) / 1000 for rows in transfers(run, jobs) if is_done(rows)]


def fct(run, jobs, stat="mean"):
    return statistic(times_of_transfers(run, jobs), stat)


def rates(run, jobs):
    return [
        8 * sum(int(row["bytes"]) for row in rows) / taken_ns(rows)
        for rows in transfers(run, jobs)
        if is_done(rows) and taken_ns(rows) > 0
    ]


def rate(run, jobs, stat="mean"):
    return statistic(rates(run, jobs), stat)


def senders(run, jobs, stat="mean"):
    by_host = defaultdict(list)
    for row in run.of_jobs("flows", jobs):
        by_host[row["src"]].append(row)
    found = [
        8 * sum(int(row["bytes"]) for row in rows) / taken_ns(rows) if is_done(rows) else NAN for rows in by_host.values()
    ]
    return complete(found, stat)


def efficiency(run, jobs, stat="mean"):
    return statistic(by_job(run.of_jobs("jobs", jobs), "efficiency"), stat)


def job(run, column, jobs="*", stat="mean"):
    rows = run.of_jobs("jobs", jobs)
    if stat == "mean" and column.endswith("_gbps") and all(row[column] for row in rows):
        return statistic(by_job(rows, column), stat)
    return complete([number(row[column]) for row in rows], stat)


def by_job(rows, column):
    """A rate of each job: what all its repetitions carry, over their time."""
    found = defaultdict(list)
    for row in rows:
        found[row["job"]] += [(float(row[column]), float(row["duration_ns"]))] if row[column] else []
    return [rate_of(own) for own in found.values()]


def rate_of(repetitions):
    """The common rate of (rate, time) pairs."""
    total = math.fsum(time for _, time in repetitions)
    return math.fsum(rate * time for rate, time in repetitions) / total if total else NAN


def completed(run):
    return sum(row["completed"] == "true" for row in run.rows("flows")) / run.summary["flows_total"]


def trims(run):
    rows = run.rows("flows")
    needed = sum(int(row["packets"]) - int(row["retransmits"]) for row in rows)
    done = all(row["completed"] == "true" for row in rows)
    return run.summary["trimmed_packets"] / needed if done and needed > 0 else NAN


def losses_by(column):
    def of(run):
        """Lost packets per second of the flows that ended since the previous sample, by host."""
        times, found = run.times(), {}
        for row in run.rows("flows"):
            counts = found.setdefault(f"h{row[column]}", [0] * len(times))
            if row["end_ns"] and times:
                # a flow that ends at a sampling time counts from that time on, except at the last
                place = min(ps(row["end_ns"]) // run.interval, len(times) - (ps(row["end_ns"]) == times[-1]))
                if place < len(times):
                    counts[place] += max(0, int(row["retransmits"]) - int(row["trims"]))
        return {name: [count / (run.interval * 1e-12) for count in own] for name, own in found.items()}

    return of


def durations(run):
    """The duration of the current repetition, us."""
    found = {row["job"]: [NAN] * len(run.times()) for row in run.rows("jobs")}
    for row in run.rows("jobs"):
        for at, time in enumerate(run.times()):
            if row["duration_ns"] and ps(row["start_ns"]) < time <= ps(row["end_ns"]):
                found[row["job"]][at] = number(row["duration_ns"]) / 1000
    return found


def ev_rates(run):
    """Rates of EVs since the previous sample, Gb/s."""
    found, times = {}, run.times()
    for row in captured(run):
        name = f"h{row['src_host']} to h{row['dst_host']} ev {int(float(row['ev'])):#x}"
        bits = found.setdefault(name, [0.0] * len(times))
        place = min(ps(row["time_ns"]) // run.interval, len(times) - (ps(row["time_ns"]) == times[-1]))
        if place < len(times):
            bits[place] += 8 * float(row["bytes"])
    return {name: [value / (run.interval / 1000) for value in own] for name, own in found.items()}


DERIVED = {
    "sender.losses": losses_by("src"), "receiver.losses": losses_by("dst"), "job.step_us": durations, "ev.gbps": ev_rates,
}  # fmt: skip
