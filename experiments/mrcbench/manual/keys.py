# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""docs/keys.md: every key of scenarios."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..table import Table, markdown
from .cells import code, codes

_HEAD = """# Keys of scenarios

Every key that a scenario may have, made by `./mrc keys --document`. `./mrc keys PATH` tells the same of a
few: `./mrc keys switch.ecn`, `./mrc keys 'workload[all-reduce]'`; `--json` is for programs. Paths are those
of `--set`, where `[]` stands for an entry of a list, `[0]` for the first. Behind a key, in brackets, are the
kinds that have it; without them it is there for all.

Times, sizes and rates are strings with a unit ("500ns", "4MB" = 4,000,000 B, "4MiB", "100Gbps"), or whole
numbers in the unit that is named. A default that comes from an ns-3 attribute (`docs/attributes.md`) is that
of the profile `mrc`; `./mrc check FILE --all` tells what is in force in a scenario.

## In an editor

Editors complete keys, show what they mean and mark mistakes if they know the schema.
`./mrc schema > scenario.schema.json` writes it, and a scenario names it in its first line:

```json
{
  "$schema": "./scenario.schema.json",
  "schema": 1
}
```

Visual Studio Code needs no more. To leave scenarios as they are, `.vscode/settings.json` tells it which files
are meant:

```json
{"json.schemas": [{"fileMatch": ["scenarios/*.json"], "url": "./scenario.schema.json"}]}
```

The bounds of strings with units are not known to editors; `./mrc check` judges them. `$schema` may also stand
in sweeps, figures and capacity documents.
"""


#: Keys of a scenario that have a section, in which all below them is.
_OBJECTS = ("topology", "switch", "transport", "workload", "loss", "faults", "monitor", "measure")


def page(said: Mapping[str, Any]) -> str:
    """The page.

    @param said what ``mrc-sim keys --json`` prints
    """
    parts = [_HEAD]
    sections: dict[str, list[Mapping[str, Any]]] = {}
    for entry in said["keys"]:
        sections.setdefault(_section(entry), []).append(entry)
    for name, entries in sections.items():
        parts.append(f"## {name}\n\n{markdown(_table(entries))}\n")
    return "\n".join(parts)


def _section(entry: Mapping[str, Any]) -> str:
    """The section of a key: that of the object it is in; those that are alone share one."""
    first = str(entry["path"]).partition(".")[0].removesuffix("[]")
    return first if first in _OBJECTS else "The scenario itself"


def _table(entries: Sequence[Mapping[str, Any]]) -> Table:
    return Table(("key", "value", "without it", "meaning"), [_row(entry) for entry in entries])


def _row(entry: Mapping[str, Any]) -> tuple[str, str, str, str]:
    place = code(entry["path"])
    if "kinds" in entry:
        place += f" ({', '.join(entry['kinds'])})"
    if "only" in entry:
        place += f", {' or '.join(entry['only'])}"
    if "with" in entry:
        place += f", with {code(entry['with'])}"
    sets = f" Sets {codes([entry['attribute']])}." if "attribute" in entry else ""
    return place, entry["allowed"], entry["without"], entry["meaning"] + sets
