/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_PCAP_HELPER_H
#define FABRIC_PCAP_HELPER_H

#include "fabric-output-file.h"

#include "ns3/fabric.h"
#include "ns3/rdma-cluster.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricPcapHelper: captures of the frames at ports.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Writes the frames at ports of NICs and switches into capture files, in the style of ns-3's
 * PcapHelperForDevice: a file per port, both directions of its link in the order in which the port
 * sends (first bit) and receives (last bit). Times are in ns. Frames have their real bytes from the
 * Ethernet header to the iCRC, with zeros for payload; trimmed ones are as short as on the wire. A
 * capture changes no result.
 *
 * Files are complete after Simulator::Destroy or Fabric::RemoveTaps. Each capture needs a file of
 * its own: clusters in one program need different prefixes, because their ports have the same
 * names.
 *
 * @code
 * FabricPcapHelper pcap;
 * pcap.EnablePcap("run", cluster->GetFabric(), cluster->GetNic(3)); // run-h3--p0-t0-0.pcap, ...
 * @endcode
 */
class FabricPcapHelper
{
  public:
    /**
     * @param bytes maximum number of bytes stored of each frame, for ports enabled from now on;
     * default: all
     */
    void SetSnapLength(uint32_t bytes);

    /**
     * Set the callback for a file that cannot be written, for example on a full disk. Writing stops
     * then. Without a callback the program ends.
     * @param failure called once for the file, for ports enabled from now on
     */
    void SetFailureCallback(FabricOutputFile::FailureCallback failure);

    /**
     * Capture at one port of a NIC or a switch.
     * @param prefix of the file name, which is prefix-NAME.pcap, with Fabric::GetPortName
     * @param fabric source of the time, and of names of ports
     * @param port its frames are written, in both directions
     * @param explicitFilename true: prefix is the whole file name
     */
    void EnablePcap(const std::string& prefix,
                    Ptr<Fabric> fabric,
                    FabricPort* port,
                    bool explicitFilename = false) const;

    /**
     * Capture at all ports of a NIC.
     * @param prefix of the file names
     * @param fabric source of the time, and of names of ports
     * @param nic all of its ports
     */
    void EnablePcap(const std::string& prefix, Ptr<Fabric> fabric, Ptr<RdmaNic> nic) const;

    /**
     * Capture at all ports of all NICs and switches. A port has a file once it is instantiated,
     * which the first frame, a fault or a call for this port does.
     * @param prefix of the file names
     * @param cluster all of its NICs and switches
     */
    void EnablePcapAll(const std::string& prefix, Ptr<RdmaCluster> cluster) const;

    /**
     * Write the frames at one port into a table instead (FabricFrameLog), as text.
     * @param prefix of the file name, which is prefix-NAME.csv, with Fabric::GetPortName
     * @param fabric source of names of ports
     * @param port its frames are written, in both directions
     */
    void EnableAscii(const std::string& prefix, Ptr<Fabric> fabric, FabricPort* port) const;

  private:
    uint32_t m_snapLength{65535};                ///< see SetSnapLength, B
    FabricOutputFile::FailureCallback m_failure; ///< see SetFailureCallback
};

} // namespace ns3

#endif // FABRIC_PCAP_HELPER_H
