# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""motion.html: runs to be played, each beside its results."""

from __future__ import annotations

import importlib
from pathlib import Path

from ..results import Results, ResultsError


def film(results: Results, output: Path, mrc_sim: Path, limit_s: float) -> str:
    """Write the run in motion.

    A run that was not sampled in detail is simulated again for it, if that does not take long.

    @param results the run
    @param output the page
    @param mrc_sim the simulator
    @param limit_s how long the simulation may take
    @return why it shows less than it could; empty if it does not
    @raise OSError if it cannot be written
    @raise ResultsError if the run cannot be shown
    """
    # Only here: these are much to import, and a report can do without
    motion, replay = (importlib.import_module(f"mrcbench.{name}") for name in ("motion", "replay"))
    detail = replay.detailed(results, mrc_sim, limit_s=limit_s)
    if detail.results is not None:
        motion.write_motion(detail.results, output)
        replay.forget(results)
        return ""
    try:
        motion.write_motion(results, output)
    except ResultsError as error:
        raise ResultsError(detail.reason) from error
    return str(detail.reason)


def try_film(results: Results, output: Path, mrc_sim: Path, limit_s: float) -> tuple[bool, str]:
    """Whether the run in motion could be written, and what there is to say about it."""
    try:
        return True, film(results, output, mrc_sim, limit_s)
    except (ResultsError, ModuleNotFoundError) as error:
        return False, str(error)
