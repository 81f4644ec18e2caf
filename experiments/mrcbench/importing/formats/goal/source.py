# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The text form of GOAL."""

from __future__ import annotations

import re
from pathlib import Path

from ...operations import ANY, COMPUTATION, RECEIVE, SEND, Operations
from ...scenario import HOSTS, LONGEST_NS
from ...text import ImportProblem, Word, read_lines
from .program import ANY_WORD, MOST_BYTES, Program

_COMMENT = re.compile(r"//[^\n]*|/\*.*?(\*/|\Z)", re.DOTALL)
_LABEL = "[A-Za-z][A-Za-z0-9_]*"
_STATEMENT = re.compile(rf"\s*(?:({_LABEL})\s*:\s*)?({_LABEL}|[{{}}])")
_NUMBER = re.compile(r"\s+([0-9]+)\b")
_SIZE = re.compile(r"\s+([0-9]+)\s*b\b")
_PEER = {"send": re.compile(r"\s+to\s+([0-9]+)\b"), "recv": re.compile(r"\s+from\s+(-1|[0-9]+)\b")}
_TAG = {"send": re.compile(r"(?:\s+tag\s+([0-9]+)\b)?"), "recv": re.compile(r"(?:\s+tag\s+(-1|[0-9]+)\b)?")}
_CPU, _NIC = (re.compile(rf"(?:\s+{name}\s+([0-9]+)\b)?") for name in ("cpu", "nic"))
_REQUIRES = re.compile(r"\s+(i?requires)\b")
_NAME = re.compile(rf"\s+({_LABEL})")
_OPEN = re.compile(r"\s*{")
_END = re.compile(r"\s*(?=}|\Z)")
_STATEMENTS = "send, recv, calc, 'LABEL requires LABEL', 'LABEL irequires LABEL' or '}'"


def read_source(path: Path) -> Program:
    """The program of a text file.

    @raise ImportProblem if it is bad
    """
    return _Source(path).read()


