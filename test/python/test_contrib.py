# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The contrib build in an ns-3 tree: the arguments of CMakeLists.txt for ns-3's build_lib and build_exec.

The tree is a stand-in whose functions record their arguments, because ns-3 takes minutes to build.
"""

import re
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

TOP = Path(__file__).resolve().parents[2]

TREE = """
cmake_minimum_required(VERSION 3.10)
project(NS3 NONE)
set(libcore libcore)
set(libnetwork libnetwork)
set(libinternet libinternet)
set(libvirtual-net-device libvirtual-net-device)
set(libmrc libmrc)
set(libapplications libapplications)
set(libpoint-to-point libpoint-to-point)
set(NS3_VER 3.99)
function(build_lib)
  cmake_parse_arguments(LIB "" "LIBNAME" "SOURCE_FILES;HEADER_FILES;LIBRARIES_TO_LINK;TEST_SOURCES" ${ARGN})
  foreach(word LIBNAME SOURCE_FILES HEADER_FILES LIBRARIES_TO_LINK TEST_SOURCES)
    file(APPEND ${CMAKE_BINARY_DIR}/said "${word}=${LIB_${word}}\\n")
  endforeach()
  file(APPEND ${CMAKE_BINARY_DIR}/said "REST=${LIB_UNPARSED_ARGUMENTS}\\n")
  add_subdirectory(examples)
endfunction()
function(build_lib_example)
  cmake_parse_arguments(EXAMPLE "" "NAME" "SOURCE_FILES;LIBRARIES_TO_LINK" ${ARGN})
  file(APPEND ${CMAKE_BINARY_DIR}/said "${EXAMPLE_NAME}=${EXAMPLE_LIBRARIES_TO_LINK}\n")
endfunction()
function(build_exec)
  cmake_parse_arguments(EXE "" "EXECNAME;EXECUTABLE_DIRECTORY_PATH" "SOURCE_FILES;LIBRARIES_TO_LINK" ${ARGN})
  file(APPEND ${CMAKE_BINARY_DIR}/said "program ${EXE_EXECNAME}=${EXE_SOURCE_FILES}\\n")
  _add_library(${EXE_EXECNAME} INTERFACE)
endfunction()
function(add_library name)
  list(REMOVE_ITEM ARGN OBJECT)
  file(APPEND ${CMAKE_BINARY_DIR}/said "${name}=${ARGN}\\n")
  _add_library(${name} INTERFACE)
endfunction()
function(target_link_libraries)
endfunction()
function(target_include_directories)
endfunction()
function(target_compile_definitions)
endfunction()
function(target_compile_options)
endfunction()
function(set_target_properties)
endfunction()
function(add_executable name)
  file(APPEND ${CMAKE_BINARY_DIR}/said "program ${name}=${ARGN}\\n")
endfunction()
add_subdirectory(contrib/mrc)
"""


def configure(tree, *options):
    """The arguments that the stand-in received: word -> list of arguments."""
    (tree / "CMakeLists.txt").write_text(TREE)
    (tree / "contrib").mkdir()
    (tree / "contrib" / "mrc").symlink_to(TOP)
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", tree, "-B", tree / "cache", *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = (tree / "cache" / "said").read_text().splitlines()
    lines.append(f"STATUS={done.stdout}".replace("\n", ";"))
    return {word: rest.split(";") for word, rest in (line.split("=", 1) for line in lines)}


@pytest.fixture(scope="module", name="said")
def fixture_said(tmp_path_factory):
    """The arguments with all libraries."""
    return configure(tmp_path_factory.mktemp("ns-3 tree"))


def test_the_library_is_all_of_model_and_helper(said):
    assert said["LIBNAME"] == ["mrc"]
    expected = {
        str(f.relative_to(TOP)) for room in ("model", "helper") for f in TOP.glob(f"{room}/**/*")
    }
    assert set(said["SOURCE_FILES"]) == {name for name in expected if name.endswith(".cc")}
    assert set(said["HEADER_FILES"]) == {name for name in expected if name.endswith(".h")}
    assert said["REST"] == [""]


def test_the_module_needs_few_libraries(said):
    assert said["LIBRARIES_TO_LINK"] == [
        "libcore",
        "libnetwork",
        "libinternet",
        "libvirtual-net-device",
    ]


def test_ns3_reads_the_libraries_where_it_looks_for_them():
    """Like its filter of modules: every ${lib...} of the top level's file, and no other file."""
    text = (TOP / "CMakeLists.txt").read_text()
    assert re.findall(r"\$\{lib([^}]*)\}", text) == [
        "core",
        "network",
        "internet",
        "virtual-net-device",
    ]


