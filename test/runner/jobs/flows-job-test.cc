/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../job-harness.h"

#include <gtest/gtest.h>

namespace
{

using namespace mrcsim;

TEST(FlowsJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "flows", "flows": [{"src": 0, "dst": 1, "bytes": 5},
        {"src": 1, "dst": 0, "bytes": 6}, {"src": 0, "dst": 8, "bytes": 7},
        {"src": 0, "dst": 8, "bytes": 8}]})");
}

} // namespace
