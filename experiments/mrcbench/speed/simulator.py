# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs of the simulator that somebody measures."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parents[3]


class Failure(Exception):
    """A run did not end well; the message is what it said, the status is the program's own."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.status = status if status in (1, 2) else 1


def simulate(
    program: Path,
    scenario: Path,
    settings: Mapping[str, Any] | None = None,
    wrapper: Sequence[str] = (),
) -> dict[str, Any]:
    """One run.

    @param program the simulator
    @param scenario its scenario file
    @param settings keys of the scenario that are different in this run
    @param wrapper a command that starts the simulator, such as valgrind with its options
    @return summary.json
    """
    with tempfile.TemporaryDirectory(prefix="mrc-bench-") as folder:
        command = [*wrapper, str(program), "run", str(scenario), "--quiet", "--out", f"{folder}/run"]
        for key, value in (settings or {}).items():
            command += ["--set", f"{key}={value}"]
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise Failure(f"{shlex.join(command)}\n{done.stderr}", done.returncode)
        return json.loads(Path(folder, "run", "summary.json").read_text(encoding="utf-8"))


def progress(text: str) -> None:
    """One line that overwrites itself, while somebody watches; empty text takes it away."""
    if sys.stderr.isatty():
        print(f"\r{text:60}\r{text}", end="", file=sys.stderr, flush=True)
