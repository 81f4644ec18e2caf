/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../folder-fixture.h"
#include "capacity/capacity-report.h"
#include "document/json-assignment.h"
#include "document/json-text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

// Capacity documents: problems, effective documents and results.

namespace mrcsim
{

namespace
{

/// Parameters with round numbers.
const char* const PARAMETERS = R"({
    "switchPower": {"value": 1000, "unit": "W", "source": "assumed: round"},
    "switchPrice": {"value": 100000, "unit": "USD", "source": "assumed: round"},
    "switchLatency": {"value": 500, "unit": "ns", "source": "assumed: round"},
    "opticRate": {"value": 800, "unit": "Gb/s", "source": "assumed: round"},
    "opticPower": {"value": 10, "unit": "W", "source": "assumed: round"},
    "opticPrice": {"value": 1000, "unit": "USD", "source": "assumed: round"},
    "fiberPrice": {"value": 100, "unit": "USD", "source": "assumed: round"},
    "shufflePrice": {"value": 10, "unit": "USD", "source": "assumed: round"},
    "copperPower": {"value": 1, "unit": "W", "source": "assumed: round"},
    "copperPrice": {"value": 200, "unit": "USD", "source": "assumed: round"},
    "cableDelay": {"value": 5, "unit": "ns/m", "source": "https://example.org/"},
    "nicCable": {"value": 1, "unit": "m", "source": "assumed: round"},
    "t1Cable": {"value": 10, "unit": "m", "source": "assumed: round"},
    "t2Cable": {"value": 20, "unit": "m", "source": "assumed: round"},
    "t3Cable": {"value": 40, "unit": "m", "source": "assumed: round"},
    "frameBytes": {"value": 4000, "unit": "B", "source": "assumed: round"}
})";

/// A document whose parameters are in a file.
const char* const DOCUMENT = R"({
    "schema": 1,
    "name": "question",
    "network": {"nics": 1024, "planes": 8, "tiers": 2},
    "parameters": {"file": "parameters.json"}
})";

/// Documents with a file of parameters in the same folder.
class CapacityDocumentTest : public FolderFixture
{
  protected:
    void SetUp() override
    {
        FolderFixture::SetUp();
        Write("parameters.json", PARAMETERS);
    }

    /**
     * @param assignments changes, as --set takes them
     * @return all problems
     */
    Problems Load(const std::vector<std::string>& assignments)
    {
        Json document;
        EXPECT_TRUE(ParseJson(DOCUMENT, document).empty());
        for (const auto& assignment : assignments)
        {
            EXPECT_TRUE(ApplyAssignment(document, assignment).empty());
        }
        return LoadCapacity(m_base, document, m_effective, m_capacity);
    }

    /**
     * @param assignment a change, as --set takes it
     * @return the only problem
     */
    std::string GetError(const std::string& assignment)
    {
        const auto problems = Load({assignment});
        EXPECT_EQ(problems.size(), 1U);
        return problems.empty() ? "" : ToString(problems.front());
    }

    /**
     * @param assignments changes, as --set takes them
     * @return the summary
     */
    Json Ask(const std::vector<std::string>& assignments)
    {
        EXPECT_TRUE(Load(assignments).empty());
        return AnswerCapacity(m_capacity);
    }

    Json m_effective;            ///< the document with all defaults
    CapacityDocument m_capacity; ///< the document as structs
};

TEST_F(CapacityDocumentTest, WhatOnlyEditorsReadIsLeftOut)
{
    EXPECT_TRUE(Load({"$schema=x.json"}).empty());
    EXPECT_FALSE(m_effective.contains("$schema"));
    EXPECT_EQ(GetError("$schema=1"), "$schema: found 1; allowed: a string");
}

