/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_CC_PROFILE_H
#define MRC_CC_PROFILE_H

#include "mrc-profile-state.h"

#include "ns3/mrc-congestion-control.h"
#include "ns3/object.h"

#include <cstdint>
#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcCcProfile: congestion control of QPs, configured by a controller.
 */

namespace ns3
{

/// Name of NSCC in the control API.
constexpr const char* MRC_CC_ALGORITHM_NSCC = "uet-1.0-nscc";

/**
 * @ingroup mrc
 * Configuration of NSCC in the form of the control API (mrc reference, 8.8). fi and eta are in
 * bytes; alpha, which the API lacks, follows from the rate of the NIC.
 */
struct MrcCcConfig
{
    bool disableQa{false};             ///< disable_qa: no quick adapt
    uint32_t adjustBytesThreshold{0};  ///< adjust_bytes_threshold, B
    uint32_t adjustPeriodThreshold{0}; ///< adjust_period_threshold, ns
    uint32_t baseRtt{0};               ///< base_rtt, ns
    float eta{0};                      ///< eta, B
    float fi{0};                       ///< fi, B
    float fiScale{0};                  ///< fi_scale
    float gamma{0};                    ///< gamma, 0 to 1
    float maxMdJump{0};                ///< max_md_jump, 0 to 1
    uint32_t maxCwnd{0};               ///< max_cwnd, B
    uint8_t qaGate{0};                 ///< qa_gate
    uint32_t qaThreshold{0};           ///< qa_threshold, ns
    uint32_t targetDelay{0};           ///< target_delay, ns
};

/**
 * @ingroup mrc
 * A request of a controller to a CC profile, in one call.
 */
struct MrcCcProfileChange
{
    /// Bits of mask.
    enum Bit : uint32_t
    {
        ALGORITHM = 1, ///< algorithm
        CONFIG = 2,    ///< config
        STATE = 4,     ///< state
    };

    uint32_t mask{0};        ///< members that are given
    std::string algorithm;   ///< "uet-1.0-nscc", or "" for none
    MrcCcConfig config;      ///< numbers, of NSCC only
    MrcProfileState state{}; ///< state to enter, after all other changes
};

/**
 * @ingroup mrc
 * A CC profile of the control API (mrc reference, 12): INIT -> OFFLINE needs an algorithm, OFFLINE
 * -> ONLINE a configuration, unless there is no algorithm. QPs are attached while it is ONLINE, and
 * keep the configuration with which they started.
 */
class MrcCcProfile : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * Apply a request of a controller: all of it or nothing.
     * @param change the request
     * @return EINVAL: against the rules; EBUSY: QPs are attached; EOPNOTSUPP: not supported by this
     * device
     */
    MrcVerbsResult Modify(const MrcCcProfileChange& change);

    /** @return INIT, OFFLINE or ONLINE */
    MrcProfileState GetState() const
    {
        return m_state;
    }

    /** @return the configuration: values that Modify has set, and defaults */
    const MrcCcConfig& GetConfig() const
    {
        return m_config;
    }

    /** @return EINVAL if a QP cannot be attached */
    MrcVerbsResult CheckAttach() const;

    /** @return a controller for a new QP, not started */
    Ptr<MrcCongestionControl> CreateController() const;

    /** Count a QP that has been attached. */
    void AddUser()
    {
        ++m_users;
    }

    /** Remove an attached QP from the count. */
    void RemoveUser()
    {
        --m_users;
    }

    /** @return number of QPs attached */
    uint32_t GetAttached() const
    {
        return m_users;
    }

  private:
    /**
     * @param change the request
     * @return EINVAL if values break a rule
     */
    static MrcVerbsResult CheckValues(const MrcCcProfileChange& change);

    /**
     * @param change the request
     * @return EINVAL if the change of state is not possible
     */
    MrcVerbsResult CheckStep(const MrcCcProfileChange& change) const;

    bool m_modifyOnline;                            ///< attribute ModifyOnline
    MrcProfileState m_state{MrcProfileState::INIT}; ///< state
    uint32_t m_given{0};                            ///< bits of the members that have been set
    std::string m_algorithm;                        ///< the algorithm
    MrcCcConfig m_config;                           ///< its configuration
    uint32_t m_users{0};                            ///< QPs attached
};

} // namespace ns3

#endif // MRC_CC_PROFILE_H
