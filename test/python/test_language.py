# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plain English: American spelling by codespell, and no words that test/language.json bans."""

from __future__ import annotations

import functools
import json
import re
import subprocess
from pathlib import Path

import prose
import pytest

TOP = Path(__file__).resolve().parents[2]
RULES = json.loads((TOP / "test" / "language.json").read_text(encoding="utf-8"))
TEXTS = ("*.md", "docs", "model", "helper", "runner", "experiments", "examples", "test", "mrc",
         "CMakeLists.txt", "cmake", "wscript", "setup.cfg", ".ci/*", ".clang-format")  # fmt: skip
CODESPELL = ["codespell", "--builtin", "clear,rare,en-GB_to_en-US", "-L", ",".join(RULES["names"])]


def compiled(words: str) -> re.Pattern[str]:
    return re.compile(words.replace(" ", r"\s+"), 0 if words.startswith("^") else re.I)


BANNED = [(compiled(rule["words"]), rule) for rule in RULES["banned"]]
ANY_BANNED = re.compile("|".join(f"(?:{pattern.pattern})" for pattern, _ in BANNED), re.I)


def banned(file: Path) -> list[str]:
    """A complaint for each banned word of a file."""
    return [
        f"{file.relative_to(TOP)}:{line}: '{sentence}': use {rule['instead']}; {rule['why']}"
        for line, sentence in prose.sentences(file)
        if ANY_BANNED.search(sentence)
        for pattern, rule in BANNED
        if pattern.search(sentence)
    ]


def misspelled(files: list[Path]) -> list[str]:
    """A complaint for each word that codespell corrects."""
    names = [str(file.relative_to(TOP)) for file in files]
    done = subprocess.run([*CODESPELL, *names], cwd=TOP, capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


@functools.cache
def all_files() -> list[Path]:
    roots = [path for name in TEXTS for path in sorted(TOP.glob(name))]
    files = [file for root in roots for file in ([root] if root.is_file() else sorted(root.rglob("*.*")))]
    return [file for file in files if file.suffix in prose.PROSE and file.is_file()]


@pytest.mark.slow
def test_texts_are_plain_english() -> None:
    files = all_files()
    assert TOP / "README.md" in files
    problems = misspelled(files) + [problem for file in files for problem in banned(file)]
    assert problems == [], "\n".join(problems)


@pytest.mark.parametrize("rule", RULES["banned"], ids=lambda rule: rule["bad"])
def test_a_rule_finds_the_bad_example_and_not_the_good_one(rule: dict[str, str]) -> None:
    pattern = compiled(rule["words"])
    assert pattern.search(rule["bad"]) and not pattern.search(rule["good"])
    assert rule["instead"] and rule["why"]


@pytest.mark.parametrize(
    "name, text, expected",
    [
        ("a.md", "# A port\n\nIt is\nsent so.\n", [(1, "A port"), (3, "It is\nsent so.")]),
        ("a.md", "| a | b |\n| --- | --- |\n| it is | no |\n", [(1, "a"), (1, "b"), (3, "it is"), (3, "no")]),
        ("a.md", "```\nsent\n```\n\nthe key `sent`\n", [(5, "the key X")]),
        ("a.md", "- a port\n- it is\n  sent\n", [(1, "a port"), (2, "it is\n  sent")]),
        ("a.py", "sent = 1\n# A port is\n# sent so\n", [(2, "A port is\nsent so")]),
        ("a.py", 'print("a port is "\n      f"sent so", "by")\n', [(1, "a port is \nsent so"), (2, "by")]),
        ("a.py", 'def sent():\n    """A port.\n\n    It is."""\n', [(2, "A port."), (4, "It is.")]),
        ("a.cc", "int sent; // A 2.5 port\n    // is sent.\n", [(1, "A 2.5 port\nis sent.")]),
        ("a.cc", "/**\n * A port is\n * sent\n */\nint sent = ':';\n", [(2, "A port is\nsent")]),
        ("a.cc", 'Abort("a port "\n      "is sent");\n', [(1, "a port \nis sent")]),
        ("a.js", "sent(); // sent\n", [(1, "sent")]),
        ("a.cmake", "set(sent 1) # a port\n# is sent\n", [(1, "a port\nis sent")]),
        ("mrc", "# a port\nsay sent\n", [(1, "a port\nsay sent")]),
    ],
)
def test_sentences_are_found_and_code_is_not(name: str, text: str, expected: object, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [(line, sentence) for line, sentence in prose.sentences(tmp_path / name) if sentence != "---"] == expected
