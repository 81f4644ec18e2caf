# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reading, judging and drawing the results folders that ``mrc-sim`` writes.

The modules, from the bottom up:

``units``         quantities with units, as scenarios write them
``reference``     what stands in results: every column, key and kind with its unit
``results``       one results folder as pandas frames
``network``       the nodes and links of a run
``layout``        what of a network is drawn, and where
``faults``        the faults of a run, and when which link or switch was broken
``evs``           the EVs of a run: events, states over time, paths
``metrics``       numbers computed from a results folder: goodput, shares, recovery time
``expectations``  claims about measured values, and their verdicts
``files``         files that are whole or not there
``table``         tables of text, and numbers in them
``rendering``     pages and documents from the folder templates
``style``         colors of transports, settings of figures
``drawing``       plots, and what all of them are made of
``report``        one self-contained HTML page
``engine``        many simulator runs at a time
``manual``        the pages of the manual about keys, attributes and results
``motion``        a page on which a run can be played
``replay``        a run once more, with more time series
``progress``      a line that tells how far they are
``measure``       numbers computed from the results of one run, for figures
``suite``         experiments: sweeps from JSON files, figures and the demo from programs
``figure``        what the program of a figure imports and defines
``pair``          what figures of two hosts that write to one another have in common
``collective``    what figures of collectives by message size and loss have in common
``speed``         the benchmark of the simulator itself
``notebook``      the entries for notebooks, which are also here: `load` and `run`
"""

from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from .notebook import load, run

__all__ = ["load", "run"]

# With these packages, which may be there or not, the last digits of means are others.
pd.set_option("compute.use_bottleneck", False)
pd.set_option("compute.use_numexpr", False)


def __getattr__(name: str) -> Any:
    """The entries for notebooks, imported when they are asked for: scripts start without them."""
    if name not in __all__:
        raise AttributeError(f"module 'mrcbench' has no attribute {name!r}")
    from . import notebook

    return getattr(notebook, name)
