# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Contents of a results folder: every file, column, key and kind with its unit and its meaning.

The readers of `mrcbench.results` and the frames of notebooks use it.

``entries``   types of the reference
``program``   files of the simulator, from its own description
``sweeps``    the tables of sweeps
"""
