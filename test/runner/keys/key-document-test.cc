/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "keys/key-document.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

// Documents by the declarations of their keys: problems, defaults and values.

namespace
{

using namespace mrcsim;

/// A part of a machine.
struct Wheel : KeyOwner
{
    uint32_t spokes{0}; ///< spokes
    uint64_t mass{0};   ///< mass, B

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("a wheel");
        keys.Add("spokes", &Wheel::spokes).Range(3, 40).Required().Help("Spokes.");
        keys.Add("mass", &Wheel::mass).Bytes().AtLeast(1).Default("1kB").Help("Mass.");
    }
};

/// A document with a key of every type.
struct Machine : KeyOwner
{
    std::string name;                ///< text with a pattern
    ns3::RdmaTick pace;              ///< a time
    std::optional<uint64_t> load;    ///< a size or auto
    uint64_t rate{0};                ///< a rate
    uint64_t spare{0};               ///< by default the rate
    double part{0};                  ///< a number
    bool on{false};                  ///< true or false
    std::string mode;                ///< a word
    uint32_t gears{0};               ///< one of some numbers
    uint32_t top{0};                 ///< only with one number of gears
    std::vector<Wheel> wheels;       ///< a list of objects
    std::vector<std::string> colors; ///< a list of words
    std::optional<uint32_t> from;    ///< needs the next one
    std::optional<uint32_t> to;      ///< needed
    ns3::RdmaTick inner;             ///< in a group

    /** @param keys receives the keys of the group */
    static void DeclareGroup(KeySet& keys)
    {
        keys.Add("inner", &Machine::inner).Above(0).Default("2us").Help("Inner.");
    }

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("a machine");
        keys.Add("name", &Machine::name).Pattern("^[a-z]+$").Title("a name").Required();
        keys.Add("pace", &Machine::pace).Above(0).Default("1us");
        keys.Add("load", &Machine::load).Words({"auto"}).Bytes().AtLeast(10).Default("auto");
        keys.Add("rate", &Machine::rate).Rate().Above(0).Default("1Gbps");
        keys.Add("spare", &Machine::spare).Rate().DefaultFrom("rate");
        keys.Add("part", &Machine::part).Range(0, 1).Default(0.5);
        keys.Add("on", &Machine::on).Default(true);
        keys.Add("mode", &Machine::mode).Words({"slow", "fast"}).Default("slow");
        keys.Add("gears", &Machine::gears).Values({2, 3}).Default(2);
        keys.Add("top", &Machine::top).Range(1, 9).OnlyWith("gears", 3).Required();
        keys.Add("wheels", &Machine::wheels).Length(0, 2).DefaultJson("[]");
        keys.Add("colors", &Machine::colors).Words({"red", "blue"}).DefaultJson(R"(["red"])");
        keys.Add("from", &Machine::from).Range(0, 9).Needs("to");
        keys.Add("to", &Machine::to).Range(0, 9).Absent("no range");
        keys.AddGroup("group", DeclareGroup).DefaultJson("{}");
    }
};

/// Keys that set an attribute, which may be from 1 to 2048, and have bounds of their own
struct Narrowed
{
    uint32_t value{0}; ///< of every key

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        const char* attribute = "ns3::MrcEvParameters::EvCount";
        keys.Add("free", &Narrowed::value).Attribute(attribute);
        keys.Add("least", &Narrowed::value).AtLeast(5).Attribute(attribute);
        keys.Add("above", &Narrowed::value).Above(5).Attribute(attribute);
        keys.Add("some", &Narrowed::value).Values({5, 3000}).Attribute(attribute);
        keys.Add("range", &Narrowed::value).Range(5, 6).Attribute(attribute);
    }
};

/** @return the problems of a document, a line each */
std::string
Check(const std::string& text)
{
    std::string lines;
    for (const auto& problem : CheckDocument(GetKeys<Machine>(), Json::parse(text)))
    {
        lines += ToString(problem) + "\n";
    }
    return lines;
}

/** @return a valid document with an additional key */
std::string
With(const std::string& key)
{
    return R"({"name": "a", )" + key + "}";
}

/** @return the values of a valid document */
Machine
Read(const std::string& text)
{
    EXPECT_EQ(Check(text), "");
    Problems problems;
    KeyContext context{problems};
    Machine machine;
    ReadDocument(GetKeys<Machine>(),
                 CompleteDocument(GetKeys<Machine>(), Json::parse(text)),
                 machine,
                 context);
    EXPECT_TRUE(problems.empty());
    return machine;
}

