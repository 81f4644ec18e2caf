/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-cc-profile.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/mrc-fixed-window.h"
#include "ns3/mrc-nscc.h"
#include "ns3/nstime.h"
#include "ns3/uinteger.h"

#include <cerrno>
#include <cmath>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MrcCcProfile);

namespace
{

/**
 * @param name name of a field
 * @param value its value
 * @param allowed allowed values
 * @return EINVAL
 */
template <typename T>
MrcVerbsResult
OutOfRange(const char* name, T value, const char* allowed)
{
    std::ostringstream os;
    os << name << " " << value << "; allowed: " << allowed;
    return {EINVAL, os.str()};
}

} // namespace

TypeId
MrcCcProfile::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MrcCcProfile")
            .SetParent<Object>()
            .SetGroupName("Mrc")
            .AddConstructor<MrcCcProfile>()
            .AddAttribute("ModifyOnline",
                          "Device: the configuration can be modified while the profile is ONLINE; "
                          "QPs that are attached later use it",
                          BooleanValue(true),
                          MakeBooleanAccessor(&MrcCcProfile::m_modifyOnline),
                          MakeBooleanChecker());
    return tid;
}

MrcVerbsResult
MrcCcProfile::Modify(const MrcCcProfileChange& change)
{
    using Bit = MrcCcProfileChange::Bit;
    const bool values = change.mask & (Bit::ALGORITHM | Bit::CONFIG);
    if (m_state == MrcProfileState::ONLINE && change.mask & Bit::ALGORITHM)
    {
        return {EINVAL, "the algorithm can be set while the profile is INIT or OFFLINE only"};
    }
    if (m_state == MrcProfileState::ONLINE && values && !m_modifyOnline)
    {
        return {EOPNOTSUPP, "this device cannot modify a profile that is ONLINE"};
    }
    const bool back = change.mask & Bit::STATE && change.state == MrcProfileState::INIT &&
                      m_state != MrcProfileState::INIT;
    if (m_users > 0 && (values || back))
    {
        return {EBUSY, std::to_string(m_users) + " QP(s) are attached"};
    }
    MrcVerbsResult result = CheckValues(change);
    if (result.IsOk())
    {
        result = CheckStep(change);
    }
    if (!result.IsOk())
    {
        return result;
    }
    m_given |= change.mask & ~Bit::STATE;
    m_algorithm = change.mask & Bit::ALGORITHM ? change.algorithm : m_algorithm;
    m_config = change.mask & Bit::CONFIG ? change.config : m_config;
    m_state = change.mask & Bit::STATE ? change.state : m_state;
    if (m_state == MrcProfileState::INIT && back)
    {
        m_given = 0;
    }
    return {};
}

MrcVerbsResult
MrcCcProfile::CheckValues(const MrcCcProfileChange& change)
{
    using Bit = MrcCcProfileChange::Bit;
    if (change.mask & Bit::ALGORITHM && !change.algorithm.empty() &&
        change.algorithm != MRC_CC_ALGORITHM_NSCC)
    {
        return {EINVAL,
                "algorithm \"" + change.algorithm + "\"; allowed: \"" + MRC_CC_ALGORITHM_NSCC +
                    "\" and \"\" for none"};
    }
    if (!(change.mask & Bit::CONFIG))
    {
        return {};
    }
    const MrcCcConfig& c = change.config;
    if (!(c.gamma >= 0 && c.gamma <= 1))
    {
        return OutOfRange("gamma", c.gamma, "0 to 1");
    }
    if (!(c.maxMdJump >= 0 && c.maxMdJump <= 1))
    {
        return OutOfRange("max_md_jump", c.maxMdJump, "0 to 1");
    }
    if (!(c.eta >= 0 && std::isfinite(c.eta)))
    {
        return OutOfRange("eta", c.eta, "bytes, not negative");
    }
    if (!(c.fi >= 0 && std::isfinite(c.fi)))
    {
        return OutOfRange("fi", c.fi, "bytes, not negative");
    }
    if (!(c.fiScale >= 0 && std::isfinite(c.fiScale)))
    {
        return OutOfRange("fi_scale", c.fiScale, "not negative");
    }
    if (c.qaGate > 31)
    {
        return OutOfRange("qa_gate", static_cast<int>(c.qaGate), "0 to 31");
    }
    if (c.baseRtt == 0)
    {
        return OutOfRange("base_rtt", c.baseRtt, "at least 1 ns");
    }
    if (c.targetDelay == 0)
    {
        return OutOfRange("target_delay", c.targetDelay, "at least 1 ns");
    }
    return {};
}

MrcVerbsResult
MrcCcProfile::CheckStep(const MrcCcProfileChange& change) const
{
    using Bit = MrcCcProfileChange::Bit;
    const uint32_t given = m_given | change.mask;
    const MrcProfileState to = change.mask & Bit::STATE ? change.state : m_state;
    MrcVerbsResult result = CheckMrcProfileStep(m_state, to);
    if (!result.IsOk())
    {
        return result;
    }
    if (to != MrcProfileState::INIT && !(given & Bit::ALGORITHM))
    {
        return {EINVAL, "OFFLINE needs an algorithm, which may be \"\""};
    }
    const std::string& algorithm = change.mask & Bit::ALGORITHM ? change.algorithm : m_algorithm;
    if (to == MrcProfileState::ONLINE && !algorithm.empty() && !(given & Bit::CONFIG))
    {
        return {EINVAL, "ONLINE needs a configuration of " + algorithm};
    }
    return {};
}

MrcVerbsResult
MrcCcProfile::CheckAttach() const
{
    if (m_state != MrcProfileState::ONLINE)
    {
        return {EINVAL,
                std::string("the CC profile is ") + GetMrcProfileStateName(m_state) +
                    "; QPs can be attached when it is ONLINE"};
    }
    return {};
}

Ptr<MrcCongestionControl>
MrcCcProfile::CreateController() const
{
    if (m_algorithm.empty())
    {
        return CreateObject<MrcFixedWindow>();
    }
    const MrcCcConfig& c = m_config;
    auto nscc = CreateObject<MrcNscc>();
    nscc->SetAttribute("DisableQa", BooleanValue(c.disableQa));
    nscc->SetAttribute("AdjustBytes", UintegerValue(c.adjustBytesThreshold));
    nscc->SetAttribute("AdjustPeriod", TimeValue(NanoSeconds(c.adjustPeriodThreshold)));
    nscc->SetAttribute("BaseRtt", TimeValue(NanoSeconds(c.baseRtt)));
    nscc->SetAttribute("Eta", DoubleValue(c.eta));
    nscc->SetAttribute("Fi", DoubleValue(c.fi));
    nscc->SetAttribute("FiScale", DoubleValue(c.fiScale));
    nscc->SetAttribute("Gamma", DoubleValue(c.gamma));
    nscc->SetAttribute("MaxMdJump", DoubleValue(c.maxMdJump));
    nscc->SetAttribute("MaxCwnd", UintegerValue(c.maxCwnd));
    nscc->SetAttribute("QaGate", UintegerValue(c.qaGate));
    nscc->SetAttribute("QaThreshold", TimeValue(NanoSeconds(c.qaThreshold)));
    nscc->SetAttribute("TargetDelay", TimeValue(NanoSeconds(c.targetDelay)));
    return nscc;
}

} // namespace ns3
