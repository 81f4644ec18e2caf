/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference/facts-text.h"
#include "reference/key-list.h"
#include "run/load-scenario.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace
{

using namespace mrcsim;

/// A place of a dive.
struct Place : KeyOwner
{
    uint32_t x{0};    ///< by number
    std::string name; ///< by name
    uint32_t z{0};    ///< depth

    /** @param keys receives the keys of a place by number */
    static void DeclareNumber(KeySet& keys)
    {
        keys.Add("x", &Place::x).Required().Help("X.");
        keys.Add("z", &Place::z).Absent("0").Help("Z.");
    }

    /** @param keys receives the keys of a place by name */
    static void DeclareName(KeySet& keys)
    {
        keys.Add("name", &Place::name).Required().Help("N.");
        keys.Add("z", &Place::z).Absent("0").Help("Z.");
    }

    /** @param keys receives the forms */
    static void DeclareKeys(KeySet& keys)
    {
        keys.AddForm("x", DeclareNumber);
        keys.AddForm("name", DeclareName);
    }
};

/// A job of any kind.
struct Task : KeyOwner
{
    std::string name;  ///< name
    std::string type;  ///< kind
    bool end{true};    ///< end
    double speed{0};   ///< run, swim
    uint32_t legs{0};  ///< run
    uint32_t hind{0};  ///< run
    std::string style; ///< swim
    Place place;       ///< dive

    /** @param keys receives the keys of runners */
    static void DeclareRun(KeySet& keys)
    {
        keys.Add("speed", &Task::speed).Above(0).Unit("m/s").Required().Help("How fast.");
        keys.Add("legs", &Task::legs).Values({2, 4}).Default(2).Help("Legs.");
        keys.Add("hind", &Task::hind).OnlyWith("legs", 4).Default(2).Help("Hind legs.");
    }

    /** @param keys receives the keys of swimmers */
    static void DeclareSwim(KeySet& keys)
    {
        keys.Add("speed", &Task::speed).Above(0).Unit("m/s").Required().Help("How fast.");
        keys.Add("style", &Task::style).Words({"crawl"}).AnyClass().Default("crawl").Help("How.");
    }

    /** @param keys receives the keys of divers */
    static void DeclareDive(KeySet& keys)
    {
        keys.Add("place", &Task::place).Absent("anywhere").Help("Where.");
    }

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("name", &Task::name).Default("j").Help("Name.");
        keys.Add("type", &Task::type);
        keys.PutKindKeysHere();
        keys.Add("end", &Task::end).Default(true).Help("End.");
        const auto add = [&keys](const char* name, const char* text, void (*declare)(KeySet&)) {
            KeySet own;
            declare(own);
            keys.AddKind("type", name, text, own, {});
        };
        add("run", "runs.", DeclareRun);
        add("swim", "swims.", DeclareSwim);
        add("dive", "dives.", DeclareDive);
    }
};

/// Keys with kinds, forms and keys that depend on each other.
struct Zoo : KeyOwner
{
    std::optional<uint64_t> size;  ///< size
    uint64_t rate{0};              ///< rate
    std::string last;              ///< last
    std::vector<std::string> pets; ///< pets
    std::vector<Task> jobs;        ///< jobs

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("size", &Zoo::size)
            .Words({"auto"})
            .Bytes()
            .AtLeast(2)
            .Default("auto")
            .Help("Its size.");
        keys.Add("rate", &Zoo::rate).Rate().DefaultFrom("size").Help("Its rate.");
        keys.Add("last", &Zoo::last).Absent("none is last").Help("The last one.");
        keys.Add("pets", &Zoo::pets)
            .Words({"cat", "dog"})
            .DefaultJson(R"(["dog", "cat"])")
            .Help("Pets.");
        keys.Add("job", &Zoo::jobs).Required().Help("The jobs.");
    }
};

/** @return the keys above */
KeyList
List()
{
    return ListKeys(GetKeys<Zoo>());
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
      "range": "at least 0", "defaultFrom": "size", "meaning": "Its rate."}])"));
    EXPECT_EQ(Find("last"), Json::parse(R"([{"path": "last", "type": "string",
      "absent": "none is last", "meaning": "The last one."}])"));
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

TEST(KeyList, KeysStandTogetherInTheOrderOfDocuments)
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
    EXPECT_NE(text.find("    string; absent: none is last\n"), std::string::npos);
    EXPECT_NE(text.find("    list of cat, dog; default dog, cat\n"), std::string::npos);
}

TEST(KeyList, EveryKeyOfScenariosTellsEverything)
{
    const auto list = ListKeys(GetScenarioKeys());
    EXPECT_GT(list.entries.size(), 190U);
    for (const auto& entry : list.entries)
    {
        EXPECT_NE(entry.facts.value("type", ""), "") << entry.path;
        EXPECT_NE(entry.facts.value("meaning", ""), "") << entry.path;
        EXPECT_NE(DescribeDefault(entry.facts), "")
            << entry.path << ": not required, without a default, and without Absent";
        EXPECT_EQ(entry.facts.value("meaning", "").find("Absent:"), std::string::npos)
            << entry.path << ": use the keyword absent";
    }
}

TEST(KeyList, AttributesKnowTheDefaultsOfTheirKeys)
{
    for (const auto& entry : ListKeys(GetScenarioKeys()).entries)
    {
        if (entry.path == "transport.evs")
        {
            EXPECT_EQ(entry.facts["default"], 256);
            EXPECT_EQ(entry.facts["attribute"], "ns3::MrcEvParameters::EvCount");
        }
        if (entry.path == "switch.ecn.lastHop")
        {
            const auto& defaults = entry.facts["defaultByTransport"];
            EXPECT_EQ(defaults["mrc"], false);
            EXPECT_EQ(defaults["roce"], true);
            EXPECT_EQ(defaults["tcp"], true);
        }
        if (entry.path == "topology.serverDelay")
        {
            EXPECT_EQ(entry.facts["default"], "500ns");
            EXPECT_EQ(entry.facts["with"], "serverRate");
        }
    }
}

} // namespace
