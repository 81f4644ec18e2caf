/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PDU_LAYOUT_H
#define RDMA_PDU_LAYOUT_H

#include "ns3/rdma-pdu.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

/**
 * @file
 * @ingroup mrc
 * The headers after the BTH, by opcode and in order (mrc reference, 2.1; roce reference, 1.2).
 *
 * This is the only list of them. Sizes (rdma-wire-size.h), bytes and fields (rdma-extensions.h),
 * and with them the comparison of frames and their log, follow from it.
 */

namespace ns3
{

/// RDMA extended transport header, B.
constexpr uint32_t RDMA_RETH_BYTES = 16;
/// Immediate data, B.
constexpr uint32_t RDMA_IMMDT_BYTES = 4;
/// ACK extended transport header, of RC and of MRC's Transport ACK, B.
constexpr uint32_t RDMA_AETH_BYTES = 4;
/// AtomicAckETH, B.
constexpr uint32_t RDMA_ATOMIC_ACK_BYTES = 8;
/// The word after the AETH of a NAK of a QP with selective repeat: the PSN that triggered it, B.
constexpr uint32_t ROCE_TRIGGER_BYTES = 4;
/// Reserved part of a CNP, B.
constexpr uint32_t ROCE_CNP_BYTES = 16;
/// METH: message numbers of an MRC write, B.
constexpr uint32_t MRC_METH_BYTES = 4;
/// TSETH: optional timestamp of an MRC write, B.
constexpr uint32_t MRC_TSETH_BYTES = 4;
/// SETH without CC_STATE, B.
constexpr uint32_t MRC_SETH_BYTES = 28;
/// CC_STATE, follows SETH, B.
constexpr uint32_t MRC_CC_STATE_BYTES = 8;
/// NETH, B.
constexpr uint32_t MRC_NETH_BYTES = 20;
/// PETH, B.
constexpr uint32_t MRC_PETH_BYTES = 16;
/// ERTH, B.
constexpr uint32_t MRC_ERTH_BYTES = 16;
/// EETH: as long as SETH and CC_STATE, B.
constexpr uint32_t MRC_EETH_BYTES = MRC_SETH_BYTES + MRC_CC_STATE_BYTES;

/**
 * @ingroup mrc
 * The headers that may be between BTH and payload.
 */
enum class RdmaExtension : uint8_t
{
    METH,
    TSETH,
    RETH,
    IMMDT,
    AETH,
    READ_AETH, ///< the AETH of an RC READ response, which is part of RdmaReadPdu
    TRIGGER,
    ATOMIC_ACK,
    CNP,
    SETH, ///< with CC_STATE
    NETH,
    PETH,
    ERTH,
    EETH,
};

/**
 * @ingroup mrc
 * @param extension a header
 * @return its size, B
 */
constexpr uint32_t
RdmaBytesOf(RdmaExtension extension)
{
    switch (extension)
    {
    case RdmaExtension::METH:
        return MRC_METH_BYTES;
    case RdmaExtension::TSETH:
        return MRC_TSETH_BYTES;
    case RdmaExtension::RETH:
        return RDMA_RETH_BYTES;
    case RdmaExtension::IMMDT:
        return RDMA_IMMDT_BYTES;
    case RdmaExtension::AETH:
    case RdmaExtension::READ_AETH:
        return RDMA_AETH_BYTES;
    case RdmaExtension::TRIGGER:
        return ROCE_TRIGGER_BYTES;
    case RdmaExtension::ATOMIC_ACK:
        return RDMA_ATOMIC_ACK_BYTES;
    case RdmaExtension::CNP:
        return ROCE_CNP_BYTES;
    case RdmaExtension::SETH:
        return MRC_SETH_BYTES + MRC_CC_STATE_BYTES;
    case RdmaExtension::NETH:
        return MRC_NETH_BYTES;
    case RdmaExtension::PETH:
        return MRC_PETH_BYTES;
    case RdmaExtension::ERTH:
        return MRC_ERTH_BYTES;
    case RdmaExtension::EETH:
        return MRC_EETH_BYTES;
    }
    return 0;
}

/**
 * @ingroup mrc
 * The condition of a header.
 */
enum class RdmaPresence : uint8_t
{
    ALWAYS,
    TIMESTAMP,     ///< with BTH.ts
    SELECTIVE,     ///< with BTH.sr
    SELECTIVE_NAK, ///< with BTH.sr, where the AETH before it is a NAK "PSN sequence error"
};

/// Number of values of RdmaPresence.
constexpr size_t RDMA_PRESENCES = 4;

/**
 * @ingroup mrc
 * A header of a layout.
 */
struct RdmaLayoutPart
{
    RdmaExtension extension;                     ///< the header
    RdmaPresence presence{RdmaPresence::ALWAYS}; ///< its condition
};

/**
 * @ingroup mrc
 * The headers between the BTH and the payload of an opcode.
 */
class RdmaLayout
{
  public:
    /// Layout of an opcode that is not in use.
    constexpr RdmaLayout() = default;

