/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-rows.h"

namespace mrcsim
{

std::optional<ns3::RdmaTick>
JobRow::GetDuration() const
{
    return end ? std::optional(*end - start) : std::nullopt;
}

std::optional<double>
JobRow::GetEfficiency() const
{
    return end ? std::optional(ideal.GetSeconds() / (*end - start).GetSeconds()) : std::nullopt;
}

std::optional<ns3::RdmaTick>
StepRow::GetDuration() const
{
    return end ? std::optional(*end - start) : std::nullopt;
}

bool
StepRow::IsDone() const
{
    return end.has_value();
}

std::optional<double>
Summary::GetSpeed() const
{
    return cpuSeconds > 0 ? std::optional(static_cast<double>(packetHops) / cpuSeconds)
                          : std::nullopt;
}

} // namespace mrcsim
