/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-locator.h"

#include "ns3/assert.h"
#include "ns3/log.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MrcFaultLocator");

namespace
{

/// Windows, in rounds: see the class.
constexpr std::array<uint32_t, 4> WINDOWS{1, 4, 16, MrcFaultHistory::ROUNDS};
/// Bounds of the loss share in the evidence against a fault: one answer does not clear a dead
/// element, and an element with hardly any losses would otherwise never be cleared.
constexpr double MAX_DOUBT_SHARE = 0.9;
constexpr double MIN_DOUBT_SHARE = 0.05;

} // namespace

MrcFaultLocator::MrcFaultLocator(const MrcFaultParameters& parameters)
    : m_parameters(parameters)
{
    NS_ASSERT_MSG(parameters.background > 0 && parameters.background < 1,
                  "a background loss of " << parameters.background << " is not between 0 and 1");
}

std::vector<uint32_t>&
MrcFaultLocator::Across(uint32_t element)
{
    if (element >= m_across.size())
    {
        m_across.resize(element + 1);
        m_whole.resize(element + 1, false);
    }
    return m_across[element];
}

uint32_t
MrcFaultLocator::AddPath(const std::vector<uint32_t>& elements)
{
    const auto path = static_cast<uint32_t>(m_paths.size());
    m_paths.push_back(elements);
    m_histories.emplace_back();
    for (const uint32_t element : elements)
    {
        Across(element).push_back(path);
    }
    return path;
}

void
MrcFaultLocator::SetWhole(uint32_t element)
{
    Across(element);
    m_whole[element] = true;
}

const std::vector<uint32_t>&
MrcFaultLocator::GetPaths(uint32_t element) const
{
    static const std::vector<uint32_t> NONE;
    return element < m_across.size() ? m_across[element] : NONE;
}

void
MrcFaultLocator::Record(uint64_t round, uint32_t path, bool answered)
{
    m_histories[path].Record(round, answered);
    if (!answered)
    {
        uint64_t& newest = m_lossy[path];
        newest = std::max(newest, round);
    }
}

std::vector<uint32_t>
MrcFaultLocator::ListFaulty() const
{
    std::vector<uint32_t> elements;
    for (const auto& [element, fault] : m_faulty)
    {
        elements.push_back(element);
    }
    return elements;
}

bool
MrcFaultLocator::IsAccountedFor(uint32_t path) const
{
    return std::any_of(m_paths[path].begin(), m_paths[path].end(), [this](uint32_t element) {
        return IsFaulty(element);
    });
}

std::vector<MrcFaultChange>
MrcFaultLocator::EvaluateRound(uint64_t round)
{
    std::vector<MrcFaultChange> changes;
    Clear(round, changes);
    for (auto it = m_lossy.begin(); it != m_lossy.end();)
    {
        const bool old = it->second + MrcFaultHistory::ROUNDS <= round;
        it = old ? m_lossy.erase(it) : std::next(it);
    }
    for (const uint32_t window : WINDOWS)
    {
        Search(round, window, changes);
    }
    return changes;
}

void
MrcFaultLocator::Search(uint64_t round, uint32_t window, std::vector<MrcFaultChange>& changes)
{
    std::vector<uint32_t> lossy;
    for (const auto& [path, newest] : m_lossy)
    {
        lossy.push_back(path);
    }
    if (lossy.empty())
    {
        return;
    }
    const MrcFaultEvidence evidence{m_paths,
                                    m_across,
                                    m_whole,
                                    m_histories,
                                    m_parameters.background,
                                    m_parameters.evidence,
                                    round,
                                    window};
    MrcFaultExplanation explanation(evidence, lossy);
    explanation.Find(ListFaulty());
    const std::map<uint32_t, double> faults = explanation.GetFaults();
    std::set<uint32_t> all;
    for (const auto& [element, lossShare] : faults)
    {
        all.insert(element);
    }
    std::map<uint32_t, double> named;
    for (const auto& [element, lossShare] : faults)
    {
        if (!IsFaulty(element) && IsSeenOften(round, element, all) &&
            explanation.IsClear(element, m_parameters.margin))
        {
            named.emplace(FindCommon(evidence, lossy, element), lossShare);
        }
    }
    for (const auto& [element, lossShare] : named)
    {
        NS_LOG_INFO("element " << element << " is faulty: loses " << lossShare << ", round "
                               << round << ", window " << window);
        changes.push_back({element, true, lossShare});
        m_faulty[element] = {lossShare, 0};
    }
    for (const auto& [element, lossShare] : named)
    {
        Withdraw(element, changes);
        ForgetUpTo(round, element);
    }
}

