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
 * ns3::MrcPathOwner: an MRC QP as the endpoint operations of its NIC see it.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Owns paths to a peer: lends them to the NIC for its own packets, and hears what the NIC learns
 * about them (mrc reference, 2.13, 9.6 and 9.7).
 */
class MrcPathOwner
{
  public:
    virtual ~MrcPathOwner() = default;

    /** @return true while the NICs at both ends talk about paths and ports beside this QP */
    virtual bool HasEndpoint() const = 0;

    /**
     * A path for a control packet of the NIC itself to this QP's peer.
     * @param port the port it should leave by, 0-based
     * @return a path by that port, or by another one if there is none; or nothing
     */
    virtual std::optional<MrcPath> TakeControlPath(uint8_t port) = 0;

    /**
     * The peer has told which of its ports are reachable.
     * @param now simulated time, never less than at an earlier call
     * @param upPorts bit p: its port p (0-based) is reachable
     */
    virtual void OnPeerPortStatus(RdmaTick now, uint32_t upPorts) = 0;

    /**
     * An EV probe that PollControl has given out was answered.
     * @param ev its EV
     */
    virtual void OnEvProbeAnswer(uint32_t ev) = 0;

    /** @return true while something that it has to send is not complete */
    virtual bool IsBusy() const = 0;

    /**
     * The peer has not heard of the NIC's ports, and does not answer: as soon as there is business
     * with it again, PollControl gives out a port status update, which goes to
     * MrcNicEndpoint::SendForQp.
     */
    virtual void RemindOfPorts() = 0;

    /** @return its EVs with their ports; none before RTR */
    virtual std::vector<MrcPath> GetPaths() const = 0;

    /**
     * An EV must not be used any more, or may be used again if it was denied.
     * @param ev one of its EVs
     * @param denied which of the two
     */
    virtual void SetDenied(uint32_t ev, bool denied) = 0;
};

} // namespace ns3

#endif // MRC_PATH_OWNER_H
