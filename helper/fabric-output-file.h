/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_OUTPUT_FILE_H
#define FABRIC_OUTPUT_FILE_H

#include "ns3/callback.h"

#include <set>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricOutputFile: state of a file that a tap writes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * State of a file that a tap writes while the simulation runs. After an error, such as a full disk,
 * writing stops and the callback is called once; without a callback the program ends.
 */
class FabricOutputFile
{
  public:
    /// Argument: name of the file.
    using FailureCallback = Callback<void, std::string>;

    /**
     * @param what content of the file, such as "capture"
     * @param name of the file; aborts if another tap is writing it
     * @param failure called when the file cannot be written; null: the program ends
     */
    FabricOutputFile(const std::string& what, const std::string& name, FailureCallback failure);
    ~FabricOutputFile();
    FabricOutputFile(const FabricOutputFile&) = delete;
    FabricOutputFile& operator=(const FabricOutputFile&) = delete;

    /**
     * Check the file after an operation.
     * @param failed true if the operation failed
     */
    void Check(bool failed);

    /** @return true if the file can be written */
    bool IsGood() const
    {
        return m_good;
    }

  private:
    /** @return names of the files that are being written */
    static std::set<std::string>& GetOpenFiles();

    std::string m_what;        ///< content of the file
    std::string m_name;        ///< of the file
    FailureCallback m_failure; ///< see the constructor
    bool m_good{true};         ///< see IsGood
};

} // namespace ns3

#endif // FABRIC_OUTPUT_FILE_H
