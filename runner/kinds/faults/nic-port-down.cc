/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/link-fault.h"
#include "kinds/link-reference.h"

namespace mrcsim
{

namespace
{

/**
 * Fault: the link of a NIC port is down. The NIC detects this after ns3::RdmaNic::LinkDownDetect.
 */
class NicPortDown : public DarkLinks
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        AddNicPlace(keys, &NicPortDown::m_place);
        AddDuration(keys);
    }

    void Resolve(const ns3::FabricNetwork& network,
                 const std::string& path,
                 Problems& problems) override
    {
        if (const auto port = m_place.FindPort(network, path, problems))
        {
            SetLinks({ns3::FabricNetwork::GetLinkOf(*port)});
        }
    }

  private:
    NicPlace m_place; ///< the port
};

const auto KIND =
    FaultKind::Make<NicPortDown>("nic-port-down",
                                 100,
                                 "the link of a NIC port is down. The NIC detects this after "
                                 "ns3::RdmaNic::LinkDownDetect and then notifies its peers.");

} // namespace

} // namespace mrcsim
