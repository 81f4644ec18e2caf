/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-list.h"

#include "attribute-facts.h"
#include "document/module-attributes.h"
#include "document/words.h"
#include "facts-text.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/// Prefix of class names.
const std::string SPACE = "ns3::";

/** @return paths of keys by the attribute that they set */
std::map<std::string, std::vector<std::string>>
ListSetters(const KeyList& keys)
{
    std::map<std::string, std::vector<std::string>> setters;
    for (const auto& entry : keys.entries)
    {
        const auto attribute = entry.facts.find("attribute");
        if (attribute == entry.facts.end())
        {
            continue;
        }
        auto& paths = setters[attribute->get<std::string>()];
        if (std::find(paths.begin(), paths.end(), entry.path) == paths.end())
        {
            paths.push_back(entry.path);
        }
    }
    return setters;
}

/** @return the trace sources of a class itself */
Json
ListTraceSources(ns3::TypeId type)
{
    auto list = Json::array();
    for (size_t i = 0; i < type.GetTraceSourceN(); ++i)
    {
        const auto info = type.GetTraceSource(i);
        list.push_back({{"name", info.name}, {"callback", info.callback}, {"meaning", info.help}});
    }
    return list;
}

/** @return the entries of a list that have the name */
Json
Pick(const Json& list, const std::string& name)
{
    auto picked = Json::array();
    std::copy_if(list.begin(), list.end(), std::back_inserter(picked), [&name](const Json& entry) {
        return entry["name"] == name;
    });
    return picked;
}

/** @return names of the attributes and trace sources of a class */
std::vector<std::string>
ListMembers(const ClassEntry& entry)
{
    std::vector<std::string> names;
    for (const auto* const list : {&entry.attributes, &entry.traceSources})
    {
        for (const auto& member : *list)
        {
            names.push_back(member["name"].get<std::string>());
        }
    }
    return names;
}

/** @return the class; null if it does not exist */
const ClassEntry*
FindClass(const std::vector<ClassEntry>& classes, const std::string& name)
{
    const auto entry = std::find_if(classes.begin(), classes.end(), [&name](const auto& e) {
        return e.name == name;
    });
    return entry == classes.end() ? nullptr : &*entry;
}

/** @return suggestions for an unknown name of a class */
std::vector<std::string>
FindNear(const std::vector<ClassEntry>& classes, const std::string& name)
{
    std::vector<std::string> near;
    std::vector<std::string> names;
    for (const auto& entry : classes)
    {
        const auto plain = entry.name.substr(SPACE.size());
        names.push_back(plain);
        const auto members = ListMembers(entry);
        if (std::find(members.begin(), members.end(), name) != members.end())
        {
            near.push_back(plain + "::" + name);
        }
        else if (plain.find(name) != std::string::npos)
        {
            near.push_back(plain);
        }
    }
    const auto nearest = FindNearest(name, names);
    if (near.empty() && !nearest.empty())
    {
        near.push_back(nearest);
    }
    near.resize(std::min(near.size(), MAX_SUGGESTED_NAMES));
    return near;
}

/**
 * @param entry a class
 * @param member name of an attribute or trace source
 * @param [out] found receives the class with only this member
 * @return the problem if there is none
 */
Problems
FindMember(const ClassEntry& entry, const std::string& member, std::vector<ClassEntry>& found)
{
    auto picked = entry;
    picked.attributes = Pick(entry.attributes, member);
    picked.traceSources = Pick(entry.traceSources, member);
    if (!picked.attributes.empty() || !picked.traceSources.empty())
    {
        found = {picked};
        return {};
    }
    const auto members = ListMembers(entry);
    return {{"",
             entry.name + " has no " + member +
                 (members.empty() ? ", and no other attribute or trace source"
                                  : SuggestNearest(member, members))}};
}

/** @return "no attributes", "1 attribute", "2 attributes" */
std::string
Count(size_t number, const std::string& noun)
{
    return (number == 0 ? "no" : std::to_string(number)) + " " + noun + (number == 1 ? "" : "s");
}

/** @return numbers of attributes and trace sources of a class */
std::string
DescribeSize(const ClassEntry& entry)
{
    const auto sources = entry.traceSources.size();
    return Count(entry.attributes.size(), "attribute") +
           (sources == 0 ? "" : ", " + Count(sources, "trace source"));
}

