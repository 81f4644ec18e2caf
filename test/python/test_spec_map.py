# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""docs/spec-map.md names existing files and tests for every section, and its checker detects errors."""

import importlib.util
from collections import Counter
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("check_spec_map", TOP / "docs" / "check-spec-map.py")
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)

FILES = Counter({"a.cc": 1, "twice.h": 2})
TESTS = {"Suite.Works", '"MRC: a link flaps"', "test_x.py::test_y", "transport-fuzz"}


def every_section(row="| {} | spec | A rule | `a.cc` | `Suite.Works` | |"):
    return "\n".join(row.format(section) for section in check.SECTIONS)


def test_the_map_of_this_repository_is_right():
    problems = check.find_problems(check.MAP.read_text(), check.known_files(), check.known_tests())
    assert problems == []


def test_a_complete_map_has_no_problems():
    assert check.find_problems(every_section(), FILES, TESTS) == []


def test_headings_and_rules_of_tables_are_no_rows():
    head = "| section | tag | rule | files | tests | deviation |\n| --- | --- | --- | --- | --- | --- |\n"
    assert check.find_problems(head + every_section(), FILES, TESTS) == []
    assert len(check.read_rows(head + every_section())) == len(check.SECTIONS)


@pytest.mark.parametrize(
    "row, complaint",
    [
        ("| 1.1 | spec | R | `gone.cc` | `Suite.Works` | |", "0 files are called 'gone.cc'"),
        ("| 1.1 | spec | R | `twice.h` | `Suite.Works` | |", "2 files are called 'twice.h'"),
        ("| 1.1 | spec | R | `a.cc` | `Suite.Gone` | |", "there is no test 'Suite.Gone'"),
        ("| 1.1 | spec | R | `a.cc` | `Gone.*` | |", "there is no test 'Gone.*'"),
        ("| 1.1 | spec | R | `a.cc` | - | |", "no file or no test"),
        ("| 1.1 | spec | R | - | `Suite.Works` | |", "no file or no test"),
        ("| 1.9 | spec | R | `a.cc` | `Suite.Works` | |", "there is no section '1.9'"),
        ("| 1.1 | hearsay | R | `a.cc` | `Suite.Works` | |", "unknown tag 'hearsay'"),
        ("| 1.1 | spec | | `a.cc` | `Suite.Works` | |", "no rule"),
        ("| 1.1 | spec | R | `a.cc` | `Suite.Works` |", "5 cells"),
        ("| 1.1 | spec | R | - | - | open |", "left open"),
        ("| 1.1 | spec | R | `a.cc` | `Suite.Works` | Open: later |", "left open"),
    ],
)
def test_a_wrong_row_is_named(row, complaint):
    problems = check.find_problems(every_section() + "\n" + row, FILES, TESTS)
    assert len(problems) == 1 and complaint in problems[0]


def test_every_kind_of_test_is_found():
    row = '| 1.1 | spec | R | `a.cc` | `Suite.*` `"MRC: a link flaps"` `test_x.py::test_y` `transport-fuzz` | |'
    assert check.find_problems(every_section() + "\n" + row, FILES, TESTS) == []


def test_a_deviation_excuses_a_rule_without_file_or_test():
    row = "| 1.1 | spec | R | - | - | not offered |"
    assert check.find_problems(every_section() + "\n" + row, FILES, TESTS) == []


def test_a_word_that_contains_open_is_no_excuse_to_complain():
    row = "| 1.1 | spec | A window is open | `a.cc` | `Suite.Works` | opened by both ends |"
    assert check.find_problems(every_section() + "\n" + row, FILES, TESTS) == []


def test_sections_are_the_headings_that_have_text():
    reference = "# Title\n\n## 1. Scope\n\n### 1.1 One\ntext\n```\n## 9. code\n```\n### 1.2 Two\n\n## 2. All\n\ntext\n"
    assert check.read_sections(reference) == {"1": False, "1.1": True, "1.2": False, "2": True}


def test_chapters_without_rules_have_no_rows_and_others_have():
    assert {"5.4", "7", "8", "8.10"} <= set(check.SECTIONS)
    assert not {"0.1", "1", "13"} & set(check.SECTIONS)


@pytest.mark.parametrize("section, another", [("9.7", "9.6"), ("7", "8"), ("11", "12")])
def test_a_section_without_a_row_is_missed(section, another):
    text = every_section().replace(f"| {section} |", f"| {another} |")
    assert check.find_problems(text, FILES, TESTS) == [f"section {section} has no row"]
