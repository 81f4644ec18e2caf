/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SHARED_BUFFER_H
#define FABRIC_SHARED_BUFFER_H

#include "ns3/event-impl.h"
#include "ns3/fabric-frame.h"
#include "ns3/ptr.h"
#include "ns3/rdma-problem.h"
#include "ns3/rdma-tick.h"

#include <array>
#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSharedBuffer: the memory of a lossless switch, and who is told to pause.
 */

namespace ns3
{

class FabricContext;

/**
 * @ingroup mrc
 * How much of the shared pool one ingress may use (roce reference, 2.4).
 */
enum class FabricBufferThreshold : uint8_t
{
    DYNAMIC, ///< a share of what is free
    STATIC,  ///< a number of bytes
};

/**
 * @ingroup mrc
 * Settings of a lossless switch (roce reference, 2.3 and 2.4).
 */
struct FabricBufferSpec
{
    uint64_t totalBytes{0};        ///< memory of the switch, B
    double alpha{0.125};           ///< DYNAMIC: share of the free pool that one ingress may use
    uint32_t resumeOffsetBytes{0}; ///< hysteresis below the threshold, B
    uint32_t maxFrameBytes{0};     ///< largest frame, for the headroom, B
    bool growToFit{false};         ///< totalBytes becomes what headroom and thresholds need
    /// What the threshold of an ingress is.
    FabricBufferThreshold threshold{FabricBufferThreshold::DYNAMIC};
    uint64_t staticXoffBytes{0}; ///< STATIC: the threshold, B; 0 = an equal part of the pool
    uint32_t reservedBytes{0};   ///< kept for every lossless class of a port, B
    double egressAlpha{1.0};     ///< share of the free pool that a lossy egress queue may use
    RdmaTick responseTime;       ///< until a peer obeys a pause
    int64_t headroomMargin{0};   ///< added to every headroom; below 0 it may overflow, B
    uint8_t losslessClasses{1};  ///< bit i: data class i is lossless
};

/**
 * @ingroup mrc
 * A link of a lossless switch, as its headroom sees it.
 */
struct FabricBufferLink
{
    uint64_t rateBps;   ///< line rate, bit/s
    RdmaTick roundTrip; ///< both directions of the cable with the switch latencies they include
};

/**
 * @ingroup mrc
 * How the memory of a lossless switch is divided.
 */
struct FabricBufferSizes
{
    std::vector<int64_t> headroomBytes; ///< by port number: of each lossless class, B
    int64_t poolBytes{0};               ///< shared pool, B
    int64_t staticXoffBytes{0};         ///< STATIC: the threshold, B
};

/**
 * @ingroup mrc
 * Divide the memory of a lossless switch.
 * @param links by port number, complete
 * @param [out] problems receives why there is too little of it
 * @return the parts
 */
FabricBufferSizes SizeFabricBuffer(const std::vector<FabricBufferLink>& links,
                                   const FabricBufferSpec& spec,
                                   RdmaProblems& problems);

/**
 * @ingroup mrc
 * Sends the pause frames of a buffer: the switch around it.
 */
class FabricPauseSender
{
  public:
    virtual ~FabricPauseSender() = default;

    /**
     * Send a PFC frame ahead of everything that waits, if the link works.
     * @param ingress number of the port whose peer is meant
     * @param pfc the frame, to be copied
     */
    virtual void SendPfc(RdmaTick now, uint32_t ingress, const FabricFrame& pfc) = 0;

    /**
     * @param ingress number of a port
     * @return what 512 bits take on the line that a pause of its peer concerns
     */
    virtual RdmaTick GetPauseQuantum(uint32_t ingress) const = 0;
};

/**
 * @ingroup mrc
 * Accounts for the data frames that wait in a switch by the port they came in by and their class,
 * and pauses that class of the port's peer when they take more than their share (IEEE 802.1Qbb).
 *
 * A frame of a lossless class is charged to what is reserved for its account, then to the shared
 * pool while the account is below its threshold, then to the account's headroom; the first frame in
 * headroom sends XOFF. The threshold is alpha x (pool - used), or a number of bytes. What leaves
 * empties the headroom first, then the pool, then what is reserved, so that a paused ingress
 * resumes while frames of it still wait and the line stays busy. Headroom covers what still arrives
 * after XOFF was decided, so it never overflows unless the configuration is wrong. A pause is
 * refreshed at half its life while its reason lasts. A PFC frame names every class of the port that
 * is paused, so it refreshes all of them.
 *
 * A frame of a lossy class is charged to the pool alone, and dropped if its egress queue would
 * exceed egressAlpha x (pool - used).
 *
 * Law: sum over accounts of reserved + shared + headroom use = data bytes queued in the switch.
 */
class FabricSharedBuffer
{
  public:
    /**
     * @param context of the fabric
     * @param sender sends pause frames; outlives this
     * @param links by port number, complete
     * @param spec the settings; aborts if there is too little memory
     */
    FabricSharedBuffer(FabricContext& context,
                       FabricPauseSender& sender,
                       const std::vector<FabricBufferLink>& links,
                       const FabricBufferSpec& spec);
    ~FabricSharedBuffer();
    FabricSharedBuffer(const FabricSharedBuffer&) = delete;
    FabricSharedBuffer& operator=(const FabricSharedBuffer&) = delete;

