/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_TRANSPORT_FIXTURE_H
#define MRC_TRANSPORT_FIXTURE_H

#include "../step-budget.h"
#include "rdma-transport-driver.h"

#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-ev-parameters.h"
#include "ns3/mrc-ev.h"
#include "ns3/mrc-path-selector.h"
#include "ns3/mrc-transport.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * Parts for tests of the MRC transport: a scripted controller and a scripted selector, which record
 * their calls, and a QP with them.
 */

namespace ns3
{

/** A window set by the test, with the in-flight accounting of the mrc reference, 8.3. */
class ScriptedWindow : public MrcCongestionControl
{
  public:
    Ptr<MrcCongestionControl> Fork() const override
    {
        return CopyObject(Ptr<const ScriptedWindow>(this));
    }

    void Start(const MrcPathInfo& path) override
    {
        baseRtt = path.baseRtt;
        mtu = path.nominalMtuBytes;
    }

    void OnSend(uint32_t nominal) override
    {
        inflight += nominal;
    }

    void OnAck(RdmaTick, const MrcAckInfo& ack) override
    {
        inflight -= static_cast<int64_t>(ack.newBytes);
        acks.push_back(ack);
    }

    void OnNack(RdmaTick,
                MrcNackReason reason,
                uint32_t nominal,
                std::optional<RdmaTick> rtt) override
    {
        inflight -= nominal;
        nacks.push_back(reason);
        nackRtt = rtt;
    }

    void OnInferredLoss(RdmaTick, uint32_t nominal) override
    {
        inflight -= nominal;
        ++losses;
    }

    void OnLateAck(uint32_t nominal) override
    {
        inflight += nominal;
        ++lateAcks;
    }

    bool CanSend(uint32_t) const override
    {
        return cwnd > inflight;
    }

    uint64_t GetCwndBytes() const override
    {
        return static_cast<uint64_t>(cwnd);
    }

    int64_t GetInflightBytes() const override
    {
        return inflight;
    }

    RdmaTick GetBaseRtt() const override
    {
        return baseRtt;
    }

    RdmaTick GetTargetDelay() const override
    {
        return targetDelay;
    }

    int64_t cwnd{1 << 30};                 ///< window, B
    int64_t inflight{0};                   ///< in flight, B
    uint32_t mtu{0};                       ///< from Start, B
    RdmaTick baseRtt;                      ///< from Start
    RdmaTick targetDelay{RdmaTick::Us(5)}; ///< target queueing delay
    std::vector<MrcAckInfo> acks;          ///< all OnAck
    std::vector<MrcNackReason> nacks;      ///< all OnNack
    std::optional<RdmaTick> nackRtt;       ///< of the last OnNack
    uint32_t losses{0};                    ///< number of OnInferredLoss
    uint32_t lateAcks{0};                  ///< number of OnLateAck
};

/** Uses a list of EVs in turn, and records its calls. */
class ScriptedSelector : public MrcPathSelector
{
  public:
    Ptr<MrcPathSelector> Fork() const override
    {
        return CopyObject(Ptr<const ScriptedSelector>(this));
    }

    std::optional<MrcPath> GetSendParams(RdmaTick, uint32_t readyPorts) override
    {
        readyPorts &= m_table->GetUpPlanes();
        for (std::size_t tries = 0; tries < evs.size(); ++tries)
        {
            const uint32_t ev = evs[next++ % evs.size()];
            const MrcPath path{ev, static_cast<uint8_t>(MrcEv::Plane(ev))};
            if (readyPorts >> path.port & 1)
            {
                return path;
            }
        }
        return std::nullopt;
    }

    void OnSack(RdmaTick, uint32_t ev, MrcEvVerdict verdict) override
    {
        sacks.emplace_back(ev, verdict);
    }

    void OnNack(RdmaTick, uint32_t ev, MrcNackReason reason) override
    {
        nacks.emplace_back(ev, reason);
    }

    void OnLoss(RdmaTick, uint32_t ev) override
    {
        losses.push_back(ev);
    }

    std::vector<uint32_t> evs;                             ///< the rotation
    std::size_t next{0};                                   ///< position in it
    std::vector<std::pair<uint32_t, MrcEvVerdict>> sacks;  ///< all OnSack
    std::vector<std::pair<uint32_t, MrcNackReason>> nacks; ///< all OnNack
    std::vector<uint32_t> losses;                          ///< all OnLoss
};

/**
 * @return settings of EVs with which SACKs and NACKs take them in turn, and none is probed for them
 */
inline Ptr<const MrcEvParameters>
SimpleReverseEvs()
{
    auto parameters = CreateObject<MrcEvParameters>();
    parameters->reverseEv = MrcEvParameters::SIMPLE;
    return parameters;
}

/** A compact description of a SACK. */
struct SackSpec
{
    /**
     * @param triggerPsn PSN that triggered it
     * @param ev EV of the trigger
     */
    SackSpec(uint32_t cackPsn, uint32_t triggerPsn, uint32_t ev)
        : cack(cackPsn),
          trigger(triggerPsn),
          entropy(ev)
    {
    }

