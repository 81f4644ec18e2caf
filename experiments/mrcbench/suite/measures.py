# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Numbers computed from one run, by what a figure asks for.

A measure is an object with the key ``what``:

=========== ========================================================================================
goodput     mean of ``job.throughput_gbps`` of the jobs that match ``jobs``, Gb/s; ``stat`` over the
            jobs
fairness    Jain's index among the jobs that match and were busy throughout, for each stretch of
            ``length`` without its first ``settle``; ``stat`` over the stretches with two or more
dip         lowest mean over ``smooth`` (a time) of the sum of the jobs that match, Gb/s
kept        goodput of a job in relation to that in another window, ``base`` {from, to}; ``stat``
            over the jobs that match
tracks      greatest deviation of a job's goodput from what it should be, as a part of that: the
            n-th of ``levels`` times its goodput in ``base``, in the n-th of so many windows, each
            ``every`` after the one before
steps       duration of the repetitions of the jobs that match, us; ``stat`` over those that lie
            within the window, or with ``touching`` (true) have a part in it; of one that has no end
            there is none
losses      packets sent again without having been told of a trim, of the flows that match ``jobs``
            and ended in the window; ``stat`` over what they are counted ``by``: sender, receiver or
            qp; ``perSecond`` (true) divides by the window, which then needs both ends
recovery    ``stat`` of a ``column`` of recovery.csv over the faults, all or those with the numbers
            ``faults`` or of the kind ``kind``; a value that is not there is ``absent``, without
            which the measure has none
repair      ``stat`` of the times from one transmission of a packet to the next, us, from captures
            of all ports of a NIC
events      number of rows of events.csv in the window of a ``kind`` that match ``objects`` and
            ``detail`` (patterns, default: all); with ``when`` first or last the time of that one
            since ``from``, us
series      ``stat`` over time of the samples of a ``kind``, summed over the objects that match
            ``objects``; what was not sampled is 0
fct         ``stat`` of the times of the transfers of the jobs that match, us
rate        ``stat`` of the goodputs of these transfers, Gb/s
senders     ``stat`` of the goodputs of the hosts that send in these jobs, all their transfers
            together, Gb/s
efficiency  ideal time over time taken of a job, ``stat`` over the jobs that match
job         a ``column`` of jobs.csv, ``stat`` over the repetitions of the jobs that match (default:
            all); none if one of them has no end
isolation   duration of the repetitions of a job among others over that of the job alone, ``stat``
            over the jobs that match; with ``from`` and ``to`` of those that lie within the window.
            For experiments with ``isolation``
metric      a ``field`` of what `metrics.job_metrics` tells of a ``job`` (default: the first)
outage      time from the first fault until the throughput of a ``job`` (default: the first) is
            back, us; infinite if it does not come back
completed   part of the flows that arrived
trims       frames that switches trimmed, per packet that was needed
payload     payload rate of one host with nothing in the way, Gb/s
summary     the ``key`` of summary.json
=========== ========================================================================================

``jobs`` and ``objects`` are patterns with ``*``, or lists of them. Measures over time look at the
samples in ``(from, to]`` (times; default: all), or with ``every`` and ``times`` at so many windows
like that one behind each other, all together; of a window that begins after the run has ended there
is nothing to tell, not even 0. ``scale`` multiplies the result. Kinds of series are those of
`series`. ``label`` is what pages call the measure, by default its name.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from .. import metrics, units
from ..results import Results
from .captures import repair_times
from .series import LOSERS, losses, matcher, table_over_time


def jain(values: pd.Series) -> float:
    """Jain's index of fairness: 1 if all are equal, 1/n if one has everything."""
    squares = (values**2).sum()
    return float(values.sum() ** 2 / (len(values) * squares)) if squares > 0 else float("nan")


