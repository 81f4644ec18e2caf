# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Transcripts of mrc-transcript as cases, and differences between them and a model (FORMAT.md)."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Line = dict[str, Any]


@dataclass
class Case:
    """One case: its first line, and the others with their numbers in the transcript, from 1."""

    head: Line
    lines: list[tuple[int, Line]] = field(default_factory=list)


@dataclass
class Difference:
    """A value of the transcript that the rules do not give. `rule` cites the section."""

    line: int
    rule: str
    expected: Any
    found: Any

    def __str__(self) -> str:
        return f"line {self.line}: {self.rule}: the rules give {self.expected}, the transport {self.found}"


class Differences:
    """The differences of one case. `line` is the number of the line that is being compared."""

    def __init__(self) -> None:
        self.line = 0
        self.found: list[Difference] = []

    def check(self, rule: str, expected: Any, found: Any) -> None:
        if expected != found:
            self.found.append(Difference(self.line, rule, expected, found))

    def check_next(self, rule: str, waiting: list[Line], found: Line) -> None:
        """The first of the waiting objects agrees with what is found, and waits no longer."""
        if waiting:
            self.check_fields(rule, waiting.pop(0), found)
        else:
            self.check(rule, None, found)

    def check_fields(self, rule: str, expected: Line, found: Line) -> None:
        """Every field of `expected` is in `found`, with the same value."""
        for key, value in expected.items():
            self.check(f"{rule}, {key}", value, found.get(key))


def read_cases(program: Path, *arguments: object) -> Iterator[Case]:
    """The cases that mrc-transcript writes for these arguments."""
    command = [str(word) for word in (program, *arguments)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    case: Case | None = None
    for number, row in enumerate(text.splitlines(), 1):
        line = json.loads(row)
        if "source" in line:
            if case is not None:
                yield case
            case = Case(line)
        elif case is not None:
            case.lines.append((number, line))
    if case is not None:
        yield case


def close(a: Any, b: Any) -> bool:
    """Both are null, or they differ by rounding only."""
    if a is None or b is None:
        return a is b
    return abs(a - b) <= 1e-9 * max(1, abs(a), abs(b))
