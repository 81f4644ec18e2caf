# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The files of a new plugin: an example of docs/adding under another name, and scenarios for it."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .arguments import ROOT
from .rendering import render

#: Folder of the examples.
EXAMPLES = ROOT / "docs" / "adding"

#: Cases of a comparison, by label.
Cases = dict[str, dict[str, Any]]

#: Two senders per receiver and an incast: the network is full, and a window matters.
_BUSY = [
    {"name": "permutation", "type": "permutation", "pattern": "cross-t0", "bytes": "4MB"},
    {"name": "incast", "type": "incast", "receiver": 0, "senders": [5, 6, 9, 10, 13, 14], "bytes": "1MB"},
]

_CLOS = {
    "type": "clos", "planes": 2, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4, "hostRate": "100Gbps",
}  # fmt: skip

#: The same bandwidth for transports with a single path.
_ONE_PLANE = {"planes": 1, "hostRate": "200Gbps"}

#: A scenario, in which each kind of plugin changes some keys.
_BASE: dict[str, Any] = {
    "schema": 1,
    "name": "",
    "plugins": [],
    "topology": _CLOS,
    "transport": {"type": "mrc"},
    "workload": _BUSY,
    "measure": {"sampleInterval": "10us"},
}

_TRANSPORTS: Cases = {
    "MRC": {"transport": {"type": "mrc"}},
    "RoCE": {"transport": {"type": "roce"}, "switch.pfc": True},
}


@dataclass(frozen=True)
class Kind:
    """A kind of plugin."""

    example: str  #: its file below EXAMPLES
    scenario: Callable[[str], dict[str, Any]]  #: keys of the scenario, for the name in scenarios
    cases: Callable[[str, str], Cases]  #: what is compared, for this name and the one that is shown
    vary: dict[str, list[Any]]


_BYTES = {"workload[0].bytes": ["1MB", "4MB", "16MB"]}

KINDS = {
    "controller": Kind(
        "model/policy/mrc-halving-window.cc",
        lambda name: {"transport": {"type": "mrc", "congestionControl": name}},
        lambda name, shown: {
            "NSCC": {"transport.congestionControl": "nscc"},
            shown: {"transport.congestionControl": name},
        },
        _BYTES,
    ),
    "selector": Kind(
        "model/policy/mrc-turn-selector.cc",
        lambda name: {"transport": {"type": "mrc", "pathSelector": name}},
        lambda name, shown: {
            "MRC's": {"transport.pathSelector": "mrc"},
            shown: {"transport.pathSelector": name},
        },
        _BYTES,
    ),
    "balancer": Kind(
        "model/fabric/fabric-two-balancer.cc",
        lambda name: {
            "topology": {**_CLOS, **_ONE_PLANE},
            "transport": {"type": "roce", "loadBalancing": name},
        },
        lambda name, shown: {
            "ECMP": {"transport.loadBalancing": "ecmp"},
            shown: {"transport.loadBalancing": name},
        },
        _BYTES,
    ),
    "job": Kind(
        "runner/kinds/jobs/halo.cc",
        lambda name: {
            "workload": [{"name": "own", "type": name, "hosts": "all", "rounds": 4, "bytes": "1MB"}]
        },
        lambda name, shown: {
            "MRC": _TRANSPORTS["MRC"],
            "RoCE": _TRANSPORTS["RoCE"] | {f"topology.{key}": value for key, value in _ONE_PLANE.items()},
        },
        _BYTES,
    ),
    "fault": Kind(
        "runner/kinds/faults/link-deaf.cc",
        lambda name: {
            "faults": [{"at": "50us", "what": name, "link": {"plane": 0, "t0": 0, "t1": 0}, "for": "100us"}]
        },
        lambda name, shown: {"no fault": {"faults": []}, shown: {}},
        _BYTES,
    ),
    "topology": Kind(
        "runner/kinds/topologies/star.cc",
        lambda name: {
            "topology": {"type": name, "hosts": 16, "hostRate": "100Gbps"},
            "workload": [
                {"name": "permutation", "type": "permutation", "bytes": "4MB"},
                {"name": "incast", "type": "incast", "receiver": 0, "senders": [5, 6, 9], "bytes": "1MB"},
            ],
        },
        lambda name, shown: _TRANSPORTS,
        _BYTES,
    ),
}


def make_files(kind: str, name: str, package: Path) -> dict[str, str]:
    """The files of a plugin, by their names.

    @param kind one of KINDS
    @param name words and dashes
    @param package the folder in which CMake finds ns3-mrc
    """
    what = KINDS[kind]
    example = (EXAMPLES / what.example).read_text(encoding="utf-8")
    source, in_scenario = _rename(example, Path(what.example).stem, name)
    scenario = {**copy.deepcopy(_BASE), **what.scenario(in_scenario)}
    scenario |= {"name": name, "plugins": [f"build/lib{name}.so"]}
    sweep = {
        "schema": 1,
        "title": f"{name}: a {kind} of your own",
        "base": "scenario.json",
        "vary": what.vary,
        "cases": what.cases(in_scenario, _camel(name)),
    }
    return {
        f"{name}.cc": source,
        "CMakeLists.txt": render("plugin.cmake", name=name, package=package),
        "scenario.json": _lines(scenario),
        f"{name}-compare.json": _lines(sweep),
    }


def _camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def _rename(source: str, old: str, name: str) -> tuple[str, str]:
    """An example under another name, and this name in scenarios: a TypeId, or the name of a kind.

    @param source its text
    @param old name of its file, of which the names of its class and of its kind are made
    """
    class_name = re.search(r"^class (\w+) : public", source, re.M)
    assert class_name
    rest = class_name[1].removeprefix(_camel(old))  # HaloJob is the class of halo
    source = re.sub(rf"\b{class_name[1]}\b", _camel(name) + rest, source)
    source = re.sub(rf'"{old}(-[a-z]+)?"', rf'"{name}\1"', source)
    source = re.sub(r'#include "([^/"]+)"', r'#include "ns3/\1"', source)  # of its folder in the repository
    is_class = f'"ns3::{_camel(name)}"' in source
    return source, f"ns3::{_camel(name)}" if is_class else name


def _lines(document: dict[str, Any]) -> str:
    """JSON with a line per key, and per entry of lists of objects and of cases."""

    def members(value: dict[str, Any], write: Callable[[Any], str]) -> list[str]:
        return [f"{json.dumps(key)}: {write(each)}" for key, each in value.items()]

    def text(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], dict):
            return "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
        if isinstance(value, dict) and value and all(isinstance(each, dict) for each in value.values()):
            return "{\n    " + ",\n    ".join(members(value, json.dumps)) + "\n  }"
        return json.dumps(value)

    return "{\n  " + ",\n  ".join(members(document, text)) + "\n}\n"
