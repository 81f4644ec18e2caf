/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "results/result-rows.h"
#include "run/scenario.h"
#include "scenario-harness.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

/**
 * @file
 * Transports of both data classes on one NIC.
 */

namespace
{

using namespace mrcsim;

TEST(TwoClasses, APortThatIsOffForAMomentServesBothAgain)
{
    // MRC keeps its queue full; RoCE seldom has a packet, of the second class
    auto document = nlohmann::ordered_json::parse(R"({
      "schema": 1, "name": "classes", "stop": "1ms",
      "topology": {"type": "clos", "hosts": 2, "hostsPerT0": 2, "t1PerPlane": 0, "planes": 1},
      "transport": {"type": "mrc", "attributes": {"ns3::RoceQpFactory::DataClass": "Second"}},
      "workload": [
        {"name": "full", "type": "write", "hosts": [0, 1], "bytes": 2000000},
        {"name": "few", "type": "write", "hosts": [0, 1], "bytes": 1000, "repeat": 40,
         "transport": "roce", "plane": 0}]})");
    const auto undisturbed = RunScenario(LoadDocument(document));
    for (const int64_t ns : {3000, 7133, 11270, 20411, 33333, 50001})
    {
        document["faults"] = {{{"what", "port-admin"},
                               {"at", ns},
                               {"for", 20},
                               {"host", 0},
                               {"plane", 0},
                               {"up", false}}};
        const auto results = RunScenario(LoadDocument(document));
        ASSERT_EQ(results.jobs.size(), undisturbed.jobs.size());
        for (size_t i = 0; i < results.jobs.size(); ++i)
        {
            EXPECT_LT(*results.jobs[i].end, *undisturbed.jobs[i].end + ns3::RdmaTick::Us(20)) << ns;
        }
    }
}

} // namespace
