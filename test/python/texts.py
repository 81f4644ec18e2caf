# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Texts of a matplotlib figure that overlap, that the edge cuts, or that hardly differ from what is behind them."""

from __future__ import annotations

import itertools

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox
from mrcbench import style
from numpy.typing import ArrayLike

#: Least contrast of a text.
_CONTRAST = 2.5

#: Largest invisible overlap of two texts, or of a text and the edge, pixels.
_SLACK = 1.0


def defects(figure: Figure) -> list[str]:
    """A sentence for each pair of texts that overlap, and each text that the edge cuts or that has little contrast."""
    with matplotlib.rc_context(style.RC):
        texts = _boxes(figure)
        faint = _faint(figure, texts)
    boxes = [(text.get_text(), box) for text, box in texts]
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
    return found + [f"{text!r} has a contrast of {ratio:.1f}" for text, ratio in faint]


def _faint(figure: Figure, texts: list[tuple[Text, Bbox]]) -> list[tuple[str, float]]:
    """The texts with little contrast to the picture without texts, with this contrast."""
    alphas = [text.get_alpha() for text, _ in texts]
    for text, _ in texts:
        text.set_alpha(0)  # an invisible one would leave its room to others
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    pixels = np.asarray(canvas.buffer_rgba())[::-1, :, :3] / 255
    found = []
    for (text, box), alpha in zip(texts, alphas):
        text.set_alpha(alpha)
        behind = pixels[max(int(box.y0), 0) : int(box.y1), max(int(box.x0), 0) : int(box.x1)].reshape(-1, 3)
        ratio = contrast(np.median(behind, axis=0), to_rgb(text.get_color())) if len(behind) else _CONTRAST
        if ratio < _CONTRAST:
            found.append((text.get_text(), ratio))
    return found


def linear(color: ArrayLike) -> np.ndarray:
    """Linear red, green and blue of those of sRGB."""
    values = np.asarray(color)
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: ArrayLike, other: ArrayLike) -> float:
    """The contrast of two colors of sRGB, as WCAG 2 defines it: from 1 to 21."""
    low, high = sorted(linear(color) @ (0.2126, 0.7152, 0.0722) for color in (one, other))
    return float((high + 0.05) / (low + 0.05))


def _boxes(figure: Figure) -> list[tuple[Text, Bbox]]:
    """All drawn texts with their boxes."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    unseen = _labels_out_of_sight(figure)
    return [
        (text, text.get_window_extent(renderer))
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
