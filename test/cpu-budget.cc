/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include <csignal>
#include <gtest/gtest.h>
#include <sys/time.h>
#include <unistd.h>

/**
 * @file
 * Ends the program when a test has used many times the CPU time of the longest one: the report then
 * names the unfinished test.
 */

namespace
{

/// CPU time of one test, s.
constexpr time_t BUDGET_SECONDS = 200;

/// Signal handler: prints the reason with calls that handlers may use, and ends the program.
void
OnExpiry(int /* signal */)
{
    constexpr char TEXT[] = "\nthis test runs without end\n";
    [[maybe_unused]] const auto written = write(STDOUT_FILENO, TEXT, sizeof(TEXT) - 1);
    _exit(1);
}

/// Resets the budget for every test.
class CpuBudget : public testing::EmptyTestEventListener
{
    void OnTestStart(const testing::TestInfo& /* test */) override
    {
        SetTimer(BUDGET_SECONDS);
    }

    void OnTestEnd(const testing::TestInfo& /* test */) override
    {
        SetTimer(0);
    }

    /// @param seconds CPU time left; 0: no limit
    static void SetTimer(time_t seconds)
    {
        const itimerval timer{{0, 0}, {seconds, 0}};
        setitimer(ITIMER_PROF, &timer, nullptr);
    }
};

/// Registers the listener in every program that links this file.
[[maybe_unused]] const bool g_installed = [] {
    std::signal(SIGPROF, OnExpiry);
    testing::UnitTest::GetInstance()->listeners().Append(new CpuBudget);
    return true;
}();

} // namespace
