/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command-line/command-line.h"
#include "run/progress-line.h"

#include <gtest/gtest.h>
#include <sstream>

namespace
{

using namespace mrcsim;
using Command = CommandLine::Command;

/**
 * @param arguments what the user wrote
 * @return the mistake, empty if there is none
 */
std::string
GetError(const std::vector<std::string>& arguments)
{
    CommandLine line;
    const auto problems = ParseCommandLine(arguments, line);
    return problems.empty() ? "" : ToString(problems.front());
}

TEST(CommandLine, RunTakesAllOptionsInAnyOrder)
{
    CommandLine line;
    EXPECT_TRUE(ParseCommandLine({"run",
                                  "--set",
                                  "a.b=1",
                                  "--seed=7",
                                  "s.json",
                                  "--out",
                                  "x y",
                                  "--set=c[0]=2",
                                  "--quiet",
                                  "--no-progress"},
                                 line)
                    .empty());
    EXPECT_EQ(line.command, Command::RUN);
    EXPECT_EQ(line.scenario, "s.json");
    EXPECT_EQ(line.assignments, (std::vector<std::string>{"a.b=1", "c[0]=2"}));
    EXPECT_EQ(line.seed, 7U);
    EXPECT_EQ(line.out, "x y");
    EXPECT_TRUE(line.quiet);
    EXPECT_EQ(line.progress, false);
}

TEST(CommandLine, CheckTakesSettings)
{
    CommandLine line;
    EXPECT_TRUE(ParseCommandLine({"check", "s.json", "--set", "a=1"}, line).empty());
    EXPECT_EQ(line.command, Command::CHECK);
    EXPECT_EQ(GetError({"check", "s.json", "--out", "x"}), "unknown option --out");
}

TEST(CommandLine, CapacityTakesAFolderAndNothingThatRunsNeed)
{
    CommandLine line;
    EXPECT_TRUE(ParseCommandLine(
                    {"capacity", "c.json", "--set=a=1", "--seed", "2", "--out", "x", "--quiet"},
                    line)
                    .empty());
    EXPECT_EQ(line.command, Command::CAPACITY);
    EXPECT_EQ(line.scenario, "c.json");
    EXPECT_EQ(line.out, "x");
    EXPECT_TRUE(line.quiet);
    EXPECT_EQ(GetError({"capacity", "c.json", "--force"}), "unknown option --force");
    EXPECT_EQ(GetError({"capacity", "c.json", "--progress"}), "unknown option --progress");
    EXPECT_EQ(GetError({"capacity"}), "no scenario given; allowed: a JSON file");
}

TEST(CommandLine, KeysAndAttributesTakeOneNameOrNone)
{
    CommandLine line;
    EXPECT_TRUE(ParseCommandLine({"keys"}, line).empty());
    EXPECT_EQ(line.command, Command::KEYS);
    EXPECT_EQ(line.topic, "");
    EXPECT_FALSE(line.json);
    EXPECT_TRUE(ParseCommandLine({"attributes", "MrcNscc", "--json"}, line).empty());
    EXPECT_EQ(line.command, Command::ATTRIBUTES);
    EXPECT_EQ(line.topic, "MrcNscc");
    EXPECT_TRUE(line.json);
    EXPECT_EQ(GetError({"keys", "a", "b"}),
              "found \"a\" and \"b\"; allowed: one name, or none for all");
    EXPECT_EQ(GetError({"keys", ""}), "the name is empty; allowed: one name, or none for all");
    EXPECT_EQ(GetError({"keys", "--jsn"}), "unknown option --jsn, did you mean --json?");
    EXPECT_EQ(GetError({"attributes", "--set", "a=1"}), "unknown option --set");
}

TEST(CommandLine, ACheckTellsAllOrWhatARunWillTake)
{
    CommandLine line;
    EXPECT_TRUE(ParseCommandLine({"check", "s.json", "--all"}, line).empty());
    EXPECT_TRUE(line.all);
    EXPECT_EQ(GetError({"check", "s.json", "--all", "--estimate"}),
              "found --all and --estimate; allowed: one of them");
    EXPECT_EQ(GetError({"run", "s.json", "--all"}), "unknown option --all");
}

TEST(CommandLine, HelpAndVersionNeedNothing)
{
    CommandLine line;
    EXPECT_TRUE(ParseCommandLine({"--help"}, line).empty());
    EXPECT_EQ(line.command, Command::HELP);
    EXPECT_TRUE(ParseCommandLine({"run", "--help"}, line).empty());
    EXPECT_EQ(line.command, Command::HELP);
    EXPECT_TRUE(ParseCommandLine({"schema"}, line).empty());
    EXPECT_EQ(line.command, Command::SCHEMA);
    EXPECT_TRUE(ParseCommandLine({"results", "--json"}, line).empty());
    EXPECT_EQ(line.command, Command::RESULTS);
    EXPECT_TRUE(ParseCommandLine({"results"}, line).empty());
    EXPECT_EQ(line.command, Command::RESULTS);
    EXPECT_TRUE(ParseCommandLine({"version"}, line).empty());
    EXPECT_EQ(line.command, Command::VERSION);
}

TEST(CommandLine, MistakesAreTold)
{
    EXPECT_EQ(GetError({}),
              "no command given; allowed: run, check, capacity, keys, attributes, results, "
              "schema, help, version");
    EXPECT_EQ(GetError({"schema", "x"}), "schema takes no arguments; found x");
    EXPECT_EQ(GetError({"results", "x"}), "results takes no arguments; found x");
    EXPECT_EQ(GetError({"schema", "--json"}), "schema takes no arguments; found --json");
    EXPECT_EQ(GetError({"rum"}), "unknown command rum, did you mean run?");
    EXPECT_EQ(GetError({"sweep"}),
              "unknown command sweep; allowed: run, check, capacity, keys, attributes, results, "
              "schema, help, version");
    EXPECT_EQ(GetError({"run"}), "no scenario given; allowed: a JSON file");
    EXPECT_EQ(GetError({"run", ""}), "the name of the scenario is empty");
    EXPECT_EQ(GetError({"run", "a", "b"}), "found the scenarios a and b; allowed: one");
    EXPECT_EQ(GetError({"run", "a", "--sed", "1"}), "unknown option --sed, did you mean --set?");
    EXPECT_EQ(GetError({"run", "a", "--cores", "1"}), "unknown option --cores");
    EXPECT_EQ(GetError({"run", "a", "--out"}), "--out needs a value");
    EXPECT_EQ(GetError({"run", "a", "--out="}), "--out needs a value");
    EXPECT_EQ(GetError({"run", "a", "--seed", "x"}), "--seed: found x; allowed: a whole number");
    EXPECT_EQ(GetError({"run", "a", "--seed", "-1"}), "--seed: found -1; allowed: a whole number");
    EXPECT_EQ(GetError({"run", "a", "--seed", "1e3"}),
              "--seed: found 1e3; allowed: a whole number");
}

TEST(ProgressLine, TellsTimeFlowsSpeedAndTheRest)
{
    const Progress progress{ns3::RdmaTick::Us(1250), ns3::RdmaTick::Ms(200), 2016, 8064, 6'200'000};
    EXPECT_EQ(DescribeProgress(progress, 2),
              "simulated 1.25 of 200 ms, 2016 of 8064 flows, 3.10 M packet-hops/s, about 6 s left");
}

TEST(ProgressLine, SaysNothingOfTheRestAtFirst)
{
    const Progress progress{ns3::RdmaTick::Us(1), ns3::RdmaTick::Ms(200), 0, 8064, 0};
    EXPECT_EQ(DescribeProgress(progress, 0),
              "simulated 0.001 of 200 ms, 0 of 8064 flows, 0.00 M packet-hops/s");
}

TEST(ProgressLine, ShortRunsSeeNone)
{
    std::ostringstream out;
    ProgressLine line(out, ProgressLine::Mode::LONG_RUNS);
    EXPECT_FALSE(line.IsDue());
    line.Clear();
    EXPECT_EQ(out.str(), "");
    EXPECT_FALSE(ProgressLine(out, ProgressLine::Mode::NEVER).IsDue());
    EXPECT_TRUE(ProgressLine(out, ProgressLine::Mode::ALWAYS).IsDue());
}

TEST(ProgressLine, IsRemovedAtTheEnd)
{
    std::ostringstream out;
    ProgressLine line(out, ProgressLine::Mode::ALWAYS);
    line.Show({ns3::RdmaTick::Us(1), ns3::RdmaTick::Ms(1), 1, 2, 3});
    EXPECT_FALSE(line.IsDue()) << "not again at once";
    line.Clear();
    const auto text = out.str();
    EXPECT_EQ(text.substr(text.size() - 4), "\r\033[K");
}

} // namespace
