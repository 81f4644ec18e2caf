# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Texts of a matplotlib figure that overlap, or that the edge cuts."""

from __future__ import annotations

import itertools

import matplotlib
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from mrcbench import style

#: Largest invisible overlap of two texts, or of a text and the edge, pixels.
_SLACK = 1.0


def defects(figure: Figure) -> list[str]:
    """A sentence for each pair of texts that overlap, and each text that the edge cuts."""
    with matplotlib.rc_context(style.RC):
        boxes = _boxes(figure)
    edge = figure.bbox
    found = [
        f"{text!r} is cut"
        for text, box in boxes
        if min(box.x0 - edge.x0, box.y0 - edge.y0, edge.x1 - box.x1, edge.y1 - box.y1) < -_SLACK
    ]
    found += [
        f"{one!r} and {other!r} overlap"
        for (one, first), (other, second) in itertools.combinations(boxes, 2)
        if _overlap(first, second)
    ]
    return found


def _boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """All drawn texts with their boxes."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    unseen = _labels_out_of_sight(figure)
    return [
        (text.get_text(), text.get_window_extent(renderer))
        for text in figure.findobj(Text)
        if text.get_text().strip() and text.get_visible() and text not in unseen
        and (text.axes is None or text.axes.get_visible())
    ]  # fmt: skip


def _labels_out_of_sight(figure: Figure) -> set[Text]:
    """Labels of ticks that matplotlib has but does not draw."""
    found = set()
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        drawn = {
            tick
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks())
            if low - 1e-9 <= tick.get_loc() <= high + 1e-9
        }
        for tick in {*axis.majorTicks, *axis.minorTicks} - drawn:
            found |= {tick.label1, tick.label2}
    return found


def _overlap(one: Bbox, other: Bbox) -> bool:
    wide = min(one.x1, other.x1) - max(one.x0, other.x0)
    high = min(one.y1, other.y1) - max(one.y0, other.y0)
    return wide > _SLACK and high > _SLACK
