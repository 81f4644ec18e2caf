/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-assignment.h"
#include "document/json-text.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace
{

using namespace mrcsim;

/**
 * @param text a JSON text
 * @return its problems, a line each
 */
std::string
GetErrors(const std::string& text)
{
    Json document;
    std::string all;
    for (const auto& problem : ParseJson(text, document))
    {
        all += ToString(problem) + "\n";
    }
    return all;
}

/**
 * @param assignment path=value
 * @return a small document after the assignment, or the problem
 */
std::string
Apply(const std::string& assignment)
{
    auto document = Json::parse(R"({"a": 1, "list": [{"b": 2}], "object": {"c": 3}})");
    const auto problems = ApplyAssignment(document, assignment);
    return problems.empty() ? document.dump() : ToString(problems.front());
}

TEST(JsonText, TruncatedTextHasLineAndColumn)
{
    const auto errors = GetErrors("{\n  \"schema\": 1,\n  \"name\": ");
    EXPECT_NE(errors.find("not valid JSON: parse error at line 3, column 11"), std::string::npos)
        << errors;
}

TEST(JsonText, EmptyTextIsNoJson)
{
    EXPECT_NE(GetErrors("").find("not valid JSON: parse error at line 1, column 1"),
              std::string::npos);
}

TEST(JsonText, CommentsAndTrailingCommasAreNoJson)
{
    EXPECT_NE(GetErrors("{\"a\": 1,}"), "");
    EXPECT_NE(GetErrors("{\"a\": 1} // one"), "");
    EXPECT_NE(GetErrors("{\"a\": 1} {\"b\": 2}"), "");
}

TEST(JsonText, HugeNumberIsAnError)
{
    EXPECT_NE(GetErrors("{\"a\": 1e999}").find("not valid JSON: a number is too large"),
              std::string::npos);
}

TEST(JsonText, BytesThatAreNoUtf8AreAnError)
{
    EXPECT_NE(GetErrors("{\"a\": \"\xff\"}").find("not valid JSON"), std::string::npos);
}

TEST(JsonText, KeyTwiceInAnObjectIsNamedWithItsPath)
{
    EXPECT_EQ(GetErrors(R"({"a": {"b": 1, "c": [0, {"d": 1, "d": 2}], "b": 3}})"),
              "a.c[1].d: the key occurs twice in the same object\n"
              "a.b: the key occurs twice in the same object\n");
}

TEST(JsonText, SameKeyInDifferentObjectsIsFine)
{
    EXPECT_EQ(GetErrors(R"({"a": [{"b": 1}, {"b": 2}], "b": {"b": 3}})"), "");
}

TEST(JsonText, NestingHasALimit)
{
    EXPECT_EQ(GetErrors(std::string(64, '[') + std::string(64, ']')), "");
    EXPECT_NE(GetErrors(std::string(65, '[') + std::string(65, ']')).find("nested too deeply"),
              std::string::npos);
}

TEST(JsonText, MissingFileIsNamed)
{
    Json document;
    const auto problems = ReadJsonFile("no/such/file.json", document);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(ToString(problems[0]), "cannot be read: No such file or directory");
}

TEST(JsonText, FolderIsNoFile)
{
    Json document;
    const auto problems = ReadJsonFile("/", document);
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(ToString(problems[0]), "cannot be read: Is a directory");
}

TEST(JsonPath, PathsAreWrittenWithDotsAndBrackets)
{
    EXPECT_EQ(AppendKey(AppendIndex(AppendKey("", "workload"), 2), "bytes"), "workload[2].bytes");
}

TEST(Set, ReplacesValuesAtAnyDepth)
{
    EXPECT_EQ(Apply("a=7"), R"({"a":7,"list":[{"b":2}],"object":{"c":3}})");
    EXPECT_EQ(Apply("list[0].b=true"), R"({"a":1,"list":[{"b":true}],"object":{"c":3}})");
    EXPECT_EQ(Apply("object={}"), R"({"a":1,"list":[{"b":2}],"object":{}})");
    EXPECT_EQ(Apply("list[0]=[1,2]"), R"({"a":1,"list":[[1,2]],"object":{"c":3}})");
}

TEST(Set, WhatIsNoJsonIsAString)
{
    EXPECT_EQ(Apply("a=4MB"), R"({"a":"4MB","list":[{"b":2}],"object":{"c":3}})");
    EXPECT_EQ(Apply("a=\"7\""), R"({"a":"7","list":[{"b":2}],"object":{"c":3}})");
    EXPECT_EQ(Apply("a="), R"({"a":"","list":[{"b":2}],"object":{"c":3}})");
    EXPECT_EQ(Apply("a=b=c"), R"({"a":"b=c","list":[{"b":2}],"object":{"c":3}})");
}

TEST(Set, CreatesObjectsThatAreAbsent)
{
    EXPECT_EQ(Apply("new.deep.key=1"),
              R"({"a":1,"list":[{"b":2}],"object":{"c":3},"new":{"deep":{"key":1}}})");
}

TEST(Set, KeysMayContainColons)
{
    EXPECT_EQ(Apply("object.ns3::MrcNscc::Gamma=0.5"),
              R"({"a":1,"list":[{"b":2}],"object":{"c":3,"ns3::MrcNscc::Gamma":0.5}})");
}

TEST(Set, ValuesAreReadAsStrictlyAsFiles)
{
    EXPECT_EQ(Apply(R"(object={"d": [{"e": 1, "e": 2}]})"),
              "object.d[0].e: --set: the key occurs twice in the same object");
    EXPECT_EQ(Apply(R"(list=[{"e": 1, "e": 2}])"),
              "list[0].e: --set: the key occurs twice in the same object");
    const auto deep = Apply("a=" + std::string(60000, '[') + std::string(60000, ']'));
    EXPECT_NE(deep.find("--set: nested too deeply"), std::string::npos) << deep.substr(0, 300);
}

TEST(Set, WhatIsNoUtf8IsRefused)
{
    EXPECT_EQ(Apply("a=\xff"), "--set: the key or the value is not valid UTF-8");
    EXPECT_EQ(Apply("\xff=1"), "--set: the key or the value is not valid UTF-8");
    EXPECT_EQ(Apply("a=\"\xc3\x28\""), "--set: the key or the value is not valid UTF-8");
}

TEST(Set, WrongPathsAreToldAndChangeNothing)
{
    EXPECT_EQ(Apply("a"), "--set a: allowed: KEY=VALUE, such as topology.planes=4");
    EXPECT_EQ(Apply("list[1].b=1"),
              "list: --set list[1].b=1: there is no entry [1]; the list has 1 entry");
    EXPECT_EQ(Apply("a[0]=1"), "a: --set a[0]=1: there is no entry [0]; this is not a list");
    EXPECT_EQ(Apply("a.b=1"), "a: --set a.b=1: there is no key \"b\" in 1");
    for (const char* path : {"",
                             ".a",
                             "a.",
                             "a..b",
                             "list[]",
                             "list[x]",
                             "list[0",
                             "list]0[",
                             "list[0]b",
                             "[0]",
                             "list[-1]",
                             "list[99999999999]"})
    {
        const auto assignment = std::string(path) + "=1";
        EXPECT_EQ(Apply(assignment),
                  "--set " + assignment + ": \"" + path +
                      "\" is not a path; allowed: keys and indexes, such as workload[0].bytes");
    }
}

} // namespace
