/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-system-cases.h"

#include "ns3/fabric-switch.h"
#include "ns3/nstime.h"

/**
 * @file
 * @ingroup mrc-tests
 * System tests: MRC with srv6, structured and ecmp (mrc reference, 3.2), with equal results where
 * paths coincide.
 */

using namespace ns3;

namespace
{

using mrctest::ArrivesCase;
using mrctest::CompareCase;
using mrctest::LinkDown;
using mrctest::Outcome;
using mrctest::Setup;

/// Line time of the outer IPv6 header at 8 Gb/s, ps.
constexpr int64_t OUTER_HEADER_PS = 40 * 1000;

/// The values of the attribute Routing.
const std::string MODES[] = {"srv6", "structured", "ecmp"};

/**
 * @ingroup mrc-tests
 * The suite.
 */
class MrcRoutingTestSuite : public TestSuite
{
  public:
    MrcRoutingTestSuite()
        : TestSuite("mrc-routing", Type::SYSTEM)
    {
        AddArrivals();
        AddSelectors();
        AddCoincidences();
        AddHeaderDifference();
        AddDeadLink();
        AddBytes();
    }

  private:
    /** All messages arrive in every mode, alone, under load and with losses. */
    void AddArrivals()
    {
        for (const std::string& mode : MODES)
        {
            Setup alone;
            alone.routing = mode;
            alone.messages = {{0, 7, 3000000}};
            AddTestCase(
                new ArrivesCase(mode + ": alone",
                                alone,
                                [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                    const double limit = 1.02 * out.idealPs[0] + 341000;
                                    test.Expect(out.deliveredPs.at(0) < limit, "near the ideal");
                                    test.Expect(out.totals.GetDrops() == 0, "nothing is dropped");
                                }));

            Setup lossy;
            lossy.routing = mode;
            lossy.Permutation(1000000, 2);
            lossy.prepare = [](Ptr<RdmaCluster> cluster) {
                for (uint32_t plane = 0; plane < 2; ++plane)
                {
                    cluster->GetNic(3)->GetPort(plane)->peer->SetLoss(0x0A3D70A3); // 4 %
                }
            };
            AddTestCase(new ArrivesCase(mode + ": a receiver loses 4 % of all frames",
                                        lossy,
                                        [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                            test.Expect(out.counters.retransmits > 0, "sent again");
                                        }));

            Setup incast;
            incast.routing = mode;
            incast.Incast(7, 500000);
            AddTestCase(new ArrivesCase(mode + ": incast 7:1 trims",
                                        incast,
                                        [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                            test.Expect(out.totals.trims > 0, "the last hop trims");
                                            test.Expect(out.totals.GetDrops() == 0,
                                                        "no frame is lost");
                                        }));
        }
    }

    /** Every path selector works with every kind of path, including one that fails for a time. */
    void AddSelectors()
    {
        for (const std::string selector :
             {"Spray", "Oblivious", "Reps", "Bitmap", "Mixed", "Single"})
        {
            for (const std::string& mode : MODES)
            {
                Setup s;
                s.routing = mode;
                s.defaults = {
                    {"ns3::MrcQpFactory::PathSelector", "ns3::Mrc" + selector + "Selector"},
                    {"ns3::Fabric::LocalRepair", "100us"},
                    {"ns3::Fabric::RemoteConvergence", "100us"}};
                s.Permutation(500000, 2);
                s.prepare = LinkDown(30, 200, 0, 0, 1);
                AddTestCase(new ArrivesCase(selector + " over " + mode + ", a link flaps", s));
            }
        }
    }

    /** If there is only one path, all modes give the same results. */
    void AddCoincidences()
    {
        Setup local;
        local.messages = {{0, 1, 2000000}, {1, 0, 300000}, {4, 5, 1000000}, {5, 4, 1}};
        AddPlainPair("Hosts under one T0", local);
        Setup narrow;
        narrow.clos.t1PerPlane = 1;
        narrow.Permutation(500000, 2);
        narrow.Incast(5, 100000);
        AddPlainPair("One T1 per plane", narrow);
    }

