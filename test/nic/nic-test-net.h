/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NIC_TEST_NET_H
#define NIC_TEST_NET_H

#include "../fabric/fabric-test-net.h"

#include "ns3/mrc-ev.h"
#include "ns3/mrc-nic-endpoint.h"
#include "ns3/mrc-path-owner.h"
#include "ns3/rdma-nic.h"
#include "ns3/rdma-qp-binding.h"
#include "ns3/rdma-transport.h"
#include "ns3/srv6-usid.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * Fakes for tests of the NIC: a transport that follows a script, and a NIC between two links whose
 * far ends record the arriving frames.
 */

namespace mrctest
{

using namespace ns3;

/// A port status that a transport received.
struct PortStatus
{
    RdmaTick time; ///< time
    uint8_t port;  ///< port
    bool up;       ///< state

    /// @cond
    friend bool operator==(const PortStatus& a, const PortStatus& b)
    {
        return a.time == b.time && a.port == b.port && a.up == b.up;
    }

    friend std::ostream& operator<<(std::ostream& os, const PortStatus& s)
    {
        return os << "port " << +s.port << (s.up ? " up" : " down") << " at " << s.time.GetNs()
                  << " ns";
    }

    /// @endcond
};

/// A transport without a protocol: sends the PDUs that the test put into it, records its inputs.
class FakeTransport : public RdmaTransport, public MrcPathOwner
{
  public:
    /**
     * @param tag destination QP number of its PDUs, to recognize them
     */
    explicit FakeTransport(uint32_t tag)
        : tag(tag)
    {
    }

    void PostSend(RdmaTick now, const RdmaWorkRequest& wr) override
    {
        posted.push_back(wr.bytes);
        if (onInput)
        {
            onInput(now);
        }
    }

    void OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx) override
    {
        received.emplace_back(pdu, rx);
        if (onInput)
        {
            onInput(now);
        }
    }

    void OnTimeout(RdmaTick now) override
    {
        timeouts.push_back(now);
        wakeup = RdmaTick::Max();
        if (onInput)
        {
            onInput(now);
        }
    }

    void OnPortStatus(RdmaTick now, uint8_t port, bool up) override
    {
        portStatus.push_back({now, port, up});
    }

    void OnPeerPortStatus(RdmaTick /* now */, uint32_t upPorts) override
    {
        peerPorts.push_back(upPorts);
    }

    bool HasEndpoint() const override
    {
        return endpoint;
    }

    std::optional<MrcPath> TakeControlPath(uint8_t port) override
    {
        return MrcPath{MrcEv::Pack(port, 9), port};
    }

    void OnEvProbeAnswer(uint32_t /* ev */) override
    {
    }

    void RemindOfPorts() override
    {
        ++reminders;
    }

    std::vector<MrcPath> GetPaths() const override
    {
        return {};
    }

    void SetDenied(uint32_t /* ev */, bool /* denied */) override
    {
    }

    bool PollControl(RdmaTick /* now */, RdmaTxPdu& tx) override
    {
        return Take(control, tx);
    }

    RdmaPoll PollTransmit(RdmaTick /* now */, uint32_t readyPorts, RdmaTxPdu& tx) override
    {
        offers.push_back(readyPorts);
        if (toSend == 0)
        {
            return RdmaPoll::NOTHING;
        }
        if (!(readyPorts & ports))
        {
            return RdmaPoll::NO_PORT;
        }
        --toSend;
        const bool trimmable = tx.trimmable && !untrimmable;
        tx = MakeWrite(static_cast<uint8_t>(__builtin_ctz(readyPorts & ports)));
        tx.trimmable = trimmable;
        return RdmaPoll::PDU;
    }

    bool PollCompletion(RdmaCompletion& completion) override
    {
        return Take(completions, completion);
    }

    bool PollEvent(RdmaEvent& event) override
    {
        return Take(events, event);
    }

    RdmaTick NextWakeup() const override
    {
        return wakeup;
    }

    bool IsBusy() const override
    {
        return toSend > 0;
    }

