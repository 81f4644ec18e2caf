/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results/environment.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <stdlib.h>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;

/// Environment variables of ns-3, which are restored after the test.
class Environment : public testing::Test
{
  protected:
    Environment()
    {
        unsetenv("NS_ATTRIBUTE_DEFAULT");
        unsetenv("NS_GLOBAL_VALUE");
    }

    ~Environment() override
    {
        unsetenv("NS_ATTRIBUTE_DEFAULT");
        unsetenv("NS_GLOBAL_VALUE");
    }

    /// Problems by variable.
    static std::vector<std::string> Refused()
    {
        std::vector<std::string> texts;
        for (const auto& problem : CheckEnvironment())
        {
            texts.push_back(ToString(problem));
        }
        return texts;
    }
};

using Texts = std::vector<std::string>;

TEST_F(Environment, WithoutVariablesNothingIsRefused)
{
    EXPECT_EQ(Refused(), Texts{});
    setenv("NS_ATTRIBUTE_DEFAULT", "", 1);
    setenv("NS_GLOBAL_VALUE", "", 1);
    EXPECT_EQ(Refused(), Texts{});
}

TEST_F(Environment, DefaultsOfAttributesAreRefused)
{
    setenv("NS_ATTRIBUTE_DEFAULT", "ns3::MrcNscc::Fi=7", 1);
    EXPECT_EQ(Refused(),
              Texts{"NS_ATTRIBUTE_DEFAULT: found ns3::MrcNscc::Fi=7 in the environment, which "
                    "config.json does not record; allowed: transport.attributes of the scenario"});
}

TEST_F(Environment, OfGlobalValuesTheSchedulerAloneIsAllowed)
{
    setenv("NS_GLOBAL_VALUE", "SchedulerType=ns3::MapScheduler;", 1);
    EXPECT_EQ(Refused(), Texts{});
    setenv("NS_GLOBAL_VALUE", "SchedulerType=ns3::MapScheduler;RngRun=3;ChecksumEnabled=1", 1);
    EXPECT_EQ(Refused(),
              (Texts{"NS_GLOBAL_VALUE: found RngRun=3 in the environment, which config.json does "
                     "not record; allowed: SchedulerType alone, and seed of the scenario",
                     "NS_GLOBAL_VALUE: found ChecksumEnabled=1 in the environment, which "
                     "config.json does not record; allowed: SchedulerType alone"}));
}

} // namespace
