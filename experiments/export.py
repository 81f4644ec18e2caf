#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A scenario, or its results, as files of other programs (docs/export.md).

Exit status: 0 written, 2 bad usage, bad or damaged input, or something that the format lacks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench.arguments import as_command, find_simulator_or_tell
from mrcbench.exporting import ExportError, Format, Request, find_formats
from mrcbench.files import write_all
from mrcbench.results import ResultsError

#: Most files whose names are printed.
_MOST_SHOWN = 2


def parse(arguments: Sequence[str] | None) -> tuple[Format, Path, argparse.Namespace]:
    """The format, the input, and the command line."""
    formats = find_formats()
    parser = argparse.ArgumentParser(prog="mrc export", description=__doc__.splitlines()[0])
    choice = parser.add_mutually_exclusive_group(required=True)
    for name, kind in formats.items():
        choice.add_argument(f"--{name}", type=Path, metavar=kind.source, help=kind.help)
    parser.add_argument("-o", "--out", type=Path, help="the file or folder, or the beginning of file names")
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    declare = {name: one for kind in formats.values() for name, one in kind.options.items()}
    actions = {name: one(parser) for name, one in declare.items()}
    options = parser.parse_args(arguments)
    chosen = next(name for name in formats if getattr(options, name.replace("-", "_")) is not None)
    for name, action in actions.items():
        if getattr(options, name) != action.default and name not in formats[chosen].options:
            users = " or ".join(f"--{other}" for other in formats if name in formats[other].options)
            parser.error(f"{action.option_strings[0]}: allowed only with {users}")
    return formats[chosen], getattr(options, chosen.replace("-", "_")), options


def tell(text: str) -> None:
    """Print a message on stderr."""
    print(f"export: {text}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    @return exit status
    """
    kind, source, options = parse(arguments)
    simulator = find_simulator_or_tell("export", options.mrc_sim)
    if simulator is None:
        return 2
    try:
        made = kind.export(Request(source, options.out, options, simulator))
        write_all(made.files)
    except (ExportError, ResultsError) as error:
        tell(str(error))
        return 2
    for note in made.notes:
        tell(f"note: {note}")
    paths = list(made.files)
    several = f"{paths[0].parent}: {len(paths)} files"
    print(several if len(paths) > _MOST_SHOWN else "\n".join(map(str, paths)))
    return 0


if __name__ == "__main__":
    sys.exit(as_command("export", main))
