/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "job.h"

#include "keys/key-document.h"

#include <nlohmann/json.hpp>

namespace mrcsim
{

uint64_t
Job::GetBytes(const ns3::RdmaSchedule& schedule) const
{
    uint64_t bytes = 0;
    for (uint32_t send = 0; send < schedule.GetNSends(); ++send)
    {
        bytes += schedule.GetSend(send).bytes;
    }
    return bytes;
}

std::shared_ptr<const Job>
ReadJob(const Json& json)
{
    struct Spec : KeyOwner
    {
        std::string type;
        std::shared_ptr<const Job> what;
    };

    static const KeySet KEYS = [] {
        KeySet keys;
        keys.Add("type", &Spec::type);
        keys.PutKindKeysHere();
        AddKinds(keys, "type", &Spec::what);
        return keys;
    }();
    Spec spec;
    Problems problems;
    KeyContext context{problems};
    ReadPart(KEYS, json, context, [&spec](const KeyReading& reading) { reading.ReadObject(spec); });
    return spec.what;
}

} // namespace mrcsim
