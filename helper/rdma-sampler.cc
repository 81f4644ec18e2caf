/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-sampler.h"

#include "fabric-output-file.h"
#include "rdma-csv.h"

#include "ns3/abort.h"
#include "ns3/event-id.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace ns3
{

/**
 * The samplers of the simulation that wait for their next sample. They share one event, so
 * that within it no event of a sampler is pending.
 */
class RdmaSampleClock
{
  public:
    /** @return the clock of the process, like the simulator's */
    static RdmaSampleClock& Get()
    {
        static RdmaSampleClock clock;
        return clock;
    }

    /** @param sampler takes its next sample in an interval */
    void Add(RdmaSampler* sampler)
    {
        if (!m_knowsEnd)
        {
            m_knowsEnd = true;
            Simulator::ScheduleDestroy(&RdmaSampleClock::OnDestroy, this);
        }
        Remove(sampler);
        m_waiting.push_back({Simulator::Now() + sampler->m_interval, sampler});
        Schedule();
    }

    /** @param sampler takes no more samples */
    void Remove(const RdmaSampler* sampler)
    {
        const auto isIt = [sampler](const Waiting& waiting) { return waiting.sampler == sampler; };
        const auto it = std::find_if(m_waiting.begin(), m_waiting.end(), isIt);
        if (it != m_waiting.end())
        {
            m_waiting.erase(it);
            Schedule();
        }
    }

  private:
    /// A sampler and its next sample.
    struct Waiting
    {
        Time at;              ///< time of the sample
        RdmaSampler* sampler; ///< the sampler
    };

    /** Set the event to the next sample. */
    void Schedule()
    {
        Simulator::Remove(m_event); // an event that is only canceled would be awaited
        const auto earlier = [](const Waiting& a, const Waiting& b) { return a.at < b.at; };
        const auto next = std::min_element(m_waiting.begin(), m_waiting.end(), earlier);
        if (next != m_waiting.end())
        {
            m_event =
                Simulator::Schedule(next->at - Simulator::Now(), &RdmaSampleClock::Look, this);
        }
    }

    /** Take the samples of now. */
    void Look()
    {
        const auto now = Simulator::Now();
        const bool isLast = Simulator::IsFinished();
        for (auto& waiting : m_waiting)
        {
            if (waiting.at == now)
            {
                waiting.sampler->Look();
                waiting.at = isLast ? Time::Max() : now + waiting.sampler->m_interval;
            }
        }
        const auto isDone = [](const Waiting& waiting) { return waiting.at == Time::Max(); };
        m_waiting.erase(std::remove_if(m_waiting.begin(), m_waiting.end(), isDone),
                        m_waiting.end());
        Schedule();
    }

    /** The simulation has ended, with its events. */
    void OnDestroy()
    {
        *this = RdmaSampleClock();
    }

    std::vector<Waiting> m_waiting; ///< in order of their starts
    EventId m_event;                ///< Look
    bool m_knowsEnd{false};         ///< OnDestroy is scheduled
};

RdmaSampler::RdmaSampler(Ptr<RdmaCluster> cluster,
                         Ptr<RdmaWorkload> workload,
                         const RdmaSamplePlan& plan)
    : m_cluster(cluster),
      m_sink(plan),
      m_sources{MakeRdmaPortSamples(cluster),
                MakeRdmaJobSamples(cluster, workload),
                MakeRdmaQpSamples(cluster, plan)},
      m_interval(cluster->GetFabric()->GetContext().ToTime(plan.interval))
{
    NS_ABORT_MSG_UNLESS(m_interval.IsStrictlyPositive(), "a sampling interval of zero");
}

RdmaSampler::~RdmaSampler()
{
    Stop();
}

void
RdmaSampler::Start()
{
    const auto known = m_sink.GetRows().size();
    Look(); // rates of the first interval count from now
    m_sink.GetRows().resize(known);
    RdmaSampleClock::Get().Add(this);
}

void
RdmaSampler::Stop()
{
    RdmaSampleClock::Get().Remove(this);
}

std::vector<RdmaSample>
RdmaSampler::TakeRows()
{
    return std::exchange(m_sink.GetRows(), {});
}

void
RdmaSampler::WriteCsv(const std::string& name) const
{
    FabricOutputFile health("file of samples", name, {});
    std::ofstream file(name, std::ios::binary);
    file << "time_ns,kind,object,value\n";
    std::string line;
    for (const auto& row : GetRows())
    {
        line.clear();
        AppendRdmaCsv(line, row.time);
        line += ',';
        AppendRdmaCsv(line, std::string_view(row.kind));
        line += ',';
        AppendRdmaCsv(line, std::string_view(row.object));
        line += ',';
        AppendRdmaCsv(line, row.value);
        file << line << '\n';
    }
    file.close();
    health.Check(!file);
}

void
RdmaSampler::Look()
{
    m_sink.SetTime(m_cluster->GetFabric()->Now());
    for (const auto& source : m_sources)
    {
        source(m_sink);
    }
}

} // namespace ns3
