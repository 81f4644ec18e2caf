#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Writes what the simulator says of keys, attributes and results into the manual.

Exit status: 0 done, 2 bad usage, or the simulator does not answer.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mrcbench.arguments import find_simulator_or_tell
from mrcbench.files import write
from mrcbench.manual import attributes, keys, results
from mrcbench.reference.program import DATA

ROOT = Path(__file__).resolve().parent.parent

#: What makes the page of each command
PAGES = {"keys": keys.page, "attributes": attributes.page, "results": results.page}


def ask(simulator: Path, command: str) -> Any:
    """What a command of the simulator says, as JSON.

    @raise subprocess.CalledProcessError if it fails
    """
    done = subprocess.run([simulator, command, "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="reference", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=sorted(PAGES), help="which page")
    parser.add_argument("--document", action="store_true", help="write the page; the default")
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    parser.add_argument("--out", type=Path, help="folder of the page (default: docs)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write a page."""
    options = parse(arguments)
    simulator = find_simulator_or_tell(options.command, options.mrc_sim, ROOT)
    if simulator is None:
        return 2
    try:
        said = ask(simulator, options.command)
    except subprocess.CalledProcessError as error:
        print(f"{options.command}: {error.stderr.strip()}", file=sys.stderr)
        return 2
    page = (options.out or ROOT / "docs") / f"{options.command}.md"
    write(page, PAGES[options.command](said))
    print(f"page: {page}")
    if options.command == "results":  # which Python reads, too
        write(options.out / DATA.name if options.out else DATA, json.dumps(said, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
