/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_FAULT_H
#define LINK_FAULT_H

#include "fault.h"

#include <cstdint>
#include <memory>
#include <string>

/**
 * @file
 * mrcsim::LinkFault: faults of a link, with a key link.
 */

namespace mrcsim
{

/**
 * Make a fault of the link in the key link: a FaultReader for kinds made from JSON and a link.
 *
 * @tparam T a kind of fault, made from the fault and the number of its link
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
 * A link, both directions of it, that something happens to.
 */
class LinkFault : public Fault
{
  public:
    /**
     * @param link number of the link
     */
    explicit LinkFault(uint32_t link)
        : m_link(link)
    {
    }

  protected:
    /** @return number of the link */
    uint32_t GetLink() const
    {
        return m_link;
    }

    /**
     * Let the link work, or carry nothing, and note it.
     * @param stage where it is
     * @param up true: it works
     */
    void SetUp(const FaultStage& stage, bool up) const;

    /**
     * Let both directions lose frames at random, and note it.
     * @param stage where it is
     * @param probability that a frame is lost, 0 to 1
     */
    void SetLoss(const FaultStage& stage, double probability) const;

  private:
    uint32_t m_link; ///< number of the link
};

/**
 * @param json a fault with a key link
 * @param path of the fault
 * @param [out] problems receives what is wrong with the link
 * @return number of the link, if there is one
 */
std::optional<uint32_t> FindFaultLink(const Json& json,
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
    const auto link = FindFaultLink(json, network, path, problems);
    return link ? std::make_shared<const T>(json, *link) : nullptr;
}

} // namespace mrcsim

#endif // LINK_FAULT_H
