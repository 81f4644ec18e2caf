# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Allowed includes between folders, and no include cycles within them."""

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

# folder -> folders of this module that it may include
CORE = {"model/core/rdma", "model/core/roce", "model/core/mrc"}
MODEL = CORE | {
    "model/policy",
    "model/wire",
    "model/fabric",
    "model/nic",
    "model/control",
    "model/cluster",
    "model/monitor",
    "model/server",
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
    "model/nic": CORE | {"model/wire", "model/fabric"},
    "model/control": CORE | {"model/policy", "model/wire", "model/fabric", "model/nic"},
    "model/cluster": CORE | {"model/policy", "model/wire", "model/fabric", "model/nic", "model/control"},
    "model/monitor": CORE | {"model/wire", "model/fabric", "model/nic", "model/control", "model/cluster"},
    "model/server": CORE | {"model/fabric", "model/cluster"},
    "model/stack": CORE | {"model/wire", "model/fabric", "model/nic", "model/cluster"},
    "model/workload": CORE | {"model/cluster"},
    "helper": MODEL,
}

# The same within the runner, whose folders include each other as "document/json-path.h"
RUNNER_ARROWS = {
    "document": set(),
    "keys": {"document"},
    "fluid": set(),
    "capacity": {"document", "fluid", "keys", "results"},
    "results": {"document"},
    "kinds": {"document", "fluid", "keys", "results"},
    "plugin": {"document"},
    "run": {"document", "fluid", "keys", "kinds", "results"},
    "reference": {"document", "keys"},
    "command-line": {"document", "capacity", "keys", "kinds", "plugin", "reference", "results", "run"},
}

# Only one folder includes Eigen, and not in a header that others include
EIGEN_FOLDER = "runner/fluid"


PURE_FOLDERS = (*sorted(CORE), "model/policy")

# Headers that pure folders must not include: they receive the time and own no simulator, network or files
WORLD = re.compile(
    r"ns3/(simulator|scheduler|event-impl|packet|node|net-device|channel|.*-module)\.h|fstream|chrono|json"
)


def files(folder):
    return sorted(file for file in (TOP / folder).glob("*") if file.suffix in (".h", ".cc"))


def includes(file):
    return re.findall(r'^#include [<"](.+)[>"]', file.read_text(), re.M)


HOME = {file.name: folder for folder in ARROWS for file in files(folder) if file.suffix == ".h"}


def includes_that(folder, are_wrong):
    """The includes of a folder's files for which the function is true."""
    return [
        f"{file.name} includes {include}"
        for file in files(folder)
        for include in includes(file)
        if are_wrong(include)
    ]


@pytest.mark.parametrize("folder", ARROWS)
def test_a_folder_includes_only_along_the_arrows(folder):
    assert files(folder), f"{folder} is empty"
    allowed = ARROWS[folder] | {folder}
    assert includes_that(
        folder, lambda name: name.startswith("ns3/") and HOME.get(name[4:], folder) not in allowed
    ) == []  # fmt: skip


@pytest.mark.parametrize("folder", ARROWS)
def test_headers_of_the_same_folder_are_included_by_name(folder):

    def is_wrong(include):
        home = HOME.get(include.removeprefix("ns3/"))
        return home and include.startswith("ns3/") != (home != folder)

    assert includes_that(folder, is_wrong) == []


def runner_files(folder):
    """Files of a folder of the runner and of its subfolders."""
    return sorted(f for f in (TOP / "runner" / folder).rglob("*") if f.suffix in (".h", ".cc"))


def runner_folders():
    return {f"runner/{path.name}" for path in (TOP / "runner").iterdir() if any(path.glob("*.h"))}


def units(folder):
    """By unit (x.h and x.cc together): the other units of the folder that it includes."""
    headers = {file.stem for file in files(folder) if file.suffix == ".h"}
    graph = {}
    for file in files(folder):
        own = {include[:-2] for include in includes(file) if include.endswith(".h")}
        graph.setdefault(file.stem, set()).update((own & headers) - {file.stem})
    return graph


def reachable(graph, start):
    seen, todo = set(), [start]
    while todo:
        new = graph[todo.pop()] - seen
        seen |= new
        todo += new
    return seen


def circles(graph):
    """The sets of units that include each other, directly or indirectly."""
    below = {unit: reachable(graph, unit) for unit in graph}
    inside = {unit for unit in graph if unit in below[unit]}
    return {frozenset(v for v in inside if v in below[u] and u in below[v]) for u in inside}


def test_circles_are_found():
    edges = {"a": "b", "b": "c", "c": "bd", "d": "", "e": "f", "f": "g", "g": "e"}
    graph = {unit: set(others) for unit, others in edges.items()}
    assert circles(graph) == {frozenset("bc"), frozenset("efg")}


@pytest.mark.parametrize("folder", [*ARROWS, *sorted(runner_folders())])
def test_no_units_of_a_folder_include_each_other_in_a_circle(folder):
    assert [sorted(circle) for circle in circles(units(folder))] == []


def test_the_runner_includes_only_along_its_arrows():
    folders = {folder.removeprefix("runner/") for folder in runner_folders()}
    assert folders == set(RUNNER_ARROWS)
    wrong = [
        f"{folder}/{file.name} includes {include}"
        for folder in folders
        for file in runner_files(folder)
        for include in includes(file)
        if include.split("/")[0] in folders - RUNNER_ARROWS[folder] - {file.parent.parent.name}
    ]
    assert wrong == []


def test_only_one_folder_knows_eigen():
    users = [f for f in (TOP / "runner").rglob("*.*") if "#include <Eigen/" in f.read_text()]
    assert users and {f.parent for f in users} == {TOP / EIGEN_FOLDER}
    headers = {f"fluid/{f.name}" for f in users if f.suffix == ".h"}
    elsewhere = [f for f in (TOP / "runner").rglob("*.*") if f.parent != TOP / EIGEN_FOLDER]
    assert [f.name for f in elsewhere if headers & set(includes(f))] == []


def test_the_kinds_of_a_noun_do_not_know_each_other():
    """Each kind is a separate file below runner/kinds; common files are in runner/kinds itself."""
    folders = [path for path in (TOP / "runner" / "kinds").iterdir() if path.is_dir()]
    assert {folder.name for folder in folders} == {"faults", "jobs", "topologies", "transports"}
    wrong = [
        f"{file.name} includes {include}"
        for folder in folders
        for file in folder.glob("*.*")
        for include in includes(file)
        if include.startswith(tuple(f"kinds/{other.name}/" for other in folders))
    ]
    assert wrong == []
    outside = [f for folder in RUNNER_ARROWS for f in runner_files(folder) if f.parent not in folders]
    knowing = [f.name for f in outside if re.search(r'#include "kinds/[a-z]+/', f.read_text())]
    assert knowing == []


def test_experiments_are_data_and_scripts():
    sources = {".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp"}
    assert [file for file in (TOP / "experiments").rglob("*") if file.suffix in sources] == []


@pytest.mark.parametrize("folder", PURE_FOLDERS)
def test_pure_folders_do_not_see_the_simulator(folder):
    wrong = includes_that(folder, WORLD.search)
    wrong += [
        f"{file.name} names Simulator" for file in files(folder) if "Simulator::" in file.read_text()
    ]
    assert wrong == []


def test_public_headers_have_one_of_the_module_prefixes():
    for name in HOME:
        assert name.startswith(("mrc-", "rdma-", "roce-", "fabric", "srv6-")), name


def test_every_source_carries_the_license():
    for folder in ARROWS:
        for file in files(folder):
            assert "SPDX-License-Identifier: GPL-2.0-only" in file.read_text()[:200], file
