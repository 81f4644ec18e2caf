/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_EXPLANATION_H
#define MRC_FAULT_EXPLANATION_H

#include "mrc-fault-history.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcFaultExplanation: the faults that make lost probes most likely.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * The observations to explain: probes on paths, in a window of rounds.
 */
struct MrcFaultEvidence
{
    const std::vector<std::vector<uint32_t>>& paths;  ///< elements by path
    const std::vector<std::vector<uint32_t>>& across; ///< paths by element
    const std::vector<bool>& whole;                   ///< by element: it fails as a whole
    const std::vector<MrcFaultHistory>& histories;    ///< by path
    double background;                                ///< share lost without a fault
    double evidence;                                  ///< log likelihood that an element must gain,
                                                      ///< nats
    uint64_t round;                                   ///< last round
    uint32_t window;                                  ///< number of rounds
};

/**
 * @ingroup mrc
 * A set of faulty elements, each with its loss share, that makes the observed probes most likely: a
 * greedy search for the smallest set that explains them (MrcFaultLocator).
 */
class MrcFaultExplanation
{
  public:
    /**
     * @param evidence observations to explain
     * @param lossy the paths with losses, in the window or before it, by number
     */
    MrcFaultExplanation(const MrcFaultEvidence& evidence, const std::vector<uint32_t>& lossy);

    /**
     * Search for faults.
     * @param known elements that are part of the explanation regardless of their gain
     */
    void Find(const std::vector<uint32_t>& known);

    /** @return elements by number, known ones included, with the share of probes that each loses */
    const std::map<uint32_t, double>& GetFaults() const
    {
        return m_faults;
    }

    /**
     * @param element an element of the explanation
     * @param margin nats
     * @return true if every explanation without it is worse by more than the margin, or is as good
     * only because no probe of the window distinguishes another element from it
     */
    bool IsClear(uint32_t element, double margin);

  private:
    /// The contribution of an element.
    struct Offer
    {
        double lossShare{0}; ///< its best loss share
        double gain{0};      ///< log likelihood that it adds, nats
    };

    /// A set of faulty elements, with their loss shares.
    using Faults = std::map<uint32_t, double>;

    /**
     * Add elements one by one.
     * @param known as for Find
     * @param forbidden elements that must not be added
     */
    void Grow(const std::vector<uint32_t>& known, const std::set<uint32_t>& forbidden);

    /**
     * @param others the other faulty elements
     * @return true if no probe of the window crosses only one of the two, and none of the others
     */
    bool LooksLike(uint32_t a, uint32_t b, const Faults& others);

    /**
     * @param faults an earlier explanation
     */
    void Restore(const Faults& faults);

    /**
     * @param taken elements to exclude
     * @return the element with the largest gain beyond its price; the end of across if none
     */
    uint32_t FindBest(const std::set<uint32_t>& taken, Offer& best);

    /**
     * @return gain of the element in addition to the others
     */
    Offer Weigh(uint32_t element);

    /**
     * @param offer loss share of an element
     * @return log likelihood that it must gain, nats
     */
    double GetPrice(uint32_t element, double lossShare) const;

    /** Fit the loss shares of all elements together. */
    void Refit();

    /**
     * @param element an element of the explanation
     * @param lossShare its new one
     */
    void SetShare(uint32_t element, double lossShare);

    /** @return log likelihood of all observations relative to no fault, minus all prices */
    double GetScore();

    /**
     * @return results of the probes on a path
     */
    const MrcFaultTally& GetTally(uint32_t path);

    /**
     * @return probability that a probe gets through
     */
    double GetThrough(uint32_t path) const;

    const MrcFaultEvidence m_evidence;         ///< observations to explain
    std::vector<uint32_t> m_lossy;             ///< paths with losses in the window
    std::vector<uint32_t> m_candidates;        ///< elements on them, by number
    std::map<uint32_t, MrcFaultTally> m_tally; ///< by path, computed on demand
    std::map<uint32_t, double> m_through;      ///< paths across faulty elements: see GetThrough
    std::map<uint32_t, Offer> m_offers;        ///< contributions of candidates computed so far
    std::set<uint32_t> m_known;                ///< elements without a price
    Faults m_faults;                           ///< see GetFaults
};

} // namespace ns3

#endif // MRC_FAULT_EXPLANATION_H
