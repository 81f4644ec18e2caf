/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_FAULT_H
#define LINK_FAULT_H

#include "fault.h"

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

/**
 * Make a fault of the link in the key link: a FaultReader for kinds made from JSON and the number
 * of a port, that at the end of the link which is named first.
 *
 * @tparam T a kind of fault, made from the fault and the number of the port
 * @param path of the fault
 * @param [out] problems receives what is wrong with the link
 * @return the fault; null if there is no such link
 */
template <typename T>
std::shared_ptr<const Fault> ReadLinkFault(const Json& json,
                                           const ns3::FabricNetwork& network,
                                           const std::string& path,
                                           Problems& problems);

/**
 * A link that something happens to, in both directions or in one.
 */
class LinkFault : public Fault
{
  public:
    /**
     * @param json a fault; its key direction, if it has one, says which directions are meant: both,
     * ab (from the end named first to the other), or ba
     * @param port number of the port at the end that is named first
     */
    LinkFault(const Json& json, uint32_t port);

    std::string GetObject(const ns3::FabricNetwork& network) const override;

  protected:
    /** @return number of the link */
    uint32_t GetLink() const
    {
        return ns3::FabricNetwork::GetLinkOf(m_port);
    }

    /** @return number of the port at the end that is named first */
    uint32_t GetPort() const
    {
        return m_port;
    }

    /** @return numbers of the ports that send in the directions that are meant */
    std::vector<uint32_t> ListDirections() const;

    /**
     * Let the same hold in every direction that is meant.
     * @param stage where it is
     * @param begin lets it hold in the direction in which a port sends
     * @return what holds
     */
    std::vector<ns3::FabricFaultId> HoldEach(
        const FaultStage& stage,
        const std::function<ns3::FabricFaultId(ns3::FabricPort*)>& begin) const;

  private:
    uint32_t m_port;         ///< at the end that is named first
    std::string m_direction; ///< both, ab or ba
};

/**
 * Links that carry nothing for some time, once or more than once.
 */
class DarkLinks : public Fault
{
  public:
    /**
     * @param links their numbers, by the item of a spell
     */
    explicit DarkLinks(std::vector<uint32_t> links);

    std::string GetObject(const ns3::FabricNetwork& network) const override;
    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage, uint32_t item) const override;
    void End(const FaultStage& stage, uint32_t item) const override;
    std::vector<uint32_t> ListLinks() const override;
    std::optional<LinkSpell> FindLast(uint32_t link,
                                      const FaultTime& time,
                                      ns3::RdmaTick until) const override;

  protected:
    /** @return numbers of the links */
    const std::vector<uint32_t>& GetLinks() const
    {
        return m_links;
    }

  private:
    std::vector<uint32_t> m_links; ///< numbers
};

/**
 * @param json a fault with a key link
 * @param path of the fault
 * @param [out] problems receives what is wrong with the link
 * @return number of the port at the end that is named first, if there is such a link
 */
std::optional<uint32_t> FindFaultPort(const Json& json,
                                      const ns3::FabricNetwork& network,
                                      const std::string& path,
                                      Problems& problems);

template <typename T>
std::shared_ptr<const Fault>
ReadLinkFault(const Json& json,
              const ns3::FabricNetwork& network,
              const std::string& path,
              Problems& problems)
{
    const auto port = FindFaultPort(json, network, path, problems);
    return port ? std::make_shared<const T>(json, *port) : nullptr;
}

} // namespace mrcsim

#endif // LINK_FAULT_H
