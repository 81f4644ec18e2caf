# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A run in motion: one page that draws a fabric and plays its simulated time.

``data``     all data of the page as one object
``writing``  the page; its style and scripts are in the folder ``page``

``python3 -m mrcbench.motion DIR [-o FILE] [--mrc-sim BIN]`` writes the page of one run.
"""

from .writing import write_motion

__all__ = ["write_motion"]
