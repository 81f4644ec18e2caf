# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Many runs of the simulator, by Snakemake: one process each, on all cores or on a cluster.

``tasks``      a run to be done, and how one knows that it has been done
``estimates``  what the simulator says of runs before they are done: refused, or how long
``worker.py``  does one run; Snakemake starts it
``Snakefile``  tells Snakemake of all that is to be done
``execution``  plans, starts Snakemake, waits, tells what became of each run

State is in the folder ``.runs`` of the output: for each run ``NAME.json`` (what is to be done),
``NAME.done`` or ``NAME.failed`` (what came of it).
"""
