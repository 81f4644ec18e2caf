/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup mrc
 * The data plane: frames, ports, switches.
 */

#include "ns3/fabric-clos.h"
#include "ns3/fabric-frame-pool.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric.h"
#include "ns3/rdma-wire-size.h"
#include "ns3/simulator.h"
#include "ns3/srv6-usid.h"

#include <array>
#include <benchmark/benchmark.h>
#include <memory>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 100'000'000'000;    ///< of all links, bit/s
constexpr RdmaTick DELAY = RdmaTick::Ns(500); ///< of all links
constexpr uint16_t L3_BYTES = 4220;           ///< of a full packet, from the IPv6 header on
constexpr int BATCH = 256;                    ///< frames sent between two runs of the simulator

/// An end that consumes frames, or sends a given number of them back.
class Wall : public FabricPortOwner
{
  public:
    /**
     * @param fabric pool of the frames
     */
    explicit Wall(Fabric& fabric)
        : m_fabric(fabric)
    {
    }

    void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) override
    {
        if (m_returns > 0)
        {
            --m_returns;
            in->Send(now, frame);
            return;
        }
        m_fabric.GetContext().Consume(frame);
    }

    /**
     * @param times number of frames that will be sent back
     */
    void SetReturns(int times)
    {
        m_returns = times;
    }

  private:
    Fabric& m_fabric; ///< pool of the frames
    int m_returns{0}; ///< frames that will still be sent back
};

/**
 * @param fabric pool of the frame
 * @return a full data packet without SRv6, to the first host under the second T0
 */
FabricFrame*
MakeFrame(Fabric& fabric)
{
    FabricFrame* frame = fabric.GetContext().NewFrame();
    *frame = FabricFrame{};
    frame->l3Bytes = L3_BYTES;
    frame->wireBytes = static_cast<uint16_t>(FabricWireBytes(L3_BYTES));
    frame->cls = RdmaClass::DATA;
    frame->encap = FabricEncap::PLAIN;
    frame->dscp = FabricDscp::TRIMMABLE;
    frame->ecn = FabricEcn::ECT0;
    frame->hopLimit = 64;
    frame->pdu.opcode = RdmaOpcode::MRC_WRITE_MIDDLE;
    return frame;
}

/// A frame is taken from the pool and returned while as many as fit a round trip are in flight.
void
FrameTakenAndGivenBack(benchmark::State& state)
{
    FabricFramePool pool;
    std::array<FabricFrame*, 1024> live{};
    for (FabricFrame*& frame : live)
    {
        frame = pool.Alloc();
    }
    size_t next = 0;
    for (auto _ : state)
    {
        pool.Free(live[next]);
        live[next] = pool.Alloc();
        benchmark::DoNotOptimize(live[next]);
        next = (next + 1) % live.size();
    }
    for (FabricFrame* frame : live)
    {
        pool.Free(frame);
    }
}

BENCHMARK(FrameTakenAndGivenBack);

/// A link between two ends.
struct Cable
{
    Cable()
    {
        port = fabric->GetElements().AddLink(&left, &right, RATE, DELAY, DELAY);
        port->profile = fabric->AddProfile({});
        port->peer->profile = port->profile;
    }

    ~Cable()
    {
        fabric = nullptr;
        Simulator::Destroy();
    }

    Ptr<Fabric> fabric{CreateObject<Fabric>()}; ///< the fabric
    Wall left{*fabric};                         ///< one end
    Wall right{*fabric};                        ///< other end
    FabricPort* port{nullptr};                  ///< from left to right
};

/// A hop without queueing. The simulator's share is included.
void
HopThroughAnIdlePort(benchmark::State& state)
{
    Cable cable;
    while (state.KeepRunningBatch(BATCH))
    {
        cable.left.SetReturns((BATCH - 1) / 2);
        cable.right.SetReturns(BATCH / 2);
        cable.port->Send(cable.fabric->Now(), MakeFrame(*cable.fabric));
        Simulator::Run();
    }
}

BENCHMARK(HopThroughAnIdlePort);

/// A hop through a queue. The simulator's share is included.
void
HopThroughABusyPort(benchmark::State& state)
{
    Cable cable;
    while (state.KeepRunningBatch(BATCH))
    {
        for (int i = 0; i < BATCH; ++i)
        {
            cable.port->Send(cable.fabric->Now(), MakeFrame(*cable.fabric));
        }
        Simulator::Run();
    }
}

BENCHMARK(HopThroughABusyPort);

