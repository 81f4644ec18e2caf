/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-judge.h"

#include "quantity.h"
#include "schema-words.h"

#include <algorithm>
#include <map>
#include <regex>

namespace mrcsim
{

namespace
{

/// Longest string that a pattern admits: the standard library goes as deep as a string is long.
constexpr size_t MAX_MATCHED = 1000;

/**
 * @param type name of a JSON Schema type
 * @return true if the value is of the type
 */
bool
HasType(const Json& value, const std::string& type)
{
    return (type == "integer" && value.is_number_integer()) ||
           (type == "number" && value.is_number()) || (type == "string" && value.is_string()) ||
           (type == "boolean" && value.is_boolean()) || (type == "array" && value.is_array()) ||
           (type == "object" && value.is_object());
}

/**
 * @param node its schema
 * @return true if it is of a type that the schema allows
 */
bool
HasAllowedType(const Json& value, const Json& node)
{
    const auto type = node.find("type");
    if (type == node.end())
    {
        return true;
    }
    return type->is_string() ? HasType(value, type->get_ref<const std::string&>())
                             : std::any_of(type->begin(), type->end(), [&value](const Json& t) {
                                   return HasType(value, t.get_ref<const std::string&>());
                               });
}

/**
 * @param text a string
 * @param pattern a regular expression
 * @return true if it is found in the string
 */
bool
IsMatch(const std::string& text, const std::string& pattern)
{
    if (text.size() > MAX_MATCHED)
    {
        return false;
    }
    static std::map<std::string, std::regex> compiled; // which takes longer than a search
    const auto known = compiled.find(pattern);
    const auto& regex =
        known == compiled.end() ? compiled.emplace(pattern, pattern).first->second : known->second;
    return std::regex_search(text, regex);
}

/**
 * @param holds what shall be true of the keyword's value
 * @return true if it is, or the schema does not have the keyword
 */
template <typename Holds>
bool
Obeys(const Json& node, const char* keyword, Holds holds)
{
    const auto limit = node.find(keyword);
    return limit == node.end() || holds(*limit);
}

/**
 * @param value a value of an allowed type
 * @param node its schema
 * @return true if the schema's values, pattern, bounds and lengths admit it
 */
bool
IsAdmitted(const Json& value, const Json& node)
{
    if (!Obeys(node, "enum", [&value](const Json& values) {
            return std::find(values.begin(), values.end(), value) != values.end();
        }))
    {
        return false;
    }
    if (value.is_string())
    {
        return Obeys(node, "pattern", [&value](const Json& pattern) {
            return IsMatch(value.get_ref<const std::string&>(),
                           pattern.get_ref<const std::string&>());
        });
    }
    if (value.is_number())
    {
        return Obeys(node, "minimum", [&value](const Json& limit) { return value >= limit; }) &&
               Obeys(node, "maximum", [&value](const Json& limit) { return value <= limit; }) &&
               Obeys(node, "exclusiveMinimum", [&value](const Json& limit) {
                   return value > limit;
               });
    }
    if (value.is_array())
    {
        return Obeys(node,
                     "minItems",
                     [&value](const Json& limit) { return value.size() >= limit; }) &&
               Obeys(node, "maxItems", [&value](const Json& limit) {
                   return value.size() <= limit;
               });
    }
    return true;
}

/** @param [out] problems receives keys that it has and may not have */
void
JudgeKeys(const SchemaPlace& place, Problems& problems)
{
    if (GetMember(place.node, "additionalProperties") != false)
    {
        return;
    }
    const auto& properties = GetMember(place.node, "properties");
    for (auto member = place.value.begin(); member != place.value.end(); ++member)
    {
        if (!properties.contains(member.key()))
        {
            problems.push_back({AppendKey(place.GetPath(), member.key()),
                                DescribeUnknownKey(member.key(), properties)});
        }
    }
}

/**
 * @param place an object that needs it
 * @param [out] problems receives that it does not have it, if so
 */
void
JudgePresence(const std::string& key, const SchemaPlace& place, Problems& problems)
{
    if (place.value.contains(key))
    {
        return;
    }
    const auto& properties = GetMember(place.node, "properties");
    const auto property = properties.find(key);
    problems.push_back(
        {AppendKey(place.GetPath(), key),
         "missing" + (property == properties.end()
                          ? std::string()
                          : "; needed: " + DescribeAllowed(ChooseSchema(*property, Json())))});
}

/** @param [out] problems receives keys that it must have and has not */
void
JudgePresences(const SchemaPlace& place, Problems& problems)
{
    for (const auto& key : GetMember(place.node, "required"))
    {
        JudgePresence(key.get_ref<const std::string&>(), place, problems);
    }
    for (const auto& dependency : GetMember(place.node, "dependencies").items())
    {
        if (place.value.contains(dependency.key()))
        {
            for (const auto& key : dependency.value())
            {
                JudgePresence(key.get_ref<const std::string&>(), place, problems);
            }
        }
    }
}

/**
 * @param node resolved schema of a quantity
 * @return its kind
 */
QuantityKind
GetKind(const Json& node)
{
    const auto& name = node["quantity"];
    return name == "time"    ? QuantityKind::TIME
           : name == "bytes" ? QuantityKind::BYTES
                             : QuantityKind::RATE;
}

/**
 * @param value a string or a whole number
 * @param kind the kind of quantity
 * @return the quantity
 */
Quantity
Convert(const Json& value, QuantityKind kind)
{
    return value.is_string() ? ParseQuantity(kind, value.get<std::string>())
                             : ScaleQuantity(kind, value.get<int64_t>());
}

/**
 * @param place a value of the right form
 * @param [out] problems receives that its quantity is out of bounds, if so
 */
void
JudgeQuantity(const SchemaPlace& place, Problems& problems)
{
    const auto& node = place.node;
    if (!node.contains("quantity") || place.value == "auto" ||
        !(place.value.is_string() || place.value.is_number_integer()))
    {
        return;
    }
    const auto kind = GetKind(node);
    const auto quantity = Convert(place.value, kind);
    const auto compare = [kind, &quantity](auto relation) {
        return [kind, &quantity, relation](const Json& limit) {
            const auto bound = Convert(limit, kind).value;
            return !bound || relation(*quantity.value, *bound);
        };
    };
    if (!quantity.value)
    {
        problems.push_back({place.GetPath(),
                            "found " + DescribeFound(place.value) + ", which " + quantity.error +
                                "; allowed: " + DescribeAllowed(node)});
    }
    else if (!Obeys(node, "minimum", compare(std::greater_equal<>())) ||
             !Obeys(node, "maximum", compare(std::less_equal<>())) ||
             !Obeys(node, "exclusiveMinimum", compare(std::greater<>())))
    {
        problems.push_back(
            {place.GetPath(),
             "found " + DescribeFound(place.value) + "; allowed: " + DescribeAllowed(node)});
    }
}

} // namespace

void
JudgeValue(const SchemaPlace& place, Problems& problems)
{
    if (!HasAllowedType(place.value, place.node) || !IsAdmitted(place.value, place.node))
    {
        problems.push_back(
            {place.GetPath(),
             "found " + DescribeFound(place.value) + "; allowed: " + DescribeAllowed(place.node)});
    }
    else if (place.value.is_object())
    {
        JudgeKeys(place, problems);
        JudgePresences(place, problems);
    }
    else
    {
        JudgeQuantity(place, problems);
    }
}

std::optional<int64_t>
ReadQuantity(const Json& value, const Json& node)
{
    return node.contains("quantity") && (value.is_string() || value.is_number_integer())
               ? Convert(value, GetKind(node)).value
               : std::nullopt;
}

} // namespace mrcsim
