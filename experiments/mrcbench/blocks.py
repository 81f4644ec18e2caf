# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Blocks of the manual that a command fills with its results, between two comments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from .files import write


def check(text: str, names: Iterable[str]) -> None:
    """@raise ValueError if the text lacks the marks of a block"""
    missing = [name for name in names if not _marks(name).search(text)]
    if missing:
        raise ValueError(f"there are no marks for: {', '.join(missing)}")


def fill(text: str, contents: Mapping[str, Sequence[str]]) -> str:
    """The text with new paragraphs in some blocks.

    @raise ValueError if the text lacks the marks of one
    """
    check(text, contents)
    for name, parts in contents.items():
        new = "\n\n".join(["", *parts, ""])
        text = _marks(name).sub(lambda hit: f"{hit[1]}{new}{hit[2]}", text)
    return text


def fill_file(page: Path, contents: Mapping[str, Sequence[str]]) -> None:
    """`fill` a file."""
    write(page, fill(page.read_text(encoding="utf-8"), contents))


def _marks(name: str) -> re.Pattern[str]:
    """A pattern for a block with its marks."""
    return re.compile(f"(<!-- begin {name} -->).*?(<!-- end {name} -->)", re.S)
