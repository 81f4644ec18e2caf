# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What stands in a results folder: every file, column, key and kind with its unit and its meaning.

Whatever reads or explains results asks here: the readers of `mrcbench.results` and the frames of
notebooks.

``entries``   what the reference is made of
``program``   what the simulator writes, by its own words
``sweeps``    the tables of sweeps
"""
