/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_JOIN_H
#define RDMA_JOIN_H

#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::JoinRdmaWords: lists in messages.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * @tparam Words a container of strings
 * @param words some words
 * @param between separator
 * @return all words in the order of the container
 */
template <typename Words>
std::string
JoinRdmaWords(const Words& words, const char* between = ", ")
{
    std::string all;
    for (const auto& word : words)
    {
        all += (all.empty() ? "" : between) + word;
    }
    return all;
}

} // namespace ns3

#endif // RDMA_JOIN_H
