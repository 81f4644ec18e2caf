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
 * ns3::MrcEvProfile: the EVs of QPs, configured by a controller.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * An EV has been retired or returned to service at a QP.
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
 * attached while it is ONLINE and start with its EVs: those of its array, or in mode AUTO EVs that
 * each QP draws. Each QP keeps separate states (mrc reference, 9.1), because every sender learns by
 * itself. Changes by a controller (MODIFY_EV_STATE, REPLACE_EV) are stored for later QPs and
 * passed to attached QPs. For an EV, a query reports DENIED if the controller denied it; otherwise
 * ASSUMED_BAD if it is so at any attached QP, or, while no QP is attached, if the controller has
 * set it; otherwise GOOD. UNKNOWN is an EV that neither the array nor, in mode AUTO, an attached QP
 * holds.
 *
 * In packets an EV is 32 bits wide. STEV and UDP: the entry's first 4 B. SRV6: a number that the
 * profile assigns, or the compact EV if one was generated; GetPaths maps it to the address.
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
     * Apply a request of a controller: set attributes, then execute the operation, then enter the
     * new state. It ends at the first error; attributes are all set, or none.
     * @param now simulated time, never less than at an earlier call
     * @param change the request; operations receive their answers
     * @return EINVAL: against the rules; EBUSY: QPs are attached; EOPNOTSUPP: not supported by this
     * device
     */
    MrcVerbsResult Modify(RdmaTick now, const MrcEvProfileChange& change);

    /**
     * Modify at the current time of the simulation.
     * @param change the request; operations receive their answers
     * @return as the other Modify
     */
    MrcVerbsResult Modify(const MrcEvProfileChange& change);

    /** @return INIT, OFFLINE or ONLINE */
    MrcProfileState GetState() const
    {
        return m_machine.GetState();
    }

    /** @return source of the EVs */
    MrcEvMode GetMode() const
    {
        return m_machine.GetConfig().mode;
    }

    /** @return position of EVs in packets; nullptr: not set */
    Ptr<MrcEvFormatProfile> GetFormat() const
    {
        return m_machine.GetConfig().format;
    }

    /** @return size of the array */
    uint32_t GetEvCount() const
    {
        return m_machine.GetConfig().evCount;
    }

    /** @return number of usable EVs below which none is retired */
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
     * @param setup inputs of a new QP's EV table; receives the profile's EVs
     */
    void Configure(MrcEvSetup& setup) const;

    /// A QP attached to this profile, until this object is destroyed. It must not outlive the QP.
    class Attachment
    {
      public:
        /**
         * @param profile ONLINE
         * @param qp has the EVs from Configure
         */
        Attachment(Ptr<MrcEvProfile> profile, MrcTransport& qp);
        ~Attachment();

        Attachment(const Attachment&) = delete;
        Attachment& operator=(const Attachment&) = delete;

        /** @return the profile */
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
     * Handle an event of an attached QP.
     */
    void OnQpEvent(const RdmaEvent& event);

    /**
     * Remove the oldest EV event.
     * @param event set if true is returned
     * @return true if there was an event
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
     * @param entry the EV and its replacement
     * @param allCopies also in attached QPs
     * @return EINVAL if that is not possible
     */
    MrcVerbsResult Replace(RdmaTick now, const MrcEvOp::Entry& entry, bool allCopies);

    /**
     * @param entry an EV and its new state
     * @return EINVAL if there is no such EV, or the state cannot be set
     */
    MrcVerbsResult ModifyState(RdmaTick now, const MrcEvOp::Entry& entry);

    /**
     * @param op query of the array; its entries are filled
     * @return EINVAL if the array is too short
     */
    MrcVerbsResult QueryArray(MrcEvOp& op) const;

    /**
     * @param entry an EV
     * @return its state in a query
     */
    MrcEvPublicState QueryState(const MrcEvEntry& entry) const;

    /**
     * @param state the state to enter
     * @return an error if that is not possible
     */
    MrcVerbsResult GoTo(MrcProfileState state);

    /** Draw the array of mode GENERATED. */
    void Generate();

    /**
     * Put an EV into the array.
     * @param slot its slot
     * @param entry in the controller's form
     * @param ev as packets carry it, mode SRV6 only
     */
    void Fill(MrcEvArray::Slot& slot, const MrcEvEntry& entry, uint32_t ev);

    /** @return a number that no EV of mode SRV6 has used */
    uint32_t TakeNumber();

    /** @return true if EVs are source routes */
    bool IsSrv6() const
    {
        return GetFormat() && GetFormat()->GetMode() == MrcEvFormatMode::SRV6;
    }

    /**
     * Apply an action to the tables of all attached QPs.
     * @param act the action
     */
    void FanOut(const std::function<void(MrcEvTable&)>& act);

    // Attributes: the device (mrc reference, 12).
    uint32_t m_countAlign;   ///< ev_count of EXPLICIT is a multiple of this
    uint32_t m_maxCount;     ///< largest ev_count
    uint32_t m_opMaxEntries; ///< maximum number of entries of one operation
    uint32_t m_eventQueue;   ///< events kept for PollEvent
    uint32_t m_active;       ///< EVs in use initially
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
    uint64_t m_dropped{0};                          ///< events lost since the last stored one
    Ptr<UniformRandomVariable> m_rng;               ///< draw of mode GENERATED
    TracedCallback<const MrcEvEvent&> m_eventTrace; ///< trace source EvEvent
};

} // namespace ns3

#endif // MRC_EV_PROFILE_H
