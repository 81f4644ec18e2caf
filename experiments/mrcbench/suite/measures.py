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
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import measure as numbers
from .. import metrics, units
from ..measure import STATISTICS, WHOLE, Window
from ..results import Results
from .series import LOSERS


def measure(
    results: Results, spec: Mapping[str, Any], alone: Mapping[str, Results] | None = None
) -> float:
    """One number.

    @param results the run
    @param spec the measure
    @param alone the runs in which a job of this one is alone, by job
    @return its value; NaN where nothing was found
    """
    if "of" in spec:  # of a figure that is a program
        return float(spec["of"](results, alone or {}) if spec["alone"] else spec["of"](results))
    value = _call(spec["what"], results, spec, alone or {})
    return float(value) * spec.get("scale", 1)


#: Names of arguments that keys have.
_ARGUMENTS = {"perSecond": "per_second", "when": "which"}

#: Keys that are no arguments.
_NO_ARGUMENTS = ("what", "scale", "label", "note", "unit")


def window_of(spec: Mapping[str, Any]) -> Window:
    """The window that the keys of a measure describe."""
    return numbers.between(spec.get("from", 0), spec.get("to"), spec.get("every", 0), spec.get("times", 1))


def _call(what: str, results: Results, spec: Mapping[str, Any], alone: Mapping[str, Results]) -> float:
    given = {_ARGUMENTS.get(key, key): value for key, value in spec.items() if key not in _NO_ARGUMENTS}
    every = given["every"] if what == "tracks" else 0
    window = window_of({**spec, "every": 0} if what == "tracks" else spec)
    arguments = {key: value for key, value in given.items() if key not in _WINDOW}
    if "base" in arguments:
        arguments["base"] = window_of(arguments["base"])
    if what == "metric":
        arguments = {"field": spec["field"], "name": spec.get("job")}
    elif what == "outage":
        arguments = {"name": spec.get("job")}
    elif what == "tracks":
        arguments |= {"every": every, "window": window}
    elif what == "events" and "which" in arguments:
        return numbers.time_of_event(results, window=window, **arguments)
    elif window != WHOLE:
        arguments["window"] = window
    if what == "isolation":
        arguments["alone"] = alone
    return getattr(numbers, what)(results, **arguments)


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


#: Which of several events a measure asks for.
_WHEN = ("first", "last")

#: Numbers of `metrics.JobMetrics`.
_FIELDS = tuple(
    field.name
    for field in dataclasses.fields(metrics.JobMetrics)
    if field.type in ("int", "float")
)

_WINDOW = ("from", "to", "every", "times")

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
