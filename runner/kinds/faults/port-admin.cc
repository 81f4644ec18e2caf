/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/fault.h"
#include "kinds/link-reference.h"

#include "ns3/rdma-nic.h"

#include <string>

namespace mrcsim
{

namespace
{

const EventKind ADMIN("port-admin",
                      "link of the NIC, h12--p3-t0-3",
                      "down, up",
                      "an administrator switches a port of a NIC off or on");

/// An administrator switches a port of a NIC off, or on again.
class PortAdmin : public Fault
{
  public:
    /**
     * @param json faults[]
     * @param port number of the NIC's port
     */
    PortAdmin(const Json& json, uint32_t port)
        : m_port(port),
          m_host(json["host"].get<uint32_t>()),
          m_plane(json["plane"].get<uint32_t>()),
          m_up(json["up"].get<bool>())
    {
    }

    void Check(const FaultScene& /* scene */,
               const FaultTime& time,
               const std::string& path,
               Problems& problems) const override
    {
        if (m_up && time.duration)
        {
            problems.push_back({path + ".for", "found with up true; allowed: with up false only"});
        }
    }

    std::string GetObject(const ns3::FabricNetwork& network) const override
    {
        return network.GetPortName(m_port);
    }

    std::vector<ns3::FabricFaultId> Begin(const FaultStage& stage,
                                          uint32_t /* item */) const override
    {
        stage.Note(ADMIN, GetObject(stage.cluster->GetNetwork()), m_up ? "up" : "down");
        // Not counted: the fabric that holds it would keep the NIC alive, and this one the fabric
        auto* nic = ns3::PeekPointer(stage.cluster->GetNic(m_host));
        if (m_up)
        {
            stage.GetFaults().Release(nic, m_plane);
            return {};
        }
        return {stage.GetFaults().Hold(nic, m_plane, [nic, plane = m_plane](bool off) {
            nic->SetPortAdmin(plane + 1, !off);
        })};
    }

    void End(const FaultStage& stage, uint32_t /* item */) const override
    {
        stage.Note(ADMIN, GetObject(stage.cluster->GetNetwork()), "up");
    }

  private:
    uint32_t m_port;  ///< number of the port
    uint32_t m_host;  ///< of the NIC
    uint32_t m_plane; ///< of the port
    bool m_up;        ///< on or off
};

/** A FaultReader. */
std::shared_ptr<const Fault>
Read(const Json& json,
     const ns3::FabricNetwork& network,
     const std::string& path,
     Problems& problems)
{
    const auto port = FindNicPort(json, network, path, problems);
    return port ? std::make_shared<const PortAdmin>(json, *port) : nullptr;
}

const FaultKind KIND("port-admin", Read);

} // namespace

} // namespace mrcsim
