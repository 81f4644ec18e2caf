# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The ns-3 that the standalone build selects: a stand-in installation or tree of empty files, in addition to any ns-3
of the machine."""

import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]

PROJECT = """
cmake_minimum_required(VERSION 3.21)
project(probe NONE)
set(CMAKE_LIBRARY_ARCHITECTURE probe-arch)
set(CMAKE_FIND_LIBRARY_PREFIXES lib)
set(CMAKE_FIND_LIBRARY_SUFFIXES .so)
set_property(GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS TRUE)
list(APPEND CMAKE_MODULE_PATH "{cmake}")
find_package(Ns3 REQUIRED COMPONENTS core network)
file(WRITE "${{CMAKE_BINARY_DIR}}/said"
  "${{Ns3_VERSION}}\\n${{Ns3_INCLUDE_DIR}}\\n${{Ns3_core_LIBRARY}}\\n${{Ns3_network_LIBRARY}}\\n")
"""


def make(folder, include, libraries):
    """An ns-3 of empty files."""
    for name in (f"{include}/ns3/core-module.h", *libraries):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    return folder


def find(tmp_path, prefix):
    """Configures a project that needs ns-3; returns the process and the found paths."""
    probe = tmp_path / "probe"
    probe.mkdir()
    (probe / "CMakeLists.txt").write_text(PROJECT.format(cmake=TOP / "cmake"))
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", probe, "-B", probe / "b", f"-DCMAKE_PREFIX_PATH={prefix}"],
        capture_output=True,
        text=True,
        check=False,
    )
    said = probe / "b" / "said"
    return done, said.read_text().splitlines() if said.exists() else []


@pytest.mark.parametrize(
    "include, lib, stem, version",
    [
        ("build/include", "build/lib", "ns3.37-{}-default", "3.37"),
        ("build/include", "build/lib", "ns3.45-{}-optimized", "3.45"),
        ("build/include", "build/lib", "ns3.46.1-{}-default", "3.46.1"),
        ("build/include", "build/lib", "ns3-dev-{}-debug", "dev"),
        ("include", "lib", "ns3.41-{}-release", "3.41"),
        ("include", "lib", "ns3-{}", "dev"),
    ],
)
def test_the_given_ns3_wins_over_the_machines(tmp_path, include, lib, stem, version):
    libraries = [f"{lib}/lib{stem.format(name)}.so" for name in ("core", "network")]
    folder = make(tmp_path / "my ns-3", include, libraries)
    done, said = find(tmp_path, folder)
    assert done.returncode == 0, done.stderr
    assert said == [version, str(folder / include), *(str(folder / name) for name in libraries)]


def test_the_version_of_an_installation_is_read_from_its_soname(tmp_path):
    libraries = [f"lib/probe-arch/libns3-{name}.so.39" for name in ("core", "network")]
    folder = make(tmp_path / "ns-3", "include", libraries)
    for name in ("core", "network"):
        (folder / f"lib/probe-arch/libns3-{name}.so").symlink_to(f"libns3-{name}.so.39")
    assert find(tmp_path, folder)[1][0] == "3.39"


def test_headers_and_libraries_of_different_ns3_are_not_mixed(tmp_path):
    folder = make(tmp_path / "unfinished", "build/include", ["build/lib/libns3.37-core-default.so"])
    make(tmp_path / "unfinished" / "other", "no-include", ["lib/libns3-network.so"])
    done, said = find(tmp_path, f"{folder};{folder}/other")
    assert done.returncode != 0
    assert said == []
    assert "Ns3_network_LIBRARY" in done.stderr
