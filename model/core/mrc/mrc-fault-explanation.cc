/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-fault-explanation.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

/// Largest loss share considered: a dead element may still answer a probe that was in flight.
constexpr double MAX_SHARE = 0.999;
/// An element that fails as a whole and loses less than this has a higher price.
constexpr double WHOLE_SHARE = 0.95;
/// Factor of this price.
constexpr double PART_PRICE = 2;
/// Halvings of an interval of loss shares: a resolution of 1e-7.
constexpr int HALVINGS = 24;
/// Rounds in which loss shares are fitted to each other.
constexpr int REFITS = 3;
/// Gains that differ by less are equal, nats: links, which have lower numbers, are named first.
constexpr double SAME_GAIN = 0.5;

} // namespace

MrcFaultExplanation::MrcFaultExplanation(const MrcFaultEvidence& evidence,
                                         const std::vector<uint32_t>& lossy)
    : m_evidence(evidence)
{
    std::set<uint32_t> candidates;
    for (const uint32_t path : lossy)
    {
        if (GetTally(path).lost > 0)
        {
            m_lossy.push_back(path);
            candidates.insert(m_evidence.paths[path].begin(), m_evidence.paths[path].end());
        }
    }
    m_candidates.assign(candidates.begin(), candidates.end());
}

void
MrcFaultExplanation::Find(const std::vector<uint32_t>& known)
{
    m_known = {known.begin(), known.end()};
    Grow(known, {});
    // Part of a switch's paths may be lost because some of its links are dead
    const Faults found = m_faults;
    for (const auto& [element, lossShare] : found)
    {
        if (m_known.count(element) || GetPrice(element, lossShare) <= m_evidence.evidence ||
            !m_faults.count(element))
        {
            continue;
        }
        const Faults with = m_faults;
        const double score = GetScore();
        Grow(known, {element});
        if (GetScore() <= score)
        {
            Restore(with);
        }
    }
}

bool
MrcFaultExplanation::IsClear(uint32_t element, double margin)
{
    const Faults with = m_faults;
    const double score = GetScore();
    Grow({m_known.begin(), m_known.end()}, {element});
    bool clear = GetScore() + margin < score;
    for (const auto& [other, share] : m_faults)
    {
        clear = clear || (!with.count(other) && LooksLike(element, other, with));
    }
    Restore(with);
    return clear;
}

bool
MrcFaultExplanation::LooksLike(uint32_t a, uint32_t b, const Faults& others)
{
    const auto list = [&](uint32_t element) {
        std::vector<uint32_t> own;
        for (const uint32_t path : m_evidence.across[element])
        {
            const auto& elements = m_evidence.paths[path];
            const bool other = std::any_of(elements.begin(), elements.end(), [&](uint32_t on) {
                return on != a && on != b && others.count(on) > 0;
            });
            if (!other && GetTally(path).answered + GetTally(path).lost > 0)
            {
                own.push_back(path);
            }
        }
        return own;
    };
    return list(a) == list(b);
}

void
MrcFaultExplanation::Restore(const Faults& faults)
{
    m_through.clear();
    m_offers.clear();
    m_faults.clear();
    for (const auto& [element, share] : faults)
    {
        SetShare(element, share);
    }
}

void
MrcFaultExplanation::Grow(const std::vector<uint32_t>& known, const std::set<uint32_t>& forbidden)
{
    m_through.clear();
    m_offers.clear();
    m_faults.clear();
    for (const uint32_t element : known)
    {
        SetShare(element, Weigh(element).lossShare);
    }
    Refit();
    std::set<uint32_t> taken = forbidden;
    taken.insert(known.begin(), known.end());
    Offer best;
    for (uint32_t next = FindBest(taken, best); next < m_evidence.across.size();
         next = FindBest(taken, best))
    {
        taken.insert(next);
        SetShare(next, best.lossShare);
        Refit();
    }
    // Elements added first may have become superfluous
    const Faults all = m_faults;
    for (const auto& [element, lossShare] : all)
    {
        if (m_known.count(element))
        {
            continue;
        }
        SetShare(element, 0);
        const Offer offer = Weigh(element);
        if (offer.gain > GetPrice(element, offer.lossShare))
        {
            SetShare(element, offer.lossShare);
            continue;
        }
        m_faults.erase(element);
    }
}

