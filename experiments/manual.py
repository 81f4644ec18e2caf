#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Writes pages of the manual on keys, attributes and results from the simulator's output, and the schema.

Exit status: 0 done, 2 bad usage, or the simulator fails.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench import manual
from mrcbench.arguments import ROOT, find_simulator_or_tell
from mrcbench.files import write
from mrcbench.reference import DATA

#: The function that makes the page, by command
PAGES = {"keys": manual.keys, "attributes": manual.attributes, "results": manual.results}


def ask(simulator: Path, *words: str) -> str:
    """The output of a command of the simulator.

    @raise subprocess.CalledProcessError if it fails
    """
    return subprocess.run([simulator, *words], capture_output=True, text=True, check=True).stdout


def pages(simulator: Path) -> dict[str, str]:
    """The files of the manual by their names.

    @raise subprocess.CalledProcessError if the simulator fails
    """
    said = {command: ask(simulator, command, "--json") for command in PAGES}
    files = {f"{command}.md": page(json.loads(said[command])) for command, page in PAGES.items()}
    files["scenario.schema.json"] = ask(simulator, "schema")
    files[DATA.name] = json.dumps(json.loads(said["results"]), indent=1) + "\n"
    return files


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="reference", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=sorted(PAGES), help="any one; all pages are written")
    parser.add_argument("--document", action="store_true", help="write the pages; the default")
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    parser.add_argument("--out", type=Path, help="folder of the pages (default: docs)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages."""
    options = parse(arguments)
    simulator = find_simulator_or_tell(options.command, options.mrc_sim)
    if simulator is None:
        return 2
    try:
        files = pages(simulator)
    except subprocess.CalledProcessError as error:
        print(f"{options.command}: {error.stderr.strip()}", file=sys.stderr)
        return 2
    for name, text in files.items():
        # results.json stays in the package that reads it
        path = DATA if name == DATA.name and not options.out else (options.out or ROOT / "docs") / name
        write(path, text)
        print(f"page: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
