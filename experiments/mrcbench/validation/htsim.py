# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs a user's program htsim_uec, and reads its output."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from .. import units
from ..exporting import Request
from ..exporting.formats.htsim import export
from ..exporting.simulator import load_scenario
from ..files import write_all

#: A line about a flow that has ended, with the time in us.
_ENDED = re.compile(r"^Flow .* finished at ([0-9.e+]+) ", re.MULTILINE)

#: The line of a connection matrix with the number of its messages.
_CONNECTIONS = re.compile(r"^Connections (\d+)$", re.MULTILINE)

#: Lines of the output of a failed program that are shown.
_SHOWN = 5


class ValidationError(Exception):
    """A program cannot be run, or its output cannot be read."""


def check_program(path: Path) -> Path:
    """The absolute name of the program.

    @raise ValidationError if it cannot be executed
    """
    allowed = "allowed: the file htsim_uec that uet-htsim builds"
    if not path.is_file():
        raise ValidationError(f"there is no program {path}; {allowed}")
    if not os.access(path, os.X_OK):
        raise ValidationError(f"{path} is not executable; {allowed}")
    return path.resolve()


def run_htsim(program: Path, request: Request, folder: Path, options: Sequence[str]) -> list[float]:
    """Export a scenario, and simulate it.

    @param program htsim_uec
    @param request the scenario with its settings
    @param folder receives the files of the program
    @param options further options of the program
    @return the times at which the flows end, us
    @raise ExportError if the files of htsim cannot describe the scenario
    @raise ValidationError if the program fails, or prints something else
    """
    scenario = load_scenario(request)
    made = export(replace(request, out=folder / "htsim"))
    write_all(made.files)
    topology, matrix = made.files
    command = [
        str(program), "-topo", topology.name, "-tm", matrix.name,
        "-linkspeed", str(round(units.rate_bps(scenario["topology"]["hostRate"]) / 1e6)),
        "-end", str(round(units.time_ns(scenario["stop"]) / 1e3)), *options,
    ]  # fmt: skip
    output = _output(command, folder)
    (folder / "htsim.txt").write_text(output, encoding="utf-8")
    found = _CONNECTIONS.search(made.files[matrix])
    assert found, "every matrix has this line"
    return read_times(output, int(found[1]))


def make_request(scenario: Path, settings: Sequence[str], seed: int, simulator: Path) -> Request:
    """The request of an export; settings are KEY=VALUE."""
    return Request(scenario, None, argparse.Namespace(set=list(settings), seed=seed), simulator)


def _output(command: Sequence[str], folder: Path) -> str:
    """The output of the program.

    @raise ValidationError with its last lines if it fails
    """
    try:
        done = subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
    except OSError as error:
        raise ValidationError(f"{command[0]}: {error.strerror or error}") from error
    said = done.stdout.decode("utf-8", errors="replace")
    if done.returncode != 0:
        last = "\n".join(f"    {line}" for line in said.strip().splitlines()[-_SHOWN:])
        words = " ".join(command)
        raise ValidationError(f"htsim_uec ended with status {done.returncode}: {words}\n{last}".rstrip())
    return said


def read_times(output: str, flows: int) -> list[float]:
    """The times at which the flows end, us.

    @param output of htsim_uec
    @param flows their number
    @raise ValidationError if the output has other lines, or flows did not end
    """
    times = [float(text) for text in _ENDED.findall(output)]
    if not times:
        raise ValidationError(
            "the output of htsim_uec has no line 'Flow NAME ... finished at US ...'; allowed: uet-htsim "
            "since its first public version of 2025, which prints one for each flow"
        )
    if len(times) != flows:
        raise ValidationError(f"htsim_uec: {len(times)} of {flows} flows ended before the scenario's stop")
    return times
