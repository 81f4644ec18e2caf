/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "mrc-ev-generator.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @param fields of the profile, in the order of the format
 * @param limit largest number to count
 * @return size of the cross product of their ranges, at most limit
 */
uint64_t
CountProduct(const std::vector<MrcEvField>& fields, uint64_t limit)
{
    uint64_t product = 1;
    for (const MrcEvField& field : fields)
    {
        product *= uint64_t{field.maxVal} - field.minVal + 1;
        if (product >= limit)
        {
            return limit;
        }
    }
    return product;
}

/**
 * @param fields of the profile, in the order of the format
 * @param values a value per field
 * @return the compact EV
 */
MrcEvBits
Concatenate(const std::vector<MrcEvField>& fields, const std::vector<uint32_t>& values)
{
    MrcEvBits bits;
    for (size_t i = 0; i < fields.size(); ++i)
    {
        bits.Append(values[i], static_cast<uint32_t>(__builtin_popcount(fields[i].mask)));
    }
    return bits;
}

/**
 * @param fields of the profile, in the order of the format
 * @param number number of an element of the cross product
 * @return a value per field, in the same order
 */
std::vector<uint32_t>
Element(const std::vector<MrcEvField>& fields, uint64_t number)
{
    std::vector<uint32_t> values(fields.size());
    for (size_t i = fields.size(); i-- > 0;)
    {
        const uint64_t range = uint64_t{fields[i].maxVal} - fields[i].minVal + 1;
        values[i] = fields[i].minVal + static_cast<uint32_t>(number % range);
        number /= range;
    }
    return values;
}

} // namespace

std::vector<MrcEvBits>
GenerateMrcEvs(const std::vector<MrcEvField>& fields,
               uint32_t count,
               const Ptr<UniformRandomVariable>& rng)
{
    std::vector<MrcEvBits> evs;
    // If most of the product is requested, shuffle it; otherwise redraw duplicates.
    const uint64_t product = CountProduct(fields, 2 * uint64_t{count} + 1);
    if (product <= 2 * uint64_t{count})
    {
        std::vector<uint32_t> order(product);
        for (uint32_t i = 0; i < order.size(); ++i)
        {
            order[i] = i;
        }
        const auto last = static_cast<uint32_t>(order.size() - 1);
        for (uint32_t i = 0; i < order.size() && evs.size() < count; ++i)
        {
            std::swap(order[i], order[i < last ? rng->GetInteger(i, last) : i]);
            evs.push_back(Concatenate(fields, Element(fields, order[i])));
        }
        return evs;
    }
    std::set<std::vector<uint32_t>> drawn;
    while (evs.size() < count)
    {
        std::vector<uint32_t> values;
        for (const MrcEvField& field : fields)
        {
            values.push_back(field.minVal == field.maxVal
                                 ? field.minVal
                                 : rng->GetInteger(field.minVal, field.maxVal));
        }
        if (drawn.insert(values).second)
        {
            evs.push_back(Concatenate(fields, values));
        }
    }
    return evs;
}

} // namespace ns3