TEST_F(CapacityDocumentTest, MistakesAreToldWithPlaceAndWhatIsAllowed)
{
    EXPECT_EQ(GetError("network.plane=8"),
              "network.plane: unknown key, did you mean \"planes\"? Allowed: nics, planes, tiers, "
              "nicRate, switchRate, nicLinks");
    EXPECT_EQ(GetError("network.planes=two"),
              "network.planes: found \"two\"; allowed: a whole number from 1 to 8");
    EXPECT_EQ(GetError("network.planes=9"),
              "network.planes: found 9; allowed: a whole number from 1 to 8");
    EXPECT_EQ(GetError("faults.switches=1.5"),
              "faults.switches: found 1.5; allowed: a number from 0 to 1");
    EXPECT_EQ(GetError("faults.one=t7"),
              "faults.one: found \"t7\", did you mean \"t0\"? Allowed: one of \"none\", "
              "\"fabric-link\", \"nic-link\", "
              "\"t0\", \"t1\"");
    EXPECT_EQ(GetError("network.nicRate=fast").substr(0, 47),
              "network.nicRate: found \"fast\"; allowed: a rate ");
    EXPECT_EQ(GetError("traffic.pattern=ring"),
              "traffic.pattern: found \"ring\"; allowed: one of \"uniform\", \"permutation\"");
    EXPECT_EQ(GetError("network.nics=1000"),
              "network.nics: found 1000; allowed with 2 tiers of switches with 512 ports: 512, "
              "1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072");
    EXPECT_EQ(Load({"traffic.peers=100", "network.nics=131072"}).front().text,
              "found 100; allowed with 131072 NICs: up to 32");
}

TEST_F(CapacityDocumentTest, NumbersHaveTheirLeastAndLargest)
{
    struct Range
    {
        const char* key;
        int least;
        int most;
    };

    for (const Range& range : {Range{"traffic.peers", 1, 4096},
                               Range{"network.planes", 1, 8},
                               Range{"network.tiers", 2, 4},
                               Range{"faults.switches", 0, 1},
                               Range{"faults.nicLinks", 0, 1},
                               Range{"faults.fabricLinks", 0, 1}})
    {
        const auto refuses = [&](int value) {
            const auto problems = Load({std::string(range.key) + "=" + std::to_string(value)});
            return !problems.empty() &&
                   problems.front().text.rfind("found " + std::to_string(value) + "; allowed: ",
                                               0) == 0 &&
                   problems.front().text.find(" from " + std::to_string(range.least)) !=
                       std::string::npos;
        };
        EXPECT_TRUE(refuses(range.least - 1)) << range.key;
        EXPECT_FALSE(refuses(range.least)) << range.key;
        EXPECT_FALSE(refuses(range.most)) << range.key;
        EXPECT_TRUE(refuses(range.most + 1)) << range.key;
    }
}

TEST_F(CapacityDocumentTest, TheLeastTiersAreTakenUnlessTheyAreGiven)
{
    for (const std::string network : {"nics=1024", "nics=131072", "nics=262144", "planes=1"})
    {
        std::string least;
        for (const std::string tiers : {"4", "3", "2"})
        {
            least = Load({"network." + network, "network.tiers=" + tiers}).empty() ? tiers : least;
        }
        ASSERT_TRUE(Load({"network." + network, "network.tiers=auto"}).empty()) << network;
        EXPECT_EQ(m_effective["network"]["tiers"], "auto");
        EXPECT_EQ(std::to_string(m_capacity.network.tiers), least) << network;
    }
}

TEST_F(CapacityDocumentTest, EveryParameterNeedsItsSourceAndUnit)
{
    EXPECT_EQ(
        GetError("parameters.switchPower={\"value\": 1, \"unit\": \"W\"}"),
        "parameters.switchPower.source: missing; needed: the source of the number: an address "
        "(\"https://...\"), or \"assumed: \" and a reason");
    EXPECT_EQ(GetError("parameters.switchPower={\"value\": 1, \"unit\": \"W\", \"source\": \"me\"}")
                  .substr(0, 43),
              "parameters.switchPower.source: found \"me\"; ");
    EXPECT_EQ(GetError("parameters.switchPower={\"value\": 1, \"unit\": \"kW\", \"source\": "
                       "\"assumed: x\"}"),
              "parameters.switchPower.unit: found \"kW\"; allowed: \"W\"");
    EXPECT_EQ(GetError("parameters.opticRate={\"value\": 0, \"unit\": \"Gb/s\", \"source\": "
                       "\"assumed: x\"}"),
              "parameters.opticRate.value: found 0; allowed: more");
    EXPECT_EQ(GetError("parameters.file=absent.json").substr(0, 30),
              "parameters.file: absent.json: ");
    EXPECT_EQ(GetError("parameters.file=3"),
              "parameters.file: found 3; allowed: the name of a JSON file");
    EXPECT_EQ(Load({"parameters={}"}).size(), 16U) << "all are missing";
}

