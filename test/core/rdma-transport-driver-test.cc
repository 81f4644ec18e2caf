/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-transport-driver.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace
{

using namespace ns3;
using mrctest::RdmaTransportDriver;

/// A transport whose outputs the test sets.
class FakeTransport : public RdmaTransport
{
  public:
    void PostSend(RdmaTick, const RdmaWorkRequest&) override
    {
    }

    void OnPdu(RdmaTick, const RdmaPdu&, const RdmaRxInfo&) override
    {
    }

    void OnTimeout(RdmaTick) override
    {
        wakeup = wakeupAfterTimeout;
    }

    void OnPortStatus(RdmaTick, uint8_t, bool) override
    {
    }

    bool PollControl(RdmaTick, RdmaTxPdu&) override
    {
        return controls-- > 0;
    }

    RdmaPoll PollTransmit(RdmaTick, uint32_t, RdmaTxPdu& tx) override
    {
        tx.port = 1;
        return answer;
    }

    bool PollCompletion(RdmaCompletion&) override
    {
        return false;
    }

    bool PollEvent(RdmaEvent&) override
    {
        return false;
    }

    RdmaTick NextWakeup() const override
    {
        return wakeup;
    }

    bool IsBusy() const override
    {
        return false;
    }

    bool IsError() const override
    {
        return false;
    }

    uint64_t GetInflightBytes() const override
    {
        return 0;
    }

    Ptr<Object> GetControlObject() const override
    {
        return nullptr;
    }

    uint64_t GetWindowBytes() const override
    {
        return 0;
    }

    const RdmaCounters& GetCounters() const override
    {
        return counters;
    }

    std::string Describe(RdmaTick) const override
    {
        return "fake";
    }

    /// @param outputs bits of RdmaOutput that it raises from now on
    void Raise(uint8_t outputs)
    {
        m_outputs = outputs;
    }

    int controls{0};                    ///< number of control PDUs available
    RdmaPoll answer{RdmaPoll::NOTHING}; ///< result of PollTransmit; the port is 1
    RdmaTick wakeup{RdmaTick::Us(5)};   ///< time of the next wake-up
    RdmaTick wakeupAfterTimeout;        ///< the same after OnTimeout
    RdmaCounters counters;              ///< all 0
};

/// A driver of a fake transport, and the problems it reports.
class RdmaTransportDriverTest : public testing::Test
{
  protected:
    FakeTransport m_qp;                  ///< the transport
    std::vector<std::string> m_problems; ///< reported so far
    RdmaTransportDriver m_driver{m_qp, [this](const std::string& what) {
                                     m_problems.push_back(what);
                                 }}; ///< drives it
    RdmaTick m_now;                  ///< the time
    RdmaTxPdu m_tx;                  ///< the last PDU taken
};

TEST_F(RdmaTransportDriverTest, RaisedOutputsAreTakenWithoutComplaint)
{
    m_qp.controls = 2;
    EXPECT_TRUE(m_driver.TakeControl(m_now, m_tx));
    EXPECT_TRUE(m_driver.TakeControl(m_now, m_tx));
    EXPECT_FALSE(m_driver.TakeControl(m_now, m_tx));
    m_qp.answer = RdmaPoll::PDU;
    EXPECT_EQ(m_driver.Offer(m_now, 2, m_tx), RdmaPoll::PDU);
    EXPECT_TRUE(m_problems.empty());
}

TEST_F(RdmaTransportDriverTest, AnOutputThatIsNotRaisedMustBeEmpty)
{
    m_qp.Raise(RDMA_OUTPUT_ALL & ~RDMA_OUTPUT_CONTROL);
    EXPECT_FALSE(m_driver.TakeControl(m_now, m_tx));
    EXPECT_TRUE(m_problems.empty());
    m_qp.controls = 1;
    EXPECT_TRUE(m_driver.TakeControl(m_now, m_tx));
    EXPECT_EQ(m_problems.size(), 1U);
}

TEST_F(RdmaTransportDriverTest, WhoeverWaitsForAPortHasRaisedTransmit)
{
    m_qp.Raise(0);
    m_qp.answer = RdmaPoll::NO_PORT;
    m_driver.Offer(m_now, 0, m_tx);
    EXPECT_EQ(m_problems.size(), 1U);
}

TEST_F(RdmaTransportDriverTest, APacketLeavesByAPortThatWasOffered)
{
    m_qp.answer = RdmaPoll::PDU;
    m_driver.Offer(m_now, 0b101, m_tx);
    EXPECT_EQ(m_problems.size(), 1U);
}

TEST_F(RdmaTransportDriverTest, AWakeUpDoesNotMoveUnlessTransmitIsRaised)
{
    m_driver.Offer(m_now, 2, m_tx);
    m_qp.wakeup = RdmaTick::Us(4);
    m_driver.Offer(m_now, 2, m_tx);
    EXPECT_TRUE(m_problems.empty()) << "it is raised";
    m_qp.Raise(0);
    m_qp.wakeup = RdmaTick::Us(3);
    m_driver.Forget();
    m_driver.Offer(m_now, 2, m_tx);
    EXPECT_TRUE(m_problems.empty()) << "other code may have read the wake-up";
    m_qp.wakeup = RdmaTick::Us(2);
    m_driver.Offer(m_now, 2, m_tx);
    EXPECT_EQ(m_problems.size(), 1U);
}

TEST_F(RdmaTransportDriverTest, AWakeUpComesWhenItIsDueAndMustHelp)
{
    EXPECT_FALSE(m_driver.Wake(RdmaTick::Us(4)));
    m_qp.wakeupAfterTimeout = RdmaTick::Us(6);
    EXPECT_TRUE(m_driver.Wake(RdmaTick::Us(5)));
    m_driver.CheckAwake(RdmaTick::Us(5));
    EXPECT_TRUE(m_problems.empty());
    EXPECT_TRUE(m_driver.Wake(RdmaTick::Us(6)));
    m_driver.CheckAwake(RdmaTick::Us(6));
    EXPECT_EQ(m_problems.size(), 1U);
}

} // namespace
