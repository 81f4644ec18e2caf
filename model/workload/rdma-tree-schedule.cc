/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-tree-schedule.h"

#include "rdma-bandwidth.h"

#include "ns3/abort.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ns3
{

namespace
{

/**
 * One of the two trees, with its sends. Its places are 1 .. n: a place that is a multiple of u =
 * 2^k, and of no higher power, has a left child u / 2 before it and a right one u / 2 behind it, or
 * u / 4, ... if there are fewer places. So odd places are leaves, and the highest power of two up
 * to n is the root.
 */
class ReductionTree
{
  public:
    /**
     * @param ranks rank at each place, beginning with place 1
     */
    explicit ReductionTree(const std::vector<uint32_t>& ranks)
        : m_places(ranks.size() + 1)
    {
        const auto n = static_cast<uint32_t>(ranks.size());
        for (uint32_t place = 1; place <= n; ++place)
        {
            m_places[place].rank = ranks[place - 1];
        }
        for (uint32_t unit = 2; unit <= n; unit *= 2)
        {
            for (uint32_t place = unit; place <= n; place += 2 * unit)
            {
                Join(place, unit, n);
            }
            m_root = unit;
        }
        for (auto edge = m_edges.rbegin(); edge != m_edges.rend(); ++edge)
        {
            m_places[edge->child].depth = m_places[edge->parent].depth + 1;
        }
    }

    /**
     * Add the path of a chunk from the leaves to the root and back.
     * @param builder receives the sends
     * @param chunk number of the chunk
     * @param bytes its length, B
     */
    void AddChunk(RdmaScheduleBuilder& builder, uint32_t chunk, uint64_t bytes)
    {
        for (const auto& edge : m_edges)
        {
            Place& from = m_places[edge.child];
            const Place& to = m_places[edge.parent];
            from.up = builder.AddSend(from.rank, to.rank, bytes, chunk + from.height);
            AwaitChildren(builder, from, from.up);
        }
        const uint32_t summed = chunk + m_places[m_root].height;
        for (auto edge = m_edges.rbegin(); edge != m_edges.rend(); ++edge)
        {
            const Place& from = m_places[edge->parent];
            Place& to = m_places[edge->child];
            to.down = builder.AddSend(from.rank, to.rank, bytes, summed + from.depth);
            if (edge->parent == m_root)
            {
                AwaitChildren(builder, from, to.down);
            }
            else
            {
                builder.AddDependency(from.down, to.down);
            }
        }
    }

  private:
    /// A rank in the tree.
    struct Place
    {
        uint32_t rank{0};                   ///< rank at this place
        std::array<uint32_t, 2> children{}; ///< places below; 0: none
        uint32_t height{0};                 ///< maximum number of edges to a leaf below
        uint32_t depth{0};                  ///< number of edges to the root
        uint32_t up{0};                     ///< send of the current chunk to its parent
        uint32_t down{0};                   ///< send of the current chunk from its parent
    };

    /// An edge of the tree.
    struct Edge
    {
        uint32_t child;  ///< place below
        uint32_t parent; ///< place above
    };

    /**
     * Give an inner place its children.
     * @param place the place
     * @param unit highest power of two that divides it
     * @param last last place of the tree
     */
    void Join(uint32_t place, uint32_t unit, uint32_t last)
    {
        uint32_t reach = unit / 2;
        m_places[place].children[0] = place - reach;
        while (reach > last - place)
        {
            reach /= 2;
        }
        m_places[place].children[1] = reach > 0 ? place + reach : 0;
        for (const uint32_t child : m_places[place].children)
        {
            if (child != 0)
            {
                m_edges.push_back({child, place});
                m_places[place].height =
                    std::max(m_places[place].height, m_places[child].height + 1);
            }
        }
    }

    /**
     * @param builder receives the dependencies
     * @param place a place
     * @param send a send that waits for the sends of its children
     */
    void AwaitChildren(RdmaScheduleBuilder& builder, const Place& place, uint32_t send) const
    {
        for (const uint32_t child : place.children)
        {
            if (child != 0)
            {
                builder.AddDependency(m_places[child].up, send);
            }
        }
    }

    std::vector<Place> m_places; ///< by place; 0 is unused
    std::vector<Edge> m_edges;   ///< edges, lower ones first
    uint32_t m_root{1};          ///< the place without a parent
};

/**
 * @param n number of ranks
 * @return rank at each place of the first tree
 */
std::vector<uint32_t>
PlaceInOrder(uint32_t n)
{
    std::vector<uint32_t> ranks(n);
    for (uint32_t i = 0; i < n; ++i)
    {
        ranks[i] = i;
    }
    return ranks;
}

/**
 * @param n number of ranks
 * @return rank at each place of the second tree, whose inner places are leaves of the first
 */
std::vector<uint32_t>
PlaceShifted(uint32_t n)
{
    auto ranks = PlaceInOrder(n);
    if (n % 2 == 0)
    {
        std::reverse(ranks.begin(), ranks.end());
    }
    else
    {
        std::rotate(ranks.begin(), ranks.begin() + 1, ranks.end());
    }
    return ranks;
}

} // namespace

RdmaSchedule
MakeRdmaTreeAllReduce(uint32_t nRanks, uint64_t bytes, uint64_t chunkBytes)
{
    NS_ABORT_MSG_IF(nRanks < 2, "an all-reduce needs 2 ranks, not " << nRanks);
    NS_ABORT_MSG_IF(bytes == 0, "an all-reduce of 0 B");
    const uint64_t half = bytes / 2;
    const std::array<RdmaChunks, 2> chunks{RdmaChunks::ForPipeline(bytes - half, chunkBytes),
                                           RdmaChunks::ForPipeline(half, chunkBytes)};
    std::array<ReductionTree, 2> trees{ReductionTree(PlaceInOrder(nRanks)),
                                       ReductionTree(PlaceShifted(nRanks))};
    RdmaScheduleBuilder builder(nRanks);
    const uint64_t nSends = (uint64_t{chunks[0].GetN()} + chunks[1].GetN()) * 2 * (nRanks - 1);
    builder.Reserve(nSends, nSends + 4 * chunks[0].GetN());
    for (uint32_t chunk = 0; chunk < chunks[0].GetN(); ++chunk)
    {
        for (size_t tree = 0; tree < trees.size(); ++tree)
        {
            if (chunk < chunks[tree].GetN())
            {
                trees[tree].AddChunk(builder, chunk, chunks[tree].GetBytes(chunk));
            }
        }
    }
    builder.SetBandwidthRule(bytes, GetRdmaBusFactor(RdmaCollective::ALL_REDUCE, nRanks));
    return builder.Build();
}

} // namespace ns3
