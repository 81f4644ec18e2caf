# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What each mechanism costs a run: the same run again, with one of them switched off at a time.

Runs are deterministic, so every difference in time follows from the switch. The answers are kept in
``why.csv`` of the results folder, with a row per switch and job.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from .faults import scenario_faults, with_repairs
from .replay import ReplayError, check_same, repeated, without_captures
from .results import Results, ResultsError
from .table import NOTHING, Table, number
from .units import format_time

#: The answers in a results folder.
FILE = "why.csv"

#: Columns of the answers.
COLUMNS = ("without", "job", "with_ns", "without_ns", "note")

#: Most faults that are switched off one by one.
_MOST_FAULTS = 6

Config = dict[str, Any]


@dataclass(frozen=True)
class Switch:
    """A change of a scenario that takes one mechanism away."""

    name: str  #: completes the sentence "without ..."
    turn: Callable[[Config], None]  #: changes a scenario


@dataclass(frozen=True)
class Answer:
    """The duration of a job with and without a mechanism, ns; NaN if the job did not complete."""

    without: str
    job: str
    with_ns: float
    without_ns: float
    note: str = ""  #: the reason why there is no run without it

    @property
    def cost(self) -> float:
        """The part of the duration that the mechanism costs; below 0 if it saves time, 1 if completion.

        NaN if it is not known.
        """
        if math.isnan(self.with_ns):
            return math.nan if math.isnan(self.without_ns) else 1.0
        return 1 - self.without_ns / self.with_ns


def switches(results: Results) -> Iterator[Switch]:
    """The switches for what has happened in a run."""
    summary = results.summary
    config = results.config
    if summary["ecn_marked_packets"]:
        yield Switch("ECN marks", lambda c: _set(c, False, "switch", "ecn", "enabled"))
    if summary["trimmed_packets"]:
        yield Switch("trimming (full queues drop)", lambda c: _set(c, False, "switch", "trimming"))
    if summary["pfc_pause_ns"]:
        yield Switch("PFC (full queues drop)", lambda c: _set(c, False, "switch", "pfc"))
    if any(each["rate"] > 0 for each in config.get("loss", [])):
        yield Switch("random loss", lambda c: _set(c, [], "loss"))
    faults = scenario_faults(results)
    if len(faults) > 1:
        yield Switch("any fault", lambda c: _set(c, [], "faults"))
    for fault in faults[:_MOST_FAULTS]:
        name = "the fault" if len(faults) == 1 else f"fault {fault.number}"
        yield Switch(f"{name} ({fault.what})", partial(_drop, fault.number))
    if config["transport"]["type"] == "mrc":
        sacks = ("transport", "attributes", "ns3::MrcQpParameters::SackThresholdBytes")
        yield Switch("frequent SACKs (one per 32 KiB)", lambda c: _set(c, 32768, *sacks))


def _drop(fault: int, config: Config) -> None:
    """Take away a fault and its repairs."""
    gone = with_repairs(config["faults"], fault)
    config["faults"] = [each for number, each in enumerate(config["faults"]) if number not in gone]


def _set(config: Config, value: Any, *path: str) -> None:
    """Set a key, and make the objects that contain it."""
    for key in path[:-1]:
        config = config.setdefault(key, {})
    config[path[-1]] = value


def ask(results: Results, mrc_sim: Path, tell: Callable[[str], None]) -> list[Answer]:
    """Run a scenario again per switch, and write the answers into its results folder.

    @param results the run
    @param mrc_sim the simulator
    @param tell receives a text before each run
    @raise ReplayError if the run cannot be repeated, or comes out differently
    """
    tell("as it was")
    with repeated(results, _plain(results), mrc_sim) as second:
        check_same(results, second)
    found: list[Answer] = []
    for switch in switches(results):
        tell(f"without {switch.name}")
        found += _answers(results, switch, mrc_sim)
    with (results.path / FILE).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        rows.writerows([getattr(answer, column) for column in COLUMNS] for answer in found)
    return found


def _plain(results: Results) -> Config:
    """The scenario of a run, without samples and captures, which change nothing."""
    config = without_captures(results)
    config["measure"]["sampleInterval"] = 0
    return config


def _answers(results: Results, switch: Switch, mrc_sim: Path) -> list[Answer]:
    config, own = _plain(results), durations(results)
    switch.turn(config)
    try:
        with repeated(results, config, mrc_sim) as second:
            other, note = durations(second), ""
    except ReplayError as error:
        other, note = {}, str(error).removeprefix(f"{results.path}: ")
    return [Answer(switch.name, job, time, other.get(job, math.nan), note) for job, time in own.items()]


def durations(results: Results) -> dict[str, float]:
    """The duration of each job, all repetitions together, ns; NaN if one did not complete."""
    of_job = results.jobs.groupby("job", sort=False)["duration_ns"]
    return dict(of_job.agg(lambda repetitions: repetitions.sum(skipna=False)))


def read(results: Results) -> list[Answer]:
    """The answers in a results folder; none before `ask`, or if they are about an earlier run in the folder.

    @raise ResultsError if the file is damaged
    """
    path = results.path / FILE
    if not path.is_file():
        return []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = [
                Answer(row["without"], row["job"], float(row["with_ns"]), float(row["without_ns"]),
                       row["note"])
                for row in csv.DictReader(file)
            ]
    except (KeyError, TypeError, ValueError) as error:
        raise ResultsError(f"{path}: damaged: {error}") from error
    own = durations(results)
    known = {answer.job: answer.with_ns for answer in found}
    same = all(job in own and np.array_equal(own[job], time, equal_nan=True) for job, time in known.items())
    return found if same else []


def table(answers: Sequence[Answer]) -> Table:
    """A row per answer."""
    rows = [
        (one.without, one.job, _time(one.with_ns), one.note or _time(one.without_ns), _cost(one))
        for one in answers
    ]
    return Table(("without", "job", "time of all repetitions", "without it", "cost"), rows)


def _time(time_ns: float) -> str:
    return "not complete" if math.isnan(time_ns) else format_time(time_ns)


def _cost(answer: Answer) -> str:
    if math.isnan(answer.cost):
        return NOTHING
    return "completion" if answer.cost == 1 else f"{number(round(100 * answer.cost, 1) + 0.0, 1)} %"


def sentence(answers: Sequence[Answer]) -> str:
    """The mechanisms that cost at least 1 % of the time of a job, the most expensive first."""
    known = [answer for answer in answers if answer.cost >= 0.01]
    jobs = len({answer.job for answer in answers})
    parts = [
        f"{answer.without} {f'{answer.job} takes ' if jobs > 1 else ''}{_time(answer.without_ns)} instead of "
        f"{'no end' if math.isnan(answer.with_ns) else _time(answer.with_ns)}"
        for answer in sorted(known, key=lambda one: one.cost, reverse=True)
    ]
    if not answers:
        return ""
    if not parts:
        return "Switched off one at a time, nothing that happened costs 1 % of the time."
    return f"Switched off one at a time: without {'; without '.join(parts)}."