    /**
     * Layout of an opcode in use.
     * @param parts its headers in the order of the wire, at most 4
     */
    constexpr RdmaLayout(std::initializer_list<RdmaLayoutPart> parts)
        : m_used(true)
    {
        for (const RdmaLayoutPart& part : parts)
        {
            m_parts[m_count++] = part;
        }
    }

    /** @return true if the opcode is in use */
    constexpr bool IsUsed() const
    {
        return m_used;
    }

    /** @return first header */
    constexpr const RdmaLayoutPart* begin() const
    {
        return m_parts;
    }

    /** @return position after the last header */
    constexpr const RdmaLayoutPart* end() const
    {
        return m_parts + m_count;
    }

    /**
     * @param presence a condition
     * @return size of the headers with this condition, B
     */
    constexpr uint32_t GetBytes(RdmaPresence presence) const
    {
        uint32_t bytes = 0;
        for (const RdmaLayoutPart& part : *this)
        {
            bytes += part.presence == presence ? RdmaBytesOf(part.extension) : 0;
        }
        return bytes;
    }

    /**
     * @param extension a header
     * @param selective BTH.sr
     * @return true if it is present with this bit and no other
     */
    constexpr bool Has(RdmaExtension extension, bool selective) const
    {
        for (const RdmaLayoutPart& part : *this)
        {
            if (part.extension == extension &&
                (part.presence == RdmaPresence::ALWAYS ||
                 (part.presence == RdmaPresence::SELECTIVE && selective)))
            {
                return true;
            }
        }
        return false;
    }

