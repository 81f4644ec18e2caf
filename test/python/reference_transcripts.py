# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Transcripts of the transports against the reference model in test/reference."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from running import BUILD, TOP

MODEL = TOP / "test" / "reference"
PROGRAM = BUILD / "mrc-transcript"
sys.path.insert(0, str(MODEL))

from transcript import Case, Differences, read_cases  # noqa: E402

Replay = Callable[[Case, Differences], object]


def differences(replay: Replay, kind: str, *arguments: object) -> list[str]:
    """The differences between the rules and the transcripts of these arguments."""
    return compare(replay, read_cases(PROGRAM, kind, *arguments), f"{kind}, {arguments}")


def compare(replay: Replay, cases: Iterable[Case], title: str) -> list[str]:
    found = []
    for case in cases:
        record = Differences()
        replay(case, record)
        found += [f"{title}, case {case.head['case']}, {item}" for item in record.found]
    return found
