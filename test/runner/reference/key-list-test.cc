/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/scenario-schema.h"
#include "document/schema-assembly.h"
#include "reference/facts-text.h"
#include "reference/key-list.h"
#include "reference/key-text.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace
{

using namespace mrcsim;

/// A schema with kinds, forms and keys that depend on each other.
const char* const BASE = R"({
  "type": "object", "required": ["job"],
  "properties": {
    "size": {"description": "Its size.", "type": ["string", "integer"], "title": "a size",
             "pattern": "^(auto|[0-9]+B)$", "minimum": 2, "quantity": "bytes", "default": "auto"},
    "rate": {"description": "Its rate, bit/s if a plain number.", "type": ["string", "integer"],
             "title": "a rate", "pattern": "^[0-9]+bps$", "quantity": "rate", "defaultFrom": "size"},
    "last": {"description": "Who.", "absent": "nobody", "type": "string"},
    "pets": {"description": "Pets.", "type": "array", "default": ["dog", "cat"],
             "items": {"type": "string", "enum": ["cat", "dog"]}},
    "job": {
      "description": "The jobs.", "type": "array", "items": {
        "type": "object",
        "kinds": {"of": "jobs", "by": "type",
                  "first": {"name": {"description": "Name.", "type": "string", "default": "j"}, "type": {}},
                  "last": {"end": {"description": "End.", "type": "boolean", "default": true}}}
      }
    }
  }})";

const char* const RUN =
    R"({"name": "run", "description": "runs.", "order": 1, "required": ["speed"],
  "properties": {
    "speed": {"description": "How fast.", "type": "number", "unit": "m/s", "exclusiveMinimum": 0},
    "legs": {"description": "Legs.", "type": "integer", "enum": [2, 4], "default": 2},
    "hind": {"onlyWith": {"legs": 4}, "description": "Hind legs.", "type": "integer", "default": 2}}})";

const char* const SWIM =
    R"({"name": "swim", "description": "swims.", "order": 2, "required": ["speed"],
  "properties": {
    "speed": {"description": "How fast.", "type": "number", "unit": "m/s", "exclusiveMinimum": 0},
    "style": {"description": "How.", "type": "string", "title": "a style",
              "pattern": "^(crawl|ns3::[A-Za-z]+)$", "default": "crawl"}}})";

const char* const DIVE = R"({"name": "dive", "description": "dives.", "order": 3,
  "properties": {
    "place": {"description": "Where.", "type": "object", "absent": "anywhere", "allOf": [
      {"if": {"required": ["x"]},
       "then": {"required": ["x"], "properties": {"x": {"description": "X.", "type": "integer"},
                                                  "z": {"description": "Z.", "absent": "0", "type": "integer"}}},
       "else": {"required": ["name"],
                "properties": {"name": {"description": "N.", "type": "string"},
                               "z": {"description": "Z.", "absent": "0", "type": "integer"}}}}]}}})";

/** @return keys of the schema above */
KeyList
List()
{
    SchemaFiles files;
    for (const auto* const text : {RUN, SWIM, DIVE})
    {
        files["jobs"].push_back({"kind.json", Json::parse(text)});
    }
    Json schema;
    const auto problems = AssembleSchema({"base.json", Json::parse(BASE)}, files, schema);
    EXPECT_TRUE(problems.empty()) << ToString(problems.front());
    return ListKeys(schema);
}

/** @return the entries of a path as JSON */
Json
Find(const std::string& path)
{
    auto found = Json::array();
    for (const auto& entry : ToJson(List().entries))
    {
        if (entry["path"] == path)
        {
            EXPECT_NE(entry["allowed"], "");
            EXPECT_NE(entry["without"], "");
            found.push_back(entry);
            found.back().erase("allowed");
            found.back().erase("without");
        }
    }
    return found;
}

TEST(KeyList, AKeyTellsTypeUnitRangeAndDefault)
{
    EXPECT_EQ(Find("size"), Json::parse(R"([{"path": "size", "type": "size", "unit": "B",
      "range": "at least 2 B", "values": ["auto"], "default": "auto", "meaning": "Its size."}])"));
    EXPECT_EQ(Find("rate"), Json::parse(R"([{"path": "rate", "type": "rate", "unit": "bit/s",
      "defaultFrom": "size", "meaning": "Its rate."}])"));
    EXPECT_EQ(Find("last"), Json::parse(R"([{"path": "last", "type": "string",
      "absent": "nobody", "meaning": "Who."}])"));
    EXPECT_EQ(Find("pets"), Json::parse(R"([{"path": "pets", "type": "list",
      "values": ["cat", "dog"], "default": ["dog", "cat"], "meaning": "Pets."}])"));
    EXPECT_EQ(Find("job"), Json::parse(R"([{"path": "job", "type": "list", "required": true,
      "meaning": "The jobs."}])"));
}

