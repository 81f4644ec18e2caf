# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Figures of the MRC paper as data: what is run, measured, drawn and claimed.

The modules, from the bottom up:

``definition``  reads a figure's folder and refuses what makes no sense
``captures``    what hosts send, from captures of their ports
``series``      what happens over time: samples, and what follows from flows and jobs
``measures``    numbers computed from one run, by what a figure asks for
``evaluation``  the runs of a figure together: means and extremes over its seeds
``drawing``     plots by kind
``page``        the tables and the HTML page of one figure
"""
