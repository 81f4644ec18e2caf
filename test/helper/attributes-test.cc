/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Every attribute of the module that can be set and read has the value to which it was set.

#include "ns3/object-factory.h"
#include "ns3/object.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

/** @return values of a type, as texts; none if it is not in the list */
std::vector<std::string>
ListValues(const std::string& type)
{
    static const std::map<std::string, std::vector<std::string>> VALUES{
        {"ns3::BooleanValue", {"false", "true"}},
        {"ns3::UintegerValue", {"1", "2", "3", "8", "64", "1024", "4096", "1000000000"}},
        {"ns3::IntegerValue", {"1", "2", "3", "8", "64", "1024", "4096", "1000000000"}},
        {"ns3::DoubleValue", {"0.25", "0.5", "1.5", "10", "1000"}},
        {"ns3::TimeValue", {"3us", "7us", "3ms", "3s"}},
        {"ns3::DataRateValue", {"25Gbps", "40Gbps"}},
    };
    const auto found = VALUES.find(type);
    return found == VALUES.end() ? std::vector<std::string>() : found->second;
}

/** @return the value of an attribute, as text */
std::string
GetText(const ObjectBase& object, const std::string& name)
{
    StringValue text;
    object.GetAttribute(name, text);
    return text.Get();
}

/** @return attributes of the module that do not have what they were set to; [out] count those that
 * do */
std::vector<std::string>
FindBroken(size_t& count)
{
    std::vector<std::string> broken;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.GetGroupName() != "Mrc" || !tid.HasConstructor() ||
            !tid.IsChildOf(Object::GetTypeId()))
        {
            continue;
        }
        for (size_t k = 0; k < tid.GetAttributeN(); ++k)
        {
            const TypeId::AttributeInformation attribute = tid.GetAttribute(k);
            if (!attribute.accessor->HasSetter() || !attribute.accessor->HasGetter())
            {
                continue;
            }
            const Ptr<Object> object = ObjectFactory(tid.GetName()).Create<Object>();
            const std::string before = GetText(*object, attribute.name);
            bool accepted = false;
            bool kept = false;
            for (const std::string& value : ListValues(attribute.checker->GetValueTypeName()))
            {
                if (object->SetAttributeFailSafe(attribute.name, StringValue(value)))
                {
                    accepted = true;
                    kept = kept || GetText(*object, attribute.name) != before;
                }
            }
            count += kept;
            if (accepted && !kept)
            {
                broken.push_back(tid.GetName() + "::" + attribute.name);
            }
        }
    }
    return broken;
}

TEST(Attributes, HaveTheValueToWhichTheyWereSet)
{
    size_t count = 0;
    EXPECT_EQ(FindBroken(count), std::vector<std::string>());
    EXPECT_GT(count, 100U);
    Simulator::Destroy();
}

} // namespace

} // namespace ns3
