/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-end.h"

#include "command.h"
#include "plugin/plugin-loader.h"
#include "results/results-folder.h"

#include <cstdlib>
#include <exception>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>

namespace mrcsim
{

namespace
{

/// Set by SIGINT, SIGTERM and SIGHUP.
volatile std::sig_atomic_t g_interrupted = 0;

/**
 * Request the end of the simulation; the next signal ends the program immediately.
 * @param number of the signal
 */
void
OnSignal(int number)
{
    g_interrupted = 1;
    std::signal(number, SIG_DFL);
}

/// Folder of partial results of a run; null before the run.
ResultsFolder* g_folder = nullptr;

/// True after the simulation has started.
bool g_started = false;

/// Memory that is released when memory is exhausted, so that a message can be printed. Not
/// initialized, so that it only takes address space until then.
std::unique_ptr<char[]> g_reserve(new char[1 << 20]);

/**
 * End the program abnormally, without results.
 * @param reason for the user
 * @param status exit status
 */
[[noreturn]] void
Quit(const std::string& reason, ExitStatus status)
{
    std::cerr << "mrc-sim: " << reason << std::endl;
    if (g_folder)
    {
        g_folder->Discard();
    }
    std::_Exit(status);
}

/** Handler of the operator new if memory is exhausted. */
[[noreturn]] void
OnOutOfMemory()
{
    g_reserve.reset();
    Quit("out of memory; no results have been written. mrc-sim check prints the memory that a run "
         "needs",
         g_started ? INCOMPLETE : BAD_INPUT);
}

/**
 * End the program after NS_ABORT has printed the problem of the input; there are no results.
 * Exceptions other than those of sizes are errors of this program.
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
    if (!GetPluginInProgress().empty())
    {
        Quit(GetPluginInProgress() + " cannot be loaded, for the reason above; if a name is there "
                                     "twice, rename what the plugin defines, and build it again",
             BAD_INPUT);
    }
    Quit("the scenario cannot be simulated; mrc-sim check names the key, unless the source of a "
         "kind has an error",
         BAD_INPUT);
}

} // namespace

void
ExplainSuddenEnds()
{
    std::set_terminate(OnTerminate);
    std::set_new_handler(OnOutOfMemory);
}

void
RemoveAtSuddenEnd(ResultsFolder* folder)
{
    g_folder = folder;
}

const volatile std::sig_atomic_t&
CatchSignals()
{
    g_started = true;
    std::signal(SIGINT, OnSignal);
    std::signal(SIGTERM, OnSignal);
    if (std::signal(SIGHUP, OnSignal) == SIG_IGN)
    {
        std::signal(SIGHUP, SIG_IGN); // keep SIGHUP ignored under nohup
    }
    return g_interrupted;
}

} // namespace mrcsim
