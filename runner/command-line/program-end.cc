/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "program-end.h"

#include "command.h"
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
Quit(const char* reason, ExitStatus status)
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
        std::signal(SIGHUP, SIG_IGN); // as nohup wishes
    }
    return g_interrupted;
}

} // namespace mrcsim
