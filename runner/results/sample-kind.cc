/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sample-kind.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Names of each SampledObject in samples.csv.
constexpr const char* OBJECTS[] = {"host, h3",
                                   "number of the plane, 0",
                                   "name of the job",
                                   "direction of a link, h3--p0-t0-0: sent by h3",
                                   "QP end, h3/qp4"};

/** @return all kinds by object; a function, because static objects register them before main */
std::vector<const SampleKind*>&
AllSamples()
{
    static std::vector<const SampleKind*> all;
    return all;
}

} // namespace

SampleKind::SampleKind(SampledObject object,
                       const char* name,
                       const char* unit,
                       const char* meaning,
                       unsigned traits)
    : object(object),
      name(name),
      unit(unit),
      meaning(meaning),
      traits(traits)
{
    auto& all = AllSamples();
    const bool isNew = std::none_of(all.begin(), all.end(), [name](const auto* kind) {
        return std::strcmp(kind->name, name) == 0;
    });
    NS_ABORT_MSG_UNLESS(isNew, "two kinds of samples are called " << name);
    const auto place = std::upper_bound(
        all.begin(),
        all.end(),
        object,
        [](SampledObject wanted, const auto* kind) { return wanted < kind->object; });
    all.insert(place, this);
}

std::vector<std::string>
GetSampleKinds(unsigned traits)
{
    std::vector<std::string> names;
    for (const auto* kind : ListSampleKinds())
    {
        if ((kind->traits & traits) == traits)
        {
            names.emplace_back(kind->name);
        }
    }
    return names;
}

const std::vector<const SampleKind*>&
ListSampleKinds()
{
    return AllSamples();
}

nlohmann::ordered_json
DescribeSampleKinds()
{
    auto list = nlohmann::ordered_json::array();
    for (const auto* kind : ListSampleKinds())
    {
        list.push_back({{"name", kind->name},
                        {"object", OBJECTS[static_cast<size_t>(kind->object)]},
                        {"unit", kind->unit},
                        {"meaning", kind->meaning},
                        {"default", (kind->traits & SampleKind::DEFAULT) != 0},
                        {"gaps", (kind->traits & SampleKind::GAPS) != 0}});
    }
    return list;
}

} // namespace mrcsim
