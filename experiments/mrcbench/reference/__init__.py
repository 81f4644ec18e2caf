# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What stands in a results folder: every file, column, key and kind with its unit and its meaning.

Whatever reads or explains results asks here: the readers of `mrcbench.results`, the frames of
notebooks, and docs/results.md, which ``python3 -m mrcbench.reference`` writes.

``entries``   what the reference is made of
``tables``    the CSV files
``summary``   the keys of summary.json
``samples``   the kinds of samples.csv
``events``    the kinds of events.csv
``sweeps``    the tables of sweeps
``document``  docs/results.md
"""