TEST_F(CapacityDocumentTest, TheEffectiveDocumentNeedsNoFileAndMeansTheSame)
{
    const auto first = Ask({"faults.nicLinks=0.01",
                            "parameters.opticPower={\"value\": 20, \"unit\": \"W\", \"source\": "
                            "\"assumed: x\"}"});
    EXPECT_EQ(m_effective["parameters"]["opticPower"]["value"], 20) << "takes precedence over the "
                                                                       "file";
    EXPECT_FALSE(m_effective["parameters"].contains("file"));
    EXPECT_EQ(m_effective["traffic"]["peers"], 8);
    EXPECT_EQ(m_effective["network"]["switchRate"], "51.2Tbps");
    const Json document = m_effective;
    EXPECT_TRUE(LoadCapacity("nowhere", document, m_effective, m_capacity).empty());
    EXPECT_EQ(m_effective, document);
    EXPECT_EQ(AnswerCapacity(m_capacity), first);
}

TEST_F(CapacityDocumentTest, ABillByHand)
{
    // 4 groups of 8 T0s, 2 T1s in each of 8 planes; a module holds 8 ports
    const auto summary = Ask({});
    EXPECT_EQ(summary["program"], "capacity");
    EXPECT_EQ(summary["switches"], 48);
    EXPECT_EQ(summary["switches_t0"], 32);
    EXPECT_EQ(summary["switches_t1"], 16);
    EXPECT_EQ(summary["links"], 2 * 8192);
    EXPECT_EQ(summary["optics"], 1024 + 32 * (32 + 32) + 16 * 64);
    EXPECT_EQ(summary["fiber_cables"], 2048);
    EXPECT_EQ(summary["power_w"], 48 * 1000.0 + 4096 * 10);
    EXPECT_EQ(summary["cost_usd"], 48 * 100000.0 + 4096 * 1000 + 2048 * 110);
    EXPECT_EQ(summary["switches_on_path"], 3);
    EXPECT_EQ(summary["hop_latency_ns"], 3 * 500 + 2 * 11 * 5.0);
    EXPECT_EQ(summary["frame_time_ns"], 320.0);
    EXPECT_EQ(summary["store_and_forward_ns"], 1610 + 4 * 320.0);
    EXPECT_EQ(summary["capacity_whole_bps"], 1024 * 800e9);
    EXPECT_EQ(summary["capacity_left_mean"], 1.0);
    EXPECT_EQ(summary["nics_cut_off"], 0);
    EXPECT_EQ(summary["nic_link_loss"], 0.125);
    EXPECT_EQ(summary["fabric_link_loss_of_plane"], 1.0 / 256);
    EXPECT_EQ(summary["t0_loss"], 1.0 / 8);
    EXPECT_EQ(summary["t1_loss"], 1.0 / 16);
}

TEST_F(CapacityDocumentTest, CopperTakesTheModulesOfNicLinksAway)
{
    const auto summary = Ask({"network.nicLinks=copper"});
    EXPECT_EQ(summary["optics"], 32 * 32 + 16 * 64);
    EXPECT_EQ(summary["copper_cables"], 1024);
    EXPECT_EQ(summary["power_w"], 48 * 1000.0 + 2048 * 10 + 2048 * 1);
    EXPECT_EQ(summary["cost_usd"], 48 * 100000.0 + 2048 * 1000 + 1024 * 110 + 1024 * 200);
}

