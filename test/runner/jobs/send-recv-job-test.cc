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

TEST(SendRecvJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "send-recv", "bytes": "64KB"})");
    ExpectLoadOfSchedule(R"({"type": "send-recv", "bytes": 9, "hosts": [3, 4]})");
    ExpectLoadOfSchedule(
        R"({"type": "send-recv", "bytes": 9, "hosts": {"count": 6, "placement": "spread"}})");
}

} // namespace
