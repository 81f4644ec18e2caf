# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Many runs of the simulator, by Snakemake: one process each, on all cores or on a cluster.

``tasks``      a run to be done, and the marks that tell that it has been done
``estimates``  the simulator's estimates of runs: refused, or how long
``worker.py``  does one run; Snakemake starts it
``Snakefile``  lists all runs for Snakemake
``execution``  plans, starts Snakemake, waits, tells the outcome of each run

State is in the folder ``.runs`` of the output: for each run its plan ``NAME.json`` and its mark ``NAME.done``
or ``NAME.failed``.
"""
