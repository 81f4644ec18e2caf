# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What ./mrc bench measures: workloads, micro-benchmarks, instructions, scaling.

The module of each of them has ``measure``, which gives a row per thing that is measured, and COLUMNS, which declare
its figures once for tables, comparisons and targets.
"""
