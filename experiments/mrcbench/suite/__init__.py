# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments, of sweep files and of programs: what is run, measured, drawn and claimed.

The modules, from the bottom up:

``reader``      JSON documents, checked by sweep.schema.json and filled with its defaults
``definition``  an experiment
``variation``   the product of the values that are varied, and the names of its points
``isolation``   the runs in which a job is alone
``captures``    what hosts send, from captures of their ports
``series``      what happens over time: samples, and what follows from flows and jobs
``evaluation``  the runs of an experiment together: means and extremes over its seeds
``columns``     plots and claims of a sweep file: about columns of sweep.csv
``defaults``    measures of sweep files, and the plots of one that asks for none
``loading``     reads an experiment and refuses what makes no sense
``tidy``        tables for other programs
``page``        the tables and the HTML page of one experiment
``overview``    the claims of all figures in one table
``driver``      from the file to tables, plots and verdicts
"""
