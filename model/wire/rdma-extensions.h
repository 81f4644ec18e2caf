/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_EXTENSIONS_H
#define RDMA_EXTENSIONS_H

#include "rdma-byte-io.h"

#include "ns3/rdma-pdu.h"

#include <array>
#include <cstddef>
#include <cstdint>

/**
 * @file
 * @ingroup mrc
 * The headers between BTH and payload: their bytes, and their fields with names. rdma-pdu-layout.h
 * lists the headers of each PDU.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A field of a header.
 */
struct RdmaField
{
    const char* name; ///< name in the references
    uint64_t value;   ///< sign-extended if the field has a sign
    bool isBits;      ///< 64 bits rather than a number: an address, a bitmap
};

/**
 * @ingroup mrc
 * Fields in a fixed order.
 */
class RdmaFieldList
{
  public:
    /**
     * @param name name in the references
     * @param value of an integer, an enumeration's number, or 0 and 1
     */
    void AddNumber(const char* name, int64_t value)
    {
        m_fields[m_count++] = {name, static_cast<uint64_t>(value), false};
    }

    /**
     * @param name name in the references
     * @param value an address, a bitmap
     */
    void AddBits(const char* name, uint64_t value)
    {
        m_fields[m_count++] = {name, value, true};
    }

    /** @return first field */
    const RdmaField* begin() const
    {
        return m_fields.data();
    }

    /** @return position after the last field */
    const RdmaField* end() const
    {
        return m_fields.data() + m_count;
    }

  private:
    std::array<RdmaField, 16> m_fields; ///< the first m_count are valid; a SACK has 13
    size_t m_count{0};                  ///< fields
};

/**
 * @ingroup mrc
 * @param out appended to
 * @param pdu a PDU in use
 */
void WriteRdmaExtensions(RdmaByteWriter& out, const RdmaPdu& pdu);

/**
 * @ingroup mrc
 * @param in positioned after the BTH
 * @param pdu contains the BTH's fields; the rest is written
 * @return false if the opcode is not in use, the bytes end early or contradict a header's type
 */
bool ReadRdmaExtensions(RdmaByteReader& in, RdmaPdu& pdu);

/**
 * @ingroup mrc
 * @return the fields of all its headers after the BTH, in the order of the wire; none for an opcode
 * not in use
 */
RdmaFieldList ListRdmaFields(const RdmaPdu& pdu);

} // namespace ns3

#endif // RDMA_EXTENSIONS_H