TEST(KeyList, KindsShareKeysThatMeanTheSame)
{
    EXPECT_EQ(Find("job[].speed"), Json::parse(R"([{"path": "job[].speed", "kinds": ["run", "swim"],
      "type": "number", "unit": "m/s", "range": "above 0", "required": true, "meaning": "How fast."}])"));
    EXPECT_EQ(Find("job[].type"), Json::parse(R"([{"path": "job[].type", "type": "word",
      "values": ["run", "swim", "dive"], "required": true,
      "meaning": "run: runs. swim: swims. dive: dives."}])"));
    EXPECT_FALSE(Find("job[].end")[0].contains("kinds")) << "all have it";
    EXPECT_EQ(Find("job[].style")[0]["values"], Json::parse(R"(["crawl", "ns3::NAME"])"));
    EXPECT_EQ(List().kinds.at("job[]"), (std::vector<std::string>{"run", "swim", "dive"}));
}

TEST(KeyList, FormsAreToldWhereTheyMatter)
{
    EXPECT_EQ(Find("job[].hind")[0]["only"], Json::parse(R"(["with legs 4"])"));
    EXPECT_FALSE(Find("job[].legs")[0].contains("only"));
    EXPECT_EQ(Find("job[].place.x")[0]["only"], Json::parse(R"(["in the form {x}"])"));
    EXPECT_EQ(Find("job[].place.name")[0]["only"], Json::parse(R"(["in the form {name}"])"));
    EXPECT_FALSE(Find("job[].place.z")[0].contains("only"));
    EXPECT_EQ(Find("job[].place.z").size(), 1U);
}

TEST(KeyList, KeysStandTogetherInTheOrderOfTheSchema)
{
    std::string all;
    for (const auto& entry : List().entries)
    {
        all += entry.path + " ";
    }
    EXPECT_EQ(all,
              "size rate last pets job job[].type job[].name job[].speed job[].legs job[].hind "
              "job[].style job[].place job[].place.x job[].place.name job[].place.z job[].end ");
}

TEST(KeyList, APersonReadsSentencesThatFitTheTerminal)
{
    const auto text = FormatKeys(List().entries, 60);
    EXPECT_NE(text.find("size\n    size of at least 2 B (B if a plain number), or auto;\n"
                        "    default auto\n    Its size.\n\nrate\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("job[].speed (run, swim)\n    number above 0 (m/s); required\n"),
              std::string::npos);
    EXPECT_NE(text.find("job[].hind (run), with legs 4\n"), std::string::npos);
    EXPECT_NE(text.find("one of run, swim, dive; required"), std::string::npos);
    EXPECT_NE(text.find("    string; absent: nobody\n"), std::string::npos);
    EXPECT_NE(text.find("    list of cat, dog; default dog, cat\n"), std::string::npos);
}

TEST(KeyList, EveryKeyOfScenariosTellsEverything)
{
    const ScenarioSchema schema;
    const auto list = ListKeys(schema.Get());
    EXPECT_GT(list.entries.size(), 190U);
    for (const auto& entry : list.entries)
    {
        EXPECT_NE(entry.facts.value("type", ""), "") << entry.path;
        EXPECT_NE(entry.facts.value("meaning", ""), "") << entry.path;
        EXPECT_NE(DescribeDefault(entry.facts), "")
            << entry.path << ": neither required nor with a default, nor does absent tell";
        EXPECT_EQ(entry.facts.value("meaning", "").find("Absent:"), std::string::npos)
            << entry.path << ": the keyword absent is for that";
    }
}

TEST(KeyList, AttributesKnowTheDefaultsOfTheirKeys)
{
    for (const auto& entry : ListKeys(ScenarioSchema().Get()).entries)
    {
        if (entry.path == "transport.evs")
        {
            EXPECT_EQ(entry.facts["default"], 256);
            EXPECT_EQ(entry.facts["attribute"], "ns3::MrcEvParameters::EvCount");
        }
        if (entry.path == "switch.ecn.lastHop")
        {
            EXPECT_EQ(entry.facts["defaultByTransport"],
                      Json::parse(R"({"mrc": false, "roce": true, "tcp": true})"));
        }
        if (entry.path == "topology.serverDelay")
        {
            EXPECT_EQ(entry.facts["default"], "500ns");
            EXPECT_EQ(entry.facts["with"], "serverRate");
        }
    }
}

} // namespace
