# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Words of text files with their places, for messages about bad input."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

_WHOLE = re.compile(r"[-+]?[0-9]{1,40}")

Number = TypeVar("Number", int, float)


class ImportProblem(Exception):
    """Bad input: FILE:LINE: expected this, found that."""


class Word(str):
    """A word of a file, which knows its place."""

    place: str

    @classmethod
    def at(cls, text: str, place: str) -> Word:
        """A word with its place, FILE:LINE."""
        word = cls(text)
        word.place = place
        return word

    def problem(self, expected: str) -> ImportProblem:
        """The error to raise if another word was expected."""
        return ImportProblem(f"{self.place}: expected {expected}, found {str(self)!r}")

    def whole(self, what: str, least: int = 0, most: int = 2**63 - 1) -> int:
        """A whole number within limits.

        @raise ImportProblem otherwise
        """
        if not _WHOLE.fullmatch(self) or not least <= int(self) <= most:
            limits = f"of at least {least}" if most == 2**63 - 1 else f"from {least} to {most}"
            raise self.problem(f"{what}, a whole number {limits}")
        return int(self)

    def read(
        self, what: str, convert: Callable[[str], Number], least: float = 0, most: float = sys.float_info.max
    ) -> Number:
        """A number within limits, by a function that raises ValueError.

        @raise ImportProblem if it cannot be converted, is not finite or not within the limits
        """
        try:
            if "_" in self or not self.isascii():
                raise ValueError
            value = convert(self)
        except (ValueError, OverflowError) as error:
            raise self.problem(what) from error
        if not least <= value <= most:
            limit = f"at most {most:g}" if most < value < math.inf else f"at least {least:g}"
            raise self.problem(f"{what} of {limit}")
        return value


def read_lines(path: Path) -> list[str]:
    """The lines of a text file, without their ends.

    @raise ImportProblem if it cannot be read, or is not text
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode()
        found = f"the byte 0x{error.object[error.start]:02x}"
        raise ImportProblem(f"{path}:{_count_lines(before)}: expected text, found {found}") from error
    except OSError as error:
        raise ImportProblem(f"{path}: {error.strerror}") from error
    if "\0" in text:
        line = _count_lines(text[: text.index("\0")])
        raise ImportProblem(f"{path}:{line}: expected text, found a zero byte")
    return text.splitlines()


def _count_lines(before: str) -> int:
    """The number of the line that follows a text without a line end between."""
    return len(f"{before}.".splitlines())


def split_line(path: Path, number: int, line: str) -> list[Word]:
    """The words of a line, which is counted from 1."""
    place = f"{path}:{number}"
    return [Word.at(word, place) for word in line.split()]


class Words:
    """All words of a file in turn, regardless of lines."""

    def __init__(self, path: Path, lines: list[str] | None = None) -> None:
        self._lines = read_lines(path) if lines is None else lines
        self._path = path
        self._all = self._iterate()

    def _iterate(self) -> Iterator[Word]:
        for number, line in enumerate(self._lines, start=1):
            yield from split_line(self._path, number, line)

    def next(self, what: str) -> Word:
        """The next word.

        @param what what it must be, for the message
        @raise ImportProblem at the end of the file
        """
        word = next(self._all, None)
        if word is None:
            place = f"{self._path}:{len(self._lines)}"
            raise ImportProblem(f"{place}: expected {what}, found the end of the file")
        return word
