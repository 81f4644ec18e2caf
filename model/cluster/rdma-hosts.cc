/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-hosts.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * @param a a host, at most 24 bits
 * @param b another host, at most 24 bits
 * @param qp number of the QP between them, 16 bits
 * @return one number for the three, independent of the order of the hosts
 */
uint64_t
KeyOf(uint32_t a, uint32_t b, uint32_t qp)
{
    const uint64_t low = std::min(a, b);
    const uint64_t high = std::max(a, b);
    return (high << 24 | low) << 16 | qp;
}

} // namespace

RdmaHosts::RdmaHosts(Ptr<Fabric> fabric, std::vector<Ptr<RdmaNic>> nics, bool trimming)
    : m_fabric(fabric),
      m_network(fabric->GetNetwork()),
      m_nics(std::move(nics)),
      m_rng(m_nics.size()),
      m_trimming(trimming)
{
}

const Ptr<UniformRandomVariable>&
RdmaHosts::GetRng(uint32_t host)
{
    if (!m_rng[host])
    {
        m_rng[host] = CreateObject<UniformRandomVariable>();
        if (m_firstStream)
        {
            m_rng[host]->SetStream(*m_firstStream + host);
        }
    }
    return m_rng[host];
}

int64_t
RdmaHosts::AssignStreams(int64_t stream)
{
    m_firstStream = stream;
    for (size_t host = 0; host < m_rng.size(); ++host)
    {
        if (m_rng[host])
        {
            m_rng[host]->SetStream(stream + static_cast<int64_t>(host));
        }
    }
    return static_cast<int64_t>(m_rng.size());
}

std::pair<RdmaHosts::Place, bool>
RdmaHosts::Claim(uint32_t a, uint32_t b, uint32_t qp, const Place& place)
{
    const auto [entry, isNew] = m_places.try_emplace(KeyOf(a, b, qp), place);
    return {entry->second, isNew};
}

std::optional<RdmaHosts::Place>
RdmaHosts::Find(uint32_t a, uint32_t b, uint32_t qp) const
{
    const auto entry = m_places.find(KeyOf(a, b, qp));
    if (qp >= MAX_QPS_PER_PAIR || entry == m_places.end())
    {
        return std::nullopt;
    }
    return entry->second;
}

} // namespace ns3