    /**
     * @param what the situation
     * @param setup a network in which every pair has one path per plane
     */
    void AddPlainPair(const std::string& what, const Setup& setup)
    {
        Setup structured = setup;
        structured.routing = "structured";
        Setup ecmp = setup;
        ecmp.routing = "ecmp";
        AddTestCase(
            new CompareCase(what + ": structured and ecmp are the same", structured, ecmp, true));
    }

    /** A single packet pays only for the outer header, once per hop. */
    void AddHeaderDifference()
    {
        struct Way
        {
            const char* name; ///< name
            uint32_t dst;     ///< receiver; host 0 sends
            int64_t hops;     ///< number of links on the path
        };

        for (const Way& way : {Way{"across a T1", 7, 4}, Way{"under one T0", 1, 2}})
        {
            Setup srv6;
            srv6.clos.planes = 1;
            srv6.clos.hostRateBps = 8000000000; // a byte per ns: exact at ns-3's default resolution
            srv6.clos.fabricRateBps = 8000000000;
            srv6.messages = {{0, way.dst, 4096}};
            Setup structured = srv6;
            structured.routing = "structured";
            const auto check = [way](CompareCase& test, const Outcome& a, const Outcome& b) {
                const int64_t difference = a.deliveredPs.at(0) - b.deliveredPs.at(0);
                test.Expect(difference == way.hops * OUTER_HEADER_PS, "40 B per hop");
                test.Expect(a.idealPs[0] - b.idealPs[0] ==
                                static_cast<uint64_t>(way.hops * OUTER_HEADER_PS),
                            "and so says the ideal time");
            };
            AddTestCase(new CompareCase(std::string("A lone packet ") + way.name +
                                            ": srv6 is 40 B of line time per hop slower",
                                        srv6,
                                        structured,
                                        check));
        }
    }

    /** Only hashing switches ever reroute, and only after they have detected the failure. */
    void AddDeadLink()
    {
        for (const std::string& mode : MODES)
        {
            Setup dead;
            dead.routing = mode;
            dead.messages = {{0, 7, 30000000}, {1, 6, 30000000}};
            dead.defaults = {{"ns3::MrcEvParameters::EvProbeInterval", "50us"},
                             {"ns3::Fabric::LocalRepair", "400us"},
                             {"ns3::Fabric::RemoteConvergence", "400us"}};
            dead.prepare = LinkDown(50, 0, 0, 0, 1);
            const bool reroutes = mode == "ecmp";
            AddTestCase(new ArrivesCase(
                mode + ": a T0-T1 link dies for good",
                dead,
                [reroutes](ArrivesCase& test, const Setup&, const Outcome& out) {
                    test.Expect(out.counters.evRetired > 0, "EVs of the dead link are retired");
                    test.Expect(out.counters.timeouts == 0, "no timer expires");
                    test.Expect(
                        (out.counters.evRestored > 0) == reroutes,
                        "they return to service if, and only if, switches learn another path");
                }));
        }
    }

    /** Making and parsing the bytes of every frame changes nothing. */
    void AddBytes()
    {
        Setup mrc;
        mrc.Permutation(500000, 2);
        mrc.Incast(5, 300000);
        mrc.prepare = LinkDown(30, 50, 1, 1, 0);
        for (const std::string& mode : MODES)
        {
            mrc.routing = mode;
            AddBytesPair(mode, mrc);
        }
        mrc.defaults = {{"ns3::Fabric::Icrc", "true"},
                        {"ns3::Fabric::Srv6EvOrder", "HighHalfInPort"}};
        AddBytesPair("Another order of the EV, computed iCRCs", mrc);
        Setup roce = Setup::Roce();
        roce.messages = mrc.messages;
        AddBytesPair("RoCE with PFC", roce);
        roce.pfc = false;
        AddBytesPair("RoCE without PFC", roce);
    }

    /**
     * @param what the situation
     * @param setup a run
     */
    void AddBytesPair(const std::string& what, const Setup& setup)
    {
        Setup blind = setup;
        blind.verifyWire = false;
        AddTestCase(new CompareCase(what + ": bytes or not, same results", setup, blind, true));
    }
};

MrcRoutingTestSuite g_mrcRoutingTestSuite; ///< the suite

} // namespace
