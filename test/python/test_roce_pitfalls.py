# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""docs/roce-pitfalls.md has all pitfalls, and names files and tests that exist."""

import importlib.util
import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("check_spec_map", TOP / "docs" / "check-spec-map.py")
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)

PITFALLS = 31


def rows():
    """The cells of the table's rows."""
    lines = (TOP / "docs" / "roce-pitfalls.md").read_text().splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[:1] == "|"]
    return [row for row in cells if row[0].isdigit()]


def test_every_pitfall_has_its_row():
    assert [int(row[0]) for row in rows()] == list(range(1, PITFALLS + 1))
    assert all(len(row) == 5 and all(row) for row in rows())


def test_files_and_tests_of_the_rows_exist():
    files, tests = check.known_files(), check.known_tests()
    named = [(row[0], re.findall("`([^`]+)`", row[3]), re.findall("`([^`]+)`", row[4])) for row in rows()]
    assert all(row_files and row_tests for _, row_files, row_tests in named)
    assert [(n, file) for n, row_files, _ in named for file in row_files if files[file] != 1] == []
    assert [(n, t) for n, _, row_tests in named for t in row_tests if not check.exists(t, tests)] == []
