# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A scenario as the simulator understands it: with all defaults, its messages, and its switches."""

from __future__ import annotations

import argparse
import json
import subprocess
from typing import Any

from . import ExportError, Options, Request


def load_scenario(request: Request) -> dict[str, Any]:
    """The scenario with every default.

    @raise ExportError if the simulator rejects it
    """
    return json.loads(_output(request, "check"))


def load_messages(request: Request) -> list[dict[str, Any]]:
    """The jobs, each with a list `sends` of its messages and computations.

    @raise ExportError if the simulator rejects the scenario
    """
    jobs: list[dict[str, Any]] = []
    for line in _output(request, "messages").splitlines():
        entry = json.loads(line)
        if "job" in entry:
            jobs.append({**entry, "sends": []})
        else:
            jobs[-1]["sends"].append(entry)
    return jobs


def load_switches(request: Request) -> list[dict[str, Any]]:
    """The switches with their ports and SIDs.

    @raise ExportError if the simulator rejects the scenario
    """
    return [json.loads(line) for line in _output(request, "switches").splitlines()]


def _output(request: Request, command: str) -> str:
    """The output of a command of the simulator about the scenario."""
    words = [str(request.simulator), command, str(request.source)]
    for setting in request.options.set or []:
        words += ["--set", setting]
    if request.options.seed is not None:
        words += ["--seed", str(request.options.seed)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if not line.startswith(("estimate:", "note:"))]
        raise ExportError("\n".join(lines) or f"{command} ended with status {done.returncode}")
    return done.stdout


def _declare_set(parser: argparse.ArgumentParser) -> argparse.Action:
    return parser.add_argument(
        "--set", action="append", metavar="KEY=VALUE", help="a change of the scenario, as in ./mrc run"
    )


def _declare_seed(parser: argparse.ArgumentParser) -> argparse.Action:
    return parser.add_argument("--seed", metavar="N", help="the same as --set seed=N")


#: Options of formats that read a scenario.
SCENARIO_OPTIONS: Options = {
    "set": _declare_set,
    "seed": _declare_seed,
}
