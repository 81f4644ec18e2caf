/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-graph-paths.h"

#include "fabric-graph-survey.h"

#include "ns3/abort.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

FabricGraphPaths::FabricGraphPaths(const FabricGraphLayout& layout,
                                   const FabricShortestPaths& shortest,
                                   const FabricGraphSpec& spec)
    : m_layout(layout),
      m_shortest(shortest),
      m_longer(layout, shortest, spec.longerPaths, spec.longerLinks),
      m_maxPaths(spec.maxPaths),
      m_seed(spec.seed)
{
}

uint32_t
FabricGraphPaths::CountPaths(uint32_t src, uint32_t dst, uint32_t plane) const
{
    const uint64_t paths =
        m_shortest.CountPaths(m_layout.GetEdge(src, plane), m_layout.GetEdge(dst, plane));
    return static_cast<uint32_t>(std::min<uint64_t>(paths, m_maxPaths));
}

uint32_t
FabricGraphPaths::GetNPaths(uint32_t src, uint32_t dst) const
{
    uint32_t most = 0;
    for (uint32_t plane = 0; plane < m_layout.planes; ++plane)
    {
        most = std::max(most, CountPaths(src, dst, plane));
    }
    return most;
}

std::shared_ptr<const MrcPathCodes>
FabricGraphPaths::GetPathCodes(uint32_t src, uint32_t dst, bool structured) const
{
    return structured ? GetDigits(src, dst) : GetNumbers(src, dst);
}

std::shared_ptr<const MrcPathCodes>
FabricGraphPaths::GetNumbers(uint32_t src, uint32_t dst) const
{
    std::vector<uint32_t> counts;
    for (uint32_t plane = 0; plane < m_layout.planes; ++plane)
    {
        counts.push_back(CountPaths(src, dst, plane));
    }
    if (std::count(counts.begin(), counts.end(), counts.front()) == m_layout.planes)
    {
        return nullptr;
    }
    std::shared_ptr<const MrcPathCodes>& kept = m_numbers[counts];
    if (!kept)
    {
        MrcPathCodes codes;
        for (const uint32_t count : counts)
        {
            std::vector<uint16_t>& numbers = codes.emplace_back(count);
            std::iota(numbers.begin(), numbers.end(), uint16_t{0});
        }
        kept = std::make_shared<const MrcPathCodes>(std::move(codes));
    }
    return kept;
}

std::shared_ptr<const MrcPathCodes>
FabricGraphPaths::GetDigits(uint32_t src, uint32_t dst) const
{
    NS_ABORT_MSG_IF(!CheckStructured().empty(), CheckStructured());
    std::vector<uint32_t> edges;
    for (uint32_t plane = 0; plane < m_layout.planes; ++plane)
    {
        edges.push_back(m_layout.GetEdge(src, plane));
        edges.push_back(m_layout.GetEdge(dst, plane));
    }
    std::shared_ptr<const MrcPathCodes>& kept = m_digits[edges];
    if (!kept)
    {
        MrcPathCodes codes;
        for (size_t place = 0; place < edges.size(); place += 2)
        {
            codes.push_back(ListDigits(edges[place], edges[place + 1]));
        }
        kept = std::make_shared<const MrcPathCodes>(std::move(codes));
    }
    return kept;
}

std::vector<uint16_t>
FabricGraphPaths::ListDigits(uint32_t a, uint32_t b) const
{
    const std::vector<FabricEvField> fields = GetEvFields();
    std::vector<uint16_t> codes;
    for (const FabricShortestPaths::Path& path : m_shortest.ListPaths(a, b, m_maxPaths, m_seed))
    {
        uint32_t code = 0;
        uint32_t sw = a;
        for (size_t hop = 0; hop < path.size(); ++hop)
        {
            const std::vector<FabricGraphStep> steps = m_shortest.ListSteps(sw, b);
            uint32_t digit = 0;
            while (steps[digit].link != path[hop])
            {
                ++digit;
            }
            code |= digit << fields[hop].shift;
            sw = steps[digit].peer;
        }
        codes.push_back(static_cast<uint16_t>(code));
    }
    return codes;
}

