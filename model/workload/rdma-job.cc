/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-job.h"

#include "rdma-nccl-schedule.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ns3
{

namespace
{

/// Payload is padded to multiples of this, B: a message takes at least the time of one word.
constexpr uint64_t WORD_BYTES = 4;

/**
 * The sends that leave, or arrive at, one rank by one medium, as needed for the byte bound.
 */
struct RankLoad
{
    uint64_t bytes{0};                   ///< bytes of all of them, B
    RdmaTick earliest{RdmaTick::Max()};  ///< time before which no byte moves
    RdmaTick firstWord{RdmaTick::Max()}; ///< minimum ideal time of a word

    /**
     * @param sendBytes length of one more send, B
     * @param ready earliest time at which it may be posted
     * @param oneWord ideal time of a word, or of the whole send if it is shorter
     */
    void Add(uint64_t sendBytes, RdmaTick ready, RdmaTick oneWord)
    {
        bytes += sendBytes;
        earliest = std::min(earliest, ready);
        firstWord = std::min(firstWord, oneWord);
    }

    /**
     * @param psPerByte time of one byte at the payload rate of the medium, ps
     * @param beside see RdmaMessenger::GetTimeBesideWord
     * @return earliest time at which the last of the bytes has arrived
     */
    RdmaTick GetEnd(double psPerByte, RdmaTick beside) const
    {
        if (bytes == 0)
        {
            return {};
        }
        const uint64_t others = bytes - std::min(bytes, WORD_BYTES);
        const auto ps = static_cast<int64_t>(std::floor(static_cast<double>(others) * psPerByte));
        return earliest + firstWord + std::max(RdmaTick(), RdmaTick::Ps(ps) - beside);
    }
};

/// Loads that leave, or arrive at, one rank by each medium.
using RankLoads = std::array<RankLoad, N_RDMA_MEDIA>;

/**
 * Computes the bound of GetRdmaIdealDuration in one pass over the schedule.
 */
class IdealDuration
{
  public:
    /**
     * @param job the job; must outlive this object
     * @param messenger source of ideal times and rates; must outlive this object
     */
    IdealDuration(const RdmaJob& job, const RdmaMessenger& messenger)
        : m_job(job),
          m_messenger(messenger),
          m_psPerByte{8e12 / messenger.GetMediumRateBps(RdmaMedium::NETWORK),
                      8e12 / messenger.GetMediumRateBps(RdmaMedium::SERVER)},
          m_beside{messenger.GetTimeBesideWord(), RdmaTick()},
          m_ready(job.schedule.GetNSends()),
          m_out(job.schedule.GetNRanks()),
          m_in(job.schedule.GetNRanks())
    {
    }

    /** @return the bound; to be called once */
    RdmaTick Compute()
    {
        m_job.schedule.Visit([this](uint32_t send) { Visit(send); });
        for (uint32_t rank = 0; rank < m_out.size(); ++rank)
        {
            for (size_t medium = 0; medium < N_RDMA_MEDIA; ++medium)
            {
                m_end =
                    std::max({m_end,
                              m_out[rank][medium].GetEnd(m_psPerByte[medium], m_beside[medium]),
                              m_in[rank][medium].GetEnd(m_psPerByte[medium], m_beside[medium])});
            }
        }
        return m_end;
    }

  private:
    /**
     * @param send index of a send whose dependencies have been visited
     */
    void Visit(uint32_t send)
    {
        const RdmaTick ready = std::max(m_ready[send], m_job.schedule.GetStart(send));
        const RdmaTick end = m_job.schedule.GetSend(send).IsComputation()
                                 ? ready + m_job.schedule.GetDuration(send)
                                 : VisitMessage(m_job.schedule.GetSend(send), ready);
        m_end = std::max(m_end, end);
        for (const uint32_t dependent : m_job.schedule.GetDependents(send))
        {
            m_ready[dependent] = std::max(m_ready[dependent], end);
        }
    }

    /**
     * @param s a message
     * @param ready earliest time at which it may be posted
     * @return earliest time at which it is delivered
     */
    RdmaTick VisitMessage(const RdmaSend& s, RdmaTick ready)
    {
        const RdmaTick oneWord = m_messenger.GetIdealTime(m_job.hosts[s.src],
                                                          m_job.hosts[s.dst],
                                                          std::min(s.bytes, WORD_BYTES));
        const auto medium =
            static_cast<size_t>(m_messenger.GetMedium(m_job.hosts[s.src], m_job.hosts[s.dst]));
        m_out[s.src][medium].Add(s.bytes, ready, oneWord);
        m_in[s.dst][medium].Add(s.bytes, ready, oneWord);
        return ready + GetSendTime(s, oneWord, medium);
    }

    /**
     * Minimum time of one send. In several pieces it may be faster than in one, because less is
     * stored and forwarded, but not faster than its largest piece, or its bytes.
     * @param send any send of the job
     * @param oneWord ideal time of a word on its medium
     * @param medium its medium
     * @return time from posting to delivery
     */
    RdmaTick GetSendTime(const RdmaSend& send, RdmaTick oneWord, size_t medium) const
    {
        const RdmaTick largest = m_messenger.GetIdealTime(m_job.hosts[send.src],
                                                          m_job.hosts[send.dst],
                                                          m_job.GetPieceBytes(send, 0));
        RankLoad alone;
        alone.Add(send.bytes, RdmaTick(), oneWord);
        return m_job.GetNPieces(send) == 1
                   ? largest
                   : std::max(largest, alone.GetEnd(m_psPerByte[medium], m_beside[medium]));
    }

    const RdmaJob& m_job;             ///< the job
    const RdmaMessenger& m_messenger; ///< source of ideal times and rates
    /// By medium: time of one byte at the payload rate of a host, ps.
    const std::array<double, N_RDMA_MEDIA> m_psPerByte;
    /// By medium: see RdmaMessenger::GetTimeBesideWord; a server has neither planes nor headers.
    const std::array<RdmaTick, N_RDMA_MEDIA> m_beside;
    std::vector<RdmaTick> m_ready; ///< by send: time at which its dependencies are delivered
    std::vector<RankLoads> m_out;  ///< by rank: its sends
    std::vector<RankLoads> m_in;   ///< by rank: sends to it
    RdmaTick m_end;                ///< the bound so far
};

/** @return the problem of the kinds and channels of a job's sends; empty if there is none */
std::string
ValidateChannels(const RdmaJob& job)
{
    for (uint32_t i = 0; i < job.schedule.GetNSends(); ++i)
    {
        const RdmaSend& send = job.schedule.GetSend(i);
        if (send.channel >= std::max(job.channels, 1U))
        {
            return "has a send on channel " + std::to_string(send.channel) + " of " +
                   std::to_string(job.channels);
        }
        if (send.kind == RdmaSendKind::CONTROL && (!job.control || job.channels == 0))
        {
            return std::string("sends control messages, but has no ") +
                   (job.control ? "channels" : "messenger for them (RdmaJob::control)");
        }
    }
    return {};
}

} // namespace

std::string
RdmaJob::Validate(uint32_t nHosts) const
{
    if (name.empty())
    {
        return "has no name";
    }
    if (qps == 0 || repeat == 0)
    {
        return qps == 0 ? "has 0 QPs" : "has 0 repetitions";
    }
    if (start.IsStrictlyNegative())
    {
        return "starts at a negative time";
    }
    if (hosts.size() != schedule.GetNRanks())
    {
        return "has " + std::to_string(hosts.size()) + " hosts for " +
               std::to_string(schedule.GetNRanks()) + " ranks";
    }
    std::vector<uint32_t> sorted(hosts);
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end())
    {
        return "has host " + std::to_string(*twice) + " twice";
    }
    if (!sorted.empty() && sorted.back() >= nHosts)
    {
        return "has host " + std::to_string(sorted.back()) + " of " + std::to_string(nHosts);
    }
    if (schedule.GetNSends() == schedule.GetNComputations())
    {
        return "sends nothing";
    }
    const std::string problem = ValidateChannels(*this);
    return problem.empty() ? schedule.Validate() : problem;
}

