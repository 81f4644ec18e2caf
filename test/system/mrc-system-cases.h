/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_SYSTEM_CASES_H
#define MRC_SYSTEM_CASES_H

#include "mrc-system-run.h"

#include "ns3/test.h"

#include <functional>
#include <string>

/**
 * @file
 * @ingroup mrc-tests
 * Kinds of system tests: all messages arrive, two runs are equal, a QP gives up.
 */

namespace mrctest
{

/**
 * @ingroup mrc-tests
 * A run in which everything must arrive and the counters must balance; subclasses check more.
 */
class ArrivesCase : public TestCase
{
  public:
    /// Further checks of a subclass.
    using Check = std::function<void(ArrivesCase&, const Setup&, const Outcome&)>;

    /**
     * @param name the situation
     * @param setup the run
     * @param check further checks; may be empty
     */
    ArrivesCase(const std::string& name, const Setup& setup, Check check = nullptr)
        : TestCase(name),
          m_setup(setup),
          m_check(check)
    {
    }

    /**
     * @param condition must hold
     * @param message its meaning
     */
    void Expect(bool condition, const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, message);
    }

  private:
    void DoRun() override
    {
        const Outcome out = Execute(m_setup);
        uint64_t bytes = 0;
        for (const auto& m : m_setup.messages)
        {
            bytes += m.bytes;
        }
        NS_TEST_EXPECT_MSG_EQ(out.deliveredPs.size(), m_setup.messages.size(), "delivered");
        NS_TEST_EXPECT_MSG_EQ(out.sent, m_setup.messages.size(), "acknowledged");
        NS_TEST_EXPECT_MSG_EQ(out.failed, 0, "given up");
        NS_TEST_EXPECT_MSG_EQ(out.repeatedTokens, 0, "delivered twice");
        NS_TEST_EXPECT_MSG_EQ(out.counters.bytesDelivered, bytes, "bytes placed");
        NS_TEST_EXPECT_MSG_EQ(out.qpErrors, 0, "QPs in ERROR");
        NS_TEST_EXPECT_MSG_EQ(out.conservation, "", "conservation");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(out.GetMinSlowdown(),
                                    1.0,
                                    "no message is faster than the ideal time");
        if (m_check)
        {
            m_check(*this, m_setup, out);
        }
    }

    Setup m_setup; ///< the run
    Check m_check; ///< further checks
};

/**
 * @ingroup mrc-tests
 * Two runs whose outcomes are compared.
 */
class CompareCase : public TestCase
{
  public:
    /// Comparison of the two outcomes.
    using Check = std::function<void(CompareCase&, const Outcome&, const Outcome&)>;

    /**
     * @param name the situation
     * @param a one run
     * @param b the other
     * @param check comparison of the two outcomes
     */
    CompareCase(const std::string& name, const Setup& a, const Setup& b, Check check)
        : TestCase(name),
          m_a(a),
          m_b(b),
          m_check(check)
    {
    }

    /**
     * @param name the situation
     * @param a one run
     * @param b the other
     * @param same true if all times and counts must be equal, false if some must differ
     */
    CompareCase(const std::string& name, const Setup& a, const Setup& b, bool same)
        : CompareCase(name, a, b, [same](CompareCase& test, const Outcome& x, const Outcome& y) {
              test.Expect(x.IsSame(y) == same, "equality of the runs");
          })
    {
    }

    /**
     * @param condition must hold
     * @param message its meaning
     */
    void Expect(bool condition, const std::string& message)
    {
        NS_TEST_EXPECT_MSG_EQ(condition, true, message);
    }

  private:
    void DoRun() override
    {
        const Outcome a = Execute(m_a);
        const Outcome b = Execute(m_b);
        NS_TEST_EXPECT_MSG_EQ(a.deliveredPs.size(), m_a.messages.size(), "delivered");
        NS_TEST_EXPECT_MSG_EQ(b.deliveredPs.size(), m_b.messages.size(), "delivered");
        m_check(*this, a, b);
    }

    Setup m_a;     ///< one run
    Setup m_b;     ///< the other
    Check m_check; ///< comparison
};

/**
 * @ingroup mrc-tests
 * A run that cannot finish: the QP must give up and flush, not hang.
 */
class GivesUpCase : public TestCase
{
  public:
    /**
     * @param name the situation
     * @param setup the run
     */
    GivesUpCase(const std::string& name, const Setup& setup)
        : TestCase(name),
          m_setup(setup)
    {
    }

  private:
    void DoRun() override
    {
        const Outcome out = Execute(m_setup);
        NS_TEST_EXPECT_MSG_EQ(out.failed, m_setup.messages.size(), "messages given up");
        NS_TEST_EXPECT_MSG_GT(out.qpErrors, 0, "QPs in ERROR");
        NS_TEST_EXPECT_MSG_GT(out.counters.timeouts, 0, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(out.conservation, "", "conservation");
    }

    Setup m_setup; ///< the run
};

/**
 * @param microseconds time of the fault
 * @param forMicroseconds duration; 0: forever
 * @param a name of a host or switch
 * @param b name of another one
 * @param index number of the link between them
 * @return a preparation that takes this link down
 */
inline std::function<void(Ptr<RdmaCluster>)>
LinkDown(int microseconds,
         int forMicroseconds,
         const std::string& a,
         const std::string& b,
         uint32_t index = 0)
{
    return [=](Ptr<RdmaCluster> cluster) {
        FabricPort* port = RdmaClusterHelper::GetPort(cluster, a, b, index);
        Ptr<Fabric> fabric = cluster->GetFabric();
        Simulator::Schedule(MicroSeconds(microseconds), &Fabric::SetLinkUp, fabric, port, false);
        if (forMicroseconds)
        {
            Simulator::Schedule(MicroSeconds(microseconds + forMicroseconds),
                                &Fabric::SetLinkUp,
                                fabric,
                                port,
                                true);
        }
    };
}

/**
 * @param microseconds time of the fault
 * @param forMicroseconds duration; 0: forever
 * @param plane plane
 * @param t0 T0 number
 * @param t1 T1 number
 * @return a preparation that takes this link down
 */
inline std::function<void(Ptr<RdmaCluster>)>
LinkDown(int microseconds, int forMicroseconds, uint32_t plane, uint32_t t0, uint32_t t1)
{
    using Tier = FabricSwitchPosition::Tier;
    return LinkDown(microseconds,
                    forMicroseconds,
                    FabricNames::NamePosition({Tier::T0, plane, t0}),
                    FabricNames::NamePosition({Tier::T1, plane, t1}));
}

} // namespace mrctest

#endif // MRC_SYSTEM_CASES_H
