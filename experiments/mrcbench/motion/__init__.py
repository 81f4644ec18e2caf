# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A run in motion: one page on which a fabric is drawn and its time can be played or dragged.

The modules, from the bottom up:

``errors``    what is said where a run cannot be shown
``packing``   numbers as few characters, with the error that this makes
``fabric``    nodes and links of a run, and the rates of these
``layout``    what of a fabric is drawn, and where; large ones coarser
``series``    samples as matrices
``faults``    what is broken, from when to when
``evs``       QPs with their EVs: the states over time and the paths
``flows``     messages
``story``     all of it as one object
``writing``   the page

``python3 -m mrcbench.motion DIR [-o FILE] [--mrc-sim BIN]`` writes the page of one run.
"""

from .errors import MotionError
from .writing import write_motion

__all__ = ["MotionError", "write_motion"]