TEST(KeyDocument, BoundsOfAKeyReplaceThoseOfItsAttribute)
{
    const auto allowed = [](const std::string& key, int value) {
        const Json document{{key, value}};
        return CheckDocument(GetKeys<Narrowed>(), document).empty();
    };
    EXPECT_FALSE(allowed("free", 0));
    EXPECT_TRUE(allowed("free", 1));
    EXPECT_TRUE(allowed("free", 2048));
    EXPECT_FALSE(allowed("free", 2049));
    EXPECT_FALSE(allowed("least", 4));
    EXPECT_TRUE(allowed("least", 3000));
    EXPECT_FALSE(allowed("above", 5));
    EXPECT_TRUE(allowed("above", 3000));
    EXPECT_FALSE(allowed("some", 6));
    EXPECT_TRUE(allowed("some", 3000));
    EXPECT_FALSE(allowed("range", 4));
    EXPECT_FALSE(allowed("range", 7));
}

TEST(KeyDocument, EveryMistakeHasItsPlaceAndWhatIsAllowed)
{
    EXPECT_EQ(Check("[]"), "found []; allowed: a machine\n");
    EXPECT_EQ(Check("{}"), "name: missing; needed: a name\n");
    EXPECT_EQ(Check(R"({"name": "A1"})"), "name: found \"A1\"; allowed: a name\n");
    EXPECT_EQ(Check(With(R"("pcae": 1)")).rfind("pcae: unknown key, did you mean \"pace\"?", 0),
              0U);
    EXPECT_EQ(Check(With(R"("part": 1.5)")), "part: found 1.5; allowed: a number from 0 to 1\n");
    EXPECT_EQ(Check(With(R"("part": "1")")), "part: found \"1\"; allowed: a number from 0 to 1\n");
    EXPECT_EQ(Check(With(R"("on": 1)")), "on: found 1; allowed: true or false\n");
    EXPECT_EQ(Check(With(R"("mode": "Fast")")),
              "mode: found \"Fast\", did you mean \"fast\"? Allowed: one of \"slow\", \"fast\"\n");
    EXPECT_EQ(Check(With(R"("gears": 4)")), "gears: found 4; allowed: one of 2, 3\n");
    EXPECT_EQ(Check(With(R"("wheels": [{"spokes": 2}, {}])")),
              "wheels[0].spokes: found 2; allowed: a whole number from 3 to 40\n"
              "wheels[1].spokes: missing; needed: a whole number from 3 to 40\n");
    EXPECT_EQ(Check(With(R"("wheels": [7])")), "wheels[0]: found 7; allowed: a wheel\n");
    EXPECT_EQ(Check(With(R"("wheels": [{"spokes": 3}, {"spokes": 3}, {"spokes": 3}])"))
                  .rfind("wheels: found ", 0),
              0U);
    EXPECT_EQ(Check(With(R"("colors": ["red", "green"])")),
              "colors[1]: found \"green\"; allowed: one of \"red\", \"blue\"\n");
    EXPECT_EQ(Check(With(R"("from": 1)")), "to: missing; needed: a whole number from 0 to 9\n");
}

TEST(KeyDocument, AStringMatchesItsPatternToItsEnd)
{
    EXPECT_EQ(Check(R"({"name": "abc"})"), "");
    EXPECT_EQ(Check(R"({"name": "a\nb"})"), "name: found \"a\\nb\"; allowed: a name\n");
    EXPECT_EQ(Check(R"({"name": "a\u0000"})"), "name: found \"a\\u0000\"; allowed: a name\n");
    EXPECT_EQ(Check("{\"name\": \"" + std::string(1000, 'a') + "\"}"), "");
    EXPECT_NE(Check("{\"name\": \"" + std::string(1001, 'a') + "\"}"), "");
}

TEST(KeyDocument, QuantitiesHaveBoundsWithAndWithoutUnits)
{
    for (const char* good : {"1", "\"1ps\"", "\"2 min\"", "\"0.5us\"", "1000000"})
    {
        EXPECT_EQ(Check(With("\"pace\": " + std::string(good))), "") << good;
    }
    for (const char* bad :
         {"0", "\"0s\"", "-1", "\"-1us\"", "\"1\"", "\"1 parsec\"", "1.5", "true", "null"})
    {
        EXPECT_NE(Check(With("\"pace\": " + std::string(bad))), "") << bad;
    }
    EXPECT_EQ(Check(With(R"("pace": "0.1ps")")),
              "pace: found \"0.1ps\", which is not a whole number of ps; allowed: a time such as "
              "\"500ns\" (units ps, ns, us, ms, s, min), or a whole number of ns, above 0\n");
    EXPECT_NE(Check(With(R"("load": "9B")")), "");
    EXPECT_EQ(Check(With(R"("load": "10B")")), "");
    EXPECT_NE(Check(With(R"("load": "automatic")")), "");
    EXPECT_NE(Check(With(R"("rate": "1MB")")), "");
}

