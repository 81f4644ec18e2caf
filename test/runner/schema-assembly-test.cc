/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/schema-assembly.h"

#include <gtest/gtest.h>
#include <string>

namespace
{

using namespace mrcsim;

/// A small schema with one family of kinds.
const char* const BASE = R"({
  "type": "object",
  "properties": {
    "rate": {"type": "number", "defaultByTransport": true},
    "other": {"type": "string", "enumOf": "transports"},
    "transport": {
      "type": "object",
      "kinds": {"of": "transports", "by": "type", "required": ["size"],
                "first": {"size": {"$ref": "#/definitions/size"}, "type": {}},
                "last": {"end": {"type": "boolean"}}}
    }
  },
  "definitions": {"size": {"description": "Its size.", "type": "integer", "minimum": 1}}})";

const char* const FAST = R"({"name": "fast", "description": "runs.", "order": 2,
  "required": ["speed"], "properties": {"speed": {"type": "number"}}, "defaults": {"rate": 2}})";

const char* const SLOW = R"({"name": "slow", "description": "walks.", "order": 1,
  "defaults": {"rate": 1}})";

/**
 * @param base text of the base
 * @param kinds texts of the files of transports
 * @param [out] schema receives what becomes of them
 * @return the mistakes, a line each
 */
std::string
Assemble(const std::string& base, const std::vector<std::string>& kinds, Json& schema)
{
    SchemaFiles files;
    for (const auto& kind : kinds)
    {
        const auto name = "k" + std::to_string(files["transports"].size()) + ".json";
        files["transports"].push_back({name, Json::parse(kind)});
    }
    std::string all;
    for (const auto& problem : AssembleSchema({"base.json", Json::parse(base)}, files, schema))
    {
        all += ToString(problem) + "\n";
    }
    return all;
}

/**
 * @param text a JSON text
 * @param patch changes to it (RFC 7396)
 * @return the changed text
 */
std::string
Patch(const char* text, const char* patch)
{
    auto json = Json::parse(text);
    json.merge_patch(Json::parse(patch));
    return json.dump();
}

/**
 * @param patch changes to BASE
 * @return the mistakes
 */
std::string
RefuseBase(const char* patch)
{
    Json schema;
    return Assemble(Patch(BASE, patch), {FAST, SLOW}, schema);
}

/**
 * @param patch changes to FAST
 * @return the mistakes
 */
std::string
RefuseKind(const char* patch)
{
    Json schema;
    return Assemble(BASE, {Patch(FAST, patch), SLOW}, schema);
}

/**
 * @param object an object
 * @return its keys
 */
std::string
GetKeys(const Json& object)
{
    std::string keys;
    for (const auto& item : object.items())
    {
        keys += item.key() + " ";
    }
    return keys;
}

TEST(SchemaAssembly, KindsStandInTheirOrderAndAreClosed)
{
    Json schema;
    ASSERT_EQ(Assemble(BASE, {FAST, SLOW}, schema), "");
    const auto& transport = schema["properties"]["transport"];
    EXPECT_EQ(transport["properties"], Json::parse(R"({"type": {
      "description": "slow: walks. fast: runs.", "type": "string", "enum": ["slow", "fast"]}})"));
    EXPECT_EQ(transport["required"], Json::parse(R"(["type"])"));
    const auto& fast = transport["allOf"][1];
    EXPECT_EQ(fast["if"],
              Json::parse(R"({"required": ["type"], "properties": {"type": {"const": "fast"}}})"));
    EXPECT_EQ(fast["then"]["required"], Json::parse(R"(["type", "size", "speed"])"));
    EXPECT_EQ(fast["then"]["additionalProperties"], false);
    EXPECT_EQ(GetKeys(fast["then"]["properties"]), "size type speed end ");
    EXPECT_EQ(GetKeys(transport["allOf"][0]["then"]["properties"]), "size type end ");
}

TEST(SchemaAssembly, KindsAreNamedElsewhereAndHaveDefaultsElsewhere)
{
    Json schema;
    ASSERT_EQ(Assemble(BASE, {FAST, SLOW}, schema), "");
    EXPECT_EQ(schema["properties"]["other"]["enum"], Json::parse(R"(["slow", "fast"])"));
    EXPECT_EQ(schema["properties"]["rate"]["defaultByTransport"],
              Json::parse(R"({"slow": 1, "fast": 2})"));
}