    bool IsError() const override
    {
        return error;
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

    const void* GetSharedWindow() const override
    {
        return window;
    }

    const RdmaCounters& GetCounters() const override
    {
        return counters;
    }

    std::string Describe(RdmaTick /* now */) const override
    {
        return "fake";
    }

    /**
     * @param port plane
     * @return a full MRC write over that plane's uplink 0
     */
    RdmaTxPdu MakeWrite(uint8_t port) const
    {
        RdmaTxPdu tx;
        tx.pdu = RdmaPdu{};
        tx.pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
        tx.pdu.destQpn = tag;
        tx.pdu.write.payloadBytes = 4096;
        tx.entropy = MrcEv::Pack(port, 0);
        tx.port = port;
        tx.cls = RdmaClass::DATA;
        tx.ectCapable = true;
        return tx;
    }

    /**
     * @param port plane
     * @return a SACK over that plane's uplink 0
     */
    RdmaTxPdu MakeSack(uint8_t port) const
    {
        RdmaTxPdu tx;
        tx.pdu = RdmaPdu{};
        tx.pdu.opcode = RdmaOpcode::MRC_SACK;
        tx.pdu.destQpn = tag;
        tx.entropy = MrcEv::Pack(port, 0);
        tx.port = port;
        tx.cls = RdmaClass::CONTROL;
        return tx;
    }

    /**
     * @param kind kind of the completion, which has the tag as wrId
     */
    void Complete(RdmaCompletion::Kind kind)
    {
        RdmaCompletion completion;
        completion.kind = kind;
        completion.wrId = tag;
        completion.message = nCompleted++;
        completions.push_back(completion);
    }

    // The script.
    uint32_t tag;                           ///< see the constructor
    uint32_t toSend{0};                     ///< writes still to be sent
    uint32_t ports{~0U};                    ///< ports that it uses
    bool untrimmable{false};                ///< its writes must not be trimmed
    RdmaTick wakeup{RdmaTick::Max()};       ///< answer of NextWakeup
    bool error{false};                      ///< answer of IsError
    const void* window{nullptr};            ///< answer of GetSharedWindow
    bool endpoint{false};                   ///< answer of HasEndpoint; its paths end in uplink 9
    std::deque<RdmaTxPdu> control;          ///< control PDUs
    std::deque<RdmaCompletion> completions; ///< completions
    std::deque<RdmaEvent> events;           ///< events
    std::function<void(RdmaTick)> onInput;  ///< called within inputs, to change the script
    RdmaCounters counters;                  ///< answer of GetCounters

    // Recorded calls.
    std::vector<uint64_t> posted;                         ///< lengths of posted messages
    std::vector<std::pair<RdmaPdu, RdmaRxInfo>> received; ///< PDUs
    std::vector<RdmaTick> timeouts;                       ///< calls of OnTimeout
    std::vector<PortStatus> portStatus;                   ///< calls of OnPortStatus
    std::vector<uint32_t> peerPorts;                      ///< calls of OnPeerPortStatus
    uint32_t reminders{0};                                ///< calls of RemindOfPorts
    std::vector<uint32_t> offers;                         ///< ports offered to PollTransmit
    uint64_t nCompleted{0};                               ///< calls of Complete

  private:
    /**
     * @param queue source
     * @param out the first element, which is removed
     * @return false if the queue is empty
     */
    template <typename T>
    static bool Take(std::deque<T>& queue, T& out)
    {
        if (queue.empty())
        {
            return false;
        }
        out = queue.front();
        queue.pop_front();
        return true;
    }
};

/// Registers a fake transport at MRC's part of a NIC.
class FakeBinding : public RdmaQpBinding
{
  public:
    /**
     * @param qp the transport
     */
    explicit FakeBinding(MrcPathOwner& qp)
        : m_qp(qp)
    {
    }

    void OnAttached(RdmaNic& nic, uint32_t qpn, RdmaQpRoute& /* route */) override
    {
        MrcNicEndpoint::Of(nic).AddQp(qpn, m_qp);
    }

    void OnEvent(const RdmaEvent& /* event */) override
    {
    }