  private:
    RdmaLayoutPart m_parts[4]{}; ///< in order; the first m_count are valid
    uint8_t m_count{0};          ///< number of headers
    bool m_used{false};          ///< the opcode is in use
};

/**
 * @ingroup mrc
 * @param op opcode, also one that is not in use
 * @return the headers after the BTH
 */
constexpr RdmaLayout
RdmaLayoutOf(RdmaOpcode op)
{
    constexpr RdmaLayoutPart METH{RdmaExtension::METH};
    constexpr RdmaLayoutPart TSETH{RdmaExtension::TSETH, RdmaPresence::TIMESTAMP};
    constexpr RdmaLayoutPart RETH{RdmaExtension::RETH};
    constexpr RdmaLayoutPart LATER_RETH{RdmaExtension::RETH, RdmaPresence::SELECTIVE};
    constexpr RdmaLayoutPart IMMDT{RdmaExtension::IMMDT};
    constexpr RdmaLayoutPart AETH{RdmaExtension::AETH};
    constexpr RdmaLayoutPart READ_AETH{RdmaExtension::READ_AETH};
    constexpr RdmaLayoutPart TRIGGER{RdmaExtension::TRIGGER, RdmaPresence::SELECTIVE_NAK};

    switch (op)
    {
    case RdmaOpcode::RC_SEND_FIRST:
    case RdmaOpcode::RC_SEND_MIDDLE:
    case RdmaOpcode::RC_SEND_LAST:
    case RdmaOpcode::RC_SEND_ONLY:
    case RdmaOpcode::RC_READ_RESPONSE_MIDDLE:
        return std::initializer_list<RdmaLayoutPart>{};
    case RdmaOpcode::RC_SEND_LAST_IMM:
    case RdmaOpcode::RC_SEND_ONLY_IMM:
        return {IMMDT};
    case RdmaOpcode::RC_WRITE_FIRST:
    case RdmaOpcode::RC_WRITE_ONLY:
    case RdmaOpcode::RC_READ_REQUEST:
        return {RETH};
    case RdmaOpcode::RC_WRITE_MIDDLE:
    case RdmaOpcode::RC_WRITE_LAST:
        return {LATER_RETH};
    case RdmaOpcode::RC_WRITE_LAST_IMM:
        return {LATER_RETH, IMMDT};
    case RdmaOpcode::RC_WRITE_ONLY_IMM:
        return {RETH, IMMDT};
    case RdmaOpcode::RC_READ_RESPONSE_FIRST:
    case RdmaOpcode::RC_READ_RESPONSE_LAST:
    case RdmaOpcode::RC_READ_RESPONSE_ONLY:
        return {READ_AETH};
    case RdmaOpcode::RC_ACK:
        return {AETH, TRIGGER};
    case RdmaOpcode::RC_ATOMIC_ACK:
        return {AETH, {RdmaExtension::ATOMIC_ACK}};
    case RdmaOpcode::CNP:
        return {{RdmaExtension::CNP}};
    case RdmaOpcode::MRC_WRITE_FIRST:
    case RdmaOpcode::MRC_WRITE_MIDDLE:
    case RdmaOpcode::MRC_WRITE_LAST:
    case RdmaOpcode::MRC_WRITE_ONLY:
        return {METH, TSETH, RETH};
    case RdmaOpcode::MRC_WRITE_LAST_IMM:
    case RdmaOpcode::MRC_WRITE_ONLY_IMM:
        return {METH, TSETH, RETH, IMMDT};
    case RdmaOpcode::MRC_TRANSPORT_ACK:
        return {AETH};
    case RdmaOpcode::MRC_ENDPOINT_REQUEST:
        return {{RdmaExtension::ERTH}};
    case RdmaOpcode::MRC_ENDPOINT_RESPONSE:
        return {{RdmaExtension::EETH}};
    case RdmaOpcode::MRC_SACK:
        return {{RdmaExtension::SETH}};
    case RdmaOpcode::MRC_NACK:
        return {{RdmaExtension::NETH}};
    case RdmaOpcode::MRC_PROBE:
        return {{RdmaExtension::PETH}};
    }
    return {};
}

/**
 * @ingroup mrc
 * Sizes of an opcode's headers between BTH and payload, by condition, B.
 */
struct RdmaLayoutBytes
{
    uint8_t always;       ///< with any flags
    uint8_t timestamp;    ///< added by BTH.ts
    uint8_t selective;    ///< added by BTH.sr
    uint8_t selectiveNak; ///< added by BTH.sr to a NAK "PSN sequence error"
};

/**
 * @ingroup mrc
 * @return the sizes of all opcodes; 0 for those that are not in use
 */
constexpr std::array<RdmaLayoutBytes, 256>
RdmaLayoutBytesOfAll()
{
    std::array<RdmaLayoutBytes, 256> all{};
    for (size_t op = 0; op < all.size(); ++op)
    {
        const RdmaLayout layout = RdmaLayoutOf(static_cast<RdmaOpcode>(op));
        all[op] = {static_cast<uint8_t>(layout.GetBytes(RdmaPresence::ALWAYS)),
                   static_cast<uint8_t>(layout.GetBytes(RdmaPresence::TIMESTAMP)),
                   static_cast<uint8_t>(layout.GetBytes(RdmaPresence::SELECTIVE)),
                   static_cast<uint8_t>(layout.GetBytes(RdmaPresence::SELECTIVE_NAK))};
    }
    return all;
}

/// The sizes of all opcodes, computed by the compiler, because senders need them for every packet.
inline constexpr std::array<RdmaLayoutBytes, 256> RDMA_LAYOUT_BYTES = RdmaLayoutBytesOfAll();

/**
 * @ingroup mrc
 * @param pdu a PDU; only its flags and the AETH's syndrome are read
 * @param presence condition of a header
 * @return true if the PDU meets the condition
 */
inline bool
HasRdmaPresence(const RdmaPdu& pdu, RdmaPresence presence)
{
    switch (presence)
    {
    case RdmaPresence::ALWAYS:
        return true;
    case RdmaPresence::TIMESTAMP:
        return pdu.timestamp;
    case RdmaPresence::SELECTIVE:
        return pdu.selective;
    case RdmaPresence::SELECTIVE_NAK:
        return pdu.selective && pdu.ack.syndrome == RDMA_SYNDROME_NAK_SEQUENCE;
    }
    return false;
}

} // namespace ns3

#endif // RDMA_PDU_LAYOUT_H
