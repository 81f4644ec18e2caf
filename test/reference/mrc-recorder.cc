/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-recorder.h"

#include "ns3/mrc-congestion-control.h"
#include "ns3/mrc-ev-parameters.h"
#include "ns3/mrc-nscc.h"

namespace ns3
{

namespace
{

using Json = TranscriptJson;

/**
 * @param controller a controller that has been started
 * @return its class, attributes and values in force
 */
Json
DescribeController(Ptr<const MrcCongestionControl> controller)
{
    Json description = DescribePolicy(*controller);
    if (const auto nscc = DynamicCast<const MrcNscc>(controller))
    {
        description["parameters"] = ToJson(nscc->GetParameters());
    }
    return description;
}

/**
 * @param setup setup of a QP
 * @param nominalMtuBytes nominal size of a full packet, B
 * @return its path
 */
Json
DescribePath(const MrcTransportSetup& setup, uint32_t nominalMtuBytes)
{
    MrcPathInfo info = setup.path;
    info.nominalMtuBytes = nominalMtuBytes;
    Json path = ToJson(info);
    path["paths_per_plane"] = setup.pathsPerPlane;
    return path;
}

/**
 * @param rules rules of loss detection
 * @param config receives them
 */
void
AddLossRules(const MrcLossRules& rules, Json& config)
{
    config["rule_a"] = rules.sameEv;
    config["rule_b"] = rules.time;
    config["ooo_threshold"] = rules.oooThresholdPackets;
    config["ooo_cwnd_factor"] = rules.oooCwndFactor;
    config["rule_d"] = rules.probe;
    config["rule_e"] = rules.timer;
    config["trim_grace_period"] = rules.trimGracePeriod;
}

/**
 * @param config the configuration in force
 * @return its values
 */
Json
DescribeConfig(const MrcQpConfig& config)
{
    Json values{{"local_qpn", config.localQpn},
                {"peer_qpn", config.peerQpn},
                {"sq_psn", config.sqPsn},
                {"rq_psn", config.rqPsn},
                {"path_mtu", config.pathMtuBytes},
                {"mpr", config.windowPackets},
                {"mpr_dest", config.destWindowPackets},
                {"max_wimm", config.maxWimm},
                {"max_wimm_dest", config.maxWimmDest},
                {"sack_threshold_bytes", config.sackThresholdBytes},
                {"retry_linear", config.retryLinear},
                {"retry_exponential", config.retryExponential},
                {"ack_timeout", ToJson(config.ackTimeout)},
                {"reo_window", ToJson(config.reoWindow)},
                {"trim_schedule", config.trimSchedule},
                {"rtt_after_trims", config.rttAfterTrims},
                {"ack_once_per_window", config.askOnce},
                {"ack_once_from", config.askOnceFrom},
                {"tail_probe_min_rtts", config.tailProbeMinRtts},
                {"ack_silence_rtts", config.ackSilenceRtts}};
    AddLossRules(config.lossRules, values);
    values["transport_ack"] = config.transportAck;
    values["dynamic_mpr"] = config.dynamicMpr;
    values["timestamps"] = config.timestamps;
    values["trim_nack"] = config.trimNack;
    values["peer_trim_nack"] = config.peerTrimNack;
    values["compensate"] = config.compensate;
    values["service_time"] = ToJson(config.serviceTime);
    return values;
}

} // namespace

void
MrcRecorder::OnParameters(const MrcQpParameters& parameters)
{
    m_parameters = ListAttributeValues(parameters);
}

void
MrcRecorder::OnConnect(RdmaTick now,
                       const MrcTransportSetup& setup,
                       const MrcTransport& qp,
                       uint32_t ports,
                       uint32_t peerPorts)
{
    const MrcQpConfig& config = qp.GetConfig();
    m_evs.clear();
    Json line = BeginInput(now, "connect");
    line["qp"] = m_parameters;
    line["ev"] = ListAttributeValues(*setup.evParameters);
    line["controller"] = DescribeController(qp.GetController());
    line["selector"] = DescribePolicy(*setup.selector);
    line["path"] = DescribePath(setup, MrcNominalBytes(config.pathMtuBytes, config.timestamps));
    line["config"] = DescribeConfig(config);
    line["evs"] = TakeEvChanges(qp.GetEvTable());
    line["ports"] = ports;
    line["peer_ports"] = peerPorts;
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnEvProbeAnswer(RdmaTick now, uint32_t ev)
{
    Json line = BeginInput(now, "ev_probe_answer");
    line["entropy"] = ev;
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnPeerPorts(RdmaTick now, uint32_t ports)
{
    Json line = BeginInput(now, "peer_ports");
    line["ports"] = ports;
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnTrouble(RdmaTick now,
                       std::optional<MrcNackReason> reject,
                       uint8_t penalty,
                       uint32_t alwaysSkip)
{
    Json line = BeginInput(now, "trouble");
    line["reject"] = reject ? ToName(*reject) : Json();
    line["penalty"] = penalty;
    line["always_skip"] = alwaysSkip;
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnMpr(RdmaTick now, uint32_t units, bool ok)
{
    Json line = BeginInput(now, "mpr");
    line["units"] = units;
    line["ok"] = ok;
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnModify(RdmaTick now, MrcQpState to)
{
    Json line = BeginInput(now, "modify");
    line["to"] = GetMrcQpStateName(to);
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnEvChange(RdmaTick now, const MrcEvChange& change, bool ok)
{
    static const char* const OPERATIONS[] = {"deny", "enable", "assume_bad", "replace"};
    Json line = BeginInput(now, "ev");
    line["op"] = OPERATIONS[static_cast<int>(change.kind)];
    line["ev"] = change.ev;
    if (change.kind == MrcEvChange::Kind::REPLACE)
    {
        line["value"] = change.value;
        line["state"] = ToName(change.state);
        line["ok"] = ok;
    }
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnState(RdmaTick now, const MrcTransport& qp)
{
    const auto controller = qp.GetController();
    const MrcEvTable& table = qp.GetEvTable();
    const MrcQpConfig& config = qp.GetConfig();
    const uint32_t full = MrcNominalBytes(config.pathMtuBytes, config.timestamps);
    Json line = Begin(now);
    line["state"] = {{"qp", GetMrcQpStateName(qp.GetState())},
                     {"wakeup", ToJson(qp.NextWakeup())},
                     {"probe_at", ToJson(table.NextProbe())},
                     {"busy", qp.IsBusy()},
                     {"cwnd", controller->GetCwndBytes()},
                     {"inflight", controller->GetInflightBytes()},
                     {"base_rtt", ToJson(controller->GetBaseRtt())},
                     {"target_delay", ToJson(controller->GetTargetDelay())},
                     {"can_send", controller->CanSend(full)},
                     {"outstanding", qp.GetRequester().GetScoreboard().GetOutstanding()},
                     {"next_psn", qp.GetNextPsn()},
                     {"cack_psn", ToWireRdmaPsn(qp.GetResponder().GetCackPsn())},
                     {"ooo", qp.GetResponder().GetOooCount()},
                     {"open", table.GetOpenPlanes()},
                     {"evs", TakeEvChanges(table)}};
    PrintTranscriptLine(line);
}

void
MrcRecorder::OnEnd(RdmaTick now, const MrcTransport& qp)
{
    Json line = Begin(now);
    line["counters"] = ToJson(qp.GetCounters());
    PrintTranscriptLine(line);
}

Json
MrcRecorder::TakeEvChanges(const MrcEvTable& table)
{
    std::map<EvKey, EvEntry> present;
    for (uint32_t plane = 0; plane < table.GetPlanes(); ++plane)
    {
        for (const uint32_t ev : table.GetEvs(plane))
        {
            present[{plane, ev}] = {*table.GetState(ev), table.FindActive(ev).has_value()};
        }
    }
    Json changes = Json::array();
    for (const auto& [key, entry] : present)
    {
        const auto known = m_evs.find(key);
        if (known == m_evs.end() || known->second != entry)
        {
            changes.push_back({key.first, key.second, ToName(entry.first), entry.second});
        }
    }
    for (const auto& known : m_evs)
    {
        if (!present.count(known.first))
        {
            changes.push_back({known.first.first, known.first.second, Json(), false});
        }
    }
    m_evs = std::move(present);
    return changes;
}

} // namespace ns3
