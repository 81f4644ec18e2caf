/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TEST_NET_H
#define FABRIC_TEST_NET_H

#include "ns3/fabric.h"
#include "ns3/rdma-wire-size.h"

#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * Fakes for tests of the fabric: a recording owner of ports, and simple frames.
 */

namespace mrctest
{

using namespace ns3;

/// A frame that arrived.
struct Arrival
{
    RdmaTick time;     ///< time of arrival
    FabricFrame frame; ///< copy
    FabricPort* in;    ///< ingress port
};

/// An owner of ports that records calls and forwards no frames.
class RecordingOwner : public FabricPortOwner
{
  public:
    /**
     * @param fabric fabric that frees frames
     */
    explicit RecordingOwner(Ptr<Fabric> fabric)
        : m_fabric(fabric)
    {
    }

    void Receive(RdmaTick now, FabricPort* in, FabricFrame* frame) override
    {
        arrivals.push_back({now, *frame, in});
        m_fabric->GetContext().Consume(frame);
    }

    void OnDataRoom(RdmaTick now, FabricPort* /* port */, RdmaClass /* cls */) override
    {
        rooms.push_back(now);
    }

    void OnLinkChange(RdmaTick /* now */, FabricPort* /* port */, bool up) override
    {
        linkChanges.push_back(up);
    }

    std::vector<Arrival> arrivals; ///< frames, in order
    std::vector<RdmaTick> rooms;   ///< times of OnDataRoom
    std::vector<bool> linkChanges; ///< link states reported

  private:
    Ptr<Fabric> m_fabric; ///< fabric that frees frames
};

/**
 * @param fabric provides the frame
 * @param l3Bytes size from the IPv6 header on, B
 * @param cls class
 * @param tag stored in the destination QP number, to identify the frame
 * @return a trimmable, ECT frame from host 0 to host 1
 */
inline FabricFrame*
MakeFrame(Fabric& fabric, uint16_t l3Bytes, RdmaClass cls, uint32_t tag)
{
    FabricFrame* frame = fabric.GetContext().NewFrame();
    *frame = FabricFrame{};
    frame->l3Bytes = l3Bytes;
    frame->wireBytes = static_cast<uint16_t>(FabricWireBytes(l3Bytes));
    frame->cls = cls;
    frame->encap = FabricEncap::PLAIN;
    frame->dscp = cls == RdmaClass::DATA ? FabricDscp::TRIMMABLE : FabricDscp::CONTROL;
    frame->ecn = cls == RdmaClass::DATA ? FabricEcn::ECT0 : FabricEcn::NOT_ECT;
    frame->hopLimit = 64;
    frame->dstHost = 1;
    frame->pdu.destQpn = tag;
    frame->pdu.opcode =
        cls == RdmaClass::DATA ? RdmaOpcode::MRC_WRITE_MIDDLE : RdmaOpcode::MRC_SACK;
    return frame;
}

} // namespace mrctest

#endif // FABRIC_TEST_NET_H