  private:
    MrcPathOwner& m_qp; ///< the transport
};

/// Line time of a full MRC write at 100 Gb/s: 4258 B of 80 ps.
constexpr RdmaTick FULL_WRITE = RdmaTick::Ps(4258 * 80);
/// Propagation of the links.
constexpr RdmaTick LINK_DELAY = RdmaTick::Ns(500);

/**
 * NIC of host 5 (downlink 1 of its T0) with two 100 Gb/s ports; host 6 is its peer. All frames of
 * the NIC are recorded at the far ends of its links.
 */
class MrcNicTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        fabric = CreateObject<Fabric>();
        profile = fabric->AddProfile(FabricQueueProfile{});
        far = std::make_unique<RecordingOwner>(fabric);
        MakeNic();
    }

    void TearDown() override
    {
        EXPECT_EQ(fabric->CheckConservation(), "");
        nic->Dispose();
        nic = nullptr;
        fabric = nullptr;
        far = nullptr;
        Simulator::Destroy();
    }

    /**
     * Make the NIC again, with other attributes.
     * @param queueFrames PortQueueFrames
     */
    void MakeNic(uint32_t queueFrames = 1)
    {
        nic = CreateObjectWithAttributes<RdmaNic>("PortQueueFrames", UintegerValue(queueFrames));
        nic->Setup(fabric, 5, 1);
        MrcNicEndpoint::Enable(*nic);
        for (int plane = 0; plane < 2; ++plane)
        {
            FabricPort* port = fabric->GetElements().AddLink(PeekPointer(nic),
                                                             far.get(),
                                                             100000000000,
                                                             LINK_DELAY,
                                                             LINK_DELAY);
            port->profile = profile;
            port->peer->profile = profile;
            port->peer->index = plane;
            nic->AddPort(port);
        }
    }

    /**
     * @param encap header stack of its frames
     * @param window address that names its shared window, if it shares one
     * @param peer its peer
     * @return a new QP; its PDUs name its own number as destination
     */
    FakeTransport* AddQp(FabricEncap encap = FabricEncap::SRV6,
                         const void* window = nullptr,
                         uint32_t peer = 6)
    {
        const uint32_t qpn = nic->ReserveQpn();
        auto transport = std::make_unique<FakeTransport>(qpn);
        FakeTransport* raw = transport.get();
        raw->window = window;
        RdmaQpRoute route;
        route.peerHost = peer;
        route.encap = encap;
        route.path = MakeSrv6PathTemplate(2, 3, 0);
        nic->AttachQp(qpn, std::move(transport), route, std::make_unique<FakeBinding>(*raw));
        return raw;
    }

    /**
     * Let the NIC serve a QP, as after any input.
     * @param qp the QP
     */
    void Touch(FakeTransport* qp)
    {
        nic->PostWrite(qp->tag, 1);
    }

    /**
     * @param t time
     * @param action the action
     */
    void At(RdmaTick t, std::function<void()> action)
    {
        Simulator::Schedule(fabric->GetContext().ToTime(t), [action] { action(); });
    }

    /**
     * Run until all work is done, up to a time limit.
     */
    void Run()
    {
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
    }

    /** @return destination QP numbers of all frames that left, in order of arrival */
    std::vector<uint32_t> GetTags() const
    {
        std::vector<uint32_t> tags;
        for (const Arrival& arrival : far->arrivals)
        {
            tags.push_back(arrival.frame.pdu.destQpn);
        }
        return tags;
    }

    /**
     * @param reason reason of the drops
     * @return frames dropped for this reason
     */
    uint64_t GetDrops(FabricDropReason reason) const
    {
        return fabric->GetTotals().drops[static_cast<size_t>(reason)];
    }

    Ptr<Fabric> fabric;                         ///< links
    const FabricQueueProfile* profile{nullptr}; ///< no limits
    std::unique_ptr<RecordingOwner> far;        ///< far ends
    Ptr<RdmaNic> nic;                           ///< under test
};

} // namespace mrctest

#endif // NIC_TEST_NET_H
