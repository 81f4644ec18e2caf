/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rdma-sample-kind.h"

#include "ns3/abort.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/** @return all kinds by object; a function, because static objects register them before main */
std::vector<const RdmaSampleKind*>&
AllSamples()
{
    static std::vector<const RdmaSampleKind*> all;
    return all;
}

} // namespace

const char*
DescribeRdmaSampledObject(RdmaSampledObject object)
{
    switch (object)
    {
    case RdmaSampledObject::HOST:
        return "host, h3";
    case RdmaSampledObject::PLANE:
        return "number of the plane, 0";
    case RdmaSampledObject::JOB:
        return "name of the job";
    case RdmaSampledObject::PORT:
        return "direction of a link, h3--p0-t0-0: sent by h3";
    case RdmaSampledObject::QP:
        return "QP end, h3/qp4";
    }
    return "";
}

RdmaSampleKind::RdmaSampleKind(RdmaSampledObject object,
                               std::string name,
                               const char* unit,
                               const char* meaning,
                               unsigned traits)
    : object(object),
      name(std::move(name)),
      unit(unit),
      meaning(meaning),
      traits(traits)
{
    auto& all = AllSamples();
    const bool isNew = std::none_of(all.begin(), all.end(), [this](const auto* kind) {
        return kind->name == this->name;
    });
    NS_ABORT_MSG_UNLESS(isNew, "two kinds of samples are called " << this->name);
    const auto place = std::upper_bound(
        all.begin(),
        all.end(),
        object,
        [](RdmaSampledObject wanted, const auto* kind) { return wanted < kind->object; });
    all.insert(place, this);
}

std::vector<std::string>
GetRdmaSampleKinds(unsigned traits)
{
    std::vector<std::string> names;
    for (const auto* kind : ListRdmaSampleKinds())
    {
        if ((kind->traits & traits) == traits)
        {
            names.push_back(kind->name);
        }
    }
    return names;
}

const std::vector<const RdmaSampleKind*>&
ListRdmaSampleKinds()
{
    return AllSamples();
}

} // namespace ns3
