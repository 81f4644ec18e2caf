/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_TRACED_QPS_H
#define RDMA_TRACED_QPS_H

#include "rdma-traced-qp.h"

#include "ns3/callback.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaTracedQps: the traced QPs of a NIC.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The QPs of a NIC as ns-3 objects, which are made when a path asks for them. The attribute QpList
 * shows those that exist, the next AHEAD ones, and one that stands for all others: what is
 * connected to it, as a path with an asterisk does, is also connected to every QP that is made
 * later, with the number of that QP in the context.
 */
class RdmaTracedQps final : public RdmaTracedQp::List
{
  public:
    /// The NIC.
    class Owner
    {
      public:
        /**
         * @param index number of a QP, which may not exist yet
         * @return its protocol; null if it has none yet
         */
        virtual const RdmaTransport* FindTransport(uint32_t index) const = 0;

        /**
         * Report what a QP does from now on.
         * @param index number of a QP with a protocol
         */
        virtual void Observe(uint32_t index) = 0;

      protected:
        ~Owner() = default;
    };

    /// QPs that do not exist yet and that a path can name by number.
    static constexpr uint32_t AHEAD = 8;

    /** @param owner owns this */
    explicit RdmaTracedQps(Owner& owner);
    ~RdmaTracedQps();
    RdmaTracedQps(const RdmaTracedQps&) = delete;
    RdmaTracedQps& operator=(const RdmaTracedQps&) = delete;

    /**
     * @param index number of a QP, which may not exist yet, or RdmaTracedQp::LATER
     * @return its object, made if needed
     */
    const Ptr<RdmaTracedQp>& Get(uint32_t index);

    /**
     * @param index number of a QP that has an object
     * @return its object
     */
    RdmaTracedQp& At(uint32_t index) const
    {
        return *m_qps.find(index)->second;
    }

    /**
     * A QP has got its protocol.
     * @param index number of the QP
     */
    void OnAttached(uint32_t index);

    const RdmaTransport* FindTransport(uint32_t index) const override;
    void OnWanted(uint32_t index) override;
    void Subscribe(const TraceSourceAccessor& source,
                   const std::string* context,
                   const CallbackBase& callback) override;
    void Unsubscribe(const TraceSourceAccessor& source,
                     const std::string* context,
                     const CallbackBase& callback) override;

  private:
    /// A connection to all QPs made later.
    struct Subscription
    {
        Ptr<const TraceSourceAccessor> source; ///< the trace source
        std::optional<std::string> context;    ///< first argument of the callback
        CallbackBase callback;                 ///< the callback
    };

    Owner& m_owner;                              ///< the NIC
    std::map<uint32_t, Ptr<RdmaTracedQp>> m_qps; ///< by number
    std::vector<Subscription> m_subscriptions;   ///< see Subscribe
};

} // namespace ns3

#endif // RDMA_TRACED_QPS_H