uint32_t
MrcFaultLocator::FindCommon(const MrcFaultEvidence& evidence,
                            const std::vector<uint32_t>& lossy,
                            uint32_t element) const
{
    const std::vector<uint32_t> known = ListFaulty();
    if (known.empty())
    {
        return element;
    }
    MrcFaultExplanation afresh(evidence, lossy);
    afresh.Find({});
    for (const auto& fault : afresh.GetFaults())
    {
        const uint32_t other = fault.first;
        const bool common = std::any_of(known.begin(), known.end(), [&](uint32_t part) {
            return IsPartOf(part, other);
        });
        if (common && m_whole[other] && !IsFaulty(other) && IsPartOf(element, other))
        {
            return other;
        }
    }
    return element;
}

bool
MrcFaultLocator::IsPartOf(uint32_t part, uint32_t element) const
{
    const auto& some = m_across[part];
    const auto& all = m_across[element];
    return some.size() < all.size() &&
           std::includes(all.begin(), all.end(), some.begin(), some.end());
}

bool
MrcFaultLocator::IsSeenOften(uint64_t round,
                             uint32_t element,
                             const std::set<uint32_t>& others) const
{
    std::set<uint64_t> rounds;
    for (const uint32_t path : m_across[element])
    {
        if (!m_lossy.count(path) || !IsAlone(path, element, others))
        {
            continue;
        }
        for (uint32_t age = 0; age < MrcFaultHistory::ROUNDS && age <= round; ++age)
        {
            if (m_histories[path].Get(round - age).lost > 0)
            {
                rounds.insert(round - age);
            }
        }
    }
    return rounds.size() >= m_parameters.rounds;
}

bool
MrcFaultLocator::IsAlone(uint32_t path, uint32_t element, const std::set<uint32_t>& others) const
{
    return std::none_of(m_paths[path].begin(), m_paths[path].end(), [&](uint32_t other) {
        return other != element && others.count(other) > 0;
    });
}

void
MrcFaultLocator::Withdraw(uint32_t element, std::vector<MrcFaultChange>& changes)
{
    for (const uint32_t other : ListFaulty())
    {
        if (other != element && IsPartOf(other, element))
        {
            NS_LOG_INFO("element " << other << " is a part of " << element);
            m_faulty.erase(other);
            changes.push_back({other, false, 0});
        }
    }
}

void
MrcFaultLocator::Clear(uint64_t round, std::vector<MrcFaultChange>& changes)
{
    const std::vector<uint32_t> elements = ListFaulty();
    const std::set<uint32_t> all(elements.begin(), elements.end());
    for (const uint32_t element : elements)
    {
        MrcFaultTally tally;
        for (const uint32_t path : m_across[element])
        {
            const MrcFaultTally probes = m_histories[path].Get(round);
            tally.answered += probes.answered;
            tally.lost += IsAlone(path, element, all) ? probes.lost : 0;
        }
        Fault& fault = m_faulty.at(element);
        const double share = std::clamp(fault.lossShare, MIN_DOUBT_SHARE, MAX_DOUBT_SHARE);
        const double sound = 1 - m_parameters.background;
        fault.doubt += tally.answered * std::log(sound / (1 - share)) -
                       tally.lost * std::log(share / m_parameters.background);
        fault.doubt = std::max(fault.doubt, 0.0);
        if (fault.doubt > m_parameters.clearance)
        {
            NS_LOG_INFO("element " << element << " is cleared, round " << round);
            m_faulty.erase(element);
            ForgetUpTo(round, element);
            changes.push_back({element, false, 0});
        }
    }
}

void
MrcFaultLocator::ForgetUpTo(uint64_t round, uint32_t element)
{
    for (const uint32_t path : m_across[element])
    {
        m_histories[path].Forget(round + 1);
        const auto lossy = m_lossy.find(path);
        if (lossy != m_lossy.end() && lossy->second <= round)
        {
            m_lossy.erase(lossy);
        }
    }
}

} // namespace ns3
