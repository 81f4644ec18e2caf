/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * Runs the ns-3 test suites of this module in the standalone build, which has no ns-3 tree and so
 * no test-runner. It takes the options of ns-3's test-runner (--help).
 */

#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
