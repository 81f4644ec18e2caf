/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-system-cases.h"

#include "ns3/fabric-switch.h"

#include <string>

/**
 * @file
 * @ingroup mrc-tests
 * System tests: networks of three tiers, of parallel links and of rails.
 */

using namespace ns3;

namespace
{

using mrctest::ArrivesCase;
using mrctest::CompareCase;
using mrctest::LinkDown;
using mrctest::Outcome;
using mrctest::Setup;

/// The values of the attribute Routing.
const std::string MODES[] = {"srv6", "structured", "ecmp"};

/**
 * @param setup a run of 8 hosts, 2 per T0
 * @param parallelLinks links between a T0 and a T1
 * @return the same on two pods of 2 T0s and 2 T1s, with 2 T2s over each T1
 */
Setup
InPods(Setup setup, uint32_t parallelLinks = 1)
{
    setup.clos.t1PerPlane = 0;
    setup.clos.t0PerPod = 2;
    setup.clos.t1PerPod = 2;
    setup.clos.t2PerPlane = 4;
    setup.clos.parallelLinks = parallelLinks;
    setup.clos.coreRateBps = setup.clos.fabricRateBps;
    return setup;
}

/**
 * @ingroup mrc-tests
 * The suite.
 */
class MrcTiersTestSuite : public TestSuite
{
  public:
    MrcTiersTestSuite()
        : TestSuite("mrc-tiers", Type::SYSTEM)
    {
        for (const std::string& mode : MODES)
        {
            AddArrivals(mode);
            AddLonePackets(mode);
            AddDeadLinks(mode);
            Setup mrc;
            mrc.routing = mode;
            AddOrder(mode, mrc);
        }
        AddRoce();
        AddOrder("RoCE", Setup::Roce());
    }

  private:
    /**
     * All messages arrive, in every network.
     * @param mode value of the attribute Routing
     */
    void AddArrivals(const std::string& mode)
    {
        Setup mrc;
        mrc.routing = mode;
        mrc.Permutation(300000, 1);
        mrc.Permutation(300000, 3);
        mrc.Permutation(300000, 4);
        mrc.Incast(7, 100000);
        AddTestCase(new ArrivesCase(mode + ": three tiers", InPods(mrc)));
        AddTestCase(new ArrivesCase(mode + ": three tiers, parallel links", InPods(mrc, 3)));
        Setup rails = mrc;
        rails.clos.rails = 2;
        AddTestCase(new ArrivesCase(mode + ": two tiers, rails", rails));
        AddTestCase(
            new ArrivesCase(mode + ": three tiers, rails, parallel links", InPods(rails, 2)));
        Setup parallel = mrc;
        parallel.clos.parallelLinks = 3;
        AddTestCase(new ArrivesCase(mode + ": two tiers, parallel links", parallel));
    }

    /**
     * A single packet takes the sum of its line times and delays, to the nanosecond of ns-3's
     * default resolution.
     * @param mode value of the attribute Routing
     */
    void AddLonePackets(const std::string& mode)
    {
        struct Way
        {
            const char* name;  ///< name
            uint32_t dst;      ///< receiver; host 0 sends
            int64_t psPerByte; ///< store and forward, of all links
            int64_t delaysPs;  ///< links and switches
        };

        // Links of 500 ns, switches of 300 ns; 1 ns per byte at hosts, 0.5 ns and 2 ns above
        for (const Way& way : {Way{"two", 1, 2000, 2 * 500000 + 300000},
                               Way{"four", 3, 3000, 4 * 500000 + 3 * 300000},
                               Way{"six", 7, 7000, 6 * 500000 + 5 * 300000}})
        {
            Setup lone;
            lone.routing = mode;
            lone.clos.planes = 1;
            lone = InPods(lone);
            lone.clos.hostRateBps = 8000000000;
            lone.clos.fabricRateBps = 16000000000;
            lone.clos.coreRateBps = 4000000000;
            lone.messages = {{0, way.dst, 4096}};
            const int64_t wireBytes = mode == "srv6" ? 4258 : 4218;
            const int64_t expected = wireBytes * way.psPerByte + way.delaysPs;
            AddTestCase(
                new ArrivesCase(mode + ": a lone packet passes " + way.name + " links",
                                lone,
                                [expected](ArrivesCase& test, const Setup&, const Outcome& out) {
                                    const int64_t took = out.deliveredPs.at(0);
                                    const auto ideal = static_cast<int64_t>(out.idealPs[0]);
                                    test.Expect(took == expected, "the time computed by hand");
                                    test.Expect(expected - ideal >= 0 && expected - ideal < 100,
                                                "the ideal time is the same, except for rounding");
                                }));
        }
    }

