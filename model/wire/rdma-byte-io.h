/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_BYTE_IO_H
#define RDMA_BYTE_IO_H

#include "srv6-usid.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

/**
 * @file
 * @ingroup mrc
 * Big-endian access to a span of bytes, with bounds checks.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Writes integers one after the other in network order. A write that does not fit is omitted as a
 * whole, and so are all later ones; IsOk then returns false.
 */
class RdmaByteWriter
{
  public:
    /**
     * @param begin first byte of the span
     * @param size bytes in the span
     */
    RdmaByteWriter(uint8_t* begin, size_t size)
        : m_begin(begin),
          m_next(begin),
          m_end(begin + size)
    {
    }

    /**
     * @param value 8 bits
     */
    void U8(uint32_t value)
    {
        Put(value, 1);
    }

    /**
     * @param value 16 bits
     */
    void U16(uint32_t value)
    {
        Put(value, 2);
    }

    /**
     * @param value 24 bits; higher ones are ignored
     */
    void U24(uint32_t value)
    {
        Put(value, 3);
    }

    /**
     * @param value 32 bits
     */
    void U32(uint32_t value)
    {
        Put(value, 4);
    }

    /**
     * @param value 64 bits
     */
    void U64(uint64_t value)
    {
        Put(value, 8);
    }

    /**
     * @param value 128 bits
     */
    void Address(const Srv6Carrier& value)
    {
        U64(value.hi);
        U64(value.lo);
    }

    /**
     * @param count number of zero bytes to write
     */
    void Zeros(size_t count)
    {
        if (Claim(count))
        {
            std::memset(m_next, 0, count);
            m_next += count;
        }
    }

    /** @return bytes written so far */
    size_t GetSize() const
    {
        return static_cast<size_t>(m_next - m_begin);
    }

    /** @return true if all writes fitted */
    bool IsOk() const
    {
        return m_ok;
    }

  private:
    /**
     * @param count bytes needed
     * @return true if that many are left
     */
    bool Claim(size_t count)
    {
        m_ok = m_ok && static_cast<size_t>(m_end - m_next) >= count;
        return m_ok;
    }

    /**
     * @param value integer
     * @param count its size on the wire, B
     */
    void Put(uint64_t value, unsigned count)
    {
        if (!Claim(count))
        {
            return;
        }
        for (unsigned shift = 8 * count; shift > 0;)
        {
            shift -= 8;
            *m_next++ = static_cast<uint8_t>(value >> shift);
        }
    }

    uint8_t* m_begin; ///< start of the span
    uint8_t* m_next;  ///< next byte to write
    uint8_t* m_end;   ///< end of the span
    bool m_ok{true};  ///< all writes fitted so far
};

/**
 * @ingroup mrc
 * Reads integers one after the other in network order. A read past the end returns 0, and so do all
 * later ones; IsOk then returns false. Parsers read a whole header and check once.
 */
class RdmaByteReader
{
  public:
    /**
     * @param begin first byte of the span
     * @param size bytes in the span
     */
    RdmaByteReader(const uint8_t* begin, size_t size)
        : m_begin(begin),
          m_next(begin),
          m_end(begin + size)
    {
    }

    /** @return 8 bits */
    uint8_t U8()
    {
        return static_cast<uint8_t>(Get(1));
    }

    /** @return 16 bits */
    uint16_t U16()
    {
        return static_cast<uint16_t>(Get(2));
    }

    /** @return 24 bits */
    uint32_t U24()
    {
        return static_cast<uint32_t>(Get(3));
    }

    /** @return 32 bits */
    uint32_t U32()
    {
        return static_cast<uint32_t>(Get(4));
    }

    /** @return 64 bits */
    uint64_t U64()
    {
        return Get(8);
    }

    /** @return 128 bits */
    Srv6Carrier Address()
    {
        Srv6Carrier value;
        value.hi = U64();
        value.lo = U64();
        return value;
    }

    /**
     * @param count number of bytes to skip
     */
    void Skip(size_t count)
    {
        if (Claim(count))
        {
            m_next += count;
        }
    }

    /** @return bytes read so far */
    size_t GetSize() const
    {
        return static_cast<size_t>(m_next - m_begin);
    }

    /** @return bytes not read yet */
    size_t GetRemaining() const
    {
        return static_cast<size_t>(m_end - m_next);
    }

    /** @return true if no read was past the end */
    bool IsOk() const
    {
        return m_ok;
    }

  private:
    /**
     * @param count bytes needed
     * @return true if that many are left
     */
    bool Claim(size_t count)
    {
        m_ok = m_ok && GetRemaining() >= count;
        return m_ok;
    }

    /**
     * @param count size of an integer on the wire, B
     * @return the integer
     */
    uint64_t Get(unsigned count)
    {
        uint64_t value = 0;
        if (Claim(count))
        {
            for (unsigned i = 0; i < count; ++i)
            {
                value = value << 8 | *m_next++;
            }
        }
        return value;
    }

    const uint8_t* m_begin; ///< start of the span
    const uint8_t* m_next;  ///< next byte to read
    const uint8_t* m_end;   ///< end of the span
    bool m_ok{true};        ///< no read was past the end so far
};

} // namespace ns3

#endif // RDMA_BYTE_IO_H
