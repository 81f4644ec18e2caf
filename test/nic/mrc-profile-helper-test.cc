/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-switch-parameters.h"
#include "ns3/mrc-nscc.h"
#include "ns3/mrc-profile-helper.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace
{

using namespace ns3;

/** Restores the defaults after each test. */
class MrcProfileHelperTest : public testing::Test
{
  protected:
    ~MrcProfileHelperTest() override
    {
        Config::Reset();
    }

    /**
     * @param object an object with attributes
     * @param name one of them
     * @return its value
     */
    static std::string Read(Ptr<const Object> object, const std::string& name)
    {
        StringValue value;
        object->GetAttribute(name, value);
        return value.Get();
    }

    /** @return a new controller */
    static Ptr<Object> MakeController()
    {
        return CreateObject<MrcNscc>();
    }
};

TEST_F(MrcProfileHelperTest, ThereAreThreeAndTheFirstSetsNothing)
{
    EXPECT_EQ(MrcProfileHelper::GetNames(), (std::vector<std::string>{"mrc", "uec", "enhanced"}));
    EXPECT_TRUE(MrcProfileHelper::GetAttributes("mrc").empty());
    EXPECT_FALSE(MrcProfileHelper::GetAttributes("uec").empty());
    EXPECT_FALSE(MrcProfileHelper::GetAttributes("enhanced").empty());
}

TEST_F(MrcProfileHelperTest, EveryLineSetsAnAttributeOnceToSomethingElseAndSaysWhy)
{
    for (const auto& profile : MrcProfileHelper::GetNames())
    {
        std::set<std::string> names;
        for (const auto& [name, value, why] : MrcProfileHelper::GetAttributes(profile))
        {
            const auto place = profile + ": " + name;
            EXPECT_TRUE(names.insert(name).second) << place << " occurs twice";
            EXPECT_FALSE(why.empty()) << place;
            const auto colons = name.rfind("::");
            ASSERT_NE(colons, std::string::npos) << place;
            TypeId tid;
            TypeId::AttributeInformation info;
            ASSERT_TRUE(TypeId::LookupByNameFailSafe(name.substr(0, colons), &tid)) << place;
            ASSERT_TRUE(tid.LookupAttributeByName(name.substr(colons + 2), &info)) << place;
            const auto read = info.checker->CreateValidValue(StringValue(value));
            ASSERT_TRUE(read) << place << " = " << value;
            EXPECT_NE(read->SerializeToString(info.checker),
                      info.originalInitialValue->SerializeToString(info.checker))
                << place << ": a line without effect";
            EXPECT_TRUE(Config::SetDefaultFailSafe(name, StringValue(value)))
                << place << " belongs to a parent";
        }
    }
}

TEST_F(MrcProfileHelperTest, ProfilesSetTheRulesThatTheyAreAbout)
{
    const auto names = [](const std::string& profile) {
        std::set<std::string> set;
        for (const auto& attribute : MrcProfileHelper::GetAttributes(profile))
        {
            set.insert(attribute.name + "=" + attribute.value);
        }
        return set;
    };
    // Only rules of this project.
    EXPECT_EQ(names("enhanced"),
              (std::set<std::string>{"ns3::MrcNscc::DelayMarks=true",
                                     "ns3::MrcQpParameters::TrimSchedule=true"}));
    // None of the rules that UET's simulator lacks.
    const auto uec = names("uec");
    for (const std::string line : {"ns3::MrcQpFactory::ShareCcPerDestination=false",
                                   "ns3::MrcEvParameters::ReverseEv=simple",
                                   "ns3::MrcQpParameters::TrimGracePeriod=0",
                                   "ns3::MrcQpParameters::AckOncePerWindow=false",
                                   "ns3::MrcQpParameters::RttAfterTrims=false",
                                   "ns3::MrcNscc::QaGateOfSent=false",
                                   "ns3::MrcNscc::ShortRtt=true",
                                   "ns3::FabricSwitchParameters::TrimmedShare=1",
                                   "ns3::FabricSwitchParameters::TrimThresholdLastHop=1",
                                   "ns3::Fabric::TrimmedBytes=64",
                                   "ns3::Fabric::SackBytes=64"})
    {
        EXPECT_EQ(uec.count(line), 1U) << line;
    }
}

TEST_F(MrcProfileHelperTest, ObjectsMadeAfterwardsFollowTheProfile)
{
    EXPECT_EQ(Read(MakeController(), "WindowRule"), "mrc");
    MrcProfileHelper::SetDefaults("uec");
    EXPECT_EQ(Read(MakeController(), "WindowRule"), "htsim");
    EXPECT_EQ(Read(CreateObject<FabricSwitchParameters>(), "EcnOnLastHop"), "true");
    EXPECT_EQ(CreateObject<FabricSwitchParameters>()
                  ->MakeProfile({100000000000, 100000, 4238, 0}, false)
                  .trimShareQ16,
              0U)
        << "strict priority";
}

TEST_F(MrcProfileHelperTest, TheProfileOfThePublicDocumentsChangesNothing)
{
    MrcProfileHelper::SetDefaults("mrc");
    EXPECT_EQ(Read(MakeController(), "WindowRule"), "mrc");
}

TEST_F(MrcProfileHelperTest, WhatIsSetAfterwardsWins)
{
    MrcProfileHelper::SetDefaults("uec");
    Config::SetDefault("ns3::MrcNscc::WindowRule", StringValue("uet"));
    auto controller = MakeController();
    EXPECT_EQ(Read(controller, "WindowRule"), "uet");
    EXPECT_EQ(Read(controller, "PerAckFilter"), "true") << "another rule of the profile";
    controller->SetAttribute("PerAckFilter", BooleanValue(false));
    EXPECT_EQ(Read(controller, "PerAckFilter"), "false");
}

TEST(MrcProfileHelperDeathTest, AnUnknownProfileEndsTheProgramAndNamesTheOthers)
{
    const std::string words = "no profile of MRC is called .uet.; allowed: mrc, uec, enhanced";
    EXPECT_DEATH(MrcProfileHelper::SetDefaults("uet"), words);
    EXPECT_DEATH(MrcProfileHelper::GetAttributes("uet"), words);
}

} // namespace
