/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-system-cases.h"

#include "ns3/double.h"
#include "ns3/fabric-switch.h"
#include "ns3/rdma-nic.h"
#include "ns3/uinteger.h"

#include <memory>
#include <string>

/**
 * @file
 * @ingroup mrc-tests
 * System tests: transports, NICs and fabric assembled, on 2 to 16 hosts.
 */

using namespace ns3;

namespace
{

using mrctest::ArrivesCase;
using mrctest::CompareCase;
using mrctest::GivesUpCase;
using mrctest::LinkDown;
using mrctest::Outcome;
using mrctest::Setup;

/**
 * @ingroup mrc-tests
 * The suite.
 */
class MrcSystemTestSuite : public TestSuite
{
  public:
    MrcSystemTestSuite()
        : TestSuite("mrc-system", Type::SYSTEM)
    {
        AddAlone();
        AddPatterns();
        AddLossless();
        AddFaults();
        AddComparisons();
    }

  private:
    /**
     * Under one T0 every trim is one of the last hop, which penalizes no path (mrc reference, 6.2).
     * @param marks true: the last hop marks, and so paths are penalized nevertheless
     */
    void AddLocalIncast(bool marks)
    {
        Setup s;
        s.clos.hostsPerT0 = s.clos.hosts;
        s.clos.t1PerPlane = 0;
        s.Incast(7, 500000);
        s.defaults["ns3::MrcEvParameters::ReportSkip"] = "true";
        s.defaults["ns3::FabricSwitchParameters::EcnOnLastHop"] = marks ? "true" : "false";
        auto skips = std::make_shared<uint32_t>(0);
        s.prepare = [skips](Ptr<RdmaCluster> cluster) {
            for (uint32_t host = 1; host < 8; ++host)
            {
                cluster->GetNic(host)->TraceConnectWithoutContext(
                    "QpEvent",
                    Callback<void, const RdmaNicEvent&>([skips](const RdmaNicEvent& e) {
                        *skips += e.event.kind == RdmaEvent::Kind::EV_SKIP;
                    }));
            }
        };
        AddTestCase(
            new ArrivesCase(std::string("MRC incast under one T0: ") +
                                (marks ? "marks penalize paths" : "trims penalize no path"),
                            s,
                            [skips, marks](ArrivesCase& test, const Setup&, const Outcome& out) {
                                test.Expect(out.counters.trimsReceived > 0, "the last hop trims");
                                test.Expect(out.counters.evRetired == 0, "no EV is retired");
                                test.Expect((*skips > 0) == marks, "only marks make senders skip");
                            }));
    }

    /** One message on an idle network takes its ideal time. */
    void AddAlone()
    {
        const auto nearIdeal = [](ArrivesCase& test, const Setup&, const Outcome& out) {
            // Spraying may give one plane a packet more than its share: 341 ns at 100 Gb/s.
            const double limit = 1.02 * out.idealPs[0] + 341000;
            test.Expect(out.deliveredPs.at(0) < limit, "alone on the network, near the ideal time");
            test.Expect(out.counters.retransmits == 0, "nothing is sent twice");
            test.Expect(out.totals.GetDrops() == 0, "nothing is dropped");
        };
        for (const uint32_t planes : {1, 2, 4, 8})
        {
            for (const uint64_t bytes : {1, 4096, 4097, 100000, 3000000})
            {
                Setup s;
                s.clos.planes = planes;
                s.messages = {{0, 7, bytes}};
                Add("MRC alone", planes, bytes, s, nearIdeal);
            }
        }
        for (const uint64_t bytes : {1, 4096, 4097, 100000, 3000000})
        {
            Setup s = Setup::Roce();
            s.messages = {{0, 7, bytes}};
            Add("RoCE alone", 1, bytes, s, nearIdeal);
        }
        Setup local;
        local.messages = {{0, 1, 3000000}};
        Add("MRC alone under one T0", local.clos.planes, 3000000, local, nearIdeal);
        Setup pair;
        pair.clos.hosts = 2;
        pair.clos.t1PerPlane = 0;
        pair.messages = {{0, 1, 1000000}, {1, 0, 1000000}};
        AddTestCase(new ArrivesCase("Two hosts, one switch per plane, both directions", pair));
    }