TEST(KeyDocument, DefaultsStandInTheOrderOfTheDeclarations)
{
    const auto complete = CompleteDocument(
        GetKeys<Machine>(),
        Json::parse(R"({"rate": "2Gbps", "name": "a", "wheels": [{"spokes": 3}]})"));
    EXPECT_EQ(complete.dump(),
              R"({"name":"a","pace":"1us","load":"auto","rate":"2Gbps","spare":"2Gbps",)"
              R"("part":0.5,"on":true,"mode":"slow","gears":2,)"
              R"("wheels":[{"spokes":3,"mass":"1kB"}],"colors":["red"],"group":{"inner":"2us"}})");
}

TEST(KeyDocument, ACompleteDocumentIsItsOwnCompletion)
{
    for (const char* text : {R"({"name": "a"})",
                             R"({"name": "b", "gears": 3, "top": 2, "from": 1, "to": 2})",
                             R"({"group": {"inner": 5}, "name": "c", "wheels": [{"spokes": 4}]})"})
    {
        const auto once = CompleteDocument(GetKeys<Machine>(), Json::parse(text));
        EXPECT_TRUE(CheckDocument(GetKeys<Machine>(), once).empty()) << once;
        EXPECT_EQ(CompleteDocument(GetKeys<Machine>(), once).dump(), once.dump());
    }
}

TEST(KeyDocument, TheOrderOfKeysMeansNothing)
{
    const auto one = R"({"name": "a", "gears": 3, "top": 7, "rate": 5})";
    const auto other = R"({"rate": 5, "top": 7, "gears": 3, "name": "a"})";
    EXPECT_EQ(CompleteDocument(GetKeys<Machine>(), Json::parse(one)).dump(),
              CompleteDocument(GetKeys<Machine>(), Json::parse(other)).dump());
}

TEST(KeyDocument, KeysExistWithOneValueOfAnotherAlone)
{
    EXPECT_EQ(Check(With(R"("gears": 3)")), "top: missing; needed: a whole number from 1 to 9\n");
    EXPECT_EQ(Check(With(R"("top": 1)")).rfind("top: unknown key", 0), 0U) << "the default is 2";
    EXPECT_EQ(Check(With(R"("top": 1, "gears": 2)")).rfind("top: unknown key", 0), 0U);
    EXPECT_EQ(Read(With(R"("top": 4, "gears": 3)")).top, 4U);
}

TEST(KeyDocument, ValuesAreReadInTheirSmallestUnit)
{
    const auto machine = Read(R"({"name": "a", "pace": "1.5ns", "load": "2KiB", "rate": "10Gb/s",
        "part": 1, "on": false, "mode": "fast", "wheels": [{"spokes": 5, "mass": 7}],
        "colors": ["blue", "red"], "from": 0, "to": 9, "group": {"inner": 3}})");
    EXPECT_EQ(machine.name, "a");
    EXPECT_EQ(machine.pace.GetPs(), 1500);
    EXPECT_EQ(machine.load, 2048U);
    EXPECT_EQ(machine.rate, 10'000'000'000U);
    EXPECT_EQ(machine.spare, 10'000'000'000U);
    EXPECT_EQ(machine.part, 1);
    EXPECT_FALSE(machine.on);
    EXPECT_EQ(machine.mode, "fast");
    ASSERT_EQ(machine.wheels.size(), 1U);
    EXPECT_EQ(machine.wheels[0].spokes, 5U);
    EXPECT_EQ(machine.wheels[0].mass, 7U);
    EXPECT_EQ(machine.colors, (std::vector<std::string>{"blue", "red"}));
    EXPECT_EQ(machine.from, 0U);
    EXPECT_EQ(machine.to, 9U);
    EXPECT_EQ(machine.inner.GetPs(), 3000);
}

TEST(KeyDocument, KeysFillNothingButWhatTheyWereDeclaredFor)
{
    Problems problems;
    KeyContext context{problems};
    Wheel wheel;
    EXPECT_THROW(ReadDocument(GetKeys<Machine>(), Json{{"name", "a"}}, wheel, context),
                 std::bad_cast);
    EXPECT_NO_THROW(ReadDocument(GetKeys<Wheel>(), Json{{"spokes", 3}}, wheel, context));
    EXPECT_EQ(wheel.spokes, 3U);
}

TEST(KeyDocument, AWordInPlaceOfANumberIsNoNumber)
{
    EXPECT_FALSE(Read(R"({"name": "a"})").load);
    EXPECT_EQ(Read(R"({"name": "a", "load": 10})").load, 10U);
}

} // namespace
