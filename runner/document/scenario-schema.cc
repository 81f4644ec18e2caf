/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-schema.h"

#include "json-text.h"
#include "schema-words.h"

#include "ns3/abort.h"

#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace mrcsim
{

namespace
{

/// Where the schema is; the build knows.
constexpr const char* SCHEMA_FILE = MRC_SOURCE_DIR "/experiments/schema/scenario.schema.json";

/// How valijson begins the location of every mistake.
constexpr const char* ROOT = "<root>";

/**
 * @param condition an "if" of the schema: keys that are there, or have a constant value
 * @param instance a value
 * @return true if the value fulfills the condition
 */
bool
IsFulfilled(const Json& condition, const Json& instance)
{
    for (const auto& key : condition.value("required", Json::array()))
    {
        if (!instance.is_object() || !instance.contains(key.get<std::string>()))
        {
            return false;
        }
    }
    const auto constants = condition.value("properties", Json::object());
    for (const auto& item : constants.items())
    {
        if (!instance.is_object() || !instance.contains(item.key()) ||
            instance[item.key()] != item.value()["const"])
        {
            return false;
        }
    }
    return true;
}

/**
 * Let the keywords of one schema refine another.
 * @param [in,out] base a schema
 * @param refinement its keywords win; "properties" and "required" are united
 */
void
Refine(Json& base, const Json& refinement)
{
    for (const auto& item : refinement.items())
    {
        if (item.key() == "properties" && base.contains("properties"))
        {
            base["properties"].update(item.value());
        }
        else if (item.key() == "required" && base.contains("required"))
        {
            auto& required = base["required"];
            required.insert(required.end(), item.value().begin(), item.value().end());
        }
        else
        {
            base[item.key()] = item.value();
        }
    }
}

/**
 * @param node a schema
 * @param key a keyword whose value is a schema or an object of schemas
 * @return its value in place, an empty object if it is absent
 */
const Json&
GetMember(const Json& node, const char* key)
{
    static const Json NOTHING = Json::object();
    const auto member = node.find(key);
    return member == node.end() ? NOTHING : *member;
}

} // namespace

/**
 * The schema in valijson's form, and its last verdict.
 */
struct ScenarioSchema::Validator
{
    valijson::Schema schema;      ///< compiled schema
    bool valid{true};             ///< verdict
    std::set<std::string> places; ///< locations of mistakes and of all that hold them
    std::string raw;              ///< first mistake in valijson's words

    /** @param document a scenario to judge */
    void Judge(const Json& document)
    {
        const nlohmann::json plain = document;
        valijson::adapters::NlohmannJsonAdapter target(plain);
        valijson::ValidationResults results;
        valijson::Validator validator;
        valid = validator.validate(schema, target, &results);
        places.clear();
        raw.clear();
        for (const auto& error : results)
        {
            std::string place;
            for (const auto& step : error.context)
            {
                place += step;
            }
            raw = raw.empty() ? place + ": " + error.description : raw;
            places.insert(place);
        }
    }
};

ScenarioSchema::ScenarioSchema()
    : m_validator(std::make_unique<Validator>())
{
    const auto problems = ReadJsonFile(SCHEMA_FILE, m_schema);
    NS_ABORT_MSG_UNLESS(problems.empty(), "schema of scenarios: " << ToString(problems.front()));
    const nlohmann::json plain = m_schema;
    valijson::SchemaParser parser;
    parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(plain), m_validator->schema);
}

ScenarioSchema::~ScenarioSchema() = default;

void
ScenarioSchema::ResolveAllOf(Json& merged, const Json& entries, const Json& instance) const
{
    for (const auto& entry : entries)
    {
        if (!entry.contains("if"))
        {
            Refine(merged, Resolve(entry, instance));
        }
        else if (IsFulfilled(entry["if"], instance))
        {
            Refine(merged, Resolve(entry["then"], instance));
        }
        else if (entry.contains("else"))
        {
            Refine(merged, Resolve(entry["else"], instance));
        }
    }
}

const Json&
ScenarioSchema::Follow(const Json& node) const
{
    const auto reference = node.find("$ref");
    return reference == node.end()
               ? node
               : Follow(m_schema.at(Json::json_pointer(reference->get<std::string>().substr(1))));
}

void
ScenarioSchema::JudgeConditions(const Json& node, const Json& instance, std::string& verdicts) const
{
    const auto& target = Follow(node);
    const auto entries = target.find("allOf");
    if (entries == target.end())
    {
        return;
    }
    for (const auto& entry : *entries)
    {
        if (!entry.contains("if"))
        {
            JudgeConditions(entry, instance, verdicts);
            continue;
        }
        const auto* const branch = IsFulfilled(entry["if"], instance) ? "then" : "else";
        verdicts += branch[0];
        if (entry.contains(branch))
        {
            JudgeConditions(entry[branch], instance, verdicts);
        }
    }
}

