/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-output-file.h"

#include "ns3/abort.h"

namespace ns3
{

FabricOutputFile::FabricOutputFile(const std::string& what,
                                   const std::string& name,
                                   FailureCallback failure)
    : m_what(what),
      m_name(name),
      m_failure(failure)
{
    const bool isNew = GetOpenFiles().insert(name).second;
    NS_ABORT_MSG_UNLESS(isNew, "the " << what << " " << name << " is being written already");
}

FabricOutputFile::~FabricOutputFile()
{
    GetOpenFiles().erase(m_name);
}

std::set<std::string>&
FabricOutputFile::GetOpenFiles()
{
    static std::set<std::string> names;
    return names;
}

void
FabricOutputFile::Check(bool failed)
{
    if (!failed || !m_good)
    {
        return;
    }
    NS_ABORT_MSG_IF(m_failure.IsNull(), "the " << m_what << " " << m_name << " cannot be written");
    m_good = false;
    m_failure(m_name);
}

} // namespace ns3
