/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command-line/command.h"
#include "run/progress-line.h"

#include <gtest/gtest.h>
#include <optional>
#include <sstream>

namespace
{

using namespace mrcsim;

/// Arguments of the probe command.
struct Filled
{
    std::string file;               ///< FILE
    std::string out;                ///< --out
    std::vector<std::string> all;   ///< --set
    std::optional<uint64_t> number; ///< --seed
    bool quiet{false};              ///< --quiet
} g_filled;

/**
 * A command with arguments of all types.
 */
class ProbeCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.AddArgument("FILE", m_filled.file, "a file");
        options.Add("--out DIR", m_filled.out, "a text");
        options.Add("--set KEY=VALUE ...", m_filled.all, "several texts");
        options.Add("--seed N", m_filled.number, "a number");
        options.Add("--quiet", m_filled.quiet, "a flag");
    }

    ExitStatus Do() override
    {
        g_filled = m_filled;
        return INCOMPLETE;
    }

  private:
    Filled m_filled; ///< arguments from the command line
};

const CommandKind<ProbeCommand> PROBE("probe", "takes all that a command can take");

/**
 * @param arguments arguments of the command line
 * @return the error, empty if there is none
 */
std::string
GetMistake(const std::vector<std::string>& arguments)
{
    std::string mistake;
    const auto command = ParseCommandLine(arguments, mistake);
    EXPECT_EQ(command == nullptr, !mistake.empty());
    return mistake;
}

/**
 * @param arguments valid arguments of the command line
 * @return the output
 */
std::string
GetAnswer(const std::vector<std::string>& arguments)
{
    std::string mistake;
    testing::internal::CaptureStdout();
    EXPECT_EQ(ParseCommandLine(arguments, mistake)->Do(), OK);
    return testing::internal::GetCapturedStdout();
}

TEST(CommandLine, OptionsFillTheCommandInAnyOrder)
{
    std::string mistake;
    const auto command = ParseCommandLine({"probe",
                                           "--set",
                                           "a.b=1",
                                           "--seed=7",
                                           "s.json",
                                           "--out",
                                           "x y",
                                           "--set=c=[2,3]",
                                           "--set",
                                           "[4,5]",
                                           "--quiet"},
                                          mistake);
    ASSERT_TRUE(command) << mistake;
    EXPECT_EQ(command->Do(), INCOMPLETE);
    EXPECT_EQ(g_filled.file, "s.json");
    EXPECT_EQ(g_filled.all, (std::vector<std::string>{"a.b=1", "c=[2,3]", "[4,5]"}));
    EXPECT_EQ(g_filled.number, 7U);
    EXPECT_EQ(g_filled.out, "x y");
    EXPECT_TRUE(g_filled.quiet);
}

TEST(CommandLine, TheLastOfAValueCounts)
{
    std::string mistake;
    const auto command = ParseCommandLine(
        {"probe", "s", "--seed", "1", "--seed", "18446744073709551615", "--out=a", "--out=b"},
        mistake);
    ASSERT_TRUE(command) << mistake;
    command->Do();
    EXPECT_EQ(g_filled.number, UINT64_MAX);
    EXPECT_EQ(g_filled.out, "b");
    EXPECT_TRUE(g_filled.all.empty());
    EXPECT_FALSE(g_filled.quiet);
}

TEST(CommandLine, AFileMayBeCalledLikeACommandOrAnOption)
{
    EXPECT_EQ(GetMistake({"run", "check"}), "");
    EXPECT_EQ(GetMistake({"run", "--quiet", "--", "--quiet"}), "");
    EXPECT_EQ(GetMistake({"check", "-"}), "");
}

TEST(CommandLine, HelpTellsEveryCommandAndWhatItTakes)
{
    const auto all = GetAnswer({"help"});
    EXPECT_EQ(GetAnswer({"--help"}), all);
    for (const auto& command : GetCommands())
    {
        const auto& name = command.first;
        EXPECT_NE(all.find("\n  " + name + " "), std::string::npos) << name;
        const auto one = GetAnswer({"help", name});
        EXPECT_EQ(GetAnswer({name, "--help"}), one);
        EXPECT_EQ(GetAnswer({name, "-h", "--wrong"}), one);
        std::istringstream words(one);
        for (std::string word; words >> word;)
        {
            if (word.substr(0, 2) == "--")
            {
                EXPECT_EQ(GetMistake({name, word, "1", "2", "3"}).find("unknown option"),
                          std::string::npos)
                    << name << ' ' << word;
            }
        }
    }
    EXPECT_EQ(GetMistake({"help"}), "");
    EXPECT_EQ(GetMistake({"--version"}), "");
}

