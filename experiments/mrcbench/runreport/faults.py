# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""When which fault held, and what it befell: marks of figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes

from .. import style, units
from ..results import Results
from .timelines import Clock

#: Faults that are called by what they are; more have their numbers.
_CALLED = 3

#: Faults that are marked one by one; of more, only when the first begins and the last ends.
_MARKED = 40


@dataclass(frozen=True)
class Spell:
    """A fault from its first begin to its last end."""

    number: int  #: in faults[]
    what: str
    object: str
    start_ns: float
    end_ns: float | None  #: None: for good


def spells(results: Results) -> list[Spell]:
    """The faults of a run that have begun, in the order of the scenario."""
    recovery = results.recovery
    if not recovery.empty:
        return [
            Spell(
                int(row.fault),
                row.what,
                row.object,
                row.at_ns,
                None if math.isnan(row.until_ns) else row.until_ns,
            )
            for row in recovery.itertuples()
        ]
    return [
        Spell(
            number,
            str(fault["what"]),
            "",
            start,
            start + units.time_ns(fault["for"]) if "for" in fault else None,
        )
        for number, fault in enumerate(results.config.get("faults", []))
        if (start := units.time_ns(fault["at"])) <= results.summary["sim_time_ns"]
    ]


def names_in(found: Sequence[Spell]) -> set[str]:
    """Names of links (as of their lower port) and switches that faults befell."""
    return {name for spell in found for name in str(spell.object).split()}


def is_touched(links: pd.DataFrame, names: set[str]) -> pd.Series:
    """Which rows of links.csv belong to a link among the names, or end at a switch among them."""
    there, back = links["a"] + "--" + links["b"], links["b"] + "--" + links["a"]
    suffix = "." + links["index"].astype(int).astype(str)
    touched = links["a"].isin(names) | links["b"].isin(names)
    for ends in (there, back):
        touched |= ends.isin(names) | (ends + suffix).isin(names)
    return touched


def mark(axis: Axes, found: Sequence[Spell], clock: Clock, call: bool = True, shade: bool = True) -> None:
    """Mark the begin of faults, shade the times at which they held, and call them at the upper end."""
    low, high = axis.get_xlim()
    chosen = list(found)
    if len(chosen) > _MARKED:
        first, last = min(s.start_ns for s in chosen), max(
            clock.end_ns if s.end_ns is None else s.end_ns for s in chosen
        )
        chosen = [Spell(0, f"{len(found)} faults", "", first, last)]
    free = low
    for spell in sorted(chosen, key=lambda one: (one.start_ns, one.number)):
        start = spell.start_ns / clock.unit
        end = high if spell.end_ns is None else min(high, spell.end_ns / clock.unit)
        if shade:
            axis.axvspan(start, end, color=style.GRID, alpha=0.5, lw=0, zorder=0)
        axis.axvline(start, color=style.MUTED if shade else style.INK, lw=0.8, ls=":", zorder=1)
        if call and start >= free:
            text = spell.what if len(chosen) <= _CALLED else str(spell.number)
            late = start > low + 0.8 * (high - low)
            axis.annotate(
                text, (start, 1), (-3 if late else 3, 1), textcoords="offset points",
                xycoords=("data", "axes fraction"),
                ha="right" if late else "left", va="bottom", fontsize=7.5, color=style.MUTED,
                annotation_clip=False,
            )  # fmt: skip
            free = start + (high - low) * (0.012 * len(text) + 0.01)
    axis.set_xlim(low, high)
