# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Arguments that the drivers share: invalid values are rejected before anything runs."""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .engine.execution import Execution
from .engine.tasks import find_simulator

#: Top of the repository.
ROOT = Path(__file__).resolve().parents[2]

#: The manual.
MANUAL = ROOT / "docs"

#: Folder of results: in the repository, or in the current folder if the repository cannot be written.
RESULTS = (ROOT if os.access(ROOT, os.W_OK) else Path()) / "results"


def as_command(name: str, main: Callable[[], int]) -> int:
    """The exit status of a command; Ctrl-C and errors of the system are messages."""
    try:
        return main()
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"{name}: {place}{error.strerror or error}", file=sys.stderr)
        return 2


def add_shared(parser: argparse.ArgumentParser) -> None:
    """--mrc-sim, --out, --cores and --quick."""
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    parser.add_argument("--out", type=folder, help="output folder")
    parser.add_argument("--cores", type=whole(1), default=os.cpu_count() or 1, help="runs at a time")
    about = "one seed and the first value of each axis, with the settings of the key quick"
    parser.add_argument("--quick", action="store_true", help=about)


def find_simulator_or_tell(command: str, given: Path | None) -> Path | None:
    """The simulator; without one, prints an error on stderr and returns None."""
    simulator = find_simulator(given, ROOT)
    if simulator is None:
        wanted = given or "build/release/mrc-sim"
        print(f"{command}: no simulator at {wanted}; build it first", file=sys.stderr)
    return simulator


def execution(command: str, options: argparse.Namespace, default: Path, **more: Any) -> Execution | None:
    """The execution that the shared options request; without a simulator, an error on stderr and None.

    @param default results folder without --out; with --quick another one, so that small results do not
            replace large ones
    """
    simulator = find_simulator_or_tell(command, options.mrc_sim)
    small = default.with_name(f"{default.name}-quick") if options.quick else default
    return Execution(options.out or small, simulator, options.cores, **more) if simulator else None


def whole(least: int, most: float = math.inf) -> Callable[[str], int]:
    """A parser of whole numbers within bounds."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.removeprefix("-").isdecimal()) or not least <= int(text) <= most:
            above = "" if math.isinf(most) else f" to {most}"
            raise argparse.ArgumentTypeError(f"found {text!r}; allowed: a whole number from {least}{above}")
        return int(text)

    return parse


def folder(text: str) -> Path:
    """A folder that exists or can be made: this makes it as a check, and removes it again."""
    if not text:
        raise argparse.ArgumentTypeError("found ''; allowed: the name of a folder")
    path = Path(text)
    made = [each for each in (path, *path.parents) if not (each.exists() or each.is_symlink())]
    reason = ""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not os.access(path, os.W_OK | os.X_OK):
            reason = "Permission denied"
    except OSError as error:
        reason = error.strerror or str(error)
    finally:
        for new in made:
            if new.is_dir():
                new.rmdir()
    if reason:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be a folder for results: {reason}")
    return path
