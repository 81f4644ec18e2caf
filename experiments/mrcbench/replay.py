# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A repetition of a run with more time series.

Runs are deterministic: the configuration in a results folder gives the same run again, and samples do not
affect it. A repetition makes the time series that the motion page needs in addition to the default samples,
in a hidden folder of the results, which is removed when the page is written.
"""

from __future__ import annotations

import copy
import fcntl
import filecmp
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from .engine.tasks import simulate
from .engine.worker import LEFT_RESULTS
from .motion.data import MAX_QP_VALUES, QP_SERIES
from .reference import transport_of
from .results import VERSIONS, Results, ResultsError, open_results

#: The hidden folder, and the results of the second run in it.
FOLDER, RUN = ".detail", "run"

#: Series that are always recorded; those of QPs are recorded if they fit.
KINDS = ("port.tx_gbps", "port.queue_bytes", "port.paused", "job.throughput_gbps")

#: Most and fewest sampling times of a run; large networks, which have many values at each, have fewer.
SAMPLES, FEWEST_SAMPLES = 350, 60
MAX_LINK_VALUES = 4_000_000

#: Shortest sampling interval, ns: in shorter ones rates depend on single packets. In very short runs it is
#: this part of their duration.
LEAST_INTERVAL_NS = 2000.0
LEAST_PART = 1 / 20

#: Most rows of evs.csv.
MAX_EV_ROWS = 5_000_000

#: CPU time of the first run above which it is not repeated, s.
LIMIT_S = 120.0


def try_motion(
    results: Results, make: Callable[[Results], object], mrc_sim: Path | None, limit_s: float
) -> tuple[bool, str]:
    """Make the motion page of a run, with all time series if possible.

    @param results the run
    @param make writes the page, given the run or a repetition with more time series
    @param mrc_sim the simulator; None: the run is not repeated
    @param limit_s most CPU time of a run that is repeated, s
    @return whether the page is written; the reason why not, or why time series are missing
    """
    try:
        with detailed(results, mrc_sim, limit_s) as detail:
            make(detail)
        return True, ""
    except ReplayError as error:
        reason = str(error)
    except ResultsError as error:
        return False, str(error)
    try:
        make(results)
    except ResultsError:
        return False, reason
    return True, reason


class ReplayError(ResultsError):
    """A run cannot be repeated."""


@contextmanager
def detailed(results: Results, mrc_sim: Path | None, limit_s: float = LIMIT_S) -> Iterator[Results]:
    """The same run with all time series of the motion page, for the duration of the context.

    @param results a run, which is returned if it has all series
    @param mrc_sim the simulator, if there is one
    @param limit_s most CPU time of a run that is repeated, s
    @raise ReplayError if it cannot be repeated, with the reason
    """
    _refuse(results, limit_s)
    if _has_all(results):
        yield results
        return
    if mrc_sim is None:
        raise ReplayError(f"{results.path}: without a simulator the run cannot be repeated")
    with repeated(results, _scenario(results), mrc_sim, limit_s) as second:
        check_same(results, second)
        yield second


@contextmanager
def repeated(
    results: Results, scenario: dict[str, Any], mrc_sim: Path, limit_s: float = LIMIT_S
) -> Iterator[Results]:
    """The results of a scenario that was made from the one of a run, for the duration of the context.

    @param results the run
    @param scenario the scenario; its files are those of the run
    @param mrc_sim the simulator
    @param limit_s most CPU time of a run that is repeated, s
    @raise ReplayError if it cannot be simulated, with the reason
    """
    _refuse(results, limit_s)
    folder = results.path / FOLDER
    with _alone(results.path):
        try:
            yield _simulated(results, scenario, folder, mrc_sim)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait for other repetitions of the same run to end; without effect on file systems without locks."""
    with ExitStack() as stack:
        with suppress(OSError):
            descriptor = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield


def _refuse(results: Results, limit_s: float) -> None:
    """@raise ReplayError if a run is known not to be repeatable"""
    summary = results.summary
    took = float(summary.get("cpu_s", 0))
    refused = {
        "results of a command that sends no packets": "program" in summary,
        "lacks config.json, so the run cannot be repeated": not results.config,
        "the run was interrupted, and cannot be repeated to the same point":
            summary.get("outcome") == "interrupted",
        f"the run took {took:.0f} s of CPU time; allowed for another: {limit_s:.0f} s": took > limit_s,
    }  # fmt: skip
    for reason, applies in refused.items():
        if applies:
            raise ReplayError(f"{results.path}: {reason}")