TEST(CommandLine, CommandsTakeWhatTheyNeedAlone)
{
    EXPECT_EQ(GetMistake({"run", "s", "--force", "--progress", "--no-progress", "--quiet"}), "");
    EXPECT_EQ(GetMistake({"check", "s", "--set", "a=1", "--seed=1", "--all", "--force"}), "");
    EXPECT_EQ(GetMistake({"check", "s", "--estimate"}), "");
    EXPECT_EQ(GetMistake({"check", "s", "--out", "x"}),
              "unknown option --out; allowed: --help, --set, --seed, --force, --estimate, --all, "
              "--plugin");
    EXPECT_EQ(GetMistake({"capacity", "c", "--set=a=1", "--seed", "2", "--out", "x", "--quiet"}),
              "");
    EXPECT_EQ(GetMistake({"capacity", "c", "--force"}),
              "unknown option --force; allowed: --help, --set, --seed, --out, --quiet, --plugin");
    EXPECT_EQ(GetMistake({"keys"}), "");
    EXPECT_EQ(GetMistake({"attributes", "MrcNscc", "--json"}), "");
    EXPECT_EQ(GetMistake({"keys", "--set", "a=1"}),
              "unknown option --set; allowed: --help, --json, --plugin");
    EXPECT_EQ(GetMistake({"schema"}), "");
}

TEST(CommandLine, MistakesAreTold)
{
    EXPECT_EQ(
        GetMistake({}),
        "no command given; allowed: attributes, capacity, check, help, keys, messages, probe, "
        "results, run, schema, switches, version");
    EXPECT_EQ(GetMistake({"rum"}), "unknown command rum, did you mean run?");
    EXPECT_EQ(GetMistake({"sweep"}),
              "unknown command sweep; allowed: attributes, capacity, check, help, keys, messages, "
              "probe, results, run, schema, switches, version");
    EXPECT_EQ(GetMistake({"schema", "x"}), "one argument too many: x");
    EXPECT_EQ(GetMistake({"run", "a", "b", "c"}), "one argument too many: b");
    EXPECT_EQ(GetMistake({"run"}), "FILE is required");
    EXPECT_EQ(GetMistake({"run", ""}), "FILE: needs a value");
    EXPECT_EQ(GetMistake({"keys", ""}), "PATH: needs a value");
    EXPECT_EQ(GetMistake({"run", "--sed", "1"}), "unknown option --sed, did you mean --set?");
    EXPECT_EQ(GetMistake({"run", "a", "--quit=1"}),
              "unknown option --quit=1, did you mean --quiet?");
    EXPECT_EQ(GetMistake({"run", "a", "--out", ""}), "--out: needs a value");
    EXPECT_NE(GetMistake({"run", "a", "--out"}), "");
    EXPECT_NE(GetMistake({"run", "a", "--out="}), "");
    EXPECT_NE(GetMistake({"run", "a", "--quiet=x"}), "");
    for (const std::string wrong : {"x", "-1", "1e3", "0x10", "1 ", "18446744073709551616"})
    {
        EXPECT_EQ(GetMistake({"run", "a", "--seed", wrong}),
                  "--seed: found " + wrong + "; allowed: a whole number");
    }
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

/** @return the end of the line of a run that has done half of its flows in a wall time in s */
std::string
DescribeRest(double seconds)
{
    const auto line = DescribeProgress({ns3::RdmaTick(), ns3::RdmaTick::Ms(1), 1, 2, 0}, seconds);
    return line.substr(line.rfind(", ") + 2);
}

TEST(ProgressLine, TheRestIsRoundedUpToSecondsAndDownToLargerUnits)
{
    EXPECT_EQ(DescribeRest(0.1), "about 1 s left");
    EXPECT_EQ(DescribeRest(119), "about 119 s left");
    EXPECT_EQ(DescribeRest(119.1), "about 2 min left");
    EXPECT_EQ(DescribeRest(7199), "about 119 min left");
    EXPECT_EQ(DescribeRest(7200), "about 2 h left");
    EXPECT_EQ(DescribeRest(10799), "about 2 h left");
    EXPECT_EQ(DescribeRest(10800), "about 3 h left");
}

TEST(ProgressLine, TheRestIsEstimatedAfterOnePercent)
{
    const auto describe = [](uint32_t done) {
        return DescribeProgress({ns3::RdmaTick(), ns3::RdmaTick::Ms(1), done, 1000, 0}, 1);
    };
    EXPECT_EQ(describe(10).find("left"), std::string::npos);
    EXPECT_NE(describe(11).find(", about 90 s left"), std::string::npos);
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
    EXPECT_FALSE(line.IsDue()) << "not due again immediately";
    line.Clear();
    const auto text = out.str();
    EXPECT_EQ(text.substr(text.size() - 4), "\r\033[K");
}

} // namespace
