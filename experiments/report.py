#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A page about one run, or about several side by side, and the run in motion.

For one run, report.html and motion.html go into its results folder; for several, report.html into the first
folder and each motion.html into the results folder of its run; motion-both.html beside report.html plays two
runs on one clock.

Exit status: 0 written, 2 bad usage, no results, or results that are damaged or of another version.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from markupsafe import Markup

from mrcbench import why
from mrcbench.arguments import ROOT, as_command
from mrcbench.drawing.runs import Run
from mrcbench.engine.tasks import find_simulator
from mrcbench.motion import write_motion, write_pair
from mrcbench.motion.data import page_data
from mrcbench.files import write
from mrcbench.replay import LIMIT_S, try_motion
from mrcbench.results import Results, ResultsError
from mrcbench.runreport import pages
from mrcbench.runreport.loading import collect
from mrcbench.table import markdown


class UsageError(Exception):
    """The page cannot be written to the given path."""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc report", description=__doc__.splitlines()[0])
    parser.add_argument(
        "folders", type=Path, metavar="DIR", nargs="+", help="a results folder, or a folder of such",
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="the page; default: report.html in the first folder"
    )
    parser.add_argument("--no-motion", action="store_true", help="no motion.html")
    parser.add_argument(
        "--why", action="store_true",
        help="run the scenario of one run again with marks, trims, faults and the like switched off one at a "
        "time; print and show what each costs",
    )  # fmt: skip
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    return parser.parse_args(arguments)


def output_of(options: argparse.Namespace) -> Path:
    """The path of the page.

    @raise UsageError if it cannot be written
    """
    page = Path(options.out if options.out is not None else options.folders[0] / "report.html")
    if page.is_dir() or not page.name:
        raise UsageError(f"--out {page}: this is a folder; allowed: the name of a file")
    if not page.parent.is_dir():
        raise UsageError(f"--out {page}: there is no folder {page.parent}")
    if not os.access(page.parent, os.W_OK | os.X_OK):
        raise UsageError(f"{page}: cannot be written: Permission denied")
    return page


def tell(text: str) -> None:
    """Print a message on stderr."""
    print(f"report: {text}", file=sys.stderr)


def show(
    run: Run, make: Callable[[Results], object], mrc_sim: Path | None, limit_s: float, label: str = ""
) -> tuple[bool, str]:
    """Make the motion page of a run; whether it was made, and the reason for missing parts."""
    done, why = try_motion(run.results, make, mrc_sim, limit_s)
    if why:
        tell(label + ("motion: " if done else "no motion: ") + why)
    return done, why


def of_one(run: Run, page: Path, mrc_sim: Path | None, motion: bool) -> list[str]:
    """Write the page and the motion page of one run; lines with both paths."""
    film = page.with_name("motion.html")
    done, why = False, ""
    if motion:
        done, why = show(run, lambda detail: write_motion(detail, film), mrc_sim, LIMIT_S)
    note = Markup(' <span class="muted">({})</span>').format(why) if why else ""
    link = Markup('<p><a href="{}">The run in motion</a>{}</p>').format(film.name, note) if done else None
    write(page, pages.single(run, mrc_sim, link))
    return [f"Report: {page}", *([f"Motion: {film}"] if done else [])]


def of_several(
    title: str, runs: Sequence[Run], page: Path, mrc_sim: Path | None, motion: bool
) -> list[str]:
    """Write the page of several runs, motion pages of the runs in figures, and one of two together.

    @return lines with the paths
    """
    films, together = [], []
    shown = pages.drawn(runs) if motion else []
    end_ns = max((run.results.summary["sim_time_ns"] for run in shown), default=0)

    def make(detail: Results, film: Path, name: str) -> None:
        write_motion(detail, film)
        if len(shown) == 2:
            together.append((name, page_data(detail, end_ns)))

    for run in shown:
        film, name = run.results.path / "motion.html", f"{run.case}, {run.variant}"
        own = partial(make, film=film, name=name)
        if show(run, own, mrc_sim, LIMIT_S / len(shown), f"{run.results.path}: ")[0]:
            films.append((name, Path(os.path.relpath(film, page.parent)).as_posix()))
        run.results.release()
    both = page.with_name("motion-both.html")
    if len(together) == 2:
        write_pair(title, together, both)
        films.insert(0, ("both on one clock", both.name))
    write(page, pages.comparison(title, runs, films))
    return [f"Report: {page}", *([f"Motion: {both}"] if len(together) == 2 else [])]


def explained(runs: Sequence[Run], mrc_sim: Path | None) -> str:
    """The costs of what happened in a run, as a table.

    @raise UsageError without a simulator, or with several runs
    """
    if len(runs) > 1 or mrc_sim is None:
        raise UsageError("--why: needs one run" if mrc_sim else "--why: no simulator; ./mrc setup builds it")
    answers = why.ask(runs[0].results, mrc_sim, lambda text: tell(f"again, {text}"))
    return f"{markdown(why.table(answers))}\n{why.sentence(answers)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    @return exit status
    """
    options = parse(arguments)
    simulator = find_simulator(options.mrc_sim, ROOT)
    try:
        runs = collect(options.folders)
        page = output_of(options)
        if options.why:
            print(explained(runs, simulator))
        if len(runs) > 1:
            title = options.folders[0].resolve().name if len(options.folders) == 1 else "Runs side by side"
            made = of_several(title, runs, page, simulator, not options.no_motion)
        else:
            made = of_one(runs[0], page, simulator, not options.no_motion)
    except (ResultsError, UsageError) as error:
        tell(str(error))
        return 2
    print("\n".join(made))
    return 0


if __name__ == "__main__":
    sys.exit(as_command("report", main))
