/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_TRANSPORT_H
#define ROCE_TRANSPORT_H

#include "roce-qp-parameters.h"
#include "roce-rate-control.h"
#include "roce-recovery.h"
#include "roce-requester.h"
#include "roce-responder.h"

#include "ns3/ptr.h"
#include "ns3/rdma-transport.h"

#include <memory>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RoceTransport: one end of a RoCEv2 RC queue pair.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * RoCEv2 with reliable connection service and a sending rate: the baseline for MRC. Requester and
 * responder share the QP number, the UDP source port, the counters and the recovery, which repairs
 * losses: RoceGoBackN as in RC, or RoceSelectiveRepeat, an alternative that does not need a
 * lossless network and supports plain WRITEs only.
 *
 * In ERROR the QP ignores its input: arriving PDUs are counted as discarded and not answered, so
 * the peer's requests fail in turn.
 */
class RoceTransport : public RdmaTransport
{
  public:
    /**
     * @param config the QP: RoceQpParameters::MakeConfig() with the identity filled in
     * @param control sending rate, for this QP alone; Start is called here
     * @param recovery repairs losses, in the same way at both ends; for this QP alone
     */
    RoceTransport(const RoceQpConfig& config,
                  Ptr<RoceRateControl> control,
                  std::unique_ptr<RoceRecovery> recovery);

    /** No copies, because requester and responder refer to members. */
    RoceTransport(const RoceTransport&) = delete;
    RoceTransport& operator=(const RoceTransport&) = delete;

    /** @return the QP */
    const RoceQpConfig& GetConfig() const
    {
        return m_config;
    }

    // From RdmaTransport.
    void PostSend(RdmaTick now, const RdmaWorkRequest& wr) override;
    bool PostRecv(RdmaTick now, uint64_t wrId) override;
    void OnPdu(RdmaTick now, const RdmaPdu& pdu, const RdmaRxInfo& rx) override;
    void OnTimeout(RdmaTick now) override;
    void OnPortStatus(RdmaTick now, uint8_t port, bool up) override;
    bool PollControl(RdmaTick now, RdmaTxPdu& tx) override;
    RdmaPoll PollTransmit(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx) override;
    bool PollCompletion(RdmaCompletion& completion) override;
    bool PollEvent(RdmaEvent& event) override;
    RdmaTick NextWakeup() const override;
    bool IsBusy() const override;
    bool IsError() const override;
    uint64_t GetWindowBytes() const override;
    uint64_t GetInflightBytes() const override;
    double GetRateBps() const override;
    Ptr<Object> GetControlObject() const override;
    const RdmaCounters& GetCounters() const override;
    std::string Describe(RdmaTick now) const override;

  private:
    /**
     * Take a data packet when READ responses are pending: alternately one of these and one of the
     * requester's.
     * @param readyPorts as PollTransmit
     * @param tx filled when PDU is returned
     * @return result
     */
    RdmaPoll PollEither(RdmaTick now, uint32_t readyPorts, RdmaTxPdu& tx);

    /** @return NextWakeup() when READ responses are pending */
    RdmaTick NextWakeupOfBoth() const;

    /** The requester has had an input: raise the outputs that it may have, flush if it failed. */
    void AfterRequesterInput();

    const RoceQpConfig m_config;                    ///< the QP
    RdmaCounters m_counters;                        ///< updated by requester and responder
    const std::unique_ptr<RoceRecovery> m_recovery; ///< used by requester and responder
    RoceRequester m_requester;                      ///< sends
    RoceResponder m_responder;                      ///< receives
    bool m_owesResponses{false};                    ///< the responder has READ responses
    bool m_responseTurn{false};                     ///< the next data packet is a READ response
};

static_assert(sizeof(RoceTransport) <= 640,
              "a run has thousands of QPs, most of them not in a cache");

} // namespace ns3

#endif // ROCE_TRANSPORT_H
