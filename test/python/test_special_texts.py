# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Texts of users with characters that are special in mathematical text, HTML and Markdown, in plots and on pages."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import report  # experiments/report.py
import sweep  # experiments/sweep.py
from matplotlib.figure import Figure
from mrcbench import drawing, style
from mrcbench.report import svg
from running import SIMULATOR, needs_simulator

#: Each is an error, or another text, as mathematical text of matplotlib.
TEXTS = (r"$\frac{$", "$_{$", "a $ b^ $ c", "$$", r"\$5 and $6", r"{\\} $\x$", "$", "<b>&amp;</b> $1_2$", "%s %(a)s $")


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_has_a_width_and_is_drawn_as_it_is(text: str) -> None:
    """The widths of letters are those in figures, also outside of functions that draw."""
    assert drawing.text_width(text, 9) == pytest.approx(drawing.styled(drawing.text_width)(text, 9))
    assert drawing.wrap(text, 5, 9).split() == text.split()

    @drawing.styled
    def draw() -> Figure:
        figure, (axis,) = drawing.new_figure(1, 1, 3)
        axis.plot([1, 2], [3, 4], label=text)
        axis.set(xlabel=text, ylabel=text, title=text)
        drawing.group_labels(axis, [text, "other"])
        drawing.place_legend(figure, drawing.line_handles(style.looks([text, "MRC"])))
        for each in (axis.xaxis.label, axis.yaxis.label, axis.title, *axis.get_xticklabels(), *figure.legends[0].texts):
            assert not each.get_parse_math()
        return figure

    assert svg(draw(), "p-", text).startswith("<svg")


JOBS = [{"name": "a", "type": "permutation", "bytes": "16KB"}, {"name": "b", "type": "write", "hosts": [0, 3], "bytes": 9}]
SCENARIO: dict[str, Any] = {
    "schema": 1,
    "name": "base",
    "topology": {"type": "clos", "planes": 2, "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2, "hostRate": "100Gbps"},
    "transport": {"type": "mrc"},
    "workload": JOBS,
    "measure": {"sampleInterval": "1us"},
}


@pytest.mark.slow
@needs_simulator
@pytest.mark.parametrize("vary", ["nothing", "sizes", "files"])
def test_a_sweep_with_special_texts(tmp_path: Path, vary: str) -> None:
    scenario, varied = dict(SCENARIO), {"workload[0].bytes": ["16KB", "32KB"]} if vary == "sizes" else {}
    x = "workload[0].bytes" if vary == "sizes" else "case"
    if vary == "files":
        files = [f"{name}.txt" for name in (r"$\frac{$", "a $_{$ b", "c^_")]
        for file in files:
            (tmp_path / file).write_text("1000 0\n2000 100\n")
        load = {"name": "load", "type": "poisson", "load": 0.1, "duration": "20us", "sizesFile": files[0]}
        scenario["workload"] = [load]
        varied, x = {"workload[0].sizesFile": files}, "workload[0].sizesFile"
    (tmp_path / "base.json").write_text(json.dumps(scenario))
    plots = [
        {"title": text, "text": text, "x": x, "y": "measure.p99_us", "xlabel": text, "ylabel": text, "log": log}
        for text in TEXTS[:2] for log in ("", "y")
    ]  # fmt: skip
    asked = {
        "title": TEXTS[0], "question": TEXTS[1], "base": "base.json", "vary": varied,
        "cases": {text: {"workload[0].start": f"{number}ns"} for number, text in enumerate(TEXTS)},
        "claims": [{"claim": TEXTS[3], "column": "measure.p99_us", "compare": ">", "bound": 0, "unit": "us",
                    "published": TEXTS[4]}],
    }  # fmt: skip
    for more in ({}, {"plots": plots}):
        (tmp_path / "special.json").write_text(json.dumps({**asked, **more}))
        arguments = [str(tmp_path / "special.json"), "--out", str(tmp_path / "out"), "--mrc-sim", str(SIMULATOR)]
        assert sweep.main(arguments) == 0
        page = (tmp_path / "out" / "report.html").read_text()
        assert all(text in unescape(page) for text in TEXTS) and "<b>&amp;" not in page
    assert len(list((tmp_path / "out").glob("special-*.png"))) == len(plots)
    assert report.main([str(tmp_path / "out"), "--no-motion", "--mrc-sim", str(SIMULATOR)]) == 0
