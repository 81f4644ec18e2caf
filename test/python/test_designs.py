# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The values of figures are kept (values.csv), and tests compute plots and claims from them, but run no figure.

So what figures run and measure is compared with what it was when the values were computed (designs.json).
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import designs
import figures
import pytest
from mrcbench import measure

RECORDED = json.loads(designs.RECORDED.read_text(encoding="utf-8"))
HINT = "if it is meant, run the figure again with --document, and test/python/designs.py"

#: What a measure with a unit is where all times, rates and queues are the same, and whether it may be a multiple.
SAME = {
    "us": (designs.TIME / 1e3, False), "ms": (designs.TIME / 1e6, False), "MB": (designs.QUEUE / 1e6, False),
    "Gb/s": (designs.RATE, True), "GB/s": (designs.RATE / 8, True),
}  # fmt: skip


def test_all_figures_are_recorded() -> None:
    assert list(RECORDED) == designs.KNOWN


@pytest.mark.parametrize("name", designs.KNOWN)
def test_figures_run_measure_and_claim_what_they_did_when_their_values_were_computed(name: str, tmp_path: Path) -> None:
    found: dict[str, Any] = designs.design(name, tmp_path)
    assert found == RECORDED[name], HINT


@pytest.mark.parametrize("name", designs.KNOWN)
def test_a_measure_is_in_its_unit(name: str, tmp_path: Path) -> None:
    """Where all times are the same, so is every measure in us; rates may be sums over jobs, or 0 without captures."""
    figure = figures.load(name, figures.FIGURES)
    results = designs.results_of(figure, tmp_path, None)
    for each in figure.measures.values():
        value = designs.value_of(each, results, figure)
        if each.unit not in SAME or math.isnan(value) or each.of is measure.payload:
            continue
        usual, multiple = SAME[each.unit]
        times = round(value / usual) if multiple else 1
        assert 0 <= times <= 2 * len(designs.jobs_of(figure)), (each.name, value)
        assert value == pytest.approx(times * usual), (each.name, value)
