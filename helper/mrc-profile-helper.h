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
 * ns3::MrcProfileHelper: named sets of rules of MRC.
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
    std::string why;   ///< difference to the usual rule, in a few words
};

/**
 * @ingroup mrc
 * Where the sources of MRC differ, an attribute chooses; a profile is a choice for all of them.
 * "mrc" follows the public documents and equals the attributes' initial values; "uec" has every
 * rule of the reference simulator of UET; "enhanced" adds rules of this project to "mrc".
 *
 * A profile sets defaults only: later settings override it.
 *
 * @code
 * MrcProfileHelper::SetDefaults("uec");
 * Config::SetDefault("ns3::MrcNscc::WindowRule", StringValue("mrc")); // except this rule
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
     * @return the attributes that it sets, each once; empty for "mrc"
     */
    static const std::vector<MrcProfileAttribute>& GetAttributes(const std::string& profile);

    /**
     * Apply a profile to all objects that are made from now on. Defaults that an earlier call has
     * set, and this profile does not, remain.
     * @param profile name of a profile; aborts if there is none
     */
    static void SetDefaults(const std::string& profile);
};

} // namespace ns3

#endif // MRC_PROFILE_HELPER_H
