/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ev-table.h"
#include "ns3/rdma-sample-kind.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

using NameList = std::vector<std::string>;

TEST(SampleKinds, AreListedByWhatTheyAreAbout)
{
    const auto all = GetRdmaSampleKinds();
    const auto begin = [](const std::string& name) { return name.substr(0, name.find('.')); };
    NameList objects;
    std::transform(all.begin(), all.end(), std::back_inserter(objects), begin);
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    EXPECT_EQ(objects, (NameList{"host", "plane", "job", "port", "qp"}));
}

TEST(SampleKinds, TraitsTellThemApart)
{
    EXPECT_EQ(GetRdmaSampleKinds(RdmaSampleKind::GAPS), (NameList{"qp.cwnd_bytes", "qp.rtt_ns"}));
    EXPECT_EQ(GetRdmaSampleKinds(RdmaSampleKind::GAPS | RdmaSampleKind::DEFAULT),
              NameList{"qp.cwnd_bytes"});
    const auto all = GetRdmaSampleKinds();
    const auto defaults = GetRdmaSampleKinds(RdmaSampleKind::DEFAULT);
    EXPECT_EQ(std::count(defaults.begin(), defaults.end(), "port.tx_gbps"), 0);
    EXPECT_LT(defaults.size(), all.size());
}

TEST(SampleKinds, EveryStateOfAnEvHasOne)
{
    const auto all = GetRdmaSampleKinds();
    for (const auto state :
         {MrcEvState::GOOD, MrcEvState::SKIP, MrcEvState::ASSUMED_BAD, MrcEvState::DENIED})
    {
        const auto name = std::string("qp.evs_") + GetMrcEvStateName(state);
        EXPECT_EQ(std::count(all.begin(), all.end(), name), 1) << name;
    }
}

TEST(SampleKindsDeathTest, TwoOfOneNameAreAMistake)
{
    EXPECT_DEATH(RdmaSampleKind(RdmaSampledObject::QP, "host.rx_gbps", "Gb/s", ""),
                 "two kinds of samples are called host.rx_gbps");
}

} // namespace

} // namespace ns3
