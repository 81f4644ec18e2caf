/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <iostream>

/**
 * @file
 * Common parts of fuzz targets: choices from the input's bytes, and the abort at a finding.
 */

/**
 * Abort the program, as a finding, unless a condition holds.
 * @param condition the condition
 * @param message message of the finding; may contain <<
 */
#define FUZZ_DEMAND(condition, message)                                                            \
    do                                                                                             \
    {                                                                                              \
        if (!(condition))                                                                          \
        {                                                                                          \
            std::cerr << __FILE__ << ":" << __LINE__ << ": not " #condition << "\n"                \
                      << message << std::endl;                                                     \
            std::abort();                                                                          \
        }                                                                                          \
    } while (false)

namespace ns3
{

/// Print all steps: set by the environment variable MRC_FUZZ_TRACE, for replays.
inline const bool FUZZ_TRACE = std::getenv("MRC_FUZZ_TRACE") != nullptr;

/** The bytes of an input, taken from the front. After its end all bytes are 0. */
class FuzzInput
{
  public:
    /**
     * @param data the bytes, which outlive this object
     * @param size number of bytes
     */
    FuzzInput(const uint8_t* data, size_t size)
        : m_data(data),
          m_end(data + size)
    {
    }

    /** @return true if all bytes were taken */
    bool IsEmpty() const
    {
        return m_data == m_end;
    }

    /** @return the next byte */
    uint8_t TakeByte()
    {
        return IsEmpty() ? 0 : *m_data++;
    }

    /** @return the next two bytes */
    uint16_t TakeWord()
    {
        const uint32_t high = TakeByte();
        return static_cast<uint16_t>(high << 8 | TakeByte());
    }

    /**
     * @param bytes number of bytes, up to 8
     * @return the next bytes as a number
     */
    uint64_t Take(uint32_t bytes)
    {
        uint64_t value = 0;
        for (; bytes > 0; --bytes)
        {
            value = value << 8 | TakeByte();
        }
        return value;
    }

    /**
     * @param limit at least 1
     * @return a number below it, from the next one or two bytes
     */
    uint32_t Below(uint32_t limit)
    {
        return (limit <= 256 ? TakeByte() : TakeWord()) % limit;
    }

    /**
     * @tparam T type of the values
     * @param values at least one
     * @return one of them, by the next byte
     */
    template <typename T>
    T Pick(std::initializer_list<T> values)
    {
        return values.begin()[Below(static_cast<uint32_t>(values.size()))];
    }

    /**
     * @param chances probability in 1/256
     * @return true with this probability, by the next byte
     */
    bool Chance(uint32_t chances)
    {
        return TakeByte() < chances;
    }

  private:
    const uint8_t* m_data; ///< next byte
    const uint8_t* m_end;  ///< position after the last one
};

} // namespace ns3

#endif // FUZZ_INPUT_H