TEST_F(CapacityDocumentTest, TheAnnouncementsShares)
{
    const std::vector<std::string> eight{"network.nics=65536", "traffic.pattern=permutation"};
    const std::vector<std::string> one{"network.nics=65536",
                                       "network.planes=1",
                                       "network.tiers=3",
                                       "traffic.pattern=permutation"};
    const auto flat = Ask(eight);
    const auto tall = Ask(one);
    const auto ratio = [&](const char* key) {
        return flat[key].get<double>() / tall[key].get<double>();
    };
    EXPECT_DOUBLE_EQ(ratio("switches"), 3.0 / 5);
    EXPECT_DOUBLE_EQ(ratio("optics"), 2.0 / 3);
    EXPECT_DOUBLE_EQ(ratio("links"), 16.0 / 3) << "eight links of 100 Gb/s for each of 800 Gb/s";
    EXPECT_EQ(tall["switches_on_path"], 5);
    EXPECT_EQ(tall["fabric_link_loss"], 1.0 / 32);
    EXPECT_EQ(tall["nic_link_loss"], 1);
}

TEST_F(CapacityDocumentTest, SameSeedSameAnswer)
{
    const std::vector<std::string> broken{"faults.fabricLinks=0.05",
                                          "faults.nicLinks=0.05",
                                          "faults.switches=0.05"};
    const auto first = Ask(broken);
    EXPECT_EQ(Ask(broken), first);
    EXPECT_EQ(first["failed_fabric_links"], 410); // of 8,192
    EXPECT_EQ(first["failed_nic_links"], 410);
    EXPECT_EQ(first["failed_switches"], 2);
    EXPECT_LT(first["capacity_left_mean"], 0.95);
    EXPECT_GT(first["capacity_left_mean"], 0.7);
    EXPECT_LE(first["capacity_left_min"], first["capacity_left_p01"]);
    auto other = broken;
    other.emplace_back("seed=2");
    EXPECT_NE(Ask(other)["capacity_left_mean"], first["capacity_left_mean"]);
}

TEST_F(CapacityDocumentTest, FirstPercentileIsTheEleventhOfAThousand)
{
    for (const uint32_t cut : {10, 11})
    {
        const auto share = std::to_string(cut / 1024.0);
        const auto summary = Ask({"network.planes=1", "faults.nicLinks=" + share});
        EXPECT_EQ(summary["failed_nic_links"], cut);
        EXPECT_EQ(summary["capacity_left_min"], 0);
        EXPECT_DOUBLE_EQ(summary["capacity_left_p01"], cut > 10 ? 0 : 1);
        EXPECT_DOUBLE_EQ(summary["capacity_left_mean"], 1 - cut / 1024.0);
    }
}

TEST_F(CapacityDocumentTest, FirstPercentileIsTheSecondOfTwoHundred)
{
    for (const uint32_t cut : {1, 2})
    {
        const auto summary = Ask({"network.planes=1",
                                  "network.nics=200",
                                  "network.switchRate=16Tbps",
                                  "faults.nicLinks=" + std::to_string(cut / 200.0)});
        EXPECT_DOUBLE_EQ(summary["capacity_left_p01"], cut > 1 ? 0 : 1);
    }
}

TEST_F(CapacityDocumentTest, NothingIsLeftWithoutLinks)
{
    for (const std::string pattern : {"uniform", "permutation"})
    {
        const auto summary = Ask({"faults.nicLinks=1", "traffic.pattern=" + pattern});
        EXPECT_EQ(summary["nics_cut_off"], 1024);
        EXPECT_EQ(summary["capacity_left_mean"], 0);
    }
}

TEST_F(CapacityDocumentTest, PeopleGetATable)
{
    const auto text = FormatCapacity(Ask({}));
    EXPECT_EQ(text.substr(0, text.find('\n')), "question: 1024 NICs, 8 planes, 2 tiers");
    EXPECT_NE(text.find("  switches                                 48\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("  capacity left: mean                 100.000 %\n"), std::string::npos)
        << text;
}

} // namespace

} // namespace mrcsim
