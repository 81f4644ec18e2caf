/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "words.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <numeric>

namespace mrcsim
{

namespace
{

/// Length at which values are cut in messages.
constexpr size_t MAX_FOUND_LENGTH = 60;

/**
 * Edit distance in which a swap of neighbors counts once.
 * @param a a word
 * @param b another
 * @return least number of insertions, deletions, replacements and swaps that convert one to the
 * other
 */
size_t
GetDistance(const std::string& a, const std::string& b)
{
    std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 0; i <= a.size(); ++i)
    {
        d[i][0] = i;
    }
    std::iota(d[0].begin(), d[0].end(), 0);
    for (size_t i = 1; i <= a.size(); ++i)
    {
        for (size_t j = 1; j <= b.size(); ++j)
        {
            const size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

/**
 * @return its letters and digits in lower case, so that link_delay, link-delay and linkDelay are
 * equal
 */
std::string
Normalize(const std::string& word)
{
    std::string plain;
    for (const char c : word)
    {
        if (std::isalnum(static_cast<unsigned char>(c)))
        {
            plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return plain;
}

} // namespace

std::string
ToWord(const Json& value)
{
    return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string
DescribeFound(const Json& value)
{
    auto text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() > MAX_FOUND_LENGTH)
    {
        text = text.substr(0, MAX_FOUND_LENGTH) + "...";
    }
    return text;
}

std::string
FindNearest(const std::string& word, const std::vector<std::string>& candidates)
{
    const auto plain = Normalize(word);
    std::string nearest;
    // At most a third of the letters may differ
    size_t best = std::max<size_t>(1, plain.size() / 3) + 1;
    for (const auto& candidate : candidates)
    {
        const auto distance = GetDistance(plain, Normalize(candidate));
        if (distance < best)
        {
            best = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string
SuggestNearest(const std::string& word, const std::vector<std::string>& known)
{
    const auto nearest = FindNearest(word, known);
    return nearest.empty() ? "; allowed: " + ns3::JoinRdmaWords(known)
                           : ", did you mean " + nearest + "?";
}

} // namespace mrcsim
