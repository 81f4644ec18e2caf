# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How variants (a transport with its options) look, in every figure and on the page alike.

The colors are from the palette of Okabe and Ito, which people with any kind of color blindness can
tell apart: blue for MRC, warm colors for RoCE. Line styles and hatches say the same once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

#: Ink, muted ink, grid and paper of figures; the report turns them into the page's own.
INK = "#1f2328"
MUTED = "#656d76"
GRID = "#d8dee4"
PAPER = "#ffffff"


@dataclass(frozen=True)
class Look:
    """Appearance of one variant."""

    color: str
    line: str | tuple[int, tuple[float, ...]]
    hatch: str


_MRC = (
    Look("#0072b2", "-", ""),
    Look("#56b4e9", (0, (5, 1.5)), "..."),
    Look("#009e73", (0, (3, 1, 1, 1)), "++"),
)
_ROCE = (
    Look("#d55e00", (0, (4, 1.5)), "///"),
    Look("#e69f00", (0, (1, 1)), "\\\\\\"),
    Look("#cc79a7", (0, (4, 1.2, 1, 1.2)), "xxx"),
    Look("#8c510a", "-", "..."),
    Look("#5e3c99", (0, (7, 2)), "++"),
)
_OTHER = (
    Look("#009e73", (0, (6, 2)), "++"),
    Look("#cc79a7", (0, (4, 1.2, 1, 1.2)), "oo"),
    Look("#949494", "-", "--"),
    Look("#0072b2", (0, (1, 1)), "||"),
    Look("#d55e00", (0, (8, 2, 1, 2)), "**"),
    Look("#8c510a", (0, (3, 2)), "\\\\"),
)


def looks(variants: Sequence[str]) -> dict[str, Look]:
    """A look per variant: same family of colors for the same transport, none used twice in a row.

    @param variants names such as ``"MRC"`` and ``"RoCE, 8 QPs"``, in the order of the legend
    @return the look of each
    """
    used = {"mrc": 0, "roce": 0, "": 0}
    chosen = {}
    for variant in variants:
        family = next((name for name in ("mrc", "roce") if variant.lower().startswith(name)), "")
        palette = {"mrc": _MRC, "roce": _ROCE, "": _OTHER}[family]
        chosen[variant] = palette[used[family] % len(palette)]
        used[family] += 1
    return chosen


#: One color per plane, from the same palette.
PLANES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#949494", "#8c6bb1")


#: matplotlib settings of all figures.
RC: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.labelsize": 9,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": GRID,
    "grid.linewidth": 0.7,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "legend.handlelength": 2.2,
    "hatch.linewidth": 0.6,
    "lines.linewidth": 1.8,
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.hashsalt": "mrcbench",
    "svg.fonttype": "path",
}
