# CMake is the build (CMakeLists.txt): ns-3 releases from 3.36 on do not read this file, and this module needs 3.37.
#
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
#
# For trees that were kept on waf. The rooms are found by pattern, as CMakeLists.txt does.


def build(bld):
    module = bld.create_ns3_module("mrc", ["core", "network", "internet", "virtual-net-device"])
    module.source = bld.path.ant_glob(["model/**/*.cc", "helper/*.cc"])

    tests = bld.create_ns3_module_test_library("mrc")
    tests.source = bld.path.ant_glob(["test/system/*-test-suite.cc"])

    headers = bld(features="ns3header")
    headers.module = "mrc"
    headers.source = bld.path.ant_glob(["model/**/*.h", "helper/*.h"])

    if bld.env.ENABLE_EXAMPLES:
        for source in bld.path.ant_glob(["examples/*.cc"]):
            program = bld.create_ns3_program(source.name[: -len(".cc")], ["mrc", "applications", "csma", "point-to-point"])
            program.source = source
