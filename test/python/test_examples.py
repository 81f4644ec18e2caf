# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Every example runs, and prints what the comment at its top says."""

import re
import subprocess

import pytest
from running import BUILD, TOP

PROGRAMS = BUILD / "examples"
EXAMPLES = sorted((TOP / "examples").glob("*.cc"))


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.stem)
def test_example_prints_what_its_comment_says(source):
    done = subprocess.run(
        [PROGRAMS / source.stem],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    listing = re.search(
        r"Expected output:\n \*\n \* @verbatim\n(.*?) \* @endverbatim", source.read_text(), re.S
    )
    assert listing, "no expected output"
    promised = [line.removeprefix(" *").removeprefix(" ") for line in listing.group(1).splitlines()]
    assert done.stdout.splitlines() == promised


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.stem)
def test_it_has_one_idea_that_a_page_and_its_help_name(source):
    assert len(source.read_text().splitlines()) <= 120
    assert f"`{source.stem}`" in (TOP / "docs" / "scripts.md").read_text()
    done = subprocess.run([PROGRAMS / source.stem, "--help"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    usage = re.search(r'Usage\(\s*"([^"]+)"', source.read_text())
    assert usage and usage[1] in done.stdout
    options = re.findall(r'AddValue\(\s*"(\w+)"', source.read_text())
    assert all(f"--{option}:" in done.stdout for option in options)
