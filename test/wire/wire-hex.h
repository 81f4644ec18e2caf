/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef WIRE_HEX_H
#define WIRE_HEX_H

#include <cctype>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup mrc-tests
 * Bytes in the notation of the references' tables, for comparisons with readable failures.
 */

/**
 * @param text pairs of hexadecimal digits; blanks between them are ignored
 * @return the bytes
 */
inline std::vector<uint8_t>
Hex(const std::string& text)
{
    std::vector<uint8_t> bytes;
    std::string digits;
    for (const char c : text)
    {
        if (std::isxdigit(static_cast<unsigned char>(c)))
        {
            digits += c;
        }
        if (digits.size() == 2)
        {
            bytes.push_back(static_cast<uint8_t>(std::stoul(digits, nullptr, 16)));
            digits.clear();
        }
    }
    return bytes;
}

/**
 * @param bytes bytes
 * @param size number of bytes
 * @return pairs of hexadecimal digits with one blank between them
 */
inline std::string
ToHex(const uint8_t* bytes, size_t size)
{
    std::string text;
    for (size_t i = 0; i < size; ++i)
    {
        char pair[4];
        std::snprintf(pair, sizeof(pair), i ? " %02x" : "%02x", bytes[i]);
        text += pair;
    }
    return text;
}

/**
 * @param bytes bytes
 * @return pairs of hexadecimal digits with one blank between them
 */
inline std::string
ToHex(const std::vector<uint8_t>& bytes)
{
    return ToHex(bytes.data(), bytes.size());
}

#endif // WIRE_HEX_H
