#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Stands in for the simulator: same command line, invented results.

FAKE_MRC_SIM in the environment changes what it does for scenarios whose name contains a word:
``fail:WORD`` (exit 2 with a message), ``stall:WORD`` (results incomplete, exit 1), ``hang:WORD``
(sleeps until it is stopped).
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "experiments"))

import synthetic  # noqa: E402


def set_path(config: dict[str, Any], setting: str) -> None:
    """Apply KEY=VALUE with a dotted path; a missing key or index is an error."""
    path, text = setting.split("=", 1)
    steps = [int(s) if s.isdigit() else s for s in re.findall(r"[^.\[\]]+", path)]
    target: Any = config
    for step in steps[:-1]:
        target = target[step]
    try:
        target[steps[-1]] = json.loads(text)
    except ValueError:
        target[steps[-1]] = text


def main() -> int:
    """Write the results of one scenario."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command", choices=["run"])
    parser.add_argument("scenario", type=Path)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    config = json.loads(options.scenario.read_text(encoding="utf-8"))
    for setting in options.set:
        set_path(config, setting)
    action, _, word = os.environ.get("FAKE_MRC_SIM", "").partition(":")
    hit = word and word in config["name"]
    if hit and action == "hang":
        time.sleep(60)
    if hit and action == "fail":
        print("mrc-sim: $.topology.hosts: 0 is too small", file=sys.stderr)
        return 2
    how = synthetic.behavior_of(config)
    if hit and action == "stall":
        how = dataclasses.replace(how, lost=1)
    synthetic.write_results(options.out, config, how)
    if hit and action == "stall":
        print("mrc-sim: stalled: flow 0 waits for an acknowledgment", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