#: What a list of numbers is reduced to.
STATISTICS: dict[str, Callable[[pd.Series], float]] = {
    "mean": lambda values: values.mean(),
    "min": lambda values: values.min(),
    "max": lambda values: values.max(),
    "sum": lambda values: values.sum(),
    "median": lambda values: values.median(),
    "p95": lambda values: values.quantile(0.95),
    "p99": lambda values: values.quantile(0.99),
    "jain": jain,
    "empty": lambda values: (values <= 0).mean(),
    "busy": lambda values: (values > 0).mean(),
}


def measure(
    results: Results, spec: Mapping[str, Any], alone: Mapping[str, Results] | None = None
) -> float:
    """One number.

    @param results the run
    @param spec the measure
    @param alone the runs in which a job of this one is alone, by job
    @return its value; NaN where nothing was found
    """
    if spec["what"] == "isolation":
        value = _isolation(results, spec, alone or {})
    else:
        value = _MEASURES[spec["what"]](results, spec)
    return float(value) * spec.get("scale", 1)


def problems(spec: Any) -> list[str]:
    """What is wrong with a measure, in sentences."""
    if not isinstance(spec, dict):
        return [f"found {spec!r}, an object is expected"]
    what = spec.get("what")
    if not (isinstance(what, str) and what in _KEYS):
        return [f"what is {what!r}; it can be {', '.join(_KEYS)}"]
    required, optional = _KEYS[what]
    allowed = {"what", "scale", "label", "note", "unit", *required, *optional}
    found = [f"{key} is missing" for key in required if key not in spec]
    found += [f"{key} is an unknown key" for key in spec if key not in allowed]
    found += wrong_values(spec, _KINDS)
    if not _one_of(spec.get("stat", "mean"), STATISTICS):
        found.append(f"stat is {spec['stat']!r}; it can be {', '.join(STATISTICS)}")
    if what == "metric" and not _one_of(spec.get("field"), _FIELDS):
        found.append(f"field is {spec.get('field')!r}; it can be {', '.join(_FIELDS)}")
    if what == "losses" and not _one_of(spec.get("by"), LOSERS):
        found.append(f"by is {spec.get('by')!r}; it can be {', '.join(LOSERS)}")
    if not _one_of(spec.get("when", "first"), _WHEN):
        found.append(f"when is {spec['when']!r}; it can be {', '.join(_WHEN)}")
    if spec.get("perSecond") and not ("from" in spec and "to" in spec):
        found.append("perSecond needs from and to")
    return found


#: What a value is to be, and whether it is.
Kind = tuple[str, Callable[[Any], bool]]


def _one_of(value: Any, names: Iterable[str]) -> bool:
    return isinstance(value, str) and value in names


def wrong_values(spec: Mapping[str, Any], kinds: Mapping[str, Kind]) -> list[str]:
    """Values that are not of the kind that their key asks for."""
    found = [
        f"{key} is {spec[key]!r}; {kind} is expected"
        for key, (kind, good) in kinds.items()
        if key in spec and not good(spec[key])
    ]
    if isinstance(spec.get("base"), dict):
        found += wrong_values(spec["base"], {key: kinds[key] for key in ("from", "to")})
    return found


def _is_time(value: Any) -> bool:
    try:
        return units.time_ns(value) >= 0
    except ValueError:
        return False


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_texts(value: Any) -> bool:
    return _is_text(value) or (isinstance(value, list) and all(map(_is_text, value)))


def _are_numbers(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_number, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


TIME: Kind = ("a time", _is_time)
TEXT = ("a string", _is_text)
TEXTS = ("a string or a list of them", _are_texts)
NUMBER = ("a number", _is_number)
OBJECT = ("an object", lambda value: isinstance(value, dict))
_NUMBERS = ("a list of numbers", _are_numbers)
FLAG = ("true or false", lambda value: isinstance(value, bool))

#: What the keys of measures hold.
_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("from", "to", "every", "smooth", "length", "settle"), TIME),
    **dict.fromkeys(("jobs", "objects", "detail"), TEXTS),
    **dict.fromkeys(("kind", "column", "key", "job", "unit", "label", "note"), TEXT),
    **dict.fromkeys(("scale", "absent"), NUMBER),
    **dict.fromkeys(("faults", "levels"), _NUMBERS),
    **dict.fromkeys(("touching", "perSecond"), FLAG),
    "times": ("a whole number from 1", _is_count),
    "base": OBJECT,
}