/** @return paragraph of an attribute */
std::string
FormatAttribute(const Json& facts, const std::string& type, size_t width)
{
    auto text = WrapText(type + "::" + facts["name"].get<std::string>(), 0, width) +
                FormatFacts(facts, width);
    if (facts.contains("keys"))
    {
        text +=
            WrapText("set by " + ns3::JoinRdmaWords(facts["keys"].get<std::vector<std::string>>()),
                     FACTS_INDENT,
                     width);
    }
    return text;
}

/** @return paragraph of a trace source */
std::string
FormatTraceSource(const Json& source, const std::string& type, size_t width)
{
    return WrapText(type + "::" + source["name"].get<std::string>() + " (trace source)", 0, width) +
           WrapText(source["callback"].get<std::string>(), FACTS_INDENT, width) +
           WrapText(source["meaning"].get<std::string>(), FACTS_INDENT, width);
}

} // namespace

std::vector<ClassEntry>
ListClasses(const KeyList& keys)
{
    auto setters = ListSetters(keys);
    std::vector<ClassEntry> classes;
    for (const auto& type : GetModuleTypes())
    {
        auto attributes = Json::array();
        for (size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto info = type.GetAttribute(i);
            auto facts = DescribeAttribute(info);
            const auto set = setters.find(type.GetAttributeFullName(i));
            if (set != setters.end())
            {
                facts["keys"] = set->second;
            }
            facts["meaning"] = info.help;
            facts["allowed"] = DescribeType(facts);
            attributes.push_back(facts);
        }
        classes.push_back(
            {type.GetName(), type.GetParent().GetName(), attributes, ListTraceSources(type)});
    }
    return classes;
}

Problems
FindClasses(const std::vector<ClassEntry>& classes,
            const std::string& name,
            std::vector<ClassEntry>& found)
{
    found = classes;
    if (name.empty())
    {
        return {};
    }
    const auto plain = name.rfind(SPACE, 0) == 0 ? name.substr(SPACE.size()) : name;
    const auto colons = plain.find("::");
    const auto type = plain.substr(0, colons);
    const auto* const entry = FindClass(classes, SPACE + type);
    if (!entry)
    {
        const auto near = FindNear(classes, type);
        return {{"",
                 "this module has no class " + type +
                     (near.empty() ? "; mrc-sim attributes lists all"
                                   : ", did you mean " + ns3::JoinRdmaWords(near) + "?")}};
    }
    if (colons != std::string::npos)
    {
        return FindMember(*entry, plain.substr(colons + 2), found);
    }
    found.clear();
    for (const auto* next = entry; next; next = FindClass(classes, next->parent))
    {
        found.push_back(*next);
    }
    return {};
}

Json
ToJson(const std::vector<ClassEntry>& classes)
{
    auto list = Json::array();
    for (const auto& entry : classes)
    {
        list.push_back({{"name", entry.name},
                        {"parent", entry.parent},
                        {"attributes", entry.attributes},
                        {"traceSources", entry.traceSources}});
    }
    return list;
}

std::string
FormatClassList(const std::vector<ClassEntry>& classes, size_t width)
{
    size_t longest = 0;
    for (const auto& entry : classes)
    {
        longest = std::max(longest, entry.name.size());
    }
    std::string text;
    for (const auto& entry : classes)
    {
        auto line =
            entry.name + std::string(longest - entry.name.size() + 2, ' ') + DescribeSize(entry);
        const auto parent = ", a " + entry.parent;
        const bool told = entry.parent != "ns3::Object" && entry.parent != entry.name &&
                          line.size() + parent.size() <= width;
        text += line + (told ? parent : "") + "\n";
    }
    return text;
}

std::string
FormatClasses(const std::vector<ClassEntry>& classes, size_t width)
{
    std::string text;
    for (const auto& entry : classes)
    {
        text += text.empty() ? "" : "\n";
        text += WrapText(entry.name + ", a " + entry.parent + ": " + DescribeSize(entry), 0, width);
        for (const auto& facts : entry.attributes)
        {
            text += "\n" + FormatAttribute(facts, entry.name, width);
        }
        for (const auto& source : entry.traceSources)
        {
            text += "\n" + FormatTraceSource(source, entry.name, width);
        }
    }
    return text;
}

} // namespace mrcsim
