# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The pages of the manual that tell what can be set, written by what the simulator says."""
