/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-output-file.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

TEST(FabricOutputFile, TheFirstErrorIsToldAndEndsTheWriting)
{
    std::vector<std::string> told;
    FabricOutputFile file("capture",
                          "a.pcap",
                          FabricOutputFile::FailureCallback(
                              [&told](const std::string& name) { told.push_back(name); }));
    file.Check(false);
    EXPECT_TRUE(file.IsGood());
    EXPECT_TRUE(told.empty());
    file.Check(true);
    EXPECT_FALSE(file.IsGood());
    file.Check(true);
    file.Check(false);
    EXPECT_FALSE(file.IsGood()) << "what is missing makes it useless";
    EXPECT_EQ(told, std::vector<std::string>{"a.pcap"});
}

TEST(FabricOutputFileDeathTest, WithoutACallbackAnErrorEndsTheProgram)
{
    FabricOutputFile file("log", "a.log", {});
    EXPECT_DEATH(file.Check(true), "the log a.log cannot be written");
}

TEST(FabricOutputFileDeathTest, AFileHasOneWriterAtATime)
{
    {
        FabricOutputFile file("capture", "a.pcap", {});
        EXPECT_DEATH(FabricOutputFile("capture", "a.pcap", {}),
                     "the capture a.pcap is being written already");
    }
    FabricOutputFile again("capture", "a.pcap", {});
    EXPECT_TRUE(again.IsGood());
}

} // namespace
