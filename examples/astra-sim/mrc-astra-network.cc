/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-astra-network.h"

#include "ns3/core-module.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace
{

using namespace AstraSim;

/// Units of ASTRA-sim's times, in ns.
long double
GetNanoseconds(const timespec_t& time)
{
    switch (time.time_res)
    {
    case SE:
        return time.time_val * 1e9L;
    case MS:
        return time.time_val * 1e6L;
    case US:
        return time.time_val * 1e3L;
    case NS:
        return time.time_val;
    case FS:
        return time.time_val * 1e-6L;
    }
    return 0;
}

/// The interface of one rank.
class Rank : public AstraNetworkAPI
{
  public:
    /**
     * @param network carries the messages
     * @param rank number of the rank
     */
    Rank(MrcAstraNetwork& network, int rank)
        : AstraNetworkAPI(rank),
          m_network(network)
    {
    }

    int sim_send(void* /* buffer */,
                 uint64_t count,
                 int /* type */,
                 int dst,
                 int tag,
                 sim_request* /* request */,
                 void (*handler)(void*),
                 void* argument) override
    {
        m_network.Send(rank, dst, tag, count, {handler, argument});
        return 0;
    }

    int sim_recv(void* /* buffer */,
                 uint64_t /* count */,
                 int /* type */,
                 int src,
                 int tag,
                 sim_request* /* request */,
                 void (*handler)(void*),
                 void* argument) override
    {
        m_network.Receive(src, rank, tag, {handler, argument});
        return 0;
    }

    void sim_schedule(timespec_t delta, void (*call)(void*), void* argument) override
    {
        const auto ps = static_cast<int64_t>(std::llround(GetNanoseconds(delta) * 1000));
        ns3::Simulator::Schedule(ns3::PicoSeconds(ps), call, argument);
    }

    timespec_t sim_get_time() override
    {
        return {NS, static_cast<long double>(ns3::Simulator::Now().GetPicoSeconds()) / 1000};
    }

    void sim_notify_finished() override
    {
        m_network.Finish();
    }

  private:
    MrcAstraNetwork& m_network; ///< carries the messages
};

} // namespace

MrcAstraNetwork::MrcAstraNetwork(ns3::Ptr<ns3::RdmaCluster> cluster)
    : m_cluster(cluster)
{
    for (uint32_t rank = 0; rank < cluster->GetNHosts(); ++rank)
    {
        m_ranks.push_back(std::make_unique<Rank>(*this, static_cast<int>(rank)));
    }
    cluster->SetDeliveredCallback(ns3::MakeCallback(&MrcAstraNetwork::OnDelivered, this));
    cluster->SetSentCallback(ns3::MakeCallback(&MrcAstraNetwork::OnSent, this));
}

AstraSim::AstraNetworkAPI*
MrcAstraNetwork::GetRank(int rank)
{
    return m_ranks.at(static_cast<size_t>(rank)).get();
}

void
MrcAstraNetwork::Send(int src, int dst, int tag, uint64_t bytes, const Handler& sent)
{
    const uint64_t token = m_messages.size();
    m_messages.push_back({{src, dst, tag}, sent});
    if (src == dst)
    {
        ns3::Simulator::ScheduleNow([this, token] {
            OnDelivered(token);
            OnSent(token, {}, true);
        });
        return;
    }
    m_cluster->Send(static_cast<uint32_t>(src),
                    static_cast<uint32_t>(dst),
                    0,
                    std::max<uint64_t>(bytes, 1),
                    token);
}

void
MrcAstraNetwork::Receive(int src, int dst, int tag, const Handler& received)
{
    Mailbox& box = m_mailboxes[{src, dst, tag}];
    if (box.delivered == 0)
    {
        box.expected.push_back(received);
        return;
    }
    --box.delivered;
    ns3::Simulator::ScheduleNow(received.call, received.argument);
}

void
MrcAstraNetwork::OnDelivered(uint64_t token)
{
    Deliver(m_messages[token].key);
}

void
MrcAstraNetwork::Deliver(const Key& key)
{
    Mailbox& box = m_mailboxes[key];
    if (box.expected.empty())
    {
        ++box.delivered;
        return;
    }
    const Handler received = box.expected.front();
    box.expected.pop_front();
    received.call(received.argument);
}

void
MrcAstraNetwork::OnSent(uint64_t token, const ns3::RdmaMessageStats& /* stats */, bool ok)
{
    const Message message = m_messages[token];
    if (ok)
    {
        message.sent.call(message.sent.argument);
        return;
    }
    const auto [src, dst, tag] = message.key;
    std::ostringstream text;
    text << "the QP from rank " << src << " to rank " << dst << " has failed at "
         << ns3::Simulator::Now().GetNanoSeconds() / 1e3 << " us, with a message of tag " << tag
         << ": " << m_cluster->Describe(src, dst, 0);
    m_failure = m_failure.empty() ? text.str() : m_failure;
    ns3::Simulator::Stop();
}

void
MrcAstraNetwork::Finish()
{
    if (++m_finished == m_ranks.size())
    {
        ns3::Simulator::Stop();
    }
}

std::string
MrcAstraNetwork::Describe() const
{
    if (!m_failure.empty() || m_finished == m_ranks.size())
    {
        return m_failure;
    }
    std::ostringstream text;
    text << m_finished << " of " << m_ranks.size() << " ranks have finished";
    for (const auto& [key, box] : m_mailboxes)
    {
        if (!box.expected.empty())
        {
            const auto [src, dst, tag] = key;
            text << "; rank " << dst << " expects a message of tag " << tag << " from rank " << src;
            break;
        }
    }
    return text.str();
}
