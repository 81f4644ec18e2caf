# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The configuration: differences of a scenario from the defaults, and of runs from each other."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from ..drawing.runs import Run
from ..results import VERSIONS
from ..suite.tidy import leaves
from ..table import NOTHING, Table

#: Most rows of a list of the scenario; only the length of a longer one is shown.
_LONG_LIST = 24

#: Longest value that is shown uncut.
_LONGEST = 70

#: Most runs with a column each; and most keys shown of more runs.
_MOST_COLUMNS, _MOST_KEYS = 5, 8

#: Sections with defaults that follow from the kind and the profile of the transport.
_FOLLOWING = ("transport", "switch")


def defaults(config: dict[str, Any], mrc_sim: Path) -> dict[str, Any] | None:
    """The default of each key of a scenario, by path; required keys have none.

    @return None if the call of the simulator fails
    """
    said = _ask(mrc_sim, "keys", "--json")
    if said is None:
        return None
    keys: dict[str, list[dict[str, Any]]] = {}
    for key in said["keys"]:
        keys.setdefault(key["path"], []).append(key)
    own = leaves(config)
    # Jobs without names are named by their places
    found: dict[str, Any] = {f"workload[{at}].name": f"job{at}" for at in range(len(config["workload"]))}
    for path in own:
        for key in keys.get(re.sub(r"\[\d+\]", "[]", path), []):
            if _kind(own, path) in key.get("kinds", [_kind(own, path)]):
                found |= {path: key["default"]} if "default" in key else {}
                found |= {path: own[key["defaultFrom"]]} if key.get("defaultFrom") in own else {}
    return found | _following(config, mrc_sim)


def _kind(own: Mapping[str, Any], path: str) -> Any:
    """The kind of the topology, transport, job or fault that contains a path."""
    part = re.match(r"\w+(\[\d+\])?", path)
    return part and own.get(f"{part[0]}.type", own.get(f"{part[0]}.what"))


def _following(config: dict[str, Any], mrc_sim: Path) -> dict[str, Any]:
    """The defaults of the transport and of switches, which the simulator fills in for absent keys."""
    kind = {key: config["transport"][key] for key in ("type", "profile") if key in config["transport"]}
    bare = {key: value for key, value in config.items() if key not in _FOLLOWING} | {"transport": kind}
    with tempfile.TemporaryDirectory(prefix="mrc-report-") as folder:
        file = Path(folder) / "scenario.json"
        file.write_text(json.dumps(bare), encoding="utf-8")
        said = _ask(mrc_sim, "check", str(file), "--force") or {}
    found = leaves({key: said[key] for key in _FOLLOWING if key in said})
    return {path: value for path, value in found.items() if path != "transport.type"}


def _ask(mrc_sim: Path, *words: str) -> Any:
    """The JSON that the simulator prints; None if it fails."""
    done = subprocess.run([str(mrc_sim), *words], capture_output=True, text=True, check=False, timeout=60)
    return json.loads(done.stdout) if done.returncode == 0 else None


def differences(config: dict[str, Any], mrc_sim: Path | None) -> tuple[Table, bool]:
    """The keys of a scenario whose values are not the defaults.

    @param config the configuration of a run
    @param mrc_sim the simulator, which has the defaults
    @return a row per key; and whether the defaults are known: if not, the table has all keys
    """
    known = defaults(config, mrc_sim) if mrc_sim else None
    own = {path: value for path, value in leaves(config).items() if path not in (*VERSIONS, "schema")}
    if known is None:
        told = [(path, text(value)) for path, value in own.items()]
        return _collapsed(("key", "value"), told).short(), False
    rows = [
        (path, text(value), text(known[path]) if path in known else "none")
        for path, value in own.items()
        if path not in known or known[path] != value
    ]
    return _collapsed(("key", "value", "default"), rows).short(), True


def _collapsed(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """The rows; a long list has one row with its length."""
    above = [path.split("[")[0] for path, *_ in rows]
    counts, entries = Counter(above), defaultdict(set)
    for name, (path, *_) in zip(above, rows):
        entries[name].add(path.split("]")[0])
    found: dict[str, Sequence[str]] = {}
    for name, row in zip(above, rows):
        if counts[name] > _LONG_LIST:
            found[name] = (name, f"{len(entries[name])} entries", *["none"] * (len(header) - 2))
        else:
            found[row[0]] = row
    return Table(header, list(found.values()))


def between(runs: Sequence[Run]) -> Table | None:
    """The keys in which the scenarios of runs differ: a row per key, or with many runs a row per run."""
    names = [f"{run.case}, {run.variant}" for run in runs]
    frame = pd.DataFrame([
        {path: text(value) for path, value in leaves(run.results.scenario).items()} for run in runs
    ])  # fmt: skip
    frame = frame.drop(columns="name")
    frame = frame.loc[:, frame.nunique(dropna=False) > 1].fillna(NOTHING)
    if frame.empty:
        return None
    if len(runs) <= _MOST_COLUMNS:
        return Table(("key", *names), [(path, *cells) for path, cells in frame.items()]).short()
    told = (frame == NOTHING).sum().sort_values(kind="stable").index[:_MOST_KEYS]
    frame = frame.loc[:, frame.columns.isin(told)]
    rows = [(name, *cells) for name, cells in zip(names, frame.itertuples(index=False))]
    return Table(("run", *frame.columns), rows).short()


def text(value: Any, most: int = _LONGEST) -> str:
    """A value as a text of at most `most` letters."""
    said = value if isinstance(value, str) else json.dumps(value)
    return said if len(said) <= most else said[: most - 4] + " ..."
