# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What is said where a run cannot be shown."""

from ..results import ResultsError


class MotionError(ResultsError):
    """A run that has nothing to show in motion, or a page that cannot be made of it."""
