# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What was run: where a scenario differs from the defaults, and runs from each other."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..drawing.runs import Run
from ..suite.driver import short
from ..table import NOTHING, Table

#: Rows of a table.
_ROWS = 60

#: Rows that a list of the scenario may take; a longer one is told by its length.
_LONG_LIST = 24

#: Longest value that is shown as it is.
_LONGEST = 70

#: Keys that results add to the scenario.
_ADDED = ("version", "ns3Version")

#: Keys that decide which others there are: they stay when a scenario is reduced to its defaults.
_KINDS = ("type", "what", "tiers", "profile", "schema")

#: Kinds that are the defaults.
_COMMON = (("topology.tiers", 2), ("transport.profile", "mrc"))

#: Times that a reduced scenario is mended; each time names all that is missing.
_TRIES = 4


def leaves(value: Any, path: str = "") -> dict[str, Any]:
    """The values of a scenario by their paths; empty objects and lists are values."""
    if isinstance(value, dict) and value:
        return {
            name: leaf
            for key, inner in value.items()
            for name, leaf in leaves(inner, f"{path}.{key}" if path else key).items()
        }
    if isinstance(value, list) and any(isinstance(inner, (dict, list)) for inner in value):
        return {
            name: leaf
            for at, inner in enumerate(value)
            for name, leaf in leaves(inner, f"{path}[{at}]").items()
        }
    return {path: value}


def defaults(config: dict[str, Any], mrc_sim: Path) -> dict[str, Any] | None:
    """What each key of a scenario would be if it were not given, by paths; needed keys are not there.

    The simulator says so itself, of the scenario reduced to the kinds of its parts and to what it needs.
    Faults and the like name parts of the network: they are asked about with the network as it is, and the
    network without them.

    @return None if it takes no such scenario
    """
    bare = {key: value for key, value in config.items() if key not in ("faults", "monitor", "measure")}
    network, rest = _known(bare, set(), mrc_sim), _known(config, {"topology"}, mrc_sim)
    if network is None or rest is None:
        return None
    of_network = {path: value for path, value in network.items() if _is_below(path, "topology")}
    return {**rest, **of_network}


def _known(config: dict[str, Any], needed: set[str], mrc_sim: Path) -> dict[str, Any] | None:
    """The defaults of what is not needed; None if the simulator takes no such scenario."""
    for _ in range(_TRIES):
        done = _check(_reduced(config, "", needed), mrc_sim)
        if done.returncode == 0:
            found = leaves(json.loads(done.stdout))
            return {path: value for path, value in found.items() if not _is_needed(path, needed)}
        fresh = _paths(done.stderr) - needed
        if not fresh:
            return None
        needed = needed | fresh
    return None


def _check(scenario: Any, mrc_sim: Path) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory(prefix="mrc-report-") as folder:
        file = Path(folder) / "scenario.json"
        file.write_text(json.dumps(scenario), encoding="utf-8")
        return subprocess.run(
            [str(mrc_sim), "check", str(file), "--force"],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )


def _paths(said: str) -> set[str]:
    """The places that the simulator complains of."""
    return set(re.findall(r"(?:^  |: )([A-Za-z]\w*(?:[.\[][\w.\[\]]*)?): ", said, re.M))


def _reduced(value: Any, path: str, needed: set[str]) -> Any:
    """A scenario without what has a default: kinds and needed keys alone."""
    if path in needed:
        return value
    if isinstance(value, dict):
        return {
            key: _reduced(inner, below, needed)
            for key, inner in value.items()
            if key not in _ADDED
            and ((below := f"{path}.{key}" if path else key) in needed or key in _KINDS
                 or isinstance(inner, dict) and (not path or any(_is_below(name, below) for name in needed))
                 or isinstance(inner, list) and not path and any(isinstance(one, dict) for one in inner))
        }  # fmt: skip
    if isinstance(value, list):
        return [_reduced(inner, f"{path}[{at}]", needed) for at, inner in enumerate(value)]
    return value


def _is_below(path: str, above: str) -> bool:
    return path.startswith((f"{above}.", f"{above}["))


def _is_needed(path: str, needed: set[str]) -> bool:
    return (
        path in needed or any(_is_below(path, above) for above in needed) or path.rsplit(".", 1)[-1] in _KINDS
    )


def differences(config: dict[str, Any], mrc_sim: Path | None) -> tuple[Table, bool]:
    """What a scenario says that nobody would have guessed.

    @param config of a run
    @param mrc_sim the simulator, which knows the defaults
    @return a row per key; and whether the defaults are known: otherwise all keys are told
    """
    known = defaults(config, mrc_sim) if mrc_sim else None
    own = {path: value for path, value in leaves(config).items() if path not in (*_ADDED, "schema")}
    if known is None:
        return (
            short(_collapsed(("key", "value"), [(path, text(value)) for path, value in own.items()]), _ROWS),
            False,
        )
    rows = [
        (path, text(value), text(known[path]) if path in known else "none")
        for path, value in own.items()
        if (path not in known or known[path] != value) and (path, value) not in _COMMON
    ]
    return short(_collapsed(("key", "value", "default"), rows), _ROWS), True


def _collapsed(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """Rows; those of a long list are one that says how long it is."""
    lists: dict[str, set[str]] = {}
    counts: dict[str, int] = {}
    for path, *_ in rows:
        if match := re.match(r"([^\[]+)\[(\d+)\]", path):
            lists.setdefault(match[1], set()).add(match[2])
            counts[match[1]] = counts.get(match[1], 0) + 1
    found: dict[str, Sequence[str]] = {}
    for row in rows:
        above = row[0].split("[")[0]
        if counts.get(above, 0) > _LONG_LIST:
            found[above] = (above, f"{len(lists[above])} entries", *["none"] * (len(header) - 2))
        else:
            found[row[0]] = row
    return Table(header, list(found.values()))


def between(runs: Sequence[Run]) -> Table | None:
    """Where the scenarios of runs differ: a row per key, a column per run; many runs, turned."""
    all_leaves = [leaves(run.results.config) for run in runs]
    paths = list(dict.fromkeys(path for own in all_leaves for path in own))
    differing = [
        path for path in paths
        if path not in (*_ADDED, "name")
        and len({text(own[path]) if path in own else None for own in all_leaves}) > 1
    ]  # fmt: skip
    if not differing:
        return None
    cells = [[text(own[path]) if path in own else NOTHING for own in all_leaves] for path in differing]
    names = [f"{run.case}, {run.variant}" for run in runs]
    if len(runs) <= 5:
        return short(Table(("key", *names), [(path, *row) for path, row in zip(differing, cells)]), _ROWS)
    chosen = sorted(range(len(differing)), key=lambda at: cells[at].count(NOTHING))[:8]
    header = ("run", *(differing[at] for at in sorted(chosen)))
    rows = [(name, *(cells[at][place] for at in sorted(chosen))) for place, name in enumerate(names)]
    return short(Table(header, rows), _ROWS)


def text(value: Any) -> str:
    """A value as people write it."""
    said = value if isinstance(value, str) else json.dumps(value)
    return said if len(said) <= _LONGEST else said[: _LONGEST - 4] + " ..."
