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
 * ns3::FabricGraphProblem: a problem of a graph.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * A problem of a graph.
 */
struct FabricGraphProblem
{
    std::string where; ///< the part of the spec: "nodes[3].name", "links[7].b", "nodes"
    std::string what;  ///< a sentence: the value found and the values allowed
};

/**
 * @ingroup mrc
 * Collects the problems of a graph.
 */
class FabricGraphProblems
{
  public:
    /**
     * @param list name of a list
     * @param place a place in it
     * @param member name of a member, with a leading dot
     * @return name of this part of the spec
     */
    static std::string Where(const char* list, size_t place, const char* member = "")
    {
        return std::string(list) + "[" + std::to_string(place) + "]" + member;
    }

    /**
     * @param where part of the spec
     * @param parts parts of the sentence, streamed
     */
    template <typename... Parts>
    void Add(const std::string& where, const Parts&... parts)
    {
        std::ostringstream text;
        (text << ... << parts);
        m_list.push_back({where, text.str()});
    }

    /** @return true if there is no problem so far */
    bool IsEmpty() const
    {
        return m_list.empty();
    }

    /** @return the problems, which are removed */
    std::vector<FabricGraphProblem> Take()
    {
        return std::exchange(m_list, {});
    }

  private:
    std::vector<FabricGraphProblem> m_list; ///< the problems
};

} // namespace ns3

#endif // FABRIC_GRAPH_PROBLEMS_H
