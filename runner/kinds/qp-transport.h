/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QP_TRANSPORT_H
#define QP_TRANSPORT_H

#include "transport.h"

/**
 * @file
 * mrcsim::QpTransport: transports of the NIC's QPs.
 */

namespace mrcsim
{

/**
 * A transport whose connections are QPs that an ns3::RdmaQpFactory makes.
 */
class QpTransport : public Transport
{
  public:
    /**
     * @param factory TypeId of the QP factory
     */
    explicit QpTransport(const char* factory)
        : m_factory(factory)
    {
    }

    bool CountsPerQp() const override
    {
        return true;
    }

    const char* GetQpFactory() const override
    {
        return m_factory;
    }

    ns3::RdmaProblems CheckParameters(const ns3::FabricNetwork& network) const override;

    ns3::Ptr<ns3::RdmaMessenger> MakeMessenger(ns3::Ptr<ns3::RdmaCluster> cluster,
                                               uint32_t plane,
                                               bool first) const override;

    ns3::Ptr<ns3::RdmaMessenger> MakeControlMessenger(ns3::Ptr<ns3::RdmaCluster> cluster,
                                                      uint32_t plane) const override;

  private:
    const char* m_factory; ///< TypeId of the QP factory
};

} // namespace mrcsim

#endif // QP_TRANSPORT_H
