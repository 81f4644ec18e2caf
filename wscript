# CMake is the build (CMakeLists.txt): ns-3 releases from 3.36 on do not read this file, and this module needs 3.37.
#
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# For trees that still use waf. The sources are found by pattern, as in CMakeLists.txt.


def find(bld, *patterns):
    """The names of files, as waf's features need them."""
    return [node.path_from(bld.path) for node in bld.path.ant_glob(list(patterns))]


def build(bld):
    module = bld.create_ns3_module("mrc", ["core", "network", "internet", "virtual-net-device"])
    module.source = find(bld, "model/**/*.cc", "helper/*.cc")

    tests = bld.create_ns3_module_test_library("mrc")
    tests.source = find(bld, "test/system/*-test-suite.cc")

    headers = bld(features="ns3header")
    headers.module = "mrc"
    headers.source = find(bld, "model/**/*.h", "helper/*.h")

    if bld.env.ENABLE_EXAMPLES:
        for source in find(bld, "examples/*.cc"):
            name = source[len("examples/") : -len(".cc")]
            program = bld.create_ns3_program(name, ["mrc", "applications", "flow-monitor", "point-to-point"])
            program.source = source
