/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_FRAME_LOG_H
#define FABRIC_FRAME_LOG_H

#include "fabric-output-file.h"

#include "ns3/fabric-port.h"
#include "ns3/rdma-tick.h"

#include <fstream>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricFrameLog: the frames that pass a port, as a table.
 */

namespace ns3
{

/// A column of a FabricFrameLog.
struct FabricFrameColumn
{
    const char* name;    ///< in the first line
    const char* kind;    ///< text, id (a number that identifies an object), count, number or flag
    const char* unit;    ///< unit; empty: none
    const char* meaning; ///< one sentence
};

/**
 * @ingroup mrc
 * Writes a row of a CSV file for every frame that passes a port: the content of a capture, but from
 * the simulator's structs and not from bytes. It is for scripts, and for comparison with the
 * capture. Add it to a port by Fabric::AddTap.
 *
 * Columns are named like the protocol's fields; those that a frame does not have are empty. Times
 * are in ns, sizes in B, addresses as outer_dst of SRv6 frames in full hexadecimal, bitmaps
 * hexadecimal, everything else decimal.
 */
class FabricFrameLog final : public FabricPortTap
{
  public:
    /**
     * @param name of the file
     * @param failure called once if the file cannot be written; without a callback the program ends
     */
    explicit FabricFrameLog(const std::string& name,
                            FabricOutputFile::FailureCallback failure = {});
    ~FabricFrameLog() override;

    /** @return the columns, in order */
    static const std::vector<FabricFrameColumn>& GetColumns();

    void OnSend(RdmaTick now, const FabricFrame& frame) override;
    void OnReceive(RdmaTick now, const FabricFrame& frame) override;

  private:
    /**
     * @param direction tx or rx
     * @param frame a frame that passes the port
     */
    void Write(RdmaTick now, const char* direction, const FabricFrame& frame);

    FabricOutputFile m_health; ///< of the file
    std::ofstream m_file;      ///< the file
};

} // namespace ns3

#endif // FABRIC_FRAME_LOG_H
