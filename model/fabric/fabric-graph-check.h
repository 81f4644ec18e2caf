/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_CHECK_H
#define FABRIC_GRAPH_CHECK_H

#include "fabric-graph-spec.h"

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * What can be wrong with a graph although each of its parts is right.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Collects what is wrong with a graph.
 */
class FabricGraphProblems
{
  public:
    /**
     * @param list name of a list
     * @param place a place in it
     * @param member a member of what is there, with a dot in front
     * @return what this part of the spec is called
     */
    static std::string Where(const char* list, size_t place, const char* member = "")
    {
        return std::string(list) + "[" + std::to_string(place) + "]" + member;
    }

    /**
     * @param where part of the spec
     * @param parts the sentence, streamed together
     */
    template <typename... Parts>
    void Add(const std::string& where, const Parts&... parts)
    {
        std::ostringstream text;
        (text << ... << parts);
        m_list.push_back({where, text.str()});
    }

    /** @return true if nothing is wrong so far */
    bool IsEmpty() const
    {
        return m_list.empty();
    }

    /** @return what is wrong, which this forgets */
    std::vector<FabricGraphProblem> Take()
    {
        return std::exchange(m_list, {});
    }

  private:
    std::vector<FabricGraphProblem> m_list; ///< what is wrong
};

/**
 * Judge the planes, the ports, the number of uSIDs and the ways of a graph, one after the other as
 * long as nothing is wrong.
 * @ingroup mrc
 * @param spec whose names are unique and whose links are right, each by itself
 * @param [in,out] problems what is wrong
 */
void CheckFabricGraphShape(const FabricGraphSpec& spec, FabricGraphProblems& problems);

} // namespace ns3

#endif // FABRIC_GRAPH_CHECK_H
