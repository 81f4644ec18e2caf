# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What happens in a run, in words: sentences that the page shows as it plays."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import pandas as pd

from ..faults import Fault, faults_and_rows, held, recovery_of
from ..results import Results
from ..table import counted
from ..units import format_time

#: A time in ns, and the sentence that begins then.
Caption = tuple[float, str]


def captions(results: Results) -> list[Caption]:
    """The captions of a run: of each fault its begin, losses, retired EVs and end, in the order of time."""
    faults = faults_and_rows(results)
    found = [caption for fault, row in faults for caption in _of_fault(results, fault, row)]
    if results.flows["completed"].all() and len(results.flows):
        last = float(results.flows["end_ns"].max())
        found.append((last, f"All messages are delivered after {format_time(last)}."))
    return sorted(found, key=lambda caption: caption[0])


def _of_fault(results: Results, fault: Fault, row: Any) -> Iterator[Caption]:
    name, intervals = f"{row.what} {row.object}".strip(), held(results, fault)
    first, last = ("the fault", "the fault") if len(intervals) == 1 else ("its first begin", "its last begin")
    yield row.at_ns, f"{name}."
    if row.lost_packets:
        yield row.first_loss_ns, (
            f"{name}: {counted(row.qps_touched, 'QP end')} {'loses' if row.qps_touched == 1 else 'lose'} "
            f"{counted(row.lost_packets, 'packet')}, the last {format_time(row.loss_free_after_ns)} "
            f"after {first}."
        )
        yield from _retired(results, row, name, first)
    if not math.isnan(row.until_ns):
        yield row.until_ns, f"{name} is over."
    if row.goodput_95_after_ns > 0 and intervals:
        at = intervals[-1][0] + row.goodput_95_after_ns
        yield at, f"{name}: goodput is back at 95 %, {format_time(row.goodput_95_after_ns)} after {last}."


def _retired(results: Results, row: Any, name: str, begin: str) -> Iterator[Caption]:
    """The first EV that is retired because of the fault; nothing beside others, as events name no fault."""
    if not row.evs_retired or len(recovery_of(results)) > 1:
        return
    events: pd.DataFrame = results.events
    times = events.loc[(events["kind"] == "ev-bad") & (events["time_ns"] >= row.first_loss_ns), "time_ns"]
    if len(times):
        first = float(times.min())
        yield first, (
            f"{name}: {counted(row.evs_retired, 'EV')} {'is' if row.evs_retired == 1 else 'are'} retired, "
            f"the first {format_time(first - row.at_ns)} after {begin}."
        )
