# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Every citation of docs/reference/{mrc,roce}.md names an existing section, and all have the same form.

The form is "mrc reference, 5.4", also "mrc reference, 5.2 to 5.6", "roce reference, 4.2 and 4.3" and
"mrc reference, 2.1; roce reference, 1.2". It may be broken over lines of a comment, or over adjacent strings.
"""

import importlib.util
import os
import re
from collections import Counter
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
SPEC = importlib.util.spec_from_file_location("check_spec_map", TOP / "docs" / "check-spec-map.py")
check = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(check)

# Folders that builds, runs and tools leave
FOREIGN = re.compile(r"build.*|results|\.git|__pycache__|\..*cache|\.vscode|\.idea")

NUMBER = r"\d{1,2}(?:\.\d{1,2})?(?![\w%]|\.\d)"
SECTION = rf"(?!0|1[4-9]|[2-9]\d){NUMBER}"
LIST = rf"{NUMBER}(?:(?:, and |, | and | or | to ){NUMBER})*"
CITATION = re.compile(rf"\b(mrc|roce) reference, ({LIST})")

OTHER_FORMS = [
    r"MRC 1\.0(?: reference)?,? (?:sections? |chapters? )?\d",
    rf"{SECTION} of MRC 1\.0",
    rf"reference,? (?:sections?|chapters?) {SECTION}",
    rf"(?<!\bmrc )(?<!\broce )\breference, {SECTION}",
    rf"{SECTION} of the (?:mrc |roce )?reference",
]
# A number in brackets alone, in a comment or a string of a C++ source: "(9.5)", "(2.8 and 5.5)"
BARE = re.compile(r"(?<=[\w,.:;] )\((?:1[0-3]|[1-9])\.(?:1[0-4]|[1-9])(?:(?:, | and | to )\d{1,2}\.\d{1,2})*\)")


def read_tree():
    """Text files of the repository, except for this one, which has wrong citations as examples: {path: text}."""
    tree = {}
    for folder, folders, files in os.walk(TOP):
        folders[:] = sorted(name for name in folders if not FOREIGN.fullmatch(name))
        for file in sorted(Path(folder) / name for name in files if not FOREIGN.fullmatch(name)):
            if file == Path(__file__).resolve():
                continue
            try:
                tree[file.relative_to(TOP).as_posix()] = file.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                pass  # a picture, or bytes of a frame
    return tree


def as_one_line(text):
    """A text without marks in its sentences: ends of lines, marks of comments, ends of adjacent strings."""
    text = re.sub(r'"\s*\n\s*[rf]?"', "", text).replace("\\n", " ")
    text = re.sub(r"\n\s*(?:\*(?!/)|///?<?|#|--)?", " ", text)
    return re.sub(r"\s+", " ", text)


def read_sections(name):
    return check.read_sections((TOP / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8"))


SECTIONS = {name: read_sections(name) for name in ("mrc", "roce")}


def cited(text):
    """Every (reference, section) that a text cites."""
    return [
        (name, number)
        for name, numbers in CITATION.findall(as_one_line(text))
        for number in re.findall(r"[\d.]+\d|\d", numbers)
    ]


def find_problems(path, text):
    """Complaints about the citations of a file."""
    line = as_one_line(text)
    problems = [
        f"{path}: {name} reference, {number}: there is no such section"
        for name, number in cited(text)
        if number not in SECTIONS[name]
    ]
    for form in OTHER_FORMS:
        problems += [f"{path}: '{found[0]}' is not the form of a citation" for found in re.finditer(form, line)]
    if path.endswith((".h", ".cc")):
        problems += [f"{path}: {found[0]} does not name its reference" for found in BARE.finditer(line)]
    return problems


TREE = read_tree()


@pytest.mark.slow
def test_every_citation_is_right():
    problems = [problem for path, text in TREE.items() for problem in find_problems(path, text)]
    assert not problems, "\n".join(problems)


@pytest.mark.slow
def test_all_kinds_of_files_cite():
    count = Counter()
    for path, text in TREE.items():
        count[Path(path).suffix] += len(cited(text))
    assert all(count[suffix] for suffix in (".h", ".cc", ".md", ".py", ".json"))
    assert sum(count.values()) > 400


@pytest.mark.parametrize(
    "text, sections",
    [
        ("(mrc reference, 5.4).", ["mrc 5.4"]),
        ("of the mrc reference, 5.4.", ["mrc 5.4"]),
        ("mrc reference, 5.2 to 5.6", ["mrc 5.2", "mrc 5.6"]),
        ("mrc reference, 2.13, 9.6 and 9.7)", ["mrc 2.13", "mrc 9.6", "mrc 9.7"]),
        ("mrc reference, 2.1; roce reference, 1.2 and 2.1", ["mrc 2.1", "roce 1.2", "roce 2.1"]),
        ("mrc reference, 13, no. 21", ["mrc 13"]),
        ("mrc reference, 5.4, rows 1 to 4 and 7", ["mrc 5.4"]),
        ("mrc reference, 8: an empty name", ["mrc 8"]),
        ("a mark (mrc reference, 2.5% of it)", []),
        ("/**\n * as sent (mrc\n * reference, 3.5\n * and 9).\n */", ["mrc 3.5", "mrc 9"]),
        ("// of 16 bits (roce reference,\n// 1.4)", ["roce 1.4"]),
        ("    ///< a bound (mrc\n        ///< reference, 9.7)", ["mrc 9.7"]),
        ("# as drawn (mrc\n# reference, 3.4)", ["mrc 3.4"]),
        ('"shares the window (mrc "\n      "reference, "\n      "1.4)"', ["mrc 1.4"]),
        ('"at most 256 (mrc\\n"\n      "    reference, 3.5)"', ["mrc 3.5"]),
    ],
)
def test_a_citation_is_found(text, sections):
    assert [f"{name} {number}" for name, number in cited(text)] == sections


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("(mrc reference, 5.10)", "mrc reference, 5.10: there is no such section"),
        ("(mrc reference, 5.4, 9.9\n and 6.1)", "mrc reference, 9.9: there is no such section"),
        ("roce\n// reference, 8", "roce reference, 8: there is no such section"),
        ("(MRC 1.0, 5.4)", "is not the form"),
        ("(MRC 1.0,\n// section 8)", "is not the form"),
        ("What 3.4 of MRC 1.0 says", "is not the form"),
        ("(mrc reference, section 6)", "is not the form"),
        ("(RoCE reference, 4.1)", "is not the form"),
        ("by the protocol reference, 4.4", "is not the form"),
        ("(2.4 of the reference)", "is not the form"),
        ("turns in the rotation (9.3)", "(9.3) does not name its reference"),
        ("reads SACKs (2.8 and 5.5)", "(2.8 and 5.5) does not name its reference"),
    ],
)
def test_a_wrong_citation_is_named(text, complaint):
    problems = find_problems("some.cc", text)
    assert len(problems) == 1 and complaint in problems[0]


@pytest.mark.parametrize("text", ["MRC 1.0 as far as it is public", "goodput (1.5 of 2)", "the mrc reference (its page)"])
def test_what_cites_nothing_is_no_problem(text):
    assert find_problems("some.cc", text) == []


def test_sections_of_both_references_have_text():
    for name, sections in SECTIONS.items():
        chapters = {number.partition(".")[0] for number in sections if "." in number}
        empty = [number for number, has_text in sections.items() if not has_text and number not in chapters]
        assert empty == [], name