def in_windows(series: pd.DataFrame | pd.Series, spec: Mapping[str, Any]) -> Any:
    """The rows, indexed by time in ns, that lie in the windows of a measure."""
    start = units.time_ns(spec.get("from", 0))
    end = units.time_ns(spec["to"]) if "to" in spec else np.inf
    every = units.time_ns(spec.get("every", 0))
    time = series.index.to_numpy()
    chosen = np.zeros(len(time), dtype=bool)
    for turn in range(spec.get("times", 1)):
        chosen |= (time > start + turn * every) & (time <= end + turn * every)
    return series[chosen]


def _statistic(values: pd.Series, spec: Mapping[str, Any]) -> float:
    return STATISTICS[spec.get("stat", "mean")](values) if values.notna().any() else float("nan")


def _goodput(results: Results, spec: Mapping[str, Any]) -> float:
    table = in_windows(table_over_time(results, "job.throughput_gbps", spec["jobs"]), spec)
    return _statistic(table.mean(), spec)


def _fairness(results: Results, spec: Mapping[str, Any]) -> float:
    table = table_over_time(results, "job.throughput_gbps", spec["jobs"])
    times = results.jobs.set_index("job")[["start_ns", "end_ns"]].reindex(table.columns)
    ends = times["end_ns"].fillna(np.inf)
    length, settle = units.time_ns(spec["length"]), units.time_ns(spec["settle"])
    found = []
    for start in np.arange(0, results.summary["sim_time_ns"], length):
        busy = (times["start_ns"] <= start) & (ends >= start + length)
        inside = (table.index > start + settle) & (table.index <= start + length)
        if busy.sum() > 1:
            found.append(jain(table.loc[inside, busy.to_numpy()].mean()))
    return _statistic(pd.Series(found, dtype=float), spec)


def _dip(results: Results, spec: Mapping[str, Any]) -> float:
    table = in_windows(table_over_time(results, "job.throughput_gbps", spec["jobs"]), spec)
    return metrics.moving_mean(table.sum(axis=1), units.time_ns(spec["smooth"])).min()


def _kept(results: Results, spec: Mapping[str, Any]) -> float:
    table = table_over_time(results, "job.throughput_gbps", spec["jobs"])
    return _statistic(in_windows(table, spec).mean() / in_windows(table, spec["base"]).mean(), spec)


def _tracks(results: Results, spec: Mapping[str, Any]) -> float:
    every, start, end = (units.time_ns(spec[key]) for key in ("every", "from", "to"))
    deviations = []
    for turn, level in enumerate(spec["levels"]):
        window = {"from": start + turn * every, "to": end + turn * every}
        kept = [_kept(results, {**spec, **window, "stat": stat}) for stat in ("min", "max")]
        deviations += [abs(part / level - 1) for part in kept]
    return float(np.max(deviations))


def _bounds(spec: Mapping[str, Any]) -> tuple[float, float]:
    """Both ends of a window, ns."""
    end = units.time_ns(spec["to"]) if "to" in spec else np.inf
    return units.time_ns(spec.get("from", 0)), end


def _is_over(results: Results, start: float) -> bool:
    """Whether a run had ended when a window begins, ns."""
    return 0 < results.summary["sim_time_ns"] <= start


def _steps(results: Results, spec: Mapping[str, Any]) -> float:
    jobs = results.jobs[results.jobs["job"].map(matcher(spec["jobs"]))]
    start, end = _bounds(spec)
    if spec.get("touching"):
        chosen = (jobs["end_ns"].fillna(np.inf) > start) & (jobs["start_ns"] < end)
    else:
        chosen = (jobs["start_ns"] >= start) & (jobs["end_ns"] <= end)
    durations = jobs.loc[chosen, "duration_ns"] / 1e3
    return float("nan") if durations.isna().any() else _statistic(durations, spec)


