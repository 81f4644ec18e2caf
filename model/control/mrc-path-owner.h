/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_OWNER_H
#define MRC_PATH_OWNER_H

#include "ns3/mrc-ev.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcPathOwner: interface of an MRC QP to the endpoint operations of its NIC.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Owns paths to a peer: lends them to the NIC for its own packets, and receives the NIC's
 * information about them (mrc reference, 2.13, 9.6 and 9.7).
 */
class MrcPathOwner
{
  public:
    virtual ~MrcPathOwner() = default;

    /**
     * @return true while the NICs at both ends exchange endpoint operations about this QP's paths
     */
    virtual bool HasEndpoint() const = 0;

    /**
     * Choose a path for a control packet of the NIC itself to this QP's peer.
     * @param port the preferred port, 0-based
     * @return a path by that port, or by another one if it has none; or nothing
     */
    virtual std::optional<MrcPath> TakeControlPath(uint8_t port) = 0;

    /**
     * Handle a report of the peer's reachable ports.
     * @param now simulated time, never less than at an earlier call
     * @param upPorts bit p: its port p (0-based) is reachable
     */
    virtual void OnPeerPortStatus(RdmaTick now, uint32_t upPorts) = 0;

    /**
     * Handle the answer to an EV probe that PollControl has returned.
     * @param ev its EV
     */
    virtual void OnEvProbeAnswer(uint32_t ev) = 0;

    /** @return true while posted messages are not complete */
    virtual bool IsBusy() const = 0;

    /**
     * Remind the QP that the peer has not received the states of the NIC's ports, and does not
     * answer: when the QP has data for it again, PollControl returns a port status update, which is
     * passed to MrcNicEndpoint::SendForQp.
     */
    virtual void RemindOfPorts() = 0;

    /** @return its EVs with their ports; none before RTR */
    virtual std::vector<MrcPath> GetPaths() const = 0;

    /**
     * Deny an EV, or undo its denial.
     * @param ev one of its EVs
     * @param denied true: deny
     */
    virtual void SetDenied(uint32_t ev, bool denied) = 0;
};

} // namespace ns3

#endif // MRC_PATH_OWNER_H
