/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-schema.h"

#include "key-words.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

Json MakeTypeSchema(const KeyType& type);

/** @return a regular expression for strings with a unit */
std::string
GetPattern(QuantityKind kind)
{
    const std::string number = "[+-]?[0-9]+([.][0-9]+)? ?";
    switch (kind)
    {
    case QuantityKind::TIME:
        return number + "(ps|ns|us|ms|s|min)";
    case QuantityKind::BYTES:
        return number + "(B|[kKMGT]B|[KMGT]iB)";
    case QuantityKind::RATE:
        return number + "[kKMGT]?(bps|b/s)";
    }
    return "";
}

/** @return the name of a quantity in the annotation */
const char*
GetName(QuantityKind kind)
{
    return kind == QuantityKind::TIME ? "time" : kind == QuantityKind::BYTES ? "bytes" : "rate";
}

/** @return the types of JSON that a value may have */
Json
ListTypes(const KeyType& type)
{
    auto types = Json::array();
    const auto add = [&types](bool may, const char* name) {
        if (may)
        {
            types.push_back(name);
        }
    };
    add(type.isText || type.quantity || !type.words.empty(), "string");
    add(type.isWhole || type.quantity, "integer");
    add(type.isNumber, "number");
    add(type.isBoolean, "boolean");
    add(type.entries != nullptr, "array");
    add(type.object || type.members, "object");
    return types;
}

/** @param [in,out] schema receives what strings may be */
void
AddStrings(const KeyType& type, Json& schema)
{
    if (type.isText)
    {
        if (!type.pattern.empty())
        {
            schema["pattern"] = type.pattern;
        }
        return;
    }
    if (type.words.empty() && !type.quantity)
    {
        return;
    }
    if (!type.quantity && !type.isClass && schema["type"] == "string")
    {
        schema["enum"] = type.words;
        return;
    }
    std::string alternatives;
    for (const auto& word : type.words)
    {
        alternatives += (alternatives.empty() ? "" : "|") + word;
    }
    for (const auto& other : {type.isClass ? std::string("ns3::[A-Za-z0-9]+") : std::string(),
                              type.quantity ? GetPattern(*type.quantity) : std::string()})
    {
        alternatives += (alternatives.empty() || other.empty() ? "" : "|") + other;
    }
    schema["pattern"] = "^(" + alternatives + ")$";
}

/** @param [in,out] schema receives the bounds of numbers, and what tells of their unit */
void
AddNumbers(const KeyType& type, Json& schema)
{
    if (!type.values.is_null())
    {
        schema["enum"] = type.values;
    }
    if (!type.above.is_null())
    {
        schema["exclusiveMinimum"] = type.above;
    }
    else if (!type.least.is_null() || type.quantity)
    {
        schema["minimum"] = type.least.is_null() ? Json(0) : type.least;
    }
    if (!type.most.is_null())
    {
        schema["maximum"] = type.most;
    }
    if (type.quantity)
    {
        schema["quantity"] = GetName(*type.quantity);
    }
    else if (!type.unit.empty())
    {
        schema["unit"] = type.unit;
    }
}

/** @return the schema of a key */
Json
MakeKeySchema(const KeyEntry& entry)
{
    Json schema = Json::object();
    auto description = entry.help;
    if (entry.type->quantity)
    {
        description += " A plain number is in " + GetUnit(*entry.type) + ".";
    }
    description += entry.absent.empty() ? "" : " Absent: " + entry.absent + ".";
    schema["description"] = description;
    schema.update(MakeTypeSchema(*entry.type));
    if (!entry.initial.is_discarded())
    {
        schema["default"] = entry.initial;
    }
    const auto annotate = [&schema](const char* word, const std::string& text) {
        if (!text.empty())
        {
            schema[word] = text;
        }
    };
    annotate("defaultFrom", entry.initialFrom);
    annotate("attribute", entry.attribute);
    annotate("attributeWith", entry.attributeWith);
    annotate("absent", entry.absent);
    if (!entry.initialByTransport.is_null())
    {
        schema["defaultByTransport"] = entry.initialByTransport;
    }
    return schema;
}

/** @return an "if" that holds for objects in which the key has the value; null: that have it */
Json
MakeCondition(const std::string& key, const Json& value)
{
    Json condition{{"required", {key}}};
    if (!value.is_null())
    {
        condition["properties"][key]["const"] = value;
    }
    return condition;
}

/**
 * @param keys those that an object may have
 * @return the schema of objects with these and no others
 */
