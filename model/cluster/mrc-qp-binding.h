/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_BINDING_H
#define MRC_QP_BINDING_H

#include "ns3/mrc-path-owner.h"
#include "ns3/mrc-qp-profiles.h"
#include "ns3/mrc-transport.h"
#include "ns3/rdma-qp-binding.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQpBinding: connects an MRC QP to its profiles and to the endpoint operations.
 */

namespace ns3
{

class MrcNicEndpoint;

/**
 * @ingroup mrc
 * Connects an MRC QP to its NIC's MrcNicEndpoint, and passes changes between the QP and its
 * profiles.
 */
class MrcQpBinding final : public RdmaQpBinding, private MrcPathOwner
{
  public:
    /**
     * @param qp the QP; outlives this object
     * @param profiles profiles to which it is attached, or nullptr
     */
    MrcQpBinding(MrcTransport& qp, std::unique_ptr<MrcQpProfiles> profiles);

    void OnAttached(RdmaNic& nic, uint32_t qpn, RdmaQpRoute& route) override;
    void OnEvent(const RdmaEvent& event) override;

  private:
    bool HasEndpoint() const override;
    std::optional<MrcPath> TakeControlPath(uint8_t port) override;
    void OnPeerPortStatus(RdmaTick now, uint32_t upPorts) override;
    void OnEvProbeAnswer(uint32_t ev) override;
    bool IsBusy() const override;
    void RemindOfPorts() override;
    std::vector<MrcPath> GetPaths() const override;
    void SetDenied(uint32_t ev, bool denied) override;

    MrcTransport& m_qp;                        ///< the QP
    std::unique_ptr<MrcQpProfiles> m_profiles; ///< its profiles, or nullptr
    MrcNicEndpoint* m_endpoint{nullptr};       ///< MRC's part of the NIC
    uint32_t m_qpn{0};                         ///< QP number
};

} // namespace ns3

#endif // MRC_QP_BINDING_H
