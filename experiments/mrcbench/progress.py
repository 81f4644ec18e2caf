# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The progress of a set of runs, and their failures, on stderr."""

from __future__ import annotations

import sys
import time

from .engine.execution import Plan
from .engine.tasks import Outcome
from .units import format_duration

#: Most failures that are printed during the runs.
_TOLD = 20

#: Most names of runs with the same failure.
_NAMED = 3


#: Shortest time between two lines where stderr is no terminal, s.
_QUIET_S = 10


class Progress:
    """A line of progress on a terminal, otherwise a line per tenth but the last; failed runs are printed."""

    def __init__(self, expected: tuple[int, ...] = (0,)) -> None:
        """@param expected exit statuses that are not failures"""
        self._expected = expected
        self._started = self._told = time.monotonic()
        self._tenths = 0
        self.done = 0
        self.failed = 0

    def __call__(self, outcome: Outcome, plan: Plan) -> None:
        """Note the end of a run."""
        self.done += 1
        if not outcome.done or outcome.status not in self._expected:
            self.failed += 1
            self.clear()
            if self.failed <= _TOLD:
                print(f"{outcome.task.name}: exit status {outcome.status}", file=sys.stderr)
                indent(outcome.said)
            if self.failed == _TOLD:
                print("further failures are in the report only", file=sys.stderr)
        left = plan.left_s(time.monotonic() - self._started)
        parts = [f"{self.done} of {len(plan.pending)} runs"]
        parts += [f"{self.failed} failed"] if self.failed else []
        parts += [f"about {format_duration(left)} left"] if left else []
        self.clear(f"{', '.join(parts)}  {outcome.task.name}")
        self._tell_tenth(", ".join(parts), 10 * self.done // len(plan.pending))

    def _tell_tenth(self, text: str, tenths: int) -> None:
        now = time.monotonic()
        due = self._tenths < tenths < 10 and now - self._told >= _QUIET_S  # the end is printed in any case
        if due and not sys.stderr.isatty():
            self._tenths, self._told = tenths, now
            print(text, file=sys.stderr, flush=True)

    def clear(self, text: str = "") -> None:
        """Replace the line."""
        if sys.stderr.isatty():
            print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def tell_refused(plan: Plan) -> None:
    """Print the runs that the simulator rejects, grouped by reason."""
    by_text: dict[str, list[str]] = {}
    for task in plan.refused:
        by_text.setdefault(plan.estimates[task.name].refusal, []).append(task.name)
    for text, names in by_text.items():
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        runs = "1 run is" if len(names) == 1 else f"{len(names)} runs are"
        print(f"{runs} refused: {', '.join(names[:_NAMED])}{more}", file=sys.stderr)
        indent(text)


def indent(text: str) -> None:
    """Print output of the simulator, indented."""
    for line in text.splitlines():
        print(f"    {line}", file=sys.stderr)
