# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Many runs of the simulator with Snakemake: one process each, on all cores or on a cluster.

``tasks``      a planned run, its estimated costs or rejection, and the marks of completed runs
``worker.py``  executes one run; Snakemake starts it
``Snakefile``  lists all runs for Snakemake
``execution``  plans, starts Snakemake, waits, reports the outcome of each run

State is in the folder ``.runs`` of the output: for each run its plan ``NAME.json`` and its mark ``NAME.done``
or ``NAME.failed``.
"""