TEST(SchemaAssembly, EditorsReadWhatAbsenceMeansInTheDescription)
{
    Json schema;
    const auto base =
        Patch(BASE, R"({"properties": {"x": {"$ref": "#/definitions/x"}}, "definitions":
      {"x": {"description": "An x.", "absent": "none", "type": "string"}}})");
    ASSERT_EQ(Assemble(base, {FAST, SLOW}, schema), "");
    EXPECT_EQ(schema["properties"]["x"],
              Json::parse(
                  R"({"description": "An x. Absent: none.", "absent": "none", "type": "string"})"));
}

TEST(SchemaAssembly, WithoutAnOrderTheAlphabetDecides)
{
    Json schema;
    ASSERT_EQ(Assemble(BASE,
                       {Patch(SLOW, R"({"order": null})"), Patch(FAST, R"({"order": null})")},
                       schema),
              "");
    EXPECT_EQ(schema["properties"]["other"]["enum"], Json::parse(R"(["fast", "slow"])"));
}

TEST(SchemaAssembly, ReferencesAreFollowedAndOwnWordsWin)
{
    Json schema;
    ASSERT_EQ(Assemble(Patch(BASE, R"({"properties": {"many": {
                "allOf": [{"$ref": "#/definitions/size"}], "minimum": 7}}})"),
                       {FAST, SLOW},
                       schema),
              "");
    EXPECT_EQ(schema["properties"]["many"],
              Json::parse(R"({"minimum": 7, "description": "Its size.", "type": "integer"})"));
    EXPECT_FALSE(schema.contains("definitions"));
}

TEST(SchemaAssembly, AKindHasDefinitionsOfItsOwn)
{
    Json schema;
    ASSERT_EQ(Assemble(BASE,
                       {Patch(FAST, R"({"definitions": {"pace": {"type": "number", "maximum": 9}},
                                        "properties": {"speed": {"$ref": "#/definitions/pace",
                                                                 "type": null}}})"),
                        SLOW},
                       schema),
              "");
    const auto& fast = schema["properties"]["transport"]["allOf"][1]["then"];
    EXPECT_EQ(fast["properties"]["speed"], Json::parse(R"({"type": "number", "maximum": 9})"));
}

TEST(SchemaAssembly, AKeyMayBeThereWithOneValueOfAnotherAlone)
{
    Json schema;
    ASSERT_EQ(Assemble(BASE,
                       {Patch(FAST, R"({"required": ["legs", "speed"], "properties": {
                          "gait": {"type": "integer", "enum": [2, 4], "default": 2},
                          "legs": {"onlyWith": {"gait": 4}, "type": "integer"}}})"),
                        SLOW},
                       schema),
              "");
    const auto& fast = schema["properties"]["transport"]["allOf"][1]["then"];
    EXPECT_EQ(fast["allOf"][0]["if"]["properties"]["gait"]["const"], 4);
    const auto& four = fast["allOf"][0]["then"];
    const auto& two = fast["allOf"][0]["else"];
    EXPECT_EQ(GetKeys(four["properties"]), "size type speed gait legs end ");
    EXPECT_EQ(GetKeys(two["properties"]), "size type speed gait end ");
    EXPECT_EQ(four["required"], Json::parse(R"(["type", "size", "legs", "speed"])"));
    EXPECT_EQ(two["required"], Json::parse(R"(["type", "size", "speed"])"));
}

TEST(SchemaAssembly, ChoicesInheritWhatStandsAroundThem)
{
    Json schema;
    ASSERT_EQ(Assemble(Patch(BASE, R"({"properties": {"link": {
                "title": "a link", "type": "object", "allOf": [{"if": {"required": ["a"]},
                "then": {"title": "by name", "type": "object"}, "else": {"type": "object"}}]}}})"),
                       {FAST, SLOW},
                       schema),
              "");
    const auto& choice = schema["properties"]["link"]["allOf"][0];
    EXPECT_EQ(choice["then"]["title"], "a link");
    EXPECT_EQ(choice["else"]["title"], "a link");
}

TEST(SchemaAssembly, WordsThatNobodyObeysAreRefused)
{
    EXPECT_EQ(RefuseBase(R"({"properties": {"other": {"maxLength": 5}}})"),
              "base.json: properties.other.maxLength: a word that nobody obeys\n");
    EXPECT_EQ(RefuseBase(R"({"properties": {"transport": {"kinds": {"middle": {}}}}})"),
              "base.json: properties.transport.kinds.middle: a word that nobody obeys\n");
    EXPECT_EQ(RefuseKind(R"({"propertys": {}})"), "k0.json: propertys: a word that nobody obeys\n");
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": {"format": "x"}}})"),
              "k0.json: properties.speed.format: a word that nobody obeys\n");
}

