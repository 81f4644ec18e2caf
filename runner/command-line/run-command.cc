/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "document/rounded-text.h"
#include "program-end.h"
#include "results/results-folder.h"
#include "run/run-estimate.h"
#include "run/simulation.h"
#include "scenario-input.h"

#include <algorithm>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace mrcsim
{

namespace
{

/// CPU time of a run above which a note is printed, s.
constexpr double LONG_RUN_SECONDS = 3600;

/// Most faults of which a line is printed.
constexpr size_t MOST_FAULTS = 10;

/**
 * @param jobs the repetitions of jobs
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
 * Print what each fault has hit.
 * @param faults the faults that have begun
 */
void
PrintFaults(const std::vector<RecoveryRow>& faults)
{
    std::cout << std::fixed << std::setprecision(1);
    for (size_t i = 0; i < std::min(faults.size(), MOST_FAULTS); ++i)
    {
        const auto& fault = faults[i];
        std::cout << "fault " << fault.fault << " (" << fault.what << " " << fault.object << ") at "
                  << fault.at.GetNs() / 1e3 << " us: ";
        if (fault.lossFree)
        {
            std::cout << fault.lostPackets << " data packet(s) lost, the last "
                      << fault.lossFree->GetNs() / 1e3 << " us later";
        }
        else
        {
            std::cout << "no data packet lost";
        }
        std::cout << ", " << fault.evsRetired << " EV(s) retired\n";
    }
    if (faults.size() > MOST_FAULTS)
    {
        std::cout << "and " << faults.size() - MOST_FAULTS << " more fault(s), see recovery.csv\n";
    }
}

/**
 * Print the problems of a run.
 * @param simulation a simulation after its run
 * @param outcome reason for its end
 */
void
PrintProblems(const Simulation& simulation, Outcome outcome)
{
    const auto& summary = simulation.GetResults().summary;
    if (!simulation.GetImbalance().empty())
    {
        std::cerr << "mrc-sim: conservation is violated: " << simulation.GetImbalance() << '\n';
    }
    for (const auto& file : simulation.GetCaptureFailures())
    {
        std::cerr << "mrc-sim: the capture " << file << " could not be written completely\n";
    }
    if (outcome == Outcome::COMPLETE)
    {
        return;
    }
    std::cerr << "mrc-sim: " << ToString(outcome) << " at " << summary.simTime.GetSeconds() * 1e3
              << " ms: " << simulation.DescribeFlows() << '\n';
    for (const auto& problem : simulation.GetProblems())
    {
        std::cerr << "  " << problem << '\n';
    }
}

/**
 * Make the folder for results, and the captures in it.
 * @param scenario the scenario with the captures
 * @param simulation a simulation before its run
 * @return the problem if it could not be made
 */
Problems
OpenFolder(ResultsFolder& folder, const Scenario& scenario, Simulation& simulation)
{
    auto problems = folder.Open();
    RemoveAtSuddenEnd(&folder);
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

/**
 * Simulates a scenario.
 */
class RunCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        m_input.Declare(options);
        options.Add("--out DIR",
                    m_out,
                    "results folder; default: results/ and the name of the scenario");
        options.Add("--quiet", m_quiet, "print nothing to stdout, no notes and no progress line");
        options.Add("--force", m_force, "run even if the memory seems insufficient");
        options.Add("--progress", m_progress, "show a progress line even if stderr is no terminal");
        options.Add("--no-progress", m_noProgress, "show no progress line");
    }

    ExitStatus Do() override
    {
        Json effective;
        Scenario scenario;
        m_input.Load(effective, scenario);
        if (m_out.empty())
        {
            m_out = "results/" + scenario.name;
        }
        ResultsFolder folder(m_out);
        const auto problems = folder.Open(); // detect a problem before hours of simulation
        folder.Discard();
        RefuseIf(problems, m_out);
        const auto estimate = EstimateRun(scenario);
        RefuseIf(CheckMachine(m_force, scenario, estimate), m_input.GetFile());
        if (!m_quiet)
        {
            TellNotes(scenario);
        }
        if (estimate.cpuSeconds > LONG_RUN_SECONDS &&
            GetProgressMode() != ProgressLine::Mode::NEVER)
        {
            std::cerr << "mrc-sim: this will take about " << FormatSeconds(estimate.cpuSeconds)
                      << " of CPU time\n";
        }
        return Simulate(scenario, effective, folder);
    }

  private:
    /**
     * @param scenario a scenario that fits this machine
     * @param effective the scenario as JSON, with all defaults
     * @param folder for the results
     * @return the exit status
     */
    ExitStatus Simulate(const Scenario& scenario, const Json& effective, ResultsFolder& folder)
    {
        ProgressLine progress(std::cerr, GetProgressMode());
        Simulation simulation(scenario, progress);
        RefuseIf(simulation.Build(), m_input.GetFile());
        RefuseIf(OpenFolder(folder, scenario, simulation), m_out);
        const auto outcome = simulation.Run(CatchSignals());
        const auto problems = folder.Put(effective, simulation.GetResults());
        PrintProblems(simulation, outcome);
        RefuseIf(problems, m_out, INCOMPLETE);
        const auto place = folder.GetPlace().string();
        if (!m_quiet)
        {
            PrintJobs(simulation.GetResults().jobs);
            PrintFaults(simulation.GetResults().recovery);
            std::cout << "results: " << place << '\n';
        }
        if (outcome == Outcome::INTERRUPTED)
        {
            std::cerr << "mrc-sim: interrupted; partial results are in " << place << '\n';
            return INTERRUPTED;
        }
        return outcome == Outcome::COMPLETE && simulation.GetImbalance().empty() &&
                       simulation.GetCaptureFailures().empty()
                   ? OK
                   : INCOMPLETE;
    }

    /** @return condition for showing the progress line */
    ProgressLine::Mode GetProgressMode() const
    {
        using Mode = ProgressLine::Mode;
        if (m_progress || m_noProgress)
        {
            return m_noProgress ? Mode::NEVER : Mode::ALWAYS;
        }
        return isatty(STDERR_FILENO) && !m_quiet ? Mode::LONG_RUNS : Mode::NEVER;
    }

    ScenarioInput m_input;    ///< the scenario
    std::string m_out;        ///< --out
    bool m_quiet{false};      ///< --quiet
    bool m_force{false};      ///< --force
    bool m_progress{false};   ///< --progress
    bool m_noProgress{false}; ///< --no-progress
};

const CommandKind<RunCommand> RUN("run", "simulates a scenario and writes a results folder");

} // namespace

} // namespace mrcsim