    /** Patterns that fill the network. */
    void AddPatterns()
    {
        Setup p;
        p.clos.hosts = 16;
        p.clos.hostsPerT0 = 4;
        p.clos.t1PerPlane = 4;
        p.Permutation(2000000, 4);
        AddTestCase(new ArrivesCase("MRC permutation across T0s",
                                    p,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.GetMaxSlowdown() < 1.25,
                                                    "sprayed flows do not collide");
                                    }));

        Setup incast;
        incast.clos.hosts = 16;
        incast.clos.hostsPerT0 = 4;
        incast.clos.t1PerPlane = 4;
        incast.Incast(15, 500000);
        AddTestCase(new ArrivesCase("MRC incast 15:1 trims and loses nothing",
                                    incast,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.totals.trims > 0, "the last hop trims");
                                        test.Expect(out.totals.GetDrops() == 0, "no frame is lost");
                                        test.Expect(out.GetMaxSlowdown() < 15 * 1.1,
                                                    "the last hop is busy all the time");
                                    }));

        Setup noTrim = incast;
        noTrim.trimming = false;
        AddTestCase(new ArrivesCase("MRC incast 15:1 without trimming drops and recovers",
                                    noTrim,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.totals.trims == 0, "nothing is trimmed");
                                        test.Expect(out.counters.retransmits > 0,
                                                    "lost frames are sent again");
                                    }));

        AddLocalIncast(false);
        AddLocalIncast(true);

        Setup manyMessages;
        for (int i = 0; i < 50; ++i)
        {
            manyMessages.messages.push_back({0, 7, static_cast<uint64_t>(1 + i * 777)});
            manyMessages.messages.push_back({7, 0, static_cast<uint64_t>(1 + i * 333)});
        }
        AddTestCase(new ArrivesCase("MRC: a hundred messages both ways on one QP", manyMessages));
        manyMessages = [&] {
            Setup s = Setup::Roce();
            s.messages = manyMessages.messages;
            return s;
        }();
        AddTestCase(new ArrivesCase("RoCE: a hundred messages both ways on one QP", manyMessages));
    }

    /** With PFC nothing is lost; without it the same load loses frames. */
    void AddLossless()
    {
        const auto lossless = [](ArrivesCase& test, const Setup&, const Outcome& out) {
            test.Expect(out.totals.GetDrops() == 0, "no frame is lost");
            test.Expect(out.pausedNs > 0, "ports are paused");
            test.Expect(out.counters.retransmits == 0, "nothing is sent twice");
        };
        Setup incast = Setup::Roce();
        incast.clos.hosts = 16;
        incast.clos.hostsPerT0 = 4;
        incast.clos.t1PerPlane = 4;
        incast.Incast(15, 2000000);
        AddTestCase(new ArrivesCase("RoCE incast 15:1 with PFC loses nothing", incast, lossless));
        Setup lossy = incast;
        lossy.pfc = false;
        AddTestCase(new ArrivesCase("RoCE incast 15:1 without PFC loses and recovers",
                                    lossy,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.totals.GetDrops() > 0, "frames are lost");
                                        test.Expect(out.counters.retransmits > 0,
                                                    "go-back-N repeats them");
                                    }));
        Setup permutation = Setup::Roce();
        permutation.clos.hosts = 16;
        permutation.clos.hostsPerT0 = 8;
        permutation.clos.t1PerPlane = 8;
        for (uint32_t qp = 0; qp < 4; ++qp)
        {
            for (uint32_t h = 0; h < 16; ++h)
            {
                permutation.messages.push_back({h, (h + 8) % 16, 500000, qp});
            }
        }
        AddTestCase(new ArrivesCase("RoCE permutation with 4 QPs and PFC loses nothing",
                                    permutation,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.totals.GetDrops() == 0, "no loss");
                                    }));
    }

    /** Links and switches that fail in the middle. */
    void AddFaults()
    {
        Setup down;
        down.Permutation(3000000, 2);
        down.prepare = LinkDown(50, 0, 0, 0, 1);
        AddTestCase(new ArrivesCase(
            "MRC: a T0-T1 link dies for good",
            down,
            [](ArrivesCase& test, const Setup&, const Outcome& out) {
                test.Expect(out.totals.GetDrops() > 0, "frames are lost with the link");
                test.Expect(out.counters.evRetired > 0, "its EVs are retired");
                test.Expect(out.counters.timeouts == 0, "no timer expires");
            }));
        Setup flap = down;
        flap.prepare = LinkDown(50, 100, 0, 0, 1);
        AddTestCase(new ArrivesCase("MRC: a T0-T1 link flaps", flap));

        Setup silent = down;
        silent.prepare = [](Ptr<RdmaCluster> cluster) {
            FabricSwitch* t1 =
                RdmaClusterHelper::GetSwitch(cluster, FabricSwitchPosition::Tier::T1, 1, 0);
            Simulator::Schedule(MicroSeconds(40), &FabricSwitch::SetForwarding, t1, false);
        };
        AddTestCase(new ArrivesCase("MRC: a T1 goes silent", silent));

        Setup nicPort;
        nicPort.messages = {{0, 7, 3000000}};
        nicPort.prepare = [](Ptr<RdmaCluster> cluster) {
            Simulator::Schedule(MicroSeconds(40),
                                &Fabric::SetLinkUp,
                                cluster->GetFabric(),
                                cluster->GetNic(0)->GetPort(1),
                                false);
        };
        AddTestCase(new ArrivesCase("MRC: the sender loses a NIC port", nicPort));

        Setup lossy = down;
        lossy.prepare = [](Ptr<RdmaCluster> cluster) {
            for (uint32_t plane = 0; plane < 2; ++plane)
            {
                cluster->GetNic(3)->GetPort(plane)->peer->SetLoss(0x028F5C28); // 1 %
            }
        };
        AddTestCase(new ArrivesCase("MRC: a receiver loses 1 % of all frames",
                                    lossy,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.counters.retransmits > 0,
                                                    "lost frames are sent again");
                                    }));

        Setup roce = Setup::Roce();
        roce.messages = {{0, 7, 3000000}};
        roce.prepare = [](Ptr<RdmaCluster> cluster) {
            cluster->GetNic(7)->GetPort(0)->peer->SetLoss(0x028F5C28); // 1 %
        };
        AddTestCase(new ArrivesCase("RoCE: a receiver loses 1 % of all frames",
                                    roce,
                                    [](ArrivesCase& test, const Setup&, const Outcome& out) {
                                        test.Expect(out.counters.retransmits > 0,
                                                    "go-back-N repeats them");
                                    }));

        Setup cut = Setup::Roce();
        cut.messages = {{0, 7, 3000000}};
        cut.prepare = [](Ptr<RdmaCluster> cluster) {
            Simulator::Schedule(MicroSeconds(20),
                                &Fabric::SetLinkUp,
                                cluster->GetFabric(),
                                cluster->GetNic(7)->GetPort(0),
                                false);
        };
        AddTestCase(new GivesUpCase("RoCE: the receiver's only link dies: the QP fails", cut));
    }

    /** The same run again, and other runs. */
    void AddComparisons()
    {
        Setup s;
        s.Permutation(1000000, 2);
        s.Incast(5, 300000);
        s.prepare = LinkDown(30, 50, 1, 1, 0);
        Setup r = Setup::Roce();
        r.Permutation(1000000, 2);
        r.Incast(5, 300000);
        for (const Setup& base : {s, r})
        {
            const std::string name = base.transport;
            Setup touched = base;
            touched.prepare = [prepare = base.prepare](Ptr<RdmaCluster> cluster) {
                mrctest::TouchAll(cluster);
                if (prepare)
                {
                    prepare(cluster);
                }
            };
            AddTestCase(
                new CompareCase(name + ": any order of instantiation", base, touched, true));
            AddTestCase(new CompareCase(name + ": same run twice", base, base, true));
            Setup other = base;
            other.run = 2;
            AddTestCase(new CompareCase(name + ": another seed differs", base, other, false));
            for (const char* scheduler : {"Map", "PriorityQueue", "Heap", "List", "Calendar"})
            {
                Setup with = base;
                with.scheduler = std::string("ns3::") + scheduler + "Scheduler";
                AddTestCase(new CompareCase(name + ": same results with " + with.scheduler,
                                            base,
                                            with,
                                            true));
            }
        }
    }

    /**
     * @param what the situation
     * @param planes part of the name
     * @param bytes part of the name
     * @param setup the run
     * @param check further checks
     */
    void Add(const std::string& what,
             uint32_t planes,
             uint64_t bytes,
             const Setup& setup,
             ArrivesCase::Check check)
    {
        AddTestCase(new ArrivesCase(what + ", " + std::to_string(planes) + " plane(s), " +
                                        std::to_string(bytes) + " B",
                                    setup,
                                    check));
    }
};

MrcSystemTestSuite g_mrcSystemTestSuite; ///< the suite

} // namespace
