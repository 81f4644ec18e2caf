/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-keywords.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace mrcsim
{

namespace
{

/// What the value of a word must be.
struct Form
{
    const char* words;           ///< as messages say it
    bool (*admits)(const Json&); ///< whether a value is that
    bool needed{false};          ///< nothing is without it
};

/// What the words of an object must be.
using Forms = std::map<std::string, Form>;

/** @return true if it is one of JSON Schema's names of types that scenarios have */
bool
IsType(const Json& value)
{
    static const std::set<std::string> TYPES{"string",
                                             "integer",
                                             "number",
                                             "boolean",
                                             "array",
                                             "object"};
    return value.is_string() && TYPES.count(value.get<std::string>()) > 0;
}

/**
 * @param admits what its entries must be
 * @return true if it is a list with at least one entry, and all are
 */
bool
IsList(const Json& value, bool (*admits)(const Json&))
{
    return value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), admits);
}

/** @return true if it is a string */
bool
IsText(const Json& value)
{
    return value.is_string();
}

/** @return true if it is a list of keys */
bool
IsKeys(const Json& value)
{
    return IsList(value, IsText);
}

/**
 * @return true if it is an "if" that can be judged: keys that are there, or have a constant value
 */
bool
IsCondition(const Json& value)
{
    if (!value.is_object() || !value.contains("required") || !IsKeys(value["required"]))
    {
        return false;
    }
    const auto constants = value.find("properties");
    const bool known = value.size() == (constants == value.end() ? 1 : 2);
    return known && (constants == value.end() ||
                     (constants->is_object() &&
                      std::all_of(constants->begin(), constants->end(), [](const Json& node) {
                          return node.is_object() && node.size() == 1 && node.contains("const");
                      })));
}

/**
 * @return true if it is an entry of an allOf: a schema, or an if with its then, perhaps with else
 */
bool
IsAllOfEntry(const Json& value)
{
    if (!value.is_object() || !value.contains("if"))
    {
        return value.is_object();
    }
    const size_t parts = value.contains("else") ? 3 : 2;
    return value.contains("then") && value.size() == parts && IsCondition(value["if"]);
}

/** @return true if it is an object */
bool
IsObject(const Json& value)
{
    return value.is_object();
}

const Form TEXT{"a string", IsText};
const Form NEEDED_TEXT{"a string", IsText, true};
const Form KEYS{"a list of keys", IsKeys};
const Form OBJECT{"an object", IsObject};
const Form NUMBER{"a number", [](const Json& v) { return v.is_number(); }};
const Form COUNT{"a whole number, not negative",
                 [](const Json& v) { return v.is_number_unsigned(); }};

const Forms SCHEMA{
    {"$schema", TEXT},
    {"$ref", TEXT},
    {"definitions", OBJECT},
    {"title", TEXT},
    {"description", TEXT},
    {"type",
     {"a type or a list of types", [](const Json& v) { return IsType(v) || IsList(v, IsType); }}},
    {"enum", {"a list of values", [](const Json& v) { return v.is_array() && !v.empty(); }}},
    {"pattern", TEXT},
    {"minimum", NUMBER},
    {"maximum", NUMBER},
    {"exclusiveMinimum", NUMBER},
    {"minItems", COUNT},
    {"maxItems", COUNT},
    {"items", OBJECT},
    {"required", KEYS},
    {"properties", OBJECT},
    {"additionalProperties",
     {"false or a schema", [](const Json& v) { return v == false || v.is_object(); }}},
    {"dependencies",
     {"lists of keys by key",
      [](const Json& v) { return v.is_object() && std::all_of(v.begin(), v.end(), IsKeys); }}},
    {"allOf",
     {"a list of schemas, and of if (required keys and constants) with then and perhaps else",
      [](const Json& v) { return IsList(v, IsAllOfEntry); }}},
    {"default", {"a value", [](const Json&) { return true; }}},
    {"defaultFrom", TEXT},
    {"defaultByTransport", {"true", [](const Json& v) { return v == true; }}},
    {"attribute", TEXT},
    {"attributeWith", TEXT},
    {"attributeValues",
     {"strings by word",
      [](const Json& v) { return v.is_object() && std::all_of(v.begin(), v.end(), IsText); }}},
    {"quantity",
     {"\"time\", \"bytes\" or \"rate\"",
      [](const Json& v) { return v == "time" || v == "bytes" || v == "rate"; }}},
    {"unit", TEXT},
    {"absent", TEXT},
    {"enumOf", TEXT},
    {"kinds", OBJECT},
};

const Forms PLACE{
    {"of", NEEDED_TEXT},
    {"by", NEEDED_TEXT},
    {"required", KEYS},
    {"first", OBJECT},
    {"last", OBJECT},
};

const Forms KIND{
    {"name", NEEDED_TEXT},
    {"description", NEEDED_TEXT},
    {"order", COUNT},
    {"required", KEYS},
    {"properties", OBJECT},
    {"definitions", OBJECT},
    {"defaults", OBJECT},
};

/**
 * @param vocabulary what an object is
 * @return its words
 */
const Forms&
GetForms(SchemaVocabulary vocabulary)
{
    return vocabulary == SchemaVocabulary::SCHEMA  ? SCHEMA
           : vocabulary == SchemaVocabulary::PLACE ? PLACE
                                                   : KIND;
}

} // namespace

bool
CheckWords(const Json& object,
           SchemaVocabulary vocabulary,
           const std::string& file,
           const std::string& path,
           Problems& problems)
{
    const auto& forms = GetForms(vocabulary);
    const auto before = problems.size();
    const auto refuse = [&](const std::string& place, const std::string& text) {
        problems.push_back({place.empty() ? file : file + ": " + place, text});
    };
    if (!object.is_object())
    {
        refuse(path, "found " + object.dump() + "; allowed: an object");
        return false;
    }
    for (const auto& item : object.items())
    {
        const auto form = forms.find(item.key());
        if (form == forms.end())
        {
            refuse(AppendKey(path, item.key()), "a word that nobody obeys");
        }
        else if (!form->second.admits(item.value()))
        {
            refuse(AppendKey(path, item.key()),
                   "found " + item.value().dump() + "; allowed: " + form->second.words);
        }
    }
    for (const auto& [word, form] : forms)
    {
        if (form.needed && !object.contains(word))
        {
            refuse(path, word + " is missing");
        }
    }
    return problems.size() == before;
}

std::string
DescribeAbsence(const std::string& absent)
{
    return " Absent: " + absent + ".";
}

} // namespace mrcsim
