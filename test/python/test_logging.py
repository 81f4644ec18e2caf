# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""ns-3's logging: components have the names of their files, and every class that decides has one."""

import re
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]

# Classes that drop, declare lost, retire, pause, cut, deny or fail, which users want to follow
DECIDING = {
    "FabricFaults",
    "FabricPauseWatch",
    "FabricPort",
    "FabricPortPauses",
    "FabricSharedBuffer",
    "FabricSwitch",
    "MrcDctcp",
    "MrcEvProber",
    "MrcEvTable",
    "MrcFaultLocator",
    "MrcLossDetector",
    "MrcMonitor",
    "MrcMonitorDenylist",
    "MrcNicEndpoint",
    "MrcNscc",
    "MrcRequester",
    "MrcResponder",
    "MrcSpraySelector",
    "MrcSwift",
    "MrcTransport",
    "RdmaNic",
    "RdmaTransportMessenger",
    "RdmaWorkload",
    "RoceDcqcn",
    "RoceRequester",
    "RoceResponder",
}

DEFINITION = re.compile(r'^NS_LOG_COMPONENT_DEFINE\("(\w+)"\);$', re.M)


def components():
    """By source of the whole repository: the names of its log components."""
    sources = [f for folder in ("model", "helper", "runner", "test", "examples") for f in (TOP / folder).rglob("*.cc")]
    return {f: names for f in sources if (names := re.findall(r'NS_LOG_COMPONENT_DEFINE\w*\("(\w+)"', f.read_text()))}


def test_a_component_has_the_name_of_its_file():
    for file, names in components().items():
        assert names == ["".join(part.capitalize() for part in file.stem.split("-"))], file
        assert DEFINITION.findall(file.read_text()) == names, file


def test_every_class_that_decides_has_a_component():
    assert {name for names in components().values() for name in names} >= DECIDING


def test_a_component_is_used():
    for file in components():
        assert re.search(r"\bNS_LOG_(?!COMPONENT)\w+\(", file.read_text()), file


def test_components_are_only_where_sources_are_compiled_one_by_one():
    """A component is a static object g_log, so two in one translation unit collide (cmake/joint.cmake)."""
    joint = (TOP / "cmake" / "joint.cmake").read_text()
    folders = re.findall(r"\b(?:runner|test)/[a-z-]+", joint)
    assert folders
    assert not any(str(file.relative_to(TOP)).startswith(tuple(folders)) for file in components())
    assert not re.search(r"set\(mrc_joint_\w+ [^)]*\b(model|helper)/", joint)
