# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The claims of all figures in one table: what was published, what is expected, what came out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..files import write
from ..table import NOTHING, Table, markdown
from ..units import format_duration

_HEAD = """# Figures

All claims of all figures, made by `./mrc figures --document`. Published numbers are those of the MRC paper
and of its announcement unless the claim says otherwise; the band is what a run must keep to pass.
`docs/validation.md` tells what lies behind differences.
CPU time is that of the simulations, on one core of the machine that made this table.
"""


def read_verdicts(out: Path, names: Iterable[str]) -> list[dict[str, Any]]:
    """What the figures in a folder left, at full size, in the order of the names."""
    found = []
    for name in names:
        path = out / name / "verdicts.json"
        if path.is_file():
            said = json.loads(path.read_text(encoding="utf-8"))
            if not said["quick"]:
                found.append(said)
    return found


def overview(figures: Sequence[dict[str, Any]]) -> str:
    """A section per figure, with a table of its claims."""
    parts = [_HEAD]
    claims = [verdict for figure in figures for verdict in figure["verdicts"]]
    held = sum(verdict["verdict"] == "pass" for verdict in claims)
    total = sum(figure["cpu_s"] for figure in figures)
    parts.append(
        f"{len(figures)} figures, {len(claims)} claims, of which {held} hold; "
        f"{format_duration(total)} of CPU time.\n"
    )
    for figure in figures:
        parts.append(f"## {figure['id']}: {figure['title']}\n")
        if figure["question"]:
            parts.append(f"{figure['question']}\n")
        # What no simulator has done has no time.
        took = f", {format_duration(figure['cpu_s'])} of CPU time" if figure["cpu_s"] else ""
        parts.append(f"`./mrc figures {figure['id']}`: {figure['runs']} runs{took}.\n")
        parts.append(markdown(_claims(figure)) + "\n")
    return "\n".join(parts)


def _claims(figure: dict[str, Any]) -> Table:
    rows = [
        (said["claim"], said["published"] or NOTHING, said["band"], said["ours"], said["verdict"])
        for said in figure["verdicts"]
    ]
    return Table(("claim", "published", "band", "ours", "verdict"), rows)


def write_overview(out: Path, names: Sequence[str]) -> None:
    """figures.md in the folder of results.

    @param out the folder
    @param names all figures there are
    """
    found = read_verdicts(out, names)
    if found:
        write(out / "figures.md", overview(found))


def document(out: Path, path: Path, names: Sequence[str]) -> None:
    """The same as a page of the manual.

    @param out the folder of results
    @param path the page
    @param names all figures there are
    """
    write(path, overview(read_verdicts(out, names)))
