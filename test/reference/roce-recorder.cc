/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "roce-recorder.h"

namespace ns3
{

namespace
{

using Json = TranscriptJson;

/**
 * @param parameters settings of a QP
 * @param config its configuration
 * @return the settings of selective repeat; null with go-back-N
 */
Json
DescribeSelective(const RoceQpParameters& parameters, const RoceQpConfig& config)
{
    if (parameters.GetReliability() != RoceQpParameters::SELECTIVE_REPEAT)
    {
        return {};
    }
    const auto selective = parameters.MakeSelectiveConfig(config.baseRtt, config.lineRateBps);
    return {{"window_packets", selective.windowPackets},
            {"timeout_low", ToJson(selective.timeoutLow)},
            {"timeout_high", ToJson(selective.timeoutHigh)},
            {"few_packets", selective.fewPackets}};
}

/**
 * @param config the configuration of a QP
 * @return its values
 */
Json
DescribeConfig(const RoceQpConfig& config)
{
    return {{"local_qpn", config.localQpn},
            {"peer_qpn", config.peerQpn},
            {"sq_psn", config.sqPsn},
            {"rq_psn", config.rqPsn},
            {"udp_source_port", config.udpSourcePort},
            {"port", config.port},
            {"line_rate_bps", config.lineRateBps},
            {"base_rtt", ToJson(config.baseRtt)},
            {"path_mtu", config.pathMtuBytes},
            {"ack_every_packets", config.ackEveryPackets},
            {"retransmission_timeout", ToJson(config.retransmissionTimeout)},
            {"retransmission_timeout_cap", ToJson(config.retransmissionTimeoutCap)},
            {"retransmission_backoff", config.retransmissionBackoff},
            {"retry_count", config.retryCount},
            {"rnr_retry_count", config.rnrRetryCount},
            {"min_rnr_timer", config.minRnrTimer},
            {"min_time_between_cnps", ToJson(config.minTimeBetweenCnps)}};
}

} // namespace

void
RoceRecorder::OnConnect(RdmaTick now,
                        const RoceQpParameters& parameters,
                        const RoceQpConfig& config,
                        const RoceRateControl& control) const
{
    Json line = BeginInput(now, "connect");
    line["qp"] = ListAttributeValues(parameters);
    line["controller"] = DescribePolicy(control);
    line["config"] = DescribeConfig(config);
    line["config"]["selective"] = DescribeSelective(parameters, config);
    PrintTranscriptLine(line);
}

void
RoceRecorder::OnState(RdmaTick now, const RoceTransport& qp, const RoceRateControl& control) const
{
    Json line = Begin(now);
    line["state"] = {{"error", qp.IsError()},
                     {"wakeup", ToJson(qp.NextWakeup())},
                     {"busy", qp.IsBusy()},
                     {"rate_bps", control.GetRateBps()}};
    PrintTranscriptLine(line);
}

void
RoceRecorder::OnEnd(RdmaTick now, const RoceTransport& qp) const
{
    Json line = Begin(now);
    line["counters"] = ToJson(qp.GetCounters());
    PrintTranscriptLine(line);
}

} // namespace ns3
