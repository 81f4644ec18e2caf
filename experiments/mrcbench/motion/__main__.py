# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The page of one run, from the command line.

Exit status: 0 written, 2 bad usage, or a run that cannot be shown.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from .. import replay
from ..results import ResultsError, open_results
from . import write_motion


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, print its path.

    @return exit status
    """
    parser = argparse.ArgumentParser(prog="motion", description="a page that plays a run")
    parser.add_argument("folder", type=Path, help="the results folder of one run")
    parser.add_argument("-o", "--output", type=Path, help="default: motion.html in the folder")
    parser.add_argument("--mrc-sim", type=Path, help="simulates the run again if it lacks time series")
    options = parser.parse_args(arguments)
    try:
        results = open_results(options.folder)
        again = replay.detailed(results, options.mrc_sim) if options.mrc_sim else nullcontext(results)
        with again as detail:
            print(write_motion(detail, options.output or options.folder / "motion.html"))
    except ResultsError as error:
        print(f"motion: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
