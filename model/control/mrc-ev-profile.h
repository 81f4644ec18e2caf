/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_EV_PROFILE_H
#define MRC_EV_PROFILE_H

#include "mrc-ev-array.h"
#include "mrc-ev-entry.h"
#include "mrc-ev-format-profile.h"
#include "mrc-ev-path-map.h"
#include "mrc-ev-profile-change.h"
#include "mrc-ev-profile-machine.h"
#include "mrc-profile-state.h"

#include "ns3/mrc-ev-set.h"
#include "ns3/mrc-transport.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcEvProfile: the EVs of QPs, under a controller's hand.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An EV has been retired or has come back at a QP.
 */
struct MrcEvEvent
{
    MrcEvEntry ev;            ///< the EV
    MrcEvPublicState state{}; ///< ASSUMED_BAD or GOOD
    uint64_t dropCount{0};    ///< events lost before this one
};

/**
 * @ingroup mrc
 * An EV profile of the control API (mrc reference, 3.3 and 12).
 *
 * A profile goes INIT -> OFFLINE -> ONLINE and back. It is configured while OFFLINE; QPs are
 * attached while it is ONLINE and start with its EVs: those of its array, or in mode AUTO a draw of
 * their own. Each QP keeps its own states (mrc reference, 9.1), because every sender learns for
 * itself. What a controller does (MODIFY_EV_STATE, REPLACE_EV) is remembered for QPs to come and
 * handed to those attached. A query reports, for an EV, DENIED if the controller denied it;
 * otherwise ASSUMED_BAD if any attached QP thinks so, or, while none is attached, if the controller
 * has said so; otherwise GOOD. UNKNOWN is an EV that neither the array nor, in mode AUTO, an
 * attached QP holds.
 *
 * In packets an EV is 32 bits wide. STEV and UDP: the entry's first 4 B. SRV6: a number of the
 * profile's own, the compact EV where one was generated; GetPaths leads from there to the address.
 */
class MrcEvProfile : public Object
{
  public:
    /**
     * @return the TypeId
     */
    static TypeId GetTypeId();

    MrcEvProfile();
    ~MrcEvProfile() override;

    /**
     * Do what a controller wants: first set attributes, then carry out the operation, then go to
     * the new state. The first error ends it; attributes are all set, or none.
     * @param now simulated time, never less than at an earlier call
     * @param change what is wanted; operations receive their answers
     * @return EINVAL: against the rules; EBUSY: QPs are attached; EOPNOTSUPP: not this device
     */
    MrcVerbsResult Modify(RdmaTick now, const MrcEvProfileChange& change);

    /**
     * The same at this moment of the simulation.
     * @param change what is wanted; operations receive their answers
     * @return as the other
     */
    MrcVerbsResult Modify(const MrcEvProfileChange& change);

    /** @return INIT, OFFLINE or ONLINE */
    MrcProfileState GetState() const
    {
        return m_machine.GetState();
    }

    /** @return where the EVs come from */
    MrcEvMode GetMode() const
    {
        return m_machine.GetConfig().mode;
    }

    /** @return where packets carry EVs; nullptr: not set */
    Ptr<MrcEvFormatProfile> GetFormat() const
    {
        return m_machine.GetConfig().format;
    }

    /** @return size of the array */
    uint32_t GetEvCount() const
    {
        return m_machine.GetConfig().evCount;
    }

    /** @return usable EVs below which none is retired */
    uint32_t GetEvMinActive() const
    {
        return m_machine.GetConfig().evMinActive;
    }

    /** @return number of QPs attached */
    uint32_t GetAttached() const
    {
        return static_cast<uint32_t>(m_attachments.size());
    }

    // QPs.

    /**
     * @param ports ports of the QP's NIC
     * @return EINVAL if a QP cannot be attached
     */
    MrcVerbsResult CheckAttach(uint32_t ports) const;

    /**
     * @param setup what a new QP's EV table is told: takes the profile's EVs
     */
    void Configure(MrcEvSetup& setup) const;

    /// A QP under this profile, until it is dropped. It must not outlive the QP.
    class Attachment
    {
      public:
        /**
         * @param profile ONLINE
         * @param qp has the EVs that Configure gave
         */
        Attachment(Ptr<MrcEvProfile> profile, MrcTransport& qp);
        ~Attachment();

        Attachment(const Attachment&) = delete;
        Attachment& operator=(const Attachment&) = delete;

        /** @return what prescribes the EVs */
        const Ptr<MrcEvProfile>& GetProfile() const
        {
            return m_profile;
        }

