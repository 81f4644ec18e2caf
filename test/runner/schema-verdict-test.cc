/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "keys/key-document.h"
#include "run/load-scenario.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

// The runner checks scenarios with the declarations of their keys, because its messages need them.
// An independent program, valijson, must come to the same verdict with the schema that derives from
// the declarations.

namespace
{

using namespace mrcsim;

/// Number of documents with random changes made from each document.
constexpr int MUTATIONS = 20;

/// Largest depth of changes, more than any scenario has.
constexpr int MAX_STEPS = 8;

/** @return the top of the repository */
std::filesystem::path
GetTop()
{
    return MRC_SOURCE_DIR;
}

/**
 * @param file a file
 * @return its contents
 */
std::string
ReadText(const std::filesystem::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/**
 * @param folder a folder of scenarios
 * @param [out] documents receives them
 */
void
AddFolder(const std::filesystem::path& folder, std::vector<Json>& documents)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    {
        if (entry.path().extension() == ".json")
        {
            EXPECT_TRUE(ReadJsonFile(entry.path(), documents.emplace_back()).empty());
        }
    }
}

/**
 * Read the invalid scenarios of another test: a valid one and patches.
 * @param [out] documents receives them
 */
void
AddProblems(std::vector<Json>& documents)
{
    const auto source = ReadText(GetTop() / "test" / "runner" / "scenario-problems-test.cc");
    const std::string begin = "R\"(";
    Json base;
    for (auto at = source.find(begin); at != std::string::npos; at = source.find(begin, at))
    {
        at += begin.size();
        const auto patch =
            Json::parse(source.substr(at, source.find(")\"", at) - at), nullptr, false);
        if (patch.is_object())
        {
            base = base.is_null() ? patch : base;
            documents.push_back(base);
            documents.back().merge_patch(patch);
        }
    }
}

/// Changes documents at random.
class Spoiler
{
  public:
    /**
     * @param document a document
     * @return the document with a value replaced or a key removed
     */
    Json Spoil(Json document)
    {
        static const auto OTHERS = Json::parse(
            R"([null, true, 0, -1, 3, 2.5, 3.0, 1e30, 18446744073709551615, "", "auto", "all",
                "1ms", "-1ms", "0ms", "1MB", "1Gbps", "mrc", "roce", "clos", "graph", "write",
                "flows", "link-up", "link-loss", [], [0, 1], {}, {"from": 0}, {"a": "h0"}])");
        Json* node = &document;
        Json* parent = nullptr;
        for (int step = 0; step < MAX_STEPS && node->is_structured() && !node->empty() &&
                           (step == 0 || Draw(4) > 0);
             ++step)
        {
            parent = node;
            node = &*std::next(node->begin(), static_cast<std::ptrdiff_t>(Draw(node->size())));
        }
        switch (Draw(4))
        {
        case 0:
            Remove(parent, node);
            break;
        case 1:
            if (parent && parent->is_object())
            {
                const auto copy = *node;
                (*parent)["other"] = copy;
            }
            break;
        default:
            *node = OTHERS[Draw(OTHERS.size())];
        }
        return document;
    }

  private:
    /**
     * @param end a number
     * @return a number below it
     */
    size_t Draw(size_t end)
    {
        return m_random() % end;
    }

    /**
     * @param parent object or list that contains the value; null if there is none
     * @param node the value to remove
     */
    static void Remove(Json* parent, const Json* node)
    {
        for (auto it = parent ? parent->begin() : Json::iterator(); parent && it != parent->end();
             ++it)
        {
            if (&*it == node)
            {
                parent->erase(it);
                return;
            }
        }
    }

    std::mt19937 m_random{1}; ///< the same on every machine
};

/// Compares both programs.
class SchemaVerdict_SLOW : public testing::Test
{
  protected:
    SchemaVerdict_SLOW()
    {
        const nlohmann::json text = MakeScenarioSchema();
        valijson::SchemaParser parser;
        parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(text), m_other);
    }

    /**
     * JSON Schema cannot express bounds of strings with a unit, and numbers that are no 64-bit
     * time.
     * @param problem a problem that the runner reports
     * @return true if only the runner may report it
     */
    static bool IsOursAlone(const Problem& problem)
    {
        return problem.text.find("(units ") != std::string::npos;
    }

    /**
     * @param document any document
     * @return true if both come to the same verdict
     */
    bool Agree(const Json& document)
    {
        const nlohmann::json plain = document;
        const valijson::adapters::NlohmannJsonAdapter target(plain);
        valijson::Validator validator;
        const bool valid = validator.validate(m_other, target, nullptr);
        const auto problems = CheckDocument(GetScenarioKeys(), document);
        const bool same =
            valid ? std::all_of(problems.begin(), problems.end(), IsOursAlone) : !problems.empty();
        m_refused += valid ? 0 : 1;
        ++m_judged;
        return same;
    }

    valijson::Schema m_other; ///< valijson's
    int m_judged{0};          ///< number of documents so far
    int m_refused{0};         ///< number that valijson rejects
};

TEST_F(SchemaVerdict_SLOW, IsTheSameAsThatOfAnotherValidator)
{
    std::vector<Json> documents;
    AddFolder(GetTop() / "test" / "golden", documents);
    AddFolder(GetTop() / "experiments" / "scenarios", documents);
    const auto good = documents.size();
    AddProblems(documents);
    ASSERT_GT(good, 60U);
    ASSERT_GT(documents.size() - good, 150U);
    Spoiler spoiler;
    for (const auto& document : documents)
    {
        EXPECT_TRUE(Agree(document)) << document.dump();
        for (int i = 0; i < MUTATIONS; ++i)
        {
            auto spoiled = spoiler.Spoil(document);
            ASSERT_TRUE(Agree(spoiled)) << spoiled.dump();
            spoiled = spoiler.Spoil(spoiled);
            ASSERT_TRUE(Agree(spoiled)) << spoiled.dump();
        }
    }
    EXPECT_GT(m_refused, 2000);
    EXPECT_GT(m_judged - m_refused, 500);
}

} // namespace
