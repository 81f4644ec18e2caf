# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""QPs with their EVs: which states an EV had from when on, and which way its packets took.

evs.csv tells the states at the end, events.csv what changed before. The first state of an EV follows from the
first event that it has; an end that no event explains (an EV that is passed over, or on trial) is a change at
the end of the run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from ..results import Results, ResultsError
from .fabric import Fabric

#: States in the order of their numbers on the page.
STATES = ("good", "skip", "bad", "denied")

#: What an event makes of its EV, and what the EV was before the first event it has.
_AFTER = {"ev-skip": 1, "ev-bad": 2, "ev-good": 0, "ev-denied": 3, "ev-enabled": 0, "ev-changed": 0}
_BEFORE = {"ev-good": 2, "ev-enabled": 3}

_DETAIL = re.compile(r"plane (\d+) ev (0x[0-9a-f]+)(?: by (0x[0-9a-f]+))?")

#: EVs on one page; where there are more, QPs with events come first.
MAX_EVS = 200_000


@dataclass
class EvBook:
    """EVs of all QPs of a page, sorted by QP."""

    qps: list[str] = field(default_factory=list)
    peers: list[str] = field(default_factory=list)
    first: list[int] = field(default_factory=list)  #: of each QP, and the number of all at the end
    values: np.ndarray = field(default_factory=lambda: np.zeros(0))
    planes: np.ndarray = field(default_factory=lambda: np.zeros(0))
    initial: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: numbers of `STATES`
    ways: np.ndarray = field(default_factory=lambda: np.zeros(0))  #: numbers of `paths`
    paths: list[list[int]] = field(default_factory=list)  #: switches on the way; the first is of unknown ways
    changes: list[tuple[float, int, int]] = field(default_factory=list)  #: time ns, EV, state
    left_out: dict[str, str] = field(default_factory=dict)  #: QPs that there is no room for, and their peers


def read_evs(results: Results, fabric: Fabric) -> EvBook:
    """The EVs of a run; none where it has no evs.csv.

    @raise ResultsError if a row is wrong
    """
    frame = results.evs
    book = EvBook(first=[0], paths=[[]])
    if frame.empty:
        return book
    _check(results, frame)
    events = results.events[results.events["kind"].isin([*_AFTER, "ev-replaced"])]
    frame, book.left_out = _within_limit(frame, set(events["object"]))
    frame = _by_value(frame)
    starts = np.flatnonzero(frame["qp"].ne(frame["qp"].shift()))
    book.qps = [str(name) for name in frame["qp"].iloc[starts]]
    book.peers = [str(name) for name in frame["peer"].iloc[starts]]
    book.first = [*(int(start) for start in starts), len(frame)]
    book.values = _numbers(frame["ev"]).to_numpy()
    book.planes = frame["plane"].to_numpy(dtype=int)
    _add_ways(book, frame["path"], fabric)
    final = frame["state"].map({state: place for place, state in enumerate(STATES)}).to_numpy(dtype=int)
    _add_changes(book, events, final, float(results.summary["sim_time_ns"]))
    return book


def _numbers(evs: pd.Series) -> pd.Series:
    """EVs as numbers."""
    return evs.map({text: int(text, 16) for text in evs.unique()})


def _by_value(frame: pd.DataFrame) -> pd.DataFrame:
    """The EVs of a QP and plane by value, so that an EV has its place whatever its state is."""
    qps, _ = pd.factorize(frame["qp"])
    return frame.iloc[np.lexsort((_numbers(frame["ev"]), frame["plane"], qps))]


def _check(results: Results, frame: pd.DataFrame) -> None:
    """Every row has a state and an EV that are known."""
    sound = {"state": frame["state"].isin(STATES), "ev": frame["ev"].str.fullmatch("0x[0-9a-f]+")}
    for column, good in sound.items():
        if not good.all():
            row = int((~good).to_numpy().argmax())
            allowed = ", ".join(STATES) if column == "state" else "such as 0x5"
            raise ResultsError(
                f"{results.path / 'evs.csv'}: line {row + 2}, column {column}: found "
                f"{frame[column].iloc[row]!r}; allowed: {allowed}"
            )


def _within_limit(frame: pd.DataFrame, with_events: set[str]) -> tuple[pd.DataFrame, dict[str, str]]:
    """As many QPs as a page has room for, in their order; the others with their peers."""
    sizes = frame.groupby("qp", sort=False).size()
    if len(frame) <= MAX_EVS:
        kept = set(sizes.index)
    else:
        kept, room = set(), MAX_EVS
        for name in sorted(sizes.index, key=lambda name: name not in with_events):
            if sizes[name] <= room:
                kept.add(name)
                room -= sizes[name]
    rows = frame[frame["qp"].isin(kept)]
    order = {name: place for place, name in enumerate(sizes.index)}
    others = frame[~frame["qp"].isin(kept)].drop_duplicates("qp")
    rows = rows.sort_values("qp", key=lambda names: names.map(order), kind="stable")
    return rows, dict(zip(others["qp"], others["peer"]))


def _add_ways(book: EvBook, paths: pd.Series, fabric: Fabric) -> None:
    """The switches on the way of each EV; ways that are the same but for their ends are one."""
    known: dict[tuple[int, ...], int] = {(): 0}
    numbers = {}
    for text in paths.unique():
        names = str(text).split()[1:-1]
        way = tuple(fabric.numbers[name] for name in names if name in fabric.numbers)
        if len(way) != len(names):
            way = ()
        if way not in known:
            known[way] = len(book.paths)
            book.paths.append(list(way))
        numbers[text] = known[way]
    book.ways = paths.map(numbers).to_numpy(dtype=int)


def _add_changes(book: EvBook, events: pd.DataFrame, final: np.ndarray, end_ns: float) -> None:
    """Changes in the order of time, and the states before the first."""
    place = _places(book)
    for name, kind, detail in reversed(list(zip(events["object"], events["kind"], events["detail"]))):
        found = _DETAIL.match(detail)
        if kind == "ev-changed" and found and (name, found[3]) in place:
            place[name, found[2]] = place[name, found[3]]  # what the entry was called before
    book.initial = np.zeros(len(final), dtype=int)
    now: dict[int, int] = {}
    for time, kind, name, detail in events[["time_ns", "kind", "object", "detail"]].itertuples(index=False):
        found = _DETAIL.match(detail)
        number = place.get((name, found[2])) if found else None
        if number is None or kind not in _AFTER:
            continue
        if number not in now:
            book.initial[number] = _BEFORE.get(kind, 0)
        now[number] = _AFTER[kind]
        book.changes.append((float(time), number, _AFTER[kind]))
    for other in np.flatnonzero(final):
        now.setdefault(int(other), 0)
    for ev, state in sorted(now.items()):
        if state != final[ev]:
            book.changes.append((end_ns, ev, int(final[ev])))


def _places(book: EvBook) -> dict[tuple[str, str], int]:
    """The number of each EV by its QP and its value as events write it."""
    place = {}
    for qp, name in enumerate(book.qps):
        for number in range(book.first[qp], book.first[qp + 1]):
            place[name, f"0x{int(book.values[number]):x}"] = number
    return place