        std::function<void()> onChange; ///< called when the profile has changed the QP's EVs

      private:
        friend class MrcEvProfile;

        Ptr<MrcEvProfile> m_profile; ///< the profile
        MrcTransport& m_qp;          ///< the QP
    };

    /**
     * @param segments the network's SRH segments
     * @return the profile's source routes; nullptr if its EVs need none
     */
    const MrcEvPathMap* GetPaths(Srv6Segments& segments);

    /**
     * An attached QP has an event.
     */
    void OnQpEvent(const RdmaEvent& event);

    /**
     * Take the oldest EV event.
     * @param event filled when true is returned
     * @return true if there was one
     */
    bool PollEvent(MrcEvEvent& event);

    /**
     * @param stream stream number of the draw of mode GENERATED
     * @return number of streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// Signature of the trace source EvEvent.
    typedef void (*EvEventTracedCallback)(const MrcEvEvent& event);

  private:
    /**
     * Set the attributes.
     * @param config checked attributes
     */
    void Commit(const MrcEvProfileConfig& config);

    /**
     * @param op operation on fields
     * @return EINVAL if fields break a rule
     */
    MrcVerbsResult DoFields(MrcEvFieldsOp& op);

    /**
     * @param op operation on EVs
     * @return the error of the first entry that failed
     */
    MrcVerbsResult DoEvs(RdmaTick now, MrcEvOp& op);

    /**
     * @param entry what to replace, and by what
     * @param allCopies attached QPs, too
     * @return EINVAL if it is impossible
     */
    MrcVerbsResult Replace(RdmaTick now, const MrcEvOp::Entry& entry, bool allCopies);

    /**
     * @param entry an EV and its new state
     * @return EINVAL if there is no such EV, or the state cannot be set
     */
    MrcVerbsResult ModifyState(RdmaTick now, const MrcEvOp::Entry& entry);

    /**
     * @param op query of the array: its entries are filled
     * @return EINVAL if the array is not that long
     */
    MrcVerbsResult QueryArray(MrcEvOp& op) const;

    /**
     * @param entry an EV
     * @return its state as a query reports it
     */
    MrcEvPublicState QueryState(const MrcEvEntry& entry) const;

    /**
     * @param state the state to go to
     * @return an error if that is not possible
     */
    MrcVerbsResult GoTo(MrcProfileState state);

    /** Draw the array of mode GENERATED. */
    void Generate();

    /**
     * Put an EV into the array.
     * @param slot where
     * @param entry as the controller sees it
     * @param ev as packets carry it, mode SRV6 only
     */
    void Fill(MrcEvArray::Slot& slot, const MrcEvEntry& entry, uint32_t ev);

    /** @return a number that no EV of mode SRV6 has had */
    uint32_t TakeNumber();

    /** @return true if EVs are source routes */
    bool IsSrv6() const
    {
        return GetFormat() && GetFormat()->GetMode() == MrcEvFormatMode::SRV6;
    }

    /**
     * Do something to the tables of all attached QPs.
     * @param act what
     */
    void FanOut(const std::function<void(MrcEvTable&)>& act);

    // Attributes: the device (mrc reference, 12).
    uint32_t m_countAlign;   ///< ev_count of EXPLICIT is a multiple of this
    uint32_t m_maxCount;     ///< largest ev_count
    uint32_t m_opMaxEntries; ///< most entries of one operation
    uint32_t m_eventQueue;   ///< events kept for PollEvent
    uint32_t m_active;       ///< EVs in use at the start
    uint32_t m_ports;        ///< ports of a NIC
    bool m_modifyOnline;     ///< may be modified while ONLINE

    MrcEvProfileMachine m_machine;                  ///< state and attributes
    std::vector<MrcEvField> m_fields;               ///< fields
    MrcEvArray m_array;                             ///< EVs, unless AUTO
    std::set<uint32_t> m_denied;                    ///< AUTO: EVs that are denied
    std::vector<Attachment*> m_attachments;         ///< QPs, by time of attachment
    MrcEvPathMap m_paths;                           ///< mode SRV6: the routes
    uint32_t m_nextNumber{0};                       ///< TakeNumber
    std::deque<MrcEvEvent> m_events;                ///< not yet polled
    uint64_t m_dropped{0};                          ///< events lost since the last one kept
    Ptr<UniformRandomVariable> m_rng;               ///< draw of mode GENERATED
    TracedCallback<const MrcEvEvent&> m_eventTrace; ///< trace source EvEvent
};

} // namespace ns3

#endif // MRC_EV_PROFILE_H
