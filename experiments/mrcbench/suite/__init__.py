# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Experiments as data: what is run, measured, drawn and claimed.

The modules, from the bottom up:

``reader``      JSON objects whose keys are taken one by one
``definition``  an experiment
``variation``   the product of what is varied, and what its points are called
``isolation``   the runs in which a job is alone
``defaults``    measures and plots of an experiment that asks for none
``loading``     reads an experiment and refuses what makes no sense
``captures``    what hosts send, from captures of their ports
``series``      what happens over time: samples, and what follows from flows and jobs
``measures``    numbers computed from one run, by what an experiment asks for
``statistics``  what a few seeds tell of all
``evaluation``  the runs of an experiment together: means and extremes over its seeds
``legend``      how its lines look
``curves``      a measure against what is varied
``drawing``     plots by kind
``tidy``        tables for other programs
``page``        the tables and the HTML page of one experiment
``overview``    the claims of all figures in one table
``driver``      from the file to tables, plots and verdicts
"""
