/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rehearsal.h"

#include "job-builder.h"
#include "progress-line.h"
#include "simulation.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace mrcsim
{

namespace
{

/// Simulated time of a rehearsal: enough for a message, however slow the network.
constexpr ns3::RdmaTick LONGEST = ns3::RdmaTick::Ms(1);

/// Most messages that are drawn before a run: a matter of a second.
constexpr double MAX_DRAWN = 1e6;

/// Time after which a rehearsal hangs, s.
constexpr unsigned LONGEST_SECONDS = 300;

/// Exit status of a child that has come to its end.
constexpr int DONE = 0;

/// Exit status of a child that the model has ended.
constexpr int REFUSED = 3;

/** @return the same network with one short message per transport, and nothing else */
Scenario
MakeTrial(const Scenario& scenario)
{
    Scenario trial = scenario;
    trial.stop = LONGEST;
    trial.samples.interval = {};
    trial.monitor.reset();
    trial.captures.clear();
    trial.faults.clear();
    trial.jobs.clear();
    std::set<std::pair<std::string, uint32_t>> seen;
    for (const auto& job : scenario.jobs)
    {
        if (seen.emplace(job.transport.name, job.plane.value_or(0)).second)
        {
            JobSpec message;
            message.name = "rehearsal-" + std::to_string(seen.size());
            message.type = "write";
            message.what = ReadJob({{"type", message.type},
                                    {"hosts", {0, scenario.network->GetNHosts() - 1}},
                                    {"bytes", 1}});
            message.transport = job.transport;
            message.plane = job.plane;
            trial.jobs.push_back(message);
        }
    }
    return trial;
}

/**
 * Play a scenario, in a child process.
 * @param trial the scenario
 */
[[noreturn]] void
Play(const Scenario& trial)
{
    std::set_terminate([] { std::_Exit(REFUSED); });
    std::signal(SIGABRT, [](int) { std::_Exit(REFUSED); });
    alarm(LONGEST_SECONDS);
    const volatile std::sig_atomic_t interrupted = 0;
    ProgressLine progress(std::cerr, ProgressLine::Mode::NEVER);
    Simulation simulation(trial, progress);
    if (simulation.Build().empty())
    {
        simulation.Run(interrupted);
    }
    std::_Exit(DONE);
}

/**
 * @param pipe its reading end
 * @return all that comes out of it
 */
std::string
ReadAll(int pipe)
{
    std::string text;
    std::array<char, 4096> chunk;
    for (ssize_t n = 1; n > 0;)
    {
        n = read(pipe, chunk.data(), chunk.size());
        text.append(chunk.data(), static_cast<size_t>(std::max<ssize_t>(n, 0)));
    }
    return text;
}

/**
 * @param trial a scenario to be played in a child process
 * @return what the model says if it refuses; nothing if it does not, or there is no child
 */
std::optional<std::string>
Try(const Scenario& trial)
{
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0)
    {
        return std::nullopt;
    }
    std::cout.flush();
    const auto child = fork();
    if (child == 0)
    {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        Play(trial);
    }
    close(ends[1]);
    const auto said = child > 0 ? ReadAll(ends[0]) : "";
    close(ends[0]);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child)
    {
        return std::nullopt;
    }
    if (WIFSIGNALED(status))
    {
        return "msg=\"the model ends by signal " + std::to_string(WTERMSIG(status)) + "\", +";
    }
    const bool refused = WIFEXITED(status) && WEXITSTATUS(status) == REFUSED;
    return refused ? std::optional<std::string>(said) : std::nullopt;
}

/**
 * @param said what NS_ABORT has printed
 * @return its message, without the place in the source if it has one
 */
std::string
GetMessage(const std::string& said)
{
    const std::string mark = "msg=\"";
    const auto begin = said.find(mark);
    const auto end = said.find("\", +", begin);
    return begin == std::string::npos || end == std::string::npos
               ? said.substr(0, said.find('\n'))
               : said.substr(begin + mark.size(), end - begin - mark.size());
}

/**
 * @param trial a scenario that is refused
 * @return path of the key without which it is not, empty if no single one is to blame
 */
std::string
FindCulprit(const Scenario& trial)
{
    // The last one: what a key means in detail is set behind the key
    for (size_t i = trial.attributes.size(); i-- > 0;)
    {
        const auto& setting = trial.attributes[i];
        if (setting.value == GetAttributeText({}, setting.name))
        {
            continue;
        }
        Scenario without = trial;
        without.attributes.erase(without.attributes.begin() + static_cast<std::ptrdiff_t>(i));
        if (!Try(without))
        {
            return setting.path;
        }
    }
    return "";
}

} // namespace

Problems
Rehearse(const Scenario& scenario, double messages)
{
    if (messages <= MAX_DRAWN)
    {
        const auto problems = RehearseDraw(scenario);
        if (!problems.empty())
        {
            return problems;
        }
    }
    const auto trial = MakeTrial(scenario);
    const auto refusal = Try(trial);
    if (!refusal)
    {
        return {};
    }
    return {{FindCulprit(trial), GetMessage(*refusal)}};
}

} // namespace mrcsim
