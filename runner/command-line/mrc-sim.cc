/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity/capacity-report.h"
#include "command-line.h"
#include "document/json-assignment.h"
#include "document/json-text.h"
#include "document/rounded-text.h"
#include "document/scenario-schema-text.h"
#include "kinds/file-insertion.h"
#include "reference-commands.h"
#include "reference/attributes-in-force.h"
#include "results/build-commit.h"
#include "results/environment.h"
#include "results/results-folder.h"
#include "run/captures.h"
#include "run/job-builder.h"
#include "run/load-scenario.h"
#include "run/machine-memory.h"
#include "run/run-estimate.h"
#include "run/simulation.h"

#include "ns3/nstime.h"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <unistd.h>

/**
 * @file
 * mrc-sim: the scenario runner. Reads a scenario, simulates it, writes a results folder.
 */

namespace
{

using namespace mrcsim;

/// Exit status.
enum Status
{
    OK = 0,           ///< everything completed
    INCOMPLETE = 1,   ///< it ran, but something did not complete or does not add up
    BAD_INPUT = 2,    ///< nothing ran
    INTERRUPTED = 130 ///< Ctrl-C, as shells count it
};

/// Set by Ctrl-C and friends.
volatile std::sig_atomic_t g_interrupted = 0;

/**
 * The second signal ends the program at once.
 * @param number of the signal
 */
void
OnSignal(int number)
{
    g_interrupted = 1;
    std::signal(number, SIG_DFL);
}

/// Where the results of a run are made; null before.
ResultsFolder* g_folder = nullptr;

/// The simulation is under way, or over.
bool g_started = false;

/// Given back when there is no more memory, so that this can be said. Not initialized: nothing but
/// addresses until then.
std::unique_ptr<char[]> g_reserve(new char[1 << 20]);

/**
 * End the program in the middle of something. No results have been written.
 * @param reason for the user
 * @param status exit status
 */
[[noreturn]] void
Quit(const char* reason, Status status)
{
    std::cerr << "mrc-sim: " << reason << std::endl;
    if (g_folder)
    {
        g_folder->Discard();
    }
    std::_Exit(status);
}

/** The operator new finds no memory. */
[[noreturn]] void
OnOutOfMemory()
{
    g_reserve.reset();
    Quit("out of memory; no results have been written. mrc-sim check tells how much a run needs",
         g_started ? INCOMPLETE : BAD_INPUT);
}

/**
 * NS_ABORT has told what is wrong with the input, and ends here; no results have been written.
 * An exception is a mistake of this program, unless it is about a size.
 */
[[noreturn]] void
OnTerminate()
{
    try
    {
        if (const auto thrown = std::current_exception())
        {
            std::rethrow_exception(thrown);
        }
    }
    catch (const std::bad_alloc&)
    {
        OnOutOfMemory();
    }
    catch (const std::length_error&)
    {
        OnOutOfMemory();
    }
    catch (...)
    {
        std::abort();
    }
    Quit("such a scenario cannot be simulated; mrc-sim check tells which key it is about, unless a "
         "kind is wrong",
         BAD_INPUT);
}

/**
 * @param problems what is wrong
 * @param file the file it is wrong with
 * @return the exit status
 */
Status
Refuse(const Problems& problems, const std::string& file)
{
    if (problems.size() == 1)
    {
        std::cerr << "mrc-sim: " << file << ": " << ToString(problems.front()) << '\n';
        return BAD_INPUT;
    }
    std::cerr << "mrc-sim: " << file << ": " << problems.size() << " problems\n";
    for (const auto& problem : problems)
    {
        std::cerr << "  " << ToString(problem) << '\n';
    }
    return BAD_INPUT;
}

/**
 * @param line what the user asked for
 * @param [out] document what the file says, with what is set
 * @return all mistakes
 */
Problems
ReadDocument(const CommandLine& line, Json& document)
{
    auto problems = ReadJsonFile(line.scenario, document);
    if (!problems.empty())
    {
        return problems;
    }
    auto assignments = line.assignments;
    if (line.seed)
    {
        assignments.push_back("seed=" + std::to_string(*line.seed));
    }
    for (const auto& assignment : assignments)
    {
        const auto wrong = ApplyAssignment(document, assignment);
        problems.insert(problems.end(), wrong.begin(), wrong.end());
    }
    if (document.is_object())
    {
        document["version"] = MRC_VERSION;
        document["ns3Version"] = MRC_NS3_VERSION;
    }
    return problems;
}

/**
 * @param line what the user asked for
 * @param [out] effective the scenario with all defaults, and the versions that will have made it
 * @param [out] scenario the same as structs
 * @return all mistakes
 */
Problems
Load(const CommandLine& line, Json& effective, Scenario& scenario)
{
    Json document;
    auto problems = ReadDocument(line, document);
    if (problems.empty())
    {
        problems = InsertFiles(std::filesystem::path(line.scenario).parent_path(), document);
    }
    return problems.empty() ? LoadScenario(document, effective, scenario) : problems;
}

/**
 * Tell on stderr what is no mistake, but may come as a surprise.
 * @param line what the user asked for
 * @param scenario a scenario without mistakes
 * @param effective the same as JSON, with all defaults
 */
void
PrintNotes(const CommandLine& line, const Scenario& scenario, const Json& effective)
{
    for (const auto& note :
         line.quiet ? std::vector<std::string>() : scenario.transport.what->GetNotes(effective))
    {
        std::cerr << "note: " << note << '\n';
    }
}

/**
 * @param jobs what was done
 */
void
PrintJobs(const std::vector<JobRow>& jobs)
{
    for (const auto& job : jobs)
    {
        std::cout << job.job << " (" << job.type << "), repetition " << job.repetition << ": ";
        if (!job.end)
        {
            std::cout << "not complete\n";
            continue;
        }
        const auto duration = *job.end - job.start;
        std::cout << std::fixed << std::setprecision(1) << duration.GetNs() / 1e3 << " us, algbw "
                  << *job.algbwGbps << " Gb/s, busbw " << *job.busbwGbps << " Gb/s, "
                  << job.ideal.GetSeconds() / duration.GetSeconds() * 100 << " % of ideal\n";
    }
}

/**
 * Tell what went wrong.
 * @param simulation a simulation that has run
 * @param outcome how it ended
 */
void
PrintComplaints(const Simulation& simulation, Outcome outcome)
{
    const auto& summary = simulation.GetResults().summary;
    if (!simulation.GetImbalance().empty())
    {
        std::cerr << "mrc-sim: conservation is violated: " << simulation.GetImbalance() << '\n';
    }
    for (const auto& file : simulation.GetCaptureFailures())
    {
        std::cerr << "mrc-sim: the capture " << file << " could not be written to its end\n";
    }
    if (outcome == Outcome::COMPLETE)
    {
        return;
    }
    std::cerr << "mrc-sim: " << ToString(outcome) << " at " << summary.simTime.GetSeconds() * 1e3
              << " ms: " << simulation.DescribeFlows() << '\n';
    for (const auto& complaint : simulation.GetComplaints())
    {
        std::cerr << "  " << complaint << '\n';
    }
}

/**
 * @param line what the user asked for
 * @return when to show the progress line
 */
ProgressLine::Mode
GetProgressMode(const CommandLine& line)
{
    using Mode = ProgressLine::Mode;
    if (line.progress)
    {
        return *line.progress ? Mode::ALWAYS : Mode::NEVER;
    }
    return isatty(STDERR_FILENO) && !line.quiet ? Mode::LONG_RUNS : Mode::NEVER;
}

/// CPU time of a run worth a word before it begins, s.
constexpr double LONG_RUN_SECONDS = 3600;

/**
 * @param estimate what a run will take
 * @return that it does not fit into memory, if so
 */
Problems
CheckMemory(const RunEstimate& estimate)
{
    const auto available = GetAvailableMemory();
    if (estimate.memoryBytes <= static_cast<double>(available.bytes))
    {
        return {};
    }
    return {{"",
             "a run needs about " + FormatBytes(estimate.memoryBytes) + " of memory, but " +
                 available.where + " leaves " + FormatBytes(static_cast<double>(available.bytes)) +
                 "; allowed: less, or --force to run it anyway"}};
}

/**
 * @param line what the user asked for
 * @param scenario a scenario without mistakes
 * @param estimate what its run will take
 * @return what this machine lacks for it
 */
Problems
CheckMachine(const CommandLine& line, const Scenario& scenario, const RunEstimate& estimate)
{
    const auto lacks = line.force ? Problems() : CheckMemory(estimate);
    return lacks.empty() ? CheckOpenFiles(scenario.captures) : lacks;
}

/**
 * @param line what the user asked for
 * @return the exit status
 */
Status
Check(const CommandLine& line)
{
    Json effective;
    Scenario scenario;
    const auto problems = Load(line, effective, scenario);
    if (!problems.empty())
    {
        return Refuse(problems, line.scenario);
    }
    PrintNotes(line, scenario, effective);
    const auto estimate = EstimateRun(scenario);
    if (!line.estimate)
    {
        std::cerr << ToString(estimate);
    }
    const auto lacks = CheckMachine(line, scenario, estimate);
    if (!lacks.empty())
    {
        return Refuse(lacks, line.scenario);
    }
    const auto refusals = RehearseDraw(scenario, estimate.drawn);
    if (!refusals.empty())
    {
        return Refuse(refusals, line.scenario);
    }
    if (line.all)
    {
        effective = TellAttributesInForce(effective, scenario.attributes);
    }
    std::cout << (line.estimate ? ToJson(estimate).dump() : effective.dump(2)) << '\n';
    return OK;
}

/**
 * @param line what the user asked for
 * @return the exit status
 */
Status
TellReference(const CommandLine& line)
{
    std::string text;
    const auto problems = AnswerReference(line, GetTerminalWidth(), text);
    if (!problems.empty())
    {
        std::cerr << "mrc-sim: " << ToString(problems.front()) << '\n';
        return BAD_INPUT;
    }
    std::cout << text;
    return OK;
}

/**
 * Make the folder for results, and the captures in it.
 * @param scenario what is captured
 * @param simulation a simulation before its run
 * @return why it could not be made
 */
Problems
OpenFolder(ResultsFolder& folder, const Scenario& scenario, Simulation& simulation)
{
    auto problems = folder.Open();
    g_folder = &folder;
    if (problems.empty() && !scenario.captures.empty())
    {
        std::filesystem::path captures;
        problems = folder.MakeCaptureFolder(captures);
        if (problems.empty())
        {
            simulation.StartCaptures(captures);
        }
    }
    return problems;
}

/** From now on the first signal ends the simulation, not the program: there are results to keep. */
void
CatchSignals()
{
    std::signal(SIGINT, OnSignal);
    std::signal(SIGTERM, OnSignal);
    if (std::signal(SIGHUP, OnSignal) == SIG_IGN)
    {
        std::signal(SIGHUP, SIG_IGN); // as nohup wishes
    }
}

/**
 * @param line what the user asked for
 * @return the exit status
 */
Status
Run(const CommandLine& line)
{
    Json effective;
    Scenario scenario;
    auto problems = Load(line, effective, scenario);
    if (!problems.empty())
    {
        return Refuse(problems, line.scenario);
    }
    const auto out = line.out.empty() ? std::filesystem::path("results") / scenario.name
                                      : std::filesystem::path(line.out);
    ResultsFolder folder(out);
    problems = folder.Open(); // what cannot be written is refused before hours of work
    folder.Discard();
    if (!problems.empty())
    {
        return Refuse(problems, out.string());
    }
    const auto estimate = EstimateRun(scenario);
    problems = CheckMachine(line, scenario, estimate);
    if (!problems.empty())
    {
        return Refuse(problems, line.scenario);
    }
    PrintNotes(line, scenario, effective);
    if (estimate.cpuSeconds > LONG_RUN_SECONDS &&
        GetProgressMode(line) != ProgressLine::Mode::NEVER)
    {
        std::cerr << "mrc-sim: this will take about " << FormatSeconds(estimate.cpuSeconds)
                  << " of CPU time\n";
    }
    ProgressLine progress(std::cerr, GetProgressMode(line));
    Simulation simulation(scenario, progress);
    problems = simulation.Build();
    if (!problems.empty())
    {
        return Refuse(problems, line.scenario);
    }
    problems = OpenFolder(folder, scenario, simulation);
    if (!problems.empty())
    {
        return Refuse(problems, out.string());
    }
    g_started = true;
    CatchSignals();
    const auto outcome = simulation.Run(g_interrupted);
    problems = folder.Put(effective, simulation.GetResults());
    PrintComplaints(simulation, outcome);
    if (!problems.empty())
    {
        Refuse(problems, out.string());
        return INCOMPLETE;
    }
    if (!line.quiet)
    {
        PrintJobs(simulation.GetResults().jobs);
        std::cout << "results: " << folder.GetPlace().string() << '\n';
    }
    if (outcome == Outcome::INTERRUPTED)
    {
        std::cerr << "mrc-sim: interrupted; what was finished is in " << folder.GetPlace().string()
                  << '\n';
        return INTERRUPTED;
    }
    return outcome == Outcome::COMPLETE && simulation.GetImbalance().empty() &&
                   simulation.GetCaptureFailures().empty()
               ? OK
               : INCOMPLETE;
}

/**
 * @param line what the user asked for
 * @return the exit status
 */
Status
TellCapacity(const CommandLine& line)
{
    Json document;
    Json effective;
    CapacityDocument capacity;
    auto problems = ReadDocument(line, document);
    if (problems.empty())
    {
        problems = LoadCapacity(std::filesystem::path(line.scenario).parent_path(),
                                document,
                                effective,
                                capacity);
    }
    if (!problems.empty())
    {
        return Refuse(problems, line.scenario);
    }
    std::unique_ptr<ResultsFolder> folder;
    if (!line.out.empty())
    {
        folder = std::make_unique<ResultsFolder>(line.out);
        g_folder = folder.get();
        problems = folder->Open();
    }
    if (!problems.empty())
    {
        return Refuse(problems, line.out);
    }
    const auto summary = AnswerCapacity(capacity);
    problems = folder ? folder->Put(effective, summary) : problems;
    g_folder = nullptr;
    if (!problems.empty())
    {
        Refuse(problems, line.out);
        return INCOMPLETE;
    }
    if (!line.quiet)
    {
        std::cout << FormatCapacity(summary);
    }
    return OK;
}

/**
 * @param line what the user asked for
 * @return the exit status
 */
Status
Do(const CommandLine& line)
{
    const auto problems = CheckEnvironment();
    switch (line.command)
    {
    case CommandLine::Command::HELP:
        std::cout << USAGE;
        return OK;
    case CommandLine::Command::VERSION:
        std::cout << "mrc-sim " << MRC_VERSION << " (" << BUILD_COMMIT << "), ns-3 "
                  << MRC_NS3_VERSION << '\n';
        return OK;
    case CommandLine::Command::KEYS:
    case CommandLine::Command::ATTRIBUTES:
        return TellReference(line);
    case CommandLine::Command::SCHEMA:
        std::cout << SCENARIO_SCHEMA_TEXT;
        return OK;
    case CommandLine::Command::CHECK:
        return problems.empty() ? Check(line) : Refuse(problems, "environment");
    case CommandLine::Command::CAPACITY:
        return TellCapacity(line);
    case CommandLine::Command::RUN:
        return problems.empty() ? Run(line) : Refuse(problems, "environment");
    }
    return BAD_INPUT;
}

} // namespace

int
main(int argc, char* argv[])
{
    ns3::Time::SetResolution(ns3::Time::PS);
    std::set_terminate(OnTerminate);
    std::set_new_handler(OnOutOfMemory);
    CommandLine line;
    const auto problems = ParseCommandLine({argv + 1, argv + argc}, line);
    if (!problems.empty())
    {
        std::cerr << "mrc-sim: " << ToString(problems.front()) << "\n\n" << USAGE;
        return BAD_INPUT;
    }
    const auto status = Do(line);
    if (!std::cout.flush())
    {
        std::cerr << "mrc-sim: the output cannot be written\n";
        return status == OK ? INCOMPLETE : status;
    }
    return status;
}
