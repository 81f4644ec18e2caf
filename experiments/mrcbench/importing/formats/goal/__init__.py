# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""GOAL: programs of ranks for LogGOPSim, ATLAHS and htsim, as text or in their binary form."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ...scenario import Imported
from ...schedule import make_flows
from ...text import ImportProblem
from .binary import ABORTED, MAGIC, read_binary
from .program import Program
from .source import read_source

ABOUT = "GOAL, a program of ranks (LogGOPSim, ATLAHS, htsim): one file, text or binary."


def read(files: Sequence[Path], options: argparse.Namespace) -> Imported:
    """The program of a file.

    @raise ImportProblem if it is bad
    """
    del options
    if len(files) > 1:
        found = f"found {len(files)}; merge the programs into one first"
        raise ImportProblem(f"{files[1]}: expected one file, {found}")
    program = _read(files[0])
    flows, left = make_flows(program.operations)
    if program.nics:
        text = "operations name a NIC other than 0; the transport distributes packets itself"
        left.append(f"{program.nics} {text}")
    return Imported(program.operations.ranks, files[0], flows, left=left)


def _read(path: Path) -> Program:
    try:
        with path.open("rb") as stream:
            word = stream.read(8)
    except OSError as error:
        raise ImportProblem(f"{path}: {error.strerror}") from error
    magic = int.from_bytes(word, "little") if len(word) == 8 else None
    if magic == ABORTED:
        raise ImportProblem(f"{path}: byte 0: expected {MAGIC}, found {ABORTED}: the converter was stopped")
    return read_binary(path) if magic == MAGIC else read_source(path)
