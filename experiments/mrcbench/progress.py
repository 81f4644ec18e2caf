# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""How far a set of runs has come, for those who wait for it."""

from __future__ import annotations

import sys
import time

from .engine.execution import Plan
from .engine.tasks import Outcome
from .units import format_duration


#: Failures that are told while runs are under way.
_TOLD = 20


class Progress:
    """One line on stderr, if that is a terminal; failed runs always get their own."""

    def __init__(self, expected: tuple[int, ...] = (0,)) -> None:
        """@param expected exit statuses that are no failure"""
        self._expected = expected
        self._started = time.monotonic()
        self.done = 0
        self.failed = 0
        self._live = sys.stderr.isatty()

    def __call__(self, outcome: Outcome, plan: Plan) -> None:
        """A run has ended."""
        self.done += 1
        if not outcome.done or outcome.status not in self._expected:
            self.failed += 1
            self.clear()
            self._tell(outcome)
        left = plan.left_s(time.monotonic() - self._started)
        parts = [f"{self.done} of {len(plan.pending)} runs"]
        parts += [f"{self.failed} failed"] if self.failed else []
        parts += [f"about {format_duration(left)} left"] if left else []
        self._show(f"{', '.join(parts)}  {outcome.task.name}")

    def _tell(self, outcome: Outcome) -> None:
        if self.failed <= _TOLD:
            tell(outcome)
        if self.failed == _TOLD:
            print("further failures are in the report only", file=sys.stderr)

    def _show(self, text: str) -> None:
        if self._live:
            print(f"\r\033[K{text}", end="", file=sys.stderr)
            sys.stderr.flush()

    def clear(self) -> None:
        """Remove the line."""
        if self._live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def tell(outcome: Outcome) -> None:
    """How a run failed, with what the simulator said."""
    print(f"{outcome.task.name}: exit status {outcome.status}", file=sys.stderr)
    indent(outcome.said)


def tell_refused(plan: Plan) -> None:
    """The runs that the simulator refuses, those together that it says the same of."""
    by_text: dict[str, list[str]] = {}
    for task in plan.refused:
        by_text.setdefault(plan.estimates[task.name].refusal, []).append(task.name)
    for text, names in by_text.items():
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        runs = "1 run is" if len(names) == 1 else f"{len(names)} runs are"
        print(f"{runs} refused: {', '.join(names[:_NAMED])}{more}", file=sys.stderr)
        indent(text)


def indent(text: str) -> None:
    """Lines of the simulator below one of ours."""
    for line in text.splitlines():
        print(f"    {line}", file=sys.stderr)


#: Names told of runs that share a fate.
_NAMED = 3
