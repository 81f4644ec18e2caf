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
 * ns3::FabricSharedBuffer: the memory of a lossless switch and its pauses.
 */

namespace ns3
{

class FabricContext;

/**
 * @ingroup mrc
 * Limit of one ingress in the shared pool (roce reference, 2.4).
 */
enum class FabricBufferThreshold : uint8_t
{
    DYNAMIC, ///< a share of the free pool
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
    bool growToFit{false};         ///< totalBytes is set to the need of headroom and thresholds
    /// Kind of the threshold of an ingress.
    FabricBufferThreshold threshold{FabricBufferThreshold::DYNAMIC};
    uint64_t staticXoffBytes{0}; ///< STATIC: the threshold, B; 0 = an equal part of the pool
    uint32_t reservedBytes{0};   ///< reserved for every lossless class of a port, B
    double egressAlpha{1.0};     ///< share of the free pool that a lossy egress queue may use
    RdmaTick responseTime;       ///< time until a pause takes effect at a peer
    int64_t headroomMargin{0};   ///< added to every headroom; below 0 it may overflow, B
    uint8_t losslessClasses{1};  ///< bit i: data class i is lossless
};

/**
 * @ingroup mrc
 * The numbers of a link that determine its headroom.
 */
struct FabricBufferLink
{
    uint64_t rateBps;   ///< line rate, bit/s
    RdmaTick roundTrip; ///< both directions of the cable, with the switch latencies included
};

/**
 * @ingroup mrc
 * The parts of the memory of a lossless switch.
 */
struct FabricBufferSizes
{
    std::vector<int64_t> headroomBytes; ///< by port number: headroom of each lossless class, B
    int64_t poolBytes{0};               ///< shared pool, B
    int64_t staticXoffBytes{0};         ///< STATIC: the threshold, B
    /// Use at which a class of a port is paused while nothing else is in the memory, B.
    int64_t pauseBytes{0};
};

/**
 * @ingroup mrc
 * Partition the memory of a lossless switch.
 * @param links by port number, complete
 * @param [out] problems receives the reasons if it is too small
 * @return the parts
 */
FabricBufferSizes SizeFabricBuffer(const std::vector<FabricBufferLink>& links,
                                   const FabricBufferSpec& spec,
                                   RdmaProblems& problems);

/**
 * @ingroup mrc
 * Interface of a buffer to its switch, which sends its pause frames.
 */
class FabricPauseSender
{
  public:
    virtual ~FabricPauseSender() = default;

    /**
     * Send a PFC frame before all waiting frames, if the link works.
     * @param ingress number of the port whose peer is addressed
     * @param pfc the frame, to be copied
     */
    virtual void SendPfc(RdmaTick now, uint32_t ingress, const FabricFrame& pfc) = 0;

    /**
     * @param ingress number of a port
     * @return transmission time of 512 bits on the line of its peer
     */
    virtual RdmaTick GetPauseQuantum(uint32_t ingress) const = 0;
};

/**
 * @ingroup mrc
 * Charges the data frames that wait in a switch to their ingress port and class, and pauses that
 * class of the port's peer when they exceed their share (IEEE 802.1Qbb).
 *
 * A frame of a lossless class is charged to the reserved part of its account, then to the shared
 * pool while the account is below its threshold, then to the account's headroom; the first frame in
 * headroom sends XOFF. The threshold is alpha x (pool - used), or a number of bytes. Departures
 * empty the headroom first, then the pool, then the reserved part, so that a paused ingress resumes
 * while frames of it still wait and the line stays busy. Headroom covers the frames that still
 * arrive after the XOFF decision, so it never overflows unless the configuration is wrong. A pause
 * is refreshed at half of its duration while its reason lasts. A PFC frame names every paused class
 * of the port, so it refreshes all of them.
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
     * Attach a port: frames may arrive by it, and its peer may be paused.
     * @param ingress port number
     */
    void AttachPort(uint32_t ingress);

    /**
     * Charge a data frame that is to join a queue of the switch.
     * @param queuedBytes the queue of its class at the egress, with the frame, B
     * @return false if there is no room; the frame is then not charged
     */
    bool Charge(RdmaTick now, const FabricFrame* frame, uint64_t queuedBytes);