Json
CloseObject(const std::vector<const KeyEntry*>& keys)
{
    Json schema{{"type", "object"}, {"additionalProperties", false}};
    auto required = Json::array();
    auto needs = Json::object();
    schema["properties"] = Json::object();
    for (const auto* entry : keys)
    {
        schema["properties"][entry->name] = MakeKeySchema(*entry);
        if (entry->required)
        {
            required.push_back(entry->name);
        }
        if (!entry->needs.empty())
        {
            needs[entry->name] = Json::array({entry->needs});
        }
    }
    if (!required.empty())
    {
        schema["required"] = required;
    }
    if (!needs.empty())
    {
        schema["dependencies"] = needs;
    }
    return schema;
}

/**
 * @param keys those that an object may have, some with one value of another key alone
 * @return the schema of such objects
 */
Json
SplitObject(const std::vector<const KeyEntry*>& keys)
{
    const auto limited = std::find_if(keys.begin(), keys.end(), [](const KeyEntry* entry) {
        return !entry->onlyWith.empty();
    });
    if (limited == keys.end())
    {
        return CloseObject(keys);
    }
    const auto& name = (*limited)->onlyWith;
    const auto chooser = std::find_if(keys.begin(), keys.end(), [&name](const KeyEntry* entry) {
        return entry->name == name;
    });
    const auto pick = [&](const Json& value) {
        std::vector<const KeyEntry*> picked;
        std::copy_if(keys.begin(), keys.end(), std::back_inserter(picked), [&](const auto* entry) {
            return entry->onlyWith.empty() || entry->onlyWithValue == value;
        });
        return CloseObject(picked);
    };
    auto chosen = pick((*chooser)->initial);
    for (const auto& value : (*chooser)->type->values)
    {
        if (value != (*chooser)->initial)
        {
            chosen = {
                {"type", "object"},
                {"allOf",
                 {{{"if", MakeCondition(name, value)}, {"then", pick(value)}, {"else", chosen}}}}};
        }
    }
    return chosen;
}

/** @return the schema of objects of several forms, from one on */
Json
MakeFormSchema(const std::vector<KeyForm>& forms, size_t first)
{
    const auto keys = SplitObject(forms[first].keys->ListKeys(nullptr));
    if (first + 1 == forms.size())
    {
        return keys;
    }
    return {{"type", "object"},
            {"allOf",
             {{{"if", MakeCondition(forms[first].by, {})},
               {"then", keys},
               {"else", MakeFormSchema(forms, first + 1)}}}}};
}

/** @return the schema of objects with kinds */
Json
MakeKindSchema(const KeyObject& object)
{
    const auto by = std::find_if(object.entries.begin(),
                                 object.entries.end(),
                                 [&object](const auto& entry) { return entry->name == object.by; });
    Json schema{{"type", "object"}, {"required", {object.by}}};
    schema["properties"][object.by] = MakeKeySchema(**by);
    schema["allOf"] = Json::array();
    for (const auto& kind : object.kinds)
    {
        auto keys = SplitObject(object.ListKeys(&kind));
        schema["allOf"].push_back(
            {{"if", MakeCondition(object.by, kind.name)}, {"then", std::move(keys)}});
    }
    return schema;
}

/** @return the schema of an object */
Json
MakeObjectSchema(const KeyObject& object)
{
    return !object.forms.empty() ? MakeFormSchema(object.forms, 0)
           : !object.by.empty()  ? MakeKindSchema(object)
                                 : SplitObject(object.ListKeys(nullptr));
}

/** @return the schema of a value */
Json
MakeTypeSchema(const KeyType& type)
{
    Json schema = Json::object();
    if (!type.title.empty() || type.quantity)
    {
        schema["title"] = DescribeAllowed(type);
    }
    const auto types = ListTypes(type);
    schema["type"] = types.size() == 1 ? types[0] : types;
    AddStrings(type, schema);
    AddNumbers(type, schema);
    if (type.entries)
    {
        schema["items"] = MakeTypeSchema(*type.entries);
        if (type.minEntries > 0)
        {
            schema["minItems"] = type.minEntries;
        }
        if (type.maxEntries > 0)
        {
            schema["maxItems"] = type.maxEntries;
        }
    }
    if (type.object)
    {
        auto object = MakeObjectSchema(*type.object);
        object.erase("type");
        schema.update(object);
    }
    if (type.members)
    {
        schema["additionalProperties"] = MakeTypeSchema(*type.members);
    }
    return schema;
}

} // namespace

Json
MakeSchema(const KeySet& keys, const std::string& description)
{
    Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"description", description}};
    schema.update(MakeTypeSchema(*MakeObjectType(keys)));
    return schema;
}

} // namespace mrcsim
