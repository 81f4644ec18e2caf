# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A run once more, with more of it written down.

Runs are deterministic: the configuration that a results folder holds gives the same run again, and how
often it is looked at does not change it. What pages need beyond the default samples is made that way when
it is asked for, in a hidden folder of the results, where it stays until `forget`.
"""

from __future__ import annotations

import copy
import filecmp
import json
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import files
from .engine.worker import LEFT_RESULTS, die_with_parent
from .motion.story import MAX_QP_VALUES, QP_SERIES
from .reference.program import transport_of
from .results import Results, ResultsError, open_results

#: A hidden folder of the results: the second run within it, and the scenario of it.
FOLDER, RUN = ".detail", "run"
SCENARIO = "scenario.json"

#: Series that are always recorded, and those of QPs, which are where there is room.
KINDS = ("port.tx_gbps", "port.queue_bytes", "port.paused", "job.throughput_gbps")

#: Sampling times that a run has, at most and at least; fewer in large fabrics, of which each has many values.
SAMPLES, FEWEST_SAMPLES = 350, 60
MAX_LINK_VALUES = 4_000_000

#: The shortest sampling interval, ns: below it a rate is a matter of single packets. In very short runs it is
#: this part of their time.
LEAST_INTERVAL_NS = 2000.0
LEAST_PART = 1 / 20

#: Rows of evs.csv that a run may have.
MAX_EV_ROWS = 5_000_000

#: CPU time of the first run above which there is no second, s.
LIMIT_S = 120.0


@dataclass(frozen=True)
class Detail:
    """A run with all series, or why there is none."""

    results: Results | None
    reason: str = ""  #: a sentence, if there are no results


def detailed(results: Results, mrc_sim: Path, limit_s: float = LIMIT_S) -> Detail:
    """The same run with all series that pages about its course need.

    @param results a run
    @param mrc_sim the simulator
    @param limit_s CPU time that the run may have taken, s
    @return `results` itself if it has them; those of a second run otherwise, or a sentence why there are none
    """
    try:
        refusal = _refusal(results, limit_s)
        if refusal:
            return Detail(None, refusal)
        if _has_all(results):
            return Detail(results)
        scenario = _scenario(results)
        folder = results.path / FOLDER
        if not _is_done(results, folder, scenario):
            failure = _other_program(results, mrc_sim) or _run(folder, scenario, mrc_sim)
            if failure:
                return Detail(None, f"{results.path}: {failure}")
        difference = _difference(results, folder)
        if difference:
            return Detail(None, f"{results.path}: {difference}")
        return Detail(open_results(folder / RUN))
    except OSError as error:
        return Detail(None, f"{error.filename or results.path}: {error.strerror}")
    except ResultsError as error:
        return Detail(None, str(error))


def forget(results: Results) -> None:
    """Remove what `detailed` has left beside a run: it may be a hundred times as large."""
    shutil.rmtree(results.path / FOLDER, ignore_errors=True)


def _refusal(results: Results, limit_s: float) -> str:
    """Why a run is not done again, before anything is tried."""
    summary = results.summary
    if "program" in summary:
        return f"{results.path}: results of a command that sends no packets"
    if not results.config:
        return f"{results.path}: lacks config.json, so the run cannot be done again"
    if summary.get("outcome") == "interrupted":
        return f"{results.path}: the run was interrupted, and cannot be done again to the same point"
    took = float(summary.get("cpu_s", 0))
    if took > limit_s:
        return f"{results.path}: the run took {took:.0f} s of CPU time; allowed for another: {limit_s:.0f} s"
    return ""


def _samples_of(results: Results) -> Iterable[str]:
    measure = results.config.get("measure")
    return measure.get("samples", ()) if isinstance(measure, dict) else ()


def _has_evs(results: Results) -> bool:
    return transport_of(str(results.summary["transport"])).evs


def _has_all(results: Results) -> bool:
    """Whether a run was recorded with what is drawn."""
    evs = not _has_evs(results) or (results.path / "evs.csv").is_file()
    return evs and set(KINDS) <= set(_samples_of(results))


def _qps(results: Results) -> int:
    """QPs that send something."""
    return len(results.flows[["src", "dst", "qp", "job"]].drop_duplicates())


def _kinds(results: Results, count: int) -> list[str]:
    """Series to be recorded, in a run that is sampled as often as said."""
    kinds, room, qps = list(KINDS), MAX_QP_VALUES, _qps(results)
    for kind in QP_SERIES:
        room -= qps * count
        if room >= 0:
            kinds.append(kind)
    return kinds


def interval_ns(sim_time_ns: float, directions: int) -> float:
    """How often a run is to be sampled.

    @param sim_time_ns its simulated time
    @param directions rows of its links.csv
    @return the interval, ns, with two digits
    """
    count = min(SAMPLES, max(FEWEST_SAMPLES, MAX_LINK_VALUES // max(1, directions)))
    wanted = max(sim_time_ns / count, min(LEAST_INTERVAL_NS, sim_time_ns * LEAST_PART))
    return max(1.0, float(f"{wanted:.1e}"))


def _scenario(results: Results) -> dict[str, Any]:
    """The configuration of the second run."""
    scenario = copy.deepcopy(results.config)
    end = float(results.summary["sim_time_ns"])
    interval = interval_ns(end, len(results.links))
    evs = int(scenario.get("transport", {}).get("evs", 0))
    measure = {key: value for key, value in scenario.get("measure", {}).items() if key != "pcap"}
    measure.update(
        sampleInterval=f"{interval:g}ns",
        samples=_kinds(results, int(end // interval)),
        evs=_has_evs(results) and _qps(results) * evs <= MAX_EV_ROWS,
    )
    scenario["measure"] = measure
    return scenario


def _text(scenario: dict[str, Any]) -> str:
    return json.dumps(scenario, indent=1) + "\n"


def _is_done(results: Results, folder: Path, scenario: dict[str, Any]) -> bool:
    """Whether this was done before."""
    file = folder / SCENARIO
    if not file.is_file() or file.read_text(encoding="utf-8") != _text(scenario):
        return False
    return (folder / RUN / "summary.json").is_file() and not _difference(results, folder)


def _other_program(results: Results, mrc_sim: Path) -> str:
    """What is wrong with the simulator, if it is not of the version that made the results."""
    try:
        said = subprocess.run([mrc_sim, "version"], capture_output=True, text=True, check=False).stdout
    except OSError as error:
        return f"no second run with {mrc_sim}: {error.strerror}"
    found = re.match(r"mrc-sim (\S+) .*ns-3 (\S+)", said)
    now = f"{found[1]} with ns-3 {found[2]}" if found else "unknown"
    version, ns3 = (results.config.get(key, "unknown") for key in ("version", "ns3Version"))
    then = f"{version} with ns-3 {ns3}"
    return "" if now == then else f"made by mrc-sim {then}; a second run needs the same, found {now}"


def _run(folder: Path, scenario: dict[str, Any], mrc_sim: Path) -> str:
    """Simulate; what went wrong, if anything."""
    folder.mkdir(exist_ok=True)
    (folder / RUN / "summary.json").unlink(missing_ok=True)  # results without it are none
    files.write(folder / SCENARIO, _text(scenario))
    done = subprocess.run(
        [mrc_sim, "run", folder / SCENARIO, "--out", folder / RUN, "--quiet", "--no-progress"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=die_with_parent,
    )
    if done.returncode in LEFT_RESULTS and (folder / RUN / "summary.json").is_file():
        return ""
    said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
    return f"the second run failed: {' '.join(line.strip() for line in said[:3])}"


def _difference(results: Results, folder: Path) -> str:
    """Whether the second run was another one, in a sentence."""
    hops = open_results(folder / RUN).summary.get("packet_hops")
    if hops == results.summary.get("packet_hops") and filecmp.cmp(
        results.path / "flows.csv", folder / RUN / "flows.csv", shallow=False
    ):
        return ""
    return "the run does not come out the same a second time; its results are of another build of mrc-sim"
