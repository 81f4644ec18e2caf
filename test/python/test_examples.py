# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Every example runs, and prints the output in its first comment."""

import os
import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("MRC_BUILD", TOP / "build" / "release")) / "examples"
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
        r"What to see:\n \*\n \* @verbatim\n(.*?) \* @endverbatim", source.read_text(), re.S
    )
    if listing:
        promised = [line.removeprefix(" * ") for line in listing.group(1).splitlines()]
        assert done.stdout.splitlines() == promised
    else:
        assert done.stdout.strip(), "nothing to see"


def test_some_examples_promise_their_output():
    promising = [s for s in EXAMPLES if " * What to see:\n *\n * @verbatim" in s.read_text()]
    assert {s.stem for s in promising} >= {"mrc-verbs", "mrc-paths"}
