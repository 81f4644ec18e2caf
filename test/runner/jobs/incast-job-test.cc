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

TEST(IncastJob, LoadIsThatOfTheSchedule)
{
    ExpectLoadOfSchedule(
        R"({"type": "incast", "receiver": 2, "senders": [1, 4, 5, 11], "bytes": 7})");
    ExpectLoadOfSchedule(
        R"({"type": "incast", "receiver": 2, "senders": {"from": 3, "to": 11}, "bytes": 7})");
}

} // namespace
