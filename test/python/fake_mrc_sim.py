#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A stand-in for the simulator: same command line, synthetic results.

FAKE_MRC_SIM in the environment changes its behavior for scenarios whose name or settings contain a word:
``fail:WORD`` (run exits with 2 and a message), ``stall:WORD`` (results incomplete, exit 1), ``hang:WORD`` (run
sleeps until it is stopped), ``refuse:WORD`` (check exits with 2 and a message), ``kill:WORD`` (run dies of a
signal), ``slow:WORD`` (run takes half a second), ``large:WORD`` (check estimates too much memory). Several are
separated by ``;``.

FAKE_MRC_LOG names a file that gets a line ``begin FOLDER`` and ``end FOLDER`` per run.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import signal
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "experiments"))

import synthetic  # noqa: E402

REFUSED = "mrc-sim: $.topology.hosts: 0 is too small"


def set_path(config: dict[str, Any], setting: str) -> None:
    """Apply KEY=VALUE with a dotted path; an absent index is an error."""
    path, text = setting.split("=", 1)
    steps = [int(s) if s.isdigit() else s for s in re.findall(r"[^.\[\]]+", path)]
    target: Any = config
    for step in steps[:-1]:
        target = target.setdefault(step, {}) if isinstance(target, dict) else target[step]
    try:
        target[steps[-1]] = json.loads(text)
    except ValueError:
        target[steps[-1]] = text


def actions(said: str) -> list[str]:
    """The actions of FAKE_MRC_SIM for a scenario, given its name and settings."""
    asked = (entry.partition(":") for entry in os.environ.get("FAKE_MRC_SIM", "").split(";"))
    return [action for action, _, word in asked if word and word in said]


def note(what: str, out: Path) -> None:
    """Append a line to the log; lines of several processes do not mix."""
    path = os.environ.get("FAKE_MRC_LOG")
    if path:
        with open(path, "a", encoding="utf-8") as log:
            log.write(f"{what} {out}\n")


def check(asked: list[str]) -> int:
    """Print the estimated costs of a run."""
    if "refuse" in asked:
        print(REFUSED, file=sys.stderr)
        return 2
    memory = 1e15 if "large" in asked else 12e6
    print(json.dumps({"hosts": 8, "flows": 9, "packet_hops": 32e3, "sim_time_s": 2e-4, "cpu_s": 0.5,
                      "memory_bytes": memory, "result_bytes": 70e3}))  # fmt: skip
    return 0


def run(config: dict[str, Any], asked: list[str], out: Path) -> int:
    """Write the results of one scenario."""
    note("begin", out)
    if "hang" in asked:
        time.sleep(60)
    if "slow" in asked:
        time.sleep(0.5)
    if "kill" in asked:
        os.kill(os.getpid(), signal.SIGKILL)
    if "fail" in asked:
        print(REFUSED, file=sys.stderr)
        return 2
    # Times and memory differ in each run.
    cost = {"wall_s": time.monotonic() % 100, "peak_rss_bytes": 4096 * os.getpid()}
    how = dataclasses.replace(synthetic.behavior_of(config), extra=cost)
    if "stall" in asked:
        how = dataclasses.replace(how, lost=1)
    synthetic.write_results(out, config, how)
    note("end", out)
    if "stall" in asked:
        print("mrc-sim: stalled: flow 0 waits for an acknowledgment", file=sys.stderr)
        return 1
    return 0


def main() -> int:
    """Execute one command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["run", "check"])
    parser.add_argument("scenario", type=Path)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--out", type=Path)
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("--estimate", action="store_true")
    parser.add_argument("--force", action="store_true")
    options = parser.parse_args()
    config = json.loads(options.scenario.read_text(encoding="utf-8"))
    for setting in options.set:
        set_path(config, setting)
    asked = actions(" ".join([config["name"], *options.set]))
    return check(asked) if options.command == "check" else run(config, asked, options.out)


if __name__ == "__main__":
    sys.exit(main())
