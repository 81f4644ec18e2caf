/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nstime.h"

#include <gtest/gtest.h>

namespace
{

/**
 * Sets ns-3's time resolution for the whole program, before the first test. ns-3 allows it once per
 * process, so test fixtures must not.
 */
class PicosecondResolution : public ::testing::Environment
{
  public:
    void SetUp() override
    {
        if (ns3::Time::GetResolution() != ns3::Time::PS)
        {
            ns3::Time::SetResolution(ns3::Time::PS);
        }
    }
};

/// Owned by GoogleTest.
[[maybe_unused]] const ::testing::Environment* const g_picosecondResolution =
    ::testing::AddGlobalTestEnvironment(new PicosecondResolution);

} // namespace
