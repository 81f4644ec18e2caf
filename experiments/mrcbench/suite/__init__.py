# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments from sweep files and programs: their runs, measures, plots and claims.

The modules, from the bottom up:

``schema``      sweep.schema.json, and its keys for the manual
``reader``      JSON documents, checked by a schema and filled with its defaults
``definition``  an experiment, and the tasks of its runs
``variation``   the product of varied values, the names of its points, the runs of single jobs
``series``      time series: samples, and series computed from flows, jobs and captures
``evaluation``  the runs of an experiment together: means and extremes over its seeds
``charts``      plots of sweep files
``columns``     measures and claims of sweep files, about columns of sweep.csv
``loading``     reads an experiment and rejects invalid ones
``tidy``        tables for other programs
``page``        the tables and the HTML page of one experiment, and the claims of all figures
``done``        an experiment whose runs have ended: failures, plots, verdicts, and files with them
``driver``      from the file to tables, plots and verdicts
"""
