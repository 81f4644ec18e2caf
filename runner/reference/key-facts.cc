/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-facts.h"

#include "document/scenario-attributes.h"
#include "document/schema-keywords.h"
#include "document/schema-place.h"
#include "document/schema-words.h"

#include <algorithm>
#include <cctype>

namespace mrcsim
{

namespace
{

/**
 * @param pattern a regular expression
 * @return its alternatives if it is ^one$ or ^(one|other)$, else itself
 */
std::vector<std::string>
SplitPattern(const std::string& pattern)
{
    const auto size = pattern.size();
    if (size < 2 || pattern.front() != '^' || pattern.back() != '$')
    {
        return {pattern};
    }
    auto inner = pattern.substr(1, size - 2);
    if (!inner.empty() && inner.front() == '(' && inner.back() == ')')
    {
        inner = inner.substr(1, inner.size() - 2);
    }
    std::vector<std::string> parts(1);
    int depth = 0;
    for (const char c : inner)
    {
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
        if (c == '|' && depth == 0)
        {
            parts.emplace_back();
            continue;
        }
        parts.back() += c;
    }
    return parts;
}

/** @return true if the alternative of a pattern is a word as it stands */
bool
IsWord(const std::string& part)
{
    return !part.empty() && std::all_of(part.begin(), part.end(), [](const char c) {
        return std::isalnum(static_cast<unsigned char>(c)) || c == '-';
    });
}

/// What strings a schema admits.
struct Strings
{
    std::vector<std::string> words; ///< those that can be listed
    bool others{true};              ///< there are more
};

/**
 * @param node schema of a value that may be a string
 * @return what strings it may be
 */
Strings
ReadStrings(const Json& node)
{
    Strings strings;
    if (node.contains("enum") || !node.contains("pattern"))
    {
        return strings;
    }
    strings.others = false;
    for (const auto& part : SplitPattern(node["pattern"].get<std::string>()))
    {
        const bool anyClass = part.rfind("ns3::", 0) == 0;
        if (anyClass || IsWord(part))
        {
            strings.words.push_back(anyClass ? "ns3::NAME" : part);
        }
        else
        {
            strings.others = true;
        }
    }
    return strings;
}

/** @return names of the types of a schema, as JSON Schema has them */
std::vector<std::string>
GetTypes(const Json& node)
{
    const auto type = node.find("type");
    if (type == node.end())
    {
        return {};
    }
    return type->is_string() ? std::vector<std::string>{type->get<std::string>()}
                             : type->get<std::vector<std::string>>();
}

/** @return the quantity of a schema as people call it */
std::string
NameQuantity(const Json& node)
{
    return node["quantity"] == "bytes" ? "size" : node["quantity"].get<std::string>();
}

/**
 * @param node schema of a value
 * @param strings what strings it may be
 * @return its types in words
 */
std::string
DescribeTypes(const Json& node, const Strings& strings)
{
    std::string all;
    const auto add = [&all](const std::string& word) { all += (all.empty() ? "" : " or ") + word; };
    if (node.contains("quantity"))
    {
        add(NameQuantity(node));
    }
    const bool listed = node.contains("enum") || !strings.others;
    for (const auto& type : GetTypes(node))
    {
        if (type == "string" && !listed && !node.contains("quantity"))
        {
            add("string");
        }
        else if (type != "string" && !(type == "integer" && node.contains("quantity")))
        {
            add(type == "integer" ? "whole number" : type == "array" ? "list" : type);
        }
    }
    if (all.empty())
    {
        add("word");
    }
    return all;
}

/** @return unit of a plain number, empty if it has none */
std::string
GetUnit(const Json& node)
{
    const auto quantity = node.value("quantity", "");
    return quantity == "time"    ? "ns"
           : quantity == "bytes" ? "B"
           : quantity == "rate"  ? "bit/s"
                                 : node.value("unit", "");
}

/** @return the bounds of a number or quantity, empty if there are none */
std::string
GetRange(const Json& node)
{
    auto bounds = DescribeBounds(node);
    const std::string least = " of at least ";
    if (bounds.rfind(least, 0) == 0)
    {
        return "at least " + bounds.substr(least.size());
    }
    return bounds.empty() ? "" : bounds.substr(1);
}

/** @return the values that a schema lists, of a list those of its entries; empty if there are none
 */
Json
GetValues(const Json& node, const Strings& strings)
{
    const auto& entries = GetMember(node, "items");
    return node.contains("enum")      ? node["enum"]
           : entries.contains("enum") ? entries["enum"]
                                      : Json(strings.words);
}

/** @return true if type, range and values tell all that a value can be */
bool
IsToldByWords(const Json& node, const Strings& strings)
{
    const auto types = GetTypes(node);
    const bool simple = std::none_of(types.begin(), types.end(), [](const std::string& type) {
        return type == "array" || type == "object";
    });
    return node.contains("quantity") || node.contains("enum") || (simple && !strings.others);
}

/**
 * @param object schema of an object
 * @param key one of its keys
 * @return true if the object must have it, in the forms in which it may have it
 */
bool
IsRequired(const Json& object, const std::string& key)
{
    const auto has = [&key](const Json& keys) {
        return std::find(keys.begin(), keys.end(), Json(key)) != keys.end();
    };
    const auto& dependencies = GetMember(object, "dependencies");
    return has(GetMember(object, "required")) ||
           std::any_of(dependencies.begin(), dependencies.end(), has);
}

/** @return the key without which there is no such key, empty if there is none */
std::string
GetCompanion(const Json& object, const std::string& key)
{
    const auto& others = GetMember(GetMember(object, "dependencies"), key);
    const auto& node = object["properties"][key];
    return !others.empty()            ? others[0].get<std::string>()
           : node.contains("default") ? ""
                                      : node.value("attributeWith", "");
}

/**
 * @param node schema of a key
 * @param key its name
 * @param path of its object
 * @param [in,out] facts receives its default
 */
void
AddDefault(const Json& node, const std::string& key, const std::string& path, Json& facts)
{
    const bool bare = node.value("attributeWith", "") == key; // no attribute while it is absent
    if (node.contains("default"))
    {
        facts["default"] = node["default"];
    }
    else if (node.contains("defaultFrom"))
    {
        facts["defaultFrom"] = AppendKey(path, node["defaultFrom"].get<std::string>());
    }
    else if (node.contains("defaultByTransport"))
    {
        facts["defaultByTransport"] = node["defaultByTransport"];
    }
    else if (node.contains("attribute") && !bare)
    {
        facts["default"] = GetAttributeDefault(node, {});
    }
    else if (node.contains("absent"))
    {
        facts["absent"] = node["absent"];
    }
}

/** @return what a key means; its unit, and that it may be absent, are told apart */
std::string
GetMeaning(const Json& node)
{
    auto meaning = node.value("description", "");
    const auto absence = node.contains("absent")
                             ? DescribeAbsence(node["absent"].get<std::string>())
                             : std::string();
    const auto at = meaning.size() - std::min(absence.size(), meaning.size());
    if (meaning.substr(at) == absence)
    {
        meaning.erase(at);
    }
    const auto unit = " " + GetUnit(node) + " if a plain number";
    const auto told = meaning.find(unit);
    if (told != std::string::npos && told > 0)
    {
        meaning.erase(told - 1, unit.size() + 1); // with the comma before it
    }
    return meaning;
}

} // namespace

Json
DescribeKey(const Json& object, const std::string& key, const std::string& path)
{
    const auto& node = object["properties"][key];
    const auto strings = ReadStrings(node);
    const auto values = GetValues(node, strings);
    Json facts{{"type", DescribeTypes(node, strings)}};
    const auto add = [&facts](const char* name, const std::string& text) {
        if (!text.empty())
        {
            facts[name] = text;
        }
    };
    add("unit", GetUnit(node));
    add("range", GetRange(node));
    if (!values.empty())
    {
        facts["values"] = values;
    }
    add("form", IsToldByWords(node, strings) ? "" : node.value("title", ""));
    const auto with = GetCompanion(object, key);
    add("with", with == key ? "" : with);
    if (IsRequired(object, key))
    {
        facts["required"] = true;
    }
    else
    {
        AddDefault(node, key, path, facts);
    }
    add("attribute", node.value("attribute", ""));
    add("meaning", GetMeaning(node));
    return facts;
}

} // namespace mrcsim
