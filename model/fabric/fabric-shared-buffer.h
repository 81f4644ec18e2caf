/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SHARED_BUFFER_H
#define FABRIC_SHARED_BUFFER_H

#include "fabric-frame.h"

#include "ns3/event-impl.h"
#include "ns3/ptr.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricSharedBuffer: the memory of a lossless switch, and who is told to pause.
 */

namespace ns3
{

class Fabric;
class FabricPort;

/**
 * @ingroup mrc
 * Settings of a lossless switch (RoCE reference, 2.4).
 */
struct FabricBufferSpec
{
    uint64_t totalBytes{0};        ///< memory of the switch, B
    double alpha{0.125};           ///< share of the free pool that one ingress may use
    uint32_t resumeOffsetBytes{0}; ///< hysteresis below the threshold, B
    uint32_t maxFrameBytes{0};     ///< largest frame, for the headroom, B
    bool growToFit{false};         ///< totalBytes becomes twice the headroom if it is less
};

/**
 * @ingroup mrc
 * A link of a lossless switch, as its headroom sees it.
 */
struct FabricBufferLink
{
    uint64_t rateBps; ///< line rate, bit/s
    Tick roundTrip;   ///< both directions of the cable with the switch latencies they include
};

/**
 * @ingroup mrc
 * Accounts for the data frames that wait in a switch by the port they came in by, and pauses that
 * port's peer when they take more than their share (IEEE 802.1Qbb, dynamic threshold).
 *
 * A frame is charged to the shared pool while its ingress is below the threshold
 * alpha x (pool - used), and to that ingress's headroom above it; the first frame in headroom sends
 * XOFF. What leaves empties the headroom first, so that a
 * paused ingress resumes while frames of it still wait and the line stays busy. Headroom covers
 * what still arrives after XOFF was decided, so it never overflows unless the configuration is
 * wrong. A pause is refreshed at half its life while its reason lasts.
 *
 * Law: sum over ingresses of shared + headroom use = data bytes queued in the switch.
 */
class FabricSharedBuffer
{
  public:
    /**
     * @param fabric the fabric
     * @param links by port number, complete
     * @param spec the settings
     */
    FabricSharedBuffer(Fabric& fabric,
                       const std::vector<FabricBufferLink>& links,
                       const FabricBufferSpec& spec);
    ~FabricSharedBuffer();
    FabricSharedBuffer(const FabricSharedBuffer&) = delete;
    FabricSharedBuffer& operator=(const FabricSharedBuffer&) = delete;

    /**
     * A port of the switch uses the buffer from now on. Its queues and its pause frames do.
     * @param port the port; its index is the number of the link
     */
    void AttachPort(FabricPort* port);

    /**
     * A data frame joins a queue of the switch.
     * @param now the time
     * @param frame the frame
     * @return false if there is no room even in the headroom
     */
    bool Charge(Tick now, const FabricFrame* frame);

    /**
     * A data frame leaves its queue.
     * @param now the time
     * @param frame the frame
     */
    void Release(Tick now, const FabricFrame* frame);

    /**
     * @param ingress port number
     * @return bytes that may still arrive from it after XOFF (RoCE reference, 2.3), B
     */
    uint64_t GetHeadroomBytes(uint32_t ingress) const;

    /**
     * @param ingress port number
     * @return bytes charged to it, shared and headroom, B
     */
    uint64_t GetUseBytes(uint32_t ingress) const;

    /** @return size of the shared pool, B */
    int64_t GetPoolBytes() const;

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

    /// Account of one ingress port.
    struct Ingress
    {
        FabricPort* port{nullptr}; ///< the port, null until attached; it sends the pause frames
        int64_t sharedBytes{0};    ///< charged to the pool, B
        int64_t headroomBytes{0};  ///< charged to the headroom, B
        int64_t headroomSize{0};   ///< size of the headroom, B
        bool paused{false};        ///< XOFF sent and not taken back
        Ptr<Look> refresh;         ///< next look at a lasting pause, null until attached
        Tick refreshAt;            ///< when that is; looks at other times are void
    };

    /** @return what one ingress may take of the pool now, B */
    int64_t GetThreshold() const;

    /**
     * @param ingress an account
     * @return true if its peer may send again
     */
    bool MayResume(const Ingress& ingress) const;

    /**
     * Send a pause frame.
     * @param now the time
     * @param ingress whose peer is meant
     * @param quanta pause time in 512 bit times, 0 = resume
     */
    void SendPfc(Tick now, Ingress& ingress, uint16_t quanta);

    /**
     * Pause the peer, and look again at half the pause.
     * @param now the time
     * @param number the ingress
     */
    void Pause(Tick now, uint32_t number);

    /**
     * Half a pause has passed: refresh or end it, unless it has ended or begun again.
     * @param number the ingress
     */
    void Refresh(uint32_t number);

    Fabric& m_fabric;               ///< frames and time
    FabricBufferSpec m_spec;        ///< settings
    std::vector<Ingress> m_ingress; ///< by port number
    int64_t m_poolBytes{0};         ///< shared pool, B
    int64_t m_sharedUsed{0};        ///< of it in use, B
};

} // namespace ns3

#endif // FABRIC_SHARED_BUFFER_H
