/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "transport.h"

namespace mrcsim
{

bool
Transport::MayUsePfc() const
{
    return false;
}

std::optional<uint64_t>
Transport::GetMaxMessageBytes() const
{
    return std::nullopt;
}

void
Transport::Check(const Json& /* effective */,
                 const ns3::FabricNetwork& /* network */,
                 Problems& /* problems */) const
{
}

void
Transport::CheckJob(const Json& /* effective */,
                    const std::string& /* path */,
                    Problems& /* problems */) const
{
}

std::vector<AttributeSetting>
Transport::GetDefaults(const Json& /* document */) const
{
    return {};
}

void
Transport::AddSettings(const Json& /* effective */,
                       const ns3::FabricNetwork& /* network */,
                       std::vector<AttributeSetting>& /* settings */) const
{
}

std::vector<std::string>
Transport::GetNotes(const Json& /* effective */) const
{
    return {};
}

void
Transport::Prepare(ns3::Ptr<ns3::RdmaCluster> /* cluster */,
                   const std::vector<uint32_t>& /* hosts */) const
{
}

TransportNumbers
Transport::GetNumbers(const std::vector<AttributeSetting>& settings,
                      const ns3::FabricNetwork& network) const
{
    auto numbers = ReadNumbers(settings, network);
    const auto wire = static_cast<uint32_t>(numbers.mtu + numbers.headers);
    numbers.nicBytesPerSecond = static_cast<double>(network.GetPortRate()) / 8 *
                                (IsSinglePath() ? 1 : network.GetNPlanes());
    numbers.rttSeconds =
        network.GetBaseRtt(wire, static_cast<uint32_t>(numbers.headers)).GetSeconds();
    return numbers;
}

TransportSpec
FindTransport(const std::string& name)
{
    return {name, KindRegistry<std::shared_ptr<const Transport>>::Get(name)};
}

double
ReadNumber(const std::vector<AttributeSetting>& settings, const std::string& name)
{
    return std::stod(GetAttributeText(settings, name));
}

} // namespace mrcsim
