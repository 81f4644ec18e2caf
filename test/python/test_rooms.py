# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The arrows between the rooms: who may include whom."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

# room -> rooms of this module that it may include
CORE = {"model/core/rdma", "model/core/roce", "model/core/mrc"}
MODEL = CORE | {
    "model/policy",
    "model/wire",
    "model/fabric",
    "model/nic",
    "model/stack",
    "model/workload",
}
ARROWS = {
    "model/core/rdma": set(),
    "model/core/roce": {"model/core/rdma"},
    "model/core/mrc": {"model/core/rdma"},
    "model/policy": CORE,
    "model/wire": CORE,
    "model/fabric": CORE | {"model/wire"},
    "model/nic": CORE | {"model/policy", "model/wire", "model/fabric"},
    "model/stack": CORE | {"model/wire", "model/fabric", "model/nic"},
    "model/workload": CORE | {"model/nic"},
    "helper": MODEL,
}

PURE_ROOMS = (*sorted(CORE), "model/policy")

# What of ns-3 may not reach a room that is told the time and owns no world
WORLD = re.compile(
    r"ns3/(simulator|scheduler|event-impl|packet|node|net-device|channel|.*-module)\.h|fstream|chrono|json"
)


def files(room):
    return sorted(file for file in (TOP / room).glob("*") if file.suffix in (".h", ".cc"))


def includes(file):
    return re.findall(r'^#include [<"](.+)[>"]', file.read_text(), re.M)


HOME = {file.name: room for room in ARROWS for file in files(room) if file.suffix == ".h"}


@pytest.mark.parametrize("room", ARROWS)
def test_a_room_includes_only_along_the_arrows(room):
    assert files(room), f"{room} is empty"
    wrong = [
        f"{file.name} includes {include}"
        for file in files(room)
        for include in includes(file)
        if include.startswith("ns3/")
        and HOME.get(include[4:], room) not in ARROWS[room] | {room}
    ]
    assert wrong == []


@pytest.mark.parametrize("room", ARROWS)
def test_headers_of_the_same_room_are_included_by_name(room):
    wrong = [
        f"{file.name} includes {include}"
        for file in files(room)
        for include in includes(file)
        if HOME.get(include.removeprefix("ns3/"))
        and include.startswith("ns3/") != (HOME[include.removeprefix("ns3/")] != room)
    ]
    assert wrong == []


@pytest.mark.parametrize("room", PURE_ROOMS)
def test_pure_rooms_do_not_see_the_simulator(room):
    wrong = [
        f"{file.name} includes {include}"
        for file in files(room)
        for include in includes(file)
        if WORLD.search(include)
    ]
    wrong += [
        f"{file.name} names Simulator" for file in files(room) if "Simulator::" in file.read_text()
    ]
    assert wrong == []


def test_public_headers_have_one_of_the_module_prefixes():
    for name in HOME:
        assert name.startswith(("mrc-", "rdma-", "roce-", "fabric", "srv6-")), name


def test_every_source_carries_the_license():
    for room in ARROWS:
        for file in files(room):
            assert "SPDX-License-Identifier: GPL-2.0-only" in file.read_text()[:200], file