/// The first T0 of plane 0, with ends at all ports.
class FirstT0
{
  public:
    FirstT0()
    {
        FabricClosSpec spec;
        spec.hosts = PORTS * PORTS;
        spec.hostsPerT0 = PORTS;
        spec.t1PerPlane = PORTS;
        spec.hostRateBps = spec.fabricRateBps = RATE;
        const auto clos = Create<FabricClos>(spec);
        fabric->SetNetwork(clos);
        FabricSwitchSite site;
        site.sids = clos->GetSids(0);
        site.seed = 1;
        auto routes =
            std::make_unique<FabricSwitchRoutes>(0, fabric->GetElements().GetPlaneRoutes(0));
        auto forwarding = clos->MakeForwarding(0, *routes);
        device =
            fabric->GetElements().AddSwitch(std::make_unique<FabricSwitch>(fabric->GetContext(),
                                                                           site,
                                                                           std::move(routes),
                                                                           std::move(forwarding)));
        const auto* profile = fabric->AddProfile({});
        for (uint32_t i = 0; i < 2 * PORTS; ++i)
        {
            m_walls.push_back(std::make_unique<Wall>(*fabric));
            auto* port =
                fabric->GetElements().AddLink(device, m_walls.back().get(), RATE, DELAY, DELAY);
            port->profile = profile;
            port->peer->profile = profile;
            device->AddPort(port);
        }
    }

    ~FirstT0()
    {
        fabric = nullptr;
        Simulator::Destroy();
    }

    /**
     * Measure the time to forward a frame and to start it at its egress.
     * @param state of the benchmark
     * @param address addresses the n-th of BATCH frames to another T0
     */
    template <typename Address>
    void Measure(benchmark::State& state, Address address)
    {
        std::array<FabricFrame*, BATCH> frames{};
        while (state.KeepRunningBatch(BATCH))
        {
            state.PauseTiming();
            Simulator::Run(); // the frames of the last batch arrive
            for (uint32_t n = 0; n < BATCH; ++n)
            {
                frames[n] = MakeFrame(*fabric);
                address(n, *frames[n]);
            }
            const RdmaTick now = fabric->Now();
            state.ResumeTiming();
            for (uint32_t n = 0; n < BATCH; ++n)
            {
                device->Receive(now, device->GetPort(n % PORTS), frames[n]);
            }
        }
        Simulator::Run();
    }

    static constexpr uint32_t PORTS = BATCH / 4; ///< downlinks, and uplinks

    Ptr<Fabric> fabric{CreateObject<Fabric>()}; ///< the fabric
    FabricSwitch* device{nullptr};              ///< the switch

  private:
    std::vector<std::unique_ptr<Wall>> m_walls; ///< at all ports
};

/// A T0 forwards a frame up by its micro segments.
void
SwitchBySegments(benchmark::State& state)
{
    FirstT0 t0;
    t0.Measure(state, [](uint32_t n, FabricFrame& frame) {
        const uint64_t own = MakeSrv6Usid(0, Srv6UsidType::T0, 0);
        const uint64_t up = MakeSrv6Usid(0, Srv6UsidType::T1, n % FirstT0::PORTS);
        const uint64_t down = MakeSrv6Usid(0, Srv6UsidType::T0, 1);
        const uint64_t nic = MakeSrv6Usid(0, Srv6UsidType::NIC, 0);
        frame.encap = FabricEncap::SRV6;
        frame.sidHi = uint64_t{SRV6_BLOCK} << 32 | own << 16 | up;
        frame.sidLo = down << 48 | nic << 32;
    });
}

BENCHMARK(SwitchBySegments);

/// A T0 forwards a frame up by a hash of its flow.
void
SwitchByHash(benchmark::State& state)
{
    FirstT0 t0;
    t0.Measure(state, [](uint32_t n, FabricFrame& frame) {
        frame.srcHost = n % FirstT0::PORTS;
        frame.dstHost = FirstT0::PORTS;
        frame.entropy = n;
    });
}

BENCHMARK(SwitchByHash);

/// A switch removes its own micro segment from the destination.
void
MicroSegmentShifted(benchmark::State& state)
{
    Srv6Carrier carrier{0x5f00'0000'1234'5678, 0x9abc'def0'0000'0000};
    for (auto _ : state)
    {
        uint64_t hi = carrier.hi;
        uint64_t lo = carrier.lo;
        benchmark::DoNotOptimize(hi);
        ShiftSrv6Usid(hi, lo);
        benchmark::DoNotOptimize(hi);
        benchmark::DoNotOptimize(lo);
    }
}

BENCHMARK(MicroSegmentShifted);

} // namespace
