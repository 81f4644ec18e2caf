# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of all figures in one table: published, expected and measured numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..files import write
from ..rendering import render
from ..table import NOTHING, Table


def read_verdicts(out: Path, names: Iterable[str]) -> list[dict[str, Any]]:
    """The verdicts of the figures in a folder at full size, in the order of the names."""
    paths = [out / name / "verdicts.json" for name in names]
    found = [json.loads(path.read_text(encoding="utf-8")) for path in paths if path.is_file()]
    return [figure for figure in found if not figure["quick"]]


def overview(figures: Sequence[dict[str, Any]]) -> str:
    """A section per figure, with a table of its claims."""
    words = [said["verdict"] for figure in figures for said in figure["verdicts"]]
    return render("figures.md", figures=[(figure, _claims(figure)) for figure in figures], claims=len(words),
                  held=words.count("pass"), cpu_s=sum(figure["cpu_s"] for figure in figures))  # fmt: skip


def _claims(figure: dict[str, Any]) -> Table:
    rows = [
        (said["claim"], said["published"] or NOTHING, said["band"], said["ours"], said["verdict"])
        for said in figure["verdicts"]
    ]
    return Table(("claim", "published", "band", "ours", "verdict"), rows)


def write_overview(out: Path, names: Sequence[str], page: Path | None = None) -> None:
    """Write figures.md in the folder of results, or as a page of the manual.

    @param out the folder
    @param names names of all figures
    @param page the page of the manual
    """
    found = read_verdicts(out, names)
    if found or page:
        write(page or out / "figures.md", overview(found))
