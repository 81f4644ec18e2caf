/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "collector.h"

#include "kinds/link-reference.h"

#include "ns3/fabric-path-walk.h"
#include "ns3/rdma-qp-ends.h"
#include "ns3/rdma-wire-size.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/** @return the repetitions of jobs */
std::vector<JobRow>
CollectJobs(const ns3::RdmaWorkload& workload)
{
    std::vector<JobRow> rows;
    for (const auto& record : workload.GetJobRecords())
    {
        const auto& job = workload.GetJob(record.job);
        JobRow row;
        row.job = job.name;
        row.repetition = record.repetition;
        row.type = job.type;
        row.bytes = job.bytes;
        row.hosts = static_cast<uint32_t>(job.hosts.size());
        row.start = record.start;
        row.ideal = record.ideal;
        if (record.finished)
        {
            row.end = record.end;
            row.algbwGbps = record.algbwBps / 1e9;
            row.busbwGbps = record.busbwBps / 1e9;
        }
        rows.push_back(row);
    }
    return rows;
}

/**
 * @return row of the direction in which a port sends; the port is null if it is not instantiated
 */
LinkRow
MakeLinkRow(const ns3::FabricNetwork& network, uint32_t id, ns3::FabricPort* port, RdmaTick now)
{
    const auto link = network.GetLink(ns3::FabricNetwork::GetLinkOf(id));
    const auto a = network.GetOwnEnd(id);
    const auto b = network.GetFarEnd(id);
    LinkRow row;
    row.tier =
        network.GetNames().GetTierName(a) + std::string("-") + network.GetNames().GetTierName(b);
    row.plane = link.plane;
    row.a = network.GetNames().GetEndName(a);
    row.b = network.GetNames().GetEndName(b);
    row.index = link.parallel;
    if (!port)
    {
        return row;
    }
    const auto& stats = port->GetStats();
    const auto lineBytes =
        static_cast<double>(stats.txBytes + uint64_t{ns3::RDMA_WIRE_GAP_BYTES} * stats.txFrames);
    const auto rate = static_cast<double>(port->GetRateBps());
    row.bytes = stats.txBytes;
    row.packets = stats.txFrames;
    row.drops = stats.drops;
    row.trims = stats.trims;
    row.ecnMarks = stats.ecnMarks;
    row.pauses = port->GetPausedTime(now);
    row.pfcFrames = port->GetClasses() ? port->GetClasses()->pfcReceived : 0;
    row.maxQueueBytes = stats.maxQueueBytes;
    // A frame counts when it starts: the last one may still be on the line.
    const double busy = now == RdmaTick{} ? 0 : lineBytes * 8 / rate / now.GetSeconds();
    row.utilisation = std::min(busy, 1.0);
    return row;
}

/** @return the current rows of all links, or of instantiated ones */
LinkRows
CollectLinks(ns3::Ptr<ns3::RdmaCluster> cluster, bool all)
{
    const auto now = cluster->GetFabric()->Now();
    return [fabric = cluster->GetFabric(), &network = cluster->GetNetwork(), all, now](
               const auto& show) {
        const auto ports = ListPorts(*fabric);
        if (!all)
        {
            for (auto* port : ports)
            {
                show(MakeLinkRow(network, port->id, port, now));
            }
            return;
        }
        auto next = ports.begin();
        for (uint32_t id = 0; id < network.GetNPorts(); ++id)
        {
            const bool alive = next != ports.end() && (*next)->id == id;
            show(MakeLinkRow(network, id, alive ? *next++ : nullptr, now));
        }
    };
}

/**
 * @param network network with the names of nodes
 * @param ports ports that send a frame, in order
 * @return the nodes of its path, separated by blanks; empty if there is no unique path
 */
std::string
NameWay(const ns3::FabricNetwork& network, const std::vector<const ns3::FabricPort*>& ports)
{
    std::string text;
    std::string at;
    for (const auto* port : ports)
    {
        const auto from = network.GetNames().GetEndName(network.GetOwnEnd(port->id));
        if (!at.empty() && from != at)
        {
            return "";
        }
        at = network.GetNames().GetEndName(network.GetFarEnd(port->id));
        text += (text.empty() ? from : "") + ' ' + at;
    }
    return text;
}

/** @param show receives the EVs of a QP */
void
ShowEvs(const ns3::RdmaCluster& cluster,
        uint32_t host,
        uint32_t qpn,
        const std::function<void(const EvRow&)>& show)
{
    const auto nic = cluster.GetNic(host);
    const auto& network = cluster.GetNetwork();
    EvRow row;
    row.qp = ns3::NameRdmaQpEnd(network, host, qpn);
    row.peer = network.GetNames().GetHostName(nic->GetRoute(qpn).peerHost);
    for (const auto& ev : ListEvs(nic->GetTransport(qpn)))
    {
        const auto port = static_cast<uint8_t>(ev.plane);
        const auto frame = nic->SketchFrame(qpn, ev.value, port);
        row.plane = ev.plane;
        row.ev = ev.value;
        row.state = ev.state;
        row.path =
            frame ? NameWay(network, ns3::ListFabricPath(nic->GetPort(port), *frame).ports) : "";
        show(row);
    }
}

