/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-attributes.h"

#include "module-attributes.h"
#include "quantity.h"
#include "words.h"

#include "ns3/abort.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

namespace mrcsim
{

namespace
{

/** @return the classes of this module that have attributes */
std::set<std::string>
GetClassNames()
{
    std::set<std::string> names;
    for (const auto& name : GetAttributeNames())
    {
        names.insert(name.substr(0, name.rfind("::")));
    }
    return names;
}

/**
 * @param name full name of an attribute that does not exist
 * @return the message
 */
std::string
DescribeUnknown(const std::string& name)
{
    const std::string text = "ns-3 has no such attribute";
    const auto nearest = FindNearest(name, GetAttributeNames());
    if (!nearest.empty())
    {
        return text + ", did you mean \"" + nearest + "\"?";
    }
    const auto type = name.substr(0, name.rfind("::"));
    ns3::TypeId tid;
    if (!ns3::TypeId::LookupByNameFailSafe(type, &tid))
    {
        return text + "; allowed: ns3::CLASS::ATTRIBUTE with a class such as " +
               ns3::JoinRdmaWords(GetClassNames());
    }
    std::set<std::string> own;
    for (size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        own.insert(tid.GetAttribute(i).name);
    }
    return text + "; " + type + (own.empty() ? " has none" : " has " + ns3::JoinRdmaWords(own));
}

/**
 * Check a value beforehand, because ns-3 aborts if it cannot read a word, a number or a time.
 * @param checker checker of the attribute
 * @param text a value in a scenario
 * @return true if ns-3 can read it
 */
bool
IsReadable(const ns3::AttributeChecker& checker, const std::string& text)
{
    const auto type = NameType(checker);
    if (type == "word")
    {
        const auto words = GetWords(checker);
        return std::find(words.begin(), words.end(), text) != words.end();
    }
    if (type == "class")
    {
        ns3::TypeId tid;
        return ns3::TypeId::LookupByNameFailSafe(text, &tid);
    }
    if (type == "time")
    {
        return ParseQuantity(QuantityKind::TIME, text).value.has_value();
    }
    char* end = nullptr;
    if (type == "number")
    {
        const double number = std::strtod(text.c_str(), &end);
        if (!std::isfinite(number) || text.find_first_of("xX") != std::string::npos)
        {
            return false; // ns-3 would abort
        }
    }
    else if (type == "whole number" || type == "rate")
    {
        std::strtoll(text.c_str(), &end, 10);
    }
    const bool rate = type == "rate" && ParseQuantity(QuantityKind::RATE, text).value;
    return rate || !end || (end != text.c_str() && *end == '\0');
}

/**
 * @param setting an attribute that exists
 * @param info ns-3's information about it
 * @param [out] problems receives the problem if its value is invalid
 */
void
CheckValue(const AttributeSetting& setting,
           const ns3::TypeId::AttributeInformation& info,
           Problems& problems)
{
    const auto type = info.checker->GetValueTypeName();
    if (!IsPlainAttribute(*info.checker))
    {
        problems.push_back({setting.path, "is a " + type + ", which scenarios cannot set"});
        return;
    }
    const auto* const kind =
        dynamic_cast<const ns3::TypeIdValue*>(ns3::PeekPointer(info.initialValue));
    // Not for ns-3's own families: its TcpCubic does not derive from its congestion control class
    const auto substitutes = kind ? GetSubstitutes(kind->Get()) : std::set<std::string>();
    const bool ours = kind && IsOfModule(GetFamily(kind->Get()));
    const bool strange = ours && substitutes.count(setting.value) == 0;
    if (strange || !IsReadable(*info.checker, setting.value) ||
        !info.checker->CreateValidValue(ns3::StringValue(setting.value)))
    {
        problems.push_back(
            {setting.path,
             "found " + setting.value + "; allowed by " + setting.name + ": " +
                 (kind ? ns3::JoinRdmaWords(substitutes) : DescribeAllowed(*info.checker))});
    }
}

/**
 * @param name full name of an attribute
 * @param info ns-3's information about it
 * @param defaults defaults that differ from the initial values
 * @return its value unless it is set
 */
ns3::Ptr<const ns3::AttributeValue>
GetInitialValue(const std::string& name,
                const ns3::TypeId::AttributeInformation& info,
                const std::vector<AttributeSetting>& defaults)
{
    const auto* const other = FindSetting(defaults, name);
    if (!other)
    {
        return info.initialValue;
    }
    const auto value = info.checker->CreateValidValue(ns3::StringValue(other->value));
    NS_ABORT_MSG_UNLESS(value, other->path << ": " << name << " cannot be " << other->value);
    return value;
}

} // namespace

std::optional<ns3::TypeId::AttributeInformation>
FindAttribute(const std::string& name)
{
    const auto colons = name.rfind("::");
    ns3::TypeId tid;
    ns3::TypeId::AttributeInformation info;
    if (colons == std::string::npos ||
        !ns3::TypeId::LookupByNameFailSafe(name.substr(0, colons), &tid) ||
        !tid.LookupAttributeByName(name.substr(colons + 2), &info))
    {
        return std::nullopt;
    }
    return info;
}

const AttributeSetting*
FindSetting(const std::vector<AttributeSetting>& settings, const std::string& name)
{
    const auto it = std::find_if(settings.begin(), settings.end(), [&name](const auto& setting) {
        return setting.name == name;
    });
    return it == settings.end() ? nullptr : &*it;
}

Json
GetAttributeDefault(const std::string& name,
                    const std::vector<KeyWord>& words,
                    const std::vector<AttributeSetting>& defaults)
{
    const auto info = FindAttribute(name);
    NS_ABORT_MSG_UNLESS(info, "a key names " << name << ", which ns-3 lacks");
    const auto initial = GetInitialValue(name, *info, defaults);
    const auto text = initial->SerializeToString(info->checker);
    for (const auto& word : words)
    {
        if (word.value == text)
        {
            return word.word;
        }
    }
    return ToJson(*initial, info->checker);
}

Problems
CheckAttributes(const std::vector<AttributeSetting>& settings, const Json& free)
{
    Problems problems;
    for (const auto& setting : settings)
    {
        CheckValue(setting, *FindAttribute(setting.name), problems);
    }
    for (const auto& item : free.items())
    {
        const auto path = AppendKey("transport.attributes", item.key());
        const auto info = FindAttribute(item.key());
        const auto* const key = FindSetting(settings, item.key());
        if (!info)
        {
            problems.push_back({path, DescribeUnknown(item.key())});
        }
        else if (key)
        {
            problems.push_back({path, "is set by the key " + key->path + "; use that"});
        }
        else
        {
            CheckValue({path, item.key(), ToWord(item.value())}, *info, problems);
        }
    }
    return problems;
}

void
AddAttributes(std::vector<AttributeSetting>& settings, const Json& free)
{
    for (const auto& item : free.items())
    {
        settings.push_back(
            {AppendKey("transport.attributes", item.key()), item.key(), ToWord(item.value())});
    }
}

std::string
GetAttributeText(const std::vector<AttributeSetting>& settings, const std::string& name)
{
    if (const auto* const set = FindSetting(settings, name))
    {
        return set->value;
    }
    const auto info = FindAttribute(name);
    NS_ABORT_MSG_UNLESS(info, "ns-3 has no attribute " << name);
    return info->initialValue->SerializeToString(info->checker);
}

} // namespace mrcsim