uint32_t
MrcFaultExplanation::FindBest(const std::set<uint32_t>& taken, Offer& best)
{
    auto found = static_cast<uint32_t>(m_evidence.across.size());
    double most = 0;
    for (const uint32_t element : m_candidates)
    {
        if (taken.count(element))
        {
            continue;
        }
        const auto [known, isNew] = m_offers.try_emplace(element);
        if (isNew)
        {
            known->second = Weigh(element);
        }
        const Offer& offer = known->second;
        const double net = offer.gain - GetPrice(element, offer.lossShare);
        if (net > (most > 0 ? most + SAME_GAIN : 0))
        {
            most = net;
            best = offer;
            found = element;
        }
    }
    return found;
}

MrcFaultExplanation::Offer
MrcFaultExplanation::Weigh(uint32_t element)
{
    double answered = 0;
    std::vector<std::pair<double, double>> losses; // probes lost, probability that other elements
                                                   // pass a probe
    for (const uint32_t path : m_evidence.across[element])
    {
        const MrcFaultTally& tally = GetTally(path);
        answered += tally.answered;
        if (tally.lost > 0)
        {
            losses.emplace_back(tally.lost, GetThrough(path));
        }
    }
    if (losses.empty())
    {
        return {};
    }
    // Log likelihood as a function of u = 1 - loss share; it is concave, so bisect its derivative
    double low = 1 - MAX_SHARE;
    double high = 1;
    for (int i = 0; i < HALVINGS; ++i)
    {
        const double u = (low + high) / 2;
        double slope = answered / u;
        for (const auto& [lost, others] : losses)
        {
            slope -= lost * others / (1 - others * u);
        }
        (slope > 0 ? low : high) = u;
    }
    const double u = (low + high) / 2;
    double gain = answered * std::log(u);
    for (const auto& [lost, others] : losses)
    {
        gain += lost * std::log((1 - others * u) / (1 - others));
    }
    return {1 - u, gain};
}

double
MrcFaultExplanation::GetPrice(uint32_t element, double lossShare) const
{
    const bool part = m_evidence.whole[element] && lossShare < WHOLE_SHARE;
    return m_evidence.evidence * (part ? PART_PRICE : 1);
}

void
MrcFaultExplanation::Refit()
{
    for (int i = 0; i < REFITS && m_faults.size() > 1; ++i)
    {
        const Faults before = m_faults;
        for (const auto& [element, lossShare] : before)
        {
            SetShare(element, 0);
            SetShare(element, Weigh(element).lossShare);
        }
    }
}

void
MrcFaultExplanation::SetShare(uint32_t element, double lossShare)
{
    double& share = m_faults[element];
    const double factor = (1 - lossShare) / (1 - share);
    share = lossShare;
    for (const uint32_t path : m_evidence.across[element])
    {
        const auto through = m_through.try_emplace(path, 1 - m_evidence.background).first;
        through->second *= factor;
        for (const uint32_t other : m_evidence.paths[path])
        {
            m_offers.erase(other); // its gain must be computed again
        }
    }
}

double
MrcFaultExplanation::GetScore()
{
    const double sound = 1 - m_evidence.background;
    double score = 0;
    for (const auto& [path, through] : m_through)
    {
        const MrcFaultTally& tally = GetTally(path);
        score += tally.answered * std::log(through / sound);
        score += tally.lost * std::log((1 - through) / m_evidence.background);
    }
    for (const auto& [element, lossShare] : m_faults)
    {
        score -= m_known.count(element) ? 0 : GetPrice(element, lossShare);
    }
    return score;
}

const MrcFaultTally&
MrcFaultExplanation::GetTally(uint32_t path)
{
    const auto [known, isNew] = m_tally.try_emplace(path);
    if (isNew)
    {
        known->second = m_evidence.histories[path].Sum(m_evidence.round, m_evidence.window);
    }
    return known->second;
}

double
MrcFaultExplanation::GetThrough(uint32_t path) const
{
    const auto found = m_through.find(path);
    return found == m_through.end() ? 1 - m_evidence.background : found->second;
}

} // namespace ns3
