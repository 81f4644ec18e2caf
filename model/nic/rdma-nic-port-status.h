/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_NIC_PORT_STATUS_H
#define RDMA_NIC_PORT_STATUS_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/rdma-tick.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaNicPortStatus: the state of a NIC's ports as the link, the NIC and the QPs see it.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A change of a port's state that a NIC has detected, for the trace source PortStatus.
 */
struct RdmaNicPortEvent
{
    /// Origin of the information.
    enum class Kind : uint8_t
    {
        LINK,  ///< its port has been down, or up again, for LinkDownDetect
        ADMIN, ///< an administrator switched its port
        PEER,  ///< the peer has reported the state of its own port
    };

    RdmaTick time;    ///< time of detection
    uint32_t host;    ///< host index
    Kind kind;        ///< origin
    uint8_t port;     ///< port, 0-based
    bool up;          ///< the new state
    uint32_t peer{0}; ///< PEER: host index of the peer
};

/**
 * @ingroup mrc
 * The ports of a NIC: whether their links are up, whether an administrator has switched them off,
 * and the state that is known. A change of a link is known after the link-state debounce time, a
 * change by an administrator at once. QPs are notified after a further time, in which the NIC moves
 * them to other ports. A change that is undone before it is known is not reported.
 */
class RdmaNicPortStatus
{
  public:
    /** Receives the changes. */
    class Client
    {
      public:
        /**
         * A port is known to be up or down.
         * @param plane port, 0-based
         * @param kind origin of the information
         * @param up the new state
         */
        virtual void OnPortKnown(uint32_t plane, RdmaNicPortEvent::Kind kind, bool up) = 0;

        /**
         * QPs may use a port again, or must not use it any more.
         * @param plane port, 0-based
         * @param up the new state
         */
        virtual void OnPortRemapped(uint32_t plane, bool up) = 0;

        /** Peers can be notified: QPs have been notified, if that takes no time. */
        virtual void TellPeers() = 0;

      protected:
        ~Client() = default;
    };

    /**
     * @param client receives the changes; it owns this object
     */
    explicit RdmaNicPortStatus(Client& client)
        : m_client(client)
    {
    }

    /**
     * Add ports, which are up.
     * @param planes bit p: port p
     */
    void Add(uint32_t planes)
    {
        m_up |= planes;
        m_all |= planes;
    }

    /** @return bit p: the link of port p is up, and the port is not switched off */
    uint32_t GetUp() const
    {
        return m_up;
    }

    /** @return bit p: port p is not known to be down */
    uint32_t GetKnownUp() const
    {
        return m_all & ~m_knownDown;
    }

    /**
     * @param plane 0-based
     * @return true if an administrator has switched the port off
     */
    bool IsOff(uint32_t plane) const
    {
        return m_off >> plane & 1;
    }

    /**
     * The link of a port went down or came up.
     * @param plane port, 0-based
     * @param up the new state
     * @param detect link-state debounce time
     * @param remap time from then until QPs are notified
     */
    void OnLinkChange(uint32_t plane, bool up, Time detect, Time remap);

    /**
     * Switch a port on or off, as an administrator. Learn reports it.
     * @param plane port, 0-based
     * @param off true: off
     * @param linkUp the state of its link
     */
    void SetOff(uint32_t plane, bool off, bool linkUp);

    /**
     * Report the state of a port that has lasted long enough or was set, if it differs from the
     * state reported last.
     * @param plane port, 0-based
     * @param kind origin of the information
     * @param remap time until QPs are notified
     */
    void Learn(uint32_t plane, RdmaNicPortEvent::Kind kind, Time remap);

    /** Report nothing any more. */
    void Stop();

  private:
    friend class RdmaStateReader; ///< compares states in tests

    /// Pending events of a port.
    struct Pending
    {
        EventId detection; ///< Learn
        EventId remapping; ///< Client::OnPortRemapped
    };

    /**
     * @param plane port, 0-based
     * @return its pending events
     */
    Pending& GetPending(uint32_t plane);

    /**
     * @param plane port, 0-based
     * @param linkUp its link is up
     */
    void Refresh(uint32_t plane, bool linkUp);

    Client& m_client;               ///< receives the changes
    uint32_t m_all{0};              ///< bit p: port p exists
    uint32_t m_up{0};               ///< GetUp()
    uint32_t m_off{0};              ///< bit p: port p is switched off
    uint32_t m_knownDown{0};        ///< bit p: port p is known to be down
    std::vector<Pending> m_pending; ///< by port; empty until a port changes
};

} // namespace ns3

#endif // RDMA_NIC_PORT_STATUS_H
