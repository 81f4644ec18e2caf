# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""docs/attributes.md: the ns-3 attributes and trace sources of the module's classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..table import Table, markdown
from .cells import code, codes, sentence, value

_HEAD = """# Attributes and trace sources

The ns-3 attributes and trace sources of this module's classes, made by `./mrc attributes --document`.
`./mrc attributes CLASS` tells the same of one class: `./mrc attributes MrcNscc`, `./mrc attributes
MrcNscc::Gamma`; `--json` is for programs. A scenario sets an attribute by the key that is named here
(`docs/keys.md`), the others in `transport.attributes`: `{"ns3::MrcNscc::Gamma": 0.5}`. A script uses
`Config::SetDefault`, and `Config::Set` and `Config::Connect` for objects that are there. Defaults are the
initial values; what a run works with, its profile and all settings applied, `./mrc check FILE --all` tells.
"""


def page(said: Mapping[str, Any]) -> str:
    """The page.

    @param said what ``mrc-sim attributes --json`` prints
    """
    parts = [_HEAD]
    bare = []
    for entry in said["classes"]:
        if entry["attributes"] or entry["traceSources"]:
            parts.append(_section(entry))
        else:
            bare.append(entry["name"])
    if bare:
        parts.append(f"## Classes without either\n\n{codes(bare)}.\n")
    return "\n".join(parts)


def _section(entry: Mapping[str, Any]) -> str:
    """A class with its tables."""
    parts = [f"## {entry['name']}\n"]
    if entry["parent"] not in ("ns3::Object", entry["name"]):
        parts.append(f"Inherits from {code(entry['parent'])}.\n")
    if entry["attributes"]:
        rows = [_attribute(facts) for facts in entry["attributes"]]
        parts.append(markdown(Table(("attribute", "value", "default", "meaning"), rows)) + "\n")
    if entry["traceSources"]:
        traces = [
            (code(source["name"]), code(source["callback"]), sentence(source["meaning"]))
            for source in entry["traceSources"]
        ]
        parts.append(markdown(Table(("trace source", "callback", "meaning"), traces)) + "\n")
    return "\n".join(parts)


def _attribute(facts: Mapping[str, Any]) -> tuple[str, str, str, str]:
    keys = f" Key {codes(facts['keys'])}." if "keys" in facts else ""
    return code(facts["name"]), facts["allowed"], value(facts, "default"), sentence(facts["meaning"]) + keys
