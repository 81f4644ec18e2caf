/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef POLICY_REGISTRY_H
#define POLICY_REGISTRY_H

#include "creatable-types.h"

#include "ns3/object-factory.h"
#include "ns3/ptr.h"

#include <gtest/gtest.h>
#include <string>

/**
 * @file
 * Creates the policies that a user can configure, for contract tests.
 */

namespace ns3
{

/**
 * @tparam T kind of policy
 * @param name its TypeId
 * @return a new one, as a user's configuration makes it
 */
template <typename T>
Ptr<T>
MakePolicy(const std::string& name)
{
    return ObjectFactory(name).Create<T>();
}

/**
 * @param info a test and its parameter
 * @return the parameter as the end of a test's name
 */
inline std::string
PolicyName(const testing::TestParamInfo<std::string>& info)
{
    return info.param.substr(info.param.rfind(':') + 1);
}

} // namespace ns3

#endif // POLICY_REGISTRY_H
