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
 * ns3::MrcPathSelector: chooses the path of the next packet.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Chooses the EV of every data packet of one QP, when the packet is handed to a port (mrc
 * reference, 3.7). A new algorithm is a subclass with a TypeId; no other code changes.
 *
 * The selector also receives the feedback about packets. By default it passes it to the EV table,
 * which maintains MRC's EV states; a subclass that learns in another way overrides the three
 * handlers.
 */
class MrcPathSelector : public Object
{
  public:
    static TypeId GetTypeId();

    /**
     * Copy a selector that has not been started: much cheaper than creation by TypeId, which looks
     * up every attribute.
     * @return a copy with the same attributes
     */
    virtual Ptr<MrcPathSelector> Fork() const = 0;

    /**
     * Called once, before all other functions, when the table has its EVs.
     * @param table the QP's EVs; it outlives the selector's use
     * @param rng source of all random choices
     */
    void Start(MrcEvTable& table, Ptr<UniformRandomVariable> rng);

    /**
     * Choose the path of a packet that is sent now if one is found: every returned path is used.
     * @param readyPorts bit p: port p can take a frame
     * @return an EV whose plane is ready, or nothing: try again when another port is ready
     */
    virtual std::optional<MrcPath> GetSendParams(RdmaTick now, uint32_t readyPorts) = 0;

    /**
     * Choose a path, like GetSendParams, for a packet that should avoid a certain EV.
     * @param readyPorts bit p: port p can take a frame
     * @param avoid an EV
     * @return an EV whose plane is ready, which differs from avoid unless that is drawn twice in a
     * row; or nothing
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
     * A packet was lost without a NACK (rules A to E; mrc reference, 5.7).
     * @param ev EV it had
     */
    virtual void OnLoss(RdmaTick now, uint32_t ev);

  protected:
    /** Called by Start, after the table and the random variable are set. */
    virtual void DoStart();

    /**
     * @param plane 0-based
     * @param ev an EV that was active on it
     * @return its path, if it is still active there: a controller may have denied it, or assigned
     * the value to an EV of another port
     */
    std::optional<MrcPath> FindActivePath(uint32_t plane, uint32_t ev) const;

    MrcEvTable* m_table{nullptr};     ///< the QP's EVs
    Ptr<UniformRandomVariable> m_rng; ///< source of random choices
};

} // namespace ns3

#endif // MRC_PATH_SELECTOR_H
