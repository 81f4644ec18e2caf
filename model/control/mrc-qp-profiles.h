/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_QP_PROFILES_H
#define MRC_QP_PROFILES_H

#include "mrc-cc-profile.h"
#include "mrc-ev-profile.h"

#include <memory>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcQpProfiles: the profiles to which a QP is attached.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The profiles of a QP. They are busy until this object is destroyed, which must be before the QP's
 * transport.
 */
class MrcQpProfiles
{
  public:
    /**
     * @param ev its EV profile, or nullptr
     * @param cc its CC profile, or nullptr
     * @param qp the QP; outlives this object
     */
    MrcQpProfiles(const Ptr<MrcEvProfile>& ev, const Ptr<MrcCcProfile>& cc, MrcTransport& qp)
        : m_ev(ev ? std::make_unique<MrcEvProfile::Attachment>(ev, qp) : nullptr),
          m_cc(cc)
    {
        if (m_cc)
        {
            m_cc->AddUser();
        }
    }

    ~MrcQpProfiles()
    {
        if (m_cc)
        {
            m_cc->RemoveUser();
        }
    }

    MrcQpProfiles(const MrcQpProfiles&) = delete;
    MrcQpProfiles& operator=(const MrcQpProfiles&) = delete;

    /** @return the QP's attachment to its EV profile, or nullptr */
    MrcEvProfile::Attachment* GetEv() const
    {
        return m_ev.get();
    }

  private:
    std::unique_ptr<MrcEvProfile::Attachment> m_ev; ///< EV profile
    Ptr<MrcCcProfile> m_cc;                         ///< CC profile
};

} // namespace ns3

#endif // MRC_QP_PROFILES_H
