# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Reads, judges and draws the results folders that ``mrc-sim`` writes.

The modules, from the bottom up:

``units``         quantities with units, as scenarios write them
``reference``     contents of results: every column, key and kind with its unit
``reading``       files of results, checked
``results``       one results folder as pandas frames
``network``       the nodes and links of a run
``layout``        the nodes and links of a network that are drawn, and their places
``faults``        the faults of a run, and the fault intervals of links and switches
``evs``           the EVs of a run: events, states over time, paths
``metrics``       numbers computed from a results folder: goodput, shares, recovery time
``expectations``  claims about measured values, and their verdicts
``table``         tables of text, and numbers in them
``rendering``     pages and documents from the folder templates
``files``         files that are written as a whole
``style``         colors of transports, settings of figures
``drawing``       plots, and their common parts
``report``        one self-contained HTML page
``engine``        many simulator runs at a time
``motion``        a page that plays a run
``replay``        a repetition of a run with more time series
``progress``      a line that shows the progress of runs
``measure``       numbers computed from the results of one run, for figures
``exporting``     scenarios and results as files of other programs
``suite``         experiments: sweeps from JSON files, figures and the demo from programs
``figure``        names that the program of a figure imports and defines
``pair``          common parts of figures of two hosts that write to each other
``collective``    common parts of figures of collectives by message size and loss
``speed``         the benchmark of the simulator itself
``notebook``      the entry points for notebooks, also available here: `load` and `run`
"""

from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from .notebook import load, run

__all__ = ["load", "run"]

# These optional packages change the last digits of means.
pd.set_option("compute.use_bottleneck", False)
pd.set_option("compute.use_numexpr", False)


def __getattr__(name: str) -> Any:
    """The entry points for notebooks, imported on first use: scripts start without them."""
    if name not in __all__:
        raise AttributeError(f"module 'mrcbench' has no attribute {name!r}")
    from . import notebook

    return getattr(notebook, name)