    /// The answer to a probe.
    static SackSpec OfProbe(uint32_t cackPsn, uint16_t id, uint32_t ev)
    {
        SackSpec spec(cackPsn, cackPsn, ev);
        spec.probe = id;
        return spec;
    }

    /// PSNs received above cack_psn; those within 64 are shown in the bitmap.
    SackSpec& Above(const std::vector<uint32_t>& psns)
    {
        above = psns;
        return *this;
    }

    /// The bitmap begins at a PSN, if not at cack_psn + 1.
    SackSpec& From(uint32_t psn)
    {
        base = psn;
        return *this;
    }

    /// ooo_count, if not the number of those above.
    SackSpec& Holds(uint32_t packets)
    {
        oooCount = packets;
        return *this;
    }

    /// Full packets accepted, if not all up to cack_psn and those above.
    SackSpec& FullPackets(uint32_t n)
    {
        fullPackets = n;
        return *this;
    }

    /// The trigger was a retransmission.
    SackSpec& Rtx()
    {
        rtx = true;
        return *this;
    }

    /// The trigger was marked.
    SackSpec& Ce()
    {
        ce = true;
        return *this;
    }

    uint32_t cack;                       ///< cack_psn
    uint32_t trigger;                    ///< PSN that triggered it
    uint32_t entropy;                    ///< EV of the trigger
    std::vector<uint32_t> above;         ///< see Above
    std::optional<uint32_t> base;        ///< see From
    std::optional<uint32_t> oooCount;    ///< see Holds
    std::optional<uint32_t> fullPackets; ///< see FullPackets
    std::optional<uint16_t> probe;       ///< probe_id it answers
    bool rtx{false};                     ///< see Rtx
    bool ce{false};                      ///< see Ce
};

/**
 * One end of a QP with 2 planes and 4 EVs (0x0000, 0x1000, 0x0001, 0x1001 in turn), a base RTT of
 * 10 us, a target delay of 5 us, T0 = 131.072 us, a SACK per 4096 B, a reordering window of 15 us,
 * first PSN 0. The test is the other end.
 */
class MrcTransportFixture : public testing::Test
{
  protected:
    MrcTransportFixture()
    {
        m_setup.qp = CreateObject<MrcQpParameters>()->MakeConfig();
        m_setup.qp.sackThresholdBytes = 4096;
        m_setup.qp.reoWindow = RdmaTick::Us(15);
        m_setup.qp.tailProbeMinRtts = 0;
        m_setup.qp.localQpn = 0xa1;
        m_setup.qp.peerQpn = 0xb2;
        m_setup.path.rateBps = 200000000000;
        m_setup.path.baseRtt = RdmaTick::Us(10);
        m_setup.path.planes = 2;
        m_setup.pathsPerPlane = 8;
        m_setup.evParameters = CreateObject<MrcEvParameters>();
        m_setup.rng = CreateObject<UniformRandomVariable>();
        m_setup.rng->SetStream(1);
        m_window = CreateObject<ScriptedWindow>();
        m_setup.controller = m_window;
        m_selector = CreateObject<ScriptedSelector>();
        m_selector->evs = {0x0000, 0x1000, 0x0001, 0x1001};
        m_setup.selector = m_selector;
    }

    /// The QP, in RTS. Must be called after changes to m_setup, before all other functions.
    MrcTransport& Qp()
    {
        if (!m_qp)
        {
            m_qp = std::make_unique<MrcTransport>(m_setup);
            const MrcVerbsResult result = m_qp->Connect(m_now, MakeMrcTwinOffer(m_setup.qp, 1));
            EXPECT_TRUE(result.IsOk()) << result.message;
            m_driver.emplace(*m_qp, [this](const std::string& what) {
                ADD_FAILURE() << what << ": " << m_qp->Describe(m_now);
            });
        }
        return *m_qp;
    }

    /// The driver that polls the QP and calls its wake-ups.
    mrctest::RdmaTransportDriver& Driver()
    {
        Qp();
        return *m_driver;
    }

