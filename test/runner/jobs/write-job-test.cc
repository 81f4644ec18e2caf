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

TEST(WriteJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(R"({"type": "write", "hosts": [0, 1], "bytes": 1000})");
    ExpectLoadOfSchedule(R"({"type": "write", "hosts": [0, 5], "bytes": "1MB"})");
}

} // namespace
