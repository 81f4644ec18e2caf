/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_SCHEMA_H
#define SCENARIO_SCHEMA_H

#include "json-path.h"
#include "problem.h"
#include "scenario-attributes.h"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::ScenarioSchema: the JSON Schema of scenarios at work.
 */

namespace mrcsim
{

/**
 * The JSON Schema of scenarios (schema/scenario.schema.json): judges documents, tells their
 * mistakes in words, and fills in defaults. The verdict is valijson's; the words come from the
 * schema, whose titles, bounds and lists of values say what is allowed where valijson found
 * something wrong.
 */
class ScenarioSchema
{
  public:
    /** Reads the schema; aborts if the file is not there, since it is a part of the program. */
    ScenarioSchema();
    ~ScenarioSchema();

    ScenarioSchema(const ScenarioSchema&) = delete;
    ScenarioSchema& operator=(const ScenarioSchema&) = delete;

    /**
     * @param document a scenario
     * @return all its mistakes that the schema can see
     */
    Problems Check(const Json& document) const;

    /**
     * @param document a scenario without mistakes
     * @param profile attributes with other defaults than ns-3 and the schema have
     * @return the same with every default, keys in the order of the schema
     */
    Json FillDefaults(const Json& document, const std::vector<AttributeSetting>& profile) const;

    /**
     * @param effective a scenario with all defaults
     * @return the ns-3 attributes that its keys set
     */
    std::vector<AttributeSetting> CollectAttributes(const Json& effective) const;

  private:
    struct Validator; ///< valijson's side, kept out of this header: it is slow to compile

    /**
     * The schema of one value: references followed, alternatives chosen, allOf folded in.
     * @param node schema as written, a part of the file or of what this function has returned
     * @param instance the value it is for
     * @return schema without $ref, allOf and if; it lives as long as this object
     */
    const Json& Resolve(const Json& node, const Json& instance) const;

    /**
     * @param node schema as written
     * @return what its $ref points to, or the node itself if it has none
     */
    const Json& Follow(const Json& node) const;

    /**
     * What Resolve makes of a node depends on the value by its conditions alone.
     * @param node schema as written
     * @param instance the value it is for
     * @param [out] verdicts receives a letter for each condition that Resolve will meet
     */
    void JudgeConditions(const Json& node, const Json& instance, std::string& verdicts) const;

    /**
     * Fold the schemas of an allOf into one.
     * @param [in,out] merged receives their keywords
     * @param entries the allOf
     * @param instance the value they are for
     */
    void ResolveAllOf(Json& merged, const Json& entries, const Json& instance) const;

    /// A value, its schema, and where it is.
    struct Place
    {
        const Json& value; ///< the value
        const Json& node;  ///< its resolved schema
        std::string path;  ///< as messages write it
        std::string key;   ///< as valijson writes it
    };

    /**
     * @param place a value
     * @param validator valijson's verdict on the document
     * @param [out] problems receives the mistakes of the value and all below
     */
    void Explain(const Place& place, const Validator& validator, Problems& problems) const;

    /// What of the whole document decides about defaults, whatever the order of its keys.
    struct Choices
    {
        std::string transport;                        ///< transport.type
        const std::vector<AttributeSetting>& profile; ///< what transport.profile sets
    };

    /**
     * @param value a value
     * @param node its schema, not resolved
     * @param choices of the document
     * @return the value with every default below it
     */
    Json Fill(const Json& value, const Json& node, const Choices& choices) const;

    /**
     * @param place a value
     * @param [out] settings receives what the value and all below it set
     */
    void Collect(const Place& place, std::vector<AttributeSetting>& settings) const;

    /**
     * @param place an object
     * @return the values in it for which there is a schema
     */
    std::vector<Place> GetChildren(const Place& place) const;

    /**
     * @param node resolved schema of a key that is absent
     * @param siblings keys beside it, as far as they are filled
     * @param choices of the document
     * @return the default, discarded if there is none
     */
    static Json GetDefault(const Json& node, const Json& siblings, const Choices& choices);

    Json m_schema;                          ///< the file
    std::unique_ptr<Validator> m_validator; ///< the file as valijson sees it
    /// What Resolve has returned, by node and verdicts: a list may have a million equal entries.
    mutable std::map<std::pair<const Json*, std::string>, Json> m_resolved;
};

} // namespace mrcsim

#endif // SCENARIO_SCHEMA_H