def _has_evs(results: Results) -> bool:
    return transport_of(str(results.summary["transport"])).evs


def _has_all(results: Results) -> bool:
    """Whether a run was recorded with all data of links and EVs that the page shows."""
    measure = results.config.get("measure")
    samples = measure.get("samples", ()) if isinstance(measure, dict) else ()
    evs = not _has_evs(results) or (results.path / "evs.csv").is_file()
    return evs and set(KINDS) <= set(samples)


def interval_ns(sim_time_ns: float, directions: int) -> float:
    """The sampling interval of a repetition.

    @param sim_time_ns its simulated time
    @param directions rows of its links.csv
    @return the interval, ns, with two digits
    """
    count = min(SAMPLES, max(FEWEST_SAMPLES, MAX_LINK_VALUES // max(1, directions)))
    wanted = max(sim_time_ns / count, min(LEAST_INTERVAL_NS, sim_time_ns * LEAST_PART))
    return max(1.0, float(f"{wanted:.1e}"))


def without_captures(results: Results) -> dict[str, Any]:
    """A copy of the configuration of a run, with the object measure, but no captures in it."""
    scenario = copy.deepcopy(results.config)
    scenario.setdefault("measure", {}).pop("pcap", None)
    return scenario


def _scenario(results: Results) -> dict[str, Any]:
    """The configuration of the second run."""
    scenario = without_captures(results)
    end = float(results.summary["sim_time_ns"])
    interval = interval_ns(end, len(results.links))
    qps = len(results.flows[["src", "dst", "qp", "job"]].drop_duplicates())
    evs = int(scenario.get("transport", {}).get("evs", 0))
    room = MAX_QP_VALUES // max(1, qps * int(end // interval))
    scenario["measure"].update(
        sampleInterval=f"{interval:g}ns",
        samples=[*KINDS, *QP_SERIES[:room]],
        evs=_has_evs(results) and qps * evs <= MAX_EV_ROWS,
    )
    return scenario


def _simulated(results: Results, scenario: dict[str, Any], folder: Path, mrc_sim: Path) -> Results:
    """The results of a scenario made from that of a run.

    @raise ReplayError if there are none
    """
    try:
        reason = _other_program(results, mrc_sim) or _simulate(scenario, folder, mrc_sim)
    except OSError as error:
        raise ReplayError(f"{error.filename or results.path}: {error.strerror}") from error
    if reason:
        raise ReplayError(f"{results.path}: {reason}")
    return open_results(folder / RUN)


def _other_program(results: Results, mrc_sim: Path) -> str:
    """The reason why a simulator cannot be used, if its version is not the one that made the results."""
    said = subprocess.run([mrc_sim, "version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"mrc-sim (\S+) .*ns-3 (\S+)", said)
    now = f"{found[1]} with ns-3 {found[2]}" if found else "unknown"
    version, ns3 = (results.config.get(key, "unknown") for key in VERSIONS)
    then = f"{version} with ns-3 {ns3}"
    return "" if now == then else f"made by mrc-sim {then}; a second run needs the same, found {now}"


def _simulate(scenario: dict[str, Any], folder: Path, mrc_sim: Path) -> str:
    """Simulate a scenario; the reason of a failure, or an empty text."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    file = folder / "scenario.json"
    file.write_text(json.dumps(scenario), encoding="utf-8")
    done = simulate(mrc_sim, file, folder / RUN)
    if done.returncode in LEFT_RESULTS and (folder / RUN / "summary.json").is_file():
        return ""
    said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
    return f"the second run failed: {' '.join(line.strip() for line in said[:3])}"


def check_same(results: Results, second: Results) -> None:
    """Compare a run with its repetition.

    @raise ReplayError if they differ
    """
    try:
        same = second.summary["packet_hops"] == results.summary["packet_hops"] and filecmp.cmp(
            results.path / "flows.csv", second.path / "flows.csv", shallow=False
        )
    except OSError as error:
        raise ReplayError(f"{error.filename}: {error.strerror}") from error
    if not same:
        raise ReplayError(
            f"{results.path}: the run does not come out the same a second time; its results are of another "
            "build of mrc-sim"
        )