const std::vector<uint32_t>&
FabricGraphPaths::GetDigitBits() const
{
    if (!m_digitBits)
    {
        m_digitBits = CountFabricGraphDigitBits(m_layout, m_shortest);
    }
    return *m_digitBits;
}

std::vector<FabricEvField>
FabricGraphPaths::GetEvFields() const
{
    std::vector<FabricEvField> fields;
    if (!CheckStructured().empty())
    {
        return fields;
    }
    uint32_t shift = 0;
    for (const uint32_t bits : GetDigitBits())
    {
        fields.push_back({static_cast<uint8_t>(shift), static_cast<uint8_t>(bits)});
        shift += bits;
    }
    return fields;
}

std::string
FabricGraphPaths::CheckStructured() const
{
    const std::vector<uint32_t>& widths = GetDigitBits();
    const uint32_t needed = std::accumulate(widths.begin(), widths.end(), 0U);
    if (needed <= MrcEv::PLANE_SHIFT)
    {
        return {};
    }
    std::string list;
    for (const uint32_t bits : widths)
    {
        list += (list.empty() ? "" : " + ") + std::to_string(bits);
    }
    return "the equal ports at the switches of a path need " + list + " = " +
           std::to_string(needed) +
           " bits of an EV; allowed: " + std::to_string(MrcEv::PLANE_SHIFT);
}

std::unique_ptr<Srv6SourceRoutes>
FabricGraphPaths::MakeSourceRoutes(uint32_t src, uint32_t dst, Srv6Segments& segments) const
{
    std::vector<FabricGraphSourceRoutes::Plane> planes;
    for (uint32_t plane = 0; plane < m_layout.planes; ++plane)
    {
        planes.push_back({GetCarriers(m_layout.GetEdge(src, plane), m_layout.GetEdge(dst, plane)),
                          m_layout.GetNicUsid(dst, plane)});
    }
    FabricGraphSourceRoutes::Longer longer;
    if (src != dst && m_longer.GetMost() > 0)
    {
        longer = [this, src, dst](uint32_t plane) {
            return &GetLongerCarriers(m_layout.GetEdge(src, plane), m_layout.GetEdge(dst, plane));
        };
    }
    return std::make_unique<FabricGraphSourceRoutes>(std::move(planes),
                                                     src == dst,
                                                     segments,
                                                     std::move(longer));
}

std::shared_ptr<const FabricGraphCarriers>
FabricGraphPaths::GetCarriers(uint32_t a, uint32_t b) const
{
    std::shared_ptr<const FabricGraphCarriers>& kept = m_carriers[{a, b}];
    if (!kept)
    {
        auto carriers = std::make_shared<FabricGraphCarriers>(m_shortest.GetNLinks(a, b) + 1);
        for (const FabricShortestPaths::Path& path : m_shortest.ListPaths(a, b, m_maxPaths, m_seed))
        {
            AddCarriers(a, path, *carriers);
        }
        kept = std::move(carriers);
    }
    return kept;
}

const std::vector<FabricGraphCarriers>&
FabricGraphPaths::GetLongerCarriers(uint32_t a, uint32_t b) const
{
    const auto [kept, isNew] = m_longerCarriers.try_emplace({a, b});
    if (isNew)
    {
        for (const FabricShortestPaths::Path& path : m_longer.List(a, b))
        {
            kept->second.emplace_back(static_cast<uint32_t>(path.size()) + 1);
            AddCarriers(a, path, kept->second.back());
        }
    }
    return kept->second;
}

void
FabricGraphPaths::AddCarriers(uint32_t a,
                              const FabricShortestPaths::Path& path,
                              FabricGraphCarriers& carriers) const
{
    uint32_t sw = a;
    std::vector<uint16_t> usids{m_layout.switches[a].GetUsid(0)};
    for (const uint32_t number : path)
    {
        const FabricLink& link = m_layout.links[number];
        sw = link.GetOther(sw);
        usids.push_back(m_layout.switches[sw].GetUsid(link.parallel));
    }
    carriers.Add(usids);
}

} // namespace ns3
