#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Makes a scenario of other simulators' files (docs/import.md), and checks it.

Exit status: 0 done, 1 the simulator rejects the scenario, 2 bad usage or bad files; nothing is written then.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench import importing
from mrcbench.arguments import as_command, find_simulator_or_tell
from mrcbench.importing.scenario import write_scenario
from mrcbench.importing.text import ImportProblem
from mrcbench.reference import TRANSPORTS


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc import", description=__doc__.splitlines()[0])
    formats = parser.add_subparsers(dest="format", required=True, metavar="FORMAT")
    for name in importing.names():
        module = importing.load(name)
        one = formats.add_parser(name, help=module.ABOUT, description=module.ABOUT)
        one.add_argument("files", nargs="+", type=Path, metavar="FILE")
        out = "scenario to write"
        one.add_argument("-o", "--out", type=Path, required=True, metavar="SCENARIO.json", help=out)
        one.add_argument("--transport", choices=list(TRANSPORTS), default="mrc", help="its transport (mrc)")
        if hasattr(module, "add_options"):
            module.add_options(one)
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    options = parser.parse_args(arguments)
    if options.out.suffix != ".json":
        parser.error(f"-o: found {str(options.out)!r}; allowed: a name that ends with .json")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    """Import files."""
    options = parse(arguments)
    simulator = find_simulator_or_tell("import", options.mrc_sim)
    if simulator is None:
        return 2
    try:
        imported = importing.load(options.format).read(options.files, options)
        scenario = write_scenario(imported, options.out, options.transport)
    except ImportProblem as problem:
        print(f"import: {problem}", file=sys.stderr)
        return 2
    for sentence in imported.notes:
        print(f"note: {sentence}")
    for sentence in imported.left:
        print(f"not carried over: {sentence}")
    file = scenario["workload"][0].get("file")
    print(f"scenario: {options.out}, {imported.hosts} hosts" + (f", messages in {file}" if file else ""))
    checked = subprocess.run([simulator, "check", options.out], stdout=subprocess.DEVNULL, check=False)
    return 1 if checked.returncode else 0


if __name__ == "__main__":
    sys.exit(as_command("import", main))
