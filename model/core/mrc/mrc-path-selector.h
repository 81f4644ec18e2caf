/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PATH_SELECTOR_H
#define MRC_PATH_SELECTOR_H

#include "mrc-ev-table.h"

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rdma-pdu.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcPathSelector: which path the next packet takes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Chooses the EV of every data packet of one QP, when the packet is handed to a port (mrc
 * reference, 3.7). A new algorithm is a subclass with a TypeId; nothing else changes.
 *
 * The selector also hears what became of the packets. By default it tells the EV table, which keeps
 * MRC's EV states; a subclass that learns in another way overrides the three handlers.
 */
class MrcPathSelector : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Make another one, as long as this one has not been started: far cheaper than by TypeId, which
     * looks up every attribute.
     * @return a copy with the same attributes
     */
    virtual Ptr<MrcPathSelector> Fork() const = 0;

    /**
     * Called once, before anything else, when the table has its EVs.
     * @param table the QP's EVs; it outlives the selector's use
     * @param rng source of all random choices
     */
    void Start(MrcEvTable& table, Ptr<UniformRandomVariable> rng);

    /**
     * Choose the path of a packet that is sent now if there is one: an answer is always used.
     * @param readyPorts bit p: port p can take a frame
     * @return an EV whose plane is ready, or nothing: try again when another port is ready
     */
    virtual std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) = 0;

    /**
     * Choose a path, like GetSendParams, for a packet that had better not take a certain one.
     * @param readyPorts bit p: port p can take a frame
     * @param avoid an EV
     * @return an EV whose plane is ready: not that one, unless it comes up twice in a row; or
     * nothing
     */
    std::optional<MrcPath> GetOtherSendParams(RdmaTick now, uint32_t readyPorts, uint32_t avoid);

    /**
     * A SACK has arrived for a data packet.
     * @param ev EV it echoes
     * @param verdict its M field
     */
    virtual void OnSack(RdmaTick now, uint32_t ev, MrcEvVerdict verdict);

    /**
     * A NACK has arrived.
     * @param ev EV it echoes
     * @param reason its code
     */
    virtual void OnNack(RdmaTick now, uint32_t ev, MrcNackReason reason);

    /**
     * A packet was lost without a word from the network (rules A to E; mrc reference, 5.7).
     * @param ev EV it had
     */
    virtual void OnLoss(RdmaTick now, uint32_t ev);

  protected:
    /** Called by Start, when the table and the random variable are there. */
    virtual void DoStart();

    /**
     * @param plane 0-based
     * @param ev an EV that was active on it
     * @return its path, if it still is: a controller may have denied it, or given the value to an
     * EV of another port
     */
    std::optional<MrcPath> FindActivePath(uint32_t plane, uint32_t ev) const;

    MrcEvTable* m_table{nullptr};     ///< the QP's EVs
    Ptr<UniformRandomVariable> m_rng; ///< source of random choices
};

} // namespace ns3

#endif // MRC_PATH_SELECTOR_H
