/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-profile-machine.h"

#include <cerrno>
#include <string>

namespace ns3
{

namespace
{

using Bit = MrcEvProfileChange::Bit;

/**
 * @param attached number of QPs attached
 * @return EBUSY
 */
MrcVerbsResult
Busy(uint32_t attached)
{
    return {EBUSY, std::to_string(attached) + " QP(s) are attached"};
}

/**
 * @param config proposed attributes
 * @param device capabilities of the device
 * @return EINVAL if they break a rule
 */
MrcVerbsResult
CheckConfig(const MrcEvProfileConfig& config, const MrcEvDevice& device)
{
    if (config.given & Bit::MODE && config.mode != MrcEvMode::AUTO &&
        config.mode != MrcEvMode::EXPLICIT && config.mode != MrcEvMode::GENERATED)
    {
        return MrcVerbsResult::Invalid("mode " + std::to_string(static_cast<int>(config.mode)) +
                                       "; allowed: AUTO = 1, EXPLICIT = 2 and GENERATED = 4");
    }
    if (config.given & Bit::FORMAT && (!config.format || config.format->GetWidths().empty()))
    {
        return MrcVerbsResult::Invalid("an EV format profile that has been set is needed");
    }
    if (config.given & Bit::EV_COUNT)
    {
        const std::string count = "ev_count " + std::to_string(config.evCount);
        if (config.evCount < 1 || config.evCount > device.maxCount)
        {
            return MrcVerbsResult::Invalid(count + "; allowed are 1 to " +
                                           std::to_string(device.maxCount));
        }
        if (config.mode == MrcEvMode::EXPLICIT && config.evCount % device.countAlign != 0)
        {
            return MrcVerbsResult::Invalid(count + "; an explicit array must be a multiple of " +
                                           std::to_string(device.countAlign));
        }
        if (config.evMinActive > config.evCount)
        {
            return MrcVerbsResult::Invalid("ev_min_active " + std::to_string(config.evMinActive) +
                                           " is more than " + count);
        }
    }
    if (config.eventMask & ~(MRC_EV_EVENT_GOOD | MRC_EV_EVENT_ASSUMED_BAD))
    {
        return MrcVerbsResult::Invalid("event mask " + std::to_string(config.eventMask) +
                                       "; allowed: GOOD = 1 and ASSUMED_BAD = 2");
    }
    return {};
}

} // namespace

MrcVerbsResult
MrcEvProfileMachine::Check(const MrcEvProfileChange& change,
                           const MrcEvDevice& device,
                           uint32_t attached) const
{
    const MrcVerbsResult result = CheckAllowed(change, device, attached);
    return result.IsOk() ? CheckConfig(Merge(change), device) : result;
}

MrcVerbsResult
MrcEvProfileMachine::CheckAllowed(const MrcEvProfileChange& change,
                                  const MrcEvDevice& device,
                                  uint32_t attached) const
{
    if (change.evOp && change.fieldsOp)
    {
        return MrcVerbsResult::Invalid("an operation on EVs and one on fields in one call");
    }
    const bool replaces = change.evOp && change.evOp->kind == MrcEvOp::Kind::REPLACE_EV;
    const bool newFields = change.fieldsOp && change.fieldsOp->modify;
    const bool shape = change.mask & (Bit::MODE | Bit::FORMAT | Bit::EV_COUNT | Bit::MIN_ACTIVE);
    const bool eventMask = change.mask & Bit::EVENT_MASK;
    const MrcVerbsResult busy = Busy(attached);
    switch (m_state)
    {
    case MrcProfileState::INIT:
        if (change.evOp || change.fieldsOp)
        {
            return MrcVerbsResult::Invalid(
                "a profile in INIT takes its attributes and the state OFFLINE only");
        }
        break;
    case MrcProfileState::OFFLINE:
        if (attached > 0 && (shape || eventMask || replaces || newFields))
        {
            return busy;
        }
        break;
    case MrcProfileState::ONLINE:
        if (shape)
        {
            return MrcVerbsResult::Invalid(
                "mode, format, ev_count and ev_min_active can be set while the profile "
                "is INIT or OFFLINE only");
        }
        if (!device.modifyOnline && (eventMask || replaces || newFields))
        {
            return {EOPNOTSUPP,
                    "this device cannot modify a profile that is ONLINE: only its state, states of "
                    "EVs, and queries"};
        }
        if (newFields && attached > 0)
        {
            return busy;
        }
        break;
    }
    return {};
}

MrcEvProfileConfig
MrcEvProfileMachine::Merge(const MrcEvProfileChange& change) const
{
    MrcEvProfileConfig config = m_config;
    config.given |= change.mask & ~Bit::STATE;
    config.mode = change.mask & Bit::MODE ? change.mode : config.mode;
    config.format = change.mask & Bit::FORMAT ? change.format : config.format;
    config.evCount = change.mask & Bit::EV_COUNT ? change.evCount : config.evCount;
    config.evMinActive = change.mask & Bit::MIN_ACTIVE ? change.evMinActive : config.evMinActive;
    config.eventMask = change.mask & Bit::EVENT_MASK ? change.eventMask : config.eventMask;
    return config;
}

MrcVerbsResult
MrcEvProfileMachine::CheckStep(MrcProfileState to, const Holdings& holdings) const
{
    const MrcVerbsResult result = CheckMrcProfileStep(m_state, to);
    if (!result.IsOk() || to == m_state)
    {
        return result;
    }
    if (to == MrcProfileState::INIT)
    {
        return holdings.attached > 0 ? Busy(holdings.attached) : MrcVerbsResult{};
    }
    if (to == MrcProfileState::ONLINE)
    {
        return CheckComplete(holdings);
    }
    if (m_state == MrcProfileState::INIT && !(m_config.given & Bit::MODE))
    {
        return MrcVerbsResult::Invalid("OFFLINE needs a mode");
    }
    if (m_state == MrcProfileState::INIT && m_config.mode != MrcEvMode::AUTO &&
        !(m_config.given & Bit::FORMAT))
    {
        return MrcVerbsResult::Invalid(
            "OFFLINE needs an EV format profile, unless the mode is AUTO");
    }
    return {};
}

MrcVerbsResult
MrcEvProfileMachine::CheckComplete(const Holdings& holdings) const
{
    if (~m_config.given & (Bit::EV_COUNT | Bit::MIN_ACTIVE | Bit::EVENT_MASK))
    {
        return MrcVerbsResult::Invalid("ONLINE needs ev_count, ev_min_active and the event mask");
    }
    if (m_config.mode == MrcEvMode::EXPLICIT && holdings.populated != m_config.evCount)
    {
        return MrcVerbsResult::Invalid(
            "ONLINE needs a full array: " + std::to_string(holdings.populated) + " of " +
            std::to_string(m_config.evCount) + " EVs are there");
    }
    if (m_config.mode != MrcEvMode::GENERATED)
    {
        return {};
    }
    if (holdings.fields.empty())
    {
        return MrcVerbsResult::Invalid("ONLINE needs fields to generate EVs from");
    }
    // The format may have changed since the fields were set.
    const std::string problem = CheckMrcEvFields(m_config.format->GetWidths(), holdings.fields);
    return problem.empty() ? MrcVerbsResult{} : MrcVerbsResult::Invalid(problem);
}

} // namespace ns3
