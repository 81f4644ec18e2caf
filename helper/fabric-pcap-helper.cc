/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-pcap-helper.h"

#include "fabric-frame-log.h"

#include "ns3/abort.h"
#include "ns3/fabric-frame-codec.h"
#include "ns3/fabric-switch.h"
#include "ns3/pcap-file.h"
#include "ns3/rdma-not-null.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace ns3
{

namespace
{
/// Data link type of Ethernet in capture files.
constexpr uint32_t LINKTYPE_ETHERNET = 1;

constexpr const char* FABRIC = "the network of a capture";
constexpr const char* PORT = "the port of a capture";

/**
 * Writes all frames of a port into a capture file.
 */
class PcapTap final : public FabricPortTap
{
  public:
    /**
     * @param fabric the network; outlives its taps
     * @param name of the file
     * @param snapLength maximum number of bytes stored of each frame, B
     * @param failure called once if the file cannot be written, or null
     */
    PcapTap(const Fabric& fabric,
            const std::string& name,
            uint32_t snapLength,
            const FabricOutputFile::FailureCallback& failure)
        : m_fabric(fabric),
          m_health("capture", name, failure)
    {
        m_file.Open(name, std::ios::out);
        constexpr bool SWAP = false;
        constexpr bool NANOSECONDS = true;
        m_file.Init(LINKTYPE_ETHERNET, snapLength, PcapFile::ZONE_DEFAULT, SWAP, NANOSECONDS);
        CheckFile();
    }

    ~PcapTap() override
    {
        m_file.Close();
        CheckFile();
    }

    PcapTap(const PcapTap&) = delete;
    PcapTap& operator=(const PcapTap&) = delete;

    void OnSend(RdmaTick now, const FabricFrame& frame) override
    {
        Write(now, frame);
    }

    void OnReceive(RdmaTick now, const FabricFrame& frame) override
    {
        Write(now, frame);
    }

  private:
    /**
     * @param frame a frame that passes the port
     */
    void Write(RdmaTick now, const FabricFrame& frame)
    {
        if (!m_health.IsGood())
        {
            return;
        }
        constexpr int64_t PS_PER_NS = 1000;
        constexpr int64_t NS_PER_S = 1000000000;
        SerializeFabricFrame(frame, m_fabric.GetContext().GetWireFormat(), m_bytes);
        const int64_t ns = now.GetPs() / PS_PER_NS;
        m_file.Write(static_cast<uint32_t>(ns / NS_PER_S),
                     static_cast<uint32_t>(ns % NS_PER_S),
                     m_bytes.data(),
                     static_cast<uint32_t>(m_bytes.size()));
        CheckFile();
    }

    /** Check the file after an operation. */
    void CheckFile()
    {
        m_health.Check(m_file.Fail());
    }

    const Fabric& m_fabric;       ///< makes the bytes of frames
    FabricOutputFile m_health;    ///< of the file
    PcapFile m_file;              ///< the file
    std::vector<uint8_t> m_bytes; ///< of the frame being written
};

/** @return the file of a port */
std::string
NameFile(const std::string& prefix,
         const Fabric& fabric,
         const FabricPort* port,
         const std::string& suffix)
{
    return prefix + "-" + fabric.GetPortName(port) + "." + suffix;
}

} // namespace

void
FabricPcapHelper::SetSnapLength(uint32_t bytes)
{
    NS_ABORT_MSG_IF(bytes == 0, "a capture keeps at least 1 B of each frame");
    m_snapLength = bytes;
}

void
FabricPcapHelper::SetFailureCallback(FabricOutputFile::FailureCallback failure)
{
    m_failure = failure;
}

void
FabricPcapHelper::EnablePcap(const std::string& prefix,
                             Ptr<Fabric> fabric,
                             FabricPort* port,
                             bool explicitFilename) const
{
    RdmaNotNull(fabric, FABRIC)->CheckPart(port, PORT);
    const std::string name = explicitFilename ? prefix : NameFile(prefix, *fabric, port, "pcap");
    fabric->AddTap(port, std::make_unique<PcapTap>(*fabric, name, m_snapLength, m_failure));
}

void
FabricPcapHelper::EnablePcap(const std::string& prefix, Ptr<Fabric> fabric, Ptr<RdmaNic> nic) const
{
    for (uint32_t plane = 0; plane < RdmaNotNull(nic, "the NIC of a capture")->GetNPorts(); ++plane)
    {
        EnablePcap(prefix, fabric, nic->GetPort(plane));
    }
}

void
FabricPcapHelper::EnableAscii(const std::string& prefix, Ptr<Fabric> fabric, FabricPort* port) const
{
    RdmaNotNull(fabric, FABRIC)->CheckPart(port, PORT);
    fabric->AddTap(
        port,
        std::make_unique<FabricFrameLog>(NameFile(prefix, *fabric, port, "csv"), m_failure));
}

void
FabricPcapHelper::EnablePcapAll(const std::string& prefix, Ptr<RdmaCluster> cluster) const
{
    // Not a Ptr: the fabric owns the callbacks of its trace sources.
    Fabric* const fabric =
        PeekPointer(RdmaNotNull(cluster, "the cluster of captures")->GetFabric());
    const auto enable = [*this, prefix, fabric](FabricPort* port) {
        EnablePcap(prefix, fabric, port);
    };
    const std::vector<FabricPort*>& ports = fabric->GetPorts();
    std::for_each(ports.begin(), ports.end(), enable);
    fabric->TraceConnectWithoutContext("NewPort", Callback<void, FabricPort*>(enable));
}

} // namespace ns3
