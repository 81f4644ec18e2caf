# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plots on pages: SVG with the ink, grid and paper colors of the page."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import matplotlib
from matplotlib.figure import Figure

from .. import style

#: Colors that become variables of the page.
_THEMED = {
    style.INK: "var(--ink)",
    style.MUTED: "var(--muted)",
    style.GRID: "var(--grid)",
    style.PAPER: "var(--card)",
}


def svg(figure: Figure, prefix: str, label: str) -> str:
    """A figure as inline SVG in the colors of the page.

    @param figure the figure
    @param prefix of every id, so that ids are unique on a page
    @param label text for screen readers
    """
    with matplotlib.rc_context(style.RC):
        buffer = io.StringIO()
        figure.savefig(buffer, format="svg")
    root = ElementTree.fromstring(buffer.getvalue())
    root.remove(root[0])  # metadata: date and program
    for element in root.iter():
        # In HTML the elements of SVG have no namespace.
        element.tag = _bare(element.tag)
        own = {_bare(name): value for name, value in element.attrib.items()}
        own |= {name: _themed(own[name], prefix) for name in ("style", "clip-path") if name in own}
        own |= {"id": prefix + own["id"]} if "id" in own else {}
        own |= {"href": f"#{prefix}{own['href'][1:]}"} if "href" in own else {}
        element.attrib.clear()
        element.attrib.update(own)
    root.attrib = {"role": "img", "aria-label": label, **root.attrib}
    return ElementTree.tostring(root, encoding="unicode")


def _bare(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]


def _themed(value: str, prefix: str) -> str:
    value = value.replace("url(#", f"url(#{prefix}")
    for color, name in _THEMED.items():
        value = value.replace(color, name)
    return value