TEST(SchemaAssembly, ValuesThatAWordCannotHaveAreRefused)
{
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": {"minimum": "1"}}})"),
              "k0.json: properties.speed.minimum: found \"1\"; allowed: a number\n");
    EXPECT_EQ(
        RefuseKind(R"({"properties": {"speed": {"type": "float"}}})"),
        "k0.json: properties.speed.type: found \"float\"; allowed: a type or a list of types\n");
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": 7}})"),
              "k0.json: properties.speed: found 7; allowed: an object\n");
    EXPECT_NE(RefuseKind(R"({"properties": {"speed": {"allOf": [{"if": {"minProperties": 1},
                             "then": {}}]}}})")
                  .find("k0.json: properties.speed.allOf: found"),
              std::string::npos);
}

TEST(SchemaAssembly, AKindNeedsANameThatIsItsOwn)
{
    EXPECT_EQ(RefuseKind(R"({"name": null})"), "k0.json: name is missing\n");
    EXPECT_EQ(RefuseKind(R"({"name": "slow"})"),
              "k0.json: name: found \"slow\", which k1.json has already\n");
}

TEST(SchemaAssembly, AFileThatIsNoObjectIsRefused)
{
    Json schema;
    EXPECT_EQ(Assemble(BASE, {"[1]", SLOW}, schema), "k0.json: found [1]; allowed: an object\n");
    EXPECT_EQ(Assemble("[1]", {}, schema), "base.json: found [1]; allowed: an object\n");
}

TEST(SchemaAssembly, KeysOfAKindAndOfAllDoNotMeet)
{
    EXPECT_EQ(RefuseKind(R"({"properties": {"end": {"type": "string"}}})"),
              "k0.json: properties.end: all kinds have this key\n");
}

TEST(SchemaAssembly, ATransportOwesADefaultThatDependsOnIt)
{
    EXPECT_EQ(RefuseKind(R"({"defaults": null})"),
              "k0.json: defaults: rate is missing, whose default depends on the transport\n");
    EXPECT_EQ(RefuseKind(R"({"defaults": {"rates": 2}})"),
              "k0.json: defaults: rates has no default that depends on it\n");
}

TEST(SchemaAssembly, KindsNeedAPlaceAndAPlaceKinds)
{
    Json schema;
    const SchemaFiles files{{"jbos", {{"j.json", Json::parse(SLOW)}}}};
    const auto problems =
        AssembleSchema({"base.json", Json::parse(R"({"properties": {"a": {"enumOf": "jobs"}}})")},
                       files,
                       schema);
    ASSERT_EQ(problems.size(), 3U);
    EXPECT_EQ(ToString(problems[0]),
              "base.json: properties.a.enumOf: there are no kinds of \"jobs\"");
    EXPECT_EQ(ToString(problems[1]), "base.json: has no place for kinds of \"jbos\"");
    EXPECT_EQ(ToString(problems[2]), "j.json: defaults: rate has no default that depends on it");
}

TEST(SchemaAssembly, ReferencesThatLeadNowhereAreRefused)
{
    EXPECT_EQ(RefuseBase(R"({"definitions": {"size": null}})"),
              "base.json: properties.transport.kinds.first.size: there is no #/definitions/size\n");
    EXPECT_NE(
        RefuseBase(R"({"definitions": {"size": {"allOf": [{"$ref": "#/definitions/size"}]}}})")
            .find("references lead back to themselves"),
        std::string::npos);
}

TEST(SchemaAssembly, KeysThatNameOthersNameKeysThatAreThere)
{
    EXPECT_EQ(RefuseKind(R"({"required": ["spede"]})"),
              "k0.json: properties: required names \"spede\", which is no key of it\n");
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": {"defaultFrom": "end"}}})"),
              "k0.json: properties.speed: defaultFrom names end, which is no key before it\n");
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": {"attributeWith": "ende"}}})"),
              "k0.json: properties.speed: attributeWith names ende, which is no key beside it\n");
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": {"onlyWith": {"size": 1}}}})"),
              "k0.json: properties.speed: onlyWith names one other key with an enum and a default, "
              "and its value\n");
}

TEST(SchemaAssembly, SeveralTypesNeedATitle)
{
    EXPECT_EQ(RefuseKind(R"({"properties": {"speed": {"type": ["string", "number"]}}})"),
              "k0.json: properties.speed: a value of several types needs a title, which tells what "
              "is allowed\n");
}

} // namespace
