/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "goodput-history.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mrcsim
{

using ns3::RdmaTick;

namespace
{

/// Samples per window.
constexpr int64_t WINDOW_LOOKS = 4;
/// Samples before a fault that determine normal goodput: ten windows.
constexpr size_t NORMAL_LOOKS = WINDOW_LOOKS * 10 + 1;
/// Consecutive good windows after the last loss that end the effect of a fault.
constexpr int64_t LASTING_WINDOWS = 5;
/// Windows after a fault that are considered.
constexpr int64_t MOST_WINDOWS = 500;
/// Share of the expected goodput that counts as back.
constexpr double BACK = 0.95;

/** @return payload that a host received between two samples, bits */
double
GetBits(uint32_t host, const GoodputSample& begin, const GoodputSample& end)
{
    return static_cast<double>(end.placed->at(host) - begin.placed->at(host)) * 8;
}

} // namespace

GoodputHistory::GoodputHistory(RdmaTick window, size_t hosts)
    : m_step(window / WINDOW_LOOKS),
      m_underWay(hosts)
{
}

RdmaTick
GoodputHistory::GetHorizon() const
{
    return m_step * (WINDOW_LOOKS * MOST_WINDOWS);
}

RdmaTick
GoodputHistory::GetLead() const
{
    return m_step * static_cast<int64_t>(NORMAL_LOOKS);
}

bool
GoodputHistory::Stores(RdmaTick time) const
{
    return !m_rates.empty() && time <= m_rates.rbegin()->first + GetHorizon();
}

void
GoodputHistory::AddSample(GoodputSample look)
{
    if (Stores(look.time))
    {
        m_samples.push_back(std::move(look));
        return;
    }
    m_recent.push_back(std::move(look));
    if (m_recent.size() > NORMAL_LOOKS)
    {
        m_recent.pop_front();
    }
}

void
GoodputHistory::AddRates(RdmaTick since, HostRates bps)
{
    m_rates[since] = std::move(bps);
    std::move(m_recent.begin(), m_recent.end(), std::back_inserter(m_samples));
    m_recent.clear();
}

void
GoodputHistory::AddMessage(uint32_t host, RdmaTick from, RdmaTick until)
{
    auto& spans = m_underWay[host];
    auto span = spans.upper_bound(from);
    if (span != spans.begin() && std::prev(span)->second >= from)
    {
        --span;
        from = span->first;
    }
    for (; span != spans.end() && span->first <= until; span = spans.erase(span))
    {
        until = std::max(until, span->second);
    }
    spans[from] = until;
}

std::optional<double>
GoodputHistory::FindFairBps(uint32_t host, RdmaTick time) const
{
    const auto later = m_rates.upper_bound(time);
    for (auto rates = later; rates != m_rates.begin();)
    {
        --rates;
        if (rates->second[host])
        {
            return rates->second[host];
        }
    }
    const auto isKnown = [host](const auto& rates) { return rates.second[host].has_value(); };
    const auto next = std::find_if(later, m_rates.end(), isKnown);
    return next == m_rates.end() ? std::nullopt : next->second[host];
}

RdmaTick
GoodputHistory::GetTimeUnderWay(uint32_t host, RdmaTick from, RdmaTick until) const
{
    RdmaTick sum;
    for (const auto& [begin, end] : m_underWay[host])
    {
        sum += std::max(std::min(end, until) - std::max(begin, from), RdmaTick{});
    }
    return sum;
}

std::vector<GoodputHistory::Normal>
GoodputHistory::ListNormal(size_t first, const std::set<uint32_t>& hosts) const
{
    std::vector<Normal> normal;
    if (first < 2)
    {
        return normal;
    }
    const auto& from = m_samples[first - std::min(first, NORMAL_LOOKS)];
    const auto& until = m_samples[first - 1];
    const bool all = hosts.empty() || m_underWay.size() == 1;
    for (uint32_t host = 0; host < m_underWay.size(); ++host)
    {
        const double bits = GetBits(host, from, until);
        const RdmaTick busy = GetTimeUnderWay(host, from.time, until.time);
        // For a fault soon after another, normal goodput is that before both.
        const double fair = FindFairBps(host, from.time).value_or(0);
        if ((all || hosts.count(host) != 0) && bits > 0 && busy > RdmaTick{} && fair > 0)
        {
            normal.push_back({host, bits / busy.GetSeconds(), fair});
        }
    }
    return normal;
}

std::optional<bool>
GoodputHistory::IsGood(const std::vector<Normal>& normal,
                       const GoodputSample& begin,
                       const GoodputSample& end) const
{
    bool underWay = false;
    double allowedBps = 0;
    double bits = 0;
    for (const auto& [host, placedBps, fairBps] : normal)
    {
        const auto& spans = m_underWay[host];
        const auto later = spans.upper_bound(begin.time);
        if (later != spans.begin() && std::prev(later)->second >= end.time)
        {
            underWay = true;
            allowedBps += placedBps * std::min(1.0, *FindFairBps(host, begin.time) / fairBps);
            bits += GetBits(host, begin, end);
        }
    }
    if (!underWay)
    {
        return std::nullopt;
    }
    return allowedBps > 0 && bits >= BACK * allowedBps * (end.time - begin.time).GetSeconds();
}

std::optional<GoodputReturn>
GoodputHistory::FindReturn(RdmaTick at, RdmaTick lastLoss, const std::set<uint32_t>& hosts) const
{
    const auto after =
        std::upper_bound(m_samples.begin(),
                         m_samples.end(),
                         at,
                         [](RdmaTick time, const GoodputSample& look) { return time < look.time; });
    const auto first = static_cast<size_t>(after - m_samples.begin());
    const auto normal = ListNormal(first, hosts);
    if (normal.empty())
    {
        return std::nullopt;
    }
    const RdmaTick lasting = m_step * (LASTING_WINDOWS * WINDOW_LOOKS);
    std::optional<GoodputReturn> back;
    bool fell = false;
    // The first window begins with the last sample before the fault.
    for (size_t i = first - 1; i + WINDOW_LOOKS < m_samples.size(); ++i)
    {
        const auto& end = m_samples[i + WINDOW_LOOKS];
        const bool isOver =
            back && end.time - std::max(at + back->after, lastLoss) >= lasting + m_step;
        if (isOver || end.time > at + GetHorizon())
        {
            break;
        }
        const auto good = IsGood(normal, m_samples[i], end);
        if (!good)
        {
            continue;
        }
        if (!*good)
        {
            fell = true;
            back.reset();
        }
        else if (!back)
        {
            back = GoodputReturn{fell ? end.time - at : RdmaTick{}, end.trims};
        }
    }
    return back;
}

} // namespace mrcsim
