/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_H
#define SCENARIO_H

#include "document/scenario-attributes.h"
#include "kinds/fault.h"
#include "kinds/job.h"
#include "kinds/link-reference.h"
#include "kinds/server-spec.h"
#include "kinds/switch-spec.h"
#include "kinds/topology.h"
#include "kinds/transport.h"

#include "ns3/fabric-network.h"
#include "ns3/rdma-ideal-time.h"
#include "ns3/rdma-nccl-schedule.h"
#include "ns3/rdma-sample-sink.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::Scenario: the input of one simulation. The declarations of the keys have the meanings and
 * defaults of the fields.
 */

namespace mrcsim
{

/// workload[]
struct JobSpec : KeyOwner
{
    std::string name;                  ///< unique
    std::string type;                  ///< its kind
    ns3::RdmaTick start;               ///< start, or delay after the end of "after"
    std::string after;                 ///< name of another job, or empty
    bool enabled{true};                ///< false: it only has hosts and draws
    uint32_t qps{1};                   ///< QPs per pair, with a driver per channel
    std::optional<std::string> driver; ///< sends its messages; absent: they are sent as they are
    uint32_t repeat{1};                ///< repetitions
    std::optional<std::string> own;    ///< the key transport; absent: transport.type
    TransportSpec transport;           ///< transport of its messages
    std::optional<uint32_t> plane;     ///< plane of a single-path transport; absent: 0
    std::shared_ptr<const Job> what;   ///< the job
    std::vector<uint32_t> hosts;       ///< hosts chosen for it (JobPlacement); empty: none

    /**
     * @param planes number of planes
     * @return planes that its messages may use: all, or one for a single-path transport
     */
    ns3::RdmaPlanes GetPlanes(uint32_t planes) const
    {
        ns3::RdmaPlanes used{planes, 0};
        if (transport.what->IsSinglePath())
        {
            used.count = 1;
            used.first = plane.value_or(0);
        }
        return used;
    }

    /** @return channels of a pair; 0 without a driver */
    uint32_t GetNChannels() const
    {
        return driver ? ns3::RDMA_NCCL_CHANNELS : 0;
    }

    /** @param keys receives the keys of all jobs and of their kinds */
    static void DeclareKeys(KeySet& keys);
};

/// measure.pcap[]
struct CaptureSpec : KeyOwner
{
    std::optional<uint32_t> port;  ///< number of the port; absent: it does not exist
    uint32_t snapLength{0};        ///< stored bytes of each frame, B
    bool log{false};               ///< also write a table of the frames
    NicPlace nic;                  ///< NIC port ...
    std::optional<LinkPlace> link; ///< ... or the port of a T0 at a link

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/** @param [out] capture receives the value with its port */
void ReadKey(const KeyReading& reading, CaptureSpec& capture);

/// loss[]
struct LossSpec : KeyOwner
{
    std::string where; ///< position: nic-rx
    double rate{0};    ///< probability that a frame is lost

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/// stragglers[]
struct StragglerSpec : KeyOwner
{
    uint32_t host{0}; ///< slow host
    double factor{1}; ///< its computations take this many times as long

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys);
};

/// A scenario
struct Scenario : KeyOwner
{
    std::string name;                           ///< name
    std::vector<std::string> plugins;           ///< plugins, which are loaded
    uint64_t seed{1};                           ///< random run
    ns3::RdmaTick stop;                         ///< latest end
    ns3::RdmaTick stallTimeout;                 ///< time without progress that ends the run
    ns3::Ptr<const ns3::FabricNetwork> network; ///< topology
    ServerSpec servers;                         ///< links within servers
    TopologySpec topology;                      ///< topology and servers, as written
    SwitchSpec switches;                        ///< switch settings
    TransportSpec transport;                    ///< transport.type
    std::vector<AttributeSetting> attributes;   ///< all ns-3 attributes that keys set
    std::vector<JobSpec> jobs;                  ///< workload
    std::vector<StragglerSpec> stragglers;      ///< stragglers
    std::vector<LossSpec> losses;               ///< loss
    std::vector<FaultSpec> faults;              ///< faults
    std::optional<ns3::RdmaTick> monitor;       ///< interval of the monitor; absent: no monitor
    ns3::RdmaSamplePlan samples;                ///< the time series
    bool evs{false};                            ///< true: list the EVs of all QPs
    ns3::RdmaTick recoveryWindow;               ///< averaging window of goodput
    std::string links;                          ///< measure.links
    bool allLinks{true};                        ///< rows also for objects without traffic
    std::vector<CaptureSpec> captures;          ///< measure.pcap

    /** @return network and servers of its jobs; the network must exist */
    JobContext GetContext() const
    {
        return {*network, servers, stop};
    }

    /**
     * @param job one of its jobs
     * @return network, servers and hosts of this job
     */
    JobContext GetContext(const JobSpec& job) const
    {
        return {*network, servers, stop, job.hosts.empty() ? nullptr : &job.hosts, job.start};
    }

    /** @return probability that a frame is lost on arrival at a NIC */
    double GetNicRxLoss() const
    {
        return losses.empty() ? 0 : losses[0].rate;
    }

    /** @param keys receives the keys of a scenario */
    static void DeclareKeys(KeySet& keys);
};

} // namespace mrcsim

#endif // SCENARIO_H
