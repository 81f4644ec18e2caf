# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A run in motion: one page that draws a fabric and plays its simulated time.

``data`` makes all data of the page as one object; its style and scripts are in the folder ``page``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from .. import style
from ..files import write
from ..results import Results, ResultsError
from .data import page_data

#: D3 from its Debian package. Pages contain it; it is not part of this repository.
D3 = Path("/usr/share/nodejs/d3/dist/d3.min.js")

#: The parts of the page, with scripts in the order of their execution.
PARTS = Path(__file__).with_name("page")
SCRIPTS = "look geometry fabric timeline flows panel evs frame choosing controls".split()


def write_motion(results: Results, output: Path) -> Path:
    """Write the page that plays a run.

    @param results a run with samples of port.tx_gbps; `mrcbench.replay.detailed` makes one from any run
    @param output the page
    @return the page written
    @raise ResultsError if the run has no samples of port.tx_gbps, or D3 is not installed
    """
    page = render(page_data(results))
    try:
        write(output, page)
    except OSError as error:
        raise ResultsError(f"{output}: {error.strerror}") from error
    return output


def render(data: dict[str, Any]) -> str:
    """The page of a run.

    @param data from `page_data`
    @raise ResultsError if D3 is not installed
    """
    try:
        d3 = D3.read_text(encoding="utf-8")
    except OSError as error:
        raise ResultsError(f"{D3}: {error.strerror}; it comes with the Debian package node-d3") from error
    texts = {part.name: part.read_text(encoding="utf-8") for part in PARTS.iterdir()}
    parts = {
        "TITLE": escape(data["name"]),
        "LEAD": escape(data["lead"]),
        "STYLE": style.COLORS.read_text(encoding="utf-8") + texts["motion.css"],
        "D3": d3,
        "DATA": json.dumps(data, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c"),
        "SCRIPT": "\n".join(texts[f"{name}.js"] for name in SCRIPTS),
    }
    return _filled("motion.html", parts)


def write_pair(title: str, runs: Sequence[tuple[str, dict[str, Any]]], output: Path) -> Path:
    """Write a page that plays two runs on one clock, with the same scale of throughput.

    @param title of the page
    @param runs name of each and its data from `page_data`, with the same end
    @param output the page
    @return the page written
    """
    most = max(data["jobs"]["most"] for _, data in runs)
    pages = [(name, render(data | {"jobs": data["jobs"] | {"most": most}})) for name, data in runs]
    frames = [f'<iframe title="{escape(name)}" srcdoc="{escape(page)}"></iframe>' for name, page in pages]
    write(output, _filled("pair.html", {"TITLE": escape(title), "FRAMES": "\n".join(frames)}))
    return output


def _filled(page: str, parts: Mapping[str, str]) -> str:
    """A page with its parts, of which all pages have the head."""
    template, head = ((PARTS / name).read_text(encoding="utf-8") for name in (page, "head.html"))
    parts = {**parts, "HEAD": head}
    return re.sub("@([A-Z0-9]+)@", lambda found: parts[found[1]], template)
