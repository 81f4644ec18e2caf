# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A cumulative distribution of sizes of flows."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...arguments import whole
from ...units import time_ns
from ..scenario import HOSTS, LONGEST_NS, Imported, format_ns, stop_after
from ..text import ImportProblem, Word, read_lines, split_line

ABOUT = "CDF: lines of a size in bytes and a percentage (or a share up to 1), as HPCC, ConWeave, DCTCP have."

#: Range of workload[].load.
_LOADS = (1e-6, 2.0)

#: Largest size of a distribution.
_MOST_BYTES = 2**53


def _load(text: str) -> float:
    """Parse --load."""
    value = float(text)
    if not _LOADS[0] <= value <= _LOADS[1]:
        allowed = f"a number from {_LOADS[0]:g} to {_LOADS[1]:g}"
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: {allowed}")
    return value


def _duration(text: str) -> str:
    """Parse --duration, in which a plain number is ns; the simulator knows no exponents."""
    time = time_ns(text)
    if not 1 <= time < LONGEST_NS:
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: a time from 1 ns to less than 30 days")
    return f"{format_ns(time)}ns"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Options of this format."""
    load = "mean rate at which a host sends, as a share of the rate of its NIC (0.5)"
    parser.add_argument("--load", type=_load, default=0.5, help=load)
    parser.add_argument("--hosts", type=whole(*HOSTS), default=64, help="number of hosts (64)")
    duration = "time in which messages start (1ms)"
    parser.add_argument("--duration", type=_duration, default="1ms", help=duration)


def read(files: Sequence[Path], options: argparse.Namespace) -> Imported:
    """The scenario of one distribution: messages of a Poisson process."""
    if len(files) > 1:
        raise ImportProblem(f"{files[1]}: expected one file, found {len(files)}")
    job = {"name": "flows", "type": "poisson", "load": options.load, "duration": options.duration}
    job["sizes"] = _read_points(files[0])
    stop = stop_after(time_ns(options.duration) * (1 + options.load * options.hosts))
    return Imported(options.hosts, files[0], settings={"workload": [job], "stop": stop})


def _read_points(path: Path) -> list[dict[str, Any]]:
    """The points, as workload[].sizes has them."""
    points: list[tuple[float, float, list[Word]]] = []
    for number, line in enumerate(read_lines(path), start=1):
        words = split_line(path, number, line)
        if not words:
            continue
        if len(words) != 2:
            raise words[0].problem(f"a size and a percentage, and {len(words)} words are in this line")
        size = words[0].read("size in bytes", float, most=_MOST_BYTES)
        share = words[1].read("percentage", float)
        if points and size < points[-1][0]:
            raise words[0].problem(f"size of at least {points[-1][0]:g}, that of the line before")
        if points and share < points[-1][1]:
            raise words[1].problem(f"percentage of at least {points[-1][1]:g}, that of the line before")
        points.append((size, share, words))
    if not points:
        raise ImportProblem(f"{path}: expected sizes and percentages, found an empty file")
    _, last, words = points[-1]
    if last not in (1, 100):
        raise words[1].problem("100 (or 1, if all are shares) as the last percentage")
    different = dict.fromkeys((round(size), round(share * 100 / last, 9)) for size, share, _ in points)
    shares = [0, *(percent for _, percent in different)]
    if not any(size and percent > before for before, (size, percent) in zip(shares, different)):
        raise words[0].problem("a size above 0 B that some messages have")
    return [{"bytes": size, "percent": percent} for size, percent in different]
