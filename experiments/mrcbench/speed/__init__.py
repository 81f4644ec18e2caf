# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The measurements of ./mrc bench: workloads, micro-benchmarks, instructions, scaling.

The module of each part has ``measure``, which returns its rows, and COLUMNS, which declare its figures once for
tables, comparisons and targets.
"""