uint32_t
RdmaJob::GetNPieces(const RdmaSend& send) const
{
    switch (send.kind)
    {
    case RdmaSendKind::WRITE:
        return static_cast<uint32_t>(std::min<uint64_t>(qps, send.bytes));
    case RdmaSendKind::IMMEDIATE:
        return qps;
    case RdmaSendKind::CONTROL:
        break;
    }
    return 1;
}

uint64_t
RdmaJob::GetPieceBytes(const RdmaSend& send, uint32_t piece) const
{
    switch (send.kind)
    {
    case RdmaSendKind::WRITE:
        return send.bytes / qps + (piece < send.bytes % qps ? 1 : 0);
    case RdmaSendKind::IMMEDIATE: {
        const uint64_t even = (send.bytes + qps - 1) / qps;
        const uint64_t most =
            (even + RDMA_NCCL_SPLIT_BYTES - 1) / RDMA_NCCL_SPLIT_BYTES * RDMA_NCCL_SPLIT_BYTES;
        return std::min(most, send.bytes - std::min(send.bytes, piece * most));
    }
    case RdmaSendKind::CONTROL:
        break;
    }
    return send.bytes;
}

uint32_t
RdmaJob::GetQp(const RdmaSend& send, uint32_t piece) const
{
    return send.kind == RdmaSendKind::CONTROL ? channels * qps + send.channel
                                              : send.channel * qps + piece;
}

const Ptr<RdmaMessenger>&
RdmaJob::GetMessenger(const RdmaSend& send) const
{
    return send.kind == RdmaSendKind::CONTROL ? control : messenger;
}

uint64_t
RdmaJob::GetNFlowsPerRepetition() const
{
    uint64_t flows = 0;
    for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
    {
        flows += schedule.GetSend(send).IsComputation() ? 0 : GetNPieces(schedule.GetSend(send));
    }
    return flows;
}

RdmaTick
GetRdmaIdealDuration(const RdmaJob& job, const RdmaMessenger& messenger)
{
    return std::max(job.leastDuration, IdealDuration(job, messenger).Compute());
}

} // namespace ns3
