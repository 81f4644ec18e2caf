# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The files of a new plugin: an example of docs/adding under another name, and templates/plugin."""

from __future__ import annotations

import re
from pathlib import Path

from .arguments import MANUAL
from .rendering import render

#: Folder of the examples.
EXAMPLES = MANUAL / "adding"

#: The example of each kind of plugin.
KINDS = {
    "controller": "model/policy/mrc-halving-window.cc",
    "selector": "model/policy/mrc-turn-selector.cc",
    "balancer": "model/fabric/fabric-two-balancer.cc",
    "job": "runner/kinds/jobs/halo.cc",
    "fault": "runner/kinds/faults/link-deaf.cc",
    "topology": "runner/kinds/topologies/star.cc",
}


def make_files(kind: str, name: str, package: Path) -> dict[str, str]:
    """The files of a plugin, by their names.

    @param kind one of KINDS
    @param name words and dashes
    @param package the folder in which CMake finds ns3-mrc
    """
    example = EXAMPLES / KINDS[kind]
    source, key = _rename(example.read_text(encoding="utf-8"), example.stem, name)
    values = {"kind": kind, "name": name, "shown": camel(name), "key": key, "package": package}
    return {
        f"{name}.cc": source,
        "CMakeLists.txt": render("plugin/CMakeLists.txt", **values),
        "scenario.json": render("plugin/scenario.json", **values),
        f"{name}-compare.json": render("plugin/compare.json", **values),
    }


def camel(name: str) -> str:
    """The name of a class of this file."""
    return "".join(word.capitalize() for word in name.split("-"))


def _rename(source: str, old: str, name: str) -> tuple[str, str]:
    """An example under another name, and this name in scenarios: a TypeId, or the name of a kind.

    @param source its text
    @param old name of its file, of which the names of its class and of its kind are made
    """
    class_name = re.search(r"^class (\w+) : public", source, re.M)
    assert class_name
    rest = class_name[1].removeprefix(camel(old))  # HaloJob is the class of halo
    source = re.sub(rf"\b{class_name[1]}\b", camel(name) + rest, source)
    source = re.sub(rf'"{old}(-[a-z]+)?"', rf'"{name}\1"', source)
    source = re.sub(r'#include "([^/"]+)"', r'#include "ns3/\1"', source)  # of its folder in the repository
    is_class = f'"ns3::{camel(name)}"' in source
    return source, f"ns3::{camel(name)}" if is_class else name
