#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws what a run does around its faults: goodput, losses, and the EVs that are retired.

Exit status: 0 drawn, 2 bad usage, or nothing to draw.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench.results import ResultsError
from mrcbench.timeline import timeline

#: Dots per inch.
DPI = 110


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program.

    @return exit status
    """
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, help="results of a run with faults and samples")
    parser.add_argument("-o", "--out", type=Path, default=Path("timeline.png"), help="PNG or SVG")
    options = parser.parse_args(arguments)
    try:
        timeline(options.folder).savefig(options.out, dpi=DPI)
    except (OSError, ValueError, ResultsError) as error:
        print(f"timeline.py: {error}", file=sys.stderr)
        return 2
    print(f"{options.out}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