def _losses(results: Results, spec: Mapping[str, Any]) -> float:
    flows = results.flows[results.flows["job"].map(matcher(spec["jobs"]))]
    start, end = _bounds(spec)
    if _is_over(results, start):
        return float("nan")
    whole = "from" not in spec and "to" not in spec
    counted = whole | ((flows["end_ns"] > start) & (flows["end_ns"] <= end))
    lost = losses(flows).where(counted, 0)
    found = lost.groupby([flows[column] for column in LOSERS[spec["by"]]]).sum()
    return _statistic(found / ((end - start) / 1e9 if spec.get("perSecond") else 1), spec)


def _recovery(results: Results, spec: Mapping[str, Any]) -> float:
    rows = results.summary.get("recovery", [])
    chosen = [
        row
        for row in rows
        if row["fault"] in spec.get("faults", [row["fault"]])
        and row["what"] == spec.get("kind", row["what"])
    ]
    values = pd.Series([row[spec["column"]] for row in chosen], dtype=float)
    values = values.fillna(spec.get("absent", np.nan))
    return float("nan") if values.isna().any() else _statistic(values, spec)


def _repair(results: Results, spec: Mapping[str, Any]) -> float:
    return _statistic(repair_times(results) / 1e3, spec)


def _events(results: Results, spec: Mapping[str, Any]) -> float:
    events, (start, end) = results.events, _bounds(spec)
    if _is_over(results, start):
        return float("nan")
    chosen = (events["kind"] == spec["kind"]) & events["time_ns"].between(start, end)
    for column, key in (("object", "objects"), ("detail", "detail")):
        chosen &= events[column].map(matcher(spec.get(key, "*"))).astype(bool)
    times = (events.loc[chosen, "time_ns"] - start) / 1e3
    return _WHEN[spec["when"]](times) if "when" in spec else len(times)


#: Which of several events a measure asks for.
_WHEN: dict[str, Callable[[pd.Series], float]] = {"first": pd.Series.min, "last": pd.Series.max}


def _series(results: Results, spec: Mapping[str, Any]) -> float:
    table = in_windows(table_over_time(results, spec["kind"], spec["objects"]), spec)
    return _statistic(table.sum(axis=1), spec)


def transfers(results: Results, jobs: str | Sequence[str]) -> pd.DataFrame:
    """The transfers of the jobs that match, see `metrics.transfers`."""
    flows = results.flows
    return metrics.transfers(flows[flows["job"].map(matcher(jobs))])


def _fct(results: Results, spec: Mapping[str, Any]) -> float:
    flows = transfers(results, spec["jobs"])
    return _statistic(flows.loc[flows["completed"], "fct_ns"] / 1e3, spec)


def _rate(results: Results, spec: Mapping[str, Any]) -> float:
    return _statistic(metrics.goodput_gbps(transfers(results, spec["jobs"])), spec)


def _senders(results: Results, spec: Mapping[str, Any]) -> float:
    flows = results.flows
    rates = metrics.sender_goodputs_gbps(flows[flows["job"].map(matcher(spec["jobs"]))])
    return float("nan") if rates.isna().any() else _statistic(rates, spec)


def _efficiency(results: Results, spec: Mapping[str, Any]) -> float:
    jobs = results.jobs
    return _statistic(jobs.loc[jobs["job"].map(matcher(spec["jobs"])), "efficiency"], spec)


def _job(results: Results, spec: Mapping[str, Any]) -> float:
    jobs = results.jobs
    if spec["column"] not in jobs.columns:
        return float("nan")
    values = jobs.loc[jobs["job"].map(matcher(spec.get("jobs", "*"))), spec["column"]]
    return float("nan") if values.isna().any() else _statistic(values, spec)


