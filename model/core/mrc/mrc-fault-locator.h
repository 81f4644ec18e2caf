/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_FAULT_LOCATOR_H
#define MRC_FAULT_LOCATOR_H

#include "mrc-fault-explanation.h"

#include <cstdint>
#include <map>
#include <set>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::MrcFaultLocator: finds the element of a network that loses probes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Thresholds of a locator. Evidence is counted in nats: logarithms of likelihood ratios.
 */
struct MrcFaultParameters
{
    double background{0.002}; ///< share of probes lost without a fault, above 0, below 1
    double evidence{14};      ///< nats for a fault, above which an element is named, at least 0
    double margin{3};         ///< nats by which other explanations must be worse, at least 0
    uint32_t rounds{2};       ///< least number of rounds with losses for a fault, at least 2
    double clearance{9};      ///< nats against it, above which it is healthy again, at least 0
};

/**
 * @ingroup mrc
 * An element was found faulty, or healthy again.
 */
struct MrcFaultChange
{
    uint32_t element{0}; ///< number of the element
    bool faulty{false};  ///< faulty from now on, otherwise healthy again
    double lossShare{0}; ///< share of the probes across it that it loses, as estimated, 0..1
};

/**
 * @ingroup mrc
 * Finds the elements of a network that lose probes, from the results of probes with known paths
 * (mrc reference, 9.8). It depends neither on networks nor on time: elements and paths are numbers,
 * and probes are sent in rounds.
 *
 * The model: a probe gets through if no element on its path loses it, and each element loses its
 * own share of probes, independently. Elements are added to the explanation one by one, the element
 * with the largest gain in likelihood first, as long as each gains MrcFaultParameters::evidence: so
 * a T1 is named rather than all of its links, and a link rather than its T1 if other links of that
 * T1 are healthy. Elements that fail as a whole (switches) need twice the gain if they would lose
 * only a part. Rounds are evaluated in windows of 1, 4, 16 and 64: the short ones find dead
 * elements, the long ones partial losses.
 *
 * An element is named when its losses occurred in at least two rounds (a failure in the middle of a
 * round looks like another fault) and when no other explanation is nearly as good. If the named
 * links of a switch become all of its probed links, the switch replaces them. A named element is
 * healthy again when enough probes have crossed it to refute its estimated loss. Elements that no
 * probe distinguishes share one explanation, and the one with the lowest number is named.
 */
class MrcFaultLocator
{
  public:
    /**
     * @param parameters thresholds
     */
    explicit MrcFaultLocator(const MrcFaultParameters& parameters = {});

    /**
     * Add a path.
     * @param elements elements that a probe on it crosses, each once
     * @return number of the path, from 0 on
     */
    uint32_t AddPath(const std::vector<uint32_t>& elements);

    /**
     * Mark an element that fails as a whole, as switches do: partial loss is unlikely.
     * @param element its number
     */
    void SetWhole(uint32_t element);

    /**
     * A probe was answered, or its time-out has expired.
     * @param round round in which it was sent; at most 63 rounds older than the newest on this path
     * @param path its path
     * @param answered its result
     */
    void Record(uint64_t round, uint32_t path, bool answered);

    /**
     * Evaluate a round after all its probes have been recorded.
     * @param round not less than at the last call
     * @return changes in the order in which they were found
     */
    std::vector<MrcFaultChange> EvaluateRound(uint64_t round);

    /**
     * @param element number of an element
     * @return true if it is named as faulty
     */
    bool IsFaulty(uint32_t element) const
    {
        return m_faulty.count(element) > 0;
    }

    /** @return elements named as faulty, by number */
    std::vector<uint32_t> ListFaulty() const;

    /**
     * @param path a path
     * @return true if an element on it is named: a loss there is no new evidence
     */
    bool IsAccountedFor(uint32_t path) const;

    /**
     * @param element number of an element
     * @return paths across it, by number
     */
    const std::vector<uint32_t>& GetPaths(uint32_t element) const;

  private:
    /// State of a named element.
    struct Fault
    {
        double lossShare{0}; ///< share of probes that it loses
        double doubt{0};     ///< evidence against the fault, nats
    };

    /**
     * @param element number of an element, created if necessary
     * @return paths across it
     */
    std::vector<uint32_t>& Across(uint32_t element);

    /**
     * Search for faults in a window that ends with a round.
     * @param window number of rounds
     * @param [in,out] changes receives the faults found
     */
    void Search(uint64_t round, uint32_t window, std::vector<MrcFaultChange>& changes);

    /**
     * @param others other elements that may be faulty
     * @return true if probes across the element were lost in enough rounds, not counting losses
     * that one of the others explains
     */
    bool IsSeenOften(uint64_t round, uint32_t element, const std::set<uint32_t>& others) const;

    /**
     * Check whether the new fault and older ones have a switch in common.
     * @param evidence observations to explain
     * @param lossy the paths with losses
     * @param element the new fault
     * @return a switch that explains it together with a named element, or the new fault
     */
    uint32_t FindCommon(const MrcFaultEvidence& evidence,
                        const std::vector<uint32_t>& lossy,
                        uint32_t element) const;

    /**
     * @return true if all paths across the part are paths across the element, and these are more
     */
    bool IsPartOf(uint32_t part, uint32_t element) const;

    /**
     * @return true if none of the elements except this one is on the path
     */
    bool IsAlone(uint32_t path, uint32_t element, const std::set<uint32_t>& others) const;

    /**
     * Remove the named elements whose losses a larger one also explains.
     * @param element the larger one, just named
     * @param [in,out] changes receives the removed ones
     */
    void Withdraw(uint32_t element, std::vector<MrcFaultChange>& changes);

    /**
     * Update the evidence about the named elements with the round.
     * @param [in,out] changes receives those that are healthy again
     */
    void Clear(uint64_t round, std::vector<MrcFaultChange>& changes);

    /**
     * Drop the history of the paths across an element, because it has been evaluated.
     * @param element number of an element
     */
    void ForgetUpTo(uint64_t round, uint32_t element);

    MrcFaultParameters m_parameters;             ///< see the constructor
    std::vector<std::vector<uint32_t>> m_paths;  ///< elements by path
    std::vector<std::vector<uint32_t>> m_across; ///< paths by element
    std::vector<bool> m_whole;                   ///< by element: see SetWhole
    std::vector<MrcFaultHistory> m_histories;    ///< by path
    std::map<uint32_t, uint64_t> m_lossy;        ///< paths with losses: round of the newest
    std::map<uint32_t, Fault> m_faulty;          ///< named elements
};

} // namespace ns3

#endif // MRC_FAULT_LOCATOR_H
