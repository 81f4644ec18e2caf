/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_PROFILE_HELPER_H
#define MRC_PROFILE_HELPER_H

#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcProfileHelper: rules of MRC that belong together, by name.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An attribute that a profile sets.
 */
struct MrcProfileAttribute
{
    std::string name;  ///< full name, such as ns3::MrcNscc::Gamma
    std::string value; ///< as ns3::StringValue takes it, units included
    std::string why;   ///< what the rule does instead of the usual one, in a few words
};

/**
 * @ingroup mrc
 * Where the sources of MRC differ, attributes choose; a profile is a choice in all of them. "mrc"
 * follows the public documents and is what the attributes are without any profile; "uec" has every
 * rule as the reference simulator of UET has it; "enhanced" adds rules of our own to "mrc".
 *
 * A profile sets defaults and nothing else: whatever is set afterwards wins.
 *
 * @code
 * MrcProfileHelper::SetDefaults("uec");
 * Config::SetDefault("ns3::MrcNscc::WindowRule", StringValue("mrc")); // but for this rule
 * RdmaClusterHelper helper;
 * // ...
 * @endcode
 */
class MrcProfileHelper
{
  public:
    /**
     * @return names of all profiles, "mrc" first
     */
    static std::vector<std::string> GetNames();

    /**
     * @param profile name of a profile; aborts if there is none
     * @return what it sets, each attribute once; empty for "mrc"
     */
    static const std::vector<MrcProfileAttribute>& GetAttributes(const std::string& profile);

    /**
     * Let all objects that are made from now on follow a profile. What an earlier call has set, and
     * this profile does not, stays.
     * @param profile name of a profile; aborts if there is none
     */
    static void SetDefaults(const std::string& profile);
};

} // namespace ns3

#endif // MRC_PROFILE_HELPER_H