    void Post(uint64_t packets, uint64_t lastBytes = 4096)
    {
        RdmaWorkRequest wr;
        wr.bytes = (packets - 1) * 4096 + lastBytes;
        wr.remoteVa = 0x10000000;
        wr.rkey = 0x77;
        Qp().PostSend(m_now, wr);
    }

    /// The next PDU of the data class, if there is one.
    std::optional<RdmaTxPdu> Transmit(uint32_t ready = 3)
    {
        RdmaTxPdu tx;
        m_lastPoll = Driver().Offer(m_now, ready, tx);
        if (m_lastPoll != RdmaPoll::PDU || !m_steps.Take())
        {
            return std::nullopt;
        }
        return tx;
    }

    /// Take all packets that may be sent; returns their PSNs. Probes count as 999999.
    std::vector<uint32_t> TransmitAll(uint32_t ready = 3)
    {
        std::vector<uint32_t> psns;
        while (const auto tx = Transmit(ready))
        {
            const bool probe = tx->pdu.opcode == RdmaOpcode::MRC_PROBE;
            psns.push_back(probe ? PROBE : tx->pdu.psn);
        }
        return psns;
    }

    void Sack(const SackSpec& s)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_SACK;
        pdu.rtx = s.rtx;
        pdu.sack.cackPsn = s.cack & RDMA_PSN_MASK;
        pdu.sack.entropy = s.entropy;
        pdu.sack.ackPsnOffset = s.probe ? static_cast<int16_t>(*s.probe)
                                        : static_cast<int16_t>(RdmaPsnDiff(s.trigger, s.cack));
        pdu.sack.probe = s.probe.has_value();
        pdu.sack.sackOffset = static_cast<int16_t>(s.base ? RdmaPsnDiff(*s.base, s.cack) : 1);
        for (const uint32_t psn : s.above)
        {
            const int32_t bit = RdmaPsnDiff(psn, s.cack) - pdu.sack.sackOffset;
            pdu.sack.bitmap |= bit >= 0 && bit < 64 ? uint64_t{1} << bit : 0;
        }
        const uint64_t packets = s.fullPackets.value_or(
            static_cast<uint32_t>(RdmaPsnDiff(s.cack, m_setup.qp.sqPsn) + 1 + s.above.size()));
        pdu.sack.rcvdBytes = static_cast<uint32_t>((packets * 4180 + 255) / 256) & RDMA_PSN_MASK;
        pdu.sack.oooCount = static_cast<uint16_t>(s.oooCount.value_or(s.above.size()));
        pdu.sack.m = s.ce ? MrcEvVerdict::SKIP_ONCE : MrcEvVerdict::NONE;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    }

    void Nack(MrcNackReason reason, uint32_t psn, uint32_t entropy)
    {
        RdmaPdu pdu{};
        pdu.opcode = RdmaOpcode::MRC_NACK;
        pdu.psn = psn;
        pdu.nack.nackPsn = psn;
        pdu.nack.entropy = entropy;
        pdu.nack.reason = reason;
        Qp().OnPdu(m_now, pdu, RdmaRxInfo());
    }

    /// Advance the time, with the QP's wake-ups in between.
    void Advance(RdmaTick span)
    {
        const RdmaTick end = m_now + span;
        while (Qp().NextWakeup() <= end && m_steps.Take())
        {
            m_now = std::max(m_now, Qp().NextWakeup());
            Driver().Wake(m_now);
            Driver().CheckAwake(m_now);
            ASSERT_FALSE(HasFailure());
        }
        m_now = end;
    }

    std::vector<uint64_t> Completions(RdmaCompletion::Kind kind)
    {
        std::vector<uint64_t> messages;
        RdmaCompletion completion;
        while (Driver().TakeCompletion(completion))
        {
            EXPECT_EQ(completion.kind, kind);
            messages.push_back(completion.message);
            m_stats = completion.stats;
        }
        return messages;
    }

    using Psns = std::vector<uint32_t>;

    static constexpr uint32_t PROBE = 999999; ///< a probe in a list of PSNs

    mrctest::StepBudget m_steps; ///< of the whole test
    MrcTransportSetup m_setup;
    Ptr<ScriptedWindow> m_window;
    Ptr<ScriptedSelector> m_selector;
    std::unique_ptr<MrcTransport> m_qp;
    std::optional<mrctest::RdmaTransportDriver> m_driver;
    RdmaTick m_now;
    RdmaPoll m_lastPoll{RdmaPoll::NOTHING};
    RdmaMessageStats m_stats;
};

} // namespace ns3

#endif // MRC_TRANSPORT_FIXTURE_H