    /**
     * Frames may come in by a port from now on, and its peer may be paused.
     * @param ingress port number
     */
    void AttachPort(uint32_t ingress);

    /**
     * A data frame joins a queue of the switch.
     * @param queuedBytes the queue of its class at the egress, with the frame, B
     * @return false if there is no room, and the frame is not charged
     */
    bool Charge(RdmaTick now, const FabricFrame* frame, uint64_t queuedBytes);

    /**
     * A data frame leaves its queue.
     */
    void Release(RdmaTick now, const FabricFrame* frame);

    /**
     * A link of the switch works again: its peer has forgotten that it was paused.
     * @param ingress port number
     */
    void OnLinkUp(RdmaTick now, uint32_t ingress);

    /**
     * @param cls a data class
     * @return true if it is lossless here
     */
    bool IsLossless(RdmaClass cls) const
    {
        return m_spec.losslessClasses >> FabricDataIndex(cls) & 1;
    }

    /**
     * @param ingress port number
     * @return bytes of one class that may still arrive from it after XOFF (roce reference, 2.3), B
     */
    uint64_t GetHeadroomBytes(uint32_t ingress) const;

    /**
     * @param ingress port number
     * @return bytes charged to it, all classes, B
     */
    uint64_t GetUseBytes(uint32_t ingress) const;

    /**
     * @param ingress port number
     * @param cls a data class
     * @return bytes charged to this account, B
     */
    uint64_t GetUseBytes(uint32_t ingress, RdmaClass cls) const;

    /**
     * @param ingress port number
     * @param cls a data class
     * @return true if its peer has been told to pause, and not to resume
     */
    bool IsPaused(uint32_t ingress, RdmaClass cls) const;

    /** @return size of the shared pool, B */
    int64_t GetPoolBytes() const;

    /** @return of the shared pool, what is in use, B */
    int64_t GetSharedBytes() const
    {
        return m_sharedUsed;
    }

    /** @return what one lossless account may take of the pool now, B */
    int64_t GetThreshold() const
    {
        return m_spec.threshold == FabricBufferThreshold::STATIC ? m_staticXoff
                                                                 : ShareOfFree(m_spec.alpha);
    }

  private:
    /// A look at a lasting pause, scheduled again and again.
    class Look : public EventImpl
    {
      public:
        /**
         * @param buffer asked to look
         * @param ingress port number
         */
        Look(FabricSharedBuffer* buffer, uint32_t ingress)
            : buffer(buffer),
              ingress(ingress)
        {
        }

        FabricSharedBuffer* buffer; ///< asked to look; null once it is gone

      private:
        void Notify() override
        {
            if (buffer)
            {
                buffer->Refresh(ingress);
            }
        }

        uint32_t ingress; ///< port number
    };

    /// Account of one class of an ingress port.
    struct Account
    {
        int64_t reservedBytes{0}; ///< charged to what is reserved for it, B
        int64_t sharedBytes{0};   ///< charged to the pool, B
        int64_t headroomBytes{0}; ///< charged to the headroom, B
        bool paused{false};       ///< XOFF sent and not taken back
    };

    /// An ingress port.
    struct Ingress
    {
        std::array<Account, FABRIC_DATA_CLASSES> accounts; ///< by data class
        int64_t headroomSize{0};                           ///< of each lossless class, B
        Ptr<Look> refresh;  ///< next look at a lasting pause, null until attached
        RdmaTick refreshAt; ///< when that is; looks at other times are void
    };

    /**
     * @param alpha a share
     * @return that share of the free pool, B; not below 0
     */
    int64_t ShareOfFree(double alpha) const
    {
        return static_cast<int64_t>(alpha * static_cast<double>(m_poolBytes - m_sharedUsed));
    }

    /**
     * @param account of a lossless class
     * @return true if its peer may send again
     */
    bool MayResume(const Account& account) const;

    /**
     * Charge a frame that finds no room in the pool.
     * @param number the ingress
     * @param account of its class
     * @param reserved of the frame's bytes, those that find room in what is reserved, B
     * @param rest the others, B
     * @return false if there is no room in the headroom either
     */
    bool ChargeHeadroom(RdmaTick now,
                        uint32_t number,
                        Account& account,
                        int64_t reserved,
                        int64_t rest);

    /**
     * Send a frame that pauses all classes that are to be paused, and look again at half the pause.
     * @param number the ingress whose peer is meant
     * @param resumed bit i: data class i may go on; the frame says so
     */
    void SendPfc(RdmaTick now, uint32_t number, uint8_t resumed);

    /**
     * Half a pause has passed: refresh or end it, unless it has ended or begun again.
     * @param number the ingress
     */
    void Refresh(uint32_t number);

    /**
     * Tell a peer what is paused and what no longer is, if anything.
     * @param number the ingress whose peer is meant
     */
    void RefreshPause(RdmaTick now, uint32_t number);

    FabricContext& m_context;       ///< the time
    FabricPauseSender& m_sender;    ///< sends pause frames
    FabricBufferSpec m_spec;        ///< settings
    std::vector<Ingress> m_ingress; ///< by port number
    int64_t m_poolBytes{0};         ///< shared pool, B
    int64_t m_staticXoff{0};        ///< STATIC: the threshold, B
    int64_t m_sharedUsed{0};        ///< of it in use, B
};

} // namespace ns3

#endif // FABRIC_SHARED_BUFFER_H
