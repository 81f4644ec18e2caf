/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-quantity.h"
#include "kinds/flap-times.h"
#include "kinds/link-fault.h"

namespace mrcsim
{

namespace
{

/// A link goes down again and again.
class LinkFlap : public DarkLinks
{
  public:
    /**
     * @param json faults[]
     * @param port number of a port at the link
     */
    LinkFlap(const Json& json, uint32_t port)
        : DarkLinks({ns3::FabricNetwork::GetLinkOf(port)}),
          m_times(ReadFlapTimes(json))
    {
    }

    void Check(const FaultScene& /* scene */,
               const FaultTime& /* time */,
               const std::string& path,
               Problems& problems) const override
    {
        CheckFlapTimes(m_times, path, problems);
    }

    FaultSpells MakeSpells(const FaultTime& time,
                           ns3::RdmaTick stop,
                           const ns3::Ptr<ns3::UniformRandomVariable>& /* rng */) const override
    {
        return MakeFlaps(m_times, time.at, 1, stop);
    }

    double CountSpells(const FaultTime& time, ns3::RdmaTick stop) const override
    {
        return CountFlaps(m_times, time.at, 1, stop);
    }

    std::optional<LinkSpell> FindLast(uint32_t /* link */,
                                      const FaultTime& time,
                                      ns3::RdmaTick until) const override
    {
        return FindLastFlap(m_times, time.at, 0, until);
    }

  private:
    FlapTimes m_times; ///< when
};

const FaultKind KIND("link-flap", ReadLinkFault<LinkFlap>);

} // namespace

} // namespace mrcsim
