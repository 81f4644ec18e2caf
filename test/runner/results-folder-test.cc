/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "folder-fixture.h"
#include "results/results-folder.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace
{

using namespace mrcsim;
namespace fs = std::filesystem;

using Names = std::set<std::string>;

/// Files of every results folder.
const Names FILES = {"config.json",
                     "events.csv",
                     "flows.csv",
                     "jobs.csv",
                     "links.csv",
                     "samples.csv",
                     "summary.json"};

/// Runs with results in folders.
class ResultsFolderTest : public FolderFixture
{
  protected:
    /// Results of a run with this outcome and one row of samples.
    static Results MakeResults(const std::string& outcome, const std::string& object = "h0")
    {
        Results results;
        results.summary.outcome = outcome;
        results.samples = {{ns3::RdmaTick::Us(10), "host.rx_gbps", object, 1}};
        results.links = [](const auto& /* show */) {};
        return results;
    }

    /// The message about a folder that is rejected; the folder does not change.
    std::string Refusal(const fs::path& name) const
    {
        ResultsFolder folder(m_base / name);
        const auto problems = folder.Open();
        return problems.empty() ? "" : ToString(problems.front());
    }

    /// A complete run with results in a folder.
    fs::path Put(const fs::path& name, const Results& results) const
    {
        ResultsFolder folder(m_base / name);
        EXPECT_TRUE(folder.Open().empty());
        EXPECT_TRUE(folder.Put({}, results).empty());
        return fs::relative(folder.GetPlace(), m_base);
    }

    /// A run with a capture and results in a folder.
    void PutCapture(const fs::path& name, const std::string& capture) const
    {
        ResultsFolder folder(m_base / name);
        EXPECT_TRUE(folder.Open().empty());
        fs::path captures;
        EXPECT_TRUE(folder.MakeCaptureFolder(captures).empty());
        std::ofstream(captures / capture) << "bytes";
        auto results = MakeResults("complete");
        results.captures = {capture};
        EXPECT_TRUE(folder.Put({}, results).empty());
    }
};

TEST_F(ResultsFolderTest, ASummaryAloneReplacesARun)
{
    Put("out", MakeResults("complete"));
    ResultsFolder folder(m_base / "out");
    EXPECT_TRUE(folder.Open().empty());
    EXPECT_TRUE(folder.Put(Json{{"name", "c"}}, Json{{"program", "capacity"}}).empty());
    EXPECT_EQ(List("out"), (Names{"config.json", "summary.json"}));
    EXPECT_EQ(Read("out/summary.json"), "{\n  \"program\": \"capacity\"\n}\n");
    EXPECT_EQ(Refusal("out"), "") << "and may be replaced";
    fs::remove(m_base / "out" / "summary.json");
    EXPECT_NE(Refusal("out"), "") << "a config.json of another program";
    Write("out/config.json", "{\"schema\": 1, \"network\": {}}");
    EXPECT_EQ(Refusal("out"), "") << "a capacity document, without its summary";
}

TEST_F(ResultsFolderTest, IsMadeWithAllOnTheWay)
{
    EXPECT_EQ(Put("deep/down/out/", MakeResults("complete")), "deep/down/out");
    EXPECT_EQ(List("deep/down/out"), FILES);
    EXPECT_EQ(List("deep/down"), Names{"out"}) << "a temporary folder was not removed";
}

TEST_F(ResultsFolderTest, NothingIsLeftOfARunThatDoesNotCome)
{
    {
        ResultsFolder folder(m_base / "deep" / "out");
        EXPECT_TRUE(folder.Open().empty());
        EXPECT_TRUE(fs::exists(m_base / "deep" / "out"));
    }
    EXPECT_EQ(List("."), Names{});
}

TEST_F(ResultsFolderTest, AForeignFolderIsRefused)
{
    fs::create_directory(m_base / "photos");
    EXPECT_EQ(Refusal("photos"), "") << "an empty folder is fine";
    Write("photos/cat.jpg", "meow");
    EXPECT_EQ(Refusal("photos"),
              "exists and contains files other than results; allowed: a new or empty folder, or "
              "an earlier results folder");
    EXPECT_EQ(Refusal("photos/cat.jpg"), "exists and is not a folder");
    EXPECT_EQ(List("photos"), Names{"cat.jpg"});
}

TEST_F(ResultsFolderTest, ResultsWithoutTheirSummaryMayBeReplaced)
{
    Put("out", MakeResults("complete"));
    fs::remove(m_base / "out" / "summary.json");
    EXPECT_EQ(Refusal("out").rfind("exists and contains", 0), 0U)
        << "an empty config is no scenario";
    Write("out/config.json", R"({"schema": 1, "topology": {}})");
    Write("out/notes.md", "mine");
    Put("out", MakeResults("complete", "h7"));
    EXPECT_NE(Read("out/samples.csv").find("h7"), std::string::npos);
    EXPECT_EQ(Read("out/notes.md"), "mine");
}

TEST_F(ResultsFolderTest, ResultsWaitWhileAnotherRunReplacesThem)
{
    Put("out", MakeResults("complete", "h1"));
    const int other = open((m_base / "out").c_str(), O_RDONLY | O_DIRECTORY);
    ASSERT_EQ(flock(other, LOCK_EX), 0);
    auto later =
        std::async(std::launch::async, [this] { Put("out", MakeResults("complete", "h2")); });
    EXPECT_EQ(later.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
    EXPECT_NE(Read("out/samples.csv").find("h1"), std::string::npos);
    close(other);
    later.wait();
    EXPECT_NE(Read("out/samples.csv").find("h2"), std::string::npos);
}

TEST_F(ResultsFolderTest, OddEarlierSummariesAreReplaced)
{
    const std::vector<std::string> odd = {
        "",
        "[",
        "null",
        "5",
        "[1]",
        "{}",
        R"({"outcome": 5})",
        R"({"outcome": null})",
        R"({"outcome": ["interrupted"]})",
        R"({"captures": null})",
        R"({"captures": 7})",
        R"({"captures": "eth0.pcap"})",
        R"({"captures": {"a": 1, "b": "eth0.pcap"}})",
        R"({"captures": [1, null, [], {}, true]})",
        R"({"captures": ["", ".", "..", "/", "../config.json", "pcap", "no-such-file"]})",
        std::string(100000, '['),
    };
    for (size_t i = 0; i < odd.size(); ++i)
    {
        const auto name = "out" + std::to_string(i);
        PutCapture(name, "eth0.pcap");
        Write(name + "/summary.json", odd[i]);
        Write(name + "/notes.md", "mine");
        EXPECT_EQ(Put(name, MakeResults("complete", "h7")), name) << odd[i].substr(0, 60);
        EXPECT_NE(Read(name + "/samples.csv").find("h7"), std::string::npos);
        EXPECT_EQ(Read(name + "/notes.md"), "mine");
    }
}

TEST_F(ResultsFolderTest, WhatCannotBeMadeIsKnownBeforehand)
{
    Write("file", "no folder");
    fs::create_symlink(m_base / "nowhere", m_base / "dangling");
    for (const auto& name : {std::string("file/out"),
                             std::string("dangling"),
                             std::string("../../../../../../proc/mrc"),
                             std::string(300, 'x')})
    {
        EXPECT_EQ(Refusal(name).rfind("the results cannot be written: ", 0), 0U) << name;
    }
    EXPECT_EQ(List("."), (Names{"file", "dangling"}));
}

TEST_F(ResultsFolderTest, EarlierResultsAreReplacedAndFilesOfTheUserStay)
{
    Put("out", MakeResults("complete"));
    Write("out/notes.md", "mine");
    Put("out/", MakeResults("stalled", "h7"));
    EXPECT_NE(Read("out/samples.csv").find("h7"), std::string::npos);
    EXPECT_EQ(Read("out/samples.csv").find("h0"), std::string::npos);
    EXPECT_EQ(Read("out/notes.md"), "mine");
    Names expected = FILES;
    expected.insert("notes.md");
    EXPECT_EQ(List("out"), expected);
}

TEST_F(ResultsFolderTest, StepsOfAnEarlierRunDoNotStay)
{
    auto results = MakeResults("complete");
    results.stepJobs = {{"train", 3}};
    Put("out", results);
    Names expected = FILES;
    expected.insert("steps.csv");
    EXPECT_EQ(List("out"), expected);
    Put("out", MakeResults("complete"));
    EXPECT_EQ(List("out"), FILES);
}

TEST_F(ResultsFolderTest, EarlierResultsStandUntilNewOnesDo)
{
    Put("out", MakeResults("complete"));
    ResultsFolder folder(m_base / "out");
    EXPECT_TRUE(folder.Open().empty());
    EXPECT_NE(Read("out/samples.csv").find("h0"), std::string::npos);
    folder.Discard();
    EXPECT_EQ(List("out"), FILES);
}

TEST_F(ResultsFolderTest, PartsGoBesideWhatIsWhole)
{
    EXPECT_EQ(Put("out", MakeResults("interrupted")), "out") << "without earlier results";
    EXPECT_EQ(Put("out", MakeResults("complete")), "out") << "complete results replace partial "
                                                             "ones";
    EXPECT_EQ(Put("out", MakeResults("interrupted", "h1")), "out/interrupted");
    EXPECT_NE(Read("out/samples.csv").find("h0"), std::string::npos);
    EXPECT_EQ(List("out/interrupted"), FILES);
    EXPECT_EQ(Put("out", MakeResults("interrupted", "h2")), "out/interrupted");
    EXPECT_NE(Read("out/interrupted/samples.csv").find("h2"), std::string::npos);
    EXPECT_EQ(Put("out", MakeResults("complete")), "out");
    EXPECT_EQ(List("out"), FILES) << "the partial results are removed";
}

TEST_F(ResultsFolderTest, CapturesAreReplacedAsTheOtherFilesAre)
{
    PutCapture("out", "host0-plane0.pcap");
    EXPECT_EQ(Read("out/pcap/host0-plane0.pcap"), "bytes");
    Write("out/pcap/mine.pcap", "mine");
    PutCapture("out", "host1-plane0.pcap");
    EXPECT_EQ(List("out/pcap"), (Names{"host1-plane0.pcap", "mine.pcap"}));
    fs::remove(m_base / "out" / "pcap" / "mine.pcap");
    Put("out", MakeResults("complete"));
    EXPECT_EQ(List("out"), FILES) << "a later run without captures";
}

TEST_F(ResultsFolderTest, ALinkIsFollowed)
{
    fs::create_directory(m_base / "disk");
    fs::create_directory_symlink(m_base / "disk", m_base / "link");
    Put("link", MakeResults("complete"));
    Put("link/", MakeResults("complete"));
    EXPECT_TRUE(fs::is_symlink(m_base / "link"));
    EXPECT_EQ(List("disk"), FILES);
}

TEST_F(ResultsFolderTest, TheCurrentFolderCanBeOne)
{
    fs::create_directory(m_base / "here");
    const auto before = fs::current_path();
    fs::current_path(m_base / "here");
    {
        ResultsFolder folder(".");
        EXPECT_TRUE(folder.Open().empty());
        EXPECT_TRUE(folder.Put({}, MakeResults("complete")).empty());
    }
    EXPECT_EQ(List("here"), FILES);
    fs::current_path(before);
}

TEST_F(ResultsFolderTest, WhatAKilledRunHasLeftIsClearedAway)
{
    // No process has this number, because process IDs are below 2^22
    fs::create_directories(m_base / "out" / ".unfinished-99999999" / "pcap");
    const auto before = signal(SIGHUP, SIG_DFL); // ignored if the tests run in the background
    const pid_t child = fork();
    while (child == 0)
    {
        pause();
    }
    signal(SIGHUP, before);
    const auto running = ".unfinished-" + std::to_string(child);
    fs::create_directories(m_base / "out" / running);
    EXPECT_EQ(Refusal("out"), "") << "not a file of the user";
    EXPECT_EQ(List("out"), Names{running});
    kill(child, SIGKILL);
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(WTERMSIG(status), SIGKILL) << "it is only asked whether it runs";
}

TEST_F(ResultsFolderTest, RunsThatMakeAndRemoveTheSameFoldersDoNotDisturbEachOther)
{
    // Each removes its folder immediately, with its empty parents: thousands of times a second in
    // memory.
    const fs::path memory = "/dev/shm";
    const auto base = fs::exists(memory) ? memory / m_base.filename() : m_base;
    constexpr int RUNS = 4;
    constexpr int ROUNDS = 4000;
    std::vector<pid_t> runs;
    for (int run = 0; run < RUNS; ++run)
    {
        runs.push_back(fork());
        if (runs.back() != 0)
        {
            continue;
        }
        for (int round = 0; round < ROUNDS; ++round)
        {
            ResultsFolder folder(base / "new/deep/er" / ("x" + std::to_string(run)));
            const auto problems = folder.Open();
            if (!problems.empty())
            {
                std::cerr << ToString(problems.front()) << std::endl;
                std::_Exit(1);
            }
        }
        std::_Exit(0);
    }
    for (const auto run : runs)
    {
        int status = 0;
        ASSERT_EQ(waitpid(run, &status, 0), run);
        EXPECT_EQ(status, 0);
    }
    fs::remove_all(base);
}

TEST_F(ResultsFolderTest, WhatCouldBeWrittenIsKeptAndTold)
{
    ResultsFolder folder(m_base / "out");
    EXPECT_TRUE(folder.Open().empty());
    const auto number = std::to_string(getpid());
    fs::create_directory(m_base / "out" / (".unfinished-" + number) / "links.csv");
    const auto problems = folder.Put({}, MakeResults("complete"));
    ASSERT_EQ(problems.size(), 1U);
    const auto kept = m_base / "out" / ("incomplete-" + number);
    const auto elsewhere = fs::temp_directory_path() / ("mrc-results-" + number);
    EXPECT_NE(problems[0].text.find("links.csv"), std::string::npos) << problems[0].text;
    EXPECT_NE(problems[0].text.find("; the files written so far are in " + kept.string() +
                                    ", and all files except captures are in " + elsewhere.string()),
              std::string::npos)
        << problems[0].text;
    EXPECT_EQ(List("out/incomplete-" + number),
              (Names{"jobs.csv", "flows.csv", "samples.csv", "links.csv"}));
    EXPECT_TRUE(fs::exists(elsewhere / "summary.json"));
    fs::remove_all(elsewhere);
    EXPECT_EQ(Refusal("out"), "") << "another run may use the folder";
    EXPECT_EQ(List("out"), Names{"incomplete-" + number}) << "and does not remove it";
}

} // namespace
