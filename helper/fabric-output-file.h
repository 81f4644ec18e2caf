/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_OUTPUT_FILE_H
#define FABRIC_OUTPUT_FILE_H

#include "ns3/callback.h"

#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricOutputFile: what taps know of the files they write.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The health of a file that a tap writes while the simulation runs. On a full disk it is not
 * written on, and who wants to know is told once; if nobody does, the program ends.
 */
class FabricOutputFile
{
  public:
    /// Argument: name of the file.
    using FailureCallback = Callback<void, std::string>;

    /**
     * @param what it holds, such as "capture"
     * @param name of the file
     * @param failure called when it cannot be written, or not on; null: the program ends
     */
    FabricOutputFile(const std::string& what, const std::string& name, FailureCallback failure);

    /**
     * Look after something has been done to the file.
     * @param failed true if that went wrong
     */
    void Check(bool failed);

    /** @return true if the file can be written */
    bool IsGood() const
    {
        return m_good;
    }

  private:
    std::string m_what;        ///< it holds
    std::string m_name;        ///< of the file
    FailureCallback m_failure; ///< see the constructor
    bool m_good{true};         ///< see IsGood
};

} // namespace ns3

#endif // FABRIC_OUTPUT_FILE_H
