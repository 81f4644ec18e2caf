/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-quantity.h"

#include "quantity.h"

#include "ns3/assert.h"

#include <string>

namespace mrcsim
{

namespace
{

/**
 * @param value a quantity that the schema has admitted
 * @param kind its kind
 * @return it in the smallest unit
 */
int64_t
Read(const Json& value, QuantityKind kind)
{
    const auto quantity = value.is_string() ? ParseQuantity(kind, value.get<std::string>())
                                            : ScaleQuantity(kind, value.get<int64_t>());
    NS_ASSERT_MSG(quantity.value, "the schema admitted " << value);
    return quantity.value.value_or(0);
}

} // namespace

ns3::RdmaTick
ReadTime(const Json& value)
{
    return ns3::RdmaTick::Ps(Read(value, QuantityKind::TIME));
}

uint64_t
ReadBytes(const Json& value)
{
    return static_cast<uint64_t>(Read(value, QuantityKind::BYTES));
}

uint64_t
ReadRate(const Json& value)
{
    return static_cast<uint64_t>(Read(value, QuantityKind::RATE));
}

} // namespace mrcsim
