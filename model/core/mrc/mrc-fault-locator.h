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
 * ns3::MrcFaultLocator: which element of a network loses probes.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * When a locator is convinced. Evidence is counted in nats: logarithms of likelihood ratios.
 */
struct MrcFaultParameters
{
    double background{0.002}; ///< share of probes that get lost without a fault, above 0, below 1
    double evidence{14};      ///< nats for a fault, above which an element is named, at least 0
    double margin{3};         ///< nats by which other explanations must be worse, at least 0
    uint32_t rounds{2};       ///< rounds with losses that make a fault, at least 2
    double clearance{9};      ///< nats against it, above which it is healthy again, at least 0
};

/**
 * @ingroup mrc
 * An element has been found faulty, or healthy again.
 */
struct MrcFaultChange
{
    uint32_t element{0}; ///< number of the element
    bool faulty{false};  ///< faulty from now on, otherwise healthy again
    double lossShare{0}; ///< share of the probes across it that it loses, as estimated, 0..1
};

/**
 * @ingroup mrc
 * Finds the elements of a network that lose probes, from what became of probes whose ways are known
 * (mrc reference, 9.8). It knows neither networks nor time: elements and paths are numbers, and
 * probes are sent in rounds.
 *
 * The model: a probe gets through if no element on its path loses it, and each element loses its
 * own share of probes, independently. Elements are added to the explanation one by one, the one
 * first that makes what was seen most likely, as long as each brings MrcFaultParameters::evidence:
 * so a T1 is named rather than all of its links, and a link rather than its T1 if other links
 * of that T1 are sound. Elements that fail as a whole (switches) have to bring twice as much if
 * they would lose only a part. Rounds are looked at in windows of 1, 4, 16 and 64: the short ones
 * find what is dead, the long ones what loses a part.
 *
 * An element is named when its losses lie in at least two rounds, for what fails in the middle of a
 * round looks like something else, and when no other explanation is nearly as good. Where links of
 * a switch are named and another one comes that makes them all of what is probed there, the switch
 * takes their place. A named one is healthy again when so many probes have crossed it
 * that its estimated loss is not to be believed any more. Elements that no probe tells apart share
 * one explanation, and the one with the lowest number is named.
 */
class MrcFaultLocator
{
  public:
    /**
     * @param parameters when it is convinced
     */
    explicit MrcFaultLocator(const MrcFaultParameters& parameters = {});

    /**
     * Make a path known.
     * @param elements what a probe on it crosses, each once
     * @return number of the path, from 0 on
     */
    uint32_t AddPath(const std::vector<uint32_t>& elements);

    /**
     * An element fails as a whole, as switches do: that it loses a part is unlikely.
     * @param element its number
     */
    void SetWhole(uint32_t element);

    /**
     * A probe has been answered, or its time is over.
     * @param round when it was sent; at most 63 rounds older than the newest on this path
     * @param path its path
     * @param answered what became of it
     */
    void Record(uint64_t round, uint32_t path, bool answered);

    /**
     * All probes of a round have been recorded: think.
     * @param round not less than at the last call
     * @return what has changed, in the order in which it was found
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

    /** @return what is named as faulty, by number */
    std::vector<uint32_t> ListFaulty() const;

    /**
     * @param path a path
     * @return true if an element on it is named: a loss there is no news
     */
    bool IsAccountedFor(uint32_t path) const;

    /**
     * @param a an element
     * @param b another one
     * @return true if every probe crosses both or none of them
     */
    bool AreAlike(uint32_t a, uint32_t b) const;

    /**
     * @param element number of an element
     * @return paths across it, by number
     */
    const std::vector<uint32_t>& GetPaths(uint32_t element) const;

  private:
    /// What is known of a named element.
    struct Fault
    {
        double lossShare{0}; ///< share of probes that it loses
        double doubt{0};     ///< nats against its being faulty
    };

    /**
     * @param element number of an element, which is made if need be
     * @return paths across it
     */
    std::vector<uint32_t>& Across(uint32_t element);

    /**
     * Look for faults in a window that ends with a round.
     * @param window its rounds
     * @param [in,out] changes receives what is found
     */
    void Search(uint64_t round, uint32_t window, std::vector<MrcFaultChange>& changes);

    /**
     * @param others what else may be faulty
     * @return true if probes across the element were lost in enough rounds that none of the others
     * explains
     */
    bool IsSeenOften(uint64_t round, uint32_t element, const std::set<uint32_t>& others) const;

    /**
     * What a new fault and older ones have in common may be a switch.
     * @param evidence what is to be explained
     * @param lossy the paths with losses
     * @param element the new fault
     * @return a switch that explains it together with something that is named, or the new fault
     */
    uint32_t FindCommon(const MrcFaultEvidence& evidence,
                        const std::vector<uint32_t>& lossy,
                        uint32_t element) const;

    /**
     * @return true if all paths across the part are paths across the element, and these are more
     */
    bool IsPartOf(uint32_t part, uint32_t element) const;

    /**
     * @return true if none of the elements but this one lies on the path
     */
    bool IsAlone(uint32_t path, uint32_t element, const std::set<uint32_t>& others) const;

    /**
     * Forget those named elements whose losses a larger one explains as well.
     * @param element the larger one, just named
     * @param [in,out] changes receives what is withdrawn
     */
    void Withdraw(uint32_t element, std::vector<MrcFaultChange>& changes);

    /**
     * Weigh what the round says about the named elements.
     * @param [in,out] changes receives those that are healthy again
     */
    void Clear(uint64_t round, std::vector<MrcFaultChange>& changes);

    /**
     * What has happened on the paths across an element is settled: begin anew.
     * @param element number of an element
     */
    void ForgetUpTo(uint64_t round, uint32_t element);

    MrcFaultParameters m_parameters;             ///< see the constructor
    std::vector<std::vector<uint32_t>> m_paths;  ///< elements by path
    std::vector<std::vector<uint32_t>> m_across; ///< paths by element
    std::vector<bool> m_whole;                   ///< by element: see SetWhole
    std::vector<MrcFaultHistory> m_histories;    ///< by path
    std::map<uint32_t, uint64_t> m_lossy;        ///< paths with losses: round of the newest
    std::map<uint32_t, Fault> m_faulty;          ///< what is named
};

} // namespace ns3

#endif // MRC_FAULT_LOCATOR_H
