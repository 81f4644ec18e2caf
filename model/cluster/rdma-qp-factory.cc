/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-qp-factory.h"

#include "ns3/boolean.h"
#include "ns3/rdma-nic.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaQpFactory);

TypeId
RdmaQpFactory::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaQpFactory")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddAttribute("ControlClass",
                          "Messages are in the class of control, which switches neither mark nor "
                          "trim nor pause, and send before all data; for small messages.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RdmaQpFactory::m_controlClass),
                          MakeBooleanChecker());
    return tid;
}

void
RdmaQpFactory::Attach(RdmaNic& nic, const RdmaQpContext& context, const RdmaQpRoute& route) const
{
    nic.AttachQp(context.localQpn, Create(context), route);
}

void
RdmaQpFactory::Prepare(RdmaNic& /* nic */) const
{
}

RdmaProblems
RdmaQpFactory::Check(const RdmaQpContext& /* context */) const
{
    return {};
}

RdmaClass
RdmaQpFactory::GetDataClass() const
{
    return RdmaClass::DATA;
}

bool
RdmaQpFactory::SeparatesImmediates() const
{
    return false;
}

FabricPlainRouting
RdmaQpFactory::GetPlainRouting() const
{
    return FabricPlainRouting::ECMP;
}

} // namespace ns3
