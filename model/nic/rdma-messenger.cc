/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-messenger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaMessenger);

TypeId
RdmaMessenger::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RdmaMessenger").SetParent<Object>().SetGroupName("Mrc");
    return tid;
}

void
RdmaMessenger::SetDeliveredCallback(DeliveredCallback cb)
{
    m_delivered = cb;
}

void
RdmaMessenger::SetSentCallback(SentCallback cb)
{
    m_sent = cb;
}

} // namespace ns3