const Json&
ScenarioSchema::Resolve(const Json& node, const Json& instance) const
{
    const auto& target = Follow(node);
    const auto entries = target.find("allOf");
    if (entries == target.end())
    {
        return target;
    }
    std::string verdicts;
    JudgeConditions(target, instance, verdicts);
    const auto [known, isNew] = m_resolved.try_emplace({&target, verdicts}, Json::object());
    auto& merged = known->second;
    if (isNew)
    {
        ResolveAllOf(merged, *entries, instance);
        auto own = target;
        own.erase("allOf");
        Refine(merged, own);
    }
    return merged;
}

Problems
ScenarioSchema::Check(const Json& document) const
{
    m_validator->Judge(document);
    Problems problems;
    Explain({document, Resolve(m_schema, document), "", ROOT}, *m_validator, problems);
    if (problems.empty() && !m_validator->valid)
    {
        problems.push_back({"", m_validator->raw});
    }
    return problems;
}

void
ScenarioSchema::Explain(const Place& place, const Validator& validator, Problems& problems) const
{
    const auto before = problems.size();
    if (validator.places.count(place.key) > 0)
    {
        auto node = place.node;
        for (const auto& property : GetMember(place.node, "properties").items())
        {
            node["properties"][property.key()] = Resolve(property.value(), Json());
        }
        ExplainValue(place.value, node, place.path, problems);
    }
    if (problems.size() == before)
    {
        ExplainQuantity(place.value, place.node, place.path, problems);
    }
    for (const auto& child : GetChildren(place))
    {
        Explain(child, validator, problems);
    }
}

std::vector<ScenarioSchema::Place>
ScenarioSchema::GetChildren(const Place& place) const
{
    std::vector<Place> children;
    if (place.value.is_array() && place.node.contains("items"))
    {
        for (size_t i = 0; i < place.value.size(); ++i)
        {
            const auto& entry = place.value[i];
            children.push_back({entry,
                                Resolve(place.node["items"], entry),
                                AppendIndex(place.path, i),
                                AppendIndex(place.key, i)});
        }
    }
    if (!place.value.is_object())
    {
        return children;
    }
    const auto& properties = GetMember(place.node, "properties");
    for (const auto& item : place.value.items())
    {
        const auto property = properties.find(item.key());
        const auto& node = property == properties.end()
                               ? GetMember(place.node, "additionalProperties")
                               : *property;
        if (node.is_object() && !node.empty())
        {
            children.push_back({item.value(),
                                Resolve(node, item.value()),
                                AppendKey(place.path, item.key()),
                                place.key + "[" + item.key() + "]"});
        }
    }
    return children;
}

std::vector<AttributeSetting>
ScenarioSchema::CollectAttributes(const Json& effective) const
{
    std::vector<AttributeSetting> settings;
    Collect({effective, Resolve(m_schema, effective), "", ROOT}, settings);
    return settings;
}

void
ScenarioSchema::Collect(const Place& place, std::vector<AttributeSetting>& settings) const
{
    if (place.node.contains("attribute"))
    {
        settings.push_back({place.path,
                            place.node["attribute"].get<std::string>(),
                            ToAttributeText(place.value, place.node)});
    }
    for (const auto& child : GetChildren(place))
    {
        Collect(child, settings);
    }
}

Json
ScenarioSchema::FillDefaults(const Json& document,
                             const std::vector<AttributeSetting>& profile) const
{
    const auto transport =
        document.contains("transport")
            ? document["transport"]["type"].get<std::string>()
            : m_schema["properties"]["transport"]["default"]["type"].get<std::string>();
    return Fill(document, m_schema, {transport, profile});
}

Json
ScenarioSchema::GetDefault(const Json& node, const Json& siblings, const Choices& choices)
{
    if (node.contains("default"))
    {
        return node["default"];
    }
    if (node.contains("defaultFrom"))
    {
        return siblings.at(node["defaultFrom"].get<std::string>());
    }
    const auto attribute = node.value("attribute", "");
    // A profile knows the transport it is for, and may decide otherwise.
    if (node.contains("defaultByTransport") && !FindSetting(choices.profile, attribute))
    {
        return node["defaultByTransport"].at(choices.transport);
    }
    if (!attribute.empty())
    {
        return GetAttributeDefault(node, choices.profile);
    }
    return Json(Json::value_t::discarded);
}

Json
ScenarioSchema::Fill(const Json& value, const Json& node, const Choices& choices) const
{
    const auto& resolved = Resolve(node, value);
    if (value.is_array() && resolved.contains("items"))
    {
        Json filled = Json::array();
        for (const auto& entry : value)
        {
            filled.push_back(Fill(entry, resolved["items"], choices));
        }
        return filled;
    }
    if (!value.is_object() || !resolved.contains("properties"))
    {
        return value;
    }
    Json filled = Json::object();
    for (const auto& item : resolved["properties"].items())
    {
        const auto given = value.contains(item.key())
                               ? value[item.key()]
                               : GetDefault(Resolve(item.value(), Json()), filled, choices);
        if (!given.is_discarded())
        {
            filled[item.key()] = Fill(given, item.value(), choices);
        }
    }
    return filled;
}

} // namespace mrcsim
