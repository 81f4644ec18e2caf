#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Copies the examples of docs/adding into docs/adding.md; with --check says whether they are there as they are."""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "adding.md"


def fill(page):
    """The page with every block that follows `docs/adding/FILE`: replaced by the file, without its license."""

    def block(match):
        text = (HERE / match[2]).read_text(encoding="utf-8")
        text = re.sub(r"\A/\*.*?\*/\s*", "", text, flags=re.S)
        return f"{match[1]}{text.strip()}\n```"

    return re.sub(r"(`docs/adding/([a-z/-]+\.\w+)`:\n\n```\w+\n).*?```", block, page, flags=re.S)


def main():
    """Fill or check."""
    page = PAGE.read_text(encoding="utf-8")
    filled = fill(page)
    if "--check" in sys.argv[1:]:
        return 0 if filled == page else "docs/adding.md does not show its examples as they are: docs/adding/fill.py"
    PAGE.write_text(filled, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
