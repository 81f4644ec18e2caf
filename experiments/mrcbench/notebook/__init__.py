# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The entry points for notebooks: `load` results, `run` a scenario (docs/notebooks.md).

``loaded``    one run, or the runs of a sweep, with tables that have types, units and meanings
``simulate``  a scenario from a dict
"""

from .loaded import LoadedRun, LoadedSweep, load
from .simulate import ScenarioError, SimulationError, run

__all__ = ["LoadedRun", "LoadedSweep", "ScenarioError", "SimulationError", "load", "run"]
