# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Colors of the lines of one run. The colors of transports are used for nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.colors import LinearSegmentedColormap

from .. import style

#: Colors of several lines of one run, from the palette of Okabe and Ito without blue, the color of MRC.
LINES = ("#009e73", "#cc79a7", "#8c6bb1", "#949494", "#b8860b", "#117a8b", "#a0522d", "#c2a500")

#: Colors of heat maps from low to high. Low values are transparent, so that maps are readable on light and
#: dark pages.
HEAT = LinearSegmentedColormap.from_list(
    "heat",
    [(0.5, 0.5, 0.5, 0.10), (0.85, 0.64, 0.0, 0.60), (0.80, 0.27, 0.05, 0.90), (0.60, 0.04, 0.14, 1.0)],
)

#: Color of faults.
BROKEN = "#d62728"


def color_of(variant: str) -> str:
    """The color of a transport."""
    return style.looks([variant])[variant].color


def colors_of(names: Sequence[str], variant: str) -> dict[str, str]:
    """A color per line; a single line has that of the transport."""
    if len(names) == 1:
        return {names[0]: color_of(variant)}
    return {name: LINES[place % len(LINES)] for place, name in enumerate(names)}