class _Source:
    """The reader of a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rank: int | None = None  # of the block
        self._blocks: dict[int, int] = {}  # lines of ranks
        self._labels: dict[str, int] = {}  # operations of the block
        self._lines: list[int] = []  # of operations
        self._line, self._at, self._number = "", 0, 1
        self._nics = 0
        self._operations = Operations(0, lambda operation: f"{path}:{self._lines[operation]}")

    def read(self) -> Program:
        """The program."""
        for self._number, self._line in enumerate(self._without_comments(), start=1):
            self._at = 0
            while self._line[self._at :].strip():
                self._statement()
        self._line = ""
        if self._rank is not None:
            raise self._problem("'}' after the statements of a rank", "the end of the file")
        if not self._operations.ranks:
            raise self._problem("'num_ranks' with a number", "the end of the file")
        missing = next((rank for rank in range(self._operations.ranks) if rank not in self._blocks), None)
        if missing is not None:
            raise self._problem(f"'rank {missing} {{'", "the end of the file")
        return Program(self._operations, self._nics)

    def _without_comments(self) -> list[str]:
        lines = read_lines(self._path)
        if not any("/" in line for line in lines):
            return lines
        text = "\n".join(lines)
        for comment in _COMMENT.finditer(text):
            if comment[1] == "":
                self._number = text.count("\n", 0, comment.start()) + 1
                raise self._problem("'*/' after '/*'", "the end of the file")
        return _COMMENT.sub(lambda comment: " " + "\n" * comment[0].count("\n"), text).split("\n")

    # Statements

    def _statement(self) -> None:
        begin = self._at
        found = _STATEMENT.match(self._line, begin)
        label, word = (found[1], found[2]) if found else (None, "")
        self._at = found.end() if found else begin
        if self._rank is not None and word in ("send", "recv"):
            self._define(label, self._message(word))
        elif self._rank is not None and word == "calc":
            self._define(label, self._computation())
        elif self._rank is not None and label is None and word == "}":
            self._rank = None
            return
        elif self._rank is not None and label is None and _REQUIRES.match(self._line, self._at):
            self._requirement(word)
        elif self._rank is None and label is None and word == "rank" and self._operations.ranks:
            self._block()
            return
        elif label is None and word == "num_ranks" and not self._operations.ranks:
            number = self._take(_NUMBER, "a number of ranks")
            self._operations.ranks = self._whole(number, "a number of ranks", HOSTS[1], HOSTS[0])
        else:
            self._at = begin
            outside = "'rank NUMBER {'" if self._operations.ranks else "'num_ranks' with a number"
            raise self._problem(outside if self._rank is None else _STATEMENTS)
        self._take(_END, "the end of the statement")

    def _block(self) -> None:
        rank = self._whole(self._take(_NUMBER, "the number of a rank"), "a rank", self._operations.ranks - 1)
        if rank in self._blocks:
            raise self._problem(f"a rank that has no statements in line {self._blocks[rank]}", f"rank {rank}")
        self._take(_OPEN, "'{'")
        self._rank = rank
        self._blocks[rank] = self._number
        self._labels = {}

    def _computation(self) -> int:
        duration = self._whole(self._take(_NUMBER, "a time in ns"), "a time in ns", LONGEST_NS)
        cpu = self._whole(self._take(_CPU, "cpu"), "a processor", 255)
        return self._operations.add(COMPUTATION, self._rank or 0, size=duration, unit=cpu)

    def _message(self, word: str) -> int:
        size = self._whole(self._take(_SIZE, "a size such as 100b"), "a size in bytes", MOST_BYTES)
        other = self._take(_PEER[word], "'to RANK'" if word == "send" else "'from RANK' or 'from -1'")
        peer = self._whole(other, "a rank", self._operations.ranks - 1)
        tag = self._whole(self._take(_TAG[word], "tag"), "a tag", ANY_WORD - 1)
        self._whole(self._take(_CPU, "cpu"), "a processor", 255)
        self._nics += self._whole(self._take(_NIC, "nic"), "a NIC", 255) > 0
        return self._operations.add(SEND if word == "send" else RECEIVE, self._rank or 0, peer, size, tag)

    def _define(self, label: str | None, operation: int) -> None:
        self._lines.append(self._number)
        if label is None:
            return
        if label in self._labels:
            line = self._lines[self._labels[label]]
            raise self._problem(f"a label that is not that of line {line}", repr(label))
        self._labels[label] = operation

    def _requirement(self, label: str) -> None:
        later = self._labeled(label)
        kind = self._take(_REQUIRES, "requires or irequires")
        earlier = self._labeled(self._take(_NAME, "a label"))
        pairs = self._operations.ends if kind == "requires" else self._operations.starts
        pairs[0].append(earlier)
        pairs[1].append(later)

    def _labeled(self, label: str | None) -> int:
        if label not in self._labels:
            raise self._problem(f"a label of a line above in the block of rank {self._rank}", repr(label))
        return self._labels[label]

    # Words

    def _take(self, pattern: re.Pattern[str], expected: str) -> str | None:
        """The group of what comes next."""
        found = pattern.match(self._line, self._at)
        if found is None:
            raise self._problem(expected)
        self._at = found.end()
        return found[1] if pattern.groups else None

    def _whole(self, text: str | None, what: str, most: int, least: int = 0) -> int:
        """A number; 0 if it is missing, and ANY if it is -1."""
        if text is None:
            return 0
        return ANY if text == "-1" else Word.at(text, f"{self._path}:{self._number}").whole(what, least, most)

    def _problem(self, expected: str, found: str = "") -> ImportProblem:
        rest = self._line[self._at :].strip()
        found = found or (repr(rest) if rest else "the end of the line")
        return ImportProblem(f"{self._path}:{self._number}: expected {expected}, found {found}")
