# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How far a set of runs has come, for those who wait for it."""

from __future__ import annotations

import sys

from .jobs import Outcome


class Progress:
    """One line on stderr, if that is a terminal; failed runs always get their own."""

    def __init__(self, total: int, expected: tuple[int, ...] = (0,)) -> None:
        """@param total number of runs
        @param expected exit statuses that are no failure
        """
        self._total = total
        self._expected = expected
        self.done = 0
        self._live = sys.stderr.isatty()
        self._show("")

    def __call__(self, outcome: Outcome) -> None:
        """A run has ended."""
        self.done += 1
        if outcome.status not in self._expected:
            self.clear()
            print(f"{outcome.job.name}: exit status {outcome.status}", file=sys.stderr)
            for line in outcome.stderr.splitlines():
                print(f"    {line}", file=sys.stderr)
        self._show(f"{outcome.job.name}: {outcome.wall_s:.1f} s")

    def _show(self, text: str) -> None:
        if self._live:
            print(f"\r\033[K{self.done} of {self._total} runs  {text}", end="", file=sys.stderr)
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
