/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference/attributes-in-force.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{

using namespace mrcsim;

TEST(AttributesInForce, WithoutSettingsNothingIsChanged)
{
    const auto all = TellAttributesInForce(Json{{"name", "x"}}, {});
    EXPECT_EQ(all["scenario"], Json::parse(R"({"name": "x"})"));
    EXPECT_EQ(all["changed"], Json::object());
    EXPECT_GT(all["attributes"].size(), 230U);
    EXPECT_EQ(all["attributes"]["ns3::MrcNscc::Gamma"], 0.8);
    EXPECT_EQ(all["attributes"]["ns3::MrcEvParameters::EvProbeInterval"], "1ms");
    EXPECT_FALSE(all["attributes"].contains("ns3::FabricNetDevice::TxQueue")) << "an object";
}

TEST(AttributesInForce, WhatIsSetIsMarkedWhereItDiffers)
{
    const auto all = TellAttributesInForce(
        {},
        {{"transport.evProbeInterval", "ns3::MrcEvParameters::EvProbeInterval", "20000000ps"},
         {"transport.evs", "ns3::MrcEvParameters::EvCount", "256"},
         {"transport.attributes.ns3::MrcNscc::Gamma", "ns3::MrcNscc::Gamma", "0.80"}});
    EXPECT_EQ(all["attributes"]["ns3::MrcEvParameters::EvProbeInterval"], "20us");
    EXPECT_EQ(all["changed"], Json::parse(R"({"ns3::MrcEvParameters::EvProbeInterval":
      {"default": "1ms", "value": "20us", "by": "transport.evProbeInterval"}})"))
        << "256 and 0.80 are the initial values";
}

TEST(AttributesInForce, OthersOfNs3AreToldIfTheyAreSet)
{
    const auto before = TellAttributesInForce({}, {});
    EXPECT_FALSE(before["attributes"].contains("ns3::TcpSocket::InitialCwnd"));
    const auto all =
        TellAttributesInForce({}, {{"transport.attributes", "ns3::TcpSocket::InitialCwnd", "7"}});
    EXPECT_EQ(all["attributes"]["ns3::TcpSocket::InitialCwnd"], 7);
    EXPECT_EQ(all["changed"]["ns3::TcpSocket::InitialCwnd"]["value"], 7);
}

} // namespace
