/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_GRAPH_PROBLEMS_H
#define FABRIC_GRAPH_PROBLEMS_H

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup mrc
 * ns3::FabricGraphProblem: something that is wrong with a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Something that is wrong with a graph.
 */
struct FabricGraphProblem
{
    std::string where; ///< the part of the spec: "nodes[3].name", "links[7].b", "nodes"
    std::string what;  ///< a sentence: what was found there, and what is allowed
};

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

} // namespace ns3

#endif // FABRIC_GRAPH_PROBLEMS_H
