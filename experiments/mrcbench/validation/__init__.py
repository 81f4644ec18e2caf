# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs cases with a user's htsim_uec and with this simulator, and compares the times of their flows.

`cases` lists the cases.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

from ..engine.worker import LEFT_RESULTS
from ..expectations import agree
from ..results import open_results
from ..suite.reader import assignments
from .htsim import ValidationError, make_request, run_htsim

__all__ = ["Case", "Cause", "Comparison", "Times", "ValidationError", "compare"]

#: Settings of a scenario by path, as in sweeps.
Settings = Mapping[str, Any]

#: Our runs of every case: its settings, and further ones by name of the run.
DEFAULTS, UEC = "defaults", "profile uec"


@dataclass(frozen=True)
class Cause:
    """The cause of a difference, and settings that remove it."""

    of: str  #: `DEFAULTS` or `UEC`: the run that differs
    run: str  #: name of the run without the cause
    because: str
    settings: Settings


@dataclass(frozen=True)
class Case:
    """A scenario for both simulators."""

    name: str
    title: str
    scenario: Path
    settings: Settings = field(default_factory=dict)  #: of all of our runs, and of the exported files
    faults: Settings = field(default_factory=dict)  #: of our runs; htsim_uec has an option for them
    uec: Settings = field(default_factory=dict)  #: of our runs with the profile uec
    htsim: Sequence[str] = ()  #: options of htsim_uec
    seeds: int = 1
    causes: Sequence[Cause] = ()

    def runs(self) -> dict[str, Settings]:
        """Our runs with their settings."""
        own: Settings = {**self.settings, **self.faults}
        found = {DEFAULTS: own, UEC: {**own, "transport.profile": "uec", **self.uec}}
        return found | {cause.run: {**found[cause.of], **cause.settings} for cause in self.causes}

    def folder(self, out: Path, seed: int) -> Path:
        """The folder of its files."""
        return out / self.name / f"seed{seed}"


@dataclass(frozen=True)
class Times:
    """The times at which flows end, us: means over the seeds."""

    mean: float
    slowest: float

    @staticmethod
    def over(seeds: Iterable[Sequence[float]]) -> Times:
        """@param seeds the times of each seed"""
        means, slowest = zip(*((mean(times), max(times)) for times in seeds))
        return Times(mean(means), mean(slowest))

    def agrees(self, theirs: Times) -> bool:
        """Whether both times agree."""
        return agree(self.mean, theirs.mean) and agree(self.slowest, theirs.slowest)


@dataclass(frozen=True)
class Comparison:
    """The results of a case."""

    case: Case
    theirs: Times
    ours: Mapping[str, Times]  #: by name of the run

    def verdict(self, run: str) -> str:
        """``within 10 %``, or ``differs`` with the cause that a run without it proves."""
        if self.ours[run].agrees(self.theirs):
            return "within 10 %"
        proved = [each.because for each in self.case.causes
                  if each.of == run and self.ours[each.run].agrees(self.theirs)]  # fmt: skip
        return ": ".join(["differs", *proved[:1]])


def compare(
    cases: Sequence[Case], program: Path, simulator: Path, out: Path, cores: int, tell: Callable[[str], None]
) -> list[Comparison]:
    """Run both simulators on all cases.

    @param cases the cases
    @param program htsim_uec
    @param simulator mrc-sim
    @param out receives a folder per case and seed
    @param cores runs at a time
    @param tell called with the name of each run that ends
    @raise ExportError, ResultsError or ValidationError if a run fails; no further ones begin
    """

    def run(job: tuple[Case, int, str | None]) -> Sequence[float]:
        case, seed, name = job
        folder = case.folder(out, seed)
        folder.mkdir(parents=True, exist_ok=True)
        if name is None:
            request = make_request(case.scenario, assignments(case.settings), seed, simulator)
            found: Sequence[float] = run_htsim(program, request, folder, ["-seed", str(seed), *case.htsim])
        else:
            found = _run_ours(case, seed, name, simulator, folder)
        tell(f"{case.name}, seed {seed}: {name or 'htsim_uec'}")
        return found

    jobs = [(case, seed, name) for case in cases for seed in range(1, case.seeds + 1)
            for name in (None, *case.runs())]  # fmt: skip
    with ThreadPoolExecutor(cores) as pool:
        waiting = [pool.submit(run, job) for job in jobs]
        try:
            times = {(case.name, seed, name): future.result()
                     for (case, seed, name), future in zip(jobs, waiting)}  # fmt: skip
        finally:
            pool.shutdown(cancel_futures=True)

    def over_seeds(case: Case, name: str | None) -> Times:
        return Times.over(times[case.name, seed, name] for seed in range(1, case.seeds + 1))

    return [
        Comparison(case, over_seeds(case, None), {name: over_seeds(case, name) for name in case.runs()})
        for case in cases
    ]


def _run_ours(case: Case, seed: int, name: str, simulator: Path, folder: Path) -> Sequence[float]:
    """The times at which our flows end, us.

    @raise ResultsError if results are damaged
    @raise ValidationError if the simulator fails, or does not deliver everything
    """
    out = folder / "".join(letter if letter.isalnum() else "-" for letter in name)
    words = [str(simulator), "run", str(case.scenario), "--quiet", "--out", str(out), "--seed", str(seed)]
    words += [word for setting in assignments(case.runs()[name]) for word in ("--set", setting)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode not in LEFT_RESULTS:
        raise ValidationError(f"{case.name}: {shlex.join(words)}\n{done.stderr.strip()}")
    results = open_results(out)
    if not results.completed:
        raise ValidationError(f"{case.name}, {name}: not all messages arrived; see {out}")
    return [float(time) / 1e3 for time in results.flows["end_ns"]]
