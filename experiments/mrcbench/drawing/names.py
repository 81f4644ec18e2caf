# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Names in plots of figures: those of jobs and objects are known from the scenario or with the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..measure import Patterns
from ..network import read_network
from ..results import Results
from ..suite.evaluation import Measured, check_known
from ..suite.series import matcher
from ..suite.variation import known_jobs


def check_jobs(m: Measured, patterns: Patterns) -> None:
    """@raise KeyError if no job of any run matches, as far as the names of jobs are known"""
    names = known_jobs(m.experiment)
    if names is None and m.runs:
        names = [name for results in m.runs.values() for name in results.jobs["job"].unique()]
    if names is not None:
        _check("job", patterns, names)


def check_objects(results: Results, kind: str, patterns: Patterns) -> None:
    """@raise KeyError if no job or port of a run matches; no pattern asks for none, others may be idle"""
    family = kind.partition(".")[0]
    if family == "job":
        _check("object", patterns, results.jobs["job"].unique())
    elif family == "port":
        _check("object", patterns, read_network(results).ports)


def _check(kind: str, patterns: Patterns, names: Iterable[str]) -> None:
    asked: Sequence[str] = [patterns] if isinstance(patterns, str) else patterns
    names = list(dict.fromkeys(names))
    if names and not any(map(matcher(asked), names)):
        for pattern in asked[:1]:
            check_known(kind, pattern, names)
