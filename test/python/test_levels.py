# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The published and ideal values that figures draw as lines are those of their labels."""

from __future__ import annotations

import math
from collections.abc import Callable

import figures
import mrcbench.figure
import mrcbench.pair
import pandas as pd
import pytest
from mrcbench.figure import Level
from mrcbench.suite.evaluation import Measured

KNOWN = figures.list_figures(figures.FIGURES)
PLOTS = ("bars", "cdf", "curve", "dots", "groups", "over_time")

#: By figure the values of all levels that are numbers; m is the mean of a run's measure.
LEVELS: dict[str, Callable[[Callable[[str], float]], list[float]]] = {
    "fig06": lambda m: [m("mrc/before") * (1 - 25 / 100) / 1000],
    "fig08": lambda m: [m("mrc/before") / 1000],
    "fig09a": lambda m: [1540 * eighths / 8 for eighths in range(1, 9)],
    "fig09b": lambda m: [1540 / 2],
    "fig10": lambda m: [1540 - 100 - 100],
    "fig18": lambda m: [m("dcqcn-1qp/payload") * (1 - 25 / 100)],
    "fig19": lambda m: [m("wide/whole") * 1 / 4, m("wide/whole") * 2 / 4, m("wide/whole") * 3 / 4],
    "fig20": lambda m: [m("pfc-1qp/payload") / 3, m("pfc-1qp/payload") / 2],
    "fig21": lambda m: [30, 100],
    "fig22": lambda m: [398.1 * (1 - 20 / 100), 398.1 * (1 - 10 / 100), 398.1],
    "flaps": lambda m: [m("none/step")],
    "incast": lambda m: [1],
    "isolation": lambda m: [1],
    "one-fault": lambda m: [30],
    "overload": lambda m: [1],
    "perm64": lambda m: [1538, 2530],
}


@pytest.mark.parametrize("name", KNOWN)
def test_levels_are_the_values_of_their_labels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[float] = []

    def make(label: str, value: float | str) -> Level:
        made.extend([] if isinstance(value, str) else [value])
        return Level(label, value)

    for module in (mrcbench.figure, mrcbench.pair):
        monkeypatch.setattr(module, "Level", make)
        for plot in PLOTS:
            monkeypatch.setattr(module, plot, lambda *_, **__: None, raising=False)
    figure = figures.load(name, figures.FIGURES)
    values = pd.read_csv(figures.FIGURES / name / "values.csv").astype({"sweep": object}).fillna({"sweep": ""})
    m = Measured(figure, {}, values)
    assert len(list(figure.draw(m))) > 0
    assert sorted({value for value in made if math.isfinite(value)}) == pytest.approx(LEVELS.get(name, lambda m: [])(m.__getitem__), rel=1e-4)
