# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The EVs of QPs: their events, their states over time, and the paths that their packets take.

evs.csv has the states at the end of a run, events.csv the changes before. The first state of an EV follows
from its first event; a final state that no event explains (an EV that is skipped, or on trial) is a change at
the end of the run.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from .network import Network
from .results import Results, ResultsError

#: States, in the order of their numbers.
STATES = ("good", "skip", "bad", "denied")

#: The number of the state of an EV after an event, and before it if it is the first.
AFTER = {"ev-skip": 1, "ev-bad": 2, "ev-good": 0, "ev-denied": 3, "ev-enabled": 0, "ev-changed": 0}
_BEFORE = {"ev-good": 2, "ev-enabled": 3}

_EV = "0x[0-9a-f]+"
_DETAIL = rf"plane (?P<plane>\d+) ev (?P<ev>{_EV})(?: by (?P<by>{_EV}))?"

#: Most EVs of one history; QPs with events come first.
MAX_EVS = 200_000


def ev_events(results: Results) -> pd.DataFrame:
    """The events of EVs of QPs, with the columns plane, ev and by (the value or EV that replaces it)."""
    events = results.events
    events = events[events["kind"].isin([*AFTER, "ev-replaced", "ev-trial"])]
    return events.join(events["detail"].str.extract(_DETAIL).astype({"plane": float}))


def out_of_use(events: pd.DataFrame) -> pd.DataFrame:
    """The changes of the number of EVs that are retired or denied: time_ns, plane and change.

    @param events from `ev_events`
    """
    events = events[events["kind"].isin(AFTER)]
    out = events["kind"].map(AFTER).isin([STATES.index("bad"), STATES.index("denied")]).astype(int)
    before = out.groupby([events["object"], events["plane"], events["ev"]]).shift(fill_value=0)
    changes = events[["time_ns", "plane"]].assign(change=out - before)
    return changes[changes["change"] != 0]


@dataclass
class EvHistory:
    """The EVs of QPs, sorted by QP, plane and value."""

    evs: pd.DataFrame  #: qp, peer, plane, ev, value, path (a number of `paths`) and initial (one of `STATES`)
    changes: pd.DataFrame  #: time_ns, ev (a row of `evs`) and state, in order of time
    paths: list[tuple[int, ...]]  #: switches; empty if the switches choose the path
    left_out: dict[str, str]  #: QPs beyond `MAX_EVS`, and their peers


def read_ev_history(results: Results, network: Network) -> EvHistory:
    """The EVs of a run; none if it has no evs.csv.

    @raise ResultsError if a row is wrong
    """
    rows = results.evs
    _check(results, rows)
    events = ev_events(results)
    kept = _within_limit(rows, set(events["object"]))
    others = rows[~rows["qp"].isin(kept)].drop_duplicates("qp")
    rows = rows[rows["qp"].isin(kept)]
    rows = rows.assign(value=rows["ev"].map({text: int(text, 16) for text in rows["ev"].unique()}))
    rows = rows.iloc[np.lexsort((rows["value"], rows["plane"], pd.factorize(rows["qp"])[0]))]
    rows = rows.reset_index(drop=True)
    switches = {text: _switches(text, network) for text in rows["path"].unique()}
    path, paths = pd.factorize(rows["path"].map(switches))
    initial, changes = _changes(rows, events, float(results.summary["sim_time_ns"]))
    evs = rows.drop(columns="state").assign(path=path, initial=initial)
    return EvHistory(evs, changes, list(paths), dict(zip(others["qp"], others["peer"])))


def _check(results: Results, rows: pd.DataFrame) -> None:
    """Check that every row has a known state and an EV."""
    known = ("state", "|".join(STATES), ", ".join(STATES)), ("ev", _EV, "such as 0x5")
    for column, pattern, allowed in known:
        wrong = rows[~rows[column].str.fullmatch(pattern).astype(bool)]
        if len(wrong):
            raise ResultsError(
                f"{results.path / 'evs.csv'}: line {wrong.index[0] + 2}, column {column}: found "
                f"{wrong[column].iloc[0]!r}; allowed: {allowed}"
            )


def _within_limit(rows: pd.DataFrame, with_events: set[str]) -> set[str]:
    """QPs with at most `MAX_EVS` EVs together; QPs with events come first."""
    sizes = rows.groupby("qp", sort=False).size()
    kept, room = set(), MAX_EVS
    for name in sorted(sizes.index, key=lambda name: name not in with_events):
        if sizes[name] <= room:
            kept.add(name)
            room -= sizes[name]
    return kept


def _switches(path: str, network: Network) -> tuple[int, ...]:
    """The switches of a path; empty if one of them is unknown."""
    names = str(path).split()[1:-1]
    return tuple(network.numbers[name] for name in names) if network.numbers.keys() >= set(names) else ()


def _changes(rows: pd.DataFrame, events: pd.DataFrame, end_ns: float) -> tuple[np.ndarray, pd.DataFrame]:
    """The states of EVs before the first event, and the changes in order of time."""
    number = dict(zip(zip(rows["qp"], rows["ev"]), rows.index))
    for event in events[events["kind"] == "ev-changed"][::-1].itertuples():
        if (event.object, event.by) in number:  # one EV, which had another value before
            number[event.object, event.ev] = number[event.object, event.by]
    events = events[events["kind"].isin(AFTER)]
    evs = [number.get(key, -1) for key in zip(events["object"], events["ev"])]
    before = events["kind"].map(_BEFORE).fillna(0).astype(int)
    changes = pd.DataFrame({
        "time_ns": events["time_ns"], "ev": evs, "state": events["kind"].map(AFTER), "before": before
    })  # fmt: skip
    changes = changes[changes["ev"] >= 0]
    initial = np.zeros(len(rows), dtype=int)
    first = changes.drop_duplicates("ev")
    initial[first["ev"]] = first["before"]
    now = initial.copy()
    last = changes.drop_duplicates("ev", keep="last")
    now[last["ev"]] = last["state"]
    final = rows["state"].map({state: place for place, state in enumerate(STATES)}).to_numpy(dtype=int)
    unexplained = np.flatnonzero(now != final)
    at_end = pd.DataFrame({"time_ns": end_ns, "ev": unexplained, "state": final[unexplained]})
    return initial, pd.concat([changes.drop(columns="before"), at_end], ignore_index=True)
