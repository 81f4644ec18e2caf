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

#include <vector>

/**
 * @file
 * mrcsim::ScenarioSchema: the JSON Schema of scenarios at work.
 */

namespace mrcsim
{

/**
 * The JSON Schema of scenarios: judges documents, tells their mistakes in words, and fills in
 * defaults. It is in the program (scenario-schema-text.h), put together by the build from
 * scenario.schema.json and the file of each kind (schema-assembly.h). Only keywords that are
 * obeyed here get into it (schema-keywords.h).
 */
class ScenarioSchema
{
  public:
    ScenarioSchema();

    /**
     * The same engine for a document of another kind.
     * @param schema its schema, assembled (schema-assembly.h)
     */
    explicit ScenarioSchema(Json schema);

    /** @return the schema as JSON, for those who tell of it */
    const Json& Get() const;

    /** @return all its mistakes that the schema can see */
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
    Json m_schema; ///< the schema
};

} // namespace mrcsim

#endif // SCENARIO_SCHEMA_H