/**
 * @param cluster a cluster after the run; must outlive the rows
 * @return its current EVs, by host, QP and plane
 */
EvRows
CollectEvs(ns3::Ptr<ns3::RdmaCluster> cluster)
{
    return [cluster = ns3::PeekPointer(cluster)](const auto& show) {
        for (uint32_t host = 0; host < cluster->GetNHosts(); ++host)
        {
            ns3::ForEachRdmaQp(*cluster->GetNic(host),
                               [&](uint32_t qpn) { ShowEvs(*cluster, host, qpn, show); });
        }
    };
}

/** @param [in,out] summary receives the counters of the fabric and of the QPs */
void
CollectCounters(ns3::Ptr<ns3::RdmaCluster> cluster, Summary& summary)
{
    const auto& totals = cluster->GetFabric()->GetTotals();
    const auto counters = cluster->SumCounters();
    const auto drops = [&totals](ns3::FabricDropReason reason) {
        return totals.drops[static_cast<size_t>(reason)];
    };
    summary.packetHops = totals.hops;
    summary.dataPacketHops = totals.dataHops;
    summary.trimmedPackets = totals.trims;
    summary.ecnMarkedPackets = totals.ecnMarks;
    summary.droppedPackets = totals.GetDrops();
    summary.ctrlQueueDrops = drops(ns3::FabricDropReason::CTRL_QUEUE_FULL);
    for (const auto* port : cluster->GetFabric()->GetPorts())
    {
        summary.pfcPause += port->GetPausedTime(cluster->GetFabric()->Now());
    }
    summary.losslessViolations = drops(ns3::FabricDropReason::HEADROOM_FULL);
    if (const auto watch = cluster->GetFabric()->GetPauseWatch())
    {
        summary.pfcStorms = watch->GetNStorms();
        summary.pfcDeadlocks = watch->GetNDeadlocks();
    }
    summary.bytesDelivered = counters.bytesDelivered;
    summary.duplicatePackets = counters.rxDuplicates;
    summary.retransmittedPackets = counters.retransmits;
    summary.timeouts = counters.timeouts;
    summary.qpErrors = cluster->CountErrors();
}

} // namespace

void
Collect(ns3::Ptr<ns3::RdmaCluster> cluster,
        ns3::Ptr<ns3::RdmaWorkload> workload,
        const Scenario& scenario,
        Results& results)
{
    auto& summary = results.summary;
    results.jobs = CollectJobs(*workload);
    results.steps = ListSteps(*workload);
    results.flows = workload->TakeFlowRecords();
    for (uint32_t job = 0; job < workload->GetNJobs(); ++job)
    {
        results.flowJobs.push_back(workload->GetJob(job).name);
    }
    results.links = CollectLinks(cluster, scenario.allLinks);
    if (scenario.evs)
    {
        results.evs = CollectEvs(cluster);
    }
    for (const auto& job : scenario.jobs)
    {
        if (job.enabled && job.what->HasSizeClasses())
        {
            results.sizeJobs.push_back(job.name);
        }
        if (job.enabled && job.what->GetNSteps() > 0)
        {
            results.stepJobs.push_back({job.name, uint64_t{job.what->GetNSteps()} * job.repeat});
        }
    }
    summary.name = scenario.name;
    summary.seed = scenario.seed;
    summary.transport = scenario.transport.name;
    summary.hosts = scenario.network->GetNHosts();
    summary.planes = scenario.network->GetNPlanes();
    summary.simTime = cluster->GetFabric()->Now();
    summary.flowsTotal = workload->GetNFlowsPlanned();
    summary.flowsStarted = results.flows.size();
    summary.flowsCompleted = workload->GetNFlowsDelivered();
    summary.bytesPosted = workload->GetBytesPosted();
    CollectCounters(cluster, summary);
}

std::string
CheckConservation(ns3::Ptr<ns3::RdmaCluster> cluster, const Results& results)
{
    std::ostringstream text;
    text << cluster->GetFabric()->CheckConservation();
    uint64_t delivered = 0;
    for (const auto& flow : results.flows)
    {
        delivered += flow.delivered ? flow.bytes : 0;
        if (flow.delivered && flow.GetDuration() < flow.ideal)
        {
            text << "flow " << flow.flow << " took " << flow.GetDuration().GetNs()
                 << " ns, which is below the lower bound of " << flow.ideal.GetNs() << " ns; ";
        }
    }
    for (const auto& job : results.jobs)
    {
        if (job.end && *job.end - job.start < job.ideal)
        {
            text << "job " << job.job << " took " << (*job.end - job.start).GetNs()
                 << " ns, which is below the lower bound of " << job.ideal.GetNs() << " ns; ";
        }
    }
    // Part of the bytes of messages in flight is delivered
    const auto& s = results.summary;
    const auto most = s.flowsCompleted == s.flowsStarted ? delivered : s.bytesPosted;
    if (s.bytesDelivered < delivered || s.bytesDelivered > most)
    {
        text << "QPs delivered " << s.bytesDelivered << " B, of flows with " << delivered
             << " B completed and " << s.bytesPosted << " B posted; ";
    }
    return text.str();
}

} // namespace mrcsim
