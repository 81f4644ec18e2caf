# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Small figures as programs, for tests of their readers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TEXTS = "A ring.\n\nPaper: Nothing.\n\nSetup: Eight hosts.\n"
RUNS = [{"key": "mrc", "label": "MRC"}, {"key": "roce", "label": "RoCE"}]
MEASURES = '[Measure("mean", lambda run: measure.fct(run, "*"))]'
DRAW = 'yield cdf(m, "*", title="Flow times")'
CLAIMS = 'yield claim("it ends", m["mrc/mean"], ">", 0, full_size=False)'


def write_figure(
    folder: Path, texts: str = TEXTS, measures: str = MEASURES, draw: str = DRAW, claims: str = CLAIMS,
    more: str = "", answer: str = 'return "It ends."', **sweep: Any
) -> Path:  # fmt: skip
    """Write figure.py: a ring with measured flow times, with the given parts replaced.

    @param more lines after all others
    @param sweep keys of the experiment
    @return the file
    """
    program = f'''"""{texts}"""
from mrcbench import measure
from mrcbench.figure import *


def sweep(full):
    return {({"runs": RUNS} | sweep)!r}


MEASURES = {measures}


def draw(m):
    {draw}


def claims(m):
    {claims}


def answer(m):
    {answer}


{more}
'''
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "figure.py"
    path.write_text(program, encoding="utf-8")
    return path