    /**
     * Links of every kind fail forever.
     * @param mode value of the attribute Routing
     */
    void AddDeadLinks(const std::string& mode)
    {
        Setup dead;
        dead.routing = mode;
        dead.messages = {{0, 7, 20000000}, {5, 2, 20000000}};
        dead.defaults = {{"ns3::MrcEvParameters::EvProbeInterval", "50us"},
                         {"ns3::Fabric::LocalRepair", "400us"},
                         {"ns3::Fabric::RemoteConvergence", "400us"}};
        dead = InPods(dead, 2);

        struct Cut
        {
            const char* name; ///< name
            const char* a;    ///< one end
            const char* b;    ///< other end
        };

        const bool reroutes = mode == "ecmp";
        for (const Cut& cut : {Cut{"a link of the senders' T0", "p0-t0-0", "p0-t1-1"},
                               Cut{"a link of the receivers' T0", "p0-t1-2", "p0-t0-3"},
                               Cut{"a link between T1 and T2", "p0-t1-0", "p0-t2-1"}})
        {
            dead.prepare = LinkDown(50, 0, cut.a, cut.b);
            AddTestCase(new ArrivesCase(
                mode + ": " + cut.name + " dies",
                dead,
                [reroutes](ArrivesCase& test, const Setup&, const Outcome& out) {
                    test.Expect(out.counters.evRetired > 0, "EVs of the dead link are retired");
                    test.Expect(out.counters.timeouts == 0, "no timer expires");
                    test.Expect(
                        (out.counters.evRestored > 0) == reroutes,
                        "they return to service if, and only if, switches learn another path");
                }));
        }
        dead.prepare = [](Ptr<RdmaCluster> cluster) {
            FabricSwitch* t2 =
                RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T2, 1, 3);
            Simulator::Schedule(MicroSeconds(50), &FabricSwitch::SetForwarding, t2, false);
        };
        AddTestCase(new ArrivesCase(mode + ": a T2 goes silent",
                                    dead,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.counters.evRetired > 0,
                                                    "its EVs are retired");
                                        test.Expect(out.counters.evRestored == 0, "forever");
                                    }));
    }

    /**
     * The order of instantiation does not matter.
     * @param what the situation
     * @param base hosts and transport
     */
    void AddOrder(const std::string& what, const Setup& base)
    {
        Setup lazy = InPods(base, 2);
        lazy.Permutation(500000, 3);
        lazy.Incast(5, 300000);
        lazy.defaults = {{"ns3::Fabric::LocalRepair", "60us"},
                         {"ns3::Fabric::RemoteConvergence", "80us"}};
        const auto flap = LinkDown(30, 200, "p0-t1-0", "p0-t2-1");
        lazy.prepare = flap;
        Setup touched = lazy;
        touched.prepare = [flap](Ptr<RdmaCluster> cluster) {
            mrctest::TouchAll(cluster);
            flap(cluster);
        };
        AddTestCase(new CompareCase(what + ": any order of instantiation", lazy, touched, true));
    }

    /** RoCE in pods, lossless and lossy. */
    void AddRoce()
    {
        Setup roce = Setup::Roce();
        roce.Permutation(1000000, 4);
        roce.Incast(7, 300000);
        AddTestCase(new ArrivesCase("RoCE with PFC: nothing is lost in three tiers",
                                    InPods(roce, 2),
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.totals.GetDrops() == 0, "no loss");
                                        test.Expect(out.pausedNs > 0, "but pauses");
                                    }));
        roce.pfc = false;
        AddTestCase(new ArrivesCase("RoCE without PFC: three tiers", InPods(roce)));
        roce.pfc = true;
        roce.messages = {{0, 7, 20000000}, {1, 6, 20000000}};
        roce.defaults = {{"ns3::Fabric::LocalRepair", "100us"},
                         {"ns3::Fabric::RemoteConvergence", "200us"}};
        roce.prepare = [](Ptr<RdmaCluster> cluster) {
            // All paths by one T1 of the senders' pod, which their T0 learns from remote switches
            LinkDown(50, 0, "p0-t1-0", "p0-t2-0")(cluster);
            LinkDown(50, 0, "p0-t1-0", "p0-t2-1")(cluster);
        };
        AddTestCase(new ArrivesCase("RoCE: a T1 loses all its T2s", InPods(roce)));
    }
};

MrcTiersTestSuite g_mrcTiersTestSuite; ///< the suite

} // namespace