def test_an_example_is_built_where_its_modules_are_and_else_told(said):
    assert said["mrc-verbs"] == ["libmrc"]
    assert said["srv6-ns3-nodes"] == ["libmrc", "libapplications", "libpoint-to-point"]
    assert "tcp-on-the-fabric" not in said
    line = "mrc: the example tcp-on-the-fabric is not built without the modules flow-monitor"
    assert f"-- {line}" in said["STATUS"]


class Waf:
    """The parts of waf that wscript needs: nodes are not strings."""

    class Node:
        def __init__(self, path):
            self.path = path

        def path_from(self, top):
            return str(self.path.relative_to(top.path))

        def ant_glob(self, patterns):
            found = [file for pattern in patterns for file in self.path.glob(pattern)]
            return [type(self)(file) for file in sorted(found)]

    def __init__(self):
        self.path = self.Node(TOP)
        self.env = SimpleNamespace(ENABLE_EXAMPLES=True)
        self.made = {}

    def __call__(self, features):
        return self._make(features)

    def create_ns3_module(self, name, _needs):
        return self._make(name)

    def create_ns3_module_test_library(self, name):
        return self._make(f"{name}-test")

    def create_ns3_program(self, name, _needs):
        return self._make(name)

    def _make(self, name):
        return self.made.setdefault(name, SimpleNamespace())


def test_wscript_names_files_by_strings():
    space = {}
    exec(compile((TOP / "wscript").read_text(), "wscript", "exec"), space)  # pylint: disable=exec-used
    waf = Waf()
    space["build"](waf)
    assert "model/core/mrc/mrc-requester.cc" in waf.made["mrc"].source
    assert "helper/rdma-cluster-helper.h" in waf.made["ns3header"].source
    assert "test/system/mrc-system-test-suite.cc" in waf.made["mrc-test"].source
    assert waf.made["mrc-verbs"].source == "examples/mrc-verbs.cc"


# Headers of other modules of ns-3, and of those that only part of this module may include
# ns-3's base class of applications and its container are part of the network library
FOREIGN = r"point-to-point|csma|applic(?!ation(-container)?\.h)|flow-|bulk-|on-?off|packet-sink"
STACK = r"ipv[46]|inet6?-|tcp-|udp-|internet-|queue-disc|virtual-net"


@pytest.mark.parametrize(
    "folders, forbidden",
    [
        (("model/*", "model/core/*", "helper", "test/system"), FOREIGN),
        (("model/[!s]*", "model/core/*"), STACK),
    ],
)
def test_folders_include_only_what_the_module_links(folders, forbidden):
    """A header of another module exists only if all of ns-3 is installed."""
    headers = {f.name for f in TOP.glob("model/**/*.h")} | {f.name for f in TOP.glob("helper/*.h")}
    used = {
        name
        for folder in folders
        for f in TOP.glob(f"{folder}/*.*")
        for name in re.findall(r'^#include ["<]ns3/(.+)[">]', f.read_text(), re.M)
    }
    assert [name for name in used - headers if re.match(forbidden, name)] == []


def test_system_tests_go_into_the_tree_and_the_standalone_runner_does_not(said):
    expected = {str(f.relative_to(TOP)) for f in TOP.glob("test/system/*-test-suite.cc")}
    assert {name for name in said["TEST_SOURCES"] if name} == expected


def test_the_runner_is_built_where_its_libraries_are(said):
    main, parts = said["program mrc-sim"]
    assert main == "runner/command-line/mrc-sim.cc"
    assert parts == "$<TARGET_OBJECTS:mrc-runner-parts>"
    *sources, commit, stamp = said["mrc-runner-parts"]
    assert set(sources) == {str(f.relative_to(TOP)) for f in TOP.glob("runner/**/*.cc")} - {main}
    assert commit.endswith("/build-commit.cc") and stamp.endswith("/mrc-plugin-stamp.h")


def test_without_a_library_the_runner_is_left_out_and_the_reason_told(tmp_path):
    said = configure(tmp_path, "-DMRC_CLI11_INCLUDE=OFF", "-DMRC_EIGEN_INCLUDE=OFF")
    assert said["LIBNAME"] == ["mrc"]
    assert "program mrc-sim" not in said
    line = "mrc: the scenario runner mrc-sim is not built without "
    lacks = "Eigen/SparseCore (Debian: libeigen3-dev), CLI/App.hpp (Debian: libcli11-dev)"
    assert f"-- {line}{lacks}" in said["STATUS"]


def test_unit_tests_are_built_where_asked_for_alone(said):
    programs = {word for word in said if word.startswith("program ")}
    assert programs == {"program mrc-sim"}
