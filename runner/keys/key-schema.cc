/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "document/words.h"
#include "key-document.h"
#include "key-words.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

Json MakeTypeSchema(const KeyType& type);

/// A regular expression for the number before a unit.
const std::string NUMBER_PATTERN = "[+-]?[0-9]+([.][0-9]+)? ?";

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
    add(type.IsNatural(), "integer");
    add(type.isNumber, "number");
    add(type.isBoolean, "boolean");
    add(type.entries != nullptr, "array");
    add(type.object || type.members, "object");
    return types;
}

/** @param [in,out] schema receives the allowed strings */
void
AddStrings(const KeyType& type, Json& schema)
{
    if (type.isText)
    {
        PutUnlessEmpty(schema, "pattern", type.pattern);
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
    auto alternatives = type.words;
    if (type.isClass)
    {
        alternatives.emplace_back("ns3::[A-Za-z0-9]+");
    }
    if (type.quantity)
    {
        alternatives.push_back(NUMBER_PATTERN + GetFacts(*type.quantity).pattern);
    }
    schema["pattern"] = "^(" + ns3::JoinRdmaWords(alternatives, "|") + ")$";
}

/** @param [in,out] schema receives the bounds of numbers, and their unit */
void
AddNumbers(const KeyType& type, Json& schema)
{
    PutUnlessEmpty(schema, "enum", type.values);
    PutUnlessEmpty(schema, "exclusiveMinimum", type.above);
    if (type.above.is_null())
    {
        const bool fromZero = type.least.is_null() && type.IsNatural();
        PutUnlessEmpty(schema, "minimum", fromZero ? Json(0) : type.least);
    }
    PutUnlessEmpty(schema, "maximum", type.most);
    if (type.quantity)
    {
        schema["quantity"] = GetFacts(*type.quantity).annotation;
    }
    else
    {
        PutUnlessEmpty(schema, "unit", type.unit);
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
    PutUnlessEmpty(schema, "defaultFrom", entry.initialFrom);
    PutUnlessEmpty(schema, "attribute", entry.attribute);
    PutUnlessEmpty(schema, "attributeWith", entry.attributeWith);
    PutUnlessEmpty(schema, "absent", entry.absent);
    PutUnlessEmpty(schema, "defaultByTransport", entry.initialByTransport);
    return schema;
}

/**
 * @return an "if" that applies to objects in which the key has the value; null: in which the key is
 * present
 */
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
 * @param keys allowed keys of an object
 * @return the schema of objects with only these keys
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
    PutUnlessEmpty(schema, "required", required);
    PutUnlessEmpty(schema, "dependencies", needs);
    return schema;
}

/**
 * @param keys allowed keys of an object, some only with one value of another key
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
    const auto& chooser = *FindKey(keys, (*limited)->onlyWith);
    const auto pick = [&](const Json& value) {
        std::vector<const KeyEntry*> picked;
        std::copy_if(keys.begin(), keys.end(), std::back_inserter(picked), [&](const auto* entry) {
            return entry->onlyWith.empty() || entry->onlyWithValue == value;
        });
        return CloseObject(picked);
    };
    auto chosen = pick(chooser.initial);
    for (const auto& value : chooser.type->values)
    {
        if (value != chooser.initial)
        {
            chosen = {{"type", "object"},
                      {"allOf",
                       {{{"if", MakeCondition(chooser.name, value)},
                         {"then", pick(value)},
                         {"else", chosen}}}}};
        }
    }
    return chosen;
}

/** @return the schema of objects with several forms, beginning with the given one */
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
    Json schema{{"type", "object"}, {"required", {object.by}}};
    schema["properties"][object.by] = MakeKeySchema(*FindKey(object.entries, object.by));
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
