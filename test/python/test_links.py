# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The pages, headings and pictures in links of pages, comments and messages exist."""

import re
from pathlib import Path

import prose
import pytest

TOP = Path(__file__).resolve().parents[2]
PAGES = sorted([*TOP.glob("*.md"), *TOP.glob("docs/**/*.md")])
SOURCES = [
    file
    for name in ("model", "helper", "runner", "experiments", "examples", "mrc")
    for file in ([TOP / name] if (TOP / name).is_file() else sorted((TOP / name).rglob("*.*")))
    if file.suffix in prose.PROSE
]


def anchors(page):
    """Names of the headings of a page, in the form of links."""
    headings = re.findall(r"^#+ +(.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(TOP)))
def test_links_of_a_page_lead_somewhere(page):
    text = re.sub(r"^```.*?^```$|^    [^\n]*|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        name, _, heading = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not heading or heading in anchors(target), link


def test_pages_that_are_named_exist():
    named = {
        (str(file.relative_to(TOP)), name)
        for file in [*PAGES, *SOURCES]
        for name in re.findall(r"\bdocs/[\w/-]+\.md\b", file.read_text(encoding="utf-8"))
    }
    assert len(named) > 100
    assert [f"{file}: {name}" for file, name in sorted(named) if not (TOP / name).exists()] == []
