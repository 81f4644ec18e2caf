/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "document/scenario-quantity.h"
#include "kinds/link-fault.h"

namespace mrcsim
{

namespace
{

const EventKind DELAY("link-delay",
                      "link, or the direction that is meant",
                      "3us more; 3us less",
                      "a fault begins or ends: frames take longer");

/// A link takes longer than it did.
class LinkDelay : public LinkFault
{
  public:
    /**
     * @param json faults[]
     * @param port number of the port at the end that is named first
     */
    LinkDelay(const Json& json, uint32_t port)
        : LinkFault(json, port),
          m_extra(ReadTime(json["extra"]))
    {
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage,
                                          uint32_t /* item */) const override
    {
        stage.Note(DELAY, GetObject(stage.cluster->GetNetwork()), FormatTime(m_extra) + " more");
        return HoldEach(stage, [&](ns3::FabricPort* port) {
            return stage.GetFaults().Delay(port, m_extra);
        });
    }

    void End(const FaultStage& stage, uint32_t /* item */) const override
    {
        stage.Note(DELAY, GetObject(stage.cluster->GetNetwork()), FormatTime(m_extra) + " less");
    }

  private:
    ns3::RdmaTick m_extra; ///< on top of its delay
};

const FaultKind KIND("link-delay", ReadLinkFault<LinkDelay>);

} // namespace

} // namespace mrcsim
