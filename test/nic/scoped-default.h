/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCOPED_DEFAULT_H
#define SCOPED_DEFAULT_H

#include "ns3/abort.h"
#include "ns3/attribute.h"
#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <string>

/**
 * @file
 * A temporary default of an attribute.
 */

namespace ns3
{

/** Changes the default of an attribute during its lifetime. */
class ScopedDefault
{
  public:
    /**
     * @param type TypeId of the class
     * @param attribute name of its attribute
     * @param value the default, as text
     */
    ScopedDefault(const std::string& type, const std::string& attribute, const std::string& value)
        : m_name(type + "::" + attribute)
    {
        TypeId::AttributeInformation info;
        NS_ABORT_MSG_UNLESS(TypeId::LookupByName(type).LookupAttributeByName(attribute, &info),
                            "no attribute " << m_name);
        m_before = info.initialValue;
        Config::SetDefault(m_name, StringValue(value));
    }

    ~ScopedDefault()
    {
        Config::SetDefault(m_name, *m_before);
    }

    ScopedDefault(const ScopedDefault&) = delete;
    ScopedDefault& operator=(const ScopedDefault&) = delete;

  private:
    std::string m_name;                 ///< class and attribute
    Ptr<const AttributeValue> m_before; ///< the default before
};

} // namespace ns3

#endif // SCOPED_DEFAULT_H
