/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-schema.h"

#include "json-text.h"
#include "scenario-schema-text.h"
#include "schema-judge.h"

#include "ns3/abort.h"

#include <utility>

namespace mrcsim
{

namespace
{

/// What of the whole document decides about defaults, whatever the order of its keys.
struct Choices
{
    std::string transport;                        ///< transport.type
    const std::vector<AttributeSetting>& profile; ///< what transport.profile sets
};

/**
 * @param node schema of a key
 * @param object the object with the key
 * @return the attribute that the key stands for in this object, empty if there is none
 */
std::string
GetAttribute(const Json& node, const Json& object)
{
    const auto with = node.find("attributeWith");
    const bool absent = with != node.end() && !object.contains(with->get<std::string>());
    return absent ? "" : node.value("attribute", "");
}

/**
 * @param node schema of a key that is absent
 * @param siblings keys beside it, as far as they are filled
 * @param choices of the document
 * @return the default, discarded if there is none
 */
Json
GetDefault(const Json& node, const Json& siblings, const Choices& choices)
{
    if (node.contains("default"))
    {
        return node["default"];
    }
    if (node.contains("defaultFrom"))
    {
        return siblings.at(node["defaultFrom"].get<std::string>());
    }
    const auto attribute = GetAttribute(node, siblings);
    // A profile knows the transport it is for, and may decide otherwise.
    if (node.contains("defaultByTransport") && !FindSetting(choices.profile, attribute))
    {
        return node["defaultByTransport"].at(choices.transport);
    }
    return attribute.empty() ? Json(Json::value_t::discarded)
                             : GetAttributeDefault(node, choices.profile);
}

/**
 * @param node its schema
 * @param choices of the document
 * @return the value with every default below it
 */
Json
Fill(const Json& value, const Json& node, const Choices& choices)
{
    const auto& chosen = ChooseSchema(node, value);
    if (value.is_array() && chosen.contains("items"))
    {
        Json filled = Json::array();
        for (const auto& entry : value)
        {
            filled.push_back(Fill(entry, chosen["items"], choices));
        }
        return filled;
    }
    if (!value.is_object() || !chosen.contains("properties"))
    {
        return value;
    }
    Json filled = Json::object();
    for (const auto& item : chosen["properties"].items())
    {
        const auto given = value.find(item.key());
        if (given != value.end())
        {
            filled[item.key()] = Fill(*given, item.value(), choices);
            continue;
        }
        const auto missing = GetDefault(ChooseSchema(item.value(), Json()), filled, choices);
        if (!missing.is_discarded())
        {
            filled[item.key()] = Fill(missing, item.value(), choices);
        }
    }
    return filled;
}

/**
 * @param document a document without mistakes
 * @param schema its schema
 * @return its transport, empty if such documents have none
 */
std::string
GetTransport(const Json& document, const Json& schema)
{
    if (document.contains("transport"))
    {
        return document["transport"]["type"].get<std::string>();
    }
    const auto& properties = schema["properties"];
    return properties.contains("transport")
               ? properties["transport"]["default"]["type"].get<std::string>()
               : "";
}

/** @param [out] problems receives the mistakes of the value and all below */
void
Judge(const SchemaPlace& place, Problems& problems)
{
    JudgeValue(place, problems);
    VisitChildren(place, [&problems](const SchemaPlace& child) { Judge(child, problems); });
}

/** @param [out] settings receives what the value and all below it set */
void
Collect(const SchemaPlace& place, std::vector<AttributeSetting>& settings)
{
    const auto attribute = place.parent ? GetAttribute(place.node, place.parent->value) : "";
    if (!attribute.empty())
    {
        settings.push_back({place.GetPath(), attribute, ToAttributeText(place.value, place.node)});
    }
    VisitChildren(place, [&settings](const SchemaPlace& child) { Collect(child, settings); });
}

} // namespace

ScenarioSchema::ScenarioSchema()
{
    const auto problems = ParseJson(SCENARIO_SCHEMA_TEXT, m_schema);
    NS_ABORT_MSG_UNLESS(problems.empty(), "schema of scenarios: " << ToString(problems.front()));
}

ScenarioSchema::ScenarioSchema(Json schema)
    : m_schema(std::move(schema))
{
}

const Json&
ScenarioSchema::Get() const
{
    return m_schema;
}

Problems
ScenarioSchema::Check(const Json& document) const
{
    Problems problems;
    Judge({document, ChooseSchema(m_schema, document)}, problems);
    return problems;
}

Json
ScenarioSchema::FillDefaults(const Json& document,
                             const std::vector<AttributeSetting>& profile) const
{
    return Fill(document, m_schema, {GetTransport(document, m_schema), profile});
}

std::vector<AttributeSetting>
ScenarioSchema::CollectAttributes(const Json& effective) const
{
    std::vector<AttributeSetting> settings;
    Collect({effective, ChooseSchema(m_schema, effective)}, settings);
    return settings;
}

} // namespace mrcsim
