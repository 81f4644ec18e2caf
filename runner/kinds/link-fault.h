/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_FAULT_H
#define LINK_FAULT_H

#include "fault.h"
#include "link-reference.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/**
 * @file
 * mrcsim::LinkFault, mrcsim::DarkLinks: faults of links.
 */

namespace mrcsim
{

/// Event: a fault no longer takes a link down.
extern const EventKind LINK_UP;

/**
 * Fault of a link, in one or both directions.
 */
class LinkFault : public Fault
{
  public:
    std::string GetObject(const ns3::FabricNetwork& network) const override;

  protected:
    /** @return number of the link */
    uint32_t GetLink() const
    {
        return ns3::FabricNetwork::GetLinkOf(GetPort());
    }

    /** @return number of the port at the end that is named first */
    uint32_t GetPort() const
    {
        return *m_link.port;
    }

    /** @param keys receives the key link */
    static void DeclareLink(KeySet& keys);

    /** @param keys receives the key direction */
    static void DeclareDirection(KeySet& keys);

    /** @return numbers of the ports that send in the affected directions */
    std::vector<uint32_t> ListDirections() const;

    /**
     * Begin the same fault in every affected direction.
     * @param target where it holds
     * @param begin begins it in the direction in which a port sends
     * @return the faults in effect
     */
    std::vector<ns3::FabricFaultId> HoldEach(
        const FaultTarget& target,
        const std::function<ns3::FabricFaultId(ns3::FabricPort*)>& begin) const;

  private:
    LinkPlace m_link;        ///< the link
    std::string m_direction; ///< both, ab (from the end named first to the other) or ba
};

/**
 * Links that are down in one or several intervals.
 */
class DarkLinks : public Fault
{
  public:
    void Resolve(const ns3::FabricNetwork& network,
                 const std::string& path,
                 Problems& problems) override;
    std::string GetObject(const ns3::FabricNetwork& network) const override;
    std::vector<ns3::FabricFaultId> Begin(const FaultTarget& target) const override;
    void End(const FaultTarget& target) const override;
    std::optional<FaultOccurrence> FindLastDown(uint32_t link, ns3::RdmaTick until) const override;

  protected:
    /** @return numbers of the links, by FaultOccurrence::link */
    const std::vector<uint32_t>& GetLinks() const
    {
        return m_links;
    }

    /** @param links their numbers, for kinds that have neither the key link nor links */
    void SetLinks(std::vector<uint32_t> links);

    /** @param keys receives the key link */
    static void DeclareLink(KeySet& keys);

    /** @param keys receives the key links */
    static void DeclareLinks(KeySet& keys);

  private:
    std::vector<LinkPlace> m_places; ///< links as written
    std::vector<uint32_t> m_links;   ///< see GetLinks
};

} // namespace mrcsim

#endif // LINK_FAULT_H
