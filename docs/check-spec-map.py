#!/usr/bin/python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Checks docs/spec-map.md: every section of docs/reference/mrc.md that states rules has rows, and every file
and test that a rule names exists.

A rule that the code does not have says so in its deviation, with a reason; "open" is no reason. Tests are
found by reading their sources, so nothing needs to be built.
"""

import re
import sys
from collections import Counter
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
MAP = TOP / "docs" / "spec-map.md"
REFERENCE = TOP / "docs" / "reference" / "mrc.md"
COLUMNS = ["section", "tag", "rule", "files", "tests", "deviation"]
TAGS = {"spec", "spec?", "paper", "paper2", "UET", "RFC", "choice"}

# Chapters of the reference that state no rules: conventions, and questions that other sections answer.
WITHOUT_RULES = {"0", "13"}


def read_sections(text):
    """The sections of a reference, by number, and whether each has text of its own besides its subsections.

    text -- the reference; a heading is "## 5. Name" or "### 5.4 Name", outside blocks of code
    """
    sections = {}
    last = None
    code = False
    for line in text.splitlines():
        code ^= line.startswith("```")
        heading = None if code else re.match(r"#{2,3} (\d+(?:\.\d+)?)\.? ", line)
        if heading:
            last = heading[1]
            sections[last] = False
        elif last and line.strip():
            sections[last] = True
    return sections


SECTIONS = [
    section
    for section, has_text in read_sections(REFERENCE.read_text(encoding="utf-8")).items()
    if has_text and section.partition(".")[0] not in WITHOUT_RULES
]

SOURCE_FOLDERS = ("model", "helper", "runner", "experiments", "examples", "test", "docs")


def read_rows(text):
    """The rows of all tables of the map, as (line number, cells)."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.startswith("|"):
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells != COLUMNS and set("".join(cells)) != {"-", " "} and set("".join(cells)) != {"-"}:
            rows.append((number, cells))
    return rows


def known_files():
    """Names of all files, and how many files have each name; paths below the top too."""
    names = Counter()
    for folder in SOURCE_FOLDERS:
        for file in (TOP / folder).rglob("*"):
            if file.is_file():
                names[file.name] += 1
                names[str(file.relative_to(TOP))] += 1
    return names


def known_tests():
    """Names of all tests, as the map writes them."""
    tests = set()
    for file in (TOP / "test").rglob("*.cc"):
        text = file.read_text()
        for suite, test in re.findall(r"^TEST(?:_[FP])?\(\s*(\w+),\s*(\w+)\s*\)", text, re.M):
            tests.add(f"{suite}.{test}")
        if file.name.endswith("-test-suite.cc"):
            joined = re.sub(r'"\s*\n\s*"', "", text)
            tests.update(f'"{name}"' for name in re.findall(r'"((?:[^"\\\n]|\\.)+)"', joined))
        if file.name.endswith("-fuzz.cc"):
            tests.add(file.stem)
    for file in (TOP / "test").rglob("test_*.py"):
        for test in re.findall(r"^def (test_\w+)", file.read_text(), re.M):
            tests.add(f"{file.name}::{test}")
    return tests


def exists(test, tests):
    if test.endswith(".*"):
        return any(name.startswith(test[:-1]) for name in tests)
    return test in tests


def find_problems(text, files, tests):
    """Everything that is wrong with a map.

    text -- the map
    files -- how often each file name occurs
    tests -- names of all tests
    """
    problems = []
    seen = set()
    for number, cells in read_rows(text):
        where = f"line {number}"
        if len(cells) != len(COLUMNS):
            problems.append(f"{where}: {len(cells)} cells instead of {len(COLUMNS)}")
            continue
        section, tag, rule, file_cell, test_cell, deviation = cells
        seen.add(section)
        if section not in SECTIONS:
            problems.append(f"{where}: there is no section '{section}'")
        if tag not in TAGS:
            problems.append(f"{where}: unknown tag '{tag}'")
        if not rule:
            problems.append(f"{where}: no rule")
        named_files = re.findall(r"`([^`]+)`", file_cell)
        named_tests = re.findall(r"`([^`]+)`", test_cell)
        if not (named_files and named_tests) and not deviation:
            problems.append(f"{where}: {section}, '{rule}': no file or no test, and no word why")
        if re.search(r"\bopen\b", deviation, re.I):
            problems.append(f"{where}: {section}, '{rule}': left open")
        for file in named_files:
            if files[file] != 1:
                problems.append(f"{where}: {files[file]} files are called '{file}'")
        for test in named_tests:
            if not exists(test, tests):
                problems.append(f"{where}: there is no test '{test}'")
    problems += [f"section {section} has no row" for section in SECTIONS if section not in seen]
    return problems


def main():
    text = MAP.read_text()
    problems = find_problems(text, known_files(), known_tests())
    for problem in problems:
        print(f"{MAP.name}: {problem}")
    print(f"{len(read_rows(text))} rules, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