    /**
     * A data frame leaves its queue.
     */
    void Release(RdmaTick now, const FabricFrame* frame);

    /**
     * A link of the switch works again: its peer is not paused any more.
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

    /** @return the parts of the memory */
    const FabricBufferSizes& GetSizes() const
    {
        return m_sizes;
    }

    /**
     * @param ingress port number
     * @param cls a data class
     * @return bytes charged to this account, B
     */
    uint64_t GetUseBytes(uint32_t ingress, RdmaClass cls) const;

    /**
     * @param ingress port number
     * @param cls a data class
     * @return true if its peer has been sent XOFF and no XON since
     */
    bool IsPaused(uint32_t ingress, RdmaClass cls) const;

    /** @return used part of the shared pool, B */
    int64_t GetSharedBytes() const
    {
        return m_sharedUsed;
    }

    /** @return current limit of one lossless account in the pool, B */
    int64_t GetThreshold() const
    {
        return m_spec.threshold == FabricBufferThreshold::STATIC ? m_sizes.staticXoffBytes
                                                                 : ShareOfFree(m_spec.alpha);
    }

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// Refresh of a lasting pause, a re-used event.
    class Look : public EventImpl
    {
      public:
        /**
         * @param buffer notified when the event fires
         * @param ingress port number
         */
        Look(FabricSharedBuffer* buffer, uint32_t ingress)
            : buffer(buffer),
              ingress(ingress)
        {
        }

        FabricSharedBuffer* buffer; ///< notified when the event fires; null after it is deleted

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
        int64_t reservedBytes{0}; ///< charged to its reserved part, B
        int64_t sharedBytes{0};   ///< charged to the pool, B
        int64_t headroomBytes{0}; ///< charged to the headroom, B
        bool paused{false};       ///< XOFF sent and no XON since
    };

    /// An ingress port.
    struct Ingress
    {
        std::array<Account, FABRIC_DATA_CLASSES> accounts; ///< by data class
        Ptr<Look> refresh;  ///< next refresh of a lasting pause, null until attached
        RdmaTick refreshAt; ///< time of the refresh; events at other times have no effect
    };

    /**
     * @param alpha a share
     * @return that share of the free pool, B; at least 0
     */
    int64_t ShareOfFree(double alpha) const
    {
        return static_cast<int64_t>(alpha * static_cast<double>(m_sizes.poolBytes - m_sharedUsed));
    }

    /**
     * @param account of a lossless class
     * @return true if its peer may send again
     */
    bool MayResume(const Account& account) const;

    /**
     * Charge a frame that does not fit into the pool.
     * @param number the ingress
     * @param account of its class
     * @param reserved bytes of the frame that fit into the reserved part, B
     * @param rest its other bytes, B
     * @return false if the headroom has no room either
     */
    bool ChargeHeadroom(RdmaTick now,
                        uint32_t number,
                        Account& account,
                        int64_t reserved,
                        int64_t rest);

    /**
     * Send a frame that pauses all classes to be paused, and schedule a refresh after half of the
     * pause.
     * @param number the ingress whose peer is addressed
     * @param resumed bit i: the frame resumes data class i
     */
    void SendPfc(RdmaTick now, uint32_t number, uint8_t resumed);

    /**
     * Half of a pause has passed: refresh or end it, unless it has already ended or restarted.
     * @param number the ingress
     */
    void Refresh(uint32_t number);

    /**
     * Send a peer the paused and resumed classes, if any.
     * @param number the ingress whose peer is addressed
     */
    void RefreshPause(RdmaTick now, uint32_t number);

    FabricContext& m_context;       ///< the time
    FabricPauseSender& m_sender;    ///< sends pause frames
    FabricBufferSpec m_spec;        ///< settings
    std::vector<Ingress> m_ingress; ///< by port number
    FabricBufferSizes m_sizes;      ///< parts of the memory
    int64_t m_sharedUsed{0};        ///< used part of the pool, B
};

} // namespace ns3

#endif // FABRIC_SHARED_BUFFER_H