def _isolation(
    results: Results, spec: Mapping[str, Any], alone: Mapping[str, Results]
) -> float:
    window = {key: spec[key] for key in ("from", "to") if key in spec}
    ratios = []
    for job, by_itself in alone.items():
        if matcher(spec["jobs"])(job):
            together, undisturbed = (
                _steps(run, {"jobs": job, **window}) for run in (results, by_itself)
            )
            ratios.append(together / undisturbed)
    values = pd.Series(ratios, dtype=float)
    return float("nan") if values.isna().any() else _statistic(values, spec)


def _metric(results: Results, spec: Mapping[str, Any]) -> float:
    job = spec.get("job", _first_job(results))
    if job not in set(results.jobs["job"]):
        return float("nan")
    return getattr(metrics.job_metrics(results, job), spec["field"])


def _first_job(results: Results) -> str:
    return str(results.jobs["job"].iloc[0]) if len(results.jobs) else ""


def _outage(results: Results, spec: Mapping[str, Any]) -> float:
    recovery = metrics.run_recovery(results, spec.get("job", _first_job(results)))
    if recovery is None:
        return float("nan")
    return float("inf") if recovery.recovery_ns is None else recovery.recovery_ns / 1e3


def _completed(results: Results, spec: Mapping[str, Any]) -> float:
    return results.summary["flows_completed"] / results.summary["flows_total"]


def _trims(results: Results, spec: Mapping[str, Any]) -> float:
    return metrics.trims_per_packet(results)


def _payload(results: Results, spec: Mapping[str, Any]) -> float:
    return metrics.payload_rate_gbps(results)


def _summary(results: Results, spec: Mapping[str, Any]) -> float:
    value: Any = results.summary
    for key in spec["key"].split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return float("nan") if value is None else value


#: Numbers of `metrics.JobMetrics`.
_FIELDS = tuple(
    field.name
    for field in dataclasses.fields(metrics.JobMetrics)
    if field.type in ("int", "float")
)

_WINDOW = ("from", "to", "every", "times")

_MEASURES: dict[str, Callable[[Results, Mapping[str, Any]], float]] = {
    "goodput": _goodput,
    "fairness": _fairness,
    "dip": _dip,
    "kept": _kept,
    "steps": _steps,
    "losses": _losses,
    "recovery": _recovery,
    "repair": _repair,
    "events": _events,
    "tracks": _tracks,
    "series": _series,
    "fct": _fct,
    "rate": _rate,
    "senders": _senders,
    "efficiency": _efficiency,
    "job": _job,
    "metric": _metric,
    "outage": _outage,
    "completed": _completed,
    "trims": _trims,
    "payload": _payload,
    "summary": _summary,
}

#: Keys of each kind of measure: those it must have, those it may have.
_KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "goodput": (("jobs",), ("stat", *_WINDOW)),
    "fairness": (("jobs", "length", "settle"), ("stat",)),
    "dip": (("jobs", "smooth"), _WINDOW),
    "kept": (("jobs", "base"), ("stat", *_WINDOW)),
    "steps": (("jobs",), ("stat", "from", "to", "touching")),
    "losses": (("jobs", "by"), ("stat", "from", "to", "perSecond")),
    "recovery": (("column",), ("stat", "faults", "kind", "absent")),
    "repair": ((), ("stat",)),
    "events": (("kind",), ("objects", "detail", "when", "from", "to")),
    "tracks": (("jobs", "base", "from", "to", "every", "levels"), ()),
    "series": (("kind", "objects"), ("stat", *_WINDOW)),
    "fct": (("jobs",), ("stat",)),
    "rate": (("jobs",), ("stat",)),
    "senders": (("jobs",), ("stat",)),
    "efficiency": (("jobs",), ("stat",)),
    "job": (("column",), ("jobs", "stat")),
    "isolation": (("jobs",), ("stat", "from", "to")),
    "metric": (("field",), ("job",)),
    "outage": ((), ("job",)),
    "completed": ((), ()),
    "trims": ((), ()),
    "payload": ((), ()),
    "summary": (("key",), ()),
}
